//! The targets of the fuzzer over what it starts from, cut and changed a little: what `make fuzz` does for hours with
//! an eye on the branches taken, here without one and in seconds.

#[path = "../fuzz/src/seeds.rs"]
mod seeds;
#[path = "../fuzz/src/targets.rs"]
mod targets;

use carom::math::splitmix64;
use std::panic::catch_unwind;

/// Changed inputs of each seed.
const CHANGES: u64 = 12;

/// The seed cut off, with a byte changed, or with a piece doubled.
fn changed(seed: &[u8], number: u64) -> Vec<u8> {
    let mut input = seed.to_vec();
    let random = splitmix64(&mut (number ^ ((seed.len() as u64) << 32)));
    let at = (random >> 8) as usize % input.len().max(1);
    match number % 3 {
        0 => input.truncate(at),
        1 => input.iter_mut().skip(at).take(1).for_each(|byte| *byte = b"{}[]\",=.#-\n09e"[random as usize % 14]),
        _ => {
            let end = (at + 40).min(input.len());
            let piece = input[at.min(end)..end].to_vec();
            input.splice(at.min(end)..at.min(end), piece);
        }
    }
    input
}

#[test]
fn every_target_takes_its_seeds_and_what_is_near_them() {
    for (name, target) in targets::TARGETS {
        let seeds = seeds::seeds(name);
        assert!(seeds.len() >= 4, "{name} has {} seeds", seeds.len());
        for seed in &seeds {
            let near = (0..CHANGES).map(|number| changed(seed, number));
            for input in std::iter::once(seed.clone()).chain(near) {
                let text = String::from_utf8_lossy(&input).into_owned();
                assert!(catch_unwind(|| target(&input)).is_ok(), "{name} fails on\n{text}");
            }
        }
    }
}

#[test]
fn the_words_of_a_target_are_those_of_its_seeds() {
    let words = seeds::dictionary("scene_toml");
    for word in ["bodies", "restitution", "half_height", "[[", "bookmarks"] {
        assert!(words.contains(&format!("\"{word}\"\n")), "{word}");
    }
}
