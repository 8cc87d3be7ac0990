//! The arguments as clap reads them; the comments are the words of `--help`.

use crate::headless::Format;
use crate::physics::property::POSITION;
use crate::scene::SpecimenForm;
use crate::view::{Layers, Poses, Theme, Viewpoint};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use glam::Vec3;
use std::path::PathBuf;

/// See why things bounce: a physics viewer.
///
/// Without a command, opens the viewer. SCENE is a name of the gallery or of a laboratory (carom scenes lists both), or
/// a path to a .toml or .json file: a scene, or the set-up of a laboratory.
#[derive(Debug, Parser)]
// Options of the viewer stand for the command `view`: beside another command they would be lost.
#[command(name = "carom", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    #[command(flatten)]
    pub view: ViewArguments,
}

#[derive(Args, Debug)]
pub(super) struct ViewArguments {
    /// The scene to open: a gallery name, lab:NAME or a file; by default the gallery's first
    pub scene: Option<String>,
    #[command(flatten)]
    pub settings: SettingArguments,
}

/// What is set of a scene or a laboratory before it starts.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct SettingArguments {
    /// Of a scene: KEY=VALUE of the world or BODY.KEY=VALUE, as scene files have it. Of a laboratory: a number, a
    /// switch (on, off) or a button (press), as the panel names it. For each one
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Of a laboratory: choose one of several; for each one
    #[arg(long = "choose", value_name = "NAME=OPTION")]
    pub choose: Vec<String>,
    /// Of a laboratory: put a place that can be dragged (m), or turn a direction (degrees); for each one
    #[arg(long = "place", value_name = "NAME=X,Y")]
    pub place: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  carom                                open the viewer on the gallery's first scene
  carom pyramid                        open a scene of the gallery
  carom lab:pursuit                    open a laboratory
  carom my-scene.toml                  open a scene file; it reloads when it changes
  carom run first_bounce --seconds 5   simulate without a window
  carom check my-scene.toml            find what is wrong with a scene file

Exit codes: 0 done; 1 an assertion, check or truth failed; 2 the request was wrong; 3 no display or no adapter.";

#[derive(Debug, Subcommand)]
pub(super) enum CliCommand {
    /// Open the viewer
    #[command(
        after_help = "Examples:\n  carom view\n  carom view pyramid\n  carom view pyramid --set gravity=0,-1.6,0\n  carom view lab:pursuit\n  carom view lab:pursuit --set speed=3 --choose target='figure of eight'\n  carom view my-scene.toml"
    )]
    View(ViewArguments),
    /// Simulate without a window and print a summary
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArguments),
    /// Simulate a recording again and tell whether every step comes to the state recorded
    #[command(
        after_help = "Examples:\n  carom run pyramid --record pyramid.caromrec\n  carom replay pyramid.caromrec --verify --threads 2"
    )]
    Replay(ReplayArguments),
    /// Draw without a window: a picture, a clip or a raw video stream
    #[command(after_help = RENDER_EXAMPLES)]
    Render(RenderArguments),
    /// Take one contact out of a scene: as a Rust test, a scene of its own, or JSON with exact floats
    #[command(after_help = CONTACT_EXAMPLES)]
    Contact(ContactArguments),
    /// Read scenes and set-ups of laboratories and report every fault with file, line and column
    #[command(after_help = "Examples:\n  carom check my-scene.toml\n  carom check scenes/*.toml && echo all sound")]
    Check {
        /// Files of scenes or set-ups (- for standard input) or gallery names
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
    /// Look at a trace: what an engine did, step by step, and whether its contacts are what geometry says
    #[command(subcommand)]
    Trace(TraceCommand),
    /// Wait for an engine that sends its trace while it runs, and show it; a pause here halts the engine
    #[command(after_help = LISTEN_EXAMPLES)]
    Listen(ListenArguments),
    /// List the gallery and the laboratories
    #[command(after_help = "Examples:\n  carom scenes\n  carom scenes --json")]
    Scenes {
        /// As JSON: name, title, about and, of a scene, bodies
        #[arg(long)]
        json: bool,
    },
    /// Measure the milliseconds a step takes, stage by stage
    #[command(after_help = "Examples:\n  carom bench\n  carom bench pyramid thousand_balls --threads 2 --json")]
    Bench(BenchArguments),
    /// Run the table of physics truths: expected, got, error, bound
    #[command(
        after_help = "Examples:\n  carom truths\n  carom truths --only V10,V23 --json\n  carom truths --crowd 64"
    )]
    Truths {
        /// Only these, such as V10,V23
        #[arg(long, value_name = "ID,…", value_delimiter = ',')]
        only: Vec<String>,
        /// Each case that has contact as N copies in one world, on one heavy slab and beside a heap; the
        /// worst copy counts
        #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000))]
        crowd: Option<u16>,
        /// A tenth of the random draws
        #[arg(long)]
        quick: bool,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// List the graphics adapters; a star marks the one that would be used
    #[command(
        after_help = "Examples:\n  carom adapters\n  WGPU_BACKEND=gl carom adapters\n  WGPU_ADAPTER_NAME=llvmpipe carom adapters"
    )]
    Adapters {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the completion script of a shell
    #[command(after_help = "Examples:\n  carom completions bash > ~/.local/share/bash-completion/completions/carom")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "Examples:\n  carom man | man -l -\n  carom man run > carom-run.1")]
    Man {
        /// One command's page in place of the program's
        command: Option<String>,
    },
}

const LISTEN_EXAMPLES: &str = "\
Examples:
  carom listen
  carom listen 127.0.0.1:9000
  carom listen --no-window --pause-when 'normal_turn > 15 deg' --pause-when 'angle > 5 deg'

The engine connects and sends the lines of a trace; one connection a run. While the window is paused, or stands at a
condition, nothing more is read, so that the engine's writes wait. With \"ack\": true in its header it waits for one
newline after each step, and so halts at that very step. Without a window the connection is closed at a condition.";

#[derive(Args, Debug)]
pub(super) struct ListenArguments {
    /// Where to wait, as HOST:PORT
    #[arg(default_value = crate::headless::ADDRESS)]
    pub address: String,
    /// Only read and look at the conditions, then print a summary
    #[arg(long)]
    pub no_window: bool,
    /// Stop at the first step where EXPR holds; may be given again
    #[arg(long = "pause-when", value_name = "EXPR")]
    pub pauses: Vec<String>,
    /// Without a window: fail with exit code 1 unless EXPR holds at the end, or 'always: EXPR' at every step
    #[arg(long = "assert", value_name = "EXPR", requires = "no_window")]
    pub assertions: Vec<String>,
    /// Without a window: read no more steps than this
    #[arg(long, value_name = "N", requires = "no_window")]
    pub steps: Option<u64>,
    /// Without a window: print the summary as JSON
    #[arg(long, requires = "no_window")]
    pub json: bool,
}

const RUN_EXAMPLES: &str = "\
Examples:
  carom run pyramid
  carom run my-scene.toml --seconds 2 --out steps.jsonl --contacts
  carom run my-scene.toml --steps 600 --every 10 --out - | head -1
  carom run newtons_cradle --assert 'always: penetration < 1mm' --assert 'energy_drift < 1%'
  carom run lab:pursuit --seconds 5 --assert 'always: distance < 10 m' --pause-when 'distance < 50 cm'
  carom run lab:billiards --choose layout='head on' --set strength=2 --place 'ball 1=0.2,0' --seconds 2
  carom run first_bounce --set gravity=0,-1.6,0 --set 'lively ball.restitution=1' --seconds 2
  carom run first_bounce --pause-when 'touching(lively ball, turned box)' --json
  carom run engine.trace.jsonl.gz --pause-when 'normal_turn > 15 deg'
  my-engine | carom run - --assert 'always: angle < 1 deg'

Conditions: comparisons (< <= > >= == !=) joined by and, or, not, over
  time  step  energy  kinetic  potential  energy_drift  energy_rise (of the start's energy, with its sign)
  contacts  penetration (pen)  impulse (N·s)  normal_turn (degrees in one step)  feature_changes (in one step)
  farthest (from the origin)  lowest (height)  escaped (beyond 1 km)  nan  awake
  speed(NAME)  spin(NAME)  height(NAME)  x(NAME)  y(NAME)  z(NAME)  asleep(NAME)
  touching(A,B)  feature(A,B) == \"edge +x+y\" (the part of A that touches B; \"edge\" stands for any)
  impulse(A,B)  penetration(A,B) (of one contact, 0 while they are apart)
A laboratory has time, step, and whatever it measures, its name as one word: closing speed is closing_speed.
Of a scene, --set takes the keys of scene files: gravity, those of step and rules (hz, floor …), and BODY.KEY (ball.mass);
vectors are x,y,z. Of a laboratory, --set, --choose and --place take the names of its panel; case, spaces and punctuation do not count: aim-once=on.
A trace (a file, or - for standard input) has what its engine gives of these, and angle (° off), depth (m off) and wrong (how
many contacts): its contacts held against exact geometry.
Numbers may have units (5mm, 1%, 2 m/s, 3 deg) and be combined with + - * / and abs().
Names may be bare or in quotes; unnamed bodies are #0, #1 …; the world's planes are floor and ceiling.

With --out - the steps go to standard output and the summary to standard error.";

const RENDER_EXAMPLES: &str = "\
Examples:
  carom render first_bounce --at 1.5 --out bounce.png
  carom render first_bounce --at 1 --size 1920x1080 --show points,normals,labels --out contacts.png
  carom render lab:reflection --theme light --out reflection.png
  carom render lab:reflection --choose where=plane --set 'S x=2' --set 'restitution=0.5' --out slower.png
  carom render pyramid --seconds 4 --fps 30 --out pyramid.gif
  carom render pyramid --seconds 4 --fps 60 --out - | ffmpeg -i - pyramid.mp4
  carom render first_bounce --set gravity=0,-1.6,0 --at 1 --out moon.png
  carom render my-scene.toml --seconds 2 --out pictures/
  carom render fast_ball --at 0.1 --poses all --out four_poses.png
  carom render my-scene.toml --camera 4,3,5,0,1,0 --select ball --theme light --out ball.png

Layers: points, normals, impulses, friction, penetration, features, labels, velocities, spins, axes,
sleep, islands, aabbs, tree, rules, field (around the body of --select); also all and none.
WGPU_BACKEND and WGPU_ADAPTER_NAME choose the adapter (carom adapters).";

const CONTACT_EXAMPLES: &str = "\
Examples:
  carom contact pyramid
  carom contact pyramid --at 0.5 --bodies 'ground,#1' --as rust >> tests/contacts.rs
  carom contact my-scene.toml --at 2 --bodies ball,floor --as toml > contact.toml
  carom contact my-scene.toml --at 2 --as json > contact.json && carom check contact.json

A scene and JSON open in the viewer like any other scene; carom check tells whether the contact of a JSON file is
still found bit for bit. Unnamed bodies are #0, #1 …; the world's planes are floor and ceiling.";

/// What replaces the scene's step.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct StepArguments {
    /// Steps a second, in place of the scene's (10…10000)
    // Taken as a number, so that the message tells the range and not of an option called -5.
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    pub hz: Option<f32>,
    /// Sub-steps a step, in place of the scene's (1…64)
    #[arg(long, value_name = "K")]
    pub sub_steps: Option<u32>,
    /// Threads a step may use, in place of as many as the machine has, up to four; results never depend on it
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Args, Debug)]
pub(super) struct RunArguments {
    /// A gallery name, lab:NAME, a file, or - for standard input
    // A scene behind its conditions is read as one more of them: `run_options` takes it back.
    #[arg(required_unless_present_any = ["assertions", "pauses"])]
    pub scene: Option<String>,
    /// How long, in simulated seconds [default: 10]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds, conflicts_with = "steps")]
    pub seconds: Option<f64>,
    #[command(flatten)]
    pub settings: SettingArguments,
    /// How long, in steps
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=MAX_STEPS))]
    pub steps: Option<u64>,
    #[command(flatten)]
    pub step: StepArguments,
    /// Write the steps to FILE.jsonl or FILE.csv; - is standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How the steps are written, when the file's ending does not tell
    #[arg(long, requires = "out")]
    pub format: Option<RecordFormat>,
    /// Write every K-th step, and the last
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    pub every: u64,
    /// Write contacts too (.jsonl)
    #[arg(long)]
    pub contacts: bool,
    /// Record the run, to be replayed (carom replay) or opened in the viewer
    #[arg(long, value_name = "FILE.caromrec")]
    pub record: Option<PathBuf>,
    /// Write the run as a trace, as adapters of other engines do: poses and contacts of every step (.gz packs it)
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Fail with exit code 1 unless EXPR holds at the end, or 'always: EXPR' at every step; one or more
    #[arg(long = "assert", value_name = "EXPR", num_args = 1..)]
    pub assertions: Vec<String>,
    /// Stop at the first step where EXPR holds; one or more
    #[arg(long = "pause-when", value_name = "EXPR", num_args = 1..)]
    pub pauses: Vec<String>,
    /// The summary as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ReplayArguments {
    /// The recording (- for standard input)
    pub file: PathBuf,
    /// Fail with exit code 1 where a step comes to another state, naming step and body
    #[arg(long)]
    pub verify: bool,
    /// Threads a step may use; results never depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// The summary as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ContactArguments {
    /// A gallery name, a file, or - for standard input
    pub scene: String,
    /// Simulated seconds: the contacts of the step that ends there
    #[arg(long, value_name = "S", default_value_t = 1.0, allow_negative_numbers = true, value_parser = seconds)]
    pub at: f64,
    /// The two bodies that touch [default: those with the deepest contact]
    #[arg(long, value_name = "A,B")]
    pub bodies: Option<String>,
    /// How it is written
    #[arg(long = "as", value_name = "FORM", default_value = "json")]
    pub form: ContactFormName,
    #[command(flatten)]
    pub step: StepArguments,
}

/// How a contact is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ContactFormName {
    /// A test that compares every bit
    Rust,
    /// A scene with nothing but the two bodies
    Toml,
    /// Bodies, poses bit by bit, and the manifold
    Json,
}

impl From<ContactFormName> for SpecimenForm {
    fn from(name: ContactFormName) -> Self {
        match name {
            ContactFormName::Rust => Self::Rust,
            ContactFormName::Toml => Self::Toml,
            ContactFormName::Json => Self::Json,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct RenderArguments {
    /// A gallery name, lab:NAME, a file (of a scene, or the trace of an engine), or - for standard input
    pub scene: String,
    /// Simulated seconds before the picture [default: 1] or before the clip [default: 0]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub at: Option<f64>,
    /// The step of the picture, or of the beginning of the clip, in place of --at; of a trace its engine's own number
    #[arg(long = "step", value_name = "N", conflicts_with = "at")]
    pub at_step: Option<u64>,
    /// How long the clip is, in simulated seconds; without it, one picture
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Pictures a second of the clip
    #[arg(long, value_name = "F", default_value_t = 30, value_parser = value_parser!(u32).range(1..=1000))]
    pub fps: u32,
    /// FILE.png; of a clip FILE.gif, FILE.apng, FILE.y4m or a folder/; - is standard output (PNG, or Y4M of a clip)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: [u32; 2],
    /// Show these layers, and no others
    #[arg(long, value_name = "LAYER,…", value_parser = Layers::from_names)]
    pub show: Option<Layers>,
    /// Where bodies are drawn: found, free, held or final in the last step, or all four
    #[arg(long, value_name = "POSE", default_value = "final", value_parser = poses)]
    pub poses: Poses,
    /// Select a body
    #[arg(long, value_name = "NAME")]
    pub select: Option<String>,
    /// Keep the camera on a body
    #[arg(long, value_name = "NAME")]
    pub follow: Option<String>,
    /// The eye and the point it looks at (m)
    #[arg(long, value_name = "x,y,z,tx,ty,tz", value_parser = camera, allow_hyphen_values = true)]
    pub camera: Option<Viewpoint>,
    /// Light or dark
    #[arg(long, default_value = "dark")]
    pub theme: ThemeName,
    #[command(flatten)]
    pub settings: SettingArguments,
    #[command(flatten)]
    pub step: StepArguments,
}

#[derive(Args, Debug)]
pub(super) struct BenchArguments {
    /// Gallery names or files; by default a choice of the gallery
    #[arg(value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// Steps measured, after a tenth as many to warm up
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = value_parser!(u64).range(1..=MAX_STEPS))]
    pub steps: u64,
    /// Threads a step may use
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// How steps are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RecordFormat {
    /// One JSON object a line
    Jsonl,
    /// One row a body and step
    Csv,
}

impl From<RecordFormat> for Format {
    fn from(format: RecordFormat) -> Self {
        match format {
            RecordFormat::Jsonl => Self::Jsonl,
            RecordFormat::Csv => Self::Csv,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ThemeName {
    /// Light sky, dark words
    Light,
    /// Dark sky, light words
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

/// The most steps one run takes: more than any run can last, and far from overflow.
const MAX_STEPS: u64 = 1_000_000_000_000;

/// The longest simulated time of one run (s).
const MAX_SECONDS: f64 = 1e8;

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    // NaN and infinity read as numbers too; no range contains them.
    if (0.0..=MAX_SECONDS).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(format!("must lie within 0 … {MAX_SECONDS}"))
    }
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|pixels| (1..=MAX_SIDE).contains(pixels));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(width, height)| Some([side(width)?, side(height)?]));
    match sides {
        // The product of two sides of at most MAX_SIDE does not overflow.
        Some([width, height]) if width * height > MAX_AREA => {
            Err(format!("{width}x{height} is too large: a picture has at most {MAX_AREA} pixels (8K)"))
        }
        Some(size) => Ok(size),
        None => Err(format!("expected WIDTHxHEIGHT such as 1280x720, each within 1 … {MAX_SIDE}")),
    }
}

/// The longest side of a picture (pixels); the adapter may allow less.
const MAX_SIDE: u32 = 16_384;

/// The most pixels of a picture: what is drawn needs some forty bytes for each.
const MAX_AREA: u32 = 7_680 * 4_320;

fn poses(text: &str) -> Result<Poses, String> {
    Poses::from_name(text).ok_or_else(|| "expected found, free, held, final or all".into())
}

fn camera(text: &str) -> Result<Viewpoint, String> {
    let numbers: Option<Vec<f32>> =
        text.split(',').map(|x| x.trim().parse().ok().filter(|x| POSITION.allows(*x))).collect();
    match numbers.as_deref() {
        // From a point to itself there is no direction to look in.
        Some([x, y, z, tx, ty, tz]) if [x, y, z] != [tx, ty, tz] => {
            Ok(Viewpoint { eye: Vec3::new(*x, *y, *z), target: Vec3::new(*tx, *ty, *tz) })
        }
        Some([_, _, _, _, _, _]) => Err("the eye and the point it looks at are the same".into()),
        _ => {
            let most = POSITION.max;
            Err(format!("expected six numbers x,y,z,tx,ty,tz within ±{most:e} m: the eye, then the point it looks at"))
        }
    }
}

/// What can be asked of a trace.
#[derive(Debug, Subcommand)]
pub(super) enum TraceCommand {
    /// Compare every contact with exact geometry at the poses at which the engine found it
    #[command(after_help = TRACE_CHECK_EXAMPLES)]
    Check(TraceCheckArguments),
    /// Tell what a trace holds: header, bodies, steps, contacts, and what the engine does not give
    #[command(
        after_help = "Examples:\n  carom trace info pile.trace.jsonl.gz\n  carom trace info pile.trace.jsonl --json | jq .contacts"
    )]
    Info {
        /// The trace: JSON lines, plain or packed by gzip
        file: PathBuf,
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Compare two traces of the same bodies: where and when they part
    #[command(after_help = TRACE_DIFF_EXAMPLES)]
    Diff {
        /// The first trace
        a: PathBuf,
        /// The second trace
        b: PathBuf,
        /// As one JSON object
        #[arg(long)]
        json: bool,
        /// Bodies apart by less than this (m, and rad of a turn) count as together
        #[arg(long, value_name = "T", default_value_t = 1e-4, value_parser = tolerance, allow_negative_numbers = true)]
        tolerance: f64,
    },
}

const TRACE_DIFF_EXAMPLES: &str = "\
Examples:
  carom trace diff before.trace.jsonl.gz after.trace.jsonl.gz
  carom trace diff jolt.trace.jsonl rapier.trace.jsonl --tolerance 1e-2
  carom trace diff a.trace.jsonl b.trace.jsonl --json | jq .first

Steps are joined by number, bodies by id or else by name; each trace is read by its own header, so that axes, units and
orders may differ. Exit codes: 0 the two are the same within the tolerance; 1 they part, or one has bodies, steps or
overlaps that the other lacks, or declares a body differently; 2 a file was wrong.";

fn tolerance(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number of metres".to_owned())?;
    if (0.0..=1e6).contains(&value) { Ok(value) } else { Err("must lie within 0 … 1e6".into()) }
}

const TRACE_CHECK_EXAMPLES: &str = "\
Examples:
  carom trace check pile.trace.jsonl.gz
  carom trace check pile.trace.jsonl --json | jq .verdicts
  carom trace check pile.trace.jsonl --fail-on 'angle > 1 deg' --fail-on 'missed > 0'
  carom trace check pile.trace.jsonl.gz --worst 4 --picture worst

A condition of --fail-on is about the whole trace: angle and depth (the worst of all contacts but ties), the shares agrees,
tie, rounded, stale, reversed, off_surface, wrong, unchecked, the numbers contacts, missed, lies, unexplained, rises,
wander, sizes, and restitution (the greatest difference from what is declared).";

#[derive(Args, Debug)]
pub(super) struct TraceCheckArguments {
    /// The trace: JSON lines, plain or packed by gzip
    pub file: PathBuf,
    /// The report as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Fail with exit code 1 where this holds; repeatable
    #[arg(long, value_name = "EXPR")]
    pub fail_on: Vec<String>,
    /// How many of the worst contacts are listed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u16).range(0..=10_000))]
    pub worst: u16,
    /// Draw the worst contacts into this folder, four at most, each of two other bodies
    #[arg(long, value_name = "DIR")]
    pub picture: Option<PathBuf>,
    /// Threads to judge with; the report never depends on it. By default all there are, up to 8
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}
