//! Pictures drawn on whatever adapter there is; a missing adapter is a failure.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test images` rewrites the pictures under `tests/snapshots`. A picture that differs
//! is left beside the old one as `.new.png`, with the difference as `.diff.png`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bodies;
mod device;
mod frusta;
mod golden;
mod guide;
mod hands;
mod labs;
mod layers;
mod readable;
mod roles;
mod scenes;
mod signs;
mod thumbnails;
mod traces;
mod words;
