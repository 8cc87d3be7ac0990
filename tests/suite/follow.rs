//! Curves that are followed: each step's value is that of a run by hand, whenever one began to ask.

use carom::condition::{Curve, Observation, Observed};
use carom::glam::Vec3;
use carom::lab::{Lab, LabCommand, ParameterValue, laboratories};
use carom::physics::BodyEdit;
use carom::playback::Playback;
use carom::scene::find;
use carom::sim::{Command, Sim, Timeline};
use carom::subject::{Curves, Follow, Subject};
use carom::timeline::TimeMachine;
use std::sync::Arc;

const ASKED: [&str; 4] = ["speed(lively ball)", "energy", "normal_turn", "penetration(lively ball, turned box)"];

fn asked() -> Vec<String> {
    ASKED.map(str::to_owned).to_vec()
}

fn start() -> Subject {
    Timeline::new(find("first_bounce").unwrap().scene().unwrap()).unwrap().into()
}

/// The values of all that is asked in so many steps done by hand; after step 20 the ball is given this speed, if any.
fn by_hand(steps: u64, change: Option<f32>) -> Vec<[f64; 4]> {
    let mut sim = Sim::new(find("first_bounce").unwrap().scene().unwrap()).unwrap();
    let curves = ASKED.map(|text| Curve::parse(text, &sim).unwrap());
    let mut now = Observed::start(&sim, None);
    (0..steps)
        .map(|step| {
            if let Some(speed) = change.filter(|_| step == 20) {
                let body = sim.find("lively ball").unwrap();
                sim.apply(Command::Edit { body, edit: BodyEdit::Velocity(Vec3::X * speed) }).unwrap();
            }
            sim.step();
            let needs = curves.iter().fold(curves[0].needs(), |needs, curve| needs.union(curve.needs()));
            now.update(&sim, needs);
            [0, 1, 2, 3].map(|curve| curves[curve].value(&Observation::Scene(&sim, &now)))
        })
        .collect()
}

/// Steps one after another, each looked at.
fn advance(subject: &mut Subject, follow: &mut Follow, steps: u64) {
    for _ in 0..steps {
        subject.step();
        follow.attend(subject);
    }
}

fn read_all(subject: &Subject, follow: &mut Follow) -> Arc<Curves> {
    for _ in 0..1_000 {
        if follow.is_complete(subject) {
            break;
        }
        follow.read(subject, 7);
    }
    let curves = follow.curves(subject).unwrap();
    assert!(curves.is_complete);
    curves
}

fn assert_run(curves: &Curves, expected: &[[f64; 4]]) {
    assert_eq!(curves.run.steps(), (1..=expected.len() as u64).collect::<Vec<_>>());
    for (curve, text) in ASKED.iter().enumerate() {
        let expected: Vec<f64> = expected.iter().map(|values| values[curve]).collect();
        assert_eq!(curves.run.values(curve), expected, "{text}");
    }
}

#[test]
fn what_is_followed_from_the_start_and_what_is_asked_for_afterwards_is_the_same() {
    let expected = by_hand(90, None);
    assert!(expected.iter().any(|values| values[2] > 0.0), "normals turn in this scene");
    let (mut early, mut late) = (start(), start());
    let mut follow = Follow::default();
    follow.set(&asked(), &mut early);
    advance(&mut early, &mut follow, 90);
    assert_run(&follow.curves(&early).unwrap(), &expected);
    // Asked for after 60 steps and a way back: the past is done again, and 30 more steps come meanwhile.
    (0..60).for_each(|_| late.step());
    late.seek(10);
    let mut follow = Follow::default();
    follow.set(&asked(), &mut late);
    assert!(!follow.is_complete(&late));
    follow.read(&late, 25);
    late.seek(60);
    advance(&mut late, &mut follow, 30);
    assert_run(&read_all(&late, &mut follow), &expected);
    // The same list again takes nothing away; another list is read anew.
    follow.set(&asked(), &mut late);
    assert!(follow.is_complete(&late));
    follow.set(&["time".to_owned()], &mut late);
    assert_eq!(read_all(&late, &mut follow).run.values(0).len(), 90);
}

#[test]
fn a_change_in_the_past_takes_the_curves_along_and_leaves_the_other_future_beside_them() {
    let (plain, changed) = (by_hand(50, None), by_hand(50, Some(2.0)));
    assert_ne!(plain[49], changed[49]);
    let (mut subject, mut follow) = (start(), Follow::default());
    follow.set(&asked(), &mut subject);
    advance(&mut subject, &mut follow, 50);
    subject.seek(20);
    follow.attend(&mut subject);
    let timeline = subject.scene_mut().unwrap();
    let body = timeline.sim().find("lively ball").unwrap();
    timeline.apply(Command::Edit { body, edit: BodyEdit::Velocity(Vec3::X * 2.0) }).unwrap();
    follow.attend(&mut subject);
    assert_eq!(follow.curves(&subject).unwrap().run.steps().len(), 20, "what came then is no more");
    advance(&mut subject, &mut follow, 30);
    let curves = read_all(&subject, &mut follow);
    assert_run(&curves, &changed);
    let (index, future) = curves.future.as_ref().unwrap();
    assert_eq!((*index, future.steps()), (0, &(21..=50).collect::<Vec<_>>()[..]));
    let speeds: Vec<f64> = plain[20..].iter().map(|values| values[0]).collect();
    assert_eq!(future.values(0), speeds);
    // Traded, the two are in each other's place.
    subject.time_machine().swap_ghost();
    follow.attend(&mut subject);
    let curves = read_all(&subject, &mut follow);
    assert_run(&curves, &plain);
    assert_eq!(curves.future.as_ref().unwrap().1.values(0), changed[20..].iter().map(|v| v[0]).collect::<Vec<_>>());
    // A restart begins again.
    subject.scene_mut().unwrap().apply(Command::Restart).unwrap();
    follow.attend(&mut subject);
    assert_eq!(follow.curves(&subject).unwrap().run.steps(), [0_u64; 0]);
    advance(&mut subject, &mut follow, 3);
    assert_eq!(read_all(&subject, &mut follow).run.steps(), [1, 2, 3]);
}

#[test]
fn a_table_has_totals_and_curves_and_says_nothing_of_what_is_not_known() {
    let (mut subject, mut follow) = (start(), Follow::default());
    follow.set(&["speed(nobody)".into(), "speed(lively ball)".into(), ASKED[3].into()], &mut subject);
    advance(&mut subject, &mut follow, 4);
    let curves = follow.curves(&subject).unwrap();
    assert!(curves.list[0].fault.as_ref().unwrap().contains("there is no body \"nobody\""), "{:?}", curves.list[0]);
    assert_eq!(curves.list[1].unit, "m/s");
    let csv = curves.to_csv(subject.timeline().map(Timeline::totals));
    let mut lines = csv.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("step,time_s,kinetic_j,"), "{head}");
    assert!(head.ends_with(",speed(lively ball) (m/s),\"penetration(lively ball, turned box) (m)\""), "{head}");
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows.iter().map(|row| (row[0], row.len())).collect::<Vec<_>>(),
        [("1", 10), ("2", 10), ("3", 10), ("4", 10)]
    );
    let speed: f64 = rows[3][8].parse().unwrap();
    assert_eq!(speed.to_bits(), by_hand(4, None)[3][0].to_bits(), "numbers read back to the same bits");
    assert!(curves.to_csv(None).starts_with("step,time_s,speed(lively ball) (m/s),"));
}

#[test]
fn a_trace_is_followed_from_its_first_step_wherever_it_stands() {
    let mut text = String::from("{\"trace\":1,\"engine\":\"by hand\",\"dt\":0.5}\n");
    text += "{\"body\":1,\"name\":\"ball\",\"shapes\":[{\"sphere\":0.5}],\"pose\":[0,0,0,0,0,0,1]}\n";
    for step in 3..20 {
        text += &format!("{{\"step\":{step},\"b\":[[1,0,{}.25,0,0,0,0,1]]}}\n", step * step);
    }
    let mut playback = Playback::of_bytes(text.into_bytes(), "by hand").unwrap();
    playback.seek(11);
    let mut subject = Subject::from(playback);
    let mut follow = Follow::default();
    follow.set(&["height(ball)".into(), "speed(ball)".into(), "angle".into()], &mut subject);
    let curves = read_all(&subject, &mut follow);
    assert_eq!(curves.run.steps(), (3..20).collect::<Vec<_>>());
    let heights: Vec<f64> = (3..20).map(|step| f64::from(step * step) + 0.25).collect();
    assert_eq!(curves.run.values(0), heights);
    assert!(curves.list[1].fault.as_ref().unwrap().contains("this engine gives no velocities"));
    assert_eq!((curves.list[2].unit, curves.run.values(2).len()), ("°", 17));
    assert_eq!(subject.step_count(), 11, "the trace stands where it stood");
}

#[test]
fn what_a_laboratory_measures_is_followed_like_any_number_and_its_other_future_beside_it() {
    let entry = laboratories().iter().find(|entry| entry.id == "pursuit").unwrap();
    let asked = ["distance", "closing_speed - chaser_speed", "captured", "speed(ball)"].map(str::to_owned);
    // By hand: 40 steps, and the same with another speed of the chaser from step 20 on.
    let faster = || LabCommand::Set { name: "Speed".into(), value: ParameterValue::Number(9.0) };
    let by_hand = |is_changed: bool| {
        let mut lab = Lab::new(entry);
        let mut values = vec![];
        for step in 0..40 {
            if is_changed && step == 20 {
                lab.apply(faster()).unwrap();
            }
            lab.step();
            let reading = |name: &str| lab.experiment().readings().iter().find(|r| r.name == name).unwrap().value;
            values.push([reading("distance"), reading("closing speed") - reading("chaser speed"), reading("captured")]);
        }
        values
    };
    let column = |values: &[[f64; 3]], curve: usize| values.iter().map(|v| v[curve]).collect::<Vec<_>>();
    let (plain, changed) = (by_hand(false), by_hand(true));
    assert_ne!(plain[39], changed[39]);
    // Asked for in the middle of the run; the first steps are read from the past.
    let (mut subject, mut follow) = (Subject::from(Lab::new(entry)), Follow::default());
    (0..25).for_each(|_| subject.step());
    follow.set(&asked, &mut subject);
    advance(&mut subject, &mut follow, 15);
    let curves = read_all(&subject, &mut follow);
    assert_eq!(curves.run.steps(), (1..=40).collect::<Vec<_>>());
    (0..3).for_each(|curve| assert_eq!(curves.run.values(curve), column(&plain, curve), "{}", asked[curve]));
    assert_eq!(["m", "m/s", ""], [0, 1, 2].map(|curve| curves.list[curve].unit));
    assert!(curves.list[3].fault.as_ref().unwrap().contains("there is no quantity \"speed\""));
    // Back in time another future begins; the old one stays beside it.
    subject.seek(20);
    follow.attend(&mut subject);
    subject.lab_mut().unwrap().apply(faster()).unwrap();
    follow.attend(&mut subject);
    assert_eq!(follow.curves(&subject).unwrap().run.steps().len(), 20, "what came then is no more");
    advance(&mut subject, &mut follow, 20);
    let curves = read_all(&subject, &mut follow);
    (0..3).for_each(|curve| assert_eq!(curves.run.values(curve), column(&changed, curve), "{}", asked[curve]));
    let (index, future) = curves.future.as_ref().unwrap();
    assert_eq!((*index, future.values(0)), (0, &column(&plain, 0)[20..]));
    assert!(
        curves.to_csv(None).starts_with("step,time_s,distance (m),closing_speed - chaser_speed (m/s),captured\n1,")
    );
}
