//! Whether all threads do a stage of the step, or the caller alone: whichever takes less.
//!
//! Loops of some microseconds gain by a second thread only where what the one writes comes to the other fast. That
//! differs between machines, and on one machine from second to second. So the other way is tried now and then, and
//! kept when it took less for the same work. No result depends on it.

/// Steps after which the other way is tried for the first time. Each time that it took more the next wait is twice as
/// long, up to a second or some.
const FIRST_WAIT: u32 = 16;
const LONGEST_WAIT: u32 = 256;

/// Steps that are compared, of each way: the fastest counts, since what disturbs them only takes time.
const COMPARED: usize = 2;

/// The first step of a trial does not count: it finds its data where the other way left them.
const TRIAL: usize = COMPARED + 1;

/// The other way must take less than this share, so that chance does not turn it over.
const BETTER: f32 = 0.97;

/// How a stage is done now, and what it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadChoice {
    /// Whether the caller does it alone, while nothing is tried.
    alone: bool,
    /// What each unit of work took in the last steps of that way (s).
    costs: [f32; COMPARED],
    /// Steps until the next trial, and how long the wait for it was.
    left: u32,
    wait: u32,
    /// What the steps of the present trial took so far (s).
    trial: [f32; TRIAL],
    tried: usize,
}

impl Default for ThreadChoice {
    fn default() -> Self {
        Self {
            alone: false,
            costs: [f32::INFINITY; COMPARED],
            left: FIRST_WAIT,
            wait: FIRST_WAIT,
            trial: [0.0; TRIAL],
            tried: 0,
        }
    }
}

impl ThreadChoice {
    /// Whether the caller is to do it alone in the next step.
    pub fn is_alone(&self) -> bool {
        self.alone != (self.left == 0)
    }

    /// Notes what each unit of work took in that step (s).
    pub fn note(&mut self, cost: f32) {
        if self.left > 0 {
            self.costs.rotate_left(1);
            self.costs[COMPARED - 1] = cost;
            self.left -= 1;
            return;
        }
        self.trial[self.tried] = cost;
        self.tried += 1;
        if self.tried < TRIAL {
            return;
        }
        // The trial is over.
        let least = |costs: &[f32]| costs.iter().copied().fold(f32::INFINITY, f32::min);
        let compared = &self.trial[TRIAL - COMPARED..];
        if least(compared) < BETTER * least(&self.costs) {
            self.alone = !self.alone;
            self.costs.copy_from_slice(compared);
            self.wait = FIRST_WAIT;
        } else {
            self.wait = (2 * self.wait).min(LONGEST_WAIT);
        }
        (self.left, self.tried) = (self.wait, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs so many steps that take so long alone and by all; how many were done alone.
    fn run(choice: &mut ThreadChoice, steps: usize, alone: impl Fn(usize) -> f32, all: impl Fn(usize) -> f32) -> usize {
        let mut count = 0;
        for step in 0..steps {
            let is_alone = choice.is_alone();
            count += usize::from(is_alone);
            choice.note(if is_alone { alone(step) } else { all(step) });
        }
        count
    }

    #[test]
    fn what_takes_less_is_done_and_the_other_tried_seldom() {
        let mut choice = ThreadChoice::default();
        // Threads gain nothing: after the first trial the caller goes alone, and tries them less and less often.
        let alone = run(&mut choice, 1_000, |_| 1.0, |_| 1.6);
        assert!((950..1_000).contains(&alone), "{alone} of 1000 alone");
        // They gain again: that is found out at the next trial.
        let alone = run(&mut choice, 2_000, |_| 1.0, |_| 0.6);
        assert!((TRIAL..=LONGEST_WAIT as usize + 50).contains(&alone), "{alone} of 2000 alone");
        // As good as equal is no reason to turn.
        let mut choice = ThreadChoice::default();
        assert!(run(&mut choice, 1_000, |_| 0.99, |_| 1.0) < 50);
    }

    #[test]
    fn a_disturbance_turns_nothing_over() {
        // One step of a few takes ten times as long, whoever does it and whenever the trials are.
        for (every, first) in (COMPARED + 1..9).flat_map(|every| (0..every).map(move |first| (every, first))) {
            let time = |least: f32| move |step: usize| if step % every == first { 10.0 * least } else { least };
            let alone = run(&mut ThreadChoice::default(), 1_000, time(1.5), time(1.0));
            assert!((TRIAL..60).contains(&alone), "{alone} of 1000 alone, each {every} from {first} on");
        }
    }
}
