//! What the application knows and the panels show; they change none of it.

use crate::language::Language;
use crate::scene::Topic;
use crate::subject::Curves;
use crate::trace::SampleTrace;
use crate::view::Theme;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

/// How time runs while it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayMode {
    /// From the present to what was.
    pub backwards: bool,
    /// From the last step known to the first one kept and on, or the other way.
    pub looping: bool,
}

/// One scene of the gallery, as the picker lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryItem {
    /// The name to open it by.
    pub id: &'static str,
    /// The group it stands in.
    pub topic: Topic,
    /// Its title.
    pub title: String,
    /// What there is to see.
    pub about: String,
}

/// Simulated seconds a second that the window can be set to.
pub const TIME_SCALES: RangeInclusive<f32> = 0.01..=4.0;

/// The part of them that a slider covers.
pub(super) const USUAL_TIME_SCALES: RangeInclusive<f32> = 0.05..=4.0;

/// What the application knows and the panels show.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Whether the simulation runs.
    pub running: bool,
    /// How time runs while it does.
    pub playback: PlayMode,
    /// The condition that paused the run, where and with what values.
    pub fired: Option<String>,
    /// Simulated seconds a second.
    pub time_scale: f32,
    /// Whether the machine is too slow for that, and simulated time lags behind.
    pub lagging: bool,
    /// Threads a step may use.
    pub threads: usize,
    /// The most that make sense here.
    pub max_threads: usize,
    /// Mean time between pictures (ms).
    pub frame_ms: f32,
    /// Time of the last pictures (ms), oldest first: all that the window itself spent.
    pub frame_times: Vec<f32>,
    /// Wall time of the last steps (ms), oldest first.
    pub step_times: Vec<f32>,
    /// What is known of the curves that are followed; none where none is.
    pub curves: Option<Arc<Curves>>,
    /// The language of the desktop.
    pub language: Language,
    /// What the desktop wants while the user chose nothing; none where nobody says.
    pub desktop_theme: Option<Theme>,
    /// Name of the graphics adapter.
    pub adapter: String,
    /// Whether it draws in software.
    pub software: bool,
    /// The file the scene came from.
    pub file: Option<PathBuf>,
    /// The gallery scene it came from.
    pub gallery_id: Option<&'static str>,
    /// The laboratory that is open.
    pub lab_id: Option<&'static str>,
    /// The recording of another engine that is open.
    pub sample: Option<&'static SampleTrace>,
    /// Whether there are edits that were not saved.
    pub edited: bool,
    /// What a window that never closed has left, in words: the scene and how long ago.
    pub left_behind: Option<String>,
    /// How long ago changes of the open scene were put aside that can be taken up again, in words.
    pub kept: Option<String>,
    /// How far the check of the trace has come.
    pub checking: super::Checking,
    /// What is known of the run that lies over the trace.
    pub beside: super::Beside,
    /// How far the picture or clip is that is being written.
    pub exporting: Option<super::Exporting>,
    /// The address of the page that the window is part of; none on a desktop.
    pub page: Option<String>,
    /// The gallery.
    pub gallery: Vec<GalleryItem>,
    /// Whether the scene is drawn below the panels; else the place for it is filled with one colour.
    pub picture_below: bool,
}

impl Default for Status {
    fn default() -> Self {
        // Nothing is known before the window has told it.
        Self {
            running: false,
            playback: PlayMode::default(),
            fired: None,
            time_scale: 1.0,
            lagging: false,
            threads: 1,
            max_threads: 1,
            frame_ms: 0.0,
            frame_times: vec![],
            step_times: vec![],
            curves: None,
            language: Language::English,
            desktop_theme: None,
            adapter: String::new(),
            software: false,
            file: None,
            gallery_id: None,
            lab_id: None,
            sample: None,
            edited: false,
            left_behind: None,
            kept: None,
            checking: super::Checking::Off,
            beside: super::Beside::Off,
            exporting: None,
            page: None,
            gallery: vec![],
            picture_below: false,
        }
    }
}
