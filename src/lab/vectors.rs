//! Vectors: the sums, products and directions that every other laboratory is written in.
//!
//! Two arrows a and b; a tip that is dragged changes every number at once. The plane is that of x and y; the cross
//! product stands on it along z.

mod figure;

use super::numbers::{number, pair, triple};
use super::property::{self, Act, LabProperty};
use super::{Drag, Experiment, Handle, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, Typed};
use crate::language::word;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use glam::{Vec2, Vec3};

/// For the gallery.
pub const LABORATORY: Laboratory = Laboratory {
    id: "vectors",
    topic: Topic::Start,
    title: "Vectors",
    about: "Add and subtract two arrows, multiply them in both ways, and find units, projections and perpendiculars.",
    explanation: "A vector has a length and a direction and no place: an arrow may be moved as long as it is not turned. \
        Put b at the tip of a and you have the sum; the difference goes from the tip of b to the tip of a. The dot \
        product is a number: positive when the angle between the two is acute, zero when it is right, negative when it \
        is obtuse; divided by a length it tells how much of one vector runs along the other. The cross product is a \
        vector square to both, as long as their parallelogram is large, on the side where the thumb of the right hand \
        points when its fingers turn from a to b. A vector divided by its length is a unit vector: a direction alone. \
        Drag the tips, or type the numbers.",
    start: || Box::new(Vectors::default()),
    camera: SceneCamera::plan(Vec3::ZERO, 11.0),
    hz: 60.0,
};

/// The camera of the cross product, which stands on the plane.
const SPACE_CAMERA: SceneCamera = SceneCamera {
    target: Vec3::new(0.5, 2.6, -0.5),
    distance: 14.0,
    yaw_deg: 24.0,
    pitch_deg: 24.0,
    orthographic: false,
};
/// Greatest size of a component.
const REACH: f32 = 5.0;

/// What is made of a and b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Show {
    Sum,
    Difference,
    Multiple,
    Dot,
    Cross,
    Unit,
    Projection,
    Perpendiculars,
}

const SHOWS: [Show; 8] = [
    Show::Sum,
    Show::Difference,
    Show::Multiple,
    Show::Dot,
    Show::Cross,
    Show::Unit,
    Show::Projection,
    Show::Perpendiculars,
];

const NAMES: &[&str] = &[
    "sum a + b",
    "difference a − b",
    "multiple k·a",
    "dot product a·b",
    "cross product a × b",
    "unit vector a/|a|",
    "projection of a onto b",
    "the two perpendiculars of a",
];

/// The vectors and what is shown of them.
#[derive(Clone, Debug, PartialEq)]
struct Vectors {
    show: Show,
    /// Along x, y and z; z counts for the cross product alone.
    ends: [Vec3; 2],
    /// The number of the multiple.
    k: f32,
}

hash_variant!(Show);
hash_fields!(Vectors { show, ends, k });

impl Default for Vectors {
    fn default() -> Self {
        Self { show: Show::Sum, ends: [Vec3::new(3.0, 1.0, 0.0), Vec3::new(1.0, 2.5, 0.0)], k: -1.5 }
    }
}

/// How much of `a` runs along `b`: (a·b)/|b|, signed; 0 where `b` has no direction.
fn along(a: Vec3, b: Vec3) -> f32 {
    b.try_normalize().map_or(0.0, |unit| a.dot(unit))
}

/// The part of `a` that runs along `b`: (a·b/b·b)·b.
fn projection(a: Vec3, b: Vec3) -> Vec3 {
    b.try_normalize().map_or(Vec3::ZERO, |unit| unit * a.dot(unit))
}

/// The angle between two vectors (°, 0…180); 0 where one of them has no direction.
fn angle(a: Vec3, b: Vec3) -> f32 {
    // Of sine and cosine, because the arc cosine alone is blind near 0° and 180°.
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// The two vectors as long as v and square to it: (−y, x) to its left, (y, −x) to its right.
fn perpendiculars(v: Vec2) -> [Vec2; 2] {
    [v.perp(), -v.perp()]
}

impl Vectors {
    /// a and b as they count now.
    fn pair(&self) -> [Vec3; 2] {
        // Elsewhere z is kept for the cross product and counts for nothing.
        let flat = |v: Vec3| if self.in_space() { v } else { v.truncate().extend(0.0) };
        self.ends.map(flat)
    }

    fn in_space(&self) -> bool {
        self.show == Show::Cross
    }

    /// Whether b has a part in what is shown.
    fn is_of_both(&self) -> bool {
        !matches!(self.show, Show::Multiple | Show::Unit | Show::Perpendiculars)
    }

    /// Exchanges a and b in what counts now.
    fn swap(&mut self) {
        let [a, b] = self.ends;
        // In the plane z is not seen, and is not exchanged either.
        self.ends = if self.in_space() { [b, a] } else { [b.truncate().extend(a.z), a.truncate().extend(b.z)] };
    }

    /// Turns b, in the plane, until it is square to a: to the left of a, as long as it was.
    fn make_square(&mut self) {
        let [a, b] = self.ends.map(Vec3::truncate);
        let across = a.perp().normalize_or(Vec2::Y) * b.length().max(1.0);
        // Neither component beyond what can be set.
        let fits = REACH / across.abs().max_element().max(REACH);
        self.ends[1] = (across * fits).extend(self.ends[1].z);
    }
}

/// The lines that say what the sign of a dot product tells.
fn sign_text(dot: f32) -> &'static str {
    match dot {
        d if d > 0.0 => "a·b > 0: the angle is acute",
        d if d < 0.0 => "a·b < 0: the angle is obtuse",
        _ => "a·b = 0: a right angle, or a vector of length 0",
    }
}

const OF_VECTOR: &str = "A component of the vector: how far its tip is from its tail along this axis.";

type Row = LabProperty<Vectors>;

/// All that can be set.
const PROPERTIES: &[Row] = &[
    Row::choice(
        ("Show", "What is made of the two vectors."),
        NAMES,
        |lab| lab.show as usize,
        |lab, i| lab.show = SHOWS[i],
    ),
    Row::number(("Tip of a, x", OF_VECTOR), -REACH..=REACH, "", |lab| lab.ends[0].x, |lab, x| lab.ends[0].x = x),
    Row::number(("Tip of a, y", OF_VECTOR), -REACH..=REACH, "", |lab| lab.ends[0].y, |lab, x| lab.ends[0].y = x),
    Row::number(("Tip of a, z", OF_VECTOR), -REACH..=REACH, "", |lab| lab.ends[0].z, |lab, x| lab.ends[0].z = x)
        .when(Vectors::in_space),
    Row::number(("Tip of b, x", OF_VECTOR), -REACH..=REACH, "", |lab| lab.ends[1].x, |lab, x| lab.ends[1].x = x),
    Row::number(("Tip of b, y", OF_VECTOR), -REACH..=REACH, "", |lab| lab.ends[1].y, |lab, x| lab.ends[1].y = x),
    Row::number(("Tip of b, z", OF_VECTOR), -REACH..=REACH, "", |lab| lab.ends[1].z, |lab, x| lab.ends[1].z = x)
        .when(Vectors::in_space),
    Row::number(
        ("Factor k", "The number that a is multiplied by; a negative one turns it round."),
        -REACH..=REACH,
        "",
        |lab| lab.k,
        |lab, x| lab.k = x,
    )
    .when(|lab| lab.show == Show::Multiple),
    Row::preset(
        ("Swap a and b", "Sums and dot products stay, differences and cross products turn round."),
        Act::Always(Vectors::swap),
    ),
    Row::preset(
        ("A right angle", "Turns b to the left of a and square to it: the dot product is zero."),
        Act::Always(Vectors::make_square),
    ),
];

impl Experiment for Vectors {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, _: f32) {}

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let handle = |(name, end): (&str, Vec3)| Handle {
            name: name.into(),
            position: figure::place(end),
            drag: Drag::Plane(Vec3::Y),
            typed: Typed::Parameters,
        };
        let count = if self.is_of_both() { 2 } else { 1 };
        ["tip of a", "tip of b"].into_iter().zip(self.pair()).take(count).map(handle).collect()
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = figure::from_place(to).clamp(Vec3::splat(-REACH), Vec3::splat(REACH));
        let index = usize::from(name == "tip of b");
        // The plane of the hand has one height: z stays as it is.
        self.ends[index] = to.truncate().extend(self.ends[index].z);
    }

    fn click(&mut self, at: Vec3) {
        let [a, b] = self.pair().map(figure::place);
        // The tip that is nearer comes to the click; where a is alone it is always that of a.
        let nearer_a = a.distance(at) <= b.distance(at) || !self.is_of_both();
        self.drag(if nearer_a { "tip of a" } else { "tip of b" }, at);
    }

    fn formula(&self) -> Vec<String> {
        let [a, b] = self.pair();
        // In the plane the third coordinate is nothing and is not shown.
        let show = |v: Vec3| if self.in_space() { triple(v) } else { pair(v.truncate()) };
        let mut lines = vec![format!("a = {}   b = {}", show(a), show(b))];
        let length =
            |name: &str, v: Vec3| format!("|{name}| = √({}) = {}", number(v.length_squared()), number(v.length()));
        match self.show {
            Show::Sum => {
                lines.push(format!("a + b = (ax + bx, ay + by) = {}", show(a + b)));
                lines.push(format!("b + a = {}", show(b + a)));
                lines.push(say!(
                    "|a + b| = {}, never more than |a| + |b| = {}",
                    number((a + b).length()),
                    number(a.length() + b.length())
                ));
            }
            Show::Difference => {
                lines.push(format!("a − b = a + (−b) = {}", show(a - b)));
                lines.push(format!("b − a = {}", show(b - a)));
                lines.push(say!("|a − b| = {}: the distance of the two tips", number((a - b).length())));
            }
            Show::Multiple => {
                let k = number(self.k);
                lines.push(format!("k·a = {k}·{} = {}", show(a), show(a * self.k)));
                lines.push(format!("|k·a| = |k| |a| = {}", number((a * self.k).length())));
            }
            Show::Dot => {
                let dot = a.dot(b);
                let [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(number);
                lines.push(format!("a·b = ax bx + ay by = {ax}·{bx} + {ay}·{by} = {}", number(dot)));
                lines.push(format!(
                    "a·b = |a| |b| cos A = {}·{}·cos {}°",
                    number(a.length()),
                    number(b.length()),
                    number(angle(a, b))
                ));
                lines.push(word(sign_text(dot)).into());
            }
            Show::Cross => {
                let cross = a.cross(b);
                lines.push("a × b = (ay bz − az by, az bx − ax bz, ax by − ay bx)".into());
                lines.push(format!("a × b = {}", show(cross)));
                lines.push(format!("b × a = {}", show(b.cross(a))));
                lines.push(say!("|a × b| = |a| |b| sin A = {}: the area of the parallelogram", number(cross.length())));
                lines.push(format!("(a × b)·a = {}   (a × b)·b = {}", number(cross.dot(a)), number(cross.dot(b))));
            }
            Show::Unit => {
                lines.push(length("a", a));
                // Without length there is no direction, and dividing by it would give no number: said instead of shown.
                lines.push(match a.try_normalize() {
                    Some(unit) => format!("â = a/|a| = {}   |â| = {}", show(unit), number(unit.length())),
                    None => word("|a| = 0: there is no direction, and nothing may be divided by it").into(),
                });
            }
            Show::Projection => {
                let part = projection(a, b);
                lines.push(format!("a·b/|b| = {}", number(along(a, b))));
                lines.push(format!("p = (a·b/b·b) b = {}", show(part)));
                lines.push(format!("a − p = {}   (a − p)·b = {}", show(a - part), number((a - part).dot(b))));
                lines.push(say!("of −a: −p = {}, the opposite projection", show(-part)));
            }
            Show::Perpendiculars => {
                let [left, right] = perpendiculars(a.truncate());
                lines.push(say!("to the left: (−ay, ax) = {}", pair(left)));
                lines.push(say!("to the right: (ay, −ax) = {}", pair(right)));
                lines.push(format!("ax·(−ay) + ay·ax = {}", number(left.dot(a.truncate()))));
            }
        }
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let [a, b] = self.pair();
        let number = |name, value: f32, unit| Reading::number(name, f64::from(value), unit);
        vec![
            number("|a|", a.length(), ""),
            number("|b|", b.length(), ""),
            number("|a + b|", (a + b).length(), ""),
            number("a dot b", a.dot(b), ""),
            number("angle between a and b", angle(a, b), "°"),
            number("a along b", along(a, b), ""),
            number("area of the parallelogram", a.cross(b).length(), ""),
        ]
    }

    fn camera(&self) -> Option<SceneCamera> {
        self.in_space().then_some(SPACE_CAMERA)
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        figure::draw(self, sketch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vec3> {
        // Quarters have sums and products without rounding: laws hold to the bit.
        let quarter = || (-20i32..=20).prop_map(|k| 0.25 * k as f32);
        (quarter(), quarter(), quarter()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn the_thirteen_laws_hold(a in vector(), b in vector(), c in vector(), k in -8i32..8, l in -8i32..8) {
            let (k, l) = (k as f32, l as f32);
            prop_assert_eq!(a + b, b + a);
            prop_assert_eq!((a + b) + c, a + (b + c));
            prop_assert_eq!(a + Vec3::ZERO, a);
            prop_assert_eq!(a + -a, Vec3::ZERO);
            prop_assert_eq!(k * (l * a), (k * l) * a);
            prop_assert_eq!((k + l) * a, k * a + l * a);
            prop_assert_eq!(k * (a + b), k * a + k * b);
            prop_assert_eq!(a.dot(b), b.dot(a));
            prop_assert_eq!(a.dot(b + c), a.dot(b) + a.dot(c));
            prop_assert_eq!((k * a).dot(b), k * a.dot(b));
            prop_assert_eq!(a.dot(a), a.length_squared());
            prop_assert_eq!(a.cross(b), -b.cross(a));
            prop_assert_eq!(a.cross(b + c), a.cross(b) + a.cross(c));
        }

        #[test]
        fn projection_and_rest_are_square_and_make_the_vector(a in vector(), b in vector()) {
            let part = projection(a, b);
            prop_assert!((a - part).dot(b).abs() < 1e-3, "{part}");
            prop_assert!((part.length() - along(a, b).abs()).abs() < 1e-4);
            prop_assert!((projection(-a, b) + part).length() < 1e-5, "the opposite projection");
            if b == Vec3::ZERO {
                prop_assert_eq!(part, Vec3::ZERO);
            }
        }

        #[test]
        fn the_sign_of_the_dot_product_tells_the_angle_and_both_products_its_size(
            length in real(0.1..4.0), other in real(0.1..4.0), degrees in 0u32..=180, turn in real(0.0..6.0)
        ) {
            let at = |turn: f32| Vec3::new(turn.cos(), turn.sin(), 0.0);
            let (a, b) = (at(turn) * length, at(turn + (degrees as f32).to_radians()) * other);
            prop_assert!((angle(a, b) - degrees as f32).abs() < 0.02, "{}", angle(a, b));
            if degrees != 90 {
                prop_assert_eq!(a.dot(b) > 0.0, degrees < 90);
                prop_assert_eq!(sign_text(a.dot(b)).contains("acute"), degrees < 90);
            }
            // |a|²|b|² = (a·b)² + |a × b|².
            let squares = a.dot(b).powi(2) + a.cross(b).length_squared();
            prop_assert!((squares - (length * other).powi(2)).abs() < 1e-3 * squares.max(1.0));
            // Right hand: turning from a to b by less than 180° is counter-clockwise seen from the tip of a × b.
            prop_assert!(degrees % 180 == 0 || a.cross(b).z > 0.0);
        }
    }

    #[test]
    fn the_two_perpendiculars_are_opposite_and_as_long() {
        for v in [Vec2::new(3.0, 1.0), Vec2::new(-2.0, 0.0), Vec2::ZERO, Vec2::new(0.5, -4.0)] {
            let [left, right] = perpendiculars(v);
            assert_eq!((left, right), (Vec2::new(-v.y, v.x), Vec2::new(v.y, -v.x)));
            assert_eq!((left.dot(v), right.dot(v), left + right), (0.0, 0.0, Vec2::ZERO));
            assert_eq!(left.length(), v.length());
        }
    }

    #[test]
    fn a_right_angle_and_a_swap_do_what_they_say() {
        for ends in [[Vec3::new(5.0, 5.0, 0.0), Vec3::new(5.0, 4.0, 0.0)], [Vec3::ZERO; 2], [Vec3::X, -Vec3::X]] {
            let mut lab = Vectors { ends, show: Show::Dot, ..Vectors::default() };
            lab.set("A right angle", ParameterValue::Act).unwrap();
            let [a, b] = lab.pair();
            assert!(a.dot(b).abs() < 1e-5 && b.length() >= 1.0 && b.abs().max_element() <= REACH, "{a} {b}");
            lab.set("Swap a and b", ParameterValue::Act).unwrap();
            assert_eq!(lab.pair(), [b, a]);
        }
    }

    #[test]
    fn in_the_plane_the_third_component_neither_counts_nor_gets_lost() {
        let mut lab = Vectors::default();
        assert!(lab.set("Tip of a, z", ParameterValue::Number(1.0)).is_err());
        lab.set("Show", ParameterValue::Choice(4)).unwrap();
        lab.set("Tip of a, z", ParameterValue::Number(2.0)).unwrap();
        lab.set("Show", ParameterValue::Choice(3)).unwrap();
        assert_eq!(lab.pair()[0].z, 0.0);
        lab.set("Swap a and b", ParameterValue::Act).unwrap();
        lab.set("Show", ParameterValue::Choice(4)).unwrap();
        assert_eq!(lab.pair()[0].z, 2.0);
    }

    #[test]
    fn every_construction_is_finite_whatever_the_vectors_are() {
        for show in SHOWS {
            for ends in [[Vec3::ZERO; 2], [Vec3::X, Vec3::ZERO], [Vec3::ZERO, Vec3::Y], [Vec3::X, -Vec3::X]] {
                let lab = Vectors { show, ends, k: 0.0 };
                assert!(lab.readings().iter().all(|r| r.value.is_finite()), "{show:?} {ends:?}");
                assert!(lab.formula().iter().all(|line| !line.contains("NaN")), "{show:?}: {:?}", lab.formula());
            }
        }
    }
}
