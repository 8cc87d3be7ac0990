//! The command line: what can be asked, and who answers.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod arguments;
mod completions;

#[cfg(feature = "render")]
use crate::headless::RenderOptions;
use crate::headless::{
    self, BenchOptions, ContactOptions, Failure, Length, Overrides, ReplayOptions, RunOptions, TraceCheckOptions,
    TraceDiffOptions, TraceInfoOptions, TruthsOptions,
};
use crate::lab::{GivenSetting, SettingSubject};
use crate::playback::Playback;
use crate::truths::Effort;
use arguments::{
    Arguments, BenchArguments, CliCommand, ContactArguments, ListenArguments, RenderArguments, ReplayArguments,
    RunArguments, SettingArguments, StepArguments, TraceCheckArguments, TraceCommand, ViewArguments,
};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// What is logged unless `RUST_LOG` says otherwise: warnings. wgpu's backends call it an error when one of several
/// does not answer, which is none: the error that counts comes from us.
const DEFAULT_LOG: &str = "warn,wgpu_hal=off";

/// The same in a Wayland session. The clipboard is the compositor's there: that a library which would serve
/// it otherwise finds no X server, and the frame of the window no portal that says which colours are liked,
/// is no fault either.
const WAYLAND_LOG: &str = "warn,wgpu_hal=off,arboard=off,egui_winit::clipboard=error,sctk_adwaita=off";

/// The program: reads its arguments, does what they ask and tells how it went.
pub fn main() -> ExitCode {
    #[cfg(all(unix, feature = "render"))]
    quiet_wayland();
    #[cfg(unix)]
    outlive_large_files();
    let wayland = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"].iter().any(|name| std::env::var_os(name).is_some());
    let log = if wayland { WAYLAND_LOG } else { DEFAULT_LOG };
    let environment = env_logger::Env::default().default_filter_or(log);
    // Only a second logger in the same process could fail here, and then the first one serves.
    let _ = env_logger::Builder::from_env(environment).try_init();
    run(std::env::args_os(), &mut io::stdout().lock(), &mut io::stderr())
}

/// Where files may not grow beyond a size (`ulimit -f`), to write on is an error like that of a full disk, and not the
/// end of the program.
#[cfg(unix)]
fn outlive_large_files() {
    // The signal is heard, and so ends nothing; nobody looks at the flag.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Where nothing of a Wayland session is set, names a folder for its sockets that is not there: graphics drivers try
/// for a Wayland display all the same, and without a folder its library prints an error that no user caused.
#[cfg(all(unix, feature = "render"))]
#[expect(unsafe_code, reason = "a variable of the environment is set")]
fn quiet_wayland() {
    if ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].iter().all(|name| std::env::var_os(name).is_none()) {
        // SAFETY: the program has this one thread yet, and nobody else reads or writes the environment.
        unsafe { std::env::set_var("XDG_RUNTIME_DIR", "/nonexistent") };
    }
}

/// Carries out one command line (the program's name comes first), with its data to `out` and messages to `messages`;
/// help, and what is wrong with the words themselves, go to the streams of the process, in colour where those have any.
pub fn run(arguments: impl IntoIterator<Item = OsString>, out: &mut dyn Write, messages: &mut dyn Write) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are data, all else is a message; a reader that went away needs neither.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    // Without a command the program is a viewer.
    let command = arguments.command.unwrap_or(CliCommand::View(arguments.view));
    match dispatch(command, out, messages) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Whoever closed the pipe, such as `head`, has all it wants and is told nothing.
            if !matches!(failure, Failure::Closed) {
                let _ = writeln!(messages, "{failure}");
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Reads one command line (the program's name comes first) as [`run`] does, and carries out nothing of it; the error is
/// what the user would be told of the words alone.
pub fn understand(arguments: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    let arguments = Arguments::try_parse_from(arguments).map_err(|error| error.to_string())?;
    let read = match arguments.command.unwrap_or(CliCommand::View(arguments.view)) {
        CliCommand::View(arguments) => settings(&arguments.settings).map(drop),
        CliCommand::Run(arguments) => run_options(arguments).map(drop),
        CliCommand::Render(arguments) => settings(&arguments.settings).map(drop),
        CliCommand::Man { command } => man(command.as_deref(), &mut io::sink()),
        // Of the other commands clap has checked all that can be known without reading a file.
        _ => Ok(()),
    };
    read.map_err(|failure| failure.to_string())
}

fn dispatch(command: CliCommand, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    // Arguments become the options of one function of the headless half or of the viewer; nothing is decided here.
    match command {
        CliCommand::View(arguments) => view(arguments),
        CliCommand::Run(arguments) => headless::run(&run_options(arguments)?, out, messages),
        CliCommand::Replay(ReplayArguments { file, verify, threads, json }) => {
            headless::replay(&ReplayOptions { file, verify, threads: usize::from(threads), json }, out)
        }
        CliCommand::Render(arguments) => render(arguments, out, messages),
        CliCommand::Contact(ContactArguments { scene, at, bodies, form, step }) => {
            let options = ContactOptions { scene, overrides: overrides(&step), at, bodies, form: form.into() };
            headless::contact(&options, out, messages)
        }
        CliCommand::Check { files } => headless::check(&files, out, messages),
        CliCommand::Trace(TraceCommand::Check(TraceCheckArguments {
            file,
            json,
            fail_on,
            worst,
            picture,
            threads,
        })) => {
            let (worst, threads) = (usize::from(worst), threads.map(usize::from));
            headless::trace_check(&TraceCheckOptions { file, json, fail_on, worst, picture, threads }, out, messages)
        }
        CliCommand::Trace(TraceCommand::Info { file, json }) => {
            headless::trace_info(&TraceInfoOptions { file, json }, out)
        }
        CliCommand::Trace(TraceCommand::Diff { a, b, json, tolerance }) => {
            headless::trace_diff(&TraceDiffOptions { a, b, json, tolerance }, out)
        }
        CliCommand::Listen(arguments) => listen(arguments, out, messages),
        CliCommand::Scenes { json } => headless::scenes(json, out),
        CliCommand::Bench(arguments) => headless::bench(&bench_options(arguments), out),
        CliCommand::Truths { only, crowd, quick, json } => {
            let effort = if quick { Effort::Quick } else { Effort::Full };
            headless::truths(&TruthsOptions { only, crowd: crowd.map(usize::from), effort, json }, out)
        }
        CliCommand::Adapters { json } => adapters(json, out),
        CliCommand::Completions { shell } => {
            let script = completions::script(shell).map_err(|error| Failure::Wrong(error.to_string()))?;
            Ok(out.write_all(script.as_bytes()).and_then(|()| out.flush())?)
        }
        CliCommand::Man { command } => man(command.as_deref(), out),
    }
}

/// Waits for an engine, in the viewer or without it.
fn listen(arguments: ListenArguments, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    let ListenArguments { address, no_window, pauses, assertions, steps, json } = arguments;
    if !no_window {
        let listener = headless::bind(&address, messages)?;
        return open_live(headless::follow_listener(listener)?, pauses);
    }
    let options = RunOptions {
        // Messages name the address where they would name a file.
        scene: address.clone(),
        length: steps.map(Length::Steps),
        overrides: Overrides::default(),
        settings: vec![],
        out: None,
        format: None,
        every: 1,
        contacts: false,
        record: None,
        trace: None,
        assertions,
        pauses,
        json,
    };
    headless::listen(&address, &options, out, messages)
}

/// Opens the viewer, once the scene is known to be sound.
fn view(arguments: ViewArguments) -> Result<(), Failure> {
    let (scene, settings) = (arguments.scene, settings(&arguments.settings)?);
    // What comes on standard input is an engine's trace.
    if scene.as_deref() == Some("-") && settings.is_empty() {
        return open_live(headless::follow_standard_input()?, vec![]);
    }
    // Read here for its faults and settings alone: the window reads it again, and once more whenever it changes.
    let description = match scene.as_deref() {
        Some(spec) if spec.ends_with(".caromrec") => {
            headless::load_recording(spec.as_ref())?;
            None
        }
        Some(spec) if headless::is_trace(spec.as_ref()) => None,
        Some(spec) => Some(headless::open(spec).map_err(|failure| with_command_hint(failure, spec))?),
        None => None,
    };
    headless::check_settings(description.as_ref(), &settings)?;
    open_window(scene.as_deref(), settings)
}

#[cfg(feature = "app")]
fn open_live(playback: Playback, pauses: Vec<String>) -> Result<(), Failure> {
    crate::app::follow(playback, pauses).map_err(|error| Failure::NoDevice(error.to_string()))
}

#[cfg(not(feature = "app"))]
fn open_live(_: Playback, _: Vec<String>) -> Result<(), Failure> {
    Err(Failure::NoDevice(
        "this carom was built without the viewer; use carom run - or carom listen --no-window".into(),
    ))
}

#[cfg(feature = "app")]
fn open_window(scene: Option<&str>, settings: Vec<GivenSetting>) -> Result<(), Failure> {
    use crate::app::{self, AppError, DocumentSource, Options};
    app::run(Options { source: scene.map(DocumentSource::of), settings, ..Options::default() }).map_err(|error| {
        match error {
            AppError::Scene(error) => Failure::Wrong(error.to_string()),
            error => Failure::NoDevice(error.to_string()),
        }
    })
}

#[cfg(not(feature = "app"))]
fn open_window(_: Option<&str>, _: Vec<GivenSetting>) -> Result<(), Failure> {
    Err(Failure::NoDevice("this carom was built without the viewer; use carom run".into()))
}

#[cfg(feature = "render")]
fn render(arguments: RenderArguments, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    let options = RenderOptions {
        scene: arguments.scene,
        overrides: overrides(&arguments.step),
        settings: settings(&arguments.settings)?,
        at: arguments.at,
        step: arguments.at_step,
        seconds: arguments.seconds,
        fps: arguments.fps,
        out: arguments.out,
        size: arguments.size,
        layers: arguments.show,
        poses: arguments.poses,
        select: arguments.select,
        follow: arguments.follow,
        camera: arguments.camera,
        theme: arguments.theme.into(),
    };
    headless::render(&options, out, messages)
}

#[cfg(feature = "render")]
fn adapters(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    headless::adapters(json, out)
}

#[cfg(not(feature = "render"))]
fn render(_: RenderArguments, _: &mut dyn Write, _: &mut dyn Write) -> Result<(), Failure> {
    Err(no_drawing())
}

#[cfg(not(feature = "render"))]
fn adapters(_: bool, _: &mut dyn Write) -> Result<(), Failure> {
    Err(no_drawing())
}

#[cfg(not(feature = "render"))]
fn no_drawing() -> Failure {
    Failure::NoDevice("this carom was built without drawing (feature \"render\"); carom run needs none".into())
}

/// `carom rnu` is taken for a scene; perhaps a command was meant.
fn with_command_hint(failure: Failure, spec: &str) -> Failure {
    let program = Arguments::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    match (failure, crate::scene::spelling::nearest(spec, commands)) {
        // What looks like a path was meant as one.
        (Failure::Wrong(message), Some(command)) if !spec.contains(['.', '/', '\\']) => {
            Failure::Wrong(format!("{message}\nOr did you mean the command carom {command}?"))
        }
        (failure, _) => failure,
    }
}

/// Whether a word is a scene rather than a condition.
fn names_a_scene(word: &str) -> bool {
    let laboratory = headless::named_lab(word).is_ok_and(|entry| entry.is_some());
    laboratory
        || word == "-"
        || word.ends_with(".toml")
        || word.ends_with(".json")
        || word.ends_with(".jsonl")
        || word.ends_with(".jsonl.gz")
        || headless::is_trace(word.as_ref())
        || crate::scene::find(word).is_some()
}

fn run_options(mut arguments: RunArguments) -> Result<RunOptions, Failure> {
    // A scene that follows its conditions was taken for one more of them.
    let scene = arguments.scene.take().or_else(|| {
        let lists = [&mut arguments.assertions, &mut arguments.pauses];
        lists.into_iter().filter(|l| l.len() > 1).find(|l| l.last().is_some_and(|s| names_a_scene(s)))?.pop()
    });
    Ok(RunOptions {
        scene: scene.unwrap_or_default(),
        settings: settings(&arguments.settings)?,
        length: arguments.steps.map(Length::Steps).or(arguments.seconds.map(Length::Seconds)),
        overrides: overrides(&arguments.step),
        out: arguments.out,
        format: arguments.format.map(Into::into),
        every: arguments.every,
        contacts: arguments.contacts,
        record: arguments.record,
        trace: arguments.trace,
        assertions: arguments.assertions,
        pauses: arguments.pauses,
        json: arguments.json,
    })
}

/// What is set of a scene or a laboratory, as it was typed.
fn settings(arguments: &SettingArguments) -> Result<Vec<GivenSetting>, Failure> {
    let SettingArguments { set, choose, place } = arguments;
    // Their order here is of no account: settings are made choices first, in an order in which each can be.
    let lists = [(SettingSubject::Choose, choose), (SettingSubject::Set, set), (SettingSubject::Place, place)];
    let all = lists.into_iter().flat_map(|(subject, texts)| texts.iter().map(move |text| (subject, text)));
    all.map(|(subject, text)| {
        GivenSetting::parse(subject, text).map_err(|refused| Failure::Wrong(format!("--{}: {refused}", subject.name())))
    })
    .collect()
}

fn overrides(arguments: &StepArguments) -> Overrides {
    let StepArguments { hz, sub_steps, threads } = *arguments;
    Overrides { hz, sub_steps, threads: threads.map(usize::from) }
}

fn bench_options(arguments: BenchArguments) -> BenchOptions {
    let BenchArguments { scenes, steps, threads, json } = arguments;
    BenchOptions { scenes, steps, threads: usize::from(threads), json }
}

/// The manual page of the program or of one of its commands.
fn man(command: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut program = Arguments::command();
    // Only a command that was built knows its subcommands' full names and options.
    program.build();
    let chosen = match command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let known = program.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>().join(", ");
                return Err(Failure::Wrong(format!("there is no command {name:?}; commands are {known}")));
            }
        },
    };
    let mut page = vec![];
    clap_mangen::Man::new(chosen).render(&mut page)?;
    Ok(out.write_all(&page).and_then(|()| out.flush())?)
}
