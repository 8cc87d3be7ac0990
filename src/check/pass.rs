//! One reading of a trace from beginning to end, once it is known what its header means.

use super::cast::{Cast, CastMember, Edges, Rounding, answers};
use super::contact_history::HistoryCheck;
use super::feed::{Feed, Lag, pose_of};
use super::missed::{MissedPair, overlaps};
use super::motion::MotionCheck;
use super::report::{
    LieRow, MissedRow, Report, RestitutionRow, RoundingRow, SizeRow, UnexplainedRow, VerdictTally, WanderRow, id,
};
use super::sample::{Lie, Samples};
use super::verdict::{Judgement, StepInput, Verdict, angle_deg, deepest};
use super::wander::WanderCheck;
use crate::condition::Measured;
use crate::exact::{Core, Pose, Solid};
use crate::trace::{Convention, Geometry, Header, ImpulseUnit, TraceReplay, Up};
use glam::DVec3;
use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::Arc;

/// The earth's gravity (m/s²), by which a unit of length is told.
const EARTH: f64 = 9.81;

/// Units of length that programs use (m).
const UNITS: [f64; 6] = [1.0, 0.01, 0.001, 0.0254, 0.3048, 100.0];

/// Ways up, their names in a header, and where they point in the trace's axes.
const UPS: [(Up, &str, [f64; 3]); 6] = [
    (Up::X, "x", [1.0, 0.0, 0.0]),
    (Up::Y, "y", [0.0, 1.0, 0.0]),
    (Up::Z, "z", [0.0, 0.0, 1.0]),
    (Up::MinusX, "-x", [-1.0, 0.0, 0.0]),
    (Up::MinusY, "-y", [0.0, -1.0, 0.0]),
    (Up::MinusZ, "-z", [0.0, 0.0, -1.0]),
];

/// So many rows are kept of each list of a report.
const ROWS: usize = 1000;

/// So many of the engine's own notes are repeated.
const NOTES: usize = 4;

/// A body whose size is off: contacts kept to find by how much, of each body and of all together.
const SIZE_SAMPLES: usize = 40;
const ALL_SIZE_SAMPLES: usize = 50_000;

/// What conditions of `--fail-on` can name, in the order of [`Report::measures`].
pub const FAIL_ON: [Measured; 18] = {
    const fn of(name: &'static str, unit: &'static str) -> Measured {
        Measured { name, unit }
    }
    [
        of("angle", "°"),
        of("depth", "m"),
        of("contacts", ""),
        of("agrees", ""),
        of("tie", ""),
        of("rounded", ""),
        of("stale", ""),
        of("reversed", ""),
        of("off_surface", ""),
        of("wrong", ""),
        of("unchecked", ""),
        of("missed", ""),
        of("lies", ""),
        of("restitution", ""),
        of("unexplained", ""),
        of("rises", ""),
        of("wander", ""),
        of("sizes", ""),
    ]
};

impl Report {
    /// The values of [`FAIL_ON`]: the worst angle (degrees) and depth (m) of contacts that are checked and no tie, the
    /// shares of the verdicts, and how many of everything else there are. `restitution` is the greatest difference.
    pub fn measures(&self) -> Vec<f64> {
        let worst = |of: fn(&super::report::PairRow) -> f64| self.pairs.iter().map(of).fold(0.0, f64::max);
        let share = |v: Verdict| self.verdicts.get(v.key()).copied().unwrap_or(0) as f64 / self.contacts.max(1) as f64;
        // In the order of the names in `FAIL_ON`.
        let mut values = vec![worst(|p| p.angle_deg.worst), worst(|p| p.depth_mm.worst) * 1e-3, self.contacts as f64];
        values.extend(Verdict::ALL.map(share));
        let differs = self.restitution.iter().filter_map(|r| r.declared.map(|d| (d - r.measured).abs()));
        values.extend([
            self.missed.count as f64,
            self.header.len() as f64,
            differs.fold(0.0, f64::max),
            self.impulse.count as f64,
            self.energy.count as f64,
            self.wander.len() as f64,
            self.sizes.len() as f64,
        ]);
        values
    }
}

/// What a header means, by the contacts themselves.
#[derive(Clone, Debug)]
pub struct Meant {
    /// The header as it must be read.
    pub header: Header,
    /// To which poses contacts belong.
    pub lag: Lag,
    /// What the header says otherwise.
    pub lies: Vec<Lie>,
    /// One radius of all edges, where there is one.
    pub rounding: Option<Rounding>,
}

impl Meant {
    /// As the samples of a trace show it.
    pub fn new(samples: &Samples, declared: &Header) -> Self {
        let (lies, header, lag) = samples.lies(declared);
        let rounding = samples.rounding(&header, lag).map(|(rounding, _)| rounding);
        Self { header, lag, lies, rounding }
    }

    /// As the motion of bodies shows it as well, where a report on a trace read as this says so: another unit of length
    /// or of impulses, another way up.
    pub fn with_units(&self, samples: &Samples, declared: &Header, report: &Report) -> Option<Self> {
        let mut header = declared.clone();
        let mut lies = Vec::new();
        // What contacts alone cannot show: a trace in centimetres has the same normals as one in metres.
        for row in &report.header {
            match row.key {
                "metres" => header.metres = row.found.parse().unwrap_or(header.metres),
                "impulse" if row.found == "N" => header.impulse = Some(ImpulseUnit::Newton),
                "impulse" => header.impulse = Some(ImpulseUnit::NewtonSecond),
                "up" => header.up = UPS.into_iter().find(|up| up.1 == row.found).map_or(header.up, |up| up.0),
                _ => continue,
            }
            let (declared, found) = (row.declared.clone(), row.found.clone());
            lies.push(Lie { key: row.key, declared, found, share: row.share });
        }
        if lies.is_empty() {
            return None;
        }
        // Read again from the header as it is now: units change all that was derived from it.
        let mut meant = Self::new(samples, &header);
        meant.lies.extend(lies);
        Some(meant)
    }
}

/// A step with its verdicts and the overlaps that have no contact.
#[derive(Debug)]
pub struct Judged {
    input: StepInput,
    judgements: Vec<Judgement>,
    overlaps: Vec<MissedPair>,
}

impl Judged {
    /// Judges all contacts of a step: the work that can be done side by side.
    pub fn new(input: StepInput) -> Self {
        Self { judgements: input.judge(), overlaps: overlaps(&input), input }
    }

    /// The step.
    pub const fn input(&self) -> &StepInput {
        &self.input
    }
}

/// A contact of which only the separation is off.
#[derive(Debug)]
struct OffDepth {
    /// The two bodies, by index and as they are, and where they stood.
    of: [(usize, CastMember, Pose); 2],
    /// What the engine said, from the first to the second.
    normal: DVec3,
    /// Separation of its deepest point (m).
    deepest: f64,
}

/// Reads a trace and sums up what is judged of it.
#[derive(Debug)]
pub struct Pass {
    meant: Meant,
    feed: Feed,
    motion: MotionCheck,
    wander: WanderCheck,
    tally: VerdictTally,
    touches: HistoryCheck,
    /// Overlaps that had no contact in the step before, and whether they are counted already.
    open: BTreeMap<(usize, usize), bool>,
    missed: u64,
    deepest: Vec<MissedRow>,
    cast: Arc<Cast>,
    last_step: u64,
    keep: usize,
    /// Contacts of which only the separation is off, to tell the size of a body, by body; and how many.
    off: BTreeMap<usize, Vec<Arc<OffDepth>>>,
    off_count: usize,
}

impl Pass {
    /// By what the header means; `keep` of the worst contacts are listed.
    pub fn new(meant: Meant, keep: usize) -> Self {
        let convention = Convention::new(&meant.header);
        Self {
            feed: Feed::new(convention.clone(), meant.lag, meant.rounding),
            motion: MotionCheck::new(&meant.header, convention, ROWS.max(keep)),
            wander: WanderCheck::new(ROWS),
            tally: VerdictTally::new(keep),
            touches: HistoryCheck::default(),
            open: BTreeMap::new(),
            missed: 0,
            deepest: Vec::new(),
            cast: Arc::default(),
            last_step: 0,
            keep,
            off: BTreeMap::new(),
            off_count: 0,
            meant,
        }
    }

    /// Takes the step that was read last; a step that can be judged comes back.
    pub fn read<R: BufRead>(&mut self, replay: &TraceReplay<R>) -> Option<StepInput> {
        let ready = self.feed.take(replay);
        self.cast.clone_from(self.feed.cast());
        self.motion.read(replay, &self.cast);
        // Contacts of the line before: its velocities too, unless they act on what the line before shows.
        if let Some(input) = &ready {
            self.follow(input, self.meant.lag.0 <= 0);
        }
        ready
    }

    /// The last step, at the end of the trace.
    pub fn end(&mut self) -> Option<StepInput> {
        let ready = self.feed.finish();
        if let Some(input) = ready.as_ref().filter(|_| self.meant.lag.0 > 0) {
            self.follow(input, true);
        }
        ready
    }

    fn follow(&mut self, input: &StepInput, is_latest: bool) {
        self.motion.take(input, is_latest);
        self.wander.take(input);
        self.last_step = input.step;
    }

    /// Takes what was judged, in the order of the steps.
    pub fn sum_up(&mut self, judged: Judged) {
        let Judged { input, judgements, overlaps } = judged;
        self.miss(&input, overlaps);
        for (index, judgement) in judgements.iter().enumerate() {
            if judgement.is_depth_alone() {
                self.keep_off(&input, index);
            }
        }
        self.touches.take(&input, &judgements);
        self.tally.take(&input, judgements);
    }

    /// Keeps a contact of which only the separation is off, while there are few of one of its bodies.
    fn keep_off(&mut self, input: &StepInput, index: usize) {
        let claim = &input.claims[index];
        let bodies = [claim.a, claim.b];
        // Both bodies get the case: which of the two has the wrong size shows later, by their other contacts.
        let is_wanted = |body: &usize| self.off.get(body).is_none_or(|kept| kept.len() < SIZE_SAMPLES);
        if self.off_count >= ALL_SIZE_SAMPLES || !bodies.iter().any(is_wanted) {
            return;
        }
        let of = |side: usize| {
            let pose = claim.found[side].or(pose_of(&input.found, bodies[side]))?;
            Some((bodies[side], input.cast.members[bodies[side]].clone(), pose))
        };
        // Without a separation there is nothing to fit a size to.
        let Some(((a, b), deepest)) = of(0).zip(of(1)).zip(deepest(claim)) else { return };
        self.off_count += 1;
        let case = Arc::new(OffDepth { of: [a, b], normal: claim.normal, deepest });
        for body in bodies {
            let kept = self.off.entry(body).or_default();
            if kept.len() < SIZE_SAMPLES {
                kept.push(case.clone());
            }
        }
    }

    /// An overlap counts once it lasts two steps, and once however long it lasts.
    fn miss(&mut self, input: &StepInput, overlaps: Vec<MissedPair>) {
        let before = std::mem::take(&mut self.open);
        // Found in one step alone it may be one that the engine resolves in the same step, without a contact to tell
        // of.
        for MissedPair { pair, depth } in overlaps {
            let counted = before.get(&pair).copied();
            if counted == Some(false) {
                self.missed += 1;
            }
            if counted.is_some() {
                let (a, b) = (id(&input.cast, pair.0), id(&input.cast, pair.1));
                self.deepest.push(MissedRow { step: input.step, a, b, depth_mm: depth * 1e3 });
            }
            self.open.insert(pair, counted.is_some());
        }
        // Sorted now and then rather than kept in order: most overlaps are never listed.
        if self.deepest.len() > 4 * ROWS {
            self.keep_deepest();
        }
    }

    /// Of each pair the deepest step, the deepest pairs first.
    fn keep_deepest(&mut self) {
        self.deepest.sort_by(|x, y| (&x.a, &x.b).cmp(&(&y.a, &y.b)).then(y.depth_mm.total_cmp(&x.depth_mm)));
        self.deepest.dedup_by(|x, y| x.a == y.a && x.b == y.b);
        self.deepest.sort_by(|x, y| y.depth_mm.total_cmp(&x.depth_mm));
        self.deepest.truncate(ROWS);
    }

    /// The report on a trace that was read to its end.
    pub fn finish<R: BufRead>(mut self, replay: &TraceReplay<R>) -> Report {
        // Walks that still go on end with the trace.
        self.wander.finish(self.last_step);
        self.keep_deepest();
        self.deepest.truncate(self.keep);
        let mut report = Report {
            engine: replay.header.engine.clone(),
            steps: replay.count,
            bodies: replay.bodies.len(),
            ..Report::default()
        };
        // First what contacts contradict, then what only motion can: both are faults of the header.
        report.header = self.meant.lies.iter().cloned().map(LieRow::from).collect();
        report.header.extend(self.units(&self.meant.header));
        report.missed.count = self.missed;
        report.missed.worst = std::mem::take(&mut self.deepest);
        report.sizes = self.sizes();
        self.motion_rows(&mut report);
        for walk in self.wander.walks.take_sorted() {
            let (a, b) = (id(&self.cast, walk.pair.0), id(&self.cast, walk.pair.1));
            report.wander.push(WanderRow { a, b, from: walk.from, to: walk.to, mm_per_step: walk.per_step * 1e3 });
        }
        report.notes.extend(replay.notes.iter().take(NOTES).map(|(_, text)| text.clone()));
        // The engine's own notes lead and are counted, so that panels can tell them from this program's.
        report.remarks = report.notes.len();
        report.notes.extend(self.cast.faults.iter().cloned());
        report.notes.extend(missing(&replay.header, &self.motion));
        report
            .notes
            .extend(replay.reader().unknown_keys().map(|key| format!("key {key} is not known and was skipped")));
        if replay.reader().is_cut() {
            report.notes.push("the last line is cut off and was left out".into());
        }
        report.touches_full_at = self.touches.full_at;
        report.touches = self.touches.finish();
        // A radius that explained no contact of the whole trace is not worth a row.
        let rounding = self.meant.rounding;
        self.tally.finish(&mut report);
        let rounded = report.verdicts.get(Verdict::Rounded.key()).copied().unwrap_or(0);
        report.rounding = rounding.filter(|_| rounded > 0).map(|r| RoundingRow {
            radius_mm: r.radius * 1e3,
            contacts: rounded,
            side: if r.is_inside { "inside" } else { "outside" },
        });
        report
    }

    fn motion_rows(&mut self, report: &mut Report) {
        let cast = &self.cast;
        // Inside here bodies are numbers; a report names them.
        let row = |bounce: super::bounce::CheckedBounce| RestitutionRow {
            a: id(cast, bounce.pair.0),
            b: id(cast, bounce.pair.1),
            step: bounce.step,
            declared: bounce.declared,
            measured: bounce.measured,
        };
        report.restitution = self.motion.bounces.found.take_sorted().into_iter().map(row).collect();
        report.restitution_ratio = self.motion.bounces.ratio();
        // Counts are of all that was found; lists hold the greatest only.
        report.impulse.bodies = self.motion.balanced.len();
        report.impulse.count = self.motion.unexplained.count;
        let unexplained = self.motion.unexplained.take_sorted().into_iter().take(self.keep);
        report.impulse.unexplained =
            unexplained.map(|u| UnexplainedRow { body: id(cast, u.body), step: u.step, ns: u.impulse }).collect();
        report.energy.count = self.motion.rises.count;
        report.energy.rises = self.motion.rises.take_sorted().into_iter().take(self.keep).collect();
    }

    /// What the motion contradicts in the header: the unit of impulses, of length, and where up is.
    fn units(&self, declared: &Header) -> Vec<LieRow> {
        let mut lies = Vec::new();
        let mut lie = |key, declared: String, found: String| lies.push(LieRow { key, declared, found, share: 1.0 });

        // A unit tells itself by how fast things fall, on earth and where no other gravity is declared.
        let fall = self.motion.free_fall();
        let fitting = |fall: DVec3| {
            let per_unit = fall.length() / declared.metres;
            UNITS.into_iter().find(|metres| (per_unit * metres / EARTH - 1.0).abs() < 0.03)
        };
        let metres = fall.and_then(fitting).filter(|m| (m / declared.metres - 1.0).abs() > 0.03);

        // Momentum is in the true unit of length, impulses have none.
        let (needed, given) = self.motion.ratio;
        let needed = needed * metres.map_or(1.0, |m| m / declared.metres);
        if let (Some(unit), Some(dt), true) = (declared.impulse, declared.dt, given > 0.0) {
            let is_near = |ratio: f64, to: f64| (ratio / to - 1.0).abs() < 0.2;
            match unit {
                ImpulseUnit::NewtonSecond if is_near(needed / given, dt) => lie("impulse", "N*s".into(), "N".into()),
                ImpulseUnit::Newton if is_near(needed / given, 1.0 / dt) => lie("impulse", "N".into(), "N*s".into()),
                _ => {}
            }
        }

        if let Some(metres) = metres {
            lie("metres", declared.metres.to_string(), metres.to_string());
        }
        let Some(fall) = fall else { return lies };
        // Read by its header, up is y. A fall more than 26° (cos⁻¹ 0.9) off says that another axis is up.
        let up = -fall.normalize_or_zero();
        if up.dot(DVec3::Y) < 0.9 && fall.length() > 1e-3 {
            // The axis of the trace that points against the fall.
            let convention = Convention::new(declared);
            let name = |up: Up| UPS.iter().find(|a| a.0 == up).map_or("y", |a| a.1).to_string();
            let found = UPS
                .iter()
                .max_by(|a, b| convention.direction(a.2).dot(up).total_cmp(&convention.direction(b.2).dot(up)));
            if let Some(found) = found.filter(|f| convention.direction(f.2).dot(up) > 0.9) {
                lie("up", name(declared.up), found.1.into());
            }
        }
        lies
    }

    /// Bodies that would agree were they larger or smaller: the scale that most of their contacts want.
    fn sizes(&self) -> Vec<SizeRow> {
        let mut rows = Vec::new();
        for body in self.tally.suspects() {
            let Some(kept) = self.off.get(&body) else { continue };
            // The median: a few contacts that are wrong for reasons of their own decide nothing.
            let error = |scale: f64| {
                let errors = kept.iter().filter_map(|case| case.error(body, scale));
                let mut errors: Vec<f64> = errors.collect();
                errors.sort_by(f64::total_cmp);
                errors.get(errors.len() / 2).copied().unwrap_or(f64::INFINITY)
            };
            // From 0.9 to 1.1 by thousandths: wrong margins and radii are of that order, other factors are wrong units.
            let scales = (-100..=100).map(|k| 1.0 + 0.001 * f64::from(k));
            let best = scales.map(|s| (error(s), s)).min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((error, scale)) = best.filter(|(error, scale)| *error < 2e-4 && (scale - 1.0).abs() > 1e-3) {
                log::debug!("body {body}: scale {scale} leaves {error} m");
                rows.push((
                    kept.len() as u64,
                    SizeRow { body: id(&self.cast, body), scale, contacts: kept.len() as u64 },
                ));
            }
        }
        // Of two bodies that touch, the one with more such contacts is at fault; its partners were right.
        rows.sort_by_key(|row| std::cmp::Reverse(row.0));
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

impl OffDepth {
    /// How far the separation is off (m) were one of the two bodies scaled.
    fn error(&self, body: usize, scale: f64) -> Option<f64> {
        // Scaled about its own origin, as a wrong factor in an adapter does it: places of pieces as well as their
        // sizes.
        let member = |(index, member, _): &(usize, CastMember, Pose)| {
            let mut member = member.clone();
            if *index == body {
                for piece in &mut member.pieces {
                    piece.place.position *= scale;
                    if let Geometry::Convex(solid) = &mut piece.geometry {
                        *solid = scaled(solid, scale);
                    }
                }
            }
            member
        };
        let [(one, pose_a), (other, pose_b)] = self.of.each_ref().map(|of| (member(of), of.2));
        let found = answers((&one, &pose_a), (&other, &pose_b), Edges::Sharp, 0.1);
        // Only the answer along the engine's normal tells its depth: another face has another.
        let near = found.known.iter().filter(|(s, _)| angle_deg(s.normal, self.normal) < super::ANGLE_DEG);
        near.map(|(s, _)| (s.gap - self.deepest).abs()).reduce(f64::min)
    }
}

fn scaled(solid: &Solid, scale: f64) -> Solid {
    let core = match &solid.core {
        Core::Point => Core::Point,
        Core::Segment(half) => Core::Segment(half * scale),
        Core::Cuboid(half) => Core::Cuboid(*half * scale),
        Core::Rectangle(half, sides) => Core::Rectangle(*half * scale, *sides),
        Core::Frustum { bottom, top, half } => {
            Core::Frustum { bottom: bottom * scale, top: top * scale, half: half * scale }
        }
        Core::HalfSpace { normal, offset } => Core::HalfSpace { normal: *normal, offset: offset * scale },
        Core::Hull(hull) => {
            let points: Vec<DVec3> = hull.points.iter().map(|p| *p * scale).collect();
            Core::Hull(Arc::new(crate::exact::Hull::new(&points)))
        }
    };
    Solid { core, radius: solid.radius * scale }
}

/// What a trace does not give, and so what of it cannot be said.
fn missing(header: &Header, motion: &MotionCheck) -> Vec<String> {
    let mut notes = Vec::new();
    if header.dt.is_none() {
        notes.push("no dt: impulses and free fall are not checked".into());
    }
    if header.impulse.is_none() {
        notes.push("no unit of impulses: momentum is not checked".into());
    } else if motion.balanced.is_empty() {
        notes.push("momentum is not checked: it needs masses, velocities, and impulses with friction".into());
    }
    notes
}
