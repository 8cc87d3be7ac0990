//! V1 … V9.
use super::Case;
pub(super) const CASES: &[Case] = &[];
