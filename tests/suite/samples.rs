//! The recordings of other engines that come with the program: each shows what is said of it.

use carom::check::{Report, Verdict};
use carom::headless::check_trace;
use carom::playback::Playback;
use carom::timeline::TimeMachine;
use carom::trace::{Id, SAMPLES, SampleTrace, TraceFault, TraceReader, TraceReplay, sample};
use std::collections::BTreeSet;
use std::process::Command;

fn report(sample: &SampleTrace) -> Report {
    let mut open = || TraceReplay::new(TraceReader::unpacking(sample.bytes).unwrap());
    check_trace(&mut open, |fault: TraceFault| fault, 10, None, |_, _| true).unwrap().unwrap().1
}

fn share(report: &Report, verdicts: &[&str]) -> f64 {
    let count: u64 = verdicts.iter().map(|verdict| report.verdicts[verdict]).sum();
    count as f64 / report.contacts as f64
}

#[test]
fn every_recording_is_small_and_opens_on_a_contact_of_which_is_said_what_geometry_finds() {
    for sample in &SAMPLES {
        assert!(sample.bytes.len() <= 300_000, "{}: {} bytes", sample.id, sample.bytes.len());
        let mut playback = Playback::of_bytes(sample.bytes, "").unwrap();
        playback.seek(sample.step);
        let frame = playback.frame();
        let (a, b) =
            (frame.find(&Id::Number(sample.bodies.0)).unwrap(), frame.find(&Id::Number(sample.bodies.1)).unwrap());
        let worst = frame.worst_of(&frame.between(a, b)).unwrap_or_else(|| panic!("{}: no contact", sample.id));
        let told = frame.judgement(worst).unwrap();
        let (verdict, least, most) = match sample.id {
            "rapier" => (Verdict::Stale, 5.0, 7.0),
            "jolt" => (Verdict::Rounded, 6.9, 7.1),
            "bullet" => (Verdict::Wrong, 8.5, 9.5),
            "cannon" => (Verdict::Wrong, 1.9, 2.5),
            _ => (Verdict::Agrees, 0.0, 0.05),
        };
        // That edges are rounded shows in the whole of a trace.
        let alone = if verdict == Verdict::Rounded { Verdict::Wrong } else { verdict };
        assert_eq!(told.verdict, alone, "{}", sample.id);
        assert!((least..=most).contains(&told.angle_deg), "{}: {}°", sample.id, told.angle_deg);
        if verdict == Verdict::Stale {
            assert_eq!(told.steps_ago, 6, "{}", sample.about);
        }
    }
    // The same files lie in the folder, and no others.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/traces");
    let lie = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let known: BTreeSet<String> = SAMPLES.iter().map(|sample| format!("{}.trace.jsonl.gz", sample.id)).collect();
    assert_eq!(lie.collect::<BTreeSet<_>>(), known);
}

#[test]
fn a_check_finds_in_each_engine_what_its_settings_make_of_it() {
    let of = |id: &str| report(sample(id).unwrap());
    let mujoco = of("mujoco");
    assert!(share(&mujoco, &["agrees", "tie"]) >= 0.995, "{:?}", mujoco.verdicts);
    // rapier keeps contacts while bodies hardly move; switched off, nearly all are right.
    let (kept, fresh) = (of("rapier"), of("rapier_fresh"));
    assert!(share(&kept, &["stale"]) > 0.15, "{:?}", kept.verdicts);
    assert!(share(&fresh, &["stale"]) < 0.03 && share(&fresh, &["agrees", "tie"]) > 0.97, "{:?}", fresh.verdicts);
    for pair in fresh.pairs.iter().filter(|pair| pair.pair == "sphere box") {
        assert!(pair.angle_deg.p95 <= 0.05, "{pair:?}");
    }
    // Jolt rounds boxes by its convex radius, which is named within 5 %; with 0 they are sharp.
    let (round, sharp) = (of("jolt"), of("jolt_sharp"));
    let radius = round.rounding.as_ref().map(|rounding| rounding.radius_mm).unwrap();
    assert!((radius - 50.0).abs() <= 2.5, "{radius} mm");
    // It clips sharp faces along the normals of round ones, and its round corners overlap nothing.
    assert!(share(&round, &["wrong", "off_surface"]) < 0.01 && round.missed.count == 0, "{:?}", round.verdicts);
    assert!(sharp.rounding.is_none() && share(&sharp, &["agrees", "tie"]) > 0.99, "{:?}", sharp.verdicts);
    for pair in sharp.pairs.iter().filter(|pair| pair.pair == "sphere box") {
        assert!(pair.angle_deg.median <= 0.01, "{pair:?}");
    }
    for report in [&mujoco, &kept, &fresh, &round, &sharp, &of("bullet"), &of("cannon"), &of("newton")] {
        assert!(report.header.is_empty(), "{}: no header lies: {:?}", report.engine, report.header);
        assert!(report.contacts > 1000, "{}", report.engine);
    }
}

#[test]
fn recordings_are_opened_by_name_on_the_command_line() {
    let carom = |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_carom")).args(words).output().unwrap();
    let said = |words: &[&str]| String::from_utf8(carom(words).stdout).unwrap();
    assert!(said(&["scenes"]).contains("trace:jolt_sharp"));
    assert!(said(&["trace", "check", "trace:mujoco"]).contains("agrees             1677  100.0 %"));
    assert!(said(&["run", "trace:cannon", "--pause-when", "angle > 2 deg"]).contains("82"));
    let parted = carom(&["trace", "diff", "trace:rapier", "trace:rapier_fresh"]);
    assert_eq!(parted.status.code(), Some(1));
    let unknown = carom(&["trace", "check", "trace:mujoko"]);
    assert_eq!(unknown.status.code(), Some(2));
    let message = String::from_utf8(unknown.stderr).unwrap();
    assert!(message.contains("did you mean trace:mujoco?"), "{message}");
}
