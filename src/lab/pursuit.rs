//! Laboratory 1: pursuit. A chaser always heads for where its target is now, or is aimed once and flies straight.
//!
//! The chaser at p runs with speed s: v = s·(q − p)/|q − p|. Two guards make the formula safe: where q = p there is no
//! direction, and the chaser stays; and it never moves farther than the target is. Source: SEEDS S1.

mod course;
mod figure;
mod intercept;
mod properties;

use super::property;
use super::{Drag, Experiment, Handle, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, Typed};
use crate::scene::{SceneCamera, Topic};
use course::Course;
use glam::Vec3;
use intercept::{share_until_within, time_to_intercept};
use properties::PROPERTIES;
use std::collections::VecDeque;

/// For the gallery.
pub const LABORATORY: Laboratory = Laboratory {
    id: "pursuit",
    topic: Topic::Paths,
    title: "Pursuit",
    about: "A chaser always heads for where its target is now; drag the target.",
    explanation: "At every moment the chaser runs straight towards the place where its target is just then. It needs \
                  only the difference of the two positions, divided by its length: a direction. Drag the target, or \
                  let it run on a curve. A chaser that is faster always gets there; a slower one is led around for \
                  ever. The other weapon is aimed once and flies straight: it hits what stands still and misses what \
                  runs, unless it is aimed at the intercept, the place where both are at the same time. A lead aims \
                  ahead by a rule of thumb: it helps against a target that runs straight and can do harm against one \
                  that turns. The printed program divides by a distance that can be zero and moves by a fixed amount \
                  each frame: it shoots past its target and trembles around it.",
    start: || Box::new(Pursuit::default()),
    camera: SceneCamera::plan(Vec3::new(0.0, 0.0, 0.0), 13.0),
    hz: 60.0,
};

/// The printed program moves by so much each frame (m).
const PRINTED_STEP: f32 = 0.2;
/// Points of a trail.
const TRAIL: usize = 480;
/// How far chaser and target may be from the origin (m).
const REACH: f32 = 100.0;

/// What the chaser aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The target, or by the lead ahead of it.
    Target,
    /// Where both would be at the same time if the target ran on straight.
    Intercept,
}

/// Chaser and target.
#[derive(Clone, Debug)]
pub struct Pursuit {
    in_space: bool,
    course: Course,
    /// Of the chaser (m/s).
    speed: f32,
    /// Of the target on its curve (m/s).
    target_speed: f32,
    capture_radius: f32,
    aim: Aim,
    /// Share of the time |q − p|/s by which the chaser aims ahead of the target.
    lead: f32,
    /// Whether the chaser is aimed at its start and then flies straight.
    aim_once: bool,
    /// Where it was aimed, a unit vector; none before it is.
    aimed: Option<Vec3>,
    /// Whether what was aimed once has hit: it stays on the target.
    has_hit: bool,
    as_printed: bool,
    chaser: Vec3,
    target: Vec3,
    /// Middle of the target's curve.
    center: Vec3,
    /// How far around the curve (rad).
    phase: f32,
    chaser_velocity: Vec3,
    target_velocity: Vec3,
    /// Where the target was a step ago.
    target_before: Vec3,
    /// Where the printed program has brought its chaser; nowhere once it has divided zero by zero.
    printed: Option<Vec3>,
    chaser_trail: VecDeque<Vec3>,
    target_trail: VecDeque<Vec3>,
    printed_trail: VecDeque<Vec3>,
    /// Time until the first capture, or so far (s).
    chase_time: f32,
    ever_captured: bool,
    dt: f32,
}

hash_variant!(Course, Aim);
hash_fields!(Pursuit {
    in_space,
    course,
    speed,
    target_speed,
    capture_radius,
    aim,
    lead,
    aim_once,
    aimed,
    has_hit,
    as_printed,
    chaser,
    target,
    center,
    phase,
    chaser_velocity,
    target_velocity,
    target_before,
    printed,
    chaser_trail,
    target_trail,
    printed_trail,
    chase_time,
    ever_captured,
    dt
});

impl Default for Pursuit {
    fn default() -> Self {
        let chaser = Vec3::new(-4.5, 0.0, 2.0);
        let mut new = Self {
            in_space: false,
            course: Course::Circle,
            speed: 2.0,
            target_speed: 1.6,
            capture_radius: 0.3,
            aim: Aim::Target,
            lead: 0.0,
            aim_once: false,
            aimed: None,
            has_hit: false,
            as_printed: false,
            chaser,
            target: Vec3::ZERO,
            center: Vec3::ZERO,
            phase: 0.0,
            chaser_velocity: Vec3::ZERO,
            target_velocity: Vec3::ZERO,
            target_before: Vec3::ZERO,
            printed: Some(chaser),
            chaser_trail: VecDeque::new(),
            target_trail: VecDeque::new(),
            printed_trail: VecDeque::new(),
            chase_time: 0.0,
            ever_captured: false,
            dt: 1.0 / LABORATORY.hz,
        };
        // Both stand on the curve from the start, or the first step would begin with a jump.
        new.put_on_curve();
        new.target_before = new.target;
        new
    }
}

/// How far to move in one step towards `aim`: v·dt, never past it, and nothing where there is no direction.
pub fn pursue(from: Vec3, aim: Vec3, speed: f32, dt: f32) -> Vec3 {
    let displacement = aim - from;
    let distance = displacement.length();
    // Within a step of the aim, and at a distance of 0, it arrives: nothing is divided by 0.
    if distance <= speed * dt {
        displacement
    } else if distance > 0.0 {
        displacement / distance * (speed * dt)
    } else {
        Vec3::ZERO
    }
}

/// The printed step: a fixed length towards the target, also past it; none where the distance is zero, for 0/0 is no
/// number.
pub fn pursue_as_printed(from: Vec3, target: Vec3) -> Option<Vec3> {
    let displacement = target - from;
    let distance =
        (displacement.x * displacement.x + displacement.y * displacement.y + displacement.z * displacement.z).sqrt();
    (distance > 0.0).then(|| displacement / distance * PRINTED_STEP)
}

/// Where chaser and target meet.
struct Intercept {
    /// Where (m, world).
    place: Vec3,
    /// How long from now (s, ≥ 0).
    time: f64,
}

impl Pursuit {
    fn distance(&self) -> f32 {
        self.chaser.distance(self.target)
    }

    /// Whether the target is no farther than the capture radius, or was hit.
    fn is_captured(&self) -> bool {
        self.has_hit || self.distance() <= self.capture_radius
    }

    /// Where chaser and target would meet if the target ran on straight.
    fn intercept(&self) -> Option<Intercept> {
        let time = time_to_intercept(self.chaser, self.speed, self.target, self.target_velocity)?;
        Some(Intercept { place: self.target + self.target_velocity * time as f32, time })
    }

    /// Where the chaser heads for. Where there is no intercept it is the target.
    fn aim(&self) -> Vec3 {
        match self.aim {
            Aim::Intercept => self.intercept().map_or(self.target, |met| met.place),
            // The time to the target at speed 0 has no end: then there is no lead.
            Aim::Target if self.speed > 0.0 => {
                self.target + self.target_velocity * (self.lead * self.distance() / self.speed)
            }
            Aim::Target => self.target,
        }
    }

    /// Whether the chaser heads for the target itself.
    fn aims_at_target(&self) -> bool {
        self.aim == Aim::Target && self.lead == 0.0
    }

    /// The velocity (m/s) with which the next step begins.
    fn velocity(&self) -> Vec3 {
        let towards = |aim: Vec3| (aim - self.chaser).normalize_or_zero();
        match (self.is_captured(), self.aim_once) {
            (true, _) => Vec3::ZERO,
            (false, true) => self.aimed.unwrap_or_else(|| towards(self.aim())) * self.speed,
            (false, false) => towards(self.aim()) * self.speed,
        }
    }

    /// Flies on for a step in which the target moved by `target_displacement` (m).
    ///
    /// A step may carry it through the target, so the hit is looked for on the way; from then on it stays
    /// on the target.
    fn fly_straight(&mut self, target_displacement: Vec3, dt: f32) {
        let displacement = self.aimed.unwrap_or_default() * (self.speed * dt);
        // The target has moved already: its displacement is taken off to see both as the step begins.
        let gap = self.target - target_displacement - self.chaser;
        match share_until_within(gap, target_displacement - displacement, self.capture_radius) {
            Some(share) => {
                // Straight on up to the hit, and from there along with the target.
                self.chaser += displacement * share + target_displacement * (1.0 - share);
                self.has_hit = true;
            }
            // Far off it has left the picture, and stays.
            None if (self.chaser + displacement).length() > REACH => {}
            None => self.chaser += displacement,
        }
    }

    /// Into the plane where that is where everything is, and not too far away.
    fn place(&self, point: Vec3) -> Vec3 {
        let point = if self.in_space { point } else { Vec3::new(point.x, 0.0, point.z) };
        point.clamp_length_max(REACH)
    }

    fn forget_chase(&mut self) {
        self.printed = Some(self.chaser);
        (self.chase_time, self.ever_captured) = (0.0, false);
        (self.aimed, self.has_hit) = (None, false);
        for trail in [&mut self.chaser_trail, &mut self.target_trail, &mut self.printed_trail] {
            trail.clear();
        }
    }

    /// The chaser that flies straight is aimed anew.
    fn aim_again(&mut self) {
        (self.aimed, self.has_hit) = (None, false);
    }

    fn set_in_space(&mut self, in_space: bool) {
        self.in_space = in_space;
        // A metre up, so that both can be told from their feet on the ground.
        let lift = if in_space { Vec3::Y } else { Vec3::ZERO };
        self.chaser = self.place(self.chaser) + lift;
        self.target = self.place(self.target) + lift;
        self.center = self.place(self.center * Vec3::new(1.0, 0.0, 1.0));
        self.put_on_curve();
        self.target_before = self.target;
        self.forget_chase();
    }
}

fn remember(trail: &mut VecDeque<Vec3>, point: Vec3) {
    if trail.len() == TRAIL {
        trail.pop_front();
    }
    trail.push_back(point);
}

impl Experiment for Pursuit {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        self.dt = dt;
        // The step counts to the chase unless it was over before.
        self.ever_captured |= self.is_captured();
        if !self.ever_captured {
            self.chase_time += dt;
        }
        let (before, target) = (self.chaser, self.target);
        if self.aim_once && self.aimed.is_none() {
            // As the picture shows it, before anything moves.
            self.aimed = Some((self.aim() - self.chaser).normalize_or_zero());
        }
        // The target goes first: the chaser heads for where it is at the end of the step.
        self.move_target(dt);
        if self.has_hit {
            // It stays on the target; a hand that drags the target has taken it along already.
            self.chaser += self.target - target;
        } else if self.aim_once {
            self.fly_straight(self.target - target, dt);
        } else if self.distance() > self.capture_radius {
            self.chaser += pursue(self.chaser, self.aim(), self.speed, dt);
        }
        self.chaser_velocity = (self.chaser - before) / dt;
        self.ever_captured |= self.is_captured();
        if self.as_printed {
            self.printed =
                self.printed.and_then(|p| pursue_as_printed(p, self.target).map(|displacement| p + displacement));
        }
        remember(&mut self.chaser_trail, self.chaser);
        remember(&mut self.target_trail, self.target);
        if let Some(printed) = self.printed.filter(|_| self.as_printed) {
            remember(&mut self.printed_trail, printed);
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let drag = if self.in_space { Drag::Screen } else { Drag::Plane(Vec3::Y) };
        let handle = |name: &str, position| Handle { name: name.into(), position, drag, typed: Typed::Place(REACH) };
        vec![handle("chaser", self.chaser), handle("target", self.target)]
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = self.place(to);
        match name {
            "chaser" => {
                self.chaser = to;
                self.forget_chase();
            }
            // On a curve the whole curve goes along.
            "target" => {
                if self.has_hit {
                    // The chaser sits on what it hit, and goes along.
                    self.chaser += to - self.target;
                }
                self.center += to - self.target;
                self.target = to;
                // By hand the displacement of the target is its speed; put on a curve it has the curve's.
                if self.course != Course::Hand {
                    self.target_before = to;
                }
            }
            _ => {}
        }
    }

    fn click(&mut self, at: Vec3) {
        // A click is on the ground: in space the target stays as high as it was.
        let height = Vec3::Y * self.target.y;
        self.drag("target", Vec3::new(at.x, 0.0, at.z) + height);
    }

    fn formula(&self) -> Vec<String> {
        self.in_formulas()
    }

    fn readings(&self) -> Vec<Reading> {
        let toward = (self.target - self.chaser).normalize_or_zero();
        // Before the first step it is what that step begins with.
        let velocity = if self.chaser_trail.is_empty() { self.velocity() } else { self.chaser_velocity };
        let closing = (velocity - self.target_velocity).dot(toward);
        // Until it is asked for the printed chaser goes with the other; once it has divided by zero it is nowhere.
        let printed = match (self.as_printed, self.printed) {
            (false, _) => self.distance(),
            (true, Some(place)) => place.distance(self.target),
            (true, None) => f32::NAN,
        };
        let reading = |name, value: f32, unit| Reading::number(name, f64::from(value), unit);
        vec![
            reading("distance", self.distance(), "m"),
            reading("distance to the aim", self.aim().distance(self.chaser), "m"),
            reading("chaser speed", velocity.length(), "m/s"),
            reading("closing speed", closing, "m/s"),
            reading("chase time", self.chase_time, "s"),
            Reading::fact("captured", self.is_captured()),
            reading("printed distance", printed, "m"),
        ]
    }

    fn camera(&self) -> Option<SceneCamera> {
        let aslant = SceneCamera { pitch_deg: 62.0, orthographic: false, ..SceneCamera::plan(Vec3::ZERO, 13.0) };
        self.in_space.then_some(aslant)
    }

    fn draw(&self, sketch: &mut Sketch) {
        self.draw_chase(sketch);
    }
}

#[cfg(test)]
mod tests {
    use super::course::LINE;
    use super::*;
    use crate::lab::{Lab, LabCommand, number};
    use crate::math::real;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        // Near, far, and exactly on grid points, so that some coincide.
        let coordinate = || prop_oneof![real(-50.0..50.0), (-3i32..3).prop_map(|i| i as f32), Just(0.0)];
        (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn a_step_is_never_too_long_never_past_the_target_and_always_a_number(
            from in point(), aim in point(), speed in real(0.0..100.0), dt in real(1e-4..0.1)
        ) {
            let displacement = pursue(from, aim, speed, dt);
            prop_assert!(displacement.is_finite());
            prop_assert!(displacement.length() <= speed * dt * 1.000_01 + 1e-6);
            let (before, after) = (aim - from, aim - (from + displacement));
            prop_assert!(after.dot(before) >= -1e-4 * before.length_squared().max(1.0), "{displacement} goes past {before}");
            let least = (before.length() - speed * dt).max(0.0);
            prop_assert!((after.length() - least).abs() < 1e-3, "{} is left of {}", after.length(), before.length());
        }

        #[test]
        fn any_chase_stays_finite(
            chaser in point(), target in point(), speed in real(0.0..20.0), target_speed in real(0.0..20.0),
            lead in real(0.0..2.0), course in 0usize..4, space in 0usize..2, aim in 0usize..2, once in any::<bool>()
        ) {
            let mut pursuit = Pursuit::default();
            for (name, value) in [
                ("Where", ParameterValue::Choice(space)), ("Target", ParameterValue::Choice(course)), ("Speed", ParameterValue::Number(speed)),
                ("Target's speed", ParameterValue::Number(target_speed)), ("Lead", ParameterValue::Number(lead)),
                ("As printed", ParameterValue::Flag(true)), ("Aim at", ParameterValue::Choice(aim)), ("Aim once", ParameterValue::Flag(once)),
            ] {
                pursuit.set(name, value).unwrap();
            }
            pursuit.drag("chaser", chaser);
            pursuit.drag("target", target);
            for _ in 0..300 {
                pursuit.step(1.0 / 60.0);
                prop_assert!(pursuit.chaser.is_finite() && pursuit.target.is_finite());
                // A step along a curve may be a little longer than its tangent.
                let fastest = if pursuit.has_hit { speed.max(1.2 * target_speed) } else { speed };
                prop_assert!(pursuit.chaser_velocity.length() <= fastest * 1.001 + 1e-2);
                let known = |r: &Reading| r.value.is_finite() || (r.name == "printed distance" && r.value.is_nan());
                prop_assert!(pursuit.readings().iter().all(known));
            }
        }
    }

    /// A target dragged by hand with a steady velocity until it is captured, or for twenty seconds.
    fn chase(mut pursuit: Pursuit, chaser: Vec3, target: Vec3, velocity: Vec3) -> Pursuit {
        pursuit.course = Course::Hand;
        pursuit.drag("chaser", chaser);
        pursuit.drag("target", target);
        pursuit.target_before = pursuit.target - velocity / 240.0;
        pursuit.target_velocity = velocity;
        while !pursuit.is_captured() && pursuit.chase_time < 20.0 {
            pursuit.drag("target", pursuit.target + velocity / 240.0);
            pursuit.step(1.0 / 240.0);
        }
        pursuit
    }

    #[test]
    fn before_the_first_step_the_speeds_are_those_that_it_begins_with() {
        let reading = |pursuit: &Pursuit, name: &str| {
            let found = pursuit.readings().into_iter().find(|reading| reading.name == name);
            found.expect("a reading").value
        };
        let mut pursuit = Pursuit::default();
        let begins = ["chaser speed", "closing speed"].map(|name| reading(&pursuit, name));
        assert!((begins[0] - f64::from(pursuit.speed)).abs() < 1e-6, "{begins:?}");
        pursuit.step(1e-3);
        for (name, begins) in ["chaser speed", "closing speed"].into_iter().zip(begins) {
            assert!((reading(&pursuit, name) - begins).abs() < 5e-3, "{name}: {begins}");
        }
        // Put on its target it has nothing to chase.
        pursuit.drag("chaser", pursuit.target);
        assert_eq!(reading(&pursuit, "chaser speed"), 0.0);
    }

    #[test]
    fn a_chase_along_a_line_takes_the_time_of_the_gap_over_the_difference_of_speeds() {
        // 3 m behind a target that flees at 1 m/s; 2 m/s; captured at 0.3 m: after (3 − 0.3)/(2 − 1) s, the step in
        // which it happens included.
        let pursuit = chase(Pursuit::default(), Vec3::ZERO, Vec3::X * 3.0, Vec3::X);
        assert!((pursuit.chase_time - 2.7).abs() < 1.5 / 240.0, "{}", pursuit.chase_time);
        // One step of a second brings it there: the chase took a second.
        let mut one = Pursuit { course: Course::Hand, speed: 5.0, ..Pursuit::default() };
        one.drag("chaser", Vec3::ZERO);
        one.drag("target", Vec3::X * 3.0);
        (0..3).for_each(|_| one.step(1.0));
        assert_eq!((one.is_captured(), one.chase_time), (true, 1.0));
    }

    #[test]
    fn aimed_once_it_hits_what_stands_or_what_it_meets_and_misses_what_runs_across() {
        // The target starts at (−5, −2) along x, the chaser 3 m beside it, square to its path.
        let fired = |aim, target_speed| {
            let mut pursuit = Pursuit { aim, aim_once: true, capture_radius: 0.01, target_speed, ..Pursuit::default() };
            pursuit.set("Target", ParameterValue::Choice(3)).unwrap();
            pursuit.drag("chaser", Vec3::new(-5.0, 0.0, 1.0));
            (0..1200).for_each(|_| pursuit.step(1.0 / 240.0));
            pursuit
        };
        let standing = fired(Aim::Target, 0.0);
        assert!(standing.has_hit && (standing.chase_time - 1.5).abs() < 2.0 / 240.0, "{}", standing.chase_time);
        let missed = fired(Aim::Target, 1.5);
        assert!(!missed.ever_captured && missed.chaser.distance(Vec3::new(-5.0, 0.0, -9.0)) < 1e-3, "2 m/s for 5 s");
        let met = fired(Aim::Intercept, 1.5);
        assert!(met.has_hit && (met.chase_time - 3.0 / 1.75_f32.sqrt()).abs() < 2.0 / 240.0, "{}", met.chase_time);
        assert!((met.chaser - met.target).length() < 0.011);
    }

    #[test]
    fn what_has_hit_stays_on_the_target() {
        let mut pursuit = Pursuit { aim_once: true, aim: Aim::Intercept, course: Course::Line, ..Pursuit::default() };
        pursuit.put_on_curve();
        (0..600).for_each(|_| pursuit.step(1.0 / 60.0));
        assert!(
            pursuit.has_hit && (pursuit.distance() - pursuit.capture_radius).abs() < 1e-3,
            "{}",
            pursuit.distance()
        );
        pursuit.drag("target", Vec3::new(1.0, 0.0, 3.0));
        pursuit.step(1.0 / 60.0);
        assert!((pursuit.distance() - pursuit.capture_radius).abs() < 1e-3);
        pursuit.set("Aim again", ParameterValue::Act).unwrap();
        pursuit.drag("chaser", Vec3::new(9.0, 0.0, 0.0));
        pursuit.step(1.0 / 60.0);
        assert!(!pursuit.has_hit && pursuit.aimed.is_some());
    }

    #[test]
    fn the_target_runs_to_and_fro_on_its_line_at_its_speed() {
        let mut pursuit = Pursuit { course: Course::Line, target_speed: 2.0, ..Pursuit::default() };
        pursuit.put_on_curve();
        let (start, mut farthest) = (pursuit.target, f32::NEG_INFINITY);
        for _ in 0..600 {
            let before = pursuit.target;
            pursuit.step(1.0 / 60.0);
            farthest = farthest.max(pursuit.target.x);
            assert!((pursuit.target - before).length() < 2.0 / 60.0 + 1e-4 && pursuit.target.z == start.z);
        }
        // 10 m there and 10 m back, at 2 m/s.
        assert!((farthest - LINE[0]).abs() < 0.05 && pursuit.target.distance(start) < 0.05, "{farthest}");
    }

    #[test]
    fn a_chaser_in_a_circle_settles_on_a_smaller_circle() {
        // A slower chaser ends on the circle of radius R·s/u, a quarter turn's line of sight behind: its way is
        // perpendicular to its own radius, so R² = ρ² + d².
        let mut pursuit = Pursuit { speed: 0.8, target_speed: 1.6, ..Pursuit::default() };
        (0..60 * 240).for_each(|_| pursuit.step(1.0 / 240.0));
        let (rho, d) = (pursuit.chaser.length(), pursuit.distance());
        assert!((rho - 1.5).abs() < 0.02, "{rho}");
        assert!((d - (9.0f32 - 2.25).sqrt()).abs() < 0.02, "{d}");
    }

    #[test]
    fn a_lead_meets_a_target_in_a_straight_line_sooner_and_the_intercept_soonest() {
        let time = |lead: f32, aim| {
            let pursuit = Pursuit { lead, aim, capture_radius: 0.01, ..Pursuit::default() };
            chase(pursuit, Vec3::ZERO, Vec3::X * 3.0, Vec3::Z * 1.5).chase_time
        };
        let (plain, lead, intercept) = (time(0.0, Aim::Target), time(1.0, Aim::Target), time(0.0, Aim::Intercept));
        // Plain pursuit of what runs across: d·s/(s² − u²); straight to the meeting: d/√(s² − u²).
        assert!((plain - 3.0 * 2.0 / 1.75).abs() < 0.03, "{plain}");
        assert!((intercept - 3.0 / 1.75_f32.sqrt()).abs() < 0.02, "{intercept}");
        assert!(intercept + 0.1 < lead && lead < plain - 0.5, "{intercept} {lead} {plain}");
    }

    #[test]
    fn a_lead_can_do_harm_against_a_target_that_turns() {
        // The numbers of the guide's page.
        for (lead, seconds) in [(0.0, 3.7), (2.0, 11.5)] {
            let mut pursuit = Pursuit { lead, ..Pursuit::default() };
            (0..1200).for_each(|_| pursuit.step(1.0 / 60.0));
            assert!((pursuit.chase_time - seconds).abs() < 0.05, "lead {lead}: {}", pursuit.chase_time);
        }
    }

    #[test]
    fn a_lead_of_one_aims_short_of_the_intercept() {
        let mut pursuit = Pursuit { lead: 1.0, ..Pursuit::default() };
        (pursuit.chaser, pursuit.target, pursuit.target_velocity) = (Vec3::ZERO, Vec3::X * 3.0, Vec3::Z * 1.5);
        let Intercept { place, time } = pursuit.intercept().unwrap();
        assert!((pursuit.aim() - Vec3::new(3.0, 0.0, 2.25)).length() < 1e-5, "u·|q − p|/s ahead");
        assert!((place.z - 3.4017).abs() < 1e-3 && (time - 2.2678).abs() < 1e-3, "{place} {time}");
    }

    #[test]
    fn formula_and_readings_tell_of_the_same_distances() {
        let mut pursuit = Pursuit { lead: 1.0, ..Pursuit::default() };
        let of = |pursuit: &Pursuit, name: &str| pursuit.readings().into_iter().find(|r| r.name == name).unwrap().value;
        (0..60).for_each(|_| pursuit.step(1.0 / 60.0));
        let lines = pursuit.formula().join("\n");
        let aim = number(of(&pursuit, "distance to the aim") as f32);
        assert!(lines.contains(&format!("step = min(s·dt, |a − p|) = min(0.033, {aim})")), "{lines}");
        assert!(lines.contains(&format!("|q − p| = {}", number(of(&pursuit, "distance") as f32))), "{lines}");
        (0..600).for_each(|_| pursuit.step(1.0 / 60.0));
        assert!(
            pursuit.is_captured() && pursuit.formula().iter().any(|line| line.contains("captured, the chaser stays"))
        );
    }

    #[test]
    fn as_printed_it_trembles_around_its_target_and_divides_zero_by_zero() {
        // S16: the length of a step is fixed, so a target 0.5 m away is overshot for ever.
        let target = Vec3::X * 0.5;
        let mut p = Vec3::ZERO;
        let mut overshot = 0;
        for _ in 0..100 {
            let before = p.x;
            p += pursue_as_printed(p, target).unwrap();
            overshot += u32::from((before - 0.5).signum() != (p.x - 0.5).signum());
        }
        assert!(overshot > 90, "{overshot}");
        // With the guard the last step is as short as what is left: it arrives, and stays.
        let steps = (0..100).scan(Vec3::ZERO, |p, _| {
            *p += pursue(*p, target, 12.0, 1.0 / 60.0);
            Some(p.x)
        });
        let places: Vec<f32> = steps.collect();
        assert!(places.iter().all(|x| *x <= 0.5), "{:?}", &places[..5]);
        erratum!(16, printed: overshot == 0, right: places[2..].iter().all(|x| *x == 0.5));
        assert_eq!(pursue_as_printed(target, target), None);
        assert_eq!(pursue(target, target, 2.0, 0.1), Vec3::ZERO);
    }

    #[test]
    fn on_the_target_the_chaser_stays_and_the_printed_one_is_lost() {
        let mut lab = Lab::new(&LABORATORY);
        let set = |lab: &mut Lab, name: &str, value| lab.apply(LabCommand::Set { name: name.into(), value }).unwrap();
        set(&mut lab, "Target", ParameterValue::Choice(0));
        set(&mut lab, "As printed", ParameterValue::Flag(true));
        set(&mut lab, "Put the chaser on the target", ParameterValue::Act);
        lab.step();
        let readings = lab.experiment().readings();
        assert!(readings.iter().any(|r| r.name == "captured" && r.value == 1.0), "{readings:?}");
        assert!(format!("{:?}", lab.experiment()).contains("printed: None"));
        let printed = readings.iter().find(|r| r.name == "printed distance").unwrap();
        assert!(printed.value.is_nan(), "what is nowhere is not at 0 m: {printed:?}");
    }
}
