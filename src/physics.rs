//! Bodies that have mass and persist: the world, its step, its contacts.

mod bodies;
mod body;
mod broad_phase;
mod config;
mod contact;
mod impact;
mod integrate;
mod island;
mod narrow_phase;
mod pairs;
mod solver;
mod stats;
mod world;

pub use body::{Body, BodyDesc, BodyEdit, BodyError, BodyId, Mass, Motion};
pub use config::{Combine, Config, ConfigError};
pub use contact::{Contact, ContactPoint};
pub use stats::{Stages, Stats};
pub use world::{RayHit, TreeNode, World};
