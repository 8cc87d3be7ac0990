//! Writing files so that either the old or the new one is there, whole, whatever happens.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a file was not written. The old file is untouched.
#[derive(Debug, thiserror::Error)]
#[error("{} was not saved: {reason}", path.display())]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub reason: io::Error,
}

/// Writes a text file: to a temporary file beside it, then renamed over it. The old one is kept as `.bak` when asked.
pub fn save_text(path: &Path, text: &str, keep_old: bool) -> Result<(), SaveError> {
    save_bytes(path, text.as_bytes(), keep_old)
}

/// Writes a file of any kind, as [`save_text`] does a text.
pub fn save_bytes(path: &Path, bytes: &[u8], keep_old: bool) -> Result<(), SaveError> {
    let whole = || {
        let mut file = Replacement::create(path)?;
        file.file.write_all(bytes)?;
        file.finish(keep_old)
    };
    whole().map_err(|reason| SaveError { path: path.into(), reason })
}

/// A file that is being written beside the one it will replace. Dropped before [`finish`](Self::finish), it leaves the
/// old one as it was and nothing else. Errors of writing name the file.
#[derive(Debug)]
pub struct Replacement {
    file: File,
    path: PathBuf,
    /// Where the file is until it is whole. None for a pipe or a device, which is written to as it is.
    temporary: Option<PathBuf>,
}

impl Replacement {
    /// Begins a file that shall be at `path`. Refuses a folder, a folder that is not there, and a file that may not be
    /// written.
    pub fn create(path: &Path) -> io::Result<Self> {
        if let Some(file) = stream(path)? {
            return Ok(Self { file, path: path.into(), temporary: None });
        }
        // A link stays a link: what it points to is replaced.
        let target = followed(path);
        match fs::metadata(&target) {
            Ok(old) if old.is_dir() => return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            // What may not be written may not be replaced either.
            Ok(_) => drop(File::options().write(true).open(&target)?),
            Err(_) => {}
        }
        let (file, temporary) = begin(&target)?;
        Ok(Self { file, path: target, temporary: Some(temporary) })
    }

    /// Puts the whole file in its place; the old one is kept as `.bak` when asked.
    pub fn finish(mut self, keep_old: bool) -> io::Result<()> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        // First the contents must reach the disk: after a power cut the new name could stand on an empty file.
        self.file.sync_all()?;
        if let Ok(old) = fs::metadata(&self.path) {
            if keep_old {
                back_up(&self.path)?;
            }
            // Whoever might read or run the old file may do so with the new one.
            fs::set_permissions(temporary, old.permissions())?;
        }
        fs::rename(temporary, &self.path)?;
        self.temporary = None;
        // The rename itself must reach the disk; folders cannot be opened everywhere.
        if let Ok(folder) = File::open(folder_of(&self.path)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| self.named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| self.named(&error))
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // Best effort: whoever drops it has a better error to tell.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// How the names of temporary files end.
const TEMPORARY: &str = ".carom-new";
/// Of a long name only so much is in that of its temporary file, for names have a longest length (bytes).
const MOST_OF_NAME: usize = 200;

/// A temporary file beside `path` that nobody else writes. Its lock is held while it is written.
fn begin(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
    let name = name.to_string_lossy();
    let name = &name[..name.floor_char_boundary(MOST_OF_NAME)];
    // Another save of the same file, here or in another process, holds one of these names.
    for attempt in 0..1000 {
        let temporary = folder_of(path).join(format!(".{name}.{attempt}{TEMPORARY}"));
        match File::create_new(&temporary) {
            // Another process may have taken the lock, and the file for one left behind, in between.
            Ok(file) if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && temporary.exists() => {
                return Ok((file, temporary));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("every name for a temporary file beside it is taken"))
}

/// Removes the temporary files beside `path` that processes left behind which were killed while they saved.
pub fn sweep_beside(path: &Path) {
    let Ok(entries) = fs::read_dir(folder_of(&followed(path))) else { return };
    for entry in entries.filter_map(Result::ok) {
        let ours = entry.file_name().to_string_lossy().strip_prefix('.').is_some_and(|name| name.ends_with(TEMPORARY));
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_left(&entry.path());
        }
    }
}

/// Removes a file unless a process that still runs holds its lock.
pub fn remove_left(path: &Path) {
    if File::open(path).is_ok_and(|file| file.try_lock().is_ok() && fs::remove_file(path).is_ok()) {
        log::info!("removed {}, which a process left behind", path.display());
    }
}

/// Keeps a copy of a file as `.bak`. A copy, not a rename: there is no moment without the file.
fn back_up(path: &Path) -> io::Result<()> {
    let mut old = File::open(path)?;
    // Put behind the whole name: scene.toml and scene.json must not share a backup.
    let mut backup = path.as_os_str().to_owned();
    backup.push(".bak");
    let mut backup = Replacement::create(Path::new(&backup))?;
    io::copy(&mut old, &mut backup.file)?;
    backup.file.set_permissions(old.metadata()?.permissions())?;
    backup.finish(false)
}

/// What can only be written to as it is: a pipe, a device, a stream that the process was given. None for all else.
fn stream(path: &Path) -> io::Result<Option<File>> {
    // What is not there yet is no stream, and will be made.
    let Ok(now) = fs::metadata(path) else { return Ok(None) };
    #[cfg(unix)]
    for given in [io::stdout().as_fd(), io::stderr().as_fd()] {
        // The same offset: what the program says there itself comes after it.
        let given = File::from(given.try_clone_to_owned()?);
        if given.metadata().is_ok_and(|given| identity(&given) == identity(&now)) {
            return Ok(Some(given));
        }
    }
    // What is reached through these folders was opened by somebody else, who would not see a replacement.
    let is_given = ["/dev/fd", "/proc"].iter().any(|folder| path.starts_with(folder));
    if now.is_dir() || (now.is_file() && !is_given) {
        return Ok(None);
    }
    // Pipes and devices cannot be emptied.
    File::options().write(true).truncate(now.is_file()).open(path).map(Some)
}

/// Whether two paths are one file: links and hard links are followed, and neither needs to be there yet. Pipes and
/// devices are nobody's file: they may be named twice.
pub(super) fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        // Where both are there, device and inode decide, whatever the names.
        (Ok(a_data), Ok(b_data)) if cfg!(unix) => a_data.is_file() && identity(&a_data) == identity(&b_data),
        (Ok(a_data), _) if !a_data.is_file() => false,
        // One that is not there yet has a path alone: both are compared with all links followed.
        _ => followed(a) == followed(b),
    }
}

/// Whether standard input is read from the file at `path`.
pub(super) fn is_standard_input(path: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(input), Ok(data)) = (io::stdin().as_fd().try_clone_to_owned(), fs::metadata(path)) {
        return data.is_file() && File::from(input).metadata().is_ok_and(|input| identity(&input) == identity(&data));
    }
    let _ = path;
    false
}

/// What makes a file this one, whatever its names.
#[cfg(unix)]
fn identity(data: &fs::Metadata) -> (u64, u64) {
    (data.dev(), data.ino())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) {}

/// The path with all links followed, also where the file, or what a link points to, is not there yet.
fn followed(path: &Path) -> PathBuf {
    // As many as Linux follows; here they end a loop of links.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => break,
        }
    }
    // A file that is not there has no canonical path, but its folder has one.
    fs::canonicalize(&path).unwrap_or_else(|_| match (fs::canonicalize(folder_of(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    })
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("carom-save-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_file_is_kept_beside_the_new_one() {
        let folder = folder("backup");
        let path = folder.join("scene.toml");
        save_text(&path, "one", true).unwrap();
        save_text(&path, "two", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_to_string(folder.join("scene.toml.bak")).unwrap(), "one");
        assert_eq!(names(&folder), ["scene.toml", "scene.toml.bak"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failed_save_leaves_the_old_file_and_nothing_else() {
        let folder = folder("failure");
        let path = folder.join("scene.toml");
        fs::write(&path, "one").unwrap();
        // A folder where the backup should go: copying fails after the new file was written.
        fs::create_dir(folder.join("scene.toml.bak")).unwrap();
        let error = save_text(&path, "two", true).unwrap_err();
        assert!(error.to_string().contains("was not saved"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(names(&folder), ["scene.toml", "scene.toml.bak"]);
        assert!(save_text(&folder.join("missing").join("scene.toml"), "x", false).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_of_any_length_are_saved_and_two_saves_at_once_do_not_meet() {
        let folder = folder("names");
        let path = folder.join("é".repeat(127));
        let mut first = Replacement::create(&path).unwrap();
        let mut second = Replacement::create(&path).unwrap();
        first.write_all(b"first").unwrap();
        second.write_all(b"second").unwrap();
        first.finish(false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        second.finish(false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(names(&folder).len(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_killed_save_left_is_removed_and_what_is_being_written_stays() {
        let folder = folder("sweep");
        let (left, path) = (folder.join(format!(".old.toml.0{TEMPORARY}")), folder.join("new.toml"));
        fs::write(&left, "half").unwrap();
        fs::write(folder.join(".another's.new"), "whole").unwrap();
        let going_on = Replacement::create(&path).unwrap();
        sweep_beside(&path);
        assert_eq!(names(&folder), [".another's.new", &format!(".new.toml.0{TEMPORARY}")]);
        going_on.finish(false).unwrap();
        assert_eq!(names(&folder), [".another's.new", "new.toml"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn one_file_is_known_by_all_its_names_and_a_link_stays_a_link() {
        let folder = folder("links");
        let [path, hard, soft, far, next] = ["a", "hard", "soft", "far", "next"].map(|name| folder.join(name));
        fs::write(&path, "old").unwrap();
        fs::hard_link(&path, &hard).unwrap();
        std::os::unix::fs::symlink("a", &soft).unwrap();
        std::os::unix::fs::symlink("next", &far).unwrap();
        for (other, same) in [(&hard, true), (&soft, true), (&folder.join("./a"), true), (&far, false), (&next, false)]
        {
            assert_eq!(is_same_file(&path, other), same, "{}", other.display());
            assert_eq!(is_same_file(other, &path), same, "{}", other.display());
        }
        assert!(is_same_file(&far, &next), "a link and what it points to, not there yet");
        assert!(!is_same_file(Path::new("/dev/null"), Path::new("/dev/null")));
        save_text(&soft, "new", false).unwrap();
        save_text(&far, "far", false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_to_string(&next).unwrap(), "far");
        assert!(fs::symlink_metadata(&soft).unwrap().is_symlink());
        fs::remove_dir_all(folder).unwrap();
    }
}
