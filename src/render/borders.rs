//! Where bodies have their borders in a picture: there alone edges are smoothed, which takes a third of the time that
//! the whole picture would take where a processor draws.

use super::layout::BodyInstance;
use super::pack::{BodyInstances, FORMS, PackedForm};
use super::viewport::Viewport;
use crate::view::DrawList;
use glam::{Mat4, Quat, Vec2, Vec3};

/// Side of a tile (physical pixels).
const TILE: u32 = 32;
/// How far beyond a border a pixel may still be smoothed by it (physical pixels).
const ROOM: f32 = 2.0;
/// What looks smaller than this (physical pixels from its middle) is one part; of larger bodies the edges are followed.
const SMALL: f32 = 1.5 * TILE as f32;
/// From this share of the tiles on, the whole picture is as quick.
const MOST: f32 = 0.75;

/// The tiles of a picture that borders cross.
pub(super) struct Borders {
    size: [u32; 2],
    tiles: [usize; 2],
    marked: Vec<bool>,
    /// Something was too near to tell.
    everywhere: bool,
    clip_from_world: Mat4,
    eye: Vec3,
    /// Physical pixels that a metre takes one metre before the eye.
    focal: f32,
}

impl Borders {
    /// Of all that `list` has with edges, in a picture of `size` (physical pixels).
    pub fn new(bodies: &BodyInstances, list: &DrawList, size: [u32; 2]) -> Self {
        let tiles = size.map(|side| side.div_ceil(TILE) as usize);
        let mut borders = Self {
            size,
            tiles,
            marked: vec![false; tiles[0] * tiles[1]],
            everywhere: false,
            clip_from_world: list.clip_from_world,
            eye: list.eye,
            // Pixels that a metre takes at a distance of a metre.
            focal: 0.5 * size[1] as f32 / list.tan_half_fov,
        };
        for drawn in [&bodies.opaque, &bodies.ghosts] {
            for (form, bodies) in FORMS.into_iter().zip(drawn) {
                bodies.iter().for_each(|body| borders.add(form, body));
            }
        }
        // Lit faces have plain edges, too.
        for triangle in &list.triangles {
            let [a, b, c] = triangle.corners;
            [(a, b), (b, c), (c, a)].into_iter().for_each(|(from, to)| borders.add_edge(from, to));
        }
        borders
    }

    /// The picture in parts that do not overlap, and whether each is to be smoothed.
    pub fn parts(&self) -> Vec<(Viewport, bool)> {
        // Many small parts cost more to set up than smoothing everything.
        let count = self.marked.iter().filter(|marked| **marked).count();
        if self.everywhere || count as f32 > MOST * self.marked.len() as f32 {
            return vec![(Viewport { origin: [0, 0], size: self.size }, true)];
        }
        let mut parts = vec![];
        for (row, tiles) in self.marked.chunks(self.tiles[0].max(1)).enumerate() {
            let top = row as u32 * TILE;
            let height = TILE.min(self.size[1] - top);
            let mut left = 0;
            // Neighbours of one kind are one part.
            for run in tiles.chunk_by(|a, b| a == b) {
                let right = (left + run.len() as u32 * TILE).min(self.size[0]);
                parts.push((Viewport { origin: [left, top], size: [right - left, height] }, run[0]));
                left = right;
            }
        }
        parts
    }

    fn add(&mut self, form: PackedForm, body: &BodyInstance) {
        let (center, half) = (Vec3::from(body.center), Vec3::from(body.half));
        let rotation = Quat::from_array(body.rotation);
        let reach = match form {
            PackedForm::Sphere => half.x,
            PackedForm::Cuboid | PackedForm::Quad => half.length(),
            PackedForm::Frustum => half.x.max(half.z).hypot(half.y),
            // The third corner lies where the three sum to nothing.
            PackedForm::Facet => half.length() + Vec3::new(rotation.x, rotation.y, rotation.z).length(),
        };
        // It reaches behind the eye: what is flat still has edges that can be cut there, what is round may be anywhere.
        let Some((middle, radius)) = self.look(center, reach) else {
            match form {
                PackedForm::Cuboid | PackedForm::Quad => self.add_edges(center, half, rotation),
                _ => self.everywhere = true,
            }
            return;
        };
        match form {
            // Of a large box only the edges have borders; of a small one the whole square is as cheap.
            PackedForm::Cuboid | PackedForm::Quad if radius > SMALL => self.add_edges(center, half, rotation),
            _ => self.mark(middle - radius - ROOM, middle + radius + ROOM),
        }
    }

    /// Middle and radius (physical pixels) of a circle that holds a ball's picture; none when the eye is too near.
    fn look(&self, center: Vec3, reach: f32) -> Option<(Vec2, f32)> {
        let clip = self.clip_from_world * center.extend(1.0);
        let parallel = self.clip_from_world.row(3).truncate() == Vec3::ZERO;
        if parallel {
            return Some((self.pixel(clip.truncate().truncate() / clip.w), self.focal * reach / clip.w));
        }
        // Seen aside a ball looks longer, by its distance over its depth.
        let aside = (center - self.eye).length() / clip.w;
        (clip.w > 1.5 * reach)
            .then(|| (self.pixel(clip.truncate().truncate() / clip.w), aside * self.focal * reach / (clip.w - reach)))
    }

    fn pixel(&self, ndc: Vec2) -> Vec2 {
        Vec2::new(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * Vec2::new(self.size[0] as f32, self.size[1] as f32)
    }

    /// The twelve edges of a box, of which a rectangle has four, thrice.
    fn add_edges(&mut self, center: Vec3, half: Vec3, rotation: Quat) {
        for axis in 0..3 {
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let mut from = half;
                from[(axis + 1) % 3] *= a;
                from[(axis + 2) % 3] *= b;
                let mut to = from;
                to[axis] = -half[axis];
                self.add_edge(center + rotation * from, center + rotation * to);
            }
        }
    }

    /// A straight edge, as far as it lies before the eye and in the picture.
    fn add_edge(&mut self, from: Vec3, to: Vec3) {
        let [mut from, mut to] = [from, to].map(|end| self.clip_from_world * end.extend(1.0));
        // Inside where all of these are positive: before the eye, and between the picture's four sides with some room.
        let sides = |p: glam::Vec4| [p.w - 1e-4, 1.1 * p.w - p.x, 1.1 * p.w + p.x, 1.1 * p.w - p.y, 1.1 * p.w + p.y];
        for side in 0..5 {
            let [a, b] = [from, to].map(|end| sides(end)[side]);
            match (a > 0.0, b > 0.0) {
                (true, true) => {}
                (false, false) => return,
                (true, false) => to = from + (to - from) * (a / (a - b)),
                (false, true) => from += (to - from) * (a / (a - b)),
            }
        }
        let [from, to] = [from, to].map(|end| self.pixel(end.truncate().truncate() / end.w.max(1e-6)));
        let steps = ((to - from).length() / (0.5 * TILE as f32)).ceil().clamp(1.0, 1e4) as u32;
        for step in 0..=steps {
            let here = from.lerp(to, step as f32 / steps as f32);
            // Half a step on either side, so that no tile between two is passed over.
            let room = ROOM + 0.25 * TILE as f32;
            self.mark(here - room, here + room);
        }
    }

    /// Marks the tiles of a rectangle (physical pixels).
    fn mark(&mut self, low: Vec2, high: Vec2) {
        if !(low.is_finite() && high.is_finite()) {
            self.everywhere = true;
            return;
        }
        let index = |x: f32, count: usize| (x / TILE as f32).floor().clamp(-1.0, count as f32) as isize;
        let columns = index(low.x, self.tiles[0]).max(0)..=index(high.x, self.tiles[0]).min(self.tiles[0] as isize - 1);
        let rows = index(low.y, self.tiles[1]).max(0)..=index(high.y, self.tiles[1]).min(self.tiles[1] as isize - 1);
        for row in rows {
            for column in columns.clone() {
                self.marked[row as usize * self.tiles[0] + column as usize] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneCamera;
    use crate::view::{Camera, Color, Cuboid, Highlight, Sphere};

    const SIZE: [u32; 2] = [320, 160];

    /// From 10 m before the origin, straight along −z.
    fn list(orthographic: bool) -> DrawList {
        let camera = SceneCamera { target: Vec3::ZERO, distance: 10.0, yaw_deg: 0.0, pitch_deg: 0.0, orthographic };
        let mut list = DrawList::default();
        list.begin(&Camera::new(&camera, SIZE, 1.0));
        list
    }

    fn ball(center: Vec3, radius: f32) -> Sphere {
        let (rotation, color) = (Quat::IDENTITY, Color::hex(0xffffff));
        Sphere { center, radius, rotation, color, highlight: Highlight::None }
    }

    fn parts(list: &DrawList) -> Vec<(Viewport, bool)> {
        let mut bodies = BodyInstances::default();
        bodies.pack(list);
        Borders::new(&bodies, list, SIZE).parts()
    }

    fn is_smoothed(parts: &[(Viewport, bool)], [x, y]: [u32; 2]) -> bool {
        let holds = |part: &Viewport| {
            let [left, top] = part.origin;
            (left..left + part.size[0]).contains(&x) && (top..top + part.size[1]).contains(&y)
        };
        let mut holding = parts.iter().filter(|(part, _)| holds(part));
        let smoothed = holding.next().unwrap().1;
        assert!(holding.next().is_none(), "two parts hold {x}, {y}");
        smoothed
    }

    #[test]
    fn a_ball_is_smoothed_where_it_is_and_every_pixel_belongs_to_one_part() {
        for orthographic in [false, true] {
            let mut list = list(orthographic);
            list.spheres.push(ball(Vec3::ZERO, 0.5));
            let parts = parts(&list);
            let smoothed: Vec<[u32; 2]> = (0..SIZE[1])
                .flat_map(|y| (0..SIZE[0]).map(move |x| [x, y]))
                .filter(|pixel| is_smoothed(&parts, *pixel))
                .collect();
            assert!(smoothed.contains(&[160, 80]) && !smoothed.contains(&[40, 80]) && !smoothed.contains(&[160, 10]));
            assert!(smoothed.len() < 10_000, "{}", smoothed.len());
        }
    }

    #[test]
    fn of_a_large_box_the_edges_are_smoothed_and_not_the_middle_of_a_face() {
        let mut list = list(false);
        let (rotation, color) = (Quat::IDENTITY, Color::hex(0xffffff));
        let (center, half, highlight) = (Vec3::ZERO, Vec3::new(5.0, 2.5, 0.1), Highlight::None);
        list.cuboids.push(Cuboid { center, half, rotation, color, grid: false, highlight });
        let parts = parts(&list);
        assert!(!is_smoothed(&parts, [160, 80]));
        // Half the picture's height shows 10 tan 22.5° = 4.14 m: the edges lie 48 pixels above and 97
        // beside the middle.
        assert!(is_smoothed(&parts, [160, 32]) && is_smoothed(&parts, [160, 128]));
        assert!(is_smoothed(&parts, [63, 80]) && is_smoothed(&parts, [257, 80]));
        assert!(!is_smoothed(&parts, [10, 80]));
    }

    #[test]
    fn what_is_too_near_to_tell_is_smoothed_everywhere() {
        let mut list = list(false);
        list.spheres.push(ball(Vec3::new(0.0, 0.0, 9.8), 0.5));
        assert_eq!(parts(&list), [(Viewport { origin: [0, 0], size: SIZE }, true)]);
        // A floor that reaches past the eye has its edges in the picture as far as they lie before it.
        list.spheres.clear();
        let (rotation, color) = (Quat::IDENTITY, Color::hex(0xffffff));
        let (center, half, highlight) = (Vec3::new(0.0, -1.0, 0.0), Vec3::new(2.0, 0.01, 50.0), Highlight::None);
        list.cuboids.push(Cuboid { center, half, rotation, color, grid: true, highlight });
        let parts = parts(&list);
        assert!(!is_smoothed(&parts, [160, 140]) && is_smoothed(&parts, [160 - 78, 80 + 39]));
    }
}
