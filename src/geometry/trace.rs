//! What a collision function looked at, and why it decided as it did.
//!
//! The step records nothing, with `()`, which costs nothing; whoever wants to know why a normal is what it is runs the
//! same function again with a list of [`Note`]s.

use super::{End, Feature, NormalRule, Region, Side};
use glam::{Vec2, Vec3};
use std::fmt;

/// Records what a collision function does.
pub trait Trace {
    /// Whether anything is recorded: what only a trace needs is computed only then.
    const ENABLED: bool;

    /// Keeps what a search tells until it is known what becomes of it: a search that decides is told by itself, never
    /// by another one made for show.
    type Draft: Trace + Default;

    /// Records one thing that was looked at or decided.
    fn record(&mut self, note: Note);

    /// Records all that a draft has kept, each note changed.
    fn record_draft(&mut self, draft: Self::Draft, change: impl Fn(Note) -> Note);
}

impl Trace for () {
    const ENABLED: bool = false;
    type Draft = ();

    #[inline(always)]
    fn record(&mut self, _: Note) {}

    #[inline(always)]
    fn record_draft(&mut self, (): (), _: impl Fn(Note) -> Note) {}
}

impl Trace for Vec<Note> {
    const ENABLED: bool = true;
    type Draft = Self;

    fn record(&mut self, note: Note) {
        self.push(note);
    }

    fn record_draft(&mut self, draft: Self, change: impl Fn(Note) -> Note) {
        self.extend(draft.into_iter().map(change));
    }
}

/// One thing a collision function looked at or decided, in the order in which it did.
///
/// Vectors are in the frame of the shape called A; after [`Note::Swapped`] that is the second shape of the call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// The pair is looked at in the frame of its second shape, which is called A from here on.
    Swapped,
    /// A sphere's centre beside a box or a rectangle: one clamp finds the closest point and the region.
    Clamp {
        /// The sphere's centre (m).
        center: Vec3,
        /// The half extents; 0 across a rectangle (m).
        half: Vec3,
        /// `center` clamped to the half extents: the closest point (m).
        closest: Vec3,
        /// Which of the coordinates were clamped, and to which side.
        region: Region,
    },
    /// A sphere's centre inside a box: how deep it lies below each face, +x −x +y −y +z −z (m, positive).
    Depths([f32; 6]),
    /// A sphere's centre beside or inside a truncated cone, in the half-plane (ρ, y) through the cone's axis and that
    /// centre, ρ the distance from the axis.
    Section {
        /// The sphere's centre (m).
        center: Vec2,
        /// The point of the outline nearest to it (m).
        nearest: Vec2,
        /// The part of the surface that this point belongs to.
        part: Feature,
        /// How far the centre lies beyond the lines of bottom, side and top (m); negative is inside of them.
        beyond: [f32; 3],
        /// Distance of the centre from the outline (m); negative inside.
        distance: f32,
    },
    /// How the normal follows from the region.
    Rule(NormalRule),
    /// From which side a quad was met.
    Side {
        /// Where the other came from.
        from: Side,
        /// The centre's height above the quad's plane now (m).
        height: f32,
        /// Whether that centre projects outside the rectangle: the rim is met, not a side.
        beside: bool,
        /// Whether the quad lets it pass.
        passes: bool,
    },
    /// An axis that could separate the two.
    Candidate(Candidate),
    /// What was chosen, and why.
    Chosen {
        /// The candidate, where there were any.
        axis: Option<Source>,
        /// Why.
        reason: Reason,
    },
}

/// An axis that could separate two shapes, and how far it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where it comes from; no two candidates of a pair have the same.
    pub axis: Source,
    /// Unit, from A towards B.
    pub normal: Vec3,
    /// Gap along it (m); negative is an overlap.
    pub gap: f32,
    /// From where to where A reaches along the normal (m), from A's centre.
    pub a: [f32; 2],
    /// The same for B.
    pub b: [f32; 2],
    /// Whether it may be chosen; a quad's rim has no faces, and no axis may push to its back.
    pub allowed: bool,
}

/// One of the fifteen axes that can separate two boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Normal of a face of A: 0, 1, 2 = x, y, z.
    A(usize),
    /// Normal of a face of B.
    B(usize),
    /// An edge of A crossed with an edge of B.
    Edges(usize, usize),
}

impl Axis {
    /// 0…2 faces of A, 3…5 faces of B, 6…14 edges.
    #[inline]
    pub(super) fn from_index(index: usize) -> Self {
        match index {
            0..3 => Self::A(index),
            3..6 => Self::B(index - 3),
            _ => Self::Edges((index - 6) / 3 % 3, index % 3),
        }
    }

    /// 0…2 faces of A, 3…5 faces of B, 6…14 edges.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Self::A(i) => i,
            Self::B(j) => 3 + j,
            Self::Edges(i, j) => 6 + 3 * i + j,
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |i: usize| ["x", "y", "z"][i % 3];
        match *self {
            Self::A(i) => write!(f, "face {} of A", name(i)),
            Self::B(j) => write!(f, "face {} of B", name(j)),
            Self::Edges(i, j) => write!(f, "edge {} of A × edge {} of B", name(i), name(j)),
        }
    }
}

/// One of two shapes that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The first, in whose frame all is told.
    A,
    /// The second.
    B,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::A { "A" } else { "B" })
    }
}

/// Where a candidate for the normal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A face or two edges of boxes.
    Axis(Axis),
    /// Square to a cap of a truncated cone.
    Cap(Owner, End),
    /// Square to the side of a truncated cone, towards the centre of the other.
    Side(Owner),
    /// From centre to centre.
    Centers,
    /// Between the points that are nearest to each other once the two are moved out to just apart, numbered by tries:
    /// where the two overlap deeply there may be several ways out.
    Nearest(usize),
}

impl From<Axis> for Source {
    fn from(axis: Axis) -> Self {
        Self::Axis(axis)
    }
}

impl PartialEq<Axis> for Source {
    fn eq(&self, axis: &Axis) -> bool {
        *self == Self::Axis(*axis)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Axis(axis) => axis.fmt(f),
            Self::Cap(owner, end) => write!(f, "cap {end} of {owner}"),
            Self::Side(owner) => write!(f, "side of {owner}"),
            Self::Centers => f.write_str("centre to centre"),
            Self::Nearest(0) => f.write_str("nearest points"),
            Self::Nearest(n) => write!(f, "nearest points, try {}", n + 1),
        }
    }
}

/// Why a normal was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// Along this axis the two are further apart than the margin: no contact.
    Separated,
    /// It separates most, or overlaps least.
    LeastOverlap,
    /// A face of A is kept although the axis overlaps less: by no more than the preference (m), and a face holds four
    /// points where an edge pair holds one.
    FacePreferred {
        /// What would have overlapped less.
        over: Source,
        /// By how much the other must beat a face (m).
        preference: f32,
    },
    /// The face overlaps least, but edges are parallel: the normal turns from one face's to the other's.
    ParallelEdges,
    /// All of what meets this flat side, or the middle of it, lies so far inside its outline that no direction can do
    /// better: none other was looked at.
    FaceOptimal,
    /// Clipping against the face left no point: the best pair of edges takes its place.
    ClippedAway,
    /// Deep inside each other in a crowd, where the shortest way out of one leads into the next: the line of centres
    /// is as good.
    Crowded,
    /// Deep inside each other in a crowd, the two have no contact yet: each is parted from others first.
    Deferred,
    /// A plane without end has one normal only.
    Plane,
    /// The centre is past a quad, on the far side from where it came: the quad puts it out to where it came from.
    PushedOut,
    /// The quad lets pass what comes from behind.
    Passes,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Separated => f.write_str("the two are apart along this axis"),
            Self::LeastOverlap => f.write_str("the two overlap least along this axis"),
            Self::FacePreferred { over, preference } => write!(
                f,
                "{over} overlaps less, but by no more than {:.3} mm: a face holds up to four points, so it stays",
                preference * 1e3
            ),
            Self::ParallelEdges => f.write_str("edges lie side by side, so the normal is one between their faces"),
            Self::FaceOptimal => {
                f.write_str("what meets this flat side lies well inside its outline: no direction does better")
            }
            Self::Crowded => f.write_str("deep inside each other in a crowd, the two part along the line of centres"),
            Self::Deferred => f.write_str("deep in a crowd, each is parted from others first: no contact yet"),
            Self::Plane => f.write_str("a plane without end has one normal only"),
            Self::ClippedAway => f.write_str("clipping against the face left no point, so the best edges take over"),
            Self::PushedOut => f.write_str("it went through the quad and is put out on the side it came from"),
            Self::Passes => f.write_str("it came from behind, and the quad is solid from the front only"),
        }
    }
}
