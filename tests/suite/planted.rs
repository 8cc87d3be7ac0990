//! Faults planted into recordings of four engines and into one of this program: each is named, and no other.

use super::traces::{Trace, count, lies, plain, right};
use carom::check::{Feed, Lag, Report, Verdict};
use carom::glam::{DQuat, DVec3};
use carom::trace::{
    Convention, Id, ImpulseUnit, NormalSense, PosesWhen, Primitive, QuatOrder, TraceLine, TraceReader, TraceReplay,
    TracedMotion, Up, sample,
};
use std::sync::LazyLock;

/// A recording and what is said of it as it is.
struct Recording {
    name: &'static str,
    trace: Trace,
    report: Report,
    /// Of each contact in the order of the file, whether it is right.
    right: Vec<bool>,
}

/// The recordings: engines with all they can give, and with settings that make their contacts right.
static RECORDINGS: LazyLock<Vec<Recording>> = LazyLock::new(|| {
    let engines = ["mujoco", "rapier_fresh", "jolt_sharp", "bullet", "cannon"];
    let engines = engines.map(|name| (name, Trace::of(TraceReader::unpacking(sample(name).unwrap().bytes).unwrap())));
    let all = engines.into_iter().chain([("carom", plain())]);
    all.map(|(name, trace)| Recording { name, report: trace.report(), right: right_ones(&trace), trace }).collect()
});

/// Whether each contact is right.
fn right_ones(trace: &Trace) -> Vec<bool> {
    let text = trace.text();
    let mut replay = TraceReplay::new(TraceReader::new(&text[..])).unwrap();
    let mut feed = Feed::new(Convention::new(&trace.header), Lag::of(trace.header.poses), None);
    let mut verdicts = Vec::new();
    while replay.advance().unwrap() {
        verdicts.extend(feed.take(&replay).into_iter().flat_map(|input| input.judge()));
    }
    verdicts.extend(feed.finish().into_iter().flat_map(|input| input.judge()));
    verdicts.iter().map(|j| matches!(j.verdict, Verdict::Agrees | Verdict::Tie)).collect()
}

impl Recording {
    /// What is said of it once a fault is planted.
    fn with(&self, plant: impl FnOnce(&mut Trace)) -> Report {
        let mut trace = self.trace.clone();
        plant(&mut trace);
        trace.report()
    }

    /// What is said once every so many of the right contacts have another normal, and how many those are.
    fn with_normals(&self, stride: usize, change: impl Fn(DVec3) -> DVec3) -> (Report, u64) {
        let mut planted = 0;
        let report = self.with(|trace| {
            let contacts = trace.steps().flat_map(|step| step.contacts.iter_mut()).zip(&self.right);
            let right = contacts.filter_map(|(contact, is_right)| is_right.then_some(contact));
            for contact in right.skip(stride / 2).step_by(stride) {
                contact.normal = change(contact.normal.into()).to_array();
                planted += 1;
            }
        });
        (report, planted)
    }

    /// Nothing else is said of a report than of the recording as it is: so many contacts of each verdict (up to `but`,
    /// the number of contacts that the fault reaches), nothing missed, no radius, no other size.
    fn assert_no_other(&self, report: &Report, but: u64) {
        let Self { name, report: good, .. } = self;
        assert_eq!(report.contacts, good.contacts, "{name}");
        for verdict in Verdict::ALL {
            let (now, before) = (count(report, verdict), count(good, verdict));
            assert!(now.abs_diff(before) <= but, "{name}: {before} then {now} {}", verdict.key());
        }
        assert_eq!(report.missed.count, good.missed.count, "{name}: {:?}", report.missed.worst);
        assert_eq!((report.rounding.is_some(), report.sizes.len()), (false, 0), "{name}: {:?}", report.sizes);
    }
}

/// A quaternion of a file, in its order.
fn rotation(pose: &[f64; 7], order: QuatOrder) -> DQuat {
    let [_, _, _, p, q, r, s] = *pose;
    if order == QuatOrder::Xyzw { DQuat::from_xyzw(p, q, r, s) } else { DQuat::from_xyzw(q, r, s, p) }
}

#[test]
fn recordings_without_a_fault_are_called_good() {
    for Recording { name, report, .. } in RECORDINGS.iter() {
        assert!(right(report) as f64 >= 0.93 * report.contacts as f64, "{name}: {:?}", report.verdicts);
        assert_eq!((lies(report).len(), report.sizes.len()), (0, 0), "{name}");
        // Of this program's own the impacts within a step were taken out.
        assert!(report.missed.count == 0 || *name == "carom", "{name}: {:?}", report.missed.worst);
        assert!(report.rounding.is_none() && count(report, Verdict::Reversed) == 0, "{name}");
    }
}

#[test]
fn conventions_that_are_not_those_of_the_header_are_named() {
    for recording in RECORDINGS.iter() {
        let (name, header) = (recording.name, &recording.trace.header);
        let (sense, other) = match header.normal {
            NormalSense::AToB => ("normal a_to_b", NormalSense::BToA),
            NormalSense::BToA => ("normal b_to_a", NormalSense::AToB),
        };
        let report = recording.with(|trace| trace.header.normal = other);
        assert_eq!(lies(&report), [sense], "{name}");
        recording.assert_no_other(&report, 0);

        let (order, other) = match header.quat {
            QuatOrder::Xyzw => ("quat xyzw", QuatOrder::Wxyz),
            QuatOrder::Wxyz => ("quat wxyz", QuatOrder::Xyzw),
        };
        let report = recording.with(|trace| trace.header.quat = other);
        assert_eq!(lies(&report), [order], "{name}");
        recording.assert_no_other(&report, 0);

        let (up, other) = if header.up == Up::Z { ("up z", Up::Y) } else { ("up y", Up::Z) };
        let report = recording.with(|trace| trace.header.up = other);
        assert_eq!(lies(&report), [up], "{name}");
        recording.assert_no_other(&report, 0);
    }
}

#[test]
fn units_that_are_not_those_of_the_header_are_named() {
    for recording in RECORDINGS.iter() {
        let name = recording.name;
        // A file in metres that says centimetres: everything is a hundredth of its size.
        let report = recording.with(|trace| trace.header.metres = 0.01);
        assert_eq!(lies(&report), ["metres 1"], "{name}");
        recording.assert_no_other(&report, 0);

        let (unit, other) = match recording.trace.header.impulse {
            Some(ImpulseUnit::Newton) => ("impulse N", ImpulseUnit::NewtonSecond),
            Some(ImpulseUnit::NewtonSecond) => ("impulse N*s", ImpulseUnit::Newton),
            // Jolt's listener is not told of impulses; that is said.
            None => {
                assert!(recording.report.notes.iter().any(|note| note.contains("no unit of impulses")), "{name}");
                continue;
            }
        };
        let report = recording.with(|trace| trace.header.impulse = Some(other));
        assert_eq!(lies(&report), [unit], "{name}");
        recording.assert_no_other(&report, 0);
    }
}

#[test]
fn contacts_of_other_poses_are_named() {
    for recording in RECORDINGS.iter() {
        let name = recording.name;
        let report = recording.with(|trace| trace.header.poses = PosesWhen::Found);
        assert_eq!(lies(&report), ["poses after"], "{name}");
        recording.assert_no_other(&report, 0);

        // Each contact comes a line late: it belongs to the poses of two lines before.
        let mut last = Vec::new();
        let report = recording.with(|trace| {
            trace.steps().for_each(|step| std::mem::swap(&mut step.contacts, &mut last));
        });
        assert_eq!(lies(&report), ["poses those of two lines before"], "{name}");
        let missed = recording.report.missed.count;
        assert_eq!((report.missed.count, report.rounding.is_some(), report.sizes.len()), (missed, false, 0), "{name}");
    }
}

#[test]
fn points_in_the_axes_of_a_body_are_named() {
    for recording in RECORDINGS.iter() {
        let report = recording.with(|trace| {
            let (order, mut poses) = (trace.header.quat, Vec::<Option<[f64; 7]>>::new());
            for line in &mut trace.lines {
                match line {
                    TraceLine::Body(body) => poses.push(body.pose),
                    TraceLine::Step(step) => {
                        for contact in &mut step.contacts {
                            let pose = poses[contact.b as usize].unwrap();
                            let (place, back) = (DVec3::from_slice(&pose[..3]), rotation(&pose, order).conjugate());
                            for point in &mut contact.points {
                                point.place = (back * (DVec3::from(point.place) - place)).to_array();
                            }
                        }
                        step.rows.iter().for_each(|row| poses[row.body as usize] = Some(row.pose));
                    }
                    _ => {}
                }
            }
        });
        assert_eq!(lies(&report), ["points b"], "{}", recording.name);
        recording.assert_no_other(&report, 0);
    }
}

#[test]
fn a_tenth_of_the_normals_turned_round_is_counted() {
    for recording in RECORDINGS.iter() {
        let (report, planted) = recording.with_normals(10, |normal| -normal);
        let name = recording.name;
        assert_eq!(
            (count(&report, Verdict::Reversed), lies(&report).len()),
            (planted, 0),
            "{name}: {:?}",
            report.header
        );
        assert_eq!(right(&recording.report) - right(&report), planted, "{name}: {:?}", report.verdicts);
        recording.assert_no_other(&report, planted);
    }
}

#[test]
fn a_few_normals_turned_by_three_degrees_are_found() {
    for recording in RECORDINGS.iter() {
        let (report, planted) = recording.with_normals(1000, |normal| {
            DQuat::from_axis_angle(normal.any_orthonormal_vector(), 3.0_f64.to_radians()) * normal
        });
        let name = recording.name;
        assert_eq!(lies(&report).len(), 0, "{name}");
        assert_eq!(right(&recording.report) - right(&report), planted, "{name}: {:?}", report.verdicts);
        recording.assert_no_other(&report, planted);
    }
}

#[test]
fn contacts_of_a_pair_that_are_left_out_are_missed() {
    for recording in RECORDINGS.iter() {
        // The ball that touches the ground most, pressed into it by a centimetre as an engine does that
        // overlooks the pair.
        let is_ball =
            |line: &&TraceLine| matches!(line, TraceLine::Body(b) if matches!(b.shapes[0].form, Primitive::Sphere(_)));
        let bodies: Vec<&TraceLine> =
            recording.trace.lines.iter().filter(|l| matches!(l, TraceLine::Body(_))).collect();
        let ball = bodies.iter().position(is_ball).unwrap() as u32;
        let up = if recording.trace.header.up == Up::Z { 2 } else { 1 };
        let report = recording.with(|trace| {
            for step in trace.steps() {
                step.contacts.retain(|c| c.a.min(c.b) != 0 || c.a.max(c.b) != ball);
                step.rows.iter_mut().filter(|row| row.body == ball).for_each(|row| row.pose[up] -= 0.01);
            }
        });
        let TraceLine::Body(ball) = bodies[ball as usize] else { panic!("a body") };
        let TraceLine::Body(ground) = bodies[0] else { panic!("a body") };
        let name = recording.name;
        let pair = [&ball.id, &ground.id];
        let mut worst = report.missed.worst.iter();
        let is_pair = |a: &Id, b: &Id| pair.contains(&a) && pair.contains(&b);
        let is_named = worst.any(|m| is_pair(&m.a, &m.b) && m.depth_mm > 5.0);
        assert!(is_named, "{name}: {:?}", report.missed);
        assert_eq!((lies(&report).len(), report.rounding.is_some()), (0, false), "{name}: {:?}", report.header);
        // What else is missed was pressed by the same ball, or was missed before.
        let before = &recording.report.missed.worst;
        let is_known = |a: &Id, b: &Id| before.iter().any(|m| (&m.a, &m.b) == (a, b));
        let mut others = report.missed.worst.iter().filter(|m| ball.id != m.a && ball.id != m.b);
        assert!(others.all(|m| is_known(&m.a, &m.b)), "{name}: {:?}", report.missed);
    }
}

/// Recordings of engines that bounce, and one of this program: eight bodies with a restitution of .6.
fn bouncing() -> impl Iterator<Item = (&'static str, Trace)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/bouncing");
    let read = move |name| std::fs::read(format!("{folder}/{name}.trace.jsonl.gz")).unwrap();
    let engines = ["rapier_fresh", "jolt_sharp", "bullet", "cannon"];
    let engines = engines.map(|name| (name, Trace::of(TraceReader::unpacking(read(name).as_slice()).unwrap())));
    engines.into_iter().chain([("carom", Trace::pile())])
}

#[test]
fn restitution_that_is_half_of_what_is_declared_is_named() {
    for (name, good) in bouncing() {
        let report = good.report();
        assert!(report.restitution.len() >= 8, "{name}: {:?}", report.restitution);
        assert_eq!(report.other_restitution(), None, "{name}: {:?}", report.restitution_ratio);
        let before = lies(&report);

        // Declared twice what it is: by rules that multiply, twice for the pair when one of the two says so.
        for (factor, least, most) in [(2.0, 0.4, 0.6), (0.5, 1.7, 2.3)] {
            let mut trace = good.clone();
            let by_product = trace.header.restitution_rule.as_deref() == Some("multiply");
            let factor = if by_product { f64::sqrt(factor) } else { factor };
            for line in &mut trace.lines {
                if let TraceLine::Body(body) = line {
                    body.restitution = body.restitution.map(|e| e * factor);
                }
            }
            let planted = trace.report();
            let ratio = planted.other_restitution().unwrap_or_else(|| panic!("{name}: {:?}", planted.restitution));
            assert!((least..=most).contains(&ratio), "{name}: {ratio}");
            assert_eq!((lies(&planted), &planted.verdicts), (before.clone(), &report.verdicts), "{name}");
            assert_eq!(planted.missed.count, report.missed.count, "{name}");
            assert_eq!((planted.rounding.is_some(), planted.sizes.len()), (false, 0), "{name}: {:?}", planted.sizes);
        }
    }
}

#[test]
fn a_body_two_hundredths_too_large_is_named() {
    // The first ball and the first box of each.
    type Form = (&'static str, fn(&Primitive) -> bool);
    let forms: [Form; 2] =
        [("ball", |form| matches!(form, Primitive::Sphere(_))), ("box", |form| matches!(form, Primitive::Box(_)))];
    for recording in RECORDINGS.iter() {
        for (kind, is_of_kind) in forms {
            let mut id = None;
            let report = recording.with(|trace| {
                let moving = trace.lines.iter_mut().filter_map(|line| match line {
                    TraceLine::Body(body) if body.motion == TracedMotion::Dynamic => Some(body),
                    _ => None,
                });
                let body = moving.filter(|body| is_of_kind(&body.shapes[0].form)).take(1).last().unwrap();
                match &mut body.shapes[0].form {
                    Primitive::Sphere(radius) => *radius *= 1.02,
                    Primitive::Box(half) => half.iter_mut().for_each(|h| *h *= 1.02),
                    other => panic!("{other:?}"),
                }
                id = Some(body.id.clone());
            });
            let name = format!("{}, {kind}", recording.name);
            assert_eq!(report.sizes.len(), 1, "{name}: {:?}", report.sizes);
            assert_eq!(Some(&report.sizes[0].body), id.as_ref(), "{name}");
            assert!((report.sizes[0].scale * 1.02 - 1.0).abs() < 2e-3, "{name}: {:?}", report.sizes);
            assert_eq!((lies(&report).len(), report.rounding.is_some()), (0, false), "{name}");
        }
    }
}
