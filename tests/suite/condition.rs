//! Conditions that stop a run: at the first step where they hold, the same in the window and on the command line.

use carom::condition::{Condition, Watch};
use carom::headless::{Length, Overrides, RunOptions, run};
use carom::scene::{FileKind, parse};
use carom::sim::{Sim, Timeline};
use serde_json::Value;

/// A ball 1.5 m above the floor: they meet after √(2 · 1.5 / 9.81) s, in step 34.
const DROP: &str = r#"
rules = { floor = 0.0 }
bodies = [{ name = "ball", shape = { sphere = { radius = 0.5 } }, mass = 1.0, position = [0.0, 2.0, 0.0] }]
"#;

/// A ball that flies half a metre a step, with nothing around it.
const FLIGHT: &str = r#"
gravity = [0, 0, 0]
bodies = [{ name = "ball", shape = { sphere = { radius = 0.5 } }, velocity = [30.0, 0.0, 0.0] }]
"#;

/// A pusher 1.01 m away at 2 m/s: it reaches the ball in step 31 and gives it energy.
const PUSH: &str = r#"
gravity = [0, 0, 0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
velocity = [0.0, 0.0, 1e-3]
[[bodies]]
name = "pusher"
shape = { box = { half = [0.5, 0.5, 0.5] } }
motion = "kinematic"
position = [-2.01, 0.0, 0.0]
velocity = [2.0, 0.0, 0.0]
"#;

/// Two balls that begin 10 mm deep in each other.
const OVERLAP: &str = r#"
gravity = [0, 0, 0]
bodies = [
    { name = "a", shape = { sphere = { radius = 0.5 } } },
    { name = "b", shape = { sphere = { radius = 0.5 } }, position = [0.99, 0.0, 0.0] },
]
"#;

/// A ball rolls off a table: its contact goes from the face to the edge.
const ROLL: &str = r#"
[[bodies]]
name = "table"
shape = { box = { half = [1.0, 0.5, 1.0] } }
motion = "static"
position = [0.0, -0.5, 0.0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.2 } }
position = [0.5, 0.2, 0.0]
velocity = [0.6, 0.0, 0.0]
spin = [0.0, 0.0, -3.0]
restitution = 0.0
"#;

/// A force beyond all sense: the body flies as fast as bodies ever go, and stays a number.
const WILD: &str = r#"
bodies = [{ name = "ball", shape = { sphere = { radius = 0.5 } }, mass = 1e-6, force = [1e12, 0.0, 0.0] }]
"#;

const STEPS: u64 = 240;

/// Step and hash at which `carom run --pause-when` stops.
fn headless(name: &str, text: &str, condition: &str) -> Option<(u64, String)> {
    let path = std::env::temp_dir().join(format!("carom-condition-{}-{name}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let options = RunOptions {
        scene: path.display().to_string(),
        length: Some(Length::Steps(STEPS)),
        overrides: Overrides::default(),
        settings: vec![],
        out: None,
        format: None,
        every: 1,
        contacts: false,
        record: None,
        trace: None,
        assertions: vec![],
        pauses: vec![condition.into()],
        json: true,
    };
    let mut out = vec![];
    run(&options, &mut out, &mut std::io::sink()).unwrap();
    std::fs::remove_file(&path).unwrap();
    let summary: Value = serde_json::from_slice(&out).unwrap();
    let step = summary["stopped_at"]["step"].as_u64()?;
    Some((step, summary["hash"].as_str().unwrap().into()))
}

#[test]
fn each_condition_stops_at_its_step_with_the_hash_of_the_command_line() {
    for (index, (scene, condition, expected)) in [
        (DROP, "touching(ball, floor)", Some(34)),
        (DROP, "impulse > 5 Ns", Some(34)),
        (DROP, "height(ball) < 1.5 and time > 0.1 s", Some(20)),
        (FLIGHT, "farthest > 20.2 m", Some(41)),
        (FLIGHT, "escaped", None),
        (FLIGHT, "lowest < -1 m", None),
        (PUSH, "energy_rise > 1%", Some(31)),
        (PUSH, "touching(ball, pusher)", Some(31)),
        (OVERLAP, "penetration > 5 mm", Some(1)),
        (ROLL, "feature_changes > 0 and feature(table, ball) == \"edge\"", None),
        (ROLL, "normal_turn > 1 deg", None),
        (WILD, "nan > 0", None),
    ]
    .into_iter()
    .enumerate()
    {
        let stop = headless(&index.to_string(), scene, condition);
        let mut timeline = Timeline::new(parse(scene, FileKind::Toml).unwrap()).unwrap();
        let mut watch = Watch::new(vec![Condition::parse(condition, timeline.sim()).unwrap()], timeline.sim());
        let here = (0..STEPS).find_map(|_| {
            timeline.step();
            watch.look(timeline.sim())?;
            Some((timeline.sim().step_count(), format!("{:016x}", timeline.sim().world().state_hash())))
        });
        assert_eq!(here, stop, "{condition}");
        if let Some(step) = expected {
            assert_eq!(stop.map(|(step, _)| step), Some(step), "{condition}");
        } else {
            let never = ["escaped", "lowest < -1 m", "nan > 0"].contains(&condition);
            assert_eq!(stop.is_none(), never, "{condition}: {stop:?}");
        }
    }
}

#[test]
fn a_condition_tells_again_only_after_it_has_ceased_to_hold() {
    let bouncy = DROP.replace("mass = 1.0", "mass = 1.0, restitution = 0.9");
    let mut sim = Sim::new(parse(&bouncy, FileKind::Toml).unwrap()).unwrap();
    let mut watch = Watch::new(vec![Condition::parse("height(ball) < 1", &sim).unwrap()], &sim);
    let mut below = false;
    for step in 1..=STEPS {
        sim.step();
        let now = sim.world().body(sim.find("ball").unwrap()).unwrap().desc.position.y < 1.0;
        assert_eq!(watch.look(&sim).is_some(), now && !below, "step {step}");
        below = now;
    }
}

#[test]
fn a_run_taken_up_elsewhere_tells_what_begins_there_and_not_what_holds() {
    let mut timeline = Timeline::new(parse(DROP, FileKind::Toml).unwrap()).unwrap();
    let conditions = ["height(ball) < 1.5", "normal_turn > 0", "touching(ball, floor)"];
    let conditions = conditions.map(|text| Condition::parse(text, timeline.sim()).unwrap());
    let mut watch = Watch::new(conditions.to_vec(), timeline.sim());
    let mut told = vec![];
    let go = |timeline: &mut Timeline, watch: &mut Watch, until: u64, told: &mut Vec<(u64, usize)>| {
        while timeline.sim().step_count() < until {
            timeline.step();
            told.extend(watch.look(timeline.sim()).map(|index| (timeline.sim().step_count(), index)));
        }
    };
    go(&mut timeline, &mut watch, 40, &mut told);
    assert_eq!(told, [(20, 0), (34, 2)]);
    // Behind the first and before the second.
    timeline.seek(25);
    watch.resume(timeline.sim());
    told.clear();
    go(&mut timeline, &mut watch, 40, &mut told);
    assert_eq!(told, [(34, 2)]);
    timeline.seek(0);
    watch.resume(timeline.sim());
    told.clear();
    go(&mut timeline, &mut watch, 40, &mut told);
    assert_eq!(told, [(20, 0), (34, 2)]);
}

#[test]
fn a_body_that_was_frozen_is_named() {
    let scene = r#"
        gravity = [0, 0, 0]
        step = { hz = 10 }
        rules = { terminal_speed = 1e4 }
        [[bodies]]
        name = "still"
        shape = { sphere = { radius = 0.5 } }
        [[bodies]]
        name = "runaway"
        shape = { sphere = { radius = 0.5 } }
        position = [1e6, 1e6, 1e6]
        velocity = [5.7e3, 5.7e3, 5.7e3]
    "#;
    let mut sim = Sim::new(parse(scene, FileKind::Toml).unwrap()).unwrap();
    let condition = Condition::parse("nan > 0", &sim).unwrap();
    let mut watch = Watch::new(vec![condition], &sim);
    // 1,710 m a step until the sum of its coordinates passes what still counts as a place.
    let fired = (0..700_000).find_map(|_| {
        sim.step();
        watch.look(&sim)
    });
    assert_eq!(fired, Some(0), "it was never frozen: {:?}", sim.world().body(sim.find("runaway").unwrap()));
    let verdict = watch.verdict(0, &sim).unwrap();
    assert_eq!(verdict.bodies, ["runaway"], "{verdict:?}");
}
