//! How many steps are due: simulated time follows the clock, by whole steps.

/// Turns seconds of the clock into steps of fixed length.
///
/// A step is never made longer to catch up: when the machine is too slow, what is owed beyond [`Self::MOST_OWED`] is
/// forgotten, and simulated time runs slower than the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FixedTimestep {
    owed: f64,
    lagging: f64,
}

impl FixedTimestep {
    /// At most so much simulated time is caught up with (s); a step of any length always is.
    pub const MOST_OWED: f64 = 0.1;
    /// How long the machine counts as too slow after time was forgotten (s of the clock).
    const LAG_MEMORY: f64 = 0.5;

    /// Lets `elapsed` seconds of the clock pass at `scale` simulated seconds a second, for steps of `dt` seconds.
    pub fn pass(&mut self, elapsed: f64, scale: f64, dt: f64) {
        self.owed += elapsed.max(0.0) * scale;
        // One step and a half at least, else a step longer than the bound would never come due.
        let most = Self::MOST_OWED.max(1.5 * dt);
        self.lagging = (self.lagging - elapsed).max(0.0);
        if self.owed > most {
            self.owed = most;
            self.lagging = Self::LAG_MEMORY;
        }
    }

    /// Whether a step of `dt` seconds is due; takes it off what is owed.
    pub fn take(&mut self, dt: f64) -> bool {
        // A hair early is better than a whole step late: clocks round.
        let due = self.owed >= dt * (1.0 - 1e-6);
        if due {
            self.owed -= dt;
        }
        due
    }

    /// Until the next step is due (s of the clock).
    pub fn wait(&self, scale: f64, dt: f64) -> f64 {
        ((dt - self.owed) / scale.max(1e-6)).max(0.0)
    }

    /// Forgets what is owed: the simulation was stopped, or is another one.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether simulated time now runs slower than it should.
    pub fn lagging(&self) -> bool {
        self.lagging > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 1.0 / 60.0;

    fn steps(timestep: &mut FixedTimestep, elapsed: f64, scale: f64) -> usize {
        timestep.pass(elapsed, scale, DT);
        std::iter::from_fn(|| timestep.take(DT).then_some(())).count()
    }

    #[test]
    fn a_second_of_any_frame_rate_gives_sixty_steps() {
        for rate in [12, 24, 60, 61, 144, 1000] {
            let mut timestep = FixedTimestep::default();
            let total: usize = (0..rate).map(|_| steps(&mut timestep, 1.0 / f64::from(rate), 1.0)).sum();
            assert!((59..=60).contains(&total), "{rate} frames a second gave {total} steps");
        }
    }

    #[test]
    fn slow_motion_gives_fewer_steps_of_the_same_length() {
        let mut timestep = FixedTimestep::default();
        let total: usize = (0..1000).map(|_| steps(&mut timestep, 0.01, 0.1)).sum();
        assert!((59..=60).contains(&total), "{total}");
    }

    #[test]
    fn a_long_pause_is_forgotten_rather_than_caught_up_with() {
        let mut timestep = FixedTimestep::default();
        assert_eq!(steps(&mut timestep, 30.0, 1.0), 6);
        assert!(timestep.lagging());
        for _ in 0..60 {
            steps(&mut timestep, DT, 1.0);
        }
        assert!(!timestep.lagging());
    }

    #[test]
    fn the_wait_ends_when_the_next_step_is_due() {
        let mut timestep = FixedTimestep::default();
        timestep.pass(0.25 * DT, 1.0, DT);
        let wait = timestep.wait(0.5, DT);
        assert!((wait - 1.5 * DT).abs() < 1e-12, "{wait}");
        timestep.pass(wait, 0.5, DT);
        assert!(timestep.take(DT) && !timestep.take(DT));
    }

    #[test]
    fn steps_longer_than_the_cap_are_still_taken() {
        let mut timestep = FixedTimestep::default();
        timestep.pass(1.0, 1.0, 0.2);
        assert!(timestep.take(0.2));
    }
}
