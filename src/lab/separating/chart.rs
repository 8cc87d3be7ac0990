//! The board on which every axis stands with its two shadows.

use super::{AxesVerdict, Interval, TriedAxis};
use crate::lab::numbers::decimal;
use crate::lab::{Ink, Sketch};
use crate::view::Glyph;
use glam::Vec3;

/// With more rows than this only those that matter have room for a name.
const NAMED: usize = 8;

/// A rectangle to write on.
pub struct Board {
    /// Its upper left corner (m, world).
    pub corner: Vec3,
    /// Its upper edge (m, world).
    pub across: Vec3,
    /// Its left edge (m, world).
    pub down: Vec3,
}

impl Board {
    /// The point at shares of the two edges, each 0…1.
    fn at(&self, x: f32, y: f32) -> Vec3 {
        self.corner + self.across * x + self.down * y
    }

    /// Draws a row an axis: A's shadow above the line, B's below it, and the gap or overlap on it, all as long as the
    /// axis. The row of the axis that decides is framed, where one does, and the one of `shown` is marked.
    pub fn draw(&self, sketch: &mut Sketch<'_>, verdict: &AxesVerdict, shown: usize) {
        let shadows = |axis: &TriedAxis| [axis.a, axis.b].map(|shadow| shadow.scaled(verdict.length_of(axis)));
        let ends = verdict.axes.iter().flat_map(|axis| shadows(axis).into_iter().flat_map(|s| [s.from, s.to]));
        // From 0 on, which is the centre of A on each row.
        let (least, most) = ends.fold((0.0_f32, 0.0_f32), |(least, most), x| (least.min(x), most.max(x)));
        // All rows in one scale, within the middle of the board.
        let place = |x: f32| 0.5 + 0.46 * (x - least) / (most - least).max(1e-6);
        // A few rows leave the lower part empty, or their bars would be far apart.
        let row = 1.0 / verdict.axes.len().max(8) as f32;
        let named = verdict.axes.len() <= NAMED;
        let frame = [self.at(0.0, -row), self.at(1.0, -row), self.at(1.0, 1.0 + row), self.at(0.0, 1.0 + row)];
        sketch.polygon(&frame, Ink::Faint, 0.12);
        sketch.path(&frame, true, Ink::Faint, 1.0);
        for (i, axis) in verdict.axes.iter().enumerate() {
            let middle = (i as f32 + 0.5) * row;
            let width = if verdict.axes.len() <= 20 { 5.0 } else { 2.0 };
            self.row(sketch, shadows(axis), middle, row, width, &place);
            if named || i == shown || Some(i) == verdict.decides || axis.gap() > 0.0 {
                let gap = axis.gap() * verdict.length_of(axis);
                let text = format!("{} {}: {}", i + 1, axis.source.name(), decimal(gap.into(), 2));
                sketch.words(self.at(0.0, middle), text, if axis.gap() > 0.0 { Ink::Right } else { Ink::Wrong });
            }
            if i == shown {
                sketch.point(self.at(0.0, middle), Glyph::Triangle, Ink::Fixed, 9.0);
            }
            if Some(i) == verdict.decides {
                let (top, bottom) = (middle - 0.5 * row, middle + 0.5 * row);
                let frame = [self.at(0.0, top), self.at(1.0, top), self.at(1.0, bottom), self.at(0.0, bottom)];
                sketch.path(&frame, true, Ink::Outcome, 2.5);
            }
        }
    }

    fn row(
        &self,
        sketch: &mut Sketch<'_>,
        [a, b]: [Interval; 2],
        middle: f32,
        row: f32,
        width: f32,
        place: &impl Fn(f32) -> f32,
    ) {
        sketch.line(self.at(0.48, middle), self.at(0.98, middle), Ink::Faint, 1.0);
        let mut bar = |from: f32, to: f32, y: f32, ink, width| {
            sketch.line(self.at(place(from), y), self.at(place(to), y), ink, width);
        };
        bar(a.from, a.to, middle - 0.22 * row, Ink::First, width);
        bar(b.from, b.to, middle + 0.22 * row, Ink::Second, width);
        // From the end of A to the start of B: a gap, or an overlap drawn backwards.
        let ink = if b.from > a.to { Ink::Right } else { Ink::Wrong };
        bar(a.to, b.from, middle, ink, 0.6 * width);
    }
}
