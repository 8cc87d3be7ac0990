//! A trace read step by step, from a file or from an engine that still runs, with conditions on it.

use super::checks::{self, Checks};
use super::output::on_one_line;
use super::record::hash_text;
use super::{Failure, RunOptions};
use crate::condition::{Condition, ConditionVerdict, Observation, significant};
use crate::playback::{Stream, TracedStep};
use crate::trace::{TraceFault, TraceReader};
use serde::Serialize;
use std::io::{BufRead, Write};

/// What a run came to.
#[derive(Debug, Serialize)]
struct TraceSummary {
    engine: String,
    steps: u64,
    bodies: usize,
    /// Contacts of the last step.
    contacts: usize,
    /// Of the last step (s).
    time: f64,
    hash: String,
    /// Whether the last line was cut off and left out.
    cut_off: bool,
    /// The condition that stopped the run.
    stopped_at: Option<ConditionVerdict>,
    assertions: Vec<ConditionVerdict>,
}

/// Reads a trace to its end, or to the first step at which a condition stops it, and writes the summary to `out`.
///
/// Where its header asks for it, each step that does not stop the run is answered by a newline to `ack`.
pub(super) fn run(
    options: &RunOptions,
    reader: TraceReader<impl BufRead>,
    mut ack: Option<&mut dyn Write>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    refuse(options)?;
    let wrong = |fault: TraceFault| Failure::Wrong(format!("{}: {fault}", options.scene));
    let mut stream = Stream::new(reader).map_err(wrong)?;
    // Engines that do not ask for answers would find bytes that they do not expect.
    let wants_ack = stream.header().ack;
    let most = options.steps_of_trace(stream.header().dt);
    let (mut checks, mut last, mut stopped_at) = (None, None::<TracedStep>, None);
    let mut steps = 0;
    while steps < most {
        let Some(frame) = stream.advance().map_err(wrong)? else { break };
        steps += 1;
        let moment = stream.moment(&frame);
        // What a condition names is known when the first step is there.
        let checks = match &mut checks {
            Some(checks) => checks,
            none => none.insert(Checks::read(options, |text| Condition::on_told(text, &moment))?),
        };
        if !checks.is_empty() {
            stopped_at = checks.look(&Observation::Told(&moment));
        }
        last = Some(frame);
        if stopped_at.is_some() {
            break;
        }
        // A sender that waits for an answer halts at the step that is not answered; one that is gone needs none.
        if wants_ack && let Some(ack) = &mut ack {
            let _ = ack.write_all(b"\n").and_then(|()| ack.flush());
        }
    }
    // Without a step no condition was read, so none can be said to hold.
    let (Some(frame), Some(mut checks)) = (last, checks) else {
        return Err(Failure::Wrong(format!("{}: the trace has no step", options.scene)));
    };
    let moment = stream.moment(&frame);
    let summary = TraceSummary {
        engine: stream.header().engine.clone(),
        steps,
        bodies: frame.cast().members.len(),
        contacts: frame.contacts().len(),
        time: moment.time,
        hash: hash_text(frame.hash()),
        cut_off: stream.is_cut(),
        stopped_at,
        assertions: checks.verdicts(&Observation::Told(&moment)),
    };
    if options.json {
        serde_json::to_writer(&mut *out, &summary)?;
        writeln!(out)?;
    } else {
        summary.write(out)?;
    }
    out.flush()?;
    checks.result()
}

/// What only a simulation can do.
fn refuse(options: &RunOptions) -> Result<(), Failure> {
    let asked = [
        // Each of these needs a world that is stepped here.
        ("--out", options.out.is_some()),
        ("--record", options.record.is_some()),
        ("--trace", options.trace.is_some()),
        ("--contacts", options.contacts),
        ("--set", !options.settings.is_empty()),
        ("--hz, --sub-steps and --threads", options.overrides != super::Overrides::default()),
    ];
    match asked.into_iter().find(|(_, asked)| *asked) {
        Some((option, _)) => Err(Failure::Wrong(format!("{option}: a trace is another engine's run; leave it out"))),
        None => Ok(()),
    }
}

impl TraceSummary {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut lines = vec![
            ("engine", if self.engine.is_empty() { "not given".into() } else { on_one_line(&self.engine) }),
            ("steps", self.steps.to_string()),
            ("time", format!("{} s", significant(self.time))),
            ("bodies", self.bodies.to_string()),
            ("contacts", format!("{} in the last step", self.contacts)),
            ("hash", self.hash.clone()),
        ];
        if self.cut_off {
            lines.push(("cut off", "the last line was not whole and is left out".into()));
        }
        lines.extend(checks::lines(self.stopped_at.as_ref(), &self.assertions));
        lines.into_iter().try_for_each(|(name, value)| writeln!(out, "{:<12}{value}", format!("{name}:")))
    }
}
