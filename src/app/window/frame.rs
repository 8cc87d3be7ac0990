//! Pictures: when one is due, how it comes about, and what to do when none can be shown.

use super::{App, OpenScreen, Pacing, Wake, least_size, scale};
use crate::app::caught;
use crate::app::graphics::{FrameOutcome, Panels};
use crate::app::platform;
use crate::app::run::{Event, RunReport};
use crate::app::runner::News;
use crate::language::{CHINESE_FONT, Language, word};
use crate::render::{GpuError, Viewport};
use crate::say;
use crate::ui;
use crate::view::ViewOptions;
use std::time::Duration;
use web_time::Instant;
use winit::dpi::LogicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// More pictures a second than this nobody sees.
const SHORTEST_FRAME: Duration = Duration::from_micros(8_000);
/// Without a picture for so long, though one was wanted and the window is visible, the device counts as lost.
const WATCHDOG: Duration = Duration::from_secs(3);
/// Between two tries to build the graphics anew.
const REBUILD_PAUSE: Duration = Duration::from_millis(500);
/// A picture is put off so long for what was just asked for, to show it; then it shows what there is.
const PATIENCE: Duration = Duration::from_millis(30);
/// After so many tries in a row the window gives up.
const MOST_REBUILDS: u32 = 20;

impl Pacing {
    /// Until when a picture comes later at most, because what was just asked for is not done yet: a number that is
    /// dragged goes on from what it has become. The window waits for nothing meanwhile; it is woken when all is done.
    fn puts_off(&mut self, settled: bool, now: Instant) -> Option<Instant> {
        if settled || self.put_off.is_some_and(|until| until <= now) {
            // What was to draw it at last need not draw another one.
            let until = self.put_off.take();
            self.next.take_if(|next| Some(*next) == until);
            return None;
        }
        Some(*self.put_off.get_or_insert(now + PATIENCE))
    }
}

impl App {
    pub(super) fn redraw_soon(&mut self, at: Instant) {
        self.pacing.next = Some(self.pacing.next.map_or(at, |next| next.min(at)));
    }

    pub(super) fn request_redraw(&mut self) {
        let now = Instant::now();
        let earliest = self.pacing.last.map_or(now, |last| last + SHORTEST_FRAME);
        if earliest <= now
            && let Some(screen) = &self.screen
        {
            screen.window.request_redraw();
        } else {
            self.redraw_soon(earliest);
        }
    }

    /// Draws one picture, if the window can show one.
    pub(super) fn frame(&mut self, event_loop: &ActiveEventLoop) {
        if self.pacing.occluded {
            return;
        }
        let begun = Instant::now();
        if let Some(until) = self.pacing.puts_off(self.runner.is_settled(), begun) {
            return self.redraw_soon(until);
        }
        // A picture may fail in many ways, and most of them pass: it is tried again, and after a while everything is
        // made anew.
        let outcome = self.try_frame();
        match outcome {
            FrameOutcome::Shown => {
                log::debug!("picture of {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
                self.note_shown(begun);
                return;
            }
            // Nobody sees it: no fault, however long it lasts.
            FrameOutcome::Hidden => {
                self.trouble.since = None;
                return;
            }
            FrameOutcome::Later => self.redraw_soon(begun + Duration::from_millis(10)),
            FrameOutcome::Lost => {}
        }
        let since = *self.trouble.since.get_or_insert(begun);
        if outcome == FrameOutcome::Lost || begun.duration_since(since) > WATCHDOG {
            self.rebuild(event_loop);
        }
    }

    fn note_shown(&mut self, begun: Instant) {
        self.trouble.since = None;
        self.trouble.rebuilds = 0;
        if let Some(lost) = self.trouble.lost.take() {
            log::warn!("graphics rebuilt: a picture again after {:.0} ms", lost.elapsed().as_secs_f64() * 1e3);
        }
        if !self.pacing.shown_once {
            self.pacing.shown_once = true;
            platform::tell_shown();
            log::info!("first picture after {:.0} ms", self.pacing.started.elapsed().as_secs_f64() * 1e3);
            // The first steps hold time until they are over.
            if !self.pacing.held && !self.state.holds_time(&self.moment) {
                self.runner.tell(|run| run.set_running(true));
            }
        }
        if let Some(last) = self.pacing.last.replace(begun) {
            let ms = begun.duration_since(last).as_secs_f32() * 1e3;
            // A pause in which nothing changed says nothing about how fast pictures can come.
            if ms < 500.0 {
                if self.pacing.times.len() == 120 {
                    self.pacing.times.pop_front();
                }
                self.pacing.times.push_back(ms);
            }
        }
    }

    fn try_frame(&mut self) -> FrameOutcome {
        // Taken out while it draws, since drawing changes the rest of the window as well.
        let Some(mut screen) = self.screen.take() else { return FrameOutcome::Hidden };
        let outcome = caught(|| self.draw(&mut screen)).unwrap_or_else(|failure| {
            self.note_failure(failure);
            FrameOutcome::Later
        });
        // Actions are carried out in the midst of a picture; what they want of the window itself comes after it.
        let title = self.title();
        if title != self.titled {
            platform::set_title(&screen.window, &title);
            self.titled = title;
        }
        if std::mem::take(&mut self.requests.lose_device)
            && let Some(graphics) = &screen.graphics
        {
            graphics.gpu.device.destroy();
        }
        self.screen = Some(screen);
        outcome
    }

    fn draw(&mut self, screen: &mut OpenScreen) -> FrameOutcome {
        let Some(graphics) = &mut screen.graphics else {
            return if screen.making { FrameOutcome::Hidden } else { FrameOutcome::Lost };
        };
        let size = screen.window.inner_size();
        // Nothing is run or uploaded for a picture that cannot be shown.
        let target = match graphics.begin([size.width, size.height]) {
            Ok(target) => target,
            Err(outcome) => return outcome,
        };
        // Where Chinese letters are no part of the program they are fetched as soon as it speaks Chinese.
        let language = self.state.preferences.spoken(self.status.language);
        self.want_letters(CHINESE_FONT.is_none() && language == Language::Chinese);
        self.runner.go_on();
        self.take_news();
        let mut input = screen.panels.take_egui_input(&screen.window);
        let viewport = input.viewports.entry(egui::ViewportId::ROOT).or_default();
        viewport.native_pixels_per_point = Some(scale(&screen.window));
        self.slow_clicks.begin_picture(&self.context, &input);
        ui::take_tab(&self.context, &mut input.events, &mut self.state);
        let mut actions = vec![];
        let context = self.context.clone();
        let selected = self.state.selection.body;
        let moment = self.moment.clone();
        let (mut view, mut broken) = (None, None);
        let output = context.run_ui(input, |ui| {
            // A second pass of the same frame must not act twice.
            actions.clear();
            match &self.failure {
                None => {
                    let shown = caught(|| ui::show(ui, &moment, &mut self.state, &self.status, &mut actions));
                    view = shown.map_err(|failure| broken = Some(failure)).ok();
                }
                Some(failure) => ui::show_failure(ui, failure, &mut self.state, &self.status, &mut actions),
            }
        });
        self.slow_clicks.end_picture(&output);
        if let Some((view, compared)) = view {
            self.compared = compared;
            self.change_view(view);
        }
        if let Some(failure) = broken {
            // What it asked for before it broke may be half of something.
            actions.clear();
            self.note_failure(failure);
        }
        self.fetch_shipped();
        let acted = !actions.is_empty();
        if let Some(id) = self.state.selection.body.filter(|id| Some(*id) != selected)
            && let Some(sim) = moment.scene()
        {
            log::info!("selected {}", sim.name(id));
        }
        for action in actions {
            self.perform(action);
        }
        self.keep_least_size(&screen.window);
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                platform::copied(text);
            }
        }
        screen.panels.handle_platform_output(&screen.window, output.platform_output);
        screen.textures.add(output.textures_delta);
        let delay = output.viewport_output.get(&egui::ViewportId::ROOT).map_or(Duration::MAX, |v| v.repaint_delay);
        if acted || delay.is_zero() {
            self.redraw_soon(Instant::now() + SHORTEST_FRAME);
        } else if let Some(at) = Instant::now().checked_add(delay).filter(|_| delay < Duration::from_secs(3600)) {
            self.redraw_soon(at);
        }
        // Where something broke, the last picture stays.
        let list = match self.last_list.take_if(|_| self.failure.is_some()) {
            Some(list) => list,
            None => moment.draw_compared(&self.view, &self.compared, &self.state.camera),
        };
        let panels = Panels {
            primitives: self.context.tessellate(output.shapes, output.pixels_per_point),
            pixels_per_point: output.pixels_per_point,
        };
        let [origin, size] = self.state.session.picture_at;
        let part = Viewport { origin, size };
        let window = &screen.window;
        let outcome = graphics.draw(target, &list, part, &panels, &mut screen.textures, || window.pre_present_notify());
        self.last_list = Some(list);
        outcome
    }

    /// Fetches what the panels would show and the program does not bring.
    fn fetch_shipped(&self) {
        for path in ui::shipped::take_wanted(&self.context) {
            let proxy = self.proxy.clone();
            platform::beside("fetch", async move {
                if let Some(bytes) = platform::shipped(&path).await {
                    drop(proxy.send_event(Wake::Shipped(path, bytes)));
                }
            });
        }
    }

    /// Larger words need a larger window: it is made so, as far as the display goes, and cannot be made smaller.
    fn keep_least_size(&mut self, window: &Window) {
        let scale = self.state.preferences.font_scale;
        if !platform::SIZES_ITS_WINDOW || std::mem::replace(&mut self.least_for, scale) == scale {
            return;
        }
        let factor = window.scale_factor();
        let mut least: LogicalSize<f32> = least_size(scale);
        // No larger than the display, or parts of the window could never be reached.
        if let Some(display) = window.current_monitor().map(|monitor| monitor.size().to_logical::<f32>(factor)) {
            least = LogicalSize::new(least.width.min(display.width), least.height.min(display.height));
        }
        window.set_min_inner_size(Some(least));
        let now: LogicalSize<f32> = window.inner_size().to_logical(factor);
        if now.width < least.width || now.height < least.height {
            let wanted = LogicalSize::new(now.width.max(least.width), now.height.max(least.height));
            // Where the system answers with an event, that comes by itself.
            let _ = window.request_inner_size(wanted);
        }
    }

    /// Has what the next pictures show of each step kept, when they begin to show it.
    fn change_view(&mut self, view: ViewOptions) {
        if view.poses != self.view.poses {
            let view = view.clone();
            self.runner.tell(move |run| run.subject_mut().ready_for(&view));
        }
        self.view = view;
    }

    /// Takes what the physics thread has put out, and does what is to follow on it.
    pub(in crate::app) fn take_news(&mut self) {
        let News { moment, report, events, replies } = self.runner.news();
        self.moment = moment;
        self.note_report(report);
        for event in events {
            match event {
                Event::Paused(condition) => {
                    log::info!("paused when {condition}");
                    // The page that lists the conditions says it, too: once is enough.
                    if !self.state.shows(ui::SideTab::Time) {
                        self.state.toasts.info(say!("Paused: {}", condition));
                    }
                    self.status.fired = Some(condition);
                }
                Event::Gone(None) => {
                    self.state.toasts.info(word("The engine has ended; what it sent can be looked at."));
                }
                Event::Gone(Some(reason)) => {
                    self.state.toasts.error(word("The engine sends no more"), reason);
                }
                Event::Ended(None) if self.moment.trace().is_some() => {
                    self.state.toasts.info(word("The trace ends here."));
                }
                Event::Ended(None) => {
                    let told = word("The recording ends here: every step came to the state recorded.");
                    self.state.toasts.info(told);
                }
                Event::Ended(Some(step)) => {
                    let told = word("The recording ends here, and did not come to what was recorded");
                    self.state.toasts.error(told, say!("From step {} on the states differ.", step));
                }
                Event::Failed(failure) => {
                    log::error!("the simulation stopped: {failure}");
                    let detail = say!("{}\nThe last whole step is shown. Restart the scene to go on.", failure);
                    self.state.toasts.error("The simulation stopped", detail);
                }
            }
        }
        for reply in replies {
            reply(self);
        }
    }

    /// What the panels show of the run and of the application.
    fn note_report(&mut self, report: RunReport) {
        let mean = self.pacing.times.iter().sum::<f32>() / self.pacing.times.len().max(1) as f32;
        self.status.running = report.running;
        self.status.playback = report.playback;
        self.status.time_scale = report.time_scale as f32;
        self.status.lagging = report.lagging;
        self.status.frame_ms = mean;
        self.status.frame_times = self.pacing.times.iter().copied().collect();
        self.status.step_times = report.step_times;
        self.status.curves = report.curves;
    }

    /// After the loss of surface or device: everything anew, from the instance up.
    fn rebuild(&mut self, event_loop: &ActiveEventLoop) {
        let Some(screen) = &self.screen else { return };
        let window = screen.window.clone();
        self.trouble.rebuilds += 1;
        self.trouble.lost.get_or_insert_with(|| self.trouble.since.unwrap_or_else(Instant::now));
        self.make_graphics(event_loop, window);
    }

    /// They could not be made: tried again soon, and not for ever.
    pub(super) fn no_rebuild(&mut self, event_loop: &ActiveEventLoop, error: GpuError) {
        log::error!("graphics cannot be rebuilt: {error}");
        self.redraw_soon(Instant::now() + REBUILD_PAUSE);
        if self.trouble.rebuilds >= MOST_REBUILDS {
            self.give_up(event_loop, error.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_put_off_for_what_was_asked_once_and_not_for_long() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        let mut pacing = Pacing::new();
        assert_eq!(pacing.puts_off(true, start), None, "nothing was asked");
        // However often it is wanted meanwhile, it comes when its time is over.
        let until = pacing.puts_off(false, start);
        assert_eq!(until, Some(start + PATIENCE));
        assert_eq!(pacing.puts_off(false, after(29)), until);
        assert_eq!(pacing.puts_off(false, after(30)), None);
        // The next one has a time of its own. Done sooner, it is drawn at once, and once.
        pacing.next = pacing.puts_off(false, after(40));
        assert_eq!(pacing.next, Some(after(40) + PATIENCE));
        assert_eq!(pacing.puts_off(true, after(43)), None);
        assert_eq!((pacing.next, pacing.put_off), (None, None));
        // What else is due stays due.
        pacing.next = Some(after(45));
        assert!(pacing.puts_off(false, after(44)).is_some() && pacing.puts_off(true, after(44)).is_none());
        assert_eq!(pacing.next, Some(after(45)));
    }
}
