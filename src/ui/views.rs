//! Where the camera can be put at once: along the axes, without perspective, and what a scene keeps.

use super::{Action, UiState};
use crate::say;
use crate::scene::view::{Bookmark, MAX_VIEW_ENTRIES};
use crate::sim::{Command, Sim};
use egui::{InputState, Key, Modifiers};
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// A view along an axis.
pub(super) struct PageView {
    /// From the middle towards the eye (unit, world).
    pub towards: Vec3,
    /// Of the axis; none of those that point the other way.
    pub letter: &'static str,
    /// As a command.
    pub name: &'static str,
    /// With Alt.
    pub key: Key,
    /// That key, as it is written.
    pub written: &'static str,
    /// Of the camera (rad).
    pub yaw: f32,
    /// Of the camera (rad).
    pub pitch: f32,
}

/// The views, each beside its opposite.
pub(super) static VIEWS: [PageView; 6] = [
    PageView {
        towards: Vec3::Z,
        letter: "z",
        name: "Camera: from the front",
        key: Key::Num1,
        written: "Alt+1",
        yaw: 0.0,
        pitch: 0.0,
    },
    PageView {
        towards: Vec3::NEG_Z,
        letter: "",
        name: "Camera: from behind",
        key: Key::Num2,
        written: "Alt+2",
        yaw: PI,
        pitch: 0.0,
    },
    PageView {
        towards: Vec3::X,
        letter: "x",
        name: "Camera: from the right",
        key: Key::Num3,
        written: "Alt+3",
        yaw: FRAC_PI_2,
        pitch: 0.0,
    },
    PageView {
        towards: Vec3::NEG_X,
        letter: "",
        name: "Camera: from the left",
        key: Key::Num4,
        written: "Alt+4",
        yaw: -FRAC_PI_2,
        pitch: 0.0,
    },
    PageView {
        towards: Vec3::Y,
        letter: "y",
        name: "Camera: from above",
        key: Key::Num7,
        written: "Alt+7",
        yaw: 0.0,
        pitch: FRAC_PI_2,
    },
    PageView {
        towards: Vec3::NEG_Y,
        letter: "",
        name: "Camera: from below",
        key: Key::Num8,
        written: "Alt+8",
        yaw: 0.0,
        pitch: -FRAC_PI_2,
    },
];

/// How far an arrow key turns the camera (rad).
const TURN: f32 = 7.5 * PI / 180.0;

/// What a key makes of the distance.
const NEARER: f32 = 0.8;

impl PageView {
    /// Looks from there.
    pub(super) fn take(&self, state: &mut UiState) {
        state.camera.look_from(self.yaw, self.pitch);
    }
}

/// Reads the keys of the views: those with Alt, to be asked before the keys alone.
pub(super) fn keys(input: &mut InputState, state: &mut UiState) {
    for view in &VIEWS {
        if input.consume_key(Modifiers::ALT, view.key) {
            view.take(state);
        }
    }
    if input.consume_key(Modifiers::ALT, Key::Num5) {
        state.camera.toggle_orthographic();
    }
}

/// Reads the keys that turn the camera and bring it nearer, of somebody who looks at the picture and at no control.
pub(super) fn turn(input: &mut InputState, state: &mut UiState) {
    // Presses are counted, since a slow picture may take in several.
    let mut count = |keys: &[Key]| -> f32 {
        keys.iter().map(|key| input.count_and_consume_key(Modifiers::NONE, *key) as f32).sum()
    };
    let yaw = count(&[Key::ArrowRight]) - count(&[Key::ArrowLeft]);
    let pitch = count(&[Key::ArrowUp]) - count(&[Key::ArrowDown]);
    let nearer = count(&[Key::Plus, Key::Equals]) - count(&[Key::Minus]);
    if yaw != 0.0 || pitch != 0.0 {
        let camera = state.camera;
        state.camera.look_from(camera.yaw + yaw * TURN, camera.pitch + pitch * TURN);
    }
    if nearer != 0.0 {
        let [width, height] = state.camera.size.map(|side| side as f32);
        // About the middle of the picture: keys point nowhere.
        state.camera.zoom(NEARER.powf(nearer), 0.5 * Vec2::new(width, height));
    }
}

/// Makes the present camera a bookmark of the scene; none where there is no room for another.
pub(super) fn keep(sim: &Sim, state: &UiState) -> Option<Action> {
    let mut view = sim.scene().view.clone();
    if view.cameras.len() >= MAX_VIEW_ENTRIES {
        return None;
    }
    // The first number that no bookmark has; the list is finite, so there is one.
    let mut names = (1..).map(|i| say!("view {}", i));
    let name = names.find(|name| view.cameras.iter().all(|one| one.name != *name))?;
    view.cameras.push(Bookmark { name, camera: state.camera.to_scene() });
    Some(Action::Apply(Command::View(Box::new(view))))
}
