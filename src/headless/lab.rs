//! Laboratories without a window.

use super::checks::{self, Checks};
use super::output::Files;
use super::record::hash_text;
use super::{Failure, Format, RunOptions};
use crate::condition::{Condition, ConditionVerdict, significant};
use crate::lab::{self, GivenSetting, Lab, Laboratory, Reading, Recording, Refused, Setup};
use crate::scene::Scene;
use crate::scene::spelling::{list, nearest};
use crate::subject::{self, Description, measured, observe_lab};
use serde::{Serialize, Serializer};
use std::io::{BufWriter, Write};

/// The laboratory that `lab:NAME` names; none for what is no such name.
pub fn named(spec: &str) -> Result<Option<&'static Laboratory>, Failure> {
    let Some(id) = spec.strip_prefix("lab:") else { return Ok(None) };
    let ids = || lab::laboratories().iter().map(|entry| entry.id);
    let unknown = || {
        let hint = match nearest(id, ids()) {
            Some(near) => format!("did you mean lab:{near}?"),
            None => format!("there are {}", list(ids(), 24)),
        };
        Failure::Wrong(format!("there is no laboratory {id:?}; {hint}"))
    };
    lab::find(id).map(Some).ok_or_else(unknown)
}

/// Refuses settings that the laboratory or the scene does not take, and all of them where there is neither.
pub fn check_settings(description: Option<&Description>, settings: &[GivenSetting]) -> Result<(), Failure> {
    // Tried on a copy, before a window opens. A set-up is tried without settings too, for it may be refused by itself.
    match (description, settings.first()) {
        (Some(Description::Lab(setup)), _) => set_up(&mut begin(setup)?, settings),
        (Some(Description::Scene(scene)), Some(_)) => set_up_scene(&mut scene.clone(), settings),
        (None, Some(setting)) => {
            let problem = "needs a scene or a laboratory (lab:NAME) to set; a recording is as it was";
            Err(Failure::Wrong(format!("--{} {problem}", setting.subject.name())))
        }
        (_, None) => Ok(()),
    }
}

/// Sets what was asked for of a scene.
pub(super) fn set_up_scene(scene: &mut Scene, settings: &[GivenSetting]) -> Result<(), Failure> {
    subject::set_up_scene(scene, settings).map_err(refusal)
}

/// A laboratory as its set-up has it.
fn begin(setup: &Setup) -> Result<Lab, Failure> {
    Lab::of_setup(setup).map_err(|refused| Failure::Wrong(refused.to_string()))
}

fn set_up(lab: &mut Lab, settings: &[GivenSetting]) -> Result<(), Failure> {
    lab.set_up(settings).map_err(refusal)
}

fn refusal((GivenSetting { subject, name, value }, refused): (GivenSetting, Refused)) -> Failure {
    Failure::Wrong(format!("--{} {name}={value}: {refused}", subject.name()))
}

/// Opens a laboratory at the rate that was asked for, with what is to be set.
pub(super) fn open(setup: &Setup, overrides: &super::Overrides, settings: &[GivenSetting]) -> Result<Lab, Failure> {
    if overrides.sub_steps.is_some() || overrides.threads.is_some() {
        return Err(Failure::Wrong(
            "a laboratory has no sub-steps and needs one thread: leave these options out".into(),
        ));
    }
    let lab = begin(setup)?;
    let mut lab = match overrides.hz {
        Some(hz) => lab.at_rate(hz).map_err(|error| Failure::Wrong(format!("--hz: {error}")))?,
        None => lab,
    };
    set_up(&mut lab, settings)?;
    Ok(lab)
}

/// What a run came to; nothing in it depends on the machine.
#[derive(Serialize)]
struct LabSummary {
    laboratory: &'static str,
    title: &'static str,
    steps: u64,
    time: f64,
    hz: f32,
    readings: Readings,
    hash: String,
    /// The condition that stopped the run.
    stopped_at: Option<ConditionVerdict>,
    assertions: Vec<ConditionVerdict>,
}

#[derive(Serialize)]
struct LabStepRecord {
    step: u64,
    time: f64,
    hash: String,
    readings: Readings,
}

/// By name, in the order of the panel.
struct Readings(Vec<Reading>);

impl Serialize for Readings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|reading| (reading.name, reading.value)))
    }
}

fn hash(lab: &Lab) -> String {
    hash_text(lab.state_hash())
}

/// Refuses the next step of a laboratory whose time stands still until a person goes on with what is half made.
pub(super) fn check_goes_on(lab: &Lab) -> Result<(), Failure> {
    if !lab.experiment().waits() {
        return Ok(());
    }
    let (id, step) = (lab.entry().id, lab.step_count());
    Err(Failure::Wrong(format!(
        "lab:{id} waits at step {step}: something is half drawn, and no time goes by until it is finished or given up"
    )))
}

/// Runs a laboratory and writes the summary to `out`; with `--out -` the readings go there and the
/// summary to `messages`.
pub(super) fn run(
    setup: &Setup,
    options: &RunOptions,
    format: Option<Format>,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<(), Failure> {
    // Refused rather than ignored: a script that asks for contacts relies on them.
    if options.contacts {
        return Err(Failure::Wrong("--contacts: a laboratory has no bodies that touch; leave it out".into()));
    }
    if options.trace.is_some() {
        return Err(Failure::Wrong("--trace: a laboratory has no bodies that touch; leave it out".into()));
    }
    let mut lab = open(setup, &options.overrides, &options.settings)?;
    let steps = options.length().steps(lab.hz());
    let mut checks = Checks::read(options, |text| Condition::on_measured(text, &measured(&lab)))?;
    let mut files = Files::begin(options)?;
    // Without contacts there is no trace: of the two targets only that of the steps is used.
    let target = files.targets(&mut *out).0.zip(format);
    let mut recorder = target.map(|(target, format)| LabRecorder { out: BufWriter::new(target), format });
    if let Some(recorder) = &mut recorder {
        recorder.begin(&lab)?;
    }
    let mut recording = options.record.is_some().then(|| Recording::new(&lab));
    let mut stopped_at = None;
    for step in 1..=steps {
        check_goes_on(&lab)?;
        lab.step();
        if let Some(recording) = &mut recording {
            recording.observe(&lab);
        }
        if !checks.is_empty() {
            stopped_at = observe_lab(&lab, |now| checks.look(now));
        }
        if let Some(recorder) = &mut recorder
            // The step at which the run ends is written whatever `--every` says.
            && (step == steps || stopped_at.is_some() || step % options.every == 0)
        {
            recorder.write(&lab)?;
        }
        if stopped_at.is_some() {
            break;
        }
    }
    if let Some(recorder) = &mut recorder {
        recorder.out.flush()?;
    }
    // Up to here the recorder borrows the files, and standard output where the steps go there.
    drop(recorder);
    // Standard output holds either the steps or the summary, so that another program can read it.
    let summary_to: &mut dyn Write = if files.to_stdout { messages } else { out };
    files.finish(recording.map(|recording| recording.to_text()))?;
    let readings = lab.experiment().readings();
    let summary = LabSummary {
        laboratory: setup.entry().id,
        title: setup.entry().title,
        steps: lab.step_count(),
        time: lab.time(),
        hz: lab.hz(),
        readings: Readings(readings),
        hash: hash(&lab),
        stopped_at,
        assertions: observe_lab(&lab, |now| checks.verdicts(now)),
    };
    if options.json {
        serde_json::to_writer(&mut *summary_to, &summary)?;
        writeln!(summary_to)?;
    } else {
        summary.write(summary_to)?;
    }
    summary_to.flush()?;
    checks.result()
}

impl LabSummary {
    /// For people: a line for each thing.
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        // Ten letters has the longest of the fixed names, `laboratory`.
        let width = self.readings.0.iter().map(|reading| reading.name.chars().count()).fold(10, usize::max);
        writeln!(out, "{:width$}  {} (lab:{})", "laboratory", self.title, self.laboratory)?;
        writeln!(out, "{:width$}  {} ({} s at {} Hz)", "steps", self.steps, significant(self.time), self.hz)?;
        for reading in &self.readings.0 {
            let text = match reading.yes_or_no() {
                // A truth is told as yes or no rather than as 1 or 0 without a unit.
                Some(answer) => answer.into(),
                None => format!("{} {}", significant(reading.value), reading.unit),
            };
            writeln!(out, "{:width$}  {}", reading.name, text.trim_end())?;
        }
        writeln!(out, "{:width$}  {}", "hash", self.hash)?;
        for (name, value) in checks::lines(self.stopped_at.as_ref(), &self.assertions) {
            writeln!(out, "{name:width$}  {value}")?;
        }
        Ok(())
    }
}

/// Writes steps as they pass.
struct LabRecorder<'a> {
    out: BufWriter<Box<dyn Write + 'a>>,
    format: Format,
}

impl LabRecorder<'_> {
    fn begin(&mut self, lab: &Lab) -> Result<(), Failure> {
        // JSON lines name every value; CSV names its columns once.
        if self.format == Format::Csv {
            let names: Vec<&str> = lab.experiment().readings().iter().map(|reading| reading.name).collect();
            writeln!(self.out, "step,time,{}", names.join(","))?;
        }
        Ok(())
    }

    fn write(&mut self, lab: &Lab) -> Result<(), Failure> {
        let (step, time, readings) = (lab.step_count(), lab.time(), lab.experiment().readings());
        match self.format {
            Format::Jsonl => {
                let record = LabStepRecord { step, time, hash: hash(lab), readings: Readings(readings) };
                serde_json::to_writer(&mut self.out, &record)?;
                self.out.write_all(b"\n")?;
            }
            Format::Csv => {
                // `{:?}` gives the fewest digits that read back to the same number.
                write!(self.out, "{step},{time:?}")?;
                for reading in readings {
                    write!(self.out, ",{:?}", reading.value)?;
                }
                writeln!(self.out)?;
            }
        }
        Ok(())
    }
}
