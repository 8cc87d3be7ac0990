//! Panels driven by real input events: what is clicked, dragged and typed reaches the simulation.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bench;
mod card;
mod chinese;
mod contact_history;
mod contacts;
mod edits;
mod export;
mod gallery;
mod guide;
mod handles;
mod hands;
mod hints;
mod keyboard;
mod keys;
mod lab_panel;
mod labs;
mod layout;
mod letters;
mod looks;
mod measuring;
mod plots;
mod poses;
mod search;
mod small;
mod time;
mod together;
mod tour;
mod trace;
mod unsaved;
mod views;
mod why;
