//! The headless proofs, in one binary.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[macro_use]
mod erratum;
mod abuse;
mod cli;
mod condition;
mod consistency;
mod contact_history;
mod crowds;
mod dice;
mod errata;
mod exact;
mod explain;
mod follow;
mod framing;
mod frusta;
mod fuzz;
mod gallery;
mod geometry;
mod guide;
mod inspect;
mod kills;
mod lab_commands;
mod lab_files;
mod lab_properties;
mod labs;
mod link;
mod live;
mod one_place;
mod oracle;
mod over;
mod phases;
mod planted;
mod playback;
mod properties;
#[path = "../../benches/worlds/random.rs"]
mod random;
mod random_worlds;
mod readme;
mod roles;
mod samples;
mod scene;
mod sim;
mod specimen;
mod specimens;
mod time;
mod time_machine;
mod totals;
mod traces;
mod truths;
mod truths_in_crowd;
mod twin;
mod view;
mod walls;

use proptest::prelude::*;
use std::ops::Range;

/// Any real number of a range, both ends included.
///
/// Drawn as an integer: proptest's own sampler of floats (1.12) fails an assertion of its own for rare draws.
fn real(range: Range<f32>) -> impl Strategy<Value = f32> + Clone {
    let (low, high) = (f64::from(range.start), f64::from(range.end));
    any::<u32>().prop_map(move |k| (low + (high - low) * f64::from(k) / f64::from(u32::MAX)) as f32)
}
