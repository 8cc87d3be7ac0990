//! The headless proofs, in one binary.

mod geometry;
mod scene;
mod sim;
