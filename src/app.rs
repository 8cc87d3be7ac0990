//! The window: event loop, input, graphics surface, files and settings.
//!
//! ```text
//! winit events ─▶ egui ─▶ ui::show ─▶ Actions ─▶ perform ── requests ──▶ physics thread (own clock): Run
//!                            ▲                      ▲                                    │
//!                            ├──────────────────────┴─────────── Moment, replies ◀───────┘
//!                            └─▶ view ─▶ DrawList ─▶ render ─▶ surface
//! ```
//!
//! What runs belongs to the physics thread alone. After a step it puts out a [`Moment`](crate::subject::Moment):
//! panels, picking, pictures and screenshots of one frame look at that one value and at nothing else, so a frame shows
//! one step. The physics thread never waits for a picture, and the window never waits for a step: a picture is put off
//! for what was just asked, a thirtieth of a second at most, and the window is woken when it is done.
//!
//! # Files
//!
//! `run` is a subject with a clock of its own (`fixed_timestep`), pumped by whoever drives it; `runner` is the physics
//! thread that does. After a step it puts out a [`Moment`](crate::subject::Moment), and a frame looks at that one
//! value alone; changes are asked for and made between two steps. `window` takes events, `perform` carries out
//! actions, `opening` goes on with another scene, `saving` has files written beside the window, `graphics` survives
//! whatever happens to a surface, `document` minds the file, `reload` reads it again when another program has written
//! it, `preferences` minds what is remembered.
//!
//! `platform` is the door to what the program runs on: a desktop, with files and threads, or a page in a browser, with
//! one thread and none of its own files. There the physics runs within the frame; the program is the same.

mod additions;
mod beside;
mod checking;
mod describe;
mod document;
mod edits;
mod export;
mod fixed_timestep;
mod graphics;
mod journal;
mod linked;
mod opening;
mod perform;
mod platform;
mod plot_picture;
mod preferences;
mod reload;
mod run;
mod runner;
mod saving;
mod window;

pub use document::{DocumentSource, LoadError};
pub use fixed_timestep::FixedTimestep;
pub use linked::Opening;
pub use preferences::read as read_preferences;
pub use run::{Event, Run, RunReport};
pub use runner::{News, Reply, Runner};

use crate::lab::{GivenSetting, Refused};
use crate::playback::Playback;
use crate::render::GpuError;
use crate::subject::{Subject, set_up_scene};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;
use window::{App, Wake};
use winit::event_loop::{ControlFlow, EventLoop};

/// What to open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The scene; none for the gallery's opening scene.
    pub source: Option<DocumentSource>,
    /// What is set of it before it starts.
    pub settings: Vec<GivenSetting>,
    /// How it is first seen.
    pub opening: Opening,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No display answers.
    #[error(
        "no display to open a window on ({0}).\nWithout one, `carom render SCENE --out picture.png` draws a picture and \
         `carom run SCENE` simulates."
    )]
    NoDisplay(String),
    /// No graphics adapter can draw on the display.
    #[error("{0}\n`carom run SCENE` simulates without any adapter; `carom render` needs one, but no display.")]
    NoAdapter(#[from] GpuError),
    /// The scene cannot be opened.
    #[error(transparent)]
    Scene(#[from] LoadError),
    /// The system gives no thread for the physics.
    #[error("no thread for the physics: {0}")]
    NoThread(#[from] std::io::Error),
    /// The window system failed while running.
    #[error("the window system failed: {0}")]
    Window(String),
}

/// What winit says without the file and line of its own source that it puts before.
fn reason(said: &str) -> String {
    // winit puts `os error at FILE:LINE: ` in front.
    let behind = said.strip_prefix("os error at ").and_then(|rest| rest.split_once(": "));
    behind.map_or(said, |(_, reason)| reason).trim_end_matches('.').to_owned()
}

impl AppError {
    /// The program's exit code: 2 for a wrong scene, 3 without display or adapter.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Scene(_) => 2,
            Self::NoDisplay(_) | Self::NoAdapter(_) | Self::NoThread(_) | Self::Window(_) => 3,
        }
    }
}

/// Opens the window on an engine that still runs, pausing at these conditions, and returns when it is closed.
pub fn follow(playback: Playback, pauses: Vec<String>) -> Result<(), AppError> {
    let source = DocumentSource::Live(playback.film().title.clone());
    show(source, playback.into(), &Opening::default(), pauses)
}

/// Opens the window and returns when it is closed.
pub fn run(options: Options) -> Result<(), AppError> {
    let Options { source, settings, mut opening } = options;
    let mut source = source.unwrap_or_else(DocumentSource::opening);
    let started = source.start().and_then(|subject| match &*settings {
        // A recording keeps its steps unless something else is set.
        [] => Ok(subject),
        settings => set_up(&source, &subject, settings),
    });
    let subject = match started {
        Ok(subject) => subject,
        // A link is no reason not to open: what is wrong with it is told in the window.
        Err(error) if opening.linked => {
            opening = Opening { embedded: opening.embedded, linked: true, ..Opening::default() };
            opening.problem = Some(error.to_string());
            source = DocumentSource::opening();
            source.start()?
        }
        Err(error) => return Err(error.into()),
    };
    show(source, subject, &opening, vec![])
}

fn show(source: DocumentSource, subject: Subject, opening: &Opening, pauses: Vec<String>) -> Result<(), AppError> {
    let event_loop = event_loop()?;
    event_loop.set_control_flow(ControlFlow::Wait);
    platform::give_memory_back();
    let proxy = event_loop.create_proxy();
    platform::hear_signals(move |signal| proxy.send_event(Wake::Ended(signal)).is_ok());
    let mut app = App::new(source, subject, opening, event_loop.create_proxy())?;
    app.pause_when(pauses);
    platform::outlive_display(app.flush_journal());
    let (app, ended) = platform::drive(event_loop, app);
    // A page keeps the application to itself: then there is nobody to ask for an error.
    match app.and_then(|mut app| app.take_error()) {
        Some(error) => Err(error),
        None => ended.map_err(AppError::Window),
    }
}

/// The same subject from its beginning, with what is set.
fn set_up(source: &DocumentSource, subject: &Subject, settings: &[GivenSetting]) -> Result<Subject, LoadError> {
    let refusal = |(setting, refused): (GivenSetting, Refused)| LoadError {
        title: format!("{} cannot be set", setting.name),
        detail: refused.to_string(),
    };
    // A description is changed and started anew, as if it had stood in the file: so a setting is no edit that could be
    // undone.
    match subject {
        Subject::Scene(timeline) => {
            let mut scene = timeline.sim().scene().clone();
            set_up_scene(&mut scene, settings).map_err(refusal)?;
            source.start_scene(scene)
        }
        Subject::Lab(timeline) => {
            let mut lab = timeline.sim().clone();
            lab.set_up(settings).map_err(refusal)?;
            Ok(lab.into())
        }
        Subject::Trace(_) => Err(LoadError {
            title: format!("{} is a trace", source.name()),
            detail: "It is another engine's run: nothing of it can be set.".into(),
        }),
    }
}

fn event_loop() -> Result<EventLoop<Wake>, AppError> {
    // winit panics where a library of the window system is missing (libxkbcommon-x11): to us that is no display.
    quietly(|| EventLoop::<Wake>::with_user_event().build())
        .map_err(AppError::NoDisplay)?
        .map_err(|error| AppError::NoDisplay(reason(&error.to_string())))
}

/// Runs `f`; a panic becomes its message instead of a report on standard error.
fn quietly<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    // The hook is the whole process's, so it is put back whatever comes of `f`.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = caught(f);
    std::panic::set_hook(hook);
    result
}

/// Runs `f`; a panic becomes its message, after the usual report on standard error. What `f` was changing may be half
/// done.
fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| panic_text(payload.as_ref()))
}

/// The same of work that waits for something in its midst.
async fn caught_soon<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let mut work = std::pin::pin!(work);
    std::future::poll_fn(|context| match caught(|| work.as_mut().poll(context)) {
        Ok(poll) => poll.map(Ok),
        Err(failure) => Poll::Ready(Err(failure)),
    })
    .await
}

/// The message of a panic.
fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown failure").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_commands_that_need_no_window() {
        let text = AppError::NoDisplay("no DISPLAY".into()).to_string();
        assert!(text.contains("carom render") && text.contains("carom run"), "{text}");
        assert_eq!(AppError::NoDisplay(String::new()).exit_code(), 3);
    }

    #[test]
    fn a_panic_of_the_window_system_becomes_a_message() {
        let result = quietly(|| -> u8 { panic!("libxkbcommon-x11.so could not be loaded") });
        assert_eq!(result, Err("libxkbcommon-x11.so could not be loaded".into()));
    }
}
