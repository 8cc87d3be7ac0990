//! Notices when the open scene file changes on disk.

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::path::{Path, PathBuf};

/// Watches one file. Editors replace files rather than write into them, so the folder is what is watched.
#[derive(Debug)]
pub struct FileWatch {
    _watcher: RecommendedWatcher,
}

impl FileWatch {
    /// Calls `changed` whenever something happened to the file; several times for one save is usual.
    pub fn new(path: &Path, changed: impl Fn() + Send + 'static) -> Option<Self> {
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        // The folder is watched rather than the file: editors save by putting another file in its place.
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let name = path.file_name().map(ToOwned::to_owned);
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            let concerns_it = event.paths.iter().any(|p| p.file_name() == name.as_deref());
            // Reading is no change; without this the reload would set itself off.
            if concerns_it && !matches!(event.kind, notify::EventKind::Access(_)) {
                changed();
            }
        });
        let mut watcher = watcher.map_err(|e| log::warn!("files are not watched: {e}")).ok()?;
        if let Err(error) = watcher.watch(&folder, RecursiveMode::NonRecursive) {
            log::warn!("{} is not watched: {error}", folder.display());
            return None;
        }
        Some(Self { _watcher: watcher })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn replacing_the_file_is_noticed_and_reading_it_is_not() {
        let folder = std::env::temp_dir().join(format!("carom-watch-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("scene.toml");
        std::fs::write(&path, "one").unwrap();
        let (send, receive) = mpsc::channel();
        let watch = FileWatch::new(&path, move || {
            let _ = send.send(());
        })
        .unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
        assert!(receive.recv_timeout(Duration::from_millis(150)).is_err());
        let other = folder.join("scene.toml.new");
        std::fs::write(&other, "two").unwrap();
        std::fs::rename(&other, &path).unwrap();
        receive.recv_timeout(Duration::from_secs(10)).unwrap();
        drop(watch);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
