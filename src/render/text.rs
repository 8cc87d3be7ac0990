//! Letters: the fonts, and the atlas its glyphs are drawn into as they are first needed.

use crate::language;
use ab_glyph::{Font, FontRef, GlyphId, PxScale, point};
use std::collections::HashMap;

/// Side of the square atlas (texels).
pub(super) const ATLAS_SIZE: u32 = 1024;
/// Letters start at whole and quarter pixels, so that their spacing stays even.
const STEPS: f32 = 4.0;

static INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-Medium.otf");

/// A font and its glyph, the size in eighths of a pixel, the quarter of a pixel it starts at.
type Key = (usize, GlyphId, u32, u8);

/// A glyph in the atlas.
#[derive(Clone, Copy, Debug)]
struct GlyphCell {
    /// Upper left corner (texels).
    at: [u32; 2],
    /// Width and height (texels); zero for blanks.
    size: [u32; 2],
    /// From the pen, on the base line, to the cell's upper left corner (px).
    bearing: [f32; 2],
}

/// A letter to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Letter {
    /// Upper left corner on the picture (px).
    pub at: [f32; 2],
    /// Width and height (px and texels).
    pub size: [f32; 2],
    /// Upper left corner in the atlas (texels).
    pub texels: [f32; 2],
}

/// The fonts and their atlas.
pub(super) struct Letters {
    /// A letter is taken from the first that has it.
    fonts: Vec<FontRef<'static>>,
    cells: HashMap<Key, GlyphCell>,
    /// One byte a texel.
    pixels: Vec<u8>,
    /// Where the next cell goes, and how tall its row is.
    pen: [u32; 2],
    row: u32,
    dirty: bool,
}

impl Letters {
    pub fn new() -> Self {
        Self {
            fonts: [Some(INTER), language::CHINESE_FONT]
                .into_iter()
                .flatten()
                .filter_map(|font| FontRef::try_from_slice(font).ok())
                .collect(),
            cells: HashMap::new(),
            pixels: vec![0; (ATLAS_SIZE * ATLAS_SIZE) as usize],
            pen: [1, 1],
            row: 0,
            dirty: true,
        }
    }

    /// Takes letters from this font, too, where those before lack them.
    pub fn add_font(&mut self, bytes: &'static [u8]) {
        match FontRef::try_from_slice(bytes) {
            Ok(font) => self.fonts.push(font),
            Err(error) => log::warn!("not a font: {error}"),
        }
    }

    /// The font that a letter is taken from, and its sign there; the first font's empty box when none has it.
    fn glyph(&self, c: char) -> Option<(usize, GlyphId)> {
        // Glyph 0 of every font is the box for letters that it lacks.
        let found = self.fonts.iter().map(|font| font.glyph_id(c)).enumerate().find(|(_, id)| id.0 != 0);
        found.or((!self.fonts.is_empty()).then_some((0, GlyphId(0))))
    }

    /// The way from a letter to the next (px), for a font of `size` (px an em).
    fn advance(&self, (font, id): (usize, GlyphId), size: f32) -> f32 {
        let font = &self.fonts[font];
        font.h_advance_unscaled(id) * size / font.units_per_em().unwrap_or(1000.0)
    }

    /// The atlas's texels, when they changed since the last call.
    pub fn changed(&mut self) -> Option<&[u8]> {
        std::mem::take(&mut self.dirty).then_some(&self.pixels[..])
    }

    /// Empties the atlas when it is nearly full: letters fetched before then are no longer valid.
    pub fn make_room(&mut self) {
        // A quarter is kept free, since all letters of the next picture may be new.
        if self.pen[1] + self.row > ATLAS_SIZE * 3 / 4 {
            self.cells.clear();
            self.pixels.fill(0);
            self.pen = [1, 1];
            self.row = 0;
            self.dirty = true;
        }
    }

    /// Width of a line of text of `size` (px an em).
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().filter_map(|c| self.glyph(c)).map(|glyph| self.advance(glyph, size)).sum()
    }

    /// Height of the capitals of a font of `size` (px).
    pub fn cap_height(size: f32) -> f32 {
        // The share of Inter; the capitals of other fonts come close enough.
        0.727 * size
    }

    /// The letters of a line whose base line starts at `pen` (px); `size` in px an em.
    pub fn line(&mut self, text: &str, size: f32, pen: [f32; 2]) -> Vec<Letter> {
        // On whole pixels in height, where letters have horizontal edges; in width by quarters, where kerning needs
        // them.
        let base = pen[1].round();
        let mut x = pen[0];
        let mut letters = Vec::with_capacity(text.len());
        for c in text.chars() {
            let Some(glyph) = self.glyph(c) else { continue };
            let quarter = ((x - x.floor()) * STEPS) as u8;
            let cell = self.cell(glyph, size, quarter);
            if cell.size[0] > 0 {
                letters.push(Letter {
                    at: [x.floor() + cell.bearing[0], base + cell.bearing[1]],
                    size: cell.size.map(|side| side as f32),
                    texels: cell.at.map(|at| at as f32),
                });
            }
            x += self.advance(glyph, size);
        }
        letters
    }

    fn cell(&mut self, (number, id): (usize, GlyphId), size: f32, quarter: u8) -> GlyphCell {
        // By eighths of a pixel: a size that differs by less looks the same, and the atlas stays small.
        let key = (number, id, (size * 8.0) as u32, quarter);
        if let Some(cell) = self.cells.get(&key) {
            return *cell;
        }
        let font = self.fonts[number].clone();
        // ab_glyph measures scale from ascent to descent, not in ems.
        let em = font.units_per_em().unwrap_or(1000.0);
        let scale = PxScale::from(size * font.height_unscaled() / em);
        let glyph = id.with_scale_and_position(scale, point(f32::from(quarter) / STEPS, 0.0));
        let mut cell = GlyphCell { at: [0, 0], size: [0, 0], bearing: [0.0, 0.0] };
        if let Some(outline) = font.outline_glyph(glyph) {
            let bounds = outline.px_bounds();
            let wanted = [bounds.width().ceil() as u32, bounds.height().ceil() as u32];
            // No room left: the letter is blank and keeps its width, and the next picture begins with an empty atlas.
            if let Some(at) = self.place(wanted) {
                cell = GlyphCell { at, size: wanted, bearing: [bounds.min.x, bounds.min.y] };
                outline.draw(|x, y, coverage| {
                    let (x, y) = (at[0] + x, at[1] + y);
                    if x < ATLAS_SIZE && y < ATLAS_SIZE {
                        self.pixels[(y * ATLAS_SIZE + x) as usize] = (coverage.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
                    }
                });
                self.dirty = true;
            }
        }
        self.cells.insert(key, cell);
        cell
    }

    /// Room for a cell, row by row, with a blank texel between; none when the atlas is full.
    fn place(&mut self, [width, height]: [u32; 2]) -> Option<[u32; 2]> {
        if self.pen[0] + width + 1 > ATLAS_SIZE {
            self.pen = [1, self.pen[1] + self.row + 1];
            self.row = 0;
        }
        if width + 2 > ATLAS_SIZE || self.pen[1] + height + 1 > ATLAS_SIZE {
            return None;
        }
        let at = self.pen;
        self.pen[0] += width + 1;
        self.row = self.row.max(height);
        Some(at)
    }
}
