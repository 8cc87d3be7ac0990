//! Laboratory 6: the car, a rectangle that meets walls and other cars.
//!
//! Each step goes in pieces of at most [`PIECE`]; after each, all are moved out of walls and of each other, and if that
//! cannot be done at once they stay where they were. So no car is ever inside a wall, except
//! by the judgement that is printed.

mod body;
mod figure;
mod properties;
mod roads;
mod track;

use super::property;
use super::{
    Drag, Experiment, Handle, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, Typed, from_ground,
    on_ground,
};
use crate::language::word;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use body::{Between, CarOverlap, Controls, Response, Turn, Vehicle, overlap, overlap_by_corners, part};
use glam::{DVec2, Vec3};
use properties::PROPERTIES;
use roads::RING;
use track::{CarJudgement, RaceTrack, Segment};

/// For the gallery. Source: SEEDS S6.
pub const LABORATORY: Laboratory = Laboratory {
    id: "car",
    topic: Topic::Paths,
    title: "The car",
    about: "Drive with the arrow keys: corners, feet of perpendiculars, push-out and steering are drawn as they happen",
    explanation: "A car is a rectangle, a wall a straight segment with a front and a back. A circle around the car tells \
        which walls are near enough to ask. A corner of the car is behind a wall when N·p − N·a is negative and the foot \
        of its perpendicular lies on the wall; an end of a wall may lie inside the car. Then the car is moved out along N, \
        its normal speed is turned round, friction takes some of the tangential one, and the wall steers it: met at less \
        than 45° it turns along the wall, at more than 135° along it backwards, in between towards its perpendicular. Where two walls \
        jut out together a corner must be behind both, where they recede it is enough to be behind one; printed, each wall \
        is asked alone, and a car beside a sharp corner is hit by the wall behind it. Two cars are compared by separating \
        axes; corners alone are blind to cars that cross like a plus sign. You start alone; more cars come with “Cars”.",
    start: || Box::new(Driving::new()),
    camera: SceneCamera::plan(Vec3::new(0.0, 0.0, 1.0), 56.0),
    hz: 60.0,
};

/// Longest way in one go (m).
const PIECE: f64 = 0.1;
/// Rounds of moving out before a piece is given up.
const ROUNDS: usize = 24;
/// Depths below this count as touching (m).
const SLACK: f64 = 1e-6;
/// A wall within this of a side of a car does not count as inside it (m).
const MARGIN: f64 = 1e-3;
/// How long a hit is shown (s).
const SHOWN: f64 = 1.5;
/// Share of its speed that time has in slow motion.
const SLOW: f64 = 0.1;
/// From the nose of a car to its handle (m).
const NOSE: f64 = 1.9;
/// How far a car may be from the middle of the road along each axis (m).
const REACH: f32 = 30.0;
/// Most cars.
const MOST: usize = 6;

/// A hit, kept to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CarHit {
    /// The car's corner, or the wall's end (m).
    point: DVec2,
    /// The wall's unit normal, and its unit direction.
    normal: DVec2,
    along: DVec2,
    depth: f64,
    /// Where the car was, and its heading before and after.
    position: DVec2,
    headings: [DVec2; 2],
    turn: Option<Turn>,
    /// Seconds since.
    age: f64,
}

/// One car and who drives it.
#[derive(Clone, Copy, Debug)]
struct Car {
    body: Vehicle,
    /// The place of [`COURSE`](roads::COURSE) it drives to.
    next: usize,
    /// For how long it has been stuck; below 0 it backs out (s).
    stuck: f64,
    hit: Option<CarHit>,
}

/// The questions that a car asks the walls in every step, those that cost least first, and their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Questions {
    /// All walls: of each it is asked whether it reaches into the circle around the car.
    walls: usize,
    /// Those that do.
    near: usize,
    /// Corners that are asked about, each of the four for each wall that is near.
    corners: usize,
    /// Those behind the line of the wall, N·p − N·a < 0.
    behind: usize,
    /// Those of them that are behind the wall by the judgement that is on.
    hit: usize,
    /// Ends of walls that jut out and lie in the car.
    ends: usize,
}

impl Questions {
    fn lines(self) -> [String; 3] {
        [
            say!("1. walls within the circle? {} of {}", self.near, self.walls),
            say!(
                "2. corners behind their lines? {} of {}; and behind the wall? {}",
                self.behind,
                self.corners,
                self.hit
            ),
            say!("3. ends of walls inside the car? {}", self.ends),
        ]
    }
}

/// The state.
#[derive(Clone, Debug)]
pub(super) struct Driving {
    track: RaceTrack,
    which: usize,
    cars: Vec<Car>,
    controls: Controls,
    judgement: CarJudgement,
    by_corners: bool,
    push: bool,
    response: Response,
    /// Whether time runs [slower](SLOW).
    slow: bool,
    hits: u64,
    /// Hits that only the printed judgement sees.
    false_hits: u64,
    /// Corners that it took for behind a wall after the last step.
    blamed_count: usize,
}

hash_fields!(CarHit { point, normal, along, depth, position, headings, turn, age });
hash_fields!(Car { body, next, stuck, hit });
hash_fields!(Driving {
    track,
    which,
    cars,
    controls,
    judgement,
    by_corners,
    push,
    response,
    slow,
    hits,
    false_hits,
    blamed_count
});

impl Driving {
    fn new() -> Self {
        let mut new = Self {
            track: RaceTrack::new(RING),
            which: 0,
            cars: vec![],
            controls: Controls::default(),
            judgement: CarJudgement::Together,
            by_corners: false,
            push: true,
            response: Response { restitution: 0.4, friction: 0.2, steering: 0.04, between: Between::Perpendicular },
            slow: false,
            hits: 0,
            false_hits: 0,
            blamed_count: 0,
        };
        new.enter(0, 1);
        new
    }

    fn overlap(&self, i: usize, j: usize) -> Option<CarOverlap> {
        let (a, b) = (&self.cars[i].body, &self.cars[j].body);
        if self.by_corners { overlap_by_corners(a, b) } else { overlap(a, b) }
    }

    /// The deepest that car `i` is behind a wall: where, how deep, the way out, and the wall's direction.
    fn worst(&self, i: usize) -> Option<CarHit> {
        let body = &self.cars[i].body;
        // The broad test: only walls that the circle around the car reaches.
        let near = |s: &Segment| s.distance(body.position) < body.radius();
        let corners = body.corners().into_iter().filter_map(|corner| {
            let behind = self.track.deepest(corner, near, self.judgement)?;
            let segment = &self.track.segments()[behind.segment];
            Some((corner, behind.depth, segment.normal, segment.along()))
        });
        // The other way round: a corner of the walls within the car, which no corner of the car shows.
        let tips = self.track.tips_inside(body).map(|(segment, depth, out)| {
            let tip = self.track.segments()[segment].end;
            (tip, depth, out, DVec2::new(out.y, -out.x))
        });
        // The deepest first: the way out of it often leads out of the others too.
        let deepest = corners.chain(tips).max_by(|a, b| a.1.total_cmp(&b.1)).filter(|found| found.1 > SLACK);
        deepest.map(|(point, depth, normal, along)| CarHit {
            point,
            normal,
            along,
            depth,
            position: body.position,
            headings: [body.heading; 2],
            turn: None,
            age: 0.0,
        })
    }

    /// Moves cars out of walls and of each other; false when some are still in after all rounds.
    fn settle(&mut self) -> bool {
        // Out of one wall may be into another: a few rounds settle what can be settled.
        for _ in 0..ROUNDS {
            let mut clear = true;
            for i in 0..self.cars.len() {
                let Some(hit) = self.worst(i) else { continue };
                clear = false;
                let body = &mut self.cars[i].body;
                body.position += hit.depth * hit.normal;
                if let Some(turn) = body.bounce(hit.normal, hit.along, self.response) {
                    self.hits += 1;
                    let headings = [hit.headings[0], body.heading];
                    self.cars[i].hit = Some(CarHit { turn: Some(turn), headings, ..hit });
                }
            }
            for i in 0..self.cars.len() {
                for j in i + 1..self.cars.len() {
                    // Walls first, so that a push out of another car is measured where the walls leave both.
                    let Some(found) = self.overlap(i, j).filter(|o| self.push && o.depth > SLACK) else { continue };
                    clear = false;
                    let (head, tail) = self.cars.split_at_mut(j);
                    part(&mut head[i].body, &mut tail[0].body, found, self.response);
                }
            }
            if clear {
                return true;
            }
        }
        false
    }

    /// Whether the car at `i` may be where it is.
    fn is_clear(&self, i: usize) -> bool {
        let body = &self.cars[i].body;
        // What was pushed out of a wall lies on it: the margin counts that as clear.
        let walls = !self.track.passes_through(body, MARGIN) && self.track.is_road(body.position);
        walls
            && (0..self.cars.len()).all(|j| i == j || !self.push || self.overlap(i, j).is_none_or(|o| o.depth < MARGIN))
    }

    fn piece(&mut self, dt: f64) {
        // Where all were: a piece that cannot be settled moves nobody.
        let mut before = [Vehicle::new(DVec2::ZERO, DVec2::X); MOST];
        for (kept, car) in before.iter_mut().zip(&self.cars) {
            *kept = car.body;
        }
        for i in 0..self.cars.len() {
            let controls = self.controls_of(i, dt);
            let body = &mut self.cars[i].body;
            body.drive(controls, dt);
            body.position += dt * body.velocity;
        }
        let settled = self.settle();
        // The printed judgement has no such net: what it throws through a wall stays there.
        if self.judgement == CarJudgement::Together && !(settled && (0..self.cars.len()).all(|i| self.is_clear(i))) {
            for (car, kept) in self.cars.iter_mut().zip(before) {
                // Half of the speed is lost each time, so that a car that is jammed comes to rest.
                (car.body.position, car.body.heading) = (kept.position, kept.heading);
                car.body.velocity *= 0.5;
            }
        }
    }

    /// Corners of the first car that a wall asked alone takes for behind it, and that are not: corner and segment.
    fn blamed(&self) -> impl Iterator<Item = (DVec2, usize)> + '_ {
        let body = self.cars[0].body;
        let near = move |i: &usize| self.track.segments()[*i].distance(body.position) < body.radius();
        body.corners().into_iter().flat_map(move |corner| {
            let wrong = move |i: &usize| {
                self.track.behind(*i, corner, CarJudgement::Alone).is_some()
                    && self.track.behind(*i, corner, CarJudgement::Together).is_none()
            };
            (0..self.track.segments().len()).filter(near).filter(wrong).map(move |i| (corner, i))
        })
    }

    /// What the first car asks the walls as it stands, and how many say yes.
    fn questions(&self) -> Questions {
        let body = &self.cars[0].body;
        let segments = self.track.segments();
        let near: Vec<usize> =
            (0..segments.len()).filter(|i| segments[*i].distance(body.position) < body.radius()).collect();
        let asked = || near.iter().flat_map(|i: &usize| body.corners().map(|corner| (*i, corner)));
        Questions {
            walls: segments.len(),
            near: near.len(),
            corners: asked().count(),
            behind: asked().filter(|(i, corner): &(usize, DVec2)| segments[*i].front(*corner) < 0.0).count(),
            hit: asked().filter(|(i, corner)| self.track.behind(*i, *corner, self.judgement).is_some()).count(),
            ends: self.track.tips_inside(body).count(),
        }
    }

    /// The angle between the first car's heading and the wall it met last (°).
    fn theta(&self) -> f64 {
        let angle = |hit: CarHit| hit.headings[0].dot(hit.along).clamp(-1.0, 1.0).acos().to_degrees();
        self.cars[0].hit.map_or(0.0, angle)
    }
}

impl Experiment for Driving {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        let dt = if self.slow { SLOW * f64::from(dt) } else { f64::from(dt) };
        for car in &mut self.cars {
            if let Some(hit) = &mut car.hit {
                hit.age += dt;
            }
            car.hit = car.hit.filter(|hit| hit.age < SHOWN);
        }
        // No car gets faster within a step than the fastest may be.
        let pieces = (body::FASTEST * dt / PIECE).ceil().clamp(1.0, 100.0);
        (0..pieces as u32).for_each(|_| self.piece(dt / pieces));
        // One that stays where it is blamed is one hit, however long it stays.
        let blamed_count = self.blamed().count();
        self.false_hits += blamed_count.saturating_sub(self.blamed_count) as u64;
        self.blamed_count = blamed_count;
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let ground = |p: DVec2| on_ground(p.as_vec2());
        let at = |name, p, typed| Handle { name, position: ground(p), drag: Drag::Plane(Vec3::Y), typed };
        let of = |(i, car): (usize, &Car)| {
            let (middle, nose) = (car.body.position, car.body.position + (car.body.half.x + NOSE) * car.body.heading);
            [
                at(format!("car {}", i + 1), middle, Typed::Place(REACH)),
                at(format!("nose {}", i + 1), nose, Typed::Direction(ground(middle))),
            ]
        };
        self.cars.iter().enumerate().flat_map(of).collect()
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = from_ground(to).as_dvec2();
        let Some((what, number)) = name.split_once(' ') else { return };
        let Some(i) = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|i| *i < self.cars.len())
        else {
            return;
        };
        let before = self.cars[i].body;
        let body = &mut self.cars[i].body;
        body.velocity = DVec2::ZERO;
        match what {
            "car" => body.position = to,
            _ => body.heading = (to - body.position).try_normalize().unwrap_or(body.heading),
        }
        // A hand puts no car into a wall or another car: it stays where it was.
        if !self.is_clear(i) {
            self.cars[i].body = before;
        }
    }

    fn formula(&self) -> Vec<String> {
        let general = "behind: N·p − N·a < 0;  out: p + depth·N;  v' = −e·vn + max(0, 1 − μ(1 + e)|vn|/|vt|)·vt";
        let mut lines = vec![word(general).to_owned()];
        lines.extend(self.questions().lines());
        lines.push(match self.cars[0].hit {
            None => word("no wall met just now").into(),
            Some(hit) => {
                let rule = match (hit.turn, self.response.between) {
                    // The same cases as in the response, named by what they turn towards.
                    (Some(Turn::Along), _) => word("θ < 45°: along the wall, by k·|vn|"),
                    (Some(Turn::Against), _) => word("θ > 135°: along it backwards, by k·|vn|"),
                    (_, Between::Perpendicular) => word("45° ≤ θ ≤ 135°: towards the perpendicular, by k·|vt|"),
                    (_, Between::Away) => word("45° ≤ θ ≤ 135°: away from the wall, by k·|vt|"),
                };
                // What the last hit turned, from the headings before and after.
                let turned = hit.headings[0].dot(hit.headings[1]).clamp(-1.0, 1.0).acos().to_degrees();
                let (depth, theta) = (format!("{:.4}", hit.depth), format!("{:.1}", self.theta()));
                say!("depth = {} m, θ = {}°; {}: turned {}°", depth, theta, rule, format!("{turned:.1}"))
            }
        });
        // By the axes, whichever test is on: this line says what is so.
        if let [a, b, ..] = &self.cars[..] {
            lines.push(match overlap(&a.body, &b.body) {
                Some(o) => {
                    say!("cars 1 and 2: every axis overlaps, least by {} m", format!("{:.3}", o.depth))
                }
                None => word("cars 1 and 2: an axis keeps them apart").into(),
            });
        }
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let body = &self.cars[0].body;
        let pair = |test: fn(&Vehicle, &Vehicle) -> Option<CarOverlap>| {
            let depth = |other: &Car| test(body, &other.body).map_or(0.0, |o| o.depth);
            self.cars.get(1).map_or(0.0, depth)
        };
        vec![
            Reading::number("speed", body.velocity.dot(body.heading), "m/s"),
            Reading::number("sideways", body.velocity.dot(body.heading.perp()), "m/s"),
            Reading::number("angle to the wall", self.theta(), "°"),
            Reading::number("depth of the last hit", self.cars[0].hit.map_or(0.0, |hit| hit.depth), "m"),
            Reading::number("hits", self.hits as f64, ""),
            Reading::number("hits that are none, as printed", self.false_hits as f64, ""),
            Reading::number("overlap of cars 1 and 2 by axes", pair(overlap), "m"),
            Reading::number("overlap of cars 1 and 2 by corners", pair(overlap_by_corners), "m"),
        ]
    }

    fn draw(&self, sketch: &mut Sketch) {
        figure::draw(self, sketch);
    }
}

#[cfg(test)]
mod tests {
    use super::roads::COURSE;
    use super::*;

    /// By segment against segment, and by the ray: an oracle that knows nothing of push-out.
    fn demand_clear(lab: &Driving, what: &str) {
        for car in &lab.cars {
            let b = Vehicle { half: car.body.half - 2e-3, ..car.body };
            assert!(b.position.is_finite() && b.velocity.is_finite() && b.heading.is_normalized(), "{what}: {b:?}");
            assert!(lab.track.is_road(b.position), "{what}: off the road: {b:?}");
            let corners = b.corners();
            for s in lab.track.segments() {
                for k in 0..4 {
                    let (p, q) = (corners[k], corners[(k + 1) % 4]);
                    let side = |a: DVec2, b: DVec2, c: DVec2| (b - a).perp_dot(c - a) > 0.0;
                    let crosses =
                        side(p, q, s.start) != side(p, q, s.end) && side(s.start, s.end, p) != side(s.start, s.end, q);
                    assert!(!crosses, "{what}: {b:?} crosses {s:?}");
                }
                assert!(b.depth_of(s.end).is_none(), "{what}: {b:?} holds {}", s.end);
            }
        }
    }

    #[test]
    fn no_car_is_ever_inside_a_wall_or_another_however_it_is_driven() {
        for (which, count, seed) in [(0, 1, 1u32), (0, 6, 2), (1, 1, 3), (1, 3, 4), (2, 4, 5), (0, 4, 6)] {
            let mut lab = Driving::new();
            lab.enter(which, count);
            lab.response.restitution = f64::from(seed % 3) * 0.5;
            if which == 2 {
                lab.drag("car 2", on_ground(glam::Vec2::new(15.0, 5.0)));
                // Sideways at the lower wall, faster than its tyres can stop it.
                lab.cars[0].body.velocity = DVec2::new(0.0, -25.0);
            }
            let mut state = seed;
            for step in 0..1500 {
                if step % 20 == 0 {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let bit = |k: u32| state >> (16 + k) & 1 == 1;
                    lab.controls =
                        Controls { throttle: bit(0) || bit(1), brake: bit(2) && bit(3), left: bit(4), right: bit(5) };
                }
                lab.step(1.0 / 60.0);
                demand_clear(&lab, &format!("track {which}, {count} cars, step {step}"));
                for i in 0..count {
                    for j in i + 1..count {
                        let deep = overlap(&lab.cars[i].body, &lab.cars[j].body).map_or(0.0, |o| o.depth);
                        assert!(deep < 2e-3, "track {which}, step {step}: {i} and {j} overlap by {deep}");
                    }
                }
            }
            assert!(lab.hits > 0, "track {which}: nothing was ever hit");
        }
    }

    #[test]
    fn the_player_starts_alone_and_nothing_moves_before_a_key_is_pressed() {
        let mut lab = Driving::new();
        let start = lab.cars[0].body;
        (0..600).for_each(|_| lab.step(1.0 / 60.0));
        assert_eq!((lab.cars.len(), lab.cars[0].body, lab.hits), (1, start, 0));
    }

    #[test]
    fn a_corner_that_stays_blamed_is_one_hit_that_is_none() {
        let mut lab = Driving::new();
        lab.set("Track", ParameterValue::Choice(1)).unwrap();
        lab.set("Throttle", ParameterValue::Flag(true)).unwrap();
        while lab.blamed().count() == 0 {
            lab.step(1.0 / 60.0);
        }
        (lab.cars[0].body.velocity, lab.controls) = (DVec2::ZERO, Controls::default());
        let seen = lab.false_hits;
        (0..60).for_each(|_| lab.step(1.0 / 60.0));
        assert!(seen > 0 && lab.blamed().count() > 0);
        assert_eq!(lab.false_hits, seen);
    }

    #[test]
    fn beside_a_sharp_corner_only_the_printed_judgement_sees_a_hit() {
        let drive = |judgement: usize| {
            let mut lab = Driving::new();
            lab.set("Track", ParameterValue::Choice(1)).unwrap();
            lab.set("Walls judged", ParameterValue::Choice(judgement)).unwrap();
            lab.set("Throttle", ParameterValue::Flag(true)).unwrap();
            (0..100).for_each(|_| lab.step(1.0 / 60.0));
            lab
        };
        // The spike's right side leans by 2.5 in 18: straight up from x = 1.8 the car meets its front late,
        // not its back.
        let (together, printed) = (drive(0), drive(1));
        assert!(together.cars[0].body.position.x > 0.0, "{:?}", together.cars[0].body);
        assert!(
            printed.hits > together.hits || printed.cars[0].body.position.x < together.cars[0].body.position.x - 0.5
        );
        assert!(together.false_hits > 0, "the printed test would have seen hits that were none");
        demand_clear(&together, "together");
    }

    #[test]
    fn crossed_cars_are_moved_apart_by_axes_and_left_by_corners() {
        let run = |test: usize| {
            let mut lab = Driving::new();
            lab.set("Track", ParameterValue::Choice(2)).unwrap();
            lab.set("Car against car", ParameterValue::Choice(test)).unwrap();
            lab.set("Cars push each other", ParameterValue::Flag(true)).unwrap();
            lab.step(1.0 / 60.0);
            overlap(&lab.cars[0].body, &lab.cars[1].body).map_or(0.0, |o| o.depth)
        };
        assert!(run(0) < 1e-3);
        assert!(run(1) > 1.0);
    }

    #[test]
    fn a_car_is_never_dragged_into_a_wall_or_another_car() {
        let mut lab = Driving::new();
        for to in [(0.0, 0.0), (100.0, 0.0), (-29.9, 0.0), (8.0, -15.4), (0.0, 20.0)] {
            lab.drag("car 1", on_ground(glam::Vec2::from(to)));
            demand_clear(&lab, &format!("{to:?}"));
        }
        lab.drag("car 1", on_ground(glam::Vec2::new(24.0, 5.0)));
        assert!(lab.cars[0].body.position.distance(DVec2::new(24.0, 5.0)) < 1e-6);
    }

    #[test]
    fn the_other_cars_find_their_way_round() {
        let mut lab = Driving::new();
        lab.enter(0, 3);
        let mut visited = std::collections::BTreeSet::new();
        for _ in 0..60 * 40 {
            lab.step(1.0 / 60.0);
            visited.insert(lab.cars[1].next);
        }
        assert_eq!(visited.len(), COURSE.len(), "{visited:?}");
    }

    #[test]
    fn in_slow_motion_ten_steps_lead_as_far_as_one() {
        let mut lab = Driving::new();
        lab.set("Slow motion", ParameterValue::Flag(true)).unwrap();
        lab.cars[0].body.velocity = DVec2::X;
        let (start, mut plain) = (lab.cars[0].body.position, lab.clone());
        plain.slow = false;
        plain.step(1.0 / 60.0);
        (0..10).for_each(|_| lab.step(1.0 / 60.0));
        let [slow, fast] = [&lab, &plain].map(|lab| lab.cars[0].body.position.distance(start));
        // Only the drag within the step differs.
        assert!((slow - fast).abs() < 1e-4 && (slow - 1.0 / 60.0).abs() < 2e-4, "{slow} {fast}");
    }

    #[test]
    fn the_questions_count_what_the_walls_answer() {
        let mut lab = Driving::new();
        // In the middle of the road nothing is near.
        assert_eq!(lab.questions(), Questions { walls: 16, near: 0, corners: 0, behind: 0, hit: 0, ends: 0 });
        // The lower wall lies along y = −20: the two corners to the right of the heading are behind it.
        lab.cars[0].body.position = DVec2::new(0.0, -20.0 + 0.5 * body::HALF.y);
        assert_eq!(lab.questions(), Questions { walls: 16, near: 1, corners: 4, behind: 2, hit: 2, ends: 0 });
        assert_eq!(lab.formula()[2], "2. corners behind their lines? 2 of 4; and behind the wall? 2");
        // The point of the spike in the middle of the car.
        lab.enter(1, 1);
        lab.cars[0].body.position = DVec2::new(0.0, -4.0);
        assert_eq!(lab.questions().ends, 1);
    }
}
