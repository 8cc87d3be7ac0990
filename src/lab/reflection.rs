//! Laboratory 2: reflection. A velocity S meets a wall; n, T and F are built from it step by step.
//!
//! With the wall's unit normal û: n = (−S·û)û, T = S + n, F = 2T − S. The sign of û does not matter, and nothing in it
//! asks whether there are two dimensions or three.

use super::numbers::{coordinates, number};
use super::{Drag, Entry, Experiment, Handle, Ink, Parameter, ParameterKind, Reading, Refused, Sketch, Value};
use super::{from_ground, on_ground};
use crate::say;
use crate::scene::SceneCamera;
use crate::view::Glyph;
use crate::words::word;
use glam::{Quat, Vec2, Vec3};

/// For the gallery.
pub const ENTRY: Entry = Entry {
    id: "reflection",
    title: "Reflection",
    about: "A velocity meets a wall at any angle; drag both and see how its reflection is built.",
    explanation: "S is the velocity of a point that arrives at a wall. Its part across the wall, turned round, is n; \
                  what is left of S without the part across is T, along the wall. Going from S to T takes one n, and \
                  going on by another n gives the reflected velocity F. Drag the tail of S and the wall. With \
                  restitution below 1 the part across comes back smaller; with friction the part along is braked, by \
                  no more than the push allows. The printed programs forget to ask whether the point approaches at \
                  all: with a wall that has one side they pull a leaving point back, or speed it up.",
    start: || Box::new(Reflection::default()),
    camera: SceneCamera { target: Vec3::ZERO, distance: 12.0, yaw_deg: 0.0, pitch_deg: 58.0 },
    hz: 60.0,
};

/// Half of the wall as it is drawn (m).
const WALL: f32 = 5.0;
/// The handle that turns the wall is this far from its middle (m).
const GRIP: f32 = 3.5;
/// Fastest velocity (m/s).
const FASTEST: f32 = 20.0;
/// Seconds from the start of the way to the wall, and from the wall to its end.
const APPROACH: f32 = 1.0;

/// A reflection with everything that is built on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// The part of S across the wall, turned round: (−S·û)û.
    pub n: Vec3,
    /// The part of S along the wall: S + n.
    pub t: Vec3,
    /// The reflected velocity: 2T − S.
    pub f: Vec3,
}

/// Reflects `s` off a wall with unit normal `normal`, whichever of its two signs.
pub fn reflect(s: Vec3, normal: Vec3) -> Parts {
    let n = normal * -s.dot(normal);
    let t = s + n;
    Parts { n, t, f: 2.0 * t - s }
}

/// The same with restitution `e`, 0…1, and Coulomb friction `mu`, from 0: the push across the wall is (1 + e)|S·û| for
/// each kilogram, and friction takes at most `mu` times that from T, never more than there is.
pub fn bounce(s: Vec3, normal: Vec3, e: f32, mu: f32) -> Vec3 {
    let Parts { n, t, .. } = reflect(s, normal);
    let along = t.length();
    let push = (1.0 + e) * n.length();
    let kept = if along > 0.0 { (1.0 - mu * push / along).max(0.0) } else { 0.0 };
    t * kept + n * e
}

/// As one of the articles prints it: S + 2|S·û|û, right only where S runs against û.
pub fn reflect_by_absolute_value(s: Vec3, normal: Vec3) -> Vec3 {
    s + normal * (2.0 * s.dot(normal).abs())
}

/// What the reflection is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Printed {
    Nothing,
    /// Reflects whenever it is asked to, also what leaves.
    Always,
    /// Takes |S·û|.
    AbsoluteValue,
}

const PRINTED: [Printed; 3] = [Printed::Nothing, Printed::Always, Printed::AbsoluteValue];

/// A velocity and a wall, in the plane and in space.
#[derive(Clone, Debug)]
pub struct Reflection {
    in_space: bool,
    /// Velocity and direction of the wall in the plane.
    flat: (Vec2, Vec2),
    /// Velocity and direction of the wall's normal in space.
    deep: (Vec3, Vec3),
    one_sided: bool,
    restitution: f32,
    friction: f32,
    printed: Printed,
    /// Time on the way, from 0 to twice [`APPROACH`] (s).
    clock: f32,
}

/// The worked example of the article.
const EXAMPLE: (Vec2, Vec2) = (Vec2::new(4.0, 2.0), Vec2::new(8.0, -8.0));

impl Default for Reflection {
    fn default() -> Self {
        Self {
            in_space: false,
            flat: (Vec2::new(3.0, -2.0), Vec2::new(5.0, 1.0)),
            deep: (Vec3::new(3.0, -1.5, -2.0), Vec3::new(-0.25, 0.35, 1.0)),
            one_sided: false,
            restitution: 1.0,
            friction: 0.0,
            printed: Printed::Nothing,
            clock: 0.0,
        }
    }
}

impl Reflection {
    /// S as it is drawn (m/s, world).
    fn incoming(&self) -> Vec3 {
        if self.in_space { self.deep.0 } else { on_ground(self.flat.0) }
    }

    /// û as it is drawn (world); up where the wall has no direction.
    fn normal(&self) -> Vec3 {
        if self.in_space {
            self.deep.1.normalize_or(Vec3::Y)
        } else {
            on_ground(self.flat.1.perp()).normalize_or(Vec3::NEG_Z)
        }
    }

    /// Whether the wall acts: always, or only on what comes towards its front.
    fn acts(&self) -> bool {
        !self.one_sided || self.incoming().dot(self.normal()) < 0.0
    }

    /// F with restitution and friction.
    fn outgoing(&self) -> Vec3 {
        let s = self.incoming();
        if self.acts() { bounce(s, self.normal(), self.restitution, self.friction) } else { s }
    }

    /// What the printed program makes of it.
    fn printed_outgoing(&self) -> Option<Vec3> {
        match self.printed {
            Printed::Nothing => None,
            Printed::Always => Some(reflect(self.incoming(), self.normal()).f),
            Printed::AbsoluteValue => Some(reflect_by_absolute_value(self.incoming(), self.normal())),
        }
    }

    fn set_incoming(&mut self, s: Vec3) {
        let s = s.clamp_length_max(FASTEST);
        if self.in_space { self.deep.0 = s } else { self.flat.0 = from_ground(s) }
    }

    fn components(&mut self) -> Vec<(&'static str, &mut f32)> {
        if self.in_space {
            let (s, n) = (&mut self.deep.0, &mut self.deep.1);
            vec![
                ("S x", &mut s.x),
                ("S y", &mut s.y),
                ("S z", &mut s.z),
                ("Normal x", &mut n.x),
                ("Normal y", &mut n.y),
                ("Normal z", &mut n.z),
            ]
        } else {
            let (s, b) = (&mut self.flat.0, &mut self.flat.1);
            vec![("S x", &mut s.x), ("S y", &mut s.y), ("Wall x", &mut b.x), ("Wall y", &mut b.y)]
        }
    }

    fn draw_wall(&self, sketch: &mut Sketch) {
        let n = self.normal();
        if self.in_space {
            let (u, v) = n.any_orthonormal_pair();
            let corner = |a: f32, b: f32| (u * a + v * b) * 0.6 * WALL;
            let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            sketch.polygon(&corners, Ink::Fixed, 0.25);
            sketch.path(&corners, true, Ink::Fixed, 2.0);
        } else {
            let along = n.cross(Vec3::Y);
            sketch.line(-along * WALL, along * WALL, Ink::Fixed, 4.0);
            if self.one_sided {
                // Hatched behind, as a solid is in a drawing.
                for i in -12..=12 {
                    let foot = along * (i as f32 / 12.0 * WALL);
                    sketch.line(foot, foot - n * 0.25 - along * 0.2, Ink::Fixed, 1.5);
                }
            }
        }
    }
}

impl Experiment for Reflection {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        self.clock += dt;
        if self.clock > 2.0 * APPROACH {
            self.clock = 0.0;
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let number = |value, range, unit| ParameterKind::Number { value, range, unit };
        let mut list = vec![Parameter {
            name: "Where",
            help: "In the plane, or in space with the same formulas.",
            kind: ParameterKind::Choice { value: usize::from(self.in_space), names: &["plane", "space"] },
        }];
        for (name, value) in self.clone().components() {
            let of_velocity = name.starts_with('S');
            list.push(Parameter {
                name,
                help: if of_velocity {
                    "Of the velocity that arrives."
                } else {
                    "Of the direction of the wall, or in space of its normal. Its length does not matter."
                },
                kind: number(*value, -10.0..=10.0, if of_velocity { "m/s" } else { "" }),
            });
        }
        let printed = PRINTED.iter().position(|printed| *printed == self.printed).unwrap_or(0);
        list.extend([
            Parameter {
                name: "Restitution",
                help: "How much of the part across the wall comes back.",
                kind: number(self.restitution, 0.0..=1.0, ""),
            },
            Parameter {
                name: "Friction",
                help: "Coulomb's coefficient: friction takes at most so much of the push from the part along the wall.",
                kind: number(self.friction, 0.0..=2.0, ""),
            },
            Parameter {
                name: "One side only",
                help: "The wall is solid from the side its normal points to; what leaves is left alone.",
                kind: ParameterKind::Flag(self.one_sided),
            },
            Parameter {
                name: "As printed",
                help: "What the articles print, beside the right answer: a reflection also of what leaves, or one that \
                       takes the absolute value of S·û.",
                kind: ParameterKind::Choice {
                    value: printed, names: &["not shown", "reflects always", "2·|S·û|·û"]
                },
            },
            Parameter {
                name: "Turn the wall round",
                help: "The other sign of û: of a wall with two sides F stays the same.",
                kind: ParameterKind::Preset,
            },
            Parameter {
                name: "The printed example",
                help: "S = (4, 2) on a wall along (8, −8): n = (−3, −3), T = (1, −1), F = (−2, −4).",
                kind: ParameterKind::Preset,
            },
        ]);
        list
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), Refused> {
        match (name, value) {
            ("Where", Value::Choice(index)) => self.in_space = index == 1,
            ("Restitution", Value::Number(x)) => self.restitution = x,
            ("Friction", Value::Number(x)) => self.friction = x,
            ("One side only", Value::Flag(on)) => self.one_sided = on,
            ("As printed", Value::Choice(index)) => self.printed = PRINTED[index.min(PRINTED.len() - 1)],
            ("Turn the wall round", Value::Act) => {
                self.flat.1 = -self.flat.1;
                self.deep.1 = -self.deep.1;
            }
            ("The printed example", Value::Act) => {
                (self.in_space, self.flat) = (false, EXAMPLE);
                (self.restitution, self.friction, self.one_sided) = (1.0, 0.0, false);
            }
            (_, Value::Number(x)) => match self.components().into_iter().find(|(other, _)| *other == name) {
                Some((_, component)) => *component = x,
                None => return Err(Refused(format!("there is no {name} here"))),
            },
            _ => return Err(Refused(format!("there is no {name} to set so"))),
        }
        Ok(())
    }

    fn handles(&self) -> Vec<Handle> {
        let drag = if self.in_space { Drag::Screen } else { Drag::Plane(Vec3::Y) };
        let wall =
            if self.in_space { self.normal() * 2.0 } else { on_ground(self.flat.1).normalize_or(Vec3::X) * GRIP };
        vec![
            Handle { name: "velocity".into(), position: -self.incoming(), drag },
            Handle { name: "wall".into(), position: wall, drag },
        ]
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        match name {
            "velocity" => self.set_incoming(-to),
            // The direction alone follows the hand.
            "wall" if self.in_space => {
                let length = self.deep.1.length().max(1.0);
                self.deep.1 = to.try_normalize().map_or(self.deep.1, |direction| direction * length);
            }
            "wall" => {
                let length = self.flat.1.length().max(1.0);
                self.flat.1 = from_ground(to).try_normalize().map_or(self.flat.1, |direction| direction * length);
            }
            _ => {}
        }
    }

    fn click(&mut self, at: Vec3) {
        self.set_incoming(-at);
    }

    fn formula(&self) -> Vec<String> {
        let (s, normal) = (self.incoming(), self.normal());
        let Parts { n, t, f } = reflect(s, normal);
        let across = if self.in_space { "" } else { "(\u{2212}b.y, b.x)/|b| = " };
        let mut lines = vec![
            format!("û = {across}{}", coordinates(normal, self.in_space)),
            format!("n = (\u{2212}S·û)·û = {}·û = {}", number(-s.dot(normal)), coordinates(n, self.in_space)),
            format!(
                "T = S + n = {} + {} = {}",
                coordinates(s, self.in_space),
                coordinates(n, self.in_space),
                coordinates(t, self.in_space)
            ),
            format!("F = 2T \u{2212} S = {}", coordinates(f, self.in_space)),
            format!("|F|² = {}   |S|² = {}", number(f.length_squared()), number(s.length_squared())),
        ];
        if !self.acts() {
            lines.push(say!("S·û = {} > 0: it leaves. F = S", number(s.dot(normal))));
        } else if self.restitution < 1.0 || self.friction > 0.0 {
            let along = t.length();
            let push = (1.0 + self.restitution) * n.length();
            let kept = if along > 0.0 { (1.0 - self.friction * push / along).max(0.0) } else { 0.0 };
            lines.push(say!("kept of T: 1 − μ(1 + e)|n|/|T| = {}, at least 0", number(kept)));
            lines.push(format!(
                "F = {}·T + {}·n = {}",
                number(kept),
                number(self.restitution),
                coordinates(self.outgoing(), self.in_space)
            ));
        }
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let (s, normal) = (self.incoming(), self.normal());
        let Parts { n, t, .. } = reflect(s, normal);
        let reading = |name, value: f32| Reading::number(name, f64::from(value), "m/s");
        vec![
            reading("S across", s.dot(normal)),
            reading("|S|", s.length()),
            reading("|n|", n.length()),
            reading("|T|", t.length()),
            reading("|F|", self.outgoing().length()),
            reading("|F| as printed", self.printed_outgoing().map_or(0.0, Vec3::length)),
        ]
    }

    fn draw(&self, sketch: &mut Sketch) {
        if self.in_space {
            sketch.ground(Some(-4.0));
        }
        self.draw_wall(sketch);
        let (s, normal, f) = (self.incoming(), self.normal(), self.outgoing());
        let Parts { n, t, f: ideal } = reflect(s, normal);
        // S, T and F from one tail: their tips stand on one line, one n apart.
        sketch.arrow(Vec3::ZERO, s, Ink::Faint);
        sketch.dashes(s, t, 0.2, Ink::Second);
        sketch.dashes(t, ideal, 0.2, Ink::Second);
        sketch.named_arrow(Vec3::ZERO, n, Ink::Second, "n");
        sketch.named_arrow(Vec3::ZERO, t, Ink::Third, "T");
        if let Some(printed) = self.printed_outgoing() {
            sketch.named_arrow(Vec3::ZERO, printed, Ink::Wrong, word("F as printed"));
        }
        if f.distance(ideal) > 1e-3 {
            sketch.arrow(Vec3::ZERO, ideal, Ink::Faint);
        }
        sketch.named_arrow(Vec3::ZERO, f, Ink::Outcome, "F");
        sketch.arrow(-s, s, Ink::First);
        sketch.words(-0.6 * s, "S", Ink::First);
        if self.one_sided || self.in_space {
            sketch.arrow(normal * 0.01, normal * 2.0, Ink::Fixed);
            sketch.words(normal * 2.0, word("normal"), Ink::Fixed);
        }
        sketch.point(Vec3::ZERO, Glyph::Disc, Ink::Fixed, 8.0);
        let way = self.clock - APPROACH;
        let ball = if way < 0.0 { s * way } else { f * way };
        sketch.ball(ball / APPROACH, 0.13, Quat::IDENTITY, Ink::First);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::real;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vec3> {
        (real(-10.0..10.0), real(-10.0..10.0), real(-10.0..10.0)).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn unit() -> impl Strategy<Value = Vec3> {
        vector().prop_filter_map("a direction", Vec3::try_normalize)
    }

    proptest! {
        #[test]
        fn a_reflection_keeps_the_speed_turns_the_part_across_and_asks_for_no_sign(s in vector(), normal in unit()) {
            let Parts { n, t, f } = reflect(s, normal);
            prop_assert!((f.length() - s.length()).abs() < 1e-4);
            prop_assert!((f.dot(normal) + s.dot(normal)).abs() < 1e-4);
            prop_assert!(t.dot(normal).abs() < 1e-4 && (t + n - f).length() < 1e-4);
            prop_assert!((reflect(s, -normal).f - f).length() < 1e-4);
        }

        #[test]
        fn a_bounce_never_gains_speed_and_friction_never_turns_the_part_along_round(
            s in vector(), normal in unit(), e in real(0.0..1.0), mu in real(0.0..2.0)
        ) {
            let (f, t) = (bounce(s, normal, e, mu), reflect(s, normal).t);
            prop_assert!(f.length() <= s.length() * 1.000_01 + 1e-5);
            prop_assert!((f.dot(normal) + e * s.dot(normal)).abs() < 1e-4);
            let along = f - normal * f.dot(normal);
            prop_assert!(along.dot(t) >= -1e-3);
            // Coulomb: the change along is at most mu times the change across.
            prop_assert!((t - along).length() <= mu * (1.0 + e) * s.dot(normal).abs() + 1e-3);
        }
    }

    #[test]
    fn the_worked_example_of_the_article() {
        // V3: S = (4, 2) on b = (8, −8).
        let mut lab = Reflection::default();
        lab.set("The printed example", Value::Act).unwrap();
        let Parts { n, t, f } = reflect(lab.incoming(), lab.normal());
        for (got, x, y) in [(n, -3.0, -3.0), (t, 1.0, -1.0), (f, -2.0, -4.0)] {
            assert!(from_ground(got).distance(Vec2::new(x, y)) < 1e-5, "{got}");
        }
        assert!((f.length_squared() - 20.0).abs() < 1e-4);
        assert!(
            lab.formula().contains(&"F = 2T \u{2212} S = (\u{2212}2, \u{2212}4)".to_owned()),
            "{:?}",
            lab.formula()
        );
    }

    #[test]
    fn as_printed_a_leaving_point_is_pulled_back_or_sped_up() {
        // S18 and S57: S leaves, S·û > 0.
        let (s, normal) = (Vec3::new(1.0, 2.0, 0.0), Vec3::Y);
        assert_eq!(reflect(s, normal).f, Vec3::new(1.0, -2.0, 0.0));
        assert_eq!(reflect_by_absolute_value(s, normal), Vec3::new(1.0, 6.0, 0.0));
        // Against the normal the printed one is right.
        assert_eq!(reflect_by_absolute_value(-s, normal), reflect(-s, normal).f);
        let leaving = Reflection { in_space: true, deep: (s, normal), one_sided: true, ..Reflection::default() };
        assert_eq!(leaving.outgoing(), s);
    }

    #[test]
    fn a_bounce_with_friction_agrees_with_the_closed_form() {
        // Across −4, along 3; e = 0.5, mu = 0.2: along 3 − 0.2·1.5·4 = 1.8, across 2. With mu = 1 it sticks.
        let s = Vec3::new(3.0, -4.0, 0.0);
        assert!(bounce(s, Vec3::Y, 0.5, 0.2).distance(Vec3::new(1.8, 2.0, 0.0)) < 1e-6);
        assert_eq!(bounce(s, Vec3::Y, 0.5, 1.0), Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(bounce(Vec3::ZERO, Vec3::Y, 0.5, 1.0), Vec3::ZERO);
    }
}
