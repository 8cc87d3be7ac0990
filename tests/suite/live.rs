//! Engines that send while they run: they wait when nobody asks for more, and whatever becomes of them is a message.

use carom::headless::follow_listener;
use carom::playback::Playback;
use carom::timeline::TimeMachine;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const BODIES: &str = r#"{"body":"ground","motion":"static","shapes":[{"plane":[0,1,0,0]}],"pose":[0,0,0,0,0,0,1]}
{"body":"ball","shapes":[{"sphere":0.5}],"pose":[0,3,0,0,0,0,1]}
"#;

/// A step in which the ball is a centimetre lower, and touches the ground from step 250 on.
fn step(number: u64) -> String {
    let y = (3.0 - 0.01 * number as f64).max(0.5);
    let contact = if number >= 250 { r#"["ground","ball",[0,1,0],[[0,0,0,0]]]"# } else { "" };
    format!("{{\"step\":{number},\"b\":[[\"ball\",0,{y},0,0,0,0,1,0,-0.6,0,0,0,0]],\"c\":[{contact}]}}\n")
}

/// A playback that waits for an engine, and the way to it.
fn waiting() -> (Playback, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let playback = follow_listener(listener).unwrap();
    (playback, TcpStream::connect(address).unwrap())
}

/// Steps until `done`, or fails when no step has come for ten seconds.
fn follow(playback: &mut Playback, done: impl Fn(&Playback) -> bool) {
    let (mut last, mut steps) = (Instant::now(), 0);
    while !done(playback) {
        playback.step();
        if playback.film().steps != steps {
            (last, steps) = (Instant::now(), playback.film().steps);
        }
        assert!(last.elapsed() < Duration::from_secs(10), "nothing comes: {:?}", playback.film());
    }
}

#[test]
fn an_engine_that_waits_for_answers_halts_at_the_step_at_which_a_condition_holds() {
    let mut carom = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["listen", "127.0.0.1:0", "--no-window", "--json", "--pause-when", "touching(ground, ball)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Where it waits is the first thing that it says.
    let mut said = BufReader::new(carom.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let mut engine = TcpStream::connect(line.trim().rsplit(' ').next().unwrap()).unwrap();
    write!(engine, "{{\"trace\":1,\"engine\":\"test\",\"ack\":true}}\n{BODIES}").unwrap();
    let mut answered = 0;
    for number in 1..=400 {
        engine.write_all(step(number).as_bytes()).unwrap();
        let mut answer = [0];
        if engine.read(&mut answer).unwrap_or(0) == 0 {
            break;
        }
        assert_eq!(answer, *b"\n");
        answered = number;
    }
    // The step at which the ball touches is not answered: there the engine stands.
    assert_eq!(answered, 249);
    let out = carom.wait_with_output().unwrap();
    assert!(out.status.success());
    let summary: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((summary["steps"].as_u64(), summary["stopped_at"]["step"].as_u64()), (Some(250), Some(250)));
}

#[test]
fn a_sender_that_floods_waits_until_it_is_asked_and_all_can_be_gone_back_through() {
    const STEPS: u64 = 40_000;
    let (mut playback, mut engine) = waiting();
    let sent = Arc::new(AtomicU64::new(0));
    let counter = sent.clone();
    let sender = thread::spawn(move || {
        write!(engine, "{{\"trace\":1}}\n{BODIES}").unwrap();
        // Many bytes a step, so that what waits on the way is soon full.
        let note = format!("{{\"note\":\"{}\"}}\n", "x".repeat(2000));
        for number in 1..=STEPS {
            engine.write_all(note.as_bytes()).unwrap();
            engine.write_all(step(number).as_bytes()).unwrap();
            counter.store(number, Ordering::Relaxed);
        }
    });
    follow(&mut playback, |playback| playback.film().steps == 10);
    // Nobody asks: what it can still send is what fits into buffers on the way.
    let before = loop {
        let before = sent.load(Ordering::Relaxed);
        thread::sleep(Duration::from_millis(150));
        if sent.load(Ordering::Relaxed) == before {
            break before;
        }
    };
    assert!(before < STEPS, "{before} steps were sent, but 10 were asked for");
    follow(&mut playback, |playback| !playback.is_live());
    sender.join().unwrap();
    assert_eq!((playback.film().first, playback.film().last, playback.film().steps), (1, STEPS, STEPS));
    assert_eq!(playback.broke_off(), None);
    for number in [7, 39_999, 250, 249, STEPS, 12] {
        playback.seek(number);
        assert_eq!(playback.step_count(), number);
        assert_eq!(playback.frame().contacts().len(), usize::from(number >= 250));
    }
    playback.step();
    assert_eq!(playback.step_count(), 13, "forwards from there");
}

#[test]
fn going_back_while_the_engine_still_sends_loses_nothing() {
    let (mut playback, mut engine) = waiting();
    assert!(playback.waits() && playback.frame().cast().members.is_empty());
    write!(engine, "{{\"trace\":1,\"engine\":\"slow\"}}\n{BODIES}{}{}", step(1), step(2)).unwrap();
    follow(&mut playback, |playback| playback.film().steps == 2);
    assert_eq!((playback.film().title.as_str(), playback.step_count()), ("slow", 2));
    playback.seek(1);
    assert!(playback.step_count() == 1 && playback.is_live() && !playback.waits());
    write!(engine, "{}{}", step(3), step(4)).unwrap();
    playback.step();
    assert_eq!(playback.step_count(), 2);
    follow(&mut playback, |playback| playback.step_count() == 4);
    playback.seek(3);
    assert_eq!(playback.step_count(), 3);
}

#[test]
fn senders_that_die_lie_or_never_end_a_line_are_a_message_and_what_they_sent_stays() {
    type Damage = (&'static str, Vec<u8>, &'static str);
    let cases: [Damage; 4] = [
        ("killed", b"{\"step\":3,\"b\":[[\"ba".to_vec(), "in the middle of a line"),
        ("liar", b"{\"step\":3,\"b\":[[\"nobody\",0,0,0,0,0,0,1]]}\n".to_vec(), "nobody is not known"),
        ("noise", b"\xff\xfe\x00 noise\n".to_vec(), "line 6"),
        ("endless", vec![b' '; (64 << 20) + 2], "longer than 64 MiB"),
    ];
    for (name, damage, words) in cases {
        let (mut playback, mut engine) = waiting();
        let sender = thread::spawn(move || {
            write!(engine, "{{\"trace\":1}}\n{BODIES}{}{}", step(1), step(2)).unwrap();
            // It may be cut off while it writes.
            let _ = engine.write_all(&damage);
        });
        follow(&mut playback, |playback| !playback.is_live());
        sender.join().unwrap();
        let reason = playback.broke_off().unwrap_or_default().to_owned();
        assert!(reason.contains(words), "{name}: {reason}");
        assert_eq!(playback.film().steps, 2, "{name}");
        playback.seek(1);
        assert_eq!(playback.step_count(), 1, "{name}");
    }
}

#[test]
fn a_port_in_use_a_second_sender_and_a_wrong_address_are_told() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let refused = |address: &str| {
        let out = Command::new(env!("CARGO_BIN_EXE_carom")).args(["listen", address, "--no-window"]).output().unwrap();
        assert_eq!(out.status.code(), Some(2));
        String::from_utf8(out.stderr).unwrap()
    };
    assert!(refused(&address.to_string()).contains("another program waits there already"));
    assert!(refused("nowhere").contains("HOST:PORT"));
    let mut playback = follow_listener(listener).unwrap();
    let mut first = TcpStream::connect(address).unwrap();
    write!(first, "{{\"trace\":1}}\n{BODIES}{}", step(1)).unwrap();
    follow(&mut playback, |playback| playback.film().steps == 1);
    assert!(TcpStream::connect(address).is_err(), "one connection a run");
}

#[test]
fn conditions_on_a_trace_say_what_its_engine_does_not_give() {
    let run = |text: &str, arguments: &[&str]| {
        let mut carom = Command::new(env!("CARGO_BIN_EXE_carom"));
        carom.args(["run", "-"]).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut carom = carom.spawn().unwrap();
        let _ = carom.stdin.take().unwrap().write_all(text.as_bytes());
        let out = carom.wait_with_output().unwrap();
        let said = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (out.status.code(), said(out.stdout) + &said(out.stderr))
    };
    let text = format!("{{\"trace\":1}}\n{BODIES}{}", (1..=300).map(step).collect::<String>());
    let (code, said) = run(&text, &["--pause-when", "height(ball) < 1"]);
    assert!(code == Some(0) && said.contains("at step 201"), "{said}");
    // Its impulses are not given: a condition on them never holds, and none of them is a number.
    let (code, said) = run(&text, &["--pause-when", "impulse(ground, ball) > 0"]);
    assert!(code == Some(0) && said.contains("steps:      300"), "{said}");
    for (condition, words) in [
        ("energy > 1", "gives no gravity"),
        ("kinetic > 1", "gives no masses"),
        ("energy_rise > 1", "carom trace check"),
        ("speed(bal) > 1", "there is no body"),
        ("asleep(ball)", "not told by a trace"),
        ("angel > 1", "did you mean angle"),
    ] {
        let (code, said) = run(&text, &["--pause-when", condition]);
        assert!(code == Some(2) && said.contains(words), "{condition}: {said}");
    }
    let (code, said) = run(&text, &["--assert", "always: height(ball) > 2"]);
    assert!(code == Some(1) && said.contains("step 100 "), "{said}");
    // A ball whose contact is at its lowest point: right.
    let (code, said) = run(&text, &["--assert", "always: angle < 0.1 deg", "--assert", "wrong == 0"]);
    assert!(code == Some(0), "{said}");
}
