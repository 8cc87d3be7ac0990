//! A state of a world, as far as it differs from an earlier one.

use super::super::bodies::{Bodies, changed_by_steps};
use super::super::broad_phase::BroadPhase;
use super::super::constraint::Constraint;
use super::super::constraint::graph::{ConstrainedPair, Disorder, Place, Ticket};
use super::super::contacts::Contacts;
use super::super::pair_rules::point_reuse;
use super::super::pairs::{Pair, Pairs, State};
use super::World;
use crate::math::delta::{Buffer, DeltaReader, DeltaWriter, Words};
use std::borrow::Cow;

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
    pub(crate) fn pack(&self, mut before: EarlierWorld<'_>, delta: &mut DeltaWriter) {
        let Self { bodies, pairs, contacts, .. } = self;
        let counts = [pairs.table_len(), pairs.count, contacts.detached.len()].map(|count| count as u32);
        delta.one(&(counts, contacts.graph.disorder), None);
        macro_rules! write {
            ($($list:ident),*) => { $(delta.list(&bodies.$list, &before.list(|world| &world.bodies.$list));)* };
        }
        changed_by_steps!(write);
        // Lists as they stand, with the lengths that decide when they grow.
        delta.list(&pairs.links, &before.list(|world| &world.pairs.links));
        delta.list(&pairs.free, &before.list(|world| &world.pairs.free));
        delta.list(&contacts.free, &before.list(|world| &world.contacts.free));
        delta.list(&pairs.slab, before.slab());
        // The contact of each pair, wherever it stands, told from the one that the same pair had before.
        for (index, pair) in pairs.slab.iter().enumerate() {
            let had = before.contact(index, pair);
            let Some(constraint) = contacts.of(pair) else { continue };
            delta.one(&constraint, had.as_ref());
            if let State::Held(place) = pair.state {
                delta.one(&contacts.graph.sides(place).1, None);
            }
        }
    }

    /// Fills a shell with what was written.
    pub(crate) fn unpack(&mut self, mut before: EarlierWorld<'_>, delta: &mut DeltaReader<'_>) {
        // What can be worked out again (hash table, graph, trees) is.
        let Self { bodies, pairs, contacts, config, .. } = self;
        let ([table, count, detached], disorder) = delta.one::<([u32; 3], Disorder)>(None);
        *bodies = before.whole().bodies.clone();
        macro_rules! read {
            ($($list:ident),*) => { $(bodies.$list = read_list(before.list(|world| &world.bodies.$list), delta);)* };
        }
        changed_by_steps!(read);
        bodies.complete();
        pairs.links = read_list(before.list(|world| &world.pairs.links), delta);
        pairs.free = read_list(before.list(|world| &world.pairs.free), delta);
        contacts.free = read_list(before.list(|world| &world.contacts.free), delta);
        pairs.slab = read_list(before.slab().into(), delta);
        // The table must be as long as it was, so that it grows at the same insertion.
        pairs.count = count as usize;
        pairs.index_anew(table as usize, bodies.len());
        contacts.detached.resize(detached as usize, Constraint::default());
        contacts.graph.resize(bodies.len());
        contacts.graph.disorder = disorder;
        for (index, pair) in pairs.slab.iter().enumerate() {
            let had = before.contact(index, pair);
            let Some((constraint, ticket)) = read_contact(pair, had, delta) else { continue };
            match pair.state {
                State::Held(place) => {
                    let sides = ConstrainedPair { pair: index as u32, a: pair.a, b: pair.b, part: [0.0; 2] };
                    contacts.graph.restore(place, &sides, &ticket, &constraint);
                    contacts.graph.set_point_reuse(place, point_reuse(pair, bodies, config, &constraint.surface));
                }
                State::Detached(place) => contacts.detached[place as usize] = constraint,
                State::Apart { .. } => {}
            }
        }
        self.broad_phase = BroadPhase::of(bodies);
    }
}

/// A state that another is told from. Of one that is packed itself no world is made: its lists and contacts are read
/// one by one, in the order in which they were written, while the other is written or read.
pub(crate) enum EarlierWorld<'a> {
    /// It stands.
    Whole(&'a World),
    /// It is told from another.
    Told(Box<ToldWorld<'a>>),
}

/// A packed world while it is read.
pub(crate) struct ToldWorld<'a> {
    from: EarlierWorld<'a>,
    delta: DeltaReader<'a>,
    slab: Vec<Pair>,
}

impl<'a> EarlierWorld<'a> {
    /// What was [packed](World::pack) from this one.
    pub fn then(self, mut delta: DeltaReader<'a>) -> Self {
        // Only a world needs the lengths of its hash table and lists.
        let _: ([u32; 3], Disorder) = delta.one(None);
        Self::Told(Box::new(ToldWorld { from: self, delta, slab: vec![] }))
    }

    /// The world from which all is told in the end.
    fn whole(&self) -> &World {
        match self {
            Self::Whole(world) => world,
            Self::Told(told) => told.from.whole(),
        }
    }

    /// The next list.
    fn list<T: Words + Copy>(&mut self, of: fn(&World) -> &Vec<T>) -> Cow<'_, [T]> {
        match self {
            Self::Whole(world) => of(world).into(),
            Self::Told(told) => read_list(told.from.list(of), &mut told.delta).into(),
        }
    }

    /// The pairs, which come after all other lists.
    fn slab(&mut self) -> &[Pair] {
        match self {
            Self::Whole(world) => &world.pairs.slab,
            Self::Told(told) => {
                told.slab = read_list(told.from.slab().into(), &mut told.delta);
                &told.slab
            }
        }
    }

    /// The contact at an index of the slab if it is one of these bodies. To be asked for every index in turn.
    fn contact(&mut self, index: usize, of: &Pair) -> Option<Constraint> {
        let same = |pair: &Pair| of.touches() && (pair.a, pair.b) == (of.a, of.b);
        match self {
            Self::Whole(world) => world.contacts.of(world.pairs.slab.get(index).filter(|pair| same(pair))?),
            // Read in any case, for the next one comes behind it.
            Self::Told(told) => {
                let pair = told.slab.get(index)?;
                let (constraint, _) = read_contact(pair, told.from.contact(index, pair), &mut told.delta)?;
                same(pair).then_some(constraint)
            }
        }
    }
}

/// The contact of a pair, if it has one, and how the solver placed it.
fn read_contact(pair: &Pair, had: Option<Constraint>, delta: &mut DeltaReader<'_>) -> Option<(Constraint, Ticket)> {
    let constraint = pair.touches().then(|| delta.one(had.as_ref()))?;
    let ticket = if let State::Held(_) = pair.state { delta.one(None) } else { Ticket::default() };
    Some((constraint, ticket))
}

/// The list that was written, of the one that was.
fn read_list<T: Words + Copy>(before: Cow<'_, [T]>, delta: &mut DeltaReader<'_>) -> Vec<T> {
    let mut list = before.into_owned();
    delta.list(&mut list);
    list
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
        let Self { a, b, state, margin, memory, overlap, alive, fresh, steady, extended, bouncy } = self;
        let flags = [alive, fresh, steady, extended, bouncy].map(|flag| u32::from(*flag));
        let at = ([*a, *b], *state).put(words, at);
        ((*margin, *memory), (*overlap, flags)).put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        let ([a, b], state): ([u32; 2], State) = Words::take(next);
        let ((margin, memory), (overlap, flags)): ((f32, _), (_, [u32; 5])) = Words::take(next);
        let [alive, fresh, steady, extended, bouncy] = flags.map(|flag| flag != 0);
        Self { a, b, state, margin, memory, overlap, alive, fresh, steady, extended, bouncy }
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
        goes_on_from_any_of(240, world());
        goes_on_from_any_of(40, crowd());
        goes_on_from_any_of(6, bed());
    }

    /// Sixty bodies of all shapes in one point, which come apart bit by bit.
    fn crowd() -> World {
        let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
        for k in 0..60 {
            let shape = [Shape::cuboid(0.3, 0.2, 0.4), Shape::sphere(0.3), Shape::frustum(0.3, 0.1, 0.3)][k % 3];
            assert!(world.add(&BodyDesc::new(shape)).is_ok());
        }
        world
    }

    /// A layer of balls that touch: so many contacts that they are soon sorted.
    fn bed() -> World {
        let mut world = World::new(Config { floor: Some(0.0), ..Config::default() }).unwrap();
        for k in 0..196_u8 {
            let (x, z) = (f32::from(k % 14), f32::from(k / 14));
            let position = Vec3::new(0.2 * x, 0.1, 0.2 * z);
            assert!(world.add(&BodyDesc { position, ..BodyDesc::new(Shape::sphere(0.1)) }).is_ok());
        }
        world
    }

    fn goes_on_from_any_of(steps: usize, mut live: World) {
        let mut before = live.clone();
        let mut restored: Vec<World> = vec![];
        for step in 0..steps {
            let mut writer = DeltaWriter::with_room(0);
            live.pack(EarlierWorld::Whole(&before), &mut writer);
            let bytes = writer.finish();
            let mut shell = live.shell();
            shell.unpack(EarlierWorld::Whole(&before), &mut DeltaReader::new(&bytes));
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
                    let [pair, other] = [&live, &*restored].map(|world| world.pairs.slab[index]);
                    assert!(now == then, "step {step}, {k}: {pair:?}\n{now:?}\n{then:?}");
                    assert_eq!(format!("{pair:?}"), format!("{other:?}"), "step {step}, {k}");
                }
                assert_eq!(restored.state_hash(), live.state_hash(), "step {step}");
            }
        }
    }

    #[test]
    fn from_a_state_that_is_packed_itself_the_same_is_told_as_from_the_world() {
        let (first, mut live) = (world(), world());
        let (mut last, mut links) = (first.clone(), Vec::<Box<[u8]>>::new());
        for step in 0..200 {
            // Each of these is told from the one before it, down to the world that stands.
            let earlier =
                || links.iter().fold(EarlierWorld::Whole(&first), |of, bytes| of.then(DeltaReader::new(bytes)));
            let told_from = |earlier| {
                let mut writer = DeltaWriter::with_room(0);
                live.pack(earlier, &mut writer);
                writer.finish()
            };
            let bytes = told_from(earlier());
            assert!(bytes == told_from(EarlierWorld::Whole(&last)), "step {step}");
            let mut restored = live.shell();
            restored.unpack(earlier(), &mut DeltaReader::new(&bytes));
            let contacts =
                |world: &World| world.pairs.slab.iter().map(|pair| world.contacts.of(pair)).collect::<Vec<_>>();
            assert_eq!(format!("{:?}", contacts(&restored)), format!("{:?}", contacts(&live)), "step {step}");
            if step % 50 == 20 {
                (last, links) = (live.clone(), links.into_iter().chain([bytes]).collect());
            }
            live.step();
            restored.step();
            assert_eq!(restored.state_hash(), live.state_hash(), "step {step}");
        }
        assert_eq!(links.len(), 4);
    }
}
