//! Clipping one rectangle against another, and reducing the polygon to the four points of a manifold.

use super::{Feature, Manifold, ManifoldPoint};
use glam::Vec3;

/// Up to four contact points, to become a [`Manifold`].
pub(super) struct Clipped {
    points: [ManifoldPoint; 4],
    count: usize,
}

impl Clipped {
    #[inline]
    pub(super) fn new() -> Self {
        Self { points: Manifold::NONE.points, count: 0 }
    }

    /// Adds a point; a fifth is dropped.
    #[inline]
    pub(super) fn push(&mut self, point: ManifoldPoint) {
        if let Some(slot) = self.points.get_mut(self.count) {
            *slot = point;
            self.count += 1;
        }
    }

    #[inline]
    pub(super) fn manifold(self, normal: Vec3, feature_a: Feature, feature_b: Feature) -> Manifold {
        Manifold { normal, feature_a, feature_b, count: self.count, points: self.points, ..Manifold::NONE }
    }
}

/// A vertex of the incident rectangle in the axes of the reference face.
#[derive(Clone, Copy, Default)]
pub(super) struct Vertex {
    /// Along the face's first side (m).
    pub u: f32,
    /// Along its second side (m).
    pub v: f32,
    /// Above the face (m).
    pub w: f32,
    /// The line that leads here, 0…3 an incident side, 4…7 a side of the reference face.
    from: u8,
    /// The line that leads on.
    to: u8,
}

impl Vertex {
    /// A vertex at `(u, v, w)` with an id below 64.
    #[inline]
    pub(super) fn with_id(p: Vec3, id: u8) -> Self {
        Self { u: p.x, v: p.y, w: p.z, from: id >> 3, to: id & 7 }
    }

    /// The contact id: the two lines that cross in the vertex.
    #[inline]
    pub(super) fn id(&self) -> u32 {
        u32::from(self.from) << 3 | u32::from(self.to)
    }
}

/// A convex polygon of up to eight vertices.
pub(super) struct Polygon {
    vertices: [Vertex; 8],
    count: usize,
    segment: bool,
}

/// How far beyond the outline of a face a vertex may lie and still count as inside, relative to the outline's half
/// extent or radius. Without it, shapes of one size stacked square would change the ids of their contact points with
/// every rounding.
pub(super) const CLIP_TOLERANCE: f64 = 2e-3;

impl Polygon {
    /// The rectangle `center ± u ± v`; a segment when `u` or `v` is zero.
    #[inline]
    pub(super) fn rectangle(center: [f32; 3], u: [f32; 3], v: [f32; 3]) -> Self {
        let mut vertices = [Vertex::default(); 8];
        let at = |su: f32, sv: f32, from: u8, to: u8| Vertex {
            u: center[0] + su * u[0] + sv * v[0],
            v: center[1] + su * u[1] + sv * v[1],
            w: center[2] + su * u[2] + sv * v[2],
            from,
            to,
        };
        // In order round the outline; each vertex names the two incident sides it joins. Without width it is a segment.
        let count = if u == [0.0; 3] {
            vertices[0] = at(0.0, 1.0, 1, 0);
            vertices[1] = at(0.0, -1.0, 0, 1);
            2
        } else if v == [0.0; 3] {
            vertices[0] = at(1.0, 0.0, 1, 0);
            vertices[1] = at(-1.0, 0.0, 0, 1);
            2
        } else {
            vertices[0] = at(1.0, 1.0, 3, 0);
            vertices[1] = at(-1.0, 1.0, 0, 1);
            vertices[2] = at(-1.0, -1.0, 1, 2);
            vertices[3] = at(1.0, -1.0, 2, 3);
            4
        };
        Self { vertices, count, segment: count == 2 }
    }

    /// Cuts away what lies beyond the sides `u = ±half_u` and `v = ±half_v` of the reference face.
    #[inline]
    pub(super) fn clip(&mut self, half_u: f32, half_v: f32) {
        // The four sides in turn, numbered on from the four incident ones.
        self.cut(4, half_u, |p| p.u);
        self.cut(5, half_u, |p| -p.u);
        self.cut(6, half_v, |p| p.v);
        self.cut(7, half_v, |p| -p.v);
    }

    /// One side of the clip, after Sutherland and Hodgman 1974: keeps `coordinate ≤ limit`, up to the tolerance.
    #[inline]
    fn cut(&mut self, side: u8, limit: f32, coordinate: impl Fn(&Vertex) -> f32) {
        // Mostly nothing lies outside, and the polygon stays as it is.
        let edge = limit + limit * CLIP_TOLERANCE as f32;
        let source = &self.vertices[..self.count];
        if source.iter().all(|p| coordinate(p) <= edge) {
            return;
        }
        // Walks the outline: vertices inside are kept, and where an edge leaves or enters a new vertex is put.
        let mut kept = [Vertex::default(); 8];
        let mut count = 0;
        let mut push = |vertex| {
            if count < 8 {
                kept[count] = vertex;
                count += 1;
            }
        };
        for (i, p) in source.iter().enumerate() {
            let next = if i + 1 == source.len() { &source[0] } else { &source[i + 1] };
            let (c, d) = (coordinate(p), coordinate(next));
            let (inside, next_inside) = (c <= edge, d <= edge);
            if inside {
                push(*p);
            }
            if inside != next_inside {
                // Cut at the side itself, not at the tolerance beyond it.
                let t = ((limit - c) / (d - c)).clamp(0.0, 1.0);
                let mix = |x: f32, y: f32| x + t * (y - x);
                // Its id is made of the incident edge and the clipping side that cross in it.
                let (from, to) = if inside { (p.to, side) } else { (side, p.to) };
                push(Vertex { u: mix(p.u, next.u), v: mix(p.v, next.v), w: mix(p.w, next.w), from, to });
            }
        }
        (self.vertices, self.count) = (kept, count);
    }

    /// The vertices no higher than `margin` (m) above the face, reduced to four; `bore` says which bore a load
    /// last time.
    #[inline]
    pub(super) fn reduce(&self, margin: f32, bore: impl Fn(&Vertex) -> bool) -> ([Vertex; 4], usize) {
        // Vertices high above the face are no contact.
        let mut near = [Vertex::default(); 8];
        let mut count = 0;
        for p in &self.vertices[..self.count] {
            if p.w <= margin {
                near[count] = *p;
                count += 1;
            }
        }
        if count > 4 {
            return reduce_to_four(&near[..count], bore);
        }
        if self.segment {
            // A segment that was cut has each cut end twice.
            count = dedup(&mut near, count);
        }
        ([near[0], near[1], near[2], near[3]], count)
    }
}

/// Up to four vertices as they are; of more, four that span the contact.
pub(super) fn reduce(points: &[Vertex]) -> ([Vertex; 4], usize) {
    if points.len() > 4 {
        return reduce_to_four(points, |_| false);
    }
    let mut chosen = [Vertex::default(); 4];
    chosen[..points.len()].copy_from_slice(points);
    (chosen, points.len())
}

/// Drops vertices equal to an earlier one, and gives the count of those left.
fn dedup(vertices: &mut [Vertex; 8], count: usize) -> usize {
    let mut kept = 0;
    for i in 0..count {
        let p = vertices[i];
        if vertices[..kept].iter().all(|q| (p.u, p.v, p.w) != (q.u, q.v, q.w)) {
            vertices[kept] = p;
            kept += 1;
        }
    }
    kept
}

/// Slope from the lowest vertex to another up to which that counts as equally low: rounding and trembling then cannot
/// change the choice.
const LEVEL_SLOPE: f32 = 1e-3;

/// Slope from the lowest of the vertices that bear a load to a lower one up to which that may be left out: on half a metre
/// about the gap that counts as closed, and far above rounding.
const SINKING_SLOPE: f32 = 5e-5;

/// Up to four of a polygon's vertices, by their indices.
struct Chosen<'a> {
    points: &'a [Vertex],
    indices: [usize; 4],
    count: usize,
}

impl Chosen<'_> {
    fn push(&mut self, index: usize) {
        self.indices[self.count] = index;
        self.count += 1;
    }

    /// What a vertex adds to what the chosen ones span: its distance from the first, or the greatest area of a triangle
    /// that it forms beyond one of their sides, both squared or doubled. Not positive for one that adds nothing.
    fn gain(&self, p: &Vertex) -> f32 {
        let [a, b, c, _] = self.indices.map(|i| &self.points[i]);
        let area = |a: &Vertex, b: &Vertex, p: &Vertex| (b.u - a.u) * (p.v - a.v) - (b.v - a.v) * (p.u - a.u);
        match self.count {
            1 => (p.u - a.u) * (p.u - a.u) + (p.v - a.v) * (p.v - a.v),
            2 => area(a, b, p).abs(),
            _ => {
                let turn = area(a, b, c).signum();
                -(turn * area(a, b, p)).min(turn * area(b, c, p)).min(turn * area(c, a, p))
            }
        }
    }

    /// Adds those of some vertices that add most to the span, until there are four, or none adds anything.
    fn fill(&mut self, allowed: impl Fn(&Vertex) -> bool) {
        while self.count < 4 {
            let gain = |p: &Vertex| if allowed(p) { self.gain(p) } else { f32::NEG_INFINITY };
            let (index, gained) = argmax(self.points, gain);
            if gained <= 0.0 || self.indices[..self.count].contains(&index) {
                break;
            }
            self.push(index);
        }
    }
}

/// The index of the vertex with the greatest score, the first of equals, and the score.
#[inline]
fn argmax(points: &[Vertex], score: impl Fn(&Vertex) -> f32) -> (usize, f32) {
    let mut chosen = (0, f32::NEG_INFINITY);
    for (i, p) in points.iter().enumerate() {
        let s = score(p);
        chosen = if s > chosen.1 { (i, s) } else { chosen };
    }
    chosen
}

/// Four of five vertices or more: first those that are as low as the lowest, since they carry the load, then those that
/// span most with them; each time the one that adds most area.
///
/// Of more than four that are as low the first is the one furthest along a fixed direction, so that rounding does not
/// change the choice.
///
/// Those that bear a load stay, whatever that choice would be: were they to change places, the body would tip over the
/// outline of the four to one side and the other. Only one that sinks in beside them comes first.
fn reduce_to_four(points: &[Vertex], bore: impl Fn(&Vertex) -> bool) -> ([Vertex; 4], usize) {
    // A direction along no symmetry of a rectangle, so that no two corners tie.
    let along = |p: &Vertex| 0.85 * p.u + 0.53 * p.v;
    let lowest = argmax(points, |p| -p.w).0;
    let bottom = &points[lowest];
    let within = |p: &Vertex, slope: f32| {
        let (u, v, w) = (p.u - bottom.u, p.v - bottom.v, p.w - bottom.w);
        w * w <= slope * slope * (u * u + v * v)
    };
    let low = |p: &Vertex| within(p, LEVEL_SLOPE);
    let mut chosen = Chosen { points, indices: [0; 4], count: 0 };
    let bearing = argmax(points, |p| if bore(p) { -p.w } else { f32::NEG_INFINITY });
    if bearing.1 > f32::NEG_INFINITY {
        let level = within(&points[bearing.0], SINKING_SLOPE);
        chosen.push(if level { bearing.0 } else { lowest });
        chosen.fill(bore);
        chosen.fill(low);
        chosen.fill(|_| true);
    } else if points.iter().filter(|p| low(p)).count() <= 4 {
        (0..points.len()).filter(|i| low(&points[*i])).for_each(|i| chosen.push(i));
        // Low ones may lie on one line, or in one place.
        chosen.fill(|_| true);
    } else {
        chosen.push(argmax(points, |p| if low(p) { along(p) } else { f32::NEG_INFINITY }).0);
        chosen.fill(low);
    }
    // In the order of the outline, so that they stay in their places.
    let Chosen { mut indices, count, .. } = chosen;
    indices[..count].sort_unstable();
    (indices.map(|i| points[i]), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight corners round a circle, at these heights.
    fn octagon(heights: [f32; 8]) -> [Vertex; 8] {
        std::array::from_fn(|k| {
            let (v, u) = (std::f32::consts::FRAC_PI_4 * (k as f32 + 0.3)).sin_cos();
            Vertex::with_id(Vec3::new(u, v, heights[k]), 9 + k as u8)
        })
    }

    fn chosen(points: &[Vertex], bearing: &[u32]) -> Vec<u32> {
        let (vertices, count) = reduce_to_four(points, |p| bearing.contains(&p.id()));
        vertices[..count].iter().map(Vertex::id).collect()
    }

    #[test]
    fn corners_that_bear_a_load_stay_until_another_sinks_in_beside_them() {
        let level = octagon([0.0; 8]);
        let by_span = chosen(&level, &[]);
        for bearing in [[9, 11, 14], [10, 12, 15], [9, 10, 13], [13, 14, 15]] {
            // Whatever the choice would be, and however rounding tilts the face.
            for k in 0..8 {
                let mut heights = [0.0; 8];
                heights[k] = -2e-6;
                let four = chosen(&octagon(heights), &bearing);
                assert!(bearing.iter().all(|id| four.contains(id)), "{bearing:?}: {four:?}");
                assert_eq!(four.len(), 4);
            }
        }
        // One that sinks in comes first, and of those that bear the others stay.
        let left_out = (9..17).find(|id| !by_span.contains(id)).unwrap();
        let mut heights = [0.0; 8];
        heights[left_out as usize - 9] = -1e-3;
        let four = chosen(&octagon(heights), &by_span);
        assert!(four.contains(&left_out), "{four:?}");
        assert_eq!(four.iter().filter(|id| by_span.contains(id)).count(), 3);
    }
}
