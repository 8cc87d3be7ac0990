//! What the window remembers: the picture's options, the camera, which panels are open.

use super::tracks::Tracks;
use super::what_if::WhatIfDraft;
use super::{Action, Column, Pause, Picker, Toasts, Tour};
use crate::lab::Lab;
use crate::physics::BodyId;
use crate::scene::SceneCamera;
use crate::sim::{Grab, Sim};
use crate::subject::Subject;
use crate::view::{ArrowLength, Camera, Layers, Theme, ViewOptions};
use crate::words::Language;
use glam::{Quat, Vec2, Vec3};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A page of the panel on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideTab {
    /// The selected body, or the scene.
    #[default]
    Body,
    /// Gravity, step and rules.
    World,
    /// What is drawn.
    Layers,
    /// What pauses the run, the futures that were left, recordings.
    Time,
}

/// How time runs while it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Playback {
    /// From the present to what was.
    pub backwards: bool,
    /// From the last step known to the first one kept and on, or the other way.
    pub looping: bool,
}

/// A page of the drawer at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawerTab {
    /// The table of contacts.
    #[default]
    Contacts,
    /// Why the selected contact has its normal, and how its impulse comes about.
    Why,
    /// The contacts over time, a lane each.
    Tracks,
    /// Energy and momentum over time.
    Plots,
    /// Times and counts.
    Stats,
}

/// What is remembered from one run to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: Theme,
    /// The language of the window; that of the desktop when none was chosen.
    pub language: Option<Language>,
    /// Size of all words and controls, 0.5…3; 1 is the desktop's own.
    pub font_scale: f32,
    /// The layers.
    pub layers: Layers,
    /// What an arrow's length means.
    pub arrow_length: ArrowLength,
    /// Whether each contact shows two arrows.
    pub both_arrows: bool,
    /// Whether bodies cast shadows.
    pub shadows: bool,
    /// Whether the ground grid is drawn.
    pub grid: bool,
    /// Whether the panel on the right is open.
    pub side_open: bool,
    /// Its page.
    pub side_tab: SideTab,
    /// Whether the drawer is open.
    pub drawer_open: bool,
    /// Its page.
    pub drawer_tab: DrawerTab,
    /// Inner size of the window (logical pixels).
    pub window: [f32; 2],
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// Whether the remark that drawing is done in software was closed.
    pub software_noted: bool,
    /// Whether the first steps were shown.
    pub toured: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::Dark,
            language: None,
            font_scale: 1.0,
            layers: Layers::default(),
            arrow_length: ArrowLength::Pixels,
            both_arrows: false,
            shadows: true,
            grid: true,
            side_open: true,
            side_tab: SideTab::Body,
            drawer_open: true,
            drawer_tab: DrawerTab::Contacts,
            window: [1280.0, 720.0],
            maximized: false,
            software_noted: false,
            toured: false,
        }
    }
}

/// One scene of the gallery, as the picker lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryItem {
    /// The name to open it by.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What there is to see.
    pub about: String,
}

/// What the application knows and the panels show.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Whether the simulation runs.
    pub running: bool,
    /// How time runs while it does.
    pub playback: Playback,
    /// The condition that paused the run, where and with what values.
    pub fired: Option<String>,
    /// Simulated seconds a second.
    pub time_scale: f32,
    /// Whether the machine is too slow for that, and simulated time lags behind.
    pub lagging: bool,
    /// Threads a step may use.
    pub threads: usize,
    /// The most that make sense here.
    pub max_threads: usize,
    /// Mean time between pictures (ms).
    pub frame_ms: f32,
    /// Time of the last pictures (ms), oldest first: all that the window itself spent.
    pub frame_times: Vec<f32>,
    /// Wall time of the last steps (ms), oldest first.
    pub step_times: Vec<f32>,
    /// The language of the desktop.
    pub language: Language,
    /// Name of the graphics adapter.
    pub adapter: String,
    /// Whether it draws in software.
    pub software: bool,
    /// The file the scene came from.
    pub file: Option<PathBuf>,
    /// The gallery scene it came from.
    pub gallery_id: Option<&'static str>,
    /// The laboratory that is open.
    pub lab_id: Option<&'static str>,
    /// Whether there are edits that were not saved.
    pub edited: bool,
    /// What a window that never closed has left, in words: the scene and how long ago.
    pub left_behind: Option<String>,
    /// The gallery.
    pub gallery: Vec<GalleryItem>,
    /// Whether the scene is drawn below the panels; else the place for it is filled with one colour.
    pub picture_below: bool,
}

impl Default for Status {
    fn default() -> Self {
        Self {
            running: false,
            playback: Playback::default(),
            fired: None,
            time_scale: 1.0,
            lagging: false,
            threads: 1,
            max_threads: 1,
            frame_ms: 0.0,
            frame_times: vec![],
            step_times: vec![],
            language: Language::English,
            adapter: String::new(),
            software: false,
            file: None,
            gallery_id: None,
            lab_id: None,
            edited: false,
            left_behind: None,
            gallery: vec![],
            picture_below: false,
        }
    }
}

/// A rotation as it is being typed: an axis and an angle say more than the quaternion they give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisAngle {
    pub body: BodyId,
    pub axis: Vec3,
    pub degrees: f32,
    /// What the two give; the draft holds as long as the body's rotation is this.
    pub rotation: Quat,
}

/// What the left button does while it is held down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gesture {
    /// Turns the camera about its target.
    Orbit,
    /// Pulls a body in the plane through `depth_point` that faces the camera.
    Grab { grab: Grab, depth_point: Vec3 },
    /// Nothing more: the press alone did it.
    Done,
}

/// Everything about the window that is not the simulation.
#[derive(Clone, Debug)]
pub struct UiState {
    /// What is drawn, and what is selected.
    pub view: ViewOptions,
    /// Where the eye is.
    pub camera: Camera,
    /// Whether the camera goes along with the selected body.
    pub follow: bool,
    /// The language of the window, when one was chosen.
    pub language: Option<Language>,
    /// Size of all words and controls.
    pub font_scale: f32,
    /// Whether the panel on the right is open.
    pub side_open: bool,
    /// Its page.
    pub side_tab: SideTab,
    /// Whether the drawer is open.
    pub drawer_open: bool,
    /// Its page.
    pub drawer_tab: DrawerTab,
    /// Whether all panels are hidden (Tab).
    pub panels_hidden: bool,
    /// The search window, when it is open.
    pub picker: Option<Picker>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// The card of the first steps that is shown.
    pub tour: Option<Tour>,
    /// Whether they were shown to the end, or skipped.
    pub toured: bool,
    /// Conditions that pause the run.
    pub pauses: Vec<Pause>,
    /// The condition being typed.
    pub(super) pause_draft: String,
    /// What Shift+click throws.
    pub thrown: super::Thrown,
    /// The page of the guide that is open.
    pub guide: Option<super::OpenGuide>,
    /// The path being typed, while the window that asks where to save is open.
    pub save_as: Option<String>,
    /// What would lose edits, while the question about them is open.
    pub unsaved: Option<Action>,
    /// What goes on as soon as the scene is saved.
    pub after_save: Option<Action>,
    /// Whether the remark that drawing is done in software was closed.
    pub software_noted: bool,
    /// Messages.
    pub toasts: Toasts,
    /// Where the picture of the scene stands: upper left corner and size (physical pixels of the window).
    pub picture_at: [[u32; 2]; 2],
    /// By which column the contact table is sorted, and whether from large to small.
    pub contact_order: (Column, bool),
    /// Where in the list of contacts `N` stands.
    pub(super) contact_cursor: Option<usize>,
    /// Which contacts are shown over time, and how much of it.
    pub(super) tracks: Tracks,
    /// What is tried on a body of the selected contact.
    pub(super) what_if: Option<WhatIfDraft>,
    /// The contact under the mouse in the frame before.
    pub(super) pointed_contact: Option<(BodyId, BodyId)>,
    /// The contact that the table brings into sight.
    pub(super) scroll_to_contact: Option<(BodyId, BodyId)>,
    /// Text of the field that filters the list of bodies.
    pub(super) body_filter: String,
    /// The name being typed.
    pub(super) name_draft: Option<(BodyId, String)>,
    pub(super) rotation_draft: Option<AxisAngle>,
    pub(super) gesture: Option<Gesture>,
    pub(super) followed_position: Option<Vec3>,
    /// Where the laboratory wanted the eye last.
    lab_camera: Option<SceneCamera>,
    /// The handle of a laboratory that is being dragged, and where the mouse holds it: from the mouse to its middle
    /// (physical pixels).
    pub(super) held_handle: Option<(String, Vec2)>,
    /// What of a laboratory is on because a key or a button is held.
    pub(super) held: Vec<&'static str>,
    /// The buttons of that kind that the mouse holds down in this frame.
    pub(super) pressed: Vec<&'static str>,
    /// The size the window has been given; differs from `font_scale` when that was changed by a panel.
    pub(super) applied_font_scale: f32,
    /// The next frame gives the keyboard to the first control.
    pub(super) focus_panels: bool,
}

impl Default for UiState {
    fn default() -> Self {
        Self::new(&Settings::default())
    }
}

impl UiState {
    /// As the settings say.
    pub fn new(settings: &Settings) -> Self {
        let view = ViewOptions {
            layers: settings.layers,
            theme: settings.theme,
            arrow_length: settings.arrow_length,
            both_arrows: settings.both_arrows,
            shadows: settings.shadows,
            grid: settings.grid,
            ..ViewOptions::default()
        };
        Self {
            view,
            camera: Camera::new(&SceneCamera::default(), [1280, 720], 1.0),
            lab_camera: None,
            follow: false,
            language: settings.language,
            font_scale: settings.font_scale.clamp(0.5, 3.0),
            side_open: settings.side_open,
            side_tab: settings.side_tab,
            drawer_open: settings.drawer_open,
            drawer_tab: settings.drawer_tab,
            panels_hidden: false,
            picker: None,
            help: false,
            tour: None,
            toured: settings.toured,
            pauses: vec![],
            pause_draft: String::new(),
            thrown: super::Thrown::default(),
            guide: None,
            save_as: None,
            unsaved: None,
            after_save: None,
            software_noted: settings.software_noted,
            toasts: Toasts::default(),
            picture_at: [[0, 0], [1280, 720]],
            contact_order: (Column::Impulse, true),
            tracks: Tracks::default(),
            what_if: None,
            contact_cursor: None,
            pointed_contact: None,
            scroll_to_contact: None,
            body_filter: String::new(),
            name_draft: None,
            rotation_draft: None,
            gesture: None,
            followed_position: None,
            held_handle: None,
            held: vec![],
            pressed: vec![],
            applied_font_scale: 1.0,
            focus_panels: false,
        }
    }

    /// What of it is remembered; the window's size is the application's to fill in.
    pub fn settings(&self, window: [f32; 2], maximized: bool) -> Settings {
        Settings {
            theme: self.view.theme,
            language: self.language,
            font_scale: self.font_scale,
            layers: self.view.layers,
            arrow_length: self.view.arrow_length,
            both_arrows: self.view.both_arrows,
            shadows: self.view.shadows,
            grid: self.view.grid,
            side_open: self.side_open,
            side_tab: self.side_tab,
            drawer_open: self.drawer_open,
            drawer_tab: self.drawer_tab,
            window,
            maximized,
            software_noted: self.software_noted,
            toured: self.toured,
        }
    }

    /// Starts on another scene or laboratory: nothing selected, the camera where it puts it, or where all can be seen.
    pub fn enter(&mut self, subject: &Subject) {
        self.held_handle = None;
        self.held.clear();
        self.view.hovered_handle = None;
        match subject {
            Subject::Scene(timeline) => self.enter_scene(timeline.sim()),
            Subject::Lab(lab) => {
                self.view.selected_contact = None;
                self.view.hovered = None;
                self.select(None);
                self.gesture = None;
                self.place_camera(lab.sim().camera());
            }
        }
    }

    /// Moves the eye where a laboratory wants it when that changed: what it shows now is seen best from there.
    pub(super) fn follow_lab(&mut self, lab: &Lab) {
        if self.lab_camera != Some(lab.camera()) {
            self.place_camera(lab.camera());
        }
    }

    fn place_camera(&mut self, wanted: SceneCamera) {
        self.lab_camera = Some(wanted);
        self.camera = Camera::new(&wanted, self.camera.size, self.camera.scale);
    }

    /// Starts on a new scene: nothing selected, the camera where the scene puts it, or where all of it can be seen.
    pub fn enter_scene(&mut self, sim: &Sim) {
        self.view.selected = None;
        self.view.selected_contact = None;
        self.view.hovered = None;
        self.follow = false;
        self.contact_cursor = None;
        self.tracks.go_to = None;
        self.name_draft = None;
        self.rotation_draft = None;
        self.gesture = None;
        let (size, scale) = (self.camera.size, self.camera.scale);
        match &sim.scene().camera {
            Some(camera) => self.camera = Camera::new(camera, size, scale),
            None => {
                self.camera = Camera::new(&SceneCamera::default(), size, scale);
                let (center, radius) = sim.extent();
                self.camera.frame(center, radius.max(0.5) * 1.3);
            }
        }
    }

    /// Whether a window stands in front of everything and takes the keys.
    pub(super) const fn asks(&self) -> bool {
        self.picker.is_some() || self.save_as.is_some() || self.unsaved.is_some()
    }

    /// Opens the drawer on this page.
    pub const fn open_drawer(&mut self, page: DrawerTab) {
        (self.drawer_open, self.drawer_tab) = (true, page);
    }

    /// Selects a body, or nothing.
    pub fn select(&mut self, body: Option<BodyId>) {
        if self.view.selected != body {
            self.view.selected = body;
            self.name_draft = None;
            self.rotation_draft = None;
        }
        if body.is_none() {
            self.follow = false;
        }
    }

    /// Moves the camera so that the selected body, or everything that moves, fills the picture.
    pub fn frame_selection(&mut self, sim: &Sim) {
        match self.view.selected.and_then(|id| sim.world().body(id)) {
            Some(body) => {
                // Not nearer than that the neighbours can be seen, and never inside a huge ground.
                let radius = body.desc.shape.bounding_radius().clamp(0.05, 20.0);
                self.camera.frame(body.desc.position, radius * 2.2);
            }
            None => {
                let (center, radius) = sim.extent();
                self.camera.frame(center, radius.max(0.5) * 1.2);
            }
        }
    }

    /// Starts a frame: what is gone from the scene is forgotten, and what the mouse is over is asked anew.
    pub(super) fn begin_frame(&mut self, subject: &Subject) {
        self.pointed_contact = self.view.hovered_contact.take();
        let Subject::Scene(timeline) = subject else { return };
        let gone =
            |id: &BodyId| *id != BodyId::FLOOR && *id != BodyId::CEILING && timeline.sim().world().body(*id).is_none();
        if self.view.selected.as_ref().is_some_and(gone) {
            self.select(None);
        }
        if self.view.hovered.as_ref().is_some_and(gone) {
            self.view.hovered = None;
        }
        if self.view.selected_contact.is_some_and(|(a, b)| gone(&a) || gone(&b)) {
            self.view.selected_contact = None;
        }
    }

    /// Carries the camera along with the selected body.
    pub(super) fn follow_body(&mut self, sim: &Sim) {
        let body = self.view.selected.filter(|_| self.follow).and_then(|id| sim.world().body(id));
        let position = body.map(|b| b.desc.position);
        if let (Some(now), Some(before)) = (position, self.followed_position) {
            self.camera.target += now - before;
        }
        self.followed_position = position;
    }
}
