//! What is done to the selected bodies together, by keys, buttons and commands.

use super::{Action, UiState};
use crate::geometry::Aabb;
use crate::language::quantity::plural;
use crate::language::word;
use crate::math::Pose;
use crate::physics::{Body, BodyDesc, BodyId, Motion};
use crate::scene::{self, SceneBody};
use crate::sim::{Command, Sim};
use crate::view::{Camera, GizmoKind, Measure, MeasureKind, Selection, place_for};
use crate::{say, view};
use egui::{InputState, Modifiers};
use glam::{Vec2, Vec3};

/// A click on a body, in the picture or in a list: with Ctrl it is selected besides the others, or no longer.
pub(super) fn click_on(state: &mut UiState, body: BodyId, modifiers: Modifiers) {
    if modifiers.command {
        state.select_besides(body);
    } else {
        state.select(Some(body));
    }
}

/// Selects all bodies that can move and that the mouse can reach.
pub(super) fn select_all(sim: &Sim, state: &mut UiState) {
    let bodies = sim.world().bodies().filter(|body| body.desc.motion != Motion::Static);
    let ids: Vec<_> = bodies.map(|body| body.id).filter(|id| state.aside.is_in_reach(sim, *id)).collect();
    state.select_all(&ids);
}

/// The bodies in a rectangle of the picture (physical pixels): those that move with their centre, the others as a
/// whole, for a ground is nearly everywhere.
pub(super) fn within(sim: &Sim, state: &UiState, from: Vec2, to: Vec2) -> Vec<BodyId> {
    let (min, max) = (from.min(to), from.max(to));
    let lies_in =
        |point: Vec3| state.camera.project(point).is_some_and(|at| at.cmpge(min).all() && at.cmple(max).all());
    let is_in = |body: &Body| match body.desc.motion {
        Motion::Static => corners(&body.desc.shape.aabb(&body.pose())).into_iter().all(lies_in),
        Motion::Kinematic | Motion::Dynamic => lies_in(body.desc.position),
    };
    let bodies = sim.world().bodies().filter(|body| state.aside.is_in_reach(sim, body.id));
    bodies.filter(is_in).map(|body| body.id).collect()
}

fn corners(bounds: &Aabb) -> [Vec3; 8] {
    std::array::from_fn(|i| {
        // Each bit of the index picks a side along one axis.
        let pick = |bit: usize, axis: usize| if i & bit == 0 { bounds.min[axis] } else { bounds.max[axis] };
        Vec3::new(pick(1, 0), pick(2, 1), pick(4, 2))
    })
}

/// What removes the selected bodies, as one change.
pub(super) fn removal(selection: &Selection) -> Option<Command> {
    let mut removals: Vec<_> = selection.bodies().map(Command::Remove).collect();
    match removals.len() {
        0 | 1 => removals.pop(),
        _ => Some(Command::All(removals)),
    }
}

/// Copies of the selected bodies beside them.
pub(super) fn duplicate(sim: &Sim, selection: &Selection) -> Option<Action> {
    let mut bodies = copies(sim, selection);
    if let [one] = &mut bodies[..] {
        let mut desc = one.desc;
        // Beside it, and not behind the edge of a huge ground: nobody would find it there.
        let reach = bounds_of(&desc).half();
        desc.position += Vec3::new(2.2 * reach.x.clamp(0.1, 5.0), 0.0, 0.0);
        return Some(Action::Add { stem: desc.shape.kind_name(), desc });
    }
    // Several go together, as far as all of them are wide, and keep their places among themselves.
    let reach = bounds(&bodies)?.half().x.clamp(0.1, 50.0);
    bodies.iter_mut().for_each(|body| body.desc.position.x += 2.2 * reach);
    Some(Action::AddBodies(bodies))
}

/// The selected bodies as they stand.
fn copies(sim: &Sim, selection: &Selection) -> Vec<SceneBody> {
    selection.bodies().filter_map(|id| sim.scene_body(id)).collect()
}

/// What holds all of these bodies; none of none.
fn bounds(bodies: &[SceneBody]) -> Option<Aabb> {
    bodies.iter().map(|body| bounds_of(&body.desc)).reduce(|a, b| a.union(&b))
}

fn bounds_of(desc: &BodyDesc) -> Aabb {
    desc.shape.aabb(&Pose::new(desc.position, desc.rotation))
}

/// The selected bodies as text onto the clipboard.
pub(super) fn copy(sim: &Sim, state: &mut UiState, actions: &mut Vec<Action>) {
    let bodies = copies(sim, &state.selection);
    if !bodies.is_empty() {
        state.toasts.info(say!("Copied {}", plural(bodies.len(), "body", "bodies")));
        actions.push(Action::Copy(scene::bodies_to_toml(bodies)));
    }
}

/// Puts bodies from the clipboard where the mouse is in the picture, or into its middle.
pub(super) fn paste(
    input: &InputState,
    sim: &Sim,
    mut bodies: Vec<SceneBody>,
    state: &mut UiState,
    actions: &mut Vec<Action>,
) {
    let Some(bounds) = bounds(&bodies) else { return };
    let ([x, y], size) = (state.session.picture_at[0], state.camera.size.map(|side| side as f32));
    // In physical pixels of the picture, as the camera counts them.
    let mouse = input.pointer.hover_pos().map(|at| {
        let at = at * input.pixels_per_point();
        Vec2::new(at.x - x as f32, at.y - y as f32)
    });
    let inside = |at: &Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::from(size)).all();
    let pixel = mouse.filter(inside).unwrap_or(0.5 * Vec2::from(size));
    // All keep their places among themselves.
    let displacement = place_for(sim, &state.aside, &state.camera, pixel, bounds.half()) - bounds.center();
    bodies.iter_mut().for_each(|body| body.desc.position += displacement);
    let what = plural(bodies.len(), "body", "bodies");
    state.toasts.info(say!("{} from the clipboard, into this scene. A text with version = 1 opens as a scene.", what));
    actions.push(Action::AddBodies(bodies));
}

/// Shows the handles of a kind, or none when they are shown already.
pub(super) fn toggle_gizmo(state: &mut UiState, kind: GizmoKind) {
    state.session.gizmo = (state.session.gizmo != Some(kind)).then_some(kind);
    // Handles stand at selected bodies: without one nothing would be seen to happen.
    if state.session.gizmo.is_some() && state.selection.body.is_none() {
        state.toasts.info(word("Select a body to see its handles."));
    }
}

/// The handles go along the body's own axes, or along the world's again.
pub(super) fn toggle_axes(state: &mut UiState) {
    state.session.own_axes = !state.session.own_axes;
    // Where no handles are seen the change would not be seen either.
    state.session.gizmo.get_or_insert(GizmoKind::Move);
    let own = state.session.own_axes;
    state.toasts.info(word(if own { "Handles along the body's own axes." } else { "Handles along the world's axes." }));
}

/// Leaves the selected bodies out of the picture, or gives all of them back to it.
pub(super) fn toggle_hidden(sim: &Sim, state: &mut UiState) {
    // Of a mixed selection the rest is hidden first: only when all are hidden do they come back.
    let hidden = state.selection.bodies().all(|id| state.aside.is_hidden(sim, id));
    let change = if hidden { view::Aside::show } else { view::Aside::hide };
    state.selection.bodies().for_each(|id| change(&mut state.aside, sim, id));
}

/// Takes the selected bodies out of the mouse's reach, or gives all of them back to it.
pub(super) fn toggle_locked(sim: &Sim, state: &mut UiState) {
    // As with hiding: only when all are locked are they freed.
    let locked = state.selection.bodies().all(|id| state.aside.is_locked(sim, id));
    let change = if locked { view::Aside::unlock } else { view::Aside::lock };
    state.selection.bodies().for_each(|id| change(&mut state.aside, sim, id));
}

/// Leaves everything out of the picture that is not selected.
pub(super) fn hide_others(sim: &Sim, state: &mut UiState) {
    if state.selection.body.is_some() {
        let others = sim.world().bodies().map(|body| body.id).filter(|id| !state.selection.has(*id));
        others.for_each(|id| state.aside.hide(sim, id));
    }
}

/// Begins to measure, or ends it.
pub(super) fn toggle_measure(state: &mut UiState, kind: MeasureKind) {
    let goes_on = state.interaction.measure.as_ref().is_some_and(|measure| measure.kind == kind);
    state.interaction.measure = (!goes_on).then(|| Measure::new(kind));
}

/// Gives up the drag of a handle; false when there is none.
pub(super) fn give_up_drag(state: &mut UiState, actions: &mut Vec<Action>) -> bool {
    let Some(drag) = state.interaction.gizmo.take() else { return false };
    // Back as they were, and the gesture with them: nothing is left to be undone.
    actions.extend([drag.cancel(), Command::EndGesture].map(Action::Apply));
    true
}

/// The camera frames all selected bodies.
pub(super) fn frame(camera: &mut Camera, sim: &Sim, selection: &Selection) {
    let bodies = selection.bodies().filter_map(|id| sim.world().body(id));
    let bounds = bodies.map(|body| {
        // Not nearer than that the neighbours can be seen, and never inside a huge ground.
        let (center, reach) = (body.desc.position, body.desc.shape.bounding_radius().clamp(0.05, 20.0));
        Aabb::from_center(center, Vec3::splat(reach))
    });
    if let Some(bounds) = bounds.reduce(|a, b| a.union(&b)) {
        camera.frame(bounds.center(), bounds.half().max_element() * 2.2);
    }
}
