//! Pictures and clips written from the window, on a thread and a graphics device of their own.

use super::platform::{self, Replacement, sweep_beside};
use super::plot_picture;
use super::window::{App, Wake};
use crate::headless::clip_kind;
use crate::lab::Lab;
use crate::playback::Playback;
use crate::render::{Clip, Gpu, GpuError, Offscreen, Picture, PictureError};
use crate::say;
use crate::sim::Sim;
use crate::subject::{Moment, Subject};
use crate::timeline::TimeMachine;
use crate::trace::TraceFault;
use crate::ui::{Export, Exporting};
use crate::view::{self, Camera, Compared, DrawList, ViewOptions};
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why no file was written.
#[derive(Debug, thiserror::Error)]
enum Stopped {
    /// The user has given it up.
    #[error("given up")]
    Cancelled,
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Trace(#[from] TraceFault),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What runs on for a clip, apart from the run in the window.
enum Double {
    Scene(Box<Sim>),
    Lab(Box<Lab>),
    Trace(Box<Playback>),
}

impl Double {
    /// A copy of what the window shows; the ghosts stay behind.
    fn of(moment: &Moment) -> Result<Self, Stopped> {
        Ok(match &**moment {
            Subject::Scene(timeline) => Self::Scene(Box::new(timeline.sim().clone())),
            Subject::Lab(timeline) => Self::Lab(Box::new(timeline.sim().clone())),
            Subject::Trace(traced) => Self::Trace(Box::new(traced.playback.again()?)),
        })
    }

    fn dt(&self) -> f64 {
        match self {
            Self::Scene(sim) => sim.world().config().dt().into(),
            Self::Lab(lab) => lab.dt().into(),
            Self::Trace(playback) => playback.dt().into(),
        }
    }

    fn step(&mut self) {
        match self {
            Self::Scene(sim) => sim.step(),
            Self::Lab(lab) => lab.step(),
            Self::Trace(playback) => playback.step(),
        }
    }

    fn draw(&self, options: &ViewOptions, camera: &Camera) -> DrawList {
        match self {
            Self::Scene(sim) => view::draw(sim, options, camera),
            Self::Lab(lab) => lab.draw(options, camera),
            Self::Trace(playback) => view::draw_trace(playback, options, camera),
        }
    }
}

/// An export with all it needs.
struct ExportJob {
    export: Export,
    moment: Moment,
    view: ViewOptions,
    /// Of this moment alone: a clip goes on without.
    compared: Compared,
    camera: Camera,
    font: Option<&'static [u8]>,
    /// The window's device.
    gpu: Option<Gpu>,
    cancelled: Arc<AtomicBool>,
    /// Told of every frame: its number and how many there are.
    progress: Box<dyn Fn(u32, u32) + Send>,
}

impl ExportJob {
    /// Draws and writes; a file that is not whole is no file.
    async fn carry_out(self) -> Result<(), Stopped> {
        let Export { path, seconds, fps, size } = &self.export;
        let gpu = platform::picture_gpu(self.gpu.clone())?;
        let mut offscreen = Offscreen::new(&gpu, *size)?;
        if let Some(font) = self.font {
            offscreen.add_font(font);
        }
        // An ending that is no clip's is a picture's, of this moment alone.
        let Some(kind) = clip_kind(path) else {
            let picture =
                drawn(&gpu, &mut offscreen, &self.moment.draw_compared(&self.view, &self.compared, &self.camera))
                    .await?;
            return plot_picture::save(&picture, path).map_err(|reason| std::io::Error::other(reason).into());
        };
        // A clip of no length still has the moment itself.
        let count = ((f64::from(*seconds) * f64::from(*fps)).round() as u32).max(1);
        sweep_beside(path);
        // Written beside and put in place at the end: what was there stays if this breaks off.
        let mut file = Replacement::create(path)?;
        let mut clip = Clip::new(BufWriter::new(&mut file), *size, *fps, count, kind)?;
        // A double steps on while the run in the window goes its own way.
        let mut double = Double::of(&self.moment)?;
        let mut steps = 0;
        for index in 0..count {
            // The first frame is the moment itself.
            let wanted = (f64::from(index) / f64::from(*fps) / double.dt()).round() as u64;
            while steps < wanted {
                // Asked in each step as well: between two frames there may be many.
                self.check()?;
                double.step();
                steps += 1;
            }
            self.check()?;
            clip.push(&drawn(&gpu, &mut offscreen, &double.draw(&self.view, &self.camera)).await?)?;
            (self.progress)(index + 1, count);
        }
        clip.finish()?;
        Ok(file.finish(false)?)
    }

    fn check(&self) -> Result<(), Stopped> {
        if self.cancelled.load(Ordering::Relaxed) { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}

/// Draws a picture, and waits for it without holding up who must not wait.
pub(super) async fn drawn(gpu: &Gpu, offscreen: &mut Offscreen<'_>, list: &DrawList) -> Result<Picture, GpuError> {
    offscreen.begin(list)?;
    platform::arrival(gpu, || offscreen.take()).await
}

impl App {
    /// Begins to write a picture or a clip; one at a time.
    pub(super) fn export(&mut self, export: Export) {
        if self.status.exporting.is_some() {
            // One at a time: two would share the device, and both be slow.
            return self.state.toasts.info("Another export is still going on");
        }
        let name = super::document::file_name(&export.path);
        let cancelled = Arc::new(AtomicBool::new(false));
        // The picture has a size of its own, and so proportions of its own.
        let camera = Camera { size: export.size, ..self.state.camera };
        let (proxy, frames) = (self.proxy.clone(), self.proxy.clone());
        let work = ExportJob {
            export,
            moment: self.moment.clone(),
            view: self.view.clone(),
            compared: self.compared.clone(),
            camera,
            font: self.extra_font.font,
            gpu: self.gpu.clone(),
            cancelled: cancelled.clone(),
            progress: Box::new(move |done, count| drop(frames.send_event(Wake::Exported(done, count)))),
        };
        self.status.exporting = Some(Exporting { name, done: 0, count: 1 });
        self.cancel_export = Some(cancelled);
        platform::beside("export", async move {
            let path = work.export.path.clone();
            // A panic of a driver is a message, too.
            let result = match super::caught_soon(work.carry_out()).await {
                Ok(Ok(())) => Ok(Some(path)),
                Ok(Err(Stopped::Cancelled)) => Ok(None),
                Ok(Err(stopped)) => Err(stopped.to_string()),
                Err(panic) => Err(panic),
            };
            drop(proxy.send_event(Wake::ExportDone(result)));
        });
    }

    /// Gives up what is being written.
    pub(super) fn cancel_export(&mut self) {
        if let Some(cancelled) = &self.cancel_export {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// So many frames of so many are drawn.
    pub(super) fn exported(&mut self, done: u32, count: u32) {
        if let Some(exporting) = &mut self.status.exporting {
            (exporting.done, exporting.count) = (done, count);
        }
    }

    /// Tells what came of it: where the file is, or nothing when it was given up.
    pub(super) fn export_done(&mut self, result: Result<Option<PathBuf>, String>) {
        self.status.exporting = None;
        self.cancel_export = None;
        match result {
            Ok(Some(path)) => {
                log::info!("exported {}", path.display());
                self.state.toasts.info(say!("Exported: {}", path.display()));
            }
            Ok(None) => {
                log::info!("export given up");
                self.state.toasts.info("The export was given up");
            }
            Err(error) => {
                log::warn!("export: {error}");
                self.state.toasts.error("The export was not written", error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;
    use crate::sim::Timeline;
    use pollster::block_on;
    use std::sync::Mutex;

    fn work(path: PathBuf, cancel_at: u32) -> (ExportJob, Arc<Mutex<Vec<u32>>>) {
        let mut timeline = Timeline::new(scene::find("first_bounce").unwrap().scene().unwrap()).unwrap();
        (0..10).for_each(|_| timeline.step());
        let subject = Subject::from(timeline);
        let size = [96, 64];
        let (seen, cancelled) = (Arc::new(Mutex::new(vec![])), Arc::new(AtomicBool::new(false)));
        let (told, stop) = (seen.clone(), cancelled.clone());
        let progress = move |done, count| {
            assert_eq!(count, 5);
            told.lock().unwrap().push(done);
            stop.store(done == cancel_at, Ordering::Relaxed);
        };
        let work = ExportJob {
            export: Export { path, seconds: 0.5, fps: 10, size },
            camera: subject.camera(size, 1.0),
            moment: subject.moment(),
            view: ViewOptions::default(),
            compared: Compared::default(),
            font: None,
            gpu: None,
            cancelled,
            progress: Box::new(progress),
        };
        (work, seen)
    }

    #[test]
    fn a_clip_has_its_frames_the_run_stays_and_one_that_is_given_up_leaves_no_file() {
        let folder = std::env::temp_dir().join(format!("carom-export-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (whole, seen) = work(folder.join("clip.gif"), u32::MAX);
        let moment = whole.moment.clone();
        block_on(whole.carry_out()).unwrap();
        assert_eq!(*seen.lock().unwrap(), [1, 2, 3, 4, 5]);
        assert_eq!(moment.step_count(), 10);
        let file = std::fs::File::open(folder.join("clip.gif")).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
        let mut frames = vec![];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push(frame.buffer.to_vec());
        }
        assert_eq!(frames.len(), 5);
        assert!(frames.windows(2).all(|pair| pair[0] != pair[1]), "balls fall from frame to frame");

        let (given_up, seen) = work(folder.join("none.apng"), 2);
        assert!(matches!(block_on(given_up.carry_out()), Err(Stopped::Cancelled)));
        assert_eq!(*seen.lock().unwrap(), [1, 2]);
        let (picture, _) = work(folder.join("one.png"), u32::MAX);
        block_on(picture.carry_out()).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["clip.gif", "one.png"]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
