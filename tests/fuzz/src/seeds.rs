//! Where the fuzzer starts from: small inputs of every kind, made from the gallery and the samples rather than stored.

use carom::condition::QUANTITIES;
use carom::lab::{Lab, Parameter, ParameterKind, laboratories};
use carom::scene::{self, Scene, SceneView};
use carom::sim::{Recording, Sim};
use carom::timeline::Recordable;
use carom::trace::{self, SAMPLES};
use std::collections::BTreeSet;
use std::io::{Cursor, Read};

/// An input is cut here (bytes): short ones are tried faster.
const LONGEST: usize = 3_000;

/// Words longer than this are no words of a dictionary (bytes).
const LONGEST_WORD: usize = 24;

/// The inputs for a target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let texts: Vec<String> = match target {
        "scene_toml" => scenes().map(|scene| scene::to_toml(&scene)).chain(typed_scenes()).collect(),
        "scene_json" => scenes().map(|scene| scene::to_json(&scene)).chain(contacts()).collect(),
        "contact" => contacts(),
        "setup" => setups(),
        "recording" => recordings(),
        "condition" => conditions(),
        "command_line" => command_lines(),
        "setting" => given_settings(),
        "trace" => traces(),
        "link" => links(),
        "settings" => settings(),
        _ => vec![],
    };
    texts.into_iter().map(String::into_bytes).collect()
}

/// The words of the inputs, as a fuzzer's dictionary has them.
pub fn dictionary(target: &str) -> String {
    let mut words = BTreeSet::new();
    for seed in seeds(target) {
        let text = String::from_utf8_lossy(&seed).into_owned();
        let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_-:".contains(c)));
        words.extend(parts.filter(|word| (2..=LONGEST_WORD).contains(&word.len())).map(str::to_owned));
    }
    let signs = ["[[", "]]", "\\\"\\\"\\\"", "'''", "1e39", "-0.0", "0x7f", "inf", "nan", "\\xEF\\xBB\\xBF", "\\x00"];
    let lines = words.iter().map(String::as_str).chain(signs).map(|word| format!("\"{word}\"\n"));
    lines.collect()
}

/// The scenes of the gallery, each with its first bodies alone.
fn scenes() -> impl Iterator<Item = Scene> {
    scene::gallery().iter().filter_map(|entry| {
        let mut scene = entry.scene().ok()?;
        scene.bodies.truncate(4);
        scene.about.clear();
        scene.view = SceneView::default();
        Some(scene)
    })
}

/// Scenes as people type them: every table, every way to write a value.
fn typed_scenes() -> Vec<String> {
    let gallery = scene::gallery().iter().map(|entry| entry.text).filter(|text| text.len() <= LONGEST);
    let forms = [
        "version = 1\n[[grids]]\ncount = [2, 1, 0x2]\nspacing = [1.1, 1_0.0, 1e0]\njitter = 0.05\nseed = 0b101\n\
         body = { shape = { sphere = { radius = 0.5 } }, position = [0.0, 5.0, 0.0] }\n",
        "bodies = [{ shape.box.half = [1, 1, 1], motion = 'static', name = \"\\u00e9\" }, # a remark\n]\n\
         about = \"\"\"\nlines \\\n   joined\"\"\"\n[rules]\nrestitution = \"multiply\"\nfloor = +0.0\nceiling = 5e1\n",
        "[[bodies]]\n[bodies.shape.frustum]\nbottom = 0.5\ntop = 0\nhalf_height = 1\n[bodies.rotation]\n\
         axis = [1, 0, 1]\ndegrees = 35\n[camera]\ntarget = [0, 1, 0]\northographic = true\nyaw_deg = 30\n",
        "[view]\nlayers = [\"points\", \"normals\"]\n[[view.bookmarks]]\nname = \"side\"\ndistance = 3\n\
         [[view.pins]]\nbodies = [\"a\", \"b\"]\n[[bodies]]\nname = \"a\"\nshape = { quad = { half = [1, 2], sides = \"both\" } }\n",
    ];
    gallery.chain(forms).map(str::to_owned).collect()
}

/// The first contacts of some scenes.
fn contacts() -> Vec<String> {
    let mut texts = vec![];
    for entry in scene::gallery().iter().filter(|entry| entry.text.len() <= LONGEST) {
        let Some(mut sim) = entry.scene().ok().and_then(|scene| Sim::new(scene).ok()) else { continue };
        for _ in 0..90 {
            sim.step();
            if let Some(contact) = sim.world().contacts().first() {
                texts.extend(sim.specimen(contact.a, contact.b).map(|specimen| specimen.to_json()));
                break;
            }
        }
    }
    texts
}

/// A set-up of every laboratory, and one with every kind of change.
fn setups() -> Vec<String> {
    let plain = laboratories().iter().flat_map(|entry| {
        let id = entry.id;
        let options = Lab::new(entry).setup().to_toml();
        [options, format!("{{\"lab\": \"{id}\", \"hz\": 120, \"click\": [[0, 0, 0]]}}")]
    });
    let billiards = "version = 1\nlab = \"billiards\"\nhz = 240.0\npress = [\"Reset\"]\n[set]\nLayout = \"head on\"\n\
                     Strength = \"2 m/s\"\n[places]\n\"ball 1\" = [0.2, 0.0]\ncue = { towards = [1, 0, 0] }\n[[then]]\n\
                     [then.set]\n\"First stroke by itself\" = true\n";
    let planes = "lab = \"planes\"\noutline = [[0, 0, 0], [1, 0, 0], [0, 0, 1]]\n";
    plain.chain([billiards.to_owned(), planes.to_owned()]).collect()
}

/// Short runs of small scenes, of every command, and of a laboratory.
fn recordings() -> Vec<String> {
    let mut texts = vec![];
    for scene in scenes().take(6) {
        let Ok(mut sim) = Sim::new(scene) else { continue };
        let mut recording = Recording::new(&sim);
        for _ in 0..4 {
            sim.step();
            recording.observe(&sim);
        }
        texts.push(recording.to_text());
    }
    let deeds = [
        r#"{"edit":[[0,0],{"mass":3.0}]}"#,
        r#"{"edit":[[0,0],{"shape":{"sphere":{"radius":0.5}}}]}"#,
        r#"{"edit":[[0,0],{"rotation":[0.0,0.0,0.0,1.0]}]}"#,
        r#"{"configure":{"gravity":[0.0,-1.0,0.0],"step":{"hz":60.0}}}"#,
        r#"{"add":{"name":"new","shape":{"box":{"half":[1,1,1]}}}}"#,
        r#"{"remove":[0,0]}"#,
        r#"{"rename":[[0,0],"other"]}"#,
        r#"{"pull":{"body":[0,0],"local_point":[0,0,0],"target":[1,2,3],"force_limit":10}}"#,
        r#""let_go""#,
        r#"{"impulse":{"body":[0,0],"impulse":[1,0,0],"point":[0,0,0]}}"#,
        r#""end_gesture""#,
    ];
    let scene = r#"{"bodies":[{"shape":{"sphere":{"radius":1}}}]}"#;
    let deeds: String = deeds.iter().map(|deed| format!("{{\"do\":[0,{deed}]}}\n")).collect();
    let zeros = ["0000000000000000"; 3].join("\",\"");
    texts.push(format!(
        "{{\"carom_recording\":1}}\n{{\"scene\":{scene}}}\n{deeds}{{\"step\":[1,\"{zeros}\"]}}\n\
         {{\"bodies\":[1,[[0,\"0000000000000000\"]]]}}\n{{\"end\":[1,\"00000000\"]}}\n"
    ));
    let start = laboratories().first().map(|entry| Lab::write_start(Lab::new(entry).setup())).unwrap_or_default();
    let deeds = r#"{"do":[0,{"set":["speed",{"number":2.0}]}]}
{"do":[0,{"set":["target",{"choice":1}]}]}
{"do":[0,{"drag":["target",[1.0,2.0,0.0]]}]}
{"do":[0,{"click":[0.0,0.0,0.0]}]}
{"do":[0,"undo"]}
{"do":[0,"redo"]}"#;
    texts.push(format!(
        "{{\"carom_recording\":1}}\n{{\"laboratory\":{start}}}\n{deeds}\n{{\"step\":[1,\"0000000000000000\"]}}\n\
         {{\"end\":[1,\"00000000\"]}}\n"
    ));
    texts
}

fn conditions() -> Vec<String> {
    let whole = [
        "speed(lively ball) < 2 and not touching(lively ball, turned box)",
        "time >= 3 s or (height(#0) - 5 mm) * 2 / 3 > -x(#1)",
        "feature(lively ball, turned box) == \"edge +x+y\"",
        "abs(energy_drift) < 1 % and penetration <= 0.1 mm",
        "distance < 50 cm or closing_speed > 2 km/h or angle != 90 deg",
        "not not nan and step == 12",
    ];
    let alone = QUANTITIES.iter().flat_map(|row| [row.name.to_owned(), format!("{} > 0.5", row.name)]);
    whole.iter().map(|text| (*text).to_owned()).chain(alone).collect()
}

fn command_lines() -> Vec<String> {
    let lines = [
        "run pyramid --steps 10 --hz 120 --sub-steps 8 --threads 2 --json",
        "run first_bounce --seconds 2.5 --out - --format csv --every 5 --contacts",
        "run stack --assert time<5 --pause-when contacts>3 --record a.caromrec --trace b.jsonl",
        "render stack --at 0.5 --size 64x64 --out a.png --show points,normals --theme light --camera 1,2,3,0,0,0",
        "render pyramid --seconds 2 --fps 30 --out a.gif --select ball --follow ball --poses",
        "view lab:pursuit --set speed=3 --choose target=circle --place chaser=1,2",
        "contact first_bounce --at 1.2 --bodies a,b --form json",
        "check a.toml b.json",
        "trace check a.trace.jsonl --json --fail-on normal=5 --worst 3 --threads 1",
        "trace diff a b --tolerance 1e-3",
        "trace info a",
        "listen 127.0.0.1:0 --no-window --steps 5",
        "replay a.caromrec --verify --threads 2",
        "bench pyramid --steps 5 --threads 1 --json",
        "truths --crowd 8 --quick --only V5",
        "scenes --json",
        "completions bash",
        "man run",
        "--set ball.mass=2 --set gravity=0,-1.6,0 --set ball.shape.sphere.radius=0.3",
    ];
    let line = |line: &&str| line.replace(' ', "\n");
    lines.iter().map(line).collect()
}

/// For every laboratory a line for each of the first things that can be set, and settings of a scene.
fn given_settings() -> Vec<String> {
    let of_laboratories = laboratories().iter().map(|entry| {
        let lab = Lab::new(entry);
        let parameters = lab.experiment().parameters().into_iter().map(|Parameter { name, kind, .. }| match kind {
            ParameterKind::Number { range, unit, .. } => format!("set {name}={} {unit}", range.start()),
            ParameterKind::Choice { names, .. } => format!("choose {name}={}", names[names.len() - 1]),
            ParameterKind::Flag(on) => format!("set {name}={}", if on { "off" } else { "on" }),
            ParameterKind::Hold(_) => format!("set {name}=on"),
            ParameterKind::Action | ParameterKind::Preset => format!("set {name}=press"),
        });
        let places = lab.experiment().handles().into_iter().map(|handle| format!("place {}=0.5,0.25", handle.name));
        let mut lines = vec![entry.id.to_owned()];
        lines.extend(places.take(2).chain(parameters));
        lines.truncate(5);
        lines.join("\n")
    });
    let of_scenes = [
        "\nset gravity=0,-1.6,0\nset hz=120\nset rules.floor=0\nset edge ball.position=1,2,3",
        "scene\nset face ball.mass=2\nset face ball.shape.sphere.radius=0.3\nset restitution=0.5",
    ];
    of_laboratories.chain(of_scenes.map(str::to_owned)).collect()
}

/// The beginnings of the recordings that come with the program, and one line of each kind.
fn traces() -> Vec<String> {
    let head = r#"{"trace":1,"engine":"x 1.0","up":"+y","units":"m","hand":"right","quat":"xyzw","impulse":"N.s","dt":0.01,"gravity":[0,-9.8,0]}"#;
    let bodies = r#"{"body":1,"shape":{"box":[1,1,1]},"p":[0,0,0],"q":[0,0,0,1],"mass":1}
{"body":"b","shape":{"sphere":0.5},"motion":"static"}
{"body":3,"shape":{"capsule":[0.5,1]}}
{"body":4,"shape":{"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}}}
{"step":1,"t":0.01,"b":[[1,0,0,0,0,0,0,1,1,0,0,0,0,0]],"c":[[1,"b",[0,1,0],[[0,0,0,-0.1,2]],{"fa":"face","fb":"edge"}]]}
{"gone":1}
{"note":"words"}"#;
    let mut texts = vec![format!("{head}\n{bodies}\n")];
    for sample in &SAMPLES {
        // As many lines of it as the shortest input that has steps.
        let Ok(mut reader) = trace::TraceReader::unpacking(Cursor::new(sample.bytes)) else { continue };
        let mut writer = None;
        for _ in 0..40 {
            let Ok(Some(line)) = reader.next_line() else { break };
            match (&mut writer, &line) {
                (None, trace::TraceLine::Header(header)) => writer = trace::TraceWriter::new(vec![], header).ok(),
                (Some(writer), line) => drop(writer.line(line)),
                (None, _) => {}
            }
        }
        let mut text = String::new();
        let written = writer.map(trace::TraceWriter::into_inner).unwrap_or_default();
        let _ = Cursor::new(written).read_to_string(&mut text);
        let whole_lines = text.match_indices('\n').map(|(at, _)| at + 1).take_while(|at| *at <= 2 * LONGEST).last();
        text.truncate(whole_lines.unwrap_or_default());
        texts.push(text);
    }
    texts
}

fn links() -> Vec<String> {
    let scene = "name = \"mine\"\n[[bodies]]\nshape = { sphere = { radius = 1 } }\n";
    let packed = carom::link::Packed { text: Some(scene.into()), step: 12, view: None };
    let address = packed.address("https://example.org/carom/", "scene=pyramid", true).unwrap_or_default();
    let typed = [
        "https://example.org/carom/?scene=pyramid&set=ball.mass=2&step=120#s=",
        "?lab=reflection&set=friction%3D0.2&embed=1",
        "?trace=https://example.org/a.trace.jsonl.gz",
        "12\nname = \"x\"",
        "120\n{\"lab\": \"pursuit\"}",
    ];
    typed.iter().map(|text| (*text).to_owned()).chain([address, format!("7\n{scene}")]).collect()
}

fn settings() -> Vec<String> {
    let whole = "theme = \"Light\"\nlanguage = \"English\"\nfont_scale = 1.25\narrow_length = \"Metres\"\nboth_arrows = true\n\
                 shadows = false\ngrid = true\nside_open = true\nside_width = 320.0\nside_tab = \"Body\"\nguide_width = 380.0\n\
                 drawer_open = false\ndrawer_height = 260.0\ndrawer_tab = \"Contacts\"\nwindow = [1280.0, 720.0]\n\
                 maximized = false\nlink_base = \"https://example.org\"\nrecent = [\"a.toml\"]\n[layers]\npoints = true\n";
    ["", "theme = 7", "font_scale = nan\nwindow = [inf, -5.0]", whole].map(str::to_owned).to_vec()
}
