//! Whether the contacts of a trace are what geometry says, at the poses at which the engine found them.
//!
//! ```text
//! trace ─▶ Samples ─▶ what the header got wrong, one radius of all edges
//!       └▶ Feed ─▶ StepInput ─judge─▶ verdicts ─▶ Tally ─▶ Report
//!                           └▶ missed overlaps, walks, bounces, momentum, energy
//! ```
//!
//! A step's input holds all that its verdicts need, so that steps can be judged side by side by whoever has threads.
//!
//! `cast`: the bodies as exact geometry. `verdict`: one contact. `line`: where a line leaves its bodies. `feed`: from
//! lines to inputs. `sample`: what a header might have meant. `touch`: a step's contacts summed up. `missed`, `wander`,
//! `bounce`, `motion`: what steps tell together. `mass`: inertia. `rows`: which pairs touched when. `report`: what is
//! said, `greatest`, `spread`: how much of it is kept. `pass`: all of it, in order. `parting`: two traces of the same
//! bodies, and where they part.

mod bounce;
mod cast;
mod contact_history;
mod feed;
mod greatest;
mod line;
mod mass;
mod missed;
mod motion;
mod parting;
mod pass;
mod report;
mod sample;
mod spread;
#[cfg(test)]
mod tests;
mod touch;
mod verdict;
mod wander;

pub use cast::{Cast, CastMember, Edges, Rounding};
pub use contact_history::{TouchHistory, TouchSpan};
pub use feed::{Feed, Lag, pose_of};
pub use mass::inertia;
pub use parting::{Apart, ContactDiff, Declared, Diff, OfTwo, OneSided, Parting, PartingSide, compare};
pub use pass::{FAIL_ON, Judged, Meant, Pass};
pub use report::{Report, WorstRow};
pub use sample::{Lie, Samples};
pub use verdict::{ANGLE_DEG, Judgement, STALE_STEPS, Stand, StepInput, Verdict};
