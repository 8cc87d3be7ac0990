//! The selected bodies as one: rows of a form that show what they have in common and change all of them.

use super::Action;
use super::field::{self, FieldNumber, Origin};
use crate::physics::{Body, BodyDesc, BodyEdit};
use crate::sim::{Command, Sim};
use crate::view::Selection;
use egui::Ui;
use glam::Vec3;

/// All axes of a vector.
pub(super) const XYZ: [usize; 3] = [0, 1, 2];

/// What a right click puts back: what the scene gave the body, or the default of a body that was added since.
pub(super) struct OwnValues {
    pub desc: BodyDesc,
    pub origin: Origin,
}

impl OwnValues {
    pub fn of(sim: &Sim, body: &Body) -> Self {
        match sim.opened_body(body.id) {
            Some(desc) => Self { desc: *desc, origin: Origin::Scene },
            None => Self { desc: BodyDesc::new(body.desc.shape), origin: Origin::Default },
        }
    }
}

/// A selected body.
pub(super) struct One {
    pub body: Body,
    pub own: OwnValues,
}

/// The selected bodies, at least one; forms show the values of the first.
pub(super) struct Chosen {
    pub all: Vec<One>,
}

impl Chosen {
    /// None when nothing is selected.
    pub fn of(sim: &Sim, selection: &Selection) -> Option<Self> {
        let bodies = selection.bodies().filter_map(|id| sim.world().body(id));
        let all: Vec<_> = bodies.map(|body| One { own: OwnValues::of(sim, &body), body }).collect();
        (!all.is_empty()).then_some(Self { all })
    }

    /// The first of them.
    pub fn first(&self) -> &Body {
        &self.all[0].body
    }

    /// Whether not all have the same of something.
    pub fn differs<T: PartialEq>(&self, of: impl Fn(&Body) -> T) -> bool {
        let first = of(self.first());
        self.all[1..].iter().any(|one| of(&one.body) != first)
    }

    /// Asks for an edit of each body, as one change, and ends the gesture if it is done.
    pub fn push(&self, actions: &mut Vec<Action>, done: bool, edit: Option<&dyn Fn(&Body) -> BodyEdit>) {
        self.push_each(actions, done, edit.map(|edit| move |one: &One| edit(&one.body)));
    }

    fn push_each(&self, actions: &mut Vec<Action>, done: bool, edit: Option<impl Fn(&One) -> BodyEdit>) {
        // One command for all of them, so that one undo takes it back from all.
        if let Some(edit) = edit {
            let command = |one: &One| Command::Edit { body: one.body.id, edit: edit(one) };
            actions.push(Action::Apply(match &self.all[..] {
                [one] => command(one),
                all => Command::All(all.iter().map(command).collect()),
            }));
        }
        // A gesture ends without a change as well; the next change is an undo step of its own.
        if done {
            actions.push(Action::Apply(Command::EndGesture));
        }
    }

    /// A row for a number that `get` takes from a body and `edit` changes.
    pub fn number(
        &self,
        ui: &mut Ui,
        number: FieldNumber<'_>,
        get: impl Fn(&BodyDesc) -> f32,
        edit: impl Fn(&Body, f32) -> BodyEdit,
        actions: &mut Vec<Action>,
    ) {
        // The row shows the first body, and offers to put back what that one had.
        let own = &self.all[0].own;
        let differs = [self.differs(|body| get(&body.desc)); 3];
        let number = FieldNumber { default: get(&own.desc).into(), origin: own.origin, differs, ..number };
        let change = field::number(ui, &number, get(&self.first().desc).into());
        // To put back gives each body its own value, and not that of the first.
        let edits = change.value.map(|value| {
            let (get, edit) = (&get, &edit);
            move |one: &One| edit(&one.body, if change.reset { get(&one.own.desc) } else { value as f32 })
        });
        self.push_each(actions, change.done, edits);
    }

    /// The same for a vector: of the bodies' own components those are kept that were not changed.
    pub fn vector(
        &self,
        ui: &mut Ui,
        number: FieldNumber<'_>,
        axes: &[usize],
        get: impl Fn(&BodyDesc) -> Vec3,
        edit: impl Fn(&Body, Vec3) -> BodyEdit,
        actions: &mut Vec<Action>,
    ) {
        let own = &self.all[0].own;
        let differs = XYZ.map(|axis| self.differs(|body| get(&body.desc)[axis]));
        let number = FieldNumber { origin: own.origin, differs, ..number };
        let change = field::vector(ui, &number, get(&self.first().desc), get(&own.desc), axes);
        let edits = change.value.map(|value| {
            let (get, edit) = (&get, &edit);
            move |one: &One| {
                // Components that nobody touched stay each body's own.
                let (mut new, own) = (get(&one.body.desc), get(&one.own.desc));
                for axis in XYZ.into_iter().filter(|axis| change.parts[*axis]) {
                    new[axis] = if change.reset { own[axis] } else { value[axis] };
                }
                edit(&one.body, new)
            }
        });
        self.push_each(actions, change.done, edits);
    }
}
