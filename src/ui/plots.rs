//! Energy and momentum over time.

use super::quantity::{minus, quantity};
use super::{Action, RunFile, theme};
use crate::say;
use crate::sim::{Timeline, Totals};
use crate::view::{Color, Theme, palette};
use crate::words::word;
use egui::{
    Align, Color32, FontId, Layout, Rangef, RichText, Sense, Shape, Stroke, Ui, Visuals, WidgetInfo, accesskit::Role,
    vec2,
};
use egui_plot::{HoverPosition, Line, LineStyle, Plot, PlotPoints, VLine};

/// Points of a curve at most, two for each of so many stretches of time: its least and its greatest value.
const STRETCHES: usize = 600;

/// A curve: its name, what it shows, how it is dashed.
type Curve = (&'static str, fn(&Totals) -> f64, LineStyle);

const DASHED: LineStyle = LineStyle::Dashed { length: 7.0 };
const DOTTED: LineStyle = LineStyle::Dotted { spacing: 4.0 };

const ENERGY: [Curve; 3] = [
    ("kinetic", |t| t.kinetic, DASHED),
    ("potential", |t| t.potential, DOTTED),
    ("together", Totals::energy, LineStyle::Solid),
];

const MOMENTUM: [Curve; 3] =
    [("x", |t| t.momentum.x, LineStyle::Solid), ("y", |t| t.momentum.y, DASHED), ("z", |t| t.momentum.z, DOTTED)];

/// Shows the page. A click on a curve goes to that moment.
pub(super) fn show(ui: &mut Ui, timeline: &Timeline, actions: &mut Vec<Action>) {
    let (first, totals) = timeline.totals();
    if totals.is_empty() {
        ui.add_space(10.0);
        ui.label(RichText::new(word("Run the scene: its energy and momentum are drawn here as time goes on.")).weak());
        return;
    }
    let now = timeline.sim().time();
    let clicked = ui
        .horizontal_top(|ui| {
            // The buttons keep their room, however narrow the page is.
            let buttons = 76.0;
            let gap = ui.spacing().item_spacing.x;
            let width = (0.5 * (ui.available_width() - buttons) - gap).max(60.0);
            let energy = curves(ui, width, "Energy", "J", &ENERGY, totals, Some(now));
            let momentum = curves(ui, width, "Momentum", "N·s", &MOMENTUM, totals, Some(now));
            ui.vertical(|ui| {
                ui.add_space(18.0);
                let csv =
                    ui.button(word("CSV…")).on_hover_text(word("Every step as a line of numbers, for a spreadsheet."));
                if csv.clicked() {
                    actions.push(Action::SaveRun(RunFile::Totals));
                }
                let png = ui.button(word("PNG…")).on_hover_text(word("The two plots as a picture."));
                if png.clicked() {
                    actions.push(Action::SaveRun(RunFile::Plots));
                }
            });
            energy.or(momentum)
        })
        .inner;
    if let Some(time) = clicked {
        let place = totals.partition_point(|t| t.time < time).min(totals.len() - 1);
        actions.push(Action::Seek(first + place as u64));
    }
}

/// The two plots by themselves, one above the other, to be kept as a picture.
pub fn picture(ui: &mut Ui, title: &str, totals: &[Totals]) {
    ui.label(RichText::new(title).heading());
    let (width, height) = (ui.available_width(), 0.5 * ui.available_height() - 8.0);
    for (name, unit, list) in [("Energy", "J", &ENERGY), ("Momentum", "N·s", &MOMENTUM)] {
        ui.allocate_ui(vec2(width, height), |ui| curves(ui, width, name, unit, list, totals, None));
    }
}

/// Draws some curves into a plot of their own; the time (s) that was clicked, if one was.
fn curves(
    ui: &mut Ui,
    width: f32,
    title: &str,
    unit: &str,
    list: &[Curve; 3],
    totals: &[Totals],
    now: Option<f64>,
) -> Option<f64> {
    let size = vec2(width, ui.available_height());
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 14.0;
            ui.label(RichText::new(say!("{}, {}", word(title), unit)).size(12.0).strong());
            for ((name, _, style), color) in list.iter().zip(colors(ui.visuals())) {
                sample(ui, name, *style, color);
            }
        });
        let label = |at: &HoverPosition<'_>| match at {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                Some(say!("{} {}\nat {}", plot_name, quantity(position.y, unit), quantity(position.x, "s")))
            }
            HoverPosition::Elsewhere { .. } => None,
        };
        let ink = ui.visuals().clone();
        let plot = Plot::new(title)
            .height(ui.available_height().max(60.0))
            .grid_spacing(Rangef::new(14.0, 140.0))
            .set_margin_fraction(vec2(0.01, 0.08))
            .x_axis_formatter(|mark, _| minus(&format!("{} s", mark.value)))
            .y_axis_formatter(|mark, _| quantity(mark.value, ""))
            .y_axis_min_width(48.0)
            .label_formatter(label)
            .allow_scroll(false)
            .allow_zoom(false)
            .allow_drag(false)
            .allow_boxed_zoom(false);
        let shown = plot.show(ui, |plot| {
            for ((name, value, style), color) in list.iter().zip(colors(&ink)) {
                let line = Line::new(word(name), PlotPoints::from(outline(totals, *value)));
                plot.line(line.color(color).style(*style).width(1.8));
            }
            if let Some(now) = now {
                plot.vline(VLine::new("", now).color(theme::accent(&ink)).width(1.0));
            }
            plot.pointer_coordinate().filter(|_| plot.response().clicked()).map(|at| at.x)
        });
        shown
            .response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words(title, unit, list, totals)));
        shown.inner
    })
    .inner
}

/// The name of a curve, and a piece of it.
fn sample(ui: &mut Ui, name: &str, style: LineStyle, color: Color32) {
    const LENGTH: f32 = 22.0;
    let ink = ui.visuals().text_color();
    let text = ui.painter().layout_no_wrap(word(name).to_owned(), FontId::proportional(12.0), ink);
    let size = vec2(LENGTH + 5.0 + text.size().x, text.size().y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, word(name)));
    let ends = [rect.left_center(), rect.left_center() + vec2(LENGTH, 0.0)];
    let stroke = Stroke::new(1.8, color);
    let shapes = match style {
        LineStyle::Solid => vec![Shape::line_segment(ends, stroke)],
        LineStyle::Dashed { length } => Shape::dashed_line(&ends, stroke, length, 0.6 * length),
        LineStyle::Dotted { spacing } => Shape::dotted_line(&ends, color, spacing, stroke.width),
    };
    ui.painter().extend(shapes);
    ui.painter().galley(rect.right_top() - vec2(text.size().x, 0.0), text, ink);
}

/// What the plot says, for those who cannot see it.
fn words(title: &str, unit: &str, list: &[Curve; 3], totals: &[Totals]) -> String {
    let last = totals.iter().rev().find(|t| t.is_known());
    let values =
        list.iter().filter_map(|(name, value, _)| Some(format!("{} {}", word(name), quantity(value(last?), unit))));
    say!("{} over time, now {}", word(title), values.collect::<Vec<_>>().join(", "))
}

/// A curve in few points, no peak left out: of each stretch of time the least and the greatest value, in their order.
fn outline(totals: &[Totals], value: impl Fn(&Totals) -> f64) -> Vec<[f64; 2]> {
    let known = |t: &&Totals| t.is_known();
    let point = |t: &Totals| [t.time, value(t)];
    let stretch = totals.len().div_ceil(STRETCHES);
    if stretch <= 2 {
        return totals.iter().filter(known).map(point).collect();
    }
    let mut points = Vec::with_capacity(2 * STRETCHES);
    for part in totals.chunks(stretch) {
        let order = |a: &&Totals, b: &&Totals| value(a).total_cmp(&value(b));
        let least = part.iter().filter(known).min_by(order).map(point);
        let greatest = part.iter().filter(known).max_by(order).map(point);
        if let (Some(a), Some(b)) = (least, greatest) {
            points.extend(if a[0] <= b[0] { [a, b] } else { [b, a] });
        }
    }
    points
}

/// Told apart by the colour-blind, too; the curves are dashed differently as well.
fn colors(visuals: &Visuals) -> [Color32; 3] {
    let theme = if visuals.dark_mode { Theme::Dark } else { Theme::Light };
    palette::curves(theme).map(|Color([r, g, b, _])| Color32::from_rgb(r, g, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn an_outline_is_short_and_keeps_every_peak() {
        let at = |i: usize| Totals {
            time: i as f64,
            kinetic: if i == 77_777 { 1e6 } else { (i as f64 * 0.01).sin() },
            potential: 0.0,
            momentum: DVec3::ZERO,
            impacts_left: 0,
        };
        let totals: Vec<_> = (0..200_000).map(at).collect();
        let points = outline(&totals, |t| t.kinetic);
        assert!(points.len() <= 2 * STRETCHES, "{}", points.len());
        assert!(points.contains(&[77_777.0, 1e6]));
        assert!(points.is_sorted_by(|a, b| a[0] <= b[0]));
        let few = outline(&totals[..9], |t| t.kinetic);
        assert_eq!(few.len(), 9, "a short run is drawn as it is");
    }
}
