//! Builds the engines, lets them take turns on the same scenes and prints a table of medians.

use race::{Run, Scene};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How one engine is built. Every set of flags has its own target folder, so none is built with another's.
struct Build {
    name: &'static str,
    package: &'static str,
    features: &'static str,
    native: bool,
    /// Threads it can use at most.
    threads: usize,
}

const fn build(
    name: &'static str,
    package: &'static str,
    features: &'static str,
    native: bool,
    threads: usize,
) -> Build {
    Build { name, package, features, native, threads }
}

const BUILDS: &[Build] = &[
    build("carom", "bench-carom", "", true, 64),
    build("carom-portable", "bench-carom", "", false, 64),
    build("rapier", "bench-rapier", "", true, 1),
    build("rapier-simd8", "bench-rapier", "parallel,simd8", true, 64),
    build("box3d", "bench-box3d", "", true, 64),
];

const USAGE: &str = "\
race [--engines LIST] [--scenes LIST] [--threads LIST] [--rounds N] [--raw FILE] [--no-build]

  --engines  carom, carom-portable, rapier, rapier-simd8, box3d  [carom,rapier,rapier-simd8,box3d]
  --scenes   NAME:N[:STEPS], …  [spheres:1000,boxes:1000,bounce:1000,pyramid:40,tower:20,gas:1000]
  --threads  worker counts  [1]
  --rounds   each engine runs each scene this often; engines take turns  [3]
  --raw      also write one line of JSON for each run
  --no-build race what is built already
";

struct Options {
    engines: Vec<&'static Build>,
    scenes: Vec<String>,
    threads: Vec<usize>,
    rounds: usize,
    raw: Option<PathBuf>,
    build: bool,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut engines, mut threads) = ("carom,rapier,rapier-simd8,box3d".to_owned(), "1".to_owned());
        let mut scenes = "spheres:1000,boxes:1000,bounce:1000,pyramid:40,tower:20,gas:1000".to_owned();
        let (mut rounds, mut raw, mut build) = ("3".to_owned(), None, true);
        while let Some(flag) = args.next() {
            if flag == "--no-build" {
                build = false;
                continue;
            }
            let value = args.next().ok_or(USAGE)?;
            match flag.as_str() {
                "--engines" => engines = value,
                "--scenes" => scenes = value,
                "--threads" => threads = value,
                "--rounds" => rounds = value,
                "--raw" => raw = Some(value.into()),
                _ => return Err(USAGE.into()),
            }
        }
        let number = |text: &str| text.parse::<usize>().map_err(|error| format!("{text}: {error}"));
        let engine = |name: &str| BUILDS.iter().find(|b| b.name == name).ok_or(format!("no engine {name}\n{USAGE}"));
        let scene = |text: &str| {
            let parts: Vec<&str> = text.split(':').collect();
            let known = Scene::NAMES.iter().any(|(name, _)| *name == parts[0]);
            let numbers = parts[1..].iter().all(|part| part.parse::<usize>().is_ok());
            let good = known && numbers && (2..=3).contains(&parts.len());
            if good { Ok(text.to_owned()) } else { Err(format!("no scene {text}\n{USAGE}")) }
        };
        Ok(Self {
            engines: engines.split(',').map(engine).collect::<Result<_, _>>()?,
            scenes: scenes.split(',').map(scene).collect::<Result<_, _>>()?,
            threads: threads.split(',').map(number).collect::<Result<_, _>>()?,
            rounds: number(&rounds)?,
            raw,
            build,
        })
    }
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

impl Build {
    fn target(&self) -> PathBuf {
        workspace().join("target").join(self.name)
    }

    fn build(&self) -> Result<(), String> {
        eprintln!("building {}", self.name);
        let mut cargo = Command::new("cargo");
        cargo.current_dir(workspace()).args(["build", "--release", "--quiet", "--package", self.package]);
        cargo.args(["--features", self.features]).arg("--target-dir").arg(self.target()).env("CC", "clang");
        cargo.env("RUSTFLAGS", if self.native { "-Ctarget-cpu=native" } else { "" });
        cargo.env("CFLAGS", if self.native { "-march=native" } else { "" });
        let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("{} does not build; see README.md for what it needs", self.name))
        }
    }

    fn run(&self, scene: &str, threads: usize) -> Result<Run, String> {
        let mut parts = scene.split(':');
        let (name, n, steps) = (parts.next(), parts.next(), parts.next());
        let mut command = Command::new(self.target().join("release").join(self.package));
        command.args([name.unwrap_or(""), n.unwrap_or("0"), steps.unwrap_or("0"), &threads.to_string()]);
        let output = command.output().map_err(|error| format!("{}: {error}", self.name))?;
        serde_json::from_slice(&output.stdout)
            .map_err(|_| format!("{} failed on {scene}: {}", self.name, String::from_utf8_lossy(&output.stderr)))
    }
}

fn median(runs: &[&Run], of: impl Fn(&Run) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(|run| of(run)).collect();
    values.sort_by(f64::total_cmp);
    if values.is_empty() { f64::NAN } else { (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0 }
}

/// The rows of one scene. Ratios are to the first engine.
fn print_table(scene: &str, threads: usize, rows: &[(&Build, Vec<Run>)]) {
    println!("\n{scene}, {threads} thread{}", if threads == 1 { "" } else { "s" });
    println!(
        "  {:14} {:>9} {:>6} {:>17} {:>9} {:>6} {:>9} {:>9} {:>7} {:>9} {:>5} {:>9} {:>6} {:>6}  hash",
        "engine",
        "ms/step",
        "ratio",
        "min..max",
        "settled",
        "ratio",
        "p99",
        "cpu ms",
        "pairs",
        "deepest",
        "lost",
        "drift",
        "MiB",
        "others"
    );
    let mut first = None;
    for (build, runs) in rows.iter().filter(|(_, runs)| !runs.is_empty()) {
        let runs: Vec<&Run> = runs.iter().collect();
        let (mean, settled) = (median(&runs, |r| r.mean), median(&runs, |r| r.settled));
        let base = *first.get_or_insert((mean, settled));
        let times = || runs.iter().map(|r| r.mean);
        let worst = |of: fn(&Run) -> f64| runs.iter().map(|r| of(r)).fold(0.0, f64::max);
        println!(
            "  {:14} {mean:9.3} {:6.2} {:>17} {settled:9.3} {:6.2} {:9.3} {:9.3} {:7} {:9.4} {:5} {:9.4} {:6.1} {:6.2}  {:016x}",
            build.name,
            mean / base.0,
            format!("{:.3}..{:.3}", times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max)),
            settled / base.1,
            median(&runs, |r| r.p99),
            median(&runs, |r| r.cpu),
            runs[0].pairs,
            worst(|r| r.quality.deepest),
            worst(|r| (r.quality.escaped + r.quality.broken) as f64),
            worst(|r| r.quality.drift),
            median(&runs, |r| r.memory),
            worst(|r| r.others),
            runs[0].quality.hash,
        );
    }
}

fn race(options: &Options) -> Result<(), String> {
    if options.build {
        options.engines.iter().try_for_each(|engine| engine.build())?;
    }
    let mut raw = String::new();
    for scene in &options.scenes {
        for &threads in &options.threads {
            let mut rows: Vec<(&Build, Vec<Run>)> = options.engines.iter().map(|engine| (*engine, vec![])).collect();
            for round in 0..options.rounds {
                // Every second round runs backwards, so that none is always first.
                if round > 0 {
                    rows.reverse();
                }
                for (engine, runs) in rows.iter_mut().filter(|(engine, _)| threads <= engine.threads) {
                    let run = engine.run(scene, threads)?;
                    let line = serde_json::to_string(&run).map_err(|error| error.to_string())?;
                    raw += &format!(
                        "{{\"engine\":\"{}\",\"scene\":\"{scene}\",\"threads\":{threads},\"run\":{line}}}\n",
                        engine.name
                    );
                    runs.push(run);
                }
            }
            if options.rounds % 2 == 0 {
                rows.reverse();
            }
            print_table(scene, threads, &rows);
        }
    }
    match &options.raw {
        Some(file) => std::fs::write(file, raw).map_err(|error| format!("{}: {error}", file.display())),
        None => Ok(()),
    }
}

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)).and_then(|options| race(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
