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
    // Without a command the first word is a scene for the viewer.
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
        Shell::Zsh => for_zsh(&script),
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

/// Where a command takes a scene, its names become the values there are. For scripts only: a scene can be a
/// file as well.
fn with_names(command: Command, names: &[&'static str]) -> Command {
    command.mut_args(|arg: Arg| {
        let takes_scenes = ["scene", "scenes", "files"].contains(&arg.get_id().as_str());
        if takes_scenes { arg.value_parser(PossibleValuesParser::new(names)) } else { arg }
    })
}

/// What clap does not do for zsh: it offers nothing but the values there are, where a file would do as well; and it
/// takes the first word for a scene even when it is a command, which then completes nothing.
fn for_zsh(script: &str) -> String {
    // Without this line the command itself is the first word, `$line[1]` in place of `$line[2]`.
    let is_first_scene = |line: &&str| line.starts_with("'::scene -- The scene to open");
    let mut lines: Vec<String> = script.lines().filter(|line| !is_first_scene(line)).map(Into::into).collect();
    for line in &mut lines {
        *line = line.replace("$line[2]", "$line[1]").replace("\":: :_carom_commands\"", "\":: :_carom_first\"");
        for (function, laboratories) in ZSH {
            // As clap writes them: a colon would end the value, so it is escaped.
            let values = names(laboratories).join(" ").replace(':', "\\:");
            *line = line.replace(&format!(":({values})'"), &format!(": {function}'"));
        }
    }
    // The first word is a command or a scene, so both are offered.
    let mut functions = "\n_carom_first() {\n    _carom_commands\n    _carom_scenes_and_laboratories\n}\n".to_owned();
    for (function, laboratories) in ZSH {
        let names = names(laboratories).join(" ");
        functions += &format!("\n{function}() {{\n    compadd -- {names}\n    _files -g '*.(toml|json)'\n}}\n");
    }
    lines.join("\n").replacen("\n_carom() {", &format!("{functions}\n_carom() {{"), 1) + "\n"
}

/// The functions of zsh that offer names, and whether those of laboratories.
const ZSH: [(&str, bool); 2] = [("_carom_scenes_and_laboratories", true), ("_carom_scenes_alone", false)];

/// What clap leaves out for fish: words that stand alone.
fn fish_lines() -> String {
    let line = |condition: &str, laboratories: bool| {
        format!("complete -c carom -n \"{condition}\" -a \"{}\"\n", names(laboratories).join(" "))
    };
    let of = |commands: [&str; 3]| format!("__fish_carom_using_subcommand {}", commands.join(" "));
    let alone = line("__fish_carom_needs_command", true);
    alone + &line(&of(WITH_LABORATORIES), true) + &line(&of(SCENES_ALONE), false)
}
