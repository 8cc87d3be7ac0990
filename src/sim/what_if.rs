//! What a step would have come to with other values, without touching the run: the step that led here, asked again of
//! the state before it, or the next one when none led here.

use super::{Command, CommandError, Sim, Timeline};
use crate::math::Pose;
use crate::physics::{BodyEdit, BodyId};
use crate::scene::Scene;
use std::sync::Arc;

/// How far the two bodies are followed beyond the step (s).
const HORIZON: f32 = 0.5;
/// How many bodies are moved for that at most, all steps together: a crowd is followed less far.
const WORK: usize = 20_000;

/// Which step a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The step that led to what is shown.
    This,
    /// The next one: nothing led here, or something was changed since.
    Next,
}

/// What a step comes to for a pair of bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIfOutcome {
    /// Whether the two touch in it.
    pub touch: bool,
    /// What they give each other along the normal (N·s); 0 when they do not touch.
    pub impulse: f32,
    /// What they give each other across it (N·s, ≥ 0).
    pub friction: f32,
    /// Speed of the first and of the second after it (m/s); 0 for a plane of the world.
    pub speeds: [f32; 2],
    /// Kinetic energy of all bodies after it (J).
    pub kinetic: f64,
    /// Where the first and the second stand after it and after each step that follows (`world_from_body`), for half a
    /// second, less far in a crowd; the identity for a plane of the world.
    pub path: Vec<[Pose; 2]>,
}

/// What one may ask of a step: what a pair comes to, with some edits made before it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The two bodies.
    pub pair: (BodyId, BodyId),
    /// The edits.
    pub edits: Vec<(BodyId, BodyEdit)>,
    /// The step.
    pub which: Which,
    /// What it is asked of.
    scene: Arc<Scene>,
    step: u64,
    hash: u64,
}

impl Question {
    /// About the step that led to where this run stands, or about the next one when it stands at its start or
    /// was changed since.
    pub fn new(timeline: &Timeline, pair: (BodyId, BodyId), edits: Vec<(BodyId, BodyEdit)>) -> Self {
        let sim = timeline.sim();
        let led = !sim.is_edited() && sim.step_count() > timeline.seek_range().first;
        let which = if led { Which::This } else { Which::Next };
        Self { pair, edits, which, scene: sim.scene.clone(), step: sim.step_count, hash: sim.world.state_hash() }
    }

    /// Whether both are asked of the same state of the same scene.
    pub fn is_of_same_state(&self, other: &Self) -> bool {
        // Whoever edits a scene that is shared gets one of his own.
        (self.step, self.hash, self.which) == (other.step, other.hash, other.which)
            && Arc::ptr_eq(&self.scene, &other.scene)
    }

    /// Two copies of the state before the step take it. None when the scene no longer stands as it was asked about.
    pub fn answer(self, timeline: &Timeline) -> Option<Answer> {
        if !self.is_of_same_state(&Self::new(timeline, self.pair, vec![])) {
            return None;
        }
        // Both ways begin with the very same state, so that only the edit tells them apart.
        let before = match self.which {
            Which::This => timeline.before()?,
            Which::Next => timeline.sim().clone(),
        };
        let mut other = before.clone();
        // Refused edits are told; nothing is computed then.
        let edited =
            self.edits.iter().try_for_each(|(body, edit)| other.apply(Command::Edit { body: *body, edit: *edit }));
        let outcomes = edited.map(|()| WhatIf { plain: outcome(before, self.pair), edited: outcome(other, self.pair) });
        Some(Answer { question: self, outcomes: outcomes.map(Arc::new) })
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.is_of_same_state(other) && (self.pair, &self.edits) == (other.pair, &other.edits)
    }
}

/// What became of a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// What the step comes to, or why the edits were refused.
    pub outcomes: Result<Arc<WhatIf>, CommandError>,
}

/// A step in two versions: as things stand, and with some edits made before it.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// As things stand.
    pub plain: WhatIfOutcome,
    /// With the edits.
    pub edited: WhatIfOutcome,
}

fn outcome(mut sim: Sim, (a, b): (BodyId, BodyId)) -> WhatIfOutcome {
    let pose = |sim: &Sim, id| {
        sim.world.body(id).map_or(Pose::IDENTITY, |body| Pose::new(body.desc.position, body.desc.rotation))
    };
    sim.step();
    let met = sim.world.contacts().into_iter().find(|contact| contact.is_between((a, b)));
    let speed = |id| sim.world.body(id).map_or(0.0, |body| body.desc.velocity.length());
    let friction = |c: &crate::physics::Contact| (c.impulse - c.normal * c.normal.dot(c.impulse)).length();
    let mut outcome = WhatIfOutcome {
        touch: met.is_some(),
        impulse: met.as_ref().map_or(0.0, |c| c.normal.dot(c.impulse)),
        friction: met.as_ref().map_or(0.0, friction),
        speeds: [speed(a), speed(b)],
        kinetic: sim.world.kinetic_energy(),
        path: vec![[pose(&sim, a), pose(&sim, b)]],
    };
    // As far as the picture shows it, or as much as a frame has time for.
    let steps = (HORIZON / sim.world.config().dt()).round() as usize;
    for _ in 0..steps.min(WORK / sim.counts().bodies.max(1)) {
        sim.step();
        outcome.path.push([pose(&sim, a), pose(&sim, b)]);
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::BodyDesc;
    use crate::scene::SceneBody;
    use glam::Vec3;

    /// A ball just above a ground that is hit in the next step.
    fn falling() -> (Timeline, (BodyId, BodyId)) {
        let mut scene = Scene::default();
        scene.config.floor = Some(0.0);
        let desc = BodyDesc {
            position: Vec3::Y * 0.52,
            velocity: Vec3::Y * -4.0,
            restitution: 0.25,
            ..BodyDesc::new(Shape::sphere(0.5))
        };
        scene.bodies.push(SceneBody { name: Some("ball".into()), desc });
        let timeline = Timeline::new(scene).unwrap();
        let ball = timeline.sim().find("ball").unwrap();
        (timeline, (BodyId::FLOOR, ball))
    }

    #[test]
    fn what_is_foreseen_is_what_comes() {
        let (mut run, pair) = falling();
        let edit = BodyEdit::Restitution(0.9);
        let question = Question::new(&run, pair, vec![(pair.1, edit)]);
        assert_eq!(question.which, Which::Next, "nothing led here");
        let seen = question.clone().answer(&run).unwrap().outcomes.unwrap();
        assert_eq!(run.sim().step_count(), 0, "nothing was stepped");
        assert_ne!(seen.plain, seen.edited);
        // The rebound is the share e of the approach, which gravity changes by 0.03 m/s at most.
        for (outcome, e) in [(&seen.plain, 0.25), (&seen.edited, 0.9)] {
            assert!((outcome.speeds[1] - 4.05 * e).abs() < 0.25, "{outcome:?}");
        }
        assert_eq!(outcome(run.sim().clone(), pair), seen.plain);
        run.apply(Command::Edit { body: pair.1, edit }).unwrap();
        assert!(question.answer(&run).is_none(), "an edit makes it stale");
        assert_eq!(outcome(run.sim().clone(), pair), seen.edited);
    }

    #[test]
    fn after_an_impact_the_impact_is_asked_about_and_not_the_flight_behind_it() {
        let (mut run, pair) = falling();
        run.step();
        let was = run.sim().world().body(pair.1).unwrap().desc;
        let question = Question::new(&run, pair, vec![(pair.1, BodyEdit::Restitution(0.9))]);
        assert_eq!(question.which, Which::This);
        let seen = question.answer(&run).unwrap().outcomes.unwrap();
        // As it is: what really came of the step, bit for bit.
        assert!(seen.plain.touch && seen.edited.touch);
        assert_eq!(seen.plain.speeds[1], was.velocity.length());
        assert_eq!(seen.plain.path[0][1].translation, was.position);
        // Newton: (1 + e) times the same approach.
        let ratio = seen.edited.impulse / seen.plain.impulse;
        assert!((ratio - 1.9 / 1.25).abs() < 0.01, "{ratio}");
        // Half a second on, the livelier ball is higher.
        let end = |outcome: &WhatIfOutcome| outcome.path.last().unwrap()[1].translation.y;
        assert_eq!(seen.plain.path.len(), 31);
        assert!(end(&seen.edited) > end(&seen.plain) + 0.3, "{} {}", end(&seen.edited), end(&seen.plain));
        assert_eq!(run.sim().step_count(), 1, "nothing was stepped");
    }

    #[test]
    fn what_cannot_be_is_refused_with_words() {
        let (run, pair) = falling();
        let answer = Question::new(&run, pair, vec![(pair.1, BodyEdit::Restitution(7.0))]).answer(&run).unwrap();
        assert!(answer.outcomes.unwrap_err().to_string().contains('7'));
    }
}
