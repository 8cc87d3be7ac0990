//! What reads what users and other programs give: each reader as a target for a fuzzer, and where it starts from.

pub mod seeds;
pub mod targets;
