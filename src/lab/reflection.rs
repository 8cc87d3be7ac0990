//! Laboratory 2: reflection. A velocity S meets a wall; n, T and F are built from it step by step.
//!
//! With the wall's unit normal û: n = (−S·û)û, T = S + n, F = 2T − S. The sign of û does not matter, and nothing in it
//! asks whether there are two dimensions or three. So the angle A between S and the normal is the angle A′ between the
//! normal and F, which keeps a ball in a rectangle bouncing for ever.

mod properties;
mod rectangle;

use super::numbers::{coordinates, decimal, number};
use super::property;
use super::{Drag, Experiment, Handle, Ink, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, Typed};
use super::{from_ground, on_ground};
use crate::language::word;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use crate::view::Glyph;
use glam::{Quat, Vec2, Vec3};
use properties::PROPERTIES;
use rectangle::Rectangle;

/// For the gallery.
pub const LABORATORY: Laboratory = Laboratory {
    id: "reflection",
    topic: Topic::Impacts,
    title: "Reflection",
    about: "A velocity meets a wall at any angle; drag both and see how its reflection is built.",
    explanation: "S is the velocity of a point that arrives at a wall. Its part across the wall, turned round, is n; \
                  what is left of S without the part across is T, along the wall. Going from S to T takes one n, and \
                  going on by another n gives the reflected velocity F. So the angle A at which S comes in, \
                  measured from the normal of the wall, is the angle A′ at which F leaves. In a rectangle that goes on \
                  for ever: A = A′, B = B′, C = C′. Drag the tail of S and the wall. With restitution below 1 the part across comes back smaller; with friction the part along is braked, by \
                  no more than the push allows. The printed programs forget to ask whether the point approaches at \
                  all: with a wall that has one side they pull a leaving point back, or speed it up.",
    start: || Box::new(Reflection::default()),
    // Straight from above angles in the plane are seen as they are.
    camera: SceneCamera::plan(Vec3::ZERO, 12.0),
    hz: 60.0,
};

/// Half of the wall as it is drawn (m).
const WALL: f32 = 5.0;
/// The handle that turns the wall is this far from its middle (m).
const GRIP: f32 = 3.5;
/// Greatest coordinate of a velocity (m/s), dragged or typed.
const FASTEST: f32 = 10.0;
/// Seconds from the start of the way to the wall, and from the wall to its end.
const APPROACH: f32 = 1.0;

/// A reflection with everything that is built on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReflectionParts {
    /// The part of S across the wall, turned round: (−S·û)û.
    pub n: Vec3,
    /// The part of S along the wall: S + n.
    pub t: Vec3,
    /// The reflected velocity: 2T − S.
    pub f: Vec3,
}

/// Reflects `s` off a wall with unit normal `normal`, whichever of its two signs.
pub fn reflect(s: Vec3, normal: Vec3) -> ReflectionParts {
    let n = normal * -s.dot(normal);
    let t = s + n;
    ReflectionParts { n, t, f: 2.0 * t - s }
}

/// The same with restitution `e`, 0…1, and Coulomb friction `mu`, from 0: the push across the wall is (1 + e)|S·û| for
/// each kilogram, and friction takes at most `mu` times that from T, never more than there is.
pub fn bounce(s: Vec3, normal: Vec3, e: f32, mu: f32) -> Vec3 {
    let ReflectionParts { n, t, .. } = reflect(s, normal);
    let along = t.length();
    let push = (1.0 + e) * n.length();
    // A share of T: below 0 friction would turn it round.
    let kept = if along > 0.0 { (1.0 - mu * push / along).max(0.0) } else { 0.0 };
    t * kept + n * e
}

/// As one of the articles prints it: S + 2|S·û|û, right only where S runs against û.
pub fn reflect_by_absolute_value(s: Vec3, normal: Vec3) -> Vec3 {
    s + normal * (2.0 * s.dot(normal).abs())
}

/// The angle between a velocity and a wall's unit normal (°, 0…90), whichever of its two signs; 0 for none.
fn angle_to(v: Vec3, normal: Vec3) -> f32 {
    let across = v.dot(normal);
    (v - normal * across).length().atan2(across.abs()).to_degrees()
}

/// What the reflection is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrintedReflection {
    Nothing,
    /// Reflects whenever it is asked to, also what leaves.
    Always,
    /// Takes |S·û|.
    AbsoluteValue,
}

const PRINTED: [PrintedReflection; 3] =
    [PrintedReflection::Nothing, PrintedReflection::Always, PrintedReflection::AbsoluteValue];

/// Where the velocity meets a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arena {
    /// A line in the plane.
    Plane,
    /// A plane in space.
    Space,
    /// Four walls, again and again.
    Rectangle,
}

const PLACES: [Arena; 3] = [Arena::Plane, Arena::Space, Arena::Rectangle];

/// The camera for the wall in space, from which neither the wall nor an arrow is seen end on.
const SPACE_CAMERA: SceneCamera =
    SceneCamera { target: Vec3::ZERO, distance: 12.0, yaw_deg: 0.0, pitch_deg: 58.0, orthographic: false };

/// What meets the wall in the plane, y up the page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct InPlane {
    /// S (m/s).
    velocity: Vec2,
    /// b, along the wall, of any length; 0 has no direction.
    wall: Vec2,
}

hash_fields!(InPlane { velocity, wall });

/// What meets the wall in space.
#[derive(Clone, Copy, Debug, PartialEq)]
struct InSpace {
    /// S (m/s, world).
    velocity: Vec3,
    /// Across the wall (world), of any length; 0 has no direction.
    normal: Vec3,
}

hash_fields!(InSpace { velocity, normal });

/// A velocity and a wall, in the plane and in space, and a ball in a rectangle.
#[derive(Clone, Debug)]
pub struct Reflection {
    place: Arena,
    rectangle: Rectangle,
    flat: InPlane,
    deep: InSpace,
    one_sided: bool,
    restitution: f32,
    friction: f32,
    printed: PrintedReflection,
    /// Time on the way, from 0 to twice [`APPROACH`] (s).
    clock: f32,
}

hash_variant!(PrintedReflection, Arena);
hash_fields!(Reflection { place, rectangle, flat, deep, one_sided, restitution, friction, printed, clock });

/// The worked example of the article.
const EXAMPLE: InPlane = InPlane { velocity: Vec2::new(4.0, 2.0), wall: Vec2::new(8.0, -8.0) };

impl Default for Reflection {
    fn default() -> Self {
        Self {
            place: Arena::Plane,
            rectangle: Rectangle::default(),
            flat: InPlane { velocity: Vec2::new(3.0, -2.0), wall: Vec2::new(5.0, 1.0) },
            deep: InSpace { velocity: Vec3::new(3.0, -1.5, -2.0), normal: Vec3::new(-0.25, 0.35, 1.0) },
            one_sided: false,
            restitution: 1.0,
            friction: 0.0,
            printed: PrintedReflection::Nothing,
            clock: 0.0,
        }
    }
}

impl Reflection {
    fn in_space(&self) -> bool {
        self.place == Arena::Space
    }

    /// S as it is drawn (m/s, world); in the rectangle that of the latest impact, or of the first that comes.
    fn incoming(&self) -> Vec3 {
        match self.place {
            Arena::Plane => on_ground(self.flat.velocity),
            Arena::Space => self.deep.velocity,
            Arena::Rectangle => self.rectangle.hit().map_or(Vec3::ZERO, |hit| on_ground(hit.incoming.as_vec2())),
        }
    }

    /// û as it is drawn (world); up where the wall has no direction.
    fn normal(&self) -> Vec3 {
        match self.place {
            Arena::Plane => on_ground(self.flat.wall.perp()).normalize_or(Vec3::NEG_Z),
            Arena::Space => self.deep.normal.normalize_or(Vec3::Y),
            Arena::Rectangle => self.rectangle.hit().map_or(Vec3::NEG_Z, |hit| on_ground(hit.normal.as_vec2())),
        }
    }

    /// û as it is made, in formulas.
    fn normal_text(&self) -> String {
        let normal = coordinates(self.normal(), self.in_space());
        match self.place {
            Arena::Plane if self.flat.wall == Vec2::ZERO => say!("b = 0 has no direction: û = {} instead", normal),
            Arena::Plane => format!("û = (\u{2212}b.y, b.x)/|b| = {normal}"),
            Arena::Space | Arena::Rectangle => format!("û = {normal}"),
        }
    }

    /// Whether the wall acts: always, or only on what comes towards its front.
    fn acts(&self) -> bool {
        self.place == Arena::Rectangle || !self.one_sided || self.incoming().dot(self.normal()) < 0.0
    }

    /// F with restitution and friction.
    fn outgoing(&self) -> Vec3 {
        let s = self.incoming();
        // In the rectangle nothing is lost, or the ball would come to rest.
        let (e, mu) = if self.place == Arena::Rectangle { (1.0, 0.0) } else { (self.restitution, self.friction) };
        if self.acts() { bounce(s, self.normal(), e, mu) } else { s }
    }

    /// What the printed program makes of it.
    fn printed_outgoing(&self) -> Option<Vec3> {
        match self.printed {
            _ if self.place == Arena::Rectangle => None,
            PrintedReflection::Nothing => None,
            PrintedReflection::Always => Some(reflect(self.incoming(), self.normal()).f),
            PrintedReflection::AbsoluteValue => Some(reflect_by_absolute_value(self.incoming(), self.normal())),
        }
    }

    fn set_incoming(&mut self, s: Vec3) {
        let s = s.clamp(Vec3::splat(-FASTEST), Vec3::splat(FASTEST));
        if self.in_space() { self.deep.velocity = s } else { self.flat.velocity = from_ground(s) }
    }

    fn draw_wall(&self, sketch: &mut Sketch) {
        let n = self.normal();
        if self.in_space() {
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

    /// S, n, T and F from one tail: the tips of S, T and F stand on one line, one n apart.
    fn draw_construction(&self, sketch: &mut Sketch) {
        let (s, normal, f) = (self.incoming(), self.normal(), self.outgoing());
        // n turns S to what lies along the wall, T; once more n gives F. The same n twice is the whole construction.
        let ReflectionParts { n, t, f: ideal } = reflect(s, normal);
        sketch.arrow(Vec3::ZERO, s, Ink::Faint);
        sketch.dashes(s, t, 0.2, Ink::Second);
        sketch.dashes(t, ideal, 0.2, Ink::Second);
        sketch.named_arrow(Vec3::ZERO, n, Ink::Second, "n");
        sketch.named_arrow(Vec3::ZERO, t, Ink::Third, "T");
        // Beside the right one, in another colour.
        if let Some(printed) = self.printed_outgoing() {
            sketch.named_arrow(Vec3::ZERO, printed, Ink::Wrong, word("F as printed"));
        }
        if f.distance(ideal) > 1e-3 {
            sketch.arrow(Vec3::ZERO, ideal, Ink::Faint);
        }
        sketch.named_arrow(Vec3::ZERO, f, Ink::Outcome, "F");
        sketch.arrow(-s, s, Ink::First);
        sketch.words(-0.6 * s, "S", Ink::First);
        // One side only where a wall has a front; in the plane either normal does.
        if self.one_sided || self.in_space() {
            sketch.arrow(normal * 0.01, normal * 2.0, Ink::Fixed);
            sketch.words(normal * 2.0, word("normal"), Ink::Fixed);
        }
        sketch.point(Vec3::ZERO, Glyph::Disc, Ink::Fixed, 8.0);
    }

    /// The angles of incidence and reflection, from the normal on the side that S comes from.
    fn draw_angles(&self, sketch: &mut Sketch) {
        let (s, f) = (self.incoming(), self.outgoing());
        if !self.acts() || s == Vec3::ZERO {
            return;
        }
        // The wall has a normal on each side: angles are measured from the one where S comes from.
        let side = -s.dot(self.normal()).signum() * self.normal();
        sketch.dashes(Vec3::ZERO, side * 2.6, 0.15, Ink::Faint);
        let text = |name: &str, toward| format!("{name} = {}°", decimal(f64::from(angle_to(toward, side)), 1));
        // One arc outside the other, so that the words of narrow angles stand apart.
        sketch.angle(Vec3::ZERO, [-s, side], 1.1, Ink::First, text("A", s));
        sketch.angle(Vec3::ZERO, [side, f], 2.0, Ink::Outcome, text("A\u{2032}", f));
    }
}

impl Experiment for Reflection {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        if self.place == Arena::Rectangle {
            self.rectangle.step(f64::from(dt));
            return;
        }
        // To the wall, away from it, and again.
        self.clock += dt;
        if self.clock > 2.0 * APPROACH {
            self.clock = 0.0;
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        if self.place == Arena::Rectangle {
            let handle = |(name, place): (&str, glam::DVec2)| {
                let position = on_ground(place.as_vec2());
                Handle { name: name.into(), position, drag: Drag::Plane(Vec3::Y), typed: Typed::Parameters }
            };
            return self.rectangle.handles().map(handle).to_vec();
        }
        let drag = if self.in_space() { Drag::Screen } else { Drag::Plane(Vec3::Y) };
        // In space the wall is held by its normal, in the plane by a point of its line.
        let wall =
            if self.in_space() { self.normal() * 2.0 } else { on_ground(self.flat.wall).normalize_or(Vec3::X) * GRIP };
        vec![
            Handle { name: "velocity".into(), position: -self.incoming(), drag, typed: Typed::Parameters },
            Handle { name: "wall".into(), position: wall, drag, typed: Typed::Parameters },
        ]
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        match name {
            _ if self.place == Arena::Rectangle => self.rectangle.drag(name, from_ground(to).as_dvec2()),
            // The handle is the tail of S; its tip is at the origin, on the wall.
            "velocity" => self.set_incoming(-to),
            // The direction alone follows the hand.
            "wall" if self.in_space() => {
                let length = self.deep.normal.length().max(1.0);
                self.deep.normal = to.try_normalize().map_or(self.deep.normal, |direction| direction * length);
            }
            "wall" => {
                let length = self.flat.wall.length().max(1.0);
                self.flat.wall = from_ground(to).try_normalize().map_or(self.flat.wall, |direction| direction * length);
            }
            _ => {}
        }
    }

    fn click(&mut self, at: Vec3) {
        match self.place {
            Arena::Rectangle => self.rectangle.drag("velocity", from_ground(at).as_dvec2()),
            Arena::Plane | Arena::Space => self.set_incoming(-at),
        }
    }

    fn camera(&self) -> Option<SceneCamera> {
        self.in_space().then_some(SPACE_CAMERA)
    }

    fn formula(&self) -> Vec<String> {
        let (s, normal, in_space) = (self.incoming(), self.normal(), self.in_space());
        let ReflectionParts { n, t, f } = reflect(s, normal);
        let show = |v: Vec3| coordinates(v, in_space);
        // With losses F is no longer 2T − S: then the construction ends at T, and its parts are scaled.
        let lossless = self.place == Arena::Rectangle || (self.restitution == 1.0 && self.friction == 0.0);
        let mirrored = if self.acts() && lossless { "F = 2T \u{2212} S" } else { "2T \u{2212} S" };
        let mut lines = vec![
            self.normal_text(),
            format!("n = (\u{2212}S·û)·û = {}·û = {}", number(-s.dot(normal)), show(n)),
            format!("T = S + n = {} + {} = {}", show(s), show(n), show(t)),
            format!("{mirrored} = {}", show(f)),
        ];
        if !self.acts() {
            lines.push(say!("S·û = {} > 0: it leaves. F = S", number(s.dot(normal))));
        } else if !lossless {
            let along = t.length();
            // Coulomb's friction takes at most μ times what the normal part gives, so it may take all of T and no more.
            let push = (1.0 + self.restitution) * n.length();
            let kept = if along > 0.0 { (1.0 - self.friction * push / along).max(0.0) } else { 0.0 };
            lines.push(say!("kept of T: 1 − μ(1 + e)|n|/|T| = {}, at least 0", number(kept)));
            lines.push(format!("F = {}·T + {}·n = {}", number(kept), number(self.restitution), show(self.outgoing())));
        }
        let f = self.outgoing();
        // Equal without loss: the speed is kept, whatever the angle.
        lines.push(format!("|F|² = {}   |S|² = {}", number(f.length_squared()), number(s.length_squared())));
        let [incidence, reflection] = [s, f].map(|v| decimal(f64::from(angle_to(v, normal)), 2));
        lines.push(format!("A = atan(|T|/|n|) = {incidence}°   A\u{2032} = {reflection}°"));
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let (s, normal, f) = (self.incoming(), self.normal(), self.outgoing());
        let ReflectionParts { n, t, .. } = reflect(s, normal);
        let reading = |name, value: f32| Reading::number(name, f64::from(value), "m/s");
        let angle = |name, v| Reading::number(name, f64::from(angle_to(v, normal)), "°");
        vec![
            angle("angle of incidence A", s),
            angle("angle of reflection A\u{2032}", f),
            reading("S across", s.dot(normal)),
            reading("|S|", s.length()),
            reading("|n|", n.length()),
            reading("|T|", t.length()),
            reading("|F|", f.length()),
            reading("|F| as printed", self.printed_outgoing().map_or(0.0, Vec3::length)),
            Reading::number("impacts in the rectangle", self.rectangle.count() as f64, ""),
        ]
    }

    fn draw(&self, sketch: &mut Sketch) {
        match self.place {
            Arena::Rectangle => return self.rectangle.draw(sketch),
            Arena::Space => sketch.ground(Some(-4.0)),
            Arena::Plane => {}
        }
        self.draw_wall(sketch);
        self.draw_construction(sketch);
        self.draw_angles(sketch);
        let (s, f) = (self.incoming(), self.outgoing());
        // The ball is on S before the impact and on F behind it, at the origin in between.
        let elapsed = self.clock - APPROACH;
        let ball = if elapsed < 0.0 { s * elapsed } else { f * elapsed };
        sketch.ball(ball / APPROACH, 0.13, Quat::IDENTITY, Ink::First);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::ParameterKind;
    use crate::math::real;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vec3> {
        (real(-10.0..10.0), real(-10.0..10.0), real(-10.0..10.0)).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn unit() -> impl Strategy<Value = Vec3> {
        vector().prop_filter_map("a direction", Vec3::try_normalize)
    }

    #[test]
    fn whatever_is_dragged_its_numbers_stay_within_their_ranges() {
        for place in 0..3 {
            let mut lab = Reflection::default();
            lab.set("Where", ParameterValue::Choice(place)).unwrap();
            for handle in lab.handles() {
                lab.drag(&handle.name, Vec3::new(40.0, 0.0, -60.0));
                for Parameter { name, kind, .. } in lab.parameters() {
                    if let ParameterKind::Number { value, range, .. } = kind {
                        assert!(range.contains(&value), "{} dragged in {place}: {name} is {value}", handle.name);
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_reflection_keeps_the_speed_turns_the_part_across_and_asks_for_no_sign(s in vector(), normal in unit()) {
            let ReflectionParts { n, t, f } = reflect(s, normal);
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

    /// The two angles that the panel shows (°).
    fn angles(lab: &Reflection) -> [f64; 2] {
        ["angle of incidence A", "angle of reflection A\u{2032}"]
            .map(|name| lab.readings().into_iter().find(|reading| reading.name == name).unwrap().value)
    }

    #[test]
    fn the_angle_of_reflection_is_that_of_incidence_and_a_loss_turns_it_to_the_wall() {
        for degrees in 0..90 {
            // Degrees from the normal, here the direction (0, 1); the wall runs along (1, 0).
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            for mirrored in [1.0, -1.0] {
                let flat = InPlane { velocity: Vec2::new(4.0 * sin, -4.0 * cos * mirrored), wall: Vec2::X };
                let lab = Reflection { flat, ..Reflection::default() };
                let [a, b] = angles(&lab);
                assert!((a - f64::from(degrees)).abs() < 1e-3 && (b - a).abs() < 1e-3, "{degrees}°: {a} {b}");
                // Without friction |F across| = e·|S across|, and what runs along is kept: tan A′ = tan A / e.
                let lossy = Reflection { restitution: 0.5, ..lab };
                let want = (2.0 * f64::from(degrees).to_radians().tan()).atan().to_degrees();
                assert!((angles(&lossy)[1] - want).abs() < 1e-3, "{degrees}°: {:?}, not {want}", angles(&lossy));
            }
        }
    }

    #[test]
    fn a_wall_without_a_direction_is_said_to_have_none() {
        let lab =
            Reflection { flat: InPlane { velocity: Vec2::new(1.0, -2.0), wall: Vec2::ZERO }, ..Reflection::default() };
        assert_eq!(lab.formula()[0], "b = 0 has no direction: û = (0, 1) instead");
        assert!(lab.formula().iter().all(|line| !line.contains("NaN")), "{:?}", lab.formula());
    }

    #[test]
    fn one_line_of_the_formula_says_what_f_is() {
        for (restitution, friction) in [(1.0, 0.0), (0.5, 0.0), (1.0, 0.3), (0.2, 0.9)] {
            let lab = Reflection { restitution, friction, ..Reflection::default() };
            let count = lab.formula().iter().filter(|line| line.starts_with("F = ")).count();
            assert_eq!(count, 1, "{:?}", lab.formula());
        }
    }

    #[test]
    fn the_worked_example_of_the_article() {
        // V3: S = (4, 2) on b = (8, −8).
        let mut lab = Reflection::default();
        lab.set("The printed example", ParameterValue::Act).unwrap();
        let ReflectionParts { n, t, f } = reflect(lab.incoming(), lab.normal());
        for (got, x, y) in [(n, -3.0, -3.0), (t, 1.0, -1.0), (f, -2.0, -4.0)] {
            assert!(from_ground(got).distance(Vec2::new(x, y)) < 1e-5, "{got}");
        }
        assert!((f.length_squared() - 20.0).abs() < 1e-4);
        // Printed: "n is S projected on N". Not turned round it leaves no tangent, and the speed is not kept.
        let (not_turned, right) = (-n, t);
        let (t, f) = (lab.incoming() + not_turned, lab.incoming() + 2.0 * not_turned);
        assert!(t.dot(lab.normal()).abs() > 1.0 && f.length_squared() > 100.0, "{t} {f}");
        let is_tangent = |t: Vec3| t.dot(lab.normal()).abs() < 1e-4;
        erratum!(17, printed: is_tangent(t), right: is_tangent(right));
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
        let deep = InSpace { velocity: s, normal };
        let leaving = Reflection { place: Arena::Space, deep, one_sided: true, ..Reflection::default() };
        // Reflected whatever it does, or turned round by |in·n|: one comes back, the other leaves faster than it came.
        erratum!(18, printed: reflect(s, normal).f == s, right: leaving.outgoing() == s);
        let keeps_speed = |f: Vec3| (f.length() - s.length()).abs() < 1e-6;
        erratum!(
            57,
            printed: keeps_speed(reflect_by_absolute_value(s, normal)),
            right: keeps_speed(reflect(s, normal).f)
        );
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
