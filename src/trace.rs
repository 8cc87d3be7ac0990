//! Traces: what any engine did, step by step, as its adapter wrote it.
//!
//! A trace is text, one JSON value a line: a header, bodies, steps with poses and contacts. An adapter declares its
//! conventions and converts nothing; [`Convention`] converts, and whoever doubts a header can convert by another.
//!
//! `header`: what an engine declares. `model`: what the lines hold. `parse`: from the text of a line. `read`: line by
//! line from a stream, with limits. `replay`: who stands where after each step. `convert`: to this program's
//! conventions. `write`: the same lines written. `index`: any step of a large file at once; `shallow`: what makes that
//! fast. `samples`: recordings that come with the program.

mod convert;
mod header;
mod index;
mod model;
mod parse;
mod read;
mod replay;
mod samples;
#[cfg(test)]
mod seek_tests;
mod shallow;
#[cfg(test)]
mod tests;
mod write;

pub use convert::{Claim, ClaimedPoint, Convention, Geometry, Piece};
pub use header::{Hand, Header, ImpulseUnit, NormalSense, PointSpace, PosesWhen, QuatOrder, Up, VERSION};
pub use index::{Index, Progress};
pub use model::{
    Id, PoseRow, Primitive, TraceBody, TraceContact, TraceLine, TracePoint, TraceShape, TraceStep, TracedMotion,
};
pub use parse::{MAX_BODIES, MAX_PARTS};
pub use read::{MAX_LINE, MAX_UNPACKED, TRACE_HEAD, TraceFault, TraceReader, begins_trace, is_packed};
pub use replay::{MAX_NOTES, PoseRows, TraceReplay};
pub use samples::{SAMPLES, SampleTrace, sample};
pub use write::TraceWriter;
