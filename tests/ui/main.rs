//! Panels driven by real input events: what is clicked, dragged and typed reaches the simulation.

mod bench;
mod edits;
mod keys;
mod looks;
mod search;
