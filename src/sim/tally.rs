//! What the counters and marks of a scene have seen of its run: impacts, and heights that were reached.

use super::{Key, Sim};
use crate::physics::{BodyId, BodyState, World};
use crate::scene::Scene;
use glam::Vec3;

/// So many heights of a body are kept: the highest, and the last ones.
pub const KEPT_PEAKS: usize = 4;

/// A body that rose by less has reached no height, but trembles (m).
const LEAST_RISE: f32 = 5e-3;

/// What was counted and marked since the start. It goes along with the state: a step back takes it back.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    counters: Vec<Counter>,
    climbs: Vec<Climb>,
}

/// Impacts of one body.
#[derive(Clone, Debug)]
struct Counter {
    key: Key,
    impacts: u64,
}

/// Where one body turned from rising to falling.
#[derive(Clone, Debug)]
struct Climb {
    key: Key,
    /// Its lowest height since it last did; none before the first step (m).
    lowest: Option<f32>,
    /// The highest and the last ones, oldest first (m).
    peaks: [Vec3; KEPT_PEAKS],
    /// How many of them there are, at most [`KEPT_PEAKS`].
    count: usize,
}

impl Tally {
    /// At the start: nothing seen yet. The keys of bodies are their places in the scene.
    pub(super) fn new(scene: &Scene) -> Self {
        let keys = |names: &[String]| -> Vec<Key> {
            // A name that no body has is left out: a view is no reason to refuse a scene.
            let place = |name: &String| scene.bodies.iter().position(|body| body.name.as_ref() == Some(name));
            names.iter().filter_map(place).collect()
        };
        let counter = |key| Counter { key, impacts: 0 };
        let climb = |key| Climb { key, lowest: None, peaks: [Vec3::ZERO; KEPT_PEAKS], count: 0 };
        Self {
            counters: keys(&scene.view.counters).into_iter().map(counter).collect(),
            climbs: keys(&scene.view.peaks).into_iter().map(climb).collect(),
        }
    }

    /// The keys of a restarted scene are counted anew; these are theirs.
    pub(super) fn rekey(&mut self, key_of: impl Fn(Key) -> Key) {
        self.counters.iter_mut().for_each(|counter| counter.key = key_of(counter.key));
        self.climbs.iter_mut().for_each(|climb| climb.key = key_of(climb.key));
    }

    /// After a step: `before` are the states at its begin, by slot.
    pub(super) fn observe(&mut self, world: &World, ids: &[Option<BodyId>], before: &[BodyState]) {
        let id_of = |key: Key| ids.get(key).copied().flatten();
        // What the step resolved as impacts, several in one step too.
        for counter in &mut self.counters {
            if let Some(id) = id_of(counter.key) {
                counter.impacts += u64::from(world.impacts_felt(id));
            }
        }
        // A peak is where rising turned into falling between two steps.
        for climb in &mut self.climbs {
            let Some(now) = id_of(climb.key).and_then(|id| world.body(id)) else { continue };
            let Some(was) = before.get(now.id.index()) else { continue };
            climb.observe(was, now.desc.position, now.desc.velocity);
        }
    }
}

impl Climb {
    fn observe(&mut self, was: &BodyState, position: Vec3, velocity: Vec3) {
        let lowest = self.lowest.get_or_insert(was.position.y);
        *lowest = lowest.min(position.y).min(was.position.y);
        // The turn lies between two steps: the higher of them is nearest to it.
        let top = if position.y > was.position.y { position } else { was.position };
        if was.velocity.y > 0.0 && velocity.y <= 0.0 && top.y - *lowest > LEAST_RISE {
            *lowest = top.y;
            self.keep(top);
        }
    }

    /// Notes a height; when there is no room the oldest goes, unless it is the highest.
    fn keep(&mut self, top: Vec3) {
        if self.count == KEPT_PEAKS {
            // The highest peak of all stays, the oldest of the others goes.
            let oldest_is_highest = self.peaks.iter().all(|peak| peak.y <= self.peaks[0].y) && top.y <= self.peaks[0].y;
            self.peaks[usize::from(oldest_is_highest)..].rotate_left(1);
            self.count -= 1;
        }
        self.peaks[self.count] = top;
        self.count += 1;
    }
}

impl Sim {
    /// How many impacts each body has had that the scene [counts](crate::scene::SceneView::counters), in its order.
    pub fn impact_counts(&self) -> impl Iterator<Item = (BodyId, u64)> + '_ {
        self.tally.counters.iter().filter_map(|counter| Some((self.id_of(counter.key)?, counter.impacts)))
    }

    /// The highest and the last places (m, world) where bodies turned from rising to falling whose heights the scene
    /// [marks](crate::scene::SceneView::peaks), oldest first, at most [`KEPT_PEAKS`] of each.
    pub fn peaks(&self) -> impl Iterator<Item = (BodyId, Vec3)> + '_ {
        self.tally.climbs.iter().flat_map(|climb| {
            climb.peaks[..climb.count].iter().filter_map(|place| Some((self.id_of(climb.key)?, *place)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{FileKind, parse};

    fn sim(text: &str) -> Sim {
        Sim::new(parse(text, FileKind::Toml).unwrap()).unwrap()
    }

    #[test]
    fn a_ball_that_gives_half_its_speed_back_reaches_a_quarter_of_the_height_each_time() {
        let text = "[rules]\nfloor = 0.0\nrestitution = \"maximum\"\n[[bodies]]\nname = \"ball\"\n\
                    shape = { sphere = { radius = 0.25 } }\nposition = [0.0, 2.25, 0.0]\nrestitution = 0.5\n\
                    [view]\npeaks = [\"ball\"]\ncounters = [\"ball\"]\n";
        let mut sim = sim(text);
        (0..150).for_each(|_| sim.step());
        let heights: Vec<f32> = sim.peaks().map(|(_, place)| place.y - 0.25).collect();
        assert!(heights.len() >= 2, "{heights:?}");
        // A step of 1/60 s misses the very top by g dt²/8 at most.
        for (height, expected) in heights.iter().zip([0.5, 0.125]) {
            assert!((height - expected).abs() < 2e-3, "{heights:?}");
        }
        assert!(sim.impact_counts().all(|(_, count)| count >= heights.len() as u64));
    }

    #[test]
    fn the_highest_place_is_kept_however_many_come_after_it() {
        let text = "[rules]\nfloor = 0.0\nrestitution = \"maximum\"\n[[bodies]]\nname = \"ball\"\n\
                    shape = { sphere = { radius = 0.25 } }\nposition = [0.0, 2.25, 0.0]\nrestitution = 0.9\n\
                    [view]\npeaks = [\"ball\"]\n";
        let mut sim = sim(text);
        // The k-th top is at √(2h/g)·(1 + 2·0.9 + … + 2·0.9ᵏ⁻¹ + 0.9ᵏ): the seventh at 6.33 s, the eighth at 6.91 s.
        (0..405).for_each(|_| sim.step());
        let heights: Vec<f32> = sim.peaks().map(|(_, place)| place.y - 0.25).collect();
        assert_eq!(heights.len(), KEPT_PEAKS, "{heights:?}");
        // The k-th bounce reaches 0.9²ᵏ of the two metres.
        for (height, k) in heights.iter().zip([1, 5, 6, 7]) {
            let expected = 2.0 * 0.81_f32.powi(k);
            assert!((height - expected).abs() < 0.02 * expected, "bounce {k}: {heights:?}");
        }
    }

    #[test]
    fn the_impacts_of_the_scene_that_counts_to_pi_are_3_and_31_and_a_restart_begins_anew() {
        let scene = crate::scene::find("galperin_pi").unwrap().scene().unwrap();
        let mut sim = Sim::new(scene).unwrap();
        (0..240 * 8).for_each(|_| sim.step());
        let counts = |sim: &Sim| sim.impact_counts().map(|(_, count)| count).collect::<Vec<_>>();
        assert_eq!(counts(&sim), [3, 31]);
        sim.apply(crate::sim::Command::Restart).unwrap();
        assert_eq!(counts(&sim), [0, 0]);
        (0..240 * 8).for_each(|_| sim.step());
        assert_eq!(counts(&sim), [3, 31]);
    }
}
