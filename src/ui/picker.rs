//! The search window: scenes (Ctrl+O) and commands (Ctrl+P, Ctrl+K).

use super::icon::{self, Icon};
use super::views::{self, PageView, VIEWS};
use super::{Action, DrawerTab, RunFile, Status, UiState, contacts, fuzzy, gallery, hands, theme, top_bar, world};
use crate::lab::Page;
use crate::language::{self, word};
use crate::physics::Config;
use crate::say;
use crate::scene::view::{MAX_VIEW_ENTRIES, Pin, PinPlace};
use crate::scene::{SceneCamera, SceneView};
use crate::sim::{Command, Sim};
use crate::subject::Subject;
use crate::view::{GizmoKind, Layer, Layers, MeasureKind, Theme};
use egui::{Align2, Context, FontId, Id, Key, Label, Modifiers, RichText, Sense, TextEdit, Ui, vec2};
use std::path::PathBuf;

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerKind {
    Scenes,
    Commands,
    /// A file, by its path: the desktop has no window for that.
    Path,
    /// The path of a trace to lay over the open one.
    Beside,
}

/// Why a path is to be typed.
pub const NO_DIALOG: &str = "This desktop has no window for choosing files: neither a file portal (xdg-desktop-portal) nor zenity answers. Type \
                             the path instead.";

/// The search window while it is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Picker {
    kind: PickerKind,
    query: String,
    chosen: usize,
    /// Whether the arrow keys have moved since the last letter: then those to the sides go from card to card.
    browsing: bool,
    fresh: bool,
}

/// Widest the gallery becomes (points): five cards.
const GALLERY_WIDTH: f32 = 960.0;

impl Picker {
    /// Searches the gallery; a path opens a file.
    pub fn scenes() -> Self {
        Self { kind: PickerKind::Scenes, query: String::new(), chosen: 0, browsing: false, fresh: true }
    }

    /// Takes the path of a file, where the desktop has no window for choosing one.
    pub fn path() -> Self {
        Self { kind: PickerKind::Path, ..Self::scenes() }
    }

    /// Takes the path of a trace that is laid over the open one.
    pub fn beside() -> Self {
        Self { kind: PickerKind::Beside, ..Self::scenes() }
    }

    /// Searches everything one can do.
    pub fn commands() -> Self {
        Self { kind: PickerKind::Commands, query: String::new(), chosen: 0, browsing: false, fresh: true }
    }
}

/// What a row does.
#[derive(Clone)]
enum Do {
    Action(Action),
    Change(fn(&mut UiState)),
    Camera(fn(&mut UiState, &Subject)),
    Hand(fn(&Sim, &mut UiState)),
    Act(fn(&Sim, &mut UiState, &mut Vec<Action>)),
    Layer(Layer),
    Look(SceneCamera),
    Along(&'static PageView),
}

struct PickerRow {
    title: String,
    /// Its title in English, by which it is found too.
    english: String,
    detail: String,
    key: &'static str,
    act: Do,
}

/// What the arrow keys ask for.
#[derive(Clone, Copy, Default)]
struct Arrows {
    down: isize,
    right: isize,
    enter: bool,
}

impl Arrows {
    /// Takes them from the search field: in the gallery those to the sides too, unless they move in what is typed.
    fn take(ctx: &Context, sideways: bool) -> Self {
        ctx.input_mut(|input| {
            let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key) as isize;
            let down = count(Key::ArrowDown) - count(Key::ArrowUp);
            let right = if sideways { count(Key::ArrowRight) - count(Key::ArrowLeft) } else { 0 };
            Self { down, right, enter: input.consume_key(Modifiers::NONE, Key::Enter) }
        })
    }

    const fn moved(self) -> bool {
        self.down != 0 || self.right != 0
    }
}

/// Shows the window when it is open.
pub(super) fn show(ctx: &Context, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let Some(mut picker) = state.dialogs.picker.take() else { return };
    // Arrows to the sides go from card to card as long as they are of no use in the search field.
    let sideways = picker.kind == PickerKind::Scenes && (picker.query.is_empty() || picker.browsing);
    let arrows = Arrows::take(ctx, sideways);
    picker.browsing |= arrows.moved();
    let (act, closed) = match picker.kind {
        PickerKind::Scenes => show_gallery(ctx, &mut picker, arrows, state, status, actions),
        PickerKind::Commands | PickerKind::Path | PickerKind::Beside => {
            show_commands(ctx, &mut picker, arrows, subject, state, status)
        }
    };
    if closed || act.is_some() {
        // The search field is gone: the next key is for the scene.
        ctx.memory_mut(egui::Memory::stop_text_input);
    }
    match act {
        Some(Do::Action(action)) => actions.push(action),
        Some(Do::Change(change)) => change(state),
        Some(Do::Camera(change)) => change(state, subject),
        Some(Do::Hand(change)) => subject.scene().into_iter().for_each(|sim| change(sim, state)),
        Some(Do::Act(act)) => subject.scene().into_iter().for_each(|sim| act(sim, state, actions)),
        Some(Do::Look(camera)) => state.look_from(&camera),
        Some(Do::Along(view)) => view.take(state),
        Some(Do::Layer(layer)) => state.preferences.layers.toggle(layer),
        // A command may itself have opened the other list.
        None if !closed => state.dialogs.picker = Some(picker),
        None => {}
    }
}

/// The window itself, so wide at most; whether it is to close, and what `content` says.
fn window<T>(ctx: &Context, widest: f32, top: f32, content: impl FnOnce(&mut Ui) -> T) -> (T, bool) {
    let modal = theme::dialog(ctx, "picker").area(
        egui::Area::new(Id::unique("picker area"))
            .order(egui::Order::Foreground)
            .anchor(Align2::CENTER_TOP, vec2(0.0, top)),
    );
    let screen = ctx.content_rect();
    let response = modal.show(ctx, |ui| {
        ui.set_width(widest.min(screen.width() - 60.0));
        content(ui)
    });
    let closed = response.should_close();
    (response.inner, closed)
}

/// A list of so much height that scrolls.
fn scrolled<T>(ui: &mut Ui, height: f32, content: impl FnOnce(&mut Ui) -> T) -> T {
    let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
    area.show(ui, content).inner
}

fn nothing_found(ui: &mut Ui) {
    ui.add_space(8.0);
    ui.label(RichText::new(word("Nothing has such a name.")).weak());
}

/// The gallery: what was asked for, and whether it is to close.
fn show_gallery(
    ctx: &Context,
    picker: &mut Picker,
    arrows: Arrows,
    state: &UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) -> (Option<Do>, bool) {
    let query = picker.query.trim().to_owned();
    let cards = gallery::cards(&query, status, &state.preferences.recent);
    let top = 36.0;
    let (acted, closed) = window(ctx, GALLERY_WIDTH, top, |ui| {
        search_field(ui, picker);
        ui.separator();
        let height = (ctx.content_rect().height() - 2.0 * top - 118.0).max(80.0);
        let acted = scrolled(ui, height, |ui| {
            // The scroll bar keeps clear of the last column.
            ui.set_width(ui.available_width() - 10.0);
            let grid = gallery::CardGrid::new(&cards, query.is_empty(), ui.available_width());
            // Arrows first, so that the card they come to is the one that is painted as chosen.
            if !cards.is_empty() {
                let count = cards.len() as isize;
                let chosen = (picker.chosen as isize).min(count - 1);
                let beside = (chosen + arrows.right).rem_euclid(count) as usize;
                picker.chosen = if arrows.down == 0 { beside } else { grid.below(beside, arrows.down) };
            }
            if cards.is_empty() {
                nothing_found(ui);
            }
            gallery::show(ui, &cards, &grid, picker.chosen, arrows.moved())
        });
        ui.separator();
        files(ui, actions);
        acted
    });
    // Enter opens what is chosen, a click what it hits.
    let acted = acted.or(arrows.enter.then_some(picker.chosen));
    (acted.and_then(|i| cards.get(i)).map(|card| Do::Action(card.action.clone())), closed)
}

/// Where files come from.
fn files(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if ui.button(word("Browse files…")).on_hover_text(word("Asks the desktop for a file.")).clicked() {
            actions.push(Action::BrowseOpen);
            ui.close();
        }
        let hint = "or type a path to a scene (.toml, .json) or recording (.caromrec), or drop a file on the window";
        ui.add(Label::new(RichText::new(word(hint)).small().weak()).wrap());
    });
}

/// The list of commands: what was asked for, and whether it is to close.
fn show_commands(
    ctx: &Context,
    picker: &mut Picker,
    arrows: Arrows,
    subject: &Subject,
    state: &UiState,
    status: &Status,
) -> (Option<Do>, bool) {
    let rows = rows(picker, subject, state, status);
    if !rows.is_empty() {
        // In a circle; a list that has become shorter keeps the choice within it.
        let count = rows.len() as isize;
        picker.chosen = ((picker.chosen as isize).min(count - 1) + arrows.down).rem_euclid(count) as usize;
    }
    let (acted, closed) = window(ctx, 560.0, 64.0, |ui| {
        search_field(ui, picker);
        ui.separator();
        let height = (ctx.content_rect().height() - 220.0).clamp(80.0, 440.0);
        scrolled(ui, height, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if matches!(picker.kind, PickerKind::Path | PickerKind::Beside) {
                ui.add_space(8.0);
                ui.label(word(NO_DIALOG));
            } else if rows.is_empty() {
                nothing_found(ui);
            }
            let mut acted = None;
            for (i, row) in rows.iter().enumerate() {
                if show_row(ui, row, i == picker.chosen, arrows.moved()) {
                    acted = Some(i);
                }
            }
            acted
        })
    });
    let acted = acted.or(arrows.enter.then_some(picker.chosen));
    (acted.and_then(|i| rows.get(i)).map(|row| row.act.clone()), closed)
}

fn search_field(ui: &mut Ui, picker: &mut Picker) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(22.0, 28.0), Sense::hover());
        icon::paint(ui.painter(), Icon::Search, rect.center(), 7.0, ui.visuals().weak_text_color());
        let hint = match picker.kind {
            PickerKind::Scenes => "Search scenes and laboratories",
            PickerKind::Commands => "Search commands",
            PickerKind::Path => "Path of a scene (.toml, .json), recording (.caromrec) or trace (.jsonl)",
            PickerKind::Beside => "Path of a trace (.jsonl, .gz)",
        };
        let hint = word(hint);
        let edit = TextEdit::singleline(&mut picker.query)
            .hint_text(hint)
            .font(FontId::proportional(16.0))
            .desired_width(f32::INFINITY)
            .frame(egui::Frame::NONE);
        let response = ui.add(edit).accessible_name(hint);
        // The keyboard is in the field from the start: one types at once.
        if picker.fresh {
            response.request_focus();
            picker.fresh = false;
        }
        // Another query has another best answer, which is the first.
        if response.changed() {
            (picker.chosen, picker.browsing) = (0, false);
        }
    });
}

/// Shows one row; true when it was clicked.
fn show_row(ui: &mut Ui, row: &PickerRow, chosen: bool, scroll: bool) -> bool {
    let height = if row.detail.is_empty() { 28.0 } else { 44.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    // Rows are painted by hand, so their words must be told.
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &row.title));
    if chosen && scroll {
        response.scroll_to_me(None);
    }
    let v = ui.visuals();
    if chosen || response.hovered() {
        let fill = if chosen { theme::accent(v).gamma_multiply(0.22) } else { v.widgets.inactive.bg_fill };
        ui.painter().rect_filled(rect, 6.0, fill);
    }
    let painter = ui.painter_at(rect.shrink2(vec2(8.0, 0.0)));
    let left = rect.left() + 10.0;
    let title_y = if row.detail.is_empty() { rect.center().y } else { rect.top() + 14.0 };
    let title_font = FontId::proportional(14.0);
    painter.text(egui::pos2(left, title_y), Align2::LEFT_CENTER, &row.title, title_font, v.strong_text_color());
    let key_at = egui::pos2(rect.right() - 10.0, title_y);
    painter.text(key_at, Align2::RIGHT_CENTER, word(row.key), FontId::proportional(12.0), v.weak_text_color());
    if !row.detail.is_empty() {
        let mut job = egui::text::LayoutJob::single_section(
            row.detail.clone(),
            egui::TextFormat::simple(FontId::proportional(12.0), v.weak_text_color()),
        );
        job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 20.0);
        let galley = painter.layout_job(job);
        painter.galley(egui::pos2(left, rect.top() + 23.0), galley, v.weak_text_color());
    }
    theme::focus_ring(ui, &response);
    response.on_hover_text(&row.detail).clicked()
}

fn rows(picker: &Picker, subject: &Subject, state: &UiState, status: &Status) -> Vec<PickerRow> {
    let query = picker.query.trim();
    // A path is typed, not searched for: one row, with what Enter would open.
    if matches!(picker.kind, PickerKind::Path | PickerKind::Beside) {
        let path = PathBuf::from(query);
        let row = PickerRow {
            title: say!("Open {}", path.display()),
            english: String::new(),
            detail: word(if picker.kind == PickerKind::Path { "A scene file" } else { "Laid over the open trace" })
                .into(),
            key: "",
            act: Do::Action(if picker.kind == PickerKind::Path {
                Action::OpenFile(path)
            } else {
                Action::LayOver(path)
            }),
        };
        return if query.is_empty() { vec![] } else { vec![row] };
    }
    let mut rows = command_rows(subject, state, status);
    if !query.is_empty() {
        let rank = |row: &PickerRow| fuzzy::rank(query, &[&row.title, &row.english], &[&row.detail]);
        rows.retain(|row| rank(row).is_some());
        rows.sort_by_key(|row| std::cmp::Reverse(rank(row)));
    }
    rows
}

fn command_rows(subject: &Subject, state: &UiState, status: &Status) -> Vec<PickerRow> {
    // Both languages, so that a command is found by its English name in Chinese as well.
    let action = |title: &str, key, action| PickerRow {
        title: word(title).into(),
        english: title.into(),
        detail: String::new(),
        key,
        act: Do::Action(action),
    };
    let change = |title: &str, key, change| PickerRow {
        title: word(title).into(),
        english: title.into(),
        detail: String::new(),
        key,
        act: Do::Change(change),
    };
    let mut rows = vec![
        action(if status.running { "Pause" } else { "Run" }, "Space", Action::TogglePause),
        action("One step", ".", Action::Step(1)),
        action("Ten steps", "Shift+.", Action::Step(10)),
        action("Restart", "R", Action::Restart),
        action("Play backwards, or forwards again", "Shift+Space", Action::Reverse),
        action("Loop", "L", Action::Loop),
        change("Open a scene of the gallery", "Ctrl+O", |s| s.dialogs.picker = Some(Picker::scenes())),
        action("Open a file", "Ctrl+Shift+O", Action::BrowseOpen),
        action("Next scene or laboratory", "]", Action::Neighbour(1)),
        action("Previous scene or laboratory", "[", Action::Neighbour(-1)),
        action(if status.lab_id.is_some() { "Save the set-up" } else { "Save the scene" }, "Ctrl+S", Action::Save),
        change(if status.lab_id.is_some() { "Save the set-up as" } else { "Save the scene as" }, "", |s| {
            s.dialogs.save_as = Some(String::new());
        }),
        action("Undo", "Ctrl+Z", Action::Undo),
        action("Redo", "Ctrl+Y", Action::Redo),
        action("Frame the selection", "F", Action::Frame),
        change("Follow the selection", "", |s| s.session.follow = !s.session.follow && s.selection.body.is_some()),
        change("Select nothing", "Esc", |s| s.select(None)),
        action("Screenshot", "F12", Action::Screenshot),
        action("Export a picture or a clip", "", Action::AskExport),
        action("Copy link", "", Action::AskLink),
        action("Real time", "", Action::SetTimeScale(1.0)),
        action("Slow motion, a tenth", "", Action::SetTimeScale(0.1)),
        change("Change theme", "", |s| {
            s.choose_theme(Some(if s.preferences.theme == Theme::Dark { Theme::Light } else { Theme::Dark }));
        }),
        change("Theme of the desktop", "", |s| s.choose_theme(None)),
        change("Change language: English, 中文", "", |s| s.preferences.language = Some(language::spoken().other())),
        change("Wires only", "Alt+W", |s| s.session.wireframe = !s.session.wireframe),
        change("Shadows", "", |s| s.preferences.shadows = !s.preferences.shadows),
        change("Ground grid", "", |s| s.preferences.grid = !s.preferences.grid),
        change("Hide or show all panels", "Tab", |s| s.session.panels_hidden = !s.session.panels_hidden),
        change("Side panel", "", |s| s.preferences.side_open = !s.preferences.side_open),
        change("Keys and mouse", "F1", |s| s.dialogs.help = true),
        change("First steps, card by card", "", UiState::start_tour),
        change("Guide", "", |s| s.dialogs.guide = Some(Page::world().into())),
        action("Keep this future as ghosts", "G", Action::KeepGhost),
        action("Save a recording of the run", "", Action::SaveRun(RunFile::Recording)),
        action("Quit", "Ctrl+Q", Action::Quit),
    ];
    rows.extend(state.preferences.recent.iter().map(|path| {
        let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
        let english = format!("Recent file: {name}");
        let detail = path.display().to_string();
        PickerRow { english, detail, ..action(&say!("Recent file: {}", name), "", Action::OpenFile(path.clone())) }
    }));
    let camera = |title: &str, key, change| PickerRow { act: Do::Camera(change), ..action(title, key, Action::Quit) };
    rows.extend([
        camera("Camera: reset", "Shift+F", UiState::reset_camera),
        camera(
            if state.camera.orthographic { "Camera: with perspective" } else { "Camera: without perspective" },
            "Alt+5",
            |s, _| s.camera.toggle_orthographic(),
        ),
    ]);
    rows.extend(
        VIEWS.iter().map(|view| PickerRow { act: Do::Along(view), ..action(view.name, view.written, Action::Quit) }),
    );
    if let Subject::Scene(timeline) = subject {
        let config = *timeline.sim().world().config();
        rows.extend(world::GRAVITIES.map(|(gravity, place)| {
            let set = Action::Apply(Command::Configure(Config { gravity, ..config }));
            let english = format!("Gravity: {place}");
            PickerRow { english, ..action(&say!("Gravity: {}", word(place)), "", set) }
        }));
    }
    if let Subject::Scene(timeline) = subject {
        rows.extend(view_rows(timeline.sim(), state, &action));
    }
    if cfg!(debug_assertions) {
        rows.extend([
            action("Lose the graphics device, to test recovery", "", Action::LoseDevice),
            action("Have a step take eight seconds, to test patience", "", Action::SlowStep),
            change("Break a panel, to test recovery", "", |s| s.session.breaks = true),
        ]);
    }
    if status.lab_id.is_none() || status.curves.is_some() {
        rows.extend([
            action("Save the plotted numbers as CSV", "", Action::SaveRun(RunFile::Totals)),
            action("Save the plots as PNG", "", Action::SaveRun(RunFile::Plots)),
        ]);
    }
    if status.lab_id.is_some() {
        rows.push(change("Plots: any number that is measured", "", |s| s.open_drawer(DrawerTab::Plots)));
    } else {
        rows.extend([
            change("Drawer", "", |s| s.preferences.drawer_open = !s.preferences.drawer_open),
            change("One step, four poses: the next one", "B", |s| s.session.poses = s.session.poses.next()),
            change("Table of contacts", "", |s| s.open_drawer(DrawerTab::Contacts)),
            change("Why this normal, how this impulse", "", |s| s.open_drawer(DrawerTab::Why)),
            change("History: contacts over time", "", |s| s.open_drawer(DrawerTab::History)),
            change("Plots: energy, momentum and any number", "", |s| s.open_drawer(DrawerTab::Plots)),
            change("Times of the step, stage by stage", "", |s| s.open_drawer(DrawerTab::Stats)),
        ]);
    }
    if let Subject::Scene(timeline) = subject {
        rows.extend(hand_rows(timeline.sim(), state, &action));
    }
    if let Some(bodies) = state.selection.contact {
        rows.extend(contacts::COPIES.map(|(words, form)| {
            let title = say!("{}: the selected contact", word(words));
            action(&title, "", Action::CopyContact { bodies, form })
        }));
    }
    rows.extend(top_bar::additions(state).map(|(name, add)| action(name, "", add)));
    rows.extend(Layers::LIST.map(|layer| PickerRow {
        title: say!("Layer: {}", word(layer.title()).to_lowercase()),
        english: layer.title().into(),
        detail: word(layer.about()).into(),
        key: layer.key(),
        act: Do::Layer(layer),
    }));
    rows
}

/// What hands do with the selected bodies, and what is set aside.
fn hand_rows(sim: &Sim, state: &UiState, action: &dyn Fn(&str, &'static str, Action) -> PickerRow) -> Vec<PickerRow> {
    let hand = |title: &str, key, change: fn(&Sim, &mut UiState)| PickerRow {
        act: Do::Hand(change),
        ..action(title, key, Action::Frame)
    };
    // Those that need no selection, or make one.
    let mut rows = vec![
        hand("Move the selected bodies with arrows", "W", |_, s| hands::toggle_gizmo(s, GizmoKind::Move)),
        hand("Turn the selected bodies with rings", "E", |_, s| hands::toggle_gizmo(s, GizmoKind::Turn)),
        hand("Handles along the body's own axes or the world's", "X", |_, s| hands::toggle_axes(s)),
        hand("Ruler: the distance of two points", "M", |_, s| hands::toggle_measure(s, MeasureKind::Distance)),
        hand("Angle of two directions", "Shift+M", |_, s| hands::toggle_measure(s, MeasureKind::Angle)),
        hand("Select all bodies that can move", "Ctrl+A", hands::select_all),
        hand("Show all hidden bodies", "Alt+H", |_, s| s.aside.show_all()),
        hand("Unlock all bodies", "Alt+K", |_, s| s.aside.unlock_all()),
    ];
    // Those of the selected bodies, only where there are any.
    if state.selection.body.is_some() {
        rows.extend([
            hand("Hide the selected bodies, or show them", "H", hands::toggle_hidden),
            hand("Hide all other bodies", "Shift+H", hands::hide_others),
            hand("Lock the selected bodies, or unlock them", "K", hands::toggle_locked),
        ]);
        let copy = |sim: &Sim, s: &mut UiState, actions: &mut Vec<Action>| hands::copy(sim, s, actions);
        rows.push(PickerRow {
            act: Do::Act(copy),
            ..action("Copy the selected bodies as text", "Ctrl+C", Action::Frame)
        });
    }
    let duplicate = hands::duplicate(sim, &state.selection);
    rows.extend(duplicate.map(|duplicate| action("Duplicate the selected bodies", "Ctrl+D", duplicate)));
    let removal = hands::removal(&state.selection).map(Action::Apply);
    rows.extend(removal.map(|removal| action("Delete the selected bodies", "Del", removal)));
    rows
}

/// The scene's cameras, and what makes the present layers, camera or selection a part of the scene.
fn view_rows(sim: &Sim, state: &UiState, action: &dyn Fn(&str, &'static str, Action) -> PickerRow) -> Vec<PickerRow> {
    let view = &sim.scene().view;
    // The cameras that the scene brings.
    let mut rows = vec![];
    for bookmark in &view.cameras {
        let english = format!("Camera: {}", bookmark.name);
        let row = action(&say!("Camera: {}", word(&bookmark.name)), "", Action::Frame);
        rows.push(PickerRow { english, act: Do::Look(bookmark.camera), ..row });
    }
    // A change of the scene's view is offered where it would change anything.
    let mut offer = |title: &str, change: &dyn Fn(&mut SceneView)| {
        let mut changed = view.clone();
        change(&mut changed);
        if changed != *view {
            rows.push(action(title, "", Action::Apply(Command::View(Box::new(changed)))));
        }
    };
    offer("View: open this scene with these layers", &|view| {
        let on = Layers::LIST.into_iter().filter(|layer| state.preferences.layers.get(*layer));
        view.layers = Some(on.map(|layer| layer.name().to_owned()).collect());
    });
    offer("View: leave the layers to whoever opens the scene", &|view| view.layers = None);
    offer("View: forget all bookmarks", &|view| view.cameras.clear());
    let selected = state.selection.body.map(|id| sim.name(id)).filter(|name| !name.starts_with('#'));
    if let Some(name) = selected.filter(|_| view.pins.len() < MAX_VIEW_ENTRIES) {
        offer("View: pin the name of the selected body", &|view| {
            let place = PinPlace::Body(name.clone());
            if view.pins.iter().all(|pin| pin.place != place) {
                view.pins.push(Pin { text: name.clone(), place });
            }
        });
    }
    offer("View: take all pins away", &|view| view.pins.clear());
    rows.extend(views::keep(sim, state).map(|keep| action("View: keep this camera as a bookmark", "", keep)));
    rows
}
