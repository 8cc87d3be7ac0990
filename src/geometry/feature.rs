//! Names for the parts of a shape that touch: face, edge, corner and their kin.

use crate::math::delta::{Buffer, Words};
use glam::Vec3;
use std::fmt;

/// Three signs (−, 0, +) along a shape's own axes: one of the 27 cells in which its planes cut space.
///
/// One non-zero sign names a face, two an edge, three a corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Region(u8);

impl Region {
    /// From one sign per axis; only the sign of each number counts.
    pub const fn new(x: i8, y: i8, z: i8) -> Self {
        Self(((x.signum() + 1) + 3 * (y.signum() + 1) + 9 * (z.signum() + 1)) as u8)
    }

    /// The face whose outward normal is `+axis` (`positive`) or `−axis`; axis 0, 1, 2 = x, y, z.
    pub const fn face(axis: usize, positive: bool) -> Self {
        let s = if positive { 1 } else { -1 };
        match axis {
            0 => Self::new(s, 0, 0),
            1 => Self::new(0, s, 0),
            _ => Self::new(0, 0, s),
        }
    }

    /// The signs of `v`, where components no larger than `tolerance` count as 0.
    #[inline]
    pub fn of(v: Vec3, tolerance: f32) -> Self {
        let sign = |x: f32| i8::from(x > tolerance) - i8::from(x < -tolerance);
        Self(((sign(v.x) + 1) + 3 * (sign(v.y) + 1) + 9 * (sign(v.z) + 1)) as u8)
    }

    /// One sign per axis: −1, 0 or +1.
    pub const fn signs(self) -> [i8; 3] {
        [(self.0 % 3) as i8 - 1, (self.0 / 3 % 3) as i8 - 1, (self.0 / 9) as i8 - 1]
    }

    /// The signs as a vector: the direction towards the feature's middle for a cube.
    pub fn direction(self) -> Vec3 {
        let [x, y, z] = self.signs();
        Vec3::new(f32::from(x), f32::from(y), f32::from(z))
    }

    /// How many signs are not zero: 0 inside, 1 face, 2 edge, 3 corner.
    pub fn rank(self) -> usize {
        self.signs().iter().filter(|s| **s != 0).count()
    }

    /// 0…26: `(x+1) + 3(y+1) + 9(z+1)`.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Signs that are 0 are left out: `+x-z`.
        for (sign, axis) in self.signs().into_iter().zip(['x', 'y', 'z']) {
            if sign != 0 {
                write!(f, "{}{axis}", if sign > 0 { '+' } else { '-' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the two ends of a frustum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// The lower, −y in the shape's own axes.
    Bottom,
    /// The upper, +y.
    Top,
}

impl End {
    /// Both, the bottom first.
    pub const ALL: [Self; 2] = [Self::Bottom, Self::Top];
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bottom => "bottom",
            Self::Top => "top",
        })
    }
}

/// The part of a shape that a contact touches, in the shape's own axes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// A sphere's surface.
    Surface,
    /// A cuboid's face.
    Face(Region),
    /// A cuboid's edge.
    Edge(Region),
    /// A cuboid's corner.
    Corner(Region),
    /// The other's centre lies within the cuboid, nearest to this face.
    Inside(Region),
    /// A quad's front (+y), or the solid side of the floor and the ceiling.
    Front,
    /// A two-sided quad's back (−y).
    Back,
    /// A side of a quad's rim (±x or ±z).
    Rim(Region),
    /// A corner of a quad's rim.
    RimCorner(Region),
    /// A flat end of a frustum.
    Cap(End),
    /// The curved side of a frustum.
    Side,
    /// The rim between a frustum's side and an end; the apex where that end has no radius.
    CapRim(End),
    /// The other's centre lies within the frustum, nearest to this end.
    InsideCap(End),
    /// The other's centre lies within the frustum, nearest to its side.
    InsideSide,
}

impl Words for Feature {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        self.word().put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        // The inverse of `word`; an unknown kind is read as a surface, an unknown region as the last.
        let [kind, which, ..] = next().to_le_bytes();
        let (region, end) = (Region(which.min(26)), if which == 0 { End::Bottom } else { End::Top });
        match kind {
            1 => Self::Face(region),
            2 => Self::Edge(region),
            3 => Self::Corner(region),
            4 => Self::Inside(region),
            5 => Self::Front,
            6 => Self::Back,
            7 => Self::Rim(region),
            8 => Self::RimCorner(region),
            9 => Self::Cap(end),
            10 => Self::Side,
            11 => Self::CapRim(end),
            12 => Self::InsideCap(end),
            13 => Self::InsideSide,
            _ => Self::Surface,
        }
    }
}

impl Feature {
    /// The kind in the lowest byte, which of its kind in the next.
    fn word(self) -> u32 {
        let (kind, which) = match self {
            Self::Surface => (0, 0),
            Self::Face(region) => (1, region.0),
            Self::Edge(region) => (2, region.0),
            Self::Corner(region) => (3, region.0),
            Self::Inside(region) => (4, region.0),
            Self::Front => (5, 0),
            Self::Back => (6, 0),
            Self::Rim(region) => (7, region.0),
            Self::RimCorner(region) => (8, region.0),
            Self::Cap(end) => (9, end as u8),
            Self::Side => (10, 0),
            Self::CapRim(end) => (11, end as u8),
            Self::InsideCap(end) => (12, end as u8),
            Self::InsideSide => (13, 0),
        };
        kind | u32::from(which) << 8
    }

    /// The feature of a cuboid that a region names: face, edge or corner by the count of its signs.
    pub fn cuboid(region: Region) -> Self {
        match region.rank() {
            1 => Self::Face(region),
            2 => Self::Edge(region),
            _ => Self::Corner(region),
        }
    }

    /// The feature of a quad's rim that a region with y = 0 names: side or corner by the count of its signs.
    pub fn rim(region: Region) -> Self {
        if region.rank() == 1 { Self::Rim(region) } else { Self::RimCorner(region) }
    }

    /// The feature of a cuboid that reaches furthest along the unit vector `direction` (its own axes).
    ///
    /// A face or an edge within [`FLAT`](Self::FLAT) of lying square to it counts as reaching furthest as a whole.
    #[inline]
    pub fn of_cuboid(direction: Vec3) -> Self {
        Self::cuboid(Region::of(direction, Self::FLAT))
    }

    /// The feature of a quad that reaches furthest along the unit vector `direction` (its own axes).
    #[inline]
    pub fn of_quad(direction: Vec3) -> Self {
        // Seen along the quad's normal nothing but its faces reach furthest; otherwise part of the rim.
        let region = Region::of(Vec3::new(direction.x, 0.0, direction.z), Self::FLAT);
        match region.rank() {
            0 if direction.y >= 0.0 => Self::Front,
            0 => Self::Back,
            _ => Self::rim(region),
        }
    }

    /// The edge of a cuboid parallel to axis `along` that reaches furthest along `direction` (its own axes).
    #[inline]
    pub fn edge_of_cuboid(direction: Vec3, along: usize) -> Self {
        // Of the two signs across the edge 0 counts as positive, so that the name is always an edge's.
        let sign = |axis: usize| {
            if axis == along {
                0
            } else if direction[axis] < 0.0 {
                -1
            } else {
                1
            }
        };
        Self::Edge(Region::new(sign(0), sign(1), sign(2)))
    }

    /// The side of a quad's rim parallel to axis `along` (x or z) that reaches furthest along `direction` (its own
    /// axes).
    #[inline]
    pub fn edge_of_quad(direction: Vec3, along: usize) -> Self {
        Self::Rim(Region::face(2 - along, direction[2 - along] >= 0.0))
    }

    /// Sine of one degree: the tilt up to which a face or an edge is said to lie flat.
    pub const FLAT: f32 = 0.017_452_406;

    /// The signs that name the feature, where it has any.
    pub fn region(self) -> Option<Region> {
        match self {
            Self::Surface | Self::Front | Self::Back => None,
            Self::Cap(_) | Self::Side | Self::CapRim(_) | Self::InsideCap(_) | Self::InsideSide => None,
            Self::Face(r) | Self::Edge(r) | Self::Corner(r) | Self::Inside(r) | Self::Rim(r) | Self::RimCorner(r) => {
                Some(r)
            }
        }
    }
}

/// `face +x`, `edge +x-z`, `corner +x-y+z`, `inside -z`, `surface`, `front`, `back`, `rim +x`, `rim corner +x-z`, `cap
/// top`, `side`, `rim bottom`, `inside cap top`, `inside side`.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Surface => f.write_str("surface"),
            Self::Face(r) => write!(f, "face {r}"),
            Self::Edge(r) => write!(f, "edge {r}"),
            Self::Corner(r) => write!(f, "corner {r}"),
            Self::Inside(r) => write!(f, "inside {r}"),
            Self::Front => f.write_str("front"),
            Self::Back => f.write_str("back"),
            Self::Rim(r) => write!(f, "rim {r}"),
            Self::RimCorner(r) => write!(f, "rim corner {r}"),
            Self::Cap(end) => write!(f, "cap {end}"),
            Self::Side => f.write_str("side"),
            Self::CapRim(end) => write!(f, "rim {end}"),
            Self::InsideCap(end) => write!(f, "inside cap {end}"),
            Self::InsideSide => f.write_str("inside side"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_named_by_their_signs() {
        for (feature, name) in [
            (Feature::Face(Region::face(0, true)), "face +x"),
            (Feature::cuboid(Region::new(1, 0, -1)), "edge +x-z"),
            (Feature::cuboid(Region::new(1, -1, 1)), "corner +x-y+z"),
            (Feature::Inside(Region::face(2, false)), "inside -z"),
            (Feature::RimCorner(Region::new(1, 0, -1)), "rim corner +x-z"),
            (Feature::Surface, "surface"),
            (Feature::Cap(End::Top), "cap top"),
            (Feature::CapRim(End::Bottom), "rim bottom"),
            (Feature::InsideCap(End::Top), "inside cap top"),
        ] {
            assert_eq!(feature.to_string(), name);
        }
    }

    #[test]
    fn the_27_regions_have_distinct_indices_and_read_back() {
        let mut seen = [false; 27];
        for x in -1..=1 {
            for y in -1..=1 {
                for z in -1..=1 {
                    let region = Region::new(x, y, z);
                    assert_eq!(region.signs(), [x, y, z]);
                    assert!(!std::mem::replace(&mut seen[usize::from(region.index())], true));
                }
            }
        }
    }
}
