//! The headless proofs, in one binary.

mod cli;
mod geometry;
mod scene;
mod sim;
mod truths;
mod view;
