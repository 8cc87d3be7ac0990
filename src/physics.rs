//! Bodies that have mass and persist: the world, its step, its contacts.
//!
//! ```
//! use carom::{geometry::Shape, glam::Vec3, physics::{BodyDesc, Config, World}};
//!
//! // A ball meets its like in the middle of a step, and stops where they met; the other takes all its speed.
//! let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() })?;
//! let ball = BodyDesc { restitution: 1.0, friction: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
//! let cue = world.add(&BodyDesc { position: Vec3::X * -1.99, velocity: Vec3::X * 3.0, ..ball })?;
//! let other = world.add(&ball)?;
//! (0..60).for_each(|_| world.step());
//! let [cue, other] = [cue, other].map(|id| world.body(id).unwrap().desc);
//! assert!((cue.position.x + 1.0).abs() < 1e-5 && cue.velocity.length() < 1e-5);
//! assert!((other.velocity.x - 3.0).abs() < 1e-5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files
//!
//! `property` is the one table of what bodies, worlds and tuning have. `config` has every constant that scenes set.
//! `body` describes, `compliance` says how much one gives way, `bodies` stores (one array a property). `world/step`
//! reads as a table of contents: find pairs (`broad_phase`, `pairs`; `pair_rules` says what each is by its two bodies),
//! collide (`narrow_phase`; `overlaps` where many stand in one place), resolve impacts at their time inside the step (`impact`: `predict` when, `strike` what
//! happens then, `impulse` how, `flight` where to, `hand_over` what is left to the solver), solve what stays in touch
//! in sub-steps (`solver`: `converge` what is left of them, by `groups` that hang together: `direct` for those that are
//! like trees, `load_paths` for what is stacked high), move (`integrate`), move back what turned into something
//! (`world/tunnelling`), put islands to sleep (`island`). Each pair has one state, and its contact one place: in the
//! `constraint` graph or aside (`contacts`). `constraint/graph` colours, and its `order` is that of space; its `batch`
//! does eight contacts at once (`wide` is eight of everything, `twist` lets threads share bodies, `share` lets them
//! share batches), `team` shares the loops of a step among threads, made of `sync`, and `thread_choice` finds out
//! whether they gain by it. `world/query` and `contact` tell the outside, `world_plane` is what floor and ceiling have
//! in common, `stats` counts, `phases` tells where bodies stood at each phase of a step.

mod bodies;
mod body;
mod broad_phase;
mod compliance;
mod config;
mod constraint;
mod contact;
mod contacts;
mod fingerprint;
mod impact;
mod integrate;
mod island;
mod narrow_phase;
mod overlaps;
mod pair_rules;
mod pairs;
mod phases;
pub mod property;
mod solver;
mod stats;
mod sync;
mod team;
mod thread_choice;
mod twist;
mod wide;
mod world;
mod world_plane;

pub use body::{Body, BodyDesc, BodyEdit, BodyError, BodyId, BodyState, Mass, Motion};
pub use compliance::Compliance;
pub use config::{Combine, Config, ConfigError, ImpactTuning, Tuning};
pub use contact::{Bounce, Contact, ContactPoint};
pub use fingerprint::Fingerprint;
pub use phases::{Phase, StepPhases};
pub use stats::{Stages, Stats};
pub use team::default_threads;
pub(crate) use world::EarlierWorld;
pub use world::{RayHit, Sums, TreeNode, World};
pub use world_plane::WorldPlane;
