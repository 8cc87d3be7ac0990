//! `carom-bindings MODULE FOLDER` writes the bindings of a compiled module, for pages without a bundler.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("Usage: carom-bindings MODULE FOLDER");
        return ExitCode::from(2);
    };
    let written = Bindgen::new().web(true).and_then(|bindings| {
        bindings.input_path(module).typescript(false).omit_default_module_path(false);
        // Without the names of functions, a tenth of the file: what breaks is told with its place in the source.
        bindings.remove_name_section(true).generate(folder)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
