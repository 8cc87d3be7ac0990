//! Energy and momentum of every step, as they are plotted and saved.

use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::{BodyDesc, BodyEdit, Mass};
use carom::scene::{Scene, SceneBody};
use carom::sim::{Command, Recording, Timeline, totals_to_csv};

/// Two balls of 2 kg and 3 kg that fly apart and fall.
fn flying() -> Scene {
    let ball = |name: &str, mass, velocity| {
        let desc = BodyDesc { mass: Mass::Mass(mass), velocity, ..BodyDesc::new(Shape::sphere(0.2)) };
        SceneBody { name: Some(name.into()), desc }
    };
    let mut bodies = vec![ball("left", 2.0, Vec3::new(-3.0, 5.0, 0.0)), ball("right", 3.0, Vec3::new(2.0, 0.0, 1.0))];
    bodies[1].desc.position = Vec3::X * 2.0;
    Scene { bodies, ..Scene::default() }
}

#[test]
fn energy_stays_and_momentum_grows_with_gravity_alone() {
    let mut timeline = Timeline::new(flying()).unwrap();
    (0..90).for_each(|_| timeline.step());
    let (first, totals) = timeline.totals();
    assert_eq!((first, totals.len()), (1, 90));
    // ½ 2 (9 + 25) + ½ 3 (4 + 1) J at height 0.
    let energy = 34.0 + 7.5;
    for (step, t) in (1..).zip(totals) {
        let time = f64::from(step) / 60.0;
        assert!((t.time - time).abs() < 1e-6, "{t:?}");
        assert!((t.energy() - energy).abs() < 1e-3, "step {step}: {t:?}");
        let momentum = [0.0, 10.0 - 5.0 * 9.81 * time, 3.0];
        assert!((0..3).all(|i| (t.momentum[i] - momentum[i]).abs() < 1e-3), "step {step}: {t:?}");
    }
}

#[test]
fn the_table_reads_back_to_the_same_numbers() {
    let mut timeline = Timeline::new(flying()).unwrap();
    (0..10).for_each(|_| timeline.step());
    let (first, totals) = timeline.totals();
    let csv = totals_to_csv(first, totals);
    let mut lines = csv.lines();
    let names: Vec<_> = lines.next().unwrap().split(',').collect();
    assert_eq!(names.len(), 8);
    let read: Vec<Vec<f64>> = lines.map(|line| line.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    assert_eq!(read.len(), totals.len());
    for (row, (i, t)) in read.iter().zip((1..).zip(totals)) {
        let m = t.momentum;
        assert_eq!(row[..], [f64::from(i), t.time, t.kinetic, t.potential, t.energy(), m.x, m.y, m.z]);
    }
}

#[test]
fn a_new_future_has_its_own_numbers_and_a_recording_fills_them_in_as_it_goes() {
    let mut timeline = Timeline::new(flying()).unwrap();
    (0..60).for_each(|_| timeline.step());
    let before = timeline.totals().1.to_vec();
    timeline.seek(20);
    assert_eq!(timeline.totals().1, before, "what lies ahead stays known");
    let left = timeline.sim().find("left").unwrap();
    timeline.apply(Command::Edit { body: left, edit: BodyEdit::Velocity(Vec3::ZERO) }).unwrap();
    assert_eq!(timeline.totals().1, &before[..20]);
    (0..40).for_each(|_| timeline.step());
    let after = timeline.totals().1.to_vec();
    assert_eq!(after[..20], before[..20]);
    assert_ne!(after[20], before[20]);

    let text = timeline.recording().unwrap().to_text();
    let mut replay = Timeline::replay(Recording::from_text(&text).unwrap()).unwrap();
    assert!(replay.totals().1.is_empty());
    replay.seek(60);
    assert_eq!(replay.totals().1, after);
}
