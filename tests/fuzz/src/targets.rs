//! Each target reads any bytes, and says what must hold of whatever was read. A text that is refused is an answer; a
//! panic, an endless loop, or a thing read that does not come back when it is written is a fault.

use carom::condition::{Condition, Measured, Scope, Watch, complete};
use carom::lab::{self, GivenSetting, Lab, Refused, SettingSubject, Setup};
use carom::link::{Address, LinkError, MAX_TEXT_BYTES, Packed};
use carom::scene::{self, FileKind, Scene, SceneFault};
use carom::sim::Sim;
use carom::subject::{Description, set_up_scene};
use carom::timeline::{Recordable, Recording, recorded_kind};
use carom::trace;
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Cursor;

/// A target.
pub type Target = fn(&[u8]);

/// All of them by their names, which are those of the programs in `fuzz_targets`.
pub const TARGETS: &[(&str, Target)] = &[
    ("scene_toml", scene_toml),
    ("scene_json", scene_json),
    ("contact", contact),
    ("setup", setup),
    ("recording", recording),
    ("condition", condition),
    ("command_line", command_line),
    ("setting", setting),
    ("trace", trace_lines),
    ("link", link),
    #[cfg(feature = "app")]
    ("settings", settings),
];

/// Larger worlds are read, but not begun: a fuzzer wants thousands of tries a second.
const FEW: usize = 20;

/// The text, where it is one.
fn text_of(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Every fault stands in the text, and is no longer than a screen.
fn check_faults(text: &str, faults: &[SceneFault]) {
    assert!(!faults.is_empty(), "refused without a fault");
    for SceneFault { line, column, message } in faults {
        let lines = 1 + text.matches('\n').count();
        assert!((1..=lines).contains(line), "line {line} of {lines}");
        let letters = text.split('\n').nth(line - 1).map_or(0, |line| line.chars().count());
        assert!((1..=letters + 1).contains(column), "column {column} of {letters}");
        assert!(message.chars().count() < 2_000, "a message of {} bytes", message.len());
    }
}

/// A scene that was read comes back from both of its forms, and a world takes it.
fn check_scene(scene: &Scene) {
    assert!(scene.bodies.len() <= scene::MAX_BODIES);
    if scene.bodies.len() > FEW {
        return;
    }
    for (kind, text) in [(FileKind::Toml, scene::to_toml(scene)), (FileKind::Json, scene::to_json(scene))] {
        let again = scene::parse(&text, kind).unwrap_or_else(|faults| panic!("{text}\nis refused: {faults:?}"));
        assert_eq!(&again, scene, "{text}");
    }
    let mut sim = Sim::new(scene.clone()).expect("a scene that was read is taken by a world");
    sim.step();
}

fn read_scene(data: &[u8], kind: FileKind) {
    let Some(text) = text_of(data) else { return };
    match scene::parse(text, kind) {
        Ok(scene) => check_scene(&scene),
        Err(faults) => check_faults(text, &faults),
    }
}

/// Scenes in TOML.
pub fn scene_toml(data: &[u8]) {
    read_scene(data, FileKind::Toml);
}

/// Scenes in JSON.
pub fn scene_json(data: &[u8]) {
    read_scene(data, FileKind::Json);
}

/// Contacts taken out of their scene.
pub fn contact(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    match scene::parse_specimen(text) {
        Ok(specimen) => {
            assert_eq!(scene::parse_specimen(&specimen.to_json()), Ok(specimen.clone()));
            specimen.difference();
            specimen.to_rust();
            check_scene(&specimen.scene());
        }
        Err(faults) => check_faults(text, &faults),
    }
}

/// Set-ups of laboratories, in either form.
pub fn setup(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    let kind = if text.starts_with('{') { FileKind::Json } else { FileKind::Toml };
    match Setup::parse(text, kind) {
        Ok(setup) => drop(Lab::of_setup(&setup).expect("a set-up that was read can be made")),
        Err(faults) => check_faults(text, &faults),
    }
}

/// Recordings of scenes and of laboratories. The checksum is put right first, for no fuzzer finds it by chance.
pub fn recording(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    recorded_kind(text);
    let lines = text.trim_end_matches('\n');
    let (body, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
    let steps = last.trim_start_matches("{\"end\":[").split(',').next().unwrap_or_default();
    let sum = crc32fast::hash(format!("{body}\n").as_bytes());
    for text in [text.to_owned(), format!("{body}\n{{\"end\":[{steps},\"{sum:08x}\"]}}\n")] {
        read_recording::<Sim>(&text, |start| start.bodies.len() <= FEW);
        read_recording::<Lab>(&text, |_| true);
    }
}

/// A recording that was read comes back, and can be played whatever it says of its states.
fn read_recording<S: Recordable>(text: &str, is_small: impl Fn(&S::Start) -> bool)
where
    S::Start: std::fmt::Debug + PartialEq,
{
    let Ok(recording) = Recording::<S>::from_text(text) else { return };
    if !is_small(recording.start()) {
        return;
    }
    let again = Recording::<S>::from_text(&recording.to_text()).expect("a recording comes back");
    assert!(again == recording, "a recording comes back as another");
    if let Ok(mut replay) = recording.replay(1) {
        replay.by_ref().take(3).for_each(drop);
        replay.departure();
    }
}

/// Conditions on a scene and on numbers that are measured, also half typed.
pub fn condition(data: &[u8]) {
    thread_local! {
        static SIM: RefCell<Sim> = RefCell::new({
            let scene = scene::find("first_bounce").expect("it is in the gallery").scene().expect("it has no faults");
            let mut sim = Sim::new(scene).expect("a world takes it");
            (0..40).for_each(|_| sim.step());
            sim
        });
    }
    const MEASURED: [Measured; 3] = [
        Measured { name: "distance", unit: "m" },
        Measured { name: "closing speed", unit: "m/s" },
        Measured { name: "angle", unit: "°" },
    ];
    let Some(text) = text_of(data) else { return };
    SIM.with_borrow(|sim| {
        complete(text, Scope::Scene(sim));
        match Condition::parse(text, sim) {
            Ok(condition) => {
                let mut watch = Watch::new(vec![condition], sim);
                watch.look(sim);
                watch.verdict(0, sim).expect("it has been looked at");
            }
            Err(error) => assert!(error.to_string().lines().count() < 24, "{error}"),
        }
        if let Err(error) = Condition::on_measured(text, &MEASURED) {
            assert!(error.to_string().chars().count() < 2_000, "{error}");
        }
    });
}

/// Command lines, an argument a line; each of them is also read as a setting.
pub fn command_line(data: &[u8]) {
    let words = data.split(|byte| *byte == b'\n').map(os_string);
    let name = std::iter::once(OsString::from("carom"));
    if let Err(message) = carom::cli::understand(name.chain(words)) {
        assert!(!message.is_empty(), "refused without a word");
    }
    for line in text_of(data).into_iter().flat_map(str::lines) {
        if let Err(Refused(message)) = GivenSetting::parse(SettingSubject::Set, line) {
            assert!(!message.is_empty(), "refused without a word");
        }
    }
}

/// Settings a line, such as `set speed=3`, of the laboratory that the first line names, or else of a scene.
pub fn setting(data: &[u8]) {
    thread_local! {
        static SCENE: Scene = scene::find("face_edge_corner").expect("in the gallery").scene().expect("without faults");
    }
    let Some((id, lines)) = text_of(data).and_then(|text| text.split_once('\n')) else { return };
    let settings = lines.lines().take(4).filter_map(|line| {
        let (subject, text) = line.split_once(' ')?;
        let subjects = [SettingSubject::Choose, SettingSubject::Set, SettingSubject::Place];
        let subject = subjects.into_iter().find(|known| known.name() == subject)?;
        GivenSetting::parse(subject, text).ok()
    });
    let settings: Vec<_> = settings.collect();
    if let Some(entry) = lab::find(id) {
        let mut lab = Lab::new(entry);
        // One by one: what is refused holds up none of the others.
        for setting in settings {
            let _ = lab.set_up(&[setting]);
        }
        lab.step();
    } else {
        let mut scene = SCENE.with(Clone::clone);
        for setting in settings {
            let mut changed = scene.clone();
            if set_up_scene(&mut changed, &[setting]).is_ok() {
                scene = changed;
            }
        }
        check_scene(&scene);
    }
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Lines of a trace: read one after the other, played, and looked up from an index, which must find the same steps.
pub fn trace_lines(data: &[u8]) {
    let mut reader = trace::TraceReader::new(data);
    let mut writer = None;
    while let Ok(Some(line)) = reader.next_line() {
        match (&mut writer, &line) {
            (None, trace::TraceLine::Header(header)) => writer = trace::TraceWriter::new(vec![], header).ok(),
            (Some(writer), line) => writer.line(line).expect("memory takes what is written"),
            (None, _) => {}
        }
    }
    // What was read and written reads again, as far.
    if let Some(writer) = writer {
        let written = writer.into_inner();
        let mut again = trace::TraceReader::new(&written[..]);
        loop {
            match again.next_line() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(fault) => panic!("{fault} in {}", String::from_utf8_lossy(&written)),
            }
        }
    }
    let Ok(mut replay) = trace::TraceReplay::new(trace::TraceReader::new(data)) else { return };
    let mut numbers = vec![];
    let fault = loop {
        match replay.advance() {
            Ok(true) => numbers.push(replay.step.step),
            Ok(false) => break None,
            Err(fault) => break Some(fault),
        }
    };
    let Ok(mut index) = trace::Index::scan(trace::TraceReader::new(Cursor::new(data)), &mut |_| true) else { return };
    // A line is looked at as a whole only when somebody goes there, so what is wrong inside one may be told then.
    let count = numbers.len() as u64;
    assert!(if fault.is_some() { index.count() >= count } else { index.count() == count }, "{count}: {fault:?}");
    for (ordinal, number) in numbers.iter().enumerate().rev().take(3) {
        assert_eq!(index.go(ordinal as u64), Ok(true));
        assert_eq!(index.replay().step.step, *number);
    }
    // A step that is not there is an answer, too.
    let _ = index.go(index.count().saturating_sub(1));
}

/// Links; and what they pack, packed rightly, for no fuzzer finds the packing by chance.
pub fn link(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    follow(&Address::of(text));
    let (step, text) = text.split_once('\n').map_or((0, text), |(step, rest)| (step.parse().unwrap_or(0), rest));
    let packed = Packed { text: Some(text.to_owned()), step, view: None };
    match packed.address("https://example.org/carom/", "", text.len().is_multiple_of(2)) {
        Ok(address) => {
            let address = Address::of(&address);
            assert_eq!(address.packed, packed);
            follow(&address);
        }
        Err(error) => assert!(matches!(error, LinkError::TooLong(_)), "{error}"),
    }
}

/// What is done with a link before anything is shown.
fn follow(address: &Address) {
    let Some(text) = &address.packed.text else { return };
    assert!(text.len() <= MAX_TEXT_BYTES);
    let kind = if text.trim_start().starts_with('{') { FileKind::Json } else { FileKind::Toml };
    match Description::parse(text, kind) {
        Ok(Description::Scene(scene)) => drop(address.packed.check(scene.bodies.len())),
        Ok(Description::Lab(setup)) => drop(Lab::of_setup(&setup)),
        Err(faults) => check_faults(text, &faults),
    }
}

/// The file of the settings: whatever it says, the window can open with it.
#[cfg(feature = "app")]
pub fn settings(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    let Ok(preferences) = carom::app::read_preferences(text) else { return };
    assert!((0.5..=3.0).contains(&preferences.font_scale));
    assert!(preferences.window.iter().all(|side| (320.0..=16_384.0).contains(side)));
}
