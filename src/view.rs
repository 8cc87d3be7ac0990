//! From a running scene to a plain list of things to draw; no GPU here.
//!
//! [`draw`] reads the simulation and never changes it. Bodies are drawn where they stand after the step. Contacts are
//! drawn where they were detected in that step, and the features they touch are lit on the bodies as they stand now: in
//! a step of 1/60 s the two differ by what a body moves in it, at most.

mod bodies;
mod camera;
mod contacts;
mod features;
mod labels;
mod layers;
mod list;
mod options;
pub mod palette;
mod pick;
mod scale;
mod scenery;

pub use camera::Camera;
pub use contacts::{contact_words, pusher};
pub use layers::{Layer, Layers, UnknownLayer};
pub use list::{Arrow, Color, Cuboid, DrawList, Glyph, Label, Line, Marker, Quad, Scenery, Sphere, Triangle};
pub use options::{ArrowLength, Theme, ViewOptions};
pub use pick::{ContactHit, pick_body, pick_contact};
pub use scenery::frame_focus;

use crate::physics::{Body, BodyId, Contact, Motion};
use crate::sim::Sim;

/// Everything to draw of `sim` as it stands.
pub fn draw(sim: &Sim, options: &ViewOptions, camera: &Camera) -> DrawList {
    let mut list = DrawList::default();
    draw_into(&mut list, sim, options, camera);
    list
}

/// Like [`draw`], into a list that is cleared first and keeps its memory.
pub fn draw_into(list: &mut DrawList, sim: &Sim, options: &ViewOptions, camera: &Camera) {
    let contacts = sim.world().contacts();
    Look { sim, options, camera }.draw_into(list, &contacts);
}

/// What a picture is made from.
#[derive(Clone, Copy)]
struct Look<'a> {
    sim: &'a Sim,
    options: &'a ViewOptions,
    camera: &'a Camera,
}

impl Look<'_> {
    fn draw_into(&self, list: &mut DrawList, contacts: &[Contact]) {
        list.clear();
        list.clip_from_world = self.camera.clip_from_world();
        list.eye = self.camera.eye();
        list.tan_half_fov = (0.5 * self.camera.fov).tan();
        list.scale = self.camera.scale;
        self.scenery(list);
        self.bodies(list);
        self.tree(list);
        let mut labels = labels::Labels::default();
        self.axis_letters(&mut labels);
        self.contacts(list, contacts, &mut labels);
        labels.place(list, self.camera);
    }

    fn layers(&self) -> &Layers {
        &self.options.layers
    }

    fn theme(&self) -> Theme {
        self.options.theme
    }

    /// The colour a body is drawn in.
    fn color(&self, body: &Body) -> Color {
        let theme = self.theme();
        let awake = if self.layers().islands && body.desc.motion == Motion::Dynamic {
            palette::island(body.island, theme)
        } else {
            palette::body(body.id.index(), body.desc.motion, theme)
        };
        if self.layers().sleep && body.asleep { palette::asleep(awake, theme) } else { awake }
    }

    /// 0, 1 when the body is hovered, 2 when it is selected.
    fn highlight(&self, id: BodyId) -> u8 {
        if self.options.selected == Some(id) { 2 } else { u8::from(self.options.hovered == Some(id)) }
    }
}
