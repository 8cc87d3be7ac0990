//! *Run it here*: this program's own run of the bodies of any trace, as a trace like the other.

use super::Failure;
use super::live::spool;
use super::tracer::Tracer;
use crate::playback::{Playback, Spool};
use crate::sim::Sim;
use crate::subject::Rebuilt;

/// Steps between two messages.
const TOLD: u64 = 8;

/// Does the steps of a scene that was made of a trace, and opens what came of them as a trace of its own; its steps
/// have the numbers of the other's. `watch` is told how many steps are done; none comes back where it wants no more.
pub fn run_here(
    rebuilt: &Rebuilt,
    into: Spool,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<Option<Playback>, Failure> {
    let mut sim = Sim::new(rebuilt.scene.clone()).map_err(|error| Failure::Wrong(error.to_string()))?;
    let Spool { writer, opener } = into;
    // Steps are numbered as in the other trace, so that the two can be gone through together.
    let mut tracer = Tracer::new(&sim, writer, false)?.numbered_after(rebuilt.after);
    tracer.start(&sim)?;
    for done in 0..rebuilt.steps {
        if done.is_multiple_of(TOLD) && !watch(done) {
            return Ok(None);
        }
        tracer.step(&mut sim)?;
    }
    tracer.finish()?;
    // The header names this engine, so no other name is needed.
    Playback::open(opener, "").map(Some).map_err(|fault| Failure::Wrong(fault.to_string()))
}

/// The same with what comes kept in a file that goes when nobody reads it any longer.
pub fn run_here_in_file(rebuilt: &Rebuilt, watch: impl FnMut(u64) -> bool) -> Result<Option<Playback>, Failure> {
    run_here(rebuilt, spool()?, watch)
}
