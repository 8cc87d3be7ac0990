//! Formulas set as mathematics: symbols slanted, indices lowered, fractions with a bar.

use super::quantity::{minus, quantity};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, FontFamily, FontId, Frame, Galley, Margin, Painter, Pos2, Rect, Response, RichText, Role, Sense, Ui, Vec2,
    WidgetInfo, vec2,
};
use std::sync::Arc;

/// Height of the letters (points).
const SIZE: f32 = 13.0;
/// Space between the bar of a fraction and what stands above and below it (points).
const GAP: f32 = 1.5;

/// A part of a formula.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FormulaTerm {
    /// Signs, numbers and words, upright.
    Upright(String),
    /// A quantity, slanted.
    Symbol(&'static str),
    /// A quantity with an index.
    Indexed(&'static str, &'static str),
    /// One above the other.
    Fraction(Vec<FormulaTerm>, Vec<FormulaTerm>),
}

/// Signs, numbers and words.
pub(super) fn upright(text: impl Into<String>) -> FormulaTerm {
    FormulaTerm::Upright(minus(&text.into()))
}

/// A number with its unit and three digits.
pub(super) fn value(number: f64, unit: &str) -> FormulaTerm {
    FormulaTerm::Upright(quantity(number, unit))
}

/// A quantity.
pub(super) const fn symbol(letter: &'static str) -> FormulaTerm {
    FormulaTerm::Symbol(letter)
}

/// A quantity with an index.
pub(super) const fn indexed(letter: &'static str, index: &'static str) -> FormulaTerm {
    FormulaTerm::Indexed(letter, index)
}

/// One above the other.
pub(super) fn fraction(above: impl Into<Vec<FormulaTerm>>, below: impl Into<Vec<FormulaTerm>>) -> FormulaTerm {
    FormulaTerm::Fraction(above.into(), below.into())
}

/// Shows a formula, on as many lines as it needs: it breaks before signs of equality. `exact` is what the mouse tells
/// of it: the same with more digits.
pub(super) fn show(ui: &mut Ui, terms: &[FormulaTerm], exact: &str) -> Response {
    let color = ui.visuals().text_color();
    // Cut before signs of equality, where a line may break.
    let parts: Vec<Laid> = split(terms).iter().map(|part| Laid::row(ui.painter(), part, SIZE, color)).collect();
    let (room, indent) = (ui.available_width(), 14.0);
    // Where each part stands, its axis in the middle of its line.
    let mut lines: Vec<Vec<&Laid>> = vec![];
    let mut width = f32::INFINITY;
    for part in &parts {
        // The first part always fits: there is no narrower place to put it.
        if width + part.width > room {
            width = if lines.is_empty() { 0.0 } else { indent };
            lines.push(vec![]);
        }
        width += part.width;
        if let Some(line) = lines.last_mut() {
            line.push(part);
        }
    }
    let height = |line: &[&Laid]| {
        let up = line.iter().map(|part| part.up).fold(0.0, f32::max);
        (up, line.iter().map(|part| part.down).fold(0.0, f32::max))
    };
    // Fractions make a line higher, so that each has its own height.
    let total: f32 = lines.iter().map(|line| height(line)).map(|(up, down)| up + down + 1.0).sum();
    let (rect, response) = ui.allocate_exact_size(vec2(room, total), Sense::hover());
    // In words for a screen reader, which has no use for pictures of letters.
    let spoken = plain(terms);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let mut y = rect.top();
    for (i, line) in lines.iter().enumerate() {
        let (up, down) = height(line);
        let mut x = rect.left() + if i > 0 { indent } else { 0.0 };
        for part in line {
            part.paint(ui.painter(), egui::pos2(x, y + up), color);
            x += part.width;
        }
        y += up + down + 1.0;
    }
    response.on_hover_text(exact)
}

/// Cuts before every sign of equality but the first: `m`, `= a`, `= b` may stand below each other.
fn split(terms: &[FormulaTerm]) -> Vec<Vec<FormulaTerm>> {
    let mut parts: Vec<Vec<FormulaTerm>> = vec![vec![]];
    let mut equalities = 0;
    for term in terms {
        let equal = matches!(term, FormulaTerm::Upright(text) if text.starts_with(" = "));
        equalities += usize::from(equal);
        if equal && equalities > 1 {
            parts.push(vec![]);
        }
        if let Some(part) = parts.last_mut() {
            part.push(term.clone());
        }
    }
    parts
}

/// As one writes it without mathematics: `m_eff = 1/(1/m_a + 1/m_b)`.
pub(super) fn plain(terms: &[FormulaTerm]) -> String {
    // On one line a stroke binds more tightly than a sum: whatever is more than one sign gets brackets.
    let side = |terms: &[FormulaTerm]| match terms {
        [FormulaTerm::Fraction(..)] => format!("({})", plain(terms)),
        [_] => plain(terms),
        _ => format!("({})", plain(terms)),
    };
    terms
        .iter()
        .map(|term| match term {
            FormulaTerm::Upright(text) => text.clone(),
            FormulaTerm::Symbol(letter) => (*letter).into(),
            FormulaTerm::Indexed(letter, index) => format!("{letter}_{index}"),
            FormulaTerm::Fraction(above, below) => format!("{}/{}", side(above), side(below)),
        })
        .collect()
}

/// A part with its place: everything is measured from its left end on the axis, the height of a minus sign.
struct Laid {
    width: f32,
    up: f32,
    down: f32,
    letters: Vec<(Vec2, Arc<Galley>)>,
    bars: Vec<(Vec2, f32)>,
}

impl Laid {
    fn text(painter: &Painter, text: &str, size: f32, slanted: bool, color: Color32) -> Self {
        let format =
            TextFormat { italics: slanted, ..TextFormat::simple(FontId::new(size, FontFamily::Proportional), color) };
        let galley = painter.layout_job(LayoutJob::single_section(text.to_owned(), format));
        // The axis passes the middle of the letters; slanted ones lean a little beyond their width.
        let Vec2 { x, y } = galley.size();
        let lean = if slanted { 1.0 } else { 0.0 };
        Self { width: x + lean, up: y / 2.0, down: y / 2.0, letters: vec![(vec2(0.0, -y / 2.0), galley)], bars: vec![] }
    }

    fn row(painter: &Painter, terms: &[FormulaTerm], size: f32, color: Color32) -> Self {
        // Put together from left to right, each part upon the row's axis.
        let mut row = Self { width: 0.0, up: 0.0, down: 0.0, letters: vec![], bars: vec![] };
        for term in terms {
            let part = match term {
                FormulaTerm::Upright(text) => Self::text(painter, text, size, false, color),
                FormulaTerm::Symbol(letter) => Self::text(painter, letter, size, true, color),
                FormulaTerm::Indexed(letter, index) => {
                    // The index lower and smaller; the row is as wide as both.
                    let mut part = Self::text(painter, letter, size, true, color);
                    let index = Self::text(painter, index, 0.72 * size, false, color);
                    let below = vec2(part.width, 0.36 * size);
                    part.add(&index, below);
                    part.width += index.width;
                    part
                }
                FormulaTerm::Fraction(above, below) => {
                    // Both centred over a bar that is a little wider than the wider one.
                    let small = 0.92 * size;
                    let (above, below) =
                        (Self::row(painter, above, small, color), Self::row(painter, below, small, color));
                    let width = above.width.max(below.width) + 6.0;
                    let mut part = Self { width, up: 0.0, down: 0.0, letters: vec![], bars: vec![] };
                    part.add(&above, vec2((width - above.width) / 2.0, -above.down - GAP));
                    part.add(&below, vec2((width - below.width) / 2.0, below.up + GAP));
                    part.bars.push((vec2(1.0, 0.0), width - 2.0));
                    part
                }
            };
            row.add(&part, vec2(row.width, 0.0));
            row.width += part.width;
        }
        row
    }

    /// Takes in another part at an offset.
    fn add(&mut self, part: &Self, offset: Vec2) {
        // Offsets count downwards, so what is lifted has a negative one and reaches higher.
        self.up = self.up.max(part.up - offset.y);
        self.down = self.down.max(part.down + offset.y);
        self.letters.extend(part.letters.iter().map(|(at, galley)| (*at + offset, galley.clone())));
        self.bars.extend(part.bars.iter().map(|(at, width)| (*at + offset, *width)));
    }

    fn paint(&self, painter: &Painter, at: Pos2, color: Color32) {
        for (offset, galley) in &self.letters {
            painter.galley(at + *offset, galley.clone(), color);
        }
        for (offset, width) in &self.bars {
            painter.rect_filled(Rect::from_min_size(at + *offset, vec2(*width, 1.0)), 0.0, color);
        }
    }
}

/// Lines of a formula on a ground of their own.
pub(super) fn lines(ui: &mut Ui, lines: &[impl AsRef<str>]) {
    let ground = Frame::new().fill(ui.visuals().extreme_bg_color).corner_radius(6.0).inner_margin(Margin::same(8));
    ground.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        for line in lines {
            ui.label(RichText::new(line.as_ref()).monospace().size(12.0));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_reads_the_same_without_mathematics() {
        let inverse = |index| fraction([upright("1")], [indexed("m", index)]);
        let terms = [
            indexed("m", "eff"),
            upright(" = "),
            fraction([upright("1")], [inverse("a"), upright(" + "), inverse("b")]),
            upright(" = "),
            value(1.25, "kg"),
        ];
        assert_eq!(plain(&terms), "m_eff = 1/(1/m_a + 1/m_b) = 1.25 kg");
        assert_eq!(split(&terms).len(), 2, "it may break before the second sign of equality");
        assert_eq!(split(&terms).concat(), terms);
    }
}
