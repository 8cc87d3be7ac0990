//! The panels of a trace: what its engine told, and what geometry says of it.
//!
//! Nothing here can be changed: poses and contacts are another engine's. What it did not give is said to be not given.
//!
//! `side`: the panel on the right. `table`: the contacts of the step. `why`: one pair of bodies. `report`: the
//! page *Check*, what was found in the whole trace. `contact_history`: which pairs touched when. `over`: another run that
//! lies over it.

mod contact_history;
mod over;
mod report;
mod side;
mod table;
mod why;

pub(super) use contact_history::show as show_contact_history;
pub(super) use over::{mark, show as show_over};
pub(super) use report::show as show_report;
pub(super) use side::show as show_side;
pub(super) use table::show as show_table;
pub(super) use why::{card, show as show_why};

use super::{Action, UiState};
use crate::check::{Diff, Report, Verdict};
use crate::playback::Playback;
use crate::subject::Loss;
use crate::trace::Id;
use crate::view::{MeetingPlace, meeting_place, trace_id};
use egui::{Color32, Visuals};
use std::sync::Arc;

/// How far the check of the whole trace has come.
#[derive(Clone, Debug, Default)]
pub enum Checking {
    /// No trace is open, or it is not being checked.
    #[default]
    Off,
    /// So many steps of so many are judged; of none while it is being read.
    Running(u64, u64),
    /// What it found.
    Done(Arc<Report>),
    /// Why there is no report.
    Failed(String),
}

impl PartialEq for Checking {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Off, Self::Off) => true,
            (Self::Running(a, b), Self::Running(c, d)) => (a, b) == (c, d),
            // By identity: a report is large, and never changes once it is made.
            (Self::Done(a), Self::Done(b)) => Arc::ptr_eq(a, b),
            (Self::Failed(a), Self::Failed(b)) => a == b,
            _ => false,
        }
    }
}

/// What is known of another run that lies over a trace.
#[derive(Clone, Debug, Default)]
pub enum Beside {
    /// There is none.
    #[default]
    Off,
    /// So many steps of so many are done, read or compared.
    Running(u64, u64),
    /// Where the two part, and what of the trace is not in a run of this program.
    Done(Arc<Diff>, Vec<Loss>),
    /// Why there is none, or why the two are not compared.
    Failed(String),
}

impl Beside {
    /// How far bodies of two runs may be from each other to count as together (m, and rad of a turn): what the command
    /// line takes where nothing is said.
    pub const TOGETHER: f64 = 1e-4;
}

impl PartialEq for Beside {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Off, Self::Off) => true,
            (Self::Running(a, b), Self::Running(c, d)) => (a, b) == (c, d),
            (Self::Done(a, b), Self::Done(c, d)) => Arc::ptr_eq(a, c) && b == d,
            (Self::Failed(a), Self::Failed(b)) => a == b,
            _ => false,
        }
    }
}

/// The contact between two bodies that a step is gone to for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WantedPair {
    step: u64,
    a: Id,
    b: Id,
}

/// Goes to a step and selects the contact between two bodies there.
pub(super) fn go_to(state: &mut UiState, actions: &mut Vec<Action>, step: u64, a: &Id, b: &Id) {
    state.interaction.wanted_meeting = Some(WantedPair { step, a: a.clone(), b: b.clone() });
    actions.push(Action::Seek(step));
}

impl UiState {
    /// Selects the contact of two bodies as soon as the trace stands at a step.
    pub fn want_contact(&mut self, step: u64, a: i64, b: i64) {
        let (a, b) = (Id::Number(a), Id::Number(b));
        self.interaction.wanted_meeting = Some(WantedPair { step, a, b });
    }
}

/// Selects what was gone to, as soon as the trace stands there.
pub(super) fn arrive(playback: &Playback, state: &mut UiState) {
    let frame = playback.frame();
    // The bodies of an engine that is followed come with its first step.
    if frame.cast().members.is_empty() {
        state.interaction.awaits_bodies = true;
    } else if std::mem::take(&mut state.interaction.awaits_bodies) {
        let extent = playback.film().extent;
        state.camera.frame(extent.center, extent.radius.max(0.5) * 1.1);
    }
    let Some(wanted) = state.interaction.wanted_meeting.take_if(|wanted| wanted.step == frame.number) else { return };
    let Some((a, b)) = frame.find(&wanted.a).zip(frame.find(&wanted.b)) else { return };
    // A missed pair has no contact: then the bodies themselves are looked at.
    if frame.between(a, b).is_empty() {
        state.selection.contact = None;
        state.select(Some(trace_id(b)));
        if let Some(place) = frame.place(b) {
            let radius = frame.body(b).map_or(1.0, |member| member.bound).min(5.0) as f32;
            state.camera.frame(place.position.as_vec3(), 2.0 * radius);
        }
    } else {
        select(playback, state, a, b, true);
    }
}

/// Selects the contacts between two bodies and, when asked, moves the camera there.
pub(super) fn select(playback: &Playback, state: &mut UiState, a: usize, b: usize, go_there: bool) {
    state.selection.contact = Some((trace_id(a), trace_id(b)));
    // Near enough to tell the points of the contact apart, far enough to see whose they are.
    if go_there && let Some(MeetingPlace { center, reach }) = meeting_place(playback, a, b) {
        state.session.follow = false;
        state.camera.frame(center, (2.0 * reach).clamp(0.4, 5.0));
    }
}

/// The two bodies of the selected contact.
pub(super) fn selected(state: &UiState) -> Option<(usize, usize)> {
    state.selection.contact.map(|(a, b)| (a.index(), b.index()))
}

/// In which colour a verdict is said.
pub(super) fn verdict_color(verdict: Verdict, visuals: &Visuals) -> Color32 {
    match verdict {
        Verdict::Agrees | Verdict::Tie => visuals.text_color(),
        Verdict::Unchecked => visuals.weak_text_color(),
        Verdict::Rounded | Verdict::Stale => visuals.warn_fg_color,
        Verdict::Reversed | Verdict::OffSurface | Verdict::Wrong => visuals.error_fg_color,
    }
}

/// A sentence on what a verdict means.
pub(super) const fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "The normal and the separation are what geometry says.",
        Verdict::Tie => "Another direction is as good as the best one: either is right.",
        Verdict::Rounded => "It is right for shapes whose edges are rounded.",
        Verdict::Stale => "It was right some steps ago: the engine has kept it while the bodies moved on.",
        Verdict::Reversed => "It is right but for its sign: it points from the second body to the first.",
        Verdict::OffSurface => "A point lies on neither body, nor between the two.",
        Verdict::Wrong => "No rule explains it: not rounding, not an earlier step, not the sign.",
        Verdict::Unchecked => "Geometry has no answer for these two.",
    }
}
