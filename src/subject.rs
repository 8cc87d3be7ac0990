//! What is shown: a scene or a laboratory. Both have time, a past, and something to draw.

use crate::lab::Lab;
use crate::sim::{SeekRange, Sim, Timeline};
use crate::view::{self, Camera, DrawList, ViewOptions};
use std::sync::Arc;

/// A running scene or a running laboratory.
#[derive(Debug)]
pub enum Subject {
    /// A scene.
    Scene(Box<Timeline>),
    /// A laboratory.
    Lab(Box<Lab>),
}

/// A subject as it stood after a whole step. It never changes: whoever looks at it sees one step and no other, while the
/// next is worked out elsewhere.
pub type Moment = Arc<Subject>;

impl From<Timeline> for Subject {
    fn from(timeline: Timeline) -> Self {
        Self::Scene(Box::new(timeline))
    }
}

impl From<Lab> for Subject {
    fn from(lab: Lab) -> Self {
        Self::Lab(Box::new(lab))
    }
}

impl Subject {
    /// As it stands now, to be looked at from now on.
    pub fn moment(&self) -> Moment {
        Arc::new(match self {
            Self::Scene(timeline) => Self::Scene(Box::new(timeline.still())),
            Self::Lab(lab) => Self::Lab(lab.clone()),
        })
    }

    /// The scene, when it is one.
    pub fn scene(&self) -> Option<&Sim> {
        match self {
            Self::Scene(timeline) => Some(timeline.sim()),
            Self::Lab(_) => None,
        }
    }

    /// The scene with its past.
    pub fn timeline(&self) -> Option<&Timeline> {
        match self {
            Self::Scene(timeline) => Some(timeline),
            Self::Lab(_) => None,
        }
    }

    /// The scene, to be changed through its one door.
    pub fn scene_mut(&mut self) -> Option<&mut Timeline> {
        match self {
            Self::Scene(timeline) => Some(timeline),
            Self::Lab(_) => None,
        }
    }

    /// The laboratory, when it is one.
    pub fn lab(&self) -> Option<&Lab> {
        match self {
            Self::Scene(_) => None,
            Self::Lab(lab) => Some(lab),
        }
    }

    /// The laboratory, to be changed through its one door.
    pub fn lab_mut(&mut self) -> Option<&mut Lab> {
        match self {
            Self::Scene(_) => None,
            Self::Lab(lab) => Some(lab),
        }
    }

    /// Its title; may be empty.
    pub fn title(&self) -> &str {
        match self {
            Self::Scene(timeline) => &timeline.sim().scene().name,
            Self::Lab(lab) => lab.entry().title,
        }
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        match self {
            Self::Scene(timeline) => timeline.step(),
            Self::Lab(lab) => lab.step(),
        }
    }

    /// Length of a step (s).
    pub fn dt(&self) -> f32 {
        match self {
            Self::Scene(timeline) => timeline.sim().world().config().dt(),
            Self::Lab(lab) => lab.dt(),
        }
    }

    /// Steps done.
    pub fn step_count(&self) -> u64 {
        match self {
            Self::Scene(timeline) => timeline.sim().step_count(),
            Self::Lab(lab) => lab.step_count(),
        }
    }

    /// Simulated time (s).
    pub fn time(&self) -> f64 {
        match self {
            Self::Scene(timeline) => timeline.sim().time(),
            Self::Lab(lab) => lab.time(),
        }
    }

    /// A hash of the whole state, bit for bit.
    pub fn state_hash(&self) -> u64 {
        match self {
            Self::Scene(timeline) => timeline.sim().world().state_hash(),
            Self::Lab(lab) => lab.state_hash(),
        }
    }

    /// Which steps one can go to.
    pub fn seek_range(&self) -> SeekRange {
        match self {
            Self::Scene(timeline) => timeline.seek_range(),
            Self::Lab(lab) => lab.seek_range(),
        }
    }

    /// Goes to the kept step nearest to `step`.
    pub fn seek(&mut self, step: u64) {
        match self {
            Self::Scene(timeline) => {
                timeline.seek(step);
            }
            Self::Lab(lab) => lab.seek(step),
        }
    }

    /// Makes the state after a step that was done anew, from one that was kept: what stands now broke in the middle of
    /// something.
    pub fn recover(&mut self, step: u64) {
        match self {
            Self::Scene(timeline) => timeline.recover(step),
            Self::Lab(lab) => lab.recover(step),
        }
    }

    /// Takes the last edit back; false when there is none.
    pub fn undo(&mut self) -> bool {
        match self {
            Self::Scene(timeline) => timeline.undo(),
            Self::Lab(lab) => lab.undo(),
        }
    }

    /// Does the edit that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        match self {
            Self::Scene(timeline) => timeline.redo(),
            Self::Lab(lab) => lab.redo(),
        }
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<String> {
        match self {
            Self::Scene(timeline) => timeline.sim().undo_label(),
            Self::Lab(lab) => lab.undo_label(),
        }
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<String> {
        match self {
            Self::Scene(timeline) => timeline.sim().redo_label(),
            Self::Lab(lab) => lab.redo_label(),
        }
    }

    /// The camera it is looked at with first, for a picture of `size` physical pixels.
    pub fn camera(&self, size: [u32; 2], scale: f32) -> Camera {
        match self {
            Self::Scene(timeline) => Camera::of_scene(timeline.sim(), size, scale),
            Self::Lab(lab) => Camera::new(&lab.camera(), size, scale),
        }
    }

    /// Readies it for pictures with such options: what they show of each step is kept from the next step on.
    pub fn ready_for(&mut self, options: &ViewOptions) {
        if let Self::Scene(timeline) = self {
            timeline.keep_state_before(options.poses.needs_phases());
        }
    }

    /// Everything to draw of it as it stands.
    pub fn draw(&self, options: &ViewOptions, camera: &Camera) -> DrawList {
        match self {
            Self::Scene(timeline) => {
                let phases = options.poses.needs_phases().then(|| timeline.phases()).flatten();
                let mut list = view::draw_phases(timeline.sim(), phases, options, camera);
                if let Some(ghost) = timeline.ghost().filter(|ghost| ghost.is_at(timeline.sim().step_count())) {
                    view::draw_ghosts(&mut list, ghost.sim(), timeline.sim(), options, camera);
                }
                list
            }
            Self::Lab(lab) => lab.draw(options, camera),
        }
    }
}
