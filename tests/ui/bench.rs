//! A window without a window: the panels, a simulation, and the application's part reduced to its essence.

use carom::glam::Vec3;
use carom::lab::{Lab, LabCommand, Laboratory, Opens, find};
use carom::physics::{Body, BodyId};
use carom::playback::Playback;
use carom::render::Picture;
use carom::scene::{FileKind, parse};
use carom::sim::{Sim, Timeline};
use carom::subject::{Follow, Subject};
use carom::timeline::TimeMachine;
use carom::ui::{self, Action, GalleryItem, Preferences, Status, UiState};
use carom::view::{Compared, Theme, ViewOptions};
use egui_kittest::Harness;

/// What the panels show and what came of it.
pub struct Bench {
    pub subject: Subject,
    pub state: UiState,
    /// What the picture shows in this frame.
    pub view: ViewOptions,
    pub compared: Compared,
    pub status: Status,
    /// Everything asked for, oldest first.
    pub asked: Vec<Action>,
    follow: Follow,
}

const SCENE: &str = r#"
version = 1
name = "Bench"
about = "A box and a ball on the ground."
[[bodies]]
name = "ground"
shape = { quad = { half = [20.0, 20.0] } }
motion = "static"
[[bodies]]
name = "box"
shape = { box = { half = [0.5, 0.5, 0.5] } }
mass = 2.0
position = [0.0, 0.5, 0.0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 5.0
position = [3.0, 0.5, 0.0]
"#;

impl Bench {
    /// After so many steps.
    pub fn new(settings: &Preferences, steps: u32) -> Self {
        Self::of(SCENE, settings, steps)
    }

    /// Of another scene.
    pub fn of(scene: &str, settings: &Preferences, steps: u32) -> Self {
        let scene = parse(scene, FileKind::Toml).unwrap();
        let mut sim = Timeline::new(scene).unwrap();
        for _ in 0..steps {
            sim.step();
        }
        let mut state = UiState::new(settings);
        let subject = Subject::from(sim);
        state.enter(&subject);
        let item = |id, title: &str, about: &str| {
            let topic = carom::scene::find(id).map_or_else(Default::default, |entry| entry.topic);
            GalleryItem { id, topic, title: title.into(), about: about.into() }
        };
        let gallery = vec![
            item("first_bounce", "First bounce", "Balls and boxes fall on a turned box."),
            item("cradle", "Newton's cradle", "Five balls hand one momentum on."),
            item("stack", "Stack", "Ten boxes, one above the other."),
        ];
        let status = Status { gallery, max_threads: 4, adapter: "test adapter".into(), ..Status::default() };
        Self {
            subject,
            state,
            view: ViewOptions::default(),
            compared: Compared::default(),
            status,
            asked: vec![],
            follow: Follow::default(),
        }
    }

    pub fn sim(&self) -> &Sim {
        self.subject.scene().unwrap()
    }

    pub fn lab(&self) -> &Lab {
        self.subject.lab().unwrap()
    }

    /// A laboratory in place of the scene.
    pub fn open_lab(&mut self, entry: &'static Laboratory) {
        self.subject = Lab::new(entry).into();
        self.state.enter(&self.subject);
    }

    /// A trace in place of the scene.
    pub fn open_trace(&mut self, text: &str) {
        self.subject = Playback::of_bytes(text.as_bytes(), "a trace").unwrap().into();
        self.state.enter(&self.subject);
    }

    pub fn id(&self, name: &str) -> BodyId {
        self.sim().find(name).unwrap()
    }

    pub fn body(&self, name: &str) -> Body {
        self.sim().world().body(self.id(name)).unwrap()
    }

    fn carry_out(&mut self, action: &Action) {
        match action {
            Action::Apply(command) => self.subject.scene_mut().unwrap().apply(command.clone()).unwrap(),
            Action::WhatIf(question) => {
                let answer = question.clone().answer(self.subject.timeline().unwrap());
                self.state.take_answer(question, answer);
            }
            Action::Lab(command) => self.subject.lab_mut().unwrap().apply(command.clone()).unwrap(),
            Action::SetLab(settings) => {
                let Subject::Lab(timeline) = &mut self.subject else { return };
                timeline.set_up(settings).unwrap();
            }
            Action::OpenTrial(trial) => {
                let Opens::Lab(id) = trial.opens else { return };
                self.open_lab(find(id).unwrap());
                let Subject::Lab(timeline) = &mut self.subject else { return };
                timeline.set_up(&trial.settings).unwrap();
            }
            Action::Seek(step) => {
                self.status.running = false;
                self.subject.seek(*step);
            }
            Action::Add { stem, desc } => {
                let name = Some(format!("{stem} 1"));
                self.subject.scene_mut().unwrap().apply(carom::sim::Command::Add { name, desc: *desc }).unwrap();
            }
            Action::AddBodies(bodies) => {
                let timeline = self.subject.scene_mut().unwrap();
                timeline.apply(timeline.sim().addition_of(bodies.clone())).unwrap();
                let ids = timeline.sim().last_added();
                self.state.select_all(&ids);
            }
            Action::Undo => drop(self.subject.time_machine().undo()),
            Action::Redo => drop(self.subject.time_machine().redo()),
            Action::TogglePause => self.status.running = !self.status.running,
            Action::Step(count) => {
                self.status.running = false;
                (0..*count).for_each(|_| self.subject.step());
            }
            Action::Restart => match &mut self.subject {
                Subject::Scene(timeline) => timeline.apply(carom::sim::Command::Restart).unwrap(),
                Subject::Lab(lab) => lab.apply(LabCommand::Restart).unwrap(),
                Subject::Trace(traced) => traced.playback.seek(traced.playback.film().first),
            },
            Action::SetTimeScale(scale) => self.status.time_scale = *scale,
            Action::Back(count) => self.subject.seek(self.subject.step_count().saturating_sub((*count).into())),
            Action::Reverse => self.status.playback.backwards = !self.status.playback.backwards,
            Action::Loop => self.status.playback.looping = !self.status.playback.looping,
            Action::KeepGhost => self.subject.time_machine().keep_ghost(),
            Action::ShowGhost(index) => self.subject.time_machine().show_ghost(*index),
            Action::SwapGhost => self.subject.time_machine().swap_ghost(),
            Action::ReadContactHistory { first, count } => {
                self.subject.scene_mut().unwrap().read_contacts(*first, *count);
            }
            Action::ForgetContactHistory => self.subject.scene_mut().unwrap().forget_contacts(),
            Action::FollowCurves(texts) => self.follow.set(texts, &mut self.subject),
            Action::ReadCurves => self.follow.read(&self.subject, 400),
            Action::DropGhosts => self.subject.time_machine().drop_ghosts(),
            Action::Leave(action) => self.carry_out(action),
            Action::Frame => match &self.subject {
                Subject::Scene(timeline) => self.state.frame_selection(timeline.sim()),
                Subject::Lab(_) => self.state.enter(&self.subject),
                Subject::Trace(_) => self.state.frame_trace(&self.subject),
            },
            _ => {}
        }
    }
}

/// As it is liked at first, with the drawer open: most tests are about what it shows.
pub fn settings() -> Preferences {
    Preferences { drawer_open: true, ..Preferences::default() }
}

/// The panels at 1280×720, some steps on: gravity presses box and ball on the ground.
pub fn harness(theme: Theme) -> Harness<'static, Bench> {
    harness_after(theme, 4)
}

/// The panels after so many steps.
pub fn harness_after(theme: Theme, steps: u32) -> Harness<'static, Bench> {
    shown(Bench::new(&Preferences { theme, ..settings() }, steps))
}

/// The panels over another scene, some steps on.
pub fn harness_of(scene: &str) -> Harness<'static, Bench> {
    shown(Bench::of(scene, &settings(), 4))
}

/// The panels over a bench.
pub fn shown(bench: Bench) -> Harness<'static, Bench> {
    let mut harness = Harness::builder().with_size([1280.0, 720.0]).wgpu().build_ui_state(
        |ui, bench: &mut Bench| {
            ui::shipped::set_reader(ui.ctx(), |bytes| {
                let picture = Picture::read_png(bytes)?;
                Some(egui::ColorImage::from_rgba_unmultiplied(picture.size.map(|side| side as usize), &picture.rgba))
            });
            let mut actions = vec![];
            (bench.view, bench.compared) = ui::show(ui, &bench.subject, &mut bench.state, &bench.status, &mut actions);
            for action in &actions {
                bench.carry_out(action);
            }
            bench.follow.attend(&mut bench.subject);
            bench.status.curves = bench.follow.curves(&bench.subject);
            // News of the run wants a picture.
            if bench.status.curves.as_ref().is_some_and(|curves| !curves.is_complete) {
                ui.ctx().request_repaint();
            }
            bench.asked.extend(actions);
        },
        bench,
    );
    harness.run();
    harness
}

/// Presses at one place, moves in small steps, lets go at another.
pub fn drag(harness: &mut Harness<'static, Bench>, from: egui::Pos2, to: egui::Pos2) {
    harness.hover_at(from);
    harness.run();
    harness.drag_at(from);
    harness.step();
    for i in 1..=8 {
        harness.hover_at(from + (to - from) * (i as f32 / 8.0));
        harness.step();
    }
    harness.drop_at(to);
    harness.run();
}

/// Where a point of the world appears in the window (points).
pub fn place(h: &Harness<'static, Bench>, point: Vec3) -> egui::Pos2 {
    let state = &h.state().state;
    let at = state.camera.project(point).unwrap();
    let [x, y] = state.session.picture_at[0];
    egui::pos2(at.x + x as f32, at.y + y as f32)
}

/// The left button goes down or up, with keys held; those are let go after it.
pub fn button(h: &mut Harness<'static, Bench>, pos: egui::Pos2, pressed: bool, modifiers: egui::Modifiers) {
    let button = egui::PointerButton::Primary;
    h.event(egui::Event::ModifiersChanged(modifiers));
    h.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    if !pressed {
        h.event(egui::Event::ModifiersChanged(egui::Modifiers::NONE));
    }
    h.step();
}

/// Presses at one place, moves in small steps with keys held, and goes no further: button and keys are still down.
pub fn drag_and_hold(h: &mut Harness<'static, Bench>, from: egui::Pos2, to: egui::Pos2, modifiers: egui::Modifiers) {
    h.hover_at(from);
    h.run_steps(2);
    button(h, from, true, modifiers);
    for i in 1..=8 {
        let at = from + (to - from) * (i as f32 / 8.0);
        h.hover_at(at);
        h.step();
    }
}

/// Presses and lets go, with keys held.
pub fn click_with(h: &mut Harness<'static, Bench>, at: egui::Pos2, modifiers: egui::Modifiers) {
    h.hover_at(at);
    h.run_steps(2);
    button(h, at, true, modifiers);
    button(h, at, false, modifiers);
    h.run_steps(2);
}

/// Presses and lets go.
pub fn click(h: &mut Harness<'static, Bench>, at: egui::Pos2) {
    h.hover_at(at);
    h.run();
    h.drag_at(at);
    h.drop_at(at);
    h.run();
}
