//! The event loop's side: when to draw, and what each event means.

mod frame;
mod wake;

use wake::GraphicsMade;
pub(super) use wake::{Laid, QUIET_FILE, Wake, Written};

use super::document::{DocumentSource, Rereading};
use super::graphics::{Graphics, Known, Textures};
use super::journal::{Journal, Left};
use super::platform::{self, FileWatch, Writer};
use super::preferences::PreferencesFile;
use super::runner::Runner;
use super::{AppError, Opening, caught, document};
use crate::language::{spoken_in, word};
use crate::physics::default_threads;
use crate::render::{Gpu, GpuError, Picture};
use crate::scene::{self, FileKind};
use crate::sim::Command;
use crate::subject::{Moment, Subject};
use crate::ui::{self, Action, GalleryItem, Status, UiState};
use crate::view::{Compared, DrawList, Theme, ViewOptions};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use web_time::Instant;
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::{Icon, Window, WindowId};

/// Everything on the screen. The fields are dropped from top to bottom: the clipboard and the graphics
/// before the window.
struct OpenScreen {
    panels: egui_winit::State,
    graphics: Option<Graphics>,
    /// Whether graphics are on their way.
    making: bool,
    textures: Textures,
    window: Arc<Window>,
}

/// What is open, and what is known of its file.
pub(super) struct OpenDocument {
    /// Where it came from.
    pub source: DocumentSource,
    /// The text of the file as it was last read or written: an event without a change reloads nothing.
    pub text: Option<Arc<str>>,
    /// The reading of the file again, while it goes on.
    pub rereading: Option<Rereading>,
    /// Notices when another program writes the file.
    pub watch: Option<FileWatch>,
    /// When the file counts as written to its end.
    pub quiet_at: Option<Instant>,
    /// The file that is being read to be opened, and whether there were unsaved edits when that was asked for.
    pub opening: Option<(DocumentSource, bool)>,
    /// How many have been opened or saved before it: which one it is.
    pub opened: usize,
    /// How often it was edited.
    pub edits: usize,
    /// Files of it that are being written.
    pub saving: usize,
    /// Whether the scene was saved after edits that can still be undone.
    pub saved_since: bool,
    /// Whether a recording was saved that has all the edits.
    pub recorded: bool,
    /// The [hash of what a restart goes back to](crate::lab::Lab::start_hash) of the laboratory that is in the file, or
    /// as it comes; none of a scene, and of what was recovered.
    pub saved_start: Option<u64>,
}

/// Edits that are in no file yet.
pub(super) struct Unsaved {
    /// Where they outlive the process.
    pub journal: Option<Journal>,
    /// What other windows have left there, the next one to be offered first.
    pub left: Vec<Left>,
    /// What was put aside of the scene that is open now.
    pub kept: Option<Left>,
}

/// A font of the system for letters that ours lack.
#[derive(Default)]
pub(super) struct ExtraFont {
    /// Once it has been read.
    pub font: Option<&'static [u8]>,
    /// Whether it was asked for.
    wanted: bool,
}

/// When pictures come.
struct Pacing {
    /// When the program began.
    started: Instant,
    /// Whether there was a picture at all.
    shown_once: bool,
    /// Whether time stands still after the first one.
    held: bool,
    /// Whether nobody can see the window.
    occluded: bool,
    /// When the next one is due.
    next: Option<Instant>,
    /// Until when one that is wanted is put off at most.
    put_off: Option<Instant>,
    /// When the last one was begun.
    last: Option<Instant>,
    /// Between the last pictures (ms), oldest first.
    times: VecDeque<f32>,
}

impl Pacing {
    /// Before the first picture.
    fn new() -> Self {
        Self {
            started: Instant::now(),
            shown_once: false,
            held: false,
            occluded: false,
            next: None,
            put_off: None,
            last: None,
            times: VecDeque::with_capacity(120),
        }
    }
}

/// What keeps pictures from coming.
#[derive(Default)]
struct Trouble {
    /// Since when none could be shown although one was wanted.
    since: Option<Instant>,
    /// How often the graphics were built anew without one.
    rebuilds: u32,
    /// Since when the graphics were lost, until there is a picture again.
    lost: Option<Instant>,
}

/// What is asked for in the midst of a frame and done at its end.
#[derive(Default)]
pub(super) struct Requests {
    /// The window is to close.
    pub quit: bool,
    /// The device is to be thrown away, as a driver that crashes would.
    lose_device: bool,
}

/// The running application.
pub(super) struct App {
    pub(super) runner: Runner<Self>,
    /// What this frame shows, and what the user saw who asked for something.
    pub(super) moment: Moment,
    /// How the picture of this frame shows it.
    pub(super) view: ViewOptions,
    /// What it shows beside what the step did.
    pub(super) compared: Compared,
    pub(super) state: UiState,
    pub(super) status: Status,
    pub(super) document: OpenDocument,
    pub(super) unsaved: Unsaved,
    preferences: PreferencesFile,
    /// Writes files beside the window.
    pub(super) writer: Writer,
    /// The size of words that the least size of the window is for.
    least_for: f32,
    pub(super) proxy: EventLoopProxy<Wake>,
    context: egui::Context,
    screen: Option<OpenScreen>,
    /// What its title bar says.
    titled: String,
    /// The device of the window, while there is one.
    pub(super) gpu: Option<Gpu>,
    pub(super) extra_font: ExtraFont,
    /// Tells the thread that writes an export to give it up.
    pub(super) cancel_export: Option<Arc<AtomicBool>>,
    /// Tells the thread that checks a trace to give it up.
    pub(super) cancel_check: Option<Arc<AtomicBool>>,
    /// Tells the thread that lays another run over a trace to give it up.
    pub(super) cancel_beside: Option<Arc<AtomicBool>>,
    pacing: Pacing,
    slow_clicks: ui::SlowClicks,
    trouble: Trouble,
    /// Why the panels are not shown: one of them, or the picture, broke.
    failure: Option<String>,
    /// The last picture that was whole.
    last_list: Option<DrawList>,
    pub(super) requests: Requests,
    error: Option<AppError>,
}

impl App {
    /// Ready to open its window.
    pub fn new(
        source: DocumentSource,
        mut subject: Subject,
        opening: &Opening,
        proxy: EventLoopProxy<Wake>,
    ) -> Result<Self, AppError> {
        // What the scene already runs on, so that the panel shows what is in force.
        let mut threads = default_threads();
        if let Some(timeline) = subject.scene_mut() {
            timeline.set_clock(Some(seconds));
            threads = timeline.sim().threads();
        }
        let preferences = PreferencesFile::open();
        // Preferences first: the size of words decides how small the window may be.
        let mut state = UiState::new(preferences.written());
        state.enter(&subject);
        // The cards speak of scenes and laboratories, and nobody who follows a link asked for them.
        if !state.preferences.toured && !opening.linked && subject.trace().is_none() {
            state.start_first_tour();
        }
        let waker = proxy.clone();
        // The loop may be gone when the last step ends; then nobody needs to know.
        let runner = platform::runner(subject, move || drop(waker.send_event(Wake::Stepped)))?;
        // A moment to draw before the first step is done.
        let moment = runner.news().moment;
        let max_threads = std::thread::available_parallelism().map_or(1, usize::from);
        let language = platform::language();
        let mut app = Self {
            runner,
            moment,
            view: state.view_options(state.preferences.spoken(language)),
            compared: Compared::default(),
            state,
            status: Status {
                threads,
                max_threads,
                language,
                page: platform::page_address(),
                picture_below: true,
                ..Status::default()
            },
            document: OpenDocument {
                source: source.clone(),
                text: None,
                rereading: None,
                watch: None,
                quiet_at: None,
                opening: None,
                opened: 0,
                edits: 0,
                saving: 0,
                saved_since: false,
                recorded: false,
                saved_start: None,
            },
            unsaved: Unsaved { journal: Journal::open(), left: vec![], kept: None },
            least_for: preferences.written().font_scale,
            preferences,
            writer: Writer::new(),
            proxy,
            context: egui::Context::default(),
            screen: None,
            titled: String::new(),
            gpu: None,
            extra_font: ExtraFont::default(),
            cancel_export: None,
            cancel_check: None,
            cancel_beside: None,
            pacing: Pacing::new(),
            slow_clicks: ui::SlowClicks::default(),
            trouble: Trouble::default(),
            failure: None,
            last_list: None,
            requests: Requests::default(),
            error: None,
        };
        ui::shipped::set_reader(&app.context, shown_picture);
        // There is no window yet that could wait.
        let text = if let DocumentSource::File(path) = &source { document::read_editable(path) } else { None };
        app.adopt(source, text);
        if let Some(sample) = app.status.sample {
            app.look_at(sample);
            app.hold_at_start();
        }
        app.come_to(opening);
        app.look_for_left();
        platform::sweep(app.state.preferences.recent.clone());
        app.read_gallery();
        let proxy = app.proxy.clone();
        // What a page sends comes as an event, like all that wakes the window.
        platform::listen(move |came| drop(proxy.send_event(Wake::Page(came))));
        Ok(app)
    }

    /// Why the window closed by itself.
    pub fn take_error(&mut self) -> Option<AppError> {
        self.error.take()
    }

    /// Closes the window at the end of this round.
    pub fn quit(&mut self) {
        self.requests.quit = true;
    }

    /// Time stands still until it is told to go on.
    pub(super) fn hold_at_start(&mut self) {
        self.pacing.held = true;
    }

    /// Reads a font of the system when there are letters that ours lack; once, on a thread of its own.
    pub fn want_letters(&mut self, wide: bool) {
        if !wide || std::mem::replace(&mut self.extra_font.wanted, true) {
            return;
        }
        let proxy = self.proxy.clone();
        platform::beside("font", async move {
            match platform::wide_font().await {
                Some(font) => drop(proxy.send_event(Wake::Font(font))),
                None => log::warn!("no font of the system has Chinese, Japanese or Korean letters"),
            }
        });
    }

    fn use_font(&mut self, font: &'static [u8]) {
        self.extra_font.font = Some(font);
        ui::theme::add_font(&self.context, font);
        if let Some(graphics) = self.screen.as_mut().and_then(|screen| screen.graphics.as_mut()) {
            graphics.add_font(font);
        }
    }

    /// Puts text on the clipboard.
    pub fn copy(&self, text: String) {
        self.context.copy_text(text);
    }

    /// Throws the device away after this picture, as a driver that crashes would.
    pub fn lose_device(&mut self) {
        self.requests.lose_device = true;
    }

    /// What the window is about, for its title bar; what comes with the program is called as in the window.
    fn title(&self) -> String {
        let name = self.moment.title();
        let language = self.state.preferences.spoken(self.status.language);
        let (file, name) = match &self.document.source {
            DocumentSource::File(path) => (document::file_name(path), name.to_owned()),
            DocumentSource::Gallery(_) | DocumentSource::Lab(_) => {
                (String::new(), spoken_in(language, || word(name).to_owned()))
            }
            DocumentSource::Trace(_) | DocumentSource::Text(_) | DocumentSource::Live(_) => {
                (String::new(), name.to_owned())
            }
        };
        let parts: Vec<_> = [file, name, "carom".into()].into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" – ")
    }

    /// Titles and descriptions of the gallery are read beside the first pictures, not before them.
    fn read_gallery(&self) {
        let proxy = self.proxy.clone();
        platform::beside("gallery", async move {
            let items = scene::gallery().iter().map(|entry| {
                let scene = scene::parse(entry.text, FileKind::Toml).unwrap_or_default();
                let title = if scene.name.is_empty() { entry.id.to_owned() } else { scene.name };
                GalleryItem { id: entry.id, topic: entry.topic, title, about: scene.about }
            });
            drop(proxy.send_event(Wake::Gallery(items.collect())));
        });
    }

    fn open_window(&mut self, event_loop: &ActiveEventLoop) -> Result<(), AppError> {
        // The size that was last left, not the one that a maximized window had.
        let [width, height] = self.preferences.written().window;
        self.titled = self.title();
        let attributes = Window::default_attributes()
            .with_title(&self.titled)
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(least_size(self.state.preferences.font_scale))
            .with_maximized(self.preferences.written().maximized)
            .with_window_icon(icon());
        let window = platform::open_window(event_loop, attributes).map_err(AppError::NoDisplay)?;
        let window = Arc::new(window);
        let mut panels = egui_winit::State::new(
            self.context.clone(),
            egui::ViewportId::ROOT,
            &window,
            Some(scale(&window)),
            window.theme(),
            None,
        );
        self.status.desktop_theme = Some(desktop_theme(window.theme()));
        // Before the window is shown: a screen reader must find the tree when it first looks.
        panels.init_accesskit(event_loop, &window, self.proxy.clone());
        let screen = OpenScreen { panels, graphics: None, making: false, textures: Textures::default(), window };
        let window = self.screen.insert(screen).window.clone();
        self.make_graphics(event_loop, window);
        Ok(())
    }

    /// Asks for graphics, from the instance up: they come as an event, at once or, in a browser, when it has them.
    fn make_graphics(&mut self, event_loop: &ActiveEventLoop, window: Arc<Window>) {
        // The old ones go first: a window has one surface at a time.
        let mut known = Known::default();
        if let Some(screen) = &mut self.screen {
            if let Some(graphics) = screen.graphics.take() {
                known = graphics.known();
            }
            screen.making = true;
        }
        self.gpu = None;
        let (proxy, display) = (self.proxy.clone(), event_loop.owned_display_handle());
        platform::at_once(async move {
            let made = Graphics::new(window, display, &known).await;
            drop(proxy.send_event(Wake::Graphics(GraphicsMade(Box::new(made)))));
        });
    }

    /// Draws with them from now on; without any for the first picture there is no window.
    fn graphics_made(&mut self, event_loop: &ActiveEventLoop, made: Result<Graphics, GpuError>) {
        let Some(screen) = &mut self.screen else { return };
        screen.making = false;
        match made {
            Ok(mut graphics) => {
                note_adapter(&mut self.status, &graphics);
                if let Some(font) = self.extra_font.font {
                    graphics.add_font(font);
                }
                // The atlas of letters grows as far as the device allows.
                screen.panels.set_max_texture_side(graphics.gpu.size_limit() as usize);
                // A new device has none of the old one's textures.
                screen.textures.start_again();
                self.gpu = Some(graphics.gpu.clone());
                screen.graphics = Some(graphics);
                screen.window.set_visible(true);
                screen.window.request_redraw();
                self.trouble.since = None;
            }
            // At the start there is nothing to fall back to; later the picture that was may come back.
            Err(error) if self.trouble.rebuilds == 0 => self.give_up(event_loop, error.into()),
            Err(error) => self.no_rebuild(event_loop, error),
        }
    }

    fn give_up(&mut self, event_loop: &ActiveEventLoop, error: AppError) {
        platform::tell_end(&error.to_string());
        self.error = Some(error);
        event_loop.exit();
    }

    /// Notices changed preferences, and writes them when they have been quiet for a while, or at once.
    fn keep_preferences(&mut self, at_once: bool) {
        let Some(screen) = &self.screen else { return };
        let (size, maximized) = (screen.window.inner_size(), screen.window.is_maximized());
        // A window that is maximized or minimized says nothing of the size that was chosen.
        if !maximized && size.width > 0 && size.height > 0 {
            let size: LogicalSize<f32> = size.to_logical(f64::from(scale(&screen.window)));
            self.state.preferences.window = [size.width, size.height];
        }
        self.state.preferences.maximized = maximized;
        self.preferences.keep(&self.state.lasting_preferences(), at_once, &self.writer);
    }
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.screen.is_none()
            && let Err(error) = self.open_window(event_loop)
        {
            self.give_up(event_loop, error);
        }
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        // The loop may also wake for another of the times that are due.
        if matches!(cause, StartCause::ResumeTimeReached { .. })
            && self.pacing.next.is_some_and(|at| at <= Instant::now())
        {
            self.pacing.next = None;
            self.request_redraw();
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Wake) {
        if let Wake::Ended(signal) = event {
            // Nobody is there to be asked: unsaved edits stay in the journal.
            log::warn!("ended by {signal}; unsaved edits are kept for the next window");
            return event_loop.exit();
        }
        if let Wake::Graphics(made) = event {
            return self.graphics_made(event_loop, *made.0);
        }
        self.guarded(|app| app.woken(event));
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(screen) = &mut self.screen else { return };
        // The panels hear everything first, and say whether it needs another picture.
        let response = screen.panels.on_window_event(&screen.window, &event);
        match event {
            WindowEvent::CloseRequested => {
                self.guarded(|app| app.perform(Action::Quit));
                self.request_redraw();
            }
            WindowEvent::RedrawRequested => self.frame(event_loop),
            WindowEvent::Occluded(occluded) => {
                self.pacing.occluded = occluded;
                // Shown again, the window starts with a clean record, and the watchdog from the beginning.
                self.trouble.since = None;
                self.request_redraw();
            }
            WindowEvent::ThemeChanged(theme) => {
                self.status.desktop_theme = Some(desktop_theme(Some(theme)));
                self.request_redraw();
            }
            _ if response.repaint => self.request_redraw(),
            _ => {}
        }
        // Asked for in the midst of an event: the loop ends when it is done.
        if self.requests.quit {
            event_loop.exit();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        // Editors write a file in several steps: it is read once nothing has come for a while.
        if self.document.quiet_at.is_some_and(|at| at <= now) {
            self.document.quiet_at = None;
            self.guarded(Self::file_changed);
            self.request_redraw();
        }
        self.guarded(|app| app.keep_preferences(false));
        if self.requests.quit {
            event_loop.exit();
        }
        // Asleep until the first of what is due, so that a window at rest costs nothing.
        let times = [self.pacing.next, self.document.quiet_at, self.preferences.due()];
        event_loop.set_control_flow(match times.into_iter().flatten().min() {
            Some(at) => ControlFlow::WaitUntil(at),
            None => ControlFlow::Wait,
        });
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.keep_preferences(true);
        // It is gone at once, also where what was asked for is still waited for.
        self.screen = None;
        self.close_journal();
        // At rest, so that the runner has no further step to wait for.
        self.runner.tell(|run| run.set_running(false));
        log::info!("closed");
    }
}

impl App {
    /// Does something that must not take the window with it when it breaks.
    fn guarded(&mut self, work: impl FnOnce(&mut Self)) {
        if let Err(failure) = caught(|| work(self)) {
            self.note_failure(failure);
        }
    }

    /// Something broke: it is told in place of the panels. The journal, which needs no window, has the edits.
    fn note_failure(&mut self, failure: String) {
        if platform::is_lost_display(&failure) {
            platform::end_without_display();
        }
        log::error!("the window failed: {failure}");
        self.failure = Some(failure);
        self.request_redraw();
    }

    /// The panels are shown again, without what was open in front of them.
    pub(super) fn leave_failure(&mut self) {
        self.failure = None;
        self.state.set_aside();
        if self.moment.scene().is_some() {
            // What the mouse held is let go of with the gesture.
            self.apply(Command::Grab(None));
        }
    }
}

fn note_adapter(status: &mut Status, graphics: &Graphics) {
    let info = &graphics.gpu.info;
    log::info!("drawing with {} ({:?})", info.name, info.backend);
    status.adapter.clone_from(&info.name);
    status.software = graphics.gpu.software();
}

/// The least inner size of the window when words are so many times as large as the desktop has them.
pub(super) fn least_size(font_scale: f32) -> LogicalSize<f32> {
    let [width, height] = ui::LEAST_WINDOW.map(|side| side * font_scale.max(1.0));
    LogicalSize::new(width, height)
}

/// The theme that the desktop wants; where it says nothing, as under X11, the lighter of the two: its pictures have
/// more colours and softer shadows.
fn desktop_theme(told: Option<winit::window::Theme>) -> Theme {
    match told {
        Some(winit::window::Theme::Dark) => Theme::Dark,
        Some(winit::window::Theme::Light) | None => Theme::Light,
    }
}

/// Physical pixels a point of the desktop; displays that come and go report the strangest numbers.
fn scale(window: &Window) -> f32 {
    let scale = window.scale_factor() as f32;
    if scale.is_finite() { scale.clamp(0.5, 8.0) } else { 1.0 }
}

/// Seconds of a clock that only ever goes on, to time the stages of a step with.
pub(super) fn seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn icon() -> Option<Icon> {
    let Picture { size: [width, height], rgba } = Picture::read_png(include_bytes!("../../assets/icon.png"))?;
    Icon::from_rgba(rgba, width, height).ok()
}

/// A picture that the panels show.
fn shown_picture(bytes: &[u8]) -> Option<egui::ColorImage> {
    let picture = Picture::read_png(bytes)?;
    Some(egui::ColorImage::from_rgba_unmultiplied(picture.size.map(|side| side as usize), &picture.rgba))
}
