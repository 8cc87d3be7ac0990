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
//! scene file ─▶ Scene ─▶ World ─step─▶ poses, contacts ─view─▶ DrawList ─render─▶ pixels
//!                         ▲                            ▲
//!                 Sim::apply(Command)          ViewOptions, Camera
//!                         └── panels, keys, mouse, tests
//! ```
//!
//! A [`Scene`](scene::Scene) is a complete, valid description. A [`World`](physics::World) holds bodies and steps them.
//! A [`Sim`](sim::Sim) is a world that runs: it knows names, undo and restart, and every change of it is a
//! [`Command`](sim::Command). [`view::draw`] reads it and answers with plain data, a [`DrawList`](view::DrawList): what
//! to draw, where, in which colour. The renderer draws that list and knows nothing of physics. The simulation never
//! knows who looks at it.
//!
//! # Code map
//!
//! In reading order; each layer may name those above it in this table, with the limits said.
//!
//! | layer | what it is | alone may name |
//! |---|---|---|
//! | [`words`] | what the window and the picture say, in English and Chinese | |
//! | [`timeline`] | the time machine: any step that was, and what would have been | |
//! | [`math`] | poses, symmetric matrices, rotations that give the same bits everywhere | |
//! | [`geometry`] | shapes, and pure questions about them | |
//! | [`physics`] | bodies with mass, contacts that persist, the step | threads |
//! | [`scene`] | descriptions of worlds; TOML and JSON; the gallery | file formats |
//! | [`sim`] | a running scene, and the one door to change it | |
//! | `opinion` | what another engine says of contacts; only with the feature `second-opinion` | parry3d |
//! | [`condition`] | questions to what runs: `speed(ball) < 2`; reads only | |
//! | [`view`] | from a running scene to a draw list; reads only | |
//! | [`lab`] | the laboratories: one idea each, with what to draw of it | |
//! | [`subject`] | what is shown: a scene or a laboratory | |
//! | `render` | from a draw list to pixels; of the rest it names math and the view's types only | wgpu |
//! | `ui` | panels, keys, mouse; all but render | egui |
//! | [`truths`] | exact cases of mechanics, measured; names physics and below | |
//! | [`headless`] | the work behind the command line | files, clock, environment |
//! | `app` | the window: event loop, surface, settings, physics thread | winit; files, clock, environment |
//! | [`cli`] | the arguments | the environment |
//!
//! `app` also joins egui with wgpu, and names both.
//!
//! **`geometry`.** `shape`, `aabb`, `plane` and `feature` (names for faces, edges and corners) are the nouns. `manifold`
//! is the answer of a collision: up to four points that share one normal. `pair` is the one dispatch over pairs of
//! shapes. Behind `collide` stand `sphere` (one clamp gives closest point and feature), `cuboid` with `sat` (fifteen
//! axes), `clip` and `parallel_edges`, `quad` and `half_space`. Truncated cones are `frustum` (their section, with balls
//! and rays) and `frustum_pairs`: `convex` climbs to the direction of greatest gap, on `gjk`, and `clip_round` clips where
//! one outline is round. `trace` tells what they looked at and why they chose. `ray` casts, `separation` is the signed
//! distance, `sweep` a motion and `time_of_impact` conservative advancement along two of them; `tree` finds what is near,
//! `field` is all that a ball can meet.
//!
//! **`physics`.** `config` has every constant that scenes set. `body` describes, `bodies` stores (one array a
//! property). `world/step` reads as a table of contents: find pairs (`broad_phase`, `pairs`), collide (`narrow_phase`),
//! resolve impacts at their time inside the step (`impact`: `predict` when, `impulse` how, `flight` where to, `hand_over`
//! what is left to the solver), solve what stays in touch in sub-steps (`solver`: `groups` of contacts that hang together,
//! `direct` for those that are like trees), move (`integrate`), move back what turned into something (`world/tunnelling`), put
//! islands to sleep (`island`). Each pair has one state,
//! and its contact one place: in the `constraint` graph or aside (`contacts`). `constraint/graph` colours, its `batch`
//! does eight contacts at once (`wide` is eight of everything, `twist` lets threads share bodies), `team` shares the loops
//! of a step among threads. `world/query` and `contact` tell the outside, `stats` counts, `phases` tells where bodies
//! stood at each phase of a step.
//!
//! **`scene`.** `from_toml` and `from_json` make one `tree` in which every value knows its line and column; `read`
//! turns it into a scene and notes every fault; `grid` expands; `write` goes back; `catalog` is the gallery.
//! `specimen` is one contact by itself: a test, a scene, or JSON.
//!
//! **`timeline`.** `simulation` is what the time machine asks of a scene or a laboratory: step, apply, keep, mark. A
//! [`Timeline`](timeline::Timeline) goes to any step that was and keeps the futures that were left as ghosts; a `branch`
//! is one future with its past and the states kept of it, `recording` its file, `history` what can be taken back and done
//! again, `label` what that is called, as data. `machine` are the controls, whatever is led.
//!
//! **`sim`.** `command` lists all that can be done, `history` takes it back, `grab` is the mouse's grip. `timeline` is a
//! scene in the time machine, `snapshot` a state of it as what differs from another, `recording` how its commands are
//! written, `contact_history` the contacts of its steps, `what_if` the next step with other values.
//!
//! **`condition`.** `parse` reads a condition, `observed` is what it looks at in a scene, `measured` what it can name of
//! numbers that something else measures, `watch` a list that stops a run.
//!
//! **`view`.** `list` is what comes out. `bodies`, `contacts`, `features`, `field`, `labels` and `scenery` fill it,
//! `pusher` and `contact_words` say who pushes and what is told of it; `layers`,
//! `options` and `camera` say what is wanted; `palette` has the colours, `scale` the meaning of an arrow's length; `pick`
//! goes the other way, from a pixel to a body.
//!
//! **`lab`.** `experiment` is what every laboratory can do, `sketch` the pen it draws with, `command` what can be done to
//! it, `run` its clock and the one door to change it, `history` what can be taken back, `setup` what a run begins with,
//! `setup_file` how that is written for people, `state_hash` its numbers in 64 bits. `timeline`, `recording` and `ghosts`
//! are a laboratory in the time machine. Each laboratory is a file of its own.
//!
//! **`subject`.** One of the two in its time machine, so that clock, undo, time and pictures need not ask which it is.
//!
//! **`render`.** `gpu` finds a device, `layout` declares what Rust and WGSL share, `pack` fills it from the list,
//! `pipelines`, `shaders`, `targets` and `text` are made once, `renderer` draws; `offscreen`, `picture` and `clip` are
//! pictures without a window. Signs have soft borders of their own and mark their pixels by the scene's opacity; where
//! there is one sample a pixel the last pass smooths all others.
//!
//! **`ui`.** One file a panel. A panel is given `&Sim`, or `&Lab`, and pushes [actions](sim::Command); `state` is what the window
//! knows, by how long it lives: preferences, session, selection, dialogs, drafts, interaction.
//!
//! **`app`.** `run` is a subject with a clock of its own (`fixed_timestep`), pumped by whoever drives it; `runner` is the physics
//! thread that does. After a step it puts out a [`Moment`](subject::Moment), and a frame looks at that one value alone;
//! changes are asked for and made between two steps. `window` takes events, `perform` carries out actions, `graphics`
//! survives whatever happens to a surface, `document`, `save` and `watch` mind the file, `preferences` what is remembered.
//!
//! **Tests.** `tests/suite` needs no adapter, `tests/images` and `tests/ui` draw, `tests/shaders.rs` compares Rust and
//! WGSL structs member by member, `tests/architecture.rs` names file and line of whatever breaks the table above, and the
//! files of one layer that name each other in a circle. `tests/suite/oracle.rs` says what is true of any contact.
//! `benches/history` measures what time travel costs, `benches/pictures` what layers do and `benches/worst_step` how long
//! the longest step takes, of random worlds and of cones in one point; `benches/peers` races other
//! engines and is a workspace of its own.
//!
//! # Invariants
//!
//! - **One way.** No layer names a later one. The world can be run, tested and understood without knowing of pictures.
//! - **One door.** A running scene changes through [`Sim::apply`](sim::Sim::apply) and [`Sim::step`](sim::Sim::step)
//!   alone (`undo` and `redo` replay what went through). View options and cameras can be edited freely, because they can
//!   never change a result.
//! - **Same bits.** A scene gives the same states for any number of threads, in debug and release builds. So a step uses
//!   `+ - * / sqrt` and [`math::sin_cos`], never the platform's functions, never the order of a hash table, never the
//!   time of day. [`World::state_hash`](physics::World::state_hash) covers every pose and velocity.
//! - **Units.** SI and radians inside; degrees only in files and panels, and there the name says so (`yaw_deg`). y is
//!   up, axes are right-handed, rotations are `world_from_body`.
//! - **Signs.** A contact's normal is a unit vector from `a` to `b`; a negative separation is an overlap; impulses act on
//!   `b`.
//! - **Wrong input is an answer.** What comes from a file, a flag or a click is refused with the value and the range, and
//!   leaves the world as it was. A body whose state is no longer finite is frozen and counted, and the rest goes on.
//! - **One moment.** What a frame shows is one state after one whole step; a step that breaks is never shown, and what
//!   stands then is the last whole one.
//! - **A warm step allocates nothing**; all lists keep their memory.
//!
//! # Deliberately absent
//!
//! - Meshes, capsules and compound bodies: few shapes, each exact.
//! - A clock, a file or a thread of its own in [`physics`] beyond the threads it is given: the caller decides when a
//!   step is due.
//! - Damping: energy goes only where restitution and friction take it.
//! - A second copy of the state for the renderer: a draw list is made from the world when a picture is due.
//! - Plug-ins, scripts, an entity system: a body is a row of arrays.

pub use glam;

/// The examples of the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
pub mod condition;
pub mod geometry;
pub mod headless;
pub mod lab;
pub mod math;
#[cfg(feature = "second-opinion")]
pub mod opinion;
pub mod physics;
#[cfg(feature = "render")]
pub mod render;
pub mod scene;
pub mod sim;
pub mod subject;
pub mod timeline;
pub mod truths;
#[cfg(feature = "app")]
pub mod ui;
pub mod view;
pub mod words;
