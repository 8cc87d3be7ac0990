//! What is remembered between runs, and where.

use super::save::save_text;
use crate::ui::Settings;
use std::path::{Path, PathBuf};

/// The file; none where the system has no place for it.
pub fn settings_path() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "carom").map(|dirs| dirs.config_dir().join("settings.toml"))
}

/// The settings of the last run. Whatever is wrong with the file, the window still opens, with the defaults.
pub fn load_settings(path: &Path) -> Settings {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Settings::default(),
        Err(error) => {
            log::warn!("{} cannot be read: {error}", path.display());
            return Settings::default();
        }
    };
    let settings: Settings = toml::from_str(&text).unwrap_or_else(|error| {
        log::warn!("{} is not understood, so the defaults hold: {error}", path.display());
        Settings::default()
    });
    sane(settings)
}

/// Numbers from a file may be anything.
fn sane(mut settings: Settings) -> Settings {
    let default = Settings::default();
    if !settings.font_scale.is_finite() {
        settings.font_scale = default.font_scale;
    }
    settings.font_scale = settings.font_scale.clamp(0.5, 3.0);
    for (side, usual) in settings.window.iter_mut().zip(default.window) {
        *side = if side.is_finite() { side.clamp(320.0, 16_384.0) } else { usual };
    }
    settings
}

/// Writes them; a failure is logged, for it must not stop anything.
pub fn store_settings(path: &Path, settings: &Settings) {
    let written = toml::to_string_pretty(settings).map_err(|e| e.to_string()).and_then(|text| {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
        }
        save_text(path, &text, false).map_err(|e| e.to_string())
    });
    if let Err(error) = written {
        log::warn!("settings: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Layers, Theme};

    #[test]
    fn settings_survive_a_round_trip() {
        let folder = std::env::temp_dir().join(format!("carom-settings-{}", std::process::id()));
        let path = folder.join("deep").join("settings.toml");
        let layers = Layers { impulses: true, points: false, ..Layers::default() };
        let settings = Settings { theme: Theme::Light, font_scale: 1.25, layers, ..Settings::default() };
        store_settings(&path, &settings);
        assert_eq!(load_settings(&path), settings);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_file_never_stops_the_start() {
        let path = std::env::temp_dir().join(format!("carom-damaged-{}.toml", std::process::id()));
        for text in ["", "theme = 7", "\u{0}\u{1}", "font_scale = nan\nwindow = [inf, -5.0]", "unknown = true"] {
            std::fs::write(&path, text).unwrap();
            let settings = load_settings(&path);
            assert!((0.5..=3.0).contains(&settings.font_scale), "{text}");
            assert!(settings.window.iter().all(|s| (320.0..=16_384.0).contains(s)), "{text}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
