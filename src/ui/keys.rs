//! What the keys do.

use super::picker::Picker;
use super::{Action, UiState, contacts, hands, views};
use crate::scene;
use crate::sim::Sim;
use crate::subject::Subject;
use crate::view::{GizmoKind, Layers, MeasureKind};
use egui::{Context, Event, InputState, Key, Modifiers};

/// Reads the keys of this frame, press by press in their order; keys that a text field wants are left to it.
pub(super) fn handle(ctx: &Context, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
    scale_words(ctx, state);
    // Letters belong to the field that has the keyboard, arrows to the menu that is open.
    if ctx.text_edit_focused() || egui::Popup::is_any_open(ctx) {
        return;
    }
    // A control that has the keyboard keeps the keys that work it.
    let focused = ctx.memory(|m| m.focused().is_some());
    // Press by press: of two keys in one frame the second must see what the first one did.
    ctx.input_mut(|input| {
        let mut rest = vec![];
        for press in presses(std::mem::take(&mut input.events)) {
            input.events = press;
            if input.events.first().is_some_and(is_press) {
                handle_press(input, focused, subject, state, actions);
            }
            rest.append(&mut input.events);
        }
        input.events = rest;
    });
}

/// One list an event, but the letter that a key types stays with the key: both are one press.
fn presses(events: Vec<Event>) -> Vec<Vec<Event>> {
    let mut presses: Vec<Vec<Event>> = vec![];
    for event in events {
        match presses.last_mut() {
            Some(last) if matches!((&last[..], &event), ([Event::Key { pressed: true, .. }], Event::Text(_))) => {
                last.push(event);
            }
            _ => presses.push(vec![event]),
        }
    }
    presses
}

fn is_press(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, .. } | Event::Text(_) | Event::Paste(_) | Event::Copy)
}

/// What one press does, which is all that `input` has.
fn handle_press(
    input: &mut InputState,
    focused: bool,
    subject: &Subject,
    state: &mut UiState,
    actions: &mut Vec<Action>,
) {
    let scene = subject.scene();
    // What works in every state of the window comes first; a question that waits for its answer then ends it.
    paste(input, scene, state, actions);
    copy(input, scene, state, actions);
    with_control(input, scene, state, actions);
    if state.asks() {
        return;
    }
    if !focused && !state.dialogs.help {
        tour(input, subject, state);
        // The guide stands beside all the rest: it goes first, and what is selected stays.
        if state.dialogs.guide.is_some() && pressed(input, Modifiers::NONE, Key::Escape) {
            state.dialogs.guide = None;
        }
    }
    playback(input, focused, actions);
    transport(input, focused, actions);
    picture(input, subject, state, actions);
    match scene {
        Some(sim) => bodies(input, focused, sim, state, actions),
        // Without a scene Escape has only the help to close.
        None if !focused && pressed(input, Modifiers::NONE, Key::Escape) => state.dialogs.help = false,
        None => {}
    }
}

/// Ctrl with + and − is egui's own; buttons change `font_scale`. Whichever moved last wins.
fn scale_words(ctx: &Context, state: &mut UiState) {
    let now = ctx.zoom_factor();
    if state.preferences.font_scale == state.session.applied_font_scale {
        state.preferences.font_scale = now.clamp(0.5, 3.0);
    } else {
        state.preferences.font_scale = state.preferences.font_scale.clamp(0.5, 3.0);
        ctx.set_zoom_factor(state.preferences.font_scale);
    }
    state.session.applied_font_scale = state.preferences.font_scale;
}

/// Takes Tab away from egui while no control has the keyboard: then it hides and shows the panels.
///
/// To be called before a frame, for egui moves the focus before the first panel is asked. F6 gives the keyboard to the
/// first control; from there Tab goes on.
pub fn take_tab(ctx: &Context, events: &mut Vec<Event>, state: &mut UiState) {
    let focused = ctx.memory(|m| m.focused().is_some()) || ctx.text_edit_focused();
    if focused || state.asks() || state.dialogs.help {
        return;
    }
    events.retain(|event| match event {
        Event::Key { key: Key::Tab, pressed, modifiers, .. } if modifiers.is_none() || modifiers.shift_only() => {
            if *pressed {
                state.session.panels_hidden = !state.session.panels_hidden;
            }
            false
        }
        _ => true,
    });
}

fn pressed(input: &mut InputState, modifiers: Modifiers, key: Key) -> bool {
    input.consume_key(modifiers, key)
}

/// Bodies on the clipboard come into the open scene; a scene or a contact opens.
fn paste(input: &InputState, scene: Option<&Sim>, state: &mut UiState, actions: &mut Vec<Action>) {
    let mut texts =
        input.events.iter().filter_map(|event| if let Event::Paste(text) = event { Some(text) } else { None });
    let Some(text) = texts.next_back() else { return };
    // Behind a question nothing is opened.
    if state.asks() {
        return;
    }
    match (scene, scene::bodies_alone(text)) {
        (Some(sim), Some(bodies)) => hands::paste(input, sim, bodies, state, actions),
        _ => actions.push(Action::OpenText(text.clone())),
    }
}

/// The selected contact, or the selected bodies, as text onto the clipboard.
fn copy(input: &InputState, scene: Option<&Sim>, state: &mut UiState, actions: &mut Vec<Action>) {
    let asked = input.events.iter().any(|event| matches!(event, Event::Copy));
    let (true, Some(sim)) = (asked, scene) else { return };
    match state.selection.contact {
        Some(pair) => {
            let contact = sim.contacts().iter().find(|contact| contact.is_between(pair));
            actions.extend(contact.map(|contact| Action::Copy(contacts::describe(sim, contact))));
        }
        None => hands::copy(sim, state, actions),
    }
}

fn with_control(input: &mut InputState, scene: Option<&Sim>, state: &mut UiState, actions: &mut Vec<Action>) {
    let control_shift = Modifiers::COMMAND | Modifiers::SHIFT;
    // With Shift before without: egui takes a key with Shift for the key alone as well.
    if pressed(input, control_shift, Key::Z) || pressed(input, Modifiers::COMMAND, Key::Y) {
        actions.push(Action::Redo);
    }
    if pressed(input, Modifiers::COMMAND, Key::Z) {
        actions.push(Action::Undo);
    }
    if pressed(input, control_shift, Key::O) {
        actions.push(Action::BrowseOpen);
    }
    if pressed(input, Modifiers::COMMAND, Key::O) {
        state.dialogs.picker = Some(Picker::scenes());
    }
    // Both are in use elsewhere for a list of commands.
    if pressed(input, Modifiers::COMMAND, Key::P) || pressed(input, Modifiers::COMMAND, Key::K) {
        state.dialogs.picker = Some(Picker::commands());
    }
    if pressed(input, Modifiers::COMMAND, Key::S) {
        actions.push(Action::Save);
    }
    if pressed(input, Modifiers::COMMAND, Key::Q) {
        actions.push(Action::Quit);
    }
    if let Some(sim) = scene {
        if pressed(input, Modifiers::COMMAND, Key::D) {
            actions.extend(hands::duplicate(sim, &state.selection));
        }
        if pressed(input, Modifiers::COMMAND, Key::A) {
            hands::select_all(sim, state);
        }
    }
}

/// Enter goes on to the next card of the first steps, Escape skips them.
fn tour(input: &mut InputState, subject: &Subject, state: &mut UiState) {
    if state.dialogs.tour.is_some() {
        if pressed(input, Modifiers::NONE, Key::Escape) {
            state.end_tour();
        } else if pressed(input, Modifiers::NONE, Key::Enter) {
            state.next_card(subject);
        }
    }
}

fn transport(input: &mut InputState, focused: bool, actions: &mut Vec<Action>) {
    // Space works a button that has the keyboard.
    let space = !focused && pressed(input, Modifiers::NONE, Key::Space);
    if space || pressed(input, Modifiers::NONE, Key::P) {
        actions.push(Action::TogglePause);
    }
    let typed = |input: &InputState, letters: &str| {
        input.events.iter().any(|e| matches!(e, Event::Text(text) if letters.contains(text.as_str())))
    };
    // Which key carries the full stop depends on the keyboard; the letter itself does not.
    if pressed(input, Modifiers::SHIFT, Key::Period) || pressed(input, Modifiers::SHIFT, Key::O) {
        actions.push(Action::Step(10));
    } else if pressed(input, Modifiers::NONE, Key::Period) || pressed(input, Modifiers::NONE, Key::O) {
        actions.push(Action::Step(1));
    }
    if pressed(input, Modifiers::SHIFT, Key::Comma) {
        actions.push(Action::Back(10));
    } else if pressed(input, Modifiers::NONE, Key::Comma) {
        actions.push(Action::Back(1));
    }
    if pressed(input, Modifiers::NONE, Key::R) || (!focused && pressed(input, Modifiers::NONE, Key::Backspace)) {
        actions.push(Action::Restart);
    }
    // By key and by letter: on many keyboards brackets need another key.
    let back = pressed(input, Modifiers::NONE, Key::OpenBracket);
    if back || typed(input, "[") {
        actions.push(Action::Neighbour(-1));
    }
    let on = pressed(input, Modifiers::NONE, Key::CloseBracket);
    if on || typed(input, "]") {
        actions.push(Action::Neighbour(1));
    }
}

/// Which way time runs.
fn playback(input: &mut InputState, focused: bool, actions: &mut Vec<Action>) {
    if !focused && pressed(input, Modifiers::SHIFT, Key::Space) {
        actions.push(Action::Reverse);
    }
    if pressed(input, Modifiers::NONE, Key::L) {
        actions.push(Action::Loop);
    }
    if pressed(input, Modifiers::NONE, Key::G) {
        actions.push(Action::KeepGhost);
    }
}

fn picture(input: &mut InputState, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
    // By its letter, wherever the keyboard has it.
    let question = input.events.iter().any(|e| matches!(e, Event::Text(text) if text == "?"));
    if pressed(input, Modifiers::NONE, Key::F1) || question {
        state.dialogs.help = !state.dialogs.help;
    }
    // F6 moves the keyboard into the panels, as in other programs.
    if pressed(input, Modifiers::NONE, Key::F6) {
        state.session.panels_hidden = false;
        state.interaction.focus_panels = true;
    }
    if pressed(input, Modifiers::NONE, Key::F12) {
        actions.push(Action::Screenshot);
    }
    if pressed(input, Modifiers::ALT, Key::W) {
        state.session.wireframe = !state.session.wireframe;
    }
    // Alt and Shift first: egui takes a key with them for the key alone as well.
    views::keys(input, state);
    if pressed(input, Modifiers::SHIFT, Key::F) {
        state.reset_camera(subject);
    }
    if pressed(input, Modifiers::NONE, Key::F) {
        actions.push(Action::Frame);
    }
    if pressed(input, Modifiers::NONE, Key::C) {
        state.preferences.layers.cycle_contacts();
    }
    if pressed(input, Modifiers::NONE, Key::B) {
        let next = state.session.poses.next();
        state.session.poses = if subject.trace().is_some() { next.of_trace() } else { next };
    }
    // Each layer knows its key; the list is the view's.
    for layer in Layers::CONTACTS {
        if Key::from_name(layer.key()).is_some_and(|key| pressed(input, Modifiers::NONE, key)) {
            state.preferences.layers.toggle(*layer);
        }
    }
}

fn bodies(input: &mut InputState, focused: bool, sim: &Sim, state: &mut UiState, actions: &mut Vec<Action>) {
    let step =
        if pressed(input, Modifiers::SHIFT, Key::N) { -1 } else { i64::from(pressed(input, Modifiers::NONE, Key::N)) };
    if step != 0 {
        next_contact(sim, state, step);
    }
    in_hand(input, sim, state);
    if !focused && pressed(input, Modifiers::NONE, Key::Escape) {
        // One layer at a time, the topmost first.
        if hands::give_up_drag(state, actions) {
            // The hand holds nothing any more, though the button is still down.
        } else if state.dialogs.help {
            state.dialogs.help = false;
        } else if state.interaction.measure.is_some() {
            state.interaction.measure = None;
        } else if state.selection.contact.is_some() {
            state.selection.contact = None;
        } else {
            state.select(None);
        }
    }
    if !focused
        && pressed(input, Modifiers::NONE, Key::Delete)
        && let Some(removal) = hands::removal(&state.selection).map(Action::Apply)
        // It is gone with the next picture; a second press before that has nothing to remove.
        && !actions.contains(&removal)
    {
        actions.push(removal);
    }
    if !focused
        && pressed(input, Modifiers::NONE, Key::Enter)
        && let Some((a, b)) = state.selection.contact
    {
        // The movable one of the two is what one wants to look at.
        let movable = [b, a].into_iter().find(|id| sim.world().body(*id).is_some_and(|x| x.mass.is_finite()));
        state.select(movable.or(Some(b).filter(|id| sim.world().body(*id).is_some())));
    }
}

/// Handles of the selected bodies, and what is set aside. While the right button flies its letters are not these.
fn in_hand(input: &mut InputState, sim: &Sim, state: &mut UiState) {
    // The right button with W and E flies the camera.
    let flies = input.pointer.secondary_down();
    for (key, kind) in [(Key::W, GizmoKind::Move), (Key::E, GizmoKind::Turn)] {
        if !flies && pressed(input, Modifiers::NONE, key) {
            hands::toggle_gizmo(state, kind);
        }
    }
    if pressed(input, Modifiers::NONE, Key::X) {
        hands::toggle_axes(state);
    }
    // With Alt and Shift first: egui takes a key with them for the key alone as well.
    if pressed(input, Modifiers::ALT, Key::H) {
        state.aside.show_all();
    } else if pressed(input, Modifiers::SHIFT, Key::H) {
        hands::hide_others(sim, state);
    } else if pressed(input, Modifiers::NONE, Key::H) {
        hands::toggle_hidden(sim, state);
    }
    if pressed(input, Modifiers::SHIFT, Key::M) {
        hands::toggle_measure(state, MeasureKind::Angle);
    } else if pressed(input, Modifiers::NONE, Key::M) {
        hands::toggle_measure(state, MeasureKind::Distance);
    }
    if pressed(input, Modifiers::ALT, Key::K) {
        state.aside.unlock_all();
    } else if pressed(input, Modifiers::NONE, Key::K) {
        hands::toggle_locked(sim, state);
    }
}

fn next_contact(sim: &Sim, state: &mut UiState, step: i64) {
    let list = contacts::ordered(sim, state.session.contact_order);
    // Whoever asks for the next one where there is none wants the old one gone.
    if list.is_empty() {
        state.selection.contact = None;
        return;
    }
    // Contacts come and go: go on from where the selected one stands now.
    let here = state
        .selection
        .contact
        .and_then(|pair| list.iter().position(|contact| contact.is_between(pair)))
        .or(state.interaction.contact_cursor.map(|i| i.min(list.len() - 1)));
    // In a circle: behind the last comes the first.
    let next = match here {
        Some(i) => (i as i64 + step).rem_euclid(list.len() as i64) as usize,
        None => 0,
    };
    state.interaction.contact_cursor = Some(next);
    contacts::select(state, &list[next], false);
}
