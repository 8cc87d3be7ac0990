//! What is remembered from one run of the program to the next.

use crate::language::Language;
use crate::view::{ArrowLength, Layers, Theme};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A page of the panel on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideTab {
    /// The selected body, or the scene.
    #[default]
    Body,
    /// Gravity, step and rules.
    World,
    /// What is drawn.
    Layers,
    /// What pauses the run, the futures that were left, recordings.
    Time,
}

/// A page of the drawer at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawerTab {
    /// The table of contacts.
    #[default]
    Contacts,
    /// Why the selected contact has its normal, and how its impulse comes about.
    Why,
    /// The contacts over time, a row each.
    #[serde(alias = "tracks")]
    History,
    /// Numbers over time: energy, momentum and what is asked for.
    Plots,
    /// Times and counts.
    Stats,
    /// What was found in the whole trace.
    Check,
}

/// Width of the panel on the right at first (points).
pub(super) const SIDE_WIDTH: f32 = 324.0;
/// Width of the guide at first (points).
pub(super) const GUIDE_WIDTH: f32 = 380.0;
/// Height of the drawer at first (points).
pub(super) const DRAWER_HEIGHT: f32 = 260.0;

/// What is remembered from one run to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Light or dark.
    pub theme: Theme,
    /// Whether the user chose it; else it is the desktop's.
    pub theme_chosen: bool,
    /// The language of the window; that of the desktop when none was chosen.
    pub language: Option<Language>,
    /// Size of all words and controls, 0.5…3; 1 is the desktop's own.
    pub font_scale: f32,
    /// The layers.
    pub layers: Layers,
    /// What an arrow's length means.
    pub arrow_length: ArrowLength,
    /// Whether each contact shows two arrows.
    pub both_arrows: bool,
    /// Whether bodies cast shadows.
    pub shadows: bool,
    /// Whether the ground grid is drawn.
    pub grid: bool,
    /// Whether the panel on the right is open.
    pub side_open: bool,
    /// How wide it is (points).
    pub side_width: f32,
    /// Its page.
    pub side_tab: SideTab,
    /// How wide the guide is (points).
    pub guide_width: f32,
    /// Whether the drawer is open.
    pub drawer_open: bool,
    /// How high it is when it is open (points).
    pub drawer_height: f32,
    /// Its page.
    pub drawer_tab: DrawerTab,
    /// Whether the card of a contact is folded to its sentence.
    pub card_folded: bool,
    /// Inner size of the window (logical pixels).
    pub window: [f32; 2],
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// Whether the remark that drawing is done in software was closed.
    pub software_noted: bool,
    /// Whether the first steps were shown.
    pub toured: bool,
    /// The address below which links are made; empty when nobody said one.
    pub link_base: String,
    /// The files that were opened last, the newest first.
    pub recent: Vec<PathBuf>,
}

impl Preferences {
    /// The language of the window, on a desktop of this one.
    pub fn spoken(&self, desktop: Language) -> Language {
        self.language.unwrap_or(desktop)
    }
}

impl Default for Preferences {
    fn default() -> Self {
        // What a newcomer sees: the picture, the panel on the right, and nothing that must be closed first.
        Self {
            theme: Theme::Dark,
            theme_chosen: false,
            // The desktop's, until one is chosen.
            language: None,
            font_scale: 1.0,
            layers: Layers::default(),
            arrow_length: ArrowLength::Pixels,
            both_arrows: false,
            shadows: true,
            grid: true,
            side_open: true,
            side_width: SIDE_WIDTH,
            side_tab: SideTab::Body,
            guide_width: GUIDE_WIDTH,
            drawer_open: false,
            drawer_height: DRAWER_HEIGHT,
            drawer_tab: DrawerTab::Contacts,
            card_folded: false,
            window: [1280.0, 720.0],
            maximized: false,
            software_noted: false,
            toured: false,
            link_base: String::new(),
            recent: vec![],
        }
    }
}

impl Preferences {
    /// Most files that are remembered as recent: two rows of the gallery.
    pub const MOST_RECENT: usize = 8;

    /// Remembers that a file was opened: the newest is the first, and none is there twice.
    pub fn note_recent(&mut self, path: &Path) {
        // The next run may begin in another folder.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
        // What is remembered is text, and some names of files are none.
        if path.to_str().is_some() {
            self.recent.retain(|other| *other != path);
            self.recent.insert(0, path);
            self.recent.truncate(Self::MOST_RECENT);
        }
    }
}
