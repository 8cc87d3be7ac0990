//! What a step cost and how much there was to do.

/// What a step does, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Pairs,
    Collide,
    Impacts,
    Prepare,
    Solve,
    Move,
    Sleep,
}

/// Time of each stage of the last step (ms); all 0 while the world has no clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stages {
    /// Broad phase.
    pub pairs: f32,
    /// Narrow phase.
    pub collide: f32,
    /// Impacts resolved at their time inside the step.
    pub impacts: f32,
    /// Contact graph colouring and constraint preparation.
    pub prepare: f32,
    /// Sub-stepped solver.
    pub solve: f32,
    /// Poses, bounds, swept checks.
    pub finish: f32,
    /// Islands and sleep.
    pub sleep: f32,
    /// The whole step.
    pub total: f32,
}

impl Stages {
    /// Counts the time of a stage (ms).
    pub(super) fn add(&mut self, stage: Stage, time: f32) {
        // Stages that run several times a step add up.
        let of_stage = match stage {
            Stage::Pairs => &mut self.pairs,
            Stage::Collide => &mut self.collide,
            Stage::Impacts => &mut self.impacts,
            Stage::Prepare => &mut self.prepare,
            Stage::Solve => &mut self.solve,
            Stage::Move => &mut self.finish,
            Stage::Sleep => &mut self.sleep,
        };
        *of_stage += time;
        self.total += time;
    }

    /// Name and time (ms) of each stage, in the order of the step; the total is not among them.
    pub fn list(&self) -> [(&'static str, f32); 7] {
        [
            ("pairs", self.pairs),
            ("collide", self.collide),
            ("impacts", self.impacts),
            ("prepare", self.prepare),
            ("solve", self.solve),
            ("finish", self.finish),
            ("sleep", self.sleep),
        ]
    }
}

/// Counts of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Bodies of any kind.
    pub bodies: usize,
    /// Dynamic bodies.
    pub dynamic: usize,
    /// Dynamic and kinematic bodies that are awake.
    pub awake: usize,
    /// Pairs whose fat bounds overlap.
    pub pairs: usize,
    /// Touching pairs.
    pub contacts: usize,
    /// Their points.
    pub points: usize,
    /// Impacts resolved at their time inside the step.
    pub impacts: usize,
    /// Impacts that the solver has, which sends those bodies apart when the step ends: what was left when the work that a
    /// step may spend on them was done, and all pairs that may meet among touching bodies where those are more than 500.
    pub impacts_left: usize,
    /// Pairs deep in a crowd that are left to later steps: each body is parted from some sixteen others at once.
    pub overlaps_left: usize,
    /// Colours of the contact graph.
    pub colors: usize,
    /// Batches of eight contacts that the solver visited.
    pub visits: usize,
    /// Bodies frozen because their state was no longer finite.
    pub quarantined: usize,
    /// Stage times.
    pub stages: Stages,
}
