//! What impacts hand over to the solver.

use super::flight::Flights;
use super::strike::strictness;
use super::{ImpactStage, Impacts, Meeting, NONE, falls_freely};
use crate::physics::Bounce;
use crate::physics::constraint::{Constraint, Impact};
use crate::physics::integrate::{Turned, turned_back};
use crate::physics::pair_rules::{bounce_speed, manifold, shape_of, surface_of};
use crate::physics::pairs::{Pair, State, is_plane};
use crate::physics::team::Parts;
use crate::physics::twist::Twist;
use glam::Vec3;

/// Bodies whose pairs a thread collides before it takes more, and pairs of others.
const BODIES: usize = 16;
const PAIRS: usize = 64;

/// Flights that a thread traces back before it takes more.
const FLIGHTS: usize = 16;

/// Parts of what was found that a thread goes through before it takes more.
const PARTS: usize = 8;

/// What a pair is to be for the rest of the step, when that is not what it is.
#[expect(clippy::large_enum_variant, reason = "a list of them is scratch, and most are large")]
#[derive(Clone, Debug)]
pub(super) enum Handed {
    /// No longer a contact.
    Parted,
    /// Struck in this step, and shown as it was.
    Kept,
    /// The solver's, or detached as it was struck.
    Contact {
        contact: Constraint,
        held: bool,
        /// Whether the two touch and are pressed against each other.
        pressed: bool,
        memory: crate::geometry::PairMemory,
        met: Option<Meeting>,
    },
}

/// Scratch: the pairs that are handed over, and what becomes of those that do not stay as they are.
#[derive(Clone, Debug, Default)]
pub(super) struct HandedPairs {
    /// A bit by pair: whether it had an impact left over.
    left_over: Vec<u64>,
    /// Pairs that had one left over, of bodies that felt none.
    others: Vec<u32>,
    /// By part of the list of bodies, and of that of pairs.
    found: Vec<Found>,
}

/// Pairs that stay apart, and what becomes of the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    apart: Vec<u32>,
    changed: Vec<(u32, Handed)>,
}

impl HandedPairs {
    fn is_left_over(&self, index: usize) -> bool {
        self.left_over.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 == 1)
    }

    /// Notes that a pair had an impact left over; whether that is new.
    fn leave_over(&mut self, index: usize) -> bool {
        let (bits, bit) = (&mut self.left_over[index / 64], 1 << (index % 64));
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

impl Impacts {
    /// Collides the pairs of bodies that had impacts anew, at the time of their last, for the solver; and gives those
    /// of them that it then holds a path for the whole step, the one that leads where their flight does.
    pub fn hand_over(&mut self, stage: &mut ImpactStage) {
        if self.slots.is_empty() && self.predicted.is_empty() {
            return;
        }
        self.let_struck_fall(stage);
        let mut handed = std::mem::take(&mut self.handed);
        self.list_left_over(stage, &mut handed);
        let mut found = std::mem::take(&mut handed.found);
        self.collide_handed(stage, &mut handed, &mut found);
        self.hold_back(stage, &mut found);
        // The next step must look again at what stays apart as well, whatever was known.
        let slab = Parts::new(&mut stage.pairs.slab);
        stage.team.each(&mut found, PARTS, |_, found| {
            for index in found.apart.iter().map(|index| *index as usize) {
                slab.with(index..index + 1, |pair| pair[0].state = State::UNKNOWN);
            }
        });
        // In the order of the bodies, which no thread has a say in.
        for (index, change) in found.iter().flat_map(|found| &found.changed) {
            let index = *index as usize;
            match change {
                Handed::Parted => stage.contacts.drop(stage.pairs, index),
                Handed::Kept => stage.contacts.invalidate(stage.pairs, index),
                Handed::Contact { contact, held, memory, met, .. } => {
                    self.meetings.extend(*met);
                    stage.pairs.slab[index].memory = *memory;
                    if *held {
                        stage.contacts.replace(stage.pairs, stage.bodies, stage.config, index, contact);
                    } else {
                        stage.contacts.detach(stage.pairs, index, *contact);
                    }
                }
            }
        }
        handed.found = found;
        self.handed = handed;
        self.trace_back(stage);
    }

    /// Gives each body that the solver has after its impacts the velocity, spin and rotation with which it would have
    /// begun the step, to fly as it does now.
    fn trace_back(&mut self, stage: &mut ImpactStage) {
        let (graph, inertias) = (&stage.contacts.graph, &stage.bodies.inv_inertia);
        let velocities = Parts::new(&mut stage.bodies.velocity);
        let rotations = Parts::new(&mut stage.bodies.rotation);
        let slots = &self.slots;
        // Every body has one flight.
        stage.team.each(&mut self.flights, FLIGHTS, |k, flight| {
            let i = slots[k] as usize;
            if graph.degree(i) == 0 {
                return;
            }
            let Turned { rotation, spin } = turned_back(flight.rotation, flight.spin, inertias[i], flight.time);
            let begun = Twist::new(flight.at(0.0).velocity, spin);
            velocities.with(i..i + 1, |twist| twist[0] = Twist { reach: twist[0].reach, ..begun });
            // What is out of order is frozen at the end of the step, in the pose that it has here.
            if rotation.is_finite() {
                rotations.set(i, rotation);
            }
        });
    }

    /// Notes the pairs that had an impact left over, and lists those of bodies that felt none.
    fn list_left_over(&self, stage: &ImpactStage, handed: &mut HandedPairs) {
        handed.others.clear();
        handed.left_over.clear();
        if self.predicted.is_empty() && self.bounces.is_empty() {
            return;
        }
        handed.left_over.resize(stage.pairs.slab.len().div_ceil(64), 0);
        let felt = |slot: u32| self.hits(slot as usize) > 0;
        for prediction in &self.predicted {
            if handed.leave_over(prediction.pair as usize) && !prediction.slots.into_iter().any(felt) {
                handed.others.push(prediction.pair);
            }
        }
        // What stands ready to bounce stays so, unless somebody else struck one of the two.
        self.bounces.iter().for_each(|index| _ = handed.leave_over(*index as usize));
    }

    /// Collides the pairs of bodies that felt an impact, those of two such bodies once, and others that had one left
    /// over. Pairs of what hardly felt its impacts are as they were found.
    fn collide_handed(&mut self, stage: &ImpactStage, handed: &mut HandedPairs, found: &mut Vec<Found>) {
        for found in &mut *found {
            found.apart.clear();
            found.changed.clear();
        }
        let (mut slots, mut others) = (std::mem::take(&mut self.slots), std::mem::take(&mut handed.others));
        // Each pair at the time of its last impact; the next step is to look at it anew, however little it moves.
        let (view, noted) = (self.view(stage), &*handed);
        let look = |index: usize, found: &mut Found| match hand_over(&view, stage, index, noted.is_left_over(index)) {
            Some(mut change) => {
                change.extend_gaps(&view, &stage.pairs.slab[index]);
                if let Handed::Contact { contact, .. } = &mut change {
                    contact.moved = f32::INFINITY;
                }
                found.changed.push((index as u32, change));
            }
            None => found.apart.push(index as u32),
        };
        // Pairs of two that felt an impact are looked at by the lower slot.
        let end = stage.team.each_finding(&mut slots, BODIES, (found, 0), |_, slot, found| {
            let slot = *slot;
            if view.hits(slot) == 0 {
                return;
            }
            for index in stage.pairs.of_body(stage.bodies.first_edge[slot as usize]) {
                let other = stage.pairs.slab[index].other(slot);
                if other > slot || view.hits(other) == 0 {
                    look(index, found);
                }
            }
        });
        stage.team.each_finding(&mut others, PAIRS, (found, end), |_, index, found| look(*index as usize, found));
        (self.slots, handed.others) = (slots, others);
    }

    /// Lets bodies fall freely from their last impact on that have no contact left: impacts were predicted as if they
    /// were still borne, and what they would fall into by that is the solver's.
    fn let_struck_fall(&mut self, stage: &ImpactStage) {
        for (&slot, flight) in self.slots.iter().zip(&mut self.flights) {
            falls_freely(stage, slot as usize, flight);
        }
    }

    /// Takes out of a body's flight what leads its path back into something fixed that it is pressed against: the
    /// acceleration towards it, and the bounce from which that brings it back. The solver will hold it there from the
    /// start of the step, and its path shall not begin far beyond, behind a thin wall.
    ///
    /// It will then hold it for longer than it is there: what that makes too much of the impulse is
    /// taken off beforehand.
    fn hold_back(&mut self, stage: &ImpactStage, found: &mut [Found]) {
        let mut any = false;
        for (index, handed) in found.iter_mut().flat_map(|found| &mut found.changed) {
            let Handed::Contact { contact, held: true, pressed: true, .. } = handed else { continue };
            let pair = &stage.pairs.slab[*index as usize];
            let sides = [(pair.a, pair.b, -contact.normal), (pair.b, pair.a, contact.normal)];
            for (slot, other, away) in sides {
                // Of two that can both be pushed neither is held by the other alone.
                let fixed = is_plane(other) || !stage.bodies.is_dynamic(other as usize);
                let own = if is_plane(slot) || !fixed { NONE } else { self.own[slot as usize] };
                if own == NONE || !stage.bodies.is_dynamic(slot as usize) {
                    continue;
                }
                let flight = &mut self.flights[own as usize];
                let towards = flight.acceleration.dot(away).min(0.0);
                // A bounce counts that forces bring back in what is left of the step.
                let left = stage.dt - flight.time;
                let fall = stage.bodies.free_acceleration(slot as usize, stage.config).dot(away).min(towards);
                let speed = flight.velocity.dot(away).max(0.0);
                let bounce = if speed + 0.5 * fall * left <= 0.0 { speed } else { 0.0 };
                if (bounce - 0.5 * towards * flight.time) * flight.time < pair.margin {
                    continue;
                }
                // The path without either, and the impulse that holding it from the start will give too much (N·s).
                flight.acceleration -= away * towards;
                flight.velocity -= away * bounce;
                let excess = bounce - towards * flight.time;
                let extra = excess / stage.bodies.inv_mass[slot as usize] / f32::from(contact.count);
                contact.points[..usize::from(contact.count)].iter_mut().for_each(|point| point.total -= extra);
                any = true;
            }
        }
        if any {
            // The paths are others now.
            let view = self.view(stage);
            for (index, handed) in found.iter_mut().flat_map(|found| &mut found.changed) {
                handed.extend_gaps(&view, &stage.pairs.slab[*index as usize]);
            }
        }
    }

    /// How much further along the path of the solver a slot is than its pose says (m).
    pub fn shift(&self, slot: usize) -> Vec3 {
        self.struck(slot).map_or(Vec3::ZERO, |flight| flight.offset_at(0.0))
    }
}

/// Whether the bounding spheres of a pair are further apart than its margin when both have had their last impact.
fn is_clear(view: &Flights, pair: &Pair, t: f32) -> bool {
    if is_plane(pair.a) {
        return false;
    }
    let (a, b) = (view.of(pair.a).at(t), view.of(pair.b).at(t));
    let radius = |slot: u32| view.bodies.radius[slot as usize];
    let reach = radius(pair.a) + radius(pair.b) + pair.margin;
    (b.position - a.position).length_squared() > reach * reach
}

/// Whether two that were apart by a clearance (m) when the step began have not come within their margin by time `t`:
/// neither their centres nor their turning can have brought them so far.
fn has_not_come(view: &Flights, pair: &Pair, t: f32, clearance: f32) -> bool {
    let moved = |slot: u32| {
        if is_plane(slot) {
            return (Vec3::ZERO, 0.0);
        }
        let (bodies, i) = (view.bodies, slot as usize);
        let flight = view.of(slot);
        // Of a turn by θ a point moves by no more than 2 sin ½θ of its distance, and the two quaternions are 2 sin ¼θ
        // apart.
        let (now, before) = (flight.rotation, bodies.rotation[i]);
        let chord = (now - before).length_squared().min((now + before).length_squared()).sqrt();
        let reach = bodies.velocity[i].reach;
        let turn = if reach == 0.0 { 0.0 } else { (2.0 * chord + flight.spin.length() * (t - flight.time)) * reach };
        (flight.offset_at(t), turn)
    };
    let ((a, turn_a), (b, turn_b)) = (moved(pair.a), moved(pair.b));
    (b - a).length() + turn_a + turn_b + pair.margin < clearance
}

/// What becomes of a pair, unless it stays as it is.
fn hand_over(view: &Flights, stage: &ImpactStage, index: usize, left_over: bool) -> Option<Handed> {
    let pair = &stage.pairs.slab[index];
    let (config, dt) = (stage.config, stage.dt);
    let t = view.time(pair.a).max(view.time(pair.b));
    let hits = view.hits(pair.a).max(view.hits(pair.b));
    // Left over, or with too many impacts for one step: what would bounce then is the solver's.
    let worn_out = left_over || hits >= config.tuning.impacts.most_hits;
    if let State::Apart { clearance, moved } = pair.state
        && !worn_out
        && (is_clear(view, pair, t) || has_not_come(view, pair, t, clearance - moved))
    {
        return None;
    }
    let before = stage.contacts.of(pair);
    let impact = before.map_or(Impact::default(), |contact| contact.impact);
    let (a, b) = (view.sweep(pair.a, t), view.sweep(pair.b, t));
    let (shape_a, shape_b) = (shape_of(stage.bodies, pair.a), shape_of(stage.bodies, pair.b));
    let mut memory = pair.memory;
    // It may come from as far as it moves.
    let closing = (b.velocity - a.velocity).length() + a.surface_speed(shape_a) + b.surface_speed(shape_b);
    let reach = pair.margin + if worn_out { closing * (dt - t) } else { 0.0 };
    let found = manifold(
        &mut memory,
        before.as_ref(),
        (shape_a, &a.pose),
        (shape_b, &b.pose),
        reach,
        (config.normals, pair.overlap),
    );
    let surface = surface_of(stage.bodies, config, pair.a, pair.b);
    let contact = Constraint::new(&found, (&a.pose, &b.pose), reach, surface, before.as_ref());
    let Some(mut contact) = contact else {
        // What was struck in this step is shown to its end.
        return before.map(|_| if impact.speed == 0.0 { Handed::Parted } else { Handed::Kept });
    };
    let fall = (b.acceleration - a.acceleration).dot(contact.normal);
    let parting = contact.parting_speeds(&Twist::new(a.velocity, a.spin), &Twist::new(b.velocity, b.spin));
    let (mut touches, mut fastest, mut nearest) = (false, 0.0_f32, f32::INFINITY);
    for (point, speed) in contact.points().iter().zip(parting) {
        // By what forces do in the rest of the step as well: what was sent off slowly may come back.
        touches |= point.separation + (speed + 0.5 * fall.min(0.0) * (dt - t)) * (dt - t) <= 0.0;
        fastest = fastest.max(-speed);
        nearest = nearest.min(point.separation);
    }
    let pressed = fall < 0.0 && nearest <= config.tuning.slop;
    let least = bounce_speed(config, &surface) * strictness(&surface, hits);
    let will_bounce = surface.restitution > 0.0 && fastest >= least;
    // What has bounced, or will in the next step, is not stopped in this one, unless another point would touch.
    let bounced = impact.bounce == Bounce::AtItsTime;
    // What the solver had when the step began it keeps.
    let with_solver = worn_out || matches!(pair.state, State::Held(_));
    let held = if will_bounce { touches && with_solver } else { touches || !bounced };
    if let (Some(struck), true, false) = (before, bounced, held) {
        // Shown as it was struck.
        return Some(Handed::Contact { contact: struck, held: false, pressed, memory, met: None });
    }
    // What impacts did stays with the contact, in the world's axes where its points are others now.
    if let Some(before) = before {
        for point in &mut contact.points[..usize::from(contact.count)] {
            point.total = before.points().iter().find(|p| p.id == point.id).map_or(0.0, |p| p.total);
        }
        contact.impact = Impact { impulse: Vec3::ZERO, ..impact };
        contact.impact.impulse = before.impulse() - contact.impulse();
    }
    if will_bounce && held {
        // The solver sends them apart when the step ends.
        contact.bounce_by_solver(&parting);
    }
    let met = Meeting { slots: (pair.a, pair.b), poses: (a.pose, b.pose) };
    Some(Handed::Contact { contact, held, pressed, memory, met: Some(met) })
}

impl Handed {
    /// Gives the points of a contact that the solver will hold the gap that the paths of its two bodies have, or would
    /// have had, when the step begins.
    fn extend_gaps(&mut self, view: &Flights, pair: &Pair) {
        let Self::Contact { contact, held: true, .. } = self else { return };
        if view.struck(pair.a).is_none() && view.struck(pair.b).is_none() {
            // They are where the step found them.
            return;
        }
        let t = view.time(pair.a).max(view.time(pair.b));
        let (a, b) = (view.sweep(pair.a, t), view.sweep(pair.b, t));
        let n = contact.normal;
        let fall = (b.acceleration - a.acceleration).dot(n);
        let parting = contact.parting_speeds(&Twist::new(a.velocity, a.spin), &Twist::new(b.velocity, b.spin));
        let shift = |slot: u32| view.struck(slot).map_or(Vec3::ZERO, |flight| flight.offset_at(0.0));
        let shift = (shift(pair.b) - shift(pair.a)).dot(n);
        for (point, speed) in contact.points[..usize::from(contact.count)].iter_mut().zip(parting) {
            let gap = (point.separation - speed * t + 0.5 * fall * t * t).max(point.separation.min(0.0));
            // The solver adds to it what the paths are displaced by, and they begin with their shifts.
            point.gap = gap - shift;
        }
    }
}
