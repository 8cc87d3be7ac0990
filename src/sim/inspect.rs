//! The arithmetic of the last step, laid open: why a normal, how an impulse, where the momentum went.
//!
//! Nothing here takes part in the simulation. The state before the last step is kept, so that every question is asked
//! of the moment at which the contacts were detected.

use super::Sim;
use super::specimen::acceleration;
use crate::geometry::{Manifold, NormalRule, Note, Overlap, Shape, Sweep, collide, explain, time_of_impact};
use crate::math::Pose;
use crate::physics::{Body, BodyId, BodyState, Bounce, Compliance, Config, Contact, Motion, WorldPlane};
use glam::{DVec3, Vec3};

/// Why a contact has the normal it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What was looked at, in order.
    pub notes: Vec<Note>,
    /// What came out, in the frame of the contact's `a`.
    pub manifold: Manifold,
    /// The body whose frame the notes are in, and its shape and pose (`world_from_body`) when the contact was detected.
    pub frame: (BodyId, Shape, Pose),
    /// The same of the other body.
    pub other: (BodyId, Shape, Pose),
}

/// An impulse along a contact's normal, worked out term by term as a textbook does: one contact, by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arithmetic {
    /// Where it is worked out: the middle of the contact's points (m, world).
    pub point: Vec3,
    /// Speed at which the two approach along the normal (m/s), when they met in the step: at the impact; else
    /// before the step.
    pub approach: f32,
    /// Whether they met in the step: an impact was resolved, plastic or not.
    pub struck: bool,
    /// Whether they bounced in the step, so that restitution had a say.
    pub bounced: bool,
    /// Restitution of the pair by the combine rule; the approach may be too slow for it.
    pub restitution: f32,
    /// Restitution that counts: 0 when they did not bounce.
    pub effective_restitution: f32,
    /// What `a` gives way.
    pub a: Compliance,
    /// What `b` gives way.
    pub b: Compliance,
    /// 1/(sum of all terms) (kg); infinite between bodies that nothing pushes.
    pub effective_mass: f32,
    /// `(1 + e) · approach · effective mass` (N·s): what an impact of these two alone takes.
    pub alone: f32,
    /// What the contact really gave in the step (N·s).
    pub given: f32,
    /// Speed at which the two approach along the normal after the step (m/s); negative when they part.
    pub after: f32,
}

/// One line of a body's [`Ledger`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LedgerLine {
    /// The other side; none for gravity and constant forces.
    pub from: Option<BodyId>,
    /// Along the normal (N·s, world), on the body.
    pub normal: Vec3,
    /// Across it (N·s, world), on the body: friction, and impacts from before the normal turned.
    pub friction: Vec3,
}

/// All impulses on a body in the last step against what its momentum did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Gravity first, then contacts in the order of the list of contacts.
    pub lines: Vec<LedgerLine>,
    /// Sum of all lines (N·s, world).
    pub sum: DVec3,
    /// m·Δv of the last step (N·s, world).
    pub change: DVec3,
    /// Kinetic energy before and after the step (J).
    pub kinetic: [f64; 2],
}

impl Sim {
    /// The state of a body when its contacts were detected: before the last step, or now when something was changed
    /// since.
    pub fn before(&self, id: BodyId) -> Option<BodyState> {
        let now = self.world.state(id)?;
        Some(self.before.get(id.index()).copied().filter(|_| !self.edited).unwrap_or(now))
    }

    /// Shape and pose (`world_from_body`) of a side of a contact when the contacts were detected; a plane of the world
    /// stands still. None when the body is gone.
    pub fn side_before(&self, id: BodyId) -> Option<(Shape, Pose)> {
        let config = self.world.config();
        if let Some(plane) = WorldPlane::of(id) {
            return Some((Shape::HalfSpace, plane.pose(config)?));
        }
        // Where the step found it, not where it left it: that is where its contacts were decided.
        let (body, before) = (self.world.body(id)?, self.before(id)?);
        Some((body.desc.shape, Pose::new(before.position, before.rotation)))
    }

    /// Why the contact of `a` and `b` has its normal: the function of the step, run again with an ear to it on the poses
    /// before the last step, or those at which two that met inside it touched. None when a body is gone.
    ///
    /// Where the two met in free flight is followed here anew. What an earlier impact of the same step had thrown off
    /// its path met elsewhere; then the moment is told whose normal is nearer to the contact's.
    pub fn explain(&self, a: BodyId, b: BodyId) -> Option<Explanation> {
        let before = [self.side_before(a)?, self.side_before(b)?];
        let contact = self.contacts().iter().find(|contact| (contact.a, contact.b) == (a, b));
        // In a crowd the step takes another way out than the shortest.
        let overlap = contact.map_or_else(|| self.world.overlap_between(a, b), |contact| contact.overlap);
        let start = self.explain_at([a, b], before, overlap);
        let Some((contact, met)) = contact.and_then(|c| Some((c, self.sides_where_they_met(c, before)?))) else {
            return Some(start);
        };
        let met = self.explain_at([a, b], met, overlap);
        // The normal is told in the frame of the contact's `a`, which the trace may call the other.
        let off = |told: &Explanation| {
            let pose = if told.frame.0 == a { told.frame.2 } else { told.other.2 };
            pose.vector(told.manifold.normal).dot(contact.normal)
        };
        let is_nearer = met.manifold.count > 0 && (start.manifold.count == 0 || off(&met) > off(&start));
        Some(if is_nearer { met } else { start })
    }

    /// Shapes and poses of the two sides of a contact where they first touched inside the last step, from where they
    /// stood before it; none when they did not meet in it.
    fn sides_where_they_met(&self, contact: &Contact, before: [(Shape, Pose); 2]) -> Option<[(Shape, Pose); 2]> {
        if contact.impact_speed == 0.0 || self.edited {
            return None;
        }
        let [(shape_a, pose_a), (shape_b, pose_b)] = before;
        let path = |id: BodyId, pose: Pose| {
            let Some((body, state)) = self.world.body(id).zip(self.before(id)) else { return Sweep::still(pose) };
            let acceleration = acceleration(&body, self.world.config().gravity);
            Sweep { pose, velocity: state.velocity, spin: state.spin, acceleration }
        };
        let (path_a, path_b) = (path(contact.a, pose_a), path(contact.b, pose_b));
        let memory = self.world.pair_memory(contact.a, contact.b);
        let time = time_of_impact(&shape_a, &path_a, &shape_b, &path_b, self.world.config().dt(), &memory)?;
        Some([(shape_a, path_a.at(time)), (shape_b, path_b.at(time))])
    }

    /// The function of the step, run again with an ear to it on these shapes and poses.
    fn explain_at(
        &self,
        [a, b]: [BodyId; 2],
        [(shape_a, pose_a), (shape_b, pose_b)]: [(Shape, Pose); 2],
        overlap: Overlap,
    ) -> Explanation {
        let mut notes = vec![];
        let mut memory = self.world.pair_memory(a, b);
        // The remembered axis only saves time; here all of them are to be seen.
        memory.axis = 0;
        // The same call as the step makes, with a list of notes for its trace.
        let pose = pose_a.inverse_mul(&pose_b);
        let margin = self.world.speculative_margin(&shape_a, &shape_b);
        let how = (self.world.config().normals, overlap);
        let manifold = explain(&shape_a, &shape_b, &pose, margin, how, &mut memory, &mut notes);
        // Notes are told in the frame of the shape called A; swapped twice is not swapped.
        let (mut frame, mut other) = ((a, shape_a, pose_a), (b, shape_b, pose_b));
        if notes.iter().filter(|n| **n == Note::Swapped).count() % 2 == 1 {
            std::mem::swap(&mut frame, &mut other);
        }
        Explanation { notes, manifold, frame, other }
    }

    /// The normal (unit, world, from `a` to `b`) that a rule gives a contact of a ball and a box, as the two stood when
    /// it was detected. None for other pairs, on which the rule has no say.
    pub fn normal_under(&self, rule: NormalRule, contact: &Contact) -> Option<Vec3> {
        let ((a, pose_a), (b, pose_b)) = (self.side_before(contact.a)?, self.side_before(contact.b)?);
        // The two rules differ for a ball on a box alone.
        if !matches!(
            (&a, &b),
            (Shape::Sphere { .. }, Shape::Cuboid { .. }) | (Shape::Cuboid { .. }, Shape::Sphere { .. })
        ) {
            return None;
        }
        // Those that met inside the step were still apart at its start.
        let reach = self.world.speculative_margin(&a, &b) + 2.0 * contact.impact_speed * self.world.config().dt();
        let mut memory = self.world.pair_memory(contact.a, contact.b);
        let manifold = collide(&a, &b, &pose_a.inverse_mul(&pose_b), reach, rule, &mut memory);
        (manifold.count > 0).then(|| pose_a.vector(manifold.normal))
    }

    /// The impulse of a contact of the last step, worked out term by term.
    pub fn arithmetic(&self, contact: &Contact) -> Arithmetic {
        let points = contact.points();
        // One point stands for all: their middle, as if the contact were of one point.
        let point = points.iter().map(|p| p.position).sum::<Vec3>() / points.len().max(1) as f32;
        let n = contact.normal;
        let (a, b) = (self.compliance(contact.a, point, n), self.compliance(contact.b, point, n));
        let inverse = a.sum() + b.sum();
        // How fast the point of A comes towards that of B (m/s).
        let speed = |before: bool| {
            self.point_velocity(contact.a, point, before).dot(n) - self.point_velocity(contact.b, point, before).dot(n)
        };
        // A contact may have been struck inside the step without bouncing: below the threshold, or plastic.
        let (struck, bounced) = (contact.impact_speed > 0.0, contact.bounce != Bounce::None);
        let approach = if struck { contact.impact_speed } else { speed(true) };
        let effective_restitution = if bounced { contact.restitution } else { 0.0 };
        let effective_mass = 1.0 / inverse;
        Arithmetic {
            point,
            approach,
            struck,
            bounced,
            restitution: contact.restitution,
            effective_restitution,
            a,
            b,
            effective_mass,
            alone: ((1.0 + effective_restitution) * approach * effective_mass).max(0.0),
            given: contact.normal_impulse(),
            after: speed(false),
        }
    }

    fn compliance(&self, id: BodyId, point: Vec3, n: Vec3) -> Compliance {
        let (Some(body), Some(before)) = (self.world.body(id), self.before(id)) else { return Compliance::default() };
        if body.desc.motion != Motion::Dynamic {
            return Compliance::default();
        }
        // The normal of a ball passes its centre, also where it stood inside the step, which is not known here.
        if matches!(body.desc.shape, Shape::Sphere { .. }) {
            return Compliance { linear: 1.0 / body.mass, angular: 0.0 };
        }
        let inverse = (1.0 / body.mass, body.inertia.recip());
        Compliance::new(inverse, before.rotation, point - before.position, n)
    }

    /// Velocity of a body's material at a point (m/s, world), before or after the last step.
    fn point_velocity(&self, id: BodyId, point: Vec3, before: bool) -> Vec3 {
        let state = if before { self.before(id) } else { self.world.state(id) };
        state.map_or(Vec3::ZERO, |s| s.velocity + s.spin.cross(point - s.position))
    }

    /// All impulses on a dynamic body in the last step; empty for others.
    pub fn ledger(&self, id: BodyId) -> Ledger {
        let (Some(body), Some(before)) = (self.world.body(id), self.before(id)) else { return Ledger::default() };
        if body.desc.motion != Motion::Dynamic || self.edited {
            return Ledger::default();
        }
        // One line for the weight, one for each contact: what acted on the body in the step (N·s).
        let contacts = self.contacts();
        let touching = contacts.iter().filter(|c| c.a == id || c.b == id);
        let lines = std::iter::once(LedgerLine {
            from: None,
            normal: weight(&body, self.world.config()),
            friction: Vec3::ZERO,
        });
        let lines: Vec<_> = lines
            .chain(touching.map(|c| {
                // Impulses act on B; on A they are the other way round.
                let (sign, from) = if c.b == id { (1.0, c.a) } else { (-1.0, c.b) };
                let normal = c.normal * c.normal.dot(c.impulse);
                LedgerLine { from: Some(from), normal: normal * sign, friction: (c.impulse - normal) * sign }
            }))
            .collect();
        // Both sides of Σ J = m Δv, in double precision, so that what is left over is the step's and not the sum's.
        let sum = lines.iter().map(|l| l.normal.as_dvec3() + l.friction.as_dvec3()).sum();
        let change = (body.desc.velocity.as_dvec3() - before.velocity.as_dvec3()) * f64::from(body.mass);
        // The same body at the start of the step, for its energy then.
        let mut earlier = body;
        (earlier.desc.velocity, earlier.desc.spin) = (before.velocity, before.spin);
        (earlier.desc.position, earlier.desc.rotation) = (before.position, before.rotation);
        Ledger { lines, sum, change, kinetic: [earlier.kinetic_energy(), body.kinetic_energy()] }
    }
}

/// What gravity and the constant force give a body in one step (N·s, world).
fn weight(body: &Body, config: &Config) -> Vec3 {
    (config.gravity * body.mass + body.desc.force) * config.dt()
}
