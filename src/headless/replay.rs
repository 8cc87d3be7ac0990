//! Recordings, simulated again.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::file::{read_bytes, read_from};
use super::{Failure, record::hash_text};
use crate::condition::significant;
use crate::scene::spelling::list;
use crate::subject::Recorded;
use crate::timeline::{Departure, MAX_RECORDING_BYTES, Recordable, Recording};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// What `carom replay` was asked to do.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The recording.
    pub file: PathBuf,
    /// Whether it is a failure that a step comes to another state than was recorded.
    pub verify: bool,
    /// Threads a step may use.
    pub threads: usize,
    /// Whether the summary is JSON.
    pub json: bool,
}

/// What a replay came to; nothing in it depends on the machine.
#[derive(Debug, Serialize)]
struct ReplaySummary {
    /// The title of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<String>,
    /// The name of the laboratory.
    #[serde(skip_serializing_if = "Option::is_none")]
    laboratory: Option<&'static str>,
    steps: u64,
    time: f64,
    commands: usize,
    hash: String,
    /// The first step that came to another state.
    departed: Option<DepartureRecord>,
}

#[derive(Debug, Serialize)]
struct DepartureRecord {
    step: u64,
    expected: String,
    got: String,
    /// The body that alone made the difference.
    body: Option<String>,
    /// When several did: the next step of which every body was recorded, and those that differ there.
    later: Option<(u64, Vec<String>)>,
}

/// Simulates a recording again and tells whether every step came to the state recorded, and where not.
pub fn replay(options: &ReplayOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let shown = options.file.display();
    let wrong = |error: String| Failure::Wrong(format!("{shown}: {error}"));
    let summary = match load_recording(&options.file)? {
        Recorded::Scene(recording) => {
            let summary = repeat(&recording, options.threads).map_err(|error| wrong(error.to_string()))?;
            ReplaySummary { scene: Some(recording.scene().name.clone()), ..summary }
        }
        Recorded::Lab(recording) => {
            let summary = repeat(&recording, options.threads).map_err(|error| wrong(error.to_string()))?;
            ReplaySummary { laboratory: Some(recording.start().entry().id), ..summary }
        }
    };
    if options.json {
        serde_json::to_writer(&mut *out, &summary)?;
        writeln!(out)?;
    } else {
        write_text(&summary, out)?;
    }
    out.flush()?;
    match &summary.departed {
        // Without `--verify` a departure is a finding of the summary and no failure.
        Some(departed) if options.verify => Err(Failure::Unmet(words(departed))),
        _ => Ok(()),
    }
}

/// Goes through a recording and sums up what it came to.
fn repeat<S: Recordable>(recording: &Recording<S>, threads: usize) -> Result<ReplaySummary, S::Refusal> {
    let mut replay = recording.replay(threads)?;
    let progress = super::run::progress_bar(recording.steps());
    for (index, _) in replay.by_ref().enumerate() {
        // In small scenes telling the bar of each step would take longer than the step.
        if index % 64 == 0 {
            progress.set_position(index as u64);
        }
    }
    progress.finish_and_clear();
    let sim = replay.sim();
    Ok(ReplaySummary {
        scene: None,
        laboratory: None,
        steps: sim.step_count(),
        time: sim.time(),
        commands: recording.commands().count(),
        hash: hash_text(S::hash_of(&sim.mark())),
        departed: replay.departure().map(record),
    })
}

/// Reads a recording, `-` from standard input; messages name the file.
pub fn load_recording(path: &std::path::Path) -> Result<Recorded, Failure> {
    let wrong = |problem: String| Failure::Wrong(format!("{}: {problem}", path.display()));
    let bytes = if path.as_os_str() == "-" {
        read_from(io::stdin().lock(), MAX_RECORDING_BYTES)
    } else {
        read_bytes(path, MAX_RECORDING_BYTES)
    };
    let bytes = bytes.map_err(wrong)?;
    // What is no text in a recording is damage; the checksum tells.
    Recorded::from_text(&String::from_utf8_lossy(&bytes)).map_err(|error| wrong(error.to_string()))
}

fn record(departure: &Departure) -> DepartureRecord {
    let Departure { step, expected, got, body, later } = departure.clone();
    DepartureRecord { step, expected: hash_text(expected), got: hash_text(got), body, later }
}

fn write_text(summary: &ReplaySummary, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(scene) = summary.scene.as_deref().filter(|scene| !scene.is_empty()) {
        writeln!(out, "scene        {scene}")?;
    }
    if let Some(laboratory) = summary.laboratory {
        writeln!(out, "laboratory   {laboratory}")?;
    }
    let commands = if summary.commands == 1 { "1 command".into() } else { format!("{} commands", summary.commands) };
    writeln!(out, "steps        {} ({} s), {commands}", summary.steps, significant(summary.time))?;
    writeln!(out, "hash         {}", summary.hash)?;
    match &summary.departed {
        Some(departed) => writeln!(out, "replay       {}", words(departed)),
        None => writeln!(out, "replay       every step came to the state recorded"),
    }
}

/// `departs at step 37: ball (hash …, but … was recorded)`.
fn words(departed: &DepartureRecord) -> String {
    let DepartureRecord { step, expected, got, body, later } = departed;
    // Every step has a hash of the whole, but only some steps have one of each body.
    let who = match (body, later) {
        (Some(body), _) => format!("in {body} alone"),
        // The difference can be gone again by the step at which bodies were recorded.
        (None, Some((_, names))) if names.is_empty() => "in no body that was recorded".into(),
        (None, Some((later, names))) if later == step => format!("in {}", names_of(names)),
        (None, Some((later, names))) => format!("in several bodies; by step {later} in {}", names_of(names)),
        (None, None) => "in several bodies".into(),
    };
    format!("departs at step {step} {who} (hash {got}, but {expected} was recorded)")
}

fn names_of(names: &[String]) -> String {
    list(names.iter().map(String::as_str), 8)
}
