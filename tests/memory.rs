//! What is read takes memory in proportion to what is kept of it, not to how it is written: at most eight times the
//! file, the file included. Of a trace nothing is kept that grows with its steps.

#![expect(unsafe_code, reason = "only a global allocator can count bytes, and its trait is unsafe")]

use carom::headless::check_trace;
use carom::scene::{self, FileKind};
use carom::sim::{Recording, Sim};
use carom::trace::{TraceFault, TraceReader, TraceReplay};
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::io::{BufRead, Cursor};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes in use, and the most there were.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The tests take turns: what is counted is of all threads.
static TURN: Mutex<()> = Mutex::new(());

struct Counting;

fn taken(bytes: usize) {
    let now = NOW.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: every call is handed on to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        // SAFETY: the caller's promise is the one asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While it is moved, both are there.
        taken(size);
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory while `read` reads the text, the text included, as a multiple of the text.
fn factor<T>(text: &str, read: impl FnOnce(&str) -> T) -> f64 {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let kept = read(text);
    let most = MOST.load(Ordering::Relaxed) - before;
    drop(kept);
    1.0 + most as f64 / text.len() as f64
}

/// What there is room for in a body: its text is to be about as long as those of the largest file with the most bodies.
const FIELDS: [(&str, &str); 5] = [
    ("position", "[0.125, 1.5, -2.25]"),
    ("velocity", "[0.0, 0.0, 1.0]"),
    ("spin", "[1.0, 0.0, 0.0]"),
    ("force", "[0.0, 0.0, 0.0]"),
    ("mass", "2.5"),
];

const COUNT: usize = 20_000;

fn toml_with_headers() -> String {
    let fields: String = FIELDS.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    let mut text = String::from("name = \"many\"\n");
    for body in 0..COUNT {
        let head = format!("\n[[bodies]]  # one of many\nname = \"body {body}\"\n{fields}");
        let _ = writeln!(text, "{head}[bodies.shape.sphere]\nradius = 0.5");
    }
    text
}

fn toml_in_brackets() -> String {
    let fields: String = FIELDS.iter().map(|(key, value)| format!(", {key} = {value}")).collect();
    let body = |body| format!("  {{ name = \"body {body}\", shape = {{ sphere = {{ radius = 0.5 }} }}{fields} }},\n");
    format!("bodies = [\n{}]\n", (0..COUNT).map(body).collect::<String>())
}

fn json() -> String {
    let fields: String = FIELDS.iter().map(|(key, value)| format!(",\"{key}\":{value}")).collect();
    let body = |body| format!("{{\"name\":\"body {body}\",\"shape\":{{\"sphere\":{{\"radius\":0.5}}}}{fields}}}");
    format!("{{\"bodies\":[{}]}}", (0..COUNT).map(body).collect::<Vec<_>>().join(","))
}

#[test]
fn a_scene_takes_eight_times_its_file_at_most() {
    let _turn = TURN.lock().unwrap();
    let files = [
        ("TOML with headers", toml_with_headers(), FileKind::Toml),
        ("TOML in brackets", toml_in_brackets(), FileKind::Toml),
        ("JSON", json(), FileKind::Json),
        ("a long remark", format!("# {}\n{}", "\n#".repeat(1 << 20), toml_with_headers()), FileKind::Toml),
    ];
    for (name, text, kind) in files {
        let factor = factor(&text, |text| {
            let scene = scene::parse(text, kind).unwrap();
            assert_eq!(scene.bodies.len(), COUNT);
            scene
        });
        println!("{name}: {} kB, {factor:.2} times", text.len() / 1000);
        assert!(factor <= 8.0, "{name}: {factor}");
    }
}

/// A recording with a great many of these lines in front of its first step.
fn with_lines(recording: &str, lines: &[&str]) -> Option<String> {
    let (head, rest) = recording.split_once("{\"step\"")?;
    let (step, _) = rest.split_once('\n')?;
    let middle: String = lines.iter().cycle().take(200_000).map(|line| format!("{{\"do\":[0,{line}]}}\n")).collect();
    let body = format!("{head}{middle}{{\"step\"{step}\n");
    let sum = crc32fast::hash(body.as_bytes());
    Some(format!("{body}{{\"end\":[1,\"{sum:08x}\"]}}\n"))
}

#[test]
fn a_recording_of_the_shortest_lines_takes_eight_times_its_file_at_most() {
    let _turn = TURN.lock().unwrap();
    let mut sim = Sim::new(scene::find("stack").unwrap().scene().unwrap()).unwrap();
    let mut recording = Recording::new(&sim);
    sim.step();
    recording.observe(&sim);
    let recording = recording.to_text();
    let pull = "{\"pull\":{\"body\":[0,0],\"local_point\":[0,0,0],\"target\":[0,0,0],\"force_limit\":1}}";
    let velocity = "{\"edit\":[[0,0],{\"spin\":[0,0,0]}]}";
    for lines in [&["\"let_go\""][..], &["\"let_go\"", "\"end_gesture\""], &["\"end_gesture\""], &[pull], &[velocity]] {
        let text = with_lines(&recording, lines).unwrap();
        let factor = factor(&text, |text| Recording::from_text(text).unwrap());
        println!("{lines:?}: {} kB, {factor:.2} times", text.len() / 1000);
        assert!(factor <= 8.0, "{lines:?}: {factor}");
    }
}

#[test]
fn a_recording_takes_eight_times_its_file_at_most() {
    let _turn = TURN.lock().unwrap();
    let mut sim = Sim::new(scene::find("stack").unwrap().scene().unwrap()).unwrap();
    let mut recording = Recording::new(&sim);
    for _ in 0..6_000 {
        sim.step();
        recording.observe(&sim);
    }
    let text = recording.to_text();
    drop((sim, recording));
    let factor = factor(&text, |text| Recording::from_text(text).unwrap());
    println!("a recording: {} kB, {factor:.2} times", text.len() / 1000);
    assert!(factor <= 8.0, "{factor}");
}

/// Balls of a trace in which nothing is right, and its steps in a short and in a long one.
const BALLS: usize = 300;
const SHORT: u64 = 60;
const LONG: u64 = 900;

/// A trace of balls on a plane, each said to be five millimetres deeper than it is, whose contacts walk although the
/// balls stand still, and whose velocities change without a cause.
fn wrong_trace(steps: u64) -> Arc<[u8]> {
    let mut text = String::from("{\"trace\":1,\"impulse\":\"N*s\",\"dt\":0.01,\"gravity\":[0,-9.81,0]}\n");
    text += "{\"body\":\"ground\",\"motion\":\"static\",\"shapes\":[{\"plane\":[0,1,0,0]}],\"pose\":[0,0,0,0,0,0,1]}\n";
    for ball in 0..BALLS {
        let _ = writeln!(
            text,
            "{{\"body\":{ball},\"shapes\":[{{\"sphere\":0.5}}],\"mass\":1,\"restitution\":0.5,\"pose\":[{ball},0.5,0,0,0,0,1]}}"
        );
    }
    for step in 1..=steps {
        let speed = step as f64 * 0.25 % 3.0 - 1.5;
        let row = |ball| format!("[{ball},{ball},0.5,0,0,0,0,1,{speed},{speed},0,0,0,0]");
        let contact = |ball| format!("[\"ground\",{ball},[0,1,0],[[{ball}.{},0,0,-0.005,1,0,0,0]]]", step % 7);
        let (rows, contacts): (Vec<_>, Vec<_>) = (0..BALLS).map(|ball| (row(ball), contact(ball))).unzip();
        let _ = writeln!(text, "{{\"step\":{step},\"b\":[{}],\"c\":[{}]}}", rows.join(","), contacts.join(","));
    }
    text.into_bytes().into()
}

#[test]
fn a_check_takes_no_more_memory_for_a_longer_trace() {
    let _turn = TURN.lock().unwrap();
    let most_of = |steps: u64| {
        let text = wrong_trace(steps);
        let before = NOW.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        let mut open = || TraceReplay::new(TraceReader::new(Box::new(Cursor::new(text.clone())) as Box<dyn BufRead>));
        let (_, report) = check_trace(&mut open, |fault: TraceFault| fault, 20, Some(2), |_, _| true).unwrap().unwrap();
        let most = MOST.load(Ordering::Relaxed) - before;
        assert_eq!((report.verdicts["wrong"], report.contacts), (report.contacts, BALLS as u64 * steps));
        assert!(report.impulse.count as u64 > BALLS as u64 * steps / 2, "{}", report.impulse.count);
        println!("{steps} steps, {} kB: {} kB", text.len() / 1000, most / 1000);
        most
    };
    let (short, long) = (most_of(SHORT), most_of(LONG));
    assert!(long < short + (8 << 20) && long < 64 << 20, "{short} bytes, then {long}");
}
