//! V15 … V35: bodies that meet, with and without bounce, friction and spin.

use super::ingredients::{G, GAP, body};
use super::setup::{Bench, turn};
use super::{Check, Company, TruthCase};
use crate::geometry::Shape;
use crate::physics::{BodyDesc, BodyId, Combine};
use glam::{DVec3, Quat, Vec3};

pub(super) const CASES: &[TruthCase] = &[
    TruthCase { id: "V15", name: "elastic, head on, mass ratios", company: Company::Slab(4.0, 2.0), measure: head_on },
    TruthCase {
        id: "V16",
        name: "elastic, head on, both moving",
        company: Company::Slab(4.0, 2.0),
        measure: head_on_both,
    },
    TruthCase { id: "V17", name: "half elastic, head on", company: Company::Slab(4.0, 2.0), measure: half_elastic },
    TruthCase {
        id: "V18",
        name: "equal spheres part at a right angle",
        company: Company::Slab(6.0, 6.0),
        measure: right_angle,
    },
    TruthCase {
        id: "V19",
        name: "equal spheres, lossy, part at less",
        company: Company::Slab(6.0, 6.0),
        measure: less_than_right_angle,
    },
    TruthCase { id: "V20", name: "apexes fall as e²ⁿ", company: Company::Slab(2.0, 2.0), measure: apexes },
    TruthCase {
        id: "V21",
        name: "times of the bounces, and of rest",
        company: Company::Slab(2.0, 2.0),
        measure: bounce_times,
    },
    TruthCase {
        id: "V22",
        name: "elastic bouncing for 60 s",
        company: Company::Slab(2.0, 2.0),
        measure: elastic_minute,
    },
    TruthCase {
        id: "V23",
        name: "oblique bounce: grips or slides",
        company: Company::Slab(4.0, 2.0),
        measure: oblique,
    },
    TruthCase { id: "V24", name: "oblique bounce with backspin", company: Company::Slab(4.0, 2.0), measure: backspin },
    TruthCase {
        id: "V25",
        name: "superball (tangential restitution)",
        company: Company::Slab(8.0, 3.0),
        measure: superball,
    },
    TruthCase {
        id: "V26",
        name: "tilted cube lands on an edge",
        company: Company::Slab(3.0, 3.0),
        measure: cube_on_edge,
    },
    TruthCase { id: "V27", name: "cube lands on a corner", company: Company::Slab(3.0, 3.0), measure: cube_on_corner },
    TruthCase { id: "V28", name: "cube lands flat", company: Company::Slab(3.0, 3.0), measure: cube_flat },
    TruthCase {
        id: "V29",
        name: "sphere strikes a free cube off centre",
        company: Company::Slab(4.0, 3.0),
        measure: off_centre,
    },
    TruthCase { id: "V30", name: "chain of 1, 2 and 4 kg", company: Company::Slab(6.0, 2.0), measure: chain },
    TruthCase {
        id: "V31",
        name: "Newton's cradle, gaps of 0 and 1 mm",
        company: Company::Slab(4.0, 1.0),
        measure: cradle,
    },
    TruthCase {
        id: "V32",
        name: "collisions count the digits of π: 31",
        company: Company::StillSlab(16.0, 3.0),
        measure: pi_collisions,
    },
    TruthCase {
        id: "V32b",
        name: "collisions count the digits of π: 314",
        company: Company::StillSlab(16.0, 3.0),
        measure: more_pi_collisions,
    },
    TruthCase { id: "V33", name: "stacked drop", company: Company::Slab(2.0, 2.0), measure: stacked_drop },
    TruthCase { id: "V34", name: "throw of a cut shot", company: Company::Slab(4.0, 4.0), measure: throw },
    TruthCase {
        id: "V35",
        name: "a rolling ball strikes its equal",
        company: Company::Slab(8.0, 2.0),
        measure: follow_and_draw,
    },
];

/// Velocities after a sphere of `m.0` at `v.0` has met one of `m.1` at `v.1`, along x.
fn meet_head_on(bench: &Bench, restitution: f32, m: (f32, f32), v: (f32, f32)) -> [f64; 2] {
    let mut s = bench.weightless(restitution, 0.0);
    // Three quarters of a step apart at the speed of approach, so that the impact falls inside a step.
    let gap = (v.0 - v.1) * 0.0123;
    let a = s.sphere(0.5, m.0, Vec3::ZERO, Vec3::X * v.0);
    let b = s.sphere(0.5, m.1, Vec3::X * (1.0 + gap), Vec3::X * v.1);
    s.run(0.2);
    [a, b].map(|ball| s.velocity(ball).x)
}

/// Restitution, the two masses (kg) and the two velocities before (m/s).
type HeadOn = (f32, (f32, f32), (f32, f32));

fn head_on_checks(bench: &Bench, cases: &[HeadOn], best: Option<f64>) -> Vec<Check> {
    let mut checks = vec![];
    for &(e, m, v) in cases {
        let (ed, md, vd) = (f64::from(e), (f64::from(m.0), f64::from(m.1)), (f64::from(v.0), f64::from(v.1)));
        // v₁' = (m₁ v₁ + m₂ v₂ − m₂ e (v₁ − v₂)) / (m₁ + m₂), and with the two exchanged v₂'.
        let mean = (md.0 * vd.0 + md.1 * vd.1) / (md.0 + md.1);
        let parting = ed * (vd.0 - vd.1) / (md.0 + md.1);
        let expected = [mean - md.1 * parting, mean + md.0 * parting];
        let got = meet_head_on(bench, e, m, v);
        for (name, expected, got) in [("v₁", expected[0], got[0]), ("v₂", expected[1], got[1])] {
            let check =
                Check::new(format!("{name} of {} and {} kg at {} and {} m/s", m.0, m.1, v.0, v.1), expected, got, 1e-6);
            checks.push(Check { best, ..check });
        }
    }
    checks
}

fn head_on(bench: &Bench) -> Vec<Check> {
    let v = (2.0, 0.0);
    head_on_checks(
        bench,
        &[(1.0, (1.0, 1.0), v), (1.0, (1.0, 2.0), v), (1.0, (1000.0, 1.0), v), (1.0, (1.0, 1000.0), v)],
        Some(1e-6),
    )
}

fn head_on_both(bench: &Bench) -> Vec<Check> {
    head_on_checks(bench, &[(1.0, (1.0, 3.0), (2.0, 0.0)), (1.0, (2.0, 5.0), (3.0, -1.0))], None)
}

fn half_elastic(bench: &Bench) -> Vec<Check> {
    head_on_checks(bench, &[(0.5, (2.0, 1.0), (3.0, 0.0))], None)
}

/// Velocities after an equal sphere at 2 m/s along x has struck one at rest with its path a radius off centre.
///
/// At the impact the line of centres stands at asin(½) = 30° to the path: 1 m/s across it stays with the first sphere,
/// √3 m/s along it is shared as e says.
fn meet_off_centre(bench: &Bench, restitution: f32) -> [DVec3; 2] {
    let mut s = bench.weightless(restitution, 0.0);
    // They touch when the first is at x = −r √3 = −0.866 m, after 0.22 s.
    let a = s.sphere(0.5, 1.0, Vec3::new(-1.3, 0.0, 0.5), Vec3::X * 2.0);
    let b = s.sphere(0.5, 1.0, Vec3::ZERO, Vec3::ZERO);
    s.run(1.0);
    [a, b].map(|ball| s.velocity(ball))
}

fn right_angle(bench: &Bench) -> Vec<Check> {
    let [a, b] = meet_off_centre(bench, 1.0);
    vec![
        Check::new("speed of the first (m/s)", 1.0, a.length(), 1e-4).best(6.4e-4),
        Check::new("speed of the second (m/s)", 3.0_f64.sqrt(), b.length(), 1e-4).best(6.4e-4),
        Check::new("angle between (°)", 90.0, a.angle_between(b).to_degrees(), 0.01),
    ]
}

fn less_than_right_angle(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (e, angle, energy) in [(0.9, 85.0504, 0.928_75), (0.5, 66.5868, 0.718_75), (0.0, 49.1066, 0.625)] {
        let [a, b] = meet_off_centre(bench, e);
        checks.push(Check::new(format!("angle between at e = {e} (°)"), angle, a.angle_between(b).to_degrees(), 0.05));
        let ratio = (a.length_squared() + b.length_squared()) / 4.0;
        checks.push(Check::relative(format!("kinetic energy kept at e = {e}"), energy, ratio, 1e-3));
    }
    checks
}

/// One flight of a bouncing ball.
struct BallFlight {
    /// When it left the ground (s).
    start: f64,
    /// How high it would rise (m).
    apex: f64,
}

/// What became of a ball that was dropped.
struct Bounces {
    /// One after each bounce.
    flights: Vec<BallFlight>,
    /// How high its lowest point is above the ground in the end (m).
    height: f64,
    /// How fast it rises then (m/s).
    rise: f64,
}

/// The bounces of a ball dropped with its lowest point 1 m above the ground.
///
/// Both numbers of a flight come from one sample inside the flight by the free-fall laws, so the 60 Hz of the samples is
/// no error.
fn bounces(bench: &Bench, restitution: f32, seconds: f64) -> Bounces {
    let mut s = bench.setup(restitution, 0.0);
    s.ground();
    let radius = 0.5;
    let ball = s.sphere(0.5, 1.0, Vec3::new(0.0, 1.5, 0.0), Vec3::ZERO);
    let mut flights: Vec<BallFlight> = vec![];
    let mut falling = true;
    for step in 1..=s.steps_in(seconds) {
        s.step();
        let time = step as f64 * s.dt();
        let (height, v) = (s.position(ball).y - radius, s.velocity(ball).y);
        // The first sample that rises after one that fell lies in the flight behind a bounce.
        if falling && v > 0.0 {
            // Backwards from the sample to height 0: ½ g τ² + v τ = height.
            let since = (-v + (v * v + 2.0 * G * height.max(0.0)).sqrt()) / G;
            flights.push(BallFlight { start: time - since, apex: height + v * v / (2.0 * G) });
        }
        falling = v <= 0.0;
    }
    Bounces { flights, height: s.position(ball).y - radius, rise: s.velocity(ball).y }
}

fn apexes(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    // Elsewhere only the first apexes were measured; what is no number stands for none.
    for (e, count, bests) in [(0.5_f32, 3, [0.0085, f64::NAN]), (0.8, 4, [0.0046, 0.0048])] {
        let Bounces { flights, .. } = bounces(bench, e, 3.0);
        for n in 0..count {
            let expected = f64::from(e).powi(2 * n + 2);
            let got = flights.get(n as usize).map_or(f64::NAN, |f| f.apex);
            let check = Check::relative(format!("apex {} at e = {e} (m)", n + 1), expected, got, 0.005);
            let best = bests.get(n as usize).copied().filter(|b| b.is_finite());
            checks.push(Check { best, ..check });
        }
    }
    checks
}

/// First contact at t₀ = √(2h/g), the n-th flight lasts 2 eⁿ t₀, and all is over at t₀ (1 + e)/(1 − e).
fn bounce_times(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (e, end, times) in
        [(0.8, 4.063_713, [0.451_524, 1.173_961, 1.751_912]), (0.5, 1.354_571, [0.451_524, 0.903_047, 1.128_809])]
    {
        let Bounces { flights, .. } = bounces(bench, e, 2.0);
        for (i, expected) in times.into_iter().enumerate() {
            let got = flights.get(i).map_or(f64::NAN, |f| f.start);
            checks.push(Check::new(format!("contact {} at e = {e} (s)", i + 1), expected, got, 2e-3));
        }
        // Infinitely many bounces end at a finite time (Zeno): a tenth of a second later the ball must rest.
        let Bounces { height, rise, .. } = bounces(bench, e, end + 0.1);
        checks.push(Check::new(
            format!("height a tenth of a second after the last bounce at e = {e} (m)"),
            0.0,
            height,
            1e-3,
        ));
        checks.push(Check::new(format!("speed then at e = {e} (m/s)"), 0.0, rise, 0.02));
    }
    checks
}

/// Apex 1 m for ever; contacts at (2n − 1) t₀, 66 of them within 60 s.
fn elastic_minute(bench: &Bench) -> Vec<Check> {
    let Bounces { flights, .. } = bounces(bench, 1.0, 60.0);
    let apex = flights.last().map_or(f64::NAN, |f| f.apex);
    // From the first to the last flight, so that a loss at each bounce adds up.
    let period = match &flights[..] {
        [first, .., last] => (last.start - first.start) / (flights.len() - 1) as f64,
        _ => f64::NAN,
    };
    vec![
        Check::new("last apex (m)", 1.0, apex, 1e-3).best(8e-6),
        Check::new("contacts", 66.0, flights.len() as f64, 0.0),
        Check::new("period (s)", 0.903_047, period, 1e-4),
    ]
}

/// What two surfaces make of an impact.
#[derive(Clone, Copy)]
struct Surfaces {
    /// Restitution.
    e: f32,
    /// Friction.
    mu: f32,
    /// Restitution along the surface.
    e_t: f32,
}

/// How a ball moves.
struct Roll {
    /// Forwards (m/s).
    forward: f64,
    /// Upwards (m/s).
    up: f64,
    /// r ω (m/s), positive when it rolls forwards.
    rim: f64,
}

/// How a sphere of radius 0.5 that moves by `v` (m/s; forwards and up) with the rim speed r ω = `rim` leaves the
/// ground; forwards is x turned by `heading` about y.
fn bounce_with_spin(bench: &Bench, touch: Surfaces, v: [f32; 2], rim: f32, heading: Quat) -> Roll {
    let mut s = bench.weightless(touch.e, touch.mu);
    s.restitution_tangential = touch.e_t;
    s.ground();
    // 3 cm above the ground: at 4 m/s it touches after 7.5 ms, and 0.1 s holds that one impact alone.
    let velocity = heading * Vec3::new(v[0], v[1], 0.0);
    let mut ball = body(Shape::sphere(0.5), 1.0, Vec3::new(0.0, 0.53, 0.0), velocity);
    ball.spin = heading * Vec3::new(0.0, 0.0, -rim / 0.5);
    let ball = s.add(ball);
    s.run(0.1);
    let [v, spin] = [s.velocity(ball), s.spin(ball)].map(|v| heading.as_dquat().conjugate() * v);
    Roll { forward: v.x, up: v.y, rim: -0.5 * spin.z }
}

/// Slides when v_x > 3.5 μ (1 + e) |v_y|: then μ takes (1 + e) μ |v_y| from v_x and gives r ω 2.5 times that. Else the
/// contact point is brought to rest: v_x = r ω = 5/7 of what v_x was.
fn oblique(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    // With μ = 0.2, e = 1 and 4 m/s the limit is 3.5·0.2·2·4 = 5.6 m/s, where both rules give 4.0 m/s.
    for (name, v_x, expected, rim) in
        [("grips", 3.0, 15.0 / 7.0, 15.0 / 7.0), ("slides", 10.0, 8.4, 4.0), ("at the limit", 5.6, 4.0, 4.0)]
    {
        let touch = Surfaces { e: 1.0, mu: 0.2, e_t: 0.0 };
        let got = bounce_with_spin(bench, touch, [v_x, -4.0], 0.0, Quat::IDENTITY);
        checks.push(Check::new(format!("{name}: v_x (m/s)"), expected, got.forward, 1e-3).best(5e-5));
        checks.push(Check::new(format!("{name}: r ω (m/s)"), rim, got.rim, 1e-3).best(5e-5));
        checks.push(Check::new(format!("{name}: v_y (m/s)"), 4.0, got.up, 1e-3));
    }
    checks
}

/// With `e_t = 1` the slip at the contact is turned round: v' = (3 v − 4 r ω)/7 and r ω' = −(10 v + 3 r ω)/7 for a
/// solid ball (Garwin 1969); every second bounce takes the first one back. Spin about −z rolls towards +x.
fn superball(bench: &Bench) -> Vec<Check> {
    let mut s = bench.setup(1.0, 10.0);
    s.restitution_tangential = 1.0;
    s.ground();
    let ball = s.sphere(0.5, 1.0, Vec3::Y * 0.7, Vec3::new(3.0, -4.0, 0.0));
    let mut checks = vec![];
    // Bounces come 0.05 s after the start, and then each 0.9 s or so.
    for (bounce, v_x, rim) in [("first", 9.0 / 7.0, 30.0 / 7.0), ("second", 3.0, 0.0), ("third", 9.0 / 7.0, 30.0 / 7.0)]
    {
        s.run(if bounce == "first" { 0.4 } else { 0.91 });
        checks.push(Check::new(format!("after the {bounce} bounce: v_x (m/s)"), v_x, s.velocity(ball).x, 1e-3));
        checks.push(Check::new(format!("after the {bounce} bounce: r ω (m/s)"), rim, -0.5 * s.spin(ball).z, 1e-3));
    }
    // Along x, and along a line that is none of the axes.
    for degrees in [0.0, 37.0] {
        let heading = turn(Vec3::Y, degrees);
        checks.extend(tangential_balls(bench, heading));
        checks.extend(tangential_cubes(bench, heading));
    }
    checks
}

/// The name of a check along a heading.
fn along(heading: Quat, what: &str) -> String {
    if heading == Quat::IDENTITY { what.into() } else { format!("{what}, turned by 37°") }
}

/// A ball yields to a push on its surface by 1/m + r²/(2/5 m r²) = 7/(2 m): its slip s = v − r ω becomes −e_t s by the
/// impulse (1 + e_t)·2/7·m s, which is taken from m v and gives r ω 5/2 times as much. Friction gives at most
/// μ (1 + e) m |v_y|; what is more than that is cut off, and then e_t does not matter.
fn tangential_balls(bench: &Bench, heading: Quat) -> Vec<Check> {
    let mut checks = vec![];
    for (name, touch, v, rim, forward, rim_after) in [
        // s = 3 m/s: 1.5·2/7·3 = 9/7 m/s, so that −1.5 m/s are left of the slip.
        ("half", Surfaces { e: 1.0, mu: 10.0, e_t: 0.5 }, [3.0, -4.0], 0.0, 12.0 / 7.0, 45.0 / 14.0),
        // s = 13 m/s: 1.25·2/7·13 = 65/14 m/s, so that −3.25 m/s are left.
        (
            "a quarter, with backspin",
            Surfaces { e: 0.9, mu: 10.0, e_t: 0.25 },
            [3.0, -4.0],
            -10.0,
            -23.0 / 14.0,
            45.0 / 28.0,
        ),
        // 2·2/7·5 = 20/7 m/s would turn the slip round, and 10/7 m/s would stop it; the cap is 0.2·2·4 = 1.6 m/s.
        ("all of it, capped", Surfaces { e: 1.0, mu: 0.2, e_t: 1.0 }, [5.0, -4.0], 0.0, 3.4, 4.0),
        // 1.5·2/7·10 m/s; the cap is 0.3·1.5·4 = 1.8 m/s.
        ("half, capped", Surfaces { e: 0.5, mu: 0.3, e_t: 0.5 }, [10.0, -4.0], 0.0, 8.2, 4.5),
    ] {
        let got = bounce_with_spin(bench, touch, v, rim, heading);
        let up = -f64::from(touch.e) * f64::from(v[1]);
        for (what, expected, got) in [("v_x", forward, got.forward), ("r ω", rim_after, got.rim), ("v_y", up, got.up)]
        {
            checks.push(Check::new(along(heading, &format!("ball, {name}: {what} (m/s)")), expected, got, 1e-3));
        }
    }
    checks
}

/// A cube of 1 kg and half extent 0.5 (I = 1/6 kg·m²) that comes down on an edge or a corner, with the speed along the
/// ground turned round by e_t and that of descent by e.
///
/// To an impulse at r from its centre the touching point yields by K = (1/m + r²/I) − r rᵀ/I, so that a change Δ of its
/// velocity takes j = K⁻¹ Δ = (Δ + (m/I) r (r·Δ))/(1/m + r²/I): normal and tangential part are coupled unless the
/// centre is above r. With Δ = (−(1 + e_t) v_x, −(1 + e) v_y, −(1 + e_t) v_z) the cube leaves with v + j/m and
/// ω = r × j/I. At e = e_t = 1 the velocity of the point is reversed, and the energy is what it was.
///
/// Where that asks for more than Coulomb allows the tangential impulse is −μ j_n, and from the normal row of K
/// j_n (1/m + (x² + μ x y)/I) = (1 + e) |v_y|.
fn tangential_cubes(bench: &Bench, heading: Quat) -> Vec<Check> {
    let on_edge = |degrees| turn(Vec3::Z, degrees);
    // The lowest corner is (−½, −½, ½) turned by 20° about x and then by 30° about z.
    let on_corner = turn(Vec3::Z, 30.0) * turn(Vec3::X, 20.0);
    let mut checks = vec![];
    for (name, touch, rotation, velocity, after, spin) in [
        // r = (0, −0.7071068): j = (−1.25·1/4, 1.5·3).
        (
            "edge below the centre, a quarter",
            Surfaces { e: 0.5, mu: 1.0, e_t: 0.25 },
            on_edge(45.0),
            Vec3::new(1.0, -3.0, 0.0),
            DVec3::new(0.6875, 1.5, 0.0),
            DVec3::new(0.0, 0.0, -1.325_825_2),
        ),
        // r = (−0.1830127, −0.6830127), r² = ½: j = (Δ + 6 r (r·Δ))/4 = (0.3933893, 3.9926679). What the edge gains by
        // its turning is more than what e_t asks for, so the ground pushes it forwards.
        (
            "edge off centre, half",
            Surfaces { e: 0.5, mu: 1.0, e_t: 0.5 },
            on_edge(30.0),
            Vec3::new(1.0, -3.0, 0.0),
            DVec3::new(1.393_389_3, 0.992_667_9, 0.0),
            DVec3::new(0.0, 0.0, -2.772_114_3),
        ),
        // j = (0.5245191, 5.3235572), and the energy stays 5 J.
        (
            "edge off centre, all of it",
            Surfaces { e: 1.0, mu: 1.0, e_t: 1.0 },
            on_edge(30.0),
            Vec3::new(1.0, -3.0, 0.0),
            DVec3::new(1.524_519_1, 2.323_557_2, 0.0),
            DVec3::new(0.0, 0.0, -3.696_152_4),
        ),
        // r = (−0.1125845, −0.8049979, 0.2988362), r² = ¾: j = (Δ + 6 r (r·Δ))/5.5.
        (
            "corner off centre",
            Surfaces { e: 0.8, mu: 2.0, e_t: 0.6 },
            on_corner,
            Vec3::new(1.2, -3.0, -0.6),
            DVec3::new(1.323_020_2, 1.357_490_8, -1.678_592_4),
            DVec3::new(-2.603_469_5, -0.508_019_4, -2.349_329_8),
        ),
        // Centred: j_n = 2·3, and 2·4/4 is more than μ j_n = 1.5.
        (
            "edge below the centre, capped",
            Surfaces { e: 1.0, mu: 0.25, e_t: 1.0 },
            on_edge(45.0),
            Vec3::new(4.0, -3.0, 0.0),
            DVec3::new(2.5, 3.0, 0.0),
            DVec3::new(0.0, 0.0, -6.363_961),
        ),
        // j_n = 1.5·3/(1 + 6·(0.0334936 + 0.2·0.125)) = 3.3309600.
        (
            "edge off centre, capped",
            Surfaces { e: 0.5, mu: 0.2, e_t: 0.5 },
            on_edge(30.0),
            Vec3::new(4.0, -3.0, 0.0),
            DVec3::new(3.333_808, 0.330_96, 0.0),
            DVec3::new(0.0, 0.0, -6.387_753_5),
        ),
    ] {
        let got = drop_cube(bench, touch, heading * rotation, heading * velocity);
        let [v, turning] = [got.velocity, got.spin].map(|v| heading.as_dquat().conjugate() * v);
        for (what, expected, got) in [("velocity (m/s)", after, v), ("spin (rad/s)", spin, turning)] {
            let name = along(heading, &format!("cube, {name}: error of its {what}"));
            checks.push(Check::new(name, 0.0, (got - expected).length(), 1e-3));
        }
    }
    checks
}

fn backspin(bench: &Bench) -> Vec<Check> {
    // The slip of 13 m/s outlasts the impact: μ (1 + e) |v_y| = 2.28 m/s go from v_x, and r ω gains 2.5 times that.
    let touch = Surfaces { e: 0.9, mu: 0.3, e_t: 0.0 };
    let got = bounce_with_spin(bench, touch, [3.0, -4.0], -10.0, Quat::IDENTITY);
    vec![
        Check::new("v_x (m/s)", 0.72, got.forward, 1e-3),
        Check::new("r ω (m/s)", -4.3, got.rim, 1e-3),
        Check::new("v_y (m/s)", 3.6, got.up, 1e-3),
    ]
}

/// How a body moves after its impact.
struct Rebound {
    /// m/s, world.
    velocity: DVec3,
    /// rad/s, world.
    spin: DVec3,
}

/// A cube of 1 kg and half extent 0.5, turned by `rotation`, that comes down by `velocity` (m/s) without gravity; how
/// it moves at the end of the step in which it first touches.
fn drop_cube(bench: &Bench, touch: Surfaces, rotation: Quat, velocity: Vec3) -> Rebound {
    let mut s = bench.weightless(touch.e, touch.mu);
    s.restitution_tangential = touch.e_t;
    s.ground();
    // Times the half extent this is how deep the turned cube reaches below its centre.
    let reach = (rotation * Vec3::X).y.abs() + (rotation * Vec3::Y).y.abs() + (rotation * Vec3::Z).y.abs();
    let position = Vec3::new(0.0, 0.5 * reach + 0.12, 0.0);
    let id = s.add(BodyDesc { rotation, ..body(Shape::cuboid(0.5, 0.5, 0.5), 1.0, position, velocity) });
    // The first change of speed ends it: a later impact of another corner is none of the formula's.
    s.run_until(0.2, |s| (s.velocity(id).y - f64::from(velocity.y)).abs() > 1e-3);
    Rebound { velocity: s.velocity(id), spin: s.spin(id) }
}

/// The speed at which cubes come down on the ground.
const DOWN: Vec3 = Vec3::new(0.0, -3.0, 0.0);

/// j = (1 + e) v / (1/m + x²/I) at the horizontal distance x of the edge from the centre, I = m/6.
fn cube_on_edge(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    // The arm is 0.5·(cos a − sin a): 0.183 m at 30°, and nothing at 45°, where no spin comes of it.
    for (tilt, e, v, spin, best) in [
        (30.0, 1.0, 1.995_995_3, -5.485_983_6, Some(1e-5)),
        (30.0, 0.5, 0.746_996_5, -4.114_487_7, None),
        (30.0, 0.0, -0.502_002_3, -2.742_991_8, None),
        (10.0, 1.0, 0.019_673_5, -7.348_311_2, None),
        (45.0, 1.0, 3.0, 0.0, None),
        (45.0, 0.5, 1.5, 0.0, None),
    ] {
        let got = drop_cube(bench, Surfaces { e, mu: 0.0, e_t: 0.0 }, turn(Vec3::Z, tilt), DOWN);
        checks.push(Check { best, ..Check::new(format!("tilt {tilt}°, e = {e}: v (m/s)"), v, got.velocity.y, 1e-3) });
        checks
            .push(Check { best, ..Check::new(format!("tilt {tilt}°, e = {e}: ω (rad/s)"), spin, got.spin.z, 1e-3) });
    }
    checks
}

fn cube_on_corner(bench: &Bench) -> Vec<Check> {
    // The diagonal upright: the centre stands above the corner, so there is no arm and no spin.
    let rotation = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Y);
    let Rebound { velocity: v, spin } = drop_cube(bench, Surfaces { e: 1.0, mu: 0.0, e_t: 0.0 }, rotation, DOWN);
    vec![Check::new("v (m/s)", 3.0, v.y, 1e-5).best(5e-7), Check::new("ω (rad/s)", 0.0, spin.length(), 1e-5).best(5e-7)]
}

fn cube_flat(bench: &Bench) -> Vec<Check> {
    // Four corners touch at once: taken one after another they would leave spin and sideways motion.
    let Rebound { velocity: v, spin } = drop_cube(bench, Surfaces { e: 1.0, mu: 0.3, e_t: 0.0 }, Quat::IDENTITY, DOWN);
    vec![
        Check::new("v (m/s)", 3.0, v.y, 1e-3).best(1e-4),
        Check::new("ω (rad/s)", 0.0, spin.length(), 1e-3).best(8e-4),
        Check::new("sideways (m/s)", 0.0, v.with_y(0.0).length(), 1e-3),
    ]
}

/// j = 2 v / (1/1 + 1/2 + x²/I) with x = 0.25, I = 1/3.
fn off_centre(bench: &Bench) -> Vec<Check> {
    let mut s = bench.weightless(1.0, 0.0);
    // 0.25 m off along z the sphere still meets the face: the normal is x, and the cube turns about y.
    let ball = s.sphere(0.5, 1.0, Vec3::new(-1.07, 0.0, 0.25), Vec3::X * 3.0);
    let cube = s.cuboid(Vec3::splat(0.5), 2.0, Vec3::ZERO, Vec3::ZERO);
    s.run(0.1);
    vec![
        Check::new("velocity of the sphere (m/s)", -0.555_555_6, s.velocity(ball).x, 1e-5).best(1e-6),
        Check::new("velocity of the cube (m/s)", 1.777_777_8, s.velocity(cube).x, 1e-5).best(1e-6),
        Check::new("spin of the cube (rad/s)", 2.666_666_7, s.spin(cube).y, 1e-5).best(1e-6),
    ]
}

/// 2·1/(1 + 2) of the speed passes on, then 2·2/(2 + 4) of that.
fn chain(bench: &Bench) -> Vec<Check> {
    let mut s = bench.weightless(1.0, 0.0);
    s.sphere(0.5, 1.0, Vec3::ZERO, Vec3::X);
    s.sphere(0.5, 2.0, Vec3::X * 1.1, Vec3::ZERO);
    let third = s.sphere(0.5, 4.0, Vec3::X * 2.2, Vec3::ZERO);
    s.run(1.0);
    vec![Check::new("velocity of the third (m/s)", 4.0 / 9.0, s.velocity(third).x, 1e-4)]
}

/// As many balls leave on the right as came from the left, at the same speed.
fn cradle(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for gap in [0.0, 1e-3] {
        for moving in 1..=3 {
            let mut s = bench.weightless(1.0, 0.0);
            let mut ids: Vec<BodyId> = vec![];
            for i in 0..5 {
                // Those that move start 2 cm back, among themselves as far apart as the others.
                let (x, v) = if i < moving { (-0.02, 1.0) } else { (0.0, 0.0) };
                ids.push(s.sphere(0.1, 1.0, Vec3::X * (i as f32 * (0.2 + gap) + x), Vec3::X * v));
            }
            s.run(1.0);
            for (i, id) in ids.iter().enumerate() {
                let expected = if i + moving >= 5 { 1.0 } else { 0.0 };
                let check = Check::new(
                    format!("gap {} mm, {moving} in: ball {} (m/s)", gap * 1e3, i + 1),
                    expected,
                    s.velocity(*id).x,
                    0.01,
                );
                // Measured elsewhere with one ball in: last ball 0.52 at gap 0; 1.000 and first ball −0.045 at 1 mm.
                checks.push(match (moving, i, gap == 0.0) {
                    (1, 4, true) => check.best(0.48),
                    (1, 0, false) => check.best(0.045),
                    (1, 4, false) => check.best(5e-4),
                    _ => check,
                });
            }
        }
    }
    checks
}

/// A wall, 1 kg at rest, and `mass` coming at 1 m/s: impacts in all, and the last velocities of both away
/// from the wall.
///
/// Sources: G. Galperin, "Playing pool with π", 2003; the last velocities from n reflections in the plane of √m v.
fn galperin(bench: &Bench, mass: f32) -> (f64, f64, f64) {
    let mut s = bench.setup_with(1.0, 0.0, |config| {
        config.gravity = Vec3::ZERO;
        config.hz = 240.0;
    });
    // The face of the wall is at x = 1; it ends above the slab that a crowd puts just below the balls.
    s.fixed(Shape::cuboid(1.0, 0.1 - GAP, 1.0), Vec3::ZERO, Quat::IDENTITY);
    let small = s.sphere(0.1, 1.0, Vec3::X * 2.0, Vec3::ZERO);
    let big = s.sphere(0.1, mass, Vec3::X * 3.0, Vec3::NEG_X);
    s.run(10.0);
    (s.impacts(), s.velocity(big).x, s.velocity(small).x)
}

fn galperin_checks(
    bench: &Bench,
    mass: f32,
    count: f64,
    expected: (f64, f64),
    bound: f64,
    best: (Option<f64>, Option<f64>),
) -> Vec<Check> {
    let (impacts, big, small) = galperin(bench, mass);
    let velocity =
        |who, expected, got| Check::new(format!("1 : {mass}: velocity of the {who} one (m/s)"), expected, got, bound);
    vec![
        Check::new(format!("1 : {mass}: impacts"), count, impacts, 0.0),
        Check { best: best.0, ..velocity("big", expected.0, big) },
        Check { best: best.1, ..velocity("small", expected.1, small) },
    ]
}

fn pi_collisions(bench: &Bench) -> Vec<Check> {
    // Equal masses hand the speed on: ball to ball, wall, ball to ball.
    let mut checks = galperin_checks(bench, 1.0, 3.0, (1.0, 0.0), 1e-5, (None, None));
    checks.extend(galperin_checks(bench, 100.0, 31.0, (0.998_857_6, 0.477_860_2), 1e-5, (Some(1e-6), Some(1e-6))));
    checks
}

fn more_pi_collisions(bench: &Bench) -> Vec<Check> {
    galperin_checks(bench, 1e4, 314.0, (0.999_998_6, 0.169_731_3), 1e-3, (Some(0.109), None))
}

/// A ball on one three times as heavy, dropped by 0.5 m: the heavy one is brought to rest and the light one leaves at
/// twice the speed of fall, so it rises four times as high.
fn stacked_drop(bench: &Bench) -> Vec<Check> {
    let mut s = bench.setup(1.0, 0.0);
    s.ground();
    let big = s.sphere(0.25, 3.0, Vec3::Y * 0.75, Vec3::ZERO);
    let small = s.sphere(0.125, 1.0, Vec3::Y * 1.125, Vec3::ZERO);
    let hit = s.run_until(1.0, |s| s.velocity(small).y > 0.0);
    s.step();
    // Back to the impact by the free-fall laws: there the centre of the small one is at 0.5 + 0.125 m.
    let v = s.velocity(small).y;
    let from_impact = (v * v + 2.0 * G * (s.position(small).y - 0.625)).max(0.0).sqrt();
    let rise = s.position(big).y - 0.25 + s.velocity(big).y.powi(2) / (2.0 * G);
    vec![
        Check::is("it bounced", true, hit),
        Check::relative("speed of the small ball (m/s)", 6.2642, from_impact, 0.01).best(0.1142),
        Check::new("how high the big ball can still rise (m)", 0.0, rise, 0.005),
    ]
}

/// Friction between the balls throws the object ball off the line of centres by atan(min(μ, tan φ / 7)).
fn throw(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    // tan φ/7 is less than μ = 0.06 for the first cut alone; the other two slide all through the impact.
    for (cut, expected) in [(15.0_f64, 2.1921), (30.0, 3.4336), (45.0, 3.4336)] {
        let mut s = bench.weightless(1.0, 0.06);
        let r = 0.5_f32;
        // At the impact the cue ball's centre lies two radii from the object ball's, back along the line of centres.
        let line = turn(Vec3::Y, -cut) * Vec3::X;
        s.sphere(r, 1.0, line * (-2.0 * r) - Vec3::X * 0.1, Vec3::X * 3.0);
        let object = s.sphere(r, 1.0, Vec3::ZERO, Vec3::ZERO);
        s.run(0.2);
        let off = s.velocity(object).angle_between(line.as_dvec3()).to_degrees();
        checks.push(Check::new(format!("deviation at a cut of {cut}° (°)"), expected, off, 0.05));
    }
    checks
}

/// The impact exchanges the velocities and leaves the spins; the cloth then makes each ball roll at (5 v + 2 r ω)/7.
fn follow_and_draw(bench: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (name, rim, cue_expected, bests) in
        [("rolling", 3.0_f32, 6.0 / 7.0, [0.024, 0.019]), ("full backspin", -3.0, -6.0 / 7.0, [f64::NAN; 2])]
    {
        // Ball on ball: e = 1·1, μ = (0 + 0)/2. Ball on cloth: e = 1·0, μ = (0 + 0.4)/2.
        let mut s = bench.setup_with(0.0, 0.4, |config| config.restitution_rule = Combine::Multiply);
        s.ground();
        (s.restitution, s.friction) = (1.0, 0.0);
        // 1 mm before the impact, so that the cloth has no time to change the spin.
        let mut cue = body(Shape::sphere(0.5), 1.0, Vec3::new(-1.001, 0.5, 0.0), Vec3::X * 3.0);
        cue.spin = Vec3::NEG_Z * rim / 0.5;
        let cue = s.add(cue);
        let object = s.sphere(0.5, 1.0, Vec3::Y * 0.5, Vec3::ZERO);
        s.run(1.5);
        for (who, id, expected, best) in
            [("cue", cue, cue_expected, bests[0]), ("object", object, 15.0 / 7.0, bests[1])]
        {
            let check = Check::relative(format!("{name}: {who} ball (m/s)"), expected, s.velocity(id).x, 0.005);
            checks.push(if best.is_finite() { check.best(best) } else { check });
        }
    }
    checks
}
