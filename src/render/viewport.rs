//! A part of a picture.

/// A part of the target (physical pixels from the upper left).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewport {
    /// Upper left corner.
    pub origin: [u32; 2],
    /// Width and height.
    pub size: [u32; 2],
}
