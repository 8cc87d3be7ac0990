//! The result of a collision function: points that share a normal.

use super::{Feature, Sides};
use crate::math::delta::{Buffer, Words, numbered};
use glam::Vec3;

/// One point of a [`Manifold`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint {
    /// Midway between the two surfaces, in the frame of `a` (m).
    pub position: Vec3,
    /// Gap along the normal (m); negative when the shapes overlap.
    pub separation: f32,
    /// Names the pair of features that made the point; the same from step to step while they do.
    pub id: u32,
}

/// Up to four points in which two shapes touch or soon will, sharing one normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// Unit, from A towards B, in the frame of `a`.
    pub normal: Vec3,
    /// The part of A that touches.
    pub feature_a: Feature,
    /// The part of B that touches.
    pub feature_b: Feature,
    /// How many of `points` are filled, 0…4. Zero means no contact.
    pub count: usize,
    /// Without contact: the two are no nearer than this (m), as far as the search that ended there knows; 0 where it
    /// knows no more than that they are no nearer than what it was asked for.
    pub clearance: f32,
    /// The points; only the first `count` mean anything.
    pub points: [ManifoldPoint; 4],
}

impl Manifold {
    /// No contact.
    pub const NONE: Self = Self {
        normal: Vec3::Y,
        feature_a: Feature::Surface,
        feature_b: Feature::Surface,
        count: 0,
        clearance: 0.0,
        points: [ManifoldPoint { position: Vec3::ZERO, separation: 0.0, id: 0 }; 4],
    };

    /// No contact of two that are no nearer than so much (m).
    #[inline]
    pub(super) fn clear(clearance: f32) -> Self {
        Self { clearance: clearance.max(0.0), ..Self::NONE }
    }

    /// The filled points.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count]
    }

    /// The least separation of its points (m); infinite when there are none.
    pub fn separation(&self) -> f32 {
        self.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min)
    }
}

/// How the normal of a sphere's contact with a cuboid's edge or corner is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NormalRule {
    /// From the closest point of the box to the centre of the sphere: exact.
    #[default]
    Closest,
    /// One fixed diagonal per region, 26 in all: wrong by up to 45° on an edge and 54.7° at a corner, kept to be seen.
    Region,
}

/// By how much a face of B must be better than one of A, and an edge pair or any other direction better than a face, to
/// give the normal of a contact: relative to the least half extent or radius of the two shapes.
///
/// A body at rest has several axes of nearly the same gap. A face gives up to four points where an edge pair mostly
/// gives one, so faces come first, and neither rounding nor a tilt of a milliradian changes the choice.
pub const FACE_PREFERENCE: f64 = 2e-3;

/// Whether a gap exceeds a margin. A gap that is no number does: what is nowhere touches nothing.
#[expect(clippy::neg_cmp_op_on_partial_ord, reason = "the other comparison would let NaN through")]
#[inline]
pub(super) fn apart(gap: f32, margin: f32) -> bool {
    !(gap <= margin)
}

/// What a pair remembers from one step to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairMemory {
    /// The separating or least-overlap axis of last time plus one; 0 when there was none.
    pub axis: u8,
    /// On which side of a quad the other body was when the two came near.
    pub side: Side,
    /// Ids of the points that bore a load last time, 0 for none: of boxes and quads the manifold keeps them before
    /// others. Whoever has the contact says so before each look; the pair itself forgets it.
    pub bearing: [u16; 4],
}

impl Words for PairMemory {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        // What bore a load is the contact's, and told anew before each look.
        let Self { axis, side, bearing: _ } = self;
        let at = axis.put(words, at);
        side.put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        Self { axis: u8::take(next), side: Side::take(next), ..Self::default() }
    }
}

/// Where the other body came from, for pairs with a quad.
///
/// While the two are apart it follows the other's centre. Once they are near it stays, so that a body which a step
/// carried through the quad still counts as coming from where it came from. It ends when they part, or when the other
/// goes round the rim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The two have not met.
    #[default]
    Unknown,
    /// From the front: the quad is solid, however deep the other gets.
    Front,
    /// From behind: a one-sided quad lets the other pass until the two are apart; a two-sided one is solid.
    Behind,
}

numbered!(Side { Unknown, Front, Behind });

impl PairMemory {
    /// Updates from which side of a quad the other came: `height` is its centre above the quad's plane (m), `beside`
    /// whether that centre projects outside the rectangle, `apart` whether the two are further apart than the margin.
    #[inline]
    pub(super) fn update_side(&mut self, sides: Sides, height: f32, beside: bool, apart: bool) {
        // A body that is apart, or seen for the first time, comes from where it is.
        let here = if height >= 0.0 { Side::Front } else { Side::Behind };
        // Round the rim of a one-sided quad a body can only come to be let pass: one from behind stays so until apart.
        let went_round_rim = beside && (sides == Sides::Both || here == Side::Behind);
        if apart || went_round_rim || self.side == Side::Unknown {
            self.side = here;
        }
    }

    /// Whether a one-sided quad lets the other through.
    #[inline]
    pub(super) fn lets_pass(&self, sides: Sides) -> bool {
        sides == Sides::Front && self.side == Side::Behind
    }
}
