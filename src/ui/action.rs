//! What a panel, a key or the mouse asks for.

use crate::lab::{GivenSetting, LabCommand, Trial};
use crate::physics::{BodyDesc, BodyId};
use crate::scene::{SceneBody, SpecimenForm};
use crate::sim::{Command, Question};
use std::path::PathBuf;

/// Something to be carried out by the application, in the order it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Change the running scene.
    Apply(Command),
    /// Work out what the next step comes to, and [tell the panels](super::UiState::take_answer).
    WhatIf(Question),
    /// Add a body under a free name and select it.
    Add {
        /// The first part of its name; a number makes it unique.
        stem: &'static str,
        /// The body.
        desc: BodyDesc,
    },
    /// Add bodies as one change, each under its name with a number if that is taken, and select them.
    AddBodies(Vec<SceneBody>),
    /// Change the running laboratory.
    Lab(LabCommand),
    /// Set values of the running laboratory as the command line does.
    SetLab(Vec<GivenSetting>),
    /// Open a scene or a laboratory with such values.
    OpenTrial(Trial),
    /// Stop, and go to a kept step.
    Seek(u64),
    /// Stop, and go this many steps back, as far as steps are kept.
    Back(u32),
    /// Let time run the other way.
    Reverse,
    /// Let time turn back at the end, or no longer.
    Loop,
    /// The list of conditions that pause the run has changed.
    Watch,
    /// Keep the present as a ghost beside what comes.
    KeepGhost,
    /// Let this ghost keep in step, or none.
    ShowGhost(Option<usize>),
    /// Go on with the ghost shown; the run becomes one.
    SwapGhost,
    /// Forget all ghosts.
    DropGhosts,
    /// Read the contacts of so many more steps, from this one on, for the page of contact history.
    ReadContactHistory {
        /// The first step to be read.
        first: u64,
        /// How many.
        count: u64,
    },
    /// Forget what was read of them.
    ForgetContactHistory,
    /// Ask where to save something of the run.
    SaveRun(RunFile),
    /// Take the last edit back.
    Undo,
    /// Do it again.
    Redo,
    /// Run, or stop.
    TogglePause,
    /// Stop, and advance by this many steps.
    Step(u32),
    /// Back to the beginning of the scene.
    Restart,
    /// Simulated seconds a second of the clock, 0.01…4.
    SetTimeScale(f32),
    /// Open a scene of the gallery.
    OpenGallery(&'static str),
    /// Open a laboratory.
    OpenLab(&'static str),
    /// Open a recording of another engine.
    OpenTrace(&'static str),
    /// Open the scene or laboratory so many places further in the gallery.
    Neighbour(i32),
    /// Open a scene file.
    OpenFile(PathBuf),
    /// Ask the desktop for a scene file.
    BrowseOpen,
    /// Read the open file again.
    Reload,
    /// Carry this out although edits that were not saved are lost.
    Leave(Box<Action>),
    /// Open the edits that a window which never closed has left.
    Recover,
    /// Throw them away.
    Forget,
    /// Save to the file the scene came from; ask for a place when there is none.
    Save,
    /// Save to this file.
    SaveTo(PathBuf),
    /// Ask the desktop where to save.
    BrowseSave,
    /// Write the picture of the scene to a file.
    Screenshot,
    /// Hold every contact of the open trace against geometry.
    CheckTrace,
    /// Run the bodies of the open trace here, and lay that over it.
    RunHere {
        /// From the step where it stands, else from its first.
        from_now: bool,
    },
    /// Ask the desktop for another trace to lay over the open one.
    BrowseBeside,
    /// Lay this trace over the open one.
    LayOver(PathBuf),
    /// Look anew where the open trace and the run over it part.
    Compare,
    /// Give up what is being laid over the open trace, or take it away.
    TakeAway,
    /// Follow these curves over time, and no others.
    FollowCurves(Vec<String>),
    /// Look at more of the steps that were done before a curve was followed.
    ReadCurves,
    /// Ask what picture or clip to write.
    AskExport,
    /// Write a picture or a clip.
    Export(super::Export),
    /// Give up what is being written.
    CancelExport,
    /// Move the camera so that the selected body, or everything, fills the picture.
    Frame,
    /// Put text on the clipboard.
    Copy(String),
    /// Ask what link of what is shown to copy.
    AskLink,
    /// Put a link of what is shown on the clipboard.
    CopyLink {
        /// The address of the page that opens it.
        base: String,
        /// As a snippet that shows it within another page.
        embedded: bool,
    },
    /// Put a contact of the last step on the clipboard, as it was detected.
    CopyContact {
        /// Its bodies.
        bodies: (BodyId, BodyId),
        /// How it is written.
        form: SpecimenForm,
    },
    /// Open a scene that is not a file but this text: TOML, or JSON when it begins with `{`.
    OpenText(String),
    /// Throw the graphics device away, to see that the window recovers.
    LoseDevice,
    /// Have a step take its time, to see that the window does not wait for it.
    SlowStep,
    /// Show the panels again after one of them broke.
    GoOn,
    /// Close the window.
    Quit,
}

/// What can be saved of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFile {
    /// All that was done, and what every step came to.
    Recording,
    /// Energy and momentum of every step.
    Totals,
    /// The same as plots.
    Plots,
}

impl RunFile {
    /// How the name of such a file ends.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Recording => "caromrec",
            Self::Totals => "csv",
            Self::Plots => "png",
        }
    }
}

impl Action {
    /// Whether the scene now open, and with it every edit that was not saved, would be gone.
    pub const fn leaves_scene(&self) -> bool {
        matches!(
            self,
            Self::OpenGallery(_)
                | Self::OpenLab(_)
                | Self::OpenTrace(_)
                | Self::OpenTrial(_)
                | Self::Neighbour(_)
                | Self::OpenFile(_)
                | Self::OpenText(_)
                | Self::Reload
                | Self::Recover
                | Self::Quit
        )
    }
}
