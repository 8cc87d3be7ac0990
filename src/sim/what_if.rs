//! What the next step will come to, as things stand and with other values, without taking it.

use super::{Command, CommandError, Sim};
use crate::physics::{BodyEdit, BodyId};
use crate::scene::Scene;
use std::sync::Arc;

/// What a step comes to for a pair of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
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
}

/// What one may ask of the next step of a scene as it stands: what a pair comes to, with some edits made before it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The two bodies.
    pub pair: (BodyId, BodyId),
    /// The edits.
    pub edits: Vec<(BodyId, BodyEdit)>,
    /// What it is asked of.
    scene: Arc<Scene>,
    step: u64,
    hash: u64,
}

impl Question {
    /// About the next step of this scene.
    pub fn new(sim: &Sim, pair: (BodyId, BodyId), edits: Vec<(BodyId, BodyEdit)>) -> Self {
        Self { pair, edits, scene: sim.scene.clone(), step: sim.step_count, hash: sim.world.state_hash() }
    }

    /// Whether both are asked of the same state of the same scene.
    pub fn is_of_same_state(&self, other: &Self) -> bool {
        // Whoever edits a scene that is shared gets one of his own.
        (self.step, self.hash) == (other.step, other.hash) && Arc::ptr_eq(&self.scene, &other.scene)
    }

    /// Looks one step ahead: two copies of the scene take it. None when the scene no longer stands as it was asked about.
    pub fn answer(self, sim: &Sim) -> Option<Answer> {
        if !self.is_of_same_state(&Self::new(sim, self.pair, vec![])) {
            return None;
        }
        let mut other = sim.clone();
        let edited =
            self.edits.iter().try_for_each(|(body, edit)| other.apply(Command::Edit { body: *body, edit: *edit }));
        let outcomes =
            edited.map(|()| WhatIf { plain: outcome(sim.clone(), self.pair), edited: outcome(other, self.pair) });
        Some(Answer { question: self, outcomes })
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
    pub outcomes: Result<WhatIf, CommandError>,
}

/// The next step in two versions: as things stand, and with some edits made before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhatIf {
    /// As things stand.
    pub plain: Outcome,
    /// With the edits.
    pub edited: Outcome,
}

fn outcome(mut sim: Sim, (a, b): (BodyId, BodyId)) -> Outcome {
    sim.step();
    let met = sim.world.contacts().into_iter().find(|c| (c.a, c.b) == (a, b) || (c.a, c.b) == (b, a));
    let speed = |id| sim.world.body(id).map_or(0.0, |body| body.desc.velocity.length());
    let friction = |c: &crate::physics::Contact| (c.impulse - c.normal * c.normal.dot(c.impulse)).length();
    Outcome {
        touch: met.is_some(),
        impulse: met.as_ref().map_or(0.0, |c| c.normal.dot(c.impulse)),
        friction: met.as_ref().map_or(0.0, friction),
        speeds: [speed(a), speed(b)],
        kinetic: sim.world.kinetic_energy(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::BodyDesc;
    use crate::scene::SceneBody;
    use glam::Vec3;

    /// A ball just above a ground that is hit in the next step.
    fn falling() -> (Sim, (BodyId, BodyId)) {
        let mut scene = Scene::default();
        scene.config.floor = Some(0.0);
        let desc = BodyDesc {
            position: Vec3::Y * 0.52,
            velocity: Vec3::Y * -4.0,
            restitution: 0.25,
            ..BodyDesc::new(Shape::sphere(0.5))
        };
        scene.bodies.push(SceneBody { name: Some("ball".into()), desc });
        let sim = Sim::new(scene).unwrap();
        let ball = sim.find("ball").unwrap();
        (sim, (BodyId::FLOOR, ball))
    }

    #[test]
    fn what_is_foreseen_is_what_comes() {
        let (mut sim, pair) = falling();
        let edit = BodyEdit::Restitution(0.9);
        let question = Question::new(&sim, pair, vec![(pair.1, edit)]);
        let seen = question.clone().answer(&sim).unwrap().outcomes.unwrap();
        assert_eq!(sim.step_count(), 0, "nothing was stepped");
        assert_ne!(seen.plain, seen.edited);
        // The rebound is the share e of the approach, which gravity changes by 0.03 m/s at most.
        for (outcome, e) in [(seen.plain, 0.25), (seen.edited, 0.9)] {
            assert!((outcome.speeds[1] - 4.05 * e).abs() < 0.25, "{outcome:?}");
        }
        let plain = outcome(sim.clone(), pair);
        assert_eq!(plain, seen.plain);
        sim.apply(Command::Edit { body: pair.1, edit }).unwrap();
        assert!(question.answer(&sim).is_none(), "an edit makes it stale");
        assert_eq!(outcome(sim, pair), seen.edited);
    }

    #[test]
    fn what_cannot_be_is_refused_with_words() {
        let (sim, pair) = falling();
        let answer = Question::new(&sim, pair, vec![(pair.1, BodyEdit::Restitution(7.0))]).answer(&sim).unwrap();
        assert!(answer.outcomes.unwrap_err().to_string().contains('7'));
    }
}
