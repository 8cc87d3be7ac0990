//! What wakes the window beside its own events, and what it does then.

use super::App;
use crate::app::document::{DocumentSource, LoadError, Reread, Started};
use crate::app::graphics::Graphics;
use crate::app::platform::{DialogAnswer, FromPage, Purpose};
use crate::app::runner::Reply;
use crate::check::{Diff, Meant, Report};
use crate::playback::Playback;
use crate::render::GpuError;
use crate::subject::Loss;
use crate::ui::{self, Action, GalleryItem};
use egui_winit::accesskit_winit;
use std::path::PathBuf;
use std::time::Duration;
use web_time::Instant;

/// What other threads wake the window with.
#[derive(Debug)]
pub enum Wake {
    /// The simulation went on.
    Stepped,
    /// A screen reader asks or acts.
    Accessibility(accesskit_winit::Event),
    /// The open file changed on disk.
    FileChanged,
    /// A file dialog was closed.
    Dialog(Purpose, DialogAnswer),
    /// There are graphics to draw with, or cannot be.
    Graphics(GraphicsMade),
    /// A file that comes with the program was fetched.
    Shipped(String, Vec<u8>),
    /// The gallery has been read.
    Gallery(Vec<GalleryItem>),
    /// A font for letters that ours lack has been read.
    Font(&'static [u8]),
    /// A file was read and started, or could not be.
    Opened(DocumentSource, Box<Result<Started, LoadError>>),
    /// The open file was read again, by the reading of this number.
    Reread(usize, Box<Reread>),
    /// A file was written or read beside the window, or could not be.
    Written(Written),
    /// A picture was written, or could not be.
    Picture(Result<PathBuf, String>),
    /// So many frames of a clip of so many are drawn.
    Exported(u32, u32),
    /// An export was written, given up, or could not be written.
    ExportDone(Result<Option<PathBuf>, String>),
    /// Something came from the page that the window is in.
    Page(FromPage),
    /// Of the check of this number so many steps of so many are judged.
    CheckGoesOn(usize, u64, u64),
    /// What the check of this number found, or why there is no report; none when it was given up.
    CheckDone(usize, Result<Option<Box<(Meant, Report)>>, String>),
    /// So many steps of so many of what is laid over the trace are done, for the work of this number.
    BesideGoesOn(usize, u64, u64),
    /// What is laid over the trace is there.
    BesideOpened(usize, Box<Playback>),
    /// Where the two part, or why that is not known; none when it was given up.
    BesideDone(usize, Result<Laid, String>),
    /// The system asked the program to end, by the signal of this name.
    Ended(&'static str),
}

/// Where a trace and the run over it part, and what of the trace is not in it; none when the work was given up.
pub type Laid = Option<(Box<Diff>, Vec<Loss>)>;

/// Graphics on their way to the window.
pub struct GraphicsMade(pub Box<Result<Graphics, GpuError>>);

impl std::fmt::Debug for GraphicsMade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_ok() { "graphics" } else { "no graphics" })
    }
}

impl From<accesskit_winit::Event> for Wake {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Accessibility(event)
    }
}

/// What follows in the window when a file was written, or read, beside it.
pub struct Written(pub Reply<App>);

impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("what follows on a file")
    }
}

/// Editors write a file in several goes; it is read when it has been quiet for so long.
pub const QUIET_FILE: Duration = Duration::from_millis(150);

impl App {
    pub(super) fn woken(&mut self, event: Wake) {
        match event {
            // A picture is all that is wanted, and it takes the news itself.
            Wake::Stepped => {}
            Wake::Accessibility(event) => self.accessibility(event.window_event),
            // Each event puts it off: what counts is the last.
            Wake::FileChanged => {
                self.document.quiet_at = Some(Instant::now() + QUIET_FILE);
                return;
            }
            Wake::Dialog(purpose, answer) => self.dialog_closed(purpose, answer),
            Wake::Shipped(path, bytes) => ui::shipped::give(&self.context, &path, bytes),
            Wake::Gallery(items) => self.status.gallery = items,
            Wake::Font(font) => self.use_font(font),
            Wake::Opened(source, started) => self.file_opened(source, *started),
            Wake::Reread(id, read) => self.file_read_again(id, *read),
            Wake::Written(written) => self.go_on(written),
            Wake::Picture(result) => self.picture_done(result),
            Wake::Exported(done, count) => self.exported(done, count),
            Wake::ExportDone(result) => self.export_done(result),
            Wake::Page(FromPage::File(path)) => self.perform(Action::OpenFile(path)),
            Wake::Page(FromPage::Text(text)) => {
                // As if it had been typed here: panels that take a paste take this one.
                if let Some(screen) = &mut self.screen {
                    screen.panels.egui_input_mut().events.push(egui::Event::Paste(text));
                }
            }
            Wake::CheckGoesOn(id, done, steps) => self.check_goes_on(id, done, steps),
            Wake::CheckDone(id, result) => self.check_done(id, result),
            Wake::BesideGoesOn(id, done, steps) => self.beside_goes_on(id, done, steps),
            Wake::BesideOpened(id, other) => self.beside_opened(id, *other),
            Wake::BesideDone(id, result) => self.beside_done(id, result),
            // These need the event loop, so `user_event` has seen to them.
            Wake::Graphics(_) | Wake::Ended(_) => return,
        }
        self.request_redraw();
    }

    fn accessibility(&mut self, event: accesskit_winit::WindowEvent) {
        // The tree costs time in every picture, so it is made only while somebody reads it.
        match event {
            accesskit_winit::WindowEvent::InitialTreeRequested => self.context.enable_accesskit(),
            accesskit_winit::WindowEvent::ActionRequested(request) => {
                if let Some(screen) = &mut self.screen {
                    screen.panels.on_accesskit_action_request(request);
                }
            }
            accesskit_winit::WindowEvent::AccessibilityDeactivated => self.context.disable_accesskit(),
        }
    }
}
