//! Completion scripts: as clap writes them, with the names of scenes and laboratories.

use super::arguments::Arguments;
use crate::{lab, scene};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

/// The commands whose scene may be a laboratory.
const WITH_LABORATORIES: [&str; 3] = ["view", "run", "render"];
/// Those that take scenes alone.
const SCENES_ALONE: [&str; 3] = ["contact", "check", "bench"];

/// The script of a shell.
pub(super) fn script(shell: Shell) -> Result<String, std::string::FromUtf8Error> {
    let mut script = vec![];
    let mut program = with_names(Arguments::command(), &names(true));
    for (commands, names) in [(WITH_LABORATORIES, names(true)), (SCENES_ALONE, names(false))] {
        for command in commands {
            program = program.mut_subcommand(command, |command| with_names(command, &names));
        }
    }
    clap_complete::generate(shell, &mut program, "carom", &mut script);
    let script = String::from_utf8(script)?;
    Ok(match shell {
        // Else the colon of lab:NAME would end a word.
        Shell::Bash => format!("COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}\n\n{script}"),
        Shell::Zsh => with_files(script),
        Shell::Fish => script + &fish_lines(),
        _ => script,
    })
}

/// What opens a scene of the gallery or a laboratory.
fn names(laboratories: bool) -> Vec<&'static str> {
    let scenes = scene::gallery().iter().map(|entry| entry.id);
    let labs = lab::laboratories().iter().filter(|_| laboratories);
    // clap keeps names for as long as the program runs, which ends with the script.
    scenes.chain(labs.map(|entry| &*format!("lab:{}", entry.id).leak())).collect()
}

/// Where a command takes a scene, its names become the values there are. For scripts only: a scene can be a file as well.
fn with_names(command: Command, names: &[&'static str]) -> Command {
    command.mut_args(|arg: Arg| {
        let takes_scenes = ["scene", "scenes", "files"].contains(&arg.get_id().as_str());
        if takes_scenes { arg.value_parser(PossibleValuesParser::new(names)) } else { arg }
    })
}

/// zsh offers nothing but the values there are: here it looks for files, too.
fn with_files(mut script: String) -> String {
    for (function, laboratories) in [("_carom_scenes_and_laboratories", true), ("_carom_scenes_alone", false)] {
        let names = names(laboratories).join(" ");
        script = script.replace(&format!(":({})'", names.replace(':', "\\:")), &format!(": {function}'"));
        let body = format!("{function}() {{\n    compadd -- {names}\n    _files -g '*.(toml|json)'\n}}\n");
        script = script.replacen("\n_carom() {", &format!("\n{body}\n_carom() {{"), 1);
    }
    script
}

/// What clap leaves out for fish: words that stand alone.
fn fish_lines() -> String {
    let line = |condition: &str, laboratories: bool| {
        format!("complete -c carom -n \"{condition}\" -a \"{}\"\n", names(laboratories).join(" "))
    };
    let of = |commands: [&str; 3]| format!("__fish_carom_using_subcommand {}", commands.join(" "));
    let alone = line("__fish_carom_needs_command", true);
    alone + &line(&of(WITH_LABORATORIES), true) + &line(&of(SCENES_ALONE), false)
}
