//! The two planes that a world may have: solid, without end, and no bodies.

use super::pairs::{CEILING, FLOOR};
use super::{BodyId, Config};
use crate::math::Pose;

/// A plane of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldPlane {
    /// Below everything; it faces up.
    Floor,
    /// Above everything; it faces down.
    Ceiling,
}

impl WorldPlane {
    /// Both, in the order in which they are told.
    pub const ALL: [Self; 2] = [Self::Floor, Self::Ceiling];

    /// Which plane a side of a contact is; none for a body.
    pub fn of(id: BodyId) -> Option<Self> {
        Self::ALL.into_iter().find(|plane| plane.id() == id)
    }

    /// The plane that stands in the place of a slot; none for a body.
    pub(super) const fn of_slot(slot: u32) -> Option<Self> {
        match slot {
            FLOOR => Some(Self::Floor),
            CEILING => Some(Self::Ceiling),
            _ => None,
        }
    }

    /// What stands for it as a side of a contact.
    pub const fn id(self) -> BodyId {
        match self {
            Self::Floor => BodyId::FLOOR,
            Self::Ceiling => BodyId::CEILING,
        }
    }

    /// `floor` or `ceiling`: its key in scene files, and its name unless a body has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Ceiling => "ceiling",
        }
    }

    /// Its height (m); none where the world has none.
    pub const fn height(self, config: &Config) -> Option<f32> {
        match self {
            Self::Floor => config.floor,
            Self::Ceiling => config.ceiling,
        }
    }

    /// `world_from_body` at a height (m): its own +y is the normal, towards where bodies may be.
    pub const fn pose_at(self, height: f32) -> Pose {
        match self {
            Self::Floor => Pose::floor(height),
            Self::Ceiling => Pose::ceiling(height),
        }
    }

    /// `world_from_body` in a world; none where it has none.
    pub fn pose(self, config: &Config) -> Option<Pose> {
        self.height(config).map(|height| self.pose_at(height))
    }
}
