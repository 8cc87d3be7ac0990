//! A physics viewer in which you can see why things bounce.
//!
//! The program is for people; this library is what it is made of. Without its default features it is the headless half
//! (no wgpu, winit, egui), which simulates, reads scenes and says what there is to draw:
//!
//! ```
//! use carom::{geometry::Shape, glam::Vec3, physics::{BodyDesc, Config, World}};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut world = World::new(Config { floor: Some(0.0), ..Config::default() })?;
//! let ball = world.add(&BodyDesc { position: Vec3::Y, ..BodyDesc::new(Shape::sphere(0.25)) })?;
//! (0..120).for_each(|_| world.step());
//! let (height, contacts) = (world.body(ball).map(|b| b.desc.position.y), world.contacts());
//! println!("the ball rests at {height:?} m and touches {:?}", contacts[0].feature_a);
//! # assert!((height.unwrap() - 0.25).abs() < 1e-3 && contacts.len() == 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Bird's eye
//!
//! ```text
//! scene file ─▶ Scene ─▶ Sim ──────┐
//! laboratory ─▶ Setup ─▶ Lab ──────┼─▶ Subject ─one moment─▶ view ─▶ DrawList ─▶ render ─▶ pixels
//! any engine ─▶ trace ─▶ Playback ─┘      ▲                    ▲
//!                                     commands        ViewOptions, Camera
//!                                         └── panels, keys, mouse, scripts, tests
//! ```
//!
//! A [`Scene`](scene::Scene) is a complete, valid description; a [`World`](physics::World) holds its bodies and steps
//! them; a [`Sim`](sim::Sim) is a world that runs, with names, undo and restart. A scene, a laboratory and a trace are
//! each a [`TimeMachine`](timeline::TimeMachine), and whatever is shown is a [`Subject`](subject::Subject). The view
//! answers with plain data, a [`DrawList`](view::DrawList): what to draw, where, in which colour. The renderer knows
//! nothing of physics, and the simulation never knows who looks at it.
//!
//! # Code map
//!
//! In reading order; each layer may name those above it in this table, with the limits said.
//!
//! | layer | what it is |
//! |---|---|
//! | [`language`] | what the window and the picture say, in English and Chinese |
//! | [`timeline`] | the time machine: any step that was, and what would have been |
//! | [`math`] | poses, symmetric matrices, rotations that give the same bits everywhere |
//! | [`geometry`] | shapes, and pure questions about them |
//! | [`exact`] | what geometry itself says of two shapes, in double precision: the judge of contacts |
//! | [`trace`] | what any engine did, as its adapter wrote it, and its conventions converted |
//! | [`physics`] | bodies with mass, contacts that persist, the step |
//! | [`scene`] | descriptions of worlds; TOML and JSON; the gallery |
//! | [`sim`] | a running scene, and the one door to change it |
//! | `opinion` | what another engine says of contacts; only with the feature `second-opinion` |
//! | [`condition`] | questions to what runs: `speed(ball) < 2`; reads only |
//! | [`check`] | whether the contacts of a trace are what geometry says; reads only |
//! | [`playback`] | a trace that is played: any step of it, as a scene's |
//! | [`view`] | from a running scene to a draw list; reads only |
//! | [`lab`] | the laboratories: one idea each, with what to draw of it |
//! | [`subject`] | what is shown: a scene, a laboratory or a trace; a scene made of a trace's bodies |
//! | [`link`] | what an address asks for, and an address for what is shown |
//! | `render` | from a draw list to pixels; of the rest it names language, math and the view's types only |
//! | `ui` | panels, keys, mouse; all but render |
//! | [`truths`] | exact cases of mechanics, measured; names physics and below |
//! | [`headless`] | the work behind the command line |
//! | `app` | the window: event loop, surface, settings, physics thread |
//! | [`cli`] | the arguments |
//!
//! What is outside the program is named by few: files, environment, processes and clocks by `headless`, `app`, `cli`
//! and `main`, threads by these and [`physics`], wgpu by `render`, egui by `ui`, winit by `app` (which joins the
//! three), another engine by `opinion`. Behind `app`'s `platform` is all that a desktop and a page in a browser do
//! differently. What the files of a layer are is told at the head of its module.
//!
//! **Tests.** `tests/suite` needs no adapter; `tests/images` and `tests/ui` draw, `tests/window` works the program in a
//! real window and `tests/web` in a browser. `tests/architecture.rs` names file and line of whatever breaks the table
//! above, and files of one layer that name each other in a circle; `tests/shaders.rs` compares Rust and WGSL structs
//! member by member; `tests/suite/oracle.rs` says what is true of any contact; `tests/allocation.rs` and
//! `tests/memory.rs` hold what a step and a file may take, `tests/supply.rs` the crates to the rules of
//! `.ci/deny.toml`. Crates of their own are `tests/fuzz`, a target for every reader, `tests/sanitize`, the threads of a
//! step under loom, Miri and ThreadSanitizer, and `web/bindings`, which writes how a browser calls the program. What a
//! bench measures is told at its head.
//!
//! # Invariants
//!
//! - **One way.** No layer names a later one. The world can be run, tested and understood without knowing of pictures.
//! - **One door.** A running scene changes through [`Sim::apply`](sim::Sim::apply) and [`Sim::step`](sim::Sim::step)
//!   alone (`undo` and `redo` replay what went through). View options and cameras can be edited freely, because they
//!   can never change a result.
//! - **Same bits.** A scene gives the same states for any number of threads, in debug and release builds. So a step
//!   uses `+ - * / sqrt` and [`math::sin_cos`], never the platform's functions, never the order of a hash table, never
//!   the time of day. [`World::state_hash`](physics::World::state_hash) covers every pose and velocity.
//! - **Units.** SI and radians inside; degrees only in files and panels, and there the name says so (`yaw_deg`). y is
//!   up, axes are right-handed, rotations are `world_from_body`.
//! - **Signs.** A contact's normal is a unit vector from `a` to `b`; a negative separation is an overlap; impulses
//!   act on `b`.
//! - **Wrong input is an answer.** What comes from a file, a flag or a click is refused with the value and the
//!   range, and leaves the world as it was. A body whose state is no longer finite is frozen and counted, and the
//!   rest goes on.
//! - **One table.** What bodies, worlds and their tuning have stands in [`physics::property`] alone, what a laboratory
//!   has in its own list: name, unit, range, hint, how it is read and set. Checks, files, panels, undo and both
//!   languages are loops.
//! - **One moment.** What a frame shows is one state after one whole step; a step that breaks is never shown, and what
//!   stands then is the last whole one.
//! - **A warm step allocates nothing**; all lists keep their memory.
//!
//! # Deliberately absent
//!
//! - Meshes, capsules and compound bodies in the simulation: few shapes, each exact. The judge of traces knows them.
//! - A clock, a file or a thread of its own in [`physics`] beyond the threads it is given: the caller decides when a
//!   step is due. What threads take is timed there, to tell how many of them work, and decides nothing else.
//! - Damping: energy goes only where restitution and friction take it.
//! - A second copy of the state for the renderer: a draw list is made from the world when a picture is due.
//! - Plug-ins, scripts, an entity system: a body is a row of arrays.

#[cfg(test)]
#[macro_use]
#[path = "../tests/suite/erratum.rs"]
mod erratum;

pub use glam;

/// The examples of the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "app")]
pub mod app;
pub mod check;
pub mod cli;
pub mod condition;
pub mod exact;
pub mod geometry;
pub mod headless;
pub mod lab;
pub mod language;
pub mod link;
pub mod math;
#[cfg(any(test, feature = "second-opinion"))]
pub mod opinion;
pub mod physics;
pub mod playback;
#[cfg(feature = "render")]
pub mod render;
pub mod scene;
pub mod sim;
pub mod subject;
pub mod timeline;
pub mod trace;
pub mod truths;
#[cfg(feature = "app")]
pub mod ui;
pub mod view;
