//! Another run over a trace: the bodies of a trace as a scene, this program's run of them, and where the two part.
//! And one contact of a trace, copied as a scene or a test.

use carom::check::{Diff, compare};
use carom::glam::Vec3;
use carom::headless::run_here;
use carom::physics::{BodyDesc, Config};
use carom::playback::{Playback, Spool};
use carom::scene::{Scene, SceneBody, SpecimenForm};
use carom::subject::{Loss, Rebuilt, Traced, rebuild, specimen};
use carom::timeline::TimeMachine;
use carom::trace::{TraceReader, TraceReplay};
use std::fmt::Write as _;
use std::io::BufRead;

/// This program's own run of a scene, as a trace whose first step is the start.
fn recorded(scene: Scene, steps: u64) -> Playback {
    let rebuilt = Rebuilt { scene, losses: vec![], after: 0, steps };
    run_here(&rebuilt, Spool::in_memory(), |_| true).unwrap().unwrap()
}

fn gallery(name: &str) -> Scene {
    carom::scene::find(name).unwrap().scene().unwrap()
}

fn compared(a: &Playback, b: &Playback) -> Diff {
    compared_within(a, b, 1e-4)
}

fn compared_within(a: &Playback, b: &Playback, tolerance: f64) -> Diff {
    let lines = |playback: &Playback| {
        let input: Box<dyn BufRead> = playback.opener()().unwrap();
        TraceReplay::new(TraceReader::new(input)).unwrap()
    };
    compare((lines(a), "a"), (lines(b), "b"), tolerance, |_| true).unwrap().unwrap()
}

/// The run here of a trace from one of its steps on.
fn again(trace: &Playback, step: u64) -> (Rebuilt, Playback) {
    let mut other = trace.again().unwrap();
    let rebuilt = rebuild(&mut other, step).unwrap();
    let run = run_here(&rebuilt, Spool::in_memory(), |_| true).unwrap().unwrap();
    (rebuilt, run)
}

/// Whether a scene has nothing but what traces tell: no rule, force or resistance beside those of the format.
fn is_told(scene: &Scene) -> bool {
    let Config { gravity, hz, restitution_rule, friction_rule, floor, .. } = scene.config;
    let told = Config { gravity, hz, restitution_rule, friction_rule, floor, ..Config::default() };
    let plain = |body: &SceneBody| {
        let BodyDesc { shape, motion, mass, position, rotation, velocity, spin, restitution, friction, .. } = body.desc;
        let usual = BodyDesc::new(shape);
        body.desc == BodyDesc { motion, mass, position, rotation, velocity, spin, restitution, friction, ..usual }
    };
    scene.config == told && scene.bodies.iter().all(plain)
}

#[test]
fn the_own_run_of_a_scene_is_run_here_to_the_same_places() {
    let mut tried = 0;
    for entry in carom::scene::gallery() {
        let scene = entry.scene().unwrap();
        if !is_told(&scene) || scene.bodies.len() > 500 {
            continue;
        }
        let trace = recorded(scene.clone(), 60);
        let (rebuilt, run) = again(&trace, 0);
        assert_eq!(rebuilt.losses, [], "{}", entry.id);
        assert_eq!((rebuilt.after, rebuilt.steps), (0, 60));
        let diff = compared(&trace, &run);
        assert_eq!((diff.steps, diff.a.only_here, diff.b.only_here), (61, 0, 0), "{}", entry.id);
        let first = diff.first.as_ref().map(|first| (first.step, first.body.to_string(), first.metres));
        assert!(first.is_none(), "{}: {first:?}", entry.id);
        assert!(diff.bodies >= scene.bodies.len(), "{}: all bodies are compared", entry.id);
        tried += 1;
    }
    assert!(tried >= 8, "{tried} scenes");
}

#[test]
fn a_run_from_the_midst_of_a_trace_has_the_numbers_of_its_steps() {
    let trace = recorded(gallery("first_bounce"), 65);
    let (rebuilt, run) = again(&trace, 50);
    assert_eq!((rebuilt.after, rebuilt.steps), (50, 15));
    assert_eq!((run.film().first, run.film().last), (50, 65));
    // What a step hands to the next beside poses and velocities, its impulses, is in no trace.
    let diff = compared_within(&trace, &run, 1e-2);
    assert_eq!((diff.steps, diff.a.only_here), (16, 50));
    assert!(diff.first.is_none(), "{:?}", diff.first);
    // Over each other they stand at the same step.
    let mut traced = Traced { playback: trace.again().unwrap(), beside: None };
    traced.lay_over(run);
    for step in [60, 65, 51] {
        traced.seek(step);
        assert_eq!(traced.beside.as_ref().unwrap().step_count(), step);
    }
}

/// A ball that falls freely by the semi-implicit rule; from step `kick` on it is `off` to the side.
fn falling(header: &str, kick: u64, off: f64, first: u64, velocities: bool) -> Playback {
    let (g, dt) = (-9.81, 1.0 / 60.0);
    let mut text = format!(
        "{{\"trace\":1,\"dt\":{dt},\"gravity\":[0,{g},0]{header}}}\n{{\"body\":\"ball\",\"mass\":1,\"restitution\":0,\
         \"friction\":0,\"shapes\":[{{\"sphere\":0.5}}],\"pose\":[0,100,0,0,0,0,1]}}\n"
    );
    let (mut y, mut v) = (100.0, 3.0);
    for step in first..first + 30 {
        v += g * dt;
        y += v * dt;
        let x = if step >= kick { off } else { 0.0 };
        let told = if velocities { format!(",0,{v},0,0,0,0") } else { String::new() };
        let _ = writeln!(text, "{{\"step\":{step},\"b\":[[\"ball\",{x},{y},0,0,0,0,1{told}]],\"c\":[]}}");
    }
    Playback::of_bytes(text.into_bytes(), "").unwrap()
}

#[test]
fn where_two_runs_part_is_the_step_and_the_body_and_how_far() {
    let trace = falling("", 1000, 0.0, 1, true);
    let kicked = falling("", 12, 0.25, 1, true);
    let diff = compared(&trace, &kicked);
    let first = diff.first.unwrap();
    assert_eq!((first.step, first.body.to_string()), (12, "ball".into()));
    assert!((first.metres - 0.25).abs() < 1e-9 && first.degrees == 0.0);
    assert_eq!((diff.parted_count, diff.parted[0].most_metres), (1, 0.25));
    assert!(compared(&trace, &trace.again().unwrap()).is_same());
}

#[test]
fn a_free_fall_run_here_is_the_engines_whether_it_told_velocities_or_not() {
    for velocities in [true, false] {
        let trace = falling("", 1000, 0.0, 7, velocities);
        let (rebuilt, run) = again(&trace, 7);
        assert_eq!(rebuilt.losses.contains(&Loss::Velocities), !velocities);
        // The engine moves by the velocity at the end of the step, this one by the mean: half of g·dt² apart a step.
        let apart = 29.0 * 0.5 * 9.81 / 3600.0 + 1e-4;
        let diff = compared(&trace, &run);
        let most = diff.parted.iter().map(|parted| parted.most_metres).fold(0.0, f64::max);
        assert!(most <= apart, "{most} m after 29 steps, velocities told: {velocities}");
        assert_eq!(diff.steps, 30);
    }
}

#[test]
fn poses_at_which_contacts_were_found_are_laid_over_those_after_the_step_before() {
    // Line k holds the poses before step k: of the same fall they are those that the other has after step k - 1.
    let after = falling("", 1000, 0.0, 1, true);
    let found = falling(",\"poses\":\"found\"", 1000, 0.0, 2, true);
    let diff = compared(&after, &found);
    assert!(diff.first.is_none() && diff.steps == 29, "{:?} of {} steps", diff.first, diff.steps);
    let mut traced = Traced { playback: after, beside: None };
    traced.lay_over(found);
    traced.seek(10);
    let beside = traced.beside.as_ref().unwrap();
    assert_eq!((beside.step_count(), beside.completed()), (11, 10));
    assert_eq!(beside.frame().place(0), traced.playback.frame().place(0));
}

#[test]
fn what_is_not_simulated_here_is_left_out_and_said() {
    let text = r#"{"trace":1}
{"body":"crate","restitution":0.2,"friction":0.4,"shapes":[{"box":[0.5,0.5,0.5],"round":0.05}],"pose":[0,3,0,0,0,0,1]}
{"body":"pill","shapes":[{"capsule":[0.5,0.2]}],"pose":[2,3,0,0,0,0,1]}
{"body":"two","shapes":[{"sphere":0.5},{"sphere":0.5,"at":[1,0,0]}],"pose":[4,3,0,0,0,0,1]}
{"body":"slope","motion":"static","friction":0.1,"restitution":0.5,"shapes":[{"plane":[0.6,0.8,0,-2]}],"pose":[0,0,0,0,0,0,1]}
{"step":1,"b":[],"c":[]}
{"step":2,"b":[["crate",0,2.9,0,0,0,0,1]],"c":[]}
"#;
    let mut playback = Playback::of_bytes(text.as_bytes().to_vec(), "").unwrap();
    let rebuilt = rebuild(&mut playback, 1).unwrap();
    for loss in [Loss::Bodies(2), Loss::Rounding(1), Loss::Velocities, Loss::Gravity] {
        assert!(rebuilt.losses.contains(&loss), "{loss:?} of {:?}", rebuilt.losses);
    }
    // The slope is a sheet in the plane: its middle is in it, and it looks where the plane's normal does.
    let slope = &rebuilt.scene.bodies.iter().find(|body| body.name.as_deref() == Some("slope")).unwrap().desc;
    let normal = slope.rotation * carom::glam::Vec3::Y;
    assert!((normal - carom::glam::Vec3::new(0.6, 0.8, 0.0)).length() < 1e-6);
    assert!((slope.position.dot(normal) + 2.0).abs() < 1e-5);
    // What never moves and is a plane there and a sheet here does not part, wherever each has its origin.
    let run = run_here(&rebuilt, Spool::in_memory(), |_| true).unwrap().unwrap();
    let diff = compared(&playback, &run);
    assert!(diff.parted.iter().all(|parted| parted.body.to_string() == "crate"), "{:?}", diff.parted);
    assert_eq!(
        diff.declared.iter().map(|d| (d.body.to_string(), d.what)).collect::<Vec<_>>(),
        [("slope".into(), "shape")]
    );
    // A trace of which nothing can be simulated is refused, with the reason.
    let only = text.replace("\"box\":[0.5,0.5,0.5]", "\"capsule\":[0.5,0.2]");
    let mut playback = Playback::of_bytes(only.into_bytes(), "").unwrap();
    assert!(rebuild(&mut playback, 1).unwrap_err().contains("none of its moving bodies"));
}

/// A ball on the edge of a box by hand, and a hull, which is not simulated here.
const PAIR: &str = r#"{"trace":1,"up":"z","poses":"found","gravity":[0,0,-9.81],"dt":0.01}
{"body":"ground","motion":"static","shapes":[{"plane":[0,0,1,0]}],"pose":[0,0,0,0,0,0,1]}
{"body":"box","motion":"static","shapes":[{"box":[0.5,0.5,0.5]}],"pose":[0,0,0.5,0,0,0,1]}
{"body":"ball","mass":2,"shapes":[{"sphere":0.5}],"pose":[0.8,0,1.3999,0,0,0,1]}
{"body":"wedge","mass":1,"shapes":[{"hull":[[0,0,0],[0.6,0,0],[0,0.5,0],[0,0,0.7]]}],"pose":[3,0,0,0,0,0,1]}
{"step":1,"c":[["box","ball",[0.6,0,0.8],[[0.5,0,1,-0.0001]]],["ground","ball",[0,0,1],[[0.8,0,0,0.9]]],["ground","wedge",[0,0,1],[[3,0,0,0]]]]}
"#;

#[test]
fn a_contact_of_another_engine_is_copied_as_a_test_of_this_program() {
    let mut playback = Playback::of_bytes(PAIR.as_bytes(), "").unwrap();
    playback.seek(1);
    let copied = specimen(&playback, 1, 2).unwrap();
    assert_eq!(copied.names(), ["box", "ball"]);
    // Here y is up: the normal is 3 : 4 up.
    assert!(copied.manifold.feature_a.to_string().starts_with("edge +x"), "{}", copied.manifold.feature_a);
    let normal = copied.poses()[0].rotation * copied.manifold.normal;
    assert!(normal.distance(Vec3::new(0.6, 0.8, 0.0)) < 1e-3, "{normal}");
    assert!((copied.manifold.separation() + 0.0001).abs() < 1e-4, "{}", copied.manifold.separation());
    assert_eq!(copied.difference(), None, "what it says is found again");
    for form in [SpecimenForm::Rust, SpecimenForm::Toml, SpecimenForm::Json] {
        assert!(copied.write(form).contains("ball"), "{form:?}");
    }
    assert_eq!(carom::scene::parse_specimen(&copied.to_json()).unwrap(), copied);
    // The plane is the floor of the scene; the engine told of it from .9 m away.
    let over_floor = specimen(&playback, 0, 2).unwrap();
    assert_eq!(over_floor.names(), ["floor", "ball"]);
    assert!((over_floor.manifold.separation() - 0.8999).abs() < 1e-3, "{}", over_floor.manifold.separation());
    let why = specimen(&playback, 0, 3).unwrap_err();
    assert!(why.contains("wedge has a shape that this program does not simulate"), "{why}");
}
