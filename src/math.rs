//! Rigid poses, symmetric matrices, bases and deterministic trigonometry.
//!
//! Right-handed, y up, metres, radians. Nothing here calls the platform's `sin` or `cos`: a step must give the same
//! bits everywhere, and IEEE 754 fixes only `+ - * / sqrt`.
//!
//! ```
//! use carom::{glam::Vec3, math::rotate_about_line};
//!
//! // An axis along z is an axis like any other: formulas that divide by the axis' x and y parts fail here.
//! let p = rotate_about_line(Vec3::new(1.0, 2.0, 3.0), Vec3::ZERO, Vec3::Z, 40_f32.to_radians());
//! assert!(p.distance(Vec3::new(-0.519_530_8, 2.174_876_5, 3.0)) < 1e-6);
//! ```

pub(crate) mod delta;

use glam::{Mat3, Quat, Vec3};

/// A rigid motion: rotate, then translate. `world_from_body` poses carry body coordinates to world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Image of the origin (m).
    pub translation: Vec3,
    /// Unit quaternion.
    pub rotation: Quat,
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// From a translation (m) and a unit quaternion.
    #[inline]
    pub const fn new(translation: Vec3, rotation: Quat) -> Self {
        Self { translation, rotation }
    }

    /// Of a half-space that is solid below this height (m).
    #[inline]
    pub const fn floor(height: f32) -> Self {
        Self::new(Vec3::new(0.0, height, 0.0), Quat::IDENTITY)
    }

    /// Of a half-space that is solid above this height (m): its +y looks down.
    #[inline]
    pub const fn ceiling(height: f32) -> Self {
        // Half a turn about x: the cosine of half its angle is 0, the sine 1.
        Self::new(Vec3::new(0.0, height, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0))
    }

    /// The image of point `p`.
    #[inline]
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.translation + self.rotation * p
    }

    /// The image of direction `v` (rotation only).
    #[inline]
    pub fn vector(&self, v: Vec3) -> Vec3 {
        self.rotation * v
    }

    /// The point whose image is `p`.
    #[inline]
    pub fn inverse_point(&self, p: Vec3) -> Vec3 {
        // The inverse of a unit quaternion is its conjugate.
        self.rotation.conjugate() * (p - self.translation)
    }

    /// The direction whose image is `v`.
    #[inline]
    pub fn inverse_vector(&self, v: Vec3) -> Vec3 {
        self.rotation.conjugate() * v
    }

    /// The motion that undoes this one.
    #[inline]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { translation: -(rotation * self.translation), rotation }
    }

    /// `other` seen from this frame: `a_from_b = a_from_world ∘ world_from_b`.
    #[inline]
    pub fn inverse_mul(&self, other: &Self) -> Self {
        let conjugate = self.rotation.conjugate();
        Self { translation: conjugate * (other.translation - self.translation), rotation: conjugate * other.rotation }
    }
}

impl std::ops::Mul for Pose {
    type Output = Self;

    /// First `other`, then `self`.
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self { translation: self.point(other.translation), rotation: self.rotation * other.rotation }
    }
}

/// Symmetric 3×3 matrix: inertia tensors and their inverses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sym3 {
    /// Diagonal: xx, yy, zz.
    pub diagonal: Vec3,
    /// Off the diagonal: yz, xz, xy.
    pub off: Vec3,
}

impl Sym3 {
    /// All zeros.
    pub const ZERO: Self = Self { diagonal: Vec3::ZERO, off: Vec3::ZERO };

    /// `R · diag(d) · Rᵀ`: a tensor known along its principal axes, turned by `r`.
    #[inline]
    pub fn rotated_diagonal(r: &Mat3, d: Vec3) -> Self {
        // Entry ij is the sum of d_k R_ik R_jk over the principal axes k; ij and ji are the same.
        let (x, y, z) = (r.x_axis * d.x, r.y_axis * d.y, r.z_axis * d.z);
        let row = |i: usize, j: usize| x[i] * r.x_axis[j] + y[i] * r.y_axis[j] + z[i] * r.z_axis[j];
        Self { diagonal: Vec3::new(row(0, 0), row(1, 1), row(2, 2)), off: Vec3::new(row(1, 2), row(0, 2), row(0, 1)) }
    }
}

impl std::ops::Mul<Vec3> for Sym3 {
    type Output = Vec3;

    #[inline]
    fn mul(self, v: Vec3) -> Vec3 {
        let (d, o) = (self.diagonal, self.off);
        Vec3::new(
            d.x * v.x + o.z * v.y + o.y * v.z,
            o.z * v.x + d.y * v.y + o.x * v.z,
            o.y * v.x + o.x * v.y + d.z * v.z,
        )
    }
}

/// The next of a sequence of 64 random bits that is the same everywhere: SplitMix64.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
pub fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The place of a point on Morton's space-filling curve: the bits of its coordinates, interleaved (Morton 1966).
///
/// Floats sort like the integers of their bits, so no bounds of the world are needed, and what flies far off does not
/// make the rest coarser.
pub(crate) fn morton_code(p: Vec3) -> u64 {
    let spread = |x: f32| {
        // The sign first, then growing with the value; 21 bits of it.
        let bits = (x + 0.0).to_bits();
        let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
        // Spreads 21 bits to every third place.
        let mut v = u64::from(ordered >> 11);
        v = (v | v << 32) & 0x001f_0000_0000_ffff;
        v = (v | v << 16) & 0x001f_0000_ff00_00ff;
        v = (v | v << 8) & 0x100f_00f0_0f00_f00f;
        v = (v | v << 4) & 0x10c3_0c30_c30c_30c3;
        (v | v << 2) & 0x1249_2492_4924_9249
    };
    spread(p.x) | spread(p.y) << 1 | spread(p.z) << 2
}

/// Two unit vectors that complete the unit vector `n` to a right-handed orthonormal basis `(n, t1, t2)`.
///
/// Source: Duff et al., "Building an Orthonormal Basis, Revisited", JCGT 6(1), 2017.
#[inline]
pub fn tangents(n: Vec3) -> [Vec3; 2] {
    // The formula's pole lies opposite to n: the denominator is at least 1 in magnitude.
    let sign = if n.z >= 0.0 { 1.0 } else { -1.0 };
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    [Vec3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), Vec3::new(b, sign + n.y * n.y * a, -n.y)]
}

/// Sine and cosine of `x` (rad) to within 2 ulp for |x| ≤ 10⁵, with the same bits on every platform.
pub fn sin_cos(x: f32) -> (f32, f32) {
    let (sin, cos) = sin_cos_f64(f64::from(x));
    (sin as f32, cos as f32)
}

/// Sine and cosine of `x` (rad) to within 1e-11 for |x| ≤ 10⁵, with the same bits on every platform.
///
/// Reduced to |r| ≤ π/4 by a multiple of π/2, then Taylor polynomials.
#[inline]
pub fn sin_cos_f64(x: f64) -> (f64, f64) {
    // The nearest multiple of π/2. The rounding of its product grows with |x| and sets the bound stated above.
    let quadrant = (x * std::f64::consts::FRAC_2_PI + 0.5).floor();
    let r = x - quadrant * std::f64::consts::FRAC_PI_2;
    let r2 = r * r;
    // Nested (Horner's rule): the small terms are added first, and nothing depends on a platform's `powi`.
    let sin = r * (1.0 - r2 / 6.0 * (1.0 - r2 / 20.0 * (1.0 - r2 / 42.0 * (1.0 - r2 / 72.0 * (1.0 - r2 / 110.0)))));
    let cos = 1.0
        - r2 / 2.0 * (1.0 - r2 / 12.0 * (1.0 - r2 / 30.0 * (1.0 - r2 / 56.0 * (1.0 - r2 / 90.0 * (1.0 - r2 / 132.0)))));
    // Each quarter turn carries (sin, cos) to (cos, −sin). The mask is a modulus for negative numbers too.
    match quadrant as i64 & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Rotation by |v| radians about the direction of `v` (the exponential of a rotation vector).
#[inline(always)]
pub fn quat_from_rotation_vector(v: Vec3) -> Quat {
    let angle2 = v.length_squared();
    let (s, w) = if angle2 < 0.25 {
        // sin(θ/2)/θ and cos(θ/2) as series in θ²; exact to rounding for θ < 0.5.
        let q = angle2;
        (
            0.5 - q * (1.0 / 48.0 - q * (1.0 / 3_840.0 - q * (1.0 / 645_120.0))),
            1.0 - q * (1.0 / 8.0 - q * (1.0 / 384.0 - q * (1.0 / 46_080.0 - q * (1.0 / 10_321_920.0)))),
        )
    } else {
        half_angle(angle2)
    };
    Quat::from_xyzw(v.x * s, v.y * s, v.z * s, w)
}

/// sin(θ/2)/θ and cos(θ/2) of a wide angle given by its square.
#[cold]
fn half_angle(angle2: f32) -> (f32, f32) {
    let angle = angle2.sqrt();
    let (sin, cos) = sin_cos(0.5 * angle);
    (sin / angle, cos)
}

/// Rotation by `angle` (rad, right-hand rule) about the unit vector `axis`, with platform-independent bits.
pub fn quat_from_axis_angle(axis: Vec3, angle: f32) -> Quat {
    let (sin, cos) = sin_cos(0.5 * angle);
    Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// The point `p` turned by `angle` (rad, right-hand rule) about the line through `origin` along `axis`.
///
/// Move the line to the origin, turn, move back. The axis may have any length and direction; without any nothing turns.
pub fn rotate_about_line(p: Vec3, origin: Vec3, axis: Vec3, angle: f32) -> Vec3 {
    // Scaled by its largest component first, so that the square of a short axis does not vanish.
    let largest = axis.abs().max_element();
    if largest == 0.0 {
        return p;
    }
    origin + quat_from_axis_angle((axis / largest).normalize(), angle) * (p - origin)
}

/// Any real number of a range, both ends included.
///
/// Drawn as an integer: proptest's own sampler of floats (1.12) fails an assertion of its own for rare draws.
#[cfg(test)]
pub(crate) fn real_f64(range: std::ops::Range<f64>) -> impl proptest::strategy::Strategy<Value = f64> + Clone {
    use proptest::prelude::*;
    any::<u32>().prop_map(move |k| range.start + (range.end - range.start) * f64::from(k) / f64::from(u32::MAX))
}

/// The same in single precision.
#[cfg(test)]
pub(crate) fn real(range: std::ops::Range<f32>) -> impl proptest::strategy::Strategy<Value = f32> + Clone {
    use proptest::prelude::*;
    real_f64(f64::from(range.start)..f64::from(range.end)).prop_map(|x| x as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_reference_implementation() {
        // The first outputs of splitmix64.c for the seed 1234567.
        let mut state = 1_234_567;
        let first: Vec<u64> = (0..3).map(|_| splitmix64(&mut state)).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn the_curve_never_goes_back_along_all_axes() {
        // Whatever is no less along each axis comes no earlier, over all sizes and signs.
        let mut state = 7;
        let mut real = || {
            let size = f32::from_bits((splitmix64(&mut state) >> 33) as u32 % 0x7f80_0000);
            if splitmix64(&mut state).is_multiple_of(2) { size } else { -size }
        };
        for _ in 0..100_000 {
            let [p, q] = [0; 2].map(|_| Vec3::new(real(), real(), real()));
            assert!(morton_code(p.min(q)) <= morton_code(p.max(q)), "{p} and {q}");
        }
        assert_eq!(morton_code(Vec3::ZERO), morton_code(-Vec3::ZERO));
        // One of eight octants after the other, z before y before x.
        let corner = |k: u8| Vec3::from_array([0, 1, 2].map(|axis| if k >> axis & 1 == 1 { 1.0 } else { -1.0 }));
        assert!((0..7).all(|k| morton_code(corner(k)) < morton_code(corner(k + 1))));
    }

    #[test]
    fn sine_and_cosine_agree_with_double_precision() {
        for i in -20_000..20_000 {
            let x = i as f32 * 0.005;
            let (s, c) = sin_cos(x);
            assert!((f64::from(s) - f64::from(x).sin()).abs() < 1.2e-7, "sin {x}");
            assert!((f64::from(c) - f64::from(x).cos()).abs() < 1.2e-7, "cos {x}");
            let (x, (s, c)) = (f64::from(x), sin_cos_f64(f64::from(x)));
            assert!((s - x.sin()).abs() < 1e-11 && (c - x.cos()).abs() < 1e-11, "{x} in double precision");
        }
    }

    #[test]
    fn rotation_vectors_agree_with_axis_and_angle_across_the_series_limit() {
        for angle in [1e-6_f32, 0.1, 0.499, 0.501, 1.0, 3.0, 7.0] {
            let axis = Vec3::new(2.0, -1.0, 2.0) / 3.0;
            let (a, b) = (quat_from_rotation_vector(axis * angle), quat_from_axis_angle(axis, angle));
            assert!((a - b).length() < 3e-7, "{angle}: {a} {b}");
        }
    }

    #[test]
    fn tangents_complete_a_right_handed_basis() {
        for n in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::Z, Vec3::new(1.0, -2.0, -2.0) / 3.0] {
            let [t1, t2] = tangents(n);
            assert!((t1.cross(t2) - n).length() < 1e-6 && t1.dot(n).abs() < 1e-6, "{n}");
        }
    }
}
