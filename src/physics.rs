//! Bodies that have mass and persist: the world, its step, its contacts.

mod body;
mod config;
mod contact;
mod stats;
mod world;

pub use body::{Body, BodyDesc, BodyEdit, BodyError, BodyId, Mass, Motion};
pub use config::{Combine, Config, ConfigError};
pub use contact::{Contact, ContactPoint};
pub use stats::{Stages, Stats};
pub use world::{RayHit, TreeNode, World};
