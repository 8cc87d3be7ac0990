//! Copies of a case in one world.
//!
//! The copies stand in rows on one slab, in place of the ground of the case: a dynamic body of [`SLAB_MASS`] that lies
//! on a static bed. Beside them a heap falls into a pen on the same slab. So all are one island as far as they touch
//! the slab, and the mechanics of each is that of the case alone: a push of 1 N·s gives the slab 1 nm/s.
//!
//! - Where the case has no weight, constant forces press slab and heap on the bed all the same; where it has no ground
//!   either, the slab lies [just below](BELOW) what is lowest, so that it takes part without a push.
//! - On a slope slab, bed, pen and rows are tilted alike. A constant force takes the part of the slab's weight
//!   along the slope.
//! - What is fixed in the case is fixed in each copy. What is a [pedestal](CrowdRole::Pedestal) is a body on the slab.
//!
//! A case asks about one copy after another, always from the start. So a world steps once, and a [`Tape`] keeps what
//! became of each copy.

use super::ingredients::{G, GAP, Random, body};
use super::{Company, Gathering};
use crate::geometry::Shape;
use crate::physics::{BodyDesc, BodyId, BodyState, Config, Contact, Mass, Motion, World};
use glam::{Quat, Vec3};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Mass of the slab (kg): the most that a body can have. 64 cubes of 1 kg that bounce off it at 3 m/s at once give it
/// 4e-7 m/s, where the tightest bound (V27) is 1e-5 m/s.
const SLAB_MASS: f32 = 1e9;

/// Mass of a pedestal (kg): nothing that stands on one tilts it.
const PEDESTAL_MASS: f32 = 1e6;

/// How far below a case without ground the slab is (m): near enough to be a contact and so of one island, and yet no
/// push, not even of a rounding error. What meets 314 times in one line (V32b) makes something of 1e-10 m/s across.
const BELOW: f32 = 1e-4;

/// How long slab and heap are there before the copies come (s): the heap is falling in, and the engine has seen
/// the slab rest.
const LEAD: f32 = 0.25;

/// Inside of the pen (m): half its width.
const PEN: f32 = 2.5;

/// Worlds that are kept to go on with; those of earlier set-ups are made anew when a copy needs more steps than the
/// ones before it did.
const KEPT_WORLDS: usize = 8;

/// What a body is to a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CrowdRole {
    /// Each copy has its own.
    Own,
    /// Static alone; of each copy a heavy body that stands on the slab.
    Pedestal,
    /// Static alone; the slab that all copies share.
    Ground,
}

/// All that makes up one copy.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub config: Config,
    pub bodies: Vec<(CrowdRole, BodyDesc)>,
}

/// A body of a copy after some step, as seen from where the copy stands.
#[derive(Clone, Copy)]
pub(super) struct CrowdSample {
    pub state: BodyState,
    pub asleep: bool,
}

/// Copies of one case.
pub(super) struct TruthCrowd {
    copies: usize,
    company: Company,
    tapes: RefCell<Vec<Tape>>,
    /// The set-up that probably comes next: every copy goes through the same ones, but for searches that end otherwise.
    next: Cell<usize>,
}

impl TruthCrowd {
    /// So many copies; none for a case that has no company.
    pub fn new(company: Company, copies: usize) -> Option<Self> {
        let crowd = Self { copies, company, tapes: RefCell::default(), next: Cell::new(0) };
        (company != Company::NoContact).then_some(crowd)
    }

    /// How many copies.
    pub fn copies(&self) -> usize {
        self.copies
    }

    /// How the copies were together in all worlds so far.
    pub fn gathering(&self) -> Gathering {
        let least = self.tapes.borrow().iter().map(|tape| tape.gathered).min();
        let together = !matches!(self.company, Company::Apart(..));
        Gathering { copies: self.copies, in_one_island: least.filter(|_| together) }
    }

    /// The record of this set-up, made at the first copy.
    pub fn tape_of(&self, model: &Model) -> usize {
        let mut tapes = self.tapes.borrow_mut();
        let is_it = |tape: Option<&Tape>| tape.is_some_and(|tape| tape.model == *model);
        // Copies ask for the same set-ups in the same order, so the next tape is tried before all are searched.
        let next = self.next.get();
        let found = if is_it(tapes.get(next)) { Some(next) } else { tapes.iter().position(|t| is_it(Some(t))) };
        let index = found.unwrap_or_else(|| {
            tapes.push(Tape::new(model.clone()));
            tapes.len() - 1
        });
        self.next.set(index + 1);
        index
    }

    /// Sees to it that the world of a tape has taken so many steps.
    pub fn play(&self, tape: usize, steps: usize) {
        let mut tapes = self.tapes.borrow_mut();
        if tapes[tape].steps() >= steps {
            return;
        }
        // A world is about to be made: that of the earliest set-up is given up, so that they do not pile up.
        if tapes[tape].hall.is_none() {
            let kept: Vec<usize> = (0..tapes.len()).filter(|i| tapes[*i].hall.is_some()).collect();
            if let [first, ..] = kept[..]
                && kept.len() >= KEPT_WORLDS
            {
                tapes[first].hall = None;
            }
        }
        let company = self.company;
        tapes[tape].advance(steps, |model| Hall::new(model, company, self.copies));
    }

    /// A body of a copy after some step; none for what cannot move, and before the first step.
    pub fn sample(&self, tape: usize, step: usize, copy: usize, index: usize) -> Option<CrowdSample> {
        let tape = &self.tapes.borrow()[tape];
        let moving = tape.moving.iter().position(|i| *i == index)?;
        // The tape begins with the state after step 1; before that a body stands as the case has put it.
        let at = (step.checked_sub(1)? * self.copies + copy) * tape.moving.len() + moving;
        tape.samples.get(at).copied()
    }

    /// The contacts of a copy in some step: kept of the steps of which the first copy's were asked.
    pub fn contacts(&self, tape: usize, step: usize, copy: usize) -> Vec<Contact> {
        let tape = &mut self.tapes.borrow_mut()[tape];
        // A world has the contacts of its last step alone: they are kept for the copies that ask later.
        if tape.steps() == step && !tape.contacts.contains_key(&step) {
            let contacts = tape.hall.as_deref().map(Hall::contacts).unwrap_or_default();
            tape.contacts.insert(step, contacts);
        }
        let kept = tape.contacts.get(&step).unwrap_or_else(|| panic!("a case asks the same of every copy"));
        kept[copy].clone()
    }

    /// Impacts in the whole world since the start.
    pub fn impacts(&self, tape: usize, step: usize) -> usize {
        step.checked_sub(1).map_or(0, |last| self.tapes.borrow()[tape].impacts[last])
    }
}

/// What became of the copies of one set-up.
struct Tape {
    model: Model,
    /// The bodies of a copy that can move, as numbered in the model.
    moving: Vec<usize>,
    /// By step, copy and moving body.
    samples: Vec<CrowdSample>,
    /// By step: impacts since the start.
    impacts: Vec<usize>,
    /// By step and copy.
    contacts: BTreeMap<usize, Vec<Vec<Contact>>>,
    /// The most copies that were in one step in one island with the slab and the heap.
    gathered: usize,
    hall: Option<Box<Hall>>,
}

impl Tape {
    fn new(model: Model) -> Self {
        let moves = |(_, (role, desc)): &(usize, &(CrowdRole, BodyDesc))| {
            *role == CrowdRole::Own && desc.motion != Motion::Static
        };
        let moving = model.bodies.iter().enumerate().filter(moves).map(|(i, _)| i).collect();
        let (samples, impacts, contacts) = (vec![], vec![], BTreeMap::new());
        Self { model, moving, samples, impacts, contacts, gathered: 0, hall: None }
    }

    fn steps(&self) -> usize {
        self.impacts.len()
    }

    /// Goes on to so many steps, in a world made anew where that of the steps before was given up.
    fn advance(&mut self, steps: usize, build: impl FnOnce(&Model) -> Hall) {
        let done = self.steps();
        // Same set-up, same steps, same bits: a world that was given up is gone through again to this step.
        let hall = self.hall.get_or_insert_with(|| {
            let mut hall = Box::new(build(&self.model));
            (0..done).for_each(|_| hall.world.step());
            hall
        });
        for _ in done..steps {
            hall.world.step();
            let before = self.impacts.last().copied().unwrap_or(0);
            self.impacts.push(before + hall.world.stats().impacts);
            for (place, ids) in hall.places.iter().zip(&hall.ids) {
                self.samples.extend(self.moving.iter().map(|i| hall.sample(ids[*i], *place)));
            }
            // Islands are searched only until all copies have been seen in one.
            if self.gathered < hall.ids.len() {
                self.gathered = self.gathered.max(hall.gathered());
            }
        }
    }
}

/// The world of a crowd.
struct Hall {
    world: World,
    slab: BodyId,
    heap: Vec<BodyId>,
    /// Where the origin of each copy is (m, world).
    places: Vec<Vec3>,
    /// By copy, and by body as numbered in the model.
    ids: Vec<Vec<BodyId>>,
}

impl Hall {
    fn new(model: &Model, company: Company, copies: usize) -> Self {
        let frame = CrowdFrame::new(model, company, copies);
        let world =
            World::new(model.config).unwrap_or_else(|error| panic!("a case has a constant out of range: {error}"));
        let mut hall = Self { world, slab: BodyId::FLOOR, heap: vec![], places: frame.places(), ids: vec![] };
        hall.slab = hall.add(frame.slab());
        for desc in frame.bed_and_pen() {
            hall.add(desc);
        }
        hall.heap =
            frame.heap(!matches!(company, Company::StillSlab(..))).into_iter().map(|desc| hall.add(desc)).collect();
        let lead = (LEAD * model.config.hz).round() as usize;
        (0..lead).for_each(|_| hall.world.step());
        // What is static in the case is static in each copy, but for the ground and what stands on it.
        for place in hall.places.clone() {
            let of_copy = |(role, desc): &(CrowdRole, BodyDesc)| {
                let position = desc.position + place;
                match role {
                    CrowdRole::Ground => hall.slab,
                    CrowdRole::Own => hall.add(BodyDesc { position, ..*desc }),
                    CrowdRole::Pedestal => {
                        let mass = Mass::Mass(PEDESTAL_MASS);
                        hall.add(BodyDesc { position, motion: Motion::Dynamic, mass, ..*desc })
                    }
                }
            };
            let ids = model.bodies.iter().map(of_copy).collect();
            hall.ids.push(ids);
        }
        hall
    }

    fn add(&mut self, desc: BodyDesc) -> BodyId {
        self.world.add(&desc).unwrap_or_else(|error| panic!("a crowd has a body that is none: {error}: {desc:?}"))
    }

    fn sample(&self, id: BodyId, place: Vec3) -> CrowdSample {
        let body = self.world.body(id).unwrap_or_else(|| panic!("no crowd removes a body, but {id:?} is gone"));
        let BodyDesc { position, rotation, velocity, spin, .. } = body.desc;
        CrowdSample { state: BodyState { position: position - place, rotation, velocity, spin }, asleep: body.asleep }
    }

    /// By copy: the contacts of its own bodies.
    fn contacts(&self) -> Vec<Vec<Contact>> {
        let all = self.world.contacts();
        let of_copy = |ids: &Vec<BodyId>| {
            // The slab is the ground of every copy, and so does not tell whose contact it is.
            let own = |id: BodyId| id != self.slab && ids.contains(&id);
            all.iter().filter(|contact| own(contact.a) || own(contact.b)).copied().collect()
        };
        self.ids.iter().map(of_copy).collect()
    }

    /// How many copies are in one island with the slab and the heap.
    fn gathered(&self) -> usize {
        let islands = self.world.islands();
        let slab = islands[self.slab.index()];
        let joined = |id: &BodyId| *id != self.slab && islands[id.index()].is_some() && islands[id.index()] == slab;
        // A slab that the heap has left is not the island that is asked about, however many copies stand on it.
        if !self.heap.iter().any(joined) {
            return 0;
        }
        self.ids.iter().filter(|ids| ids.iter().any(joined)).count()
    }
}

/// Where all stands: along the slab's own axes, y away from it.
struct CrowdFrame {
    /// Where the middle of the rows is on the slab (m, world), and world from slab.
    origin: Vec3,
    rotation: Quat,
    /// Rows and columns, the room of each copy along x and z (m), and how many copies.
    grid: [usize; 2],
    room: Vec3,
    copies: usize,
    /// The slab's half extents and the middle of its top (m).
    half: Vec3,
    middle: Vec3,
    /// Where the pen stands (m).
    pen: Vec3,
    gravity: Vec3,
    /// Surface of the slab.
    surface: BodyDesc,
}

impl CrowdFrame {
    fn new(model: &Model, company: Company, copies: usize) -> Self {
        let (x, z) = match company {
            Company::Slab(x, z) | Company::StillSlab(x, z) | Company::Apart(x, z) => (x, z),
            Company::NoContact => (1.0, 1.0),
        };
        // As nearly square as may be: near the origin places are the most exact.
        let columns = ((copies as f32 * z / x).sqrt().ceil() as usize).clamp(1, copies);
        let grid = [columns, copies.div_ceil(columns)];
        let room = Vec3::new(x, 0.0, z);
        let reach = 0.5 * Vec3::new(grid[0] as f32 * x, 0.0, grid[1] as f32 * z);
        let pen = Vec3::NEG_Z * (reach.z + z + 2.0 * PEN);

        // Under a case without ground lies a slab that neither rubs nor gives anything back.
        let ground = model.bodies.iter().find(|(role, _)| *role == CrowdRole::Ground).map(|(_, desc)| desc);
        let surface = ground.copied().unwrap_or(BodyDesc { friction: 0.0, restitution: 0.0, ..BodyDesc::new(PLATE) });
        let rotation = surface.rotation;
        let (origin, half, middle);
        if matches!(company, Company::Apart(..)) {
            // Under the pen alone, and so deep that nothing comes near.
            (half, middle, origin) = (Vec3::new(2.0 * PEN, 1.0, 2.0 * PEN), pen, Vec3::NEG_Y * 100.0);
        } else {
            // As far as the pen on one side, and room to move on out of the last rows on the others.
            let ends = [pen.z - 2.0 * PEN, reach.z + z];
            half = Vec3::new(reach.x + x.max(2.0 * PEN), 1.0, 0.5 * (ends[1] - ends[0]));
            middle = Vec3::Z * (0.5 * (ends[0] + ends[1]));
            origin =
                ground.map_or_else(|| Vec3::Y * (lowest(model) - BELOW), |desc| desc.position + rotation * top(desc));
        }
        let gravity = model.config.gravity;
        Self { origin, rotation, grid, room, copies, half, middle, pen, gravity, surface }
    }

    /// Where the origins of the copies are.
    fn places(&self) -> Vec<Vec3> {
        let [columns, rows] = self.grid;
        let place = |copy: usize| {
            let (i, j) = ((copy % columns) as f32, (copy / columns) as f32);
            let from_middle = Vec3::new(i - 0.5 * (columns - 1) as f32, 0.0, j - 0.5 * (rows - 1) as f32);
            self.rotation * (from_middle * self.room)
        };
        (0..self.copies).map(place).collect()
    }

    /// A body at a place above the slab, pressed on it as weight presses on level ground.
    fn pressed(&self, place: Vec3, mass: f32, shape: Shape) -> BodyDesc {
        // Weight along the normal of the slab, whatever gravity the case has: the force makes up the difference.
        let down = self.rotation * Vec3::NEG_Y * G as f32;
        BodyDesc {
            rotation: self.rotation,
            force: (down - self.gravity) * mass,
            ..body(shape, mass, self.origin + self.rotation * place, Vec3::ZERO)
        }
    }

    fn slab(&self) -> BodyDesc {
        let BodyDesc { friction, restitution, restitution_tangential, .. } = self.surface;
        let desc = self.pressed(self.middle - Vec3::Y * self.half.y, SLAB_MASS, Shape::Cuboid { half: self.half });
        BodyDesc { restitution, restitution_tangential, friction, ..desc }
    }

    /// What holds the slab and keeps the heap together: static, rough, and giving nothing back.
    fn bed_and_pen(&self) -> Vec<BodyDesc> {
        let fixed = |place: Vec3, half: Vec3| BodyDesc {
            motion: Motion::Static,
            friction: 10.0,
            restitution: 0.0,
            ..self.pressed(place, 1.0, Shape::Cuboid { half })
        };
        // Three half heights below the top: the slab takes two of them, and the bed is as thick as the slab.
        let mut bodies = vec![fixed(self.middle - Vec3::Y * (3.0 * self.half.y), self.half)];
        let (thick, high) = (0.5, 4.0);
        // Walls end above the slab: where they touched it they would hold it by their friction.
        for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
            let half = side.abs() * thick + (Vec3::ONE - side.abs()) * (PEN + thick);
            let place = self.pen + side * (PEN + thick) + Vec3::Y * (high + GAP);
            bodies.push(BodyDesc { friction: 0.5, ..fixed(place, half.with_y(high)) });
        }
        bodies
    }

    /// 27 bodies of three shapes and 0.5 … 20 kg: three layers, of which the lowest touches the slab and the others
    /// fall. Or as many cubes at rest, three on one another.
    fn heap(&self, falls: bool) -> Vec<BodyDesc> {
        let mut random = Random::new(58);
        // Without gravity any approach bounces, also of what constant forces press together: a heap would never rest.
        let restitution = if self.gravity == Vec3::ZERO { 0.0 } else { 0.3 };
        let mut bodies = vec![];
        for i in 0..27 {
            let (layer, column) = (i / 9, Vec3::new((i % 3) as f32 - 1.0, 0.0, (i / 3 % 3) as f32 - 1.0));
            if !falls {
                let place = self.pen + column * 1.5 + Vec3::Y * (layer as f32 + 0.5);
                let cube = self.pressed(place, 1.0, Shape::cuboid(0.5, 0.5, 0.5));
                bodies.push(BodyDesc { restitution: 0.0, ..cube });
                continue;
            }
            let shape = match i % 3 {
                0 => Shape::Cuboid { half: random.in_cube(0.1) + 0.35 },
                1 => Shape::sphere(random.between(0.25, 0.45)),
                _ => Shape::frustum(random.between(0.25, 0.4), random.between(0.1, 0.4), random.between(0.25, 0.4)),
            };
            // Evenly in the logarithm, so that light bodies come as often as heavy ones.
            let mass = 0.5 * 40.0_f32.powf(random.unit());
            // The lowest layer stands on the slab, so that the heap is of one island with it from the start.
            let height = if layer == 0 { shape.reach(Vec3::NEG_Y) } else { 0.3 + 1.3 * layer as f32 };
            let desc = self.pressed(self.pen + column * 1.6 + Vec3::Y * height, mass, shape);
            let turned = if layer == 0 { Quat::IDENTITY } else { random.rotation() };
            bodies.push(BodyDesc {
                rotation: self.rotation * turned,
                velocity: self.rotation * random.in_cube(1.0).with_y(0.0),
                restitution,
                // Else balls roll, and spin on the spot, for ever.
                rolling_resistance: 0.05,
                spinning_friction: 0.05,
                ..desc
            });
        }
        bodies
    }
}

/// Any plate: the slab's shape is its frame's.
const PLATE: Shape = Shape::quad(1.0, 1.0);

/// From the middle of a ground to its top (m, its own axes).
fn top(ground: &BodyDesc) -> Vec3 {
    Vec3::Y * ground.shape.reach(Vec3::Y)
}

/// Where the bodies that can move reach lowest (m).
fn lowest(model: &Model) -> f32 {
    let moving = model.bodies.iter().filter(|(_, desc)| desc.motion == Motion::Dynamic);
    let low = |desc: &BodyDesc| desc.position.y - desc.shape.reach(desc.rotation.conjugate() * Vec3::NEG_Y);
    moving.map(|(_, desc)| low(desc)).fold(f32::INFINITY, f32::min)
}
