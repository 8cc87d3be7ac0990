//! Writes what the fuzzer starts from: `seeds FOLDER` makes `FOLDER/TARGET/` with an input a file, and `FOLDER/TARGET.dict`.

use carom_fuzz::{seeds, targets::TARGETS};
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).expect("the folder to write to"));
    for (name, _) in TARGETS {
        let inputs = folder.join(name);
        fs::create_dir_all(&inputs)?;
        for (index, seed) in seeds::seeds(name).iter().enumerate() {
            fs::write(inputs.join(format!("{index:03}")), seed)?;
        }
        fs::write(folder.join(format!("{name}.dict")), seeds::dictionary(name))?;
    }
    Ok(())
}
