//! What another engine says of the selected contact and of all of them.

use super::quantity::{minus, plural, quantity};
use super::{UiState, contacts};
use crate::language::word;
use crate::opinion::{Opinion, OpinionVerdict, survey};
use crate::physics::Contact;
use crate::say;
use crate::sim::Sim;
use crate::view::OtherNormal;
use egui::{Id, RichText, Ui};
use std::sync::Arc;

/// More hollow arrows would hide what they are about.
const MOST_ARROWS: usize = 100;

/// An arrow is reddest where the difference is this many powers of ten beyond what counts as the same: 100 degrees.
const HOTTEST: f32 = 3.0;

/// All contacts and the opinions on them, the most different first.
type Asked = Arc<(Vec<Contact>, Vec<Opinion>)>;

/// Shows both, and puts every normal that differs into the picture, that of the selected contact always.
pub(super) fn show(
    ui: &mut Ui,
    sim: &Sim,
    selected: Option<&Contact>,
    state: &mut UiState,
    other_normals: &mut Vec<OtherNormal>,
) {
    let asked = asked(ui, sim);
    let (contacts, opinions) = &*asked;
    all(ui, sim, contacts, opinions, state);
    if let Some(contact) = selected {
        ui.add_space(4.0);
        // Why nothing is told of this contact is told.
        match opinions.iter().find(|opinion| opinion.bodies == (contact.a, contact.b)) {
            Some(opinion) => one(ui, contact, opinion),
            None if contact.impact_speed > 0.0 => {
                line(ui, word("The two met inside the step: the moment to ask about is gone."));
            }
            None if contact.separation() > 0.0 => {
                line(ui, word("The two do not touch yet: only what touches is asked about."));
            }
            None => line(ui, word("parry3d, which would be asked, has no shape like one of these two.")),
        }
    }
    let chosen = selected.map(|contact| (contact.a, contact.b));
    // All that differ, and the selected one even where it does not.
    let shown = opinions.iter().filter(|o| o.verdict != OpinionVerdict::Agrees || Some(o.bodies) == chosen);
    other_normals.extend(shown.take(MOST_ARROWS).map(|opinion| OtherNormal {
        bodies: opinion.bodies,
        normal: opinion.theirs.normal,
        words: format!("parry3d: {}", apart(opinion)),
        // By the logarithm of how far it is off: between a hair and a metre lie six powers of ten.
        heat: (opinion.excess.log10() / HOTTEST).clamp(0.0, 1.0),
    }));
}

/// Asks anew only when the contacts are no longer the same.
fn asked(ui: &Ui, sim: &Sim) -> Asked {
    // Kept from frame to frame: each contact costs a query of the other engine.
    let (id, contacts) = (Id::unique("second opinions"), sim.contacts());
    let kept: Option<Asked> = ui.data(|data| data.get_temp(id));
    kept.filter(|asked| &*asked.0 == contacts).unwrap_or_else(|| {
        let opinions = survey(sim, contacts);
        let asked = Arc::new((contacts.to_vec(), opinions));
        ui.data_mut(|data| data.insert_temp(id, asked.clone()));
        asked
    })
}

fn line(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(text).size(12.0));
}

/// By how much the two answers differ.
fn apart(opinion: &Opinion) -> String {
    say!("{}° and {} away", format!("{:.2}", opinion.angle.to_degrees()), quantity(f64::from(opinion.depth.abs()), "m"))
}

fn one(ui: &mut Ui, contact: &Contact, opinion: &Opinion) {
    // Under each other, so that digits can be compared.
    for (name, n, separation) in [
        ("carom  ", contact.normal, contact.separation()),
        ("parry3d", opinion.theirs.normal, opinion.theirs.separation),
    ] {
        let text = format!("{name} n = ({:.3}, {:.3}, {:.3}), {:.3} mm", n.x, n.y, n.z, separation * 1e3);
        ui.label(RichText::new(minus(&text)).monospace().size(11.5));
    }
    let by = quantity(f64::from(opinion.shortfall.abs()), "m");
    let words = match opinion.verdict {
        OpinionVerdict::Agrees => word("The two say the same.").to_owned(),
        OpinionVerdict::Tie => word("Another way out, but just as short.").to_owned(),
        OpinionVerdict::Better => say!("Along its normal the two overlap more, by {}.", by),
        OpinionVerdict::Differs if opinion.shortfall > 0.0 => say!("Along its normal the two overlap less, by {}.", by),
        OpinionVerdict::Differs => say!("Along its normal the two overlap more, by {}.", by),
    };
    line(ui, format!("{}. {words}", apart(opinion)));
}

fn all(ui: &mut Ui, sim: &Sim, contacts: &[Contact], opinions: &[Opinion], state: &mut UiState) {
    // They are sorted, the greatest difference first.
    let Some(worst) = opinions.first() else {
        line(ui, word("There is no contact to ask about."));
        return;
    };
    let hint = "Selects the contact on which the two engines differ most, and moves the camera there.";
    ui.horizontal(|ui| {
        line(ui, counts(contacts, opinions));
        let button = egui::Button::new(word("Go to the worst")).small();
        if ui.add(button).on_hover_text(word(hint)).clicked()
            && let Some(contact) = contacts.iter().find(|c| (c.a, c.b) == worst.bodies)
        {
            contacts::select(state, contact, true);
        }
    });
    let color =
        if worst.verdict == OpinionVerdict::Differs { ui.visuals().warn_fg_color } else { ui.visuals().text_color() };
    let text = say!("Most: {}, {} on {}", apart(worst), sim.name(worst.bodies.0), sim.name(worst.bodies.1));
    ui.label(RichText::new(text).size(12.0).color(color));
}

/// How many contacts have which verdict.
fn counts(contacts: &[Contact], opinions: &[Opinion]) -> String {
    let count = |verdict| opinions.iter().filter(|opinion| opinion.verdict == verdict).count();
    let (same, different) = (count(OpinionVerdict::Agrees), count(OpinionVerdict::Differs));
    let fine = count(OpinionVerdict::Tie) + count(OpinionVerdict::Better);
    let left_out = contacts.len() - opinions.len();
    let out = if left_out > 0 { say!(", {} not asked about", left_out) } else { String::new() };
    let all = plural(contacts.len(), "contact", "contacts");
    match (fine, different) {
        (0, 0) => say!("{}: {} the same{}.", all, same, out),
        _ => say!("{}: {} the same, {} no worse here, {} different{}.", all, same, fine, different, out),
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{FileKind, parse};
    use crate::sim::Timeline;
    use crate::subject::Subject;
    use crate::ui::{DrawerTab, Preferences, Status, UiState, show};
    use crate::view::{Compared, ViewOptions};
    use egui::Key;
    use egui_kittest::{Harness, kittest::Queryable};

    /// Two balls at rest on the ground, and one held on the edge of a box by a rule that gives its
    /// normal another direction.
    const SCENE: &str = r#"
version = 1
gravity = [0.0, 0.0, 0.0]
[rules]
normals = "region"
floor = 0.0
[[bodies]]
name = "left"
shape = { sphere = { radius = 0.5 } }
position = [-3.0, 0.4999, 0.0]
[[bodies]]
name = "right"
shape = { sphere = { radius = 0.5 } }
position = [3.0, 0.4999, 0.0]
[[bodies]]
name = "box"
shape = { box = { half = [0.5, 0.5, 0.5] } }
motion = "static"
position = [0.0, 3.0, 0.0]
[[bodies]]
name = "pushed"
shape = { sphere = { radius = 0.5 } }
position = [-0.935169, 3.746206, 0.0]
"#;

    struct Panels {
        subject: Subject,
        state: UiState,
        view: ViewOptions,
        compared: Compared,
    }

    impl Panels {
        /// Arrows of the other engine in the picture, and the names in it.
        fn drawn(&self) -> (usize, Vec<String>) {
            let list = self.subject.draw_compared(&self.view, &self.compared, &self.state.camera);
            (
                list.arrows.iter().filter(|arrow| arrow.hollow).count(),
                list.labels.into_iter().map(|label| label.text).collect(),
            )
        }
    }

    #[test]
    fn the_contact_on_which_the_engines_differ_is_named_drawn_and_gone_to() {
        let mut timeline = Timeline::new(parse(SCENE, FileKind::Toml).unwrap()).unwrap();
        (0..4).for_each(|_| timeline.step());
        let pair = ["box", "pushed"].map(|name| timeline.sim().find(name).unwrap());
        let likes = Preferences { drawer_open: true, drawer_tab: DrawerTab::Why, ..Preferences::default() };
        let (subject, mut state) = (Subject::from(timeline), UiState::new(&likes));
        state.enter(&subject);
        let panels = Panels { subject, state, view: ViewOptions::default(), compared: Compared::default() };
        let mut h = Harness::builder().with_size([1280.0, 720.0]).build_ui_state(
            |ui, p: &mut Panels| {
                (p.view, p.compared) = show(ui, &p.subject, &mut p.state, &Status::default(), &mut vec![]);
            },
            panels,
        );
        h.run();
        assert!(h.query_by_label_contains("1 different").is_some());
        assert!(h.query_by_label_contains("Most: 15.").is_some(), "the region's normal is 15.5 degrees off");
        let (arrows, names) = h.state().drawn();
        assert_eq!(arrows, 1);
        assert!(names.iter().any(|text| text.starts_with("parry3d: 15.")), "{names:?}");

        h.get_by_label("Go to the worst").click();
        h.run();
        assert_eq!(h.state().state.selection.contact, Some(pair.into()));
        assert!(h.query_by_label_contains("Along its normal the two overlap").is_some());

        // The next contacts in the list are those on which both agree; the selected one is drawn beside the worst.
        h.key_press(Key::N);
        h.run();
        assert!(h.query_by_label_contains("The two say the same.").is_some());
        assert_eq!(h.state().drawn().0, 2);
        h.state_mut().state.preferences.drawer_tab = DrawerTab::Contacts;
        h.run();
        assert_eq!(h.state().drawn().0, 0, "nothing is asked while the page is not open");
    }
}
