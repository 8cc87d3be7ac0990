//! From a draw list to pixels; the only layer that names wgpu.
//!
//! ```text
//! DrawList ─pack─▶ instances ─▶ shadow map ─▶ scene (linear light, MSAA) ─▶ output (sRGB) ─▶ outline, words
//! ```
//!
//! Light stays linear until the output pass encodes it, once. A window's surface and an offscreen picture go through
//! that same pass, so both show the same bytes. Every kind of body is one instanced draw call however many there are.
//!
//! # Files
//!
//! `borders` tells where edges are to be smoothed, `gpu` finds a device, `layout` declares what Rust and WGSL share,
//! `pack` fills it from the list, `pipelines`, `shaders`, `targets` and `text` are made once, `renderer` draws;
//! `offscreen`, `picture` and `clip` are pictures without a window. Signs have soft borders of their own and mark their
//! pixels by the scene's opacity; where there is one sample a pixel the last pass smooths all others.

mod borders;
mod canvas;
mod clip;
mod gpu;
mod labels;
pub mod layout;
mod offscreen;
mod pack;
mod picture;
mod pipelines;
mod quality;
mod renderer;
pub mod shaders;
mod targets;
mod text;
mod theme_colors;
mod viewport;

pub use canvas::Canvas;
pub use clip::{Clip, ClipKind};
pub use gpu::{AdapterChoice, Gpu, GpuError, adapters};
pub use offscreen::Offscreen;
pub use picture::{Picture, PictureError};
pub use quality::Quality;
pub use renderer::{RenderStats, Renderer, UsedPipelines};
pub use viewport::Viewport;
