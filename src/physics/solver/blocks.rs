//! Algebra of the 6 × 6 blocks of a body's linear and angular parts, in double precision.

/// Linear and angular part: of a twist, or of a wrench.
pub(super) type V6 = [f64; 6];
pub(super) type M6 = [V6; 6];

pub(super) const ZERO6: M6 = [[0.0; 6]; 6];

/// By the operations that give the same bits everywhere.
pub(super) fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

pub(super) fn dot(a: &V6, b: &V6) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]
}

/// `c += a b`.
pub(super) fn add_product(c: &mut M6, a: &M6, b: &M6) {
    for (c, a) in c.iter_mut().zip(a) {
        for (factor, b) in a.iter().zip(b) {
            (0..6).for_each(|j| c[j] += factor * b[j]);
        }
    }
}

/// `c += sign · aᵀ b`.
pub(super) fn add_transposed(c: &mut M6, a: &M6, b: &M6, sign: f64) {
    for (a, b) in a.iter().zip(b) {
        for (c, a) in c.iter_mut().zip(a) {
            let factor = a * sign;
            (0..6).for_each(|j| c[j] += factor * b[j]);
        }
    }
}

/// `c += sign · aᵀ b` for one column.
pub(super) fn add_to(c: &mut V6, a: &M6, b: &V6, sign: f64) {
    for (a, b) in a.iter().zip(b) {
        (0..6).for_each(|j| c[j] += sign * b * a[j]);
    }
}

/// Cholesky factor `L` of a symmetric matrix, `L Lᵀ = m`; its diagonal holds inverses.
pub(super) fn factor(m: &mut M6) {
    for j in 0..6 {
        let d = m[j][j] - (0..j).map(|k| m[j][k] * m[j][k]).sum::<f64>();
        let inverse = 1.0 / d.max(f64::MIN_POSITIVE).sqrt();
        m[j][j] = inverse;
        for i in j + 1..6 {
            let s = m[i][j] - (0..j).map(|k| m[i][k] * m[j][k]).sum::<f64>();
            m[i][j] = s * inverse;
        }
    }
}

/// `L⁻¹ b` for all six columns of b.
pub(super) fn forward(l: &M6, b: &mut M6) {
    for i in 0..6 {
        for k in 0..i {
            let (factor, row) = (l[i][k], b[k]);
            (0..6).for_each(|j| b[i][j] -= factor * row[j]);
        }
        (0..6).for_each(|j| b[i][j] *= l[i][i]);
    }
}

/// `L⁻¹ b`.
pub(super) fn forward_one(l: &M6, b: &mut V6) {
    for i in 0..6 {
        (0..i).for_each(|k| b[i] -= l[i][k] * b[k]);
        b[i] *= l[i][i];
    }
}

/// `L⁻ᵀ b`.
pub(super) fn backward_one(l: &M6, b: &mut V6) {
    for i in (0..6).rev() {
        (i + 1..6).for_each(|k| b[i] -= l[k][i] * b[k]);
        b[i] *= l[i][i];
    }
}
