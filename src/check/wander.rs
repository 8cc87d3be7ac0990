//! Contact points that walk although nothing moves.

use super::feed::pose_of;
use super::greatest::Greatest;
use super::verdict::StepInput;
use crate::exact::Pose;
use glam::DVec3;
use std::collections::BTreeMap;

/// A body stands still when it moves less than this in a step (m, and rad).
const STILL: f64 = 1e-4;

/// A point walks when it moves more than this in a step (m).
const WALK: f64 = 1e-3;

/// So many steps make a walk.
const STEPS: u64 = 8;

/// A walk of the middle of a contact over bodies that stand still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// The two bodies.
    pub pair: (usize, usize),
    /// Its first step.
    pub from: u64,
    /// Its last step.
    pub to: u64,
    /// Mean way in a step (m).
    pub per_step: f64,
}

/// Where a contact was and for how long it has walked.
#[derive(Clone, Copy, Debug)]
struct MiddleWalk {
    middle: DVec3,
    poses: (Pose, Pose),
    from: u64,
    steps: u64,
    length: f64,
}

/// Follows the middles of contacts.
#[derive(Debug)]
pub struct WanderCheck {
    /// Walks that go on, by their pair.
    going: BTreeMap<(usize, usize), MiddleWalk>,
    /// Walks that have ended, the fastest of them.
    pub walks: Greatest<Walk>,
}

impl WanderCheck {
    /// Keeps so many walks.
    pub const fn new(room: usize) -> Self {
        Self { going: BTreeMap::new(), walks: Greatest::new(room) }
    }

    /// Takes a step.
    pub fn take(&mut self, input: &StepInput) {
        // The mean of all points of a pair: an engine may give them as one contact or as several.
        let mut sums: BTreeMap<(usize, usize), (DVec3, f64)> = BTreeMap::new();
        for claim in &input.claims {
            let sum = sums.entry((claim.a.min(claim.b), claim.a.max(claim.b))).or_default();
            for point in &claim.points {
                *sum = (sum.0 + point.place, sum.1 + 1.0);
            }
        }
        let mut going = BTreeMap::new();
        for (pair, (sum, count)) in sums.into_iter().filter(|(_, (_, count))| *count > 0.0) {
            let Some(poses) = pose_of(&input.found, pair.0).zip(pose_of(&input.found, pair.1)) else { continue };
            let middle = sum / count;
            let fresh = MiddleWalk { middle, poses, from: input.step, steps: 0, length: 0.0 };
            let walk = match self.going.remove(&pair) {
                Some(old) => {
                    let length = middle.distance(old.middle);
                    // Of bodies that stand still the contact should stand still as well: what moves is the engine's
                    // choice of points.
                    if is_still(&old.poses.0, &poses.0) && is_still(&old.poses.1, &poses.1) && length > WALK {
                        MiddleWalk { middle, poses, from: old.from, steps: old.steps + 1, length: old.length + length }
                    } else {
                        self.end(pair, &old, input.step);
                        fresh
                    }
                }
                None => fresh,
            };
            going.insert(pair, walk);
        }
        // Pairs that no longer touch: their walks are over.
        let ended = std::mem::replace(&mut self.going, going);
        ended.iter().for_each(|(pair, walk)| self.end(*pair, walk, input.step));
    }

    /// Ends the walks that last to the end of the trace.
    pub fn finish(&mut self, step: u64) {
        let ended = std::mem::take(&mut self.going);
        ended.iter().for_each(|(pair, walk)| self.end(*pair, walk, step));
    }

    fn end(&mut self, pair: (usize, usize), walk: &MiddleWalk, to: u64) {
        if walk.steps >= STEPS {
            let per_step = walk.length / walk.steps as f64;
            self.walks.push(per_step, Walk { pair, from: walk.from, to, per_step });
        }
    }
}

fn is_still(before: &Pose, after: &Pose) -> bool {
    before.position.distance(after.position) < STILL && before.rotation.angle_between(after.rotation) < STILL
}
