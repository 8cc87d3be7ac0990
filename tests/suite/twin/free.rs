//! Free motion, from Euler's equations with steps far finer than the engine's.

use carom::geometry::Shape;
use carom::glam::{DQuat, DVec3};
use carom::physics::{BodyDesc, Config, Mass, Motion};

/// Mass (kg) and principal moments of inertia (kg·m²), from the shape. None for what cannot be pushed.
pub fn mass_of(desc: &BodyDesc) -> Option<(f64, DVec3)> {
    if desc.motion != Motion::Dynamic {
        return None;
    }
    let (volume, unit) = match desc.shape {
        Shape::Sphere { radius } => {
            let r = f64::from(radius);
            (4.0 / 3.0 * std::f64::consts::PI * r.powi(3), DVec3::splat(0.4 * r * r))
        }
        Shape::Cuboid { half } => {
            let (h, s) = (half.as_dvec3(), half.as_dvec3() * half.as_dvec3() / 3.0);
            (8.0 * h.x * h.y * h.z, DVec3::new(s.y + s.z, s.x + s.z, s.x + s.y))
        }
        // Only cylinders are drawn of the truncated cones.
        Shape::Frustum { bottom, half_height, .. } => {
            let (r, h) = (f64::from(bottom), f64::from(half_height));
            let across = 0.25 * r * r + h * h / 3.0;
            (2.0 * std::f64::consts::PI * r * r * h, DVec3::new(across, 0.5 * r * r, across))
        }
        _ => panic!("the twin knows no {:?}", desc.shape),
    };
    let mass = match desc.mass {
        Mass::Mass(mass) => f64::from(mass),
        Mass::Density(density) => f64::from(density) * volume,
    };
    Some((mass, unit * mass))
}

/// Acceleration by gravity and the constant force, such that the step does not end faster than bodies ever go.
pub fn acceleration(desc: &BodyDesc, mass: f64, config: &Config) -> DVec3 {
    let (dt, v) = (f64::from(config.dt()), desc.velocity.as_dvec3());
    let end = v + (config.gravity.as_dvec3() + desc.force.as_dvec3() / mass) * dt;
    (end.clamp_length_max(f64::from(config.terminal_speed)) - v) / dt
}

/// Rotation by a vector (rad).
pub fn rotation(v: DVec3) -> DQuat {
    if v == DVec3::ZERO { DQuat::IDENTITY } else { DQuat::from_axis_angle(v.normalize(), v.length()) }
}

/// Rotation and spin (world) after `time` without torque: `L` stays, `ω = R I⁻¹ Rᵀ L`, `Ṙ = ω × R`, by Runge–Kutta.
pub fn tumble(start: DQuat, spin: DVec3, inertia: DVec3, time: f64) -> (DQuat, DVec3) {
    let steps = (spin.length() * time / 0.002).ceil().max(1.0);
    let h = time / steps;
    let momentum = start * (inertia * (start.conjugate() * spin));
    let spin_at = |q: DQuat| q * ((q.conjugate() * momentum) / inertia);
    let rate = |q: DQuat| {
        let w = spin_at(q.normalize());
        DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * q * 0.5
    };
    let mut q = start;
    for _ in 0..steps as u64 {
        let k1 = rate(q);
        let k2 = rate(q + k1 * (0.5 * h));
        let k3 = rate(q + k2 * (0.5 * h));
        let k4 = rate(q + k3 * h);
        q = (q + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)).normalize();
    }
    (q, spin_at(q))
}

/// Spin that turning alone adds in a step: for slow turns to first order, for the slowest nothing.
pub fn gyroscopic_gain(start: DQuat, spin: DVec3, inertia: DVec3, dt: f64) -> DVec3 {
    let angle = spin.length() * dt;
    let alike = inertia.max_element() - inertia.min_element() <= 1e-6 * inertia.max_element();
    if angle < 1e-4 || alike {
        DVec3::ZERO
    } else if angle < 1e-2 {
        let w = start.conjugate() * spin;
        start * ((inertia * w).cross(w) / inertia) * dt
    } else {
        tumble(start, spin, inertia, dt).1 - spin
    }
}

/// Rotation and spin after a turn: the angular momentum stays, and is led in the body's frame to where its energy is.
pub fn turned(start: DQuat, turn: DVec3, spin: DVec3, inertia: DVec3, energy: Option<f64>) -> (DQuat, DVec3) {
    let after = (rotation(turn) * start).normalize();
    let alike = inertia.max_element() - inertia.min_element() <= 1e-6 * inertia.max_element();
    let Some(energy) = energy.filter(|_| !alike) else { return (after, spin) };
    let momentum = after.conjugate() * (start * (inertia * (start.conjugate() * spin)));
    (after, after * (with_energy(momentum, energy, inertia) / inertia))
}

/// The momentum nearest to this one, of the same size, that has an energy, if there is one.
///
/// Where the distance is least with the size and the energy given, Lagrange's rule has `L' ∝ (p − I⁻¹)⁻¹ L`: with
/// `p` from infinity down to the greatest of `I⁻¹` the energy grows from that of `L` to the most, and from below
/// it falls likewise.
fn with_energy(momentum: DVec3, energy: f64, inertia: DVec3) -> DVec3 {
    let of = |l: DVec3| (l / inertia).dot(l) / l.length_squared();
    let (least, most) = (1.0 / inertia.max_element(), 1.0 / inertia.min_element());
    let (aim, now) = (2.0 * energy / momentum.length_squared(), of(momentum));
    if aim < least * (1.0 - 1e-5) {
        return momentum * (aim.max(0.0) / now).sqrt();
    }
    if aim.is_nan() || aim > most * (1.0 + 1e-5) || most - least <= 1e-5 * most || aim == now {
        return momentum;
    }
    let (sign, pole) = if aim > now { (1.0, most) } else { (-1.0, least) };
    // An arm of length 1e-9 along the axis tells the way where there was none.
    let mut start = momentum.normalize();
    for k in 0..3 {
        if 1.0 / inertia[k] == pole && start[k].abs() < 1e-9 {
            start[k] = 1e-9_f64.copysign(start[k]);
        }
    }
    // By the logarithm of how far p lies beyond the extreme, halved again and again.
    let at = |log: f64| {
        let beyond = DVec3::splat(pole) - inertia.recip() + sign * log.exp() * (most - least);
        (start / beyond).normalize() * sign
    };
    let (mut near, mut far) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (near + far);
        if (of(at(middle)) - aim) * sign > 0.0 {
            near = middle;
        } else {
            far = middle;
        }
    }
    at(0.5 * (near + far)) * momentum.length()
}
