//! From a tree of values to a scene. A fault never hides another: what is wrong is noted and left out, and reading goes
//! on.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod set;
mod specimen;
mod values;
mod view;

pub(super) use set::set;
pub(super) use specimen::{is_specimen, specimen};

use values::did_you_mean;

use super::grid::Grid;
use super::rows::Document;
use super::tree::{Field, Node, Value, quote};
use super::{CAMERA_DISTANCE, MAX_BODIES, Scene, SceneBody, SceneCamera, is_unprintable, name_fault, title_fault};
use crate::geometry::{Shape, Sides};
use crate::math::quat_from_axis_angle;
use crate::physics::property::{self, LIMITS, PlaneSetting, Property, SURFACE, Setting, VECTORS};
use crate::physics::{BodyDesc, BodyError, Config, Mass, Motion};
use glam::{DVec3, Quat, Vec2, Vec3};
use std::collections::BTreeSet;

/// Faults noted at most; a file with more is no scene at all.
const MAX_FAULTS: usize = 1000;

/// Reads a scene; the faults are offsets and messages.
pub(super) fn scene(document: &Document<'_>) -> Result<Scene, Vec<(usize, String)>> {
    let mut reader = SceneReader::default();
    let scene = reader.scene(&document.root, Some(document));
    if reader.faults.is_empty() { Ok(scene) } else { Err(reader.faults) }
}

/// All fields of a scene's step.
fn step_keys() -> Vec<&'static str> {
    property::STEP.iter().map(|setting| setting.name().key).collect()
}

/// All fields of a scene's rules.
fn rule_keys() -> Vec<&'static str> {
    property::rules().map(|setting| setting.name().key).collect()
}

/// All fields of a body.
fn body_keys() -> Vec<&'static str> {
    let own = [property::SHAPE, property::MOTION, property::ROTATION].into_iter();
    let numbers = [property::MASS, property::DENSITY].into_iter();
    let numbers = numbers.chain(VECTORS.map(|row| row.property)).chain(SURFACE.map(|row| row.property));
    std::iter::once("name").chain(own.chain(numbers.map(|property| property.name)).map(|name| name.key)).collect()
}

/// The values a number may have.
#[derive(Clone, Copy)]
struct Range {
    min: f32,
    max: f32,
    unit: &'static str,
}

impl Range {
    const fn new(min: f32, max: f32, unit: &'static str) -> Self {
        Self { min, max, unit }
    }

    /// What a number of a body or of a world may be.
    const fn of(property: &Property) -> Self {
        Self::new(property.min, property.max, property.unit)
    }

    /// The unit as it stands after a number.
    fn after_number(&self) -> String {
        let apart = if matches!(self.unit, "" | "°") { "" } else { " " };
        format!("{apart}{}", self.unit)
    }

    fn holds(&self, value: f32) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

const SIZE: Range = Range::of(&property::SIZE);
const POSITION: Range = Range::of(&property::POSITION);
const MASS: Range = Range::of(&property::MASS);
/// Between the bodies of a grid, and how far each is moved by chance: within the world.
const SPACING: Range = Range::new(0.0, POSITION.max, "m");
const ANGLE: Range = Range::new(-1e6, 1e6, "°");
/// The fields of a camera.
const CAMERA: [&str; 5] = ["target", "distance", "yaw_deg", "pitch_deg", "orthographic"];
const FINITE: Range = Range::new(f32::MIN, f32::MAX, "");

/// The fields of a table, all of them known.
#[derive(Clone, Copy)]
struct FieldTable<'n, 't> {
    at: usize,
    fields: &'n [Field<'t>],
}

impl<'n, 't> FieldTable<'n, 't> {
    fn get(&self, key: &str) -> Option<&'n Node<'t>> {
        self.fields.iter().find(|field| field.key == key).map(|field| &field.node)
    }
}

#[derive(Default)]
struct SceneReader {
    faults: Vec<(usize, String)>,
}

/// Tables: scene, step, rules, camera.
impl SceneReader {
    /// Reads it; of a document, the items of its long lists too.
    fn scene(&mut self, root: &Node<'_>, document: Option<&Document<'_>>) -> Scene {
        let mut scene = Scene::default();
        let fields = ["version", "name", "about", "gravity", "step", "rules", "bodies", "grids", "camera", "view"];
        let Some(table) = self.table(root, "a scene", &fields) else { return scene };
        // A file of another version could mean anything: that is told first, and reading goes on to tell the rest.
        if let Some(node) = table.get("version") {
            let known = matches!(&node.value, Value::Number(text) if text == "1");
            if !known {
                let found = node.value.describe();
                self.fault(node.at, format!("version is {found}, but this program reads version 1"));
            }
        }
        if let Some(node) = table.get("name") {
            scene.name = self.checked_text(node, "name", title_fault).unwrap_or_default();
        }
        if let Some(node) = table.get("about") {
            // Editors of Windows end lines with two characters; the title and the hash of a scene must not depend on
            // it.
            scene.about = self.text(node, "about", "a text").unwrap_or_default().replace("\r\n", "\n");
            if let Some(c) = scene.about.chars().find(|c| !matches!(c, '\n' | '\t') && is_unprintable(*c)) {
                self.fault(node.at, format!("about has the control character U+{:04X}", u32::from(c)));
            }
        }
        self.config(table, &mut scene.config);
        scene.camera = table.get("camera").and_then(|node| self.camera(node));
        self.bodies(table, document, &mut scene);
        // Behind the bodies, because it names them.
        if let Some(node) = table.get("view") {
            scene.view = self.view(node, &scene.bodies);
        }
        scene
    }

    fn config(&mut self, table: FieldTable<'_, '_>, config: &mut Config) {
        self.set_setting(table, &property::GRAVITY, config);
        if let Some(step) = table.get("step").and_then(|n| self.table(n, "step", &step_keys())) {
            property::STEP.iter().for_each(|setting| self.set_setting(step, setting, config));
        }
        let Some(rules) = table.get("rules").and_then(|n| self.table(n, "rules", &rule_keys())) else { return };
        property::rules().for_each(|setting| self.set_setting(rules, setting, config));
        // Of two planes that lie the wrong way round the later one is at fault.
        for setting in LIMITS.iter().rev() {
            if let Setting::Plane(plane) = setting
                && let Some(y) = (plane.height.get)(config)
                && let [min, max] = (plane.within)(config)
                && !(min..=max).contains(&y)
                && let key = setting.name().key
                && let Some(node) = rules.get(key)
            {
                return self.fault(
                    node.at,
                    format!("{key} is {y}, but must lie within {min} … {max} m beside the other plane"),
                );
            }
        }
    }

    fn set_setting(&mut self, table: FieldTable<'_, '_>, setting: &Setting, config: &mut Config) {
        let key = setting.name().key;
        match setting {
            Setting::Vector(row) => {
                // The value there is now is the default: what the file leaves out stays.
                let mut value = (row.get)(config);
                self.set_vector(table, key, Range::of(&row.property), &mut value);
                (row.set)(config, value);
            }
            Setting::Number(row) | Setting::Plane(PlaneSetting { height: row, .. }) => self.set_row(table, row, config),
            Setting::Choice(row) => {
                let options: Vec<_> = row.options.iter().enumerate().map(|(i, (name, _))| (*name, i)).collect();
                let mut value = (row.get)(config);
                self.set_choice(table, key, &options, &mut value);
                (row.set)(config, value);
            }
            Setting::Switch(row) => {
                let mut value = (row.get)(config);
                self.set_switch(table, key, &mut value);
                (row.set)(config, value);
            }
        }
    }

    fn camera(&mut self, node: &Node<'_>) -> Option<SceneCamera> {
        let table = self.table(node, "camera", &CAMERA)?;
        Some(self.camera_fields(table))
    }

    fn camera_fields(&mut self, table: FieldTable<'_, '_>) -> SceneCamera {
        let mut camera = SceneCamera::default();
        self.set_vector(table, "target", POSITION, &mut camera.target);
        self.set(table, "distance", Range::of(&CAMERA_DISTANCE), &mut camera.distance);
        self.set(table, "yaw_deg", ANGLE, &mut camera.yaw_deg);
        self.set(table, "pitch_deg", Range::new(-90.0, 90.0, "°"), &mut camera.pitch_deg);
        self.set_switch(table, "orthographic", &mut camera.orthographic);
        camera
    }
}

/// Bodies and grids of them.
impl SceneReader {
    fn bodies(&mut self, table: FieldTable<'_, '_>, document: Option<&Document<'_>>, scene: &mut Scene) {
        let mut names = BTreeSet::new();
        let mut has_room = true;
        self.each(table, "bodies", document, |reader, node| {
            has_room = reader.add_body(node, scene, &mut names);
            has_room
        });
        // Where bodies alone are too many, each grid would be the same fault again.
        if has_room {
            self.each(table, "grids", document, |reader, node| reader.add_grid(node, scene, &mut names));
        }
    }

    /// Visits the items of a list, in the tree or beside it, until `visit` is false.
    fn each(
        &mut self,
        table: FieldTable<'_, '_>,
        key: &str,
        document: Option<&Document<'_>>,
        mut visit: impl FnMut(&mut Self, &Node<'_>) -> bool,
    ) {
        // Of long lists only the items' places were noted, so that a file of a million bodies is never a tree of nodes.
        for node in table.get(key).map_or(&[][..], |n| self.list(n, key)) {
            if !visit(self, node) {
                return;
            }
        }
        if let Some(document) = document {
            document.each(key, |node| visit(self, node));
        }
    }

    /// Adds a body; whether there was room for it.
    fn add_body(&mut self, node: &Node<'_>, scene: &mut Scene, names: &mut BTreeSet<String>) -> bool {
        if scene.bodies.len() == MAX_BODIES {
            self.too_many(node.at, MAX_BODIES as u64 + 1);
            return false;
        }
        if let Some((name, desc)) = self.body(node) {
            scene.bodies.push(SceneBody { name: name.as_ref().map(|(_, text)| text.clone()), desc });
            if let Some((at, name)) = name {
                self.note_name(names, at, name);
            }
        }
        true
    }

    /// Adds the bodies of a grid; whether there was room for them.
    fn add_grid(&mut self, node: &Node<'_>, scene: &mut Scene, names: &mut BTreeSet<String>) -> bool {
        let Some((grid, name)) = self.grid(node) else { return true };
        // Counted before they are made: a grid of a billion bodies is refused without filling the memory.
        let total = scene.bodies.len() as u64 + grid.len();
        if total > MAX_BODIES as u64 {
            self.too_many(node.at, total);
            return false;
        }
        for (i, position) in grid.positions().enumerate() {
            // One fault for the whole grid: its other bodies would all say the same.
            if position.to_array().iter().any(|x| !POSITION.holds(*x)) {
                let Range { min, max, unit } = POSITION;
                let problem = format!("but positions must lie within {min} … {max} {unit}");
                self.fault(node.at, format!("the grid has a body at {position}, {problem}"));
                break;
            }
            let name = name.as_ref().map(|(at, name)| (*at, format!("{name}_{i}")));
            let body = BodyDesc { position, ..grid.body };
            scene.bodies.push(SceneBody { name: name.as_ref().map(|(_, text)| text.clone()), desc: body });
            if let Some((at, name)) = name {
                self.note_name(names, at, name);
            }
        }
        true
    }

    fn too_many(&mut self, at: usize, count: u64) {
        self.fault(at, format!("there are {count} bodies up to here, but a scene has at most {MAX_BODIES}"));
    }

    fn note_name(&mut self, names: &mut BTreeSet<String>, at: usize, name: String) {
        if !names.insert(name.clone()) {
            self.fault(at, format!("there is already a body named {}; each name must be given once", quote(&name)));
        }
    }

    /// The grid, and the name of its bodies with the offset where it stands.
    fn grid(&mut self, node: &Node<'_>) -> Option<(Grid, Option<(usize, String)>)> {
        let table = self.table(node, "a grid", &["count", "spacing", "jitter", "seed", "body"])?;
        let mut count = [1; 3];
        if let Some(node) = table.get("count") {
            // Each a whole number of its own range; the product is checked when the bodies are counted.
            let items = self.array::<3>(node, "count", "a list of 3 whole numbers, such as [10, 1, 10]")?;
            for (count, item) in count.iter_mut().zip(items) {
                *count = self.whole(item, "count", 1, MAX_BODIES as u64)?;
            }
        }
        let (mut spacing, mut jitter) = (Vec3::ONE, 0.0);
        self.set_vector(table, "spacing", SPACING, &mut spacing);
        self.set(table, "jitter", SPACING, &mut jitter);
        // In 64 bits throughout: a float would not hold every seed.
        let seed = table.get("seed").map_or(Some(0), |n| self.whole(n, "seed", 0, u64::MAX));
        let Some(body) = table.get("body") else {
            self.fault(table.at, "the grid has no body, such as body = { shape = { sphere = { radius = 0.5 } } }");
            return None;
        };
        let (name, body) = self.body(body)?;
        Some((Grid { count, spacing, jitter, seed: seed?, body }, name))
    }

    /// The body, and its name with the offset where it stands.
    fn body(&mut self, node: &Node<'_>) -> Option<(Option<(usize, String)>, BodyDesc)> {
        let fields = body_keys();
        let table = self.table(node, "a body", &fields)?;
        let name = table.get("name").and_then(|n| Some((n.at, self.checked_text(n, "name", name_fault)?)));
        // A body of which something is wrong already would fail the last check as well, for the same reason.
        let before = self.faults.len();
        let shape = match table.get(property::SHAPE.key) {
            Some(node) => self.shape(node),
            None => {
                self.fault(table.at, "the body has no shape, such as shape = { sphere = { radius = 0.5 } }");
                None
            }
        };
        // A shape that could not be read is stood in for, so that the other fields are checked all the same.
        let mut desc = BodyDesc::new(shape.unwrap_or(Shape::sphere(0.5)));
        self.body_fields(table, shape.is_some(), &mut desc);
        // The world has the last word. Whatever it refuses beyond the checks above is a fault of the whole body.
        if self.faults.len() == before
            && let Err(error) = desc.validate()
        {
            self.fault(table.at, error.to_string());
        }
        Some((name, desc))
    }

    /// What there is of a body beside its name and its shape.
    fn body_fields(&mut self, table: FieldTable<'_, '_>, has_shape: bool, desc: &mut BodyDesc) {
        let motions = [Motion::Static, Motion::Kinematic, Motion::Dynamic].map(|motion| (motion.name(), motion));
        self.set_choice(table, property::MOTION.key, &motions, &mut desc.motion);
        for row in &VECTORS {
            let (mut value, range) = ((row.get)(desc), Range::of(&row.property));
            // Velocities are bounded by their length, whatever their direction; positions by each coordinate.
            if row.by_length {
                self.set_bounded(table, row.property.key(), range, &mut value);
            } else {
                self.set_vector(table, row.property.key(), range, &mut value);
            }
            row.set(desc, value);
        }
        if let Some(rotation) = table.get(property::ROTATION.key).and_then(|n| self.rotation(n)) {
            desc.rotation = rotation;
        }
        for row in &SURFACE {
            let mut value = (row.get)(desc);
            self.set(table, row.property.key(), Range::of(&row.property), &mut value);
            row.set(desc, value);
        }
        self.mass(table, has_shape, desc);
    }

    fn mass(&mut self, table: FieldTable<'_, '_>, has_shape: bool, desc: &mut BodyDesc) {
        let (mass, density) = (table.get(property::MASS.key()), table.get(property::DENSITY.key()));
        // Neither of the two is preferred; the fault stands at the later one.
        if let (Some(mass), Some(density)) = (mass, density) {
            self.fault(mass.at.max(density.at), "the body has both a mass and a density; leave one of them out");
        }
        if let Some(mass) = mass.and_then(|n| self.number(n, property::MASS.key(), MASS)) {
            desc.mass = Mass::Mass(mass);
        }
        if let Some(value) =
            density.and_then(|n| self.number(n, property::DENSITY.key(), Range::of(&property::DENSITY)))
        {
            desc.mass = Mass::Density(value);
        }
        // Only a dynamic body's mass follows from its density.
        let given = mass.is_some() || !has_shape || desc.motion != Motion::Dynamic;
        // Only what gravity and impulses move needs a mass that can be divided by.
        let of_density = desc.mass.of(&desc.shape);
        if !given && !MASS.holds(of_density) {
            let at = density.or(table.get(property::SHAPE.key)).map_or(table.at, |node| node.at);
            let Range { min, max, .. } = MASS;
            self.fault(
                at,
                format!("the density gives a mass of {of_density} kg, but it must lie within {min} … {max} kg"),
            );
        }
    }

    fn shape(&mut self, node: &Node<'_>) -> Option<Shape> {
        const KINDS: &str = "one of { sphere = { radius = 0.5 } }, { box = { half = [0.5, 0.5, 0.5] } }, \
                             { quad = { half = [0.5, 0.5] } }, \
                             { frustum = { bottom = 0.5, top = 0.2, half_height = 0.4 } }";
        let Value::Table(fields) = &node.value else {
            self.mismatch(node, "shape", KINDS);
            return None;
        };
        // A table of exactly one field, whose key is the kind.
        let [field] = &fields[..] else {
            self.fault(node.at, format!("a shape is {KINDS}, but this one has {} kinds", fields.len()));
            return None;
        };
        match &*field.key {
            "sphere" => {
                let table = self.table(&field.node, "a sphere", &[property::RADIUS.key()])?;
                let radius = self.required(table, "a sphere", property::RADIUS.key())?;
                Some(Shape::Sphere { radius: self.number(radius, property::RADIUS.key(), SIZE)? })
            }
            "box" => {
                let table = self.table(&field.node, "a box", &[property::SIZE.key()])?;
                let half = self.required(table, "a box", property::SIZE.key())?;
                Some(Shape::Cuboid { half: Vec3::from(self.numbers(half, property::SIZE.key(), SIZE)?) })
            }
            "quad" => {
                let table = self.table(&field.node, "a quad", &[property::SIZE.key(), "sides"])?;
                let mut sides = Sides::Front;
                self.set_choice(table, "sides", &[("front", Sides::Front), ("both", Sides::Both)], &mut sides);
                let half = self.required(table, "a quad", property::SIZE.key())?;
                Some(Shape::Quad { half: Vec2::from(self.numbers(half, property::SIZE.key(), SIZE)?), sides })
            }
            "frustum" => {
                let table = self.table(
                    &field.node,
                    "a frustum",
                    &[property::BOTTOM.key(), property::TOP.key(), property::HALF_HEIGHT.key()],
                )?;
                // All three are asked for before the first that is missing ends it, so that one pass reports them all.
                let [bottom, top, half_height] =
                    [property::BOTTOM.key(), property::TOP.key(), property::HALF_HEIGHT.key()]
                        .map(|key| self.required(table, "a frustum", key));
                let (bottom, top) =
                    (self.cap_radius(bottom?, property::BOTTOM.key()), self.cap_radius(top?, property::TOP.key()));
                let half_height = self.number(half_height?, property::HALF_HEIGHT.key(), SIZE);
                let shape = Shape::Frustum { bottom: bottom?, top: top?, half_height: half_height? };
                // Two caps of radius zero are each in range and no shape together.
                if let Err(error) = shape.validate() {
                    self.fault(field.key_at, error.to_string());
                    return None;
                }
                Some(shape)
            }
            other => {
                let hint = did_you_mean(other, &["sphere", "box", "quad", "frustum"]);
                self.fault(field.key_at, format!("unknown shape {}: expected {KINDS}{hint}", quote(other)));
                None
            }
        }
    }

    fn rotation(&mut self, node: &Node<'_>) -> Option<Quat> {
        let table = self.table(node, "a rotation", &["axis", "degrees", "quaternion"])?;
        if let Some(node) = table.get("quaternion") {
            let q = Quat::from_array(self.numbers(node, "quaternion", FINITE)?);
            // Two rotations are not put together: which comes first would be a guess.
            if let Some(other) = table.get("axis").or(table.get("degrees")) {
                self.fault(other.at, "the rotation has a quaternion as well as an axis and degrees; leave one out");
            }
            // Of any length, made unit later; but a length that under- or overflows gives no direction.
            let length = q.length();
            if !(length.is_finite() && length > 1e-6) {
                self.fault(node.at, format!("{}, but its length must lie within 1e-6 … 1e19", BodyError::Rotation));
            }
            return Some(q);
        }
        let (mut axis, mut degrees) = (Vec3::Y, 0.0);
        self.set_vector(table, "axis", FINITE, &mut axis);
        self.set(table, "degrees", ANGLE, &mut degrees);
        // In double precision no axis but zero has the length zero, and none is too long.
        let axis = DVec3::from(axis).try_normalize().or_else(|| {
            let at = table.get("axis").map_or(table.at, |node| node.at);
            self.fault(at, "axis is [0, 0, 0], but must point somewhere: its length must be above 0");
            None
        })?;
        Some(quat_from_axis_angle(axis.as_vec3(), degrees.to_radians()))
    }
}
