//! The kept part of a run, to go back and forth in.

/// Which steps of a run one can go to.
///
/// `first ≤ now ≤ last`; `now < last` after going back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SeekRange {
    /// The earliest step that is kept.
    pub first: u64,
    /// Where the run stands.
    pub now: u64,
    /// The latest step that was made.
    pub last: u64,
}

impl SeekRange {
    /// The kept step nearest to `step`.
    pub fn nearest(&self, step: u64) -> u64 {
        step.clamp(self.first, self.last)
    }
}
