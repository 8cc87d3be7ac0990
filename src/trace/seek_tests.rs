//! Any step of an indexed trace is what reading from the beginning gives; and no text, however broken, does harm.

use super::index::Limits;
use super::{Index, TraceReader, TraceReplay};
use std::fmt::Write;
use std::io::Cursor;

/// Numbers that are the same in every run.
struct SeekDice(u64);

impl SeekDice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }
}

fn id(body: usize) -> String {
    if body.is_multiple_of(3) { format!("\"a],[b {body}\"") } else { body.to_string() }
}

/// Bodies that come late, sleep, go, come back and are declared anew; lines in other orders and in this program's own.
fn text(steps: usize, bodies: usize, dice: &mut SeekDice) -> String {
    let mut text = String::from("{\"trace\":1,\"engine\":\"dice\",\"impulse\":\"N*s\"}\n");
    let mut declared = 0;
    for step in 1..=steps {
        while declared < bodies && (declared < bodies / 2 || dice.roll(10) == 0) {
            let pose = if dice.roll(2) == 0 { String::new() } else { format!(",\"pose\":[{declared},0,0,0,0,0,1]") };
            writeln!(text, "{{\"body\":{},\"shapes\":[{{\"sphere\":1}}]{pose}}}", id(declared)).unwrap();
            declared += 1;
        }
        // All that a reader may meet between two steps: a body that goes, a note with an empty line, a body declared
        // anew.
        match dice.roll(12) {
            0 => writeln!(text, "{{\"gone\":{}}}", id(dice.roll(declared))).unwrap(),
            1 => writeln!(text, "{{\"note\":\"before {step}\"}}\n").unwrap(),
            2 => {
                let (body, radius) = (id(dice.roll(declared)), 1 + dice.roll(5));
                let pose = if dice.roll(2) == 0 { "" } else { ",\"pose\":[0,5,0,0,0,0,1]" };
                writeln!(text, "{{\"body\":{body},\"shapes\":[{{\"sphere\":{radius}}}]{pose}}}").unwrap();
            }
            _ => {}
        }
        let mut rows = Vec::new();
        for body in 0..declared {
            if dice.roll(3) > 0 {
                let velocity = if dice.roll(2) == 0 { ",1,2,3,4,5,6" } else { "" };
                rows.push(format!("[{},{step},{},0.5,0,0,0,1{velocity}]", id(body), dice.roll(100)));
            }
        }
        // The same step in three spellings: spaces and another order of keys, an escaped key, and the plain one.
        let (rows, contact) = (rows.join(","), format!("[[{},{},[0,1,0],[[0,0,0,-0.01]]]]", id(0), id(1)));
        match dice.roll(4) {
            0 => writeln!(text, "{{ \"c\" : {contact} , \"b\" : [ {rows} ] , \"step\" : {step} }}").unwrap(),
            1 => writeln!(text, "{{\"step\":{step},\"\\u0062\":[{rows}],\"c\":{contact}}}").unwrap(),
            _ => writeln!(text, "{{\"step\":{step},\"t\":0.5,\"b\":[{rows}],\"c\":{contact}}}").unwrap(),
        }
    }
    text
}

/// What can be seen of a replay, in words: the first `bodies` of it, and the forms of those that are seen.
fn seen<R: std::io::BufRead>(replay: &TraceReplay<R>, bodies: usize) -> String {
    let now: Vec<_> = replay.now.iter().take(bodies).copied().collect();
    let forms = now.iter().zip(&replay.bodies).map(|(pose, body)| pose.map(|_| body.shapes.clone()));
    let (forms, before): (Vec<_>, Vec<_>) = (forms.collect(), replay.before.iter().take(bodies).copied().collect());
    let velocities = [&replay.velocities, &replay.velocities_before].map(|v| v[..bodies].to_vec());
    format!("{:?}", (replay.count, &replay.step, now, before, forms, velocities))
}

#[test]
fn any_step_is_what_reading_from_the_beginning_gives() {
    let mut dice = SeekDice(0x5eed);
    // Key frames dense and sparse, and lists so short that they are thinned again and again.
    for limits in [
        Limits::default(),
        Limits { frame_bytes: 3000, ..Limits::default() },
        Limits { frame_bytes: 1, sources: 200, entries: 1 << 20, ..Limits::default() },
        Limits { frame_bytes: 1, sources: 1 << 20, entries: 17, ..Limits::default() },
        Limits { frame_bytes: 500, sources: 100, entries: 40, ..Limits::default() },
    ] {
        let text = text(250, 20, &mut dice);
        let mut linear = TraceReplay::new(TraceReader::new(text.as_bytes())).unwrap();
        let mut expected = Vec::new();
        while linear.advance().unwrap() {
            expected.push((linear.bodies.len(), seen(&linear, linear.bodies.len())));
        }
        let reader = TraceReader::new(Cursor::new(text.as_bytes()));
        let mut index = Index::scan_within(limits, reader, &mut |_| true).unwrap();
        assert_eq!(index.count(), 250);
        for _ in 0..400 {
            let ordinal = dice.roll(250);
            assert!(index.go(ordinal as u64).unwrap());
            let (bodies, state) = &expected[ordinal];
            assert_eq!(&seen(index.replay(), *bodies), state, "step {ordinal} with {limits:?}");
            assert!(index.replay().now[*bodies..].iter().all(Option::is_none));
        }
        for number in [1, 2, 17, 249, 250, 900] {
            assert_eq!(index.ordinal_of(number).unwrap(), (number - 1).min(249), "{limits:?}");
        }
        // Beyond the last there is the last.
        assert!(index.go(1000).unwrap() && index.replay().step.step == 250);
    }
}

#[test]
fn steps_of_this_program_and_empty_traces_are_indexed_too() {
    let body = |y: u64| {
        format!(r#"{{"name":"ball","position":[0,{y},0],"rotation":[0,0,0,1],"velocity":[0,0,0],"spin":[0,0,0]}}"#)
    };
    let line = |step: u64| format!("{{\"step\":{step},\"time\":0.1,\"bodies\":[{}],\"contacts\":[]}}\n", body(step));
    let text: String = (1..=50).map(line).collect();
    let reader = TraceReader::new(Cursor::new(text.as_bytes()));
    let limits = Limits { frame_bytes: 200, ..Limits::default() };
    let mut index = Index::scan_within(limits, reader, &mut |_| true).unwrap();
    for ordinal in [49, 3, 0, 20, 21] {
        assert!(index.go(ordinal).unwrap());
        assert_eq!(index.replay().now[0].unwrap()[1], ordinal as f64 + 1.0);
    }
    let scan = |text: &'static str| Index::scan(TraceReader::new(Cursor::new(text)), &mut |_| true);
    assert!(scan("").is_err() && scan("{\"step\":1}\n").is_err());
    let mut empty = scan("{\"trace\":1}\n").unwrap();
    assert!(!empty.go(0).unwrap());
}

#[test]
fn what_comes_before_too_many_declarations_stays_usable() {
    let body = r#"{"body":"ball","shapes":[{"sphere":0.5}],"pose":[0,1,0,0,0,0,1]}"#;
    let text =
        format!("{{\"trace\":1}}\n{body}\n{{\"step\":1}}\n{{\"step\":2}}\n{body}\n{body}\n{body}\n{{\"step\":3}}\n");
    let scan = |again: usize| {
        let limits = Limits { again, ..Limits::default() };
        Index::scan_within(limits, TraceReader::new(Cursor::new(text.clone())), &mut |_| true).unwrap()
    };
    // The first declaration and the three that follow.
    assert!(scan(5).fault().is_none() && scan(5).count() == 3);
    let mut cut = scan(3);
    let fault = cut.fault().unwrap();
    assert_eq!((fault.line, fault.what.as_str()), (6, "more than 3 bodies declared anew"));
    assert_eq!(cut.count(), 2);
    assert!(cut.go(1).unwrap() && cut.replay().step.step == 2);
}

#[test]
fn what_comes_before_a_fault_stays_usable() {
    let good = text(30, 6, &mut SeekDice(7));
    let reader = TraceReader::new(Cursor::new(good.clone() + "{\"step\":31,\"b\":[[999,0]]}\n{\"step\":32}\n"));
    let mut index = Index::scan(reader, &mut |_| true).unwrap();
    let fault = index.fault().unwrap().clone();
    assert!(fault.what.contains("body 999 is not known") && fault.line as usize == good.lines().count() + 1, "{fault}");
    assert!(index.go(29).unwrap() && index.replay().step.step == 30);
    // Numbers are read only where one goes to: a fault there leaves the rest.
    let quick = |line: &&str| line.contains("\"t\":0.5,\"b\":[[") && line.contains(",0.5,0,0,0,1");
    let line = good.lines().find(quick).unwrap();
    let broken = good.replacen(line, &line.replacen(",0.5,0,0,0,1", ",0.5,0,0,0,7", 1), 1);
    let mut index = Index::scan(TraceReader::new(Cursor::new(broken)), &mut |_| true).unwrap();
    let failed = (0..30).filter(|ordinal| index.go(*ordinal).is_err()).count();
    assert!(failed > 0 && index.go(0).is_ok_and(|found| found), "{failed}");
}

#[test]
fn of_steps_on_the_way_only_the_poses_are_read() {
    let good = text(30, 6, &mut SeekDice(7));
    let contacts = "\"c\":[[\"a],[b 0\",1,[0,1,0],";
    // Breaks one contact in the midst: its line is whole for whoever reads poses alone.
    let (at, line) = good.lines().enumerate().filter(|(_, line)| line.contains(contacts)).nth(10).unwrap();
    let number = good.lines().take(at).filter(|line| line.contains("\"step\"")).count() as u64;
    let broken = good.replacen(line, &line.replacen("[0,1,0]", "[0,1,null]", 1), 1);
    let mut index = Index::scan(TraceReader::new(Cursor::new(broken)), &mut |_| true).unwrap();
    let failed: Vec<u64> = (0..30).filter(|ordinal| index.go(*ordinal).is_err()).collect();
    assert_eq!(failed, [number], "steps before and behind the one whose contact is broken are there");
    // Without its contacts that step is there, too, as are all others; with them, where they are asked for then.
    let mut linear = TraceReplay::new(TraceReader::new(good.as_bytes())).unwrap();
    for ordinal in 0..30 {
        assert!(linear.advance().unwrap() && index.go_bare(ordinal).unwrap());
        assert!(index.replay().now[..linear.now.len()] == linear.now && index.replay().step.contacts.is_empty());
        if ordinal != number {
            assert!(index.go(ordinal).unwrap() && index.replay().step.contacts == linear.step.contacts);
        }
    }
}

/// Breaks a text in some place.
fn mutate(text: &mut Vec<u8>, dice: &mut SeekDice) {
    const WORDS: [&str; 16] = [
        "null",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\"",
        "\\",
        "-",
        "1e999",
        "18446744073709551616",
        "\"step\":",
        "\"b\":[",
        "\n",
        "{\"gone\":1}\n",
        "\u{fffd}",
    ];
    // A bit turned, bytes lost, a word of the format put in, a piece said twice, any byte, or the end cut off.
    let at = dice.roll(text.len() + 1);
    match dice.roll(6) {
        0 if at < text.len() => text[at] ^= 1 << dice.roll(8),
        1 => drop(text.drain(at..(at + dice.roll(40)).min(text.len()))),
        2 => drop(text.splice(at..at, WORDS[dice.roll(WORDS.len())].bytes())),
        3 => {
            let piece = text[at..(at + dice.roll(200)).min(text.len())].to_vec();
            let to = dice.roll(text.len() + 1);
            drop(text.splice(to..to, piece));
        }
        4 if at < text.len() => text[at] = dice.roll(256) as u8,
        _ => text.truncate(at.max(40)),
    }
}

/// Reads mutants to their ends, both ways, and tells how many were read whole.
fn read_mutants(count: usize, seed: u64) -> usize {
    let mut dice = SeekDice(seed);
    let texts: Vec<String> = (0..8).map(|_| text(6, 5, &mut dice)).collect();
    let mut whole = 0;
    for number in 0..count {
        let mut text = texts[number % texts.len()].clone().into_bytes();
        for _ in 0..=dice.roll(3) {
            mutate(&mut text, &mut dice);
        }
        let (mut states, mut is_whole) = (Vec::new(), false);
        if let Ok(mut replay) = TraceReplay::new(TraceReader::new(text.as_slice())) {
            is_whole = loop {
                match replay.advance() {
                    Ok(true) => states.push((replay.bodies.len(), seen(&replay, replay.bodies.len()))),
                    Ok(false) => break true,
                    Err(_) => break false,
                }
            };
        }
        whole += usize::from(is_whole);
        // So small that frames and entries are thinned within six steps.
        let limits = Limits { frame_bytes: 100, sources: 30, entries: 4, ..Limits::default() };
        let Ok(mut index) = Index::scan_within(limits, TraceReader::new(Cursor::new(&text)), &mut |_| true) else {
            assert!(states.is_empty(), "{}", String::from_utf8_lossy(&text));
            continue;
        };
        for ordinal in (0..index.count()).rev() {
            let found = index.go(ordinal);
            // What reading from the beginning gives must be there, and be the same.
            if let Some((bodies, state)) = states.get(ordinal as usize)
                && is_whole
            {
                assert!(found.is_ok(), "{}", String::from_utf8_lossy(&text));
                assert_eq!(&seen(index.replay(), *bodies), state, "{}", String::from_utf8_lossy(&text));
            }
        }
        assert!(!is_whole || index.count() as usize == states.len(), "{}", String::from_utf8_lossy(&text));
    }
    whole
}

#[test]
fn mutants_do_no_harm_and_read_the_same_both_ways() {
    let whole = read_mutants(3000, 1);
    // Some are still sound, most are not: else nothing was tried.
    assert!((30..2000).contains(&whole), "{whole}");
}

#[test]
#[ignore = "takes long: for a change of the reader"]
fn ten_million_mutants_do_no_harm() {
    read_mutants(10_000_000, 2);
}
