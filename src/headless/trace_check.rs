//! `carom trace check`: a trace held against geometry, by as many threads as there are.

use super::Failure;
use super::output::on_one_line;
use super::run::progress_bar;
use super::trace_open::read_trace;
#[cfg(feature = "render")]
use super::trace_picture::draw_worst;
use crate::check::{FAIL_ON, Judged, Meant, Pass, Report, Samples, StepInput};
use crate::condition::{Condition, Observation};
use crate::trace::{TraceFault, TraceReplay};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;

/// More threads than this find no more work.
const MOST_THREADS: usize = 8;

/// Steps, and contacts and bodies in them, that may wait for a thread or to be summed up: what bounds the memory.
const WAITING: usize = 64;
const WAITING_WEIGHT: usize = 100_000;

/// What `carom trace check` was asked.
#[derive(Clone, Debug)]
pub struct TraceCheckOptions {
    /// The trace.
    pub file: PathBuf,
    /// Whether the report is JSON.
    pub json: bool,
    /// Conditions on the report that make the command fail.
    pub fail_on: Vec<String>,
    /// How many of the worst contacts are listed.
    pub worst: usize,
    /// A folder for pictures of the worst contacts.
    pub picture: Option<PathBuf>,
    /// Threads to judge with; none: what the machine has.
    pub threads: Option<usize>,
}

/// Checks a trace and writes the report to `out`, what was drawn to `messages`; `Unmet` where a condition of `fail_on`
/// holds.
pub fn trace_check(options: &TraceCheckOptions, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    // Conditions are read first: a slip in one of them must not show only after minutes of checking.
    let conditions = options.fail_on.iter().map(|text| Condition::on_measured(text, &FAIL_ON));
    let conditions = conditions.collect::<Result<Vec<_>, _>>().map_err(|e| Failure::Wrong(format!("--fail-on {e}")))?;

    let mut bar = None;
    let named = |fault: TraceFault| Failure::Wrong(format!("{}: {fault}", options.file.display()));
    let mut open = || replay(&options.file);
    let watch = |done, steps| {
        let bar = bar.get_or_insert_with(|| progress_bar(steps));
        // How many steps there are shows only as they are read.
        bar.set_length(steps);
        bar.set_position(done);
        true
    };
    let checked = check_trace(&mut open, named, options.worst, options.threads, watch)?;
    bar.inspect(ProgressBar::finish_and_clear);
    // Nobody gives up here.
    let Some((meant, report)) = checked else { return Ok(()) };

    if options.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write_text(&report, out)?;
    }
    out.flush()?;
    if let Some(folder) = &options.picture {
        let paths = draw_worst(&options.file, meant, &report, folder)?;
        for path in &paths {
            writeln!(messages, "{}", path.display())?;
        }
        if paths.is_empty() {
            writeln!(messages, "no contact is listed as off: nothing was drawn")?;
        }
    }
    let values = report.measures();
    // Conditions on a report are about the whole trace, which has no one time.
    let now = Observation::Measured { step: report.steps, time: 0.0, values: &values };
    let told = conditions.iter().zip(&options.fail_on).filter(|(condition, _)| condition.holds(&now));
    let held: Vec<String> = told.map(|(_, text)| format!("{text}: it does")).collect();
    if held.is_empty() { Ok(()) } else { Err(Failure::Unmet(held.join("\n"))) }
}

#[cfg(not(feature = "render"))]
fn draw_worst(_: &Path, _: Meant, _: &Report, _: &Path) -> Result<Vec<PathBuf>, Failure> {
    Err(Failure::NoDevice("--picture: this carom was built without drawing (feature \"render\")".into()))
}

/// A trace, opened at its beginning.
pub(super) fn replay(path: &Path) -> Result<TraceReplay<Box<dyn BufRead>>, Failure> {
    TraceReplay::new(read_trace(path)?).map_err(|fault| Failure::Wrong(format!("{}: {fault}", path.display())))
}

/// Reads a trace twice, because what its header means shows only in the contacts of the whole of it, and judges every
/// contact: what was meant, and the report with `worst` rows of each list. Where the motion then shows that its units
/// are others, it is judged once more by those.
///
/// `watch` is told of steps judged and of all steps; none comes back where it wants no more.
pub fn check_trace<E>(
    open: &mut dyn FnMut() -> Result<TraceReplay<Box<dyn BufRead>>, E>,
    fault: impl Fn(TraceFault) -> E,
    worst: usize,
    threads: Option<usize>,
    mut watch: impl FnMut(u64, u64) -> bool,
) -> Result<Option<(Meant, Report)>, E> {
    // First reading: no contact is judged before it is known what the header means.
    let mut samples = Samples::default();
    let mut replay = open()?;
    while replay.advance().map_err(&fault)? {
        samples.take(&replay);
        if replay.count.is_multiple_of(256) && !watch(0, replay.count) {
            return Ok(None);
        }
    }
    let meant = Meant::new(&samples, &replay.header);
    let steps = replay.count;
    let mut again = open()?;
    let report = judge(&mut again, &fault, meant.clone(), (worst, threads), |done| watch(done, steps))?;
    let Some(report) = report else { return Ok(None) };
    // Units show only in the motion, which the report holds. Where they are others, every length was judged wrongly.
    let Some(meant) = meant.with_units(&samples, &replay.header, &report) else { return Ok(Some((meant, report))) };
    let mut again = open()?;
    let report = judge(&mut again, &fault, meant.clone(), (worst, threads), |done| watch(done, steps))?;
    Ok(report.map(|report| (meant, report)))
}

/// Reads on this thread, judges on others, sums up on this one in the order of the steps; none where `watch` wants no
/// more.
fn judge<E>(
    replay: &mut TraceReplay<Box<dyn BufRead>>,
    fault: impl Fn(TraceFault) -> E,
    meant: Meant,
    (worst, threads): (usize, Option<usize>),
    mut watch: impl FnMut(u64) -> bool,
) -> Result<Option<Report>, E> {
    let available = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or(available).min(MOST_THREADS);
    let mut pass = Pass::new(meant, worst);
    let mut is_wanted = true;
    // The channel of steps has bounds, so that reading waits for the threads. What they judge comes back in any order.
    let (give, take) = sync_channel::<(u64, StepInput)>(WAITING);
    let (answer, answers) = channel::<(u64, thread::Result<Judged>)>();
    // One receiver for all threads: whichever is free takes the next step.
    let take = &Mutex::new(take);
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let answer = answer.clone();
            let judge = move || {
                while let Some((order, input)) = next(take) {
                    // What breaks here is to break the check, not to leave it waiting for this step.
                    let judged = catch_unwind(AssertUnwindSafe(|| Judged::new(input)));
                    if answer.send((order, judged)).is_err() {
                        return;
                    }
                }
            };
            started += usize::from(thread::Builder::new().spawn_scoped(scope, judge).is_ok());
        }
        // Only the threads can answer from here on, so the answers end with the last of them.
        drop(answer);
        // Dropped with the end of this block, however it ends: then the threads stop.
        let give = give;
        let mut summed = Summed { next: 0, early: BTreeMap::new(), waiting: 0 };
        let mut given = 0;
        // Where the system gives no thread, as in a browser, they are judged here.
        let mut hand_out = |input: StepInput, give: &SyncSender<_>, pass: &mut Pass, summed: &mut Summed| {
            let order = given;
            given += 1;
            summed.waiting += weight(&input);
            if started == 0 {
                summed.take(pass, (order, Ok(Judged::new(input))));
                return true;
            }
            if give.send((order, input)).is_err() {
                return false;
            }
            // Steps with many contacts are heavy: their number alone does not bound the memory.
            while summed.waiting > WAITING_WEIGHT && summed.next < given {
                let Ok(judged) = answers.recv() else { return false };
                summed.take(pass, judged);
            }
            true
        };
        while is_wanted && replay.advance().map_err(&fault)? {
            if let Some(input) = pass.read(replay)
                && !hand_out(input, &give, &mut pass, &mut summed)
            {
                break;
            }
            // Takes what has come without waiting for more.
            answers.try_iter().for_each(|judged| summed.take(&mut pass, judged));
            is_wanted = watch(summed.next);
        }
        // Where contacts belong to the poses of a later step, the last step is whole only here.
        if let Some(input) = pass.end() {
            hand_out(input, &give, &mut pass, &mut summed);
        }
        // With no more steps to come the threads end, once they have judged what waits.
        drop(give);
        answers.iter().for_each(|judged| summed.take(&mut pass, judged));
        Ok(())
    })?;
    Ok(is_wanted.then(|| pass.finish(replay)))
}

/// The next step to judge; none when all are given out, or another thread broke.
fn next(take: &Mutex<Receiver<(u64, StepInput)>>) -> Option<(u64, StepInput)> {
    take.lock().ok()?.recv().ok()
}

/// How much of memory a step takes, as a number of contacts and bodies.
fn weight(input: &StepInput) -> usize {
    // The pose of a body takes about a quarter of what a contact does.
    input.claims.len() + input.found.len() / 4
}

/// Brings what was judged into the order of the steps.
struct Summed {
    next: u64,
    early: BTreeMap<u64, Judged>,
    /// The weight of the steps that were handed out and are not summed up.
    waiting: usize,
}

impl Summed {
    /// Takes what came of a step; what broke there breaks here.
    fn take(&mut self, pass: &mut Pass, (order, judged): (u64, thread::Result<Judged>)) {
        self.early.insert(order, judged.unwrap_or_else(|broken| resume_unwind(broken)));
        // Up to the first step that is missing all are in order.
        while let Some(judged) = self.early.remove(&self.next) {
            self.waiting -= weight(judged.input());
            pass.sum_up(judged);
            self.next += 1;
        }
    }
}

/// The report for people.
fn write_text(report: &Report, out: &mut dyn Write) -> std::io::Result<()> {
    let Report { engine, steps, bodies, contacts, .. } = report;
    let engine = if engine.is_empty() { "an engine without a name" } else { engine };
    writeln!(out, "{}: {steps} steps, {bodies} bodies, {contacts} contacts", on_one_line(&engine))?;
    for lie in &report.header {
        let [declared, found] = [&lie.declared, &lie.found].map(on_one_line);
        let (key, share) = (lie.key, 100.0 * lie.share);
        writeln!(out, "the header says {key} = {declared}, but {found} fits ({share:.1} %): judged by that")?;
    }
    writeln!(out)?;
    for (name, count) in ordered(report) {
        let share = 100.0 * count as f64 / (*contacts).max(1) as f64;
        writeln!(out, "{name:<12} {count:>10}  {share:>5.1} %")?;
    }
    if let Some(rounding) = &report.rounding {
        let (radius, side) = (rounding.radius_mm, rounding.side);
        writeln!(out, "edges are rounded by {radius:.1} mm from {side}")?;
    }
    for size in &report.sizes {
        writeln!(
            out,
            "body {} agrees {:.3} times as large as declared ({} contacts)",
            size.body, size.scale, size.contacts
        )?;
    }
    // Two lines of headings: each of the two measures has a median, a 95th percentile and a worst value.
    if !report.pairs.is_empty() {
        writeln!(
            out,
            "\n{:<22}{:<18}{:>9}  {:^24}  {:^24}",
            "pair", "feature", "contacts", "normal off by (deg)", "depth off by (mm)"
        )?;
        writeln!(
            out,
            "{:49}  {:>8}{:>8}{:>8}  {:>8}{:>8}{:>8}",
            "", "median", "95 %", "worst", "median", "95 %", "worst"
        )?;
        for p in &report.pairs {
            let (a, d) = (p.angle_deg, p.depth_mm);
            write!(out, "{:<22}{:<18}{:>9}  ", p.pair, p.feature, p.contacts)?;
            writeln!(
                out,
                "{:>8.3}{:>8.2}{:>8.1}  {:>8.3}{:>8.2}{:>8.1}",
                a.median, a.p95, a.worst, d.median, d.p95, d.worst
            )?;
        }
    }
    write_findings(report, out)?;
    for note in &report.notes {
        writeln!(out, "note: {}", on_one_line(note))?;
    }
    Ok(())
}

/// The verdicts in their order, those that were never given left out.
fn ordered(report: &Report) -> impl Iterator<Item = (&'static str, u64)> {
    let all = crate::check::Verdict::ALL.map(|v| (v.key(), report.verdicts.get(v.key()).copied().unwrap_or(0)));
    all.into_iter().filter(|(_, count)| *count > 0)
}

/// What steps tell together, a line each, the worst of each first.
fn write_findings(report: &Report, out: &mut dyn Write) -> std::io::Result<()> {
    if report.missed.count > 0 {
        writeln!(out, "\nmissed: {} pairs overlap for two steps or more without a contact", report.missed.count)?;
        // Five of each kind are enough for people; JSON has the rest.
        for m in report.missed.worst.iter().take(5) {
            writeln!(out, "  step {:<6} {} and {}: {:.1} mm deep", m.step, m.a, m.b, m.depth_mm)?;
        }
    }
    // An impact whose bodies declare no restitution is counted, but cannot be off.
    let off = report.restitution.iter().filter(|r| r.declared.is_some_and(|d| (d - r.measured).abs() > 0.05));
    let off: Vec<_> = off.collect();
    if !report.restitution.is_empty() {
        writeln!(
            out,
            "\nrestitution: {} impacts, {} of them off by more than .05",
            report.restitution.len(),
            off.len()
        )?;
        if let Some(ratio) = report.other_restitution() {
            writeln!(out, "  they part with {ratio:.2} times the restitution that is declared, in the median")?;
        }
        for r in off.iter().take(5) {
            let declared = r.declared.unwrap_or(0.0);
            writeln!(
                out,
                "  step {:<6} {} and {}: {:.3} measured, {declared:.3} declared",
                r.step, r.a, r.b, r.measured
            )?;
        }
    }
    if report.impulse.bodies > 0 {
        let (bodies, count) = (report.impulse.bodies, report.impulse.count);
        writeln!(out, "\nmomentum: {bodies} bodies held against their impulses, {count} changes unexplained")?;
        for u in report.impulse.unexplained.iter().take(5) {
            writeln!(out, "  step {:<6} {}: {:.3e} N s", u.step, u.body, u.ns)?;
        }
    }
    if report.energy.count > 0 {
        writeln!(out, "\nenergy grows in {} steps", report.energy.count)?;
        for r in report.energy.rises.iter().take(5) {
            writeln!(out, "  step {:<6} by {:.3e} J, {:.1} % of what moved", r.step, r.joule, 100.0 * r.share)?;
        }
    }
    if !report.wander.is_empty() {
        writeln!(out, "\n{} contacts walk over bodies that stand still", report.wander.len())?;
        for w in report.wander.iter().take(5) {
            writeln!(out, "  steps {} to {}: {} and {}, {:.1} mm a step", w.from, w.to, w.a, w.b, w.mm_per_step)?;
        }
    }
    if !report.worst.is_empty() {
        writeln!(out, "\nworst contacts")?;
        for w in &report.worst {
            let depth = w.depth_mm.map_or_else(|| "not given".into(), |d| format!("{d:.2} mm"));
            let verdict = w.verdict.key();
            let [fa, fb] = [&w.feature_a, &w.feature_b].map(on_one_line);
            write!(out, "  step {:<6} {:<11} {} ({fa}) on {} ({fb}): ", w.step, verdict, w.a, w.b)?;
            writeln!(out, "normal off by {:.2} deg, separation by {depth}", w.angle_deg)?;
        }
    }
    writeln!(out)
}
