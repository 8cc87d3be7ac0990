//! A physics viewer in which you can see why things bounce.
//!
//! # Bird's eye
//!
//! ```text
//! scene file ─▶ Scene ─▶ World ─step─▶ poses, contacts ─view─▶ DrawList ─render─▶ pixels
//!                         ▲                            ▲
//!                 Sim::apply(Command)          ViewOptions, Camera
//! ```

pub use glam;

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
pub mod geometry;
pub mod headless;
pub mod math;
pub mod physics;
#[cfg(feature = "render")]
pub mod render;
pub mod scene;
pub mod sim;
pub mod truths;
#[cfg(feature = "app")]
pub mod ui;
pub mod view;
