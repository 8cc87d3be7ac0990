//! Eight constraints side by side, each between two bodies that meet in one plane.
//!
//! All that a contact does to its two bodies passes through one point `c`, the middle of its points: the relative
//! velocity there is `u = v_b + ω_b × r_b − v_a − ω_a × r_a`, the relative spin `ω = ω_b − ω_a`. With the frame
//! `(n, t1, t2)` and a point at `c + a t1 + b t2`, the point's normal velocity is `u·n + b ω·t1 − a ω·t2`, and an
//! impulse `λ n` there is a force `λ n` and a moment `λ (b t1 − a t2)` at `c`. So the points are solved among
//! themselves with three numbers, and the bodies hear the sum once.

use super::{Constraint, ConstraintPoint, Impact, PointReuse, Surface};
use crate::geometry::{Feature, SignedGap};
use crate::physics::wide::{LANES, Wide, WideSym3, WideVec3, get, set};

mod energy;
mod impulses;
mod position;
mod reuse;
mod velocity;

pub(in crate::physics) use impulses::{IMPULSES, Joint};
pub(in crate::physics) use reuse::{BallLanes, LastMotion, Reused};
pub(in crate::physics) use velocity::{Iteration, MassRow, SharedChange, SharedRows};

/// No pair: in an empty lane.
pub(in crate::physics) const EMPTY: u32 = u32::MAX;

/// One point of eight constraints.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct BatchPoint {
    /// Place along `t1` from the contact's middle (m).
    pub a: Wide,
    /// Place along `t2` (m).
    pub b: Wide,
    /// Gap along the path at the start of the step (m).
    pub gap: Wide,
    /// 1 / (normal velocity gained per unit of impulse) (kg); 0 for a point that is not there.
    pub mass: Wide,
    /// Impulse of the present sub-step (N·s).
    pub impulse: Wide,
    /// Sum of the impulses of the sub-steps before, and of impacts (N·s).
    pub total: Wide,
    /// Velocity at which the gap may close without touching in this sub-step (m/s); 0 when it is closed.
    pub closing: Wide,
    /// Gap at detection (m).
    pub separation: Wide,
}

/// How a constraint touches one of its bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct Touch {
    /// It pushes it, and no other constraint of the colour does.
    pub pushed: bool,
    /// It pushes it, and so do others.
    pub shared: bool,
    /// It moves it by more than a trace.
    pub linked: bool,
}

/// What the solver does not ask of a constraint.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct Detail {
    pub feature_a: Feature,
    pub feature_b: Feature,
    /// All but the friction coefficient.
    pub surface: Surface,
    pub count: u8,
    pub height: [f32; 4],
    pub drift_speed: [f32; 4],
    pub rebound: [f32; 4],
    pub id: [u32; 4],
    pub impact: Impact,
    /// Parts of shared bodies, as the graph counts them.
    pub units: [u32; 2],
}

/// Torques of the lanes that have rolling resistance or spinning friction beyond that of their points.
#[derive(Clone, Debug, Default)]
pub(in crate::physics) struct Torques {
    /// Arms (m): the greatest torque for each unit of load.
    pub rolling: Wide,
    pub spinning: Wide,
    /// Inverse of the 2×2 response of the relative spin about the tangents: 11, 12, 22 (kg·m²).
    pub mass: [Wide; 3],
    /// Moment impulses about the two tangents (N·m·s).
    pub impulse: [Wide; 2],
}

/// Eight constraints of at most `N` points. An empty lane stands for two bodies that cannot move.
#[derive(Clone, Debug)]
pub(in crate::physics) struct Batch<const N: usize> {
    /// Slots of the bodies.
    pub a: [u32; LANES],
    pub b: [u32; LANES],
    pub pair: [u32; LANES],
    /// Lanes whose body A is pushed here and nowhere else in the colour, and body B.
    pub pushed: [u8; 2],
    /// Lanes whose body A, or B, hardly feels its constraint and shares the colour with others.
    pub shared: [u8; 2],
    /// Lanes that move A, and B, by more than a trace.
    pub linked: [u8; 2],
    /// Where the changes of shared bodies are noted, of those of the colour.
    pub shared_at: u32,
    /// Lanes that touched in the step before, whose points were there, and that had an impact in this one.
    pub touched: u8,
    pub persisted: [u8; N],
    pub impacted: u8,
    /// When it was last visited (ticks).
    pub visited: f32,
    /// In which sub-step.
    pub sub_step: u32,
    /// Loads at the end of the sub-step before the last (N·s).
    pub last_load: Wide,
    /// Greatest speed at which points approached in the present sub-step when they were visited (m/s).
    pub approach: Wide,
    /// Whether something moves against something in a lane, so that each sub-step must look at it.
    pub restless: bool,
    /// Whether the load of a lane jumped in the sub-step before.
    pub load_jumped: bool,
    /// Whether bodies overlap in a lane by more than the slop.
    pub overlaps: bool,
    /// Whether a point of a lane is to part at a speed when the step ends, if it touches; and whether it does.
    pub rebounds: bool,
    pub aimed: bool,
    /// From A's centre to the middle of the contact (m), and from B's.
    pub anchor_a: WideVec3,
    pub anchor_b: WideVec3,
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
    /// Change of a body's velocity that the constraint tolerates (m/s): squared, of the present sub-step.
    pub tolerance2: Wide,
    /// The least of it, by what forces add to a velocity in a sub-step.
    pub least_tolerance2: Wide,
    /// Inverse of the 2×2 tangential response: 11, 12, 22 (kg).
    pub tangent_mass: [Wide; 3],
    /// 1 / (spin about the normal gained per unit of moment) (kg·m²).
    pub spinning_mass: Wide,
    /// Spin about the normal gained per unit of impulse along each tangent (1/(kg·m)).
    pub spinning_response: [Wide; 2],
    /// Friction impulse of the present sub-step along the two tangents (N·s), and its moment about the normal (N·m·s).
    pub tangent_impulse: [Wide; 2],
    pub spinning_impulse: Wide,
    /// Sums of those of the sub-steps before, and of impacts.
    pub tangent_total: [Wide; 2],
    pub spinning_total: Wide,
    /// Response of (u·n, ω·t1, ω·t2) to (force along n, moment about t1, moment about t2): 00, 01, 02, 11, 12, 22.
    pub response: [Wide; 6],
    /// Normal velocity at each point gained per unit of impulse at each.
    pub coupling: [[Wide; N]; N],
    pub points: [BatchPoint; N],
    /// Only where a lane needs them.
    pub torques: Option<Box<Torques>>,
    /// The middle of the contact at detection (m, world).
    pub middle: WideVec3,
    /// How far the two have moved against each other since they were last collided (m).
    pub moved: Wide,
    /// How far they may without being collided anew (m); −1 where they must be in every step.
    pub reuse_distance: Wide,
    /// Gap up to which the pair is a contact (m).
    pub margin: Wide,
    /// Approach speed from which the pair must be looked at more closely (m/s).
    pub reexamine_speed: Wide,
    /// Lanes in which a ball meets a ball or a box.
    pub balls: BallLanes,
    pub details: [Detail; LANES],
}

impl Default for Detail {
    fn default() -> Self {
        Self {
            feature_a: Feature::Surface,
            feature_b: Feature::Surface,
            surface: Surface::default(),
            count: 0,
            height: [0.0; 4],
            drift_speed: [0.0; 4],
            rebound: [0.0; 4],
            id: [0; 4],
            impact: Impact::default(),
            units: [0; 2],
        }
    }
}

impl<const N: usize> Default for Batch<N> {
    fn default() -> Self {
        // An empty lane: masses of nothing, so that all that is computed in it comes to nothing.
        let zero = Wide::ZERO;
        Self {
            a: [EMPTY; LANES],
            b: [EMPTY; LANES],
            pair: [EMPTY; LANES],
            pushed: [0; 2],
            shared: [0; 2],
            linked: [0; 2],
            shared_at: EMPTY,
            touched: 0,
            persisted: [0; N],
            impacted: 0,
            visited: 0.0,
            last_load: Wide::ZERO,
            approach: Wide::ZERO,
            sub_step: 0,
            restless: false,
            load_jumped: false,
            overlaps: false,
            rebounds: false,
            aimed: false,
            anchor_a: WideVec3::ZERO,
            anchor_b: WideVec3::ZERO,
            normal: WideVec3 { x: zero, y: Wide::ONE, z: zero },
            tangent: WideVec3 { x: Wide::ONE, y: zero, z: zero },
            inv_mass_a: zero,
            inv_mass_b: zero,
            inv_inertia_a: WideSym3::default(),
            inv_inertia_b: WideSym3::default(),
            friction: zero,
            tolerance2: zero,
            least_tolerance2: zero,
            tangent_mass: [zero; 3],
            spinning_mass: zero,
            spinning_response: [zero; 2],
            tangent_impulse: [zero; 2],
            spinning_impulse: zero,
            tangent_total: [zero; 2],
            spinning_total: zero,
            response: [zero; 6],
            coupling: [[zero; N]; N],
            points: [BatchPoint::default(); N],
            torques: None,
            middle: WideVec3::ZERO,
            moved: zero,
            reuse_distance: zero,
            margin: zero,
            reexamine_speed: zero,
            balls: BallLanes::default(),
            details: [Detail::default(); LANES],
        }
    }
}

impl<const N: usize> Batch<N> {
    /// The lanes in use.
    pub fn lanes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..LANES).filter(|lane| self.pair[*lane] != EMPTY)
    }

    /// Sets what a pair asks of its contact.
    pub fn set_point_reuse(&mut self, lane: usize, point_reuse: PointReuse) {
        set(&mut self.reuse_distance, lane, point_reuse.reuse_distance);
        set(&mut self.margin, lane, point_reuse.margin);
        set(&mut self.reexamine_speed, lane, point_reuse.reexamine_speed);
        self.balls.set(lane, point_reuse.ball);
    }

    /// What a pair asks of its contact.
    pub fn point_reuse(&self, lane: usize) -> PointReuse {
        PointReuse {
            reuse_distance: get(&self.reuse_distance, lane),
            margin: get(&self.margin, lane),
            reexamine_speed: get(&self.reexamine_speed, lane),
            ball: self.balls.get(lane),
        }
    }

    /// Gives a lane to a pair and its two bodies, which it touches in these ways.
    pub fn load(&mut self, lane: usize, (pair, a, b): (u32, u32, u32), touches: [Touch; 2]) {
        (self.pair[lane], self.a[lane], self.b[lane]) = (pair, a, b);
        for (side, touch) in touches.into_iter().enumerate() {
            set_bit(&mut self.pushed[side], lane, touch.pushed);
            set_bit(&mut self.shared[side], lane, touch.shared);
            set_bit(&mut self.linked[side], lane, touch.linked);
        }
    }

    /// Writes what a constraint is now into its lane.
    pub fn write(&mut self, lane: usize, c: &Constraint) {
        // Frame and surface, one lane of each array.
        self.anchor_a.set(lane, c.anchor_a);
        self.anchor_b.set(lane, c.anchor_b);
        self.normal.set(lane, c.normal);
        self.tangent.set(lane, c.tangent);
        self.middle.set(lane, c.middle);
        set(&mut self.friction, lane, c.surface.friction);
        set(&mut self.moved, lane, c.moved);
        for side in 0..2 {
            set(&mut self.tangent_impulse[side], lane, c.tangent_impulse[side]);
            set(&mut self.tangent_total[side], lane, c.tangent_total[side]);
        }
        set(&mut self.spinning_impulse, lane, c.spinning_impulse);
        set(&mut self.spinning_total, lane, c.spinning_total);
        // Points beyond the count are written as well, with no mass.
        for (k, (point, p)) in self.points.iter_mut().zip(&c.points).enumerate() {
            set(&mut point.a, lane, p.a);
            set(&mut point.b, lane, p.b);
            set(&mut point.gap, lane, p.gap);
            set(&mut point.separation, lane, p.separation);
            set(&mut point.impulse, lane, p.impulse);
            set(&mut point.total, lane, p.total);
            // Its true mass follows; here it tells who is there.
            set(&mut point.mass, lane, f32::from(u8::from(k < usize::from(c.count))));
        }
        // Torques are rare: the box is there from the first lane on that needs it.
        let needs_torques = c.surface.rolling_resistance > 0.0 || c.surface.spinning_friction > 0.0;
        if needs_torques || self.torques.is_some() {
            let torques = self.torques.get_or_insert_default();
            set(&mut torques.rolling, lane, c.surface.rolling_resistance);
            set(&mut torques.spinning, lane, c.surface.spinning_friction);
            for side in 0..2 {
                set(&mut torques.impulse[side], lane, c.rolling_impulse[side]);
            }
        }
        // What no iteration reads stands apart, so that the batch's hot part stays small.
        let of = |value: fn(&ConstraintPoint) -> f32| c.points.map(|p| value(&p));
        self.details[lane] = Detail {
            feature_a: c.feature_a,
            feature_b: c.feature_b,
            surface: c.surface,
            count: c.count,
            height: of(|p| p.height),
            drift_speed: of(|p| p.drift_speed),
            rebound: of(|p| p.rebound),
            id: c.points.map(|p| p.id),
            impact: c.impact,
            units: self.details[lane].units,
        };
        // Lane masks.
        self.balls.note_region(lane, c.feature_a, c.feature_b);
        self.rebounds |= c.points.iter().any(|p| p.rebound != 0.0);
        set_bit(&mut self.touched, lane, c.touched);
        set_bit(&mut self.impacted, lane, c.impact.speed > 0.0);
        self.persisted.iter_mut().zip(&c.points).for_each(|(bits, p)| set_bit(bits, lane, p.persisted));
    }

    /// The normal of a lane, and the least gap of its points.
    pub fn separation(&self, lane: usize) -> SignedGap {
        let points = self.points.iter().take(usize::from(self.details[lane].count));
        let gap = points.map(|p| get(&p.separation, lane)).fold(f32::INFINITY, f32::min);
        SignedGap { gap, normal: self.normal.get(lane) }
    }

    /// The constraint of a lane.
    pub fn read(&self, lane: usize) -> Constraint {
        let d = &self.details[lane];
        let pair = |of: &[Wide; 2]| [get(&of[0], lane), get(&of[1], lane)];
        let mut points = [ConstraintPoint::default(); 4];
        // The inverse of `write`: each lane back to one contact's fields.
        for (k, (point, p)) in points.iter_mut().zip(&self.points).take(usize::from(d.count)).enumerate() {
            *point = ConstraintPoint {
                a: get(&p.a, lane),
                b: get(&p.b, lane),
                height: d.height[k],
                separation: get(&p.separation, lane),
                gap: get(&p.gap, lane),
                impulse: get(&p.impulse, lane),
                total: get(&p.total, lane),
                drift_speed: d.drift_speed[k],
                rebound: d.rebound[k],
                id: d.id[k],
                persisted: self.persisted[k] >> lane & 1 == 1,
            };
        }
        Constraint {
            surface: d.surface,
            feature_a: d.feature_a,
            feature_b: d.feature_b,
            normal: self.normal.get(lane),
            tangent: self.tangent.get(lane),
            middle: self.middle.get(lane),
            anchor_a: self.anchor_a.get(lane),
            anchor_b: self.anchor_b.get(lane),
            count: d.count,
            points,
            tangent_impulse: pair(&self.tangent_impulse),
            spinning_impulse: get(&self.spinning_impulse, lane),
            rolling_impulse: match &self.torques {
                Some(torques) if d.surface.rolling_resistance > 0.0 => pair(&torques.impulse),
                _ => [0.0; 2],
            },
            tangent_total: pair(&self.tangent_total),
            spinning_total: get(&self.spinning_total, lane),
            touched: self.touched >> lane & 1 == 1,
            impact: d.impact,
            moved: get(&self.moved, lane),
        }
    }

    /// Empties a lane.
    pub fn clear(&mut self, lane: usize) {
        // No mass, no impulse, no friction: whatever is computed in the lane comes to nothing.
        self.load(lane, (EMPTY, EMPTY, EMPTY), [Touch::default(); 2]);
        for point in &mut self.points {
            set(&mut point.mass, lane, 0.0);
            set(&mut point.impulse, lane, 0.0);
            set(&mut point.gap, lane, 0.0);
        }
        for side in 0..2 {
            set(&mut self.tangent_impulse[side], lane, 0.0);
        }
        set(&mut self.spinning_impulse, lane, 0.0);
        set(&mut self.friction, lane, 0.0);
        set(&mut self.reuse_distance, lane, 0.0);
        set(&mut self.moved, lane, 0.0);
        // Limits that an empty lane never exceeds, so that it is never collided.
        set(&mut self.reexamine_speed, lane, f32::INFINITY);
        set(&mut self.margin, lane, f32::INFINITY);
        self.balls.set(lane, None);
        if let Some(torques) = &mut self.torques {
            set(&mut torques.rolling, lane, 0.0);
            set(&mut torques.spinning, lane, 0.0);
            (0..2).for_each(|side| set(&mut torques.impulse[side], lane, 0.0));
        }
        self.details[lane] = Detail::default();
    }
}

#[inline]
fn set_bit(bits: &mut u8, lane: usize, value: bool) {
    *bits = *bits & !(1 << lane) | u8::from(value) << lane;
}
