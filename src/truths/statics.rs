//! V50 … V58: what stands, what falls, and what bears what.

use super::ingredients::{GAP, body};
use super::setup::{Bench, threshold, turn};
use super::{Check, Company, TruthCase};
use crate::geometry::Shape;
use crate::physics::{BodyDesc, BodyId, Combine, Contact};
use glam::{Quat, Vec3};

pub(super) const CASES: &[TruthCase] = &[
    TruthCase { id: "V50", name: "the ground carries the weight", company: Company::Slab(3.0, 3.0), measure: weight },
    TruthCase { id: "V51", name: "ten cubes stand", company: Company::Slab(3.0, 3.0), measure: stack },
    TruthCase { id: "V52", name: "a heavy cube on a light one", company: Company::Slab(3.0, 3.0), measure: mass_ratio },
    TruthCase { id: "V53", name: "a tall box tips over", company: Company::Slab(5.0, 3.0), measure: tipping },
    TruthCase {
        id: "V54",
        name: "harmonic overhang of four bricks",
        company: Company::Slab(5.0, 3.0),
        measure: overhang,
    },
    TruthCase {
        id: "V55",
        name: "pyramids of 3 + 1 and of 2 + 1 spheres",
        company: Company::Slab(6.0, 6.0),
        measure: sphere_pyramids,
    },
    TruthCase { id: "V56", name: "a board leans on a wall", company: Company::Slab(5.0, 3.0), measure: leaning_board },
    TruthCase { id: "V57", name: "house of two cards", company: Company::Slab(4.0, 2.0), measure: card_house },
    TruthCase { id: "V58", name: "a wedge locks itself", company: Company::Slab(4.0, 12.0), measure: wedge },
];

/// Σ impulse = m g dt, a quarter of it at each corner of a centred box.
fn weight(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (name, shape, height) in [("ball", Shape::sphere(0.5), 0.5), ("box", Shape::cuboid(0.5, 0.25, 0.4), 0.25)] {
        let mut s = bench.setup(0.0, 0.5);
        s.ground();
        s.add(body(shape, 2.0, Vec3::Y * height, Vec3::ZERO));
        s.run(3.0);
        let contacts = s.contacts();
        let total: f64 = contacts.iter().map(|c| f64::from(c.normal_impulse())).sum();
        let expected = 2.0 * 9.81 / 60.0;
        checks.push(Check::relative(format!("impulse a step under a {name} (N·s)"), expected, total, 1e-4));
        if name == "box" {
            let points: Vec<_> = contacts.iter().flat_map(Contact::points).collect();
            checks.push(Check::new("points under the box", 4.0, points.len() as f64, 0.0));
            for (i, point) in points.into_iter().enumerate() {
                let what = format!("impulse at corner {} (N·s)", i + 1);
                checks.push(Check::relative(what, expected / 4.0, f64::from(point.normal_impulse), 0.05));
            }
        }
    }
    checks
}

/// Ten unit cubes for 20 s.
fn stack(bench: &Bench) -> Vec<Check> {
    let build = |sleeping| {
        let mut s = bench.setup_with(0.0, 0.6, |config| config.sleeping = sleeping);
        s.ground();
        let half = Vec3::splat(0.5);
        let ids: Vec<BodyId> = (0..10).map(|i| s.cuboid(half, 1.0, Vec3::Y * (i as f32 + 0.5), Vec3::ZERO)).collect();
        s.run(20.0);
        (s, ids)
    };
    // Drift and tilt are measured awake: what sleeps cannot drift.
    let (s, ids) = build(false);
    let top = ids[9];
    let (rested, _) = build(true);
    vec![
        Check::new("lateral drift of the top (m)", 0.0, s.position(top).with_y(0.0).length(), 1e-3).best(1.5e-4),
        Check::new("tilt of the top (rad)", 0.0, s.turned(top, Quat::IDENTITY), 1e-3),
        Check::new("height of the top (m)", 9.5, s.position(top).y, 0.02),
        Check::is("all asleep when sleep is on", true, rested.all_asleep()),
    ]
}

/// How far the upper of two unit cubes has sunk after 10 s.
fn mass_ratio(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (ratio, bound, best) in [(10.0, 0.002, 0.002), (100.0, 0.005, 0.028), (1000.0, 0.01, 0.27), (1e4, 0.05, 1.0)] {
        let mut s = bench.setup(0.0, 0.6);
        s.ground();
        let half = Vec3::splat(0.5);
        s.cuboid(half, 1.0, Vec3::Y * 0.5, Vec3::ZERO);
        let top = s.cuboid(half, ratio, Vec3::Y * 1.5, Vec3::ZERO);
        s.run(10.0);
        checks
            .push(Check::new(format!("1 : {ratio}: height of the top (m)"), 1.5, s.position(top).y, bound).best(best));
    }
    checks
}

/// A box half as deep as it is high tips when its centre is beyond its lower edge: tan θ = w/h, 14.0362°.
fn tipping(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (slope_deg, falls) in [(13.5, false), (13.9, false), (14.2, true), (14.5, true)] {
        let mut s = bench.setup(0.0, 2.0);
        let slope = s.incline(slope_deg);
        let desc = body(Shape::cuboid(0.25, 1.0, 0.5), 1.0, slope.point(Vec3::Y), Vec3::ZERO);
        let id = s.add(BodyDesc { rotation: slope.rotation, ..desc });
        // 20° from where it stood it is past its balance, which it loses at 14°.
        let fell = s.run_until(10.0, |s| s.turned(id, slope.rotation) > 0.35);
        checks.push(Check::is(format!("falls at {slope_deg}°"), falls, fell).best(0.0));
    }
    checks
}

/// From the top each brick may reach L/2, L/4, L/6, L/8 beyond the one below, 25/24 L in all.
fn overhang(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (share, falls) in [(0.98, false), (1.03, true)] {
        let mut s = bench.setup(0.0, 0.5);
        // The table's edge is x = 0.
        s.plane(Vec3::NEG_Y * 2.0, Quat::IDENTITY);
        s.pedestal(Shape::cuboid(1.5, 1.0, 0.5), Vec3::new(-1.5, -1.0, 0.0));
        let (length, height) = (1.0, 0.2);
        let mut end = 0.0;
        let mut top = None;
        for i in 0..4 {
            end += share * length / (2.0 * (4 - i) as f32);
            let place = Vec3::new(end - 0.5 * length, height * (i as f32 + 0.5), 0.0);
            top = Some((s.cuboid(Vec3::new(0.5 * length, 0.5 * height, 0.25), 1.0, place, Vec3::ZERO), place.y));
        }
        let fell = top.is_some_and(|(id, y)| s.run_until(10.0, |s| s.position(id).y < f64::from(y) - 0.1));
        checks.push(Check::is(format!("falls at {} % of the limit", share * 100.0), falls, fell).best(0.0));
    }
    checks
}

/// Each lower ball bears forces through two points only, so both lie along the line between them, at half the angle of
/// the line of centres: μ ≥ tan(½ · 35.2644°) = 0.3178 for 3 + 1 balls, μ ≥ tan 15° = 0.2679 for 2 + 1.
fn sphere_pyramids(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    let r = 0.5_f32;
    for (base, cases) in [(3, [(0.30, true), (0.34, false)]), (2, [(0.25, true), (0.29, false)])] {
        for (mu, collapses) in cases {
            let mut s = bench.setup_with(0.0, 0.0, |config| config.friction_rule = Combine::Minimum);
            if base == 2 {
                // Slippery walls keep the three balls in one plane.
                for z in [-1.0, 1.0] {
                    s.fixed(Shape::cuboid(1.5, 1.0, 0.5), Vec3::new(0.0, 1.0 + GAP, z), Quat::IDENTITY);
                }
            }
            s.friction = mu;
            s.ground();
            // Centres of the base on a circle on which neighbours touch; the top one two radii from each.
            let around = if base == 3 { 2.0 * r / 3.0_f32.sqrt() } else { r };
            for i in 0..base {
                let place = turn(Vec3::Y, 360.0 / f64::from(base) * f64::from(i)) * Vec3::X * around;
                s.sphere(r, 1.0, place + Vec3::Y * r, Vec3::ZERO);
            }
            let height = r + (4.0 * r * r - around * around).sqrt();
            let top = s.sphere(r, 1.0, Vec3::Y * height, Vec3::ZERO);
            let fell = s.run_until(10.0, |s| s.position(top).y < f64::from(height) - 0.1);
            let check = Check::is(format!("{base} + 1 balls collapse at μ = {mu}"), collapses, fell);
            checks.push(if base == 3 { check.best(0.0) } else { check });
        }
    }
    checks
}

/// Drift of the foot of a board of 2 m that leans at `angle` (from the ground) on a wall; infinite once it lies.
fn lean(bench: &Bench, angle_deg: f64, wall_mu: f32, seconds: f64) -> f64 {
    let mut s = bench.setup_with(0.0, 0.5, |config| config.friction_rule = Combine::Minimum);
    s.ground();
    s.friction = wall_mu;
    s.fixed(Shape::cuboid(0.5, 1.5, 0.5), Vec3::new(-0.5, 1.5 + GAP, 0.0), Quat::IDENTITY);
    s.friction = 0.5;
    // Along the board x points to the foot; its under side −y carries both the edges that touch.
    let (half, rotation) = (Vec3::new(1.0, 0.01, 0.3), turn(Vec3::Z, -angle_deg));
    let foot = rotation * Vec3::new(half.x, -half.y, 0.0);
    let head = rotation * Vec3::new(-half.x, -half.y, 0.0);
    let start = Vec3::new(-head.x, -foot.y, 0.0);
    let id = s.add(BodyDesc { rotation, ..body(Shape::Cuboid { half }, 1.0, start, Vec3::ZERO) });
    s.run(seconds);
    // Once it lies a distance tells nothing: it slipped, however far.
    if s.turned(id, rotation) > 0.2 { f64::INFINITY } else { (s.position(id) - start.as_dvec3()).length() }
}

/// A board slips when its angle is below atan(1/(2 μ)) = 45° on a slippery wall, below 90° − 2 atan μ = 36.87° when the
/// wall has the same μ = 0.5.
fn leaning_board(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (angle, wall_mu, slides) in [(40.0, 0.0, true), (50.0, 0.0, false), (33.0, 0.5, true), (41.0, 0.5, false)] {
        let wall = if wall_mu == 0.0 { "slippery" } else { "rough" };
        let drift = lean(bench, angle, wall_mu, 10.0);
        if slides {
            checks.push(Check::is(format!("slides at {angle}° on a {wall} wall"), true, drift > 0.05).best(0.0));
        } else {
            let check = Check::new(format!("drift at {angle}° on a {wall} wall in 10 s (m)"), 0.0, drift, 1e-3);
            checks.push(if wall_mu == 0.0 { check.best(1e-4) } else { check });
        }
    }
    checks
}

/// Two cards at φ = 30° from the vertical lean on each other without friction: by symmetry the push at the top is
/// level, and each foot needs μ ≥ ½ tan φ = 0.2887. As these cards have 1/25 of their height as thickness and their
/// centre lies behind the faces that lean, 0.2687 is enough.
///
/// Without any hold of edge on edge the house would be a pencil on its point: a sway doubles every 0.17 s, by
/// λ² = 3 g/(2 h cos φ).
fn card_house(bench: &Bench) -> Vec<Check> {
    let stands = |mu: f32| {
        // Card on card (0 + 0)/2, card on ground (0 + 2 μ)/2.
        let mut s = bench.setup(0.0, 2.0 * mu);
        s.ground();
        s.friction = 0.0;
        let half = Vec3::new(0.02, 0.5, 0.3);
        let mut cards = vec![];
        for side in [-1.0_f32, 1.0] {
            let rotation = turn(Vec3::Z, f64::from(30.0 * side));
            // The lowest corner stands on the ground, the top inner one touches x = 0.
            let inner_top = rotation * Vec3::new(-side * half.x, half.y, 0.0);
            let foot = rotation * Vec3::new(-side * half.x, -half.y, 0.0);
            let place = Vec3::new(-inner_top.x, -foot.y, 0.0);
            cards.push(s.add(BodyDesc { rotation, ..body(Shape::Cuboid { half }, 1.0, place, Vec3::ZERO) }));
        }
        let start = s.position(cards[0]).y;
        !s.run_until(10.0, |s| cards.iter().any(|id| (s.position(*id).y - start).abs() > 0.05))
    };
    vec![
        Check::is("stands for 10 s at μ = 0.5", true, stands(0.5)).best(0.0),
        Check::is("stands for 10 s at μ = 0.1", false, stands(0.1)).best(0.0),
        Check::is("stands for 10 s at μ = 0.29", true, stands(0.29)),
        Check::is("stands for 10 s at μ = 0.25", false, stands(0.25)),
    ]
}

/// Two faces that open by 2 β hold a ball when the forces at its two points can lie along the line between them:
/// β ≤ atan μ. For μ = 0.3 the limit of the opening is 33.3985°.
///
/// The lower face stands still; the upper one is a plate whose centre lies on that line, and a force along it presses.
fn wedge(bench: &Bench) -> Vec<Check> {
    let expelled = |opening_deg: f64| {
        let mut s = bench.weightless(0.0, 0.3);
        let (r, half_angle) = (0.5_f32, 0.5 * opening_deg);
        // The wedge opens towards +x: seen from the ball the faces lie below and above, both a little to the left.
        let below = turn(Vec3::Z, -half_angle);
        s.plane(below * Vec3::Y * -r, below);
        let above = turn(Vec3::Z, half_angle);
        let touch = above * Vec3::Y * r;
        let half = Vec3::new(1.0, 0.5, 5.0);
        // Short of the apex, where it would meet the other face. The centre stands upright above the touched point,
        // half a thickness off the lower face, so that the force through it turns nothing.
        let center = touch + Vec3::Y * (half.y / (above * Vec3::Y).y);
        let plate = body(Shape::Cuboid { half }, 10.0, center, Vec3::ZERO);
        s.add(BodyDesc { rotation: above, force: Vec3::NEG_Y * 100.0, ..plate });
        let ball = s.sphere(r, 1.0, Vec3::ZERO, Vec3::ZERO);
        s.run(1.0);
        s.position(ball).x > 0.05
    };
    vec![
        Check::is("expelled at 30°", false, expelled(30.0)),
        Check::is("expelled at 37°", true, expelled(37.0)),
        Check::new("limit of the opening at μ = 0.3 (°)", 33.3985, threshold(30.0, 37.0, 0.1, expelled), 1.0),
    ]
}
