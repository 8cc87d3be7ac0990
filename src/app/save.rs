//! Writing files so that either the old or the new one is there, whole, whatever happens.

use std::fs::{self, File};
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
    replace(path, text.as_bytes(), keep_old).map_err(|reason| SaveError { path: path.into(), reason })
}

fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
    let temporary = folder.join(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
    let result = write_whole(&temporary, bytes).and_then(|()| {
        if keep_old && path.exists() {
            let mut backup = path.as_os_str().to_owned();
            backup.push(".bak");
            // A copy, not a rename: there is no moment without the file.
            fs::copy(path, PathBuf::from(backup))?;
        }
        if let Ok(old) = fs::metadata(path) {
            fs::set_permissions(&temporary, old.permissions())?;
        }
        fs::rename(&temporary, path)
    });
    if result.is_err() {
        // Best effort: the error to report is the first one.
        let _ = fs::remove_file(&temporary);
        return result;
    }
    // The rename itself must reach the disk; folders cannot be opened everywhere.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

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
}
