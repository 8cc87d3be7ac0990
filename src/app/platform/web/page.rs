//! The page itself: how it starts the program, what it hears, and what it shows when there is no program.

use super::super::FromPage;
use super::{document, files, told};
use crate::app::{Options, run};
use crate::link::Address;
use log::{Level, LevelFilter, Log, Metadata, Record};
use std::rc::Rc;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The bytes of a file beside the page or of an address that lets it; the error in words, beginning with a verb.
pub(super) async fn fetch(address: &str) -> Result<Vec<u8>, String> {
    let bytes = async {
        let window = web_sys::window().ok_or("there is no page")?;
        let response: web_sys::Response = JsFuture::from(window.fetch_with_str(address)).await?.dyn_into()?;
        // A fetch succeeds whatever the server answers, a page of an error as well.
        if !response.ok() {
            return Err(format!("the server says {}", response.status()).into());
        }
        let buffer = JsFuture::from(response.array_buffer()?).await?;
        Ok::<_, JsValue>(js_sys::Uint8Array::new(&buffer).to_vec())
    };
    bytes.await.map_err(|error| format!("cannot be fetched: {}", told(&error)))
}

/// The address of the page, without what it was asked for.
pub fn page_address() -> Option<String> {
    let location = web_sys::window()?.location();
    Some(format!("{}{}", location.origin().ok()?, location.pathname().ok()?))
}

/// Says in the page's title what it shows.
pub fn set_title(_: &winit::window::Window, title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// A text was copied: it goes on the browser's clipboard, too, where that is allowed.
pub fn copied(text: &str) {
    let Some(window) = web_sys::window() else { return };
    // On a page that is not served safely there is no clipboard, whatever its type says.
    let clipboard = js_sys::Reflect::get(&window.navigator(), &"clipboard".into()).unwrap_or_default();
    let Ok(clipboard) = clipboard.dyn_into::<web_sys::Clipboard>() else {
        return log::warn!("this page has no clipboard");
    };
    let written = clipboard.write_text(text);
    spawn_local(async move {
        if let Err(error) = JsFuture::from(written).await {
            log::warn!("not copied: {}", told(&error));
        }
    });
}

/// The first picture is there: nobody need be told any more that it comes.
pub fn tell_shown() {
    if let Some(body) = document().and_then(|document| document.body()) {
        drop(body.set_attribute("data-carom", "running"));
    }
}

/// The program ends because of this: the page says so in its place.
pub fn tell_end(reason: &str) {
    let Some(document) = document() else { return };
    if let Some(body) = document.body() {
        drop(body.set_attribute("data-carom", "ended"));
    }
    if let Some(place) = document.get_element_by_id("reason") {
        place.set_text_content(Some(reason));
    }
}

/// Starts the program: the page calls this when it has been loaded.
#[wasm_bindgen(start)]
pub fn start() {
    // In a page nobody sees a panic but in the console: it is told in the page as well.
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
        tell_end(&panic.to_string());
    }));
    if log::set_logger(&Console).is_ok() {
        log::set_max_level(LevelFilter::Info);
    }
    spawn_local(async {
        let address = web_sys::window().map(|window| window.location());
        let part = |read: fn(&web_sys::Location) -> Result<String, JsValue>| {
            address.as_ref().and_then(|address| read(address).ok()).unwrap_or_default()
        };
        let asked = Address::parse(&part(web_sys::Location::search), &part(web_sys::Location::hash));
        // A trace is fetched before the window opens, which opens on what there is.
        let fetched = match asked.trace() {
            Some(trace) => fetch(trace).await.map(|bytes| {
                // Its name is the last part of the address; what it is shows in its content.
                let name = trace.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("trace.jsonl");
                files::keep(name.as_ref(), bytes);
                Some(name.into())
            }),
            None => Ok(None),
        };
        if let Err(error) = run(Options::of_address(asked, fetched)) {
            log::error!("{error}");
            tell_end(&error.to_string());
        }
    });
}

/// The hash of a gallery scene after so many steps, as `carom run SCENE --steps N` says it on a desktop: whoever reads
/// the page can compare. None for a name that is not in the gallery.
#[wasm_bindgen(js_name = hashAfter)]
pub fn hash_after(scene: &str, steps: u32) -> Option<String> {
    let entry = crate::scene::find(scene)?;
    let scene = crate::scene::parse(entry.text, crate::scene::FileKind::Toml).ok()?;
    let mut sim = crate::sim::Sim::new(scene).ok()?;
    (0..steps).for_each(|_| sim.step());
    Some(format!("{:016x}", sim.world().state_hash()))
}

/// Tells the application what comes from the page by other ways than through the canvas: files that are dropped, and
/// text that is pasted.
pub fn listen(tell: impl Fn(FromPage) + 'static) {
    let tell = Rc::new(tell);
    let heard = (|| {
        let window = web_sys::window().ok_or("there is no page")?;
        // Without this the browser would leave the page to show the file.
        on(&window, "dragover", |event: web_sys::DragEvent| event.prevent_default())?;
        let dropped = tell.clone();
        on(&window, "drop", move |event: web_sys::DragEvent| {
            event.prevent_default();
            let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
            let (Some(file), tell) = (file, dropped.clone()) else { return };
            spawn_local(async move {
                if let Some(path) = files::take(&file).await {
                    tell(FromPage::File(path));
                }
            });
        })?;
        on(&window, "paste", move |event: web_sys::ClipboardEvent| {
            let text = event.clipboard_data().and_then(|data| data.get_data("text").ok());
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                event.prevent_default();
                tell(FromPage::Text(text));
            }
        })?;
        // Only what the canvas does not hear becomes a paste of the browser.
        capture_paste_keys(&window)
    })();
    if let Err::<(), JsValue>(error) = heard {
        log::warn!("the page hears nothing: {}", told(&error));
    }
}

/// Calls `f` for every event of that kind, as long as the page is open.
fn on<E: JsCast + 'static>(target: &web_sys::EventTarget, kind: &str, f: impl Fn(E) + 'static) -> Result<(), JsValue> {
    let closure = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| f(event.unchecked_into()));
    target.add_event_listener_with_callback(kind, closure.into_js_value().unchecked_ref())
}

/// The keys for pasting go to the browser alone: it then tells what is on the clipboard.
fn capture_paste_keys(window: &web_sys::Window) -> Result<(), JsValue> {
    // Heard on the way down to the canvas, which would keep it from the browser.
    let closure = Closure::<dyn Fn(web_sys::KeyboardEvent)>::new(|event: web_sys::KeyboardEvent| {
        if (event.ctrl_key() || event.meta_key()) && event.key().eq_ignore_ascii_case("v") {
            event.stop_immediate_propagation();
        }
    });
    window.add_event_listener_with_callback_and_bool("keydown", closure.into_js_value().unchecked_ref(), true)
}

/// What the program logs goes to the browser's console.
struct Console;

impl Log for Console {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // The graphics library tells much that only its authors want to know.
        metadata.target().starts_with("carom") || metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let text = JsValue::from(format!("{}", record.args()));
            match record.level() {
                Level::Error => web_sys::console::error_1(&text),
                Level::Warn => web_sys::console::warn_1(&text),
                Level::Info | Level::Debug | Level::Trace => web_sys::console::log_1(&text),
            }
        }
    }

    fn flush(&self) {}
}
