//! A page in a browser: one thread, files that are dropped or downloaded, settings in the browser's own store.

mod files;
mod page;

pub use files::{FileWatch, Replacement, Writer, ask, is_trace, open_trace, read_text, save_bytes, save_text};
pub use page::{copied, listen, page_address, set_title, tell_end, tell_shown};

use crate::app::Runner;
use crate::headless::Failure;
use crate::language::Language;
use crate::playback::{Playback, Spool};
use crate::render::{Gpu, GpuError, Picture};
use crate::subject::Rebuilt;
use crate::subject::Subject;
use std::future::Future;
use std::path::{Path, PathBuf};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use winit::application::ApplicationHandler;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::platform::web::{EventLoopExtWebSys, WindowAttributesExtWebSys};
use winit::window::{Window, WindowAttributes};

/// The page says how large the window is.
pub const SIZES_ITS_WINDOW: bool = false;

/// Files are gone with the page.
pub const KEEPS_FILES: bool = false;

/// A canvas of the page is the window.
const CANVAS: &str = "carom";

/// Where the letters are that the program itself does not bring, beside the page.
const WIDE_FONT: &str = "NotoSansSC-Regular.otf";

/// In front of the names of what is kept in the browser's store.
const STORE: &str = "carom/";

/// The document that the program is part of.
fn document() -> Option<web_sys::Document> {
    web_sys::window().and_then(|window| window.document())
}

/// What an error of the browser says.
fn told(error: &JsValue) -> String {
    // Scripts may throw anything: errors with a message, plain texts, or objects that say nothing.
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.or_else(|| error.as_string()).unwrap_or_else(|| format!("{error:?}"))
}

/// Lets the application take its events from the page, for as long as that is open; nothing is left to wait for.
pub fn drive<T: 'static, A: ApplicationHandler<T> + 'static>(
    event_loop: EventLoop<T>,
    app: A,
) -> (Option<A>, Result<(), String>) {
    event_loop.spawn_app(app);
    (None, Ok(()))
}

/// A page is not ended by signals.
pub fn hear_signals(_: impl Fn(&'static str) -> bool + Send + 'static) {}

/// A page has no display to lose.
pub fn outlive_display(_: impl Fn() + Send + Sync + 'static) {}

/// The memory of a page only grows.
pub const fn give_memory_back() {}

/// A page has no display to lose.
pub const fn is_lost_display(_: &str) -> bool {
    false
}

/// A page has no display to lose.
pub fn end_without_display() -> ! {
    std::process::abort()
}

/// What may be done later: anything, for there is one thread.
pub trait MaySend: 'static {}

impl<T: 'static> MaySend for T {}

/// Does work after what is done now.
pub fn beside(_: &str, work: impl Future<Output = ()> + MaySend) {
    spawn_local(async move {
        next_turn().await;
        work.await;
    });
}

/// Does work as soon as the browser has what it waits for.
pub fn at_once(work: impl Future<Output = ()> + 'static) {
    spawn_local(work);
}

/// Lets the page see to everything else first.
async fn next_turn() {
    // A timer and not a promise that is kept already: only then are pictures and input seen to in between.
    let wait = js_sys::Promise::new(&mut |done, _| {
        let Some(window) = web_sys::window() else { return };
        if window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, 1).is_err() {
            log::warn!("the page has no clock");
        }
    });
    drop(JsFuture::from(wait).await);
}

/// This program's own run of the bodies of a trace, kept in memory.
pub fn run_here(rebuilt: &Rebuilt, watch: impl FnMut(u64) -> bool) -> Result<Option<Playback>, Failure> {
    crate::headless::run_here(rebuilt, Spool::in_memory(), watch)
}

/// The run, within the frame: there is one thread.
#[expect(clippy::unnecessary_wraps, reason = "a desktop may refuse a thread")]
pub fn runner<H: 'static>(subject: Subject, wake: impl Fn() + Send + 'static) -> std::io::Result<Runner<H>> {
    Ok(Runner::without_thread(subject, wake))
}

/// The instance that finds an adapter for the window: of WebGPU where there is one, else of WebGL2. Which of them is
/// asked before the canvas is bound to either.
pub async fn instance(mut descriptor: wgpu::InstanceDescriptor) -> wgpu::Instance {
    descriptor.backends = wgpu::Backends::BROWSER_WEBGPU | wgpu::Backends::GL;
    wgpu::util::new_instance_with_webgpu_detection(descriptor).await
}

/// The window's own device: a page has no other.
pub fn picture_gpu(window: Option<Gpu>) -> Result<Gpu, GpuError> {
    window.ok_or_else(|| GpuError::Lost { reason: "the graphics are just being made".into() })
}

/// Waits for a picture that was begun on that device.
pub async fn arrival(
    _: &Gpu,
    mut take: impl FnMut() -> Option<Result<Picture, GpuError>>,
) -> Result<Picture, GpuError> {
    loop {
        if let Some(picture) = take() {
            return picture;
        }
        next_turn().await;
    }
}

/// The canvas of the page as the window of the program.
pub fn open_window(event_loop: &ActiveEventLoop, mut attributes: WindowAttributes) -> Result<Window, String> {
    let canvas = document().and_then(|document| document.get_element_by_id(CANVAS));
    let canvas = canvas.and_then(|element| element.dyn_into::<web_sys::HtmlCanvasElement>().ok());
    // Its size is the page's.
    (attributes.inner_size, attributes.min_inner_size, attributes.window_icon) = (None, None, None);
    let attributes = attributes.with_canvas(Some(canvas.ok_or("the page has no canvas")?)).with_prevent_default(true);
    event_loop.create_window(attributes).map_err(|error| error.to_string())
}

/// The language of the browser.
pub fn language() -> Language {
    let language = web_sys::window().and_then(|window| window.navigator().language());
    language.map(|locale| Language::of_locale(&locale)).unwrap_or_default()
}

/// The letters beside the page, fetched when they are wanted. They stay as long as the page does.
pub async fn wide_font() -> Option<&'static [u8]> {
    // Never freed, since the panels and the renderer want letters that stay.
    shipped(WIDE_FONT).await.map(|bytes| &*bytes.leak())
}

/// A file that lies beside the page instead of in the program.
pub async fn shipped(path: &str) -> Option<Vec<u8>> {
    page::fetch(path).await.map_err(|error| log::warn!("{path} {error}")).ok()
}

/// Fetches a recording of another engine, so that it can be opened as the file `trace:NAME`.
pub async fn bring_trace(id: &str) {
    let Some(sample) = crate::trace::sample(id) else { return };
    if let Some(bytes) = shipped(&sample.path()).await {
        files::keep(format!("trace:{id}").as_ref(), bytes);
    }
}

fn store() -> Option<web_sys::Storage> {
    web_sys::window().and_then(|window| window.local_storage().ok().flatten())
}

/// What the settings are called in the browser's store.
#[expect(clippy::unnecessary_wraps, reason = "a desktop may have no place for them")]
pub fn settings_path() -> Option<PathBuf> {
    Some("settings.toml".into())
}

/// The settings as they were kept; none where there are none.
#[expect(clippy::unnecessary_wraps, reason = "a file may be unreadable")]
pub fn read_settings(path: &Path, limit: u64) -> Result<Option<String>, String> {
    let text = store().and_then(|store| store.get_item(&format!("{STORE}{}", path.display())).ok().flatten());
    Ok(text.filter(|text| text.len() as u64 <= limit))
}

/// Keeps the settings; the error in words.
pub fn write_settings(path: &Path, text: &str) -> Result<(), String> {
    let store = store().ok_or("the browser keeps nothing for this page")?;
    store.set_item(&format!("{STORE}{}", path.display()), text).map_err(|error| told(&error))
}

/// Files of a page are in no folder.
pub fn documents() -> PathBuf {
    PathBuf::new()
}

/// Files of a page are in no folder.
pub const fn at_home(path: PathBuf) -> PathBuf {
    path
}

/// Nothing is left half written.
pub const fn sweep_beside(_: &Path) {}

/// Downloads leave nothing behind.
pub fn sweep(_: Vec<PathBuf>) {}

/// The name that a picture is downloaded by.
#[expect(clippy::unnecessary_wraps, reason = "a folder may be full")]
pub fn picture_path(stem: &str) -> Result<PathBuf, String> {
    Ok(format!("{stem}.png").into())
}
