//! A soak: millions of steps of all scenes of the gallery and of random legal worlds, watched. `make soak`, or
//! `make soak STEPS=13000000` for so many steps.
//!
//! Scenes of the gallery run on from round to round; between them one draw of each of the families of `tests/suite` and
//! some of the random worlds of `worst_step` are taken. Every world is run twice, the second time with another number
//! of threads, which must come to the same bits. Watched are also energy (bodies that sleep do not move, and where
//! nothing is driven there is never more than at the start), numbers that are none, bodies that freeze or leave, how
//! long a step takes, and that memory does not grow. The table at the end has a row of each kind of world; any fault
//! ends in exit code 1.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what it finds is what it is for")]

#[path = "../tests/suite/dice.rs"]
mod dice;
#[path = "../tests/suite/random_worlds/draw.rs"]
mod draw;
#[path = "../tests/suite/random_worlds/families.rs"]
mod families;
#[path = "../tests/suite/random_worlds/oracle.rs"]
mod oracle;
#[path = "worlds/random.rs"]
mod random;

use carom::physics::{Motion, World};
use carom::scene::gallery;
use carom::sim::Sim;
use dice::Dice;
use draw::{Fault, Kind, begin, is_finite};
use oracle::energy;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

/// Steps without a number on the command line.
const STEPS: u64 = 200_000;

/// Steps of a random legal world.
const RANDOM_STEPS: usize = 60;

/// Random legal worlds of a round.
const RANDOM_WORLDS: u64 = 2;

/// Steps of a scene of the gallery in which nothing leaves.
const STAYS: usize = 600;

/// Hashes are compared after so many steps.
const HASHED: usize = 8;

/// A step may take so long (ms): what a window can wait for.
const LONGEST: f64 = 100.0;

/// So much of all steps is to warm up: memory may grow no more after that. The crowds of the gallery take a few steps a
/// round and have all their contacts late.
const WARM_UP: f64 = 0.4;

/// Rounds of the warm-up from which on it can be told whether memory grows.
const WARM_ROUNDS: u64 = 150;

/// By so much it may, for worlds of the second part may be larger (share, and MiB besides).
const GROWTH: [f64; 2] = [0.25, 16.0];

/// Faults that are told in full.
const TOLD: usize = 20;

/// What can be wrong, in the order of the columns.
const COLUMNS: [&str; 6] = ["bits", "energy", "NaN", "frozen", "outside", "slow"];

/// What became of one kind of worlds.
struct Tally {
    name: &'static str,
    worlds: u64,
    steps: u64,
    /// Faults, by column.
    faults: [u64; COLUMNS.len()],
    told: Vec<String>,
    /// The longest step (ms), and whose it is.
    longest: (f64, String),
}

impl Tally {
    fn new(name: &'static str) -> Self {
        Self { name, worlds: 0, steps: 0, faults: [0; COLUMNS.len()], told: vec![], longest: (0.0, String::new()) }
    }

    fn fault(&mut self, column: &str, text: String) {
        if let Some(index) = COLUMNS.iter().position(|name| *name == column) {
            self.faults[index] += 1;
        }
        eprintln!("{text}");
        if self.told.len() < TOLD {
            self.told.push(text);
        }
    }

    /// Takes steps of a world and of its twin, which has another number of threads. `watch` says what is wrong after a
    /// step; the first fault of a kind is enough.
    fn follow(
        &mut self,
        name: &str,
        [world, twin]: [&mut World; 2],
        steps: usize,
        mut watch: impl FnMut(&World) -> Option<Fault>,
    ) {
        let (before, mut wrong) = (world.clone(), None);
        let (mut hashes, mut longest) = (vec![], (0.0, 0));
        for step in 1..=steps {
            let start = Instant::now();
            world.step();
            let time = start.elapsed().as_secs_f64() * 1e3;
            if time > longest.0 {
                longest = (time, step);
            }
            if step % HASHED == 0 || step == steps {
                hashes.push((step, world.state_hash()));
            }
            if wrong.is_none() {
                wrong = watch(world).map(|fault| (step, fault));
            }
        }
        self.steps += steps as u64;
        if let Some((step, Fault { kind, text })) = wrong {
            let column = match kind {
                Kind::NotFinite => "NaN",
                Kind::Frozen => "frozen",
                Kind::Outside => "outside",
                Kind::Energy => "energy",
            };
            self.fault(column, format!("{name}, step {step}: {text}"));
        }
        let mut at = 0;
        for (step, hash) in hashes {
            (at..step).for_each(|_| twin.step());
            at = step;
            if twin.state_hash() != hash {
                self.fault("bits", format!("{name}, step {step}: other bits with other threads"));
                twin.clone_from(world);
                break;
            }
        }
        self.note_time(name, before, longest);
    }

    /// What was longest. The machine has other things to do: what took too long is taken once more, and what this
    /// thread was busy with it counts.
    fn note_time(&mut self, name: &str, mut before: World, (mut time, step): (f64, usize)) {
        if time > LONGEST {
            (1..step).for_each(|_| before.step());
            let (start, busy) = (Instant::now(), busy());
            before.step();
            let again = self::busy().zip(busy).map(|(after, before)| after - before);
            time = time.min(again.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e3));
        }
        if time > LONGEST {
            self.fault("slow", format!("{name}, step {step}: {time:.0} ms"));
        }
        if time > self.longest.0 {
            self.longest = (time, format!("{name}, step {step}"));
        }
    }
}

/// Time for which this thread had a processor (ms); none where it is not known.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}

/// A scene of the gallery that runs on.
struct Long {
    id: &'static str,
    opening: World,
    world: World,
    twin: World,
    /// Steps since it began.
    steps: usize,
    /// The most of them.
    longest: usize,
    /// How often it began.
    begun: usize,
    /// The energy of the start (J); none where something is driven.
    start: Option<f64>,
}

impl Long {
    fn all() -> Vec<Self> {
        let run = |entry: &carom::scene::GalleryScene| {
            let scene = entry.scene().expect("a scene of the gallery");
            let sim = Sim::new(scene).expect("a scene that runs");
            Self::begin(entry.id, sim.world().clone())
        };
        gallery().iter().map(run).collect()
    }

    fn begin(id: &'static str, opening: World) -> Self {
        let [mut world, mut twin] = [opening.clone(), opening.clone()];
        world.set_threads(1);
        twin.set_threads(2);
        let driven = world.bodies().any(|body| body.desc.motion == Motion::Kinematic);
        let start = (!driven).then(|| energy(&world, 0.0));
        Self { id, opening, world, twin, steps: 0, longest: 0, begun: 1, start }
    }

    fn begin_anew(&mut self) {
        let Self { longest, begun, .. } = *self;
        *self = Self { longest, begun: begun + 1, ..Self::begin(self.id, self.opening.clone()) };
    }

    /// Steps of a round: few of the crowds, for they take as long.
    fn share(&self) -> usize {
        match self.world.stats().bodies {
            0..30 => 1_000,
            30..150 => 200,
            150..900 => 30,
            900..5_000 => 2,
            _ => 1,
        }
    }

    fn go_on(&mut self, tally: &mut Tally) {
        let (steps, start) = (self.share(), self.start);
        let name = format!("{} after {} steps", self.id, self.steps);
        let mut asleep = None;
        tally.follow(&name, [&mut self.world, &mut self.twin], steps, |world| {
            let rest = at_rest(world, &mut asleep);
            let grown = start.and_then(|start| {
                let now = energy(world, 0.0);
                let text = || format!("energy {start} J became {now} J");
                (now > start + 0.01 * start.abs() + 1e-6).then(|| Fault { kind: Kind::Energy, text: text() })
            });
            any_body(world).or_else(|| frozen(world)).or(rest).or(grown)
        });
        self.steps += steps;
        self.longest = self.longest.max(self.steps);
        // What rolled off the edge of the ground falls for ever: the scene begins anew. Within ten
        // seconds nothing does.
        if far(&self.world) > 0 {
            if self.steps <= STAYS {
                tally.fault("outside", format!("{}: a body has escaped within {} steps", self.id, self.steps));
            }
            self.begin_anew();
        }
    }
}

/// What no body may be, whatever the world.
fn any_body(world: &World) -> Option<Fault> {
    let most = world.config().terminal_speed * 1.0001;
    let wrong = |kind, what, body: &carom::physics::Body| Fault { kind, text: format!("{what}: {:?}", body.desc) };
    world.bodies().find_map(|body| {
        if !is_finite(&body.desc) {
            return Some(wrong(Kind::NotFinite, "not finite", &body));
        }
        let fast = body.desc.motion == Motion::Dynamic && body.desc.velocity.length() > most;
        (fast && !world.is_quarantined(body.id)).then(|| wrong(Kind::Outside, "too fast", &body))
    })
}

/// Who froze.
fn frozen(world: &World) -> Option<Fault> {
    let body = world.bodies().find(|body| world.is_quarantined(body.id))?;
    Some(Fault { kind: Kind::Frozen, text: format!("{:?}", body.desc) })
}

/// How many bodies are farther off than any scene is large.
fn far(world: &World) -> usize {
    world.bodies().filter(|body| body.desc.position.length() > 1_000.0).count()
}

/// While all sleep, nothing moves.
fn at_rest(world: &World, asleep: &mut Option<u64>) -> Option<Fault> {
    let now = (world.stats().awake == 0).then(|| world.state_hash());
    let before = std::mem::replace(asleep, now);
    let moved = before.zip(now).is_some_and(|(before, now)| before != now);
    moved.then(|| Fault { kind: Kind::Energy, text: "something moved while all slept".into() })
}

/// One draw of each family.
fn draw_families(seed: u64, tally: &mut Tally) {
    for (name, family) in families::FAMILIES {
        let draw = family(&mut Dice::warm(seed));
        let name = format!("{name}, seed {seed}");
        match begin(&draw) {
            Ok((mut world, watch)) => {
                world.set_threads(1);
                let mut twin = world.clone();
                twin.set_threads(2 + 2 * (seed % 2) as usize);
                tally.worlds += 1;
                let mut asleep = None;
                tally.follow(&name, [&mut world, &mut twin], draw.steps, |world| {
                    watch.fault(world).or_else(|| at_rest(world, &mut asleep))
                });
            }
            Err(problem) => tally.fault("outside", format!("{name}: {problem}")),
        }
    }
}

/// What random legal worlds do that is no fault of theirs.
#[derive(Default)]
struct Allowed {
    frozen: u64,
    far: u64,
}

fn draw_random(seed: u64, tally: &mut Tally, allowed: &mut Allowed) {
    let mut world = random::random_world(seed);
    world.set_threads(1);
    let mut twin = world.clone();
    twin.set_threads(2 + 2 * (seed % 2) as usize);
    tally.worlds += 1;
    let mut asleep = None;
    tally.follow(&format!("random world {seed}"), [&mut world, &mut twin], RANDOM_STEPS, |world| {
        any_body(world).or_else(|| at_rest(world, &mut asleep))
    });
    allowed.frozen += world.bodies().filter(|body| world.is_quarantined(body.id)).count() as u64;
    allowed.far += far(&world) as u64;
}

/// Resident memory of the process (MiB); none where it is not known.
fn resident() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: f64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096.0 / 1_048_576.0)
}

/// The most memory while it warmed up and after that (MiB).
#[derive(Default)]
struct Memory {
    warm: f64,
    later: f64,
    /// Rounds of the warm-up.
    rounds: u64,
}

impl Memory {
    fn note(&mut self, share: f64) {
        let now = resident().unwrap_or(0.0);
        if share <= WARM_UP {
            (self.warm, self.rounds) = (self.warm.max(now), self.rounds + 1);
        } else {
            self.later = self.later.max(now);
        }
    }

    /// Whether the crowds had all their contacts when it was warm.
    fn can_tell(&self) -> bool {
        self.rounds >= WARM_ROUNDS
    }

    fn has_grown(&self) -> bool {
        self.can_tell() && self.later > self.warm * (1.0 + GROWTH[0]) + GROWTH[1]
    }
}

fn table(tallies: &[Tally]) -> String {
    let mut text = format!("{:<18}{:>8}{:>12}", "", "worlds", "steps");
    COLUMNS.iter().for_each(|name| write!(text, "{name:>9}").expect("a string takes it"));
    text += "   longest step\n";
    for tally in tallies {
        write!(text, "{:<18}{:>8}{:>12}", tally.name, tally.worlds, tally.steps).expect("a string takes it");
        tally.faults.iter().for_each(|count| write!(text, "{count:>9}").expect("a string takes it"));
        writeln!(text, "   {:.1} ms: {}", tally.longest.0, tally.longest.1).expect("a string takes it");
    }
    text
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let (wanted, first) = (numbers.first().copied().unwrap_or(STEPS), numbers.get(1).copied().unwrap_or(0));
    let start = Instant::now();
    let mut tallies = [Tally::new("gallery"), Tally::new("sixteen families"), Tally::new("random legal")];
    let (mut scenes, mut memory, mut allowed) = (Long::all(), Memory::default(), Allowed::default());
    tallies[0].worlds = scenes.len() as u64;
    let (mut round, mut told) = (first, 0);
    loop {
        scenes.iter_mut().for_each(|scene| scene.go_on(&mut tallies[0]));
        draw_families(round, &mut tallies[1]);
        for k in 0..RANDOM_WORLDS {
            draw_random(round * RANDOM_WORLDS + k, &mut tallies[2], &mut allowed);
        }
        round += 1;
        let done: u64 = tallies.iter().map(|tally| tally.steps).sum();
        memory.note(done as f64 / wanted as f64);
        if done >= wanted {
            break;
        }
        if done * 20 / wanted > told {
            told = done * 20 / wanted;
            eprintln!(
                "{:>3} %, {:.0} s, {:.0} MiB",
                told * 5,
                start.elapsed().as_secs_f64(),
                resident().unwrap_or(0.0)
            );
        }
    }
    println!("{}", table(&tallies));
    let Memory { warm, later, rounds: _ } = memory;
    let judged = if memory.can_tell() { "" } else { " (too few rounds to tell whether it grows)" };
    println!("memory: at most {warm:.1} MiB while it warmed up, {later:.1} MiB after that{judged}");
    let longest = scenes.iter().map(|scene| scene.longest).max().unwrap_or(0);
    println!("a scene of the gallery ran for up to {longest} steps without a break");
    let anew = scenes.iter().filter(|scene| scene.begun > 1).map(|scene| format!("{} ({})", scene.id, scene.begun - 1));
    println!("begun anew, for bodies had rolled off the ground: {}", anew.collect::<Vec<_>>().join(", "));
    let Allowed { frozen, far } = allowed;
    println!("random legal worlds: {frozen} bodies frozen, {far} farther than 1,000 m off (none of them a fault)");
    println!("rounds {first} to {round} in {:.0} s, every world twice", start.elapsed().as_secs_f64());
    tallies.iter().flat_map(|tally| &tally.told).for_each(|fault| println!("FAULT {fault}"));
    let faults: u64 = tallies.iter().flat_map(|tally| tally.faults).sum();
    if faults > 0 || memory.has_grown() {
        println!("{faults} faults{}", if memory.has_grown() { ", and memory grew" } else { "" });
        return ExitCode::FAILURE;
    }
    println!("no faults");
    ExitCode::SUCCESS
}
