//! Numbers over time: energy and momentum, and whatever can be asked for.

use super::chart::{Chart, ChartCurve, LOOK_OF_ENERGY};
use super::icon::{self, Icon};
use super::{Action, DrawerTab, RunFile, Status, UiState, completing, theme, time};
use crate::condition::Curve;
use crate::lab::Lab;
use crate::language::word;
use crate::physics::BodyId;
use crate::say;
use crate::sim::{Sim, TOTALS, Timeline, Totals, TotalsColumn};
use crate::subject::{Curves, Subject, measured};
use crate::view::alteration_text;
use egui::{Align, Color32, Layout, Response, RichText, TextEdit, Ui, vec2};
use std::collections::BTreeMap;

/// Height of a chart at least (points); where there is no room for all of them the page scrolls.
const LEAST_HEIGHT: f32 = 150.0;

/// The curves that somebody asked for, besides energy and momentum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plotted {
    /// By the title of what runs.
    lists: BTreeMap<String, Vec<String>>,
    /// Whether energy and momentum are left out.
    without_totals: bool,
}

impl Plotted {
    /// Those of what has this title, as they were written.
    pub fn of(&self, title: &str) -> &[String] {
        self.lists.get(title).map_or(&[], |list| list)
    }

    /// Whether energy and momentum are drawn, too.
    pub const fn with_totals(&self) -> bool {
        !self.without_totals
    }
}

/// All that charts are made of.
#[derive(Clone, Copy, Debug, Default)]
struct Data<'a> {
    /// Energy and momentum after each step.
    totals: &'a [Totals],
    /// The same in the future that is shown beside the run, from where it was left.
    future_totals: &'a [Totals],
    /// The curves that were asked for.
    curves: Option<&'a Curves>,
    /// The future that is shown: which it is, and its name.
    future: Option<(usize, &'a str)>,
}

impl Data<'_> {
    /// The charts: the curves by their units in the order in which they were asked for, then energy and momentum. Those
    /// in joules and newton seconds lie on the axes of energy and momentum.
    fn charts(&self, with_totals: bool) -> Vec<Chart> {
        let mut charts = vec![];
        // Columns of one chart stand next to each other in the table.
        if with_totals && !self.totals.is_empty() {
            charts.extend(TOTALS.chunk_by(|a, b| a.chart == b.chart).map(|columns| self.of_totals(columns)));
        }
        let Some(curves) = self.curves else { return charts };
        // Curves of one unit share a chart: what has other units cannot be compared by height.
        for (index, followed) in curves.list.iter().enumerate().filter(|(_, followed)| followed.fault.is_none()) {
            let points = |series: &crate::subject::Series| {
                series.times().iter().zip(series.values(index)).map(|(time, value)| [*time, *value]).collect()
            };
            let curve = ChartCurve {
                name: followed.text.clone(),
                points: points(&curves.run),
                future: curves.future.as_ref().map_or(vec![], |(_, series)| points(series)),
            };
            match charts.iter_mut().find(|chart| chart.unit == followed.unit) {
                Some(chart) => chart.curves.push(curve),
                None => {
                    let title = title_of(followed.unit);
                    let future = self.future.map(|(index, _)| index);
                    charts.push(Chart { title, unit: followed.unit, look: 0, curves: vec![curve], future });
                }
            }
        }
        // What somebody asked for comes first.
        let is_default = |chart: &Chart| curves.list.iter().all(|followed| followed.unit != chart.unit);
        charts.sort_by_key(is_default);
        charts
    }

    /// One chart of sums, which have a unit in common.
    fn of_totals(&self, columns: &[TotalsColumn]) -> Chart {
        let TotalsColumn { chart: title, unit, .. } = columns[0];
        let curve = |column: &TotalsColumn| {
            let points = |totals: &[Totals]| totals.iter().map(|t| [t.time, (column.get)(t)]).collect();
            ChartCurve {
                name: word(column.name).into(),
                points: points(self.totals),
                future: points(self.future_totals),
            }
        };
        let (look, future) = (if unit == "J" { LOOK_OF_ENERGY } else { 0 }, self.future.map(|(index, _)| index));
        Chart { title, unit, look, curves: columns.iter().map(curve).collect(), future }
    }

    fn future(&self, ui: &Ui) -> Option<(String, Color32)> {
        self.future.map(|(index, name)| (name.to_owned(), time::future_color(ui, index)))
    }
}

/// What is measured in a unit.
fn title_of(unit: &str) -> &'static str {
    match unit {
        "J" => "Energy",
        "N·s" => "Impulse",
        "m" => "Length",
        "s" => "Time",
        "m/s" => "Speed",
        "rad/s" => "Spin",
        "°" => "Angle",
        _ => "Number",
    }
}

/// Shows the page. A click on a chart goes to that moment.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let curves = status.curves.as_deref();
    // Steps of the past are gone through a few each frame, until all curves are as long as the run.
    if curves.is_some_and(|curves| !curves.is_complete) {
        actions.push(Action::ReadCurves);
        ui.ctx().request_repaint();
    }
    header(ui, subject, curves, state, actions);
    // What the other future is called, for the second line of each curve.
    let name = future_name(subject);
    let data = data(subject, curves, name.as_deref());
    let charts = data.charts(state.session.plotted.with_totals());
    if charts.is_empty() {
        ui.add_space(6.0);
        ui.label(RichText::new(word(nothing(subject))).weak());
        return;
    }
    let clicked = ui.horizontal_top(|ui| {
        // The buttons keep their room, however narrow the page is.
        let buttons = 76.0;
        let room = vec2(ui.available_width() - buttons, ui.available_height());
        let down = Layout::top_down(Align::Min);
        let grid = |ui: &mut Ui| grid(ui, &charts, &data, Some(subject.time()));
        let clicked = ui.allocate_ui_with_layout(room, down, grid).inner;
        ui.vertical(|ui| {
            ui.add_space(18.0);
            let csv =
                ui.button(word("CSV…")).on_hover_text(word("Every step as a line of numbers, for a spreadsheet."));
            if csv.clicked() {
                actions.push(Action::SaveRun(RunFile::Totals));
            }
            let png = ui.button(word("PNG…")).on_hover_text(word("The plots as a picture."));
            if png.clicked() {
                actions.push(Action::SaveRun(RunFile::Plots));
            }
        });
        clicked
    });
    // A click tells a time, which is a step of what is shown.
    actions.extend(clicked.inner.and_then(|time| step_at(subject, curves, time)).map(Action::Seek));
}

/// The charts, two beside each other, as high as there is room for.
fn grid(ui: &mut Ui, charts: &[Chart], data: &Data<'_>, now: Option<f64>) -> Option<f64> {
    let future = data.future(ui);
    let gap = ui.spacing().item_spacing;
    let room = ui.available_size();
    let rows = charts.len().div_ceil(2);
    let height = (room.y - gap.y * (rows - 1) as f32) / rows as f32;
    let mut clicked = None;
    let mut show = |ui: &mut Ui, height: f32, width: f32| {
        // Two in a row, and never narrower than one can read.
        let width = (0.5 * (width - gap.x) - gap.x).max(60.0);
        for pair in charts.chunks(2) {
            ui.horizontal_top(|ui| {
                for chart in pair {
                    clicked = chart.show(ui, vec2(width, height), now, future.as_ref()).or(clicked);
                }
            });
        }
    };
    // Charts share the height of the page; where that is too little for each, they scroll.
    if rows == 1 || height >= LEAST_HEIGHT {
        show(ui, height, room.x);
    } else {
        let area = egui::ScrollArea::vertical().auto_shrink(false).id_salt("charts");
        area.show(ui, |ui| show(ui, LEAST_HEIGHT, room.x - 10.0));
    }
    clicked
}

/// All that there is to draw of what runs.
fn data<'a>(subject: &'a Subject, curves: Option<&'a Curves>, name: Option<&'a str>) -> Data<'a> {
    let future = subject.future().and_then(|(index, _)| Some((index, name?)));
    let Some(timeline) = subject.timeline() else { return Data { curves, future, ..Data::default() } };
    // Up to its fork a future is the run itself: it is drawn from there on alone.
    let future_totals = timeline.ghost().map_or(&[][..], |ghost| {
        let (first, totals) = ghost.measured();
        let before = usize::try_from((ghost.fork() + 1).saturating_sub(first)).unwrap_or(usize::MAX);
        totals.get(before..).unwrap_or(&[])
    });
    Data { totals: timeline.totals().1, future_totals, curves, future }
}

/// What the future that is shown is called.
fn future_name(subject: &Subject) -> Option<String> {
    let (_, alteration) = subject.future()?;
    let name = alteration.map(|alteration| say!("without {}", alteration_text(alteration)));
    Some(name.unwrap_or_else(|| word("the other future").to_owned()))
}

fn nothing(subject: &Subject) -> &'static str {
    match subject {
        Subject::Scene(_) => "Run the scene: its energy and momentum are drawn here as time goes on.",
        Subject::Lab(_) => "Choose above what is to be drawn of all that is measured here, or type it.",
        Subject::Trace(_) => {
            "Type above what is to be drawn: kinetic, potential, energy, height(BODY), contacts, angle, impulse(A, B)."
        }
    }
}

/// The step at a time (s), or the first after it.
fn step_at(subject: &Subject, curves: Option<&Curves>, time: f64) -> Option<u64> {
    if let Some((first, totals)) = subject.timeline().map(Timeline::totals).filter(|known| !known.1.is_empty()) {
        let place = totals.partition_point(|t| t.time < time).min(totals.len() - 1);
        return Some(first + place as u64);
    }
    let run = &curves?.run;
    let place = run.times().partition_point(|known| *known < time);
    run.steps().get(place).or(run.steps().last()).copied()
}

/// What is drawn, what is to be drawn besides, and why something is not.
fn header(ui: &mut Ui, subject: &Subject, curves: Option<&Curves>, state: &mut UiState, actions: &mut Vec<Action>) {
    let title = subject.title();
    ui.horizontal_wrapped(|ui| {
        field(ui, subject, state, actions);
        // Removed after the loop, since it changes the list that is gone through.
        let mut removed = None;
        for text in state.session.plotted.of(title) {
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add(egui::Label::new(RichText::new(text).monospace().size(12.0)).extend());
                if icon::button(ui, Icon::Close, &say!("Remove {}", text), "Take it off the list.").clicked() {
                    removed = Some(text.clone());
                }
            });
        }
        if let Some(text) = removed {
            remove(state, title, &text, actions);
        }
        if subject.timeline().is_some() && !state.session.plotted.of(title).is_empty() {
            let mut with_totals = state.session.plotted.with_totals();
            let hint = word("Draw energy and momentum of the whole scene, too.");
            theme::checkbox(ui, &mut with_totals, "Energy and momentum").on_hover_text(hint);
            state.session.plotted.without_totals = !with_totals;
        }
    });
    // Why a curve is not drawn stands below the fields, one line each.
    for followed in curves.iter().flat_map(|curves| &curves.list) {
        if let Some(fault) = &followed.fault {
            // The lines below it show the place in what was typed, which stands above.
            let reason = fault.lines().next().unwrap_or_default();
            let words = format!("{}: {reason}", followed.text);
            let text = RichText::new(words).small().color(ui.visuals().warn_fg_color);
            ui.label(text).on_hover_text(RichText::new(fault).monospace());
        }
    }
}

/// The field for another curve.
fn field(ui: &mut Ui, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
    let hint = if subject.lab().is_some() { "a number that is measured" } else { "a number, like speed(ball)" };
    let field = TextEdit::singleline(&mut state.drafts.plot).hint_text(word(hint)).desired_width(220.0);
    let (response, completing) = subject.read(|scope| completing::show(ui, field, scope));
    let hint = if subject.lab().is_some() {
        "Every number that is measured here, time and step, and sums of them. Names are completed. Enter draws it."
    } else {
        "Every number that Pause when knows, and sums of them: speed(NAME), height(NAME), impulse(A,B), penetration, \
         energy_rise, x(A) - x(B). Names are completed. Enter draws it. A right click on a number of a body or of a \
         contact does the same."
    };
    let response = response.on_hover_text(word(hint)).accessible_name(word("New curve"));
    let draft = state.drafts.plot.trim().to_owned();
    let fault = if draft.is_empty() || completing { None } else { fault(subject, &draft) };
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let ready = !draft.is_empty() && fault.is_none();
    let button = ui.add_enabled(ready, egui::Button::new(word("Plot")));
    let hint = word("Draws it over time.");
    let clicked = button.on_hover_text(hint).on_disabled_hover_text(hint).clicked();
    if ready && (clicked || entered) {
        state.drafts.plot.clear();
        add(state, subject.title(), draft, actions);
    } else if entered && !draft.is_empty() {
        // What is faulty is corrected where it stands: were the keyboard gone, its letters would be commands.
        response.request_focus();
    }
    if let Some(lab) = subject.lab() {
        offer_measured(ui, lab, subject.title(), state, actions);
    }
    if let Some(fault) = fault {
        let reason = fault.lines().next().unwrap_or_default().to_owned();
        let text = RichText::new(reason).small().color(ui.visuals().warn_fg_color);
        ui.label(text).on_hover_text(RichText::new(fault).monospace());
    }
}

/// All that a laboratory measures, each to be drawn by a click.
fn offer_measured(ui: &mut Ui, lab: &Lab, title: &str, state: &mut UiState, actions: &mut Vec<Action>) {
    let menu = ui.menu_button(word("Measured"), |ui| {
        for measured in measured(lab) {
            if ui.button(word(measured.name)).on_hover_text(measured.word()).clicked() {
                add(state, title, measured.word(), actions);
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(word("All that this laboratory measures: a click draws it over time."));
}

/// What is wrong with a number that is to be drawn.
fn fault(subject: &Subject, text: &str) -> Option<String> {
    subject.read(|scope| Curve::read(text, scope)).err().map(|error| error.to_string())
}

/// Draws another curve of what has this title, on the page of the plots.
pub(super) fn add(state: &mut UiState, title: &str, text: String, actions: &mut Vec<Action>) {
    let list = state.session.plotted.lists.entry(title.to_owned()).or_default();
    if !list.contains(&text) {
        list.push(text);
    }
    actions.push(Action::FollowCurves(list.clone()));
    state.open_drawer(DrawerTab::Plots);
}

fn remove(state: &mut UiState, title: &str, text: &str, actions: &mut Vec<Action>) {
    let Some(list) = state.session.plotted.lists.get_mut(title) else { return };
    list.retain(|other| other != text);
    actions.push(Action::FollowCurves(list.clone()));
}

/// A quantity of bodies, as it is written.
pub(super) fn quantity_of(sim: &Sim, quantity: &str, bodies: &[BodyId]) -> String {
    let names = bodies.iter().map(|id| {
        let name = sim.name(*id);
        let bare = !name.contains([',', ')', '"', '\'']) && name.trim() == name;
        if bare { name } else { format!("{name:?}") }
    });
    format!("{quantity}({})", names.collect::<Vec<_>>().join(", "))
}

/// A right click on a number offers to draw these over time: what each is called, and how it is written.
pub(super) fn menu(
    response: &Response,
    sim: &Sim,
    offers: &[(&str, String)],
    state: &mut UiState,
    actions: &mut Vec<Action>,
) {
    response.context_menu(|ui| {
        for (name, text) in offers {
            if ui.button(say!("Plot {}", word(name))).on_hover_text(text).clicked() {
                add(state, &sim.scene().name, text.clone(), actions);
                ui.close();
            }
        }
    });
}

/// The charts by themselves, to be kept as a picture: two below each other, more in two columns.
pub fn picture(ui: &mut Ui, subject: &Subject, curves: Option<&Curves>, with_totals: bool) {
    ui.label(RichText::new(subject.title()).heading());
    let name = future_name(subject);
    let data = data(subject, curves, name.as_deref());
    let (charts, future) = (data.charts(with_totals), data.future(ui));
    if charts.len() > 2 {
        grid(ui, &charts, &data, None);
        return;
    }
    let size = vec2(ui.available_width(), ui.available_height() / charts.len().max(1) as f32 - 8.0);
    for chart in &charts {
        ui.allocate_ui(size, |ui| chart.show(ui, size, None, future.as_ref()));
    }
}
