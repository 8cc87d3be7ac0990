//! The picture of the scene, and what the mouse does in it.

use super::gizmo::GizmoDrag;
use super::state::Gesture;
use super::throw::throw;
use super::{
    Action, SideTab, Status, UiState, at_pointer, axes, banner, contacts, export, hands, theme, traced, views,
};
use crate::geometry::Ray;
use crate::lab::{Lab, LabCommand, ParameterKind, clicked_at, nearest_handle};
use crate::language::{self, feature_words, word};
use crate::math::Pose;
use crate::physics::BodyId;
use crate::playback::Playback;
use crate::say;
use crate::sim::{Command, Grab, Sim};
use crate::subject::Subject;
use crate::view::{
    ContactHit, GizmoFrame, GizmoHandle, TracePick, gizmo_frame, pick_body, pick_contacts, pick_gizmo, pick_measure,
    pick_trace,
};
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Sense, Ui};
use glam::{Vec2, Vec3};

/// A grabbed body is pulled with at most this many times its weight.
const GRAB_FORCE: f32 = 100.0;
/// Marks whose distances from the mouse differ by no more than this are in one place (logical pixels).
const CLOSE: f32 = 3.0;
/// Of more contacts in one place the nearest are offered.
const MOST_CHOICES: usize = 12;
/// A rectangle with a shorter diagonal than this is none (points).
const LEAST_RECTANGLE: f32 = 4.0;
/// How much nearer a point of the wheel's way brings the eye.
const ZOOM: f32 = 0.0025;

/// Shows the picture in what the panels left, and turns the mouse into camera moves, selection and actions.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    // Both corners are rounded to whole pixels, so that panels and picture meet without a gap.
    let rect = ui.available_rect_before_wrap();
    let scale = ui.pixels_per_point();
    let (min, max) = (rect.min.to_vec2() * scale, rect.max.to_vec2() * scale);
    let origin = [min.x, min.y].map(|x| x.round().max(0.0) as u32);
    let end = [max.x, max.y].map(|x| x.round().max(0.0) as u32);
    let size = [end[0].saturating_sub(origin[0]).max(1), end[1].saturating_sub(origin[1]).max(1)];
    state.session.picture_at = [origin, size];
    state.camera.size = size;
    state.camera.scale = scale;

    // One control for all of it: what is laid over it later gets the mouse first.
    let id = ui.scope_id().with("picture");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    ui.advance_cursor_after_rect(rect);
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, say!("Picture of {}", word(subject.title())))
    });
    // Panels alone leave a hole where nobody draws a scene below them.
    if !status.picture_below {
        ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    }
    // The mouse acts first, so that what is drawn over the picture shows what came of it.
    Mouse { ui, rect, response: &response, running: status.running }.act(subject, state, actions);
    turn(ui, &response, subject, state);
    axes::show(ui, subject, rect, state, actions);
    if let Subject::Scene(timeline) = subject {
        choose(ui, timeline.sim(), state);
        at_pointer::show(ui, rect, &response, timeline.sim(), state);
    }
    if response.has_focus() {
        theme::focus_ring(ui, &response);
    }
    dropped_files(ui, rect, actions);
    banner::show(ui, rect, state, status, actions);
    export::progress(ui, rect, status, actions);
    state.toasts.show(ui, rect);
}

/// Keys that turn the camera, while no control but the picture has the keyboard. In a laboratory that is driven by the
/// arrows they turn it only for whoever gave the picture the keyboard.
fn turn(ui: &Ui, response: &Response, subject: &Subject, state: &mut UiState) {
    if response.has_focus() {
        // Arrows would else move the keyboard on to another control.
        let arrows =
            egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    }
    let parameters = subject.lab().map_or_else(Vec::new, |lab| lab.experiment().parameters());
    let is_driven = parameters.iter().any(|parameter| matches!(parameter.kind, ParameterKind::Hold(_)));
    let elsewhere = ui.memory(|memory| memory.focused().map_or(is_driven, |id| id != response.id));
    // Keys belong to what stands in front of the picture.
    let covered = state.asks() || state.dialogs.help || egui::Popup::is_any_open(ui.ctx());
    if !(elsewhere || covered || ui.ctx().text_edit_focused()) {
        ui.input_mut(|input| views::turn(input, state));
    }
}

struct Mouse<'a> {
    ui: &'a Ui,
    rect: Rect,
    response: &'a Response,
    /// Whether time runs.
    running: bool,
}

impl Mouse<'_> {
    fn act(&self, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
        let response = self.response;
        self.zoom(state);
        self.two_fingers(state);
        if response.long_touched() {
            // A finger that rested does from here on what the right button does.
            state.interaction.looks = true;
        }
        state.interaction.looks &= self.ui.input(|i| i.pointer.primary_down());
        if state.interaction.looks {
            // A finger that rested drags nothing any more, so its own way counts.
            let moved = self.ui.input(|i| i.pointer.delta()) * state.camera.scale;
            state.camera.look(Vec2::new(moved.x, moved.y));
            return;
        }
        if response.dragged_by(PointerButton::Secondary) {
            state.camera.look(self.dragged(state));
            self.fly(state);
        }
        if response.dragged_by(PointerButton::Middle) {
            state.camera.pan(self.dragged(state));
            state.session.follow = false;
        }
        match subject {
            Subject::Scene(timeline) => self.scene(timeline.sim(), state, actions),
            Subject::Lab(lab) => self.lab(lab.sim(), state, actions),
            Subject::Trace(traced) => self.trace(&traced.playback, state, actions),
        }
    }

    /// The left button over a trace: the camera, selecting.
    fn trace(&self, playback: &Playback, state: &mut UiState, actions: &mut Vec<Action>) {
        let response = self.response;
        if response.dragged_by(PointerButton::Primary) {
            state.camera.orbit(self.dragged(state));
        }
        let under = |at: Pos2, state: &UiState| {
            let options = state.view_options(language::spoken());
            pick_trace(playback, &options, &state.camera, self.pixel(at, state))
        };
        // With a button down the mouse drags, and what it passes is not pointed at.
        let still = !self.ui.input(|i| i.pointer.any_down());
        if let Some(at) = response.hover_pos().filter(|_| still) {
            (state.interaction.pointed.body, state.interaction.pointed.contact) = match under(at, state) {
                Some(TracePick::Body(body)) => (Some(body), None),
                Some(TracePick::Contact(a, b)) => (None, Some((a, b))),
                None => (None, None),
            };
            if state.interaction.pointed.contact.is_some() {
                self.ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            }
        }
        let twice = response.double_clicked();
        let Some(at) = response.interact_pointer_pos().filter(|_| twice || response.clicked()) else { return };
        match under(at, state) {
            Some(TracePick::Contact(a, b)) => traced::select(playback, state, a.index(), b.index(), twice),
            // Both clicks of a double click come here: the first has selected.
            _ if twice => actions.push(Action::Frame),
            Some(TracePick::Body(body)) => {
                state.selection.contact = None;
                state.select(Some(body));
                state.preferences.side_tab = SideTab::Body;
            }
            None => {
                state.selection.contact = None;
                state.select(None);
            }
        }
    }

    /// Where the left button went down in the picture in this frame.
    fn pressed_at(&self) -> Option<Pos2> {
        let pressed = self.ui.input(|i| i.pointer.button_pressed(PointerButton::Primary));
        self.response.interact_pointer_pos().filter(|_| pressed && self.response.is_pointer_button_down_on())
    }

    /// The left button in a laboratory: handles, clicks on its plane, the camera beside them.
    fn lab(&self, lab: &Lab, state: &mut UiState, actions: &mut Vec<Action>) {
        let (response, experiment) = (self.response, lab.experiment());
        let under = |at: Pos2, state: &UiState| nearest_handle(experiment, &state.camera, self.pixel(at, state));
        // Held where the mouse took it: its middle keeps its distance, or it would jump to the pointer.
        if let Some(at) = self.pressed_at() {
            let pixel = self.pixel(at, state);
            state.interaction.held_handle = under(at, state).and_then(|handle| {
                let middle = state.camera.project(handle.position)?;
                Some((handle.name, middle - pixel))
            });
        }
        let down = self.ui.input(|i| i.pointer.primary_down());
        if let Some((name, offset)) = state.interaction.held_handle.clone() {
            // Looked up by its name in each frame: the model may have moved it since the last one.
            let handle = experiment.handles().into_iter().find(|handle| handle.name == name);
            if let (Some(handle), Some(at), true) = (handle, response.interact_pointer_pos(), response.dragged()) {
                let to = handle.dragged_to(&state.camera, self.pixel(at, state) + offset);
                if let Some(to) = to.filter(|to| *to != handle.position) {
                    actions.push(Action::Lab(LabCommand::Drag { handle: name.clone(), to }));
                }
            }
            self.ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            state.interaction.pointed.handle = Some(name);
            // The whole drag is one undo step.
            if !down {
                state.interaction.held_handle = None;
                actions.push(Action::Lab(LabCommand::EndGesture));
            }
            return;
        }
        if response.dragged_by(PointerButton::Primary) && !self.is_touched_twice() {
            state.camera.orbit(self.dragged(state));
        }
        let hovered = response.hover_pos().filter(|_| !down).and_then(|at| under(at, state));
        if hovered.is_some() {
            self.ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
        state.interaction.pointed.handle = hovered.map(|handle| handle.name);
        if response.double_clicked() {
            actions.push(Action::Frame);
        } else if let (true, Some(at)) = (response.clicked(), response.interact_pointer_pos())
            && let Some(to) = clicked_at(experiment, &state.camera, self.pixel(at, state))
        {
            actions.push(Action::Lab(LabCommand::Click(to)));
            actions.push(Action::Lab(LabCommand::EndGesture));
        }
    }

    /// The left button in a scene: the camera, pulling, throwing, selecting.
    fn scene(&self, sim: &Sim, state: &mut UiState, actions: &mut Vec<Action>) {
        let response = self.response;
        let modifiers = self.ui.input(|i| i.modifiers);
        let pointer = response.interact_pointer_pos();
        if let Some(at) = self.pressed_at() {
            state.interaction.gesture = Some(self.begin(sim, state, at, modifiers, actions));
        }
        // What the press began goes on until the button is let go, whatever the mouse comes over.
        match state.interaction.gesture {
            Some(Gesture::Orbit) if response.dragged_by(PointerButton::Primary) && !self.is_touched_twice() => {
                state.camera.orbit(self.dragged(state));
            }
            Some(Gesture::Reach { grab }) if response.dragged_by(PointerButton::Primary) => {
                state.interaction.gesture = Some(Gesture::Grab { grab, depth_point: grab.target });
                actions.push(Action::Apply(Command::Grab(Some(grab))));
            }
            Some(Gesture::Gizmo) => self.drag_handle(state, modifiers, actions),
            Some(Gesture::Rectangle { from }) => self.draw_rectangle(sim, from, state),
            Some(Gesture::Grab { mut grab, depth_point }) => {
                if let Some(at) = pointer {
                    // The hand stays as deep in the picture as where it took hold; the run hears of it when it moved.
                    grab.target = state.camera.at_depth_of(depth_point, self.pixel(at, state));
                    state.interaction.gesture = Some(Gesture::Grab { grab, depth_point });
                    if sim.grab() != Some(&grab) {
                        actions.push(Action::Apply(Command::Grab(Some(grab))));
                    }
                }
                self.ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            }
            _ => {}
        }
        // Let go, also outside of the picture: nothing may go on pulling.
        let gesture = state.interaction.gesture;
        if gesture.is_some() && !self.ui.input(|i| i.pointer.primary_down()) {
            if matches!(gesture, Some(Gesture::Grab { .. })) {
                actions.push(Action::Apply(Command::Grab(None)));
            }
            if state.interaction.gizmo.take().is_some() {
                actions.push(Action::Apply(Command::EndGesture));
            }
            state.interaction.gesture = None;
        }
        // Who took hold of a handle and let it go at once has clicked on no body.
        if gesture != Some(Gesture::Gizmo) && !self.measures(sim, state, modifiers) {
            self.point(sim, state, modifiers, actions);
        }
    }

    /// Whether a measurement takes the clicks; then what is under the mouse is an end of it.
    fn measures(&self, sim: &Sim, state: &mut UiState, modifiers: egui::Modifiers) -> bool {
        // With Ctrl or Shift clicks select and throw as ever.
        let Some(mut measure) = state.interaction.measure.take_if(|_| !(modifiers.command || modifiers.shift)) else {
            return false;
        };
        let end = |at: Pos2| {
            let options = state.view_options(language::spoken());
            pick_measure(sim, measure.kind, &options, &state.camera, self.pixel(at, state))
        };
        // An end follows the mouse until a click chooses it.
        let still = !self.ui.input(|i| i.pointer.any_down());
        let pointed = self.response.hover_pos().filter(|_| still).and_then(end);
        let clicked = self.response.interact_pointer_pos().filter(|_| self.response.clicked()).and_then(end);
        if pointed.is_some() {
            self.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        measure.pointed = pointed;
        if let Some(end) = clicked {
            measure.choose(end);
            measure.pointed = None;
        }
        state.interaction.measure = Some(measure);
        true
    }

    /// The handle of the selected bodies under the mouse, and where it stands.
    fn handle_under(&self, sim: &Sim, state: &UiState, at: Pos2) -> Option<(GizmoHandle, GizmoFrame)> {
        let kind = state.session.gizmo?;
        let frame = gizmo_frame(sim, &state.selection, &state.aside, state.session.own_axes)?;
        Some((pick_gizmo(&state.camera, kind, frame, self.pixel(at, state))?, frame))
    }

    /// Brings the selected bodies along with the mouse.
    fn drag_handle(&self, state: &mut UiState, modifiers: egui::Modifiers, actions: &mut Vec<Action>) {
        let Some(at) = self.response.interact_pointer_pos() else { return };
        let ray = state.camera.ray(self.pixel(at, state));
        let Some(drag) = &mut state.interaction.gizmo else { return };
        let before = drag.command();
        drag.follow(&ray, modifiers.command);
        let now = drag.command();
        // Where time runs what is held would fall between two pictures.
        if now != before || drag.holds() {
            actions.push(Action::Apply(now));
        }
        state.interaction.lit_handle = Some(drag.shown().handle);
        self.ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        if drag.holds() {
            self.ui.ctx().request_repaint();
        }
    }

    /// Draws the rectangle, and selects what is in it when the button is let go.
    fn draw_rectangle(&self, sim: &Sim, from: Pos2, state: &mut UiState) {
        let Some(to) = self.response.interact_pointer_pos() else { return };
        if from.distance(to) < LEAST_RECTANGLE {
            return;
        }
        let (rect, color) = (Rect::from_two_pos(from, to), theme::accent(self.ui.visuals()));
        let painter = self.ui.painter().with_clip_rect(self.rect);
        let stroke = egui::Stroke::new(1.0, color);
        painter.rect(rect, 0.0, color.gamma_multiply(0.15), stroke, egui::StrokeKind::Inside);
        if !self.ui.input(|i| i.pointer.primary_down()) {
            // What was selected stays so, and stays first.
            let found = hands::within(sim, state, self.pixel(from, state), self.pixel(to, state));
            let mut all: Vec<_> = state.selection.bodies().collect();
            all.extend(found.into_iter().filter(|id| !state.selection.has(*id)));
            state.selection.contact = None;
            state.select_all(&all);
        }
    }

    /// What the left button starts, by the keys held with it.
    fn begin(
        &self,
        sim: &Sim,
        state: &mut UiState,
        at: Pos2,
        modifiers: egui::Modifiers,
        actions: &mut Vec<Action>,
    ) -> Gesture {
        // Handles lie over everything else in the picture, so they are asked first.
        if let Some(handle) = self.handle_under(sim, state, at) {
            let (hand, of) = ((&state.camera, self.pixel(at, state)), (&state.selection, &state.aside));
            if let Some(drag) = GizmoDrag::begin(sim, of, handle, hand, (self.running, state.session.own_axes)) {
                state.interaction.gizmo = Some(drag);
                // The edits of the drag are an undo step of their own.
                actions.push(Action::Apply(Command::EndGesture));
                return Gesture::Gizmo;
            }
        }
        if modifiers.shift && !modifiers.command {
            actions.push(throw(state.session.thrown, &state.camera, self.pixel(at, state)));
            return Gesture::Done;
        }
        if modifiers.command {
            let hit = pick_body(sim, &state.aside, &state.camera, self.pixel(at, state)).filter(|_| !modifiers.shift);
            let body = hit.and_then(|hit| sim.world().body(hit.body).map(|body| (hit, body)));
            return match body {
                Some((hit, body)) if body.mass.is_finite() => {
                    let Ray { origin, direction } = state.camera.ray(self.pixel(at, state));
                    let point = origin + direction * hit.distance;
                    // Kept in the body's own axes: the point held turns with the body.
                    let local_point = Pose::new(body.desc.position, body.desc.rotation).inverse_point(point);
                    let grab = Grab { body: body.id, local_point, target: point, force_limit: GRAB_FORCE };
                    Gesture::Reach { grab }
                }
                // What cannot be pulled is the ground for a rectangle.
                _ => Gesture::Rectangle { from: at },
            };
        }
        Gesture::Orbit
    }

    /// Hovering and clicks.
    fn point(&self, sim: &Sim, state: &mut UiState, modifiers: egui::Modifiers, actions: &mut Vec<Action>) {
        let response = self.response;
        let still = !self.ui.input(|i| i.pointer.any_down());
        // Handles first, as for a press; then marks of contacts, then bodies.
        let handle = response.hover_pos().filter(|_| still).and_then(|at| self.handle_under(sim, state, at));
        if let Some((handle, _)) = handle {
            state.interaction.lit_handle = Some(handle);
            self.ui.ctx().set_cursor_icon(CursorIcon::Grab);
        } else if let Some(at) = response.hover_pos().filter(|_| still) {
            (state.interaction.pointed.body, state.interaction.pointed.contact) =
                match self.under(sim, state, at, modifiers) {
                    Under::Body(body) => (Some(body), None),
                    Under::Contacts(hits) => (None, Some(hits[0].pair)),
                    Under::Nothing => (None, None),
                };
            if state.interaction.pointed.contact.is_some() {
                self.ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            } else if modifiers.command && state.interaction.pointed.body.is_some() {
                self.ui.ctx().set_cursor_icon(CursorIcon::Grab);
            } else if modifiers.shift {
                self.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            }
        }
        let Some(at) = response.interact_pointer_pos().filter(|_| !modifiers.shift) else { return };
        // With Ctrl a second click takes a body away again and is no double click.
        let twice = response.double_clicked() && !modifiers.command;
        if modifiers.command && response.clicked() {
            if let Under::Body(body) = self.under(sim, state, at, modifiers) {
                hands::click_on(state, body, modifiers);
                state.preferences.side_tab = SideTab::Body;
            }
        } else if twice || response.clicked() {
            self.select(sim, state, at, twice, actions);
        }
    }

    /// Selects what is under the mouse; a double click goes there.
    fn select(&self, sim: &Sim, state: &mut UiState, at: Pos2, go_there: bool, actions: &mut Vec<Action>) {
        let body = match self.under(sim, state, at, self.ui.input(|i| i.modifiers)) {
            Under::Contacts(hits) => {
                // Several marks in one place: which of them is meant is asked.
                let same = hits.iter().take_while(|hit| hit.distance <= hits[0].distance + CLOSE).take(MOST_CHOICES);
                let pairs: Vec<_> = same.map(|hit| hit.pair).collect();
                if pairs.len() > 1 && !go_there {
                    state.interaction.choice = Some((at, pairs));
                } else if let Some(contact) = sim.contacts().iter().find(|c| c.is_between(hits[0].pair)) {
                    contacts::select(state, contact, go_there);
                }
                return;
            }
            Under::Body(body) => Some(body),
            Under::Nothing => None,
        };
        state.selection.contact = None;
        // Both clicks of a double click come here: the first has selected.
        if go_there {
            actions.push(Action::Frame);
        } else {
            state.select(body);
            if body.is_some() {
                state.preferences.side_tab = SideTab::Body;
            }
        }
    }

    fn zoom(&self, state: &mut UiState) {
        if !self.response.contains_pointer() {
            return;
        }
        let (scroll, pinch) = self.ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        // Two fingers are read by themselves, about their own middle.
        if self.is_touched_twice() {
            return;
        }
        // With Ctrl the wheel is egui's own sign for zooming; both mean the same here.
        let factor = (-scroll * ZOOM).exp() / pinch;
        if let (true, Some(at)) = (factor != 1.0, self.response.hover_pos()) {
            // Who follows a body looks at it: it stays in the middle.
            let fixed = if state.session.follow { self.rect.center() } else { at };
            state.camera.zoom(factor, self.pixel(fixed, state));
        }
    }

    /// Two fingers carry the picture along and spread it.
    fn two_fingers(&self, state: &mut UiState) {
        let Some(touch) = self.ui.input(egui::InputState::multi_touch) else { return };
        if !self.rect.contains(touch.center_pos) {
            return;
        }
        let moved = touch.translation_delta * state.camera.scale;
        state.camera.pan(Vec2::new(moved.x, moved.y));
        let fixed = if state.session.follow { self.rect.center() } else { touch.center_pos };
        // To spread the fingers is to come nearer.
        if touch.zoom_delta > 0.0 && touch.zoom_delta != 1.0 {
            state.camera.zoom(1.0 / touch.zoom_delta, self.pixel(fixed, state));
        }
        // A followed body stays in the middle; whoever carries the picture off gives that up.
        state.session.follow &= moved == egui::Vec2::ZERO;
    }

    /// Whether more than one finger touches the picture: then the first does not turn it.
    fn is_touched_twice(&self) -> bool {
        self.ui.input(|i| i.multi_touch().is_some())
    }

    /// WASD and QE while the right button is held: through the scene, faster with Shift.
    fn fly(&self, state: &mut UiState) {
        let (axes, dt, fast) = self.ui.input(|i| {
            let key = |plus, minus| f32::from(i.key_down(plus)) - f32::from(i.key_down(minus));
            (Vec3::new(key(Key::D, Key::A), key(Key::E, Key::Q), key(Key::W, Key::S)), i.stable_dt, i.modifiers.shift)
        });
        if axes == Vec3::ZERO {
            return;
        }
        // Through scenes of any size in about the same time, and without a leap after a slow picture.
        let speed = state.camera.distance.clamp(1.0, 100.0) * if fast { 3.0 } else { 0.8 };
        state.camera.fly(axes * (speed * dt.min(0.1)));
        state.session.follow = false;
        self.ui.ctx().request_repaint();
    }

    /// Physical pixels of the picture from its upper left corner.
    fn pixel(&self, at: Pos2, state: &UiState) -> Vec2 {
        let inside = (at - self.rect.min) * state.camera.scale;
        Vec2::new(inside.x, inside.y)
    }

    /// The way of the mouse since the last frame (physical pixels).
    fn dragged(&self, state: &UiState) -> Vec2 {
        let delta = self.response.drag_delta() * state.camera.scale;
        Vec2::new(delta.x, delta.y)
    }

    /// What a click would mean. Contacts count while something is drawn at them, for their marks lie over the bodies;
    /// not with Ctrl, which pulls bodies.
    fn under(&self, sim: &Sim, state: &UiState, at: Pos2, modifiers: egui::Modifiers) -> Under {
        let pixel = self.pixel(at, state);
        if !modifiers.command {
            let options = state.view_options(language::spoken());
            let hits = pick_contacts(sim, &options, &state.camera, pixel);
            if !hits.is_empty() {
                return Under::Contacts(hits);
            }
        }
        let body = pick_body(sim, &state.aside, &state.camera, pixel).map(|hit| hit.body);
        body.filter(|id| sim.world().body(*id).is_some()).map_or(Under::Nothing, Under::Body)
    }
}

/// What is under the mouse.
enum Under {
    Nothing,
    Body(BodyId),
    /// Contacts, the nearest first; at least one.
    Contacts(Vec<ContactHit>),
}

/// Asks which of several contacts under one click is meant; pointing at a line lights its contact.
fn choose(ui: &Ui, sim: &Sim, state: &mut UiState) {
    let Some((at, pairs)) = state.interaction.choice.clone() else { return };
    let area = egui::Area::new(egui::Id::unique("which contact")).order(egui::Order::Foreground).fixed_pos(at);
    let shown = area.constrain(true).show(ui.ctx(), |ui| {
        egui::Frame::menu(ui.style()).show(ui, |ui| {
            ui.set_max_width(360.0);
            ui.label(egui::RichText::new(word("Which contact?")).small().weak());
            for pair in &pairs {
                // A contact may have ended since the click.
                let Some(contact) = sim.contacts().iter().find(|c| c.is_between(*pair)) else { continue };
                let side = |id, feature| format!("{} {}", sim.name(id), feature_words(&feature));
                let text = say!("{} on {}", side(contact.a, contact.feature_a), side(contact.b, contact.feature_b));
                let response = ui.add(egui::Button::new(text).frame(false).wrap_mode(egui::TextWrapMode::Truncate));
                if response.hovered() || response.has_focus() {
                    state.interaction.pointed.contact = Some(*pair);
                }
                if response.clicked() {
                    contacts::select(state, contact, false);
                    state.interaction.choice = None;
                }
            }
        });
    });
    // A press beside the list means none of them.
    let elsewhere = ui.input(|i| i.pointer.any_pressed()) && !shown.response.contains_pointer();
    if elsewhere || ui.input(|i| i.key_pressed(Key::Escape)) {
        state.interaction.choice = None;
    }
}

/// Scene files dropped on the window, and a hint while they hover.
fn dropped_files(ui: &Ui, rect: Rect, actions: &mut Vec<Action>) {
    let (dropped, hovering) = ui.input(|i| (i.raw.dropped_files.clone(), !i.raw.hovered_files.is_empty()));
    // Of several files the first: the window shows one scene.
    if let Some(path) = dropped.first().map(|file| file.path()) {
        actions.push(Action::OpenFile(path.to_path_buf()));
    }
    if hovering {
        let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop")));
        painter.rect_filled(rect, 0.0, ui.visuals().panel_fill.gamma_multiply(0.8));
        let font = egui::FontId::proportional(20.0);
        let color = ui.visuals().strong_text_color();
        painter.text(rect.center(), egui::Align2::CENTER_CENTER, word("Drop a scene file to open it"), font, color);
    }
}
