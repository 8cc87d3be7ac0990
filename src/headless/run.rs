//! Simulating without a window.

use super::checks::Checks;
use super::output::{Files, check_files};
use super::record::{EnergyRecord, Format, Recorder};
use super::summary::{PenetrationSummary, RunSummary};
use super::trace_open::read_trace;
use super::tracer::Tracer;
use super::{Failure, open};
use super::{is_trace, trace_run};
use crate::condition::{Condition, Needs, Observation, Observed};
use crate::lab::GivenSetting;
use crate::physics::default_threads;
use crate::playback::USUAL_DT;
use crate::scene::Scene;
use crate::sim::{Command, Recording, Sim};
use crate::subject::Description;
use crate::trace::{TraceReader, begins_trace};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::BufRead as _;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// How long to simulate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Simulated seconds; as many steps as come nearest.
    Seconds(f64),
    /// Steps.
    Steps(u64),
}

impl Length {
    /// How many steps that is at `hz` steps a second.
    pub fn steps(self, hz: f32) -> u64 {
        match self {
            Self::Seconds(seconds) => (seconds * f64::from(hz)).round() as u64,
            Self::Steps(steps) => steps,
        }
    }
}

/// What the command line sets in place of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Steps a second.
    pub hz: Option<f32>,
    /// Sub-steps a step.
    pub sub_steps: Option<u32>,
    /// Threads a step may use.
    pub threads: Option<usize>,
}

impl Overrides {
    /// Starts a scene with them.
    pub fn start(&self, mut scene: Scene) -> Result<Sim, Failure> {
        let wrong = |error: &dyn std::error::Error| Failure::Wrong(error.to_string());
        scene.config.hz = self.hz.unwrap_or(scene.config.hz);
        scene.config.sub_steps = self.sub_steps.unwrap_or(scene.config.sub_steps);
        // The command line may name any number: it is held to the limits of scene files.
        scene.config.validate().map_err(|error| wrong(&error))?;
        let mut sim = Sim::new(scene).map_err(|error| wrong(&error))?;
        sim.apply(Command::Threads(self.threads.unwrap_or_else(default_threads))).map_err(|error| wrong(&error))?;
        Ok(sim)
    }
}

/// What `carom run` was asked to do.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Gallery name, path, or `-`.
    pub scene: String,
    /// How long; none for what is usual: ten seconds, and a trace to its end.
    pub length: Option<Length>,
    /// In place of the scene's values.
    pub overrides: Overrides,
    /// What is set of the scene or the laboratory before it starts.
    pub settings: Vec<GivenSetting>,
    /// Where the steps go; `-` is standard output. None: nowhere.
    pub out: Option<PathBuf>,
    /// How they are written; by default the file's ending tells.
    pub format: Option<Format>,
    /// Write every so many steps.
    pub every: u64,
    /// Whether JSON lines have contacts.
    pub contacts: bool,
    /// Where the run is recorded, to be replayed.
    pub record: Option<PathBuf>,
    /// Where the run is written as a trace, packed where its name ends in `.gz`.
    pub trace: Option<PathBuf>,
    /// Conditions that must hold at the end, or at every step after `always:`.
    pub assertions: Vec<String>,
    /// Conditions that stop the run.
    pub pauses: Vec<String>,
    /// Whether the summary is JSON.
    pub json: bool,
}

/// Seconds simulated when nothing else is asked.
const DEFAULT_SECONDS: f64 = 10.0;

impl RunOptions {
    /// How long a simulation is to be.
    pub fn length(&self) -> Length {
        self.length.unwrap_or(Length::Seconds(DEFAULT_SECONDS))
    }

    /// How many steps of a trace are read, whose steps are so long (s).
    pub(super) fn steps_of_trace(&self, dt: Option<f64>) -> u64 {
        match self.length {
            None => u64::MAX,
            Some(Length::Steps(steps)) => steps,
            // Where the engine does not tell, its steps are taken for sixtieths of a second.
            Some(Length::Seconds(seconds)) => (seconds / dt.unwrap_or(USUAL_DT)).round() as u64,
        }
    }
}

/// Simulates, and writes the summary to `out`; with `--out -` the steps go there and the summary to `messages`.
pub fn run(options: &RunOptions, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    if options.scene == "-" && trace_on_standard_input() {
        return trace_run::run(options, TraceReader::unpacking(std::io::stdin().lock())?, None, out);
    }
    if is_trace(options.scene.as_ref()) {
        return trace_run::run(options, read_trace(options.scene.as_ref())?, None, out);
    }
    let format = record_format(options)?;
    check_files(options)?;
    let mut scene = match open(&options.scene)? {
        Description::Lab(setup) => return super::lab::run(&setup, options, format, out, messages),
        Description::Scene(scene) => *scene,
    };
    super::lab::set_up_scene(&mut scene, &options.settings)?;
    let sim = options.overrides.start(scene)?;
    // Conditions name bodies, so they are read once the scene stands; files are begun only when they are right.
    let mut checks = Checks::read(options, |text| Condition::parse(text, &sim))?;
    let mut files = Files::begin(options)?;
    let mut recording = options.record.is_some().then(|| Recording::new(&sim));
    let started = Instant::now();
    // The writers borrow the files up to the end of this block; only then can those be put in place.
    let summary = {
        let (steps_to, trace_to) = files.targets(&mut *out);
        let recorder = match steps_to.zip(format) {
            Some((target, format)) => Some(Recorder::new(&sim, target, format, options.contacts)?),
            None => None,
        };
        let tracer = match trace_to.zip(options.trace.as_deref()) {
            Some((target, path)) => {
                let is_packed = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
                Some(Tracer::new(&sim, target, is_packed)?)
            }
            None => None,
        };
        simulate(sim, options, Writers { recorder, tracer, recording: recording.as_mut() }, &mut checks)?
    };
    let to_stdout = files.to_stdout;
    files.finish(recording.map(|recording| recording.to_text()))?;
    let seconds = started.elapsed().as_secs_f64();

    // Standard output holds either the steps or the summary, so that another program can read it.
    let target: &mut dyn Write = if to_stdout { &mut *messages } else { &mut *out };
    if options.json {
        serde_json::to_writer(&mut *target, &summary)?;
        writeln!(target)?;
    } else {
        target.write_all(summary.to_text().as_bytes())?;
    }
    target.flush()?;
    // How long it took is no part of the summary, which is the same on every machine.
    log::info!("simulated in {seconds:.3} s");
    checks.result()
}

/// Whether standard input begins as a trace does; nothing of it is lost.
fn trace_on_standard_input() -> bool {
    let mut input = std::io::stdin().lock();
    // Looked at without being taken, so that whoever reads next sees the same bytes.
    let head = input.fill_buf().unwrap_or_default();
    begins_trace(head)
}

/// What follows a run and writes it down.
struct Writers<'a> {
    recorder: Option<Recorder<'a>>,
    tracer: Option<Tracer<'a>>,
    recording: Option<&'a mut Recording>,
}

/// Steps to the end or to the first pause; writes, watches and sums up.
fn simulate(
    mut sim: Sim,
    options: &RunOptions,
    mut writers: Writers<'_>,
    checks: &mut Checks,
) -> Result<RunSummary, Failure> {
    let steps = options.length().steps(sim.world().config().hz);
    // The summary tells the deepest overlap of the whole run.
    let needs = checks.needs().union(Needs { contacts: true, ..Needs::default() });
    let all = Needs { contacts: true, turns: needs.turns, energy: true, bodies: true };

    let mut now = Observed::start(&sim, None);
    let start = EnergyRecord { kinetic: now.kinetic, potential: now.potential };
    let mut penetration = PenetrationSummary::default();
    let mut stopped_at = None;
    let progress = progress_bar(steps);
    for step in 1..=steps {
        // A tracer takes the step itself, for it follows the bodies through the phases of it.
        match &mut writers.tracer {
            Some(tracer) => tracer.step(&mut sim)?,
            None => sim.step(),
        }
        if let Some(recording) = &mut writers.recording {
            recording.observe(&sim);
        }
        let last = step == steps;
        // Looking takes time: all there is after the last step, before it only what conditions and summary need.
        now.update(&sim, if last { all } else { needs });
        if now.penetration.value > penetration.deepest {
            (penetration.deepest, penetration.deepest_step) = (now.penetration.value, step);
        }
        let stop = checks.look(&Observation::Scene(&sim, &now));
        if let Some(recorder) = &mut writers.recorder
            // The step at which the run ends is written whatever `--every` says.
            && (last || stop.is_some() || step % options.every == 0)
        {
            recorder.write(&sim)?;
        }
        if stop.is_some() {
            stopped_at = stop;
            // The summary needs all there is; a second look at turns would compare the step with itself.
            now.update(&sim, Needs { turns: false, ..all });
            break;
        }
        if step % 64 == 0 {
            progress.set_position(step);
        }
    }
    progress.finish_and_clear();
    if let Some(recorder) = writers.recorder {
        recorder.finish()?;
    }
    if let Some(tracer) = writers.tracer {
        tracer.finish()?;
    }
    penetration.end = now.penetration.value;
    let verdicts = checks.verdicts(&Observation::Scene(&sim, &now));
    Ok(RunSummary::new(&sim, start, &now, penetration, stopped_at, verdicts))
}

/// How the steps are written, and whether that goes with the other options.
fn record_format(options: &RunOptions) -> Result<Option<Format>, Failure> {
    let Some(path) = &options.out else {
        return if options.contacts {
            Err(Failure::Wrong("--contacts goes with --out FILE.jsonl".into()))
        } else {
            Ok(None)
        };
    };
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let format = match (options.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, Some("jsonl")) => Format::Jsonl,
        (None, Some("csv")) => Format::Csv,
        // A pipe has no ending: JSON lines name their values themselves.
        (None, _) if path.as_os_str() == "-" => Format::Jsonl,
        _ => {
            let shown = path.display();
            return Err(Failure::Wrong(format!("--out {shown}: a file for steps ends in .jsonl or .csv (or is -)")));
        }
    };
    if options.contacts && format == Format::Csv {
        return Err(Failure::Wrong("--contacts needs JSON lines: --out FILE.jsonl".into()));
    }
    Ok(Some(format))
}

/// A bar on standard error, when that is a terminal.
pub(super) fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
    // The template is a constant and right; without it the bar would look as it usually does.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} steps, {eta} left") {
        bar.set_style(style);
    }
    bar
}
