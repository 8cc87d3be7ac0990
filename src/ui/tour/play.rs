//! What the cards of the first steps play: to the first impact, on from there step by step, and back to it.
//!
//! Nothing here is done once and forgotten: what was asked for is asked for again until it has come about, for a pass
//! of a frame may be thrown away with its actions.

use super::super::{Action, SideTab, Status, UiState};
use super::{LightedPart, Tour, cards};
use crate::physics::{BodyId, Contact, Motion};
use crate::sim::{Sim, Timeline};
use crate::subject::Subject;
use egui::Context;
use std::time::Duration;

/// From one step to the next.
const PACE: u64 = 45;
/// What was asked for should have come about by then; else it is asked for again (ms).
const PATIENCE: u64 = 700;
/// An impact is looked for over so many steps from the first one.
const SEARCH: u64 = 300;
/// So many steps follow on the card that speaks of steps.
const SHOWN: u64 = 24;

/// What a card plays, and how far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Playing {
    /// What comes next.
    goal: Goal,
    /// The first impact: after which step, and of whom.
    impact: Option<(u64, (BodyId, BodyId))>,
    /// The step that was asked for last, and when (ms).
    asked: Option<(u64, u64)>,
    /// Whether what the card is about has been selected.
    shown: bool,
    /// The contact that was.
    contact: Option<(BodyId, BodyId)>,
}

/// What a card wants of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Goal {
    /// The card was just turned to.
    #[default]
    Begin,
    /// Time is to be taken to this step; then the rest of the card follows.
    Seek(u64),
    /// Steps, until there is an impact or this step is reached.
    ToImpact(u64),
    /// Steps, until this one is reached.
    Until(u64),
    /// All was played, or the user has taken over.
    Done,
}

impl Playing {
    /// The contact that the card has selected.
    pub(super) fn asked_about(self) -> Option<(BodyId, BodyId)> {
        self.contact
    }

    /// What is known of the run stays known.
    pub(super) fn of_another_card(self) -> Self {
        Self { impact: self.impact, ..Self::default() }
    }
}

/// Takes time to what the card speaks of, and lets it go on when the cards are over.
pub(in super::super) fn drive(
    ctx: &Context,
    subject: &Subject,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    let ms = ctx.input(|i| (1e3 * i.time) as u64);
    let Some(mut tour) = state.dialogs.tour else {
        resume(ms, state, status, actions);
        return;
    };
    let Subject::Scene(timeline) = subject else { return };
    let part = cards(subject)[tour.card].0;
    let playing = &mut tour.playing;
    // Time that ran before a card came goes on when all of them are over.
    if playing.goal == Goal::Begin {
        state.session.resume |= status.running;
        playing.goal = playing.begin(part, subject);
    } else if actions.iter().any(is_of_time) || (status.running && !matches!(playing.goal, Goal::Seek(_))) {
        // Whoever runs time by hand has it.
        playing.goal = Goal::Done;
        state.session.resume = false;
    }
    if let Some(wanted) = playing.go(part, timeline, ms, actions) {
        ctx.request_repaint_after(Duration::from_millis(wanted));
    }
    // The contact of the impact is there in its own step alone: only there it can be selected.
    let arrived =
        playing.goal == Goal::Done && playing.impact.is_none_or(|(step, _)| step == timeline.sim().step_count());
    if arrived && !status.running && !std::mem::replace(&mut playing.shown, true) {
        tour.playing.contact = show(part, timeline.sim(), tour, state);
    }
    state.dialogs.tour = Some(tour);
}

/// Whether it is the user's hand on time.
const fn is_of_time(action: &Action) -> bool {
    matches!(action, Action::TogglePause | Action::Step(_) | Action::Back(_) | Action::Seek(_) | Action::Restart)
}

/// Lets time go on that the cards have held.
fn resume(ms: u64, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let session = &mut state.session;
    if !session.resume {
        session.resume_asked = None;
    } else if status.running {
        session.resume = false;
    } else if session.resume_asked.is_none_or(|asked| ms >= asked + PATIENCE) {
        session.resume_asked = Some(ms);
        actions.push(Action::TogglePause);
    }
}

impl Playing {
    /// Where a card begins.
    fn begin(&self, part: LightedPart, subject: &Subject) -> Goal {
        match (part, self.impact) {
            (LightedPart::Picture, _) => Goal::Seek(subject.seek_range().first),
            (LightedPart::Bar | LightedPart::Side | LightedPart::Contact, Some((step, _))) => Goal::Seek(step),
            (LightedPart::Bar | LightedPart::Side | LightedPart::Contact, None) => Goal::Seek(subject.step_count()),
            (LightedPart::Scenes, _) => Goal::Done,
        }
    }

    /// Goes on towards the goal; when to look again (ms), if there is more to come.
    fn go(&mut self, part: LightedPart, timeline: &Timeline, ms: u64, actions: &mut Vec<Action>) -> Option<u64> {
        let now = timeline.sim().step_count();
        let limit = match self.goal {
            Goal::Begin | Goal::Done => return None,
            // Back to where the card begins, as often as that takes: the run answers in its own time.
            Goal::Seek(to) => {
                let asked = self.asked.is_some_and(|(_, when)| ms < when + PATIENCE);
                if now != to || self.asked.is_none() {
                    if !asked {
                        // It stops time, too.
                        actions.push(Action::Seek(to));
                        self.asked = Some((to, ms));
                    }
                } else {
                    // Each card goes on from there in its own way: to an impact, for a while, or not at all.
                    self.goal = match part {
                        LightedPart::Picture => Goal::ToImpact(now + SEARCH),
                        LightedPart::Bar => Goal::Until(now + SHOWN),
                        LightedPart::Side | LightedPart::Contact | LightedPart::Scenes => Goal::Done,
                    };
                }
                return Some(PACE);
            }
            Goal::ToImpact(limit) => {
                // Faster than what counts as rest: a body that lies there is no impact.
                if let Some(contact) = hardest(timeline.sim()) {
                    self.impact = Some((now, (contact.a, contact.b)));
                    self.goal = Goal::Done;
                    return None;
                }
                limit
            }
            Goal::Until(limit) => limit,
        };
        if now >= limit {
            self.goal = Goal::Done;
            return None;
        }
        // One step after the other: an impact must not be passed by.
        let (asked, when) = self.asked.unwrap_or((now, 0));
        if (now >= asked && ms >= when + PACE) || ms >= when + PATIENCE {
            actions.push(Action::Step(1));
            self.asked = Some((now + 1, ms));
        }
        Some(PACE)
    }
}

/// A slower impact is none that one sees (m/s).
const SEEN: f32 = 0.1;

/// The contact of the hardest impact of the last step that was fast enough to bounce, and to be seen.
fn hardest(sim: &Sim) -> Option<&Contact> {
    let is_fast = |contact: &&Contact| contact.impact_speed > sim.world().bounce_speed(contact).max(SEEN);
    let impacts = sim.contacts().iter().filter(is_fast);
    impacts.max_by(|a, b| a.impact_speed.total_cmp(&b.impact_speed))
}

/// Selects what the card is about, unless something is; the contact that it has selected.
fn show(part: LightedPart, sim: &Sim, tour: Tour, state: &mut UiState) -> Option<(BodyId, BodyId)> {
    let pair = tour.playing.impact.map(|(_, pair)| pair);
    let moves = |id: &BodyId| sim.world().body(*id).is_some_and(|body| body.desc.motion == Motion::Dynamic);
    match part {
        LightedPart::Side if state.selection.body.is_none() => {
            // What was struck, if it moves; else the first that does.
            let struck = pair.and_then(|(a, b)| [b, a].into_iter().find(moves));
            let body = struck.or_else(|| sim.world().bodies().map(|body| body.id).find(moves));
            state.preferences.side_tab = SideTab::Body;
            state.select(body);
        }
        LightedPart::Contact if state.selection.contact.is_none() => {
            // The impact that was shown, else what presses hardest now.
            let pressed = |contact: &&Contact| contact.normal_impulse();
            let hardest = sim.contacts().iter().max_by(|a, b| pressed(a).total_cmp(&pressed(b)));
            state.selection.contact = pair.or(hardest.map(|contact| (contact.a, contact.b)));
            return state.selection.contact;
        }
        _ => {}
    }
    None
}
