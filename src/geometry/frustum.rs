//! The truncated cone: its measures, and a sphere or a ray against it.
//!
//! It is solid of revolution about its own y axis, so whatever asks for the nearest point is a question in the
//! half-plane of `ρ = √(x² + z²) ≥ 0` and `y`, where its section is a trapezium. Cylinder (equal radii) and cone (one
//! radius 0, an apex) are its limits and need no case of their own.

use super::manifold::apart;
use super::signed_gap::SignedGap;
use super::{End, Feature, Manifold, ManifoldPoint, NormalRule, Note, ShapeHit, Trace};
use glam::{DVec2, DVec3, Vec3};
use std::f64::consts::PI;

/// A truncated cone about its centre of mass, in double precision. Arrays hold the bottom, then the top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frustum {
    /// Radii of the two caps (m).
    pub radius: [f64; 2],
    /// Heights of the two caps above the centre of mass (m): the first negative, the second positive.
    pub y: [f64; 2],
}

/// A part of the surface, as a section shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrustumPart {
    Cap(End),
    Side,
    Rim(End),
}

/// The point of a section nearest to a given one.
pub(super) struct Nearest {
    pub part: FrustumPart,
    /// In the half-plane (ρ, y) (m).
    pub point: DVec2,
    /// Outward unit normal there, towards the given point when that lies outside.
    pub normal: DVec2,
    /// Distance of the given point (m); negative inside.
    pub distance: f64,
}

impl Frustum {
    /// With `S = R² + Rr + r²` and height `H`, the centroid of a frustum lies `H/4 · (R² + 2Rr + 3r²)/S` above the
    /// bottom of radius `R`.
    pub(super) fn new(bottom: f32, top: f32, half_height: f32) -> Self {
        let (r0, r1, height) = (f64::from(bottom), f64::from(top), 2.0 * f64::from(half_height));
        // Height of the centroid above the bottom.
        let rise = 0.25 * height * (r0 * r0 + 2.0 * r0 * r1 + 3.0 * r1 * r1) / (r0 * r0 + r0 * r1 + r1 * r1);
        Self { radius: [r0, r1], y: [-rise, height - rise] }
    }

    /// Of the bounding box (m).
    pub(super) fn half_extents(&self) -> glam::Vec3 {
        let radius = self.radius[0].max(self.radius[1]);
        DVec3::new(radius, 0.5 * self.height(), radius).as_vec3()
    }

    fn height(&self) -> f64 {
        self.y[1] - self.y[0]
    }

    /// `πH/3 · (R² + Rr + r²)` (m³).
    pub(super) fn volume(&self) -> f64 {
        let [r0, r1] = self.radius;
        PI / 3.0 * self.height() * (r0 * r0 + r0 * r1 + r1 * r1)
    }

    /// Principal moments per unit mass about the centre of mass (m²).
    ///
    /// Along the axis `3/10 · (R⁴ + R³r + R²r² + Rr³ + r⁴)/S`; across it half of that and the spread of the height,
    /// `3H²/80 · (R⁴ + 4R³r + 10R²r² + 4Rr³ + r⁴)/S²`.
    pub(super) fn unit_inertia(&self) -> Vec3 {
        // The symmetric polynomials of the two radii, built from their squares and product.
        let [p, q] = self.radius;
        let (p2, pq, q2) = (p * p, p * q, q * q);
        let s = p2 + pq + q2;
        let along = 0.3 * (p2 * p2 + p2 * pq + pq * pq + pq * q2 + q2 * q2) / s;
        let spread = p2 * p2 + 4.0 * p2 * pq + 10.0 * pq * pq + 4.0 * pq * q2 + q2 * q2;
        let across = 0.5 * along + 0.037_5 * self.height() * self.height() * spread / (s * s);
        DVec3::new(across, along, across).as_vec3()
    }

    /// Height of the middle between the caps above the centre of mass (m).
    pub(super) fn middle(&self) -> f64 {
        0.5 * (self.y[0] + self.y[1])
    }

    /// Distance of the furthest point from the centre of mass (m).
    pub(super) fn bounding_radius(&self) -> f64 {
        self.rim(0).length().max(self.rim(1).length())
    }

    /// Radius of the largest ball about the centre of mass that fits in (m).
    pub(super) fn inner_radius(&self) -> f64 {
        // The least of its distances from the two caps and the side.
        self.y[1].min(-self.y[0]).min(self.side_normal().dot(self.rim(0)))
    }

    /// Least and greatest coordinate along a world axis, from the centre of mass (m). `axis` is the unit vector of the
    /// frustum's axis in the world.
    pub(super) fn span(&self, axis: Vec3, along: usize) -> (f64, f64) {
        // Each cap is a disc: its centre lies at y times the axis, and it spans its radius times the sine of the
        // angle between the axis and the direction.
        let (a, u, v) = (axis.as_dvec3(), (along + 1) % 3, (along + 2) % 3);
        let (slope, spread) = (a[along], (a[u] * a[u] + a[v] * a[v]).sqrt());
        let (mid, reach) = (|k: usize| self.y[k] * slope, |k: usize| self.radius[k] * spread);
        ((mid(0) - reach(0)).min(mid(1) - reach(1)), (mid(0) + reach(0)).max(mid(1) + reach(1)))
    }

    /// The corner of the section at cap `k` (m).
    fn rim(&self, k: usize) -> DVec2 {
        DVec2::new(self.radius[k], self.y[k])
    }

    /// Outward unit normal of the side in the half-plane.
    pub(super) fn side_normal(&self) -> DVec2 {
        DVec2::new(self.height(), self.radius[0] - self.radius[1]).normalize()
    }

    /// The point furthest along `d`, which may have any length; where a whole line or cap is, an end of it or its
    /// middle.
    #[inline]
    pub(super) fn support(&self, d: DVec3) -> DVec3 {
        // The rim of whichever cap reaches further, at the angle of `d`.
        let radial = radius_of(d);
        let along = |k: usize| self.y[k] * d.y + self.radius[k] * radial;
        let k = usize::from(along(1) > along(0));
        let reach = if radial > 0.0 { self.radius[k] / radial } else { 0.0 };
        DVec3::new(d.x * reach, self.y[k], d.z * reach)
    }

    /// The part that reaches furthest along a unit direction; a cap or the side within [`Feature::FLAT`] of lying
    /// square to it counts as reaching furthest as a whole.
    pub(super) fn part_along(&self, d: DVec3) -> FrustumPart {
        let (radial, flat) = (radius_of(d), f64::from(Feature::FLAT));
        // The cap that `d` points towards.
        let end = usize::from(d.y > 0.0);
        // Component of the direction along the generator, towards the top: its sign tells which rim is further.
        let slope = self.side_normal().perp().dot(DVec2::new(radial, d.y));
        if radial <= flat && self.radius[end] > 0.0 {
            FrustumPart::Cap(End::ALL[end])
        } else if slope.abs() <= flat {
            FrustumPart::Side
        } else {
            FrustumPart::Rim(End::ALL[usize::from(slope > 0.0)])
        }
    }

    /// The nearest point of the section to `p` in the half-plane (ρ ≥ 0, y).
    pub(super) fn nearest(&self, p: DVec2) -> Nearest {
        let side = self.side_normal();
        // Above the side's line, above the top, below the bottom.
        let beyond = side.dot(p - self.rim(0));
        let (over, under) = (p.y - self.y[1], self.y[0] - p.y);
        // The foot on the plane of a cap.
        let cap = |k: usize, distance: f64| Nearest {
            part: FrustumPart::Cap(End::ALL[k]),
            point: DVec2::new(p.x, self.y[k]),
            normal: if k == 1 { DVec2::Y } else { DVec2::NEG_Y },
            distance,
        };
        // Straight above or below a cap.
        if over >= 0.0 && p.x <= self.radius[1] && self.radius[1] > 0.0 {
            return cap(1, over);
        }
        if under >= 0.0 && p.x <= self.radius[0] && self.radius[0] > 0.0 {
            return cap(0, under);
        }
        // The foot on the generator from the bottom rim to the top rim, times its length.
        let along = (self.rim(1) - self.rim(0)).dot(p - self.rim(0));
        let slant2 = self.rim(0).distance_squared(self.rim(1));
        // Outside and beyond an end of the generator the nearest point is a rim; inside the nearest of caps and side.
        if over > 0.0 || under > 0.0 || beyond > 0.0 {
            if along <= 0.0 || along >= slant2 {
                let k = usize::from(along > 0.0);
                let offset = p - self.rim(k);
                let distance = offset.length();
                let normal = if distance > 0.0 { offset / distance } else { self.rim_normal(k) };
                return Nearest { part: FrustumPart::Rim(End::ALL[k]), point: self.rim(k), normal, distance };
            }
        } else if over >= under && over >= beyond && self.radius[1] > 0.0 {
            return cap(1, over);
        } else if under >= beyond && self.radius[0] > 0.0 {
            return cap(0, under);
        }
        Nearest { part: FrustumPart::Side, point: p - side * beyond, normal: side, distance: beyond }
    }

    /// The one fixed direction of the region beyond a rim: halfway between the normals of cap and side; along the axis
    /// at an apex.
    pub(super) fn rim_normal(&self, k: usize) -> DVec2 {
        let cap = if k == 1 { DVec2::Y } else { DVec2::NEG_Y };
        if self.radius[k] > 0.0 { (cap + self.side_normal()).normalize() } else { cap }
    }

    /// Distance of a point (m; negative inside) and the outward unit normal towards it.
    pub(super) fn distance(&self, p: Vec3) -> SignedGap {
        let p = p.as_dvec3();
        let near = self.nearest(DVec2::new(radius_of(p), p.y));
        let normal = outward(p) * near.normal.x + DVec3::Y * near.normal.y;
        SignedGap::new(near.distance as f32, normal.as_vec3())
    }

    /// The contact with a sphere of `radius` (m) about `center` (m).
    pub(super) fn collide_sphere<T: Trace>(
        &self,
        radius: f32,
        center: Vec3,
        margin: f32,
        rule: NormalRule,
        trace: &mut T,
    ) -> Manifold {
        let (c, r) = (center.as_dvec3(), f64::from(radius));
        // In the section through the axis and the centre the sphere is a disc against a trapezium.
        let (rho, outward) = (radius_of(c), outward(c));
        let near = self.nearest(DVec2::new(rho, c.y));
        if T::ENABLED {
            let center = DVec2::new(rho, c.y);
            let beyond = [self.y[0] - c.y, self.side_normal().dot(center - self.rim(0)), c.y - self.y[1]];
            trace.record(Note::Section {
                center: center.as_vec2(),
                nearest: near.point.as_vec2(),
                part: near.part.feature(),
                beyond: beyond.map(|x| x as f32),
                distance: near.distance as f32,
            });
            if matches!(near.part, FrustumPart::Rim(_)) {
                trace.record(Note::Rule(rule));
            }
        }
        let (mut normal, mut separation) = (near.normal, near.distance - r);
        if let (NormalRule::Region, FrustumPart::Rim(end)) = (rule, near.part) {
            // As for boxes: how far the sphere can go along the fixed diagonal until it meets the rim.
            normal = self.rim_normal(end as usize);
            let along = normal.dot(DVec2::new(rho, c.y) - near.point);
            let half_chord2 = r * r - (near.distance * near.distance - along * along);
            if half_chord2 < 0.0 {
                return Manifold::NONE;
            }
            separation = along - half_chord2.sqrt();
        }
        if apart(separation as f32, margin) {
            return Manifold::NONE;
        }
        // From the section back to three dimensions.
        let place = |v: DVec2| outward * v.x + DVec3::Y * v.y;
        let feature = match (near.part, near.distance < 0.0) {
            (FrustumPart::Cap(end), true) => Feature::InsideCap(end),
            (FrustumPart::Side, true) => Feature::InsideSide,
            (part, _) => part.feature(),
        };
        let point = ManifoldPoint {
            position: place(near.point + normal * (0.5 * separation)).as_vec3(),
            separation: separation as f32,
            id: near.part.index() | u32::from(near.distance < 0.0) << 3,
        };
        Manifold::single(place(normal).as_vec3(), (feature, Feature::Surface), point)
    }

    /// The first point within `max` metres at which a ray enters.
    pub(super) fn cast_ray(&self, origin: Vec3, direction: Vec3, max: f32) -> Option<ShapeHit> {
        let (o, d) = (origin.as_dvec3(), direction.as_dvec3());
        let mut best: Option<(f64, DVec3, FrustumPart)> = None;
        // Keeps the first entry: within reach, and against the outward normal.
        let mut enter = |s: f64, normal: DVec3, part: FrustumPart| {
            if s >= 0.0 && s <= f64::from(max) && normal.dot(d) < 0.0 && best.is_none_or(|b| s < b.0) {
                best = Some((s, normal, part));
            }
        };
        // A ray from inside does not enter.
        if self.nearest(DVec2::new(radius_of(o), o.y)).distance < 0.0 {
            return None;
        }
        // The caps: where the ray crosses their planes, if within the radius.
        for k in [0, 1] {
            let s = (self.y[k] - o.y) / d.y;
            let p = o + d * s;
            if d.y != 0.0 && p.x * p.x + p.z * p.z <= self.radius[k] * self.radius[k] {
                enter(s, if k == 1 { DVec3::Y } else { DVec3::NEG_Y }, FrustumPart::Cap(End::ALL[k]));
            }
        }
        // The cone |(x, z)| = m + k·y, met by o + s·d: a quadratic in s, taken about the point of the ray nearest to
        // the centre so that it does not cancel from afar.
        let start = -o.dot(d);
        let o = o + d * start;
        let k = (self.radius[1] - self.radius[0]) / self.height();
        let m = self.radius[0] - k * self.y[0];
        let at = m + k * o.y;
        let a = d.x * d.x + d.z * d.z - k * k * d.y * d.y;
        let b = o.x * d.x + o.z * d.z - k * d.y * at;
        let c = o.x * o.x + o.z * o.z - at * at;
        let discriminant = b * b - a * c;
        if discriminant >= 0.0 {
            // The stable form of both roots (Press et al., "Numerical Recipes", 5.6).
            let q = -(b + discriminant.sqrt().copysign(b));
            for s in [q / a, c / q] {
                let p = o + d * s;
                if s.is_finite() && (self.y[0]..=self.y[1]).contains(&p.y) {
                    let (side, rho) = (self.side_normal(), radius_of(p));
                    if rho > 0.0 {
                        enter(start + s, DVec3::new(side.x * p.x / rho, side.y, side.x * p.z / rho), FrustumPart::Side);
                    }
                }
            }
        }
        let (distance, normal, part) = best?;
        Some(ShapeHit { distance: distance as f32, normal: normal.as_vec3(), feature: part.feature() })
    }
}

impl FrustumPart {
    pub(super) fn feature(self) -> Feature {
        match self {
            Self::Cap(end) => Feature::Cap(end),
            Self::Side => Feature::Side,
            Self::Rim(end) => Feature::CapRim(end),
        }
    }

    /// 0…4.
    pub(super) fn index(self) -> u32 {
        match self {
            Self::Cap(end) => end as u32,
            Self::Side => 2,
            Self::Rim(end) => 3 + end as u32,
        }
    }
}

/// The unit vector from the y axis towards `p`; +x on the axis itself.
#[inline]
fn outward(p: DVec3) -> DVec3 {
    let rho = radius_of(p);
    if rho > 0.0 { DVec3::new(p.x / rho, 0.0, p.z / rho) } else { DVec3::X }
}

/// Distance from the y axis (m).
#[inline]
fn radius_of(p: DVec3) -> f64 {
    (p.x * p.x + p.z * p.z).sqrt()
}
