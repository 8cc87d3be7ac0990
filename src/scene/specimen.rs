//! One contact by itself: all that its manifold follows from, as a test, as a scene, or as JSON with exact floats.

mod rust;
mod write;

use super::{CAMERA_DISTANCE, Scene, SceneBody, SceneCamera, SceneView};
use crate::geometry::{Manifold, PairMemory, Shape, collide};
use crate::math::Pose;
use crate::physics::property::POSITION;
use crate::physics::{BodyDesc, Config, Motion, WorldPlane};
use glam::Vec3;

/// The contact of two bodies, taken out of the scene in which it was found.
///
/// ```
/// use carom::geometry::{PairMemory, Shape};
/// use carom::glam::Vec3;
/// use carom::physics::{BodyDesc, Config};
/// use carom::scene::{SceneBody, Specimen, parse_specimen};
///
/// let cube = SceneBody { name: Some("cube".into()), desc: BodyDesc::new(Shape::cuboid(1.0, 1.0, 1.0)) };
/// let position = Vec3::new(1.3, 0.2, -1.3);
/// let ball = SceneBody { name: None, desc: BodyDesc { position, ..BodyDesc::new(Shape::sphere(0.5)) } };
/// let specimen = Specimen::new(&Config::default(), [cube, ball], 0.02, PairMemory::default());
/// assert_eq!(specimen.manifold.feature_a.to_string(), "edge +x-z");
/// assert!(specimen.to_rust().contains("fn contact_of_cube_and_1()"));
/// assert_eq!(parse_specimen(&specimen.to_json()).unwrap(), specimen);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Specimen {
    /// Gravity, step and rules of that scene; the floor and the ceiling only where the contact is with them.
    pub config: Config,
    /// The bodies as they were at detection, A and B; a plane of the world is a [`Shape::HalfSpace`], and always A.
    pub bodies: [SceneBody; 2],
    /// Points further apart were left out (m).
    pub margin: f32,
    /// What the pair remembered of the past: where the other of a quad came from, and which points bore a load. What
    /// only shortens the search is left out.
    pub memory: PairMemory,
    /// What [`collide`] gave, in the frame of A.
    pub manifold: Manifold,
}

impl Specimen {
    /// Collides two bodies where they stand. `config` is that of their scene, `memory` what the pair remembers.
    pub fn new(config: &Config, bodies: [SceneBody; 2], margin: f32, memory: PairMemory) -> Self {
        let planes = bodies.each_ref().map(plane);
        // A plane that the contact is not with would touch the bodies as well, so it is left out.
        let is_side = |wanted| planes.contains(&Some(wanted));
        let config = Config {
            floor: config.floor.filter(|_| is_side(WorldPlane::Floor)),
            ceiling: config.ceiling.filter(|_| is_side(WorldPlane::Ceiling)),
            ..*config
        };
        // Which corners bore a load, not which points of the last contact they were.
        let mut bearing = memory.bearing;
        bearing.sort_unstable_by_key(|id| (*id == 0, *id));
        let memory = PairMemory { axis: 0, bearing, ..memory };
        let mut specimen = Self { config, bodies, margin, memory, manifold: Manifold::NONE };
        specimen.manifold = specimen.collide();
        specimen
    }

    /// The manifold that this program finds, now and for these bodies.
    pub fn collide(&self) -> Manifold {
        let [a, b] = self.poses();
        let [shape_a, shape_b] = self.bodies.each_ref().map(|body| body.desc.shape);
        // `collide` writes what it learns into the memory, so each call gets a fresh one.
        let mut memory = self.memory;
        collide(&shape_a, &shape_b, &a.inverse_mul(&b), self.margin, self.config.normals, &mut memory)
    }

    /// The first thing in which the manifold that this program finds differs from the one kept, bit for bit; none when
    /// they are the same.
    pub fn difference(&self) -> Option<String> {
        let (kept, found) = (self.manifold, self.collide());
        let same = |name: &str, kept: &[f32], found: &[f32]| {
            let bits = |list: &[f32]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            (bits(kept) != bits(found)).then(|| format!("{name} was {kept:?} and is {found:?}"))
        };
        // Features and counts are told in words, numbers as they are.
        let words = |name: &str, kept: String, found: String| {
            (kept != found).then(|| format!("{name} was {kept} and is {found}"))
        };
        let [a, b] = self.names();
        // In the order in which causes come: other features give another normal, another normal other points.
        words("the number of points", kept.count.to_string(), found.count.to_string())
            .or_else(|| words(&a, kept.feature_a.to_string(), found.feature_a.to_string()))
            .or_else(|| words(&b, kept.feature_b.to_string(), found.feature_b.to_string()))
            .or_else(|| same("the normal", &kept.normal.to_array(), &found.normal.to_array()))
            .or_else(|| {
                let mut pairs = kept.points().iter().zip(found.points()).enumerate();
                pairs.find_map(|(i, (kept, found))| {
                    same(&format!("point {i}"), &kept.position.to_array(), &found.position.to_array())
                        .or_else(|| same("its separation", &[kept.separation], &[found.separation]))
                        .or_else(|| words("its id", kept.id.to_string(), found.id.to_string()))
                })
            })
    }

    /// `world_from_body` of A and B.
    pub fn poses(&self) -> [Pose; 2] {
        self.bodies.each_ref().map(|body| Pose::new(body.desc.position, body.desc.rotation))
    }

    /// What A and B are called: by their names, `floor`, `ceiling`, or `#` and their place among the two.
    pub fn names(&self) -> [String; 2] {
        let name = |index: usize| match (&self.bodies[index].name, plane(&self.bodies[index])) {
            (_, Some(plane)) => plane.name().into(),
            (Some(name), None) => name.clone(),
            (None, None) => format!("#{index}"),
        };
        [name(0), name(1)]
    }

    /// A scene with nothing but the two; its first step meets the contact.
    ///
    /// A scene knows nothing of the [`memory`](Self::memory): a body that is passing through a one-sided quad may begin
    /// anew, and of a face with more than four corners others may be the contact.
    pub fn scene(&self) -> Scene {
        let [a, b] = self.names();
        let Manifold { feature_a, feature_b, .. } = self.manifold;
        let is_body = |body: &&SceneBody| plane(body).is_none();
        Scene {
            // Names may be as long as a title may, and two of them longer.
            name: if a.chars().chain(b.chars()).count() < 100 { format!("{a} and {b}") } else { "A contact".into() },
            about: format!("One contact, taken out of its scene: {feature_a} of {a} on {feature_b} of {b}."),
            config: self.config,
            bodies: self.bodies.iter().filter(is_body).cloned().collect(),
            camera: Some(self.camera()),
            view: SceneView::default(),
        }
    }

    /// Looks at the middle of the contact, from so far that the smaller of the two fills the picture.
    fn camera(&self) -> SceneCamera {
        let points = self.manifold.points();
        // In the frame of A, like all of a manifold.
        let middle = points.iter().map(|p| p.position).sum::<Vec3>() / points.len().max(1) as f32;
        let size = |body: &SceneBody| match body.desc.shape {
            Shape::HalfSpace => f32::INFINITY,
            shape => shape.bounding_radius(),
        };
        let size = size(&self.bodies[0]).min(size(&self.bodies[1]));
        let [pose, _] = self.poses();
        // Clamped to what a scene file may hold.
        SceneCamera {
            target: POSITION.clamp_components(pose.point(middle)),
            distance: CAMERA_DISTANCE.clamp(5.0 * size),
            ..SceneCamera::default()
        }
    }

    /// The text of a form.
    pub fn write(&self, form: SpecimenForm) -> String {
        match form {
            SpecimenForm::Rust => self.to_rust(),
            SpecimenForm::Toml => self.to_toml(),
            SpecimenForm::Json => self.to_json(),
        }
    }

    /// The scene in TOML: see [`Self::scene`].
    pub fn to_toml(&self) -> String {
        super::to_toml(&self.scene())
    }
}

/// How a [`Specimen`] is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecimenForm {
    /// A Rust test that compares every bit.
    Rust,
    /// A scene with nothing but the two bodies.
    Toml,
    /// Bodies, poses bit by bit, and the manifold.
    Json,
}

/// A plane of the world as a body of no end that never moves.
pub fn plane_as_body(pose: Pose) -> SceneBody {
    let (position, rotation) = (pose.translation, pose.rotation);
    let desc = BodyDesc { motion: Motion::Static, position, rotation, ..BodyDesc::new(Shape::HalfSpace) };
    SceneBody { name: None, desc }
}

/// Which plane of the world a side is; none for a body. The ceiling is upside down.
fn plane(body: &SceneBody) -> Option<WorldPlane> {
    let up = body.desc.rotation * Vec3::Y;
    let found = if up.y > 0.0 { WorldPlane::Floor } else { WorldPlane::Ceiling };
    matches!(body.desc.shape, Shape::HalfSpace).then_some(found)
}
