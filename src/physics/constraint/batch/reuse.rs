//! Contacts that need not be collided anew: of what hardly moved, and of balls.

use super::{Batch, Impact, get, set};
use crate::geometry::{Feature, NormalRule, Region};
use crate::physics::constraint::BallPair;
use crate::physics::twist::{Twist, gather};
use crate::physics::wide::{LANES, Wide, WideQuat, WideVec3};
use glam::{Quat, Vec3};

/// A ball whose centre is nearer to the other's surface than this share of its radius is collided anew: deep overlaps
/// have rules of their own.
const DEEP: f32 = 0.5;

/// How bodies moved in the last step, and stand now.
#[derive(Clone, Copy)]
pub(in crate::physics) struct LastMotion<'a> {
    pub velocities: &'a [Twist],
    pub displacements: &'a [Twist],
    pub positions: &'a [Vec3],
    pub rotations: &'a [Quat],
    /// The greatest speed that forces add to a body in the step (m/s), and the acceleration by which they do (m/s²).
    pub falling: f32,
    pub pull: f32,
    pub normals: NormalRule,
}

/// What became of the contacts of a batch, by lane.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct Reused {
    /// Must be collided anew.
    pub anew: u8,
    /// Were found, and may be heading for an impact.
    pub fast: u8,
}

/// Lanes in which a ball meets a ball or a box: one clamp finds the closest point (Ericson, "Real-Time Collision
/// Detection", 5.1.3), eight at a time, so that nothing of it has to be kept.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct BallLanes {
    /// Radius of the ball, of two balls that of B; 0 in every other lane (m).
    radius: Wide,
    /// The other is a ball of this radius, or a box of these half extents (m).
    other_radius: Wide,
    half: WideVec3,
    /// 1 where the other is B, 0 where it is A.
    other_is_b: Wide,
    /// Lanes in use, and those of boxes.
    used: u8,
    boxes: u8,
    /// Lanes in which the ball met the box beyond its lower and its upper side, by axis.
    beyond: [[u8; 2]; 3],
}

impl BallLanes {
    /// Sets what meets in a lane.
    pub fn set(&mut self, lane: usize, pair: Option<BallPair>) {
        let bit = 1 << lane;
        let is_box = pair.is_some_and(|pair| pair.half != Vec3::ZERO);
        self.used = self.used & !bit | u8::from(pair.is_some()) << lane;
        self.boxes = self.boxes & !bit | u8::from(is_box) << lane;
        let BallPair { radius, other_radius, half, other_is_b } = pair.unwrap_or_default();
        set(&mut self.radius, lane, radius);
        set(&mut self.other_radius, lane, other_radius);
        self.half.set(lane, half);
        set(&mut self.other_is_b, lane, f32::from(u8::from(other_is_b)));
    }

    /// What meets in a lane, if it is one of these.
    pub fn get(&self, lane: usize) -> Option<BallPair> {
        (self.used >> lane & 1 == 1).then(|| BallPair {
            radius: get(&self.radius, lane),
            other_radius: get(&self.other_radius, lane),
            half: self.half.get(lane),
            other_is_b: get(&self.other_is_b, lane) != 0.0,
        })
    }

    /// Notes which feature of a box a lane's contact touches.
    pub fn note_region(&mut self, lane: usize, a: Feature, b: Feature) {
        let outside = |feature: Feature| match feature {
            Feature::Face(region) | Feature::Edge(region) | Feature::Corner(region) => Some(region),
            _ => None,
        };
        // Inside a box there is none, and no centre outside of it has this pattern.
        let signs = outside(a).or(outside(b)).map_or([0; 3], Region::signs);
        for (beyond, sign) in self.beyond.iter_mut().zip(signs) {
            for (side, bits) in [-1, 1].into_iter().zip(beyond) {
                *bits = *bits & !(1 << lane) | u8::from(sign == side) << lane;
            }
        }
    }

    /// The lanes in which a ball with its centre at `offset` from the closest point of a box touches the feature
    /// that it touched before; all lanes of two balls.
    fn same_feature(&self, offset: &WideVec3) -> u8 {
        let sides = [offset.x, offset.y, offset.z].into_iter().zip(&self.beyond);
        let changed = sides.fold(0, |changed, (offset, [below, above])| {
            let now = [offset.simd_lt(Wide::ZERO), offset.simd_gt(Wide::ZERO)].map(|side| side.to_bitmask() as u8);
            changed | now[0] ^ below | now[1] ^ above
        });
        !(changed & self.boxes)
    }
}

impl<const N: usize> Batch<N> {
    /// Reuses the manifolds of bodies that hardly moved in the last step, finds those of balls anew, and tells which
    /// lanes must be collided: those that moved too far since they were, whose points left the margin or feature, or
    /// that come close fast.
    ///
    /// To first order in the motion a point's gap changes by `n · (Δ_b − Δ_a)`, the relative displacement at the point.
    pub fn reuse(&mut self, motion: &LastMotion) -> Reused {
        // Displacements of the last step, and the velocities of this one.
        let (da, db) = (gather(motion.displacements, &self.a), gather(motion.displacements, &self.b));
        let (va, vb) = (gather(motion.velocities, &self.a), gather(motion.velocities, &self.b));
        let (n, t1) = (self.normal, self.tangent);
        let t2 = n.cross(t1);
        // Displacement of the contact's middle as A carries it and as B does; their difference moves the two apart.
        let at_a = da.linear + da.angular.cross(self.anchor_a);
        let at_b = db.linear + db.angular.cross(self.anchor_b);
        let (displacement, turn) = (at_b - at_a, db.angular - da.angular);
        let (gap, turn1, turn2) = (displacement.dot(n), turn.dot(t1), turn.dot(t2));
        // Points are tracked to first order; the sums of the last step are done with.
        for point in &mut self.points {
            point.separation += gap + point.b * turn1 - point.a * turn2;
            point.gap = point.separation;
            point.total = Wide::ZERO;
        }
        // The middle goes half way with each body, and the anchors follow it.
        let step = (at_a + at_b) * Wide::splat(0.5);
        self.middle += step;
        self.anchor_a += step - da.linear;
        self.anchor_b += step - db.linear;
        self.tangent_total = [Wide::ZERO; 2];
        self.spinning_total = Wide::ZERO;
        // Upper bound of the approach speed anywhere on the two: centres, turning, and what forces add in a step.
        let spins = va.angular.length_squared().sqrt() * va.reach + vb.angular.length_squared().sqrt() * vb.reach;
        let closing = (vb.linear - va.linear).length_squared().sqrt() + spins + Wide::splat(motion.falling);
        let found = if self.balls.used != 0 { self.find_balls(motion) } else { 0 };
        let left = self.points.iter().fold(Wide::ZERO, |left, point| {
            let there = point.mass.simd_gt(Wide::ZERO);
            left | there & point.separation.simd_gt(self.margin)
        });
        // How far any two of their points moved against each other, and how fast any two may close in.
        let reach = va.reach.fast_max(vb.reach);
        // The frame stays as it was: what turns as a whole is collided anew as well.
        let turns = turn.length_squared().sqrt() + da.angular.length_squared().sqrt();
        self.moved += displacement.length_squared().sqrt() + turns * reach;
        let anew = left | self.moved.simd_gt(self.reuse_distance);
        let anew = anew.to_bitmask() as u8 | self.balls.used & !found;
        // What comes nearer over its gap, faster by what forces add on the way to two of them: `v² = v₀² + 2 a s`.
        let fallen = Wide::splat(4.0 * motion.pull) * self.points[0].separation.fast_max(Wide::ZERO);
        let least = self.reexamine_speed;
        let fast = closing.simd_gt(least).to_bitmask() as u8;
        let fast_ball = (closing * closing + fallen).simd_gt(least * least).to_bitmask() as u8 & found & !anew;
        // The reused points are those of the step before, and impacts are of one step.
        (self.touched, self.persisted) = (u8::MAX, [u8::MAX; N]);
        if std::mem::take(&mut self.impacted) != 0 {
            self.details.iter_mut().for_each(|detail| detail.impact = Impact::default());
        }
        Reused { anew: anew | fast & !found, fast: fast_ball }
    }

    /// Finds the contacts of balls where they stand now; the lanes in which that did.
    fn find_balls(&mut self, motion: &LastMotion) -> u8 {
        let BallLanes { radius, other_radius, half, other_is_b, used, boxes, .. } = self.balls;
        let b_is_other = other_is_b.simd_gt(Wide::ZERO);
        let (pa, pb) = (gather_vectors(motion.positions, &self.a), gather_vectors(motion.positions, &self.b));
        // The ball's centre seen from the other's, in the frame of a box.
        let side = Wide::ONE - other_is_b - other_is_b;
        let center = (pb - pa) * side;
        let frame = (boxes != 0).then(|| {
            let slots = std::array::from_fn(|lane| {
                let of_b = boxes >> lane & 1 == 1 && get(&other_is_b, lane) != 0.0;
                if of_b { self.b[lane] } else { self.a[lane] }
            });
            gather_rotations(motion.rotations, &slots, boxes)
        });
        let local = frame.map_or(center, |frame| frame.conjugate() * center);
        // The closest point of the other, and the centre seen from there.
        let clamp = |x: Wide, half: Wide| x.fast_max(-half).fast_min(half);
        let closest = WideVec3 { x: clamp(local.x, half.x), y: clamp(local.y, half.y), z: clamp(local.z, half.z) };
        let offset = local - closest;
        let distance = offset.length_squared().sqrt();
        let separation = distance - other_radius - radius;
        // Those that are still the same contact, with a direction between the two.
        let shallow = separation.simd_gt(radius * Wide::splat(-DEEP)) & distance.simd_gt(radius * Wide::splat(DEEP));
        let rule = if motion.normals == NormalRule::Closest { u8::MAX } else { !boxes };
        let found = shallow.to_bitmask() as u8 & self.balls.same_feature(&offset) & used & rule;
        let is_found = mask(found);
        // The point midway between the surfaces.
        let outwards = WideVec3 { x: offset.x / distance, y: offset.y / distance, z: offset.z / distance };
        let place = closest + outwards * (other_radius + separation * Wide::splat(0.5));
        let (outwards, place) = match frame {
            Some(frame) => (frame * outwards, frame * place),
            None => (outwards, place),
        };
        let from_ball = place - center;
        let normal = outwards * side;
        let (anchor_a, anchor_b) = (from_ball.or(&place, b_is_other), place.or(&from_ball, b_is_other));
        // The tangents turn with the normal: friction keeps its direction in the world.
        let tangent = tangent(&normal);
        let t2 = normal.cross(tangent);
        let (old1, old2) = (self.tangent, self.normal.cross(self.tangent));
        let turned = |of: &mut [Wide; 2]| {
            let old = old1 * of[0] + old2 * of[1];
            *of = [is_found.select(old.dot(tangent), of[0]), is_found.select(old.dot(t2), of[1])];
        };
        turned(&mut self.tangent_impulse);
        self.torques.iter_mut().for_each(|torques| turned(&mut torques.impulse));
        self.normal = normal.or(&self.normal, is_found);
        self.tangent = tangent.or(&self.tangent, is_found);
        self.anchor_a = anchor_a.or(&self.anchor_a, is_found);
        self.anchor_b = anchor_b.or(&self.anchor_b, is_found);
        self.middle = (pa + anchor_a).or(&self.middle, is_found);
        let point = &mut self.points[0];
        point.separation = is_found.select(separation, point.separation);
        point.gap = point.separation;
        found
    }
}

/// The first unit tangent of a unit normal: Duff et al., as in [`tangents`](crate::math::tangents).
#[inline(always)]
fn tangent(n: &WideVec3) -> WideVec3 {
    let sign = n.z.simd_ge(Wide::ZERO).select(Wide::ONE, -Wide::ONE);
    let a = -Wide::ONE / (sign + n.z);
    WideVec3 { x: Wide::ONE + sign * n.x * n.x * a, y: sign * (n.x * n.y * a), z: -(sign * n.x) }
}

/// All bits of the lanes of a mask.
#[inline(always)]
fn mask(bits: u8) -> Wide {
    let lane = |lane: usize| if bits >> lane & 1 == 1 { f32::from_bits(u32::MAX) } else { 0.0 };
    Wide::from(std::array::from_fn::<f32, LANES, _>(lane))
}

/// The vectors of eight slots; planes of the world, of which none is asked, have the last.
#[inline(always)]
fn gather_vectors(of: &[Vec3], slots: &[u32; LANES]) -> WideVec3 {
    let last = of.len() - 1;
    let at: [Vec3; LANES] = std::array::from_fn(|lane| of[(slots[lane] as usize).min(last)]);
    WideVec3 { x: Wide::from(at.map(|v| v.x)), y: Wide::from(at.map(|v| v.y)), z: Wide::from(at.map(|v| v.z)) }
}

/// The rotations of eight slots, of those `lanes`; the others are not turned.
#[inline(always)]
fn gather_rotations(of: &[Quat], slots: &[u32; LANES], lanes: u8) -> WideQuat {
    let last = of.len() - 1;
    let at: [Quat; LANES] =
        std::array::from_fn(
            |lane| {
                if lanes >> lane & 1 == 1 { of[(slots[lane] as usize).min(last)] } else { Quat::IDENTITY }
            },
        );
    WideQuat {
        v: WideVec3 { x: Wide::from(at.map(|q| q.x)), y: Wide::from(at.map(|q| q.y)), z: Wide::from(at.map(|q| q.z)) },
        w: Wide::from(at.map(|q| q.w)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Overlap, PairMemory, Shape};
    use crate::math::{Pose, splitmix64};
    use crate::physics::constraint::{Constraint, PointReuse, Surface};
    use crate::physics::pair_rules::manifold;

    /// A number between −1 and 1.
    fn dice(state: &mut u64) -> f32 {
        (splitmix64(state) >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn vector(state: &mut u64) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|_| dice(state)))
    }

    fn found(shapes: &[Shape; 2], poses: &[Pose; 2], before: Option<&Constraint>) -> Option<Constraint> {
        let (a, b) = ((&shapes[0], &poses[0]), (&shapes[1], &poses[1]));
        let how = (NormalRule::Closest, Overlap::Exact);
        let manifold = manifold(&mut PairMemory::default(), None, a, b, MARGIN, how);
        let surface = Surface { friction: 0.5, ..Surface::default() };
        Constraint::new(&manifold, (&poses[0], &poses[1]), MARGIN, surface, before)
    }

    const MARGIN: f32 = 0.05;

    /// Eight pairs of a ball with a ball or a box, either first, somewhere far off: moved by a little, or by as much as
    /// changes their feature or parts them. What the batch finds is what collision does.
    #[test]
    fn contacts_of_balls_are_those_that_collision_finds() {
        let (mut state, mut kept, mut lost) = (1_u64, 0, 0);
        for round in 0..4_000 {
            let mut batch = Batch::<1>::default();
            let (mut positions, mut rotations) = (vec![Vec3::ZERO; 16], vec![Quat::IDENTITY; 16]);
            let velocities = vec![Twist::ZERO; 17];
            let (mut shapes, mut old) = (vec![], vec![]);
            for lane in 0..LANES {
                let radius = 0.3 + 0.25 * dice(&mut state);
                let ball = Shape::Sphere { radius };
                let other_radius = 0.3 + 0.25 * dice(&mut state);
                let half = Vec3::splat(0.4) + vector(&mut state) * 0.35;
                let is_box = dice(&mut state) > 0.0;
                let other = if is_box { Shape::Cuboid { half } } else { Shape::Sphere { radius: other_radius } };
                let other_is_b = dice(&mut state) > 0.0;
                let center = vector(&mut state) * 10.0;
                let turn = vector(&mut state).normalize_or(Vec3::X);
                let rotation = Quat::from_axis_angle(turn, 3.0 * dice(&mut state));
                // A ball about its radius away from the surface.
                let out = vector(&mut state).normalize_or(Vec3::X);
                let surface = if is_box { (vector(&mut state) * 2.0).clamp(-half, half) } else { out * other_radius };
                let place = surface + out * (radius * (1.0 - 0.2 * dice(&mut state)));
                let mut poses = [Pose::new(center, rotation), Pose::new(center + rotation * place, Quat::IDENTITY)];
                let mut both = [other, ball];
                if other_is_b {
                    poses.reverse();
                    both.reverse();
                }
                let slots = [2 * lane, 2 * lane + 1];
                if let Some(mut contact) = found(&both, &poses, None) {
                    contact.tangent_impulse = [dice(&mut state), dice(&mut state)];
                    contact.points[0].impulse = 1.0;
                    batch.load(lane, (lane as u32, slots[0] as u32, slots[1] as u32), Default::default());
                    batch.write(lane, &contact);
                    let (half, other_radius) = if is_box { (half, 0.0) } else { (Vec3::ZERO, other_radius) };
                    let ball = Some(BallPair { radius, other_radius, half, other_is_b });
                    let asked = PointReuse { reuse_distance: f32::MAX, margin: MARGIN, reexamine_speed: 1e3, ball };
                    batch.set_point_reuse(lane, asked);
                    assert_eq!(batch.point_reuse(lane).ball, ball);
                    old.push((lane, contact));
                }
                let far = if round % 2 == 0 { 0.01 } else { 0.2 };
                for (slot, pose) in slots.into_iter().zip(&poses) {
                    positions[slot] = pose.translation + vector(&mut state) * far;
                    rotations[slot] = (Quat::from_scaled_axis(vector(&mut state) * far) * pose.rotation).normalize();
                }
                shapes.push(both);
            }
            let motion = LastMotion {
                velocities: &velocities,
                displacements: &velocities,
                positions: &positions,
                rotations: &rotations,
                falling: 0.0,
                pull: 0.0,
                normals: NormalRule::Closest,
            };
            let Reused { anew, fast } = batch.reuse(&motion);
            assert_eq!(fast, 0, "nobody moves");
            for (lane, before) in old {
                let poses = [2 * lane, 2 * lane + 1].map(|slot| Pose::new(positions[slot], rotations[slot]));
                let truth = found(&shapes[lane], &poses, Some(&before));
                if anew >> lane & 1 == 1 {
                    // Never without a reason: another feature, a gap beyond the margin, or a deep overlap.
                    let same = truth.is_some_and(|truth| {
                        let features = (truth.feature_a, truth.feature_b) == (before.feature_a, before.feature_b);
                        features && truth.points[0].separation > -0.02 && truth.points[0].separation < 0.99 * MARGIN
                    });
                    assert!(!same, "{:?} was not found again", shapes[lane]);
                    lost += 1;
                    continue;
                }
                kept += 1;
                let (now, truth) = (batch.read(lane), truth.expect("a contact that is kept"));
                assert_eq!((now.feature_a, now.feature_b), (truth.feature_a, truth.feature_b));
                assert!((now.points[0].separation - truth.points[0].separation).abs() < 1e-5);
                assert_eq!(now.points[0].gap, now.points[0].separation);
                for (now, truth) in [
                    (now.normal, truth.normal),
                    (now.anchor_a, truth.anchor_a),
                    (now.anchor_b, truth.anchor_b),
                    (now.middle, truth.middle),
                    // The frame may have turned over where the normal points the other way along z.
                    (friction_of(&now), friction_of(&truth)),
                ] {
                    assert!((now - truth).length() < 2e-5, "{now} for {truth}: {:?}", shapes[lane]);
                }
            }
        }
        assert!(kept > 10_000 && lost > 2_000, "{kept} kept, {lost} lost");
    }

    fn friction_of(contact: &Constraint) -> Vec3 {
        contact.tangent * contact.tangent_impulse[0] + contact.tangent2() * contact.tangent_impulse[1]
    }
}
