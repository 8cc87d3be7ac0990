//! Free motion: exact under constant acceleration, and for a tumbling body to fourth order.

use super::config::Tuning;
use crate::math::delta::words;
use crate::math::quat_from_rotation_vector;
use glam::{DQuat, DVec3, Quat, Vec3};

/// How a body has turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turned {
    /// `world_from_body`.
    pub rotation: Quat,
    /// Angular velocity (rad/s, world axes).
    pub spin: Vec3,
}

/// Orientation and spin (rad/s, world) after `dt` seconds without torque. `inertia` is principal, along
/// the body's axes.
///
/// Euler's equations `I ω̇ = (I ω) × ω` are advanced in the body's frame by Runge–Kutta, the orientation by the Magnus
/// series to fourth order, and the new spin is then read from the angular momentum, which keeps its bits of truth:
/// `ω' = R' I⁻¹ R'ᵀ L`. Sources: Euler (1758); Iserles et al., "Lie-group methods", Acta Numerica 9 (2000).
pub(super) fn tumble(
    rotation: Quat,
    spin: Vec3,
    inv_inertia: Vec3,
    dt: f32,
    fine: &mut Fine,
    tuning: &Tuning,
) -> Turned {
    if spin == Vec3::ZERO {
        return Turned { rotation, spin };
    }
    if isotropic(inv_inertia) {
        let rotation = (quat_from_rotation_vector(spin * dt) * rotation).normalize();
        return Turned { rotation, spin };
    }
    // Double precision, from the finer state while it still rounds to the body's own.
    let (inverse, dt) = (inv_inertia.as_dvec3(), f64::from(dt));
    let inertia = inverse.recip();
    if fine.rotation.as_quat() != rotation || fine.spin.as_vec3() != spin {
        *fine = Fine { rotation: fine_rotation(rotation), spin: spin.as_dvec3() };
    }
    // Body frame; the momentum is that of the world and stays as it is.
    let mut q = fine.rotation;
    let mut w = q.conjugate() * fine.spin;
    let momentum = q * (inertia * w);
    // No stage turns by more than the series of `exp` is good for.
    let stages = (f64::from(spin.length()) * dt / f64::from(tuning.stage_angle)).ceil().clamp(1.0, 64.0);
    let h = dt / stages;
    for _ in 0..stages as u32 {
        let rate = |w: DVec3| inverse * (inertia * w).cross(w);
        // Classical Runge–Kutta of fourth order.
        let k1 = rate(w);
        let k2 = rate(w + k1 * (0.5 * h));
        let k3 = rate(w + k2 * (0.5 * h));
        let k4 = rate(w + k3 * h);
        let end = w + (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
        // Midpoint of the cubic through both ends and their slopes; Simpson's rule, and the commutator.
        let middle = (w + end) * 0.5 + (k1 - rate(end)) * (0.125 * h);
        let turn = (w + middle * 4.0 + end) * (h / 6.0) + w.cross(end) * (h * h / 12.0);
        q = (q * exp(turn)).normalize();
        w = inverse * (q.conjugate() * momentum);
    }
    *fine = Fine { rotation: q, spin: q * w };
    Turned { rotation: fine.rotation.as_quat(), spin: fine.spin.as_vec3() }
}

/// A tumbling body's state in double precision.
///
/// A body about to flip over stands on a knife's edge: what single rounding takes from its energy decides when it
/// goes. The fine state counts as long as it rounds to the body's own, that is, until something else turns the body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fine {
    rotation: DQuat,
    spin: DVec3,
}

words!(Fine { rotation, spin });

/// Rotation by |v| ≤ 0.03 radians about `v`, by series.
fn exp(v: DVec3) -> DQuat {
    // Taylor series of sin(θ/2)/θ and cos(θ/2) in θ², which give the same bits on every platform.
    let q = v.length_squared();
    let s = 0.5 - q / 48.0 * (1.0 - q / 80.0 * (1.0 - q / 168.0));
    let w = 1.0 - q / 8.0 * (1.0 - q / 48.0 * (1.0 - q / 120.0 * (1.0 - q / 224.0)));
    DQuat::from_xyzw(v.x * s, v.y * s, v.z * s, w)
}

/// Whether all axes are alike, or none can be turned.
fn isotropic(inv_inertia: Vec3) -> bool {
    let (least, most) = (inv_inertia.min_element(), inv_inertia.max_element());
    most - least <= 1e-6 * most
}

/// Rotation and spin (rad/s, world) after a `turn` (rad) at constant spin, without torque.
pub(super) fn turned(rotation: Quat, turn: Vec3, spin: Vec3, inv_inertia: Vec3) -> Turned {
    let after = (quat_from_rotation_vector(turn) * rotation).normalize();
    if !turns_spin(turn, inv_inertia) {
        return Turned { rotation: after, spin };
    }
    let energy = spin_energy(rotation, spin, inv_inertia);
    Turned { rotation: after, spin: spin_after(rotation, after, spin, energy, inv_inertia) }
}

/// Turns (rad) up to this change no spin: by less than its own rounding.
const LEAST_TURN: f32 = 0.5 * f32::EPSILON;

/// Whether a turn (rad) of a body in a step lets its spin follow Euler's equations by as much as can be told.
pub(super) fn turns_spin(turn: Vec3, inv_inertia: Vec3) -> bool {
    turn.length_squared() > LEAST_TURN * LEAST_TURN && !isotropic(inv_inertia)
}

/// A rotation in double precision. Single precision leaves its length as near to one as one step of Newton's method
/// towards `1/√|q|²` needs.
fn fine_rotation(rotation: Quat) -> DQuat {
    let q = rotation.as_dquat();
    q * (1.5 - 0.5 * q.length_squared())
}

/// Rotational energy (J): `½ ω·I·ω`.
pub(super) fn spin_energy(rotation: Quat, spin: Vec3, inv_inertia: Vec3) -> f64 {
    let w = fine_rotation(rotation).conjugate() * spin.as_dvec3();
    0.5 * (w / inv_inertia.as_dvec3()).dot(w)
}

/// Spin (rad/s, world) of a body that has turned from one rotation to `after`, with the angular momentum that `spin`
/// had there and an `energy` of rotation (J).
///
/// The momentum stays, `ω' = R' I⁻¹ R'ᵀ R I Rᵀ ω`, and so does its energy if `after` lies on the way of Euler's
/// equations. A turn at constant spin leads a little beside it, a wild one far. The momentum is then brought back, as
/// the body sees it, to [where it can be](on_polhode).
pub(super) fn spin_after(rotation: Quat, after: Quat, spin: Vec3, energy: f64, inv_inertia: Vec3) -> Vec3 {
    let inverse = inv_inertia.as_dvec3();
    let (before, after) = (fine_rotation(rotation), fine_rotation(after));
    let momentum = before * ((before.conjugate() * spin.as_dvec3()) / inverse);
    (after * (inverse * on_polhode(after.conjugate() * momentum, energy, inverse))).as_vec3()
}

/// Share of the energy by which rounding may carry it out of what an angular momentum allows.
const ROUNDED: f64 = 1e-5;

/// Most rounds towards the nearest momentum: about four are needed, and a halving each where a body spins
/// about an axis.
const NEAREST: usize = 64;

/// A share of the energy that single precision does not tell from none, by far.
const ENOUGH: f64 = 1e-10;

/// The angular momentum (body's axes) nearest to `momentum`, of the same size, with an energy (J).
///
/// Both are constant where nothing torques: the sphere `|L|` and the ellipsoid `L·I⁻¹·L = 2 E` meet in the polhode
/// (Poinsot 1834). Less energy than the sphere has anywhere takes momentum as well; more is not given.
fn on_polhode(momentum: DVec3, energy: f64, inverse: DVec3) -> DVec3 {
    let size2 = momentum.length_squared();
    let aim = 2.0 * energy / size2;
    let (least, most) = (inverse.min_element(), inverse.max_element());
    // A body with the same inertia about all axes has one energy for each size.
    if !aim.is_finite() || aim > most * (1.0 + ROUNDED) || most - least <= ROUNDED * most {
        return momentum;
    }
    let now = (inverse * momentum).dot(momentum) / size2;
    if aim < least * (1.0 - ROUNDED) {
        return momentum * (aim.max(0.0) / now).sqrt();
    }
    let pole = if aim > now { most } else { least };
    let share = (aim - now) / (pole - now);
    // Nothing is left to do, or `now` is the pole itself.
    if share.is_nan() || share <= 0.0 {
        return momentum;
    }
    // The way there is told by a part along the pole's axis, if only by a little one.
    let mut unit = momentum / size2.sqrt();
    for (part, inverse) in unit.as_mut().iter_mut().zip(inverse.to_array()) {
        *part = if inverse == pole && part.abs() < 1e-9 { 1e-9_f64.copysign(*part) } else { *part };
    }
    let reach = ((inverse - now) / (pole - now)).min(DVec3::ONE);
    let nearest = unit / (1.0 - reach * multiplier(unit * unit, reach, share.min(1.0)));
    nearest * (size2 / nearest.length_squared()).sqrt()
}

/// The `s` in 0…1 with `Σ g w / Σ w = share`, where `w = squares / (1 − s g)²` and `g = reach`, at most one.
///
/// Lagrange's rule for the nearest point. By Newton's method, halved where it would leave the interval.
fn multiplier(squares: DVec3, reach: DVec3, share: f64) -> f64 {
    let (mut low, mut high, mut s) = (0.0, 1.0 - f64::EPSILON, 0.0);
    for _ in 0..NEAREST {
        let factor = (1.0 - reach * s).recip();
        let w = squares * factor * factor;
        let sum = w.element_sum();
        let over = (reach * w).element_sum() / sum - share;
        if over.abs() <= ENOUGH {
            break;
        }
        if over > 0.0 {
            high = s;
        } else {
            low = s;
        }
        // d/ds of the quotient: 2 Σ g h w − 2 (Σ g w / Σ w) Σ h w with h = g / (1 − s g).
        let h = reach * factor;
        let slope = 2.0 * ((reach - (over + share)) * h * w).element_sum() / sum;
        let next = s - over / slope;
        // Newton's step, or half of the interval where it would leave it: it always comes nearer.
        s = if next > low && next < high { next } else { 0.5 * (low + high) };
    }
    s
}

/// Rotation and spin from which `t` seconds at constant spin lead to `rotation`, with the angular momentum that `spin`
/// has there.
pub(super) fn turned_back(rotation: Quat, spin: Vec3, inv_inertia: Vec3, t: f32) -> Turned {
    let mut start = turned(rotation, spin * -t, spin, inv_inertia);
    // Each is found from the other: two more rounds leave an error of the fourth order in the turn.
    for _ in 0..if start.spin == spin { 0 } else { 2 } {
        start = turned(rotation, start.spin * -t, spin, inv_inertia);
    }
    start
}

/// Spin gained in `dt` seconds by the gyroscopic torque alone (rad/s, world).
///
/// Slow turns take the first order of Euler's equations; fast ones go the whole way of [`tumble`].
pub(super) fn gyroscopic_gain(rotation: Quat, spin: Vec3, inv_inertia: Vec3, dt: f32, tuning: &Tuning) -> Vec3 {
    let angle2 = spin.length_squared() * dt * dt;
    if angle2 < 1e-8 || isotropic(inv_inertia) {
        Vec3::ZERO
    } else if angle2 < 1e-4 {
        let w = rotation.conjugate() * spin;
        rotation * (inv_inertia * (w / inv_inertia).cross(w)) * dt
    } else {
        tumble(rotation, spin, inv_inertia, dt, &mut Fine::default(), tuning).spin - spin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// Euler's equations in double precision with steps a thousand times finer.
    fn reference(mut w: DVec3, inertia: DVec3, time: f64) -> DVec3 {
        let n = 40_000;
        let h = time / f64::from(n);
        let rate = |w: DVec3| (inertia * w).cross(w) / inertia;
        for _ in 0..n {
            let k1 = rate(w);
            let k2 = rate(w + k1 * (h / 2.0));
            let k3 = rate(w + k2 * (h / 2.0));
            let k4 = rate(w + k3 * h);
            w += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
        }
        w
    }

    #[test]
    fn a_tumbling_box_follows_eulers_equations_and_keeps_its_angular_momentum() {
        let inertia = Vec3::new(0.043_333, 0.033_333, 0.016_667);
        let (mut q, mut spin) = (Quat::IDENTITY, Vec3::new(0.5, 5.0, 0.3));
        let start = inertia * spin;
        let mut fine = Fine::default();
        for _ in 0..120 {
            Turned { rotation: q, spin } = tumble(q, spin, inertia.recip(), 1.0 / 60.0, &mut fine, &Tuning::default());
        }
        let expected = reference(DVec3::new(0.5, 5.0, 0.3), inertia.as_dvec3(), 2.0);
        let got = (q.conjugate() * spin).as_dvec3();
        assert!((got - expected).length() < 2e-5, "{got} against {expected}");
        assert!((q * (inertia * (q.conjugate() * spin)) - start).length() < 1e-5);
    }
}
