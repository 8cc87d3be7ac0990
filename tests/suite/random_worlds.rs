//! Random legal worlds of sixteen families, and what must be true of every step of each.
//!
//! The oracle knows nothing of collision: it has the support function of each shape, written anew, and the planes that
//! a body may not cross. After every step
//!
//! - every pose and velocity is finite, no body is frozen, and nobody is faster than the terminal speed;
//! - nobody who starts before a wall, a floor or a plate that closes off the place is behind it: for a thin wall with
//!   its centre, else as a whole; nor is any part of anybody deeper in there than the family allows;
//! - the energy of those families that nothing drives has not grown: by more than one part in a hundred of what there
//!   was, counted from the lowest place that there is.
//!
//! `cargo test` takes thirty draws of each family. `CAROM_DRAWS=1000` takes so many of each, `CAROM_FAMILY=plates` only
//! the families with that in their names, `CAROM_SEED=17` that draw alone, and cuts its scene down to the bodies that
//! it takes to fail.

mod draw;
mod families;
mod oracle;

use super::dice::Dice;
use carom::physics::Motion;
use carom::scene::{Scene, SceneBody, to_toml};
use draw::{Draw, begin};
use families::FAMILIES;

/// Draws of each family that `cargo test` takes.
const DRAWS: u64 = 30;

/// What went wrong first, if anything.
fn run(draw: &Draw) -> Option<String> {
    let (mut world, watch) = match begin(draw) {
        Ok(begun) => begun,
        Err(fault) => return Some(fault),
    };
    (1..=draw.steps).find_map(|step| {
        world.step();
        watch.fault(&world).map(|fault| format!("step {step}: {}", fault.text))
    })
}

/// The same draw with as few bodies as still go wrong.
fn cut_down(draw: &Draw) -> Draw {
    let mut least = draw.clone();
    while let Some(smaller) = (0..least.bodies.len()).rev().find_map(|i| {
        let mut smaller = least.clone();
        smaller.bodies.remove(i);
        // What is held by the wall that was taken away is not meant.
        let fixed = least.bodies[i].motion == Motion::Static;
        (!fixed && run(&smaller).is_some()).then_some(smaller)
    }) {
        least = smaller;
    }
    least
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn nothing_leaves_sinks_freezes_or_gains_energy_in_worlds_of_sixteen_families() {
    let (only, alone) = (std::env::var("CAROM_FAMILY").unwrap_or_default(), number("CAROM_SEED"));
    let mut report = vec![];
    for (name, family) in FAMILIES.iter().filter(|(name, _)| name.contains(&only)) {
        let seeds = match alone {
            Some(seed) => seed..seed + 1,
            None => 0..number("CAROM_DRAWS").unwrap_or(DRAWS),
        };
        let (count, mut failed, mut first) = (seeds.end - seeds.start, vec![], String::new());
        for seed in seeds {
            let draw = family(&mut Dice::warm(seed));
            if let Some(fault) = run(&draw) {
                failed.push(seed);
                if first.is_empty() {
                    first = format!("seed {seed}: {fault}");
                    if alone.is_some() {
                        let least = cut_down(&draw);
                        first += &format!("\n{}\n{}", run(&least).unwrap_or_default(), scene(name, &least));
                    }
                }
            }
        }
        if !failed.is_empty() {
            report.push(format!("{name}: {} of {count} draws failed, seeds {failed:?}; {first}", failed.len()));
        }
    }
    assert!(report.is_empty(), "\n{}", report.join("\n"));
}

/// Draws of the family at the wall in which somebody passed once: held from a path that began behind the wall,
/// because the bounce was not taken out of it (82 to 4013), led astray by impacts and not asked whether it had
/// passed (6 to 4223), asked when it would touch as if it were still borne (757 to 2915), held though it turned its
/// other end in from beyond the wall (35 to 2559), and pushed out more slowly than it was pressed in (1813).
const PASSED_ONCE: [u64; 32] = [
    82, 2453, 3206, 3499, 3615, 3831, 3877, 4013, 6, 36, 50, 145, 148, 170, 195, 350, 375, 4223, 757, 833, 1291, 1694,
    2233, 2262, 2698, 2907, 2915, 35, 2312, 2534, 2559, 1813,
];

#[test]
fn what_is_pressed_and_bounces_late_in_a_step_does_not_begin_behind_the_wall() {
    let (_, pressed) = FAMILIES.iter().find(|(name, _)| name.starts_with("pressed")).unwrap();
    let faults: Vec<_> =
        PASSED_ONCE.iter().filter_map(|seed| Some((seed, run(&pressed(&mut Dice::warm(*seed)))?))).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A rod that spins fast came slowly enough at the start of a step to be the solver's, turned into another body and went
/// 24 cm into the ceiling.
#[test]
fn what_turns_fast_and_comes_slowly_is_met_in_time() {
    let (_, aslant) = FAMILIES.iter().find(|(name, _)| name.contains("aslant")).unwrap();
    assert_eq!(run(&aslant(&mut Dice::warm(187))), None);
}

/// A plate that had rolled over the corner it struck with turned its other end 18 cm into a thick floor: the solver was
/// trusted with what swings in by less than the distance to the middle of the floor.
#[test]
fn a_plate_that_rolls_over_its_corner_stays_on_a_thick_floor() {
    let (_, plates) = FAMILIES.iter().find(|(name, _)| name.starts_with("plates")).unwrap();
    assert_eq!(run(&plates(&mut Dice::warm(3530))), None);
}

/// The draw as a scene file.
fn scene(name: &str, draw: &Draw) -> String {
    let bodies = draw.bodies.iter().map(|desc| SceneBody { name: None, desc: *desc }).collect();
    to_toml(&Scene { name: name.into(), config: draw.config, bodies, ..Scene::default() })
}
