//! Reading, writing, faults and conventions.

use super::{
    Convention, Hand, Header, Id, QuatOrder, TraceFault, TraceLine, TraceReader, TraceReplay, TraceWriter, Up,
};
use glam::{DQuat, DVec3};

const GOOD: &str = r#"{"trace":1,"engine":"rapier3d 0.36.1","up":"y","quat":"xyzw","normal":"a_to_b","poses":"after","impulse":"N*s","dt":0.01666667,"gravity":[0,-9.81,0]}
{"body":0,"shapes":[{"plane":[0,1,0,0]}],"motion":"static","pose":[0,0,0,0,0,0,1]}
{"body":"crate","name":"a crate","motion":"dynamic","shapes":[{"box":[0.3,0.2,0.25],"at":[0,0.1,0],"turn":[0,0,0,1],"round":0.05}],"mass":1.2,"restitution":0.3,"friction":0.5,"pose":[0,0.2,0,0,0,0,1]}
{"step":1,"t":0.5,"b":[["crate",0,0.19,0,0,0,0,1,0,-0.1,0,0,0,0]],"c":[[0,"crate",[0,1,0],[[0.3,0,0.25,-0.01,0.5,0.1,0,null],[0.1,0,0]],{"fa":"front","fb":"face -y","pb":[0,0.195,0,0,0,0,1]}]]}
{"note":"solver restarted"}
{"gone":"crate"}
"#;

fn lines(text: &str) -> Result<Vec<TraceLine>, TraceFault> {
    let mut reader = TraceReader::new(text.as_bytes());
    let mut lines = Vec::new();
    while let Some(line) = reader.next_line()? {
        lines.push(line);
    }
    Ok(lines)
}

#[test]
fn what_is_written_reads_back_to_the_same() {
    let read = lines(GOOD).unwrap();
    assert_eq!(read.len(), 6);
    let TraceLine::Header(header) = &read[0] else { panic!("{:?}", read[0]) };
    let mut writer = TraceWriter::new(Vec::new(), header).unwrap();
    for line in &read[1..] {
        writer.line(line).unwrap();
    }
    let written = String::from_utf8(writer.into_inner()).unwrap();
    assert_eq!(lines(&written).unwrap(), read, "{written}");
}

#[test]
fn packed_text_is_read_whatever_its_name_and_a_cut_end_is_told() {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(GOOD.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let count = |bytes: &[u8]| {
        let mut reader = TraceReader::unpacking(bytes).unwrap();
        let mut count = 0;
        while reader.next_line().unwrap().is_some() {
            count += 1;
        }
        (count, reader.is_cut())
    };
    assert_eq!(count(&packed), (6, false));
    assert!(count(&packed[..packed.len() - 20]).1);
    assert_eq!(count(GOOD.as_bytes()), (6, false));
    // A sender that died in the middle of the fourth line.
    let cut = GOOD.find("0.19").unwrap();
    assert_eq!(count(&GOOD.as_bytes()[..cut]), (3, true));
}

#[test]
fn faults_name_their_line_and_column() {
    let cases = [
        (GOOD.replace("\"crate\",[0,1,0]", "\"box\",[0,1,0]"), 4, "body box is not known"),
        (GOOD.replace("0.19,0,0,0,0,1,", "0.19,0,0,0,0,0.5,"), 4, "quaternion of length 0.5"),
        (GOOD.replace("0.19,0,0,0,0,1,0,", "0.19,0,0,0,0,1,"), 4, "7 numbers (pose) or 13"),
        (GOOD.replace("\"trace\":1", "\"trace\":2"), 1, "version 1 is the one that is known"),
        (GOOD.replace("\"quat\":\"xyzw\"", "\"quat\":\"zyx\""), 1, "unknown variant `zyx`"),
        (GOOD.replace("[0.3,0.2,0.25]", "[0.3,0.2]"), 3, "invalid length 2"),
        (GOOD.replace("[0.3,0.2,0.25]", "[0.3,-1,0.25]"), 3, "must be more than 0"),
        (GOOD.replace("\"box\":", "\"cube\":"), 3, "unknown field `cube`"),
        (GOOD.replace("0.19", "1e999"), 4, "number out of range"),
        (GOOD.replace("{\"note\":", "\"note\":"), 5, "invalid type"),
        (GOOD.replace("\"note\"", "\"remark\""), 5, "one of the keys"),
        (GOOD[GOOD.find('\n').unwrap() + 1..].to_string(), 1, "the first line must be the header"),
    ];
    for (text, line, what) in cases {
        let fault = lines(&text).unwrap_err();
        assert!(fault.line == line && fault.what.contains(what), "{fault} (expected line {line}: {what})");
        assert!(fault.column > 0 || what.contains("header"), "{fault}");
    }
}

#[test]
fn unknown_keys_are_skipped_and_named_once() {
    let text = GOOD.replace("{\"step\":1", "{\"color\":[1,{\"deep\":2}],\"step\":1") + "{\"color\":3,\"note\":\"n\"}\n";
    let mut reader = TraceReader::new(text.as_bytes());
    while reader.next_line().unwrap().is_some() {}
    assert_eq!(reader.unknown_keys().collect::<Vec<_>>(), ["color (note)", "color (step)"]);
    // Within shapes and contacts, too.
    let text =
        GOOD.replace("\"round\":0.05", "\"round\":0.05,\"density\":[3]").replace("\"fa\"", "\"age\":{\"in\":2},\"fa\"");
    let mut reader = TraceReader::new(text.as_bytes());
    let mut features = None;
    while let Some(line) = reader.next_line().unwrap() {
        if let TraceLine::Step(step) = line {
            features = step.contacts[0].feature_a.clone();
        }
    }
    assert_eq!(features.as_deref(), Some("front"));
    assert_eq!(reader.unknown_keys().collect::<Vec<_>>(), ["age (contact)", "density (shape)"]);
}

#[test]
fn steps_of_a_run_of_this_program_are_a_trace() {
    let text = r##"{"step":1,"time":0.1,"hash":"00","energy":{},"momentum":[0,0,0],"bodies":[{"name":"ball","position":[0,1,0],"rotation":[0,0,0,1],"velocity":[0,0,0],"spin":[0,0,0],"asleep":false}],"contacts":[{"a":"#floor","b":"ball","normal":[0,1,0],"feature_a":"front","feature_b":"surface","points":[{"position":[0,0,0],"separation":-0.1,"normal_impulse":1,"friction_impulse":[0,0,0]}]}]}
"##;
    let mut replay = TraceReplay::new(TraceReader::new(text.as_bytes())).unwrap();
    assert!(replay.advance().unwrap());
    assert_eq!((replay.header.engine.as_str(), replay.bodies.len(), replay.step.contacts.len()), ("carom", 2, 1));
    assert_eq!(replay.now[0].unwrap()[1], 1.0);
    assert!(replay.now[1].is_none() && !replay.advance().unwrap());
}

#[test]
fn conventions_keep_what_is_seen() {
    // A point of a turned body, in every convention: where it stands must be what a right-handed, y-up viewer sees.
    let place = DVec3::new(1.0, 2.0, 3.0);
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, -2.0, 0.5).normalize(), 0.7);
    let corner = DVec3::new(0.3, -0.2, 0.5);
    let seen = place + turn * corner;

    // z up: (x, y, z) of the trace is (x, z, −y) here.
    let header = Header { up: Up::Z, quat: QuatOrder::Wxyz, ..Header::default() };
    let convention = Convention::new(&header);
    let to_trace = |v: DVec3| [v.x, -v.z, v.y];
    assert!(convention.vector(to_trace(seen)).distance(seen) < 1e-12);
    let up = DQuat::from_rotation_arc(DVec3::Y, DVec3::Z);
    let q = up * turn;
    let p = to_trace(place);
    let pose = convention.pose(&[p[0], p[1], p[2], q.w, q.x, q.y, q.z]);
    assert!(pose.point(corner).distance(seen) < 1e-12, "{pose:?}");

    // Left-handed, in centimetres: the same world in a mirror, z the other way.
    let header = Header { hand: Hand::Left, metres: 0.01, ..Header::default() };
    let convention = Convention::new(&header);
    let mirrored = |v: DVec3| [100.0 * v.x, 100.0 * v.y, -100.0 * v.z];
    let p = mirrored(place);
    let pose = convention.pose(&[p[0], p[1], p[2], -turn.x, -turn.y, turn.z, turn.w]);
    assert!(pose.position.distance(place) < 1e-12 && pose.point(corner).distance(seen) < 1e-12);
    // A spin of which the body's points move as they are seen to: v = ω × r.
    let spin = DVec3::new(0.4, 0.5, -0.6);
    assert!(convention.spin([-0.4, -0.5, -0.6]).distance(spin) < 1e-12);
}

#[test]
fn a_name_that_a_terminal_would_obey_is_shown_on_one_line() {
    let id = Id::Text("a\u{1b}[2Jb\n".into());
    assert_eq!((id.to_string(), format!("{id:<9}|")), ("a [2Jb ".into(), "a [2Jb   |".into()));
    assert_eq!(serde_json::to_value(&id).unwrap(), "a\u{1b}[2Jb\n");
}
