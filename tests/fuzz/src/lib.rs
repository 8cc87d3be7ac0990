//! What reads what users and other programs give: each reader as a target for a fuzzer, and where it starts from.

pub mod seeds;
pub mod targets;

use std::path::Path;
use std::{env, fs, io, process};

/// Before the first run of a target: where `SEEDS` names a folder, the inputs to start from and their dictionary are
/// written there instead, and that is all.
pub fn begin(target: &str) {
    if let Some(folder) = env::var_os("SEEDS") {
        let done = write_seeds(folder.as_ref(), target);
        process::exit(i32::from(done.is_err()));
    }
}

/// Makes `FOLDER/TARGET/` with an input a file, and `FOLDER/TARGET.dict`.
fn write_seeds(folder: &Path, target: &str) -> io::Result<()> {
    let inputs = folder.join(target);
    fs::create_dir_all(&inputs)?;
    for (index, seed) in seeds::seeds(target).iter().enumerate() {
        fs::write(inputs.join(format!("{index:03}")), seed)?;
    }
    fs::write(folder.join(format!("{target}.dict")), seeds::dictionary(target))
}
