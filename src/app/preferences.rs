//! What is remembered between runs, and where.

use super::platform::{self, Writer};
use crate::ui::Preferences;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Changed preferences are written after so long, and at the end.
const PAUSE: Duration = Duration::from_secs(2);

/// A longer file is none of ours (bytes).
const MOST_BYTES: u64 = 1 << 20;

/// What the user likes, and the file that remembers it.
pub(super) struct PreferencesFile {
    /// None where the system has no place for it.
    path: Option<PathBuf>,
    /// As they were last noticed: what the file says, or will say when it is due.
    written: Preferences,
    /// When they are written.
    due: Option<Instant>,
}

impl PreferencesFile {
    /// As the last run left them.
    pub(super) fn open() -> Self {
        let path = platform::settings_path();
        let written = path.as_deref().map(load).unwrap_or_default();
        Self { path, written, due: None }
    }

    /// What the file says, or will say when it is due.
    pub(super) const fn written(&self) -> &Preferences {
        &self.written
    }

    /// When they are written, if they changed.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Notices that they changed, and has them written when they have been quiet for a while, or now.
    pub(super) fn keep(&mut self, preferences: &Preferences, at_once: bool, writer: &Writer) {
        let now = Instant::now();
        // Each change puts the writing off, so that a slider that is dragged writes once.
        if *preferences != self.written {
            self.written = preferences.clone();
            self.due = Some(now + PAUSE);
        }
        if self.due.is_some_and(|due| at_once || due <= now) {
            self.due = None;
            if let Some(path) = self.path.clone() {
                // The writer's own copy: what the user likes may change while it waits for the disk.
                let written = self.written.clone();
                writer.give(move || store(&path, &written));
            }
        }
    }
}

/// The preferences of the last run. Whatever is wrong with the file, the window still opens, with the defaults.
fn load(path: &Path) -> Preferences {
    let text = match platform::read_settings(path, MOST_BYTES) {
        Ok(Some(text)) => text,
        Ok(None) => return Preferences::default(),
        Err(problem) => {
            log::warn!("{} {problem}; the defaults hold", path.display());
            return Preferences::default();
        }
    };
    read(&text).unwrap_or_else(|error| {
        log::warn!("{} is not understood, so the defaults hold: {error}", path.display());
        Preferences::default()
    })
}

/// Reads the text of a file of settings: whatever it says, the window can open with what comes of it.
pub fn read(text: &str) -> Result<Preferences, String> {
    toml::from_str(text).map(sane).map_err(|error| error.to_string())
}

/// Numbers from a file may be anything.
fn sane(mut preferences: Preferences) -> Preferences {
    let default = Preferences::default();
    if !preferences.font_scale.is_finite() {
        preferences.font_scale = default.font_scale;
    }
    // Between these the panels can still be used, and so be set right again.
    preferences.font_scale = preferences.font_scale.clamp(0.5, 3.0);
    for (side, usual) in preferences.window.iter_mut().zip(default.window) {
        *side = if side.is_finite() { side.clamp(320.0, 16_384.0) } else { usual };
    }
    preferences
}

/// Writes them; a failure is logged, for it must not stop anything.
fn store(path: &Path, preferences: &Preferences) {
    let text = toml::to_string_pretty(preferences).map_err(|e| e.to_string());
    let written = text.and_then(|text| platform::write_settings(path, &text));
    if let Err(error) = written {
        log::warn!("preferences: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::DrawerTab;
    use crate::view::{Layers, Theme};

    #[test]
    fn preferences_survive_a_round_trip() {
        let folder = std::env::temp_dir().join(format!("carom-preferences-{}", std::process::id()));
        let path = folder.join("deep").join("settings.toml");
        let layers = Layers { impulses: true, points: false, ..Layers::default() };
        let preferences = Preferences { theme: Theme::Light, font_scale: 1.25, layers, ..Preferences::default() };
        store(&path, &preferences);
        assert_eq!(load(&path), preferences);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_page_by_its_old_name_is_understood() {
        let read = read("drawer_tab = \"tracks\"").unwrap();
        assert_eq!(read, Preferences { drawer_tab: DrawerTab::History, ..Preferences::default() });
    }

    #[test]
    fn a_damaged_file_never_stops_the_start() {
        let path = std::env::temp_dir().join(format!("carom-damaged-{}.toml", std::process::id()));
        for text in ["", "theme = 7", "\u{0}\u{1}", "font_scale = nan\nwindow = [inf, -5.0]", "unknown = true"] {
            std::fs::write(&path, text).unwrap();
            let preferences = load(&path);
            assert!((0.5..=3.0).contains(&preferences.font_scale), "{text}");
            assert!(preferences.window.iter().all(|s| (320.0..=16_384.0).contains(s)), "{text}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
