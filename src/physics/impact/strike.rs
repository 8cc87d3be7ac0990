//! One impact: two bodies at the moment they touch, and how they leave it.

use super::flight::{Flight, Flights};
use super::impulse::{Anchors, ImpactBody, PointImpulse, exchange, part};
use super::predict::{Prediction, holds};
use super::work::query_work;
use super::{ImpactStage, Meeting};
use crate::geometry::{Manifold, PairMemory, Shape, Sweep};
use crate::physics::Bounce;
use crate::physics::constraint::{Constraint, Impact, Surface};
use crate::physics::pair_rules::{bounce_speed, manifold, shape_of, surface_of};
use crate::physics::pairs::{Pair, is_plane};
use crate::physics::twist::Twist;
use glam::Vec3;

/// Gap from which two bodies are not yet touching, relative to the smaller one's size: paths of what tumbles are
/// predicted at constant spin, and looked at again from where the bodies really are.
const NOT_YET: f32 = 1e-4;

/// Points that touch at the same time differ by no more than this, relative to the smaller body's size: rounding.
const TOGETHER: f32 = 2e-5;

/// Impacts that lead a body no further beside its path than this, relative to the size of the smaller one that struck
/// it, change nothing that was predicted of it.
const UNFELT: f32 = 1e-5;

/// Impacts of a body in a step from which, where bounces lose something, they are those of a surface that turns in
/// place; so many more take it to the end of the step.
const CHATTER: u32 = 16;

/// Multiple of the spin that the speeds of two bodies at the start of the step can make, from which one runs away.
const RUNAWAY: f32 = 2.0;

/// After so many queries of a pair of which nothing came each time the way to the next is doubled, so often at most.
const QUERIES_A_DOUBLING: u32 = 16;
const MOST_DOUBLINGS: u32 = 8;

/// Queries in all, in those after which a pair is taken to touch, after which it is given up.
const GIVEN_UP: u32 = 40;

/// What came of a prediction.
#[expect(clippy::large_enum_variant, reason = "a list of them is scratch, and most are large")]
#[derive(Clone, Debug, Default)]
pub(super) enum Outcome {
    /// Nothing, or a later one.
    #[default]
    Nothing,
    Later(Prediction),
    /// Contact that the solver can hold.
    HandOver,
    Struck(Strike),
}

/// An impact that took place.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    pub contact: Constraint,
    pub memory: PairMemory,
    pub meeting: Meeting,
    /// How the two fly on; none for what cannot be pushed.
    pub flights: [Option<Flight>; 2],
}

/// Lets a pair collide, at the time that was predicted.
pub(super) fn strike(view: &Flights, stage: &ImpactStage, prediction: &Prediction, work: &mut usize) -> Outcome {
    // Where the two are then, and which of their points touch.
    let at = Encounter::new(view, stage, prediction);
    let before = stage.contacts.of(at.pair);
    let mut memory = at.pair.memory;
    let found = at.collide(&mut memory, before.as_ref(), work);
    let early =
        found.separation() > NOT_YET * at.size && prediction.queries < stage.config.tuning.impacts.most_toi_queries;
    if found.count == 0 || early {
        // Predicted too early: predict it again from here.
        return at.predict_later(work);
    }
    let touch = at.touching_points(&found);
    if touch.approach <= 0.0 {
        // What touches parts; another point may yet come down.
        return at.predict_later(work);
    }
    // Whether they bounce, and the impulses with which they leave each other.
    let surface = surface_of(stage.bodies, stage.config, at.pair.a, at.pair.b);
    let bounces = match at.fate(&surface, &touch, before.as_ref()) {
        Fate::HandOver => return Outcome::HandOver,
        Fate::Bounce => true,
        Fate::Stop => false,
    };
    let (impulses, after) = at.push(&surface, &touch, bounces, work);
    // The contact as it is shown to the end of the step: where they met, and all that its points gave in it.
    let poses = (&at.sweeps[0].pose, &at.sweeps[1].pose);
    let Some(mut contact) = Constraint::new(&found, poses, touch.together, surface, before.as_ref()) else {
        return Outcome::Nothing;
    };
    // What the contact did earlier in the step stays with it, though its normal may have turned.
    let earlier = before.filter(|contact| contact.impact.speed > 0.0).map_or(Vec3::ZERO, |contact| contact.impulse());
    let (t1, t2) = (contact.tangent, contact.tangent2());
    for (point, PointImpulse { along, across }) in contact.points.iter_mut().zip(&impulses[..touch.count]) {
        point.total += along;
        contact.tangent_total[0] += across.dot(t1);
        contact.tangent_total[1] += across.dot(t2);
    }
    let speed = before.map_or(0.0, |contact| contact.impact.speed).max(touch.approach);
    let bounce = if bounces { Bounce::AtItsTime } else { Bounce::None };
    contact.impact = Impact { speed, impulse: earlier, bounce };
    let meeting = Meeting { slots: (at.pair.a, at.pair.b), poses: (*poses.0, *poses.1) };
    Outcome::Struck(Strike { contact, memory, meeting, flights: at.flights_after(&after) })
}

/// Bodies struck again and again must be struck harder to bounce, where every bounce loses something: a dense crowd
/// comes to an end of its hits.
pub(super) fn strictness(surface: &Surface, hits: u32) -> f32 {
    if surface.restitution < 1.0 { 1.0 + hits as f32 } else { 1.0 }
}

/// A pair at the time at which it was predicted to touch.
struct Encounter<'a> {
    view: &'a Flights<'a>,
    stage: &'a ImpactStage<'a>,
    prediction: &'a Prediction,
    pair: &'a Pair,
    shapes: [&'a Shape; 2],
    sweeps: [Sweep; 2],
    /// Bounding radius of the smaller one (m).
    size: f32,
    /// What is left of the step (s).
    left: f32,
}

/// The points of a contact that touch at the same time; others of it have an impact of their own, if they come to it.
struct TouchingPoints {
    /// In world space, from A to B.
    normal: Vec3,
    anchors: [Anchors; 4],
    count: usize,
    /// Separation below which a point touches (m).
    together: f32,
    /// The greatest speed at which these come nearer, and that of the points which do not touch yet (m/s).
    approach: f32,
    others: f32,
}

/// What becomes of what touches.
enum Fate {
    Bounce,
    /// It loses all of its speed along the normal.
    Stop,
    /// The solver holds it.
    HandOver,
}

impl<'a> Encounter<'a> {
    fn new(view: &'a Flights, stage: &'a ImpactStage, prediction: &'a Prediction) -> Self {
        let pair = &stage.pairs.slab[prediction.pair as usize];
        let shapes = [pair.a, pair.b].map(|slot| shape_of(stage.bodies, slot));
        let sweeps = [pair.a, pair.b].map(|slot| view.sweep(slot, prediction.time));
        let size = shapes[0].bounding_radius().min(shapes[1].bounding_radius());
        Self { view, stage, prediction, pair, shapes, sweeps, size, left: stage.dt - prediction.time }
    }

    /// The two shapes, each with its motion.
    fn both(&self) -> [(&Shape, &Sweep); 2] {
        [(self.shapes[0], &self.sweeps[0]), (self.shapes[1], &self.sweeps[1])]
    }

    /// The contact of the two where they are now.
    fn collide(&self, memory: &mut PairMemory, before: Option<&Constraint>, work: &mut usize) -> Manifold {
        let Self { stage, pair, .. } = *self;
        let [(shape_a, a), (shape_b, b)] = self.both();
        *work += query_work(shape_a, shape_b, 1);
        let how = (stage.config.normals, pair.overlap);
        manifold(memory, before, (shape_a, &a.pose), (shape_b, &b.pose), pair.margin, how)
    }

    /// The points of what was found that touch now, where they are and how fast they close in.
    fn touching_points(&self, found: &Manifold) -> TouchingPoints {
        let [a, b] = &self.sweeps;
        let normal = a.pose.rotation * found.normal;
        let offset = a.pose.translation - b.pose.translation;
        let together = found.separation().max(0.0) + TOGETHER * self.size;
        let anchors = [Anchors::default(); 4];
        let mut touch = TouchingPoints { normal, anchors, count: 0, together, approach: 0.0, others: 0.0 };
        // Where each point is from both centres, and how fast the two close in there.
        for point in found.points() {
            let arm = a.pose.rotation * point.position;
            let at_a = a.velocity + a.spin.cross(arm);
            let at_b = b.velocity + b.spin.cross(arm + offset);
            let speed = (at_a - at_b).dot(normal);
            if point.separation > together {
                touch.others = touch.others.max(speed);
                continue;
            }
            touch.anchors[touch.count] = Anchors { a: arm, b: arm + offset };
            touch.approach = touch.approach.max(speed);
            touch.count += 1;
        }
        touch
    }

    /// How many impacts the more often struck of the two felt in this step.
    fn hits(&self) -> u32 {
        self.prediction.hits.0.max(self.prediction.hits.1)
    }

    /// Whether the two bounce, by restitution and speed; what does not is stopped, unless the solver can hold it.
    fn fate(&self, surface: &Surface, touch: &TouchingPoints, before: Option<&Constraint>) -> Fate {
        let [a, b] = self.both();
        let hits = self.hits();
        let rests = before.is_some_and(|contact| contact.points().iter().any(|point| point.impulse > 0.0));
        let turns = (a.1.surface_speed(a.0) + b.1.surface_speed(b.0)) * self.left > self.pair.margin;
        // Without loss an end that turns and only grazes is sent back as well, unless they rest on one another: the
        // next end may come down fast.
        let grazes = surface.restitution >= 1.0 && turns && !rests && hits < CHATTER;
        let least = if grazes { 0.0 } else { bounce_speed(self.stage.config, surface) * strictness(surface, hits) };
        if surface.restitution > 0.0 && touch.approach >= least {
            return Fate::Bounce;
        }
        let near = before.is_some_and(|contact| contact.touched);
        // The solver sends nothing back: a point that is about to bounce has an impact of its own.
        let more = surface.restitution > 0.0 && touch.others >= least && hits < CHATTER;
        if near && !more && holds(a, b, touch.normal, (self.left, self.pair.margin)) {
            Fate::HandOver
        } else {
            Fate::Stop
        }
    }

    /// The impulses at the points that touch, and the two as they leave them.
    fn push(
        &self,
        surface: &Surface,
        touch: &TouchingPoints,
        bounces: bool,
        work: &mut usize,
    ) -> ([PointImpulse; 4], [ImpactBody; 2]) {
        let used =
            if bounces { *surface } else { Surface { restitution: 0.0, restitution_tangential: 0.0, ..*surface } };
        let Self { stage, pair, sweeps, .. } = self;
        let mut a = ImpactBody::new(stage.bodies, pair.a, &sweeps[0]);
        let mut b = ImpactBody::new(stage.bodies, pair.b, &sweeps[1]);
        let iterations = stage.config.tuning.impacts.iterations;
        let (anchors, normal) = (&touch.anchors[..touch.count], touch.normal);
        let mut impulses = exchange(anchors, normal, &used, (&mut a, &mut b), iterations, work);
        if surface.restitution < 1.0 && self.hits() >= CHATTER {
            // A surface that turns comes back at once: what would be a continuous push is given in a few.
            let speed = 0.5 * self.pull() * self.left / CHATTER as f32;
            impulses[0].along += part(&anchors[0], normal, speed, &mut a, &mut b);
        }
        (impulses, [a, b])
    }

    /// The accelerations of the two surfaces as they turn in place (m/s²). What spins faster than anything in this step
    /// can have made it is not pushed: it would feed itself.
    fn pull(&self) -> f32 {
        let starts = &self.stage.bodies.velocity;
        let made = |slot: u32| match starts.get(slot as usize) {
            Some(start) => start.angular.length() + start.linear.length() / self.size,
            None => 0.0,
        };
        let most = RUNAWAY * made(self.pair.a).max(made(self.pair.b));
        let pull = |slot: u32, (shape, sweep): (&Shape, &Sweep)| {
            let spin = sweep.spin.length();
            if !is_plane(slot) && spin > most { 0.0 } else { sweep.surface_speed(shape) * spin }
        };
        let [a, b] = self.both();
        pull(self.pair.a, a) + pull(self.pair.b, b)
    }

    /// How the two fly on. How far the impact leads each beside its old path decides who feels it: whom it leads
    /// further does, however little that is.
    fn flights_after(&self, after: &[ImpactBody; 2]) -> [Option<Flight>; 2] {
        let Self { stage, pair, sweeps, size, .. } = self;
        let slots = [pair.a, pair.b];
        // How far beside its old path each will be when the step ends, with its turn (m).
        let aside = |k: usize| {
            let (after, sweep) = (&after[k], &sweeps[k]);
            let movable = !is_plane(slots[k]) && after.inv_mass > 0.0;
            movable.then(|| {
                let turn = (after.spin.as_vec3() - sweep.spin).length() * stage.bodies.radius[slots[k] as usize];
                ((after.velocity.as_vec3() - sweep.velocity).length() + turn) * self.left
            })
        };
        let asides = [aside(0), aside(1)];
        let most = asides.iter().flatten().fold(0.0_f32, |most, aside| most.max(*aside));
        [0, 1].map(|k| {
            let aside = asides[k]?;
            let tolerance = if aside < most { (UNFELT * size).min(stage.config.tuning.slop) } else { -1.0 };
            let motion = Twist::new(after[k].velocity.as_vec3(), after[k].spin.as_vec3());
            let rotation = sweeps[k].pose.rotation;
            Some(self.view.of(slots[k]).turned_at(self.prediction.time, rotation, &motion, (aside, tolerance)))
        })
    }

    /// Predicts the pair again of which nothing came; slow ones can wait for the next step.
    fn predict_later(&self, work: &mut usize) -> Outcome {
        let Self { view, stage, prediction, pair, .. } = self;
        let [(shape_a, a), (shape_b, b)] = self.both();
        let closing = (b.velocity - a.velocity).length() + a.surface_speed(shape_a) + b.surface_speed(shape_b);
        let tuning = stage.config.tuning.impacts;
        if prediction.queries >= GIVEN_UP * tuning.most_toi_queries {
            return Outcome::Nothing;
        }
        // A little later: at this very time the same would be predicted again. The longer nothing comes of it, the
        // further on.
        let further = (1_u32 << (prediction.queries / QUERIES_A_DOUBLING).min(MOST_DOUBLINGS)) as f32;
        let t = prediction.time + further * tuning.retry_distance * self.size / closing;
        if closing == 0.0 || t >= stage.dt {
            return Outcome::Nothing;
        }
        let (queries, stops) = (prediction.queries + 1, tuning.later_toi_iterations);
        let found = view.advance(prediction.pair, pair, (t, stage.dt), (queries, stops), work);
        found.map_or(Outcome::Nothing, |later| {
            Outcome::Later(Prediction { queries: later.queries.max(queries), ..later })
        })
    }
}
