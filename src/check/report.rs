//! What a check says of a whole trace.

use super::cast::{Cast, CastMember};
use super::contact_history::TouchHistory;
use super::sample::Lie;
use super::spread::{Errors, Spread};
use super::verdict::{Judgement, StepInput, Verdict, feature};
use crate::trace::{Claim, Id};
use serde::Serialize;
use std::collections::BTreeMap;

/// The report as `--json` prints it. Vectors are in this program's axes: y up, right-handed, metres.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Name and version of the engine.
    pub engine: String,
    /// Steps read.
    pub steps: u64,
    /// Bodies declared.
    pub bodies: usize,
    /// Contacts judged.
    pub contacts: u64,
    /// What the header says and the contacts contradict.
    pub header: Vec<LieRow>,
    /// How often each verdict was given.
    pub verdicts: BTreeMap<&'static str, u64>,
    /// Errors by the kinds of shapes and the feature.
    pub pairs: Vec<PairRow>,
    /// Overlaps without a contact.
    pub missed: Missed,
    /// Impacts that ended in separation, those that differ most from what is declared first.
    pub restitution: Vec<RestitutionRow>,
    /// Of the impacts of bodies that declare a restitution, what they parted with over what is declared, the median;
    /// none where there were few.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution_ratio: Option<f64>,
    /// Momentum against impulses.
    pub impulse: ImpulseReport,
    /// Steps in which energy grew.
    pub energy: EnergyReport,
    /// Contacts that walk over bodies at rest.
    pub wander: Vec<WanderRow>,
    /// The radius by which edges are rounded; none where there is none.
    pub rounding: Option<RoundingRow>,
    /// Bodies whose contacts would agree were they larger or smaller.
    pub sizes: Vec<SizeRow>,
    /// The contacts that are furthest from geometry.
    pub worst: Vec<WorstRow>,
    /// Which pairs touched when.
    #[serde(skip)]
    pub touches: Vec<TouchHistory>,
    /// The first step of which not all touches are kept; none where all are.
    #[serde(skip)]
    pub touches_full_at: Option<u64>,
    /// How many of the notes are the engine's own, which come first.
    #[serde(skip)]
    pub remarks: usize,
    /// What else there is to say: the engine's own notes, what the trace does not give, keys that are not known, an end
    /// that was cut off.
    pub notes: Vec<String>,
}

/// Impacts that part at this much less or more than is declared, in the median, are another restitution.
const OTHER_RESTITUTION: f64 = 1.2;

impl Report {
    /// Where impacts part with another restitution than is declared: with how many times that.
    pub fn other_restitution(&self) -> Option<f64> {
        self.restitution_ratio.filter(|ratio| *ratio > OTHER_RESTITUTION || *ratio < 1.0 / OTHER_RESTITUTION)
    }
}

/// A key of the header that does not fit.
#[derive(Clone, Debug, Serialize)]
pub struct LieRow {
    /// The key.
    pub key: &'static str,
    /// What the header says.
    pub declared: String,
    /// What fits.
    pub found: String,
    /// The share of contacts, or of what was measured, that fits.
    pub share: f64,
}

impl From<Lie> for LieRow {
    fn from(lie: Lie) -> Self {
        Self { key: lie.key, declared: lie.declared, found: lie.found, share: (lie.share * 1e3).round() / 1e3 }
    }
}

/// The errors of one kind of pair.
#[derive(Clone, Debug, Serialize)]
pub struct PairRow {
    /// The two kinds of shapes.
    pub pair: String,
    /// Where geometry sees them touch.
    pub feature: String,
    /// How many.
    pub contacts: u64,
    /// Of the normals (degrees).
    pub angle_deg: Spread,
    /// Of the separations (mm).
    pub depth_mm: Spread,
}

/// Overlaps without a contact.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Missed {
    /// Pairs, each counted once for every time it is missed two steps or longer.
    pub count: u64,
    /// The deepest.
    pub worst: Vec<MissedRow>,
}

/// One of them, at its deepest.
#[derive(Clone, Debug, Serialize)]
pub struct MissedRow {
    /// In which step.
    pub step: u64,
    /// One body.
    pub a: Id,
    /// The other.
    pub b: Id,
    /// How deep.
    pub depth_mm: f64,
}

/// An impact.
#[derive(Clone, Debug, Serialize)]
pub struct RestitutionRow {
    /// One body.
    pub a: Id,
    /// The other.
    pub b: Id,
    /// When they met.
    pub step: u64,
    /// Of the pair, by the header's rule; none where a body does not say.
    pub declared: Option<f64>,
    /// −v′/v along the normal.
    pub measured: f64,
}

/// Momentum against impulses.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ImpulseReport {
    /// Bodies that could be held against their impulses.
    pub bodies: usize,
    /// Where the two do not agree, the worst first.
    pub unexplained: Vec<UnexplainedRow>,
    /// How many there are in all.
    pub count: usize,
}

/// A change of momentum without a cause.
#[derive(Clone, Debug, Serialize)]
pub struct UnexplainedRow {
    /// Which body.
    pub body: Id,
    /// When.
    pub step: u64,
    /// How much.
    pub ns: f64,
}

/// Steps in which energy grew.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EnergyReport {
    /// The greatest first.
    pub rises: Vec<super::motion::Rise>,
    /// How many there are in all.
    pub count: usize,
}

/// A contact that walks.
#[derive(Clone, Debug, Serialize)]
pub struct WanderRow {
    /// One body.
    pub a: Id,
    /// The other.
    pub b: Id,
    /// Its first step.
    pub from: u64,
    /// Its last step.
    pub to: u64,
    /// Mean way in a step.
    pub mm_per_step: f64,
}

/// A radius that fits all edges.
#[derive(Clone, Debug, Serialize)]
pub struct RoundingRow {
    /// The radius.
    pub radius_mm: f64,
    /// Contacts that it explains.
    pub contacts: u64,
    /// `inside` where faces stay where they are, `outside` where the shape grows.
    pub side: &'static str,
}

/// A body of another size than declared.
#[derive(Clone, Debug, Serialize)]
pub struct SizeRow {
    /// Which body.
    pub body: Id,
    /// What its size must be multiplied by.
    pub scale: f64,
    /// Contacts that this explains.
    pub contacts: u64,
}

/// A contact that is far from geometry.
#[derive(Clone, Debug, Serialize)]
pub struct WorstRow {
    /// When.
    pub step: u64,
    /// The first body.
    pub a: Id,
    /// The second.
    pub b: Id,
    /// What holds.
    pub verdict: Verdict,
    /// How far the normal is off.
    pub angle_deg: f64,
    /// How far the separation is off; none where the engine gave none.
    pub depth_mm: Option<f64>,
    /// What the engine said, from A to B.
    pub normal: [f64; 3],
    /// What geometry says; none where it has no answer.
    pub exact: Option<[f64; 3]>,
    /// The feature of A that geometry sees.
    pub feature_a: String,
    /// The feature of B.
    pub feature_b: String,
    /// How many steps ago it was right, for a stale one.
    #[serde(skip_serializing_if = "is_zero")]
    pub steps_ago: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Counts verdicts and keeps the worst.
#[derive(Debug)]
pub struct VerdictTally {
    counts: BTreeMap<Verdict, u64>,
    pairs: BTreeMap<(String, String), PairErrors>,
    worst: Vec<WorstRow>,
    keep: usize,
    /// Contacts by body whose separation alone is off, and all that were checked.
    sizes: BTreeMap<usize, (u64, u64)>,
    reasons: BTreeMap<String, u64>,
}

impl VerdictTally {
    /// Keeps so many of the worst.
    pub fn new(keep: usize) -> Self {
        let (counts, pairs, sizes, reasons) = Default::default();
        Self { counts, pairs, worst: Vec::new(), keep, sizes, reasons }
    }

    /// Takes the verdicts on a step.
    pub fn take(&mut self, input: &StepInput, judgements: Vec<Judgement>) {
        for (claim, judgement) in input.claims.iter().zip(judgements) {
            *self.counts.entry(judgement.verdict).or_default() += 1;
            if let Some(reason) = &judgement.reason {
                *self.reasons.entry(reason.clone()).or_default() += 1;
            }
            if let Some(exact) = &judgement.exact {
                let (a, b) = (&input.cast.members[claim.a], &input.cast.members[claim.b]);
                // By kind of shapes and by feature, since an engine is often right on faces and wrong on edges.
                let errors = self.pairs.entry((pair_kind(a, b), feature(exact))).or_default();
                // A tie is right: its angle is from one right normal to another.
                let angle = if judgement.verdict == Verdict::Tie { 0.0 } else { judgement.angle_deg };
                errors.angles.push(angle as f32);
                if let Some(depth) = judgement.depth {
                    errors.depths.push(depth.abs() as f32 * 1e3);
                }
                let is_depth_alone = judgement.is_depth_alone();
                // Who is off in depth alone in most contacts is suspected of another size than declared.
                for body in [claim.a, claim.b] {
                    let counts = self.sizes.entry(body).or_default();
                    counts.0 += u64::from(is_depth_alone);
                    counts.1 += 1;
                }
            }
            // What is right or cannot be judged is no fault, so it is not ranked among the worst.
            if !matches!(judgement.verdict, Verdict::Agrees | Verdict::Tie | Verdict::Unchecked) {
                self.rank(input, claim, &judgement);
            }
        }
    }

    /// Keeps a contact while it is among the worst: by verdict, then by angle, then by depth.
    fn rank(&mut self, input: &StepInput, claim: &Claim, judgement: &Judgement) {
        let member = |body: usize| input.cast.members[body].id.clone();
        let part = |part: Option<crate::exact::Part>| part.map_or_else(String::new, |p| p.to_string());
        self.worst.push(WorstRow {
            step: input.step,
            a: member(claim.a),
            b: member(claim.b),
            verdict: judgement.verdict,
            angle_deg: judgement.angle_deg,
            depth_mm: judgement.depth.map(|d| d * 1e3),
            normal: claim.normal.to_array(),
            exact: judgement.exact.map(|e| e.normal.to_array()),
            feature_a: part(judgement.exact.map(|e| e.part_a)),
            feature_b: part(judgement.exact.map(|e| e.part_b)),
            steps_ago: judgement.steps_ago,
        });
        // At twice as many as are listed the lesser half goes: memory stays the same however long the trace is.
        if self.worst.len() >= 2 * self.keep.max(64) {
            self.sort();
        }
    }

    fn sort(&mut self) {
        let depth = |row: &WorstRow| row.depth_mm.unwrap_or(0.0).abs();
        // Verdicts are ordered from right to wrong, so the last one leads.
        self.worst.sort_by(|x, y| {
            y.verdict.cmp(&x.verdict).then(y.angle_deg.total_cmp(&x.angle_deg)).then(depth(y).total_cmp(&depth(x)))
        });
        self.worst.truncate(self.keep);
    }

    /// Puts what was counted into a report.
    pub fn finish(mut self, report: &mut Report) {
        self.sort();
        report.contacts = self.counts.values().sum();
        report.verdicts =
            Verdict::ALL.into_iter().map(|v| (v.key(), self.counts.get(&v).copied().unwrap_or(0))).collect();
        report.worst = self.worst;
        for ((pair, feature), PairErrors { mut angles, mut depths }) in self.pairs {
            let contacts = angles.count;
            report.pairs.push(PairRow {
                pair,
                feature,
                contacts,
                angle_deg: angles.spread(),
                depth_mm: depths.spread(),
            });
        }
        // Names break ties, so that two reports on the same trace are the same text.
        report.pairs.sort_by(|x, y| y.contacts.cmp(&x.contacts).then_with(|| x.pair.cmp(&y.pair)));
        for (reason, count) in self.reasons {
            report.notes.push(format!("{count} contacts unchecked or wrong at once: {reason}"));
        }
    }

    /// Bodies of whose contacts most have a separation that is off and a normal that is right.
    pub fn suspects(&self) -> Vec<usize> {
        // Five at least and more than half: a few contacts may be off for reasons of their own.
        self.sizes.iter().filter(|(_, (off, all))| *off >= 5 && 2 * off > *all).map(|(body, _)| *body).collect()
    }
}

/// The errors of one kind of pair.
#[derive(Debug, Default)]
struct PairErrors {
    /// Degrees.
    angles: Errors,
    /// mm
    depths: Errors,
}

/// The kinds of two bodies, in one order.
fn pair_kind(a: &CastMember, b: &CastMember) -> String {
    const ORDER: [&str; 9] = ["sphere", "capsule", "box", "frustum", "hull", "mesh", "compound", "quad", "plane"];
    let kind = |member: &CastMember| match member.pieces.as_slice() {
        [piece] => piece.kind,
        _ => "compound",
    };
    let rank = |kind: &str| ORDER.iter().position(|k| *k == kind);
    let (a, b) = (kind(a), kind(b));
    if rank(a) <= rank(b) { format!("{a} {b}") } else { format!("{b} {a}") }
}

/// A body by its id.
pub fn id(cast: &Cast, body: usize) -> Id {
    cast.members[body].id.clone()
}
