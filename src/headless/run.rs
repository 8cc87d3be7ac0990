//! Simulating without a window.

use super::record::{EnergyRecord, Format, Recorder};
use super::summary::{PenetrationSummary, Summary};
use super::{Failure, load};
use crate::condition::{Condition, Needs, Observed, Verdict};
use crate::scene::Scene;
use crate::sim::{Command, Recording, Sim};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
        scene.config.validate().map_err(|error| wrong(&error))?;
        let mut sim = Sim::new(scene).map_err(|error| wrong(&error))?;
        sim.apply(Command::Threads(self.threads.unwrap_or(1))).map_err(|error| wrong(&error))?;
        Ok(sim)
    }
}

/// What `carom run` was asked to do.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Gallery name, path, or `-`.
    pub scene: String,
    /// How long.
    pub length: Length,
    /// In place of the scene's values.
    pub overrides: Overrides,
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
    /// Conditions that must hold at the end, or at every step after `always:`.
    pub assertions: Vec<String>,
    /// Conditions that stop the run.
    pub pauses: Vec<String>,
    /// Whether the summary is JSON.
    pub json: bool,
}

/// An assertion and, once it failed, how.
struct Assertion {
    expr: Condition,
    always: bool,
    failed: Option<Verdict>,
}

/// Simulates, and writes the summary to `out`; with `--out -` the steps go there and the summary to `messages`.
pub fn run(options: &RunOptions, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    let format = record_format(options)?;
    if let Some(entry) = super::named_lab(&options.scene)? {
        if options.contacts || !options.assertions.is_empty() || !options.pauses.is_empty() {
            let problem = "--contacts, --assert and --pause-when are about bodies, and a laboratory has none; see its \
                           readings with --json or --out";
            return Err(Failure::Wrong(problem.into()));
        }
        if options.record.is_some() {
            return Err(Failure::Wrong("--record keeps a scene and its commands; a laboratory has neither".into()));
        }
        return match &options.out {
            Some(path) if path.as_os_str() == "-" => {
                super::lab::run(entry, options, format, Some(Box::new(out)), messages)
            }
            Some(path) => super::lab::run(entry, options, format, Some(Box::new(create(path, "out")?)), out),
            None => super::lab::run(entry, options, format, None, out),
        };
    }
    let sim = options.overrides.start(load(&options.scene)?)?;
    let mut assertions = options.assertions.iter().map(|text| assertion(text, &sim)).collect::<Result<Vec<_>, _>>()?;
    let pauses =
        options.pauses.iter().map(|text| condition(text, "pause-when", &sim)).collect::<Result<Vec<_>, _>>()?;

    let mut recording = match &options.record {
        Some(path) => Some((create(path, "record")?, Recording::new(&sim))),
        None => None,
    };
    let to_stdout = options.out.as_ref().is_some_and(|path| path.as_os_str() == "-");
    let started = Instant::now();
    let summary = {
        let recorder = match (&options.out, format) {
            (Some(path), Some(format)) => {
                let target: Box<dyn Write + '_> =
                    if to_stdout { Box::new(&mut *out) } else { Box::new(create(path, "out")?) };
                Some(Recorder::new(&sim, target, format, options.contacts)?)
            }
            _ => None,
        };
        simulate(sim, options, recorder, recording.as_mut().map(|(_, r)| r), &mut assertions, &pauses)?
    };
    if let Some((mut file, recording)) = recording {
        file.write_all(recording.to_text().as_bytes())?;
    }
    let seconds = started.elapsed().as_secs_f64();

    let target: &mut dyn Write = if to_stdout { &mut *messages } else { &mut *out };
    if options.json {
        serde_json::to_writer(&mut *target, &summary)?;
        writeln!(target)?;
    } else {
        target.write_all(summary.to_text().as_bytes())?;
    }
    target.flush()?;
    log::info!("simulated in {seconds:.3} s");
    verdict(&assertions)
}

/// Steps to the end or to the first pause; writes, watches and sums up.
fn simulate(
    mut sim: Sim,
    options: &RunOptions,
    mut recorder: Option<Recorder<'_>>,
    mut recording: Option<&mut Recording>,
    assertions: &mut [Assertion],
    pauses: &[Condition],
) -> Result<Summary, Failure> {
    let steps = options.length.steps(sim.world().config().hz);
    let each_step = assertions.iter().filter(|a| a.always).map(|a| &a.expr).chain(pauses);
    // The summary tells the deepest overlap of the whole run.
    let needs = each_step.fold(Needs { contacts: true, ..Needs::default() }, |needs, expr| needs.union(expr.needs()));
    let all = Needs { contacts: true, turns: needs.turns, energy: true, bodies: true };

    let mut now = Observed::start(&sim, None);
    let start = EnergyRecord { kinetic: now.kinetic, potential: now.potential };
    let mut penetration = PenetrationSummary::default();
    let mut stopped_at = None;
    let progress = progress_bar(steps);
    for step in 1..=steps {
        sim.step();
        if let Some(recording) = &mut recording {
            recording.observe(&sim);
        }
        let last = step == steps;
        now.update(&sim, if last { all } else { needs });
        if now.penetration.value > penetration.deepest {
            (penetration.deepest, penetration.deepest_step) = (now.penetration.value, step);
        }
        for assertion in assertions.iter_mut().filter(|a| a.always && a.failed.is_none()) {
            if !assertion.expr.holds(&sim, &now) {
                assertion.failed = Some(Verdict::new(&assertion.expr, true, &sim, &now));
            }
        }
        let pause = pauses.iter().find(|expr| expr.holds(&sim, &now));
        if let Some(recorder) = &mut recorder
            && (last || pause.is_some() || step % options.every == 0)
        {
            recorder.write(&sim)?;
        }
        if let Some(expr) = pause {
            stopped_at = Some(Verdict::new(expr, false, &sim, &now));
            now.update(&sim, Needs { turns: false, ..all });
            break;
        }
        if step % 64 == 0 {
            progress.set_position(step);
        }
    }
    progress.finish_and_clear();
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    penetration.end = now.penetration.value;
    let verdicts = assertions.iter_mut().map(|assertion| {
        let verdict = match &assertion.failed {
            Some(verdict) => verdict.clone(),
            None => Verdict::new(&assertion.expr, assertion.always, &sim, &now),
        };
        if !verdict.holds {
            assertion.failed = Some(verdict.clone());
        }
        verdict
    });
    let verdicts = verdicts.collect();
    Ok(Summary::new(&sim, start, &now, penetration, stopped_at, verdicts))
}

/// Fails with a line for each assertion that did.
fn verdict(assertions: &[Assertion]) -> Result<(), Failure> {
    let lines: Vec<String> = assertions
        .iter()
        .filter_map(|assertion| assertion.failed.as_ref())
        .map(|failed| {
            let always = if failed.always { "always: " } else { "" };
            format!("assertion failed: {always}{}\n  {}", failed.expr, failed.place_and_values())
        })
        .collect();
    if lines.is_empty() { Ok(()) } else { Err(Failure::Unmet(lines.join("\n"))) }
}

fn assertion(text: &str, sim: &Sim) -> Result<Assertion, Failure> {
    let trimmed = text.trim_start();
    let (always, text) = match trimmed.strip_prefix("always:") {
        Some(rest) => (true, rest.trim()),
        None => (false, trimmed),
    };
    Ok(Assertion { expr: condition(text, "assert", sim)?, always, failed: None })
}

fn condition(text: &str, option: &str, sim: &Sim) -> Result<Condition, Failure> {
    Condition::parse(text, sim).map_err(|error| Failure::Wrong(format!("--{option}: {error}")))
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

fn create(path: &Path, option: &str) -> Result<File, Failure> {
    File::create(path).map_err(|error| {
        let shown = path.display();
        match error.kind() {
            io::ErrorKind::NotFound => Failure::Wrong(format!("--{option} {shown}: there is no such folder")),
            _ => Failure::Wrong(format!("--{option} {shown}: {error}")),
        }
    })
}

/// A bar on standard error, when that is a terminal.
pub(super) fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} steps, {eta} left") {
        bar.set_style(style);
    }
    bar
}
