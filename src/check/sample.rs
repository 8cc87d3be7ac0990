//! A sample of contacts, to try out what a header might have meant.

use super::cast::{Cast, Edges, Rounding, answers};
use super::feed::Lag;
use super::verdict::{StepInput, Verdict, angle_deg, distance};
use crate::trace::{
    Claim, ClaimedPoint, Convention, Header, NormalSense, PointSpace, PosesWhen, QuatOrder, TraceBody, TraceContact,
    TraceReplay,
};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

/// So many groups of contacts are kept.
const SAMPLES: usize = 1500;

/// So few say nothing.
const LEAST: usize = 8;

/// A lie must explain away this share of what does not agree, and at least this share of all.
const EXPLAINED: f64 = 0.5;
const LEAST_EXPLAINED: f64 = 0.02;

/// A point lies on a surface within this (m).
const NEAR: f64 = 0.01;

/// Poses of two bodies, as the file has them.
type TwoPoses = [Option<[f64; 7]>; 2];

/// All contacts of one pair in one step, with the poses of the lines round it.
#[derive(Clone, Debug)]
struct Sample {
    contacts: Vec<TraceContact>,
    /// Of the next line, of its own, of one and two lines before: in the order of [`Lag::ALL`].
    poses: [TwoPoses; 4],
}

/// Something that the header says and the contacts contradict.
#[derive(Clone, Debug, PartialEq)]
pub struct Lie {
    /// The key of the header.
    pub key: &'static str,
    /// What it says.
    pub declared: String,
    /// What agrees better.
    pub found: String,
    /// The share of contacts that agree under what was found.
    pub share: f64,
}

/// Contacts chosen evenly over a trace.
#[derive(Debug, Default)]
pub struct Samples {
    kept: Vec<Sample>,
    bodies: Vec<TraceBody>,
    /// Contacts of the last lines that still lack the poses of the next one.
    waiting: Vec<(Vec<TraceContact>, [TwoPoses; 3])>,
    /// Poses of the last lines, the newest first.
    lines: VecDeque<Vec<Option<[f64; 7]>>>,
    /// Every so many groups one is kept.
    stride: usize,
    seen: usize,
}

impl Samples {
    /// Takes the step that was read last.
    pub fn take<R: BufRead>(&mut self, replay: &TraceReplay<R>) {
        self.stride = self.stride.max(1);
        let pose = |poses: &[Option<[f64; 7]>], body: u32| poses.get(body as usize).copied().flatten();
        // Contacts wait for a step, because an engine may give poses from before the step that its contacts belong to.
        for (contacts, poses) in std::mem::take(&mut self.waiting) {
            let next = [pose(&replay.now, contacts[0].a), pose(&replay.now, contacts[0].b)];
            self.kept.push(Sample { contacts, poses: [next, poses[0], poses[1], poses[2]] });
        }
        while self.kept.len() >= 2 * SAMPLES {
            // Twice as many as wanted, or more: every second goes, and from now on half as many come.
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }

        // Groups of one pair, in the order of the file.
        // Engines write points of one pair as contacts of their own; only together they tell where the two touch.
        let mut groups: Vec<Vec<TraceContact>> = Vec::new();
        for contact in &replay.step.contacts {
            match groups.iter_mut().rev().take(4).find(|g| g[0].a == contact.a && g[0].b == contact.b) {
                Some(group) => group.push(contact.clone()),
                None => groups.push(vec![contact.clone()]),
            }
        }
        let older = self.lines.front().cloned().unwrap_or_else(|| replay.before.clone());
        for group in groups {
            self.seen += 1;
            if self.seen.is_multiple_of(self.stride) {
                let at = |poses: &[Option<[f64; 7]>]| [pose(poses, group[0].a), pose(poses, group[0].b)];
                let poses = [at(&replay.now), at(&replay.before), at(&older)];
                self.waiting.push((group, poses));
            }
        }
        self.lines.push_front(replay.before.clone());
        self.lines.truncate(1);
        if self.bodies.len() != replay.bodies.len() {
            self.bodies.clone_from(&replay.bodies);
        }
    }

    /// How many groups are kept.
    pub fn count(&self) -> usize {
        self.kept.len()
    }

    /// The inputs under a header: one for each sample whose poses are known.
    fn inputs(&self, header: &Header, lag: Lag, rounding: Option<Rounding>) -> Vec<StepInput> {
        let convention = Convention::new(header);
        let cast = Arc::new(Cast::new(&self.bodies, &convention));
        let place = Lag::ALL.iter().position(|l| *l == lag).unwrap_or(1);
        let input = |sample: &Sample| {
            let [a, b] = sample.poses[place].map(|p| p.map(|p| convention.pose(&p)));
            let (pose_a, pose_b) = a.zip(b)?;
            // Each contact names its poses itself: of thousands of bodies two are needed.
            let claim = |contact| {
                let claim = convention.claim(contact, &pose_a, &pose_b);
                Claim { found: [claim.found[0].or(a), claim.found[1].or(b)], ..claim }
            };
            let claims = sample.contacts.iter().map(claim).collect();
            let (found, after, earlier) = Default::default();
            Some(StepInput { step: 0, cast: cast.clone(), claims, found, after, earlier, rounding })
        };
        self.kept.iter().filter_map(input).collect()
    }

    /// The share of checked contacts that are right under a header, and how many were checked; none as soon as it is
    /// certain that fewer than `least` of them are right.
    fn share(&self, header: &Header, lag: Lag, least: f64) -> Option<(f64, usize)> {
        let inputs = self.inputs(header, lag, None);
        let (mut right, mut all) = (0, 0);
        let mut left: usize = inputs.iter().map(|input| input.claims.len()).sum();
        let share = |right: usize, all: usize| right as f64 / all.max(1) as f64;
        for input in inputs {
            for judgement in input.judge() {
                all += usize::from(judgement.verdict != Verdict::Unchecked);
                right += usize::from(matches!(judgement.verdict, Verdict::Agrees | Verdict::Tie | Verdict::Rounded));
            }
            // Were all that are left right, it would still be less.
            left -= input.claims.len();
            if share(right + left, all + left) < least {
                return None;
            }
        }
        Some((share(right, all), all))
    }

    /// What the contacts say of the header: the lies found, the header as it was meant, and the poses
    /// contacts belong to.
    pub fn lies(&self, declared: &Header) -> (Vec<Lie>, Header, Lag) {
        let (mut header, mut lag) = (declared.clone(), Lag::of(declared.poses));
        let mut lies = Vec::new();
        let (mut share, all) = self.share(&header, lag, 0.0).unwrap_or_default();
        if all < LEAST {
            return (lies, header, lag);
        }
        // One lie at a time, the one that explains most; three are enough for any adapter.
        for _ in 0..3 {
            // It must explain a good part of what is wrong; a few odd contacts fit any header.
            let least = share + (EXPLAINED * (1.0 - share)).max(LEAST_EXPLAINED);
            let mut best: Option<(f64, Lie, Header, Lag)> = None;
            for (lie, other, other_lag) in alternatives(&header, lag) {
                let least = best.as_ref().map_or(least, |b| b.0);
                let Some((other_share, count)) = self.share(&other, other_lag, least) else { continue };
                // Another reading under which half the contacts can no longer be judged explains nothing.
                if count >= all / 2 && best.as_ref().is_none_or(|b| other_share > b.0) {
                    best = Some((other_share, lie, other, other_lag));
                }
            }
            let Some((found, lie, other, other_lag)) = best else { break };
            lies.retain(|l: &Lie| l.key != lie.key);
            lies.push(Lie { share: found, ..lie });
            (share, header, lag) = (found, other, other_lag);
        }
        self.point_space(&mut lies, &mut header, lag);
        (lies, header, lag)
    }

    /// Points tell their space by lying on the bodies: those of which it matters, since a body that stands where the
    /// world begins has the world's axes.
    fn point_space(&self, lies: &mut Vec<Lie>, header: &mut Header, lag: Lag) {
        let of = |space: PointSpace| self.inputs(&Header { points: space, ..header.clone() }, lag, None);
        let declared = of(header.points);
        let mut best: Option<(f64, PointSpace)> = None;
        for space in [PointSpace::World, PointSpace::A, PointSpace::B].into_iter().filter(|s| *s != header.points) {
            // How many points lie on both bodies by what is declared, by the other space, and how many there are.
            let (mut on, mut on_other, mut all) = (0_usize, 0_usize, 0_usize);
            for (input, other) in declared.iter().zip(&of(space)) {
                for (claim, other_claim) in input.claims.iter().zip(&other.claims) {
                    for (point, other_point) in claim.points.iter().zip(&other_claim.points) {
                        // Where both spaces put the point in the same place, it decides nothing.
                        if point.place.distance(other_point.place) > NEAR {
                            all += 1;
                            on += usize::from(is_on_both(input, claim, point));
                            on_other += usize::from(is_on_both(other, other_claim, other_point));
                        }
                    }
                }
            }
            let share = |count: usize| count as f64 / all.max(1) as f64;
            let is_better = share(on) <= 0.5 && share(on_other) > 0.8 && best.is_none_or(|b| share(on_other) > b.0);
            if all >= LEAST && is_better {
                best = Some((share(on_other), space));
            }
        }
        if let Some((share, space)) = best {
            let name = |space| format!("{space:?}").to_lowercase();
            lies.push(Lie { key: "points", declared: name(header.points), found: name(space), share });
            header.points = space;
        }
    }

    /// The one radius by which all edges seem to be rounded, with the number of samples that it explains.
    pub fn rounding(&self, header: &Header, lag: Lag) -> Option<(Rounding, usize)> {
        // Only contacts whose normal is off tell a radius.
        let inputs = self.inputs(header, lag, None);
        let odd: Vec<(&StepInput, usize)> = inputs
            .iter()
            .flat_map(|input| input.judge().into_iter().enumerate().map(move |(i, j)| (input, i, j)))
            .filter(|(_, _, j)| matches!(j.verdict, Verdict::Wrong | Verdict::OffSurface) && j.angle_deg < 60.0)
            .map(|(input, index, _)| (input, index))
            .take(400)
            .collect();
        if odd.len() < LEAST {
            return None;
        }
        let errors =
            |rounding: Rounding| odd.iter().filter_map(|(i, at)| error_deg(i, *at, rounding)).collect::<Vec<_>>();
        let votes = |rounding| errors(rounding).iter().filter(|e| **e < super::verdict::ANGLE_DEG).count();

        // A third of a millimetre to half a metre in steps of an eighth, both ways; then the least mean error
        // about the best.
        let mut best = (0, Rounding { radius: 0.0, is_inside: true });
        for is_inside in [true, false] {
            for step in 0..64 {
                let rounding = Rounding { radius: 0.0003 * 1.125_f64.powi(step), is_inside };
                let count = votes(rounding);
                if count > best.0 {
                    best = (count, rounding);
                }
            }
        }
        if best.0 < LEAST.max(odd.len() / 5) {
            return None;
        }
        // Errors count up to 2° only: contacts that no radius explains must not pull it their way.
        let cost = |radius: f64| {
            let rounding = Rounding { radius, ..best.1 };
            odd.iter().map(|(i, at)| error_deg(i, *at, rounding).map_or(2.0, |e| e.min(2.0))).sum::<f64>()
        };
        // Ternary search: about the best of the coarse steps the cost has one valley.
        let (mut low, mut high) = (best.1.radius / 1.2, best.1.radius * 1.2);
        for _ in 0..24 {
            let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if cost(one) < cost(other) {
                high = other;
            } else {
                low = one;
            }
        }
        let rounding = Rounding { radius: 0.5 * (low + high), ..best.1 };
        // Directions alone fit some small radius or other: separations must fit it, too.
        let judged = self.inputs(header, lag, Some(rounding)).into_iter().flat_map(|input| input.judge());
        let explained = judged.filter(|judgement| judgement.verdict == Verdict::Rounded).count();
        (explained >= LEAST.max(odd.len() / 5)).then_some((rounding, explained))
    }
}

/// Whether a point of a contact lies on, or about as near as the two are, both bodies.
fn is_on_both(input: &StepInput, claim: &Claim, point: &ClaimedPoint) -> bool {
    let of = |side: usize, body: usize| {
        distance((&input.cast.members[body], claim.found[side].unwrap_or_default()), point.place)
    };
    let near = NEAR + point.separation.unwrap_or(0.0).abs();
    // A mesh has no inside: it says nothing.
    of(0, claim.a).zip(of(1, claim.b)).is_none_or(|(a, b)| a.abs().max(b.abs()) < near)
}

/// How far a contact's normal is from that of rounded shapes (degrees); none where a shape has no such form.
fn error_deg(input: &StepInput, index: usize, rounding: Rounding) -> Option<f64> {
    let claim = &input.claims[index];
    let (a, b) = (&input.cast.members[claim.a], &input.cast.members[claim.b]);
    let (pose_a, pose_b) = (claim.found[0]?, claim.found[1]?);
    let found = answers((a, &pose_a), (b, &pose_b), Edges::Rounded(rounding), 0.1);
    found.known.iter().map(|(s, _)| angle_deg(s.normal, claim.normal)).reduce(f64::min)
}

/// Headers that differ in one thing that normals can tell.
fn alternatives(header: &Header, lag: Lag) -> Vec<(Lie, Header, Lag)> {
    let lie =
        |key, declared: &str, found: &str| Lie { key, declared: declared.into(), found: found.into(), share: 0.0 };
    let sense = |n| if n == NormalSense::AToB { ("a_to_b", NormalSense::BToA) } else { ("b_to_a", NormalSense::AToB) };
    let order = |q| if q == QuatOrder::Xyzw { ("xyzw", QuatOrder::Wxyz) } else { ("wxyz", QuatOrder::Xyzw) };
    let ((sense_name, sense_other), (order_name, order_other)) = (sense(header.normal), order(header.quat));
    // Only these show in normals; units show in motion, and the space of points in the points.
    let mut all = vec![
        (lie("normal", sense_name, sense(sense_other).0), Header { normal: sense_other, ..header.clone() }, lag),
        (lie("quat", order_name, order(order_other).0), Header { quat: order_other, ..header.clone() }, lag),
    ];
    for other in Lag::ALL.into_iter().filter(|l| *l != lag) {
        let poses = if other == Lag(0) { PosesWhen::Found } else { PosesWhen::After };
        all.push((lie("poses", Lag::of(header.poses).name(), other.name()), Header { poses, ..header.clone() }, other));
    }
    all
}
