//! Contact of two boxes along parallel edges.
//!
//! Parallel edges have no cross product, and where two sharp edges touch no face between them has a say: the axis of
//! least overlap is the face of one box or of the other as rounding will have it, and the force jumps with it. So edges
//! are treated as slightly rounded, in the plane across them: each box is thought of as a core, thinner by the radius
//! all around, and the normal points from core to core. On a face that is the face's normal, from edge to edge it turns
//! steadily from one face's to the other's.

use super::clip::Clipped;
use super::sat::{Boxes, CYCLE};
use super::{Axis, Feature, Manifold, ManifoldPoint};
use glam::{Vec2, Vec3};

/// Radius by which edges are rounded, relative to the least half extent of the two boxes: while one corner passes the
/// other over this length, the normal turns from one face's to the other's.
const EDGE_RADIUS: f32 = 0.1;

/// Cosine of the angle (0.5°) up to which two edges count as parallel.
const PARALLEL_COSINE: f32 = 0.999_96;

/// Cosine of the angle (5°) up to which two faces count as lying on one another: the contact is then one of faces, with
/// up to four points, and no edge takes part in it.
const FLUSH_COSINE: f32 = 0.996;

/// The plane across two parallel edges, in which the contact is one of two rectangles.
struct Across {
    /// The edges' axis of A, and of B.
    along: (usize, usize),
    /// The axes of A in the plane, and of B.
    of_a: (usize, usize),
    of_b: (usize, usize),
    /// B's two axes and its centre in the plane of A's.
    b: (Vec2, Vec2),
    center: Vec2,
}

impl Across {
    /// None when no edges are parallel, or the faces beside them lie on one another.
    #[inline]
    fn new(boxes: &Boxes) -> Option<Self> {
        // The first pair of parallel axes; the plane across them is spanned by A's other two.
        let (i, j) = (0..9).map(|n| (n / 3, n % 3)).find(|&(i, j)| boxes.abs[i][j] > PARALLEL_COSINE)?;
        let (of_a, of_b) = (CYCLE[i], CYCLE[j]);
        let column = |j: usize| Vec2::new(boxes.r[of_a.0][j], boxes.r[of_a.1][j]);
        let b = (column(of_b.0), column(of_b.1));
        let center = Vec2::new(boxes.t[of_a.0], boxes.t[of_a.1]);
        (b.0.abs().max_element() < FLUSH_COSINE).then_some(Self { along: (i, j), of_a, of_b, b, center })
    }

    /// Corner of A by its signs, `less` thinner than the box.
    #[inline]
    fn corner_a(&self, boxes: &Boxes, signs: Vec2, less: f32) -> Vec2 {
        (Vec2::new(boxes.ha[self.of_a.0], boxes.ha[self.of_a.1]) - less) * signs
    }

    /// Corner of B by its signs.
    #[inline]
    fn corner_b(&self, boxes: &Boxes, signs: Vec2, less: f32) -> Vec2 {
        let half = (Vec2::new(boxes.hb[self.of_b.0], boxes.hb[self.of_b.1]) - less) * signs;
        self.center + self.b.0 * half.x + self.b.1 * half.y
    }

    /// Signs of the corner of a box furthest along a direction, given along the box's axes.
    #[inline]
    fn signs(direction: Vec2) -> Vec2 {
        Vec2::new(if direction.x < 0.0 { -1.0 } else { 1.0 }, if direction.y < 0.0 { -1.0 } else { 1.0 })
    }

    /// A vector of the plane along B's axes.
    #[inline]
    fn to_b(&self, v: Vec2) -> Vec2 {
        Vec2::new(v.dot(self.b.0), v.dot(self.b.1))
    }
}

/// The contact of two parallel edges; none when the cores meet with a face. `axis` is the face of least overlap.
#[inline]
pub(super) fn on_parallel_edges(boxes: &Boxes, axis: Axis, margin: f32) -> Option<Manifold> {
    let across = Across::new(boxes)?;
    let radius = EDGE_RADIUS * boxes.min_half_extent();
    // The face normal in the plane across the edges.
    let face = boxes.normal(axis);
    let face = Vec2::new(face[across.of_a.0], face[across.of_a.1]);
    // The corner of each core that looks at the other; along the face, the one that is nearer to the other's.
    let (a, b) = match axis {
        Axis::A(i) if i != across.along.0 => {
            let b = Across::signs(-across.to_b(face));
            let place = across.corner_b(boxes, b, radius);
            (Across::signs(if i == across.of_a.0 { Vec2::new(face.x, place.y) } else { Vec2::new(place.x, face.y) }), b)
        }
        Axis::B(j) if j != across.along.1 => {
            let a = Across::signs(face);
            let (place, face) = (across.to_b(across.corner_a(boxes, a, radius) - across.center), -across.to_b(face));
            (a, Across::signs(if j == across.of_b.0 { Vec2::new(face.x, place.y) } else { Vec2::new(place.x, face.y) }))
        }
        _ => return None,
    };
    // Corner against corner: each core's corner must lie in the quadrant beyond the other's.
    let between = across.corner_b(boxes, b, radius) - across.corner_a(boxes, a, radius);
    let from_b = across.to_b(-between);
    let corner_to_corner = (between * a).min_element() >= 0.0 && (from_b * b).min_element() >= 0.0;
    let length = between.length();
    if !corner_to_corner || length < 1e-3 * radius {
        return None;
    }
    contact(boxes, &across, (a, b), between / length, margin)
}

/// Up to two points, at the ends of the stretch that the two edges have in common; none when they have none.
///
/// Seen in the plane across them, each edge is a wedge. Along the normal the wedges come nearest where the corner of
/// one lies over a side of the other: so the points lie on both surfaces, and the gap is nothing when they just touch.
#[inline]
fn contact(boxes: &Boxes, across: &Across, (a, b): (Vec2, Vec2), direction: Vec2, margin: f32) -> Option<Manifold> {
    // From the plane across the edges back to space: u and v in it, i along the edges.
    let ((i, j), (u, v)) = (across.along, across.of_a);
    let lift = |p: Vec2, along: f32| {
        let mut lifted = [0.0; 3];
        (lifted[u], lifted[v], lifted[i]) = (p.x, p.y, along);
        Vec3::from_array(lifted)
    };
    // B's edge by its middle and direction, and the stretch of A's edge that lies beside it.
    let corner = across.corner_a(boxes, a, 0.0);
    let edge = |k: usize, scale: f32| Vec3::new(boxes.r[0][k], boxes.r[1][k], boxes.r[2][k]) * scale;
    let middle = Vec3::from_array(boxes.t)
        + edge(across.of_b.0, b.x * boxes.hb[across.of_b.0])
        + edge(across.of_b.1, b.y * boxes.hb[across.of_b.1]);
    let along_b = edge(j, boxes.r[i][j].signum());
    let (low, high) = ((-boxes.ha[i]).max(middle[i] - boxes.hb[j]), boxes.ha[i].min(middle[i] + boxes.hb[j]));
    if low >= high {
        return None;
    }
    // The two edges name the contact, so that a point keeps its id from step to step.
    let bit = |s: f32, place: u32| u32::from(s > 0.0) << place;
    let name = 1 << 16 | bit(a.x, 0) | bit(a.y, 1) | bit(b.x, 2) | bit(b.y, 3) | ((3 * i + j) as u32) << 5;
    let mut contacts = Clipped::new();
    for (end, place) in [low, high].into_iter().enumerate() {
        let on_b = middle + along_b * ((place - middle[i]) / along_b[i]);
        let corner_b = Vec2::new(on_b[u], on_b[v]);
        // The corner of one over a side of the other: the smaller gap is the one that closes first.
        let offset = corner_b - corner;
        let over_a = gap_over(offset * a, direction * a);
        let over_b = gap_over(across.to_b(-offset) * b, across.to_b(-direction) * b);
        let (separation, from) =
            if over_a <= over_b { (over_a, corner_b) } else { (over_b, corner + direction * over_b) };
        if separation <= margin {
            let position = lift(from - direction * (0.5 * separation), place);
            contacts.push(ManifoldPoint { position, separation, id: name | (end as u32) << 4 });
        }
    }
    let (mut toward_a, mut toward_b) = (Vec3::ZERO, Vec3::ZERO);
    (toward_a[u], toward_a[v]) = (a.x, a.y);
    (toward_b[across.of_b.0], toward_b[across.of_b.1]) = (b.x, b.y);
    let (edge_a, edge_b) = (Feature::edge_of_cuboid(toward_a, i), Feature::edge_of_cuboid(toward_b, j));
    Some(contacts.manifold(lift(direction, 0.0), edge_a, edge_b))
}

/// How far a place is from a wedge, along a direction that leads out of it; less than nothing inside. The wedge is
/// where neither coordinate is above nothing.
#[inline]
fn gap_over(place: Vec2, direction: Vec2) -> f32 {
    let side = |p: f32, d: f32| p / d.max(f32::EPSILON);
    side(place.x, direction.x).max(side(place.y, direction.y))
}
