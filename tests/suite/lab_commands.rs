//! Random commands at every laboratory: what holds whatever is done to it.

use carom::glam::Vec3;
use carom::lab::{Lab, LabCommand, ParameterKind, ParameterValue, Timeline, laboratories};
use carom::view::{Camera, DrawList, Theme, ViewOptions};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers from 0 to 1 that look random and are the same everywhere.
pub struct Dice(pub u32);

impl Dice {
    pub fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    pub fn pick(&mut self, count: usize) -> usize {
        ((self.roll() * count as f32) as usize).min(count - 1)
    }

    /// Some command that the laboratory must take or refuse; numbers within their range, often at its ends.
    pub fn command(&mut self, lab: &Lab) -> LabCommand {
        let (parameters, handles) = (lab.experiment().parameters(), lab.experiment().handles());
        let somewhere =
            |dice: &mut Self| Vec3::new(dice.roll() - 0.5, 0.2 * (dice.roll() - 0.5), dice.roll() - 0.5) * 40.0;
        match self.pick(10) {
            0 => LabCommand::Click(somewhere(self)),
            1 | 2 if !handles.is_empty() => {
                let handle = handles[self.pick(handles.len())].name.clone();
                LabCommand::Drag { handle, to: somewhere(self) }
            }
            _ => {
                let parameter = &parameters[self.pick(parameters.len())];
                let value = match &parameter.kind {
                    ParameterKind::Number { range, .. } => {
                        let share = [0.0, 1.0, self.roll(), self.roll()][self.pick(4)];
                        ParameterValue::Number(
                            (range.start() + share * (range.end() - range.start())).clamp(*range.start(), *range.end()),
                        )
                    }
                    ParameterKind::Choice { names, .. } => ParameterValue::Choice(self.pick(names.len())),
                    ParameterKind::Flag(_) | ParameterKind::Hold(_) => ParameterValue::Flag(self.roll() < 0.5),
                    ParameterKind::Action | ParameterKind::Preset => ParameterValue::Act,
                };
                LabCommand::Set { name: parameter.name.into(), value }
            }
        }
    }
}

/// Whether an error of the printed versions is shown: some of them divide by zero, and that is what is to be seen.
fn is_as_printed(lab: &Lab) -> bool {
    lab.experiment().parameters().iter().any(|parameter| match &parameter.kind {
        ParameterKind::Choice { value, names } => names[*value].contains("printed"),
        ParameterKind::Flag(on) => *on && parameter.name.contains("printed"),
        _ => false,
    })
}

/// Whether all that a list draws has a place.
fn demand_finite(list: &DrawList, what: &str) {
    let points = (list.lines.iter().flat_map(|l| [l.from, l.to]))
        .chain(list.arrows.iter().flat_map(|a| [a.tail, a.direction]))
        .chain(list.markers.iter().map(|m| m.position))
        .chain(list.spheres.iter().map(|s| s.center))
        .chain(list.cuboids.iter().flat_map(|c| [c.center, c.half]))
        .chain(list.triangles.iter().flat_map(|t| t.corners))
        .chain(list.labels.iter().map(|l| l.anchor));
    for point in points {
        assert!(point.is_finite(), "{what}: draws at {point}");
    }
}

#[test]
fn nothing_that_can_be_done_makes_a_number_that_is_none() {
    for entry in laboratories() {
        let mut lab = Lab::new(entry);
        let names: Vec<_> = lab.experiment().readings().iter().map(|r| r.name).collect();
        let camera = Camera::new(&entry.camera, [640, 400], 1.0);
        let options = ViewOptions { theme: Theme::Dark, ..ViewOptions::default() };
        let mut dice = Dice(7);
        for round in 0..120 {
            let command = dice.command(&lab);
            let what = format!("{}, round {round}, {command:?}", entry.id);
            // Refusals are answers too.
            let _ = lab.apply(command);
            (0..3).for_each(|_| lab.step());
            let readings = lab.experiment().readings();
            assert_eq!(readings.iter().map(|r| r.name).collect::<Vec<_>>(), names, "{what}");
            if !is_as_printed(&lab) {
                for reading in &readings {
                    assert!(reading.value.is_finite(), "{what}: {} = {}", reading.name, reading.value);
                }
                assert!(lab.experiment().formula().iter().all(|line| !line.contains("NaN")), "{what}");
            }
            if round % 10 == 0 {
                demand_finite(&lab.draw(&options, &camera), &what);
            }
        }
    }
}

#[test]
fn the_same_commands_give_the_same_state_and_the_past_comes_back() {
    for entry in laboratories() {
        let run = || {
            let (mut lab, mut dice, mut hashes) =
                (Timeline::beginning(Lab::new(entry), Timeline::BUDGET), Dice(11), vec![]);
            for _ in 0..20 {
                let command = dice.command(lab.sim());
                let _ = lab.apply(command);
                (0..4).for_each(|_| lab.step());
                hashes.push((lab.sim().step_count(), lab.sim().state_hash()));
            }
            (lab, hashes)
        };
        let ((mut lab, hashes), (_, again)) = (run(), run());
        assert_eq!(hashes, again, "{}", entry.id);
        let &(step, _) = hashes.last().unwrap();
        let last = lab.sim().state_hash();
        lab.seek(step / 2 + 1);
        lab.seek(step);
        assert_eq!(lab.sim().state_hash(), last, "{}: there and back again", entry.id);
    }
}

#[test]
fn two_states_have_one_hash_when_they_are_one_state_and_only_then() {
    for entry in laboratories() {
        let (mut lab, mut dice) = (Lab::new(entry), Dice(23));
        let mut hashes = BTreeMap::new();
        for _ in 0..60 {
            let command = dice.command(&lab);
            let _ = lab.apply(command);
            // What is foretold follows from the rest.
            let state = format!("{:?}", lab.experiment());
            let state = state.split("foretold").next().unwrap_or_default().to_owned();
            hashes.insert(state, lab.state_hash());
            lab.step();
        }
        let distinct: BTreeSet<_> = hashes.values().collect();
        assert_eq!(distinct.len(), hashes.len(), "{}: something is left out", entry.id);
    }
}

#[test]
fn only_what_a_restart_goes_back_to_is_a_change_of_the_set_up() {
    let set = |name: &str, value| LabCommand::Set { name: name.into(), value };
    let mut lab = Lab::new(carom::lab::find("car").unwrap());
    let opened = lab.start_hash();
    lab.apply(set("Throttle", ParameterValue::Flag(true))).unwrap();
    (0..20).for_each(|_| lab.step());
    assert_eq!(lab.start_hash(), opened, "to drive is to change nothing");
    lab.apply(set("Friction", ParameterValue::Number(0.75))).unwrap();
    assert_ne!(lab.start_hash(), opened);
    lab.undo();
    assert_eq!(lab.start_hash(), opened);
    lab.apply(set("Friction", ParameterValue::Number(0.75))).unwrap();
    lab.apply(LabCommand::Reset).unwrap();
    assert_eq!(lab.start_hash(), opened);
}
