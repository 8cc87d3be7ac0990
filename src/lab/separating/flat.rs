//! Separating axes in the plane.

use super::chart::Board;
use super::{
    AxesControls, AxesVerdict, ConvexBody, Rule, distinct, draw_shadows, handles, held, judge, shadows_in_words,
};
use super::{Separating, properties};
use crate::lab::property::{self, Act, LabProperty};
use crate::lab::{
    Drag, Experiment, Handle, Ink, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, from_ground,
    on_ground,
};
use crate::language::word;
use crate::math::sin_cos;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// The laboratory of separating axes in the plane.
pub const LABORATORY: Laboratory = Laboratory {
    id: "axes_2d",
    topic: Topic::Normals,
    title: "Separating axes in the plane",
    about: "Two polygons, every axis, and the shadow each casts on it.",
    explanation: "Two convex polygons are apart exactly when a line fits between them. Such a line, if there is one, can \
        always be made parallel to an edge of one of them. So look along every edge: the shadows of both polygons on \
        the edge's normal are two intervals. One axis with a gap is enough to say that they are apart. When all \
        intervals overlap the polygons do, and the axis of the least overlap is the shortest way out. Testing whether a \
        corner of one lies inside the other is not enough: cross two bars like a plus sign.",
    start: || Box::new(FlatAxes::default()),
    camera: SceneCamera::plan(Vec3::new(1.2, 0.0, 0.2), 10.5),
    hz: 60.0,
};

/// How far a centre may be dragged from the origin along each axis (m).
const REACH: f32 = 4.0;
/// From a centre to its turning handle (m).
const ARM: f32 = 2.0;
/// The numbers of axes to look at, 0 being the one that decides.
const LAST: f32 = 12.0;

const NAMES: [&str; 5] = ["triangle", "rectangle", "bar", "pentagon", "hexagon"];

/// The corners of a polygon in its own axes, counter-clockwise (m).
fn outline(shape: usize) -> Vec<Vec2> {
    let rectangle = |x: f32, y: f32| vec![Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y), Vec2::new(-x, -y)];
    let regular = |count: usize, radius: f32| {
        let at = |i: usize| {
            let (sin, cos) = sin_cos(TAU * i as f32 / count as f32);
            Vec2::new(cos, sin) * radius
        };
        (0..count).map(at).collect()
    };
    match shape {
        0 => regular(3, 1.4),
        1 => rectangle(1.2, 0.8),
        2 => rectangle(2.0, 0.2),
        3 => regular(5, 1.2),
        _ => regular(6, 1.2),
    }
}

/// A polygon somewhere in the plane.
#[derive(Clone, Debug, PartialEq)]
struct PlacedPolygon {
    shape: usize,
    center: Vec2,
    /// Where its own x axis points, a unit vector.
    heading: Vec2,
}

impl PlacedPolygon {
    /// Corners, counter-clockwise (m).
    fn corners(&self) -> Vec<Vec2> {
        outline(self.shape).into_iter().map(|p| self.center + self.heading.rotate(p)).collect()
    }

    fn convex(&self) -> ConvexBody {
        let corners = self.corners();
        let next = corners.iter().cycle().skip(1);
        // Counter-clockwise, so that (dy, −dx) points out.
        let normals = corners.iter().zip(next).map(|(p, q)| on_ground(-(*q - *p).perp()));
        ConvexBody {
            center: on_ground(self.center),
            normals: distinct(normals),
            corners: corners.iter().map(|p| on_ground(*p)).collect(),
            // In the plane edges add no axes: their normals are there already.
            edges: vec![],
        }
    }

    /// Whether a point lies inside, by its side of every edge.
    fn contains(&self, p: Vec2) -> bool {
        let corners = self.corners();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).all(|(a, b)| (*b - *a).perp_dot(p - *a) >= 0.0)
    }
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
struct FlatAxes {
    bodies: [PlacedPolygon; 2],
    controls: AxesControls,
}

hash_fields!(PlacedPolygon { shape, center, heading });
hash_fields!(FlatAxes { bodies, controls });

impl Default for FlatAxes {
    fn default() -> Self {
        let body = |shape, center, degrees: f32| {
            let (sin, cos) = sin_cos(degrees.to_radians());
            PlacedPolygon { shape, center, heading: Vec2::new(cos, sin) }
        };
        Self {
            bodies: [body(3, Vec2::new(-2.6, 0.4), 20.0), body(1, Vec2::new(0.2, 1.3), -25.0)],
            controls: AxesControls { rule: Rule::Corrected, spin_deg: 12.0, look: 0.0 },
        }
    }
}

impl FlatAxes {
    fn judge(&self, rule: Rule) -> (ConvexBody, ConvexBody, AxesVerdict) {
        let [a, b] = [self.bodies[0].convex(), self.bodies[1].convex()];
        let verdict = judge(&a, &b, rule);
        (a, b, verdict)
    }

    /// How many corners of either lie inside the other: the test that is not enough.
    fn corners_inside(&self) -> usize {
        let [a, b] = &self.bodies;
        let count = |of: &PlacedPolygon, within: &PlacedPolygon| {
            of.corners().into_iter().filter(|p| within.contains(*p)).count()
        };
        count(a, b) + count(b, a)
    }

    /// The line between the two, or the push that parts them.
    fn draw_outcome(&self, sketch: &mut Sketch<'_>, a: &ConvexBody, b: &ConvexBody, verdict: &AxesVerdict) {
        let axis = verdict.best();
        let n = axis.direction;
        if verdict.decides.is_none() {
            // As printed no axis is chosen, so there is no way out to show.
        } else if verdict.apart {
            // Half way between the shadows, and beside both centres across the axis.
            let between = a.center + n * (0.5 * (axis.a.to + axis.b.from));
            let offset = b.center - a.center;
            let middle = between + (offset - n * offset.dot(n)) * 0.5;
            let along = n.cross(Vec3::Y) * 2.6;
            sketch.line(middle - along, middle + along, Ink::Right, 2.5);
            sketch.words(middle + along, word("a line fits between"), Ink::Right);
        } else {
            // The gap is negative: B moves away from A until both touch.
            let push = n * -axis.gap();
            let parted: Vec<Vec3> = b.corners.iter().map(|p| *p + push).collect();
            for (i, corner) in parted.iter().enumerate() {
                sketch.dashes(*corner, parted[(i + 1) % parted.len()], 0.12, Ink::Outcome);
            }
            sketch.named_arrow(b.center, push, Ink::Outcome, word("shortest way out"));
        }
    }
}

impl Separating for FlatAxes {
    fn controls(&mut self) -> &mut AxesControls {
        &mut self.controls
    }

    fn controls_now(&self) -> &AxesControls {
        &self.controls
    }

    fn shape(&self, body: usize) -> usize {
        self.bodies[body].shape
    }

    fn set_shape(&mut self, body: usize, shape: usize) {
        self.bodies[body].shape = shape;
    }
}

/// All that can be set.
const PROPERTIES: &[LabProperty<FlatAxes>] = &{
    let rule = "The least overlap gives depth and way out; or a yes or no alone, in which touching counts as apart.";
    let [a, b, spin, look, axes] = properties(&NAMES, LAST, rule);
    let plus = LabProperty::preset(
        ("Plus sign", "Crosses two bars: no corner lies inside the other."),
        Act::Always(|lab: &mut FlatAxes| {
            let center = Vec2::new(-1.4, 0.8);
            lab.bodies = [Vec2::X, Vec2::Y].map(|heading| PlacedPolygon { shape: 2, center, heading });
            // A bar that turned would soon be no cross.
            lab.controls.spin_deg = 0.0;
        }),
    );
    let touching = LabProperty::preset(
        ("Touching", "Puts two rectangles side to side: as printed they are apart."),
        Act::Always(|lab: &mut FlatAxes| {
            let body = |center| PlacedPolygon { shape: 1, center, heading: Vec2::X };
            lab.bodies = [body(Vec2::new(-2.4, 0.4)), body(Vec2::new(0.0, 0.9))];
            lab.controls.spin_deg = 0.0;
        }),
    );
    [a, b, spin, look, axes, plus, touching]
};

impl Experiment for FlatAxes {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        let (sin, cos) = sin_cos((self.controls.spin_deg * dt).to_radians());
        let heading = &mut self.bodies[1].heading;
        *heading = Vec2::new(cos, sin).rotate(*heading).normalize_or(Vec2::X);
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let centers = self.bodies.each_ref().map(|body| on_ground(body.center));
        let ends = self.bodies.each_ref().map(|body| on_ground(body.center + body.heading * ARM));
        handles(centers, ends, Drag::Plane(Vec3::Y), REACH)
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = from_ground(to);
        let Some((index, turns)) = held(name) else { return };
        let body = &mut self.bodies[index];
        if turns {
            body.heading = (to - body.center).try_normalize().unwrap_or(body.heading);
        } else {
            body.center = to.clamp(Vec2::splat(-REACH), Vec2::splat(REACH));
        }
    }

    fn formula(&self) -> Vec<String> {
        let (a, b, verdict) = self.judge(self.controls.rule);
        let mut lines =
            vec![say!("{} + {} axes: an edge d has the normal n = (dy, −dx)/|d|", a.normals.len(), b.normals.len())];
        let shown = self.controls.shown(&verdict);
        lines.extend(shadows_in_words(shown + 1, &verdict.axes[shown], 1.0));
        lines.push(verdict.in_words());
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let (_, _, verdict) = self.judge(self.controls.rule);
        let mut readings = verdict.readings();
        readings.push(Reading::number("corners inside the other", self.corners_inside() as f64, ""));
        readings
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        // One verdict for picture, board and words, so that they cannot tell different stories.
        let (a, b, verdict) = self.judge(self.controls.rule);
        let shown = self.controls.shown(&verdict);
        for (body, name, ink, alpha) in [(&a, "A", Ink::First, 0.35), (&b, "B", Ink::Second, 0.35)] {
            sketch.polygon(&body.corners, ink, alpha);
            sketch.path(&body.corners, true, ink, 2.5);
            sketch.words(body.center, name, ink);
        }
        for body in &self.bodies {
            sketch.dashes(on_ground(body.center), on_ground(body.center + body.heading * ARM), 0.12, Ink::Faint);
        }
        // A row for each axis, in the same order as they are tried, beside the bodies.
        let board = Board {
            corner: Vec3::new(3.0, 0.0, -2.6),
            across: Vec3::X * 4.2,
            down: Vec3::Z * (0.66 * verdict.axes.len().max(8) as f32).min(5.6),
        };
        board.draw(sketch, &verdict, shown);
        // The shadows lie on a line beside the bodies, drawn along the axis.
        let normal = verdict.axes[shown].direction.cross(Vec3::Y);
        let side = if normal.z < 0.0 { -normal } else { normal };
        draw_shadows(sketch, &verdict.axes[shown], &a, &b, side);
        self.draw_outcome(sketch, &a, &b, &verdict);
        // Judged by both rules, whichever is set: the note says where they differ.
        if verdict.apart != self.judge(Rule::Corrected).2.apart {
            sketch.note(word("They touch: as printed that is apart"));
        } else if !verdict.apart && self.corners_inside() == 0 && verdict.best().gap() < 0.0 {
            sketch.note(word("No corner lies inside the other, yet they overlap: testing corners is not enough"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;
    use glam::DVec2;
    use proptest::prelude::*;

    /// How far apart two polygons are, or by how much they overlap as a negative number: how far the origin is from the
    /// hull of all differences of their corners, or how deep within.
    fn by_differences(a: &[Vec2], b: &[Vec2]) -> f64 {
        let mut points: Vec<DVec2> = vec![];
        for p in a {
            points.extend(b.iter().map(|q| p.as_dvec2() - q.as_dvec2()));
        }
        // Every line through two points with all others on one side is an edge of the hull.
        let (mut depth, mut distance) = (f64::INFINITY, f64::INFINITY);
        for (i, p) in points.iter().enumerate() {
            for (j, q) in points.iter().enumerate() {
                let side = (*q - *p).normalize_or_zero();
                if i != j && (*q - *p).length() > 1e-3 && points.iter().all(|r| side.perp_dot(*r - *p) > -1e-6) {
                    depth = depth.min(side.perp_dot(-*p));
                    distance = distance.min((*p + side * side.dot(-*p).clamp(0.0, (*q - *p).length())).length());
                }
            }
        }
        if depth > 0.0 { -depth } else { distance }
    }

    fn placed() -> impl Strategy<Value = PlacedPolygon> {
        (0..NAMES.len(), prop::array::uniform2(real(-2.5..2.5)), real(0.0..TAU)).prop_map(|(shape, center, angle)| {
            let (sin, cos) = sin_cos(angle);
            PlacedPolygon { shape, center: center.into(), heading: Vec2::new(cos, sin) }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn the_axes_agree_with_the_hull_of_differences(a in placed(), b in placed()) {
            let apart = by_differences(&a.corners(), &b.corners());
            let verdict = judge(&a.convex(), &b.convex(), Rule::Corrected);
            let gap = f64::from(verdict.best().gap());
            if apart < 0.0 {
                prop_assert!((gap - apart).abs() < 3e-5, "{verdict:?} against {apart}");
            } else {
                // Corner to corner they are farther apart than any edge's axis says.
                prop_assert!(gap > -3e-5 && gap < apart + 3e-5, "{verdict:?} against {apart}");
            }
            // Pushed out along the axis they just touch.
            let push = verdict.best().direction * -verdict.best().gap();
            let parted = PlacedPolygon { center: b.center + from_ground(push), ..b };
            let after = judge(&a.convex(), &parted.convex(), Rule::Corrected).best().gap();
            prop_assert!(verdict.apart || after.abs() < 3e-5, "{after} after the push");
        }
    }

    /// V6.
    #[test]
    fn crossed_bars_overlap_though_no_corner_is_inside() {
        let mut flat = FlatAxes::default();
        flat.set("Plus sign", ParameterValue::Act).expect("an action");
        let (_, _, verdict) = flat.judge(Rule::Corrected);
        assert_eq!(flat.corners_inside(), 0);
        assert!(!verdict.apart && (verdict.best().gap() + 2.2).abs() < 1e-5, "{verdict:?}");
    }

    #[test]
    fn sides_that_touch_are_apart_as_printed_and_not_as_corrected() {
        let mut flat = FlatAxes::default();
        flat.set("Touching", ParameterValue::Act).expect("an action");
        for (choice, apart) in [(0, false), (1, true)] {
            flat.set("Axes", ParameterValue::Choice(choice)).expect("a choice");
            let (_, _, verdict) = flat.judge(flat.controls.rule);
            assert_eq!((verdict.best().gap(), verdict.apart), (0.0, apart), "{choice}");
        }
    }

    #[test]
    fn gaps_of_simple_pairs_are_as_one_reads_them_off() {
        let body = |shape, x, y| PlacedPolygon { shape, center: Vec2::new(x, y), heading: Vec2::X };
        for (name, a, b, gap, along) in [
            ("rectangles side by side", body(1, 0.0, 0.0), body(1, 2.9, 0.3), 0.5, Vec2::X),
            ("rectangles above each other", body(1, 0.0, 0.0), body(1, 0.3, -1.5), -0.1, -Vec2::Y),
            ("the same place", body(1, 1.0, 1.0), body(1, 1.0, 1.0), -1.6, Vec2::Y),
            ("a bar in a rectangle", body(1, 0.0, 0.0), body(2, 0.0, 0.9), -0.1, Vec2::Y),
        ] {
            let verdict = judge(&a.convex(), &b.convex(), Rule::Corrected);
            let axis = verdict.best();
            assert!((axis.gap() - gap).abs() < 1e-5, "{name}: {}", axis.gap());
            assert_eq!(verdict.apart, gap > 0.0, "{name}");
            let direction = from_ground(axis.direction);
            let straight = if gap < -1.0 { direction.perp_dot(along).abs() } else { (direction - along).length() };
            assert!(straight < 1e-5, "{name}: {direction}");
        }
    }

    #[test]
    fn dragging_a_handle_turns_its_polygon_towards_it() {
        let mut flat = FlatAxes::default();
        let center = flat.bodies[1].center;
        flat.drag("turn B", on_ground(center + Vec2::new(0.0, 3.0)));
        assert_eq!(flat.bodies[1].heading, Vec2::Y);
        flat.drag("turn B", on_ground(center));
        assert_eq!(flat.bodies[1].heading, Vec2::Y, "no direction: it stays");
        flat.drag("A", Vec3::new(100.0, 5.0, 0.0));
        assert_eq!(flat.bodies[0].center, Vec2::new(REACH, 0.0), "as near as it may go");
    }
}
