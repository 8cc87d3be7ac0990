//! The headless proofs, in one binary.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod abuse;
mod cli;
mod consistency;
mod explain;
mod gallery;
mod geometry;
mod readme;
mod scene;
mod sim;
mod truths;
mod view;
