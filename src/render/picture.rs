//! A finished picture, and PNG.

use std::io::{Cursor, Write};
use thiserror::Error;

/// Why a picture or a clip could not be written.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The file or pipe refuses.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The format refuses.
    #[error("{0}")]
    Format(String),
    /// A frame of another size than the clip's.
    #[error("a frame of {}×{} in a clip of {}×{}", got[0], got[1], wanted[0], wanted[1])]
    Size {
        /// The frame's size (pixels).
        got: [u32; 2],
        /// The clip's size (pixels).
        wanted: [u32; 2],
    },
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width and height (pixels).
    pub size: [u32; 2],
    /// Row by row from the upper left, red green blue alpha, sRGB-encoded; what was drawn is opaque.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// The pixel at `x`, `y` from the upper left.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = 4 * (y as usize * self.size[0] as usize + x as usize);
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }

    /// Red, green and blue without alpha.
    pub(super) fn rgb(&self) -> Vec<u8> {
        self.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    /// Reads a PNG of any kind; none when it is none.
    pub fn read_png(bytes: &[u8]) -> Option<Self> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        // Palettes, few bits and many become eight bits, and every pixel has an alpha.
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().ok()?;
        let mut samples = vec![0; reader.output_buffer_size()?];
        let frame = reader.next_frame(&mut samples).ok()?;
        samples.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            png::ColorType::Rgba => samples,
            png::ColorType::GrayscaleAlpha => samples.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
            png::ColorType::Rgb | png::ColorType::Grayscale | png::ColorType::Indexed => return None,
        };
        Some(Self { size: [frame.width, frame.height], rgba })
    }

    /// Writes a PNG.
    pub fn write_png(&self, out: impl Write) -> Result<(), PictureError> {
        let mut encoder = png::Encoder::new(out, self.size[0], self.size[1]);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        // Declared, so that viewers that manage colours show these bytes unchanged.
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header().map_err(of_png)?;
        writer.write_image_data(&self.rgb()).map_err(of_png)?;
        writer.finish().map_err(of_png)
    }
}

/// Keeps I/O errors as they are: a closed pipe must stay recognisable.
pub(super) fn of_png(error: png::EncodingError) -> PictureError {
    match error {
        png::EncodingError::IoError(error) => PictureError::Io(error),
        other => PictureError::Format(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_grey_ones_and_palettes_become_colours() {
        let rgba = (0..6_u8).flat_map(|i| [40 * i, 255 - i, i, 255]).collect();
        let picture = Picture { size: [3, 2], rgba };
        let mut bytes = vec![];
        picture.write_png(&mut bytes).unwrap();
        assert_eq!(Picture::read_png(&bytes), Some(picture));
        // Two pixels of each kind, the second of them half opaque where the kind can tell.
        let of = |color, samples: &[u8]| {
            let mut bytes = vec![];
            let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
            encoder.set_color(color);
            if color == png::ColorType::Indexed {
                encoder.set_palette(&[10, 20, 30, 40, 50, 60][..]);
                encoder.set_trns(&[255, 128][..]);
            }
            encoder.write_header().unwrap().write_image_data(samples).unwrap();
            Picture::read_png(&bytes).map(|picture| picture.rgba)
        };
        let (grey, palette) = (vec![7, 7, 7, 255, 9, 9, 9, 128], vec![10, 20, 30, 255, 40, 50, 60, 128]);
        assert_eq!(of(png::ColorType::Grayscale, &[7, 9]), Some(vec![7, 7, 7, 255, 9, 9, 9, 255]));
        assert_eq!(of(png::ColorType::GrayscaleAlpha, &[7, 255, 9, 128]), Some(grey));
        assert_eq!(of(png::ColorType::Rgba, &palette), Some(palette.clone()));
        assert_eq!(of(png::ColorType::Indexed, &[0, 1]), Some(palette));
        assert_eq!(Picture::read_png(b"no picture"), None);
        assert_eq!(Picture::read_png(&bytes[..bytes.len() - 20]), None);
    }
}
