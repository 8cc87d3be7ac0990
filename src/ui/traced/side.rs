//! The panel on the right: the bodies, one of them, what the engine declares.

use super::super::quantity::{digits, minus, plural, quantity};
use super::super::{Action, SideTab, Status, UiState, field, fuzzy, layers, page, pauses, theme};
use super::{Checking, show_over};
use crate::check::CastMember;
use crate::language::word;
use crate::physics::BodyId;
use crate::playback::{Playback, TracedStep};
use crate::say;
use crate::subject::{Subject, Traced};
use crate::trace::{Hand, ImpulseUnit, NormalSense, PointSpace, PosesWhen, QuatOrder, SampleTrace, TracedMotion, Up};
use crate::view::trace_id;
use egui::{RichText, Ui};
use glam::DVec3;

/// More rows than this are left out; the filter finds the rest.
const ROWS: usize = 60;

/// Shows the panel.
pub fn show(
    ui: &mut Ui,
    (subject, traced): (&Subject, &Traced),
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    let playback = &traced.playback;
    theme::tabs(
        ui,
        &mut state.preferences.side_tab,
        &[
            (SideTab::Body, "Body", "Everything about the selected body, or the list of all."),
            (SideTab::World, "Engine", "What the engine declares, and what it was found to mean."),
            (SideTab::Layers, "Layers", "What is drawn, and how."),
            (SideTab::Time, "Time", "What pauses the run, and another run over it."),
        ],
    );
    // Each page keeps its own place, apart from those of scenes.
    let tab = state.preferences.side_tab;
    page(ui, 64 + tab as u8, |ui| match tab {
        SideTab::Time => {
            theme::section(ui, "Pause when");
            pauses::show(ui, subject, state, status, actions);
            let live = if playback.is_live() {
                "Its engine still runs. While this window is paused it reads no further, and the engine waits."
            } else {
                "The run stops at the step at which a condition begins to hold."
            };
            ui.add_space(6.0);
            ui.label(RichText::new(word(live)).small().weak());
            show_over(ui, traced, state, status, actions);
        }
        SideTab::Body => match state.selection.body.map(BodyId::index) {
            Some(index) if playback.frame().body(index).is_some() => body(ui, playback, index, state, actions),
            _ => bodies(ui, playback, status.sample, state),
        },
        SideTab::World => engine(ui, playback, status),
        SideTab::Layers => layers::show(ui, state, true),
    });
}

fn bodies(ui: &mut Ui, playback: &Playback, sample: Option<&SampleTrace>, state: &mut UiState) {
    let (film, frame) = (playback.film(), playback.frame());
    ui.add_space(4.0);
    ui.label(RichText::new(&film.title).heading());
    ui.label(say!(
        "A trace: {}, poses and contacts as its engine told them.",
        plural(film.steps as usize, "step", "steps")
    ));
    // Steps before the fault are whole and can be looked at.
    if let Some(fault) = playback.fault() {
        ui.label(RichText::new(say!("Only up to here: {}", fault)).color(ui.visuals().warn_fg_color));
    }
    // A trace that comes with the program has a text on what there is to see.
    if let Some(sample) = sample {
        ui.add_space(6.0);
        ui.label(word(sample.about));
        if !sample.setting.is_empty() {
            ui.label(word(sample.setting));
        }
    }
    ui.add_space(6.0);
    ui.label(
        RichText::new(word("Click a body or a contact. The page Check below has what was found in all steps.")).weak(),
    );
    theme::section(ui, &plural(frame.cast().members.len(), "body", "bodies"));
    let find = egui::TextEdit::singleline(&mut state.drafts.body_filter)
        .hint_text(word("Find a body"))
        .desired_width(f32::INFINITY);
    ui.add(find).accessible_name(word("Find a body")).on_hover_text(word("Part of its name."));
    ui.add_space(2.0);
    let filter = state.drafts.body_filter.trim().to_owned();
    ui.spacing_mut().item_spacing.y = 1.0;
    let wanted = |name: &str| filter.is_empty() || fuzzy::score(&filter, name).is_some();
    let all = frame.cast().members.iter().enumerate().map(|(index, member)| (index, member, frame.name(index)));
    let found: Vec<_> = all.filter(|(.., name)| wanted(name)).collect();
    // As many as one would scroll through; the rest are found by typing.
    for (index, member, name) in found.iter().take(ROWS) {
        let about = RichText::new(about(frame, *index, member)).small().weak();
        let row = egui::Button::selectable(false, name.as_str())
            .right_text(about)
            .min_size(egui::vec2(ui.available_width(), 22.0));
        let response = ui.add(row.truncate()).on_hover_text(word("Click to select it."));
        if response.hovered() {
            state.interaction.pointed.body = Some(trace_id(*index));
        }
        if response.clicked() {
            state.select(Some(trace_id(*index)));
        }
    }
    if found.len() > ROWS {
        ui.label(RichText::new(say!("{} more: type to find them", found.len() - ROWS)).small().weak());
    }
    if found.is_empty() {
        ui.label(RichText::new(word("No body has such a name.")).weak());
    }
}

/// How a body moves and what it is made of, in a few words.
fn about(frame: &TracedStep, index: usize, member: &CastMember) -> String {
    // Bodies may come and go in the course of a trace.
    if frame.place(index).is_none() {
        return word("not there").into();
    }
    let shape = match &*member.pieces {
        [] => word("no shape given").into(),
        [one] => word(kind_name(one.kind)).to_owned(),
        many => plural(many.len(), "shape", "shapes"),
    };
    format!("{} {shape}", word(motion(member.motion)))
}

const fn motion(motion: TracedMotion) -> &'static str {
    match motion {
        TracedMotion::Static => "static",
        TracedMotion::Kinematic => "kinematic",
        TracedMotion::Dynamic => "dynamic",
    }
}

/// What the window calls a shape of the format.
fn kind_name(kind: &'static str) -> &'static str {
    match kind {
        "hull" => "convex hull",
        other => other,
    }
}

fn body(ui: &mut Ui, playback: &Playback, index: usize, state: &mut UiState, actions: &mut Vec<Action>) {
    let (frame, given) = (playback.frame(), playback.film().given);
    let Some(member) = frame.body(index) else { return };
    ui.horizontal(|ui| {
        ui.label(RichText::new(frame.name(index)).heading());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button(word("All bodies")).clicked() {
                state.select(None);
            }
            if ui.button(word("Frame")).on_hover_text(word("Moves the camera to it. F")).clicked() {
                actions.push(Action::Frame);
            }
        });
    });
    ui.label(RichText::new(about(frame, index, member)).weak());
    theme::section(ui, "Motion");
    // What the engine does not tell is said to be missing, and never shown as nought.
    let none = || word("not given").to_owned();
    let place = frame.place(index);
    field::readout(ui, "Position", &place.map_or_else(none, |pose| vector(pose.position, "m")));
    let turn = place.map(|pose| {
        let (axis, angle) = pose.rotation.to_axis_angle();
        say!("{}° about {}", digits(angle.to_degrees()), vector(axis, ""))
    });
    field::readout(ui, "Rotation", &turn.unwrap_or_else(none));
    let velocity = frame.velocity(index);
    field::readout(ui, "Velocity", &velocity.map_or_else(none, |v| vector(v.linear, "m/s")));
    field::readout(ui, "Speed", &velocity.map_or_else(none, |v| quantity(v.linear.length(), "m/s")));
    field::readout(ui, "Spin", &velocity.map_or_else(none, |v| vector(v.spin, "rad/s")));
    if !given.velocities {
        ui.label(RichText::new(word("This engine gives no velocities.")).small().weak());
    }
    theme::section(ui, "Declared");
    field::readout(ui, "Mass", &member.mass.map_or_else(none, |m| quantity(m, "kg")));
    field::readout(ui, "Restitution", &member.restitution.map_or_else(none, digits));
    for piece in &member.pieces {
        let mut text = word(kind_name(piece.kind)).to_owned();
        // Two kinds of rounding: one adds to the shape, the other takes its edges away.
        if piece.round > 0.0 {
            text = say!("{}, rounded outside by {}", text, quantity(piece.round, "m"));
        }
        if piece.inset > 0.0 {
            text = say!("{}, edges rounded by {}", text, quantity(piece.inset, "m"));
        }
        field::readout(ui, "Shape", &text);
    }
    theme::section(ui, "Touches");
    // Pairs of this step; several contacts of a pair are one touch.
    let meetings = frame.meetings();
    let own = meetings.iter().filter(|m| m.bodies.0 == index || m.bodies.1 == index);
    let mut any = false;
    for meeting in own {
        any = true;
        let (a, b) = meeting.bodies;
        let other = if a == index { b } else { a };
        let verdict = frame.worst_of(&meeting.contacts).and_then(|c| frame.judgement(c)).map(|told| told.verdict);
        let said = verdict.map_or("", |verdict| word(verdict.title()));
        let row = egui::Button::selectable(false, frame.name(other))
            .right_text(RichText::new(said).small().weak())
            .min_size(egui::vec2(ui.available_width(), 22.0));
        let response = ui.add(row.truncate());
        if response.hovered() {
            state.interaction.pointed.contact = Some((trace_id(a), trace_id(b)));
        }
        if response.clicked() {
            super::select(playback, state, a, b, false);
        }
    }
    if !any {
        ui.label(RichText::new(word("Nothing touches it in this step.")).weak());
    }
}

/// What the header declares, and what was found to be meant.
fn engine(ui: &mut Ui, playback: &Playback, status: &Status) {
    let film = playback.film();
    let header = &film.header;
    theme::section(ui, "Declared");
    let none = || word("not given").to_owned();
    field::readout(ui, "Engine", if header.engine.is_empty() { word("not given") } else { &header.engine });
    // In the header's own words, so that one finds them in the adapter.
    let up = match header.up {
        Up::X => "x",
        Up::Y => "y",
        Up::Z => "z",
        Up::MinusX => "−x",
        Up::MinusY => "−y",
        Up::MinusZ => "−z",
    };
    field::readout(ui, "Up", up);
    field::readout(ui, "Axes", word(if header.hand == Hand::Left { "left-handed" } else { "right-handed" }));
    field::readout(ui, "Quaternions", if header.quat == QuatOrder::Wxyz { "w x y z" } else { "x y z w" });
    let sense = if header.normal == NormalSense::BToA { "from B to A" } else { "from A to B" };
    field::readout(ui, "Normals", word(sense));
    let poses = if header.poses == PosesWhen::After { "after the step" } else { "at which contacts were found" };
    field::readout(ui, "Poses", word(poses));
    let points = match header.points {
        PointSpace::World => "in the world",
        PointSpace::A => "in body A",
        PointSpace::B => "in body B",
    };
    field::readout(ui, "Points", word(points));
    let impulse = match header.impulse {
        Some(ImpulseUnit::NewtonSecond) => "N·s".to_owned(),
        Some(ImpulseUnit::Newton) => "N".to_owned(),
        None => none(),
    };
    field::readout(ui, "Impulses", &impulse);
    field::readout(ui, "Unit of length", &quantity(header.metres, "m"));
    field::readout(ui, "Step", &header.dt.map_or_else(none, |dt| quantity(dt, "s")));
    theme::section(ui, "Found");
    // What the check found beside what is declared.
    match &status.checking {
        Checking::Done(report) if report.header.is_empty() => {
            ui.label(word("The contacts bear the header out."));
        }
        Checking::Done(report) => {
            for lie in &report.header {
                let share = format!("{:.1}", 100.0 * lie.share);
                let text = say!(
                    "{} is declared as {}, but {} fits {} % of the contacts: shown by that.",
                    lie.key,
                    lie.declared,
                    lie.found,
                    share
                );
                ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
            }
        }
        _ => {
            ui.label(RichText::new(word("Known when the whole trace is checked.")).weak());
        }
    }
    theme::section(ui, "What it gives");
    let given = film.given;
    for (name, is_given) in [
        ("Separations", given.separations),
        ("Normal impulses", given.impulses),
        ("Friction impulses", given.friction),
        ("Velocities", given.velocities),
    ] {
        field::readout(ui, name, word(if is_given { "given" } else { "not given" }));
    }
}

/// Three numbers with a unit.
pub fn vector(v: DVec3, unit: &str) -> String {
    // What rounds to nothing is written without a sign.
    let parts = v.to_array().map(|c| minus(&format!("{:.3}", if c.abs() < 5e-4 { 0.0 } else { c })));
    format!("{} {unit}", parts.join(" ")).trim_end().to_owned()
}
