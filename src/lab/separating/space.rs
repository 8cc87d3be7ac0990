//! Separating axes in space.

use super::chart::Board;
use super::{
    AxesControls, AxesVerdict, AxisSource, ConvexBody, Rule, distinct, draw_shadows, furthest, handles, held, judge,
    shadows_in_words,
};
use super::{Separating, properties};
use crate::lab::numbers::decimal;
use crate::lab::property::{self, Act, LabProperty};
use crate::lab::solid::{LabSolid, NAMES, SOLIDS};
use crate::lab::{Drag, Experiment, Handle, Ink, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch};
use crate::language::word;
use crate::math::{Pose, quat_from_axis_angle, quat_from_rotation_vector, tangents};
use crate::say;
use crate::scene::{SceneCamera, Topic};
use crate::view::Glyph;
use glam::{Quat, Vec3};

/// The laboratory of separating axes in space.
pub const LABORATORY: Laboratory = Laboratory {
    id: "axes_3d",
    topic: Topic::Normals,
    title: "Separating axes in space",
    about: "Two solids, the normals of their faces and the crossed edges: fifteen axes for two boxes.",
    explanation: "In space a plane that fits between two convex solids can be made parallel to a face of one of them, or \
        to an edge of each. So the axes to try are the normals of all faces and the cross products of every edge of A \
        with every edge of B: 3 + 3 + 9 = 15 for two boxes, since parallel edges count once. Each axis has a row on \
        the board with both shadows; the framed one decides: it has a gap, or the least overlap, which is the way out. \
        Two edges that are parallel have no cross product, and from two that are nearly parallel rounding would be \
        left; they are skipped. As printed the answer is yes or no, and for that an axis may have any length. It cannot \
        give the depth: along a short axis every number is small. What touches counts as apart along the normal of a \
        face and as not apart along crossed edges.",
    start: || Box::new(Space::default()),
    camera: SceneCamera {
        target: Vec3::new(1.6, 1.6, 0.0),
        distance: 9.2,
        yaw_deg: 6.0,
        pitch_deg: 8.0,
        orthographic: false,
    },
    hz: 60.0,
};

/// How far a centre may be dragged from the origin along each axis (m).
const REACH: f32 = 6.0;
/// From a centre to its turning handle (m).
const ARM: f32 = 1.9;
/// The numbers of axes to look at, 0 being the one that decides.
const LAST: f32 = 50.0;

/// A solid somewhere in space.
#[derive(Clone, Debug, PartialEq)]
struct PlacedSolid {
    shape: usize,
    pose: Pose,
}

impl PlacedSolid {
    fn solid(&self) -> &'static LabSolid {
        &SOLIDS[self.shape]
    }

    fn convex(&self) -> ConvexBody {
        let (solid, corners) = (self.solid(), self.solid().corners_at(&self.pose));
        ConvexBody {
            center: self.pose.translation,
            normals: distinct(solid.planes_at(&self.pose).into_iter().map(|plane| plane.normal)),
            edges: distinct(solid.edges().map(|(i, j)| corners[j] - corners[i])),
            corners,
        }
    }

    /// Where it is turned from (m, world).
    fn handle(&self) -> Vec3 {
        self.pose.point(Vec3::X * ARM)
    }

    /// Turns it the shorter way until its handle points to `to`.
    fn turn_to(&mut self, to: Vec3) {
        let from = self.pose.vector(Vec3::X).normalize_or(Vec3::X);
        let Some(to) = (to - self.pose.translation).try_normalize() else { return };
        // The half-way quaternion; opposite directions have none, and any axis square to them will do.
        let arc = Quat::from_xyzw(0.0, 0.0, 0.0, 1.0 + from.dot(to)) + quat(from.cross(to));
        let turn = if arc.length() > 1e-4 { arc.normalize() } else { quat(tangents(from)[0]) };
        self.pose.rotation = (turn * self.pose.rotation).normalize();
    }
}

/// A vector as a quaternion without real part.
fn quat(v: Vec3) -> Quat {
    Quat::from_xyzw(v.x, v.y, v.z, 0.0)
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
struct Space {
    bodies: [PlacedSolid; 2],
    controls: AxesControls,
}

hash_fields!(PlacedSolid { shape, pose });
hash_fields!(Space { bodies, controls });

impl Default for Space {
    fn default() -> Self {
        let body = |center, axis: Vec3, degrees: f32| PlacedSolid {
            shape: 0,
            pose: Pose::new(center, quat_from_axis_angle(axis.normalize(), degrees.to_radians())),
        };
        Self {
            bodies: [
                body(Vec3::new(-1.7, 1.4, 0.0), Vec3::new(0.2, 1.0, 0.3), 35.0),
                body(Vec3::new(0.4, 2.1, 0.3), Vec3::new(1.0, 0.4, -0.6), 50.0),
            ],
            controls: AxesControls { rule: Rule::Corrected, spin_deg: 10.0, look: 0.0 },
        }
    }
}

impl Space {
    fn judge(&self, rule: Rule) -> (ConvexBody, ConvexBody, AxesVerdict) {
        let [a, b] = [self.bodies[0].convex(), self.bodies[1].convex()];
        let verdict = judge(&a, &b, rule);
        (a, b, verdict)
    }

    fn put_nearly_parallel(&mut self) {
        // A sine of 0.0017, a little above what counts as parallel.
        let turned = quat_from_axis_angle(Vec3::Y, 0.1_f32.to_radians());
        let body = |center, rotation| PlacedSolid { shape: 0, pose: Pose::new(center, rotation) };
        self.bodies = [body(Vec3::new(-1.2, 1.2, 0.0), Quat::IDENTITY), body(Vec3::new(-0.8, 2.1, 0.1), turned)];
        self.controls.spin_deg = 0.0;
    }

    fn put_edge_across_edge(&mut self) {
        // An eighth of a turn about x and about z: an edge on top, and one below that lies across it.
        let body = |center, axis| PlacedSolid {
            shape: 0,
            pose: Pose::new(center, quat_from_axis_angle(axis, std::f32::consts::FRAC_PI_4)),
        };
        self.bodies = [body(Vec3::new(-0.6, 0.4, 0.0), Vec3::X), body(Vec3::new(-0.6, 2.8, 0.0), Vec3::Z)];
        self.controls.spin_deg = 0.0;
    }

    /// One shape twice, not turned, B so far above A (m).
    fn stack(&mut self, shape: usize, rise: f32) {
        let body = |y| PlacedSolid { shape, pose: Pose::new(Vec3::new(-0.75, y, 0.0), Quat::IDENTITY) };
        // The height where they meet, three halves of the rise, comes out of both in the same bits.
        self.bodies = [body(rise), body(2.0 * rise)];
        self.controls.spin_deg = 0.0;
    }

    fn put_face_on_face(&mut self) {
        self.stack(0, 1.2);
    }

    fn put_edge_on_edge(&mut self) {
        // The upper edge of one tetrahedron runs along (1, 0, 1), the lower edge of the other along (−1, 0, 1).
        self.stack(1, 1.8);
    }

    /// The plane between the two, or the push that parts them.
    fn draw_outcome(&self, sketch: &mut Sketch<'_>, a: &ConvexBody, b: &ConvexBody, verdict: &AxesVerdict) {
        let axis = &verdict.axes[verdict.looked_at()];
        let n = axis.direction;
        if verdict.decides.is_none() {
            // No axis is chosen, so there is no way out to show.
        } else if verdict.apart {
            // Half way between the two shadows, and beside both centres across the axis.
            let middle = a.center + n * (0.5 * (axis.a.to + axis.b.from));
            let offset = b.center - a.center;
            let middle = middle + (offset - n * offset.dot(n)) * 0.5;
            // Any two directions across the axis span the plane.
            let [u, v] = tangents(n);
            let square = [u + v, u - v, -u - v, v - u].map(|corner| middle + corner * 1.5);
            sketch.polygon(&square, Ink::Right, 0.2);
            sketch.path(&square, true, Ink::Right, 2.0);
            sketch.words(square[0], word("a plane fits between"), Ink::Right);
        } else {
            // The whole overlap goes to B, so that A can be compared with its place before.
            let push = n * -axis.gap();
            let parted = Pose::new(self.bodies[1].pose.translation + push, self.bodies[1].pose.rotation);
            let solid = self.bodies[1].solid();
            let corners = solid.corners_at(&parted);
            for (i, j) in solid.edges() {
                sketch.dashes(corners[i], corners[j], 0.12, Ink::Outcome);
            }
            sketch.named_arrow(b.center, push, Ink::Outcome, word("way out"));
        }
    }

    /// What decides: the corners of each body that reach furthest towards the other.
    fn draw_features(&self, sketch: &mut Sketch<'_>, a: &ConvexBody, b: &ConvexBody, verdict: &AxesVerdict) {
        let n = verdict.axes[verdict.looked_at()].direction;
        for (body, toward, ink) in [(a, n, Ink::First), (b, -n, Ink::Second)] {
            let touched = furthest(&body.corners, toward);
            for corner in &touched {
                sketch.point(*corner, Glyph::Disc, ink, 9.0);
            }
            // Two corners that reach as far are an edge.
            if let [p, q] = touched[..] {
                sketch.line(p, q, Ink::Outcome, 4.0);
            }
        }
    }
}

impl Separating for Space {
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
const PROPERTIES: &[LabProperty<Space>] = &{
    let rule =
        "Units, which give depth and way out too, with parallel edges skipped; or as they come, for a yes or no.";
    let [a, b, spin, look, axes] = properties(&NAMES, LAST, rule);
    let parallel = LabProperty::preset(
        ("Nearly parallel edges", "Puts one box on another, turned by a tenth of a degree."),
        Act::Always(Space::put_nearly_parallel),
    );
    let across = LabProperty::preset(
        ("Edge across edge", "Two boxes that only a pair of edges separates: the normals of all faces overlap."),
        Act::Always(Space::put_edge_across_edge),
    );
    let faces = LabProperty::preset(
        ("Touching faces", "Puts one box on another: as printed they are apart."),
        Act::Always(Space::put_face_on_face),
    );
    let edges = LabProperty::preset(
        ("Touching edges", "Two tetrahedra meet in one point, where their edges cross: as printed they are not apart."),
        Act::Always(Space::put_edge_on_edge),
    );
    [a, b, spin, look, axes, parallel, across, faces, edges]
};

impl Experiment for Space {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        // A unit vector along none of the axes, so that edges do not stay parallel.
        let turn = Vec3::new(0.48, 0.8, 0.36) * (self.controls.spin_deg * dt).to_radians();
        let rotation = &mut self.bodies[1].pose.rotation;
        *rotation = (quat_from_rotation_vector(turn) * *rotation).normalize();
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let centers = self.bodies.each_ref().map(|body| body.pose.translation);
        handles(centers, self.bodies.each_ref().map(PlacedSolid::handle), Drag::Screen, REACH)
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let Some((index, turns)) = held(name) else { return };
        let body = &mut self.bodies[index];
        if turns {
            body.turn_to(to);
        } else {
            body.pose.translation = to.clamp(Vec3::splat(-REACH), Vec3::splat(REACH));
        }
    }

    fn formula(&self) -> Vec<String> {
        let (a, b, verdict) = self.judge(self.controls.rule);
        let mut lines = vec![say!(
            "{} + {} normals, {} × {} edge pairs, {} of them parallel",
            a.normals.len(),
            b.normals.len(),
            a.edges.len(),
            b.edges.len(),
            verdict.skipped
        )];
        let shown = self.controls.shown(&verdict);
        let axis = &verdict.axes[shown];
        lines.extend(shadows_in_words(shown + 1, axis, verdict.length_of(axis)));
        // An edge pair gives an axis that is no unit vector, so the number along it is no distance: shown, not hidden.
        if let (AxisSource::Edges(..), Rule::Printed) = (axis.source, self.controls.rule) {
            let length = decimal(axis.length.into(), 4);
            lines.push(say!(
                "|n| = {}: {} m along it, no depth without dividing",
                length,
                decimal(axis.gap().into(), 4)
            ));
        }
        lines.push(verdict.in_words());
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let (_, _, verdict) = self.judge(self.controls.rule);
        let mut readings = verdict.readings();
        readings.extend([
            Reading::number("least number as it comes", f64::from(verdict.axes[verdict.raw_best].raw_gap()), ""),
            Reading::number("skipped", verdict.skipped as f64, ""),
        ]);
        readings
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        let (a, b, verdict) = self.judge(self.controls.rule);
        let shown = self.controls.shown(&verdict);
        for (body, name, ink) in [(&self.bodies[0], "A", Ink::First), (&self.bodies[1], "B", Ink::Second)] {
            body.solid().draw(sketch, &body.pose, ink, 0.4);
            sketch.words(body.pose.translation, name, ink);
            sketch.dashes(body.pose.translation, body.handle(), 0.12, Ink::Faint);
        }
        let board = Board {
            corner: Vec3::new(2.9, 4.2, -0.6),
            across: Vec3::X * 3.6,
            down: -Vec3::Y * (0.5 * verdict.axes.len().max(8) as f32).min(5.0),
        };
        board.draw(sketch, &verdict, shown);
        // Below the solids, or in front of them for an axis that stands upright.
        let n = verdict.axes[shown].direction;
        let down = if n.y.abs() < 0.9 { -Vec3::Y } else { -Vec3::X };
        let side = (down - n * n.dot(down)).normalize_or(down);
        draw_shadows(sketch, &verdict.axes[shown], &a, &b, side);
        self.draw_outcome(sketch, &a, &b, &verdict);
        self.draw_features(sketch, &a, &b, &verdict);
        // Judged by both rules, whichever is set: the note says where they differ.
        let (_, _, right) = self.judge(Rule::Corrected);
        if right.apart != verdict.apart {
            sketch.note(word("They touch: as printed that is apart along the normal of a face"));
        } else if self.controls.rule == Rule::Printed {
            sketch.note(word(if verdict.apart {
                "As printed: yes, they are apart"
            } else {
                "As printed: no, they are not apart"
            }));
            let raw = &verdict.axes[verdict.raw_best];
            if !verdict.apart && raw.length < 1.0 {
                sketch.note(say!(
                    "The least number, {} along axis {}, is no depth: |n| = {}; the depth is {} m",
                    decimal((-raw.raw_gap()).into(), 4),
                    verdict.raw_best + 1,
                    decimal(raw.length.into(), 4),
                    decimal((-right.best().gap()).into(), 4)
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FACE_PREFERENCE, NormalRule, Note, Overlap, PairMemory, Reason, Shape, explain};
    use crate::lab::separating::TriedAxis;
    use crate::math::real;
    use parry3d::math::{Pose as TheirPose, Rotation, Vector};
    use parry3d::shape::ConvexPolyhedron;
    use proptest::prelude::*;

    /// Half the points in a row of the same kind: any rotation, or a special one of boxes.
    fn placed(shape: impl Strategy<Value = usize>) -> impl Strategy<Value = PlacedSolid> {
        let any = prop::array::uniform4(real(-1.0..1.0)).prop_map(|q| Quat::from_array(q).normalize());
        let special = (0..4_u8).prop_map(|k| quat_from_axis_angle(Vec3::Y, f32::from(k) * std::f32::consts::FRAC_PI_2));
        let rotation = prop_oneof![3 => any, 1 => special].prop_filter("a rotation", |q| q.is_finite());
        (shape, prop::array::uniform3(real(-1.4..1.4)), rotation)
            .prop_map(|(shape, center, rotation)| PlacedSolid { shape, pose: Pose::new(center.into(), rotation) })
    }

    fn gap(a: &PlacedSolid, b: &PlacedSolid) -> AxesVerdict {
        judge(&a.convex(), &b.convex(), Rule::Corrected)
    }

    /// The gap between the corners of the two along a direction of about unit length from A to B (m).
    fn gap_in_double(a: &PlacedSolid, b: &PlacedSolid, n: Vec3) -> f64 {
        let n = n.as_dvec3().normalize();
        let along = |body: &PlacedSolid| {
            let (turn, at) = (body.pose.rotation.as_dquat().normalize(), body.pose.translation.as_dvec3());
            body.solid().corners.iter().map(move |p| (at + turn * p.as_dvec3()).dot(n)).collect::<Vec<_>>()
        };
        let furthest_a = along(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
        along(b).into_iter().fold(f64::INFINITY, f64::min) - furthest_a
    }

    fn theirs(body: &PlacedSolid) -> ConvexPolyhedron {
        let corners = body.solid().corners.iter().map(|p| Vector::from_array(p.to_array())).collect::<Vec<_>>();
        ConvexPolyhedron::from_convex_hull(&corners).expect("a convex solid")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn solids_are_apart_when_parry_says_so_and_no_direction_is_a_shorter_way_out(
            a in placed(0..5_usize), b in placed(0..5_usize), direction in prop::array::uniform3(real(-1.0..1.0)),
        ) {
            let verdict = gap(&a, &b);
            let widest = verdict.best().gap();
            let along = |n| {
                super::super::TriedAxis::new(AxisSource::A(0), n, &a.convex(), &b.convex()).gap()
            };
            let place = |body: &PlacedSolid, moved: Vec3| TheirPose::from_parts(
                Vector::from_array((body.pose.translation + moved).to_array()),
                Rotation::from_array(body.pose.rotation.to_array()),
            );
            let pa = place(&a, Vec3::ZERO);
            let distance_moved = |moved: Vec3| {
                parry3d::query::distance(&pa, &theirs(&a), &place(&b, moved), &theirs(&b)).expect("a distance").distance
            };
            let (pb, distance) = (place(&b, Vec3::ZERO), distance_moved(Vec3::ZERO));
            if widest > 1e-4 {
                // A plane fits between, by the corners in double precision: nothing else has to be believed.
                let n = verdict.best().direction;
                let plane = gap_in_double(&a, &b, n);
                prop_assert!((plane - f64::from(widest)).abs() < 1e-5, "{plane} between the corners, and {widest}");
                // Theirs takes gaps of a tenth of a millimetre for none, so it is asked a centimetre further out.
                let further = distance_moved(n * 0.01);
                prop_assert!(further > widest + 0.01 - 1e-4, "{further} is less than the gap {widest} and a centimetre");
            } else if widest < -1e-4 {
                prop_assert!(distance < 1e-5, "{distance} with an overlap of {widest}");
                let contact = parry3d::query::contact(&pa, &theirs(&a), &pb, &theirs(&b), 0.0).expect("a contact");
                // Their depth is up to millimetres off, so the depth along their way out is measured here.
                if let Some(contact) = contact {
                    let along = along(Vec3::from_array(contact.normal1.to_array()));
                    prop_assert!(along <= widest + 3e-5, "along theirs {along}, ours {widest}");
                }
            }
            // Brute force: the shadows on any direction overlap by no less.
            if let Some(any) = Vec3::from(direction).try_normalize() {
                let along = along(any);
                prop_assert!(along <= widest.max(distance) + 3e-5, "{along} beats {widest}");
            }
            // Pushed out along the axis they just touch.
            let push = verdict.best().direction * -widest;
            let parted = PlacedSolid { pose: Pose::new(b.pose.translation + push, b.pose.rotation), ..b };
            prop_assert!(verdict.apart || gap(&a, &parted).best().gap().abs() < 3e-5);
        }

        /// The engine prefers faces to edges by a hair, so that resting boxes keep their face.
        #[test]
        fn boxes_agree_with_the_engine(a in placed(Just(0)), b in placed(Just(0))) {
            let verdict = gap(&a, &b);
            let widest = verdict.best().gap();
            let shape = Shape::Cuboid { half: *SOLIDS[0].corners.last().expect("a corner") };
            let b_in_a = a.pose.inverse_mul(&b.pose);
            let (how, mut notes) = ((NormalRule::Closest, Overlap::Exact), vec![]);
            let manifold = explain(&shape, &shape, &b_in_a, 0.0, how, &mut PairMemory::default(), &mut notes);
            // Within a hair of touching it may be either.
            prop_assert!(manifold.count > 0 || verdict.apart, "gap {widest}");
            prop_assert!(manifold.count == 0 || widest < 1e-4, "gap {widest}");
            if manifold.count > 0 {
                let n = a.pose.vector(manifold.normal);
                let (ca, cb) = (a.convex(), b.convex());
                let along = super::super::TriedAxis::new(AxisSource::A(0), n, &ca, &cb).gap();
                let parallel = notes.iter().any(|n| matches!(n, Note::Chosen { reason: Reason::ParallelEdges, .. }));
                // A face of A is kept before one of B, and a face before edges.
                let (mut least, mut rounded) = (2.0 * FACE_PREFERENCE as f32 * 0.6, 0.0);
                if parallel {
                    // Edges are rounded by a tenth of the least half extent: a sharp one reaches further along the normal.
                    // Of the rounded no direction across the edges has a wider gap, and those are parallel to half a
                    // degree over lengths of up to 1 m to either side.
                    let beyond = |body: &PlacedSolid| 0.06 * ((body.pose.rotation.conjugate() * n).abs().element_sum() - 1.0);
                    (least, rounded) = (0.5_f32.to_radians().sin() * 2.0, beyond(&a) + beyond(&b));
                }
                prop_assert!(along < widest + 1e-5, "engine {along}, axes {widest}");
                prop_assert!(along + rounded > widest - least - 1e-5, "engine {along} and {rounded}, axes {widest}");
            }
        }
    }

    #[test]
    fn each_pair_has_as_many_axes_as_the_rule_says() {
        let body = |shape, degrees: f32| PlacedSolid {
            shape,
            pose: Pose::new(Vec3::ZERO, quat_from_axis_angle(Vec3::new(0.6, 0.0, 0.8), degrees.to_radians())),
        };
        for (name, a, b, tried, skipped) in [
            ("boxes", body(0, 0.0), body(0, 33.0), 15, 0),
            ("boxes, not turned", body(0, 0.0), body(0, 0.0), 3 + 3 + 6, 3),
            ("tetrahedra", body(1, 0.0), body(1, 33.0), 4 + 4 + 36, 0),
            ("octahedron and box", body(2, 0.0), body(0, 33.0), 4 + 3 + 18, 0),
            ("prism and box", body(3, 0.0), body(0, 33.0), 4 + 3 + 12, 0),
        ] {
            let verdict = gap(&a, &b);
            assert_eq!((verdict.axes.len(), verdict.skipped), (tried, skipped), "{name}");
        }
    }

    #[test]
    fn crossed_edges_are_found_by_no_face() {
        // Two boxes turned by 45° about x and about z, one above the other: an edge lies across an edge.
        let eighth = std::f32::consts::FRAC_PI_4;
        let body = |axis, y| PlacedSolid { shape: 0, pose: Pose::new(Vec3::Y * y, quat_from_axis_angle(axis, eighth)) };
        let reach = |h: Vec3| (h.y + h.z) * 0.5_f32.sqrt();
        let (low, high) = (reach(Vec3::new(1.0, 0.6, 0.8)), reach(Vec3::new(0.8, 1.0, 0.6)));
        let (a, b) = (body(Vec3::X, 0.0), body(Vec3::Z, low + high + 0.1));
        let verdict = gap(&a, &b);
        assert!(matches!(verdict.best().source, AxisSource::Edges(..)), "{:?}", verdict.best());
        assert!((verdict.best().direction - Vec3::Y).length() < 1e-5 && (verdict.best().gap() - 0.1).abs() < 1e-5);
        let separate = |axes: &[TriedAxis]| axes.iter().any(|axis| axis.gap() >= 0.0);
        erratum!(35, printed: separate(&verdict.axes[..6]), right: separate(&verdict.axes));
    }

    #[test]
    fn the_preset_is_separated_by_one_pair_of_edges_alone() {
        let mut space = Space::default();
        space.set("Edge across edge", ParameterValue::Act).expect("an action");
        for rule in [Rule::Corrected, Rule::Printed] {
            let (_, _, verdict) = space.judge(rule);
            let apart: Vec<_> = verdict.axes.iter().filter(|axis| axis.gap() > 0.0).map(|axis| axis.source).collect();
            assert!(matches!(apart[..], [AxisSource::Edges(..)]) && verdict.apart, "{apart:?}");
        }
    }

    /// The number along an axis that is no unit is not the depth: moved by it the boxes still overlap.
    #[test]
    fn without_unit_length_an_axis_cannot_give_the_depth() {
        let mut space = Space::default();
        space.set("Nearly parallel edges", ParameterValue::Act).expect("an action");
        let (_, _, right) = space.judge(Rule::Corrected);
        assert!((right.best().direction - Vec3::Y).length() < 1e-5 && (right.best().gap() + 0.3).abs() < 1e-4);
        let (_, _, printed) = space.judge(Rule::Printed);
        assert_eq!((printed.apart, printed.decides), (false, None), "a yes or no, and no axis chosen");
        // Edges a tenth of a degree apart: |n| = sin 0.1°, and so is every number along it too small.
        let raw = &printed.axes[printed.raw_best];
        assert!((raw.length - 0.1_f32.to_radians()).abs() < 1e-6, "{raw:?}");
        let after = |push: Vec3| {
            let [a, b] = &space.bodies;
            let moved = PlacedSolid { pose: Pose::new(b.pose.translation + push, b.pose.rotation), ..b.clone() };
            gap(a, &moved).best().gap()
        };
        assert!(after(-raw.direction * raw.raw_gap()) < -0.25, "taken for the depth it parts nothing");
        assert!(after(-right.best().direction * right.best().gap()).abs() < 1e-5, "a unit axis gives the way out");
    }

    /// The verdict alone does not need units: nearly parallel edges leave an axis of rounding, but an axis
    /// all the same.
    #[test]
    fn short_axes_give_the_right_answer_to_yes_or_no() {
        let mut verdicts = [0, 0];
        for i in 0..3000 {
            let f = |a: f64| (f64::from(i) * a).fract() as f32;
            // Turned by 10⁻⁸ to 10⁻² rad against each other, half of them nearly touching above each other.
            let angle = 10_f32.powf(-8.0 + 6.0 * f(0.618_034));
            let axis = Vec3::new(f(0.414_213_6) - 0.5, f(0.732_050_8) - 0.5, 0.3).normalize();
            let lift = if i % 2 == 0 { 1.2 + 0.002 * (f(0.236_068) - 0.5) } else { 2.4 * f(0.236_068) };
            let center = Vec3::new(2.0 * f(0.754_877_7) - 1.0, lift, 1.6 * f(0.569_840_3) - 0.8);
            let body = |center, rotation| PlacedSolid { shape: 0, pose: Pose::new(center, rotation) };
            let (a, b) = (body(Vec3::ZERO, Quat::IDENTITY), body(center, quat_from_axis_angle(axis, angle)));
            let right = gap(&a, &b);
            // Within rounding of touching either answer will do.
            if right.best().gap().abs() > 1e-5 {
                let printed = judge(&a.convex(), &b.convex(), Rule::Printed).apart;
                assert_eq!(printed, right.apart, "{i}: {:?}", right.best());
                verdicts[usize::from(printed)] += 1;
            }
        }
        assert!(verdicts.iter().all(|count| *count > 500), "{verdicts:?}");
    }

    /// Faces and edges that touch, of solids made for it.
    #[test]
    fn a_ridge_under_a_keel_touches_without_being_apart() {
        // Faces: one box on the other, to the bit.
        let body = |y| PlacedSolid { shape: 0, pose: Pose::new(Vec3::Y * y, Quat::IDENTITY) };
        let faces = [body(0.0).convex(), body(1.2).convex()];
        // Edges: the ridge of a square prism along x under the keel of one along z; they meet in one point.
        let prism = |corners: [[f32; 3]; 8], normals: [Vec3; 3], edges: [Vec3; 3]| ConvexBody {
            center: corners.iter().map(|c| Vec3::from(*c)).sum::<Vec3>() / 8.0,
            corners: corners.into_iter().map(Vec3::from).collect(),
            normals: normals.map(Vec3::normalize).to_vec(),
            edges: edges.map(Vec3::normalize).to_vec(),
        };
        let end = |x: f32| [[x, 0.0, 0.0], [x, -2.0, 0.0], [x, -1.0, 1.0], [x, -1.0, -1.0]];
        let [[a, b, c, d], [e, f, g, h]] = [end(2.0), end(-2.0)];
        let roof = [a, b, c, d, e, f, g, h];
        let keel = roof.map(|[x, y, z]| [z, -y, x]);
        let slopes = [Vec3::new(0.0, 1.0, 1.0), Vec3::new(0.0, 1.0, -1.0), Vec3::X];
        let sides = [Vec3::X, Vec3::new(0.0, -1.0, 1.0), Vec3::new(0.0, -1.0, -1.0)];
        let across = |v: Vec3| Vec3::new(v.z, -v.y, v.x);
        let edges = [prism(roof, slopes, sides), prism(keel, slopes.map(across), sides.map(across))];
        for (name, [a, b], printed) in [("faces", &faces, true), ("edges", &edges, false)] {
            let verdicts = [Rule::Corrected, Rule::Printed].map(|rule| judge(a, b, rule));
            assert_eq!(verdicts[0].best().gap(), 0.0, "{name} touch");
            assert_eq!(verdicts.map(|verdict| verdict.apart), [false, printed], "{name}");
        }
    }

    /// As printed, `>` stands in the test of planes and not in that of crossed edges.
    #[test]
    fn touching_is_apart_on_faces_and_not_on_edges_as_printed_and_on_neither_as_corrected() {
        let mut answers = vec![];
        for (preset, printed) in [("Touching faces", true), ("Touching edges", false)] {
            let mut space = Space::default();
            space.set(preset, ParameterValue::Act).expect("an action");
            let verdicts = [Rule::Corrected, Rule::Printed].map(|rule| space.judge(rule).2);
            // Of the edges only their crossing holds the two apart: along all faces they overlap.
            let best = verdicts[0].best();
            assert_eq!(
                (best.gap(), matches!(best.source, AxisSource::Edges(..))),
                (0.0, !printed),
                "{preset}: {best:?}"
            );
            answers.push(verdicts.map(|verdict| verdict.apart));
            assert_eq!(answers.last(), Some(&[false, printed]), "{preset}");
        }
        // One rule for all that touches.
        erratum!(38, printed: answers[0][1] == answers[1][1], right: answers[0][0] == answers[1][0]);
    }

    #[test]
    fn dragging_a_handle_turns_its_solid_towards_it() {
        let mut space = Space::default();
        for to in [Vec3::new(5.0, 1.0, 2.0), Vec3::new(-5.0, 1.0, -2.0), Vec3::new(0.0, 9.0, 0.0)] {
            space.drag("turn A", to);
            let [a, _] = &space.bodies;
            let want = (to - a.pose.translation).normalize();
            assert!((a.pose.vector(Vec3::X) - want).length() < 1e-5, "{to}");
        }
        let before = space.clone();
        space.drag("turn A", space.bodies[0].pose.translation);
        assert_eq!(space, before, "no direction: it stays");
    }
}
