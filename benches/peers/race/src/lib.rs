//! The same scenes for every engine, the same clock, and one yardstick for the result.
//!
//! Each engine is a program of its own, built with its own flags: it implements [`Engine`] and calls [`run`]. The
//! `race` program builds these programs, lets them take turns and prints the table.

pub mod measure;
pub mod quality;
pub mod scene;

pub use measure::{Run, run};
pub use scene::{BodyDesc, Scene, Shape};

pub use glam;

use glam::{Quat, Vec3};

/// State of a body that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Centre of mass (m, world).
    pub position: Vec3,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Velocity of the centre (m/s, world).
    pub velocity: Vec3,
    /// Angular velocity (rad/s, world axes).
    pub spin: Vec3,
}

/// A physics engine under test.
pub trait Engine: Sized {
    /// Builds the scene for `threads` threads, with sleep off and the engine's own defaults for all that the scene does
    /// not give.
    fn build(scene: &Scene, threads: usize) -> Self;

    /// Advances by `scene.dt`: the only call that is timed.
    fn step(&mut self);

    /// The bodies of `scene.bodies`, in their order.
    fn states(&self) -> Vec<State>;

    /// Touching pairs after the last step, as the engine counts them.
    fn pairs(&self) -> usize;
}
