//! A trace that is played: any step of it at once, and the same picture as of the scene it was written from.

use carom::check::Verdict;
use carom::glam::{Vec2, Vec3};
use carom::playback::Playback;
use carom::sim::Sim;
use carom::timeline::TimeMachine;
use carom::view::{Camera, DrawList, Layers, TracePick, ViewOptions, draw, draw_trace, pick_trace, trace_id};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// What `carom run SCENE --trace` writes.
fn recorded(scene: &str, steps: u32) -> Vec<u8> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("carom-playback-{}-{}.trace.jsonl", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let file = std::env::temp_dir().join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let out = command.args(["run", scene, "--steps", &steps.to_string(), "--trace"]).arg(&file).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    bytes
}

#[test]
fn any_step_gone_to_is_the_step_that_reading_through_comes_to() {
    let bytes = recorded("first_bounce", 150);
    let mut packed = GzEncoder::new(vec![], Compression::default());
    packed.write_all(&bytes).unwrap();
    let mut through = Playback::of_bytes(bytes, "").unwrap();
    let mut anywhere = Playback::of_bytes(packed.finish().unwrap(), "").unwrap();
    assert_eq!((through.film().first, through.film().last, through.film().steps), (1, 150, 150));

    let verdicts = |playback: &Playback| -> Vec<(Verdict, usize)> {
        let frame = playback.frame();
        (0..frame.contacts().len()).map(|c| frame.judgement(c).map(|t| (t.verdict, t.steps_ago)).unwrap()).collect()
    };
    let mut told = vec![];
    for step in 1..=150 {
        assert_eq!(through.step_count(), step);
        told.push((through.state_hash(), verdicts(&through)));
        through.step();
    }
    assert!(told.iter().any(|(_, verdicts)| !verdicts.is_empty()), "something touches");
    // Forwards, backwards, far and near: a walk that comes to every step.
    let mut step = 1;
    for _ in 0..150 {
        step = (step * 89 + 37) % 150 + 1;
        anywhere.seek(step);
        assert_eq!(anywhere.step_count(), step);
        let (hash, verdicts_there) = &told[step as usize - 1];
        assert_eq!((anywhere.state_hash(), &verdicts(&anywhere)), (*hash, verdicts_there), "step {step}");
    }
    anywhere.seek(1_000_000);
    assert_eq!(anywhere.step_count(), 150, "behind the end is the end");
}

/// The bodies of two pictures, each kind as text with four digits.
fn bodies(list: &DrawList) -> Vec<Vec<String>> {
    // A quaternion and its negative turn alike.
    let turn = |q: carom::glam::Quat| if q.w < 0.0 { -q } else { q };
    let spheres =
        list.spheres.iter().map(|s| format!("{:.4} {:.4} {:.3} {:?}", s.center, s.radius, turn(s.rotation), s.color));
    let boxes = list.cuboids.iter().chain(&list.glass);
    let boxes = boxes
        .map(|c| format!("{:.4} {:.4} {:.3} {:?} {}", c.center, c.half, turn(c.rotation), &c.color.0[..3], c.grid));
    let quads = list
        .quads
        .iter()
        .map(|q| format!("{:.4} {:.4} {:.3} {:?} {}", q.center, q.half, turn(q.rotation), q.color, q.grid));
    let frusta = list.frusta.iter().map(|f| {
        format!(
            "{:.4} {:.4} {:.4} {:.4} {:.3} {:?}",
            f.middle,
            f.bottom,
            f.top,
            f.half_height,
            turn(f.rotation),
            f.color
        )
    });
    // A zero has no sign.
    let plain = |text: String| text.replace("-0.0000", "0.0000").replace("-0.000", "0.000");
    let mut all: Vec<Vec<String>> = vec![
        spheres.map(plain).collect(),
        boxes.map(plain).collect(),
        quads.map(plain).collect(),
        frusta.map(plain).collect(),
    ];
    all.iter_mut().for_each(|kind| kind.sort());
    all
}

#[test]
fn the_trace_of_a_scene_shows_what_the_scene_shows() {
    for scene in ["cans_and_cones", "pyramid", "v_groove", "one_sided_quads", "billiard_break"] {
        let mut playback = Playback::of_bytes(recorded(scene, 60), "").unwrap();
        playback.seek(60);
        let mut sim = Sim::new(carom::scene::find(scene).unwrap().scene().unwrap()).unwrap();
        (0..60).for_each(|_| sim.step());
        let options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
        let camera = Camera::of_scene(&sim, [1280, 720], 1.0);
        let (ours, theirs) = (draw(&sim, &options, &camera), draw_trace(&playback, &options, &camera));
        let (ours, theirs) = (bodies(&ours), bodies(&theirs));
        assert!(ours.iter().map(Vec::len).sum::<usize>() > 3, "{scene}");
        assert_eq!(ours, theirs, "{scene}");
    }
}

/// Shapes that scenes do not have: a hull, a mesh, a capsule, and a body of two parts.
const STRANGE: &str = r#"{"trace":1}
{"body":"hull","shapes":[{"hull":[[-1,0,-1],[1,0,-1],[1,0,1],[-1,0,1],[0,1.5,0]]}],"pose":[0,0,0,0,0,0,1]}
{"body":"mesh","shapes":[{"mesh":{"v":[[0,0,0],[1,0,0],[0,0,1],[1,0,1]],"f":[[0,2,1],[1,2,3]]}}],"pose":[4,0,0,0,0,0,1]}
{"body":"capsule","shapes":[{"capsule":[0.5,0.25]}],"pose":[-4,1,0,0,0,0.70710678,0.70710678]}
{"body":"two","shapes":[{"sphere":0.3,"at":[0,1,0]},{"box":[0.2,0.5,0.2]}],"pose":[0,0,4,0,0,0,1]}
{"step":1}
"#;

#[test]
fn what_scenes_do_not_have_is_drawn_and_can_be_clicked() {
    let playback = Playback::of_bytes(STRANGE.as_bytes(), "").unwrap();
    let options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
    let mut camera = Camera::new(&Default::default(), [800, 600], 1.0);
    camera.frame(Vec3::new(0.0, 0.5, 0.5), 6.0);
    let list = draw_trace(&playback, &options, &camera);
    // Four sides and a base of two triangles; the mesh has two more. A closed surface has no area on the whole.
    assert_eq!(list.facets.len(), 8);
    let area = |corners: [Vec3; 3]| (corners[1] - corners[0]).cross(corners[2] - corners[0]) * 0.5;
    let whole: Vec3 = list.facets[..6].iter().map(|f| area(f.corners)).sum();
    assert!(whole.length() < 1e-5, "{whole}");
    let outwards = list.facets[..6].iter().all(|f| area(f.corners).dot(f.corners[0] - Vec3::Y * 0.4) > 0.0);
    assert!(outwards, "faces look outwards");
    // The diagonal of the base is no edge, nor is that of the flat mesh.
    let lines = list.facets.iter().flat_map(|f| f.lines).filter(|line| *line).count();
    assert_eq!(lines, 4 * 3 + 4 + 4);
    // A capsule is a cylinder between two balls, along x as it is turned here.
    assert_eq!((list.frusta.len(), list.spheres.len(), list.cuboids.len()), (1, 3, 1));
    assert!((list.spheres[0].center - list.spheres[1].center).abs().distance(Vec3::X) < 1e-4);

    for (at, body) in [
        (Vec3::new(0.0, 1.4, 0.0), Some(0)),
        (Vec3::new(4.4, 0.0, 0.4), Some(1)),
        (Vec3::new(-4.6, 1.0, 0.0), Some(2)),
        (Vec3::new(-3.4, 1.0, 0.0), Some(2)),
        (Vec3::new(0.0, 1.25, 4.0), Some(3)),
        (Vec3::new(0.0, 4.0, 0.0), None),
    ] {
        let pixel = camera.project(at).unwrap();
        let hit = pick_trace(&playback, &options, &camera, pixel);
        assert_eq!(hit, body.map(|index| TracePick::Body(trace_id(index))), "{at}");
    }
    assert_eq!(pick_trace(&playback, &options, &camera, Vec2::NAN), None);
}

#[test]
fn a_file_that_is_no_trace_or_breaks_off_says_so_and_keeps_what_came_before() {
    let refused = |text: &str| Playback::of_bytes(text.as_bytes(), "").map(|_| ()).unwrap_err().to_string();
    assert!(refused("").contains("empty"), "{}", refused(""));
    assert!(refused("{\"body\":1,\"shapes\":[]}").contains("header"));
    assert!(refused("{\"trace\":1}\n").contains("no step"));
    let good = "{\"trace\":1}\n{\"body\":1,\"shapes\":[{\"sphere\":1}],\"pose\":[0,0,0,0,0,0,1]}\n{\"step\":7}\n";
    // A line that is wrong, and one that is cut off.
    let wrong =
        Playback::of_bytes(format!("{good}{{\"step\":8,\"b\":[[2,0,0,0,0,0,0,1]]}}\n").into_bytes(), "").unwrap();
    assert_eq!((wrong.film().steps, wrong.film().first), (1, 7));
    let fault = wrong.fault().unwrap();
    assert!(fault.line == 4 && fault.what.contains("not known"), "{fault}");
    let cut = Playback::of_bytes(format!("{good}{{\"step\":8,\"b\":[[1,0").into_bytes(), "").unwrap();
    assert_eq!((cut.film().steps, cut.fault()), (1, None));
}
