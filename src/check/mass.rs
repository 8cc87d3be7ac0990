//! Moments of inertia of homogeneous solids, for the energy of bodies of which only the mass is given.

use super::cast::CastMember;
use crate::exact::{Core, Hull, Solid};
use crate::trace::Geometry;
use glam::{DMat3, DVec3};

/// Volume (m³), first moments about the origin (m⁴) and second moments ∫ x xᵀ (m⁵).
#[derive(Clone, Copy)]
struct Moments {
    volume: f64,
    first: DVec3,
    second: DMat3,
}

/// The inertia tensor of a body of this mass (kg) about its origin and in its own axes (kg·m²); none where a part has
/// no volume.
pub fn inertia(member: &CastMember, mass: f64) -> Option<DMat3> {
    let mut whole = Moments { volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO };
    for piece in &member.pieces {
        let Geometry::Convex(solid) = &piece.geometry else { return None };
        let part = of_solid(solid)?;
        // Turned into the body's axes, then moved: ∫ (Rx + p)(Rx + p)ᵀ.
        let rotation = DMat3::from_quat(piece.place.rotation);
        let (p, first) = (piece.place.position, rotation * part.first);
        let second = rotation * part.second * rotation.transpose();
        whole.volume += part.volume;
        whole.first += first + p * part.volume;
        whole.second += second + outer(first, p) + outer(p, first) + outer(p, p) * part.volume;
    }
    // I = tr(C) 1 − C for the second moments C of unit density, scaled to the mass that is given.
    let trace = whole.second.col(0).x + whole.second.col(1).y + whole.second.col(2).z;
    (whole.volume > 0.0).then(|| (DMat3::from_diagonal(DVec3::splat(trace)) - whole.second) * (mass / whole.volume))
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// A solid symmetric about its axes, from its volume and the means of x², y², z² (m²), its middle at `y` (m).
fn symmetric(volume: f64, squares: DVec3, y: f64) -> Moments {
    let middle = DVec3::Y * y;
    Moments { volume, first: middle * volume, second: (DMat3::from_diagonal(squares) + outer(middle, middle)) * volume }
}

fn of_solid(solid: &Solid) -> Option<Moments> {
    use std::f64::consts::PI;
    let r = solid.radius;
    match &solid.core {
        Core::Point => Some(symmetric(4.0 / 3.0 * PI * r.powi(3), DVec3::splat(r * r / 5.0), 0.0)),
        Core::Cuboid(half) if r == 0.0 => Some(symmetric(8.0 * half.x * half.y * half.z, *half * *half / 3.0, 0.0)),
        Core::Segment(half) => {
            // A cylinder and two half balls: ∫ y² of a half ball about the cylinder's end, its middle 3r/8 out.
            let (tube, ball) = (2.0 * PI * r * r * half, 4.0 / 3.0 * PI * r.powi(3));
            let volume = tube + ball;
            let across = (tube * r * r / 4.0 + ball * r * r / 5.0) / volume;
            let along = (tube * half * half / 3.0 + ball * (r * r / 5.0 + half * half + 0.75 * half * r)) / volume;
            Some(symmetric(volume, DVec3::new(across, along, across), 0.0))
        }
        Core::Frustum { bottom: a, top: b, half } if r == 0.0 => {
            // Slices of radius R(t) = a + (b − a) t, t from 0 to 1: all integrals are sums of powers.
            let (h, d) = (2.0 * half, b - a);
            let area = a * a + a * d + d * d / 3.0;
            let rise = a * a / 2.0 + 2.0 * a * d / 3.0 + d * d / 4.0;
            let squared = a * a / 3.0 + a * d / 2.0 + d * d / 5.0;
            let fourth = a.powi(4) + 2.0 * a.powi(3) * d + 2.0 * a * a * d * d + a * d.powi(3) + d.powi(4) / 5.0;
            let volume = PI * h * area;
            let across = fourth / (4.0 * area);
            let middle = h * rise / area - half;
            // Mean of y² about the middle of mass: that of (h t)² less the square of its mean.
            let along = h * h * (squared / area - (rise / area).powi(2));
            Some(symmetric(volume, DVec3::new(across, along, across), middle))
        }
        Core::Hull(hull) if r == 0.0 => Some(of_hull(hull)),
        _ => None,
    }
}

/// Tetrahedra from the origin to each triangle of the surface.
fn of_hull(hull: &Hull) -> Moments {
    let mut whole = Moments { volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO };
    for face in &hull.faces {
        let corner = |i: usize| hull.points[face.corners[i] as usize];
        // A fan over the face. Volumes are signed, so what lies outside the hull cancels, wherever the origin is.
        for i in 1..face.corners.len().saturating_sub(1) {
            let [a, b, c] = [corner(0), corner(i), corner(i + 1)];
            let volume = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            whole.volume += volume;
            whole.first += sum * (volume / 4.0);
            whole.second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum)) * (volume / 20.0);
        }
    }
    whole
}
