//! One constraint as those see it who solve many at once.

use super::blocks::{M6, V6, ZERO6, add_to, dot, length};
use crate::physics::constraint::batch::{EMPTY, IMPULSES, Joint, MassRow};
use crate::physics::twist::Twist;
use glam::{DMat3, DVec3, Vec3};

/// Compliance of a joint, of its own response: far below what the loads' rounding does, far above that
/// of the elimination.
pub(super) const YIELD: f64 = 1e-8;

/// Friction closer to its cone than this slides.
const INSIDE: f64 = 0.9999;

/// A constraint between two bodies, and how its impulses are to change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Bodies, by their numbers in the group; [`EMPTY`] for what is not pushed.
    pub bodies: [u32; 2],
    /// For A and B what a twist of the body is at the contact: along n, t1, t2, about t1, t2, n.
    pub at_contact: [M6; 2],
    /// What each impulse takes of those.
    pub takes: [V6; IMPULSES],
    pub stiffness: [f64; IMPULSES],
    /// Velocity that each impulse is to take away (m/s, rad/s).
    pub residual: [f64; IMPULSES],
    pub impulse: [f64; IMPULSES],
    pub change: [f64; IMPULSES],
    pub active: [bool; IMPULSES],
    pub friction: f64,
    /// Distances of the points from the middle (m).
    pub arms: [f64; 4],
    pub spinning: f64,
    pub rolling: f64,
}

impl Link {
    /// Which impulses are joints for now, of a constraint whose bodies move like that.
    pub fn new(joint: &Joint, velocities: [&Twist; 2]) -> Self {
        let [n, t1, t2] = joint.frame.map(Vec3::as_dvec3);
        let row = |f: DVec3, m: DVec3| [f.x, f.y, f.z, m.x, m.y, m.z];
        // Rows of the contact Jacobian, in the contact's frame: a force along d at r has the moment r × d.
        let zero = DVec3::ZERO;
        let at_contact = joint.anchors.map(Vec3::as_dvec3).map(|r| {
            let along = |d: DVec3| row(d, r.cross(d));
            [along(n), along(t1), along(t2), row(zero, t1), row(zero, t2), row(zero, n)]
        });
        // Relative twist of B against A at the contact.
        let [a, b] = velocities.map(|v| row(v.linear.as_dvec3(), v.angular.as_dvec3()));
        let relative: V6 = std::array::from_fn(|k| dot(&at_contact[1][k], &b) - dot(&at_contact[0][k], &a));
        let mut link = Self {
            bodies: [EMPTY; 2],
            at_contact,
            takes: [[0.0; 6]; IMPULSES],
            stiffness: joint.mass.map(|m| f64::from(m) / YIELD),
            residual: [0.0; IMPULSES],
            impulse: joint.impulse.map(f64::from),
            change: [0.0; IMPULSES],
            active: [false; IMPULSES],
            friction: f64::from(joint.friction),
            arms: std::array::from_fn(|k| length(f64::from(joint.a[k]), f64::from(joint.b[k]))),
            spinning: f64::from(joint.spinning),
            rolling: f64::from(joint.rolling),
        };
        // Normals: active where a load was left; the residual is the normal velocity with what the gap may close by.
        for k in 0..4 {
            link.takes[k] = [1.0, 0.0, 0.0, f64::from(joint.b[k]), -f64::from(joint.a[k]), 0.0];
            link.active[k] = link.impulse[k] > 0.0 && joint.mass[k] > 0.0;
        }
        let closing = if link.active[..4] == [true; 4] {
            in_one_plane(joint.a, joint.b, joint.closing)
        } else {
            joint.closing.map(f64::from)
        };
        for (k, closing) in closing.into_iter().enumerate() {
            link.residual[k] = dot(&link.takes[k], &relative) + closing;
        }
        // Friction along t1 and t2, spin about n, rolling about t1 and t2: one component each.
        for (k, of) in [(4, 1), (5, 2), (6, 5), (7, 3), (8, 4)] {
            link.takes[k][of] = 1.0;
            link.residual[k] = relative[of];
        }
        // What may not bear anything holds nothing.
        let [sticks, spins, rolls] = std::array::from_fn(|k| link.holds(INSIDE)[k] && link.limits()[k] > 0.0);
        link.active[4..].copy_from_slice(&[sticks, sticks, spins, rolls, rolls]);
        // A zero effective mass means that the point, or the torque, is not there.
        for k in 0..IMPULSES {
            link.active[k] &= joint.mass[k] > 0.0;
        }
        link
    }

    /// An impulse as it is to become (N·s).
    pub fn new_impulse(&self, k: usize) -> f64 {
        self.impulse[k] + self.change[k]
    }

    /// Sum of the loads (N·s).
    pub fn load(&self) -> f64 {
        (0..4).map(|k| self.new_impulse(k).max(0.0)).sum()
    }

    /// What the loads allow friction (N·s), spinning and rolling (N·m·s).
    pub fn limits(&self) -> [f64; 3] {
        let load = self.load();
        let moment: f64 = (0..4).map(|k| self.new_impulse(k).max(0.0) * self.arms[k]).sum();
        [self.friction * load, self.friction * moment + self.spinning * load, self.rolling * load]
    }

    /// Whether the three stay within a share of that.
    pub fn holds(&self, share: f64) -> [bool; 3] {
        // Coulomb's cone |(λ4, λ5)| ≤ μ λn, and the like for the moments about n and about the tangents.
        let size = |i: usize, j: usize| length(self.new_impulse(i), self.new_impulse(j));
        let sizes = [size(4, 5), self.new_impulse(6).abs(), size(7, 8)];
        let limits = self.limits();
        std::array::from_fn(|k| sizes[k] <= limits[k] * share)
    }

    /// Wrench on the body of a side that a unit of an impulse is (N·s, N·m·s).
    pub fn wrench(&self, side: usize, k: usize) -> V6 {
        let mut wrench = [0.0; 6];
        add_to(&mut wrench, &self.at_contact[side], &self.takes[k], if side == 0 { -1.0 } else { 1.0 });
        wrench
    }

    /// Brings friction, and the moment about the normal, back to what the loads allow.
    pub fn limit_friction(&mut self) {
        let limits = self.limits();
        let share = |size: f64, limit: f64| if size > limit { limit / size } else { 1.0 };
        let sliding = share(length(self.new_impulse(4), self.new_impulse(5)), limits[0]);
        let spinning = share(self.new_impulse(6).abs(), limits[1]);
        for (k, share) in [(4, sliding), (5, sliding), (6, spinning)] {
            self.change[k] = self.new_impulse(k) * share - self.impulse[k];
        }
    }

    /// The impulses as they become; a load never pulls.
    pub fn impulses(&self) -> [f32; IMPULSES] {
        std::array::from_fn(|k| {
            let new = self.new_impulse(k) as f32;
            if k < 4 { new.max(0.0) } else { new }
        })
    }
}

/// What four gaps may close by (m/s), each no further than the plane through what the other three close by.
///
/// A rigid face takes a point of it along with the others: where one of four that bear stood open a little, no motion
/// would close it alone, and joints that ask for that strain against one another without bounds.
fn in_one_plane(a: [f32; 4], b: [f32; 4], closing: [f32; 4]) -> [f64; 4] {
    let [a, b, mut closing] = [a, b, closing].map(|x| x.map(f64::from));
    let area = |i: usize, j: usize, k: usize| (a[j] - a[i]) * (b[k] - b[i]) - (b[j] - b[i]) * (a[k] - a[i]);
    // Values at four points are those of a plane where these cofactors sum them up to zero.
    let n = [area(1, 2, 3), -area(0, 2, 3), area(0, 1, 3), -area(0, 1, 2)];
    let mut beside: f64 = (0..4).map(|k| n[k] * closing[k]).sum();
    for k in (0..4).filter(|k| n[*k] != 0.0) {
        let over = (beside / n[k]).clamp(0.0, closing[k].max(0.0));
        closing[k] -= over;
        beside -= n[k] * over;
    }
    closing
}

/// Mass and inertia of a body, from their inverses.
pub(super) fn mass_matrix(row: &MassRow) -> M6 {
    // The row keeps M⁻¹; the equations need M itself.
    let [xx, yy, zz, yz, xz, xy] = row.inv_inertia.map(f64::from);
    let inertia = DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]).inverse();
    let mut m = ZERO6;
    for k in 0..3 {
        m[k][k] = 1.0 / f64::from(row.inv_mass);
        (0..3).for_each(|l| m[3 + k][3 + l] = inertia.col(l)[k]);
    }
    m
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_a_face_close_as_those_of_a_plane_and_none_faster_than_it_may() {
        let (a, b) = ([-1.0, 1.0, 1.5, -0.5], [-1.0, -1.0, 1.0, 1.0]);
        // One open corner, or two that face each other, close by no motion of a rigid face.
        assert_eq!(in_one_plane(a, b, [0.3, 0.0, 0.0, 0.0]), [0.0; 4]);
        assert_eq!(in_one_plane(a, b, [0.3, 0.0, 0.2, 0.0]), [0.0; 4]);
        // What tilts about an edge closes along the other one, as the slower of its ends does.
        let tilted = in_one_plane(a, b, [0.25, 0.5, 0.0, 0.0]);
        assert!(tilted[2..] == [0.0; 2] && (tilted[0] - 0.25).abs() < 1e-7 && (tilted[1] - 0.25).abs() < 1e-7);
        let plane = |k: usize| 0.5 + 0.25 * a[k] - 0.125 * b[k];
        let whole: [f32; 4] = std::array::from_fn(plane);
        let same = in_one_plane(a, b, whole);
        assert!((0..4).all(|k| (same[k] - f64::from(whole[k])).abs() < 1e-6), "{same:?}");
    }
}
