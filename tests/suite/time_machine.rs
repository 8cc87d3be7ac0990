//! What holds of the time machine whatever it leads: a scene, and every laboratory.

use crate::lab_commands::Dice;
use carom::glam::Vec3;
use carom::lab::{Lab, LabCommand, ParameterValue, laboratories};
use carom::physics::{BodyEdit, Mass, Motion};
use carom::scene::find;
use carom::sim::{Command, Sim};
use carom::subject::{Recorded, Subject};
use carom::timeline::{Recordable, Recording, Simulation, Timeline};

/// A change that is likely to be taken.
trait Meddle: Recordable {
    fn change(&self, dice: &mut Dice) -> Self::Command;
    fn restart() -> Self::Command;
    /// What it is, for messages.
    fn what(&self) -> String;
}

impl Meddle for Lab {
    fn change(&self, dice: &mut Dice) -> Self::Command {
        dice.command(self)
    }

    fn restart() -> Self::Command {
        carom::lab::LabCommand::Restart
    }

    fn what(&self) -> String {
        format!("lab:{}", self.entry().id)
    }
}

impl Meddle for Sim {
    fn change(&self, dice: &mut Dice) -> Command {
        let bodies: Vec<_> = self.world().bodies().filter(|body| body.desc.motion == Motion::Dynamic).collect();
        let body = bodies[dice.pick(bodies.len())].id;
        let edit = match dice.pick(3) {
            0 => BodyEdit::Velocity(Vec3::new(dice.roll() - 0.5, dice.roll(), dice.roll() - 0.5) * 4.0),
            1 => BodyEdit::Mass(Mass::Mass(1.0 + dice.roll())),
            _ => BodyEdit::Friction(dice.roll()),
        };
        Command::Edit { body, edit }
    }

    fn restart() -> Command {
        Command::Restart
    }

    fn what(&self) -> String {
        self.scene().name.clone()
    }
}

/// The mark of the present state.
fn hash<S: Simulation>(timeline: &Timeline<S>) -> u64 {
    S::hash_of(&timeline.sim().mark())
}

/// A run of some steps with changes, undo and redo in it; some changes before the first step, too.
fn busy<S: Meddle>(sim: S, seed: u32, steps: u64) -> Timeline<S> {
    let (mut timeline, mut dice) = (Timeline::beginning(sim, Timeline::<S>::BUDGET), Dice(seed));
    for step in 0..steps {
        if step % 7 == 0 {
            // Refusals are answers too.
            let command = timeline.sim().change(&mut dice);
            let _ = timeline.apply(command);
        }
        match step % 23 {
            9 => drop(timeline.undo()),
            15 => drop(timeline.redo()),
            _ => {}
        }
        timeline.step();
    }
    timeline
}

/// Where time stands still there is not much of it.
fn waits<S: Simulation>(timeline: &Timeline<S>, steps: u64) -> bool {
    timeline.sim().waits() || timeline.seek_range().last < steps
}

/// Checks something of a scene and of every laboratory.
macro_rules! of_all {
    ($check:ident) => {
        $check(Sim::new(find("first_bounce").unwrap().scene().unwrap()).unwrap());
        for entry in laboratories() {
            $check(Lab::new(entry));
        }
    };
}

fn goes_there_and_back<S: Meddle>(sim: S) {
    let what = sim.what();
    let (mut timeline, mut dice, mut hashes) = (Timeline::beginning(sim, Timeline::<S>::BUDGET), Dice(3), vec![]);
    for step in 0..90 {
        for _ in 0..usize::from(step % 6 == 0) {
            let command = timeline.sim().change(&mut dice);
            let _ = timeline.apply(command);
        }
        match step % 23 {
            9 => drop(timeline.undo()),
            15 => drop(timeline.redo()),
            _ => {}
        }
        hashes.push(hash(&timeline));
        timeline.step();
    }
    let last = timeline.seek_range().last.min(89);
    for step in [last, 0, 1, 50, 49, 48, 23, 24, 25, 77, last] {
        let step = step.min(last);
        assert_eq!(timeline.seek(step), step, "{what}");
        // Where time stood still the last state of a step counts.
        let states: Vec<u64> = if waits(&timeline, 90) { hashes.clone() } else { vec![hashes[step as usize]] };
        assert!(states.contains(&hash(&timeline)), "{what}: step {step} is another");
    }
    assert_eq!(timeline.mismatch(), None, "{what}");
}

#[test]
fn every_step_that_was_comes_back_with_the_same_bits() {
    of_all!(goes_there_and_back);
}

fn branches<S: Meddle>(sim: S) {
    let what = sim.what();
    let mut timeline = busy(sim, 5, 80);
    let (end, last) = (timeline.seek_range().last, hash(&timeline));
    if end < 41 {
        return;
    }
    timeline.seek(40);
    let (mut dice, there) = (Dice(99), hash(&timeline));
    // Some of them change nothing, or are refused; then nothing is left.
    while timeline.ghosts().len() == 0 {
        let before = hash(&timeline);
        let command = timeline.sim().change(&mut dice);
        if timeline.apply(command).is_err() {
            assert_eq!((hash(&timeline), timeline.seek_range().last), (before, end), "{what}: a refusal left a trace");
        }
    }
    assert_eq!((timeline.seek_range().now, timeline.seek_range().last), (40, 40), "{what}");
    let ghost = timeline.ghost().unwrap();
    assert_eq!((ghost.fork(), ghost.end()), (40, end), "{what}");
    let (mut still, frozen) = (timeline.still(), hash(&timeline));
    while timeline.seek_range().last < end && !timeline.sim().waits() {
        timeline.step();
    }
    if timeline.seek_range().last == end {
        let ghost = timeline.ghost_now().unwrap();
        assert_eq!(S::hash_of(&ghost.mark()), last, "{what}: the ghost is what was left");
    }
    assert_eq!(hash(&still), frozen, "{what}: a moment stays as it was");
    still.swap_ghost();
    still.seek(end);
    assert_eq!(hash(&still), last, "{what}: the future that was left goes on");
    still.seek(40);
    assert_eq!(hash(&still), there, "{what}");
}

#[test]
fn a_change_in_the_past_begins_another_future_and_the_old_one_stays() {
    of_all!(branches);
}

fn takes_back<S: Meddle>(sim: S) {
    let what = sim.what();
    for seed in 0..8 {
        let (mut timeline, mut dice) = (Timeline::beginning(sim.clone(), Timeline::<S>::BUDGET), Dice(seed));
        (0..5).for_each(|_| timeline.step());
        let before = hash(&timeline);
        let command = timeline.sim().change(&mut dice);
        if timeline.apply(command).is_err() || timeline.sim().undo_label().is_none() {
            continue;
        }
        let after = hash(&timeline);
        assert!(timeline.undo(), "{what}");
        assert_eq!(hash(&timeline), before, "{what}: taken back");
        assert!(timeline.sim().undo_label().is_none() && !timeline.undo(), "{what}");
        assert!(timeline.sim().redo_label().is_some() && timeline.redo(), "{what}");
        assert_eq!(hash(&timeline), after, "{what}: done again");
        let step = timeline.seek_range().last;
        (0..30).for_each(|_| timeline.step());
        timeline.seek(step);
        assert_eq!(hash(&timeline), after, "{what}: gone through again");
    }
}

#[test]
fn what_is_taken_back_is_as_it_was_and_done_again_as_it_had_become() {
    of_all!(takes_back);
}

fn keeps_a_budget<S: Meddle>(sim: S) {
    let what = sim.what();
    let mut rich = Timeline::beginning(sim.clone(), usize::MAX);
    (0..200).for_each(|_| rich.step());
    let mut poor = Timeline::beginning(sim, rich.size() / 2);
    (0..600).for_each(|_| poor.step());
    let range = poor.seek_range();
    assert!(poor.spacing() > rich.spacing() || range.first > 0, "{what}: nothing was given up");
    for step in [range.first, range.first.midpoint(range.last), range.last] {
        assert_eq!(poor.seek(step), step, "{what}");
    }
    assert_eq!((poor.seek(0), poor.mismatch()), (range.first, None), "{what}");
}

#[test]
fn a_budget_is_kept_by_states_further_apart_and_then_by_a_shorter_past() {
    of_all!(keeps_a_budget);
}

fn is_recorded<S: Meddle>(sim: S) {
    let what = sim.what();
    // The second run begins with what the first has changed for good.
    let mut timeline = busy(sim, 17, 40);
    assert!(timeline.apply(S::restart()).is_ok(), "{what}");
    let mut dice = Dice(31);
    for step in 0..70 {
        if step % 9 == 0 {
            let command = timeline.sim().change(&mut dice);
            let _ = timeline.apply(command);
        }
        match step % 23 {
            9 => drop(timeline.undo()),
            15 => drop(timeline.redo()),
            _ => {}
        }
        timeline.step();
    }
    let (recording, end) = (timeline.recording().unwrap(), hash(&timeline));
    let read = Recording::<S>::from_text(&recording.to_text()).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(read == recording, "{what}: reading gives what was written");
    let Ok(mut replay) = read.replay(1) else { panic!("{what}: the start was refused") };
    assert_eq!(replay.by_ref().count() as u64, timeline.seek_range().last, "{what}");
    assert_eq!((replay.departure(), S::hash_of(&replay.sim().mark())), (None, end), "{what}");
    let Ok(mut again) = Timeline::<S>::replay(read.clone()) else { panic!("{what}: the start was refused") };
    again.seek(u64::MAX);
    assert_eq!((hash(&again), again.mismatch()), (end, None), "{what}");
}

#[test]
fn a_recording_gives_every_state_again() {
    of_all!(is_recorded);
}

fn is_made_whole<S: Meddle>(sim: S) {
    let what = sim.what();
    let mut timeline = busy(sim, 8, 60);
    let (now, whole) = (timeline.seek_range().now, hash(&timeline));
    timeline.recover(now);
    assert_eq!((timeline.seek_range().now, hash(&timeline)), (now, whole), "{what}");
}

#[test]
fn a_state_that_broke_is_made_again_from_one_that_was_kept() {
    of_all!(is_made_whole);
}

#[test]
fn a_key_that_was_held_is_held_no_more_in_another_future() {
    let set = |name: &str, value| LabCommand::Set { name: name.into(), value };
    let (held, let_go) = (set("Throttle", ParameterValue::Flag(true)), set("Throttle", ParameterValue::Flag(false)));
    let other = set("Cars", ParameterValue::Number(2.0));
    let mut timeline = Timeline::beginning(Lab::new(carom::lab::find("car").unwrap()), Timeline::<Lab>::BUDGET);
    timeline.apply(held).unwrap();
    (0..60).for_each(|_| timeline.step());
    timeline.seek(30);
    let mut by_hand = timeline.sim().clone();
    timeline.apply(other.clone()).unwrap();
    by_hand.apply(let_go).unwrap();
    by_hand.apply(other).unwrap();
    (0..60).for_each(|_| (timeline.step(), by_hand.step()).0);
    assert_eq!(hash(&timeline), by_hand.state_hash());
}

#[test]
fn the_text_of_a_recording_tells_what_it_is_of() {
    for entry in laboratories() {
        let mut subject = Subject::from(busy(Lab::new(entry), 2, 30));
        let text = subject.recording().unwrap().to_text();
        assert!(text.lines().nth(1).unwrap().starts_with("{\"laboratory\":"), "{text}");
        let mut again = Recorded::from_text(&text).unwrap().replay().unwrap();
        again.seek(u64::MAX);
        subject.seek(u64::MAX);
        assert_eq!((again.title(), again.state_hash()), (subject.title(), subject.state_hash()), "{}", entry.id);
        // One that was changed is found out.
        let lines = text.lines().count();
        let flipped = text.replacen("\"step\":[3,\"", "\"step\":[3,\"f", 1);
        assert!(flipped == text || Recorded::from_text(&flipped).is_err(), "{lines} lines");
    }
    let scene = busy(Sim::new(find("first_bounce").unwrap().scene().unwrap()).unwrap(), 2, 30);
    let text = Subject::from(scene).recording().unwrap().to_text();
    assert!(matches!(Recorded::from_text(&text), Ok(Recorded::Scene(_))));
    assert!(Recording::<Lab>::from_text(&text).unwrap_err().to_string().contains("laboratory"));
}
