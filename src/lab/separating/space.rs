//! Separating axes in space.

use super::chart::Board;
use super::{
    Controls, Convex, Rule, Source, Verdict, distinct, draw_shadows, furthest, handles, held, judge, shadows_in_words,
};
use crate::lab::numbers::decimal;
use crate::lab::solid::{NAMES, SOLIDS, Solid};
use crate::lab::{Drag, Entry, Experiment, Handle, Ink, Parameter, ParameterKind, Reading, Refused, Sketch, Value};
use crate::math::{Pose, quat_from_axis_angle, quat_from_rotation_vector, tangents};
use crate::say;
use crate::scene::SceneCamera;
use crate::view::Glyph;
use crate::words::word;
use glam::{Quat, Vec3};

/// The laboratory of separating axes in space.
pub const ENTRY: Entry = Entry {
    id: "axes_3d",
    title: "Separating axes in space",
    about: "Two solids, the normals of their faces and the crossed edges: fifteen axes for two boxes.",
    explanation: "In space a plane that fits between two convex solids can be made parallel to a face of one of them, or \
        to an edge of each. So the axes to try are the normals of all faces and the cross products of every edge of A \
        with every edge of B: 3 + 3 + 9 = 15 for two boxes, since parallel edges count once. Each axis has a row on \
        the board with both shadows; the framed one decides: it has a gap, or the least overlap, which is the way out. \
        Two edges that are parallel have no cross product, and from two that are nearly parallel rounding would be \
        left; they are skipped. As printed, only the length zero is skipped and axes keep the length they have, so a \
        short axis makes a large overlap look small and wins.",
    start: || Box::new(Space::default()),
    camera: SceneCamera { target: Vec3::new(1.6, 1.6, 0.0), distance: 9.2, yaw_deg: 6.0, pitch_deg: 8.0 },
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
struct Placed {
    shape: usize,
    pose: Pose,
}

impl Placed {
    fn solid(&self) -> &'static Solid {
        &SOLIDS[self.shape]
    }

    fn convex(&self) -> Convex {
        let (solid, corners) = (self.solid(), self.solid().corners_at(&self.pose));
        Convex {
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
        let turn = if arc.length() > 1e-4 { arc.normalize() } else { quat(tangents(from).0) };
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
    bodies: [Placed; 2],
    controls: Controls,
    rule: Rule,
}

impl Default for Space {
    fn default() -> Self {
        let body = |center, axis: Vec3, degrees: f32| Placed {
            shape: 0,
            pose: Pose::new(center, quat_from_axis_angle(axis.normalize(), degrees.to_radians())),
        };
        Self {
            bodies: [
                body(Vec3::new(-1.7, 1.4, 0.0), Vec3::new(0.2, 1.0, 0.3), 35.0),
                body(Vec3::new(0.4, 2.1, 0.3), Vec3::new(1.0, 0.4, -0.6), 50.0),
            ],
            controls: Controls { spin_deg: 10.0, look: 0.0 },
            rule: Rule::Corrected,
        }
    }
}

impl Space {
    fn judge(&self, rule: Rule) -> (Convex, Convex, Verdict) {
        let [a, b] = [self.bodies[0].convex(), self.bodies[1].convex()];
        let verdict = judge(&a, &b, rule);
        (a, b, verdict)
    }

    /// The plane between the two, or the push that parts them.
    fn draw_outcome(&self, sketch: &mut Sketch<'_>, a: &Convex, b: &Convex, verdict: &Verdict) {
        let axis = verdict.best();
        let Some(n) = axis.direction.try_normalize() else { return };
        if verdict.apart {
            let middle = a.center + n * (0.5 * (axis.a.to + axis.b.from));
            let way = b.center - a.center;
            let middle = middle + (way - n * way.dot(n)) * 0.5;
            let (u, v) = tangents(n);
            let square = [u + v, u - v, -u - v, v - u].map(|corner| middle + corner * 1.5);
            sketch.polygon(&square, Ink::Right, 0.2);
            sketch.path(&square, true, Ink::Right, 2.0);
            sketch.words(square[0], word("a plane fits between"), Ink::Right);
        } else {
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
    fn draw_features(&self, sketch: &mut Sketch<'_>, a: &Convex, b: &Convex, verdict: &Verdict) {
        let n = verdict.best().direction;
        for (body, toward, ink) in [(a, n, Ink::First), (b, -n, Ink::Second)] {
            let touched = furthest(&body.corners, toward);
            for corner in &touched {
                sketch.point(*corner, Glyph::Disc, ink, 9.0);
            }
            if let [p, q] = touched[..] {
                sketch.line(p, q, Ink::Outcome, 4.0);
            }
        }
    }
}

impl Experiment for Space {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        let turn = Vec3::new(0.48, 0.8, 0.36) * (self.controls.spin_deg * dt).to_radians();
        let rotation = &mut self.bodies[1].pose.rotation;
        *rotation = (quat_from_rotation_vector(turn) * *rotation).normalize();
    }

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = self.controls.parameters(self.bodies.each_ref().map(|body| body.shape), &NAMES, LAST);
        parameters.extend([
            Parameter {
                name: "Axes",
                help: "Unit axes with parallel edges skipped, or as they come.",
                kind: ParameterKind::Choice { value: self.rule as usize, names: &["corrected", "as printed"] },
            },
            Parameter {
                name: "Nearly parallel edges",
                help: "Puts one box on another, turned by a tenth of a degree.",
                kind: ParameterKind::Preset,
            },
        ]);
        parameters
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), Refused> {
        match (name, value) {
            ("A", Value::Choice(i)) => self.bodies[0].shape = i.min(SOLIDS.len() - 1),
            ("B", Value::Choice(i)) => self.bodies[1].shape = i.min(SOLIDS.len() - 1),
            ("Axes", Value::Choice(i)) => self.rule = if i == 0 { Rule::Corrected } else { Rule::Printed },
            ("Nearly parallel edges", Value::Act) => {
                let turned = quat_from_axis_angle(Vec3::Y, 0.1_f32.to_radians());
                let body = |center, rotation| Placed { shape: 0, pose: Pose::new(center, rotation) };
                self.bodies =
                    [body(Vec3::new(-1.2, 1.2, 0.0), Quat::IDENTITY), body(Vec3::new(-0.8, 2.1, 0.1), turned)];
                self.controls.spin_deg = 0.0;
            }
            _ => self.controls.set(name, value)?,
        }
        Ok(())
    }

    fn handles(&self) -> Vec<Handle> {
        let centers = self.bodies.each_ref().map(|body| body.pose.translation);
        handles(centers, self.bodies.each_ref().map(Placed::handle), Drag::Screen)
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
        let (a, b, verdict) = self.judge(self.rule);
        let mut lines = vec![say!(
            "{} + {} normals, {} × {} edge pairs of which {} are parallel",
            a.normals.len(),
            b.normals.len(),
            a.edges.len(),
            b.edges.len(),
            verdict.skipped
        )];
        let shown = self.controls.shown(&verdict);
        let axis = &verdict.axes[shown];
        lines.extend(shadows_in_words(shown + 1, axis));
        if let (Source::Edges(..), Rule::Printed) = (axis.source, self.rule) {
            lines.push(say!("|n| = {}: not a unit, gaps are too short", decimal(axis.direction.length().into(), 4)));
        }
        lines.push(verdict.in_words());
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let (_, _, verdict) = self.judge(self.rule);
        let (_, _, right) = self.judge(Rule::Corrected);
        let mut readings = verdict.readings();
        readings.extend([
            Reading::number("gap, corrected", f64::from(right.best().gap()), "m"),
            Reading::number("skipped", verdict.skipped as f64, ""),
        ]);
        readings
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        let (a, b, verdict) = self.judge(self.rule);
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
        if self.rule == Rule::Corrected {
            let n = verdict.axes[shown].direction;
            // Below the solids, or in front of them for an axis that stands upright.
            let down = if n.y.abs() < 0.9 { -Vec3::Y } else { -Vec3::X };
            let side = (down - n * n.dot(down)).normalize_or(down);
            draw_shadows(sketch, &verdict.axes[shown], &a, &b, side);
        }
        self.draw_outcome(sketch, &a, &b, &verdict);
        self.draw_features(sketch, &a, &b, &verdict);
        let (_, _, right) = self.judge(Rule::Corrected);
        if right.apart != verdict.apart || right.best().gap() < verdict.best().gap() - 1e-3 {
            sketch.note(say!(
                "As printed: gap {}; with unit axes: {}",
                decimal(verdict.best().gap().into(), 4),
                decimal(right.best().gap().into(), 4)
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{NormalRule, PairMemory, Shape, collide};
    use parry3d::math::{Pose as TheirPose, Rotation, Vector};
    use parry3d::shape::ConvexPolyhedron;
    use proptest::prelude::*;

    /// Half the points in a row of the same kind: any rotation, or a special one of boxes.
    fn placed(shape: impl Strategy<Value = usize>) -> impl Strategy<Value = Placed> {
        let any = prop::array::uniform4(-1.0..1.0_f32).prop_map(|q| Quat::from_array(q).normalize());
        let special = (0..4_u8).prop_map(|k| quat_from_axis_angle(Vec3::Y, f32::from(k) * std::f32::consts::FRAC_PI_2));
        let rotation = prop_oneof![3 => any, 1 => special].prop_filter("a rotation", |q| q.is_finite());
        (shape, prop::array::uniform3(-1.4..1.4_f32), rotation)
            .prop_map(|(shape, center, rotation)| Placed { shape, pose: Pose::new(center.into(), rotation) })
    }

    fn gap(a: &Placed, b: &Placed) -> Verdict {
        judge(&a.convex(), &b.convex(), Rule::Corrected)
    }

    fn theirs(body: &Placed) -> ConvexPolyhedron {
        let corners = body.solid().corners.iter().map(|p| Vector::from_array(p.to_array())).collect::<Vec<_>>();
        ConvexPolyhedron::from_convex_hull(&corners).expect("a convex solid")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn solids_are_apart_when_parry_says_so_and_no_direction_is_a_shorter_way_out(
            a in placed(0..5_usize), b in placed(0..5_usize), direction in prop::array::uniform3(-1.0..1.0_f32),
        ) {
            let verdict = gap(&a, &b);
            let widest = verdict.best().gap();
            let along = |n| {
                super::super::Axis::new(Source::A(0), n, a.pose.translation, &a.convex(), &b.convex()).gap()
            };
            let place = |body: &Placed| TheirPose::from_parts(
                Vector::from_array(body.pose.translation.to_array()),
                Rotation::from_array(body.pose.rotation.to_array()),
            );
            let (pa, pb) = (place(&a), place(&b));
            let distance = parry3d::query::distance(&pa, &theirs(&a), &pb, &theirs(&b)).expect("a distance").distance;
            if widest > 1e-4 {
                prop_assert!(distance > widest - 1e-4, "{distance} must be no less than the gap {widest}");
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
            let parted = Placed { pose: Pose::new(b.pose.translation + push, b.pose.rotation), ..b };
            prop_assert!(verdict.apart || gap(&a, &parted).best().gap().abs() < 3e-5);
        }

        /// The engine prefers faces to edges by a hair, so that resting boxes keep their face.
        #[test]
        fn boxes_agree_with_the_engine(a in placed(Just(0)), b in placed(Just(0))) {
            let verdict = gap(&a, &b);
            let widest = verdict.best().gap();
            let shape = Shape::Cuboid { half: *SOLIDS[0].corners.last().expect("a corner") };
            let b_in_a = a.pose.inverse_mul(&b.pose);
            let manifold =
                collide(&shape, &shape, &b_in_a, 0.0, NormalRule::Closest, &mut PairMemory::default());
            // Within a hair of touching it may be either.
            prop_assert!(manifold.count > 0 || verdict.apart, "gap {widest}");
            prop_assert!(manifold.count == 0 || widest < 1e-4, "gap {widest}");
            if manifold.count > 0 {
                let n = a.pose.vector(manifold.normal);
                let (ca, cb) = (a.convex(), b.convex());
                let along = super::super::Axis::new(Source::A(0), n, ca.center, &ca, &cb).gap();
                prop_assert!((along - widest).abs() < 4e-3, "engine {along}, axes {widest}");
            }
        }
    }

    #[test]
    fn each_pair_has_as_many_axes_as_the_rule_says() {
        let body = |shape, degrees: f32| Placed {
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
        let body = |axis, y| Placed { shape: 0, pose: Pose::new(Vec3::Y * y, quat_from_axis_angle(axis, eighth)) };
        let reach = |h: Vec3| (h.y + h.z) * 0.5_f32.sqrt();
        let (low, high) = (reach(Vec3::new(1.0, 0.6, 0.8)), reach(Vec3::new(0.8, 1.0, 0.6)));
        let (a, b) = (body(Vec3::X, 0.0), body(Vec3::Z, low + high + 0.1));
        let verdict = gap(&a, &b);
        assert!(matches!(verdict.best().source, Source::Edges(..)), "{:?}", verdict.best());
        assert!((verdict.best().direction - Vec3::Y).length() < 1e-5 && (verdict.best().gap() - 0.1).abs() < 1e-5);
        assert!(verdict.axes[..6].iter().all(|axis| axis.gap() < 0.0), "all faces overlap");
    }

    #[test]
    fn axes_that_are_no_units_choose_the_wrong_way_out() {
        let mut space = Space::default();
        space.set("Nearly parallel edges", Value::Act).expect("an action");
        let (_, _, right) = space.judge(Rule::Corrected);
        assert!((right.best().direction - Vec3::Y).length() < 1e-5 && (right.best().gap() + 0.3).abs() < 1e-4);
        let (_, _, printed) = space.judge(Rule::Printed);
        assert!(printed.best().direction.length() < 0.01 && printed.best().gap() > -0.01, "{:?}", printed.best());
        // And what touches counts as apart.
        let body = |y| Placed { shape: 0, pose: Pose::new(Vec3::Y * y, Quat::IDENTITY) };
        space.bodies = [body(0.0), body(1.25)];
        space.bodies[1].pose.translation.y = 1.2;
        assert!(space.judge(Rule::Printed).2.apart && !space.judge(Rule::Corrected).2.apart);
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
