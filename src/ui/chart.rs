//! A chart: curves of one unit over time, with their names, what they come to now, and the future beside them.

use super::quantity::{minus, quantity};
use super::theme;
use crate::language::word;
use crate::say;
use crate::view::{Color, Theme, palette};
use egui::{
    Align, Color32, FontId, Layout, Rangef, RichText, Sense, Shape, Stroke, Ui, Visuals, WidgetInfo, accesskit::Role,
    vec2,
};
use egui_plot::{HoverPosition, Line, LineStyle, Plot, PlotPoints, VLine};

/// Points of a curve at most, two for each of so many stretches of time: its least and its greatest value.
const STRETCHES: usize = 600;

/// How curves are drawn, by colour and dashes, in the order in which they are given away: those of momentum, those of
/// energy, then the rest. Told apart by the colour-blind, too.
const LOOKS: [(usize, LineStyle); 9] = [
    (0, LineStyle::Solid),
    (1, DASHED),
    (2, DOTTED),
    (0, DASHED),
    (1, DOTTED),
    (2, LineStyle::Solid),
    (0, DOTTED),
    (1, LineStyle::Solid),
    (2, DASHED),
];

const DASHED: LineStyle = LineStyle::Dashed { length: 7.0 };
const DOTTED: LineStyle = LineStyle::Dotted { spacing: 4.0 };

/// The looks of energy begin here.
pub(super) const LOOK_OF_ENERGY: usize = 3;

/// A curve.
pub(super) struct ChartCurve {
    /// What it is called.
    pub name: String,
    /// Time (s) and value; not a number where it is not known.
    pub points: Vec<[f64; 2]>,
    /// The same in the future that is shown beside the run.
    pub future: Vec<[f64; 2]>,
}

/// Curves that share an axis.
pub(super) struct Chart {
    /// What it is of, in English.
    pub title: &'static str,
    /// Of its values, may be empty.
    pub unit: &'static str,
    /// The look of its first curve.
    pub look: usize,
    /// Its curves.
    pub curves: Vec<ChartCurve>,
    /// Which future is drawn beside the run, if one is.
    pub future: Option<usize>,
}

impl Chart {
    fn looks(&self, visuals: &Visuals) -> impl Iterator<Item = (&ChartCurve, LineStyle, Color32)> {
        let theme = if visuals.dark_mode { Theme::Dark } else { Theme::Light };
        // Beside a future the curve that would have its colour takes another.
        let colors = self.future.map_or(palette::curves(theme), |index| palette::curves_beside(index, theme));
        let colors = colors.map(|Color([r, g, b, _])| Color32::from_rgb(r, g, b));
        self.curves.iter().enumerate().map(move |(index, curve)| {
            let (color, style) = LOOKS[(self.look + index) % LOOKS.len()];
            (curve, style, colors[color])
        })
    }

    /// Draws it so wide; the time (s) that was clicked, if one was. The run stands at `now` (s); the future has this
    /// name and colour.
    pub(super) fn show(
        &self,
        ui: &mut Ui,
        size: egui::Vec2,
        now: Option<f64>,
        future: Option<&(String, Color32)>,
    ) -> Option<f64> {
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.set_width(size.x);
            ui.spacing_mut().item_spacing.y = 2.0;
            self.legend(ui, future);
            self.plot(ui, now, future)
        })
        .inner
    }

    /// Its title, the names of its curves, and the future's.
    fn legend(&self, ui: &mut Ui, future: Option<&(String, Color32)>) {
        let visuals = ui.visuals().clone();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 14.0;
            let title = word(self.title);
            let title = if self.unit.is_empty() { title.to_owned() } else { say!("{}, {}", title, self.unit) };
            ui.label(RichText::new(title).size(12.0).strong());
            for (curve, style, color) in self.looks(&visuals) {
                sample(ui, &curve.name, style, color);
            }
            // One sample stands for the future of all curves, and only where one of them has a future.
            if let Some((name, color)) = future.filter(|_| self.curves.iter().any(|curve| !curve.future.is_empty())) {
                sample(ui, name, LineStyle::Solid, *color);
            }
        });
    }

    fn plot(&self, ui: &mut Ui, now: Option<f64>, future: Option<&(String, Color32)>) -> Option<f64> {
        let unit = self.unit;
        // The mouse reads values off curves alone: between them there is nothing to read.
        let label = move |at: &HoverPosition<'_>| match at {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                Some(say!("{} {}\nat {}", plot_name, quantity(position.y, unit), quantity(position.x, "s")))
            }
            HoverPosition::Elsewhere { .. } => None,
        };
        let ink = ui.visuals().clone();
        // It always shows all of its time: the wheel moves the page, and a click goes to a step.
        let plot = Plot::new(self.title)
            .height(ui.available_height().max(60.0))
            .grid_spacing(Rangef::new(14.0, 140.0))
            .set_margin_fraction(vec2(0.01, 0.08))
            .x_axis_formatter(|mark, _| minus(&format!("{} s", mark.value)))
            .y_axis_formatter(move |mark, _| quantity(mark.value, unit))
            .y_axis_min_width(48.0)
            .label_formatter(label)
            .allow_scroll(false)
            .allow_zoom(false)
            .allow_drag(false)
            .allow_boxed_zoom(false);
        let shown = plot.show(ui, |plot| {
            // The future lies below: where it is the run's own it is not seen.
            if let Some((name, color)) = future {
                for (curve, style, _) in self.looks(&ink).filter(|(curve, ..)| !curve.future.is_empty()) {
                    let line = Line::new(format!("{}, {name}", curve.name), PlotPoints::from(outline(&curve.future)));
                    plot.line(line.color(*color).style(style).width(1.4));
                }
            }
            for (curve, style, color) in self.looks(&ink) {
                let line = Line::new(curve.name.clone(), PlotPoints::from(outline(&curve.points)));
                plot.line(line.color(color).style(style).width(1.8));
            }
            if let Some(now) = now {
                plot.vline(VLine::new("", now).color(theme::accent(&ink)).width(1.0));
            }
            // A click means its time, whether or not it met a curve.
            plot.pointer_coordinate().filter(|_| plot.response().clicked()).map(|at| at.x)
        });
        shown.response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, self.words()));
        shown.inner
    }

    /// What it says, for those who cannot see it.
    fn words(&self) -> String {
        // A curve may end in values that are not known.
        let last = |points: &[[f64; 2]]| points.iter().rev().map(|point| point[1]).find(|value| value.is_finite());
        let values = self
            .curves
            .iter()
            .filter_map(|curve| Some(format!("{} {}", curve.name, quantity(last(&curve.points)?, self.unit))));
        say!("{} over time, now {}", word(self.title), values.collect::<Vec<_>>().join(", "))
    }
}

/// The name of a curve, and a piece of it; a long name is cut off.
fn sample(ui: &mut Ui, name: &str, style: LineStyle, color: Color32) {
    const LENGTH: f32 = 22.0;
    let ink = ui.visuals().text_color();
    let most = (ui.max_rect().width() - LENGTH - 5.0).max(40.0);
    let font = FontId::proportional(12.0);
    let text = egui::WidgetText::from(RichText::new(name).font(font.clone()).color(ink));
    // Cut off where the row ends: one name must not make the chart wider.
    let text = text.into_galley(ui, Some(egui::TextWrapMode::Truncate), most, font);
    let size = vec2(LENGTH + 5.0 + text.size().x, text.size().y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
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

/// A curve in few points, no peak left out: of each stretch of time the least and the greatest value, in their order.
fn outline(all: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let known = |point: &&[f64; 2]| point[0].is_finite() && point[1].is_finite();
    let stretch = all.len().div_ceil(STRETCHES);
    // Two points of each stretch would be no fewer than there are.
    if stretch <= 2 {
        return all.iter().filter(known).copied().collect();
    }
    let mut points = Vec::with_capacity(2 * STRETCHES);
    for part in all.chunks(stretch) {
        let order = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
        let least = part.iter().filter(known).min_by(order);
        let greatest = part.iter().filter(known).max_by(order);
        if let (Some(a), Some(b)) = (least, greatest) {
            // In the order of time, or the line would run backwards.
            points.extend(if a[0] <= b[0] { [*a, *b] } else { [*b, *a] });
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_short_and_keeps_every_peak() {
        let at = |i: u32| [f64::from(i), if i == 77_777 { 1e6 } else { (f64::from(i) * 0.01).sin() }];
        let all: Vec<_> = (0..200_000).map(at).collect();
        let points = outline(&all);
        assert!(points.len() <= 2 * STRETCHES, "{}", points.len());
        assert!(points.contains(&[77_777.0, 1e6]));
        assert!(points.is_sorted_by(|a, b| a[0] <= b[0]));
        assert_eq!(outline(&all[..9]).len(), 9, "a short run is drawn as it is");
        assert_eq!(outline(&[[0.0, 1.0], [1.0, f64::NAN], [2.0, 3.0]]), [[0.0, 1.0], [2.0, 3.0]]);
    }

    #[test]
    fn nine_curves_of_a_chart_have_nine_looks() {
        for (i, (color, style)) in LOOKS.iter().enumerate() {
            for (other, other_style) in &LOOKS[..i] {
                assert!((color, style) != (other, other_style), "look {i}");
            }
        }
    }
}
