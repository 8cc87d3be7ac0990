//! Contacts over time: who touched whom, when, through which features, and how hard.

use super::Sim;
use crate::geometry::Feature;
use crate::physics::{BodyId, Contact};
use glam::Vec3;
use std::collections::BTreeMap;

/// A normal that turns further than this from one step to the next has jumped (rad): 15°.
pub const SHARP_TURN: f32 = 15.0 * std::f32::consts::PI / 180.0;

/// A touch of fewer steps than this is chatter.
pub const CHATTER: u64 = 3;

/// More flips than this within a second are flicker.
pub const FLICKER: usize = 3;

/// So many samples are kept; of more the older half of the steps is forgotten.
const MOST_SAMPLES: usize = 1 << 20;

/// A stretch of steps in which two bodies touched through the same two features.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureSpan {
    /// The part of the first body.
    pub feature_a: Feature,
    /// The part of the second body.
    pub feature_b: Feature,
    /// The first of its steps.
    pub first: u64,
    /// Normal impulse of each of its steps (N·s).
    pub impulses: Vec<f32>,
    /// Steps in which the normal turned by more than [`SHARP_TURN`].
    pub turns: Vec<u64>,
    /// Of each of its steps: unit, from the first body to the second (world).
    normals: Vec<Vec3>,
}

impl FeatureSpan {
    fn new(step: u64, contact: &Contact) -> Self {
        Self {
            feature_a: contact.feature_a,
            feature_b: contact.feature_b,
            first: step,
            impulses: vec![contact.normal_impulse()],
            turns: vec![],
            normals: vec![contact.normal],
        }
    }

    /// The last of its steps.
    pub fn last(&self) -> u64 {
        self.first + self.impulses.len() as u64 - 1
    }

    /// What it pressed with in a step (N·s); none in a step that is not one of its own.
    pub fn impulse(&self, step: u64) -> Option<f32> {
        self.impulses.get(usize::try_from(step.checked_sub(self.first)?).ok()?).copied()
    }
}

/// All that two bodies had to do with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct PairHistory {
    /// As in their contacts: the lower slot, or a plane of the world.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// By step; they do not overlap.
    pub spans: Vec<FeatureSpan>,
}

impl PairHistory {
    /// First and last step of each touch, whatever features it went through.
    pub fn touches(&self) -> Vec<(u64, u64)> {
        let mut touches: Vec<(u64, u64)> = vec![];
        for span in &self.spans {
            match touches.last_mut() {
                Some((_, last)) if *last + 1 == span.first => *last = span.last(),
                _ => touches.push((span.first, span.last())),
            }
        }
        touches
    }

    /// Steps from which on the two touched through other features than in the step before.
    pub fn changes(&self) -> impl Iterator<Item = u64> + '_ {
        self.spans.windows(2).filter(|pair| pair[0].last() + 1 == pair[1].first).map(|pair| pair[1].first)
    }

    /// Steps in which the normal jumped.
    pub fn turns(&self) -> impl Iterator<Item = u64> + '_ {
        self.spans.iter().flat_map(|span| span.turns.iter().copied())
    }

    /// Steps in which the features changed or the normal jumped, in order.
    pub fn flips(&self) -> Vec<u64> {
        let mut flips: Vec<u64> = self.changes().chain(self.turns()).collect();
        flips.sort_unstable();
        flips.dedup();
        flips
    }

    /// Whether it flipped more than [`FLICKER`] times within a second of so many steps.
    pub fn flickers(&self, hz: f32) -> bool {
        self.flips().windows(FLICKER + 1).any(|flips| ((flips[FLICKER] - flips[0]) as f32) < hz)
    }
}

/// The contacts of a run, step by step, as far as somebody has looked.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactHistory {
    first: u64,
    seen: u64,
    samples: usize,
    pairs: Vec<PairHistory>,
    /// Where the history of each pair stands.
    places: BTreeMap<(BodyId, BodyId), usize>,
}

impl ContactHistory {
    /// Looks from this state on, its own contacts included unless it is the start or was changed.
    pub fn new(sim: &Sim) -> Self {
        let step = sim.step_count();
        let mut history = Self { first: step + 1, seen: step, samples: 0, pairs: vec![], places: BTreeMap::new() };
        if step > 0 {
            (history.first, history.seen) = (step, step - 1);
            history.observe(sim);
        }
        history
    }

    /// The first step that was looked at.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The last step that was looked at.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// One a pair, by their first touch.
    pub fn list(&self) -> &[PairHistory] {
        &self.pairs
    }

    /// Whether a pair has a touch of fewer than [`CHATTER`] steps that both began and ended in what was seen.
    pub fn chatters(&self, pair: &PairHistory) -> bool {
        let brief = |(first, last): &(u64, u64)| last - first + 1 < CHATTER && *first > self.first && *last < self.seen;
        pair.touches().iter().any(brief)
    }

    /// The step in which the two touched for the first time; none when they did before anybody looked.
    pub fn first_touch(&self, pair: &PairHistory) -> Option<u64> {
        pair.spans.first().map(|span| span.first).filter(|first| *first > self.first || self.first <= 1)
    }

    /// Looks at the step after the last one seen; any other is passed over.
    pub fn observe(&mut self, sim: &Sim) {
        let step = sim.step_count();
        // A gap would join two spans that were apart.
        if step != self.seen + 1 {
            return;
        }
        for contact in sim.world().contacts() {
            self.note(step, &contact);
        }
        self.seen = step;
        // Half of the steps are forgotten at once, so that it happens seldom.
        if self.samples > MOST_SAMPLES {
            self.forget_before(self.first + (self.seen - self.first) / 2);
        }
    }

    fn note(&mut self, step: u64, contact: &Contact) {
        self.samples += 1;
        // The place of the pair in the list; new ones stand at its end.
        let place = *self.places.entry((contact.a, contact.b)).or_insert_with(|| {
            self.pairs.push(PairHistory { a: contact.a, b: contact.b, spans: vec![] });
            self.pairs.len() - 1
        });
        let spans = &mut self.pairs[place].spans;
        // A pair that did not touch in the last step begins anew.
        let Some(span) = spans.last_mut().filter(|span| span.last() + 1 == step) else {
            spans.push(FeatureSpan::new(step, contact));
            return;
        };
        let now = contact.normal;
        // Angle between two unit vectors; exact also where it is small, unlike an arc cosine.
        let turn = span.normals.last().map_or(0.0, |before| before.cross(now).length().atan2(before.dot(now)));
        // Another feature is another span: that is what the page shows as a change of colour.
        let same = (span.feature_a, span.feature_b) == (contact.feature_a, contact.feature_b);
        if same {
            span.impulses.push(contact.normal_impulse());
            span.normals.push(now);
        } else {
            spans.push(FeatureSpan::new(step, contact));
        }
        // A normal that jumps is marked, whether its features changed or not.
        if turn > SHARP_TURN
            && let Some(span) = spans.last_mut()
        {
            span.turns.push(step);
        }
    }

    /// Forgets what came after a step.
    pub fn cut(&mut self, step: u64) {
        if step >= self.seen {
            return;
        }
        self.seen = step.max(self.first - 1);
        self.retain(|span| {
            // One sample a step: what lies beyond the cut goes.
            let count = usize::try_from((step + 1).saturating_sub(span.first)).unwrap_or(usize::MAX);
            span.impulses.truncate(count);
            span.normals.truncate(count);
            span.turns.retain(|turn| *turn <= step);
        });
    }

    /// Forgets what came before a step.
    fn forget_before(&mut self, step: u64) {
        self.first = step;
        self.retain(|span| {
            // One sample a step: those before it go, and the span begins later.
            let count = usize::try_from(step.saturating_sub(span.first)).unwrap_or(usize::MAX);
            let count = count.min(span.impulses.len());
            span.impulses.drain(..count);
            span.normals.drain(..count);
            span.turns.retain(|turn| *turn >= step);
            span.first = span.first.max(step);
        });
    }

    /// Shortens every span; what is empty then goes.
    fn retain(&mut self, mut shorten: impl FnMut(&mut FeatureSpan)) {
        for pair in &mut self.pairs {
            pair.spans.iter_mut().for_each(&mut shorten);
            pair.spans.retain(|span| !span.impulses.is_empty());
        }
        // Places are numbers in the list: they are made anew when it shrinks.
        self.pairs.retain(|pair| !pair.spans.is_empty());
        self.places = self.pairs.iter().enumerate().map(|(place, pair)| ((pair.a, pair.b), place)).collect();
        self.samples = self.pairs.iter().flat_map(|pair| &pair.spans).map(|span| span.impulses.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Feature, Region};
    use crate::physics::ContactPoint;
    use glam::Vec3;

    const A: BodyId = BodyId::from_parts(0, 0);
    const B: BodyId = BodyId::from_parts(1, 0);
    const FLAT: Feature = Feature::Face(Region::face(1, true));
    const EDGE: Feature = Feature::Edge(Region::new(1, 1, 0));

    /// The history of what touched at each step, from step 1 on: the feature of `a` and the tilt of
    /// the normal (degrees).
    fn history_of(steps: &[Option<(Feature, f32)>]) -> ContactHistory {
        let mut history = ContactHistory { first: 1, seen: 0, samples: 0, pairs: vec![], places: BTreeMap::new() };
        for (step, touch) in (1..).zip(steps) {
            if let Some((feature, degrees)) = touch {
                let (sin, cos) = degrees.to_radians().sin_cos();
                let point = ContactPoint { normal_impulse: step as f32, ..ContactPoint::default() };
                let normal = Vec3::new(sin, cos, 0.0);
                history.note(step, &Contact::new((A, *feature), (B, Feature::Surface), normal, &[point]));
            }
            history.seen = step;
        }
        history
    }

    #[test]
    fn a_lane_tells_touches_changes_and_jumps_at_their_steps() {
        let flat = |degrees| Some((FLAT, degrees));
        let edge = |degrees| Some((EDGE, degrees));
        let history = history_of(&[
            None,
            flat(0.0),
            flat(14.9),
            flat(0.0),
            edge(0.0),
            edge(15.1),
            None,
            flat(15.1),
            flat(15.1),
            None,
            edge(90.0),
            edge(90.0),
            edge(90.0),
        ]);
        let pair = &history.list()[0];
        assert_eq!(pair.touches(), [(2, 6), (8, 9), (11, 13)]);
        assert_eq!(pair.changes().collect::<Vec<_>>(), [5]);
        assert_eq!(pair.turns().collect::<Vec<_>>(), [6], "what parts and meets again has not jumped");
        assert_eq!(pair.flips(), [5, 6]);
        assert_eq!((history.first_touch(pair), history.chatters(pair), pair.flickers(60.0)), (Some(2), true, false));
        assert_eq!(pair.spans[1].impulses, [5.0, 6.0]);
        assert_eq!(pair.spans[1].impulse(6), Some(6.0));
        assert_eq!((pair.spans[1].impulse(4), pair.spans[1].impulse(7)), (None, None));
    }

    #[test]
    fn four_flips_within_a_second_are_flicker_and_three_are_not() {
        let turned = |at: &[usize], i: usize| at.iter().filter(|step| **step <= i).count();
        let turns = |at: &[usize]| {
            let features = (0..200).map(|i| if turned(at, i).is_multiple_of(2) { FLAT } else { EDGE });
            history_of(&features.map(|feature| Some((feature, 0.0))).collect::<Vec<_>>())
        };
        for (at, flickers) in [
            (&[10, 20, 30][..], false),
            (&[10, 20, 30, 69], true),
            (&[10, 20, 30, 70], false),
            (&[10, 60, 110, 160], false),
            (&[10, 60, 110, 120, 130, 140], true),
        ] {
            assert_eq!(turns(at).list()[0].flickers(60.0), flickers, "{at:?}");
        }
    }

    #[test]
    fn what_is_cut_or_forgotten_is_as_if_it_had_not_been_seen() {
        let steps: Vec<_> = (0..90)
            .map(|i| {
                (i % 7 != 3).then_some((if i / 5 % 2 == 0 { FLAT } else { EDGE }, if i % 11 == 0 { 40.0 } else { 0.0 }))
            })
            .collect();
        for cut in [1, 2, 30, 89] {
            let mut all = history_of(&steps);
            all.cut(cut as u64);
            assert_eq!(all, history_of(&steps[..cut]), "{cut}");
        }
        let mut all = history_of(&steps);
        let whole = all.list()[0].clone();
        all.forget_before(40);
        let rest = &all.list()[0];
        for step in 40..=90 {
            let impulse = |pair: &PairHistory| pair.spans.iter().find_map(|span| span.impulse(step));
            assert_eq!(impulse(rest), impulse(&whole), "{step}");
        }
        assert!(rest.turns().eq(whole.turns().filter(|turn| *turn >= 40)));
        assert_eq!(all.first_touch(rest), None);
        assert_eq!(all.samples, (40..=90).filter(|step| (step - 1) % 7 != 3).count());
    }
}
