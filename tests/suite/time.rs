//! Time travel: every step can be gone back to, every future stays, and a recording tells where a run departs from it.

use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::{BodyDesc, BodyEdit, Config, Contact, Mass};
use carom::scene::{self, FileKind, Scene, SceneBody, gallery};
use carom::sim::{Command, CommandError, Ghost, Grab, Recording, Sim, Timeline};
use carom::timeline::{ChangeLabel, RecordingError};
use proptest::prelude::*;
use std::ops::RangeInclusive;

/// Numbers without a pattern, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn unit(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0
    }
}

fn body(name: &str, desc: BodyDesc) -> SceneBody {
    SceneBody { name: Some(name.into()), desc }
}

/// Boxes in a stack, balls above them, a floor.
fn busy() -> Scene {
    let mut bodies = vec![];
    for i in 0..4 {
        let position = Vec3::new(0.01 * i as f32, 0.5 + 1.02 * i as f32, 0.0);
        let desc = BodyDesc { position, restitution: 0.0, ..BodyDesc::new(Shape::cuboid(0.5, 0.5, 0.5)) };
        bodies.push(body(&format!("box {i}"), desc));
    }
    for i in 0..4 {
        let (position, spin) = (Vec3::new(0.2, 5.0 + 1.3 * i as f32, 0.1), Vec3::new(1.0, 2.0, 3.0));
        let desc = BodyDesc { position, spin, restitution: 0.7, ..BodyDesc::new(Shape::sphere(0.3)) };
        bodies.push(body(&format!("ball {i}"), desc));
    }
    Scene { config: Config { floor: Some(0.0), ..Config::default() }, bodies, ..Scene::default() }
}

/// All that can be asked of a running scene: what two states of one step must share.
#[derive(Debug, PartialEq)]
struct Look {
    step: u64,
    hash: u64,
    contacts: Vec<Contact>,
    scene: Scene,
    undo: Option<ChangeLabel>,
    redo: Option<ChangeLabel>,
    grab: Option<Grab>,
}

fn look(sim: &Sim) -> Look {
    Look {
        step: sim.step_count(),
        hash: sim.world().state_hash(),
        contacts: sim.world().contacts(),
        scene: sim.scene().clone(),
        undo: sim.undo_label(),
        redo: sim.redo_label(),
        grab: sim.grab().copied(),
    }
}

fn edit(timeline: &mut Timeline, name: &str, edit: BodyEdit) {
    let body = timeline.sim().find(name).unwrap();
    timeline.apply(Command::Edit { body, edit }).unwrap();
}

fn range(timeline: &Timeline) -> RangeInclusive<u64> {
    timeline.seek_range().first..=timeline.seek_range().last
}

fn run(timeline: &mut Timeline, count: usize) {
    (0..count).for_each(|_| timeline.step());
}

fn run_to(timeline: &mut Timeline, step: u64) {
    while timeline.sim().step_count() < step {
        timeline.step();
    }
}

/// Something a user might do, drawn from the dice.
fn meddle(timeline: &mut Timeline, dice: &mut Dice) {
    let count = timeline.sim().world().bodies().count() as u64;
    let Some(body) = timeline.sim().world().bodies().nth(dice.below(count.max(1)) as usize).map(|body| body.id) else {
        return;
    };
    let target = Vec3::new(3.0 * dice.unit(), 3.0 + dice.unit(), dice.unit());
    let edit = |edit| Command::Edit { body, edit };
    let command = match dice.below(13) {
        0 => edit(BodyEdit::Mass(Mass::Mass(2.0 + dice.unit()))),
        1 => edit(BodyEdit::Velocity(target)),
        2 => edit(BodyEdit::Position(target)),
        3 => edit(BodyEdit::Shape(Shape::sphere(0.4 + 0.2 * dice.unit()))),
        4 => Command::Remove(body),
        5 => Command::Add { name: None, desc: BodyDesc { position: target, ..BodyDesc::new(Shape::sphere(0.25)) } },
        6 => Command::Configure(Config { floor: Some(0.0), gravity: target * -3.0, ..Config::default() }),
        7 => Command::Impulse { body, impulse: target, point: target },
        8 => Command::Grab(Some(Grab { body, local_point: Vec3::ZERO, target, force_limit: 50.0 })),
        9 => Command::Grab(None),
        10 => Command::EndGesture,
        11 => {
            timeline.undo();
            return;
        }
        _ => {
            timeline.redo();
            return;
        }
    };
    // A body may be gone, and a mass out of range: then nothing happens.
    let _ = timeline.apply(command);
}

#[test]
fn every_gallery_scene_goes_to_any_of_its_steps_with_the_same_bits() {
    let mut dice = Dice(1);
    for entry in gallery() {
        let scene = entry.scene().unwrap();
        let steps = if scene.bodies.len() < 60 { 240 } else { 60 };
        let mut timeline = Timeline::new(scene).unwrap();
        let mut looks = vec![look(timeline.sim())];
        for _ in 0..steps {
            timeline.step();
            looks.push(look(timeline.sim()));
        }
        for _ in 0..12 {
            let step = dice.below(steps + 1);
            assert_eq!(timeline.seek(step), step);
            assert_eq!(look(timeline.sim()), looks[step as usize], "{} at step {step}", entry.id);
        }
        // From the past on it comes to the same end.
        run_to(&mut timeline, steps);
        assert_eq!((look(timeline.sim()), timeline.mismatch()), (looks.pop().unwrap(), None), "{}", entry.id);
    }
}

#[test]
fn what_was_done_comes_back_with_the_steps_it_was_done_at() {
    for seed in 0..12 {
        let (mut dice, mut timeline) = (Dice(seed), Timeline::new(busy()).unwrap());
        let mut looks = vec![];
        for step in 0..200 {
            for _ in 0..[0, 0, 0, 1, 3][dice.below(5) as usize] {
                meddle(&mut timeline, &mut dice);
            }
            assert_eq!(timeline.sim().step_count(), step);
            looks.push(look(timeline.sim()));
            timeline.step();
        }
        for _ in 0..20 {
            let step = dice.below(200);
            timeline.seek(step);
            assert_eq!(look(timeline.sim()), looks[step as usize], "seed {seed}, step {step}");
        }
        assert_eq!(timeline.mismatch(), None);
        assert!(timeline.ghosts().len() == 0);
    }
}

#[test]
fn a_change_in_the_past_makes_another_future_and_the_old_one_stays_as_it_was() {
    let mut timeline = Timeline::new(busy()).unwrap();
    run(&mut timeline, 100);
    edit(&mut timeline, "ball 0", BodyEdit::Restitution(0.1));
    run(&mut timeline, 100);
    let old: Vec<u64> = (1..=200).map(|step| timeline.hash_after(step).unwrap()).collect();

    timeline.seek(60);
    edit(&mut timeline, "box 3", BodyEdit::Velocity(Vec3::X));
    assert_eq!((range(&timeline), timeline.ghosts().len()), (0..=60, 1));
    run(&mut timeline, 140);
    let (ghost, divergence) = (timeline.ghost().unwrap(), timeline.divergence().unwrap());
    assert_eq!((ghost.fork(), ghost.end(), ghost.sim().step_count()), (60, 200, 200));
    assert_eq!(ghost.sim().world().state_hash(), old[199]);
    assert_eq!(divergence.step, 61);
    assert!(divergence.what.bodies.contains(&timeline.sim().find("box 3").unwrap()), "{divergence:?}");
    let (furthest, apart) = timeline.distance().unwrap();
    let place = |sim: &Sim| sim.world().body(furthest).unwrap().desc.position;
    assert_eq!(apart, place(timeline.sim()).distance(place(timeline.ghost().unwrap().sim())));

    // The two trade places, and each is what it was.
    let new: Vec<u64> = (1..=200).map(|step| timeline.hash_after(step).unwrap()).collect();
    assert_eq!((&new[..60], new[60] == old[60]), (&old[..60], false));
    timeline.swap_ghost();
    for step in [200, 61, 60, 100, 150] {
        timeline.seek(step);
        assert_eq!(timeline.sim().world().state_hash(), old[step as usize - 1], "step {step}");
    }
    assert_eq!(timeline.ghost().unwrap().sim().world().state_hash(), new[149]);
    assert_eq!(timeline.mismatch(), None);
}

#[test]
fn a_future_without_a_change_is_the_same_and_so_has_no_divergence() {
    let mut timeline = Timeline::new(busy()).unwrap();
    run(&mut timeline, 50);
    timeline.keep_ghost();
    run(&mut timeline, 150);
    assert_eq!((timeline.divergence(), timeline.distance().unwrap().1), (None, 0.0));
    // What changes nothing is no fork; nor is a refusal.
    timeline.seek(100);
    let restitution = timeline.sim().world().body(timeline.sim().find("ball 1").unwrap()).unwrap().desc.restitution;
    edit(&mut timeline, "ball 1", BodyEdit::Restitution(restitution));
    timeline.apply(Command::EndGesture).unwrap();
    timeline.apply(Command::Threads(2)).unwrap();
    let body = timeline.sim().find("ball 1").unwrap();
    assert!(timeline.apply(Command::Edit { body, edit: BodyEdit::Restitution(7.0) }).is_err());
    assert!(!timeline.undo() && !timeline.redo());
    assert_eq!((range(&timeline), timeline.ghosts().len()), (0..=200, 1));
}

#[test]
fn undo_and_redo_are_those_of_the_step_gone_to() {
    let mut timeline = Timeline::new(busy()).unwrap();
    let mass = |timeline: &Timeline| timeline.sim().world().body(timeline.sim().find("box 0").unwrap()).unwrap().mass;
    for (step, kg) in [(10, 10.0), (20, 20.0), (30, 30.0)] {
        run_to(&mut timeline, step);
        edit(&mut timeline, "box 0", BodyEdit::Mass(Mass::Mass(kg)));
        timeline.apply(Command::EndGesture).unwrap();
    }
    run(&mut timeline, 10);
    assert!(timeline.undo());
    assert_eq!(mass(&timeline), 20.0);
    timeline.seek(35);
    assert_eq!(mass(&timeline), 30.0);
    timeline.seek(25);
    assert_eq!(mass(&timeline), 20.0);
    // The edit of step 30 lies ahead: what is taken back is that of step 20, here.
    assert!(timeline.undo());
    assert_eq!((mass(&timeline), range(&timeline)), (10.0, 0..=25));
    assert!(timeline.redo());
    assert_eq!(mass(&timeline), 20.0);
    timeline.seek(15);
    assert_eq!(mass(&timeline), 10.0);
    timeline.seek(25);
    assert_eq!(mass(&timeline), 20.0);
}

#[test]
fn a_hand_that_pulled_pulls_no_more_in_another_future() {
    let mut timeline = Timeline::new(busy()).unwrap();
    let body = timeline.sim().find("ball 0").unwrap();
    let grab = Grab { body, local_point: Vec3::ZERO, target: Vec3::Y * 9.0, force_limit: 50.0 };
    run(&mut timeline, 5);
    timeline.apply(Command::Grab(Some(grab))).unwrap();
    run(&mut timeline, 20);
    timeline.apply(Command::Grab(None)).unwrap();
    run(&mut timeline, 5);
    timeline.seek(15);
    assert_eq!(timeline.sim().grab(), Some(&grab));
    edit(&mut timeline, "box 0", BodyEdit::Friction(0.1));
    assert_eq!(timeline.sim().grab(), None);
}

#[test]
fn a_restart_begins_another_run_and_keeps_the_old_one_beside_it() {
    let mut timeline = Timeline::new(busy()).unwrap();
    run(&mut timeline, 80);
    let old = timeline.sim().world().state_hash();
    edit(&mut timeline, "ball 0", BodyEdit::Mass(Mass::Mass(50.0)));
    timeline.apply(Command::Restart).unwrap();
    assert_eq!((timeline.sim().step_count(), range(&timeline)), (0, 0..=0));
    run(&mut timeline, 80);
    assert!(timeline.ghost().is_none());
    timeline.show_ghost(Some(0));
    assert_eq!(timeline.ghost().unwrap().sim().world().state_hash(), old);
    assert_eq!(timeline.divergence().map(|divergence| divergence.what.bodies.is_empty()), Some(false));
    let recording = timeline.recording().unwrap();
    let mut replay = recording.replay(1).unwrap();
    assert_eq!((replay.by_ref().count(), replay.departure()), (80, None));
}

#[test]
fn of_more_ghosts_than_there_is_room_for_the_oldest_go_and_are_counted() {
    let mut timeline = Timeline::new(busy()).unwrap();
    for i in 0..6 {
        run_to(&mut timeline, 10 + i);
        timeline.keep_ghost();
    }
    let forks: Vec<u64> = timeline.ghosts().map(Ghost::fork).collect();
    assert_eq!((forks, timeline.shown(), timeline.lost_ghosts()), (vec![12, 13, 14, 15], Some(3), 2));
    timeline.show_ghost(Some(1));
    timeline.apply(Command::Restart).unwrap();
    timeline.drop_ghosts();
    assert_eq!((timeline.ghosts().len(), timeline.shown(), timeline.lost_ghosts()), (0, None, 0));
}

#[test]
fn a_budget_is_kept_and_what_is_forgotten_is_told() {
    let size_of_one = {
        let timeline = Timeline::new(busy()).unwrap();
        timeline.size()
    };
    let budget = 100 * size_of_one;
    let mut timeline = Timeline::with_budget(busy(), budget).unwrap();
    let mut dice = Dice(3);
    let (mut forgot, mut thinned, spacing) = (false, false, timeline.spacing());
    for _ in 0..12_000 {
        timeline.step();
        assert!(timeline.size() <= budget, "{} of {budget} at step {}", timeline.size(), timeline.sim().step_count());
        forgot |= *range(&timeline).start() > 0;
        thinned |= timeline.spacing() > spacing;
    }
    assert!(thinned && forgot, "{:?} {}", range(&timeline), timeline.spacing());
    for _ in 0..20 {
        let (start, end) = range(&timeline).into_inner();
        let step = start + dice.below(end - start + 1);
        assert_eq!(timeline.seek(step), step);
        assert_eq!(Some(timeline.sim().world().state_hash()), timeline.hash_after(step));
    }
    assert_eq!(timeline.seek(0), *range(&timeline).start());
    assert_eq!(timeline.mismatch(), None);
}

#[test]
fn copies_to_look_at_make_the_past_no_smaller() {
    let mut timeline = Timeline::new(busy()).unwrap();
    (0..300).for_each(|_| timeline.step());
    let size = timeline.size();
    let copies: Vec<Timeline> = (0..3).map(|_| timeline.still()).collect();
    assert_eq!((timeline.size(), copies[0].size()), (size, size));
    // What a ghost has in common with the run is there once.
    timeline.keep_ghost();
    let apart = timeline.size() - size;
    assert!(apart < size / 4, "{apart} of {size}");
}

#[test]
fn a_crowd_at_rest_is_told_from_one_that_rests() {
    // So many that a state to tell others from is packed itself.
    let cube = BodyDesc { restitution: 0.0, ..BodyDesc::new(Shape::cuboid(0.4, 0.4, 0.4)) };
    let place = |i: usize| Vec3::new((i % 70) as f32, 0.6 + 0.001 * (i % 7) as f32, (i / 70) as f32);
    let at = |i: usize| body(&i.to_string(), BodyDesc { position: place(i), spin: Vec3::splat(0.05), ..cube });
    let config = Config { floor: Some(0.0), sleeping: false, ..Config::default() };
    let scene = Scene { config, bodies: (0..4_500).map(at).collect(), ..Scene::default() };
    let mut timeline = Timeline::new(scene).unwrap();
    let (mut hashes, mut sizes) = (vec![], vec![]);
    for _ in 0..230 {
        timeline.step();
        hashes.push(timeline.sim().world().state_hash());
        sizes.push(timeline.size());
    }
    assert!(timeline.sim().world().size_of_copy() > 4 << 20);
    // From the fall all of a contact is told, from rest what trembles.
    let grown: Vec<usize> = sizes.windows(2).map(|pair| pair[1] - pair[0]).filter(|size| *size > 10_000).collect();
    let (fallen, rested) = (grown[..4].iter().max().unwrap(), grown[4..].iter().min().unwrap());
    assert!(3 * rested < *fallen, "{grown:?}");
    for step in [229, 100, 70, 150, 30, 200] {
        timeline.seek(step);
        assert_eq!(timeline.sim().world().state_hash(), hashes[step as usize - 1], "step {step}");
    }
    assert_eq!(timeline.mismatch(), None);
}

/// A recording of a run that is meddled with at every tenth step or so.
fn recording(seed: u64, steps: u64) -> (Recording, u64) {
    let (mut dice, mut timeline) = (Dice(seed), Timeline::new(busy()).unwrap());
    for _ in 0..steps {
        if dice.below(10) == 0 {
            meddle(&mut timeline, &mut dice);
        }
        timeline.step();
    }
    (timeline.recording().unwrap(), timeline.sim().world().state_hash())
}

#[test]
fn a_recording_written_and_read_gives_every_state_with_any_number_of_threads() {
    for seed in 0..6 {
        let (recording, end) = recording(seed, 300);
        let read = Recording::from_text(&recording.to_text()).unwrap();
        assert_eq!(read, recording, "seed {seed}");
        for threads in [1, 2] {
            let mut replay = read.replay(threads).unwrap();
            assert_eq!(replay.by_ref().count(), 300);
            assert_eq!((replay.departure(), replay.sim().world().state_hash()), (None, end), "seed {seed}");
        }
        let mut timeline = Timeline::replay(read.clone()).unwrap();
        assert_eq!((timeline.sim().step_count(), range(&timeline)), (0, 0..=300));
        timeline.seek(300);
        assert_eq!(timeline.sim().world().state_hash(), end);
    }
}

#[test]
fn every_gallery_scene_replays_from_its_recording_with_one_thread_and_with_two() {
    for entry in gallery() {
        let scene = entry.scene().unwrap();
        let steps = if scene.bodies.len() < 60 { 600 } else { 60 };
        let mut sim = Sim::new(scene).unwrap();
        let mut recording = Recording::new(&sim);
        for _ in 0..steps {
            sim.step();
            recording.observe(&sim);
        }
        let read = Recording::from_text(&recording.to_text()).unwrap();
        for threads in [1, 2] {
            let mut replay = read.replay(threads).unwrap();
            assert_eq!((replay.by_ref().count(), replay.departure()), (steps, None), "{}", entry.id);
        }
    }
}

#[test]
fn a_single_bit_that_flips_is_found_at_its_step_and_in_its_body() {
    let mut dice = Dice(5);
    for round in 0..20 {
        let (at, slot) = (1 + dice.below(150), dice.below(8) as usize);
        let mut sim = Sim::new(busy()).unwrap();
        let mut recording = Recording::new(&sim);
        for step in 1..=160 {
            sim.step();
            if step == at {
                // The lowest bit of one velocity, after the step and before it is looked at.
                let id = sim.world().body_at(slot).unwrap().id;
                let velocity = sim.world().body(id).unwrap().desc.velocity;
                let flipped = Vec3 { x: f32::from_bits(velocity.x.to_bits() ^ 1), ..velocity };
                sim.apply(Command::Edit { body: id, edit: BodyEdit::Velocity(flipped) }).unwrap();
            }
            recording.observe(&sim);
        }
        let mut replay = recording.replay(1).unwrap();
        replay.by_ref().for_each(drop);
        let (departure, name) = (replay.departure().unwrap(), sim.name(sim.world().body_at(slot).unwrap().id));
        assert_eq!((departure.step, departure.body.as_ref()), (at, Some(&name)), "round {round}");
        assert_ne!(departure.expected, departure.got);
    }
}

#[test]
fn where_several_bodies_depart_at_once_they_are_named_by_the_next_list_of_all() {
    let mut sim = Sim::new(busy()).unwrap();
    let mut recording = Recording::new(&sim);
    for step in 1..=120 {
        if step == 31 {
            let gravity = Vec3::new(0.0, -9.81, 1e-3);
            sim.apply(Command::Configure(Config { gravity, ..*sim.world().config() })).unwrap();
        }
        sim.step();
        recording.observe(&sim);
    }
    let mut replay = recording.replay(1).unwrap();
    replay.by_ref().for_each(drop);
    let departure = replay.departure().unwrap();
    let (later, names) = departure.later.clone().unwrap();
    assert_eq!((departure.step, departure.body.as_ref(), later), (31, None, 60));
    assert!(names.contains(&"ball 3".into()), "{names:?}");
}

#[test]
fn files_that_are_no_sound_recording_are_refused_with_the_reason() {
    let text = recording(7, 40).0.to_text();
    let lines: Vec<&str> = text.lines().collect();
    let cut = format!("{}\n", lines[..lines.len() - 1].join("\n"));
    let swapped = text.replacen("\"step\":[7", "\"step\":[8", 1);
    for (what, text, words) in [
        ("nothing", String::new(), "no recording"),
        ("a scene", "version = 1\n".into(), "no recording"),
        ("other JSON", "{\"a\":1}\n".into(), "no recording"),
        ("another version", text.replacen("recording\":1", "recording\":2", 1), "version 2"),
        ("no last line", cut, "cut off"),
        ("half of it", text[..text.len() / 2].into(), "cut off"),
        ("one letter less", text[..text.len() - 1].into(), "cut off"),
        ("another number", swapped, "damaged"),
    ] {
        let error = Recording::from_text(&text).unwrap_err();
        assert!(error.to_string().contains(words), "{what}: {error}");
    }
}

/// CRC-32 by its definition, a bit at a time (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit))
}

/// The text with its lines changed and the checksum made right again.
fn resealed(text: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    lines.pop();
    change(&mut lines);
    let body = format!("{}\n", lines.join("\n"));
    let steps = lines.iter().filter(|line| line.starts_with("{\"step\"")).count();
    format!("{body}{{\"end\":[{steps},\"{:08x}\"]}}\n", crc32(body.as_bytes()))
}

/// What is done to the lines of a recording.
type Change<'a> = &'a dyn Fn(&mut Vec<String>);

#[test]
fn lines_that_make_no_sense_are_refused_though_the_checksum_is_right() {
    let text = recording(7, 40).0.to_text();
    let whole = resealed(&text, |_| {});
    assert_eq!(whole, text);
    let last = text.lines().count() - 2;
    let changes: [(&str, Change); 9] = [
        ("a step twice", &|lines| lines.push(lines[last].clone())),
        ("a step left out", &|lines| drop(lines.remove(last - 1))),
        ("no JSON", &|lines| lines[last] = "{".into()),
        ("an unknown line", &|lines| lines[last] = "{\"jump\":[1]}".into()),
        ("no scene", &|lines| drop(lines.remove(1))),
        ("a scene with faults", &|lines| lines[1] = "{\"scene\":{\"gravity\":[0,1e9,0]}}".into()),
        ("a short hash", &|lines| lines[last] = "{\"step\":[40,\"12\",\"12\",\"12\"]}".into()),
        ("a motion of its own", &|lines| lines.push("{\"do\":[40,{\"edit\":[[0,0],{\"motion\":\"odd\"}]}]}".into())),
        ("an edit of another step", &|lines| lines.push("{\"do\":[9,\"let_go\"]}".into())),
    ];
    for (what, change) in changes {
        let error = Recording::from_text(&resealed(&text, change)).unwrap_err();
        assert!(matches!(error, RecordingError::Line { .. }), "{what}: {error}");
    }
    // What is well written but cannot be done departs, or is refused, and never panics.
    for deed in [
        "{\"remove\":[99,0]}",
        "{\"edit\":[[0,0],{\"mass\":-1.0}]}",
        "{\"edit\":[[4294967295,0],{\"position\":[0.0,0.0,0.0]}]}",
        "{\"add\":{\"shape\":{\"sphere\":{\"radius\":1.0}},\"position\":[0.0,50.0,0.0]}}",
        "{\"impulse\":{\"body\":[0,0],\"impulse\":[1e38,0.0,0.0],\"point\":[0.0,0.0,0.0]}}",
    ] {
        let text = resealed(&text, |lines| lines.insert(2, format!("{{\"do\":[0,{deed}]}}")));
        let read = Recording::from_text(&text).unwrap_or_else(|error| panic!("{deed}: {error}"));
        assert_eq!(read.replay(1).unwrap().count(), 40);
        drop(Timeline::replay(read));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_reader_panic_and_no_changed_byte_goes_unseen(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        length in any::<prop::sample::Index>(),
    ) {
        prop_assert!(Recording::from_text(&String::from_utf8_lossy(&bytes)).is_err());
        static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
        let text = TEXT.get_or_init(|| recording(11, 60).0.to_text());
        let mut changed = text.clone().into_bytes();
        let at = place.index(changed.len());
        let same = changed[at] == byte;
        changed[at] = byte;
        prop_assert!(same || Recording::from_text(&String::from_utf8_lossy(&changed)).is_err(), "byte {at}");
        let cut = &text[..length.index(text.len())];
        prop_assert!(Recording::from_text(cut).is_err());
        // A sealed text whose lines are anything.
        let wild = resealed(text, |lines| lines[2 + at % 60] = String::from_utf8_lossy(&bytes).replace('\n', " "));
        if let Ok(read) = Recording::from_text(&wild) {
            read.replay(1).unwrap().for_each(drop);
        }
    }
}

#[test]
fn neither_a_command_nor_a_recording_adds_more_bodies_than_a_scene_may_have() {
    let grid = |count: &str| {
        let body = r#""shape":{"sphere":{"radius":0.1}}"#;
        format!(r#"{{"grids":[{{"count":{count},"spacing":[1,1,1],"body":{{{body}}}}}]}}"#)
    };
    let full = scene::parse(&grid("[200,10,100]"), FileKind::Json).unwrap();
    assert_eq!(full.bodies.len(), 200_000);
    let mut sim = Sim::new(full).unwrap();
    let one_more = || Command::Add { name: None, desc: BodyDesc::new(Shape::sphere(0.1)) };
    assert_eq!(sim.apply(one_more()), Err(CommandError::TooManyBodies));
    let last = sim.world().bodies().last().unwrap().id;
    sim.apply(Command::Remove(last)).unwrap();
    assert_eq!((sim.apply(one_more()), sim.apply(one_more())), (Ok(()), Err(CommandError::TooManyBodies)));

    let add = r#"{"do":[0,{"add":{"shape":{"sphere":{"radius":0.1}}}}]}"#;
    let text = |count, adds: usize| {
        let lines =
            format!("{{\"carom_recording\":1}}\n{{\"scene\":{}}}\n{}", grid(count), format!("{add}\n").repeat(adds));
        format!("{lines}{{\"end\":[0,\"{:08x}\"]}}\n", crc32(lines.as_bytes()))
    };
    assert_eq!(Recording::from_text(&text("[199,10,100]", 1000)).unwrap().commands().count(), 1000);
    let error = Recording::from_text(&text("[199,10,100]", 1001)).unwrap_err();
    assert_eq!(error.to_string(), "line 1003: a scene has at most 200000 bodies");
}
