//! A contact as the solver knows it: where two bodies touch, and what passes between them there.

use super::Bounce;
use super::twist::Twist;
use crate::geometry::{Feature, Manifold, Region};
use crate::math::delta::words;
use crate::math::{Pose, tangents};
use glam::{Vec2, Vec3};

pub(super) mod batch;
pub(super) mod graph;
pub(super) mod share;

/// How two surfaces meet, by the combine rules of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Surface {
    /// Coulomb coefficient.
    pub friction: f32,
    /// Share of the approach speed given back.
    pub restitution: f32,
    /// Share of the tangential approach speed that comes back reversed.
    pub restitution_tangential: f32,
    /// Arm of the torque against rolling (m).
    pub rolling_resistance: f32,
    /// Arm of the torque against spinning about the normal (m).
    pub spinning_friction: f32,
}

words!(Surface { friction, restitution, restitution_tangential, rolling_resistance, spinning_friction });

/// What a pair asks of its contact while its manifold is reused.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointReuse {
    /// How far the two may move before they are collided anew (m); negative to do so in every step.
    pub reuse_distance: f32,
    /// Gap up to which they are a contact (m).
    pub margin: f32,
    /// Approach speed from which they must be looked at more closely (m/s).
    pub reexamine_speed: f32,
    /// Whether their contact can be found without a look.
    pub ball: Option<BallPair>,
}

/// A ball that meets a ball or a box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct BallPair {
    /// Of the ball, of two balls of B (m).
    pub radius: f32,
    /// Of the other ball (m); 0 for a box.
    pub other_radius: f32,
    /// Half extents of a box (m); 0 for a ball.
    pub half: Vec3,
    /// Whether the ball is A.
    pub other_is_b: bool,
}

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConstraintPoint {
    /// Place in the contact plane, along the two tangents from the contact's middle (m).
    pub a: f32,
    pub b: f32,
    /// Offset from the contact's middle along the normal (m).
    pub height: f32,
    /// Gap at detection (m).
    pub separation: f32,
    /// Gap when the step began, along the path that the bodies have in it (m).
    pub gap: f32,
    /// Impulse of the last sub-step (N·s), to start the next step from.
    pub impulse: f32,
    /// Impulse of the whole last step (N·s).
    pub total: f32,
    /// Speed at which the turning of the contact alone brought the two together when the step began (m/s).
    pub drift_speed: f32,
    /// Speed at which the two shall part when the step ends (m/s): what a rolling contact anticipates, or a bounce that
    /// is the solver's.
    pub rebound: f32,
    pub id: u32,
    pub persisted: bool,
}

/// Points of one contact are the same from step to step when they are closer than this share of the contact's size.
const SAME_PLACE: f32 = 0.02;

/// Least cosine of the angle between the normals of a contact's two steps for loads to go on along the new one: 18°.
const SAME_PLANE: f32 = 0.95;

impl ConstraintPoint {
    /// Goes on from what the point was in the step before.
    fn go_on(&mut self, old: &Self) {
        self.impulse = old.impulse;
        (self.drift_speed, self.rebound) = (old.drift_speed, old.rebound);
        self.persisted = true;
    }
}

words!(ConstraintPoint { a, b, height, separation, gap, impulse, total, drift_speed, rebound, id, persisted });

/// What impacts did to a contact in the present step, each at its time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Impact {
    /// Approach speed of the fastest (m/s); 0 when there was none.
    pub speed: f32,
    /// Sum of their impulses on B (N·s, world), whatever the normal was when they acted.
    pub impulse: Vec3,
    /// Whether, and by whom, the two were sent apart.
    pub bounce: Bounce,
}

words!(Impact { speed, impulse, bounce });

/// Two bodies that touch, or nearly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub surface: Surface,
    pub feature_a: Feature,
    pub feature_b: Feature,
    /// Unit, from A to B (world).
    pub normal: Vec3,
    /// Unit tangent (world); the second is `normal × tangent`.
    pub tangent: Vec3,
    /// The middle of the points at detection (m, world).
    pub middle: Vec3,
    /// The middle from A's centre and from B's (m, world axes).
    pub anchor_a: Vec3,
    pub anchor_b: Vec3,
    /// One to four are in use.
    pub count: u8,
    pub points: [ConstraintPoint; 4],
    /// Friction impulse on B of the last sub-step along the two tangents (N·s), its moment about the normal and the
    /// moments against rolling about the tangents (N·m·s).
    pub tangent_impulse: [f32; 2],
    pub spinning_impulse: f32,
    pub rolling_impulse: [f32; 2],
    /// The same of the whole last step.
    pub tangent_total: [f32; 2],
    pub spinning_total: f32,
    /// Whether the two touched in the step before.
    pub touched: bool,
    pub impact: Impact,
    /// How far the two have moved against each other since they were last collided (m); infinite where they must be.
    pub moved: f32,
}

words!(Constraint {
    surface,
    feature_a,
    feature_b,
    normal,
    tangent,
    middle,
    anchor_a,
    anchor_b,
    count,
    points,
    tangent_impulse,
    spinning_impulse,
    rolling_impulse,
    tangent_total,
    spinning_total,
    touched,
    impact,
    moved
});

impl Default for Constraint {
    /// Nobody's: without a point.
    fn default() -> Self {
        Self {
            surface: Surface::default(),
            feature_a: Feature::Surface,
            feature_b: Feature::Surface,
            normal: Vec3::Y,
            tangent: Vec3::X,
            middle: Vec3::ZERO,
            anchor_a: Vec3::ZERO,
            anchor_b: Vec3::ZERO,
            count: 0,
            points: [ConstraintPoint::default(); 4],
            tangent_impulse: [0.0; 2],
            spinning_impulse: 0.0,
            rolling_impulse: [0.0; 2],
            tangent_total: [0.0; 2],
            spinning_total: 0.0,
            touched: false,
            impact: Impact::default(),
            moved: 0.0,
        }
    }
}

/// Shares of up to four points in a load at a place in their plane, none of them negative: those with which they hold it
/// there, or at the nearest place that they reach.
fn shares(points: &[Vec2], place: Vec2) -> [f32; 4] {
    let mut shares = [0.0; 4];
    // Within a triangle of theirs its areas are the shares (barycentric coordinates).
    for (i, j, k) in [(0, 1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 3)] {
        let Some((&p, &q, &r)) = points.get(k).map(|r| (&points[i], &points[j], r)) else { continue };
        let areas = [(q - place).perp_dot(r - place), (r - place).perp_dot(p - place), (p - place).perp_dot(q - place)];
        let whole: f32 = areas.iter().sum();
        let parts = areas.map(|area| area / whole);
        if parts.iter().all(|part| *part >= 0.0) {
            (shares[i], shares[j], shares[k]) = (parts[0], parts[1], parts[2]);
            return shares;
        }
    }
    // Beside all of them: on the nearest of the lines between two, of which one point is the shortest.
    let mut nearest = (f32::INFINITY, 0, 0, 0.0);
    for (j, q) in points.iter().enumerate() {
        for (i, p) in points[..=j].iter().enumerate() {
            let along = *q - *p;
            let length2 = along.length_squared();
            let t = if length2 > 0.0 { ((place - *p).dot(along) / length2).clamp(0.0, 1.0) } else { 0.0 };
            let distance2 = (*p + along * t).distance_squared(place);
            if distance2 < nearest.0 {
                nearest = (distance2, i, j, t);
            }
        }
    }
    let (_, i, j, t) = nearest;
    shares[i] += 1.0 - t;
    shares[j] += t;
    shares
}

/// Least sine of the angle between two edges whose contact is reused: their common normal turns by no more than its
/// inverse as much as they do.
const CROSSING: f32 = 0.3;

/// Whether the normal of a contact stays as it is while the two bodies hardly move: that of a face does, and that of
/// two edges of boxes which cross.
fn keeps_normal(manifold: &Manifold, pose_a: &Pose, pose_b: &Pose) -> bool {
    let has_face = |feature| matches!(feature, Feature::Face(_) | Feature::Front | Feature::Back);
    match (manifold.feature_a, manifold.feature_b) {
        (Feature::Edge(a), Feature::Edge(b)) => {
            // An edge has no sign along itself.
            let along = |region: Region| Vec3::ONE - region.direction().abs();
            let cross = (pose_a.rotation * along(a)).cross(pose_b.rotation * along(b));
            cross.length_squared() > CROSSING * CROSSING
        }
        (a, b) => has_face(a) || has_face(b),
    }
}

impl Constraint {
    /// The points of a manifold that are no further apart than `limit` (m), in world axes; none when there is
    /// no such point.
    ///
    /// What the pair had before hands its impulses to those of its points that are there still.
    pub fn new(
        manifold: &Manifold,
        (pose_a, pose_b): (&Pose, &Pose),
        limit: f32,
        surface: Surface,
        before: Option<&Self>,
    ) -> Option<Self> {
        let mut points = [ConstraintPoint::default(); 4];
        let mut places = [Vec3::ZERO; 4];
        let mut count = 0;
        // Points beyond the speculative margin are left out; the others go to world axes, from A's centre.
        for point in manifold.points().iter().filter(|p| p.separation <= limit) {
            places[count] = pose_a.rotation * point.position;
            points[count] = ConstraintPoint {
                separation: point.separation,
                gap: point.separation,
                id: point.id,
                ..ConstraintPoint::default()
            };
            count += 1;
        }
        if count == 0 {
            return None;
        }
        // Impulses act at the middle; the points are told by where they lie from there.
        let middle = places[..count].iter().copied().sum::<Vec3>() / count as f32;
        // Places of the points in the contact's frame (n, t1, t2).
        let normal = pose_a.rotation * manifold.normal;
        let [t1, t2] = tangents(normal);
        for (point, place) in points[..count].iter_mut().zip(places) {
            let offset = place - middle;
            (point.a, point.b, point.height) = (offset.dot(t1), offset.dot(t2), offset.dot(normal));
        }
        // Anchors are lever arms in world axes: moments are taken about each centre of mass.
        let mut constraint = Self {
            surface,
            feature_a: manifold.feature_a,
            feature_b: manifold.feature_b,
            normal,
            tangent: t1,
            middle: pose_a.translation + middle,
            anchor_a: middle,
            anchor_b: middle + (pose_a.translation - pose_b.translation),
            count: count as u8,
            points,
            // Between corners and round sides the normal turns with every motion: such manifolds are not reused, but
            // where they are found anew without a look.
            moved: if keeps_normal(manifold, pose_a, pose_b) { 0.0 } else { f32::MAX },
            ..Self::default()
        };
        if let Some(before) = before {
            constraint.inherit(before);
        }
        Some(constraint)
    }

    /// Goes on from what the pair had in the step before.
    fn inherit(&mut self, before: &Self) {
        // Whoever had a contact in the step before has touched, whatever the manifold is now.
        self.touched = true;
        let count = usize::from(self.count);
        let mut taken = [false; 4];
        for point in &mut self.points[..count] {
            // Same feature id, same point: its impulse is a good first guess (warm starting).
            if let Some(k) = before.points().iter().position(|p| p.id == point.id) {
                point.go_on(&before.points[k]);
                taken[k] = true;
            }
        }
        // Where corners lie on one another the ids change with the least tilt, and the points are where they were.
        for k in (0..count).filter(|_| count > 1) {
            if !self.points[k].persisted
                && let Some(old) = before.nearest(self.anchor_a + self.offset(&self.points[k]), &taken)
            {
                self.points[k].go_on(&before.points[old]);
                taken[old] = true;
            }
        }
        // A corner that is left out of the four, or has been cut off, hands its load to those that are there.
        if before.normal.dot(self.normal) > SAME_PLANE {
            let gone = before.points().iter().zip(taken).filter(|(p, taken)| !taken && p.impulse > 0.0);
            for (old, _) in gone {
                self.bear(before.anchor_a + before.offset(old), old.impulse);
            }
        }
        // The tangents may have turned with the normal: friction keeps its direction in the world.
        let t2 = self.tangent2();
        let turned = |[x, y]: [f32; 2]| {
            let old = before.tangent * x + before.tangent2() * y;
            [old.dot(self.tangent), old.dot(t2)]
        };
        (self.tangent_impulse, self.rolling_impulse) = (turned(before.tangent_impulse), turned(before.rolling_impulse));
        // A lone point bears no moment about the normal, but by friction of its own.
        let spins = self.count > 1 || self.surface.spinning_friction > 0.0;
        self.spinning_impulse = if spins { before.spinning_impulse } else { 0.0 };
    }

    /// The ids of its points that bear a load, 0 for none.
    pub fn bearing(&self) -> [u16; 4] {
        self.points.map(|p| if p.impulse > 0.0 { u16::try_from(p.id).unwrap_or(0) } else { 0 })
    }

    /// Adds a load (N·s) at a place from A's centre to the points, so that they hold it with the same moment, or
    /// as nearly as they can where it is beside them all.
    fn bear(&mut self, place: Vec3, load: f32) {
        let from_middle = place - self.anchor_a;
        let place = Vec2::new(from_middle.dot(self.tangent), from_middle.dot(self.tangent2()));
        let count = usize::from(self.count);
        let points = self.points.map(|p| Vec2::new(p.a, p.b));
        for (point, share) in self.points[..count].iter_mut().zip(shares(&points[..count], place)) {
            point.impulse += share * load;
        }
    }

    /// The point that is nearest to a place from A's centre, within [`SAME_PLACE`] of the contact's size, of
    /// those not taken.
    fn nearest(&self, place: Vec3, taken: &[bool; 4]) -> Option<usize> {
        let of = |p: &ConstraintPoint| (self.anchor_a + self.offset(p)).distance_squared(place);
        let size2 = self.points().iter().map(|p| p.a * p.a + p.b * p.b).fold(0.0, f32::max);
        let free = (0..usize::from(self.count)).filter(|k| !taken[*k]);
        let nearest = free.map(|k| (of(&self.points[k]), k)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        (nearest.0 < size2 * SAME_PLACE * SAME_PLACE).then_some(nearest.1)
    }

    /// Its points.
    #[inline]
    pub fn points(&self) -> &[ConstraintPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// The second unit tangent.
    #[inline]
    pub fn tangent2(&self) -> Vec3 {
        self.normal.cross(self.tangent)
    }

    /// A point from the contact's middle (m, world axes), in the contact's plane.
    #[inline]
    pub fn offset(&self, point: &ConstraintPoint) -> Vec3 {
        self.tangent * point.a + self.tangent2() * point.b
    }

    /// The speeds at which its points part while A and B move so (m/s).
    pub fn parting_speeds(&self, a: &Twist, b: &Twist) -> [f32; 4] {
        let (spin, t2) = (b.angular - a.angular, self.tangent2());
        let at_a = a.linear + a.angular.cross(self.anchor_a);
        let speed = (b.linear + b.angular.cross(self.anchor_b) - at_a).dot(self.normal);
        self.points.map(|point| speed + point.b * spin.dot(self.tangent) - point.a * spin.dot(t2))
    }

    /// Leaves its bounce to the solver, which sends the points apart when the step ends that now come at these speeds
    /// (m/s, negative).
    pub fn bounce_by_solver(&mut self, parting: &[f32; 4]) {
        let restitution = self.surface.restitution;
        self.impact.bounce = Bounce::BySolver;
        for (point, speed) in self.points[..usize::from(self.count)].iter_mut().zip(parting) {
            self.impact.speed = self.impact.speed.max(-speed);
            point.rebound = restitution * (-speed).max(0.0);
        }
    }

    /// Takes its bounce back from the solver.
    pub fn bounce_at_its_time(&mut self) {
        self.impact = Impact::default();
        self.points.iter_mut().for_each(|point| point.rebound = 0.0);
    }

    /// Forgets what earlier steps summed up.
    pub fn clear_totals(&mut self) {
        self.points.iter_mut().for_each(|p| p.total = 0.0);
        self.tangent_total = [0.0; 2];
        self.spinning_total = 0.0;
        self.impact = Impact::default();
    }

    /// All impulses of the last step on B together (N·s, world).
    pub fn impulse(&self) -> Vec3 {
        // Impacts acted along normals of their own, so their sum is a vector; all else is along the frame.
        let along: f32 = self.points().iter().map(|p| p.total).sum();
        let [x, y] = self.tangent_total;
        self.impact.impulse + self.normal * along + self.tangent * x + self.tangent2() * y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ManifoldPoint;
    use glam::Quat;

    /// A contact of the corners at these places on a face, with their ids, that bear these loads.
    fn contact(corners: &[(f32, f32, u32, f32)], before: Option<&Constraint>) -> Constraint {
        let mut manifold = Manifold { normal: Vec3::Y, count: corners.len(), ..Manifold::NONE };
        for (point, &(x, z, id, _)) in manifold.points.iter_mut().zip(corners) {
            *point = ManifoldPoint { position: Vec3::new(x, 0.0, z), separation: 0.0, id };
        }
        let pose = Pose::new(Vec3::ZERO, Quat::IDENTITY);
        let mut contact = Constraint::new(&manifold, (&pose, &pose), 1.0, Surface::default(), before).unwrap();
        if before.is_none() {
            contact.points.iter_mut().zip(corners).for_each(|(point, corner)| point.impulse = corner.3);
        }
        contact
    }

    /// The load of a contact, and its moment about A's centre.
    fn wrench(contact: &Constraint) -> (f32, Vec3) {
        let of = |p: &ConstraintPoint| (contact.anchor_a + contact.offset(p)).cross(contact.normal) * p.impulse;
        (contact.points().iter().map(|p| p.impulse).sum(), contact.points().iter().map(of).sum())
    }

    #[test]
    fn corners_that_are_left_out_hand_on_force_and_moment() {
        // Of the eight corners of two squares that lie crosswise, four make place for the other four.
        let square = [(1.0, 0.4, 1, 3.0), (-0.4, 1.0, 2, 0.0), (-1.0, -0.4, 3, 1.0), (0.4, -1.0, 4, 0.5)];
        let turned = [(0.4, 1.0, 5, 0.0), (-1.0, 0.4, 6, 0.0), (-0.4, -1.0, 7, 0.0), (1.0, -0.4, 8, 0.0)];
        for kept in 0..=4 {
            let corners = [&turned[kept..], &square[..kept]].concat();
            let (before, after) = (contact(&square, None), contact(&corners, Some(&contact(&square, None))));
            let ((load, moment), (load_now, moment_now)) = (wrench(&before), wrench(&after));
            assert!((load - load_now).abs() < 1e-5, "{kept} kept: {load_now} of {load} N s");
            assert!(after.points().iter().all(|p| p.impulse >= 0.0), "{kept} kept: {:?}", after.points());
            // What lay beside all that are there now comes as near as they reach.
            let most = if kept == 4 { 1e-5 } else { 0.5 * load };
            assert!((moment - moment_now).length() < most, "{kept} kept: {moment_now} of {moment}");
        }
        // Those that lie around them hold every one where it was.
        let around = [(1.2, 1.2, 9, 0.0), (-1.2, 1.2, 10, 0.0), (-1.2, -1.2, 11, 0.0), (1.2, -1.2, 12, 0.0)];
        let (before, after) = (contact(&square, None), contact(&around, Some(&contact(&square, None))));
        let ((load, moment), (load_now, moment_now)) = (wrench(&before), wrench(&after));
        assert!((load - load_now).abs() < 1e-5 && (moment - moment_now).length() < 1e-5, "{moment_now} of {moment}");
    }

    #[test]
    fn shares_hold_a_load_where_it_is_or_as_near_as_they_reach() {
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(Vec2::from);
        for count in 1..=4 {
            let points = &corners[..count];
            for (x, y) in (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x as f32 * 0.25, y as f32 * 0.25))) {
                let place = Vec2::new(x, y);
                let shares = shares(points, place);
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6 && shares.iter().all(|share| *share >= 0.0));
                assert!(shares[count..].iter().all(|share| *share == 0.0));
                let held: Vec2 = points.iter().zip(shares).map(|(p, share)| *p * share).sum();
                // Nobody reaches nearer: brute force over all mixtures of the points.
                let mixtures = (0..=10).flat_map(|a| (0..=10 - a).map(move |b| (a, b)));
                let mixtures = mixtures.flat_map(|(a, b)| (0..=10 - a - b).map(move |c| [a, b, c, 10 - a - b - c]));
                for mixture in mixtures.filter(|mixture| mixture[count..].iter().all(|part| *part == 0)) {
                    let reached: Vec2 = points.iter().zip(mixture).map(|(p, part)| *p * (part as f32 / 10.0)).sum();
                    assert!(held.distance(place) <= reached.distance(place) + 1e-5, "{place}: {held}, {reached}");
                }
            }
        }
    }
}
