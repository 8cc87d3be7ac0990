//! From a running scene to a plain list of things to draw; no GPU here.
//!
//! [`draw`] reads the simulation and never changes it. Bodies are drawn where they stand after the step. Contacts are
//! drawn where they were detected in that step, and the features they touch are lit on the bodies as they stand now: in
//! a step of 1/60 s the two differ by what a body moves in it, at most. [`draw_phases`] draws bodies at an earlier
//! phase of the step, or all of them.
//!
//! ```
//! use carom::glam::Vec3;
//! use carom::sim::Sim;
//! use carom::view::{Camera, Layers, ViewOptions, draw};
//!
//! // What the picture says can be checked without a picture: the ground pushes what rests on it upwards.
//! let mut sim = Sim::new(carom::scene::find("stack").unwrap().scene().unwrap())?;
//! sim.step();
//! let options = ViewOptions { layers: Layers { normals: true, ..Layers::NONE }, ..ViewOptions::default() };
//! let list = draw(&sim, &options, &Camera::of_scene(&sim, [640, 480], 1.0));
//! assert!(list.arrows.iter().all(|arrow| arrow.direction.dot(Vec3::Y) > 0.999) && !list.arrows.is_empty());
//! # Ok::<(), carom::sim::CommandError>(())
//! ```
//!
//! # Files
//!
//! `list` is what comes out. `bodies`, `contacts`, `features`, `field`, `labels`, `scenery` and `scene_view` fill it,
//! `pusher` and `contact_words` say who pushes and what is told of it; `layers`, `options` and `camera` say what is
//! wanted; `aim` is what a ray points at, `gizmo` are the handles of what is selected, `measure` ruler and angle,
//! `aside` what is hidden or locked; `palette` has the colours, `pressed` those of a crowd's impulses, `scale` the
//! meaning of an arrow's length; `pick` goes the other way, from a pixel to a body.

mod aim;
mod aside;
mod axis;
mod bodies;
mod camera;
mod circle;
mod contact_words;
mod contacts;
mod crowd;
mod features;
mod field;
mod flip;
mod future;
mod ghosts;
mod gizmo;
mod labels;
mod layers;
mod list;
mod measure;
mod options;
pub mod palette;
mod phases;
mod pick;
mod pressed;
mod pusher;
mod rules;
mod scale;
mod scene_view;
mod scenery;
mod traced;
mod what_if;

pub use aim::{angle_about, to_multiple};
pub use aside::Aside;
pub use axis::AxisOnShow;
pub use camera::{Camera, Viewpoint};
pub use contact_words::contact_words;
pub use flip::{FlipMargin, Jitter, flip_margin, flip_words};
pub use future::{alteration_text, label_text, note_future};
pub use ghosts::{GHOST_OPACITY, draw_ghosts};
pub use gizmo::{GizmoFrame, GizmoHandle, GizmoKind, GizmoOnShow, HeldHandle, gizmo_frame, pick_gizmo};
pub use labels::{ScreenRect, place_words};
pub use layers::{Layer, Layers, UnknownLayer};
pub use list::{
    Arrow, Color, Cuboid, DrawList, DrawnFacet, DrawnFrustum, Glyph, Highlight, Label, Line, Marker, Quad, Scenery,
    Sphere, Triangle,
};
pub use measure::{Measure, MeasureEnd, MeasureKind, pick_measure};
pub use options::{ArrowLength, Compared, OtherNormal, Pointed, Selection, Theme, ViewOptions};
pub use phases::Poses;
pub use pick::{ContactHit, pick_body, pick_contacts, place_for};
pub use pusher::pusher;
pub use scenery::frame_focus;
pub use traced::{
    MeetingPlace, TracePick, draw_ghost_trace, draw_trace, heat, meeting_place, pick_trace, trace_body, trace_id,
};
pub use what_if::Alternative;

use crate::language::spoken_in;
use crate::physics::{Body, BodyId, Contact, Motion, Phase, StepPhases};
use crate::sim::Sim;
use options::NOT_COMPARED;

/// Everything to draw of `sim` as it stands.
pub fn draw(sim: &Sim, options: &ViewOptions, camera: &Camera) -> DrawList {
    let mut list = DrawList::default();
    draw_into(&mut list, sim, options, camera);
    list
}

/// Like [`draw`], with bodies in the [`Poses`] that the options ask for, and what is compared with the step; `phases`
/// is that of the last one.
pub fn draw_phases(
    sim: &Sim,
    phases: Option<&StepPhases>,
    options: &ViewOptions,
    compared: &Compared,
    camera: &Camera,
) -> DrawList {
    let mut list = DrawList::default();
    // At the poses that the step found, contacts are drawn where they were found, too.
    match phases.filter(|_| options.poses == Poses::Of(Phase::Found)) {
        Some(found) => {
            let contacts: Vec<Contact> = sim.contacts().iter().map(|contact| found.as_found(contact)).collect();
            draw_all(&mut list, sim, phases, (options, compared), camera, &contacts);
        }
        None => draw_all(&mut list, sim, phases, (options, compared), camera, sim.contacts()),
    }
    list
}

/// Like [`draw`], into a list that is cleared first and keeps its memory.
pub fn draw_into(list: &mut DrawList, sim: &Sim, options: &ViewOptions, camera: &Camera) {
    draw_all(list, sim, None, (options, &NOT_COMPARED), camera, sim.contacts());
}

fn draw_all(
    list: &mut DrawList,
    sim: &Sim,
    phases: Option<&StepPhases>,
    (options, compared): (&ViewOptions, &Compared),
    camera: &Camera,
    contacts: &[Contact],
) {
    // What is of the whole picture is asked for once, and only when it is shown.
    let islands = options.layers.islands.then(|| sim.world().islands());
    let pressed = pressed::Pressed::new(sim, contacts, options, camera);
    let (islands, pressed) = (islands.as_deref(), pressed.as_ref());
    let painter = ScenePainter { phases, islands, pressed, compared, ..ScenePainter::new(sim, options, camera) };
    spoken_in(options.language, || painter.draw_into(list, contacts));
}

/// Whose bodies are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyRole {
    /// Those of the run.
    Run,
    /// Those of what would have been: translucent, never lit.
    Ghost,
}

/// What a picture is made from.
#[derive(Clone, Copy)]
struct ScenePainter<'a> {
    sim: &'a Sim,
    /// Of the last step, when bodies are to be seen elsewhere than at its end.
    phases: Option<&'a StepPhases>,
    /// The island of each slot, when they are to be seen.
    islands: Option<&'a [Option<u32>]>,
    /// How hard each body is pressed, when that is to be seen by its colour.
    pressed: Option<&'a pressed::Pressed>,
    role: BodyRole,
    options: &'a ViewOptions,
    compared: &'a Compared,
    camera: &'a Camera,
}

impl<'c> ScenePainter<'c> {
    /// Of a scene as it stands, with nothing beside what the step did.
    fn new(sim: &'c Sim, options: &'c ViewOptions, camera: &'c Camera) -> Self {
        let role = BodyRole::Run;
        Self { sim, phases: None, islands: None, pressed: None, role, options, compared: &NOT_COMPARED, camera }
    }

    fn draw_into(&self, list: &mut DrawList, contacts: &'c [Contact]) {
        // What is opaque first, then lines and markers upon it; words last, for they make room for one another.
        list.begin(self.camera);
        self.scenery(list);
        self.bodies(list);
        self.tree(list);
        self.field(list);
        let mut labels = labels::Labels::default();
        self.axis_letters(&mut labels);
        self.contacts(list, contacts, &mut labels);
        self.overlay(list, contacts, &mut labels);
        self.flip_cone(list, contacts, &mut labels);
        self.other_rule(list, contacts, &mut labels);
        self.other_normals(list, contacts, &mut labels);
        self.alternative(list);
        self.scene_view(list, &mut labels);
        self.measure(list, &mut labels);
        self.gizmo(list);
        // A ghost is drawn by the same painter: what is said once of the run is not said again of it.
        if self.role == BodyRole::Run {
            self.options.aside.note(list, self.sim);
        }
        if let Some(shown) = &self.options.pointed.axis {
            axis::draw(list, shown, self.camera.eye(), self.theme());
        }
        labels.place(list, self.camera, self.options.covered);
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
        // Islands go before the colour of a body, and what presses it goes before both.
        let awake = if self.layers().islands && body.desc.motion == Motion::Dynamic {
            let island = self.islands.and_then(|islands| islands.get(body.id.index()).copied().flatten());
            palette::island(island, theme)
        } else if bodies::is_ground(body) {
            palette::floor(theme)
        } else {
            palette::body(body.id.index(), body.desc.motion, theme)
        };
        let awake = self.pressed.and_then(|pressed| pressed.color(body, theme)).unwrap_or(awake);
        // Faded rather than grey: one still sees whose it is.
        let color = if self.layers().sleep && body.asleep { palette::asleep(awake, theme) } else { awake };
        if self.role == BodyRole::Ghost { color.with_alpha(GHOST_OPACITY) } else { color }
    }

    /// What sets a body apart; ghosts are all alike.
    fn highlight(&self, id: BodyId) -> Highlight {
        match self.role {
            BodyRole::Run if self.options.selection.has(id) => Highlight::Selected,
            BodyRole::Run if self.options.pointed.body == Some(id) => Highlight::Hovered,
            BodyRole::Run | BodyRole::Ghost => Highlight::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Feature, Shape};
    use crate::physics::{BodyDesc, Config, ContactPoint};
    use crate::scene::{Scene, SceneBody};
    use glam::Vec3;

    fn sim(descs: impl IntoIterator<Item = BodyDesc>, config: Config) -> Sim {
        let bodies = descs.into_iter().map(|desc| SceneBody { name: None, desc }).collect();
        Sim::new(Scene { config, bodies, ..Scene::default() }).unwrap()
    }

    fn at(shape: Shape, motion: Motion, position: Vec3) -> BodyDesc {
        BodyDesc { motion, position, ..BodyDesc::new(shape) }
    }

    fn camera(sim: &Sim) -> Camera {
        Camera::of_scene(sim, [1280, 720], 1.0)
    }

    #[test]
    fn every_body_is_drawn_once_as_a_solid_or_as_wires() {
        let mixed =
            [Shape::sphere(0.5), Shape::cuboid(0.5, 0.2, 0.3), Shape::quad(1.0, 2.0), Shape::frustum(0.5, 0.0, 0.4)];
        let sim = sim(mixed.map(|s| at(s, Motion::Dynamic, Vec3::Y)), Config::default());
        let solid = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
        let list = draw(&sim, &solid, &camera(&sim));
        assert_eq!((list.spheres.len(), list.cuboids.len(), list.quads.len(), list.frusta.len()), (1, 1, 1, 1));
        assert_eq!(list.lines.len(), 0);
        let wires = draw(&sim, &ViewOptions { wireframe: true, ..solid }, &camera(&sim));
        assert_eq!((wires.spheres.len(), wires.cuboids.len(), wires.quads.len(), wires.frusta.len()), (0, 0, 0, 0));
        // Three circles of 24 chords, twelve edges, four sides and a whisker, one rim and four lines up to the apex.
        assert_eq!(wires.lines.len(), 72 + 12 + 5 + 28);
    }

    #[test]
    fn velocities_end_where_the_centre_would_be_in_a_fifth_of_a_second() {
        let desc = BodyDesc { velocity: Vec3::new(3.0, 0.0, 4.0), ..at(Shape::sphere(0.5), Motion::Dynamic, Vec3::Y) };
        let sim = sim([desc], Config::default());
        let options = ViewOptions { layers: Layers { velocities: true, ..Layers::NONE }, ..ViewOptions::default() };
        let arrow = draw(&sim, &options, &camera(&sim)).arrows[0];
        assert!(!arrow.pixels);
        let tip = arrow.tail + arrow.direction * arrow.length;
        assert!((tip - Vec3::new(0.6, 1.0, 0.8)).length() < 1e-6, "{tip}");
    }

    #[test]
    fn spins_turn_their_arcs_the_way_the_body_turns() {
        let desc = BodyDesc { spin: Vec3::new(0.0, 5.0, 0.0), ..at(Shape::sphere(0.5), Motion::Dynamic, Vec3::Y) };
        let sim = sim([desc], Config::default());
        let options = ViewOptions { layers: Layers { spins: true, ..Layers::NONE }, ..ViewOptions::default() };
        let list = draw(&sim, &options, &camera(&sim));
        assert_eq!(list.arrows[0].direction, Vec3::Y);
        let arc = &list.lines[..list.lines.len() - 2];
        let around = |p: Vec3| (p - Vec3::Y) * Vec3::new(1.0, 0.0, 1.0);
        // 5 rad/s for 0.2 s is one radian, anticlockwise seen from above.
        let angle: f32 = arc
            .iter()
            .map(|l| around(l.from).cross(around(l.to)).y.signum() * around(l.from).angle_between(around(l.to)))
            .sum();
        assert!((angle - 1.0).abs() < 1e-3, "{angle}");
    }

    #[test]
    fn the_grid_lies_on_the_floor_or_just_under_the_ground() {
        let ball = at(Shape::sphere(0.5), Motion::Dynamic, Vec3::Y);
        let slab = |y| at(Shape::cuboid(10.0, 0.5, 10.0), Motion::Static, Vec3::Y * y);
        let floor = |y| Config { floor: Some(y), ..Config::default() };
        for (bodies, config, height) in [
            (vec![ball], Config::default(), 0.0),
            (vec![ball], floor(-2.0), -2.0),
            (vec![ball, slab(1.0)], Config::default(), 1.49),
            (vec![ball, slab(1.0), slab(-3.0)], Config::default(), -2.51),
            (vec![ball, slab(-0.5)], floor(0.0), -0.01),
            (vec![ball, slab(5.0)], floor(0.0), 0.0),
        ] {
            let sim = sim(bodies, config);
            let list = draw(&sim, &ViewOptions::default(), &camera(&sim));
            let grid = list.scenery.grid.unwrap();
            assert!((grid - height).abs() < 1e-5, "{grid} {height}");
            assert!(list.cuboids.iter().all(|c| c.grid));
            let off = draw(&sim, &ViewOptions { grid: false, ..ViewOptions::default() }, &camera(&sim));
            assert!(off.scenery.grid.is_none() && off.cuboids.iter().all(|c| !c.grid));
        }
    }

    #[test]
    fn a_ceiling_is_a_frame_of_lines_at_its_height() {
        let sim = sim([], Config { ceiling: Some(7.0), ..Config::default() });
        let lines = draw(&sim, &ViewOptions::default(), &camera(&sim)).lines;
        assert!(lines.len() > 8 && lines.iter().all(|l| l.from.y == 7.0 && l.to.y == 7.0));
    }

    #[test]
    fn selected_and_hovered_bodies_stand_out() {
        let sim = sim([at(Shape::sphere(0.5), Motion::Dynamic, Vec3::Y); 3], Config::default());
        let ids: Vec<_> = sim.world().bodies().map(|b| b.id).collect();
        let options = ViewOptions {
            selection: Selection::of(ids[0]),
            pointed: Pointed { body: Some(ids[1]), ..Pointed::default() },
            ..ViewOptions::default()
        };
        let spheres = draw(&sim, &options, &camera(&sim)).spheres;
        assert_eq!(
            spheres.iter().map(|s| s.highlight).collect::<Vec<_>>(),
            [Highlight::Selected, Highlight::Hovered, Highlight::None]
        );
    }

    #[test]
    fn a_list_that_is_filled_again_keeps_its_memory_and_forgets_its_content() {
        let grid = (0..500).map(|i| at(Shape::sphere(0.1), Motion::Dynamic, Vec3::X * i as f32));
        let sim = sim(grid, Config::default());
        let ids: Vec<_> = sim.world().bodies().map(|b| b.id).collect();
        let point = ContactPoint {
            position: Vec3::Y,
            separation: -0.001,
            normal_impulse: 1.0,
            friction_impulse: Vec3::X,
            id: 0,
            persisted: true,
        };
        let contacts: Vec<_> = ids
            .windows(2)
            .map(|w| Contact::new((w[0], Feature::Surface), (w[1], Feature::Surface), Vec3::X, &[point]))
            .collect();
        let mut options = ViewOptions::default();
        Layers::LIST.iter().for_each(|l| options.layers.set(*l, true));
        let mut list = DrawList::default();
        let camera = camera(&sim);
        let painter = ScenePainter::new(&sim, &options, &camera);
        painter.draw_into(&mut list, &contacts);
        let first = list.clone();
        let memory = |l: &DrawList| [l.spheres.as_ptr().addr(), l.arrows.as_ptr().addr(), l.lines.as_ptr().addr()];
        let before = memory(&list);
        painter.draw_into(&mut list, &contacts);
        assert_eq!(memory(&list), before);
        assert_eq!(list, first);
    }
}
