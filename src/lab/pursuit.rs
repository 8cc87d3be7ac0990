//! Laboratory 1: pursuit. A chaser always heads for where its target is now.
//!
//! The chaser at p runs with speed s: v = s·(q − p)/|q − p|. Two guards make the formula safe: where q = p there is no
//! direction, and the chaser stays; and it never moves farther than the target is.

use super::numbers::{coordinates, number};
use super::{Drag, Entry, Experiment, Handle, Ink, Parameter, ParameterKind, Reading, Refused, Sketch, Value};
use super::{from_ground, on_ground};
use crate::math::sin_cos;
use crate::say;
use crate::scene::SceneCamera;
use crate::view::Glyph;
use crate::words::word;
use glam::{Quat, Vec3};
use std::collections::VecDeque;
use std::f32::consts::TAU;

/// For the gallery.
pub const ENTRY: Entry = Entry {
    id: "pursuit",
    title: "Pursuit",
    about: "A chaser always heads for where its target is now; drag the target.",
    explanation: "At every moment the chaser runs straight towards the place where its target is just then. It needs \
                  only the difference of the two positions, divided by its length: a direction. Drag the target, or \
                  let it run on a curve. A chaser that is faster always gets there; a slower one is led around for \
                  ever. With a lead it runs to where the target will be, and needs less time. The printed program \
                  divides by a distance that can be zero and moves by a fixed amount each frame: it shoots past its \
                  target and trembles around it.",
    start: || Box::new(Pursuit::default()),
    camera: SceneCamera { target: Vec3::new(0.0, 0.0, 0.0), distance: 13.0, yaw_deg: 0.0, pitch_deg: 62.0 },
    hz: 60.0,
};

/// The printed program moves by so much each frame (m).
const PRINTED_STEP: f32 = 0.2;
/// Radius of the target's curve (m).
const CURVE: f32 = 3.0;
/// Points of a trail.
const TRAIL: usize = 480;
/// How far chaser and target may be from the origin (m).
const REACH: f32 = 100.0;

/// How the target moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Hand,
    Circle,
    Eight,
}

const COURSES: [Course; 3] = [Course::Hand, Course::Circle, Course::Eight];

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
    /// Share of the time to the target by which it runs ahead.
    lead: f32,
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
    captured: bool,
    ever_captured: bool,
    dt: f32,
}

impl Default for Pursuit {
    fn default() -> Self {
        let chaser = Vec3::new(-4.5, 0.0, 2.0);
        let mut new = Self {
            in_space: false,
            course: Course::Circle,
            speed: 2.0,
            target_speed: 1.6,
            capture_radius: 0.3,
            lead: 0.0,
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
            captured: false,
            ever_captured: false,
            dt: 1.0 / ENTRY.hz,
        };
        new.put_on_curve();
        new.target_before = new.target;
        new
    }
}

/// How far to move in one step towards `aim`: v·dt, never past it, and nothing where there is no direction.
pub fn pursue(from: Vec3, aim: Vec3, speed: f32, dt: f32) -> Vec3 {
    let way = aim - from;
    let distance = way.length();
    if distance <= speed * dt {
        way
    } else if distance > 0.0 {
        way / distance * (speed * dt)
    } else {
        Vec3::ZERO
    }
}

/// The printed step: a fixed length towards the target, also past it; none where the distance is zero, for 0/0 is no
/// number.
pub fn pursue_as_printed(from: Vec3, target: Vec3) -> Option<Vec3> {
    let way = target - from;
    let distance = (way.x * way.x + way.y * way.y + way.z * way.z).sqrt();
    (distance > 0.0).then(|| way / distance * PRINTED_STEP)
}

impl Pursuit {
    fn distance(&self) -> f32 {
        self.chaser.distance(self.target)
    }

    /// Where the chaser heads for: the target, or ahead of it by a share of the time it takes to get there.
    fn aim(&self) -> Vec3 {
        if self.speed > 0.0 {
            self.target + self.target_velocity * (self.lead * self.distance() / self.speed)
        } else {
            self.target
        }
    }

    /// Position and direction of travel, per radian, on the curve.
    fn curve(&self) -> (Vec3, Vec3) {
        let (s, c) = sin_cos(self.phase);
        let (s2, c2) = sin_cos(2.0 * self.phase);
        let (flat, along) = match self.course {
            Course::Circle => (Vec3::new(c, 0.0, -s), Vec3::new(-s, 0.0, -c)),
            // Lemniscate of Gerono.
            Course::Eight => (Vec3::new(s, 0.0, -0.5 * s2), Vec3::new(c, 0.0, -c2)),
            Course::Hand => (Vec3::ZERO, Vec3::ZERO),
        };
        let (height, climb) = if self.in_space { (0.4 + 0.3 * s2, 0.6 * c2) } else { (0.0, 0.0) };
        (self.center + (flat + Vec3::Y * height) * CURVE, (along + Vec3::Y * climb) * CURVE)
    }

    fn put_on_curve(&mut self) {
        if self.course != Course::Hand {
            self.target = self.curve().0;
        }
    }

    fn move_target(&mut self, dt: f32) {
        if self.course == Course::Hand {
            self.target_velocity = (self.target - self.target_before) / dt;
        } else {
            // So many radians that the length of the way is speed times time, wherever on the curve.
            let (_, along) = self.curve();
            let turn = self.target_speed * dt / along.length().max(1e-3);
            self.phase = (self.phase + turn) % TAU;
            let (now, along) = self.curve();
            self.target = now;
            self.target_velocity = along.normalize_or_zero() * self.target_speed;
        }
        self.target_before = self.target;
    }

    /// Into the plane where that is where everything is, and not too far away.
    fn place(&self, point: Vec3) -> Vec3 {
        let point = if self.in_space { point } else { Vec3::new(point.x, 0.0, point.z) };
        point.clamp_length_max(REACH)
    }

    fn forget_chase(&mut self) {
        self.printed = Some(self.chaser);
        (self.chase_time, self.captured, self.ever_captured) = (0.0, false, false);
        for trail in [&mut self.chaser_trail, &mut self.target_trail, &mut self.printed_trail] {
            trail.clear();
        }
    }

    fn set_in_space(&mut self, in_space: bool) {
        self.in_space = in_space;
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
        self.move_target(dt);
        self.captured = self.distance() <= self.capture_radius;
        let way = if self.captured { Vec3::ZERO } else { pursue(self.chaser, self.aim(), self.speed, dt) };
        self.chaser += way;
        self.chaser_velocity = way / dt;
        self.captured = self.distance() <= self.capture_radius;
        self.ever_captured |= self.captured;
        if !self.ever_captured {
            self.chase_time += dt;
        }
        if self.as_printed {
            self.printed = self.printed.and_then(|p| pursue_as_printed(p, self.target).map(|way| p + way));
        }
        remember(&mut self.chaser_trail, self.chaser);
        remember(&mut self.target_trail, self.target);
        if let Some(printed) = self.printed.filter(|_| self.as_printed) {
            remember(&mut self.printed_trail, printed);
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let number = |value, range, unit| ParameterKind::Number { value, range, unit };
        let course = COURSES.iter().position(|course| *course == self.course).unwrap_or(0);
        vec![
            Parameter {
                name: "Where",
                help: "In the plane, or in space with the same formula.",
                kind: ParameterKind::Choice { value: usize::from(self.in_space), names: &["plane", "space"] },
            },
            Parameter {
                name: "Target",
                help: "Moved by your hand alone, or running on a curve that you can drag.",
                kind: ParameterKind::Choice { value: course, names: &["by hand", "circle", "figure of eight"] },
            },
            Parameter { name: "Speed", help: "Of the chaser.", kind: number(self.speed, 0.0..=20.0, "m/s") },
            Parameter {
                name: "Target's speed",
                help: "On its curve.",
                kind: number(self.target_speed, 0.0..=20.0, "m/s"),
            },
            Parameter {
                name: "Capture radius",
                help: "The target is captured when it is no farther than this.",
                kind: number(self.capture_radius, 0.0..=2.0, "m"),
            },
            Parameter {
                name: "Lead",
                help: "Share of the time to the target by which the chaser aims ahead of it: 0 is plain pursuit, 1 the \
                       place where the target will be when a chaser in a straight line gets there.",
                kind: number(self.lead, 0.0..=2.0, ""),
            },
            Parameter {
                name: "As printed",
                help: "A second chaser runs the printed program: 0.2 m each frame, past the target too.",
                kind: ParameterKind::Flag(self.as_printed),
            },
            Parameter {
                name: "Put the chaser on the target",
                help: "Distance zero: no direction. The chaser stays; the printed program divides zero by zero.",
                kind: ParameterKind::Action,
            },
        ]
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), Refused> {
        match (name, value) {
            ("Where", Value::Choice(index)) => self.set_in_space(index == 1),
            ("Target", Value::Choice(index)) => {
                self.course = COURSES[index.min(COURSES.len() - 1)];
                self.put_on_curve();
                self.target_before = self.target;
            }
            ("Speed", Value::Number(x)) => self.speed = x,
            ("Target's speed", Value::Number(x)) => self.target_speed = x,
            ("Capture radius", Value::Number(x)) => self.capture_radius = x,
            ("Lead", Value::Number(x)) => self.lead = x,
            ("As printed", Value::Flag(on)) => {
                self.as_printed = on;
                self.printed = Some(self.chaser);
                self.printed_trail.clear();
            }
            ("Put the chaser on the target", Value::Act) => {
                self.chaser = self.target;
                self.printed = Some(self.target);
            }
            _ => return Err(Refused(format!("there is no {name} to set so"))),
        }
        Ok(())
    }

    fn handles(&self) -> Vec<Handle> {
        let drag = if self.in_space { Drag::Screen } else { Drag::Plane(Vec3::Y) };
        let handle = |name: &str, position| Handle { name: name.into(), position, drag };
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
                self.center += to - self.target;
                self.target = to;
                if self.course != Course::Hand {
                    self.target_before = to;
                }
            }
            _ => {}
        }
    }

    fn click(&mut self, at: Vec3) {
        let height = Vec3::Y * self.target.y;
        self.drag("target", Vec3::new(at.x, 0.0, at.z) + height);
    }

    fn formula(&self) -> Vec<String> {
        let (way, distance) = (self.aim() - self.chaser, self.chaser.distance(self.aim()));
        let mut lines = vec!["v = s · (q \u{2212} p)/|q \u{2212} p|".to_owned()];
        if self.lead > 0.0 {
            lines[0] = "v = s · (a \u{2212} p)/|a \u{2212} p|".into();
            lines.push(format!("a = q + k·|q \u{2212} p|/s · u = {}", coordinates(self.aim(), self.in_space)));
        }
        if distance > 0.0 {
            let v = way / distance * self.speed;
            let (speed, distance) = (number(self.speed), number(distance));
            lines.push(format!(
                "  = {speed} · {}/{distance} = {} m/s",
                coordinates(way, self.in_space),
                coordinates(v, self.in_space)
            ));
        } else {
            lines.push(word("  = no direction: q = p, the chaser stays").into());
        }
        let (reach, left) = (self.speed * self.dt, distance);
        lines.push(say!(
            "step = min(s·dt, |q − p|) = min({}, {}) = {} m",
            number(reach),
            number(left),
            number(reach.min(left))
        ));
        let (sign, state) = if self.captured { ("\u{2264}", "captured") } else { (">", "not yet captured") };
        lines.push(say!(
            "|q − p| = {} {} r = {}: {}",
            number(self.distance()),
            sign,
            number(self.capture_radius),
            word(state)
        ));
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let way = (self.target - self.chaser).normalize_or_zero();
        let closing = (self.chaser_velocity - self.target_velocity).dot(way);
        let printed = self.printed.filter(|_| self.as_printed).map_or(0.0, |p| p.distance(self.target));
        let reading = |name, value: f32, unit| Reading::number(name, f64::from(value), unit);
        vec![
            reading("distance", self.distance(), "m"),
            reading("chaser speed", self.chaser_velocity.length(), "m/s"),
            reading("closing speed", closing, "m/s"),
            reading("chase time", self.chase_time, "s"),
            Reading::fact("captured", self.captured),
            reading("printed distance", printed, "m"),
        ]
    }

    fn draw(&self, sketch: &mut Sketch) {
        let trails =
            [(&self.target_trail, Ink::Second), (&self.chaser_trail, Ink::First), (&self.printed_trail, Ink::Wrong)];
        for (trail, ink) in trails {
            let points: Vec<Vec3> = trail.iter().copied().collect();
            sketch.path(&points, false, ink, 1.5);
        }
        let (p, q, aim) = (self.chaser, self.target, self.aim());
        sketch.dashes(p, q, 0.25, Ink::Faint);
        if self.in_space {
            for point in [p, q] {
                sketch.dashes(point, on_ground(from_ground(point)), 0.15, Ink::Faint);
            }
        }
        sketch.ball(p, 0.14, Quat::IDENTITY, Ink::First);
        sketch.ball(q, 0.14, Quat::IDENTITY, Ink::Second);
        sketch.words(p, "p", Ink::First);
        sketch.words(q, "q", Ink::Second);
        let ring = if self.captured { Ink::Right } else { Ink::Faint };
        let normals: &[Vec3] = if self.in_space { &[Vec3::X, Vec3::Y, Vec3::Z] } else { &[Vec3::Y] };
        for normal in normals {
            sketch.circle(q, *normal, self.capture_radius, ring, 2.0);
        }
        if self.lead > 0.0 {
            sketch.dashes(p, aim, 0.25, Ink::Third);
            sketch.point(aim, Glyph::Cross, Ink::Third, 12.0);
            sketch.words(aim, "a", Ink::Third);
        }
        // Half a second of way.
        sketch.arrow(q, self.target_velocity * 0.5, Ink::Second);
        sketch.named_arrow(p, pursue(p, aim, self.speed, 0.5), Ink::First, "v");
        if let Some(printed) = self.printed.filter(|_| self.as_printed) {
            sketch.point(printed, Glyph::Disc, Ink::Wrong, 12.0);
            sketch.words(printed, word("as printed"), Ink::Wrong);
        } else if self.as_printed {
            sketch.note(word("As printed: 0/0, the chaser is nowhere any more. Restart to see it again."));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Lab, LabCommand, real};
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
            let way = pursue(from, aim, speed, dt);
            prop_assert!(way.is_finite());
            prop_assert!(way.length() <= speed * dt * 1.000_01 + 1e-6);
            let (before, after) = (aim - from, aim - (from + way));
            prop_assert!(after.dot(before) >= -1e-4 * before.length_squared().max(1.0), "{way} goes past {before}");
            let least = (before.length() - speed * dt).max(0.0);
            prop_assert!((after.length() - least).abs() < 1e-3, "{} is left of {}", after.length(), before.length());
        }

        #[test]
        fn any_chase_stays_finite(
            chaser in point(), target in point(), speed in real(0.0..20.0), target_speed in real(0.0..20.0),
            lead in real(0.0..2.0), course in 0usize..3, space in 0usize..2
        ) {
            let mut pursuit = Pursuit::default();
            for (name, value) in [
                ("Where", Value::Choice(space)), ("Target", Value::Choice(course)), ("Speed", Value::Number(speed)),
                ("Target's speed", Value::Number(target_speed)), ("Lead", Value::Number(lead)),
                ("As printed", Value::Flag(true)),
            ] {
                pursuit.set(name, value).unwrap();
            }
            pursuit.drag("chaser", chaser);
            pursuit.drag("target", target);
            for _ in 0..300 {
                pursuit.step(1.0 / 60.0);
                prop_assert!(pursuit.chaser.is_finite() && pursuit.target.is_finite());
                prop_assert!(pursuit.chaser_velocity.length() <= speed * 1.001 + 1e-3);
                prop_assert!(pursuit.readings().iter().all(|r| r.value.is_finite()));
            }
        }
    }

    #[test]
    fn a_chase_along_a_line_takes_the_time_of_the_gap_over_the_difference_of_speeds() {
        // 3 m behind a target that flees at 1 m/s; 2 m/s; captured at 0.3 m: after (3 − 0.3)/(2 − 1) s.
        let mut pursuit = Pursuit { course: Course::Hand, ..Pursuit::default() };
        pursuit.drag("chaser", Vec3::ZERO);
        pursuit.drag("target", Vec3::X * 3.0);
        while !pursuit.captured && pursuit.chase_time < 10.0 {
            pursuit.target += Vec3::X / 240.0;
            pursuit.step(1.0 / 240.0);
        }
        assert!((pursuit.chase_time - 2.7).abs() < 0.02, "{}", pursuit.chase_time);
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
    fn a_full_lead_meets_a_target_in_a_straight_line_sooner() {
        let time = |lead: f32| {
            let mut pursuit = Pursuit { course: Course::Hand, lead, ..Pursuit::default() };
            pursuit.drag("chaser", Vec3::ZERO);
            pursuit.drag("target", Vec3::new(0.0, 0.0, -3.0));
            pursuit.target_before = pursuit.target;
            while !pursuit.captured && pursuit.chase_time < 20.0 {
                pursuit.target += Vec3::X * (1.5 / 240.0);
                pursuit.step(1.0 / 240.0);
            }
            pursuit.chase_time
        };
        assert!(time(1.0) < time(0.0) - 0.2, "{} {}", time(1.0), time(0.0));
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
        assert_eq!(pursue_as_printed(target, target), None);
        assert_eq!(pursue(target, target, 2.0, 0.1), Vec3::ZERO);
    }

    #[test]
    fn on_the_target_the_chaser_stays_and_the_printed_one_is_lost() {
        let mut lab = Lab::new(&ENTRY);
        let set = |lab: &mut Lab, name: &str, value| lab.apply(LabCommand::Set { name: name.into(), value }).unwrap();
        set(&mut lab, "Target", Value::Choice(0));
        set(&mut lab, "As printed", Value::Flag(true));
        set(&mut lab, "Put the chaser on the target", Value::Act);
        lab.step();
        let readings = lab.experiment().readings();
        assert!(readings.iter().any(|r| r.name == "captured" && r.value == 1.0), "{readings:?}");
        assert!(format!("{:?}", lab.experiment()).contains("printed: None"));
    }
}
