//! A state of a world, as far as it differs from an earlier one.

use super::super::bodies::Bodies;
use super::super::broad_phase::BroadPhase;
use super::super::constraint::Constraint;
use super::super::constraint::graph::{ConstrainedPair, Place, Ticket};
use super::super::contacts::Contacts;
use super::super::pair_rules::point_reuse;
use super::super::pairs::{Pair, Pairs, State};
use super::World;
use crate::math::delta::{Buffer, DeltaReader, DeltaWriter, Words};

impl World {
    /// Counts the edits of bodies and settings: between two states of a run with the same count lie steps alone.
    pub(crate) fn edition(&self) -> u64 {
        self.edition
    }

    /// A copy without bodies, to be [filled](Self::unpack) from an earlier state.
    pub(crate) fn shell(&self) -> Self {
        self.with(Bodies::default(), Pairs::default(), Contacts::default(), BroadPhase::default())
    }

    /// Writes how it differs from an earlier state of the same [edition](Self::edition), after a step.
    pub(crate) fn pack(&self, before: &Self, delta: &mut DeltaWriter) {
        self.bodies.pack(&before.bodies, delta);
        let (pairs, earlier) = (&self.pairs, &before.pairs);
        // Lists as they stand, with the lengths that decide when they grow.
        delta.list(&pairs.slab, &earlier.slab);
        delta.list(&pairs.links, &earlier.links);
        delta.list(&pairs.free, &earlier.free);
        delta.one(&[pairs.table_len() as u32, pairs.count as u32, self.contacts.detached.len() as u32], None);
        delta.list(&self.contacts.free, &before.contacts.free);
        // The contact of each pair, wherever it stands, told from the one that the same pair had before.
        for (index, pair) in pairs.slab.iter().enumerate() {
            let Some(constraint) = self.contacts.of(pair) else { continue };
            let had = earlier.slab.get(index).filter(|had| (had.a, had.b) == (pair.a, pair.b));
            delta.one(&constraint, had.and_then(|had| before.contacts.of(had)).as_ref());
            if let State::Held(place) = pair.state {
                delta.one(&self.contacts.graph.sides(place).1, None);
            }
        }
    }

    /// Fills a shell with what was written.
    pub(crate) fn unpack(&mut self, before: &Self, delta: &mut DeltaReader<'_>) {
        // In the order of `pack`; what can be worked out again (hash table, graph, trees) is.
        self.bodies.clone_from(&before.bodies);
        self.bodies.unpack(delta);
        let pairs = &mut self.pairs;
        pairs.slab.clone_from(&before.pairs.slab);
        pairs.links.clone_from(&before.pairs.links);
        pairs.free.clone_from(&before.pairs.free);
        delta.list(&mut pairs.slab);
        delta.list(&mut pairs.links);
        delta.list(&mut pairs.free);
        let [table, count, detached] = delta.one::<[u32; 3]>(None);
        // The table must be as long as it was, so that it grows at the same insertion.
        pairs.count = count as usize;
        pairs.fill_table(table as usize);
        self.contacts.free.clone_from(&before.contacts.free);
        delta.list(&mut self.contacts.free);
        self.contacts.detached.clear();
        self.contacts.detached.resize(detached as usize, Constraint::default());
        self.contacts.graph.resize(self.bodies.len());
        for index in 0..self.pairs.slab.len() {
            let pair = self.pairs.slab[index];
            if !pair.touches() {
                continue;
            }
            let had = before.pairs.slab.get(index).filter(|had| (had.a, had.b) == (pair.a, pair.b));
            let constraint: Constraint = delta.one(had.and_then(|had| before.contacts.of(had)).as_ref());
            match pair.state {
                State::Held(place) => {
                    let ticket: Ticket = delta.one(None);
                    let sides = ConstrainedPair { pair: index as u32, a: pair.a, b: pair.b, part: [0.0; 2] };
                    self.contacts.graph.restore(place, &sides, &ticket, &constraint);
                    let point_reuse = point_reuse(&pair, &self.config, &constraint.surface);
                    self.contacts.graph.set_point_reuse(place, point_reuse);
                }
                State::Detached(place) => self.contacts.detached[place as usize] = constraint,
                State::Apart { .. } => {}
            }
        }
        self.broad_phase = BroadPhase::of(&self.bodies);
    }
}

impl Words for State {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        match self {
            Self::Apart { clearance, moved } => [0, clearance.to_bits(), moved.to_bits()],
            Self::Held(place) => [1, place.to_word(), 0],
            Self::Detached(place) => [2, *place, 0],
        }
        .put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        let words: [u32; 3] = Words::take(next);
        match words {
            [1, place, _] => Self::Held(Place::from_word(place)),
            [2, place, _] => Self::Detached(place),
            [_, clearance, moved] => Self::Apart { clearance: f32::from_bits(clearance), moved: f32::from_bits(moved) },
        }
    }
}

impl Words for Ticket {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        (self.units, self.alone.map(u32::from)).put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        let (units, alone): ([u32; 2], [u32; 2]) = Words::take(next);
        Self { units, alone: alone.map(|alone| alone != 0) }
    }
}

impl Words for Pair {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        let Self { a, b, state, margin, memory, alive, fresh, steady, extended, bouncy } = self;
        let flags = [alive, fresh, steady, extended, bouncy].map(|flag| u32::from(*flag));
        let at = ([*a, *b], *state).put(words, at);
        ((*margin, *memory), flags).put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        let ([a, b], state): ([u32; 2], State) = Words::take(next);
        let ((margin, memory), flags): ((f32, _), [u32; 5]) = Words::take(next);
        let [alive, fresh, steady, extended, bouncy] = flags.map(|flag| flag != 0);
        Self { a, b, state, margin, memory, alive, fresh, steady, extended, bouncy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Config, Motion};
    use glam::{Quat, Vec3};

    /// A slope with boxes, a tower, a heap of all shapes and balls that bounce on it.
    fn world() -> World {
        let mut world = World::new(Config { floor: Some(0.0), ..Config::default() }).unwrap();
        let slope = Quat::from_rotation_z(-0.4);
        let _ = world.add(&BodyDesc {
            motion: Motion::Static,
            rotation: slope,
            position: Vec3::new(-8.0, 2.0, 0.0),
            ..BodyDesc::new(Shape::cuboid(4.0, 0.2, 4.0))
        });
        let shapes = [Shape::cuboid(0.3, 0.2, 0.4), Shape::sphere(0.3), Shape::frustum(0.3, 0.1, 0.3)];
        for i in 0..48_u8 {
            let k = f32::from(i);
            let place = match i % 3 {
                0 => Vec3::new(0.02 * k, 0.3 + 0.2 * k, 0.0),
                1 => slope * Vec3::new(k % 5.0 - 2.0, 0.8 + 0.1 * k, k % 7.0 - 3.0) + Vec3::new(-8.0, 2.0, 0.0),
                _ => Vec3::new(4.0, 0.4 + 0.25 * k, 0.01 * k),
            };
            let desc = BodyDesc {
                position: place,
                rolling_resistance: if i % 4 == 0 { 0.01 } else { 0.0 },
                restitution: f32::from(i % 5) * 0.2,
                ..BodyDesc::new(shapes[usize::from(i) % 3])
            };
            let _ = world.add(&desc);
        }
        world
    }

    #[test]
    fn a_world_that_was_packed_and_unpacked_at_any_step_goes_on_bit_for_bit() {
        let mut live = world();
        let mut before = live.clone();
        let mut restored: Vec<World> = vec![];
        for step in 0..240 {
            let mut writer = DeltaWriter::with_room(0);
            live.pack(&before, &mut writer);
            let bytes = writer.finish();
            let mut shell = live.shell();
            shell.unpack(&before, &mut DeltaReader::new(&bytes));
            assert_eq!(shell.state_hash(), live.state_hash());
            // One is followed for long, the others for a step each.
            restored.truncate(1 + step / 60);
            restored.push(shell);
            before = live.clone();
            live.step();
            for (k, restored) in restored.iter_mut().enumerate() {
                restored.step();
                for index in 0..live.pairs.slab.len() {
                    let of = |world: &World| world.contacts.of(&world.pairs.slab[index]).map(|c| format!("{c:?}"));
                    let (now, then) = (of(&live), of(restored));
                    assert!(now == then, "step {step}, {k}: {:?}\n{now:?}\n{then:?}", live.pairs.slab[index]);
                }
                assert_eq!(restored.state_hash(), live.state_hash(), "step {step}");
            }
        }
    }
}
