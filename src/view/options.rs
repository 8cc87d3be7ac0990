//! What is shown, and how. None of it can change a result.

use super::{Alternative, Aside, AxisOnShow, GizmoOnShow, Jitter, Layers, Measure, Poses, ScreenRect};
use crate::language::Language;
use crate::physics::BodyId;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark sky, light words.
    #[default]
    Dark,
    /// Light sky, dark words.
    Light,
}

/// What an arrow's length means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArrowLength {
    /// Pixels: unit normals 48, impulses 12…120 on a log scale; a ruler says what they mean.
    #[default]
    Pixels,
    /// Metres: unit normals half a metre, impulses in proportion.
    Metres,
}

/// A normal that something else than the step gives a contact, for the picture to show beside its own.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherNormal {
    /// The contact: its two bodies, in its order.
    pub bodies: (BodyId, BodyId),
    /// Unit, from the first body towards the second (world).
    pub normal: Vec3,
    /// What is said beside the arrow.
    pub words: String,
    /// How far it is from the contact's own, 0 (hardly) … 1 (all but any other direction): the arrow's redness.
    pub heat: f32,
}

/// What was selected, to be looked at closely.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selection {
    /// A body: of several the one that the camera follows and that panels speak of first.
    pub body: Option<BodyId>,
    /// The others of several bodies, without that one; none while `body` is none.
    pub others: BTreeSet<BodyId>,
    /// A contact: its two bodies.
    pub contact: Option<(BodyId, BodyId)>,
}

impl Selection {
    /// A body alone.
    pub fn of(body: BodyId) -> Self {
        Self { body: Some(body), ..Self::default() }
    }

    /// A contact alone.
    pub fn of_contact(a: BodyId, b: BodyId) -> Self {
        Self { contact: Some((a, b)), ..Self::default() }
    }

    /// Whether the contact of two bodies is selected, whichever of them is named first.
    pub fn has_contact(&self, pair: (BodyId, BodyId)) -> bool {
        names_pair(self.contact, pair)
    }

    /// All selected bodies, the first one first.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.body.into_iter().chain(self.others.iter().copied())
    }

    /// How many bodies are selected.
    pub fn body_count(&self) -> usize {
        usize::from(self.body.is_some()) + self.others.len()
    }

    /// Whether a body is selected.
    pub fn has(&self, id: BodyId) -> bool {
        self.body == Some(id) || self.others.contains(&id)
    }

    /// Selects a body besides the others, as the first of them, or selects it no longer.
    pub fn toggle(&mut self, id: BodyId) {
        if self.has(id) {
            self.retain(|other| other != id);
        } else {
            self.others.extend(self.body.replace(id));
        }
    }

    /// Keeps the bodies for which `keep` holds; where the first one goes, the next is it.
    pub fn retain(&mut self, keep: impl Fn(BodyId) -> bool) {
        self.others.retain(|id| keep(*id));
        if self.body.is_some_and(|id| !keep(id)) {
            self.body = self.others.pop_first();
        }
    }
}

/// What the mouse is over.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Pointed {
    /// A body.
    pub body: Option<BodyId>,
    /// A contact: its two bodies.
    pub contact: Option<(BodyId, BodyId)>,
    /// An axis in the list of all that could have given the normal.
    pub axis: Option<AxisOnShow>,
    /// The name of a laboratory's handle.
    pub handle: Option<String>,
}

impl Pointed {
    /// Whether the mouse is over the contact of two bodies, whichever of them is named first.
    pub fn has_contact(&self, pair: (BodyId, BodyId)) -> bool {
        names_pair(self.contact, pair)
    }
}

/// Whether these are the two bodies of a pair, whichever of them is named first: a trace may change that from
/// step to step.
fn names_pair(named: Option<(BodyId, BodyId)>, (a, b): (BodyId, BodyId)) -> bool {
    named == Some((a, b)) || named == Some((b, a))
}

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewOptions {
    /// The layers.
    pub layers: Layers,
    /// What the words in the picture are said in.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// What an arrow's length means.
    pub arrow_length: ArrowLength,
    /// Whether each contact shows two opposite arrows, one from each body (Newton's third law).
    pub both_arrows: bool,
    /// Whether bodies are drawn as wires.
    pub wireframe: bool,
    /// Whether bodies cast shadows.
    pub shadows: bool,
    /// Whether the ground grid is drawn.
    pub grid: bool,
    /// In which of the last step's poses bodies are drawn.
    pub poses: Poses,
    /// Radius of the ball of the normal field (m).
    pub probe_radius: f32,
    /// How far the bodies of the selected contact are moved to see how its normal turns.
    pub jitter: Jitter,
    /// What is selected.
    pub selection: Selection,
    /// What is hidden, and what is locked.
    pub aside: Aside,
    /// The handles of the selected bodies.
    pub gizmo: Option<GizmoOnShow>,
    /// What is measured.
    pub measure: Option<Measure>,
    /// What the mouse is over.
    pub pointed: Pointed,
    /// What is covered by a card that lies on the picture: words keep out of it.
    pub covered: Option<ScreenRect>,
}

/// What is worked out for a frame, to be drawn beside what the step did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Normals to be drawn hollow beside those of the step.
    pub other_normals: Vec<OtherNormal>,
    /// What the bodies of a contact would do with other values.
    pub alternative: Option<Alternative>,
}

/// Nothing beside what the step did.
pub(super) static NOT_COMPARED: Compared = Compared { other_normals: vec![], alternative: None };

impl Default for ViewOptions {
    fn default() -> Self {
        // What a picture from the command line shows; the window lays over it what its user prefers.
        Self {
            layers: Layers::default(),
            language: Language::English,
            theme: Theme::Dark,
            arrow_length: ArrowLength::Pixels,
            both_arrows: false,
            wireframe: false,
            shadows: true,
            grid: true,
            poses: Poses::default(),
            probe_radius: 0.25,
            jitter: Jitter::default(),
            selection: Selection::default(),
            aside: Aside::default(),
            gizmo: None,
            measure: None,
            pointed: Pointed::default(),
            covered: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_is_its_two_bodies_whichever_is_named_first() {
        let [a, b, c] = [0, 1, 2].map(|slot| BodyId::from_parts(slot, 0));
        let (selected, pointed) =
            (Selection::of_contact(a, b), Pointed { contact: Some((a, b)), ..Pointed::default() });
        for (pair, is_meant) in [((a, b), true), ((b, a), true), ((a, c), false), ((b, b), false)] {
            assert_eq!([selected.has_contact(pair), pointed.has_contact(pair)], [is_meant; 2], "{pair:?}");
        }
        assert!(!Selection::default().has_contact((a, b)) && !Pointed::default().has_contact((a, b)));
    }

    #[test]
    fn the_last_body_selected_is_the_first_and_one_that_goes_makes_room_for_the_next() {
        let ids = [0, 1, 2].map(|slot| BodyId::from_parts(slot, 0));
        let mut selection = Selection::default();
        ids.into_iter().for_each(|id| selection.toggle(id));
        assert_eq!(selection.bodies().collect::<Vec<_>>(), [ids[2], ids[0], ids[1]]);
        selection.toggle(ids[2]);
        assert_eq!((selection.body, selection.body_count()), (Some(ids[0]), 2));
        assert!(selection.has(ids[1]) && !selection.has(ids[2]));
        selection.retain(|id| id == ids[0]);
        assert_eq!(selection, Selection::of(ids[0]));
        selection.toggle(ids[0]);
        assert_eq!(selection, Selection::default());
    }
}
