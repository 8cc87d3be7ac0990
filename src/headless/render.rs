//! Drawing without a window: pictures and clips.

use super::clip::{ClipOptions, clip_kind, write_clip};
use super::output::{NewFile, cannot_write, check_output};
use super::run::progress_bar;
use super::{Failure, Overrides, fonts, is_trace, lab, open, open_playback, save_bytes, sweep_beside};
use crate::condition::find_body;
use crate::lab::GivenSetting;
use crate::physics::BodyId;
use crate::playback::Playback;
use crate::render::{ClipKind, Gpu, GpuError, Offscreen, Picture, PictureError};
use crate::sim::Timeline;
use crate::subject::{Description, Subject};
use crate::timeline::TimeMachine;
use crate::view::{self, Camera, Layers, Poses, Selection, Theme, ViewOptions, Viewpoint};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// What `carom render` was asked to do.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// Gallery name, path, or `-`.
    pub scene: String,
    /// In place of the scene's values.
    pub overrides: Overrides,
    /// What is set of the scene or the laboratory before it starts.
    pub settings: Vec<GivenSetting>,
    /// When the picture is taken or the clip begins (s); by default 1 for a picture, 0 for a clip.
    pub at: Option<f64>,
    /// The same as a step; of a trace its engine's own number.
    pub step: Option<u64>,
    /// How long the clip is (s); none for one picture.
    pub seconds: Option<f64>,
    /// Frames a second of the clip.
    pub fps: u32,
    /// A file whose ending tells the format, a folder for numbered pictures, or `-`.
    pub out: PathBuf,
    /// Width and height (pixels).
    pub size: [u32; 2],
    /// The layers; by default those of the viewer.
    pub layers: Option<Layers>,
    /// In which of the last step's poses bodies are drawn.
    pub poses: Poses,
    /// The body to select, by name.
    pub select: Option<String>,
    /// The body the camera looks at, by name.
    pub follow: Option<String>,
    /// Where the camera stands; by default where the scene or the laboratory puts it.
    pub camera: Option<Viewpoint>,
    /// Light or dark.
    pub theme: Theme,
}

/// What the output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Output {
    Png,
    Clip(ClipKind),
    /// `0001.png` and so on.
    Folder,
}

/// Simulates and draws; `-` goes to `out`, a line about the result to `messages`.
pub fn render(options: &RenderOptions, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    // What is wrong with the request is told before a device is started, which takes a while.
    let output = output(options)?;
    check_output("out", &options.out, &options.scene)?;
    let subject: Subject = if is_trace(options.scene.as_ref()) {
        refuse_settings(options)?;
        open_playback(options.scene.as_ref())?.into()
    } else {
        start(options)?
    };
    let studio = Studio::new(options, &subject)?;
    let gpu = Gpu::new_headless()?;
    let mut offscreen = Offscreen::new(&gpu, options.size)?;
    // Such a font weighs megabytes: it is read only where a text of the scene needs it.
    if let Some(font) = fonts::subject_is_wide(&subject).then(fonts::wide_font).flatten() {
        offscreen.add_font(font);
    }

    let to_stdout = options.out.as_os_str() == "-";
    let one_file = !to_stdout && output != Output::Folder;
    // One file is written beside the old one until it is whole; the pictures of a folder are saved one by one.
    let mut file = one_file.then(|| NewFile::begin("out", &options.out)).transpose()?;
    let target: Box<dyn Write + '_> = match &mut file {
        Some(file) => Box::new(BufWriter::new(&mut file.file)),
        None => Box::new(&mut *out),
    };
    let frames = studio.shoot(subject, output, &mut offscreen, target)?;
    file.map_or(Ok(()), NewFile::finish)?;
    if !to_stdout {
        let [width, height] = options.size;
        let count = if frames == 1 { "picture".into() } else { format!("{frames} pictures") };
        writeln!(messages, "{}: {count} of {width}×{height}", options.out.display())?;
    }
    Ok(())
}

/// The scene or the laboratory, ready to go.
fn start(options: &RenderOptions) -> Result<Subject, Failure> {
    Ok(match open(&options.scene)? {
        Description::Lab(setup) => lab::open(&setup, &options.overrides, &options.settings)?.into(),
        // Pictures are drawn forwards: nothing needs to be gone back to.
        Description::Scene(mut scene) => {
            lab::set_up_scene(&mut scene, &options.settings)?;
            Timeline::beginning(options.overrides.start(*scene)?, 0).into()
        }
    })
}

/// Nothing of a trace can be set.
fn refuse_settings(options: &RenderOptions) -> Result<(), Failure> {
    if options.settings.is_empty() && options.overrides == Overrides::default() {
        return Ok(());
    }
    Err(Failure::Wrong(format!("{} is a trace, another engine's run: nothing of it can be set", options.scene)))
}

/// Camera, layers and time of each picture.
struct Studio<'a> {
    options: &'a RenderOptions,
    view: ViewOptions,
    camera: Camera,
    follow: Option<BodyId>,
}

impl<'a> Studio<'a> {
    fn new(options: &'a RenderOptions, subject: &Subject) -> Result<Self, Failure> {
        let body = |option: &str, name: &Option<String>| {
            let find = |name: &String| match subject {
                Subject::Scene(timeline) => find_body(timeline.sim(), name),
                Subject::Lab(_) => Err("a laboratory has no bodies".into()),
                Subject::Trace(traced) => find_traced(&traced.playback, name),
            };
            name.as_ref().map(find).transpose().map_err(|message| Failure::Wrong(format!("--{option}: {message}")))
        };
        let selected = body("select", &options.select)?;
        let follow = body("follow", &options.follow)?;
        let camera = match options.camera {
            Some(viewpoint) => Camera::at(viewpoint, options.size, 1.0),
            None => subject.camera(options.size, 1.0),
        };
        // The command line goes before the scene, and the scene before the defaults of the viewer.
        let asked = subject.scene().and_then(|sim| Layers::of_scene(&sim.scene().view));
        let layers = options.layers.or(asked).unwrap_or_default();
        let (theme, poses) = (options.theme, options.poses);
        let view = ViewOptions {
            layers,
            theme,
            poses,
            selection: Selection { body: selected, ..Selection::default() },
            ..ViewOptions::default()
        };
        Ok(Self { options, view, camera, follow })
    }

    /// Steps, draws and writes; gives the number of pictures.
    fn shoot(
        mut self,
        mut subject: Subject,
        output: Output,
        offscreen: &mut Offscreen<'_>,
        mut target: Box<dyn Write + '_>,
    ) -> Result<u64, Failure> {
        let options = self.options;
        let fps = f64::from(options.fps);
        let frame_count = options.seconds.map_or(1, |seconds| ((seconds * fps).round() as u64).max(1));
        // At time 0 hardly anything touches yet, so a picture waits a second; a clip starts at the beginning.
        let start = options.at.unwrap_or(if options.seconds.is_some() { 0.0 } else { 1.0 });
        let hz = match &subject {
            Subject::Scene(timeline) => f64::from(timeline.sim().world().config().hz),
            Subject::Lab(lab) => f64::from(lab.sim().hz()),
            Subject::Trace(traced) => 1.0 / f64::from(traced.playback.film().dt),
        };
        // A trace begins with its engine's own number.
        let first = subject.trace().map_or(0, |trace| trace.film().first);
        let begin = options.step.unwrap_or_else(|| first + (start * hz).round() as u64);
        // Counted from the beginning for each picture: steps added up would drift where fps does not divide hz.
        let step_of = move |index: u64| begin.saturating_add((index as f64 / fps * hz).round() as u64);
        let last_step = step_of(frame_count - 1);
        let progress = progress_bar(last_step);
        // The poses within a step are kept only from the next step on, so this comes before the first.
        subject.ready_for(&self.view);
        let mut frame = |subject: &mut Subject, index: u64| -> Result<Picture, Failure> {
            let step = step_of(index);
            // A trace can be gone to at once; a simulation is stepped up to the picture.
            if let Some(traced) = subject.trace_mut() {
                traced.seek(step);
            }
            while subject.trace().is_none() && subject.step_count() < step {
                subject.lab().map_or(Ok(()), lab::check_goes_on)?;
                subject.step();
                progress.set_position(subject.step_count());
            }
            Ok(offscreen.draw(&self.draw_list(subject))?)
        };
        match output {
            Output::Png => frame(&mut subject, 0)?.write_png(&mut target)?,
            Output::Clip(kind) => {
                let count = u32::try_from(frame_count).unwrap_or(u32::MAX);
                let clip = ClipOptions { kind, size: options.size, fps: options.fps, count };
                write_clip(&mut target, &clip, |index| frame(&mut subject, index.into()))?;
            }
            Output::Folder => {
                let folder = &options.out;
                fs::create_dir_all(folder).map_err(|error| cannot_write("out", folder, &error))?;
                // Any name in the folder will do: all that killed runs left there is removed.
                sweep_beside(&folder.join("0001.png"));
                for index in 0..frame_count {
                    let path = folder.join(format!("{:04}.png", index + 1));
                    // A trace may have any name, also that of a picture in this folder.
                    check_output("out", &path, &options.scene)?;
                    let mut png = vec![];
                    frame(&mut subject, index)?.write_png(&mut png)?;
                    save_bytes(&path, &png, false).map_err(|error| cannot_write("out", &path, &error.reason))?;
                }
            }
        }
        progress.finish_and_clear();
        target.flush()?;
        Ok(frame_count)
    }

    fn draw_list(&mut self, subject: &Subject) -> view::DrawList {
        let followed = self.follow.and_then(|id| match subject.trace() {
            Some(trace) => Some(trace.frame().place(id.index())?.position.as_vec3()),
            None => Some(subject.scene()?.world().body(id)?.desc.position),
        });
        // Where the body is gone or not finite the camera stays as it was.
        if let Some(position) = followed.filter(|p| p.is_finite()) {
            self.camera.target = position;
        }
        subject.draw(&self.view, &self.camera)
    }
}

/// A body of a trace by its name, or by its id.
fn find_traced(playback: &Playback, name: &str) -> Result<BodyId, String> {
    let frame = playback.frame();
    // Names need not be unique in a trace: the first body that fits is taken.
    let found = (0..frame.cast().members.len())
        .find(|index| frame.name(*index) == name || frame.body(*index).is_some_and(|m| m.id.to_string() == name));
    found.map(view::trace_id).ok_or_else(|| format!("no body is called {name:?}"))
}

/// What the ending of `--out` asks for, and whether the other options go with it.
fn output(options: &RenderOptions) -> Result<Output, Failure> {
    let path = &options.out;
    let shown = path.display();
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let clip = options.seconds.is_some();
    // A folder that is yet to be made is told by the slash at its end.
    let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', '\\']);
    let output = match (ending.as_deref(), clip_kind(path)) {
        // A pipe has no ending: one picture is PNG, a clip the raw video that encoders read.
        _ if path.as_os_str() == "-" => {
            if clip {
                Output::Clip(ClipKind::Y4m)
            } else {
                Output::Png
            }
        }
        _ if is_folder => Output::Folder,
        (Some("png"), _) => Output::Png,
        (_, Some(kind)) => Output::Clip(kind),
        _ => {
            return Err(Failure::Wrong(format!(
                "--out {shown}: a picture ends in .png, a clip in .gif, .apng or .y4m, a folder in /; - is standard output"
            )));
        }
    };
    match output {
        Output::Png if clip => Err(Failure::Wrong(format!(
            "--out {shown}: a clip (--seconds) ends in .gif, .apng or .y4m, or is a folder for numbered pictures"
        ))),
        Output::Clip(_) if !clip => {
            Err(Failure::Wrong(format!("--out {shown}: a clip needs its length, such as --seconds 3")))
        }
        // GIF counts delays in hundredths of a second, and viewers slow a delay of one down.
        Output::Clip(ClipKind::Gif) if options.fps > 50 => {
            Err(Failure::Wrong(format!("--fps {}: a GIF shows 50 pictures a second at most", options.fps)))
        }
        output => Ok(output),
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Self {
        let text = error.to_string();
        match error {
            // The size was the user's choice; all else is the machine's.
            GpuError::Size { .. } => Self::Wrong(text),
            // The advice is not given twice.
            _ if text.contains("carom run") => Self::NoDevice(text),
            _ => Self::NoDevice(format!("{text}\n`carom run` needs no adapter.")),
        }
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Io(error) => error.into(),
            other => Self::Wrong(other.to_string()),
        }
    }
}
