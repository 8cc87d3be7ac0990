//! Rows of a form: a name on the left, numbers with units on the right.
//!
//! Dragging changes a number, a click lets one type it, a right click puts back what the scene, or the default, has.

use super::quantity;
use super::theme::CONTROL;
use crate::language::word;
use crate::physics::property::{BodyVector, Property, Usual};
use crate::say;
use egui::{
    Align, Color32, DragValue, Layout, Response, RichText, Sense, Slider, SliderClamping, Ui, UiBuilder, WidgetText,
    vec2,
};
use glam::Vec3;
use std::cell::Cell;
use std::ops::RangeInclusive;

/// Width of the names (points).
const NAME: f32 = 92.0;
/// Width of a number beside a slider (points).
const NUMBER: f32 = 78.0;

/// Least space beside the text of a number (points).
const PADDING: f32 = 4.0;

/// Where the value comes from that a right click puts back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Origin {
    /// What a body or a world has of which nothing is said.
    #[default]
    Default,
    /// The open scene, as it came.
    Scene,
}

/// What a number means and may be.
#[derive(Clone, Debug)]
pub(super) struct FieldNumber<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its unit, may be empty.
    pub unit: &'a str,
    /// What it may be.
    pub range: RangeInclusive<f64>,
    /// What a right click puts back.
    pub default: f64,
    /// Where that comes from.
    pub origin: Origin,
    /// The part of the range a slider covers; none for a number without slider.
    pub slider: Option<RangeInclusive<f64>>,
    /// Whether equal distances on the slider are equal factors.
    pub logarithmic: bool,
    /// Most digits behind the point.
    pub decimals: usize,
    /// Change for a drag of one point.
    pub speed: f64,
    /// What it does, in a sentence.
    pub hint: &'a str,
    /// Whether several things that are changed together have other values than the one shown, for a vector by its
    /// components.
    pub differs: [bool; 3],
}

impl Default for FieldNumber<'_> {
    fn default() -> Self {
        Self {
            name: "",
            unit: "",
            range: -1e6..=1e6,
            default: 0.0,
            origin: Origin::Default,
            slider: None,
            logarithmic: false,
            decimals: 3,
            speed: 0.01,
            hint: "",
            differs: [false; 3],
        }
    }
}

/// The same range in double precision, as fields have it.
pub(super) fn wide(range: &RangeInclusive<f32>) -> RangeInclusive<f64> {
    f64::from(*range.start())..=f64::from(*range.end())
}

impl From<&Property> for FieldNumber<'static> {
    /// A row of the tables of what bodies and worlds have.
    fn from(property: &Property) -> Self {
        let Property { name, unit, min, max, usual } = *property;
        let Usual { range, by_factors, grain, decimals } = usual;
        Self {
            name: name.title,
            unit,
            range: f64::from(min)..=f64::from(max),
            slider: range.map(|[from, to]| f64::from(from)..=f64::from(to)),
            logarithmic: by_factors,
            decimals,
            speed: grain.into(),
            hint: name.hint,
            ..Self::default()
        }
    }
}

impl From<&BodyVector> for FieldNumber<'static> {
    fn from(row: &BodyVector) -> Self {
        let number = Self::from(&row.property);
        let end = *number.range.end();
        if row.by_length { Self { range: -end..=end, ..number } } else { number }
    }
}

/// What became of a field in this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FieldChange<T> {
    /// The new value, when it changed.
    pub value: Option<T>,
    /// Whether a gesture ended: the next change is an undo step of its own.
    pub done: bool,
    /// Of a vector: which components are changed.
    pub parts: [bool; 3],
    /// Whether the value of the scene, or the default, was put back.
    pub reset: bool,
}

impl<T> FieldChange<T> {
    /// Nothing changed.
    pub const NONE: Self = Self { value: None, done: false, parts: [true; 3], reset: false };

    /// The same change of something made from the value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> FieldChange<U> {
        let Self { value, done, parts, reset } = self;
        FieldChange { value: value.map(f), done, parts, reset }
    }
}

/// The place of a number's text.
struct TextRoom {
    ctx: egui::Context,
    font: egui::FontId,
    /// Points.
    width: f32,
}

impl TextRoom {
    fn width_of(&self, text: &str) -> f32 {
        let font = self.font.clone();
        self.ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.into(), font, Color32::PLACEHOLDER).size().x)
    }
}

impl FieldNumber<'_> {
    /// The unit behind the number.
    fn suffix(&self) -> String {
        if self.unit.is_empty() || self.differs[0] { String::new() } else { format!(" {}", self.unit) }
    }

    /// The control of `value`; its text gives up digits until it fits into `room`, where there is one. What is typed is
    /// put into `typed` as well: it counts also where it is the value that was there.
    fn drag<'v>(&self, value: &'v mut f64, typed: &'v Cell<Option<f64>>, room: Option<TextRoom>) -> DragValue<'v> {
        let (differs, before) = (self.differs[0], *value);
        // A large number needs large steps: a thousandth of it a point, but never less than the given speed.
        let speed = self.speed.max(value.abs() * 0.004);
        let decimals = self.decimals;
        // What cannot be zero must not read as zero, however small.
        let tiny = *self.range.start() > 0.0;
        // Numbers are shown with the sign U+2212.
        let written = move |v: f64, decimals: usize| quantity::minus(&plain(v, decimals, tiny));
        let shown = move |v: f64| {
            let Some(room) = &room else { return written(v, decimals) };
            let mut shorter = (0..=decimals).rev().map(|fewer| written(v, fewer));
            let fits = |text: &String| room.width_of(text) <= room.width;
            // Where not even the whole number fits, the shorter of it and its power of ten is cut off least.
            shorter.find(fits).unwrap_or_else(|| {
                let [whole, power] = [written(v, 0), quantity::minus(&format!("{v:.1e}"))];
                if room.width_of(&power) < room.width_of(&whole) { power } else { whole }
            })
        };
        DragValue::new(value)
            .range(self.range.clone())
            .clamp_existing_to_range(false)
            .speed(speed)
            .update_while_editing(false)
            .custom_formatter(move |v, _| if differs { word("differs").into() } else { shown(v) })
            // What was copied from a field must be readable; what was not changed keeps the digits that are not shown.
            .custom_parser(move |text| {
                if !differs && text == written(before, decimals) {
                    return Some(before);
                }
                let number = text.replace('\u{2212}', "-").trim().parse().ok();
                typed.set(number.or(typed.get()));
                number
            })
            .suffix(self.suffix())
            .clip_text(true)
    }

    fn hover(&self) -> String {
        self.hover_with(&plain(self.default, 6, false))
    }

    /// What it means and may be, and what a right click puts back.
    fn hover_with(&self, default: &str) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let (min, max) = (plain(*self.range.start(), 6, false), plain(*self.range.end(), 6, false));
        let (range, how) = match self.origin {
            Origin::Default => (
                say!("{} … {}{}, default {}{}", min, max, unit, default, unit),
                word("Drag to change, click to type, right-click for the default."),
            ),
            Origin::Scene => (
                say!("{} … {}{}, in the scene {}{}", min, max, unit, default, unit),
                word("Drag to change, click to type, right-click for the scene's value."),
            ),
        };
        if self.hint.is_empty() { format!("{range}\n{how}") } else { format!("{}\n{range}\n{how}", word(self.hint)) }
    }
}

/// Up to `decimals` digits behind the point, no zeros at the end; `tiny` numbers show their first digits nevertheless.
fn plain(value: f64, decimals: usize, tiny: bool) -> String {
    let size = value.abs();
    // Written out it would be wider than its field.
    if size >= 1e7 {
        return format!("{value:.3e}");
    }
    // Three digits from the first that is not 0, where rounding would leave a 0.
    let decimals = if tiny && size > 0.0 && size < 10f64.powi(1 - decimals as i32) {
        (2 - size.log10().floor() as i32).clamp(0, 9) as usize
    } else {
        decimals
    };
    let text = format!("{value:.decimals$}");
    // Zeros at the end say nothing, and a number that rounds to nothing has no sign.
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
    if text == "-0" { "0".into() } else { text }
}

fn ended(response: &Response) -> bool {
    // A click on the rail or a key changes the value at once: that is a whole gesture.
    let idle = response.changed() && !response.dragged() && !response.has_focus();
    response.drag_stopped() || response.lost_focus() || idle
}

/// The name at the left of a row, on as many lines as it needs.
pub(super) fn name(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(word(text)).color(ui.visuals().weak_text_color());
    let widget = egui::Label::new(text).sense(Sense::click()).wrap();
    ui.allocate_ui_with_layout(vec2(NAME, CONTROL), Layout::left_to_right(Align::Center), |ui| {
        ui.set_width(NAME);
        ui.add(widget)
    })
    .inner
}

/// A number in a place of its own, behind its letter where it has one, as wide as it is given: a longer one shows fewer
/// digits until it is typed, for no control may move because a number changed.
fn fixed(
    ui: &mut Ui,
    width: f32,
    letter: Option<&'static str>,
    number: &FieldNumber<'_>,
    value: &mut f64,
    typed: &Cell<Option<f64>>,
) -> Response {
    let (rect, _) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::hover());
    let layout = Layout::centered_and_justified(egui::Direction::LeftToRight);
    let mut place = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    place.shrink_clip_rect(rect.expand(1.0));
    // The text stands in the middle: only where it is long does it come near to the ends.
    place.spacing_mut().button_padding.x = PADDING;
    // What stands beside the digits takes its part of the room; the text that is typed scrolls in it.
    let beside = letter.map(|letter| format!("{letter} ")).unwrap_or_default() + &number.suffix();
    let font = place.style().drag_value_text_style.resolve(place.style());
    let mut room = TextRoom { ctx: place.ctx().clone(), font, width: width - 2.0 * place.spacing().button_padding.x };
    room.width -= room.width_of(&beside);
    let is_typed = place.memory(|memory| memory.has_focus(place.next_auto_id()));
    let drag = number.drag(value, typed, (!is_typed).then_some(room));
    let response = match letter {
        Some(letter) => place.add(drag.prefix((WidgetText::from(RichText::new(letter).small().weak()), " "))),
        None => place.add(drag),
    };
    // What is cut off is no longer part of the control: there the mouse must not reach it.
    Response { rect: response.rect.intersect(rect), interact_rect: response.interact_rect.intersect(rect), ..response }
}

/// One number, with a slider when it has one.
pub(super) fn number(ui: &mut Ui, number: &FieldNumber, value: f64) -> FieldChange<f64> {
    // Typed is told apart from dragged: typing the value that is there unites bodies that differ.
    let (mut new, typed) = (value, Cell::new(None));
    let (mut changed, mut done, mut reset) = (false, false, false);
    ui.horizontal(|ui| {
        let title = name(ui, number.name);
        reset |= title.secondary_clicked();
        // A right click anywhere in the row puts the default back.
        title.on_hover_text(number.hover());
        let width = ui.available_width();
        // Over the usual values alone; what is typed may lie outside of them.
        if let Some(range) = &number.slider {
            ui.spacing_mut().slider_width = width - NUMBER - ui.spacing().item_spacing.x;
            let slider = Slider::new(&mut new, range.clone())
                .logarithmic(number.logarithmic)
                .clamping(SliderClamping::Never)
                .show_value(false);
            let response = ui.add(slider).accessible_name(word(number.name)).on_hover_text(number.hover());
            changed |= response.changed();
            done |= ended(&response);
            reset |= response.secondary_clicked();
        }
        let width = if number.slider.is_some() { NUMBER } else { width };
        let response = fixed(ui, width, None, number, &mut new, &typed);
        let label =
            if number.slider.is_some() { say!("{} value", word(number.name)) } else { word(number.name).to_owned() };
        let response = response.accessible_name(label).on_hover_text(number.hover());
        changed |= response.changed();
        done |= ended(&response);
        reset |= response.secondary_clicked();
    });
    if reset {
        return FieldChange { value: Some(number.default), done: true, reset: true, ..FieldChange::NONE };
    }
    // The slider rounds to what the eye can tell apart; the number itself keeps its range.
    let new = new.clamp(*number.range.start(), *number.range.end());
    let unites = number.differs[0] && typed.get() == Some(new);
    FieldChange { value: (changed && new != value || unites).then_some(new), done, ..FieldChange::NONE }
}

/// Three numbers x, y, z in one row, or two when an axis has no meaning.
pub(super) fn vector(
    ui: &mut Ui,
    number: &FieldNumber,
    value: Vec3,
    default: Vec3,
    axes: &[usize],
) -> FieldChange<Vec3> {
    // Which parts were changed is told: of several bodies the other parts stay their own.
    let (mut new, mut parts) = (value, [false; 3]);
    let (mut done, mut reset) = (false, false);
    let titled = say!("{}, {}", word(number.name), number.unit);
    let titled = if number.unit.is_empty() { word(number.name) } else { &titled };
    ui.horizontal(|ui| {
        let title = name(ui, titled);
        if title.secondary_clicked() {
            (new, parts, reset) = (default, [true; 3], true);
        }
        // Defaults in the hint, as the row itself would write them.
        let defaults = axes.iter().map(|axis| plain(default[*axis].into(), 6, false)).collect::<Vec<_>>();
        title.on_hover_text(number.hover_with(&format!("({})", defaults.join(", "))));
        ui.spacing_mut().item_spacing.x = 3.0;
        // Equal shares of what the title leaves, three points from each other.
        let width = (ui.available_width() - 3.0 * (axes.len() - 1) as f32) / axes.len() as f32;
        for (place, &axis) in axes.iter().enumerate() {
            let letter = ["x", "y", "z"][axis];
            let (mut component, typed) = (f64::from(value[axis]), Cell::new(None));
            // The unit stands in the title, once for all three.
            let quiet = FieldNumber { unit: "", differs: [number.differs[axis]; 3], ..number.clone() };
            let response = fixed(ui, width, Some(letter), &quiet, &mut component, &typed);
            let hint = number.hover_with(&defaults[place]);
            let response = response.accessible_name(format!("{titled} {letter}")).on_hover_text(hint);
            let unites = number.differs[axis] && typed.get() == Some(component);
            if response.changed() && component as f32 != value[axis] || unites {
                (new[axis], parts[axis]) = (component as f32, true);
            }
            done |= ended(&response);
            if response.secondary_clicked() {
                (new[axis], parts[axis], reset) = (default[axis], true, true);
            }
        }
    });
    let value = parts.contains(&true).then_some(new);
    FieldChange { value, done: done || reset, parts, reset }
}

/// A name and a choice from a list; the new one when it was changed.
pub(super) fn choice<T: PartialEq + Copy>(
    ui: &mut Ui,
    title: &str,
    hint: &str,
    now: T,
    all: &[(T, &str)],
) -> Option<T> {
    let mut new = None;
    // The list is as wide as what is left of the row.
    ui.horizontal(|ui| {
        name(ui, title).on_hover_text(word(hint));
        let shown = all.iter().find(|(value, _)| *value == now).map_or("", |(_, text)| text);
        let combo =
            egui::ComboBox::from_id_salt(title).width(ui.available_width()).selected_text(word(shown)).truncate();
        let response = combo.show_ui(ui, |ui| {
            for (value, text) in all {
                if ui.selectable_label(*value == now, word(text)).clicked() {
                    new = Some(*value);
                }
            }
        });
        response.response.accessible_name(word(title)).on_hover_text(word(hint));
    });
    // To choose what is set already is no change.
    new.filter(|value| *value != now)
}

/// A name and a switch; the new state when it was changed.
pub(super) fn switch(ui: &mut Ui, title: &str, hint: &str, on: bool) -> Option<bool> {
    let mut new = on;
    let response = super::theme::checkbox(ui, &mut new, title).on_hover_text(word(hint));
    response.changed().then_some(new)
}

/// A name and words that cannot be changed.
pub(super) fn readout(ui: &mut Ui, title: &str, text: &str) -> Response {
    ui.horizontal(|ui| {
        name(ui, title);
        // Long numbers must not make the panel wider.
        ui.add(egui::Label::new(text).truncate())
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn numbers_show_what_they_are_without_empty_digits() {
        for (value, decimals, text) in [
            (2.0, 3, "2"),
            (2.5, 3, "2.5"),
            (0.123_456, 3, "0.123"),
            (-0.000_012, 3, "0"),
            (-0.0, 3, "0"),
            (1e9, 3, "1.000e9"),
            (1200.0, 0, "1200"),
        ] {
            assert_eq!(plain(value, decimals, false), text);
        }
    }
}
