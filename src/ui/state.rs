//! What the window remembers: the picture's options, the camera, which panels are open.

use super::contact_history::HistoryPage;
use super::gizmo::GizmoDrag;
use super::preferences::{DrawerTab, Preferences, SideTab};
use super::what_if::WhatIfDraft;
use super::{Action, Column, Pause, Picker, Toasts, Tour};
use crate::geometry::BoundingSphere;
use crate::lab::{Lab, Page};
use crate::language::Language;
use crate::physics::{BodyId, WorldPlane};
use crate::scene::{Scene, SceneCamera};
use crate::sim::{Answer, Grab, Question, Sim};
use crate::subject::Subject;
use crate::view::{
    Aside, Camera, GizmoHandle, GizmoKind, GizmoOnShow, Jitter, Layers, Measure, Pointed, Poses, Selection, Theme,
    ViewOptions,
};
use glam::{Quat, Vec2, Vec3};

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
    /// Has taken hold of a body that it will pull as soon as it moves: a click alone selects.
    Reach { grab: Grab },
    /// Pulls a body in the plane through `depth_point` that faces the camera.
    Grab { grab: Grab, depth_point: Vec3 },
    /// Drags a handle of the selected bodies.
    Gizmo,
    /// Draws a rectangle from here (points), to select what is in it.
    Rectangle { from: egui::Pos2 },
    /// Nothing more: the press alone did it.
    Done,
}

/// What holds until the window closes, whatever is open in it.
#[derive(Clone, Debug)]
pub struct Session {
    /// Whether bodies are drawn as wires.
    pub wireframe: bool,
    /// In which of the last step's poses bodies are drawn.
    pub poses: Poses,
    /// Radius of the ball of the normal field (m).
    pub probe_radius: f32,
    /// How far the bodies of the selected contact are moved to see how its normal turns.
    pub jitter: Jitter,
    /// Whether the camera goes along with the selected body.
    pub follow: bool,
    /// The handles that selected bodies have.
    pub gizmo: Option<GizmoKind>,
    /// Whether they go along the body's own axes rather than the world's.
    pub own_axes: bool,
    /// The layers that the user had before a scene asked for its own.
    pub(super) own_layers: Option<Layers>,
    /// Whether all panels are hidden (Tab).
    pub panels_hidden: bool,
    /// Whether the picture stands within another page, with the transport alone.
    pub embedded: bool,
    /// Whether the one sheet of a phone was the panel on the right in the frame before; none elsewhere.
    pub(super) sheet: Option<bool>,
    /// How far bodies of two runs may be from each other to count as together (m, and rad of a turn).
    pub together: f64,
    /// Conditions that pause the run.
    pub pauses: Vec<Pause>,
    /// The curves that are drawn besides energy and momentum.
    pub plotted: super::Plotted,
    /// Where the card of the selected contact lies.
    pub(super) card: super::card::ScreenPlace,
    /// Whether time goes on when the cards of the first steps are over, and when that was last asked for (ms).
    pub(super) resume: bool,
    pub(super) resume_asked: Option<u64>,
    /// Whether the next frame is to break, to see that the window recovers.
    pub(super) breaks: bool,
    /// What Shift+click throws.
    pub thrown: super::Thrown,
    /// By which column the contact table is sorted, and whether from large to small.
    pub contact_order: (Column, bool),
    /// Which contacts are shown over time, and how much of it.
    pub(super) contact_history: HistoryPage,
    /// Where the picture of the scene stands: upper left corner and size (physical pixels of the window).
    pub picture_at: [[u32; 2]; 2],
    /// The size the window has been given; differs from the preferred one when that was changed by a panel.
    pub(super) applied_font_scale: f32,
}

impl Default for Session {
    fn default() -> Self {
        // What the picture shows at first is told once, by the view's own defaults.
        let view = ViewOptions::default();
        Self {
            wireframe: view.wireframe,
            poses: view.poses,
            probe_radius: view.probe_radius,
            jitter: view.jitter,
            follow: false,
            gizmo: None,
            own_axes: false,
            own_layers: None,
            panels_hidden: false,
            embedded: false,
            sheet: None,
            together: super::Beside::TOGETHER,
            pauses: vec![],
            plotted: super::Plotted::default(),
            card: super::card::ScreenPlace::default(),
            resume: false,
            resume_asked: None,
            breaks: false,
            thrown: super::Thrown::default(),
            contact_order: (Column::Impulse, true),
            contact_history: HistoryPage::default(),
            picture_at: [[0, 0], [1280, 720]],
            applied_font_scale: 1.0,
        }
    }
}

/// What stands in front of the panels while it is open.
#[derive(Clone, Debug, Default)]
pub struct Dialogs {
    /// The search window.
    pub picker: Option<Picker>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// The card of the first steps.
    pub tour: Option<Tour>,
    /// The page of the guide.
    pub guide: Option<super::OpenGuide>,
    /// The path being typed in the window that asks where to save.
    pub save_as: Option<String>,
    /// What picture or clip is to be written, while that is asked.
    pub export: Option<super::ExportDraft>,
    /// The link that is to be copied, while that is asked.
    pub link: Option<super::LinkDraft>,
    /// What would lose edits, while the question about them is open.
    pub unsaved: Option<Action>,
    /// What goes on as soon as the scene is saved.
    pub after_save: Option<Action>,
}

/// What is being typed or tried and is not in force yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Drafts {
    /// The condition that is to pause the run.
    pub pause: String,
    /// The number that is to be drawn over time.
    pub plot: String,
    /// The text that filters the list of bodies.
    pub body_filter: String,
    /// A body's name.
    pub name: Option<(BodyId, String)>,
    /// A body's rotation.
    pub rotation: Option<AxisAngle>,
    /// Other values for a body of the selected contact.
    pub what_if: Option<WhatIfDraft>,
}

/// What mouse and keys are in the midst of; another scene or laboratory ends it all.
#[derive(Clone, Debug, Default)]
pub(super) struct Interaction {
    /// What the mouse is over.
    pub pointed: Pointed,
    /// The contact under the mouse in the frame before.
    pub pointed_before: Option<(BodyId, BodyId)>,
    /// Where several contacts lie under one click, and which.
    pub choice: Option<(egui::Pos2, Vec<(BodyId, BodyId)>)>,
    /// Whether a finger that rested on the picture looks around.
    pub looks: bool,
    /// What the left button does in a scene.
    pub gesture: Option<Gesture>,
    /// What is being measured in the picture: clicks are for that until it ends.
    pub measure: Option<Measure>,
    /// The handle of the selected bodies under the mouse.
    pub lit_handle: Option<GizmoHandle>,
    /// The one that is dragged.
    pub gizmo: Option<GizmoDrag>,
    /// The handle of a laboratory that is being dragged, and where the mouse holds it: from the mouse to its middle
    /// (physical pixels).
    pub held_handle: Option<(String, Vec2)>,
    /// What of a laboratory is on because a key or a button is held.
    pub held: Vec<&'static str>,
    /// The buttons of that kind that the mouse holds down in this frame.
    pub pressed: Vec<&'static str>,
    /// Where the followed body was in the frame before (m).
    pub followed_position: Option<Vec3>,
    /// Where the laboratory wanted the eye last.
    pub lab_camera: Option<SceneCamera>,
    /// Where in the list of contacts `N` stands.
    pub contact_cursor: Option<usize>,
    /// The contact that the table brings into sight.
    pub scroll_to_contact: Option<(BodyId, BodyId)>,
    /// Whether the engine that is followed has not told of any body yet.
    pub awaits_bodies: bool,
    /// The contact of a trace that is selected as soon as the trace stands at its step.
    pub wanted_meeting: Option<super::traced::WantedPair>,
    /// The next frame gives the keyboard to the first control.
    pub focus_panels: bool,
}

/// Everything about the window that is not the simulation, by how long it lives.
#[derive(Clone, Debug)]
pub struct UiState {
    /// Until they are changed, over many runs.
    pub preferences: Preferences,
    /// Until the window closes.
    pub session: Session,
    /// Until another scene is opened, or what is selected is gone.
    pub selection: Selection,
    /// What is hidden and what is locked, until another scene is opened.
    pub aside: Aside,
    /// Where the eye is.
    pub camera: Camera,
    /// Until they are answered or closed.
    pub dialogs: Dialogs,
    /// Until they are in force or given up.
    pub(super) drafts: Drafts,
    /// Until button or key is let go.
    pub(super) interaction: Interaction,
    /// Messages, each for its time.
    pub toasts: Toasts,
}

impl Default for UiState {
    fn default() -> Self {
        Self::new(&Preferences::default())
    }
}

impl UiState {
    /// As the user likes it.
    pub fn new(preferences: &Preferences) -> Self {
        Self {
            // A file of preferences may be edited by hand: no size may leave a window that cannot be read.
            preferences: Preferences { font_scale: preferences.font_scale.clamp(0.5, 3.0), ..preferences.clone() },
            session: Session::default(),
            selection: Selection::default(),
            aside: Aside::default(),
            camera: Camera::new(&SceneCamera::default(), [1280, 720], 1.0),
            dialogs: Dialogs::default(),
            drafts: Drafts::default(),
            interaction: Interaction::default(),
            toasts: Toasts::default(),
        }
    }

    /// What a picture shows now, and how.
    pub fn view_options(&self, language: Language) -> ViewOptions {
        // Preferences and session say how, selection and hands say what.
        let (preferences, session) = (&self.preferences, &self.session);
        ViewOptions {
            layers: preferences.layers,
            language,
            theme: preferences.theme,
            arrow_length: preferences.arrow_length,
            both_arrows: preferences.both_arrows,
            wireframe: session.wireframe,
            shadows: preferences.shadows,
            grid: preferences.grid,
            poses: session.poses,
            probe_radius: session.probe_radius,
            jitter: session.jitter,
            selection: self.selection.clone(),
            aside: self.aside.clone(),
            gizmo: session.gizmo.map(|kind| GizmoOnShow {
                kind,
                own_axes: session.own_axes,
                lit: self.interaction.lit_handle,
                held: self.interaction.gizmo.as_ref().map(GizmoDrag::shown),
            }),
            measure: self.interaction.measure.clone(),
            pointed: self.interaction.pointed.clone(),
            covered: session.card.covers,
        }
    }

    /// Starts on another scene or laboratory: nothing selected, the camera where it puts it, or where all can be seen.
    pub fn enter(&mut self, subject: &Subject) {
        match subject {
            Subject::Scene(timeline) => self.enter_scene(timeline.sim()),
            // A scene may have had its own layers: those that were set before come back.
            Subject::Lab(lab) => {
                self.forget_scene();
                if let Some(own) = self.session.own_layers.take() {
                    self.preferences.layers = own;
                }
                self.place_camera(lab.sim().camera());
                // A guide that is open goes along.
                if let (Some(guide), Some(page)) = (&mut self.dialogs.guide, Page::of(lab.sim().entry().id)) {
                    guide.page = page;
                }
            }
            // A trace asks for no layers either.
            Subject::Trace(_) => {
                self.forget_scene();
                if let Some(own) = self.session.own_layers.take() {
                    self.preferences.layers = own;
                }
                self.camera = subject.camera(self.camera.size, self.camera.scale);
            }
        }
    }

    /// Starts on a new scene: nothing selected, the camera where the scene puts it, or where all of it can be seen.
    pub fn enter_scene(&mut self, sim: &Sim) {
        self.forget_scene();
        self.take_layers(sim.scene());
        self.place_scene_camera(sim);
    }

    /// Shows the layers that the scene asks for; without any, those the user had before another scene asked.
    fn take_layers(&mut self, scene: &Scene) {
        match (Layers::of_scene(&scene.view), self.session.own_layers.take()) {
            (Some(layers), own) => {
                // Kept aside once: of several such scenes in a row the first found the user's own.
                let own = own.unwrap_or(self.preferences.layers);
                self.session.own_layers = Some(own);
                self.preferences.layers = layers;
            }
            (None, Some(own)) => self.preferences.layers = own,
            (None, None) => {}
        }
    }

    /// The preferences to be remembered: the layers are the user's own and not those that a scene asks for.
    pub fn lasting_preferences(&self) -> Preferences {
        let layers = self.session.own_layers.unwrap_or(self.preferences.layers);
        Preferences { layers, ..self.preferences.clone() }
    }

    /// The user wants this theme from now on, or that of the desktop again.
    pub fn choose_theme(&mut self, theme: Option<Theme>) {
        self.preferences.theme_chosen = theme.is_some();
        // The desktop's theme comes with the next frame, see `follow_desktop`: until then nothing changes.
        self.preferences.theme = theme.unwrap_or(self.preferences.theme);
    }

    /// Takes the theme of the desktop, unless the user chose one.
    pub(super) fn follow_desktop(&mut self, desktop: Option<Theme>) {
        if let Some(theme) = desktop.filter(|_| !self.preferences.theme_chosen) {
            self.preferences.theme = theme;
        }
    }

    /// Looks from elsewhere.
    pub(super) fn look_from(&mut self, camera: &SceneCamera) {
        self.session.follow = false;
        self.camera = Camera::new(camera, self.camera.size, self.camera.scale);
    }

    /// Puts the camera where it was when what runs was opened.
    pub(super) fn reset_camera(&mut self, subject: &Subject) {
        match subject {
            Subject::Scene(timeline) => self.place_scene_camera(timeline.sim()),
            Subject::Lab(lab) => self.place_camera(lab.sim().camera()),
            Subject::Trace(_) => self.camera = subject.camera(self.camera.size, self.camera.scale),
        }
    }

    /// Moves the camera to the selected body or contact of a trace, or to all of it.
    pub fn frame_trace(&mut self, subject: &Subject) {
        let Some(playback) = subject.trace() else { return };
        self.session.follow = false;
        // One contact, else one body, else all of them.
        if let Some((a, b)) = super::traced::selected(self) {
            return super::traced::select(playback, self, a, b, true);
        }
        let frame = playback.frame();
        let body = self.selection.body.map(BodyId::index);
        match body.and_then(|index| Some((frame.place(index)?, frame.body(index)?))) {
            Some((place, member)) => {
                // A plane has no bound: some metres of it are looked at.
                let radius = if member.bound.is_finite() { member.bound as f32 } else { 5.0 };
                self.camera.frame(place.position.as_vec3(), 1.3 * radius);
            }
            None => {
                let extent = frame.extent();
                self.camera.frame(extent.center, extent.radius.max(0.5) * 1.1);
            }
        }
    }

    fn place_scene_camera(&mut self, sim: &Sim) {
        let (size, scale) = (self.camera.size, self.camera.scale);
        match &sim.scene().camera {
            Some(camera) => self.camera = Camera::new(camera, size, scale),
            None => {
                // From the usual side, and so far away that all of it is seen with some room.
                self.camera = Camera::new(&SceneCamera::default(), size, scale);
                let BoundingSphere { center, radius } = sim.extent();
                self.camera.frame(center, radius.max(0.5) * 1.3);
            }
        }
    }

    /// What is of one scene or laboratory does not outlive it.
    fn forget_scene(&mut self) {
        // Before all else: it also ends what is being typed about the first body, and following it.
        self.select(None);
        self.selection = Selection::default();
        self.aside = Aside::default();
        self.interaction = Interaction::default();
        self.session.contact_history.go_to = None;
        self.leave_tour_of_scene();
    }

    /// Moves the eye where a laboratory wants it when that changed: what it shows now is seen best from there.
    pub(super) fn follow_lab(&mut self, lab: &Lab) {
        if self.interaction.lab_camera != Some(lab.camera()) {
            self.place_camera(lab.camera());
        }
    }

    fn place_camera(&mut self, wanted: SceneCamera) {
        self.interaction.lab_camera = Some(wanted);
        self.camera = Camera::new(&wanted, self.camera.size, self.camera.scale);
    }

    /// A phone has room for one of the panel on the right and the drawer: what was opened last. At first it is the
    /// picture's alone.
    pub(super) fn fold_to_one_sheet(&mut self) {
        let Preferences { side_open, drawer_open, .. } = &mut self.preferences;
        // Of two that are open, the one that was not the sheet before has been opened last.
        match self.session.sheet {
            None => (*side_open, *drawer_open) = (false, false),
            Some(true) if *drawer_open => *side_open = false,
            Some(false) if *side_open => *drawer_open = false,
            Some(_) => {}
        }
        self.session.sheet = Some(*side_open);
    }

    /// Closes what is open in front of the panels, and ends what is being typed, dragged or pointed at.
    pub fn set_aside(&mut self) {
        self.dialogs = Dialogs::default();
        self.drafts = Drafts::default();
        self.interaction = Interaction::default();
        self.selection = Selection::default();
    }

    /// Whether a window stands in front of everything and takes the keys.
    pub(super) const fn asks(&self) -> bool {
        self.dialogs.picker.is_some()
            || self.dialogs.save_as.is_some()
            || self.dialogs.export.is_some()
            || self.dialogs.link.is_some()
            || self.dialogs.unsaved.is_some()
    }

    /// Takes what came of a [question](super::Action::WhatIf) about the next step; none when the scene had gone on.
    pub fn take_answer(&mut self, question: &Question, answer: Option<Answer>) {
        if let Some(draft) = &mut self.drafts.what_if {
            draft.take(question, answer);
        }
    }

    /// Whether this page of the panel on the right can be seen.
    pub fn shows(&self, page: SideTab) -> bool {
        !self.session.panels_hidden && self.preferences.side_open && self.preferences.side_tab == page
    }

    /// Opens the drawer on this page.
    pub const fn open_drawer(&mut self, page: DrawerTab) {
        (self.preferences.drawer_open, self.preferences.drawer_tab) = (true, page);
    }

    /// Selects a body alone, or nothing.
    pub fn select(&mut self, body: Option<BodyId>) {
        self.change_selection(|selection| {
            selection.body = body;
            selection.others.clear();
        });
    }

    /// Selects a body besides those that are, or selects it no longer.
    pub fn select_besides(&mut self, body: BodyId) {
        self.selection.contact = None;
        self.change_selection(|selection| selection.toggle(body));
    }

    /// Selects these bodies, and no others.
    pub fn select_all(&mut self, bodies: &[BodyId]) {
        self.change_selection(|selection| {
            selection.body = bodies.first().copied();
            selection.others = bodies.iter().skip(1).copied().collect();
        });
    }

    /// Changes which bodies are selected; what was being typed about the first one ends when another is.
    fn change_selection(&mut self, change: impl FnOnce(&mut Selection)) {
        let before = self.selection.body;
        change(&mut self.selection);
        if self.selection.body != before {
            self.drafts.name = None;
            self.drafts.rotation = None;
        }
        // Without a body there is nothing to go along with.
        if self.selection.body.is_none() {
            self.session.follow = false;
        }
    }

    /// Moves the camera so that the selected body, or everything that moves, fills the picture.
    pub fn frame_selection(&mut self, sim: &Sim) {
        match self.selection.body.and_then(|id| sim.world().body(id)) {
            Some(_) if self.selection.body_count() > 1 => super::hands::frame(&mut self.camera, sim, &self.selection),
            Some(body) => {
                // Not nearer than that the neighbours can be seen, and never inside a huge ground.
                let radius = body.desc.shape.bounding_radius().clamp(0.05, 20.0);
                self.camera.frame(body.desc.position, radius * 2.2);
            }
            None => {
                let BoundingSphere { center, radius } = sim.extent();
                self.camera.frame(center, radius.max(0.5) * 1.2);
            }
        }
    }

    /// Starts a frame: what is gone from the scene is forgotten, and what the mouse is over is asked anew.
    pub(super) fn begin_frame(&mut self, subject: &Subject) {
        self.interaction.pointed_before = self.interaction.pointed.contact.take();
        self.interaction.pointed.axis = None;
        // Whatever the mouse is over says so in each frame, a list or the picture: what says nothing is not pointed at.
        self.interaction.pointed.body = None;
        self.interaction.lit_handle = None;
        let Subject::Scene(timeline) = subject else { return };
        // Floor and ceiling are sides of contacts without being bodies of the world.
        let gone = |id: &BodyId| WorldPlane::of(*id).is_none() && timeline.sim().world().body(*id).is_none();
        if self.selection.bodies().any(|id| gone(&id)) {
            self.change_selection(|selection| selection.retain(|id| !gone(&id)));
        }
        if self.selection.contact.is_some_and(|(a, b)| gone(&a) || gone(&b)) {
            self.selection.contact = None;
        }
    }

    /// Carries the camera along with the selected body.
    pub(super) fn follow_body(&mut self, sim: &Sim) {
        let body = self.selection.body.filter(|_| self.session.follow).and_then(|id| sim.world().body(id));
        let position = body.map(|b| b.desc.position);
        // Moved as far as the body went: the view of it keeps its distance and its angle.
        if let (Some(now), Some(before)) = (position, self.interaction.followed_position) {
            self.camera.target += now - before;
        }
        self.interaction.followed_position = position;
    }
}
