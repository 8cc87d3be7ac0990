//! Whether one contact is what geometry says.

use super::cast::{Answers, Cast, CastMember, Edges, PairMeeting, Rounding, answers};
use super::line::{local_gap, two_sided};
use crate::exact::{Part, Pose, Separation, Solid, gap_along, rivals, separation};
use crate::trace::Claim;
use glam::DVec3;
use serde::Serialize;
use std::sync::Arc;

/// A normal agrees within this angle (degrees).
pub const ANGLE_DEG: f64 = 0.5;

/// A separation agrees within this (m), and this share of the smaller body.
const DEPTH: f64 = 1e-4;
const DEPTH_SHARE: f64 = 1e-4;

/// A point belongs to two bodies within this (m), and this share of the smaller one.
const OFF_SURFACE: f64 = 1e-3;
const OFF_SURFACE_SHARE: f64 = 1e-2;

/// How many steps back a contact may come from.
pub const STALE_STEPS: usize = 10;

/// Contacts of one pair whose normals differ by less than this are one patch (cosine of 5°).
const ONE_PATCH: f64 = 0.9962;

/// Where the bodies stood, by body; none for one that has not been seen.
pub type Stand = Vec<Option<Pose>>;

/// What is said of a contact: the first that holds, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Within 0.5° and 0.1 mm (and 1e-4 of the smaller body) of an exact direction.
    Agrees,
    /// Not the best direction, but as good as it within the same bounds.
    Tie,
    /// Agrees once the shapes are rounded.
    Rounded,
    /// Agrees at the poses of an earlier step.
    Stale,
    /// Agrees, or is as good as the best direction, with its sign turned.
    Reversed,
    /// A point lies on neither body, nor between them.
    OffSurface,
    /// None of these.
    Wrong,
    /// Geometry has no answer for these shapes.
    Unchecked,
}

impl Verdict {
    /// All, in order.
    pub const ALL: [Self; 8] = [
        Self::Agrees,
        Self::Tie,
        Self::Rounded,
        Self::Stale,
        Self::Reversed,
        Self::OffSurface,
        Self::Wrong,
        Self::Unchecked,
    ];

    /// As files and reports name it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Tie => "tie",
            Self::Rounded => "rounded",
            Self::Stale => "stale",
            Self::Reversed => "reversed",
            Self::OffSurface => "off_surface",
            Self::Wrong => "wrong",
            Self::Unchecked => "unchecked",
        }
    }
}

impl Verdict {
    /// In words, English.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Tie => "a tie",
            Self::Rounded => "rounded",
            Self::Stale => "stale",
            Self::Reversed => "reversed",
            Self::OffSurface => "off the surface",
            Self::Wrong => "wrong",
            Self::Unchecked => "unchecked",
        }
    }
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What holds.
    pub verdict: Verdict,
    /// Angle between the engine's normal and the nearest exact one (degrees).
    pub angle_deg: f64,
    /// The engine's separation less the exact one (m); none where the engine gave none.
    pub depth: Option<f64>,
    /// What geometry says; none for what is unchecked.
    pub exact: Option<Separation>,
    /// How many steps ago it was right, for a stale one.
    pub steps_ago: usize,
    /// Why it is unchecked.
    pub reason: Option<String>,
}

impl Judgement {
    /// Whether the normal is right and how deep the contact is is not: what a body of another size does, whose points
    /// may lie off its surface, too.
    pub fn is_depth_alone(&self) -> bool {
        matches!(self.verdict, Verdict::Wrong | Verdict::OffSurface) && self.angle_deg <= ANGLE_DEG
    }
}

/// What a step's contacts are judged by.
#[derive(Clone, Debug)]
pub struct StepInput {
    /// The engine's number of the step.
    pub step: u64,
    /// The bodies.
    pub cast: Arc<Cast>,
    /// Its contacts.
    pub claims: Vec<Claim>,
    /// Where the bodies stood when they were found.
    pub found: Arc<Stand>,
    /// Where they stood after the step.
    pub after: Arc<Stand>,
    /// Where they stood one step, two steps … before the contacts were found.
    pub earlier: Vec<Arc<Stand>>,
    /// One radius for all shapes, where the trace as a whole shows it.
    pub rounding: Option<Rounding>,
}

impl StepInput {
    /// The verdicts on all contacts of the step.
    pub fn judge(&self) -> Vec<Judgement> {
        let depths = self.patch_depths();
        (0..self.claims.len()).map(|index| self.judge_in(index, depths[index])).collect()
    }

    /// The verdict on one contact.
    pub fn judge_one(&self, index: usize) -> Judgement {
        self.judge_in(index, self.patch_depth(index, 0..self.claims.len()))
    }

    /// The verdict on one contact, part of a patch that is so deep (m).
    fn judge_in(&self, index: usize, patch: f64) -> Judgement {
        let claim = &self.claims[index];
        let Some(case) = self.case(index, patch) else {
            return Judgement {
                verdict: Verdict::Unchecked,
                angle_deg: 0.0,
                depth: None,
                exact: None,
                steps_ago: 0,
                reason: Some("a body has no pose in the trace".into()),
            };
        };
        // First against the shapes as they are declared, edges sharp; what agrees with that needs no excuse.
        let sharp = case.answers(Edges::Sharp);
        let Some(best) = case.best(&sharp) else {
            let reason = sharp.unknown.unwrap_or_else(|| "geometry sees nothing near".into());
            // A mesh of which no triangle is near, or the open side of a sheet: the engine is wrong,
            // not geometry silent.
            let is_far = !case.a.0.pieces.is_empty() && !case.b.0.pieces.is_empty() && !reason.contains("mesh");
            let verdict = if is_far { Verdict::Wrong } else { Verdict::Unchecked };
            return Judgement {
                verdict,
                angle_deg: 180.0,
                depth: None,
                exact: None,
                steps_ago: 0,
                reason: Some(reason),
            };
        };
        let (answer, meeting) = &sharp.known[best.index];
        let judgement = |verdict, steps_ago| Judgement {
            verdict,
            angle_deg: best.angle_deg,
            depth: best.depth,
            exact: Some(*answer),
            steps_ago,
            reason: None,
        };

        // From here on excuses, the most innocent first: two normals are right, edges are rounded, the contact is some
        // steps old.
        if best.agrees {
            return judgement(Verdict::Agrees, 0);
        }
        let is_tie = |normal| meeting.as_ref().is_some_and(|m| case.is_tie(normal, answer, m));
        if is_tie(claim.normal) {
            return judgement(Verdict::Tie, 0);
        }
        let is_rounded = |edges| {
            let rounded = case.answers(edges);
            case.best(&rounded).is_some_and(|b| b.agrees || case.is_clipped(&rounded.known[b.index].0, &sharp))
        };
        if is_rounded(Edges::Declared) || self.rounding.is_some_and(|r| is_rounded(Edges::Rounded(r))) {
            return judgement(Verdict::Rounded, 0);
        }
        if let Some(steps) = self.steps_ago(claim, &case, best.angle_deg <= ANGLE_DEG) {
            return judgement(Verdict::Stale, steps);
        }
        // Normals that hold for the opposite sense: A and B were taken for each other.
        if sharp.known.iter().any(|(s, _)| angle_deg(s.normal, -claim.normal) <= ANGLE_DEG) || is_tie(-claim.normal) {
            return judgement(Verdict::Reversed, 0);
        }
        if case.is_off_surface(&sharp) { judgement(Verdict::OffSurface, 0) } else { judgement(Verdict::Wrong, 0) }
    }

    /// How far the two bodies of a contact are apart along the engine's normal (m): as far as along the exact one where
    /// either is right. None where a body is a mesh or has no shape.
    pub fn gap_along_normal(&self, index: usize) -> Option<f64> {
        let normal = self.claims[index].normal;
        let known = self.case(index, f64::INFINITY)?.answers(Edges::Sharp).known;
        let gap = |meeting: &PairMeeting| gap_along((&meeting.a.0, &meeting.a.1), (&meeting.b.0, &meeting.b.1), normal);
        let gaps = known.iter().map(|(_, meeting)| meeting.as_ref().map(gap));
        gaps.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::min)
    }

    /// For each contact the separation of the deepest point of its patch (m).
    fn patch_depths(&self) -> Vec<f64> {
        // Contacts of one pair stand together then: few are held against each other, however many a step has.
        let pair = |index: &usize| (self.claims[*index].a, self.claims[*index].b);
        let mut order: Vec<usize> = (0..self.claims.len()).collect();
        order.sort_unstable_by_key(pair);
        let mut depths = vec![f64::INFINITY; order.len()];
        for of_pair in order.chunk_by(|x, y| pair(x) == pair(y)) {
            for index in of_pair {
                depths[*index] = self.patch_depth(*index, of_pair.iter().copied());
            }
        }
        depths
    }

    /// The separation of the deepest point of a contact's patch (m), of whose contacts all are among `others`.
    ///
    /// Of a patch that comes as several contacts the deepest point counts for all, one with a reversed normal too.
    fn patch_depth(&self, index: usize, others: impl Iterator<Item = usize>) -> f64 {
        let claim = &self.claims[index];
        let is_same_patch =
            |c: &&Claim| c.a == claim.a && c.b == claim.b && c.normal.dot(claim.normal).abs() > ONE_PATCH;
        let patch = others.map(|other| &self.claims[other]).filter(is_same_patch);
        patch.filter_map(deepest).fold(f64::INFINITY, f64::min)
    }

    /// The contact with its bodies in their places, part of a patch that is so deep (m).
    fn case(&self, index: usize, patch: f64) -> Option<JudgedCase<'_>> {
        let claim = &self.claims[index];
        let (a, b) = (self.cast.members.get(claim.a)?, self.cast.members.get(claim.b)?);
        let pose = |body: usize| self.found.get(body).copied().flatten();
        let (found_a, found_b) = (claim.found[0].or(pose(claim.a))?, claim.found[1].or(pose(claim.b))?);
        Some(JudgedCase { claim, a: (a, found_a), b: (b, found_b), patch })
    }

    /// How many steps ago the contact was right, where it is not now.
    ///
    /// An engine that keeps a contact keeps its normal in the world, or fixed in one of the bodies; its separation may
    /// be that of then or brought up to date, so where the normal has turned that alone decides.
    fn steps_ago(&self, claim: &Claim, case: &JudgedCase, needs_depth: bool) -> Option<usize> {
        for (index, stand) in self.earlier.iter().take(STALE_STEPS).enumerate() {
            let pose = |body: usize| stand.get(body).copied().flatten();
            let (then_a, then_b) = (pose(claim.a)?, pose(claim.b)?);
            let then = answers((case.a.0, &then_a), (case.b.0, &then_b), Edges::Sharp, case.margin());
            for (answer, _) in &then.known {
                // The three ways in which engines keep a normal: in the world, turning with A, turning with B.
                let kept_in = |then: &Pose, now: &Pose| now.rotation * then.local_direction(answer.normal);
                let turned = [answer.normal, kept_in(&then_a, &case.a.1), kept_in(&then_b, &case.b.1)];
                let is_normal = turned.iter().any(|n| angle_deg(*n, claim.normal) <= ANGLE_DEG);
                let is_depth =
                    deepest(claim).is_none_or(|d| (d.min(case.patch) - answer.gap).abs() <= case.tolerance());
                if is_normal && (is_depth || !needs_depth) {
                    return Some(index + 1);
                }
            }
        }
        None
    }
}

/// A contact and its bodies in their places.
struct JudgedCase<'a> {
    claim: &'a Claim,
    a: (&'a CastMember, Pose),
    b: (&'a CastMember, Pose),
    /// Separation of the deepest point of the whole patch (m).
    patch: f64,
}

/// The answer that is nearest to what the engine said.
struct Best {
    index: usize,
    angle_deg: f64,
    depth: Option<f64>,
    agrees: bool,
}

impl JudgedCase<'_> {
    /// The lesser of the two bodies' sizes (m); infinite for two planes.
    fn size(&self) -> f64 {
        self.a.0.size.min(self.b.0.size)
    }

    /// By how much separations may differ (m).
    fn tolerance(&self) -> f64 {
        DEPTH + if self.size().is_finite() { DEPTH_SHARE * self.size() } else { 0.0 }
    }

    /// How far triangles are asked (m).
    fn margin(&self) -> f64 {
        0.05 + deepest(self.claim).unwrap_or(0.0).abs()
    }

    fn answers(&self, edges: Edges) -> Answers {
        answers((self.a.0, &self.a.1), (self.b.0, &self.b.1), edges, self.margin())
    }

    /// The answer that agrees best: one that agrees at all before one that does not, then by angle.
    fn best(&self, answers: &Answers) -> Option<Best> {
        let mut best: Option<Best> = None;
        for (index, (answer, meeting)) in answers.known.iter().enumerate() {
            let angle_deg = angle_deg(answer.normal, self.claim.normal);
            let (depth, is_deep) = self.depth(answer, meeting.as_ref(), angle_deg);
            let agrees = angle_deg <= ANGLE_DEG && is_deep;
            let is_better = |b: &Best| (agrees && !b.agrees) || (agrees == b.agrees && angle_deg < b.angle_deg);
            if best.as_ref().is_none_or(is_better) {
                best = Some(Best { index, angle_deg, depth, agrees });
            }
        }
        best
    }

    /// The engine's separation less the exact one, and whether that is within the tolerance.
    ///
    /// No point may lie deeper than the two overlap, and the deepest of the patch must lie as deep, or as deep as the
    /// bodies are at its own place: engines keep some points of a patch, not always the deepest.
    fn depth(&self, answer: &Separation, meeting: Option<&PairMeeting>, angle_deg: f64) -> (Option<f64>, bool) {
        let Some(own) = deepest(self.claim) else { return (None, true) };
        let tolerance = self.tolerance();
        // Deeper than the bodies overlap anywhere: wrong, whatever the rest of the patch says.
        if own < answer.gap - tolerance {
            return (Some(own - answer.gap), false);
        }
        // A point that stands for a patch answers for the deepest of it.
        let patch = self.patch.min(own);
        let depth = patch - answer.gap;
        if depth <= tolerance {
            return (Some(depth), true);
        }
        // Shallower than the bodies overlap: right still, where each point tells the gap at its own place.
        let is_local = angle_deg <= ANGLE_DEG
            && meeting.is_some_and(|m| {
                self.claim.points.iter().all(|point| {
                    let local = local_gap(m, point.place, answer.normal);
                    point.separation.zip(local).is_some_and(|(s, gap)| (s - gap).abs() <= tolerance)
                })
            });
        (Some(if is_local { 0.0 } else { depth }), is_local)
    }

    /// Whether a normal is as good as the best one: nearly as great a gap along it, or along the best direction of its
    /// neighbourhood.
    fn is_tie(&self, normal: DVec3, answer: &Separation, meeting: &PairMeeting) -> bool {
        let (a, b) = ((&meeting.a.0, &meeting.a.1), (&meeting.b.0, &meeting.b.1));
        let is_deep = |gap: f64| {
            let same = Separation { gap, ..*answer };
            self.depth(&same, Some(meeting), 0.0).1
        };
        let own = gap_along(a, b, normal);
        // A turned normal of a small round body loses little: so the bound shrinks with the body.
        let least = DEPTH.min(DEPTH_SHARE * self.size());
        if answer.gap - own <= least && is_deep(own) {
            return true;
        }
        // Near it there may be another best direction, as between two faces of a box.
        rivals(a, b, normal, DEPTH)
            .into_iter()
            .any(|(rival, gap)| answer.gap - gap <= DEPTH && angle_deg(rival, normal) <= ANGLE_DEG && is_deep(gap))
    }

    /// Whether a normal is that of rounded shapes and its points lie on the sharp ones: some engines find a direction
    /// with round edges, and clip faces that have none against each other along it.
    fn is_clipped(&self, rounded: &Separation, sharp: &Answers) -> bool {
        let Some(own) = deepest(self.claim) else { return false };
        let (tolerance, deep) = (self.tolerance(), own.min(self.patch));
        // Only where round edges matter.
        if angle_deg(rounded.normal, self.claim.normal) > ANGLE_DEG || rounded.gap <= sharp.least() + tolerance {
            return false;
        }
        sharp.known.iter().filter_map(|(_, meeting)| meeting.as_ref()).any(|m| {
            let least = gap_along((&m.a.0, &m.a.1), (&m.b.0, &m.b.1), self.claim.normal);
            // From the sharp shapes' gap to the rounded ones': clipping puts a point anywhere between.
            least - tolerance <= deep && deep <= rounded.gap + tolerance
        })
    }

    /// Whether a point lies on neither body nor between them.
    fn is_off_surface(&self, answers: &Answers) -> bool {
        // Planes are of infinite size, so the share is taken of a kilometre at most.
        let tolerance = OFF_SURFACE.max(OFF_SURFACE_SHARE * self.size().min(1e3));
        let gap = answers.least().max(0.0);
        let is_off = |place: DVec3| {
            let pair = distance(self.a, place).zip(distance(self.b, place));
            pair.is_some_and(|(a, b)| {
                let is_on = a.abs() <= tolerance || b.abs() <= tolerance;
                let is_between = (a <= 0.0 && b <= 0.0) || a + b <= gap + tolerance && a >= 0.0 && b >= 0.0;
                !is_on && !is_between
            })
        };
        self.claim.points.iter().any(|p| is_off(p.place))
    }
}

/// How far a point is from a body's surface (m), negative inside; none for meshes, which have no inside.
pub fn distance((member, pose): (&CastMember, Pose), place: DVec3) -> Option<f64> {
    let point = Solid::sphere(0.0);
    let at = Pose { position: place, ..Pose::IDENTITY };
    let mut least: Option<f64> = None;
    for piece in &member.pieces {
        let crate::trace::Geometry::Convex(solid) = &piece.geometry else { return None };
        let gap = separation((&two_sided(solid), &pose.after(&piece.place)), (&point, &at)).ok()?.gap;
        least = Some(least.map_or(gap, |l| l.min(gap)));
    }
    least
}

/// The separation of the deepest point of a contact (m); none when the engine gave none.
pub fn deepest(claim: &Claim) -> Option<f64> {
    claim.points.iter().filter_map(|p| p.separation).reduce(f64::min)
}

/// The angle between two directions (degrees), exact for small ones too.
pub fn angle_deg(u: DVec3, v: DVec3) -> f64 {
    // A contact without a normal is as wrong as can be.
    if v == DVec3::ZERO { 180.0 } else { u.cross(v).length().atan2(u.dot(v)).to_degrees() }
}

/// What a pair of parts is called in a table: `edge` where both are edges, else the more telling of the two.
pub fn feature(exact: &Separation) -> String {
    let word = |part: &Part| part.to_string().split(' ').next().unwrap_or_default().to_string();
    let (a, b) = (word(&exact.part_a), word(&exact.part_b));
    let is_plain = |w: &str| matches!(w, "surface" | "front");
    match (is_plain(&a), is_plain(&b)) {
        (true, true) => a,
        (true, false) => b,
        (false, true) => a,
        (false, false) if a == b => a,
        (false, false) => format!("{a}, {b}"),
    }
}
