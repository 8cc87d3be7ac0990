//! The threads of a step by themselves, from the program's own source: as they are, for Miri and for the thread
//! sanitizer, and over loom, which tries every order in which they can run and every value that a load may give.

#[cfg(loom)]
pub mod model;
#[cfg(not(loom))]
#[path = "../../../src/physics/sync.rs"]
#[allow(dead_code, reason = "only what the team needs is used here")]
mod sync;
#[cfg(loom)]
#[path = "model/sync.rs"]
mod sync;
#[path = "../../../src/physics/team.rs"]
#[allow(dead_code, reason = "only what the models need is used here")]
mod team;
