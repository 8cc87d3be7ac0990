//! Every control and every handle of every laboratory, worked in the real window.
//!
//! Where things are is asked of the same panels laid out without a window, at the same size and in the same state: they
//! are given the same clicks.

use crate::bench::{Bench, drag, shown};
use crate::desktop::{Display, Window, folder};
use carom::glam::Vec3;
use carom::lab::{Entry, Key, Parameter, ParameterKind, laboratories};
use carom::ui::Settings;
use egui::accesskit::Role;
use egui::{Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// Words so small that nothing of a panel needs scrolling to.
const SETTINGS: &str = "font_scale = 0.6\nwindow = [1200.0, 1000.0]\nsoftware_noted = true\n";

/// The window, and the same panels without one.
struct Both<'a> {
    window: Window<'a>,
    mirror: Harness<'static, Bench>,
}

impl Both<'_> {
    fn pixel(at: Pos2) -> [i32; 2] {
        [at.x.round() as i32, at.y.round() as i32]
    }

    fn click(&mut self, at: Pos2) {
        self.window.press([Self::pixel(at)].as_slice());
        self.mirror.hover_at(at);
        self.mirror.run_steps(2);
        self.mirror.drag_at(at);
        self.mirror.drop_at(at);
        self.mirror.run_steps(4);
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.window.press(&[from, from.lerp(to, 0.5), to].map(Self::pixel));
        drag(&mut self.mirror, from, to);
    }

    /// Back to how the laboratory was opened.
    fn reset(&mut self) {
        let at = self.place(Role::Button, "Reset all").center();
        self.click(at);
        self.window.expect("applied: reset");
    }

    fn place(&self, role: Role, name: &str) -> egui::Rect {
        self.mirror.get_by_role_and_label(role, name).rect()
    }

    /// Where a point of the world is in the window.
    fn place_of(&self, point: Vec3) -> Pos2 {
        let state = &self.mirror.state().state;
        let at = state.camera.project(point).unwrap();
        let [x, y] = state.picture_at[0];
        pos2(at.x + x as f32, at.y + y as f32) / self.mirror.ctx.pixels_per_point()
    }

    fn drive(&mut self, Parameter { name, kind, .. }: &Parameter) {
        let set = format!("applied: {name} set to");
        match kind {
            ParameterKind::Number { value, range, .. } => {
                let rect = self.place(Role::Slider, name);
                let low = *value < 0.5 * (range.start() + range.end());
                let end = if low { rect.right_center() } else { rect.left_center() };
                self.drag(rect.center(), end.lerp(rect.center(), 0.2));
                self.window.expect(&set);
            }
            ParameterKind::Choice { value, names } => {
                let combo = self.place(Role::ComboBox, name).center();
                self.click(combo);
                let other = names[(value + 1) % names.len()];
                let row = self.mirror.get_all_by_label(other).last().unwrap().rect().center();
                self.click(row);
                self.window.expect(&format!("{set} Choice({})", (value + 1) % names.len()));
            }
            ParameterKind::Flag(on) => {
                let at = self.place(Role::CheckBox, name).center();
                self.click(at);
                self.window.expect(&format!("{set} Flag({})", !on));
            }
            ParameterKind::Action | ParameterKind::Preset => {
                let at = self.place(Role::Button, name).center();
                self.click(at);
                self.window.expect(&format!("{set} Act"));
            }
            ParameterKind::Hold(key) => {
                let (letter, at) = (arrow(*key), self.place(Role::Button, name).center());
                self.window.key(letter);
                self.window.expect(&format!("{set} Flag(true)"));
                self.window.expect(&format!("{set} Flag(false)"));
                self.click(at);
                self.window.expect(&format!("{set} Flag(true)"));
                self.window.expect(&format!("{set} Flag(false)"));
            }
        }
    }

    fn open(&mut self, entry: &'static Entry) {
        self.window.expect(&format!("opened lab:{}", entry.id));
        self.window.key("space");
        self.window.expect("paused at step");
        self.window.key("r");
        self.mirror.state_mut().open_lab(entry);
        self.mirror.run_steps(4);
    }
}

const fn arrow(key: Key) -> &'static str {
    match key {
        Key::Up => "Up",
        Key::Down => "Down",
        Key::Left => "Left",
        Key::Right => "Right",
    }
}

#[test]
fn every_control_and_every_handle_of_every_laboratory_answers_in_the_window() {
    let home = folder("labs");
    std::fs::create_dir_all(home.join("carom")).unwrap();
    std::fs::write(home.join("carom/settings.toml"), SETTINGS).unwrap();
    let settings = Settings { font_scale: 0.6, ..Settings::default() };
    let mut mirror = shown(Bench::new(&settings, 0));
    mirror.set_size(vec2(1200.0, 1000.0));
    mirror.run();
    let display = Display::new();
    let window = Window::open(&display, &home, "lab:pursuit".as_ref());
    let mut both = Both { window, mirror };
    for (index, entry) in laboratories().iter().enumerate() {
        if index > 0 {
            both.window.key("bracketright");
        }
        both.open(entry);
        for parameter in both.mirror.state().lab().experiment().parameters() {
            both.drive(&parameter);
            both.reset();
        }
        for handle in both.mirror.state().lab().experiment().handles() {
            let at = both.place_of(handle.position);
            both.drag(at, at + vec2(34.0, 23.0));
            both.window.expect(&format!("applied: {} dragged", handle.name));
            both.reset();
        }
    }
    std::fs::remove_dir_all(home).unwrap();
}
