//! The bodies of a trace.

use super::near;
use crate::check::CastMember;
use crate::exact::{Core, Hull, Mesh, Pose, Sides, Solid};
use crate::math;
use crate::trace::{Geometry, Piece, TracedMotion};
use crate::view::bodies::add_cuboid;
use crate::view::circle::circle;
use crate::view::scenery::ceiling;
use crate::view::{Camera, Color, Cuboid, DrawList, DrawnFacet, DrawnFrustum, Highlight, Line, Quad, Sphere};
use glam::{DVec2, DVec3, Vec3};

/// Half the side of what is drawn of a plane that does not lie level (m).
const PLANE: f32 = 50.0;
/// Ground is at least this wide either way from its middle (m).
const GROUND: f64 = 1.5;
/// Most edges of a mesh that are drawn as wires.
const MAX_WIRES: usize = 4000;

/// How a body is drawn.
#[derive(Clone, Copy)]
pub struct Look {
    pub color: Color,
    pub highlight: Highlight,
    /// Whether ground carries a grid.
    pub grid: bool,
}

/// Draws a part of a body that stands at `pose`; `camera` for one that never moves, and may be in the way.
pub fn solid(list: &mut DrawList, piece: &Piece, pose: &Pose, look: Look, camera: Option<&Camera>) {
    let is_static = camera.is_some();
    let at = pose.after(&piece.place);
    // In single precision, where the picture is drawn.
    let local = near(&at);
    let (center, rotation) = (local.translation, local.rotation);
    let Look { color, highlight, .. } = look;
    let solid = match &piece.geometry {
        Geometry::Mesh(mesh) => return mesh_facets(list, mesh, &at, look),
        Geometry::Convex(solid) => solid,
    };
    let radius = solid.radius as f32;
    match &solid.core {
        Core::Point => list.spheres.push(Sphere { center, radius, rotation, color, highlight }),
        // A capsule is a cylinder between two balls.
        Core::Segment(half) => {
            let half_height = *half as f32;
            list.frusta.push(DrawnFrustum {
                middle: center,
                bottom: radius,
                top: radius,
                half_height,
                rotation,
                color,
                highlight,
            });
            for end in [-half_height, half_height] {
                let center = local.point(Vec3::Y * end);
                list.spheres.push(Sphere { center, radius, rotation, color, highlight });
            }
        }
        Core::Cuboid(half) => {
            let grid = look.grid && is_static && cuboid_height(half, &at).is_some();
            let cuboid = Cuboid { center, half: half.as_vec3(), rotation, color, grid, highlight };
            match camera {
                Some(camera) => add_cuboid(list, cuboid, true, camera),
                None => list.cuboids.push(cuboid),
            }
        }
        Core::Rectangle(half, sides) => {
            let hatched_back = *sides == Sides::Front;
            let grid = look.grid && is_static && rectangle_height(half, &at).is_some();
            list.quads.push(Quad { center, half: half.as_vec2(), rotation, color, hatched_back, grid, highlight });
        }
        Core::Frustum { bottom, top, half } => {
            let (bottom, top, half_height) = (*bottom as f32, *top as f32, *half as f32);
            list.frusta.push(DrawnFrustum { middle: center, bottom, top, half_height, rotation, color, highlight });
        }
        Core::HalfSpace { normal, offset } => {
            if let Some(math::Pose { translation: center, rotation }) = sheet(list, *normal, *offset, &at) {
                let half = glam::Vec2::splat(PLANE);
                list.quads.push(Quad { center, half, rotation, color, hatched_back: true, grid: false, highlight });
            }
        }
        Core::Hull(hull) => hull_facets(list, hull, &at, look),
    }
}

/// Where the large sheet is that is drawn of a plane, with its y along the normal: none of level ground, which is
/// scenery, and none of what looks down, a ceiling.
fn sheet(list: &mut DrawList, normal: DVec3, offset: f64, at: &Pose) -> Option<math::Pose> {
    let (up, center) = (at.rotation * normal, at.point(normal * offset).as_vec3());
    if up.y <= -LEVEL {
        ceiling(list, center.y);
    }
    let rotation = glam::Quat::from_rotation_arc(Vec3::Y, up.as_vec3());
    (up.y.abs() < LEVEL).then_some(math::Pose::new(center, rotation))
}

/// Cosine of what counts as level (1°).
const LEVEL: f64 = 0.999_85;

/// Height of a body that is a level plane, solid below (m).
pub fn floor_height(member: &CastMember, pose: &Pose) -> Option<f32> {
    let is_plane =
        |piece: &Piece| matches!(&piece.geometry, Geometry::Convex(Solid { core: Core::HalfSpace { .. }, .. }));
    member.pieces.iter().all(is_plane).then(|| ground_height(member, pose))?
}

/// Height of a body that is ground (m): static, level, wide.
pub fn ground_height(member: &CastMember, pose: &Pose) -> Option<f32> {
    if member.motion != TracedMotion::Static {
        return None;
    }
    // The height of a level upper side, of pieces that have one.
    let height = |piece: &Piece| {
        let at = pose.after(&piece.place);
        let Geometry::Convex(Solid { core, .. }) = &piece.geometry else { return None };
        match core {
            Core::HalfSpace { normal, offset } => {
                let up = at.rotation * *normal;
                (up.y >= LEVEL).then(|| at.point(*normal * *offset).y as f32)
            }
            Core::Cuboid(half) => cuboid_height(half, &at),
            Core::Rectangle(half, _) => rectangle_height(half, &at),
            _ => None,
        }
    };
    member.pieces.iter().filter_map(height).reduce(f32::max)
}

/// Height of the upper face of a wide box that stands level (m); whichever of its axes is up.
fn cuboid_height(half: &DVec3, at: &Pose) -> Option<f32> {
    let axis = (0..3).find(|i| (at.rotation * DVec3::AXES[*i]).y.abs() >= LEVEL)?;
    let wide = half[(axis + 1) % 3].min(half[(axis + 2) % 3]) >= GROUND;
    wide.then(|| (at.position.y + half[axis]) as f32)
}

/// Height of a wide sheet that lies level, its front up (m).
fn rectangle_height(half: &DVec2, at: &Pose) -> Option<f32> {
    let is_level = (at.rotation * DVec3::Y).y >= LEVEL && half.min_element() >= GROUND;
    is_level.then_some(at.position.y as f32)
}

/// The faces of a hull, each as a fan of triangles with a line where the face ends.
fn hull_facets(list: &mut DrawList, hull: &Hull, at: &Pose, look: Look) {
    let corner = |index: u32| at.point(hull.points[index as usize]).as_vec3();
    for face in &hull.faces {
        let corners = &face.corners;
        // A fan of triangles around the first corner; only edges of the face are drawn as lines.
        for i in 1..corners.len().saturating_sub(1) {
            let (first, last) = (i == 1, i + 2 == corners.len());
            list.facets.push(DrawnFacet {
                corners: [corner(corners[0]), corner(corners[i]), corner(corners[i + 1])],
                // Opposite the hub lies an edge of the face; beside it only the first and the last spoke are.
                lines: [true, last, first],
                color: look.color,
                highlight: look.highlight,
            });
        }
    }
}

/// The triangles of a mesh, with lines where they do not meet flat.
fn mesh_facets(list: &mut DrawList, mesh: &Mesh, at: &Pose, look: Look) {
    use crate::exact::EdgeKind;
    // Lines between triangles that lie in one plane would tell nothing.
    let is_edge = |a: u32, b: u32| !matches!(mesh.edge_kind(a, b), Some(EdgeKind::Flat));
    for [a, b, c] in &mesh.triangles {
        let corner = |index: &u32| at.point(mesh.vertices[*index as usize]).as_vec3();
        list.facets.push(DrawnFacet {
            corners: [corner(a), corner(b), corner(c)],
            lines: [is_edge(*b, *c), is_edge(*c, *a), is_edge(*a, *b)],
            color: look.color,
            highlight: look.highlight,
        });
    }
}

/// Draws the edges of a part of a body.
pub fn wires(list: &mut DrawList, piece: &Piece, pose: &Pose, look: Look) {
    let at = pose.after(&piece.place);
    // As for the bodies of scenes.
    let width = match look.highlight {
        Highlight::None => 1.25,
        Highlight::Hovered => 2.25,
        Highlight::Selected => 3.25,
    };
    // A plane is the sheet that is drawn of it; level it has nothing to be drawn.
    let (at, straight) = match &piece.geometry {
        Geometry::Convex(Solid { core: Core::HalfSpace { normal, offset }, .. }) => {
            let Some(sheet) = sheet(list, *normal, *offset, &at) else { return };
            let at = Pose::new(sheet.translation.as_dvec3(), sheet.rotation.as_dquat());
            (at, rectangle_edges(DVec2::splat(PLANE.into())))
        }
        geometry => (at, edges(geometry)),
    };
    let mut line = |from: Vec3, to: Vec3| {
        list.lines.push(Line { from, to, color: look.color, width, outlined: false, xray: false });
    };
    // Straight edges first, of a mesh no more than one can see apart; then what is round.
    for [from, to] in straight.into_iter().take(MAX_WIRES) {
        line(at.point(from).as_vec3(), at.point(to).as_vec3());
    }
    let local = near(&at);
    for Ring { center, axis, radius } in rings(&piece.geometry) {
        circle(local.point(center), local.vector(axis), radius, 24, &mut line);
    }
}

/// The straight edges of a shape (m, its own axes).
fn edges(geometry: &Geometry) -> Vec<[DVec3; 2]> {
    let solid = match geometry {
        Geometry::Mesh(mesh) => {
            // Each side of a mesh belongs to two triangles: it is taken from one of them, and from a border always.
            let ends = |[a, b, c]: &[u32; 3]| [[*a, *b], [*b, *c], [*c, *a]];
            let sides = mesh.triangles.iter().flat_map(ends).filter(|[a, b]| a < b || mesh.edge_kind(*a, *b).is_none());
            return sides.map(|side| side.map(|i| mesh.vertices[i as usize])).collect();
        }
        Geometry::Convex(solid) => solid,
    };
    match &solid.core {
        Core::Cuboid(half) => box_edges(*half),
        Core::Rectangle(half, _) => rectangle_edges(*half),
        Core::Hull(hull) => hull.edges.iter().map(|edge| edge.map(|i| hull.points[i as usize])).collect(),
        Core::Frustum { bottom, top, half } => {
            let sides = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z];
            sides.map(|side| [side * *bottom - DVec3::Y * *half, side * *top + DVec3::Y * *half]).to_vec()
        }
        Core::Segment(half) => {
            let sides = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z].map(|side| side * solid.radius);
            sides.map(|side| [side - DVec3::Y * *half, side + DVec3::Y * *half]).to_vec()
        }
        Core::Point | Core::HalfSpace { .. } => vec![],
    }
}

/// The rim of a sheet, and a whisker on its front: one look says which side is solid.
fn rectangle_edges(half: DVec2) -> Vec<[DVec3; 2]> {
    let corner = |x: f64, z: f64| DVec3::new(x * half.x, 0.0, z * half.y);
    let rim = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let mut edges: Vec<_> = (0..4).map(|i| [rim[i], rim[(i + 1) % 4]]).collect();
    edges.push([DVec3::ZERO, DVec3::Y * (0.15 * half.min_element())]);
    edges
}

fn box_edges(half: DVec3) -> Vec<[DVec3; 2]> {
    let mut edges = vec![];
    for axis in 0..3 {
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let mut from = half;
            from[(axis + 1) % 3] *= a;
            from[(axis + 2) % 3] *= b;
            let mut to = from;
            from[axis] = -half[axis];
            to[axis] = half[axis];
            edges.push([from, to]);
        }
    }
    edges
}

/// A circle that stands for what is round (m, the shape's own axes).
struct Ring {
    center: Vec3,
    /// Unit, across its plane.
    axis: Vec3,
    radius: f32,
}

/// The rings of a shape.
fn rings(geometry: &Geometry) -> Vec<Ring> {
    let Geometry::Convex(solid) = geometry else { return vec![] };
    let radius = solid.radius as f32;
    match &solid.core {
        Core::Point => Vec3::AXES.map(|axis| Ring { center: Vec3::ZERO, axis, radius }).into(),
        Core::Segment(half) => {
            // Three circles around each end of a capsule.
            let ends = [-*half as f32, *half as f32].map(|y| Vec3::Y * y);
            ends.into_iter().flat_map(|center| Vec3::AXES.map(|axis| Ring { center, axis, radius })).collect()
        }
        Core::Frustum { bottom, top, half } => {
            // A cap without radius is the apex.
            let caps = [(-*half, *bottom), (*half, *top)];
            let ring =
                |(y, radius): (f64, f64)| Ring { center: Vec3::Y * y as f32, axis: Vec3::Y, radius: radius as f32 };
            caps.into_iter().filter(|(_, radius)| *radius > 0.0).map(ring).collect()
        }
        _ => vec![],
    }
}

/// A part as a shape of scenes, with its pose; none where scenes have no such shape.
pub fn known(piece: &Piece, pose: &Pose) -> Option<(crate::geometry::Shape, math::Pose)> {
    use crate::geometry::Shape;
    let Geometry::Convex(solid) = &piece.geometry else { return None };
    // A shape that scenes know too is drawn, lit and picked by the very same code.
    let at = near(&pose.after(&piece.place));
    let shape = match &solid.core {
        Core::Point => Shape::Sphere { radius: solid.radius as f32 },
        Core::Cuboid(half) => Shape::Cuboid { half: half.as_vec3() },
        Core::Rectangle(half, sides) => Shape::Quad { half: half.as_vec2(), sides: *sides },
        Core::Frustum { bottom, top, half } => {
            Shape::Frustum { bottom: *bottom as f32, top: *top as f32, half_height: *half as f32 }
        }
        Core::HalfSpace { normal, offset } => {
            // Its plane is that of its own axes through its origin.
            let turn = glam::Quat::from_rotation_arc(Vec3::Y, normal.as_vec3());
            let translation = at.point((*normal * *offset).as_vec3());
            return Some((Shape::HalfSpace, math::Pose::new(translation, at.rotation * turn)));
        }
        Core::Segment(_) | Core::Hull(_) => return None,
    };
    // Shapes of scenes stand by their centre of mass, those of traces by the middle of their axis.
    let translation = at.translation - at.vector(shape.middle());
    Some((shape, math::Pose { translation, ..at }))
}
