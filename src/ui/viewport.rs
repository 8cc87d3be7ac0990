//! The picture of the scene, and what the mouse does in it.

use super::state::Gesture;
use super::{Action, SideTab, Status, UiState, theme};
use crate::geometry::Shape;
use crate::lab::{Lab, LabCommand, clicked_at, nearest_handle};
use crate::math::Pose;
use crate::physics::{BodyDesc, RayHit};
use crate::sim::{Command, Grab, Sim};
use crate::subject::Subject;
use crate::view::Camera;
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Sense, Ui};
use glam::{Vec2, Vec3};

/// Farther than this nothing is picked (m).
const REACH: f32 = 1e5;
/// A grabbed body is pulled with at most this many times its weight.
const GRAB_FORCE: f32 = 100.0;
/// Radians a logical pixel of dragging.
const TURN: f32 = 0.006;

/// Shows the picture in what the panels left, and turns the mouse into camera moves, selection and actions.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let rect = ui.available_rect_before_wrap();
    let scale = ui.pixels_per_point();
    let (min, max) = (rect.min.to_vec2() * scale, rect.max.to_vec2() * scale);
    let origin = [min.x, min.y].map(|x| x.round().max(0.0) as u32);
    let end = [max.x, max.y].map(|x| x.round().max(0.0) as u32);
    let size = [end[0].saturating_sub(origin[0]).max(1), end[1].saturating_sub(origin[1]).max(1)];
    state.picture_at = [origin, size];
    state.camera.size = size;
    state.camera.scale = scale;

    let id = ui.scope_id().with("picture");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    ui.advance_cursor_after_rect(rect);
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Picture of {}", subject.title())));
    if !status.picture_below {
        ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    }
    Mouse { ui, rect, response: &response }.act(subject, state, actions);
    if response.has_focus() {
        theme::focus_ring(ui, &response);
    }
    dropped_files(ui, rect, actions);
    state.toasts.show(ui, rect);
}

struct Mouse<'a> {
    ui: &'a Ui,
    rect: Rect,
    response: &'a Response,
}

impl Mouse<'_> {
    fn act(&self, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
        let response = self.response;
        self.zoom(state);
        if response.dragged_by(PointerButton::Secondary) {
            let delta = response.drag_delta();
            look(&mut state.camera, Vec2::new(delta.x, delta.y) * TURN);
            self.fly(state);
        }
        if response.dragged_by(PointerButton::Middle) {
            let delta = response.drag_delta();
            pan(&mut state.camera, Vec2::new(delta.x, delta.y));
            state.follow = false;
        }
        match subject {
            Subject::Scene(sim) => self.scene(sim, state, actions),
            Subject::Lab(lab) => self.lab(lab, state, actions),
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
        if let Some(at) = self.pressed_at() {
            let pixel = self.pixel(at, state);
            state.held_handle = under(at, state).and_then(|handle| {
                let middle = state.camera.project(handle.position)?;
                Some((handle.name, middle - pixel))
            });
        }
        let down = self.ui.input(|i| i.pointer.primary_down());
        if let Some((name, offset)) = state.held_handle.clone() {
            let handle = experiment.handles().into_iter().find(|handle| handle.name == name);
            if let (Some(handle), Some(at), true) = (handle, response.interact_pointer_pos(), response.dragged()) {
                let to = handle.dragged_to(&state.camera, self.pixel(at, state) + offset);
                if let Some(to) = to.filter(|to| *to != handle.position) {
                    actions.push(Action::Lab(LabCommand::Drag { handle: name.clone(), to }));
                }
            }
            self.ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            state.view.hovered_handle = Some(name);
            if !down {
                state.held_handle = None;
                actions.push(Action::Lab(LabCommand::EndGesture));
            }
            return;
        }
        if response.dragged_by(PointerButton::Primary) {
            let delta = response.drag_delta();
            orbit(&mut state.camera, Vec2::new(delta.x, delta.y) * TURN);
        }
        let hovered = response.hover_pos().filter(|_| !down).and_then(|at| under(at, state));
        if hovered.is_some() {
            self.ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
        state.view.hovered_handle = hovered.map(|handle| handle.name);
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
            state.gesture = Some(self.begin(sim, state, at, modifiers, actions));
        }
        match state.gesture {
            Some(Gesture::Orbit) if response.dragged_by(PointerButton::Primary) => {
                let delta = response.drag_delta();
                orbit(&mut state.camera, Vec2::new(delta.x, delta.y) * TURN);
            }
            Some(Gesture::Grab { mut grab, depth_point }) => {
                if let Some(at) = pointer {
                    grab.target = plane_point(&state.camera, self.pixel(at, state), depth_point).unwrap_or(grab.target);
                    state.gesture = Some(Gesture::Grab { grab, depth_point });
                    if sim.grab() != Some(&grab) {
                        actions.push(Action::Apply(Command::Grab(Some(grab))));
                    }
                }
                self.ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            }
            _ => {}
        }
        if state.gesture.is_some() && !self.ui.input(|i| i.pointer.primary_down()) {
            if matches!(state.gesture, Some(Gesture::Grab { .. })) {
                actions.push(Action::Apply(Command::Grab(None)));
            }
            state.gesture = None;
        }
        self.point(sim, state, modifiers, actions);
    }

    /// What the left button starts, by the keys held with it.
    fn begin(
        &self,
        sim: &Sim,
        state: &UiState,
        at: Pos2,
        modifiers: egui::Modifiers,
        actions: &mut Vec<Action>,
    ) -> Gesture {
        if modifiers.shift && !modifiers.command {
            actions.push(throw(&state.camera, self.pixel(at, state)));
            return Gesture::Done;
        }
        if modifiers.command {
            let hit = self.pick(sim, state, at);
            let body = hit.and_then(|hit| sim.world().body(hit.body).map(|body| (hit, body)));
            return match body {
                Some((hit, body)) if body.mass.is_finite() => {
                    let (origin, direction) = state.camera.ray(self.pixel(at, state));
                    let point = origin + direction * hit.distance;
                    let local_point = Pose::new(body.desc.position, body.desc.rotation).inverse_point(point);
                    let grab = Grab { body: body.id, local_point, target: point, force_limit: GRAB_FORCE };
                    actions.push(Action::Apply(Command::Grab(Some(grab))));
                    Gesture::Grab { grab, depth_point: point }
                }
                _ => Gesture::Done,
            };
        }
        Gesture::Orbit
    }

    /// Hovering and clicks.
    fn point(&self, sim: &Sim, state: &mut UiState, modifiers: egui::Modifiers, actions: &mut Vec<Action>) {
        let response = self.response;
        let still = !self.ui.input(|i| i.pointer.any_down());
        match response.hover_pos().filter(|_| still) {
            Some(at) => {
                let hit = self.pick(sim, state, at);
                state.view.hovered = hit.map(|h| h.body).filter(|id| sim.world().body(*id).is_some());
                if modifiers.command && state.view.hovered.is_some() {
                    self.ui.ctx().set_cursor_icon(CursorIcon::Grab);
                } else if modifiers.shift {
                    self.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
                }
            }
            None if !response.contains_pointer() && self.ui.ctx().egui_is_using_pointer() => state.view.hovered = None,
            None => {}
        }
        if !(modifiers.command || modifiers.shift)
            && let Some(at) = response.interact_pointer_pos()
        {
            if response.double_clicked() {
                actions.push(Action::Frame);
            } else if response.clicked() {
                let hit = self.pick(sim, state, at).map(|h| h.body);
                state.select(hit.filter(|id| sim.world().body(*id).is_some()));
                state.view.selected_contact = None;
                if state.view.selected.is_some() {
                    state.side_tab = SideTab::Body;
                }
            }
        }
    }

    fn zoom(&self, state: &mut UiState) {
        if !self.response.contains_pointer() {
            return;
        }
        let (scroll, pinch) = self.ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        // With Ctrl the wheel is egui's own sign for zooming; both mean the same here.
        let factor = (-scroll * 0.0025).exp() / pinch;
        if factor != 1.0 {
            state.camera.distance = (state.camera.distance * factor).clamp(0.05, 1e5);
        }
    }

    /// WASD and QE while the right button is held: through the scene, faster with Shift.
    fn fly(&self, state: &mut UiState) {
        let (axes, dt, fast) = self.ui.input(|i| {
            let key = |plus, minus| f32::from(i.key_down(plus)) - f32::from(i.key_down(minus));
            (Vec3::new(key(Key::D, Key::A), key(Key::E, Key::Q), key(Key::S, Key::W)), i.stable_dt, i.modifiers.shift)
        });
        if axes == Vec3::ZERO {
            return;
        }
        let back = state.camera.back();
        let right = Vec3::Y.cross(back).normalize_or(Vec3::X);
        let speed = state.camera.distance.clamp(1.0, 100.0) * if fast { 3.0 } else { 0.8 };
        state.camera.target += (right * axes.x + Vec3::Y * axes.y + back * axes.z) * (speed * dt.min(0.1));
        state.follow = false;
        self.ui.ctx().request_repaint();
    }

    /// Physical pixels of the picture from its upper left corner.
    fn pixel(&self, at: Pos2, state: &UiState) -> Vec2 {
        let inside = (at - self.rect.min) * state.camera.scale;
        Vec2::new(inside.x, inside.y)
    }

    fn pick(&self, sim: &Sim, state: &UiState, at: Pos2) -> Option<RayHit> {
        let (origin, direction) = state.camera.ray(self.pixel(at, state));
        sim.world().cast_ray(origin, direction, REACH)
    }
}

/// Turns the eye about the target.
fn orbit(camera: &mut Camera, turn: Vec2) {
    camera.yaw = (camera.yaw - turn.x) % std::f32::consts::TAU;
    camera.pitch = (camera.pitch + turn.y).clamp(-1.55, 1.55);
}

/// Turns the target about the eye.
fn look(camera: &mut Camera, turn: Vec2) {
    let eye = camera.eye();
    orbit(camera, turn);
    camera.target = eye - camera.back() * camera.distance;
}

/// Moves eye and target along the picture, so that what lies at the target's depth stays under the mouse.
fn pan(camera: &mut Camera, points: Vec2) {
    let back = camera.back();
    let right = Vec3::Y.cross(back).normalize_or(Vec3::X);
    let up = back.cross(right);
    let height = camera.size[1].max(1) as f32 / camera.scale;
    let metres = 2.0 * camera.distance * (0.5 * camera.fov).tan() / height;
    camera.target += (up * points.y - right * points.x) * metres;
}

/// Where the ray through `pixel` meets the plane through `depth_point` that faces the camera.
fn plane_point(camera: &Camera, pixel: Vec2, depth_point: Vec3) -> Option<Vec3> {
    let (origin, direction) = camera.ray(pixel);
    let normal = camera.back();
    let along = normal.dot(direction);
    let distance = normal.dot(depth_point - origin) / along;
    (along.abs() > 1e-6 && distance > 0.0).then(|| origin + direction * distance)
}

/// A ball from the eye through the pixel, as fast as the scene is large.
fn throw(camera: &Camera, pixel: Vec2) -> Action {
    let (origin, direction) = camera.ray(pixel);
    let radius = (0.02 * camera.distance).clamp(0.05, 2.0);
    let mut desc = BodyDesc::new(Shape::sphere(radius));
    desc.position = (origin + direction * (3.0 * radius)).clamp(Vec3::splat(-1e6), Vec3::splat(1e6));
    desc.velocity = direction * (2.0 * camera.distance).clamp(5.0, 80.0);
    Action::Add { stem: "thrown", desc }
}

/// Scene files dropped on the window, and a hint while they hover.
fn dropped_files(ui: &Ui, rect: Rect, actions: &mut Vec<Action>) {
    let (dropped, hovering) = ui.input(|i| (i.raw.dropped_files.clone(), !i.raw.hovered_files.is_empty()));
    if let Some(path) = dropped.first().map(|file| file.path()) {
        actions.push(Action::OpenFile(path.to_path_buf()));
    }
    if hovering {
        let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop")));
        painter.rect_filled(rect, 0.0, ui.visuals().panel_fill.gamma_multiply(0.8));
        let font = egui::FontId::proportional(20.0);
        let color = ui.visuals().strong_text_color();
        painter.text(rect.center(), egui::Align2::CENTER_CENTER, "Drop a scene file to open it", font, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneCamera;

    fn camera() -> Camera {
        Camera::new(&SceneCamera::default(), [800, 600], 1.0)
    }

    #[test]
    fn looking_around_leaves_the_eye_where_it_is() {
        let mut c = camera();
        let eye = c.eye();
        look(&mut c, Vec2::new(0.3, -0.2));
        assert!(c.eye().distance(eye) < 1e-4, "{} {eye}", c.eye());
    }

    #[test]
    fn panning_keeps_the_target_under_the_mouse() {
        let mut c = camera();
        let held = c.target;
        let before = c.project(held).unwrap();
        pan(&mut c, Vec2::new(40.0, -25.0));
        let moved = c.project(held).unwrap() - before;
        assert!((moved - Vec2::new(40.0, -25.0)).length() < 0.1, "{moved}");
    }

    #[test]
    fn a_grabbed_point_stays_at_its_depth_and_under_the_mouse() {
        let c = camera();
        let point = Vec3::new(0.5, 1.5, -0.3);
        let pixel = Vec2::new(500.0, 210.0);
        let target = plane_point(&c, pixel, point).unwrap();
        assert!((target - point).dot(c.back()).abs() < 1e-4);
        assert!(c.project(target).unwrap().distance(pixel) < 0.05);
    }

    #[test]
    fn the_camera_never_turns_over() {
        let mut c = camera();
        orbit(&mut c, Vec2::new(0.0, 100.0));
        assert!(c.pitch < std::f32::consts::FRAC_PI_2 && c.clip_from_world().is_finite());
    }
}
