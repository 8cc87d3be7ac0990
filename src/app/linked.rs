//! Links: the program opens what one asks for, and copies one of what it shows.

use super::window::App;
use super::{DocumentSource, LoadError, Options};
use crate::lab::{GivenSetting, SettingSubject};
use crate::link::{Address, LinkError, LinkedView, Named, Packed};
use crate::say;
use crate::scene;
use crate::subject::{Description, Moment, Subject};
use crate::trace::SampleTrace;
use crate::ui::LinkDraft;
use std::path::PathBuf;

/// How what is opened is first seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// The step it stands at, paused; 0 is the start, and runs.
    pub step: u64,
    /// Where the camera stands; none for where the scene puts it.
    pub view: Option<LinkedView>,
    /// Whether the picture is shown with the transport alone, within another page.
    pub embedded: bool,
    /// Whether a link asked for it: then nobody is told how the program is used.
    pub linked: bool,
    /// Why the link was not followed.
    pub problem: Option<String>,
}

impl Options {
    /// What an address asks for. A trace, or another file that it names, was `fetched` and can be read by its name, or
    /// why not. Where anything of the link is wrong the opening scene is shown, and the problem.
    pub fn of_address(address: Address, fetched: Result<Option<PathBuf>, String>) -> Self {
        let (embedded, linked) = (address.embedded, address != Address::default());
        Self::follow(address, fetched).unwrap_or_else(|problem| Self {
            opening: Opening { embedded, linked, problem: Some(problem), ..Opening::default() },
            ..Self::default()
        })
    }

    fn follow(address: Address, fetched: Result<Option<PathBuf>, String>) -> Result<Self, String> {
        let linked = address != Address::default();
        let Address { named, settings, packed, embedded, problem } = address;
        if let Some(problem) = problem {
            return Err(problem.to_string());
        }
        // A text in the link goes before a name beside it, which only says what it was made from.
        let source = match (named, packed.text.clone()) {
            (_, Some(text)) => Some(DocumentSource::Text(text)),
            (Some(Named::Scene(name)), None) => match scene::find(&name) {
                Some(entry) => Some(DocumentSource::Gallery(entry.id)),
                None => return Err(format!("there is no scene {name:?} in the gallery")),
            },
            (Some(Named::Lab(name)), None) => match crate::lab::find(&name) {
                Some(entry) => Some(DocumentSource::Lab(entry.id)),
                None => return Err(format!("there is no laboratory {name:?}")),
            },
            (Some(Named::Trace(_)), None) => fetched?.map(DocumentSource::File),
            (None, None) => None,
        };
        let read =
            |text: &String| GivenSetting::parse(SettingSubject::Set, text).map_err(|refused| refused.to_string());
        let settings = settings.iter().map(read).collect::<Result<_, _>>()?;
        let opening = Opening { step: packed.step, view: packed.view, embedded, linked, problem: None };
        let options = Self { source, settings, opening };
        // What it brings is read before anything is made of it.
        let source = options.source.clone().unwrap_or_else(DocumentSource::opening);
        check(&source, &packed).map_err(|error| error.to_string())?;
        Ok(options)
    }
}

fn check(source: &DocumentSource, packed: &Packed) -> Result<(), LoadError> {
    let refused = |error: LinkError| LoadError { title: error.to_string(), detail: String::new() };
    match source {
        DocumentSource::File(_) => Ok(()),
        _ => match source.load()? {
            Description::Scene(scene) => packed.check(scene.bodies.len()).map_err(refused),
            Description::Lab(_) => packed.check(1).map_err(refused),
        },
    }
}

impl App {
    /// Brings what a link opened to where it asked for.
    pub(super) fn come_to(&mut self, opening: &Opening) {
        self.state.session.embedded = opening.embedded;
        if let Some(view) = opening.view {
            view.place(&mut self.state.camera);
            self.state.session.follow = false;
        }
        // Steps are taken, not restored: a link names a step, and the same program comes to the same state.
        if opening.step > 0 {
            let count = u32::try_from(opening.step).unwrap_or(u32::MAX);
            self.runner.tell(move |run| run.step(count));
            self.hold_at_start();
        }
        if let Some(problem) = &opening.problem {
            log::warn!("the link was not followed: {problem}");
            self.state.toasts.error("The link was not followed", problem.clone());
        }
    }

    /// Goes to the contact that a recording of another engine opens on, and stays there.
    pub(super) fn look_at(&mut self, sample: &SampleTrace) {
        let step = sample.step;
        self.state.want_contact(step, sample.bodies.0, sample.bodies.1);
        self.runner.tell(move |run| {
            run.set_running(false);
            run.seek(step);
        });
    }

    /// Asks for what the link shall be: below which address, and whether for another page.
    pub(super) fn ask_link(&mut self) {
        let page = self.status.page.clone();
        let base = page.unwrap_or_else(|| self.state.preferences.link_base.clone());
        self.state.dialogs.link = Some(LinkDraft { base });
    }

    /// Copies a link of what is shown, below this address.
    pub(super) fn copy_link(&mut self, base: &str, embedded: bool) {
        // A page is its own base; elsewhere the one that was typed is remembered.
        if self.status.page.is_none() {
            base.clone_into(&mut self.state.preferences.link_base);
        }
        let view = LinkedView::of(&self.state.camera);
        // Where the eye is belongs to a link: it shows what its sender saw.
        let link = packed(&self.document.source, &self.moment, self.status.edited, view);
        match link.and_then(|(query, packed)| packed.address(base, &query, embedded)) {
            Ok(address) if embedded => {
                // Within an attribute of HTML an ampersand is written so.
                let address = address.replace('&', "&amp;");
                self.copy(format!(
                    "<iframe src=\"{address}\" title=\"carom\" width=\"800\" height=\"500\" style=\"border:0\" \
                     allow=\"fullscreen; clipboard-write\" loading=\"lazy\"></iframe>"
                ));
                self.state.toasts.info("Copied a snippet for another page");
            }
            Ok(address) => {
                let size = address.len();
                log::info!("link copied at step {}, hash {:016x}", self.moment.step_count(), self.moment.state_hash());
                self.copy(address);
                self.state.toasts.info(say!("Copied a link of {} bytes", size));
            }
            Err(error) => self.state.toasts.error("No link was copied", error.to_string()),
        }
    }
}

/// The query and the rest of a link to what is shown. What comes with the program and was not changed is named; all
/// else is packed: from its start, with the step, where nothing was changed, else as it stands.
fn packed(
    source: &DocumentSource,
    moment: &Moment,
    edited: bool,
    view: LinkedView,
) -> Result<(String, Packed), LinkError> {
    let step = moment.step_count();
    let (mut query, mut packed) = (String::new(), Packed { text: None, step, view: Some(view) });
    match (&**moment, source) {
        (Subject::Scene(_), DocumentSource::Gallery(id)) if !edited => query = format!("scene={id}"),
        (Subject::Lab(_), DocumentSource::Lab(id)) if !edited => query = format!("lab={id}"),
        (Subject::Trace(_), _) => return Err(LinkError::Trace),
        (Subject::Lab(lab), _) => packed.text = Some(lab.sim().setup().to_toml()),
        (Subject::Scene(timeline), _) if !edited && !timeline.sim().is_edited() => {
            packed.text = Some(scene::to_toml(timeline.sim().scene()));
        }
        (Subject::Scene(timeline), _) => {
            // Edits of a run are no part of a scene: as it stands it begins again.
            (packed.text, packed.step) = (Some(scene::to_toml(&timeline.sim().to_scene())), 0);
        }
    }
    let bodies = moment.scene().map_or(1, |sim| sim.world().bodies().count());
    if let Err(LinkError::TooFar { .. }) = packed.check(bodies) {
        // Too far from the start to be worked out again: it begins where it stands.
        packed.step = 0;
        if let Subject::Scene(timeline) = &**moment {
            (query, packed.text) = (String::new(), Some(scene::to_toml(&timeline.sim().to_scene())));
        }
    }
    packed.check(bodies).map(|()| (query, packed))
}
