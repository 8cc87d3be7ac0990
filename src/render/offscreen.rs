//! Pictures of scenes without a window.

use super::canvas::Canvas;
use super::gpu::{Gpu, GpuError};
use super::picture::Picture;
use super::renderer::{RenderStats, Renderer};
use crate::view::DrawList;

/// Draws pictures of one size into memory.
pub struct Offscreen<'a> {
    gpu: &'a Gpu,
    canvas: Canvas<'a>,
    renderer: Renderer,
}

impl<'a> Offscreen<'a> {
    /// For pictures of `size` (physical pixels).
    pub fn new(gpu: &'a Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        Ok(Self { gpu, canvas: Canvas::new(gpu, size)?, renderer: Renderer::new(gpu, Canvas::FORMAT) })
    }

    /// Size of the pictures (physical pixels).
    pub fn size(&self) -> [u32; 2] {
        self.canvas.size()
    }

    /// Texts take letters from this font, too; see [`Renderer::add_font`].
    pub fn add_font(&mut self, bytes: &'static [u8]) {
        self.renderer.add_font(bytes);
    }

    /// What the last picture took.
    pub fn stats(&self) -> RenderStats {
        self.renderer.stats()
    }

    /// Draws one picture and waits for it.
    pub fn draw(&mut self, list: &DrawList) -> Result<Picture, GpuError> {
        let (gpu, size, renderer) = (self.gpu, self.canvas.size(), &mut self.renderer);
        self.canvas.paint(|encoder, view| {
            renderer.draw(gpu, encoder, view, size, list);
            // The renderer records into the canvas's own encoder, so that no other work comes before.
            vec![]
        })
    }

    /// Begins one picture, which is [taken](Self::take) when it has come.
    pub fn begin(&mut self, list: &DrawList) -> Result<(), GpuError> {
        let (gpu, size, renderer) = (self.gpu, self.canvas.size(), &mut self.renderer);
        self.canvas.begin(|encoder, view| {
            renderer.draw(gpu, encoder, view, size, list);
            vec![]
        })
    }

    /// The picture that was begun, once it has come.
    pub fn take(&self) -> Option<Result<Picture, GpuError>> {
        self.canvas.take()
    }
}
