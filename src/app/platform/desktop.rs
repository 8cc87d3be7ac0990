//! A desktop: files on disk, threads, dialogs of the system.

mod dialog;
mod ending;
mod memory;
mod watch;
mod writer;

pub use crate::headless::{
    Replacement, is_trace, read_text, run_here_in_file as run_here, save_bytes, save_text, sweep_beside,
};
pub use dialog::ask;
pub use ending::{end_without_display, hear_signals, is_lost_display, outlive_display};
pub use memory::give_memory_back;
pub use watch::FileWatch;
pub use writer::Writer;

use super::FromPage;
use crate::app::{Runner, quietly};
use crate::headless::{fonts, open_playback};
use crate::language::Language;
use crate::playback::Playback;
use crate::render::{Gpu, GpuError, Picture};
use crate::subject::Subject;
use std::future::Future;
use std::path::{Path, PathBuf};
use winit::application::ApplicationHandler;
use winit::error::EventLoopError;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowAttributes};

/// Lets the application take its events until it ends; then what is left of it, and how the loop ended.
pub fn drive<T: 'static, A: ApplicationHandler<T>>(
    event_loop: EventLoop<T>,
    mut app: A,
) -> (Option<A>, Result<(), String>) {
    let ended = event_loop.run_app(&mut app).map_err(|error| match error {
        // A compositor of Wayland that ends takes the connection with it.
        EventLoopError::ExitFailure(_) => {
            "the display is gone. Unsaved edits were kept: the next window offers them".into()
        }
        error => error.to_string(),
    });
    (Some(app), ended)
}

/// The window is as large as the panels need it.
pub const SIZES_ITS_WINDOW: bool = true;

/// A file that was opened can be opened again another day.
pub const KEEPS_FILES: bool = true;

/// The window is part of no page.
pub const fn page_address() -> Option<String> {
    None
}

/// All comes as events of the window.
pub fn listen(_: impl Fn(FromPage) + 'static) {}

/// Says in the title bar what the window shows.
pub fn set_title(window: &Window, title: &str) {
    window.set_title(title);
}

/// A text was copied: the clipboard of the panels is the desktop's.
pub const fn copied(_: &str) {}

/// The first picture is on the screen, where everybody sees it.
pub const fn tell_shown() {}

/// The window closes because of this: whoever started the program is told.
pub const fn tell_end(_: &str) {}

/// What may go to another thread, for good.
pub trait MaySend: Send + 'static {}

impl<T: Send + 'static> MaySend for T {}

/// Does work beside the window, on a thread of its own.
pub fn beside(name: &str, work: impl Future<Output = ()> + MaySend) {
    if let Err(error) = std::thread::Builder::new().name(name.into()).spawn(move || pollster::block_on(work)) {
        log::error!("no thread for {name}: {error}");
    }
}

/// Does work before the window goes on.
pub fn at_once(work: impl Future<Output = ()> + 'static) {
    pollster::block_on(work);
}

/// The run, on a thread of its own.
pub fn runner<H: 'static>(subject: Subject, wake: impl Fn() + Send + 'static) -> std::io::Result<Runner<H>> {
    Runner::new(subject, wake)
}

/// The instance that finds an adapter for the window.
#[expect(clippy::unused_async, reason = "in a browser this waits")]
pub async fn instance(descriptor: wgpu::InstanceDescriptor) -> wgpu::Instance {
    wgpu::Instance::new(descriptor)
}

/// A device for pictures that are drawn beside the window: its own is busy, and must not wait.
pub fn picture_gpu(_: Option<Gpu>) -> Result<Gpu, GpuError> {
    Gpu::new_headless()
}

/// Waits for a picture that was begun on that device.
#[expect(clippy::unused_async, reason = "in a browser this waits")]
pub async fn arrival(
    gpu: &Gpu,
    mut take: impl FnMut() -> Option<Result<Picture, GpuError>>,
) -> Result<Picture, GpuError> {
    // The device draws nothing else, so waiting for all its work is waiting for this picture.
    let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    take().unwrap_or_else(|| {
        let reason = waited.err().map_or_else(|| "the picture did not come".into(), |error| error.to_string());
        Err(GpuError::Lost { reason })
    })
}

/// Opens the window of the program, not yet to be seen.
pub fn open_window(event_loop: &ActiveEventLoop, attributes: WindowAttributes) -> Result<Window, String> {
    // The screen reader must be told of the window before it is seen.
    let attributes = attributes.with_visible(false);
    // By this name desktops find the program's icon and put its windows together.
    #[cfg(target_os = "linux")]
    let attributes = {
        use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};
        let attributes = WindowAttributesExtX11::with_name(attributes, "carom", "carom");
        WindowAttributesExtWayland::with_name(attributes, "carom", "carom")
    };
    quietly(|| event_loop.create_window(attributes))?.map_err(|error| error.to_string())
}

/// The language of the desktop, by the variables that say it, the most decisive first.
pub fn language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.filter(|locale| !locale.is_empty()).map(|locale| Language::of_locale(&locale)).next().unwrap_or_default()
}

/// Opens a trace at its first step; the error in words.
pub fn open_trace(path: &Path) -> Result<Playback, String> {
    open_playback(path).map_err(|failure| failure.to_string())
}

/// A font of the system for letters that ours lack; the search may take a while.
#[expect(clippy::unused_async, reason = "in a browser this waits")]
pub async fn wide_font() -> Option<&'static [u8]> {
    fonts::wide_font()
}

/// A recording of another engine is part of the program.
#[expect(clippy::unused_async, reason = "in a browser this waits")]
pub async fn bring_trace(_: &str) {}

/// A file below `assets` that is no part of the program: there is none.
#[expect(clippy::unused_async, reason = "in a browser this waits")]
pub async fn shipped(_: &str) -> Option<Vec<u8>> {
    None
}

/// Where settings are kept; none where the system has no place for them.
pub fn settings_path() -> Option<PathBuf> {
    let path = directories::ProjectDirs::from("", "", "carom").map(|dirs| dirs.config_dir().join("settings.toml"));
    // What a process that was killed left half written goes at the next start.
    if let Some(path) = &path {
        sweep_beside(path);
    }
    path
}

/// The settings as they were kept; none where there are none. The error in words.
pub fn read_settings(path: &Path, limit: u64) -> Result<Option<String>, String> {
    if path.exists() { read_text(path, limit).map(Some) } else { Ok(None) }
}

/// Keeps the settings; the error in words.
pub fn write_settings(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    save_text(path, text, false).map_err(|e| e.to_string())
}

/// Where documents are saved when nothing else is said.
pub fn documents() -> PathBuf {
    // Not every user has a folder for documents.
    directories::UserDirs::new()
        .map_or_else(PathBuf::new, |dirs| dirs.document_dir().unwrap_or(dirs.home_dir()).to_path_buf())
}

/// Where pictures are saved when nothing else is said; none where the system has no place for them.
fn pictures() -> Option<PathBuf> {
    let folder = directories::UserDirs::new().and_then(|dirs| dirs.picture_dir().map(Path::to_path_buf));
    folder.filter(|folder| folder.is_dir())
}

/// Removes what processes left behind that were killed while they saved, beside these files and where files are saved
/// when nothing else is said; soon, on a thread of its own.
pub fn sweep(files: Vec<PathBuf>) {
    let work = async move {
        let mut folders: Vec<_> = files.iter().filter_map(|file| file.parent()).map(Path::to_path_buf).collect();
        folders.push(documents());
        folders.extend(pictures());
        folders.sort();
        folders.dedup();
        // A relative folder would be whatever the program happens to be started in.
        folders.retain(|folder| folder.is_absolute());
        folders.iter().for_each(|folder| sweep_beside(&folder.join("any")));
    };
    beside("sweep", work);
}

/// A path as one types it: `~/` is the user's folder.
pub fn at_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), directories::UserDirs::new()) {
        (Ok(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => path,
    }
}

/// A file in the pictures folder that does not exist yet. The error in words.
pub fn picture_path(stem: &str) -> Result<PathBuf, String> {
    let folder = match pictures() {
        Some(folder) => folder,
        None => std::env::current_dir().map_err(|e| e.to_string())?,
    };
    // Bounded, so that a folder full of such names ends the search.
    let names = std::iter::once(format!("{stem}.png")).chain((2..10_000).map(|i| format!("{stem}-{i}.png")));
    names.map(|name| folder.join(name)).find(|path| !path.exists()).ok_or_else(|| "too many pictures".into())
}
