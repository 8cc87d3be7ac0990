//! What is saved of a run besides its recording: the numbers that are plotted, and the plots.

use super::document;
use super::platform::save_text;
use super::plot_picture::{self, Plots};
use super::window::App;
use crate::say;
use crate::sim::{self, Timeline};
use std::path::Path;

impl App {
    /// Every step as a line of numbers.
    pub(super) fn save_totals(&mut self, path: &Path) {
        let totals = self.moment.timeline().map(Timeline::totals);
        let csv = match (&self.status.curves, totals) {
            (Some(curves), _) => curves.to_csv(totals),
            (None, Some((first, totals))) => sim::totals_to_csv(first, totals),
            (None, None) => return,
        };
        match save_text(path, &csv, true) {
            Ok(()) => {
                log::info!("saved {}", path.display());
                let steps = csv.lines().count() - 1;
                self.state.toasts.info(say!("Saved {} steps to {}", steps, document::file_name(path)));
            }
            Err(error) => {
                log::warn!("{error}");
                self.state.toasts.error(say!("{} was not saved", path.display()), error.reason.to_string());
            }
        }
    }

    /// The plots as a picture.
    pub(super) fn save_plots(&self, path: &Path) {
        let plots = Plots {
            moment: self.moment.clone(),
            curves: self.status.curves.clone(),
            with_totals: self.state.session.plotted.with_totals(),
            theme: self.state.preferences.theme,
            font: self.extra_font.font,
        };
        let (path, gpu) = (path.to_path_buf(), self.gpu.clone());
        self.in_background("plots", async move { plot_picture::write(plots, gpu, &path).await.map(|()| path) });
    }
}
