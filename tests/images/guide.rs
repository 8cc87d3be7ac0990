//! The pictures of the guide, drawn by the laboratories and scenes that they show.

use super::golden::assert_same;
use super::scenes::gpu;
use carom::geometry::{intersect_wall, reflect};
use carom::glam::{Vec2, Vec3};
use carom::lab::{GUIDE, Ink, Lab, LabCommand, ParameterValue, Sketch, find, on_ground};
use carom::language::{Language, spoken, spoken_in, word};
use carom::playback::Playback;
use carom::render::{Offscreen, Picture};
use carom::scene::{self, SceneCamera};
use carom::sim::Sim;
use carom::timeline::TimeMachine;
use carom::trace::{Id, sample};
use carom::view::{
    Camera, DrawList, Glyph, Layers, Selection, Theme, ViewOptions, draw_trace, meeting_place, place_words, trace_id,
};
use std::path::Path;

/// Size of every picture (pixels).
const SIZE: [u32; 2] = [520, 325];

fn set(name: &str, value: ParameterValue) -> LabCommand {
    LabCommand::Set { name: name.into(), value }
}

fn drag(handle: &str, x: f32, y: f32, z: f32) -> LabCommand {
    LabCommand::Drag { handle: handle.into(), to: Vec3::new(x, y, z) }
}

fn kept(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/guide/pictures/{name}.png"))
}

/// A laboratory after some commands and steps.
fn lab(id: &str, commands: Vec<LabCommand>, steps: usize) -> Picture {
    let mut lab = Lab::new(find(id).unwrap());
    commands.into_iter().for_each(|command| lab.apply(command).unwrap());
    (0..steps).for_each(|_| lab.step());
    let options = ViewOptions { theme: Theme::Light, grid: false, language: spoken(), ..ViewOptions::default() };
    let camera = Camera::new(&lab.camera(), SIZE, 1.0);
    Offscreen::new(gpu(), SIZE).unwrap().draw(&lab.draw(&options, &camera)).unwrap()
}

/// A scene of the gallery at the first step with so many contacts, or after so many steps.
fn gallery(id: &str, contacts: usize, steps: u64) -> Picture {
    let scene = scene::find(id).unwrap().scene().unwrap();
    let camera = Camera::new(&scene.camera.unwrap_or_default(), SIZE, 1.0);
    let mut sim = Sim::new(scene).unwrap();
    while sim.world().contacts().len() < contacts && sim.step_count() < steps {
        sim.step();
    }
    let hits = contacts == usize::MAX;
    let layers = Layers { points: !hits, normals: !hits, velocities: hits, ..Layers::default() };
    let options =
        ViewOptions { layers, theme: Theme::Light, grid: false, language: spoken(), ..ViewOptions::default() };
    Offscreen::new(gpu(), SIZE).unwrap().draw(&carom::view::draw(&sim, &options, &camera)).unwrap()
}

/// A recording of another engine, near the contact it opens on.
fn engine(id: &str) -> Picture {
    let sample = sample(id).unwrap();
    let mut playback = Playback::of_bytes(sample.bytes, "").unwrap();
    playback.seek(sample.step);
    let [a, b] = [sample.bodies.0, sample.bodies.1].map(|id| playback.frame().find(&Id::Number(id)).unwrap());
    // Verdicts are worked out first: the picture shows none that is not known.
    playback.frame().judge_some(usize::MAX - 1);
    let selection = Selection { contact: Some((trace_id(a), trace_id(b))), ..Selection::default() };
    let layers = Layers { points: true, normals: true, ..Layers::NONE };
    let options = ViewOptions { layers, selection, theme: Theme::Light, grid: false, ..ViewOptions::default() };
    let mut camera = Camera::new(&SceneCamera::default(), SIZE, 1.0);
    let middle = meeting_place(&playback, a, b).unwrap().center;
    camera.frame(middle, 0.42);
    let mut list = draw_trace(&playback, &options, &camera);
    // The page says what is seen, in both languages.
    list.labels.clear();
    list.notes.clear();
    Offscreen::new(gpu(), SIZE).unwrap().draw(&list).unwrap()
}

/// A drawing of its own, in the plane, seen from so far above `middle` (m).
fn plane(middle: Vec2, distance: f32, draw: impl Fn(&mut Sketch<'_>)) -> Picture {
    let view = SceneCamera { target: on_ground(middle), distance, yaw_deg: 0.0, pitch_deg: 89.0, orthographic: false };
    let camera = Camera::new(&view, SIZE, 1.0);
    let mut list = DrawList::default();
    list.begin(&camera);
    list.scenery.theme = Theme::Light;
    list.scenery.grid = None;
    let mut sketch = Sketch::new(&mut list, Theme::Light);
    draw(&mut sketch);
    let words = sketch.into_words();
    place_words(&mut list, &camera, words);
    Offscreen::new(gpu(), SIZE).unwrap().draw(&list).unwrap()
}

/// V3: S = (4, 2) at a wall along (8, −8).
fn reflection(sketch: &mut Sketch<'_>) {
    let (s, wall) = (Vec2::new(4.0, 2.0), Vec2::new(8.0, -8.0));
    let normal = wall.perp().normalize();
    let n = normal * -s.dot(normal);
    let t = s + n;
    sketch.line(on_ground(wall * -0.4), on_ground(wall * 0.4), Ink::Fixed, 6.0);
    for (tail, arrow, ink, name) in [
        (-s, s, Ink::First, "S"),
        (Vec2::ZERO, n, Ink::Second, "n"),
        (Vec2::ZERO, t, Ink::Third, "T"),
        (Vec2::ZERO, t * 2.0 - s, Ink::Outcome, "F = 2T − S"),
    ] {
        sketch.arrow(on_ground(tail), on_ground(arrow), ink);
        let beside = if tail == Vec2::ZERO { arrow } else { tail * 0.6 };
        sketch.words(on_ground(beside), name, ink);
    }
    // The angles of incidence and of reflection, from the normal: tan A = |T|/|n| for both.
    let degrees = t.length().atan2(n.length()).to_degrees();
    let [back, normal, out] = [-s, n, t * 2.0 - s].map(on_ground);
    sketch.angle(Vec3::ZERO, [back, normal], 1.5, Ink::First, format!("A = {degrees:.1}°"));
    sketch.angle(Vec3::ZERO, [normal, out], 2.6, Ink::Outcome, format!("A′ = {degrees:.1}°"));
    sketch.dashes(on_ground(n), on_ground(t * 2.0 - s), 0.15, Ink::Faint);
    sketch.dashes(on_ground(-s), on_ground(n), 0.15, Ink::Faint);
}

/// The article's polygon, its start, and the first hits.
fn room(sketch: &mut Sketch<'_>) {
    let corners =
        [(6.0, 2.0), (2.0, 6.0), (4.0, 10.0), (8.0, 14.0), (14.0, 12.0), (18.0, 8.0), (14.0, 4.0)].map(Vec2::from);
    let walls: Vec<(Vec2, Vec2)> = (0..7).map(|i| (corners[i], corners[(i + 1) % 7] - corners[i])).collect();
    for (from, edge) in &walls {
        sketch.line(on_ground(*from), on_ground(*from + *edge), Ink::Fixed, 5.0);
    }
    let (mut at, mut v) = (Vec2::new(10.0, 8.0), Vec2::new(4.0, 1.0));
    sketch.named_arrow(on_ground(at), on_ground(v * 0.6), Ink::First, "v");
    for i in 0..9 {
        let displacement = v * 10.0;
        let hits = walls.iter().filter_map(|(from, edge)| {
            let normal = edge.perp().normalize();
            let leaves = v.dot(normal) * normal.dot(Vec2::new(10.0, 8.0) - *from) < 0.0;
            intersect_wall(at, displacement, *from, *edge).filter(|_| leaves).map(|hit| (hit.path, normal))
        });
        let (t, normal) = hits.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let next = at + displacement * t;
        sketch.line(on_ground(at), on_ground(next), Ink::First, 2.0);
        sketch.point(on_ground(next), Glyph::Disc, Ink::Outcome, 9.0);
        sketch.words(on_ground(next), format!("{}", i + 1), Ink::Outcome);
        v = reflect(v.extend(0.0), normal.extend(0.0)).truncate();
        at = next;
    }
}

/// A car that has come through a wall with one corner.
fn car(sketch: &mut Sketch<'_>) {
    let (a, b) = (Vec2::new(-3.4, 0.0), Vec2::new(3.4, 0.0));
    sketch.line(on_ground(a), on_ground(b), Ink::Fixed, 6.0);
    sketch.words(on_ground(a), "a", Ink::Fixed);
    sketch.words(on_ground(b), "b", Ink::Fixed);
    sketch.named_arrow(on_ground(Vec2::new(-2.4, 0.0)), on_ground(Vec2::Y), Ink::Second, "N");
    let (center, heading, half) = (Vec2::new(0.3, 0.85), Vec2::new(0.8, -0.6), Vec2::new(1.3, 0.65));
    let corner = |x: f32, y: f32| center + heading.rotate(half * Vec2::new(x, y));
    let corners = [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
    let outline = corners.map(on_ground);
    sketch.polygon(&outline, Ink::First, 0.35);
    sketch.path(&outline, true, Ink::First, 2.5);
    sketch.circle(on_ground(center), Vec3::Y, half.length(), Ink::Faint, 1.5);
    sketch.named_arrow(on_ground(center), on_ground(heading * 1.1), Ink::Third, "h");
    for corner in corners {
        let (depth, foot) = (corner.y, Vec2::new(corner.x, 0.0));
        let ink = if depth < 0.0 { Ink::Wrong } else { Ink::Right };
        sketch.dashes(on_ground(corner), on_ground(foot), 0.1, ink);
        sketch.point(on_ground(corner), Glyph::Disc, ink, 9.0);
        sketch.point(on_ground(foot), Glyph::Ring, ink, 8.0);
        if depth < 0.0 {
            sketch.words(on_ground(corner), format!("p: {depth:.2} m").replace('-', "−"), ink);
        }
    }
}

/// A smooth ball that strikes an equal one at rest, 30° off the line of centres, without loss.
fn line_of_centres(sketch: &mut Sketch<'_>) {
    let (sin, cos) = 30f32.to_radians().sin_cos();
    let normal = Vec2::new(cos, sin);
    let (a, b) = (-normal, normal);
    let v = Vec2::new(2.6, 0.0);
    let along = normal * v.dot(normal);
    let across = v - along;
    for (center, ink) in [(a, Ink::First), (b, Ink::Second)] {
        sketch.circle(on_ground(center), Vec3::Y, 1.0, ink, 3.0);
        sketch.point(on_ground(center), Glyph::Disc, ink, 7.0);
    }
    sketch.dashes(on_ground(normal * -3.6), on_ground(normal * 4.6), 0.15, Ink::Third);
    sketch.words(on_ground(normal * 4.6), word("line of centres"), Ink::Third);
    sketch.dashes(on_ground(normal.perp() * -1.8), on_ground(normal.perp() * 1.8), 0.15, Ink::Faint);
    // Before: V₁ with its two parts, which end where the ball is.
    sketch.arrow(on_ground(a - v), on_ground(v), Ink::First);
    sketch.words(on_ground(a - v * 0.9 + Vec2::Y * 0.25), "V₁", Ink::First);
    sketch.arrow(on_ground(a - v), on_ground(along), Ink::Faint);
    sketch.arrow(on_ground(a - across), on_ground(across), Ink::Faint);
    // After: across the line it is kept, along the line it is handed over.
    sketch.named_arrow(on_ground(a), on_ground(across), Ink::Outcome, "V₁′");
    sketch.named_arrow(on_ground(b), on_ground(along), Ink::Outcome, "V₂′");
    let corner = [across.normalize(), across.normalize() + normal, normal].map(|p| on_ground(a + p * 0.25));
    sketch.path(&corner, false, Ink::Outcome, 2.0);
    sketch.words(on_ground(a + across.normalize() * 0.25 + normal * 0.35), "90°", Ink::Outcome);
}

/// Where a wall turns a heading: three of them before and after, the one at 60° by both readings.
fn car_steering(sketch: &mut Sketch<'_>) {
    let turned = |degrees: f32| Vec2::from_angle(degrees.to_radians());
    let arc = |sketch: &mut Sketch<'_>, middle: Vec2, [from, to]: [f32; 2], radius: f32, ink| {
        let at = |i: usize| on_ground(middle + turned(from + (to - from) * i as f32 / 24.0) * radius);
        sketch.path(&(0..=24).map(at).collect::<Vec<_>>(), false, ink, 2.0);
    };
    sketch.line(on_ground(Vec2::new(-7.2, 0.0)), on_ground(Vec2::new(7.2, 0.0)), Ink::Fixed, 6.0);
    // θ is counted from the wall's direction; the nose points into the wall.
    for (x, name, theta, ends) in [
        (-4.9, "1", -30.0, vec![(-12.0, "")]),
        (-0.4, "2", -60.0, vec![(-70.0, "a"), (-50.0, "b")]),
        (4.9, "3", -150.0, vec![(-168.0, "")]),
    ] {
        let middle = Vec2::new(x, 2.2);
        sketch.dashes(on_ground(middle - Vec2::X * 1.9), on_ground(middle + Vec2::X * 1.9), 0.2, Ink::Second);
        sketch.dashes(on_ground(middle - Vec2::Y * 1.9), on_ground(middle + Vec2::Y * 1.2), 0.2, Ink::Faint);
        let half = Vec2::new(0.55, 0.28);
        let corner = |x: f32, y: f32| on_ground(middle + turned(theta).rotate(half * Vec2::new(x, y)));
        let outline = [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
        sketch.polygon(&outline, Ink::First, 0.35);
        sketch.path(&outline, true, Ink::First, 2.0);
        sketch.arrow(on_ground(middle), on_ground(turned(theta) * 1.9), Ink::Faint);
        arc(sketch, middle, [0.0, theta], 0.9, Ink::Outcome);
        sketch.words(on_ground(middle + turned(theta / 2.0) * 1.25), format!("θ = {}°", -theta), Ink::Outcome);
        for (end, reading) in ends {
            arc(sketch, middle, [theta, end], 1.6, Ink::Right);
            let ink = if reading == "b" { Ink::Third } else { Ink::Right };
            sketch.named_arrow(on_ground(middle), on_ground(turned(end) * 2.1), ink, format!("{name}{reading}"));
        }
    }
    sketch.named_arrow(on_ground(Vec2::new(2.2, 0.0)), on_ground(Vec2::Y * 1.1), Ink::Second, "N");
}

/// Two walls that meet at a sharp corner, and a point in front of one that is behind the line of the other.
fn car_corner(sketch: &mut Sketch<'_>) {
    let (tip, left, right) = (Vec2::ZERO, Vec2::new(-1.3, 5.0), Vec2::new(1.3, 5.0));
    let inside = [tip, right, left].map(on_ground);
    sketch.polygon(&inside, Ink::Fixed, 0.25);
    sketch.line(on_ground(right), on_ground(tip), Ink::Fixed, 6.0);
    sketch.line(on_ground(tip), on_ground(left), Ink::Fixed, 6.0);
    let outwards = |from: Vec2, to: Vec2| (to - from).perp().normalize();
    for (from, to, name) in [(right, tip, "N1"), (tip, left, "N2")] {
        let n = -outwards(from, to);
        let n = if n.dot(tip - 0.5 * (left + right)) > 0.0 || n.x.signum() == (from + to).x.signum() { n } else { -n };
        sketch.named_arrow(on_ground(0.5 * (from + to) + (to - from) * 0.2), on_ground(n), Ink::Second, name);
        sketch.dashes(on_ground(tip), on_ground(tip - (from + to).normalize() * 1.6), 0.2, Ink::Faint);
    }
    let p = Vec2::new(1.5, 2.3);
    for (from, to, ink) in [(right, tip, Ink::Right), (tip, left, Ink::Wrong)] {
        let along = (to - from).normalize();
        let foot = from + along * (p - from).dot(along);
        sketch.dashes(on_ground(p), on_ground(foot), 0.12, ink);
        sketch.point(on_ground(foot), Glyph::Ring, ink, 9.0);
        let n = if outwards(from, to).x.signum() == (from + to).x.signum() { 1.0 } else { -1.0 } * outwards(from, to);
        let d = (p - from).dot(n);
        sketch.words(on_ground(foot), format!("{d:+.1} m").replace('-', "−"), ink);
    }
    sketch.point(on_ground(p), Glyph::Disc, Ink::First, 11.0);
    sketch.words(on_ground(p), "p", Ink::First);
}

/// Pages that show a picture with words have a copy of it in Chinese.
fn has_chinese_copy(name: &str) -> bool {
    GUIDE.iter().any(|page| page.chinese.contains(&format!("/{name}_zh.png)")))
}

/// A picture by its name, and what draws it.
type Drawn = (&'static str, Box<dyn Fn() -> Picture>);

/// `UPDATE_SNAPSHOTS=1 cargo test --test images guide` makes them anew.
#[test]
fn the_guide_shows_what_the_program_draws() {
    let any_line = set("Turn about", ParameterValue::Choice(5));
    let turned = vec![any_line.clone(), set("Stage", ParameterValue::Number(7.0))];
    let along_z =
        vec![any_line, set("Line with l = 0", ParameterValue::Act), set("Matrices", ParameterValue::Choice(1))];
    let in_plane = vec![set("Stage", ParameterValue::Number(3.0))];
    let lab = |id: &'static str, commands: Vec<LabCommand>, steps| -> Box<dyn Fn() -> Picture> {
        Box::new(move || lab(id, commands.clone(), steps))
    };
    let pictures: Vec<Drawn> = vec![
        ("vectors", lab("vectors", vec![], 0)),
        ("vectors_cross", lab("vectors", vec![set("Show", ParameterValue::Choice(4))], 0)),
        ("pursuit", lab("pursuit", vec![], 150)),
        ("reflection", Box::new(|| plane(Vec2::new(0.0, -0.9), 8.3, reflection))),
        ("rectangle", lab("reflection", vec![set("Where", ParameterValue::Choice(2))], 400)),
        ("room", Box::new(|| plane(Vec2::new(10.0, 8.0), 15.5, room))),
        ("billiards", Box::new(|| plane(Vec2::new(0.4, 0.5), 8.0, line_of_centres))),
        ("car", Box::new(|| plane(Vec2::new(0.0, 0.6), 5.7, car))),
        ("car_steering", Box::new(|| plane(Vec2::new(0.0, 1.9), 9.4, car_steering))),
        ("car_corner", Box::new(|| plane(Vec2::new(0.4, 2.2), 7.4, car_corner))),
        ("rotation_in_plane", lab("rotation", in_plane, 0)),
        ("rotation", lab("rotation", turned, 0)),
        ("rotation_along_z", lab("rotation", along_z, 0)),
        ("spiral", lab("spiral", vec![], 400)),
        ("planes", lab("planes", vec![], 0)),
        ("planes_split", lab("planes", vec![set("Planes", ParameterValue::Choice(10))], 0)),
        ("axes_2d", lab("axes_2d", vec![], 0)),
        ("axes_plus", lab("axes_2d", vec![set("Plus sign", ParameterValue::Act)], 0)),
        ("axes_3d", lab("axes_3d", vec![drag("B", 1.0, 2.6, 0.3)], 0)),
        ("engines_bullet", Box::new(|| engine("bullet"))),
        ("engines_cannon", Box::new(|| engine("cannon"))),
        ("engines_jolt", Box::new(|| engine("jolt"))),
        ("engines_rapier", Box::new(|| engine("rapier"))),
        ("world", Box::new(|| gallery("face_edge_corner", 3, 600))),
    ];
    for (name, draw) in pictures {
        let keep = |picture: &Picture, name: &str| {
            assert_same(&kept(name), picture);
            let bytes = std::fs::metadata(kept(name)).unwrap().len();
            assert!(bytes <= 70_000, "{name}: {bytes} bytes");
        };
        let [english, chinese] = [Language::English, Language::Chinese].map(|language| spoken_in(language, &draw));
        keep(&english, name);
        if has_chinese_copy(name) {
            keep(&chinese, &format!("{name}_zh"));
        } else {
            assert!(english.rgba == chinese.rgba, "{name} has words: the Chinese page needs {name}_zh.png");
        }
    }
}
