//! When moving shapes touch first.

use super::{at, turn};
use crate::explain::Dice;
use crate::real;
use carom::geometry::{
    PairMemory, Shape, Side, Sides, Sweep, TimeOfImpact, conservative_advancement, separation, time_of_impact,
};
use carom::glam::{DQuat, DVec3, Quat, Vec2, Vec3};
use carom::math::Pose;
use proptest::prelude::*;

fn moving(pose: Pose, velocity: Vec3) -> Sweep {
    Sweep { velocity, ..Sweep::still(pose) }
}

fn hit(a: &Shape, ma: &Sweep, b: &Shape, mb: &Sweep, duration: f32) -> Option<f32> {
    let there = time_of_impact(a, ma, b, mb, duration, &PairMemory::default());
    let back = time_of_impact(b, mb, a, ma, duration, &PairMemory::default());
    let same = match (there, back) {
        (Some(t), Some(u)) => (t - u).abs() <= 1e-5 * duration,
        _ => there == back,
    };
    assert!(same, "the order of the shapes must not matter: {there:?}, {back:?}");
    there
}

/// V7d and its kin: known times.
#[test]
fn impacts_come_when_the_distance_says() {
    let still = Sweep::still(Pose::IDENTITY);
    let ball = Shape::sphere(0.5);
    let falling = Sweep { acceleration: Vec3::new(0.0, -9.81, 0.0), ..Sweep::still(at(0.0, 1.5, 0.0)) };
    let rows = [
        ("V7d", Shape::quad(1.0, 1.0), moving(at(0.0, 0.6, 0.0), Vec3::Y * -500.0), 1.0 / 60.0, Some(0.0002)),
        ("free fall", Shape::HalfSpace, falling, 1.0, Some((2.0_f32 / 9.81).sqrt())),
        ("ball on ball", ball, moving(at(3.0, 0.6, 0.0), Vec3::X * -2.0), 2.0, Some(1.1)),
        ("passing ball", ball, moving(at(3.0, 1.01, 0.0), Vec3::X * -2.0), 9.0, None),
        ("edge", Shape::cuboid(1.0, 1.0, 1.0), moving(at(1.3, 3.0, 0.0), Vec3::Y * -10.0), 1.0, Some(0.16)),
        ("too late", Shape::cuboid(1.0, 1.0, 1.0), moving(at(0.0, 3.0, 0.0), Vec3::Y * -10.0), 0.14, None),
        ("touching, parting", Shape::HalfSpace, moving(at(0.0, 0.5, 0.0), Vec3::Y), 1.0, None),
        ("touching, closing", Shape::HalfSpace, moving(at(0.0, 0.5, 0.0), -Vec3::Y), 1.0, Some(0.0)),
        ("overlapping, closing", Shape::cuboid(1.0, 1.0, 1.0), moving(at(0.0, 1.4, 0.0), -Vec3::Y), 1.0, Some(0.0)),
        ("from behind", Shape::quad(1.0, 1.0), moving(at(0.0, -2.0, 0.0), Vec3::Y * 50.0), 1.0, None),
        (
            "up and down again",
            Shape::HalfSpace,
            Sweep { velocity: Vec3::Y * 2.0, acceleration: Vec3::Y * -10.0, ..Sweep::still(at(0.0, 0.5, 0.0)) },
            1.0,
            Some(0.4),
        ),
    ];
    for (name, shape, motion, duration, want) in rows {
        let got = hit(&shape, &still, &ball, &motion, duration);
        match (got, want) {
            (Some(got), Some(want)) => assert!((got - want).abs() <= 2e-5 * want.max(0.1), "{name}: {got}, not {want}"),
            _ => assert_eq!(got, want, "{name}"),
        }
    }
}

#[test]
fn a_quad_remembered_as_passed_from_behind_stops_nothing() {
    let (quad, ball) = (Shape::quad(1.0, 1.0), Shape::sphere(0.5));
    let (still, motion) = (Sweep::still(Pose::IDENTITY), moving(at(0.0, 0.3, 0.0), Vec3::Y * -5.0));
    let memory = |side| PairMemory { side, ..PairMemory::default() };
    assert_eq!(time_of_impact(&quad, &still, &ball, &motion, 1.0, &memory(Side::Behind)), None);
    assert_eq!(time_of_impact(&quad, &still, &ball, &motion, 1.0, &memory(Side::Front)), Some(0.0));
}

/// A bar that turns in place sweeps its end into a wall.
#[test]
fn a_spinning_bar_hits_with_its_end() {
    let bar = Shape::cuboid(1.0, 0.1, 0.1);
    let motion = Sweep { spin: Vec3::Z * 2.0, ..Sweep::still(at(0.0, 0.8, 0.0)) };
    // The lower corner (±1, ∓0.1) reaches y = 0 when sin θ + 0.1 cos θ = 0.8.
    let angle = (0.8_f64 / 1.01_f64.sqrt()).asin() - 0.1_f64.atan();
    let got = hit(&Shape::HalfSpace, &Sweep::still(Pose::IDENTITY), &bar, &motion, 1.0).expect("it hits");
    assert!((f64::from(got) - angle / 2.0).abs() < 2e-5, "{got}");
}

#[test]
fn a_bar_that_leaves_one_corner_comes_down_on_the_other() {
    // Tilted by 0.1 rad it touches with its left end; turned to −0.1 rad about its middle, which stays, with
    // its right one.
    let (bar, angle) = (Shape::cuboid(1.0, 0.1, 0.1), 0.1_f32);
    let height = angle.sin() + 0.1 * angle.cos();
    let start = Pose::new(Vec3::Y * (height + 1e-6), Quat::from_rotation_z(angle));
    let motion = Sweep { spin: Vec3::Z * -10.0, ..Sweep::still(start) };
    for ground in [Shape::HalfSpace, Shape::cuboid(5.0, 1.0, 5.0)] {
        let top = if ground == Shape::HalfSpace { 0.0 } else { -1.0 };
        let got = hit(&ground, &Sweep::still(at(0.0, top, 0.0)), &bar, &motion, 0.1).expect("it comes down");
        assert!((got - 0.02).abs() < 1e-4, "{ground:?}: {got}");
    }
}

/// Distance of a point from a box or (with `half.y = 0`) a rectangle, in double precision.
fn distance(half: DVec3, pose: (DVec3, DQuat), point: DVec3) -> f64 {
    let local = pose.1.conjugate() * (point - pose.0);
    (local.abs() - half).max(DVec3::ZERO).length()
}

/// Both close much more slowly than their spins could bring them together.
#[test]
fn slow_meetings_of_wild_spins_are_followed_to_the_end() {
    // The middle of a turning edge passes a ball by 40 µm.
    let (bar, ball) = (Shape::cuboid(0.212_842_61, 0.514_089_3, 1.405_687_5), Shape::sphere(0.083_193_21));
    let pose = Pose::new(Vec3::ZERO, turn(Vec3::new(-0.550_099_97, 0.382_388_9, 0.274_824_47), 74.082_79));
    let base = Sweep { spin: Vec3::new(-19.034_561, 16.604_16, 19.048_246), ..Sweep::still(pose) };
    let start = Vec3::new(-1.704_337_2, 1.056_062_7, 2.946_396_6);
    let aim = Vec3::new(0.518_101_75, 0.298_871_37, 0.516_288_4);
    let motion = moving(Pose::new(start, Quat::IDENTITY), (aim - start).normalize() * 33.916_515);
    assert_eq!(hit(&bar, &base, &ball, &motion, 8.0 / 33.916_515), None);

    // A lamina swings with its face against the edge of another.
    let quad = |x, z| Shape::Quad { half: Vec2::new(x, z), sides: Sides::Both };
    let (a, b) = (quad(0.609_581_2, 0.138_178_29), quad(0.828_097_76, 0.719_060_6));
    let ma = Sweep::still(Pose::new(Vec3::ZERO, turn(Vec3::new(-1.0, 0.784_247_93, 0.744_697_5), 231.467_62)));
    let start = Vec3::new(-2.752_621_7, 3.715_207_8, -3.094_357_7);
    let pose = Pose::new(start, turn(Vec3::new(-0.069_058_99, -0.334_568_3, -0.370_812_65), 170.881_06));
    let spin = Vec3::new(4.671_476_4, 3.877_214_7, -3.736_885_3);
    let mb = Sweep { spin, ..moving(pose, -start.normalize() * 6.228_931) };
    let t = hit(&a, &ma, &b, &mb, 8.0 / 6.228_931).expect("they meet");
    let gap = separation(&a, &b, &ma.at(t).inverse_mul(&mb.at(t))).gap;
    assert!(gap.abs() < 1e-5, "{gap} at {t}");
}

/// To who turns with a shape a ball beside it hardly moves. Bounded by how fast the corners turn it was followed in dozens
/// of short skips, and a crowd of boxes and balls took most of a step for that.
#[test]
fn a_ball_beside_a_turning_face_is_followed_in_few_gaps() {
    let ball = Shape::sphere(0.3);
    let mut dice = Dice(8);
    let mut most = 0;
    for round in 0..400 {
        let shape = [Shape::cuboid(0.9, 0.2, 0.9), Shape::quad(0.9, 0.9), Shape::frustum(0.9, 0.9, 0.2)][round % 3];
        let face = if round % 3 == 1 { 0.0 } else { 0.2 };
        let rotation = dice.rotation();
        let spin = dice.vector(-10.0, 10.0);
        let base = Sweep { spin, velocity: dice.vector(-2.0, 2.0), ..Sweep::still(Pose::new(Vec3::ZERO, rotation)) };
        // Half a centimetre above the middle of the face, it goes with it, but for 0.1 m/s towards it.
        let place = rotation * (dice.vector(-0.3, 0.3) * Vec3::new(1.0, 0.0, 1.0) + Vec3::Y * (face + 0.305));
        let velocity = base.velocity + spin.cross(place) - rotation * Vec3::Y * 0.1;
        let motion = Sweep { velocity, ..Sweep::still(Pose::new(place, Quat::IDENTITY)) };
        let (met, gaps) =
            conservative_advancement((&shape, &base), (&ball, &motion), 1.0 / 240.0, &PairMemory::default(), 64);
        assert_eq!(met, TimeOfImpact::Separated, "{round}");
        most = most.max(gaps);
    }
    assert!(most <= 3, "{most} gaps");
}

/// They stay so for as long as it takes to part, so few gaps tell; followed in skips as short as those of shapes that
/// touch they took dozens, and a heap of bodies in one place took most of its step for that.
#[test]
fn what_is_deep_in_each_other_is_not_followed_in_short_skips() {
    let mut dice = Dice(5);
    let shapes = [Shape::frustum(0.3, 0.3, 0.3), Shape::frustum(0.3, 0.1, 0.25), Shape::cuboid(0.3, 0.25, 0.2)];
    let mut most = 0;
    for round in 0..300 {
        let (a, b) = (&shapes[round % 3], &shapes[round / 3 % 3]);
        let mut motion = |far: f64| Sweep {
            velocity: dice.vector(-2.0, 2.0),
            spin: dice.vector(-15.0, 15.0),
            ..Sweep::still(Pose::new(dice.vector(-far, far), dice.rotation()))
        };
        let (ma, mb) = (motion(0.0), motion(0.08));
        assert!(separation(a, b, &ma.pose.inverse_mul(&mb.pose)).gap < -0.1);
        let (_, gaps) = conservative_advancement((a, &ma), (b, &mb), 1.0 / 60.0, &PairMemory::default(), 8);
        most = most.max(gaps);
    }
    assert!(most <= 16, "{most} gaps");
}

/// Two shapes of these sorts at a gap of less than a tenth of a millimetre, spinning by up to 30 rad/s.
fn spinning_close_by(dice: &mut Dice, round: usize) -> [(Shape, Sweep); 2] {
    let shapes = [
        Shape::cuboid(0.3, 0.25, 0.2),
        Shape::frustum(0.3, 0.1, 0.25),
        Shape::Quad { half: Vec2::new(0.4, 0.2), sides: Sides::Both },
        Shape::frustum(0.2, 0.2, 0.4),
        Shape::frustum(0.3, 0.0, 0.2),
    ];
    let (a, b) = (shapes[round % 5], shapes[round / 5 % 5]);
    let mut motion = || Sweep {
        velocity: dice.vector(-2.0, 2.0),
        spin: dice.vector(-17.0, 17.0),
        acceleration: dice.vector(-20.0, 20.0),
        ..Sweep::still(Pose::new(Vec3::ZERO, dice.rotation()))
    };
    let (ma, mut mb) = (motion(), motion());
    let way = dice.vector(-1.0, 1.0).normalize();
    let gap =
        |distance: f32| separation(&a, &b, &ma.pose.inverse_mul(&Pose::new(way * distance, mb.pose.rotation))).gap;
    // From overlapping to apart, halved until the gap is as wanted.
    let (mut near, mut far) = (0.0, 2.0);
    for _ in 0..30 {
        let middle = 0.5 * (near + far);
        *if gap(middle) < 2e-5 { &mut near } else { &mut far } = middle;
    }
    mb.pose.translation = way * far;
    [(a, ma), (b, mb)]
}

/// Nothing overlaps before the time that is found, and then it touches; whatever spins, falls, and passes close by.
#[test]
fn what_spins_close_by_is_met_where_it_touches() {
    let mut dice = Dice(31);
    let (mut met, mut parted) = (0, 0);
    for round in 0..1500 {
        let [(a, ma), (b, mb)] = spinning_close_by(&mut dice, round);
        let duration = 1.0 / 60.0;
        let gap = |t: f32| separation(&a, &b, &ma.at(t).inverse_mul(&mb.at(t))).gap;
        let found = time_of_impact(&a, &ma, &b, &mb, duration, &PairMemory::default());
        let end = found.unwrap_or(duration);
        for k in 0..400 {
            let t = end * k as f32 / 400.0;
            assert!(gap(t) > -2e-6, "{round}: {a:?} and {b:?} overlap by {} at {t}, before {found:?}", -gap(t));
        }
        match found {
            Some(t) => assert!(gap(t) < 1e-4, "{round}: a gap of {} at {t}", gap(t)),
            None => parted += 1,
        }
        met += usize::from(found.is_some());
    }
    assert!(met > 300 && parted > 300, "{met} met, {parted} parted");
}

/// The bound follows the features that are nearest. With the corners' speed instead, of which the fastest hardly ever is
/// where two boxes nearly touch, boxes that passed close by were followed in dozens of gaps, thousands of times in each
/// step of a falling heap.
#[test]
fn boxes_that_spin_close_by_are_followed_in_few_gaps() {
    let (mut dice, mut all) = (Dice(77), 0);
    for round in 0..500 {
        let [(a, ma), (b, mb)] = spinning_close_by(&mut dice, 25 * round);
        let (_, gaps) = conservative_advancement((&a, &ma), (&b, &mb), 1.0 / 60.0, &PairMemory::default(), 128);
        all += gaps;
    }
    assert!(all < 500 * 5, "{all} gaps");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Against the least distance over fine steps in time: no impact is missed, none is early or late.
    #[test]
    fn swept_spheres_agree_with_fine_steps(
        half in prop::array::uniform3(real(0.1..1.5)), flat in any::<bool>(), radius in real(0.02..0.5),
        start in prop::array::uniform3(real(-3.0..3.0)), aim in prop::array::uniform3(real(-1.2..1.2)),
        speed in real(1.0..2000.0), axis in prop::array::uniform3(real(-1.0..1.0)), degrees in real(0.0..360.0),
        spin in prop::array::uniform3(real(-20.0..20.0)),
    ) {
        let (start, axis) = (Vec3::from(start), Vec3::from(axis));
        prop_assume!(axis.length() > 0.1 && start.length() > 1.0);
        let shape = if flat {
            Shape::Quad { half: Vec2::new(half[0], half[2]), sides: Sides::Both }
        } else {
            Shape::Cuboid { half: half.into() }
        };
        let base = Sweep { spin: Vec3::from(spin), ..Sweep::still(Pose::new(Vec3::ZERO, turn(axis, degrees))) };
        let velocity = (Vec3::from(aim) - start).normalize_or(Vec3::X) * speed;
        let motion = moving(Pose::new(start, Quat::IDENTITY), velocity);
        let duration = 8.0 / speed;
        prop_assume!(separation(&shape, &Shape::sphere(radius), &base.pose.inverse_mul(&motion.pose)).gap > 1e-3);
        let got = hit(&shape, &base, &Shape::sphere(radius), &motion, duration);

        let h = shape.half_extents().as_dvec3();
        let gap = |t: f64| {
            let w = Vec3::from(spin).as_dvec3() * t;
            let rotation = DQuat::from_scaled_axis(w) * base.pose.rotation.as_dquat();
            distance(h, (DVec3::ZERO, rotation), start.as_dvec3() + velocity.as_dvec3() * t) - f64::from(radius)
        };
        // In one step nothing moves further than 16 m / 4000 relative to the other's surface.
        let steps = 4000;
        let first = (0..=steps).map(|k| f64::from(duration) * f64::from(k) / f64::from(steps)).find(|&t| gap(t) < 0.0);
        match (got, first) {
            (None, Some(t)) => prop_assert!(gap(t) > -1e-4, "missed at {t}: {}", gap(t)),
            (Some(t), first) => {
                prop_assert!(gap(f64::from(t)).abs() < 5e-5, "gap {} at {t}", gap(f64::from(t)));
                prop_assert!(first.is_none_or(|first| f64::from(t) <= first + 1e-9), "{t} after {first:?}");
            }
            (None, None) => {}
        }
    }

    /// Boxes: at the time found they touch, and never overlap before.
    #[test]
    fn swept_boxes_stop_touching(
        ha in prop::array::uniform3(real(0.1..1.0)), hb in prop::array::uniform3(real(0.1..1.0)),
        flat in any::<[bool; 2]>(),
        start in prop::array::uniform3(real(-4.0..4.0)), speed in real(1.0..500.0),
        axes in prop::array::uniform2(prop::array::uniform3(real(-1.0..1.0))), degrees in prop::array::uniform2(real(0.0..360.0)),
        spin in prop::array::uniform3(real(-5.0..5.0)),
    ) {
        let shape = |half: [f32; 3], flat: bool| if flat {
            Shape::Quad { half: Vec2::new(half[0], half[2]), sides: Sides::Both }
        } else {
            Shape::Cuboid { half: half.into() }
        };
        let (a, b) = (shape(ha, flat[0]), shape(hb, flat[1]));
        let start = Vec3::from(start);
        prop_assume!(start.length() > 2.0 && axes.iter().all(|a| Vec3::from(*a).length() > 0.1));
        let ma = Sweep::still(Pose::new(Vec3::ZERO, turn(axes[0].into(), degrees[0])));
        let mb = Sweep {
            spin: spin.into(),
            velocity: -start.normalize() * speed,
            ..Sweep::still(Pose::new(start, turn(axes[1].into(), degrees[1])))
        };
        let gap = |t: f32| separation(&a, &b, &ma.at(t).inverse_mul(&mb.at(t))).gap;
        prop_assume!(gap(0.0) > 1e-3);
        let duration = 8.0 / speed;
        let got = hit(&a, &ma, &b, &mb, duration);
        let end = got.unwrap_or(duration);
        for k in 0..500 {
            let t = end * k as f32 / 500.0;
            prop_assert!(gap(t) > -2e-5, "overlap {} at {t} before {got:?}", gap(t));
        }
        if let Some(t) = got {
            prop_assert!(gap(t).abs() < 5e-5, "gap {} at {t}", gap(t));
        }
    }
}
