//! How far a contact's normal would turn if the two bodies stood a little otherwise, and the cone that shows it.

use super::circle::circle;
use super::contacts::middle;
use super::labels::{LabelText, Labels};
use super::{DrawList, Line, ScenePainter, palette, pusher};
use crate::geometry::{Feature, Manifold, NormalRule, PairMemory, Shape, collide};
use crate::math::{Pose, quat_from_rotation_vector, splitmix64, tangents};
use crate::physics::Contact;
use glam::{Quat, Vec3};
use std::mem::discriminant;

/// How often the two are placed anew; a prime.
const TRIALS: u64 = 251;

/// The lattice along whose axes they are placed: Korobov's, with the generator that comes nearest to the normal
/// distribution on the diagonals of any two axes (95 of 100 within 6 % of where they belong).
const GENERATOR: u64 = 197;

/// How far the two are moved at random: standard deviations along each axis of a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jitter {
    /// Of the second body against the first (m).
    pub position: f32,
    /// Of either body about the contact (rad).
    pub angle: f32,
    /// Which random numbers.
    pub seed: u64,
}

impl Default for Jitter {
    fn default() -> Self {
        Self { position: 1e-3, angle: 1e-3, seed: 0 }
    }
}

/// What a little jitter does to a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlipMargin {
    /// The normal turns by no more than this in 95 of 100 cases (rad, 0…π).
    pub turn: f32,
    /// Whether another kind of feature is met in any of them: an edge in place of a face.
    pub changes: bool,
    /// In how many of a hundred cases the two are still near each other.
    pub near: f32,
}

/// How the contact of `a` and `b` answers to a jitter of the two; none when they are not near each other.
///
/// Arguments as for [`collide`], which is asked 251 times, at the points of a lattice in nine dimensions: so few have
/// the spread of very many.
pub fn flip_margin(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    rule: NormalRule,
    memory: &PairMemory,
    jitter: &Jitter,
) -> Option<FlipMargin> {
    let size = a.bounding_radius().min(b.bounding_radius());
    // Hardly a point of the lattice is farther off than this many standard deviations.
    let reach = 0.1 * size + 4.0 * (jitter.position + 2.0 * jitter.angle * size);
    let meet = |pose: &Pose| -> Option<Manifold> {
        let manifold = collide(a, b, pose, reach, rule, &mut { *memory });
        (manifold.count > 0).then_some(manifold)
    };
    // The contact as it is, about whose middle all is turned.
    let first = meet(b_in_a)?;
    let pivot = first.points().iter().map(|p| p.position).sum::<Vec3>() / first.count as f32;
    // A turn about the pivot and a shift, as a pose.
    let about = |turn: Quat, shift: Vec3| Pose::new(pivot + shift - turn * pivot, turn);
    let kinds = |m: &Manifold| [m.feature_a, m.feature_b].map(kind);
    // A lattice of rank one, shifted by the seed: evenly spread in nine dimensions, and the same each time.
    let mut random = jitter.seed;
    let shifts: [u64; 9] = std::array::from_fn(|_| splitmix64(&mut random) % TRIALS);
    let (mut turns, mut changes) = (vec![], false);
    for trial in 0..TRIALS {
        // Three numbers shift B, three turn A and three turn B, each by its own standard deviation.
        let [x, y, z, ax, ay, az, bx, by, bz] = placed(trial, &shifts);
        let turn = |x, y, z| quat_from_rotation_vector(Vec3::new(x, y, z) * jitter.angle);
        let (turn_a, turn_b) = (turn(ax, ay, az), turn(bx, by, bz));
        let (move_a, move_b) = (about(turn_a, Vec3::ZERO), about(turn_b, Vec3::new(x, y, z) * jitter.position));
        // B as A sees it when both are moved.
        let pose = move_a.inverse_mul(&move_b.inverse().inverse_mul(b_in_a));
        if let Some(met) = meet(&pose) {
            // Compared in the axes of the unmoved A.
            let normal = turn_a * met.normal;
            turns.push(normal.cross(first.normal).length().atan2(normal.dot(first.normal)));
            changes |= kinds(&met) != kinds(&first);
        }
    }
    turns.sort_by(f32::total_cmp);
    Some(FlipMargin { turn: percentile(&turns, 0.95), changes, near: turns.len() as f32 * 100.0 / TRIALS as f32 })
}

/// `±0.14° when moved 1 mm and turned 1 mrad, on the same kind of feature`.
pub fn flip_words(margin: &FlipMargin, jitter: &Jitter) -> String {
    let end = if margin.changes { "may be of another kind" } else { "stays of its kind" };
    let (shift, turn) = (jitter.position * 1e3, jitter.angle * 1e3);
    format!("normal ±{:.2}° when moved {shift:.2} mm and turned {turn:.2} mrad · {end}", margin.turn.to_degrees())
}

impl ScenePainter<'_> {
    /// The cone in which the normal of the selected contact stays, with words; red when the kind of feature does not.
    pub(super) fn flip_cone(&self, list: &mut DrawList, contacts: &[Contact], labels: &mut Labels<'_>) {
        /// Length of its sides (logical pixels): that of a normal's arrow.
        const LENGTH: f32 = 48.0;
        let Some(pair) = self.options.selection.contact.filter(|_| self.layers().margin) else { return };
        let Some(contact) = contacts.iter().find(|contact| contact.is_between(pair)) else { return };
        // The poses at which the contact was detected.
        let Some(told) = self.sim.explain(contact.a, contact.b) else { return };
        let ((_, a, pose_a), (_, b, pose_b)) = (told.frame, told.other);
        // How far the normal turns in 95 of 100 trials, and whether another feature is met.
        let (jitter, rule) = (&self.options.jitter, self.sim.world().config().normals);
        let memory = self.sim.world().pair_memory(contact.a, contact.b);
        let Some(margin) = flip_margin(&a, &b, &pose_a.inverse_mul(&pose_b), rule, &memory, jitter) else { return };
        let ink = if margin.changes { palette::Ink::Wrong.color(self.theme()) } else { palette::ink(self.theme()) };
        // As long as an arrow of a normal, whatever the distance.
        let apex = middle(contact);
        let side = LENGTH * self.camera.scale * self.camera.metres_per_pixel_at(apex).max(0.0);
        let (sin, cos) = margin.turn.min(0.5 * std::f32::consts::PI).sin_cos();
        // The cone opens the way in which the arrow of the contact points.
        let axis = if pusher(self.sim, contact) == contact.a { contact.normal } else { -contact.normal };
        let (rim, radius) = (apex + axis * (side * cos), side * sin);
        // Four lines along the cone and its rim.
        let [t1, t2] = tangents(axis);
        let mut line =
            |from, to| list.lines.push(Line { from, to, color: ink, width: 1.25, outlined: false, xray: true });
        for direction in [t1, t2, -t1, -t2] {
            line(apex, rim + direction * radius);
        }
        circle(rim, axis, radius, 24, line);
        labels.add(apex, LabelText::Text(flip_words(&margin, jitter).into()), ink, 1);
    }
}

/// A face, an edge, a corner, whichever of them.
fn kind(feature: Feature) -> std::mem::Discriminant<Feature> {
    discriminant(&feature)
}

/// Point `trial` of the lattice, in standard deviations; each axis takes every quantile (i + ½)/[`TRIALS`] once.
fn placed(trial: u64, shifts: &[u64; 9]) -> [f32; 9] {
    // Coordinates of a Korobov lattice: powers of one generator, each made normal by its quantile.
    let mut along = trial;
    shifts.map(|shift| {
        let quantile = ((along + shift) % TRIALS) as f64 + 0.5;
        along = along * GENERATOR % TRIALS;
        standard_normal(quantile / TRIALS as f64) as f32
    })
}

/// The number that a standard normal variable stays below with this probability, 0…1 without the ends; to 10⁻⁹ of it.
///
/// Source: Acklam, "An algorithm for computing the inverse normal cumulative distribution function" (2003).
fn standard_normal(probability: f64) -> f64 {
    // Rational approximations of P. J. Acklam (2003), relative error below 1.15e-9: A / B in the middle, C / D in the
    // tails.
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 6] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 5] =
        [7.784_695_709_041_462e-3, 3.224_671_290_700_398e-1, 2.445_134_137_142_996, 3.754_408_661_907_416, 1.0];
    // Horner's rule, the highest power first.
    let along = |row: &[f64], x: f64| row.iter().fold(0.0, |sum, factor| sum * x + factor);
    // The curve is symmetric.
    if probability > 0.5 {
        return -standard_normal(1.0 - probability);
    }
    // In the tail by the root of the logarithm.
    if probability < 0.024_25 {
        let q = (-2.0 * probability.ln()).sqrt();
        return along(&C, q) / along(&D, q);
    }
    let q = probability - 0.5;
    along(&A, q * q) * q / along(&B, q * q)
}

/// The value below which a share of the sorted ones lies, read off between the two nearest; 0 of none.
fn percentile(sorted: &[f32], share: f32) -> f32 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = (share * sorted.len() as f32 - 0.5).clamp(0.0, last as f32);
    let below = sorted[at as usize];
    below + (sorted[(at as usize + 1).min(last)] - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_published_table() {
        for (probability, quantile) in
            [(0.5, 0.0), (0.975, 1.959_963_985), (0.01, -2.326_347_874), (0.8, 0.841_621_234)]
        {
            assert!((standard_normal(probability) - quantile).abs() < 5e-9, "{probability}");
        }
    }

    const MOVED: Jitter = Jitter { position: 1e-3, angle: 0.0, seed: 0 };

    fn cube_and_ball(center: Vec3, jitter: &Jitter) -> FlipMargin {
        let (cube, ball) = (Shape::cuboid(0.5, 0.5, 0.5), Shape::sphere(0.25));
        let pose = Pose::new(center, Quat::IDENTITY);
        flip_margin(&cube, &ball, &pose, NormalRule::Closest, &PairMemory::default(), jitter).unwrap()
    }

    #[test]
    fn a_ball_moved_about_over_the_middle_of_a_face_keeps_its_normal() {
        let margin = cube_and_ball(Vec3::new(0.05, 0.74, -0.1), &MOVED);
        assert!(margin.turn.to_degrees() < 0.01 && !margin.changes && margin.near == 100.0, "{margin:?}");
    }

    #[test]
    fn over_the_middle_of_a_face_the_normal_turns_as_the_box_does() {
        for seed in 0..20 {
            let jitter = Jitter { seed, ..Jitter::default() };
            let margin = cube_and_ball(Vec3::new(0.05, 0.74, -0.1), &jitter);
            // Tilts about two axes, each normal: their length is below √(2 ln 20) = 2.448 in 95 of 100 cases.
            let analytic = 2.448e-3;
            assert!((margin.turn / analytic - 1.0).abs() < 0.25 && !margin.changes, "{margin:?}");
            assert!((0.06..0.18).contains(&margin.turn.to_degrees()), "{margin:?}");
        }
    }

    #[test]
    fn over_an_edge_the_normal_turns_by_the_shift_across_it_over_the_radius() {
        let outward = Vec3::new(1.0, 1.0, 0.0).normalize();
        for distance in [0.24, 0.1, 0.05] {
            for seed in [0, 1, 2, 3] {
                let center = Vec3::new(0.5, 0.5, 0.1) + outward * distance;
                let margin = cube_and_ball(center, &Jitter { seed, ..MOVED });
                // Only the shift across edge and normal counts: below 1.96 standard deviations in 95 of 100 cases.
                let analytic = (1.96e-3f32).atan2(distance);
                assert!((margin.turn / analytic - 1.0).abs() < 0.10, "{distance}: {} {analytic}", margin.turn);
                assert!(!margin.changes, "{margin:?}");
            }
        }
    }

    #[test]
    fn a_ball_near_the_border_of_a_face_comes_to_an_edge() {
        let at = |x: f32| cube_and_ball(Vec3::new(x, 0.74, 0.0), &MOVED).changes;
        assert_eq!([0.4999, 0.499, 0.497, 0.49].map(at), [true, true, false, false]);
    }

    #[test]
    fn what_overlaps_about_as_much_along_two_faces_has_the_widest_cone() {
        // A box over the edge of another: `tie` is how much deeper it lies along y than along x (m).
        let margin = |tie: f32, seed: u64| {
            let (a, b) = (Shape::cuboid(0.5, 0.5, 0.5), Shape::cuboid(0.5, 0.5, 0.5));
            let pose = Pose::new(Vec3::new(0.98, 0.98 - tie, 0.0), Quat::IDENTITY);
            let jitter = Jitter { seed, ..Jitter::default() };
            flip_margin(&a, &b, &pose, NormalRule::Closest, &PairMemory::default(), &jitter).unwrap().turn.to_degrees()
        };
        for seed in 0..4 {
            for tie in [0.0, 0.2e-3, 0.5e-3] {
                assert!(margin(tie, seed) > 40.0, "{tie}: {}", margin(tie, seed));
            }
            for tie in [8e-3, 15e-3] {
                assert!(margin(tie, seed) < 1.0, "{tie}: {}", margin(tie, seed));
            }
        }
    }

    #[test]
    fn what_is_far_apart_has_no_margin_and_what_does_not_move_no_cone() {
        let (a, b) = (Shape::cuboid(0.5, 0.5, 0.5), Shape::sphere(0.25));
        let far = Pose::new(Vec3::Y * 3.0, Quat::IDENTITY);
        let memory = PairMemory::default();
        assert_eq!(flip_margin(&a, &b, &far, NormalRule::Closest, &memory, &Jitter::default()), None);
        let still = Jitter { position: 0.0, angle: 0.0, seed: 5 };
        let margin = cube_and_ball(Vec3::new(0.6, 0.6, 0.6), &still);
        assert!(margin.turn < 1e-6 && !margin.changes, "{margin:?}");
    }
}
