//! Traces: this program's own agree with geometry, and every fault that is planted into them is named.

use carom::check::{Report, Verdict};
use carom::exact::{Core, Pose, Solid, gap_along, separation};
use carom::geometry::FACE_PREFERENCE;
use carom::glam::{DQuat, DVec3};
use carom::headless::check_trace;
use carom::trace::{
    Header, Id, ImpulseUnit, NormalSense, PosesWhen, Primitive, TraceFault, TraceLine, TraceReader, TraceReplay,
    TraceStep, TraceWriter,
};
use std::io::{BufRead, Cursor};
use std::process::Command;
use std::sync::Arc;

/// Balls and boxes that fall on a slab, bounce and come to rest on each other.
const PILE: &str = r#"
version = 1
[rules]
restitution = "maximum"
restitution_threshold = 0.2
[[bodies]]
name = "slab"
shape = { box = { half = [4.0, 0.5, 4.0] } }
motion = "static"
position = [0.0, -0.5, 0.0]
friction = 0.5
restitution = 0.3
[[grids]]
count = [3, 4, 3]
spacing = [0.55, 0.7, 0.55]
jitter = 0.1
seed = 3
body = { shape = { sphere = { radius = 0.2 } }, position = [-0.5, 0.8, -0.5], restitution = 0.3, friction = 0.5, spin = [1.0, 2.0, 0.5] }
[[grids]]
count = [3, 2, 3]
spacing = [0.7, 0.9, 0.7]
jitter = 0.1
seed = 4
body = { shape = { box = { half = [0.25, 0.15, 0.2] } }, position = [-0.6, 4.0, -0.6], restitution = 0.3, friction = 0.5, spin = [2.0, 1.0, -1.5] }
"#;

/// The lines of a trace, to be changed.
#[derive(Clone)]
pub struct Trace {
    pub header: Header,
    pub lines: Vec<TraceLine>,
}

impl Trace {
    /// Of a run of the pile.
    pub fn pile() -> Self {
        Self::run(PILE, "2.5")
    }

    /// Of a run of a scene, for so many seconds.
    pub fn run(scene: &str, seconds: &str) -> Self {
        let folder = tempfile();
        let (file, trace) = (folder.join("scene.toml"), folder.join("scene.trace.jsonl"));
        std::fs::write(&file, scene).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        let out = command.args(["run", file.to_str().unwrap(), "--seconds", seconds, "--trace"]).arg(&trace).output();
        let out = out.unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let text = std::fs::read(&trace).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        Self::of(TraceReader::new(&text[..]))
    }

    /// Of what a reader gives.
    pub fn of<R: std::io::BufRead>(mut reader: TraceReader<R>) -> Self {
        let Some(TraceLine::Header(header)) = reader.next_line().unwrap() else { panic!("a header") };
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line().unwrap() {
            lines.push(line);
        }
        Self { header, lines }
    }

    pub fn steps(&mut self) -> impl Iterator<Item = &mut TraceStep> {
        self.lines.iter_mut().filter_map(|line| if let TraceLine::Step(step) = line { Some(step) } else { None })
    }

    /// As a file.
    pub fn text(&self) -> Vec<u8> {
        let mut writer = TraceWriter::new(Vec::new(), &self.header).unwrap();
        self.lines.iter().for_each(|line| writer.line(line).unwrap());
        writer.into_inner()
    }

    /// What a check says of it.
    pub fn report(&self) -> Report {
        let text: Arc<[u8]> = self.text().into();
        let mut open = || TraceReplay::new(TraceReader::new(Box::new(Cursor::new(text.clone())) as Box<dyn BufRead>));
        check_trace(&mut open, |fault: TraceFault| fault, 20, None, |_, _| true).unwrap().unwrap().1
    }
}

fn tempfile() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let folder = format!("carom-traces-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn count(report: &Report, verdict: Verdict) -> u64 {
    report.verdicts[verdict.key()]
}

/// Contacts that are right.
pub fn right(report: &Report) -> u64 {
    count(report, Verdict::Agrees) + count(report, Verdict::Tie)
}

/// The lies found, as `key found`.
pub fn lies(report: &Report) -> Vec<String> {
    report.header.iter().map(|lie| format!("{} {}", lie.key, lie.found)).collect()
}

/// Contacts that are not right.
fn off(report: &Report) -> u64 {
    report.contacts - right(report)
}

/// The contacts that are not right, as step, first and second body.
fn places_off(report: &Report) -> Vec<(u64, Id, Id)> {
    report.worst.iter().map(|row| (row.step, row.a.clone(), row.b.clone())).collect()
}

impl Trace {
    /// Names of the bodies, in the order of declaration.
    fn ids(&self) -> Vec<Id> {
        let body = |line: &TraceLine| if let TraceLine::Body(body) = line { Some(body.id.clone()) } else { None };
        self.lines.iter().filter_map(body).collect()
    }

    /// Of each contact between two boxes in such a place: by how much the widest direction beats its normal (m), and
    /// whether that is the normal of a face of either.
    fn beaten_by(&self, places: &[(u64, Id, Id)]) -> Vec<(f64, bool)> {
        let (ids, mut boxes, mut found) = (self.ids(), Vec::new(), Vec::new());
        for line in &self.lines {
            match line {
                TraceLine::Body(body) => {
                    let solid = match body.shapes[0].form {
                        Primitive::Box(half) => Some(Solid::sharp(Core::Cuboid(half.into()))),
                        _ => None,
                    };
                    boxes.push((solid, body.pose));
                }
                TraceLine::Step(step) => {
                    for contact in &step.contacts {
                        let [a, b] = [contact.a, contact.b].map(|index| index as usize);
                        if !places.contains(&(step.step, ids[a].clone(), ids[b].clone())) {
                            continue;
                        }
                        // Where the contact names its own poses those, else the ones of the line before.
                        let [a, b] = [(a, 0), (b, 1)].map(|(body, side)| {
                            let [x, y, z, i, j, k, w] = contact.found[side].or(boxes[body].1).unwrap();
                            let pose = Pose::new(DVec3::new(x, y, z), DQuat::from_xyzw(i, j, k, w));
                            (boxes[body].0.clone().expect("a box"), pose)
                        });
                        let normal = DVec3::from(contact.normal);
                        // The program's normals are single numbers, and as long as those are rounded.
                        let direction = normal.normalize();
                        let is_face = [&a, &b]
                            .iter()
                            .any(|(_, pose)| pose.local_direction(direction).abs().max_element() > 1.0 - 1e-9);
                        let [a, b] = [(&a.0, &a.1), (&b.0, &b.1)];
                        found.push((separation(a, b).unwrap().gap - gap_along(a, b, normal), is_face));
                    }
                    step.rows.iter().for_each(|row| boxes[row.body as usize].1 = Some(row.pose));
                }
                _ => {}
            }
        }
        found
    }
}

/// What is not right is a face that edges beat by less than the preference: this program takes a face before an edge up
/// to a share of the least half extent, so that bodies at rest do not change their axis.
#[test]
fn a_run_of_this_program_agrees_with_geometry_in_every_contact() {
    let pile = Trace::pile();
    let report = pile.report();
    assert!(report.contacts > 3000, "{}", report.contacts);
    let places = places_off(&report);
    assert_eq!(places.len() as u64, off(&report), "{:#?}", report.worst);
    let beaten = pile.beaten_by(&places);
    assert!(beaten.len() as u64 >= off(&report), "{places:?}");
    assert!(
        beaten.iter().all(|(by, is_face)| *is_face && *by <= FACE_PREFERENCE * 0.15 + 1e-6),
        "{beaten:?} {places:?}"
    );
    assert!(off(&report) * 1000 < report.contacts, "{:#?}", report.worst);
    assert_eq!(report.missed.count, 0, "{:?}", report.missed.worst);
    assert!(
        report.header.is_empty() && report.rounding.is_none() && report.sizes.is_empty() && report.wander.is_empty()
    );
    assert_eq!((report.impulse.bodies, report.energy.count), (54, 0));
    assert!(report.impulse.count * 1000 <= 54 * 150, "{:?}", report.impulse.unexplained);
    // Impacts of two bodies alone part at the declared share of the speed at which they met.
    let measured: Vec<f64> = report.restitution.iter().map(|r| (r.measured - r.declared.unwrap()).abs()).collect();
    let near = measured.iter().filter(|d| **d < 0.02).count();
    assert!(measured.len() > 10 && near * 10 >= 9 * measured.len(), "{:?}", report.restitution);
}

/// Two balls that overlap by a centimetre drift apart, and a third strikes one of them within the step: when they are
/// then looked at they are apart.
const PARTED: &str = r#"
version = 1
gravity = [0.0, 0.0, 0.0]
[[bodies]]
name = "left"
shape = { sphere = { radius = 0.25 } }
position = [-0.245, 0.0, 0.0]
restitution = 0.0
[[bodies]]
name = "right"
shape = { sphere = { radius = 0.25 } }
position = [0.245, 0.0, 0.0]
velocity = [1.2, 0.0, 0.0]
restitution = 0.0
[[bodies]]
name = "third"
shape = { sphere = { radius = 0.25 } }
position = [0.26, 0.55, 0.0]
velocity = [0.0, -5.0, 0.0]
restitution = 0.0
"#;

#[test]
fn what_is_parted_within_a_step_is_not_missed_where_it_overlapped() {
    let mut trace = Trace::run(PARTED, "0.05");
    let first = trace.steps().next().unwrap().clone();
    let parted = first.contacts.iter().find(|c| (c.a, c.b) == (0, 1)).expect("the pair that overlapped");
    assert!(parted.points.iter().all(|point| point.separation > Some(0.0)), "{parted:?}");
    let report = trace.report();
    assert_eq!(report.missed.count, 0, "{:?}", report.missed.worst);
    assert_eq!(right(&report), report.contacts, "{:#?}", report.worst);
}

#[test]
fn a_header_that_lies_is_found_out() {
    let mut all = Trace::pile();
    all.header.normal = NormalSense::BToA;
    let (report, known) = (all.report(), off(&Trace::pile().report()));
    assert_eq!(lies(&report), ["normal a_to_b"]);
    assert_eq!(off(&report), known);

    let mut swapped = Trace::pile();
    swapped.header.quat = carom::trace::QuatOrder::Wxyz;
    let report = swapped.report();
    assert_eq!(lies(&report), ["quat xyzw"]);
    assert_eq!(off(&report), known);

    let mut up = Trace::pile();
    up.header.up = carom::trace::Up::Z;
    assert_eq!(lies(&up.report()), ["up y"]);

    let mut units = Trace::pile();
    units.header.metres = 0.01;
    assert_eq!(lies(&units.report()), ["metres 1"]);

    let mut forces = Trace::pile();
    forces.header.impulse = Some(ImpulseUnit::Newton);
    assert_eq!(lies(&forces.report()), ["impulse N*s"]);
}

/// Without the poses that contacts name themselves, which no other engine gives: impacts within a step go.
pub fn plain() -> Trace {
    let mut trace = Trace::pile();
    trace.steps().for_each(|step| step.contacts.retain(|c| c.found == [None; 2]));
    trace
}

#[test]
fn poses_that_are_late_or_early_are_found_out() {
    let mut late = plain();
    late.header.poses = PosesWhen::Found;
    let report = late.report();
    assert_eq!(lies(&report), ["poses after"]);
    assert_eq!(off(&report), off(&plain().report()));

    // Contacts one line too late: they belong to the poses of two lines before.
    let mut early = plain();
    let mut last = Vec::new();
    early.steps().for_each(|step| std::mem::swap(&mut step.contacts, &mut last));
    assert_eq!(lies(&early.report()), ["poses those of two lines before"]);
}

#[test]
fn points_in_the_space_of_a_body_are_found_out() {
    let mut local = plain();
    // Turn each point into the axes of the second body at the poses of the line before.
    let mut poses: Vec<Option<[f64; 7]>> = Vec::new();
    for line in &mut local.lines {
        match line {
            TraceLine::Body(body) => poses.push(body.pose),
            TraceLine::Step(step) => {
                for contact in &mut step.contacts {
                    let [x, y, z, i, j, k, w] = poses[contact.b as usize].unwrap();
                    let back = DQuat::from_xyzw(i, j, k, w).conjugate();
                    for point in &mut contact.points {
                        point.place = (back * (DVec3::from(point.place) - DVec3::new(x, y, z))).to_array();
                    }
                }
                step.rows.iter().for_each(|row| poses[row.body as usize] = Some(row.pose));
            }
            _ => {}
        }
    }
    assert_eq!(lies(&local.report()), ["points b"]);
}

#[test]
fn a_tenth_of_the_normals_reversed_is_counted_and_no_lie_of_the_header() {
    let mut trace = Trace::pile();
    let (plain, ids) = (trace.report(), trace.ids());
    let known = places_off(&plain);
    let mut planted = 0;
    for (index, (step, contact)) in
        trace.steps().flat_map(|s| s.contacts.iter_mut().map(|contact| (s.step, contact))).enumerate()
    {
        // What is not right as it stands is not so reversed, either.
        let place = (step, ids[contact.a as usize].clone(), ids[contact.b as usize].clone());
        if index % 10 == 3 && !known.contains(&place) {
            contact.normal = contact.normal.map(|n| -n);
            planted += 1;
        }
    }
    let report = trace.report();
    assert!(planted * 11 > report.contacts);
    // Among them are those that are as good as the exact one, but another.
    assert_eq!((count(&report, Verdict::Reversed), lies(&report).len()), (planted, 0));
    assert_eq!(off(&report), planted + off(&plain));
}

#[test]
fn one_normal_in_a_thousand_turned_by_three_degrees_is_found() {
    let mut trace = Trace::pile();
    let known = off(&trace.report());
    let mut planted = 0;
    for (index, contact) in trace.steps().flat_map(|s| s.contacts.iter_mut()).enumerate() {
        if index % 1000 == 500 {
            let normal = DVec3::from(contact.normal);
            let turn = DQuat::from_axis_angle(normal.any_orthonormal_vector(), 3.0_f64.to_radians());
            contact.normal = (turn * normal).to_array();
            planted += 1;
        }
    }
    let report = trace.report();
    assert!(planted >= 3);
    assert_eq!(off(&report), planted + known);
    // A ball that has rolled may have had that normal some steps ago; an impact's points may lie off; nothing else
    // explains one.
    let found = [Verdict::Wrong, Verdict::Stale, Verdict::OffSurface].map(|verdict| count(&report, verdict));
    assert_eq!(found.iter().sum::<u64>(), planted + known, "{:?} {:#?}", report.verdicts, report.worst);
    assert_eq!(report.worst.iter().filter(|w| (w.angle_deg - 3.0).abs() < 0.1).count() as u64, planted);
}

#[test]
fn contacts_of_a_pair_that_are_dropped_are_missed() {
    // Pressed together, as an engine that overlooks a pair lets happen: the pair that touches longest is dropped, and
    // the ball of it sunk by a centimetre.
    let mut trace = Trace::pile();
    let ball =
        trace.lines.iter().filter(|line| matches!(line, TraceLine::Body(_))).position(
            |line| matches!(line, TraceLine::Body(body) if matches!(body.shapes[0].form, Primitive::Sphere(_))),
        );
    let ball = ball.unwrap() as u32;
    for step in trace.steps() {
        step.contacts.retain(|c| !(c.a == 0 && c.b == ball));
        for row in step.rows.iter_mut().filter(|row| row.body == ball) {
            row.pose[1] -= 0.01;
        }
    }
    let report = trace.report();
    assert!(report.missed.count >= 1, "{report:?}");
    let name = Id::Text("slab".into());
    assert!(report.missed.worst.iter().any(|m| m.a == name && m.depth_mm > 5.0), "{:?}", report.missed.worst);
}

#[test]
fn half_the_restitution_is_measured() {
    let mut trace = Trace::pile();
    for line in &mut trace.lines {
        if let TraceLine::Body(body) = line {
            body.restitution = body.restitution.map(|e| e / 2.0);
        }
    }
    let report = trace.report();
    let wrong = report.restitution.iter().filter(|r| (r.measured - 2.0 * r.declared.unwrap()).abs() < 0.02).count();
    assert!(wrong > 10 && wrong * 10 >= 9 * report.restitution.len(), "{:?}", report.restitution);
}

#[test]
fn a_body_two_hundredths_too_large_is_named() {
    let mut trace = Trace::pile();
    let slab_sized = |line: &&mut TraceLine| matches!(line, TraceLine::Body(body) if matches!(body.shapes[0].form, Primitive::Sphere(_)));
    let Some(TraceLine::Body(body)) = trace.lines.iter_mut().find(slab_sized) else { panic!("a ball") };
    let id = body.id.clone();
    let Primitive::Sphere(radius) = &mut body.shapes[0].form else { panic!("a ball") };
    *radius *= 1.02;
    let report = trace.report();
    assert_eq!(report.sizes.len(), 1, "{:?}", report.sizes);
    assert_eq!(report.sizes[0].body, id);
    assert!((report.sizes[0].scale * 1.02 - 1.0).abs() < 2e-3, "{:?}", report.sizes);
}

/// The notes of a check of a scene's own trace.
fn notes_of(scene: &str) -> Vec<String> {
    let trace = tempfile().join("own.trace.jsonl");
    let carom = |arguments: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).arg(&trace).output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    };
    carom(&["run", scene, "--steps", "40", "--trace"]);
    let report: serde_json::Value = serde_json::from_str(&carom(&["trace", "check", "--json"])).unwrap();
    std::fs::remove_dir_all(trace.parent().unwrap()).unwrap();
    report["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_this_program_does_otherwise_than_geometry_on_purpose_is_said_where_it_can_happen() {
    let says = |scene: &str, words: &str| notes_of(scene).iter().any(|note| note.contains(words));
    assert!(says("region_normals", "rule region") && !says("stack", "rule region"));
    assert!(says("stack", "a face goes before an edge"));
    assert_eq!(notes_of("newtons_cradle"), [""; 0]);
}
