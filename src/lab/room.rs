//! Laboratory 3: the irregular room, particles swept against walls by Cramer's rule; and the article's own program.
//! Source: SEEDS S3.

mod boundary;
mod figure;
mod properties;
mod swarm;

use super::numbers::decimal;
use super::property;
use super::{
    Drag, Experiment, Handle, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, Typed, from_ground,
    on_ground,
};
use crate::language::word;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use boundary::{Boundary, OutlineFault, WallHit, check_open};
use glam::{DVec2, Vec3};
use properties::PROPERTIES;
use std::collections::VecDeque;
use swarm::{AtHit, Particle, Rand, Start, Throw, place, started};

/// For the gallery.
pub const LABORATORY: Laboratory = Laboratory {
    id: "room",
    topic: Topic::Paths,
    title: "The irregular room",
    about: "Ten thousand particles bounce in a room of any shape: each wall is found by Cramer's rule, none is ever lost",
    explanation: "A particle flies along a(t) = x + t·v, a wall runs along w(s) = w₀ + s·e. They meet where both are the \
        same point: two equations, two unknowns, and Cramer's rule gives each as a quotient of two determinants. It is a \
        hit when s lies between 0 and 1, which is on the wall, and t is not negative, which is ahead. The least t of all \
        walls is the first hit: go there, mirror the velocity, and spend what is left of the time. Because a step goes \
        from hit to hit instead of jumping, no particle ever leaves, however fast it is; because a mirror changes no \
        length, no speed ever changes. When d is 0 path and wall are parallel and there is nothing to divide. “As printed” \
        runs the article's own program: a point is thrown from (10, 8), and at each hit it is back there with a new \
        throw. As it is printed it loses nobody. Its test is blind to short ways, though: a d between −1 and 1 becomes \
        0.001. Make the throws shorter, and count who is outside.",
    start: || Box::new(Room::new()),
    camera: SceneCamera::plan(Vec3::new(10.0, 0.0, -8.0), 18.5),
    hz: 60.0,
};

/// The article's room.
const ARTICLE: [(f64, f64); 7] =
    [(6.0, 2.0), (2.0, 6.0), (4.0, 10.0), (8.0, 14.0), (14.0, 12.0), (18.0, 8.0), (14.0, 4.0)];
/// A room with teeth.
const COMB: [(f64, f64); 12] = [
    (2.0, 2.0),
    (18.0, 2.0),
    (18.0, 14.0),
    (14.0, 14.0),
    (14.0, 5.0),
    (12.0, 5.0),
    (12.0, 14.0),
    (8.0, 14.0),
    (8.0, 5.0),
    (6.0, 5.0),
    (6.0, 14.0),
    (2.0, 14.0),
];
/// Five sharp corners and five that jut into the room.
const STAR: [(f64, f64); 10] = [
    (10.0, 15.0),
    (8.35, 10.27),
    (3.34, 10.16),
    (7.34, 7.13),
    (5.89, 2.34),
    (10.0, 5.2),
    (14.11, 2.34),
    (12.66, 7.13),
    (16.66, 10.16),
    (11.65, 10.27),
];
/// Where the article's particle starts (m).
const ARTICLE_START: DVec2 = DVec2::new(10.0, 8.0);
/// Most particles.
const MOST: usize = 10_000;
/// So many hits of the first particle are remembered.
const TRAIL: usize = 40;
/// A click this near the first corner closes the room (m).
const CLOSING: f64 = 0.5;
/// How long the handle of the first particle's velocity is (m).
const AIM: f64 = 2.0;

/// The seed of the printed program's random numbers, which C starts with too.
const SEED: u32 = 1;

/// The rooms by their index in the panel.
const ROOMS: &[&str] = &["the article's", "a comb", "a star", "drawn by hand"];
/// The index of the room drawn by hand.
const DRAWN: usize = 3;

/// The state.
#[derive(Clone, Debug)]
pub(super) struct Room {
    corners: Vec<DVec2>,
    boundary: Boundary,
    which: usize,
    drawn: Vec<DVec2>,
    /// Corners clicked so far, while a room is drawn.
    draft: Option<Vec<DVec2>>,
    particles: Vec<Particle>,
    everywhere: bool,
    as_printed: bool,
    /// Of the printed program: how it throws, in which unit (m a frame), what it does at a hit, its frames a second.
    throw: Throw,
    unit: f64,
    at_hit: AtHit,
    frame_rate: f64,
    /// The share of a frame that has gone by since the last one.
    frame_share: f64,
    rand: Rand,
    /// m/s; not of what is thrown as printed.
    speed: f64,
    hits: u64,
    most_hits: u32,
    /// Answers of the printed test that differ from the true ones.
    wrong: u64,
    /// Where the first particle was mirrored, oldest first.
    trail: VecDeque<DVec2>,
    /// Why the last click or drag did nothing.
    refusal: Option<OutlineFault>,
}

hash_fields!(Room {
    corners,
    boundary,
    which,
    drawn,
    draft,
    particles,
    everywhere,
    as_printed,
    throw,
    unit,
    at_hit,
    frame_rate,
    frame_share,
    rand,
    speed,
    hits,
    most_hits,
    wrong,
    trail,
    refusal,
});

impl Room {
    fn new() -> Self {
        let corners: Vec<DVec2> = ARTICLE.iter().map(|c| DVec2::from(*c)).collect();
        let boundary = Boundary::new(&corners).expect("the article's room is one");
        // The article's own: its room, its unit, ten frames a second.
        let mut new = Self {
            corners,
            boundary,
            which: 0,
            drawn: vec![],
            draft: None,
            particles: vec![],
            everywhere: false,
            as_printed: false,
            throw: Throw::Alike,
            unit: 1.0,
            at_hit: AtHit::Anew,
            frame_rate: 10.0,
            frame_share: 0.0,
            rand: Rand(SEED),
            speed: 5.0,
            hits: 0,
            most_hits: 0,
            wrong: 0,
            trail: VecDeque::with_capacity(TRAIL + 1),
            refusal: None,
        };
        new.begin(1000);
        new
    }

    /// How particles start.
    fn start(&self) -> Start {
        if self.everywhere { Start::Everywhere } else { Start::Ring }
    }

    /// A particle's velocity (m/s): as printed what it holds is m a frame.
    fn velocity_of(&self, particle: &Particle) -> DVec2 {
        if self.as_printed { particle.velocity * self.frame_rate } else { particle.velocity }
    }

    /// Where the first particle starts (m).
    fn origin(&self) -> DVec2 {
        // In a room drawn by hand the place that the article starts from may lie outside, or on a wall.
        let near_wall = !self.boundary.contains(ARTICLE_START) || self.boundary.distance(ARTICLE_START) < 0.1;
        if near_wall { self.boundary.middle() } else { ARTICLE_START }
    }

    /// Puts `count` particles at their start.
    fn begin(&mut self, count: usize) {
        let (start, origin) = (self.start(), self.origin());
        self.particles.clear();
        if self.as_printed {
            // C draws the same numbers in each run, and so does each start here.
            (self.rand, self.frame_share) = (Rand(SEED), 0.0);
            let (throw, unit, rand) = (self.throw, self.unit, &mut self.rand);
            self.particles.extend((0..count).map(|_| Particle::new(origin, rand.throw(throw, unit))));
        } else {
            self.particles.extend((0..count).map(|i| started(start, i, count, &self.boundary, origin, self.speed)));
        }
        (self.hits, self.most_hits, self.wrong) = (0, 0, 0);
        self.trail.clear();
        self.trail.push_back(origin);
    }

    /// Moves into the room of these corners; particles that would be outside are put back in.
    fn move_into(&mut self, corners: Vec<DVec2>) -> Result<(), OutlineFault> {
        // Refused before anything is changed.
        self.boundary = Boundary::new(&corners)?;
        self.corners = corners;
        let origin = self.origin();
        for (i, particle) in self.particles.iter_mut().enumerate() {
            particle.look_again();
            if !self.boundary.contains(particle.position) {
                particle.put(place(i, &self.boundary, origin));
            }
        }
        self.trail.clear();
        Ok(())
    }

    /// Goes into one of the rooms; to draw one, when it is to be drawn by hand and none has been.
    fn enter(&mut self, which: usize) -> Result<(), Refused> {
        let of = |corners: &[(f64, f64)]| corners.iter().map(|c| DVec2::from(*c)).collect::<Vec<_>>();
        let corners = match which {
            0 => of(&ARTICLE),
            1 => of(&COMB),
            2 => of(&STAR),
            _ => self.drawn.clone(),
        };
        // None has been drawn yet: who chooses it draws it.
        if corners.is_empty() {
            self.begin_drawing();
            return Ok(());
        }
        self.move_into(corners).map_err(|fault| Refused(fault.to_string()))?;
        (self.which, self.draft, self.refusal) = (which, None, None);
        self.begin(self.particles.len());
        Ok(())
    }

    fn begin_drawing(&mut self) {
        (self.draft, self.refusal) = (Some(vec![]), None);
    }

    fn close(&mut self) -> Result<(), Refused> {
        let draft = self.draft.clone().unwrap_or_default();
        Boundary::new(&draft).map_err(|fault| Refused(fault.to_string()))?;
        self.drawn = draft;
        self.enter(DRAWN)
    }

    fn stop_drawing(&mut self) {
        (self.draft, self.refusal) = (None, None);
    }

    /// What the first particle meets next.
    fn next_hit(&self) -> Option<WallHit> {
        let first = self.particles.first()?;
        self.boundary.first_hit(first.position, self.velocity_of(first))
    }

    fn outside(&self) -> usize {
        // On a wall rounding may put a particle a hair behind it, which is not lost.
        let is_out = |p: &&Particle| !self.boundary.contains(p.position) && self.boundary.distance(p.position) > 1e-9;
        self.particles.iter().filter(is_out).count()
    }

    /// The greatest relative change of a speed since the start; 0 as printed, where each throw has its own.
    fn speed_error(&self) -> f64 {
        if self.as_printed {
            return 0.0;
        }
        self.particles.iter().map(|p| (p.velocity.length() / self.speed - 1.0).abs()).fold(0.0, f64::max)
    }

    /// The way of the first particle in the next frame along which the printed test looks, and the d that it divides by
    /// for the wall that is met next.
    fn printed_d(&self) -> Option<(f64, f64)> {
        let (first, hit) = (self.particles.first().filter(|_| self.as_printed)?, self.next_hit()?);
        // As the room was listed: the sign of d depends on which way round that was.
        let (.., edge) = self.boundary.as_listed().find(|(wall, ..)| *wall == hit.wall)?;
        let d = boundary::det(edge, -first.velocity);
        Some((d, if d.abs() < 1.0 { 0.001 } else { d }))
    }

    /// The same number of particles at their start.
    fn begin_again(&mut self) {
        self.begin(self.particles.len());
    }

    fn step_as_printed(&mut self, dt: f64) {
        self.frame_share += dt * self.frame_rate;
        // Rounding must not put a frame off to the next step.
        while self.frame_share > 1.0 - 1e-6 {
            self.frame_share -= 1.0;
            self.frame_as_printed();
        }
    }

    /// One frame of the printed program for every particle.
    fn frame_as_printed(&mut self) {
        let (origin, throw, unit, rand) = (self.origin(), self.throw, self.unit, &mut self.rand);
        for (i, particle) in self.particles.iter_mut().enumerate() {
            // From before the frame: what the test was asked, whatever it did to the particle.
            let before = *particle;
            let anew = || Particle::new(origin, rand.throw(throw, unit));
            let printed = particle.frame_as_printed(&self.boundary, self.at_hit, anew);
            // Thrown anew it matters only whether there was a hit; mirrored, at which wall.
            // A particle that is lost outside can hit nothing rightly.
            if self.boundary.contains(before.position) {
                let truth = self.boundary.first_hit(before.position, before.velocity).filter(|hit| hit.cramer.t <= 1.0);
                self.wrong += u64::from(match self.at_hit {
                    AtHit::Anew => truth.is_some() != printed.is_some(),
                    AtHit::Mirrored => truth.map(|hit| hit.wall) != printed,
                });
            }
            self.hits += u64::from(printed.is_some());
            // The trail is that of the first particle, and begins anew with each throw.
            if i == 0 && printed.is_some() {
                if self.at_hit == AtHit::Anew {
                    self.trail.clear();
                }
                self.trail.push_back(particle.position);
            }
        }
    }
}

impl Experiment for Room {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn waits(&self) -> bool {
        self.draft.is_some()
    }

    fn step(&mut self, dt: f32) {
        let dt = f64::from(dt);
        if self.as_printed {
            self.step_as_printed(dt);
        } else {
            // The trail of the first particle alone: a thousand of them would hide the room.
            let trail = &mut self.trail;
            self.most_hits = 0;
            for (i, particle) in self.particles.iter_mut().enumerate() {
                let hits = particle.advance(&self.boundary, dt, |at| {
                    if i == 0 {
                        trail.push_back(at);
                    }
                });
                self.hits += u64::from(hits);
                self.most_hits = self.most_hits.max(hits);
            }
        }
        while self.trail.len() > TRAIL {
            self.trail.pop_front();
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let at = |name: String, p: DVec2| {
            let position = on_ground(p.as_vec2());
            Handle { name, position, drag: Drag::Plane(Vec3::Y), typed: Typed::Place(boundary::FARTHEST as f32) }
        };
        let corners = self.draft.as_ref().unwrap_or(&self.corners);
        let mut handles: Vec<Handle> =
            corners.iter().enumerate().map(|(i, c)| at(format!("corner {}", i + 1), *c)).collect();
        // As printed the program throws the particle, and where a room is being drawn none flies.
        if let (Some(first), None, false) = (self.particles.first(), &self.draft, self.as_printed) {
            handles.push(at("particle".into(), first.position));
            let typed = Typed::Direction(on_ground(first.position.as_vec2()));
            let tip = at("velocity".into(), first.position + AIM * first.velocity.normalize_or_zero());
            handles.push(Handle { typed, ..tip });
        }
        handles
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = from_ground(to).as_dvec2();
        // A room that is being drawn is open; one that is in force must stay closed and simple.
        if let Some(corner) = name.strip_prefix("corner ").and_then(|n| n.parse::<usize>().ok()) {
            let mut corners = self.draft.clone().unwrap_or_else(|| self.corners.clone());
            let Some(moved) = corner.checked_sub(1).and_then(|i| corners.get_mut(i)) else { return };
            *moved = to;
            let result = match &mut self.draft {
                // An impossible corner leaves the room as it was, and the reason is told.
                Some(draft) => check_open(&corners).map(|()| *draft = corners),
                None => self.move_into(corners),
            };
            self.refusal = result.err();
            if self.which == DRAWN && self.draft.is_none() {
                self.drawn.clone_from(&self.corners);
            }
            return;
        }
        // Only the first can be taken: the others are the crowd.
        let Some(first) = self.particles.first_mut() else { return };
        match name {
            "particle" if self.boundary.contains(to) => first.put(to),
            "velocity" => {
                if let Some(along) = (to - first.position).try_normalize() {
                    first.velocity = along * self.speed;
                }
            }
            _ => return,
        }
        self.trail.clear();
        self.trail.push_back(first.position);
    }

    fn click(&mut self, at: Vec3) {
        let Some(draft) = &self.draft else { return };
        let at = from_ground(at).as_dvec2();
        if draft.len() >= 3 && draft[0].distance(at) < CLOSING {
            self.refusal = Boundary::new(draft).err();
            if self.refusal.is_none() {
                // What could refuse it has just been asked.
                let _ = self.close();
            }
            return;
        }
        let mut longer = draft.clone();
        longer.push(at);
        match check_open(&longer) {
            Ok(()) => (self.draft, self.refusal) = (Some(longer), None),
            Err(fault) => self.refusal = Some(fault),
        }
    }

    fn outline(&self) -> Vec<Vec3> {
        self.drawn.iter().map(|corner| on_ground(corner.as_vec2())).collect()
    }

    fn set_outline(&mut self, corners: &[Vec3]) -> Result<(), Refused> {
        let corners: Vec<DVec2> = corners.iter().map(|corner| from_ground(*corner).as_dvec2()).collect();
        Boundary::new(&corners).map_err(|fault| Refused(fault.to_string()))?;
        self.drawn = corners;
        // Another room stays in force: the drawn one is only kept for later.
        if self.which == DRAWN { self.enter(DRAWN) } else { Ok(()) }
    }

    fn formula(&self) -> Vec<String> {
        let general = "x + t·v = w₀ + s·e,  d = |e −v|,  s = |x−w₀ −v| / d,  t = |e x−w₀| / d".to_owned();
        let (Some(first), Some(hit)) = (self.particles.first(), self.next_hit()) else {
            return vec![general, word("the first particle is outside: no wall ahead").into()];
        };
        let wall = &self.boundary.walls()[hit.wall];
        let (e, v, delta, c) = (wall.edge, self.velocity_of(first), first.position - wall.start, hit.cramer);
        // |a b| = aₓ·b_y − a_y·bₓ
        let factor = |x: f64| if x < 0.0 { format!("({})", decimal(x, 2)) } else { decimal(x, 2) };
        let product = |ax, ay, bx, by| format!("{}·{} − {}·{}", factor(ax), factor(by), factor(ay), factor(bx));
        let mut lines = vec![
            general,
            format!("d = {} = {}", product(e.x, e.y, -v.x, -v.y), decimal(c.d, 3)),
            format!("s = ({}) / d = {}", product(delta.x, delta.y, -v.x, -v.y), decimal(c.s, 3)),
            format!("t = ({}) / d = {} s", product(e.x, e.y, delta.x, delta.y), decimal(c.t, 3)),
        ];
        lines.push(match self.printed_d() {
            Some((d, used)) => say!("as printed, in frames: d = {}, divided by {}", decimal(d, 3), decimal(used, 3)),
            None => word("F = S − 2(S·n)n,  so |F| = |S|").into(),
        });
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let cramer = self.next_hit().map(|hit| hit.cramer);
        let of = |part: fn(&boundary::Cramer) -> f64| cramer.as_ref().map_or(0.0, part);
        vec![
            Reading::number("s of the next hit", of(|c| c.s), ""),
            Reading::number("t of the next hit", of(|c| c.t), "s"),
            Reading::number("determinant d", of(|c| c.d), "m²/s"),
            Reading::number("hits", self.hits as f64, ""),
            Reading::number("most hits in a step", f64::from(self.most_hits), ""),
            Reading::number("outside", self.outside() as f64, ""),
            Reading::number("greatest change of a speed", self.speed_error(), ""),
            Reading::number("wrong answers of the printed test", self.wrong as f64, ""),
        ]
    }

    fn draw(&self, sketch: &mut Sketch) {
        figure::draw(self, sketch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::ParameterKind;

    fn click(lab: &mut Room, x: f32, y: f32) {
        lab.click(on_ground(glam::Vec2::new(x, y)));
    }

    fn value(lab: &Room, name: &str) -> f64 {
        lab.readings().into_iter().find(|r| r.name == name).unwrap().value
    }

    #[test]
    fn the_printed_d_has_the_sign_of_the_way_round_in_which_the_room_was_listed() {
        let mut signs = std::collections::BTreeSet::new();
        for room in 0..DRAWN {
            let mut lab = Room::new();
            lab.set("Room", ParameterValue::Choice(room)).unwrap();
            lab.set("As printed", ParameterValue::Flag(true)).unwrap();
            // Twice the area within the corners as they were listed: positive counter-clockwise.
            let next = lab.corners.iter().cycle().skip(1);
            let area: f64 = lab.corners.iter().zip(next).map(|(a, b)| boundary::det(*a, *b)).sum();
            let (d, _) = lab.printed_d().unwrap();
            assert_eq!(d.signum(), area.signum(), "room {room}: d = {d}, area {area}");
            signs.insert(d > 0.0);
        }
        assert_eq!(signs.len(), 2, "some rooms are listed either way round");
    }

    #[test]
    fn a_room_is_drawn_by_clicks_and_a_wall_that_crosses_another_is_refused() {
        let mut lab = Room::new();
        lab.set("Room", ParameterValue::Choice(DRAWN)).unwrap();
        assert!(lab.set("Close the room", ParameterValue::Act).is_err(), "nothing is drawn yet");
        [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (4.0, 3.0)].into_iter().for_each(|(x, y)| click(&mut lab, x, y));
        click(&mut lab, 6.0, -2.0);
        assert_eq!((lab.draft.as_ref().map(Vec::len), lab.refusal), (Some(4), Some(OutlineFault::Cross(1, 4))));
        click(&mut lab, 0.0, 8.0);
        // A click on the first corner closes it.
        click(&mut lab, 0.1, 0.2);
        assert_eq!((lab.draft.is_none(), lab.corners.len(), lab.refusal), (true, 5, None));
        for _ in 0..600 {
            lab.step(1.0 / 60.0);
        }
        assert_eq!((value(&lab, "outside"), value(&lab, "hits") > 1000.0), (0.0, true));
        // Away and back again.
        lab.set("Room", ParameterValue::Choice(1)).unwrap();
        lab.set("Room", ParameterValue::Choice(DRAWN)).unwrap();
        assert_eq!(lab.corners.len(), 5);
    }

    #[test]
    fn a_dragged_corner_takes_its_walls_along_and_leaves_no_particle_outside() {
        let mut lab = Room::new();
        (0..200).for_each(|_| lab.step(1.0 / 60.0));
        lab.drag("corner 5", on_ground(glam::Vec2::new(10.0, 9.0)));
        assert_eq!((lab.corners[4], lab.refusal), (DVec2::new(10.0, 9.0), None));
        assert_eq!(value(&lab, "outside"), 0.0);
        lab.drag("corner 5", on_ground(glam::Vec2::new(0.0, 9.0)));
        assert_eq!(lab.corners[4], DVec2::new(10.0, 9.0), "that would cross other walls");
        assert!(lab.refusal.is_some());
        (0..200).for_each(|_| lab.step(1.0 / 60.0));
        assert_eq!(value(&lab, "outside"), 0.0);
        assert!(value(&lab, "greatest change of a speed") < 1e-12);
    }

    #[test]
    fn the_readings_are_the_parameters_of_the_hit_that_comes() {
        let mut lab = Room::new();
        let (s, t) = (value(&lab, "s of the next hit"), value(&lab, "t of the next hit"));
        let hit = lab.next_hit().unwrap();
        let wall = lab.boundary.walls()[hit.wall];
        let first = lab.particles[0];
        let (on_path, on_wall) = (first.position + t * first.velocity, wall.start + s * wall.edge);
        assert!(on_path.distance(on_wall) < 1e-12);
        // One step of just that length brings the first particle there.
        lab.step(t as f32);
        assert!(lab.particles[0].position.distance(on_wall) < 1e-5);
    }

    #[test]
    fn the_printed_program_loses_nobody_until_its_ways_are_short() {
        let mut lab = Room::new();
        lab.set("As printed", ParameterValue::Flag(true)).unwrap();
        let run = |lab: &mut Room, seconds: u32| (0..60 * seconds).for_each(|_| lab.step(1.0 / 60.0));
        run(&mut lab, 20);
        assert_eq!((value(&lab, "outside"), value(&lab, "wrong answers of the printed test")), (0.0, 0.0));
        // Ten frames a second; (4, 4) hits in the first frame and (1, 1) in the fourth.
        assert!(value(&lab, "hits") > 200.0 * 1000.0 / 4.0, "{}", value(&lab, "hits"));
        assert!(lab.particles.iter().all(|p| lab.boundary.contains(p.position)));
        lab.set("Unit", ParameterValue::Number(0.1)).unwrap();
        run(&mut lab, 60);
        let (outside, wrong) = (value(&lab, "outside"), value(&lab, "wrong answers of the printed test"));
        assert!(outside > 900.0 && wrong > 900.0, "{outside} {wrong}");
        // Mirrored it is no better.
        lab.set("At a hit", ParameterValue::Choice(1)).unwrap();
        run(&mut lab, 60);
        assert!(value(&lab, "outside") > 200.0, "{}", value(&lab, "outside"));
        lab.set("As printed", ParameterValue::Flag(false)).unwrap();
        run(&mut lab, 10);
        assert_eq!((value(&lab, "outside"), value(&lab, "wrong answers of the printed test")), (0.0, 0.0));
    }

    #[test]
    fn mirrored_as_printed_points_are_lost_by_wrong_answers_alone_and_at_the_unit_of_the_article_too() {
        let mut lab = Room::new();
        lab.set("As printed", ParameterValue::Flag(true)).unwrap();
        lab.set("At a hit", ParameterValue::Choice(1)).unwrap();
        lab.set("Throws", ParameterValue::Choice(1)).unwrap();
        // Mirrored, the parts of a way are whole no more: d is small now and then with the article's unit, never with 4.
        for (unit, loses) in [(1.0, true), (4.0, false)] {
            lab.set("Unit", ParameterValue::Number(unit)).unwrap();
            (0..60 * 60).for_each(|_| lab.step(1.0 / 60.0));
            let (outside, wrong) = (value(&lab, "outside"), value(&lab, "wrong answers of the printed test"));
            assert!((outside > 0.0) == loses && outside <= wrong, "{unit}: {outside} {wrong}");
        }
    }

    #[test]
    fn every_way_of_the_printed_program_can_be_set_to_its_ends() {
        for everything in [0, 1] {
            let mut lab = Room::new();
            lab.set("As printed", ParameterValue::Flag(true)).unwrap();
            for Parameter { name, kind, .. } in lab.parameters() {
                match kind {
                    ParameterKind::Number { range, .. } => {
                        let end = if everything == 0 { *range.start() } else { *range.end() };
                        lab.set(name, ParameterValue::Number(end)).unwrap();
                    }
                    ParameterKind::Choice { names, .. } if name != "Room" => {
                        lab.set(name, ParameterValue::Choice(everything * (names.len() - 1))).unwrap();
                    }
                    _ => {}
                }
            }
            (0..200).for_each(|_| lab.step(1.0 / 60.0));
            assert!(lab.readings().iter().all(|r| r.value.is_finite()) && !lab.formula().is_empty());
        }
    }
}
