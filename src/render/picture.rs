//! A finished picture, and PNG.

use std::io::Write;
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
    /// Row by row from the upper left, red green blue alpha, sRGB-encoded, opaque.
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
