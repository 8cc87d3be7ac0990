//! Panels; the only layer that names egui.
//!
//! A panel reads the running scene and pushes [`Action`]s; it never changes the scene itself. What concerns only the
//! picture (layers, camera, selection, open panels) lives in [`UiState`], by how long it lives, and is
//! edited in place; what a picture shows of it is made anew for each frame.
//!
//! # Files
//!
//! One file a panel. A panel is given `&Sim`, or `&Lab`, and pushes [actions](crate::sim::Command); `state` is what
//! the window knows, by how long it lives: preferences, session, selection, dialogs, drafts, interaction; `status` what
//! the application tells it.

mod action;
mod at_pointer;
mod axes;
mod banner;
mod card;
mod chart;
mod chosen;
mod clicks;
mod completing;
mod contact_history;
mod contacts;
mod dock;
mod export;
mod failure;
mod field;
mod formula;
mod fuzzy;
mod gallery;
mod gizmo;
mod guide;
mod hands;
mod help;
mod history_row;
mod icon;
mod inspector;
mod keys;
mod lab;
mod layers;
mod link;
mod pauses;
mod picker;
pub mod plots;
mod preferences;
mod save_as;
mod scene_page;
#[cfg(any(test, feature = "second-opinion"))]
mod second_opinion;
mod sentence;
pub mod shipped;
mod state;
mod stats;
mod status;
mod strip;
pub mod theme;
mod throw;
mod time;
mod timeline;
mod toast;
mod top_bar;
mod tour;
mod traced;
mod unsaved;
mod viewport;
mod views;
mod what_if;
mod why;
mod world;

pub use crate::language::quantity::quantity;
pub use crate::view::label_text;
pub use action::{Action, RunFile};
pub use clicks::SlowClicks;
pub use contacts::Column;
pub use export::{Export, ExportDraft, Exporting};
pub use failure::show as show_failure;
pub use fuzzy::score as fuzzy_score;
pub use guide::Open as OpenGuide;
pub use keys::take_tab;
pub use link::LinkDraft;
pub use pauses::Pause;
pub use picker::{NO_DIALOG, Picker};
pub use plots::Plotted;
pub use preferences::{DrawerTab, Preferences, SideTab};
pub use state::UiState;
pub use status::{GalleryItem, PlayMode, Status, TIME_SCALES};
pub use throw::Thrown;
pub use toast::{Toast, ToastKind, Toasts};
pub use tour::Tour;
pub use traced::{Beside, Checking};

use crate::language::{self, quantity};
use crate::subject::Subject;
use crate::view::{Compared, OtherNormal, ViewOptions};
use dock::{Dock, Edge};
use egui::{Frame, Margin, Panel, Rangef, Rect, Ui};

/// Shows the whole window and collects what the user asked for; what the picture behind the panels is to show.
pub fn show(
    ui: &mut Ui,
    subject: &Subject,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) -> (ViewOptions, Compared) {
    // What is set decides everything that follows: language, theme and keys come before any panel.
    let language = state.preferences.spoken(status.language);
    language::speak(language);
    state.follow_desktop(status.desktop_theme);
    theme::apply(ui.ctx(), state.preferences.theme);
    state.begin_frame(subject);
    keys::handle(ui.ctx(), subject, state, actions);
    // The camera moves before anything is drawn, so that panels and picture are of the same moment.
    match subject {
        Subject::Scene(timeline) => state.follow_body(timeline.sim()),
        Subject::Lab(lab) => state.follow_lab(lab.sim()),
        Subject::Trace(traced) => traced::arrive(&traced.playback, state),
    }
    state.open_for_tour(subject);
    tour::drive(ui.ctx(), subject, state, status, actions);
    // Where the first steps find what they point at, and the arrows that the page Why adds to the picture.
    let mut places = tour::LightedPlaces::default();
    let mut other_normals = vec![];

    // Within another page there is no room for panels, and that page has its own.
    if state.session.embedded {
        let bar = theme::bar_frame(ui.style());
        Panel::bottom("embedded").exact_size(44.0).resizable(false).frame(bar).show(ui, |ui| {
            top_bar::brief(ui, subject, status, actions);
        });
    } else if !state.session.panels_hidden {
        let bar = theme::bar_frame(ui.style());
        let top = Panel::top("top bar").exact_size(44.0).resizable(false).frame(bar).show(ui, |ui| {
            top_bar::show(ui, subject, state, status, actions);
        });
        // Each panel takes its strip from the window's edge; what is left at the end is the picture.
        places.bar = Some(top.response.rect);
        places.transport = Some(top_bar::transport_place(ui, top.response.rect));
        let phone = is_phone(ui);
        if phone {
            state.fold_to_one_sheet();
            let brief = Panel::bottom("brief").exact_size(48.0).resizable(false).frame(bar);
            let brief = brief.show(ui, |ui| top_bar::brief(ui, subject, status, actions));
            places.transport = Some(brief.response.rect);
        } else {
            Panel::bottom("timeline").exact_size(TIMELINE_HEIGHT).resizable(false).frame(bar).show(ui, |ui| {
                timeline::show(ui, subject, status, false, actions);
            });
        }
        // Beside a panel on the right a narrow window has no room for the pages: they go below it.
        let narrow = is_narrow(ui);
        if narrow {
            show_drawer(ui, subject, state, status, &mut other_normals, actions);
        }
        // Where not all three have room the guide takes the place of the panel.
        let has_room = ui.available_width() >= SIDE.range.min + GUIDE.range.min + dock::PICTURE[0];
        if !phone && (state.dialogs.guide.is_none() || has_room) {
            places.side = show_side(ui, subject, state, status, actions);
        }
        show_guide(ui, subject, state, status, actions);
        if !narrow {
            show_drawer(ui, subject, state, status, &mut other_normals, actions);
        }
    }
    places.picture = Some(ui.available_rect_before_wrap());
    if let Subject::Scene(timeline) = subject {
        // Contacts that the page of contact history lacks are read even while it is folded away, or it would be empty
        // when it opens.
        contact_history::tend(ui, timeline, state, actions);
    }
    // The picture takes what the panels have left, so it comes after all of them.
    viewport::show(ui, subject, state, status, actions);
    if let Some(picture) = places.picture {
        // A card of the first steps covers part of the picture: the contact's card keeps out of it.
        let free = state.free_of_tour(ui.ctx(), picture);
        card::show(ui.ctx(), subject, picture, free, state, status, actions);
    }
    if let Subject::Lab(lab) = subject {
        lab::hold(ui.ctx(), lab.sim(), state, actions);
    }

    // What stands in front of all panels comes last.
    picker::show(ui.ctx(), subject, state, status, actions);
    save_as::show(ui.ctx(), state, actions);
    export::show(ui.ctx(), state, actions);
    link::show(ui.ctx(), state, status, actions);
    unsaved::show(ui.ctx(), state, status, actions);
    help::show(ui.ctx(), state);
    tour::show(ui.ctx(), subject, state, &places);
    // A way for tests to see what becomes of a window whose panels break.
    assert!(!std::mem::take(&mut state.session.breaks), "a panel broke, as it was asked to");
    let alternative = state.drafts.what_if.as_ref().and_then(what_if::WhatIfDraft::alternative);
    (state.view_options(language), Compared { other_normals, alternative })
}

/// The least inner size of a window in which nothing is lost (points): more pixels where words are larger.
pub const LEAST_WINDOW: [f32; 2] = [640.0, 420.0];

/// In a narrower window controls of the upper bar are found under one sign, and the drawer spans the
/// whole width (points).
const NARROW: f32 = 880.0;

/// Whether the window is too narrow for everything side by side.
fn is_narrow(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < NARROW
}

/// In a window narrower than this, a phone's, panels are one sheet at the lower edge (points).
const PHONE: f32 = 600.0;

/// Whether the window is as narrow as a phone.
fn is_phone(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < PHONE
}

/// Height of the line with the way back in time (points).
const TIMELINE_HEIGHT: f32 = 32.0;
/// The guide on the left.
const GUIDE: Dock = Dock {
    name: "guide",
    edge: Edge::Left,
    range: Rangef { min: 280.0, max: 720.0 },
    default: preferences::GUIDE_WIDTH,
    folded: 0.0,
};

/// The panel on the right.
const SIDE: Dock = Dock {
    name: "side",
    edge: Edge::Right,
    range: Rangef { min: 300.0, max: 640.0 },
    default: preferences::SIDE_WIDTH,
    folded: 0.0,
};

/// The drawer at the bottom: closed, its head is still there.
const DRAWER: Dock = Dock {
    name: "drawer",
    edge: Edge::Bottom,
    range: Rangef { min: 120.0, max: 2000.0 },
    default: preferences::DRAWER_HEIGHT,
    folded: strip::HEIGHT,
};

/// Shows the open page of the guide beside the picture.
fn show_guide(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let Some(mut page) = state.dialogs.guide else { return };
    let (mut width, mut open) = (state.preferences.guide_width, true);
    let mut closed = false;
    GUIDE.show(ui, &mut width, &mut open, |ui| closed = guide::show(ui, &mut page, subject, status, actions));
    state.preferences.guide_width = width;
    // Pushed shut by the grip and closed by its button come to the same: no page is open.
    state.dialogs.guide = (open && !closed).then_some(page);
}

/// Shows the panel on the right; where it stands, when it is open.
fn show_side(
    ui: &mut Ui,
    subject: &Subject,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) -> Option<Rect> {
    let (mut width, mut open) = (state.preferences.side_width, state.preferences.side_open);
    let rect = SIDE.show(ui, &mut width, &mut open, |ui| side_pages(ui, subject, state, status, actions));
    (state.preferences.side_width, state.preferences.side_open) = (width, open);
    rect
}

/// The pages of that panel.
fn side_pages(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    // A scene has four pages, a laboratory and a trace one each.
    match subject {
        Subject::Scene(timeline) => {
            theme::tabs(
                ui,
                &mut state.preferences.side_tab,
                &[
                    (SideTab::Body, "Body", "Everything about the selected body, or the list of all."),
                    (SideTab::World, "World", "Gravity, the step, the rules of contact."),
                    (SideTab::Layers, "Layers", "What is drawn, and how."),
                    (SideTab::Time, "Time", "What pauses the run, the futures that were left, recordings."),
                ],
            );
            page(ui, state.preferences.side_tab as u8, |ui| match state.preferences.side_tab {
                SideTab::Body if state.selection.body.is_some() => inspector::show(ui, timeline.sim(), state, actions),
                SideTab::Body => scene_page::show(ui, timeline.sim(), state),
                SideTab::World => world::show(ui, timeline.sim(), status, actions),
                SideTab::Layers => layers::show(ui, state, false),
                SideTab::Time => time::show(ui, (subject, timeline), state, status, actions),
            });
        }
        Subject::Lab(lab) => page(ui, u8::MAX, |ui| lab::show(ui, (subject, lab), state, status, actions)),
        Subject::Trace(traced) => traced::show_side(ui, (subject, traced), state, status, actions),
    }
}

/// A page that scrolls, with the margins of all pages.
fn page(ui: &mut Ui, salt: u8, content: impl FnOnce(&mut Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).id_salt(salt).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 14, right: 14, top: 6, bottom: 14 }).show(ui, content);
    });
}

/// Shows the drawer and the line at its head, which tells where the run stands.
fn show_drawer(
    ui: &mut Ui,
    subject: &Subject,
    state: &mut UiState,
    status: &Status,
    other_normals: &mut Vec<OtherNormal>,
    actions: &mut Vec<Action>,
) {
    let mut height = state.preferences.drawer_height;
    // On a phone the panel on the right is part of it.
    let side = is_phone(ui) && state.preferences.side_open;
    let mut open = side || strip::is_open(subject, state);
    let was_open = open;
    DRAWER.show(ui, &mut height, &mut open, |ui| {
        strip::show(ui, subject, state, status);
        if side {
            return side_pages(ui, subject, state, status, actions);
        }
        // What the strip opens comes with the next frame: in this one there is room for the strip alone.
        if !was_open {
            return;
        }
        let page = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 8 });
        page.show(ui, |ui| match subject {
            Subject::Scene(timeline) => match state.preferences.drawer_tab {
                // The page Check is one of traces.
                DrawerTab::Contacts | DrawerTab::Check => contacts::show(ui, timeline.sim(), state, actions),
                DrawerTab::Why => why::show(ui, timeline, state, status, other_normals, actions),
                DrawerTab::History => contact_history::show(ui, timeline, state, actions),
                DrawerTab::Plots => plots::show(ui, subject, state, status, actions),
                DrawerTab::Stats => stats::show(ui, timeline.sim(), status),
            },
            Subject::Trace(traced) => match state.preferences.drawer_tab {
                DrawerTab::Why => traced::show_why(ui, &traced.playback, state, status),
                DrawerTab::Check => traced::show_report(ui, &traced.playback, state, status, actions),
                DrawerTab::History => traced::show_contact_history(ui, &traced.playback, state, status, actions),
                DrawerTab::Plots => plots::show(ui, subject, state, status, actions),
                // The other pages are those of a world that runs.
                _ => traced::show_table(ui, &traced.playback, state, actions),
            },
            Subject::Lab(_) => plots::show(ui, subject, state, status, actions),
        });
    });
    state.preferences.drawer_height = height;
    // The strip may have opened or closed it; the grip closes it, too.
    if was_open && !open {
        *(if side { &mut state.preferences.side_open } else { &mut state.preferences.drawer_open }) = false;
    }
}
