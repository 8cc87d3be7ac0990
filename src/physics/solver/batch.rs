//! Eight contacts solved at once, each as one body pair meeting in one plane.
//!
//! All that a contact does to its two bodies passes through one point `c`, the middle of its points: the relative
//! velocity there is `u = v_b + ω_b × r_b − v_a − ω_a × r_a`, the relative spin `ω = ω_b − ω_a`. With the frame
//! `(n, t1, t2)` and a point at `c + a t1 + b t2`, the point's normal velocity is `u·n + b ω·t1 − a ω·t2`, and an
//! impulse `λ n` there is a force `λ n` and a moment `λ (b t1 − a t2)` at `c`. So the points are solved among
//! themselves with three numbers, and the bodies hear the sum once.

use super::rows::Rows;
use super::wide::{LANES, Wide, WideSym3, WideVec3};

/// One point of eight contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct BatchPoint {
    /// Place along `t1` from the contact's middle (m).
    pub a: Wide,
    /// Place along `t2` (m).
    pub b: Wide,
    /// Distance from the middle (m): the arm of friction against twisting.
    pub arm: Wide,
    /// Gap at the start of the step (m).
    pub separation: Wide,
    /// 1 / (normal velocity gained per unit of impulse) (kg).
    pub mass: Wide,
    /// Impulse of the present sub-step (N·s).
    pub impulse: Wide,
    /// Sum of the impulses of all sub-steps (N·s).
    pub total: Wide,
    /// Velocity at which a gap may close without touching in this sub-step (m/s); 0 when it is closed.
    pub closing: Wide,
}

/// Eight contacts of at most `N` points. Empty lanes have index 0 and no mass.
#[derive(Clone, Debug)]
pub(in crate::physics) struct Batch<const N: usize> {
    /// Row of body A.
    pub row_a: [u32; LANES],
    /// Row of body B.
    pub row_b: [u32; LANES],
    /// Index of the pair, to give the impulses back to.
    pub pair: [u32; LANES],
    /// From A's centre to the middle of the contact (m).
    pub arm_a: WideVec3,
    /// From B's centre.
    pub arm_b: WideVec3,
    /// Unit, from A to B.
    pub normal: WideVec3,
    /// Unit tangent; the second is `n × t1`.
    pub tangent: WideVec3,
    pub inv_mass_a: Wide,
    pub inv_mass_b: Wide,
    pub inv_inertia_a: WideSym3,
    pub inv_inertia_b: WideSym3,
    /// Coulomb coefficient.
    pub friction: Wide,
    /// How much of the contacts' springiness the contact has, 0…1: none in small groups of bodies.
    pub softness: Wide,
    /// Inverse of the 2×2 tangential response: 11, 12, 22 (kg).
    pub tangent_mass: [Wide; 3],
    /// 1 / (twist gained per unit of moment) (kg·m²).
    pub twist_mass: Wide,
    /// Twist gained per unit of impulse along each tangent (1/(kg·m)).
    pub twist_response: [Wide; 2],
    /// Friction impulse of the present sub-step along the two tangents (N·s), and its moment about the normal (N·m·s).
    pub tangent_impulse: [Wide; 2],
    pub twist_impulse: Wide,
    /// Their sums over all sub-steps.
    pub tangent_total: [Wide; 2],
    pub twist_total: Wide,
    /// Response of (u·n, ω·t1, ω·t2) to (force along n, moment about t1, moment about t2): 00, 01, 02, 11, 12, 22.
    pub response: [Wide; 6],
    pub points: [BatchPoint; N],
}

impl<const N: usize> Default for Batch<N> {
    fn default() -> Self {
        Self {
            row_a: [0; LANES],
            row_b: [0; LANES],
            pair: [u32::MAX; LANES],
            arm_a: WideVec3::default(),
            arm_b: WideVec3::default(),
            normal: WideVec3 { x: Wide::ZERO, y: Wide::ONE, z: Wide::ZERO },
            tangent: WideVec3 { x: Wide::ONE, y: Wide::ZERO, z: Wide::ZERO },
            inv_mass_a: Wide::ZERO,
            inv_mass_b: Wide::ZERO,
            inv_inertia_a: WideSym3::default(),
            inv_inertia_b: WideSym3::default(),
            friction: Wide::ZERO,
            softness: Wide::ONE,
            tangent_mass: [Wide::ZERO; 3],
            twist_mass: Wide::ZERO,
            twist_response: [Wide::ZERO; 2],
            tangent_impulse: [Wide::ZERO; 2],
            twist_impulse: Wide::ZERO,
            tangent_total: [Wide::ZERO; 2],
            twist_total: Wide::ZERO,
            response: [Wide::ZERO; 6],
            points: [BatchPoint::default(); N],
        }
    }
}

/// How a contact pushes overlapping bodies apart: a damped spring, solved implicitly.
///
/// Source: the soft contact of Erin Catto's "Solver2D" (2024): for a spring of angular frequency `ω` and damping ratio
/// `ζ`, with `a1 = 2ζ + hω`, `a2 = hω a1`: bias rate `ω/a1`, mass scale `a2/(1 + a2)`, impulse scale `1/(1 + a2)`.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct Softness {
    pub bias_rate: f32,
    pub mass_scale: f32,
    pub impulse_scale: f32,
    /// Overlap up to which it gives way (m).
    pub travel: f32,
    /// Greatest speed of pushing apart (m/s).
    pub push_speed: f32,
    /// 1/h (1/s).
    pub inv_h: f32,
}

impl Softness {
    /// For a spring of `hertz`, damping ratio `zeta`, in sub-steps of `h` seconds.
    pub fn new(hertz: f32, zeta: f32, h: f32, travel: f32, push_speed: f32) -> Self {
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * zeta + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3, travel, push_speed, inv_h: 1.0 / h }
    }
}

/// 1/x, or 0 where x is 0.
#[inline(always)]
fn inverse(x: Wide) -> Wide {
    x.simd_gt(Wide::ZERO).select(Wide::ONE / x, Wide::ZERO)
}

/// Velocities of the two bodies of eight contacts.
struct Velocities {
    va: WideVec3,
    wa: WideVec3,
    vb: WideVec3,
    wb: WideVec3,
}

impl<const N: usize> Batch<N> {
    /// Fills in all that follows from arms, frame, masses and places.
    pub fn prepare(&mut self) {
        let (n, t1) = (self.normal, self.tangent);
        let t2 = n.cross(t1);
        let inv_mass = self.inv_mass_a + self.inv_mass_b;
        let (a1, a2) = (self.arm_a.cross(t1), self.arm_a.cross(t2));
        let (b1, b2) = (self.arm_b.cross(t1), self.arm_b.cross(t2));
        let (ia1, ib1) = (self.inv_inertia_a * a1, self.inv_inertia_b * b1);
        let k11 = inv_mass + ia1.dot(a1) + ib1.dot(b1);
        let k12 = ia1.dot(a2) + ib1.dot(b2);
        let k22 = inv_mass + (self.inv_inertia_a * a2).dot(a2) + (self.inv_inertia_b * b2).dot(b2);
        let det = inverse(k11 * k22 - k12 * k12);
        self.tangent_mass = [k22 * det, -k12 * det, k11 * det];

        let (an, bn) = (self.arm_a.cross(n), self.arm_b.cross(n));
        let (ian, ibn) = (self.inv_inertia_a * an, self.inv_inertia_b * bn);
        let k00 = inv_mass + ian.dot(an) + ibn.dot(bn);
        if N == 1 {
            self.response[0] = k00;
            self.points[0].mass = inverse(k00);
            return;
        }
        let sum = |v: WideVec3| self.inv_inertia_a * v + self.inv_inertia_b * v;
        let (s1, s2) = (sum(t1), sum(t2));
        let k01 = ian.dot(t1) + ibn.dot(t1);
        let k02 = ian.dot(t2) + ibn.dot(t2);
        let r = [k00, k01, k02, s1.dot(t1), s1.dot(t2), s2.dot(t2)];
        self.response = r;
        self.twist_mass = inverse(sum(n).dot(n));
        let (ia2, ib2) = (self.inv_inertia_a * a2, self.inv_inertia_b * b2);
        self.twist_response = [ia1.dot(n) + ib1.dot(n), ia2.dot(n) + ib2.dot(n)];
        for p in &mut self.points {
            let (a, b) = (p.a, p.b);
            let two = Wide::splat(2.0);
            let k = r[0] + two * (b * r[1] - a * r[2]) + b * b * r[3] - two * a * b * r[4] + a * a * r[5];
            // An unused point keeps the mass 0 it came with.
            p.mass *= inverse(k);
            p.arm = (a * a + b * b).sqrt();
        }
    }

    #[inline(always)]
    fn gather(&self, velocities: &Rows) -> Velocities {
        let (va, wa) = velocities.gather(&self.row_a);
        let (vb, wb) = velocities.gather(&self.row_b);
        Velocities { va, wa, vb, wb }
    }

    #[inline(always)]
    fn scatter(&self, velocities: &Rows, fixed: u32, v: &Velocities) {
        velocities.scatter(&self.row_a, fixed, v.va, v.wa);
        velocities.scatter(&self.row_b, fixed, v.vb, v.wb);
    }

    /// Impulse `p` and moment `m` at the middle: on B, and the reverse on A.
    #[inline(always)]
    fn push(&self, v: &mut Velocities, p: WideVec3, m: WideVec3) {
        v.va -= p * self.inv_mass_a;
        v.wa -= self.inv_inertia_a * (self.arm_a.cross(p) + m);
        v.vb += p * self.inv_mass_b;
        v.wb += self.inv_inertia_b * (self.arm_b.cross(p) + m);
    }

    /// Applies the impulses kept from the last step.
    pub fn warm_start(&mut self, velocities: &Rows, fixed: u32) {
        let mut v = self.gather(velocities);
        let t2 = self.normal.cross(self.tangent);
        let (mut force, mut m1, mut m2) = (Wide::ZERO, Wide::ZERO, Wide::ZERO);
        for p in &self.points {
            force += p.impulse;
            m1 += p.impulse * p.b;
            m2 -= p.impulse * p.a;
        }
        let impulse = self.normal * force + self.tangent * self.tangent_impulse[0] + t2 * self.tangent_impulse[1];
        let moment = self.tangent * m1 + t2 * m2 + self.normal * self.twist_impulse;
        self.push(&mut v, impulse, moment);
        self.scatter(velocities, fixed, &v);
    }

    /// One sweep over friction and normals. With `BIAS`, gaps are read from the displacements and overlaps pushed
    /// apart; without it, velocities alone count.
    pub fn solve<const BIAS: bool>(
        &mut self,
        velocities: &Rows,
        displacements: &Rows,
        fixed: u32,
        soft: &Softness,
        inner: u32,
    ) {
        let mut v = self.gather(velocities);
        let (n, t1) = (self.normal, self.tangent);
        let t2 = n.cross(t1);
        // Normals come last where gaps are closed, friction last where velocities are settled: it must know the load.
        if BIAS {
            self.solve_friction(&mut v, t2);
        }
        // Normal velocity at the middle and tilting speeds.
        let spin = v.wb - v.wa;
        let mut un = (v.vb + v.wb.cross(self.arm_b) - v.va - v.wa.cross(self.arm_a)).dot(n);
        let (mut w1, mut w2) = (spin.dot(t1), spin.dot(t2));
        // The same of the displacements since the step began.
        let (mut dn, mut d1, mut d2) = (Wide::ZERO, Wide::ZERO, Wide::ZERO);
        if BIAS {
            let (da, ta) = displacements.gather(&self.row_a);
            let (db, tb) = displacements.gather(&self.row_b);
            dn = (db + tb.cross(self.arm_b) - da - ta.cross(self.arm_a)).dot(n);
            let turn = tb - ta;
            (d1, d2) = (turn.dot(t1), turn.dot(t2));
        }
        let mass_scale = Wide::ONE - self.softness * Wide::splat(1.0 - soft.mass_scale);
        let impulse_scale = self.softness * Wide::splat(soft.impulse_scale);
        let mut bias = [Wide::ZERO; N];
        let mut scale = [(Wide::ONE, Wide::ZERO); N];
        for (i, p) in self.points.iter_mut().enumerate() {
            if BIAS {
                let s = p.separation + dn + p.b * d1 - p.a * d2;
                let open = s.simd_gt(Wide::ZERO);
                p.closing = open.select(s * Wide::splat(soft.inv_h), Wide::ZERO);
                let push = (s * Wide::splat(soft.bias_rate)).fast_max(Wide::splat(-soft.push_speed));
                bias[i] = open.select(p.closing, push);
                // Beyond their travel springs are firm.
                let firm = open | s.simd_lt(Wide::splat(-soft.travel));
                scale[i] = (firm.select(Wide::ONE, mass_scale), firm.select(Wide::ZERO, impulse_scale));
            } else {
                bias[i] = p.closing;
            }
        }
        let (mut force, mut m1, mut m2) = (Wide::ZERO, Wide::ZERO, Wide::ZERO);
        let r = self.response;
        let k00 = self.response[0];
        for _ in 0..if N == 1 { 1 } else { inner } {
            for (i, p) in self.points.iter_mut().enumerate() {
                let vn = if N == 1 { un } else { un + p.b * w1 - p.a * w2 };
                let (mass_scale, impulse_scale) = scale[i];
                let delta = -(p.mass * mass_scale) * (vn + bias[i]) - impulse_scale * p.impulse;
                let impulse = (p.impulse + delta).fast_max(Wide::ZERO);
                let delta = impulse - p.impulse;
                p.impulse = impulse;
                force += delta;
                if N > 1 {
                    let (g1, g2) = (delta * p.b, -(delta * p.a));
                    m1 += g1;
                    m2 += g2;
                    un += r[0] * delta + r[1] * g1 + r[2] * g2;
                    w1 += r[1] * delta + r[3] * g1 + r[4] * g2;
                    w2 += r[2] * delta + r[4] * g1 + r[5] * g2;
                }
            }
        }
        if BIAS {
            for p in &mut self.points {
                // What is left of the gap once this sub-step's velocity has run; a closed one stays closed.
                let vn = if N == 1 { un + k00 * force } else { un + p.b * w1 - p.a * w2 };
                let open = p.closing.simd_gt(Wide::ZERO);
                p.closing = open.select((p.closing + vn).fast_max(Wide::ZERO), Wide::ZERO);
            }
        }
        self.push(&mut v, n * force, t1 * m1 + t2 * m2);
        if !BIAS {
            self.solve_friction(&mut v, t2);
        }
        self.scatter(velocities, fixed, &v);
    }

    /// Adds the impulses of the sub-step to those of the step.
    #[inline(always)]
    pub fn take_sums(&mut self) {
        for p in &mut self.points {
            p.total += p.impulse;
        }
        self.tangent_total[0] += self.tangent_impulse[0];
        self.tangent_total[1] += self.tangent_impulse[1];
        self.twist_total += self.twist_impulse;
    }

    /// Adds the sizes of all impulses (N·s) to `size`, and those of their changes since `before` to `change`.
    #[inline]
    pub fn add_change(&self, before: &mut [Wide; 6], size: &mut Wide, change: &mut Wide) {
        let friction = self.tangent_impulse.iter();
        for (now, before) in friction.chain(self.points.iter().map(|p| &p.impulse)).zip(before) {
            *size += now.abs();
            *change += (*now - *before).abs();
            *before = *now;
        }
    }

    /// Coulomb friction at the middle, and for several points its moment against twisting: `|f| ≤ μ Σλ`,
    /// `|τ| ≤ μ Σ λ·arm`.
    #[inline(always)]
    fn solve_friction(&mut self, v: &mut Velocities, t2: WideVec3) {
        let t1 = self.tangent;
        let u = v.vb + v.wb.cross(self.arm_b) - v.va - v.wa.cross(self.arm_a);
        let (u1, u2) = (u.dot(t1), u.dot(t2));
        let (mut load, mut moment_load) = (Wide::ZERO, Wide::ZERO);
        for p in &self.points {
            load += p.impulse;
            moment_load += p.impulse * p.arm;
        }
        let limit = self.friction * load;
        let [old1, old2] = self.tangent_impulse;
        let m = self.tangent_mass;
        let (f1, f2) = (old1 - (m[0] * u1 + m[1] * u2), old2 - (m[1] * u1 + m[2] * u2));
        let size2 = f1 * f1 + f2 * f2;
        let over = size2.simd_gt(limit * limit);
        let shrink = over.select(limit / size2.sqrt(), Wide::ONE);
        let (f1, f2) = (f1 * shrink, f2 * shrink);
        self.tangent_impulse = [f1, f2];
        let mut moment = WideVec3::default();
        if N > 1 {
            let limit = self.friction * moment_load;
            let old = self.twist_impulse;
            // Friction that acts beside a centre twists its body: what it has just done counts.
            let [r1, r2] = self.twist_response;
            let twist = (v.wb - v.wa).dot(self.normal) + r1 * (f1 - old1) + r2 * (f2 - old2);
            let new = (old - self.twist_mass * twist).fast_max(-limit).fast_min(limit);
            self.twist_impulse = new;
            moment = self.normal * (new - old);
        }
        self.push(v, t1 * (f1 - old1) + t2 * (f2 - old2), moment);
    }
}
