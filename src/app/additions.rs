//! Bodies that come into the scene that runs: one under a free name, or several from a copy.

use super::describe::describe;
use super::run::Run;
use super::window::App;
use crate::headless::fonts;
use crate::physics::BodyDesc;
use crate::scene::SceneBody;
use crate::sim::Command;

impl App {
    /// Adds a body under a name that begins with `stem`, and selects it.
    pub(super) fn add(&mut self, stem: &'static str, desc: BodyDesc) {
        // What is thrown is gone before one could look at it.
        let stays = stem != "thrown";
        let change = move |run: &mut Run| {
            let timeline = run.subject_mut().scene_mut()?;
            // Numbers that are free again are taken again, so that names stay short.
            let free = (1..=u32::MAX).map(|i| format!("{stem} {i}")).find(|name| timeline.sim().find(name).is_none());
            let command = Command::Add { name: free.clone(), desc };
            let words = describe(timeline.sim(), &command).unwrap_or_default();
            let result = timeline.apply(command);
            Some((result.map(|()| free.and_then(|name| timeline.sim().find(&name))), words))
        };
        self.runner.ask(change, move |app, added| match added {
            None => {}
            Some((Ok(id), words)) => {
                log::info!("applied: {words}");
                if stays {
                    // Thrown bodies do not make the scene one to be saved.
                    app.note_edit();
                    app.state.select(id);
                }
            }
            Some((Err(error), words)) => app.refused(&words, &error),
        });
        self.arm();
    }

    /// Adds bodies as one change, each under its name with a number if that is taken, and selects them.
    pub(super) fn add_bodies(&mut self, bodies: Vec<SceneBody>) {
        // Names may have characters for which a font must come first.
        let wide = bodies.iter().filter_map(|body| body.name.as_deref()).any(fonts::is_wide);
        self.want_letters(wide);
        let change = move |run: &mut Run| {
            let timeline = run.subject_mut().scene_mut()?;
            let command = timeline.sim().addition_of(bodies);
            let words = describe(timeline.sim(), &command).unwrap_or_default();
            let result = timeline.apply(command);
            Some((result.map(|()| timeline.sim().last_added()), words))
        };
        self.runner.ask(change, move |app, added| match added {
            None => {}
            Some((Ok(ids), words)) => {
                log::info!("applied: {words}");
                app.note_edit();
                app.state.select_all(&ids);
            }
            Some((Err(error), words)) => app.refused(&words, &error),
        });
        self.arm();
    }
}
