//! Planes: signed distances, feet of perpendiculars, convex bodies as lists of planes, and outlines that are not convex
//! as several of them. Source: SEEDS S7.

mod figure;
mod outline;

use super::numbers::{decimal, pair, triple};
use super::property::{self, LabProperty};
use super::solid::{LabSolid, SOLIDS};
use super::{
    Drag, Experiment, Handle, HashState, Ink, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch,
    StateHash, Typed,
};
use crate::geometry::Plane;
use crate::language::word;
use crate::math::{Pose, quat_from_axis_angle};
use crate::say;
use crate::scene::{SceneCamera, Topic};
use crate::view::Glyph;
use glam::{Vec2, Vec3};
use outline::{ConvexPart, is_simple, parts};

/// The laboratory of planes.
pub const LABORATORY: Laboratory = Laboratory {
    id: "planes",
    topic: Topic::Normals,
    title: "Planes and what they enclose",
    about: "Signed distances to planes, made in four ways, and to the faces of a solid.",
    explanation: "A plane is a unit normal N and a number D: the points p with N·p = D. For any other point P the \
        number N·P − D is its distance from the plane, positive in front, where N points, and negative behind. Go back \
        from P by that distance along N and you stand on the foot of the perpendicular. Flip both signs and front and \
        back change places. A normal and a point make a plane, or a normal and D; so do two points of the plane of the paper, with two \
        sides to choose from; so do three points of space, seen counter-clockwise from in front. A convex solid is a \
        list of planes, a convex polygon one of lines: P is inside when no distance is positive. An outline that is not \
        convex is cut along the line of one of its edges until all parts are: P is inside when it is inside one.",
    start: || Box::new(Planes::default()),
    camera: SceneCamera {
        target: Vec3::new(0.0, 1.2, 0.0),
        distance: 6.4,
        yaw_deg: -2.0,
        pitch_deg: 20.0,
        orthographic: false,
    },
    hz: 60.0,
};

/// How far a handle may be dragged from the origin along each axis (m).
const REACH: f32 = 20.0;

/// What the planes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// A normal and a point.
    Normal,
    /// A normal and an offset, as numbers.
    Numbers,
    /// Two points on the ground; the plane stands upright on it.
    TwoPoints,
    /// Three points.
    ThreePoints,
    /// The faces of a solid.
    Faces(usize),
    /// The edges of an outline that stands upright in the plane z = 0.
    Edges(usize),
}

const MADE: [&str; 11] = [
    "a normal and a point",
    "N and D as numbers",
    "two points (in the plane)",
    "three points",
    "faces of a box",
    "faces of a tetrahedron",
    "faces of an octahedron",
    "faces of a prism",
    "faces of a pyramid",
    "edges of a polygon (in the plane)",
    "edges of an outline that is not convex",
];
/// The outlines at first, counter-clockwise: x and y (m).
const OUTLINES: [&[(f32, f32)]; 2] = [
    &[(1.5, 0.4), (1.2, 2.0), (-0.3, 2.6), (-1.5, 1.6), (-1.0, 0.2)],
    &[(-1.8, 0.3), (1.7, 0.1), (1.8, 1.3), (-0.1, 1.1), (0.1, 2.6), (-1.6, 2.4)],
];

impl Made {
    fn index(self) -> usize {
        match self {
            Self::Normal => 0,
            Self::Numbers => 1,
            Self::TwoPoints => 2,
            Self::ThreePoints => 3,
            Self::Faces(i) => 4 + i,
            Self::Edges(i) => 4 + SOLIDS.len() + i,
        }
    }

    fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Normal,
            1 => Self::Numbers,
            2 => Self::TwoPoints,
            3 => Self::ThreePoints,
            _ if index < 4 + SOLIDS.len() => Self::Faces(index - 4),
            _ => Self::Edges((index - 4 - SOLIDS.len()).min(OUTLINES.len() - 1)),
        }
    }
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
struct Planes {
    made: Made,
    flipped: bool,
    /// The point that is measured (m).
    point: Vec3,
    /// The points that planes are made of (m); the first is the point of a normal too.
    a: Vec3,
    b: Vec3,
    c: Vec3,
    /// Where the tip of the normal was dragged to (m).
    tip: Vec3,
    /// N as it was typed, of any length; 0 makes no plane.
    normal: Vec3,
    /// D as it was typed: the plane is N·p = D, so that D/|N| is its distance from the origin (m).
    offset: f32,
    /// The corners of the outlines (m), in either order.
    outlines: [Vec<Vec2>; 2],
}

impl HashState for Made {
    fn feed(&self, hash: &mut StateHash) {
        self.index().feed(hash);
    }
}

hash_fields!(Planes { made, flipped, point, a, b, c, tip, normal, offset, outlines });

/// A plane of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Face {
    plane: Plane,
    /// The middle of what is drawn of it (m).
    middle: Vec3,
    /// Whether it was cut, and bounds a part alone.
    is_cut: bool,
}

impl Default for Planes {
    fn default() -> Self {
        Self {
            made: Made::Faces(0),
            flipped: false,
            point: Vec3::new(2.0, 2.4, 0.7),
            a: Vec3::new(-1.5, 0.4, 0.8),
            b: Vec3::new(1.6, 0.9, 0.6),
            c: Vec3::new(0.2, 1.4, -1.4),
            tip: Vec3::new(-1.1, 1.9, 1.1),
            normal: Vec3::new(1.0, 2.0, 2.0),
            offset: 3.0,
            outlines: OUTLINES.map(|corners| corners.iter().map(|p| Vec2::from(*p)).collect()),
        }
    }
}

impl Planes {
    /// The solid whose faces are looked at, and where it stands.
    fn solid(&self) -> Option<(&'static LabSolid, Pose)> {
        let Made::Faces(i) = self.made else { return None };
        // About a slanted unit axis, so that no face is seen edge on.
        let turned = quat_from_axis_angle(Vec3::new(0.28, 0.96, 0.0), 0.5);
        Some((&SOLIDS[i], Pose::new(Vec3::Y * 1.3, turned)))
    }

    /// The point that is measured: in the plane of an outline where there is one.
    fn measured(&self) -> Vec3 {
        if matches!(self.made, Made::Edges(_)) { self.point.with_z(0.0) } else { self.point }
    }

    /// The convex parts of the outline.
    fn outline_parts(&self) -> Vec<ConvexPart> {
        if let Made::Edges(i) = self.made { parts(&self.outlines[i]) } else { vec![] }
    }

    /// The lists of planes, one a convex part: of an outline that is not convex several, else one.
    fn lists(&self) -> Vec<Vec<Face>> {
        let Made::Edges(_) = self.made else {
            let faces = self.single_planes().into_iter();
            return vec![faces.map(|(plane, middle)| Face { plane, middle, is_cut: false }).collect()];
        };
        let faces = |part: ConvexPart| {
            let next = part.corners.iter().cycle().skip(1);
            let edges = part.corners.iter().zip(next).zip(&part.is_cut);
            edges
                .map(|((a, b), is_cut)| {
                    let (d, middle) = (*b - *a, (0.5 * (*a + *b)).extend(0.0));
                    // Counter-clockwise, so that (dy, −dx) points out.
                    let plane = Plane::new(Vec3::new(d.y, -d.x, 0.0).normalize_or(Vec3::Y), middle);
                    let plane = if self.flipped { plane.flipped() } else { plane };
                    Face { plane, middle, is_cut: *is_cut }
                })
                .collect()
        };
        self.outline_parts().into_iter().map(faces).collect()
    }

    /// The index of the part whose list decides: the one that the point is least outside of.
    fn nearest(&self) -> usize {
        let lists = self.lists();
        // How far outside a convex part is its greatest distance; of several parts the least one decides.
        let outside = |i: &usize| self.greatest_of(&lists[*i]).map_or(f32::INFINITY, |(_, d)| d);
        (0..lists.len()).min_by(|a, b| outside(a).total_cmp(&outside(b))).unwrap_or(0)
    }

    /// The list that decides. Empty when the points do not make a plane.
    fn planes(&self) -> Vec<Face> {
        self.lists().swap_remove(self.nearest())
    }

    /// Planes that are not those of an outline, each with a point in the middle of what is drawn of it.
    fn single_planes(&self) -> Vec<(Plane, Vec3)> {
        let made: Vec<(Plane, Vec3)> = match self.made {
            Made::Normal => {
                (self.tip - self.a).try_normalize().map(|n| (Plane::new(n, self.a), self.a)).into_iter().collect()
            }
            Made::Numbers => {
                // N·p = D holds for the same points when both are divided by |N|.
                let made = self
                    .normal
                    .try_normalize()
                    .map(|n| Plane { normal: n, offset: self.offset / self.normal.length() });
                made.map(|plane| (plane, plane.point())).into_iter().collect()
            }
            Made::TwoPoints => {
                let (from, along) = (self.a.with_y(0.0), (self.b - self.a).with_y(0.0));
                // On the ground x goes right and −z goes up, so that (dy, −dx) is this; flip takes the other side.
                let normal = along.cross(Vec3::Y).try_normalize();
                normal.map(|n| (Plane::new(n, from), from + along * 0.5)).into_iter().collect()
            }
            Made::ThreePoints => {
                let middle = (self.a + self.b + self.c) / 3.0;
                Plane::through(self.a, self.b, self.c).map(|plane| (plane, middle)).into_iter().collect()
            }
            Made::Faces(_) => self.solid().map_or(vec![], |(solid, pose)| {
                let corners = solid.corners_at(&pose);
                let middle = |face: &[usize]| face.iter().map(|i| corners[*i]).sum::<Vec3>() / face.len() as f32;
                solid.planes_at(&pose).into_iter().zip(solid.faces.iter().map(|face| middle(face))).collect()
            }),
            Made::Edges(_) => vec![],
        };
        // N and D change their signs together: the same plane, seen from its other side.
        let turn = |plane: Plane| if self.flipped { plane.flipped() } else { plane };
        made.into_iter().map(|(plane, middle)| (turn(plane), middle)).collect()
    }

    /// The plane with the greatest signed distance from the point, and that distance (m).
    fn greatest(&self) -> Option<(Plane, f32)> {
        self.greatest_of(&self.planes())
    }

    /// The same of one list.
    fn greatest_of(&self, list: &[Face]) -> Option<(Plane, f32)> {
        let point = self.measured();
        let distances = list.iter().map(|face| (face.plane, face.plane.distance(point)));
        distances.max_by(|x, y| x.1.total_cmp(&y.1))
    }

    /// Why there is no plane.
    fn no_plane(&self) -> &'static str {
        if self.made == Made::Numbers {
            "N = 0 has no direction: there is no plane"
        } else {
            "The points do not make a plane"
        }
    }

    /// Whether the point is in front of none. The planes of nothing enclose nothing.
    fn inside(&self) -> bool {
        self.greatest().is_some_and(|(_, d)| d <= 0.0)
    }
}

/// Metres with a sign.
fn signed(metres: f32) -> String {
    let text = decimal(f64::from(metres), 2);
    if metres > 0.0 { format!("+{text} m") } else { format!("{text} m") }
}

/// What the parts of a typed normal are.
const OF_NORMAL: &str = "A part of N, which may have any length: N and D are divided by it.";

type Row = LabProperty<Planes>;

/// All that can be set.
const PROPERTIES: &[Row] = &[
    Row::choice(
        ("Planes", "What the planes are made of."),
        &MADE,
        |lab| lab.made.index(),
        |lab, i| lab.made = Made::from_index(i),
    ),
    Row::flag(("Flip", "Exchanges front and back."), |lab| lab.flipped, |lab, on| lab.flipped = on),
    Row::number(("N x", OF_NORMAL), -10.0..=10.0, "", |lab| lab.normal.x, |lab, x| lab.normal.x = x)
        .when(|lab| lab.made == Made::Numbers),
    Row::number(("N y", OF_NORMAL), -10.0..=10.0, "", |lab| lab.normal.y, |lab, x| lab.normal.y = x)
        .when(|lab| lab.made == Made::Numbers),
    Row::number(("N z", OF_NORMAL), -10.0..=10.0, "", |lab| lab.normal.z, |lab, x| lab.normal.z = x)
        .when(|lab| lab.made == Made::Numbers),
    Row::number(
        ("D", "The number of N·p = D; with N of unit length the distance of the plane from the origin."),
        -REACH..=REACH,
        "",
        |lab| lab.offset,
        |lab, x| lab.offset = x,
    )
    .when(|lab| lab.made == Made::Numbers),
];

impl Experiment for Planes {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, _dt: f32) {}

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let typed = Typed::Place(REACH);
        let handle = |name: &str, position| Handle { name: name.into(), position, drag: Drag::Screen, typed };
        let on_floor = |name: &str, at: Vec3| Handle {
            name: name.into(),
            position: Vec3::new(at.x, 0.0, at.z),
            drag: Drag::Plane(Vec3::Y),
            typed,
        };
        // In the plane corners move in the plane of the picture, not with the eye.
        if let Made::Edges(i) = self.made {
            let upright = |name: String, position| Handle { name, position, drag: Drag::Plane(Vec3::Z), typed };
            let corner = |(j, c): (usize, &Vec2)| upright(format!("corner {}", j + 1), c.extend(0.0));
            let corners = self.outlines[i].iter().enumerate().map(corner);
            return [upright("P".into(), self.measured())].into_iter().chain(corners).collect();
        }
        let mut handles = vec![handle("P", self.point)];
        // Only what the plane is made of can be dragged; what follows from it cannot.
        handles.extend(match self.made {
            Made::Normal => vec![handle("A", self.a), handle("tip of N", self.tip)],
            Made::TwoPoints => vec![on_floor("A", self.a), on_floor("B", self.b)],
            Made::ThreePoints => vec![handle("A", self.a), handle("B", self.b), handle("C", self.c)],
            Made::Numbers | Made::Faces(_) | Made::Edges(_) => vec![],
        });
        handles
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = to.clamp(Vec3::splat(-REACH), Vec3::splat(REACH));
        if let Made::Edges(i) = self.made {
            let corner = name.strip_prefix("corner ").and_then(|n| n.parse::<usize>().ok());
            let mut moved = self.outlines[i].clone();
            match corner.and_then(|n| moved.get_mut(n.checked_sub(1)?)) {
                Some(corner) => *corner = to.truncate(),
                // Where the outline lies P keeps the depth that it has in space.
                None => self.point = to.with_z(self.point.z),
            }
            // A corner stays where the outline would cross itself.
            if is_simple(&moved) {
                self.outlines[i] = moved;
            }
            return;
        }
        // On the ground a point keeps the height that it has in space.
        let to_keep_height = |old: Vec3| if self.made == Made::TwoPoints { to.with_y(old.y) } else { to };
        match name {
            "P" => self.point = to,
            // The arrow goes along whole, so that the normal keeps its direction.
            "A" if self.made == Made::Normal => (self.tip, self.a) = (self.tip + to - self.a, to),
            "A" => self.a = to_keep_height(self.a),
            "B" => self.b = to_keep_height(self.b),
            "C" => self.c = to,
            "tip of N" => self.tip = to,
            _ => {}
        }
    }

    fn formula(&self) -> Vec<String> {
        let general = match self.made {
            Made::Normal => "N = (tip − A)/|tip − A|,  D = N·A",
            Made::Numbers => "N = n/|n|,  D = d/|n| of the n and d that are typed",
            Made::TwoPoints => "N = (dy, −dx)/|d| with d = B − A,  D = N·A",
            Made::ThreePoints => "N = (B − A)×(C − A)/|…|,  D = N·A",
            Made::Faces(_) => "inside: N·P − D ≤ 0 for every face",
            Made::Edges(_) => "N = (dy, −dx)/|d|,  inside: N·P − D ≤ 0 for every edge of one part",
        };
        let mut lines = vec![word(general).to_owned()];
        let planes = self.planes();
        if planes.is_empty() {
            lines.push(word(self.no_plane()).into());
        }
        // Two coordinates where all lies in the plane.
        let (point, flat) = (self.measured(), matches!(self.made, Made::Edges(_)));
        let spelt = |v: Vec3| if flat { pair(v.truncate()) } else { triple(v) };
        lines.push(format!("P = {}", spelt(point)));
        for (i, Face { plane, .. }) in planes.iter().enumerate() {
            let (n, d) = (spelt(plane.normal), decimal(f64::from(plane.offset), 2));
            lines.push(format!("{}: N = {n}, D = {d}: {}", i + 1, signed(plane.distance(point))));
        }
        let lists = self.lists();
        // Each part's greatest distance: inside is where any of them is not positive.
        if lists.len() > 1 {
            let greatest = |list: &Vec<Face>| self.greatest_of(list).map_or_else(String::new, |(_, d)| signed(d));
            let all: Vec<String> = lists.iter().map(greatest).collect();
            lines.push(say!("{} parts; greatest distances {}", lists.len(), all.join(", ")));
        }
        if let Some((plane, d)) = self.greatest() {
            lines.push(say!("foot = P − d·N = {}", spelt(point - plane.normal * d)));
            let side = if d > 0.0 { "one is positive: in front" } else { "none is positive: inside" };
            lines.push(word(side).into());
        }
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let planes = self.planes();
        let in_front = planes.iter().filter(|face| face.plane.distance(self.measured()) > 0.0).count();
        vec![
            Reading::number("planes", planes.len() as f64, ""),
            Reading::number("convex parts", self.lists().len() as f64, ""),
            Reading::number("in front of", in_front as f64, ""),
            Reading::number("greatest distance", self.greatest().map_or(f64::NAN, |(_, d)| d.into()), "m"),
            Reading::fact("inside", self.inside()),
        ]
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        let planes = self.planes();
        let greatest = self.greatest();
        if let Some((solid, pose)) = self.solid() {
            let corners = solid.corners_at(&pose);
            // Faint, so that normals and distances inside it can be seen.
            solid.draw(sketch, &pose, if self.inside() { Ink::Right } else { Ink::First }, 0.16);
            for (Face { plane, middle, .. }, face) in planes.iter().zip(solid.faces) {
                sketch.arrow(*middle, plane.normal * 0.6, Ink::Second);
                // A face with the point in front of it alone proves that the point is outside.
                if plane.distance(self.point) > 0.0 {
                    let polygon: Vec<Vec3> = face.iter().map(|i| corners[*i]).collect();
                    sketch.polygon(&polygon, Ink::Outcome, 0.35);
                }
            }
        } else if let Made::Edges(_) = self.made {
            self.draw_outline(sketch, &planes);
        } else {
            planes.iter().for_each(|face| self.draw_patch(sketch, &face.plane, face.middle));
        }
        for Face { plane, .. } in &planes {
            self.draw_distance(sketch, plane, greatest.is_some_and(|(best, _)| best == *plane));
        }
        sketch.point(self.measured(), Glyph::Disc, Ink::First, 12.0);
        sketch.words(self.measured(), "P", Ink::First);
        let points: &[(&str, Vec3)] = match self.made {
            Made::Normal => &[("A", self.a)],
            Made::TwoPoints => &[("A", self.a.with_y(0.0)), ("B", self.b.with_y(0.0))],
            Made::ThreePoints => &[("A", self.a), ("B", self.b), ("C", self.c)],
            Made::Numbers | Made::Faces(_) | Made::Edges(_) => &[],
        };
        for (name, at) in points {
            sketch.point(*at, Glyph::Disc, Ink::Third, 9.0);
            sketch.words(*at, *name, Ink::Third);
        }
        // One plane in front of which the point lies is enough; inside needs all of them.
        let answer = match (greatest, self.inside()) {
            (None, _) => self.no_plane(),
            (_, true) => "No distance is positive: P is inside",
            (_, false) if self.lists().len() > 1 => "P is in front of at least one line of each part: it is outside",
            (_, false) => "P is in front of at least one plane: it is outside",
        };
        sketch.note(word(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;
    use proptest::prelude::*;

    fn only(planes: &Planes) -> Plane {
        planes.planes()[0].plane
    }

    #[test]
    fn planes_are_made_in_four_ways_and_flipped() {
        let base = Planes {
            a: Vec3::new(1.0, 2.0, 0.0),
            b: Vec3::new(1.0, 2.0, 5.0),
            c: Vec3::new(4.0, 2.0, 0.0),
            tip: Vec3::new(1.0, 7.0, 0.0),
            normal: Vec3::Y * 3.0,
            offset: 6.0,
            ..Planes::default()
        };
        for (made, normal, offset) in [
            (Made::Normal, Vec3::Y, 2.0),
            // 3y = 6 is y = 2.
            (Made::Numbers, Vec3::Y, 2.0),
            (Made::ThreePoints, Vec3::Y, 2.0),
            // On the ground from (1, 0) to (1, −5), x right and y away: the right-hand side of that way is −x.
            (Made::TwoPoints, -Vec3::X, -1.0),
        ] {
            let plane = only(&Planes { made, ..base.clone() });
            assert!(
                (plane.normal - normal).length() < 1e-6 && (plane.offset - offset).abs() < 1e-6,
                "{made:?} {plane:?}"
            );
            let flipped = only(&Planes { made, flipped: true, ..base.clone() });
            assert_eq!(flipped, plane.flipped(), "{made:?}");
        }
    }

    #[test]
    fn points_that_make_no_plane_are_an_answer() {
        let together = Planes { a: Vec3::ONE, b: Vec3::ONE, c: Vec3::ONE * 2.0, tip: Vec3::ONE, ..Planes::default() };
        let together = Planes { normal: Vec3::ZERO, ..together };
        for made in [Made::Normal, Made::Numbers, Made::TwoPoints, Made::ThreePoints] {
            let planes = Planes { made, ..together.clone() };
            assert!(planes.planes().is_empty() && !planes.inside(), "{made:?}");
            assert_eq!(planes.formula()[1], planes.no_plane(), "{made:?}");
            assert!(planes.greatest().is_none(), "{made:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Inside is what is a mix of the corners: nothing of it sticks out of any plane, and the foot of the
        /// perpendicular lies on its plane.
        #[test]
        fn mixes_of_corners_are_inside_and_what_is_beyond_a_face_is_not(
            i in 0..SOLIDS.len(), weights in prop::array::uniform8(real(0.01..1.0)), beyond in real(1.01..3.0),
        ) {
            let mut planes = Planes { made: Made::Faces(i), ..Planes::default() };
            let (solid, pose) = planes.solid().expect("a solid");
            let corners = solid.corners_at(&pose);
            let weights = &weights[..corners.len()];
            let total: f32 = weights.iter().sum::<f32>().max(1e-3);
            let mix = corners.iter().zip(weights).map(|(p, w)| *p * (*w / total)).sum::<Vec3>();
            let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
            planes.point = middle.lerp(mix, 0.999);
            prop_assert!(planes.inside());
            // Each face's middle, carried on from the middle of the solid, is outside.
            for Face { plane, middle: on_face, .. } in planes.planes() {
                planes.point = middle + (on_face - middle) * beyond;
                let d = plane.distance(planes.point);
                prop_assert!(d > 0.0 && !planes.inside());
                let foot = planes.point - plane.normal * d;
                prop_assert!(plane.distance(foot).abs() < 1e-5);
            }
            planes.flipped = true;
            planes.point = middle;
            prop_assert!(!planes.inside(), "turned inside out nothing is inside");
        }
    }

    #[test]
    fn an_outline_that_is_not_convex_is_split_in_two_and_inside_is_inside_one_of_them() {
        let mut planes = Planes { made: Made::from_index(10), ..Planes::default() };
        assert_eq!((planes.made, planes.lists().len()), (Made::Edges(1), 2));
        // In the foot, in the upright, in the notch between them, and far off; z does not matter.
        for (x, y, inside) in
            [(1.5, 0.6, true), (-1.0, 2.2, true), (-1.0, 0.7, true), (1.0, 2.0, false), (-3.0, 1.0, false)]
        {
            planes.point = Vec3::new(x, y, 4.0);
            assert_eq!(planes.inside(), inside, "{x}, {y}");
        }
        // As one list of its six edges, as if it were convex, the foot would be outside.
        let edges: Vec<Plane> = planes.lists().concat().into_iter().filter(|f| !f.is_cut).map(|f| f.plane).collect();
        assert!(edges.iter().any(|plane| plane.distance(Vec3::new(-1.0, 2.2, 0.0)) > 0.1));
        // The notch pulled out makes it convex.
        planes.drag("corner 4", Vec3::new(1.5, 2.6, 0.0));
        assert_eq!(planes.lists().len(), 1);
        // And what would cross itself is refused.
        let before = planes.outlines.clone();
        planes.drag("corner 4", Vec3::new(0.0, -3.0, 0.0));
        assert_eq!(planes.outlines, before);
    }

    /// S39: (dy, −dx) points out of a polygon that runs counter-clockwise and into one that runs clockwise.
    #[test]
    fn the_normals_of_a_polygon_point_out_whichever_way_round_it_is_listed() {
        let mut planes = Planes { made: Made::Edges(0), point: Vec3::new(0.0, 1.3, 0.0), ..Planes::default() };
        let middle = planes.point;
        let (mut printed, mut right) = (true, true);
        for turned in [false, true] {
            if turned {
                planes.outlines[0].reverse();
            }
            right &= planes.inside() && planes.planes().iter().all(|face| face.plane.distance(middle) < -0.5);
            // "(dy, −dx) or the other", as printed, without asking for the sense: right for one order alone.
            let corners = &planes.outlines[0];
            let next = corners.iter().cycle().skip(1);
            let behind = corners.iter().zip(next).filter(|(a, b)| {
                let d = **b - **a;
                Vec2::new(d.y, -d.x).dot(middle.truncate() - **a) < 0.0
            });
            let behind = behind.count();
            assert_eq!(behind, if turned { 0 } else { corners.len() });
            printed &= behind == 0;
        }
        erratum!(39, printed: printed, right: right);
    }

    #[test]
    fn a_normal_moves_with_its_point() {
        let mut planes = Planes { made: Made::Normal, ..Planes::default() };
        let before = only(&planes);
        planes.drag("A", Vec3::new(3.0, 1.0, -2.0));
        let after = only(&planes);
        assert!(
            (before.normal - after.normal).length() < 1e-6 && after.distance(Vec3::new(3.0, 1.0, -2.0)).abs() < 1e-6
        );
    }
}
