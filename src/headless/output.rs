//! The files that options of the command line name: checked before anything is touched, put in place when
//! they are whole.

use super::save::{Replacement, is_same_file, is_standard_input, sweep_beside};
use super::{Failure, RunOptions};
use std::io::{self, Write};
use std::path::Path;

/// What another program has written, on one line: it may hold anything, also what a terminal would obey.
pub(super) fn on_one_line(text: &impl ToString) -> String {
    text.to_string().replace(char::is_control, " ")
}

/// Refuses what would replace the scene or write one file twice, before any file is touched.
pub(super) fn check_files(options: &RunOptions) -> Result<(), Failure> {
    // Standard output replaces no file.
    let out = options.out.as_deref().filter(|path| path.as_os_str() != "-");
    let (record, trace) = (options.record.as_deref(), options.trace.as_deref());
    // A recording by such a name would in all likelihood replace somebody's scene.
    if let Some(path) = record
        && path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml") || e.eq_ignore_ascii_case("json"))
    {
        let shown = path.display();
        return Err(Failure::Wrong(format!("--record {shown}: that is a scene's name; a recording ends in .caromrec")));
    }
    let named = [("out", out), ("record", record), ("trace", trace)];
    for (index, (option, path)) in named.into_iter().enumerate() {
        let Some(path) = path else { continue };
        check_output(option, path, &options.scene)?;
        // Each is held against those before it, so that every pair is compared once.
        for (other, earlier) in &named[..index] {
            if earlier.is_some_and(|earlier| is_same_file(earlier, path)) {
                return Err(Failure::Wrong(format!(
                    "--{option} {}: that is the file of --{other} too",
                    path.display()
                )));
            }
        }
    }
    Ok(())
}

/// Refuses to write over the file that a scene is read from.
pub(super) fn check_output(option: &str, path: &Path, scene: &str) -> Result<(), Failure> {
    // A name of the gallery or of a laboratory is no file, even where some file is called the same.
    let is_file = crate::scene::find(scene).is_none() && !scene.starts_with("lab:");
    let same = if scene == "-" { is_standard_input(path) } else { is_file && is_same_file(path, Path::new(scene)) };
    if same {
        return Err(Failure::Wrong(format!("--{option} {}: that is the scene itself", path.display())));
    }
    Ok(())
}

/// The files that a run writes: beside those of before until it is whole, then in their place.
pub(super) struct Files<'a> {
    steps: Option<NewFile<'a>>,
    record: Option<NewFile<'a>>,
    trace: Option<NewFile<'a>>,
    /// Whether the steps go to standard output, and the summary elsewhere.
    pub to_stdout: bool,
}

impl<'a> Files<'a> {
    /// Begins them, once all else that was asked is known to be right.
    pub(super) fn begin(options: &'a RunOptions) -> Result<Self, Failure> {
        let out = options.out.as_deref();
        let to_stdout = out.is_some_and(|path| path.as_os_str() == "-");
        let begin = |option, path: Option<&'a Path>| path.map(|path| NewFile::begin(option, path)).transpose();
        let steps = begin("out", out.filter(|_| !to_stdout))?;
        let record = begin("record", options.record.as_deref())?;
        Ok(Self { steps, record, trace: begin("trace", options.trace.as_deref())?, to_stdout })
    }

    /// Where the steps and the trace go; none for what nobody asked for.
    pub(super) fn targets<'b>(&'b mut self, out: &'b mut dyn Write) -> (Option<Target<'b>>, Option<Target<'b>>) {
        let steps = match &mut self.steps {
            Some(steps) => Some(Box::new(&mut steps.file) as Target<'b>),
            None => self.to_stdout.then(|| Box::new(out) as Target<'b>),
        };
        (steps, self.trace.as_mut().map(|trace| Box::new(&mut trace.file) as Target<'b>))
    }

    /// Puts them in place, with the recording where one was asked for.
    pub(super) fn finish(self, recording: Option<String>) -> Result<(), Failure> {
        // Up to here the recording is text in memory; steps and trace were written as they passed.
        if let Some((mut file, text)) = self.record.zip(recording) {
            file.file.write_all(text.as_bytes())?;
            file.finish()?;
        }
        [self.steps, self.trace].into_iter().flatten().try_for_each(NewFile::finish)
    }
}

/// Something that is written to.
pub(super) type Target<'a> = Box<dyn Write + 'a>;

/// A file that an option of the command line names.
pub(super) struct NewFile<'a> {
    option: &'static str,
    path: &'a Path,
    pub file: Replacement,
}

impl<'a> NewFile<'a> {
    /// Begins it, and clears away what earlier ones left that were killed.
    pub(super) fn begin(option: &'static str, path: &'a Path) -> Result<Self, Failure> {
        sweep_beside(path);
        let file = Replacement::create(path).map_err(|error| cannot_write(option, path, &error))?;
        Ok(Self { option, path, file })
    }

    /// Puts it in place: it is whole.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.file.finish(false).map_err(|error| cannot_write(self.option, self.path, &error))
    }
}

/// Why a file that an option names cannot be written.
pub(super) fn cannot_write(option: &str, path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        // The file itself is yet to be made, so it is its folder that is missing.
        io::ErrorKind::NotFound => Failure::Wrong(format!("--{option} {shown}: there is no such folder")),
        _ => Failure::Wrong(format!("--{option} {shown}: {error}")),
    }
}
