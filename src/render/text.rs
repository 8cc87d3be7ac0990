//! Letters: the font, and the atlas its glyphs are drawn into as they are first needed.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, point};
use std::collections::HashMap;

/// Side of the square atlas (texels).
pub(super) const ATLAS_SIZE: u32 = 1024;
/// Letters start at whole and quarter pixels, so that their spacing stays even.
const STEPS: f32 = 4.0;

static INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-Medium.otf");

/// A glyph in the atlas.
#[derive(Clone, Copy, Debug)]
struct Cell {
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

/// The font and its atlas.
pub(super) struct Letters {
    font: Option<FontRef<'static>>,
    cells: HashMap<(GlyphId, u32, u8), Cell>,
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
            font: FontRef::try_from_slice(INTER).ok(),
            cells: HashMap::new(),
            pixels: vec![0; (ATLAS_SIZE * ATLAS_SIZE) as usize],
            pen: [1, 1],
            row: 0,
            dirty: true,
        }
    }

    /// The atlas's texels, when they changed since the last call.
    pub fn changed(&mut self) -> Option<&[u8]> {
        std::mem::take(&mut self.dirty).then_some(&self.pixels[..])
    }

    /// Empties the atlas when it is nearly full: letters fetched before then are no longer valid.
    pub fn make_room(&mut self) {
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
        let Some(font) = &self.font else { return 0.0 };
        let em = font.units_per_em().unwrap_or(1000.0);
        text.chars().map(|c| font.h_advance_unscaled(font.glyph_id(c)) * size / em).sum()
    }

    /// Height of the capitals of a font of `size` (px).
    pub fn cap_height(size: f32) -> f32 {
        0.727 * size
    }

    /// The letters of a line whose base line starts at `pen` (px); `size` in px an em.
    pub fn line(&mut self, text: &str, size: f32, pen: [f32; 2]) -> Vec<Letter> {
        let Some(font) = self.font.clone() else { return vec![] };
        let em = font.units_per_em().unwrap_or(1000.0);
        let base = pen[1].round();
        let mut x = pen[0];
        let mut letters = Vec::with_capacity(text.len());
        for c in text.chars() {
            let id = font.glyph_id(c);
            let quarter = ((x - x.floor()) * STEPS) as u8;
            let cell = self.cell(&font, id, size, quarter);
            if cell.size[0] > 0 {
                letters.push(Letter {
                    at: [x.floor() + cell.bearing[0], base + cell.bearing[1]],
                    size: cell.size.map(|side| side as f32),
                    texels: cell.at.map(|at| at as f32),
                });
            }
            x += font.h_advance_unscaled(id) * size / em;
        }
        letters
    }

    fn cell(&mut self, font: &FontRef<'static>, id: GlyphId, size: f32, quarter: u8) -> Cell {
        let key = (id, (size * 8.0) as u32, quarter);
        if let Some(cell) = self.cells.get(&key) {
            return *cell;
        }
        // ab_glyph measures scale from ascent to descent, not in ems.
        let em = font.units_per_em().unwrap_or(1000.0);
        let scale = PxScale::from(size * font.height_unscaled() / em);
        let glyph = id.with_scale_and_position(scale, point(f32::from(quarter) / STEPS, 0.0));
        let mut cell = Cell { at: [0, 0], size: [0, 0], bearing: [0.0, 0.0] };
        if let Some(outline) = font.outline_glyph(glyph) {
            let bounds = outline.px_bounds();
            let wanted = [bounds.width().ceil() as u32, bounds.height().ceil() as u32];
            if let Some(at) = self.place(wanted) {
                cell = Cell { at, size: wanted, bearing: [bounds.min.x, bounds.min.y] };
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
