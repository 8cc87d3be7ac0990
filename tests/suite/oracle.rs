//! What is true of any contact, in double precision, and shares no code with what finds it.

use carom::geometry::{FACE_PREFERENCE, Manifold, Shape};
use carom::glam::{DMat3, DVec2, DVec3};
use carom::math::Pose;
use proptest::prelude::*;

/// Heights of the two caps above the centre of mass, by slices.
pub fn caps(bottom: f64, top: f64, half_height: f64) -> [f64; 2] {
    let (mut mass, mut moment) = (0.0, 0.0);
    slices(bottom, top, half_height, |y, r, h| {
        mass += r * r * h;
        moment += r * r * h * y;
    });
    [-half_height - moment / mass, half_height - moment / mass]
}

/// Calls `slice` with height above the middle, radius and thickness of many thin discs.
pub fn slices(bottom: f64, top: f64, half_height: f64, mut slice: impl FnMut(f64, f64, f64)) {
    let count = 20_000;
    for k in 0..count {
        let share = (f64::from(k) + 0.5) / f64::from(count);
        slice((2.0 * share - 1.0) * half_height, bottom + share * (top - bottom), 2.0 * half_height / f64::from(count));
    }
}

/// A shape by what it reaches along a direction, and how far a point is from its surface.
#[derive(Clone, Debug)]
pub enum Solid {
    Frustum {
        radius: [f64; 2],
        y: [f64; 2],
    },
    /// A rectangle is one of no height.
    Cuboid(DVec3),
    Sphere(f64),
    /// All that is not above y = 0.
    HalfSpace,
}

impl Solid {
    pub fn new(shape: &Shape) -> Self {
        match *shape {
            Shape::Frustum { bottom, top, half_height } => {
                let (b, t, h) = (f64::from(bottom), f64::from(top), f64::from(half_height));
                Self::Frustum { radius: [b, t], y: caps(b, t, h) }
            }
            Shape::Sphere { radius } => Self::Sphere(f64::from(radius)),
            Shape::HalfSpace => Self::HalfSpace,
            _ => Self::Cuboid(shape.half_extents().as_dvec3()),
        }
    }

    pub fn reach(&self, n: DVec3) -> f64 {
        match self {
            Self::Frustum { radius, y } => {
                let radial = DVec2::new(n.x, n.z).length();
                (y[0] * n.y + radius[0] * radial).max(y[1] * n.y + radius[1] * radial)
            }
            Self::Cuboid(half) => n.abs().dot(*half),
            Self::Sphere(radius) => *radius,
            Self::HalfSpace => {
                if n.y > 1.0 - 1e-9 {
                    0.0
                } else {
                    f64::INFINITY
                }
            }
        }
    }

    /// Where the farthest point leaps: across a face of a box, along the side of a truncated cone.
    fn creases(&self) -> Vec<Crease> {
        match self {
            Self::Cuboid(_) => DVec3::AXES.map(|axis| Crease { axis, cosine: 0.0 }).into(),
            Self::Frustum { radius, y } => {
                let side = DVec2::new(radius[0] - radius[1], y[1] - y[0]);
                vec![Crease { axis: DVec3::Y, cosine: side.x / side.length() }]
            }
            Self::Sphere(_) | Self::HalfSpace => Vec::new(),
        }
    }

    /// Distance of a point from the surface, negative inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        match self {
            Self::Sphere(radius) => p.length() - radius,
            Self::HalfSpace => p.y,
            Self::Cuboid(half) => {
                let d = p.abs() - *half;
                d.max(DVec3::ZERO).length() + d.max_element().min(0.0)
            }
            Self::Frustum { radius, y } => {
                // The nearest of the trapezium's three outer sides.
                let q = DVec2::new(DVec2::new(p.x, p.z).length(), p.y);
                let corners = [
                    DVec2::new(0.0, y[0]),
                    DVec2::new(radius[0], y[0]),
                    DVec2::new(radius[1], y[1]),
                    DVec2::new(0.0, y[1]),
                ];
                let near = |a: DVec2, b: DVec2| {
                    let length2 = a.distance_squared(b).max(1e-30);
                    q.distance(a + (b - a) * ((q - a).dot(b - a) / length2).clamp(0.0, 1.0))
                };
                let distance = (0..3).map(|k| near(corners[k], corners[k + 1])).fold(f64::INFINITY, f64::min);
                let share = (q.y - y[0]) / (y[1] - y[0]);
                let inside = (0.0..=1.0).contains(&share) && q.x <= radius[0] + share * (radius[1] - radius[0]);
                if inside { -distance } else { distance }
            }
        }
    }
}

/// The directions at one angle to an axis.
struct Crease {
    axis: DVec3,
    cosine: f64,
}

impl Crease {
    /// The direction of the crease that is nearest to `n`, turned about the axis by an angle (rad).
    fn along(&self, n: DVec3, angle: f64) -> DVec3 {
        let radial = n.reject_from_normalized(self.axis).normalize_or(self.axis.any_orthonormal_vector());
        let turned = radial * angle.cos() + self.axis.cross(radial) * angle.sin();
        // What is left of a direction along the axis is rounding, and not square to it.
        (self.axis * self.cosine + turned * (1.0 - self.cosine * self.cosine).sqrt()).normalize()
    }
}

/// Two solids; B by its centre and its axes in A's frame.
pub struct Pair {
    pub a: Solid,
    pub b: Solid,
    center: DVec3,
    pub axes: DMat3,
    least: f64,
}

impl Pair {
    pub fn new(a: &Shape, b: &Shape, pose: &Pose) -> Self {
        let least = |s: &Shape| match *s {
            Shape::Frustum { bottom, top, half_height } => bottom.max(top).min(half_height),
            Shape::Quad { half, .. } => half.min_element(),
            Shape::Sphere { radius } => radius,
            Shape::HalfSpace => f32::INFINITY,
            _ => s.half_extents().min_element(),
        };
        let axes = DMat3::from_quat(pose.rotation.as_dquat().normalize());
        let least = f64::from(least(a).min(least(b)));
        Self { a: Solid::new(a), b: Solid::new(b), center: pose.translation.as_dvec3(), axes, least }
    }

    pub fn gap(&self, n: DVec3) -> f64 {
        n.dot(self.center) - self.a.reach(n) - self.b.reach(-(self.axes.transpose() * n))
    }

    /// The greatest gap of all directions: the best of many, each improved by ever smaller steps to all sides and
    /// along the creases near it, on which a step to any other side goes down.
    pub fn widest(&self) -> f64 {
        let creases: Vec<Crease> = self.creases().collect();
        let mut starts: Vec<(f64, DVec3)> = spiral(2_000).map(|n| (self.gap(n), n)).collect();
        starts.extend(
            DVec3::AXES.into_iter().flat_map(|a| [a, -a, self.axes * a, -(self.axes * a)]).map(|n| (self.gap(n), n)),
        );
        starts.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = f64::NEG_INFINITY;
        for (mut gap, mut n) in starts.into_iter().take(12) {
            let mut step = 0.1;
            while step > 1e-7 {
                let (u, v) = n.any_orthonormal_pair();
                let around = (0..12).map(|k| {
                    let angle = f64::from(k) * std::f64::consts::TAU / 12.0;
                    (n + (u * angle.cos() + v * angle.sin()) * step).normalize()
                });
                let along = creases.iter().flat_map(|crease| [-step, 0.0, step].map(|angle| crease.along(n, angle)));
                let next = around.chain(along).map(|n| (self.gap(n), n)).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                if next.0 > gap {
                    (gap, n) = next;
                } else {
                    step *= 0.5;
                }
            }
            best = best.max(gap);
        }
        best
    }

    /// The directions in which either solid's farthest point leaps from one place to another.
    fn creases(&self) -> impl Iterator<Item = Crease> {
        let of_a = self.a.creases().into_iter();
        let of_b = self.b.creases().into_iter().map(|crease| Crease { axis: -(self.axes * crease.axis), ..crease });
        of_a.chain(of_b)
    }

    pub fn slack(&self) -> f64 {
        2.0 * FACE_PREFERENCE * self.least + 2e-5
    }

    /// What must hold for any manifold of this pair.
    pub fn check(&self, manifold: &Manifold, margin: f64) -> Result<(), TestCaseError> {
        let widest = self.widest();
        if manifold.count == 0 {
            prop_assert!(widest > margin - self.slack(), "no contact at {widest}");
            return Ok(());
        }
        prop_assert!(widest <= margin + 1e-5, "contact at {widest}");
        let along = self.gap(manifold.normal.as_dvec3());
        prop_assert!(along >= widest - self.slack(), "gap {along} along the normal, best {widest}: {manifold:?}");
        self.check_points(manifold, margin)
    }

    /// What must hold of the points of any contact along its normal, whichever normal that is.
    pub fn check_points(&self, manifold: &Manifold, margin: f64) -> Result<(), TestCaseError> {
        let n = manifold.normal.as_dvec3();
        prop_assert!((n.length() - 1.0).abs() < 1e-6);
        let along = self.gap(n);
        for point in manifold.points() {
            let s = f64::from(point.separation);
            prop_assert!(s >= along - 1e-5 - self.slack() && s <= margin + 1e-6, "{s}, {along}");
            let (on_a, on_b) = (point.position.as_dvec3() - n * (0.5 * s), point.position.as_dvec3() + n * (0.5 * s));
            let (da, db) = (self.a.distance(on_a), self.b.distance(self.axes.transpose() * (on_b - self.center)));
            let slack = 2.0 * self.slack() + 1e-3 * s.abs() + 0.02 * self.least;
            prop_assert!(da.abs() < slack && db.abs() < slack, "off the surfaces by {da} and {db}: {manifold:?}");
        }
        let ids: Vec<u32> = manifold.points().iter().map(|p| p.id).collect();
        prop_assert!((1..ids.len()).all(|i| !ids[..i].contains(&ids[i])), "names {ids:?}");
        Ok(())
    }
}

/// Points of a spiral on the unit sphere, at equal steps of height and of the golden angle.
pub fn spiral(count: u32) -> impl Iterator<Item = DVec3> {
    (0..count).map(move |k| {
        let (y, angle) = (1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(count), 2.399_963_229_728_653 * f64::from(k));
        let r = (1.0 - y * y).sqrt();
        DVec3::new(r * angle.cos(), y, r * angle.sin())
    })
}
