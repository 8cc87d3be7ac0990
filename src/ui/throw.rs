//! What is thrown into a scene with Shift and a click.

use super::{Action, UiState};
use crate::geometry::{Ray, Shape};
use crate::language::word;
use crate::physics::BodyDesc;
use crate::physics::property::POSITION;
use crate::view::Camera;
use egui::{RichText, Ui};
use glam::{Quat, Vec2, Vec3};

/// The shape that is thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thrown {
    /// A ball.
    #[default]
    Ball,
    /// A cube, one face ahead.
    Box,
    /// A cylinder as long as wide, one cap ahead.
    Cylinder,
    /// A cone, its tip ahead.
    Cone,
}

impl Thrown {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ball, Self::Box, Self::Cylinder, Self::Cone];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ball => "Ball",
            Self::Box => "Box",
            Self::Cylinder => "Cylinder",
            Self::Cone => "Cone",
        }
    }

    /// The shape, about as large as a ball of radius `size` (m); what flies ahead lies along +y.
    fn shape(self, size: f32) -> Shape {
        match self {
            Self::Ball => Shape::sphere(size),
            Self::Box => Shape::cuboid(0.8 * size, 0.8 * size, 0.8 * size),
            Self::Cylinder => Shape::frustum(0.9 * size, 0.9 * size, 0.9 * size),
            Self::Cone => Shape::frustum(size, 0.0, 1.2 * size),
        }
    }
}

/// A body from the eye through the pixel, as fast as the scene is large.
pub(super) fn throw(thrown: Thrown, camera: &Camera, pixel: Vec2) -> Action {
    let Ray { origin, direction } = camera.ray(pixel);
    // By the distance of the camera: in scenes of any size it is as large in the picture and as soon there.
    let size = (0.02 * camera.distance).clamp(0.05, 2.0);
    let mut desc = BodyDesc::new(thrown.shape(size));
    // A little ahead of the eye, or its first picture would show nothing else.
    desc.position = (origin + direction * (3.0 * size)).clamp(Vec3::splat(POSITION.min), Vec3::splat(POSITION.max));
    desc.rotation = Quat::from_rotation_arc(Vec3::Y, direction);
    desc.velocity = direction * (2.0 * camera.distance).clamp(5.0, 80.0);
    Action::Add { stem: "thrown", desc }
}

/// The choice, in the menu of what can be added.
pub(super) fn choice(ui: &mut Ui, state: &mut UiState) {
    ui.label(RichText::new(word("Shift+click throws a")).small().weak());
    for thrown in Thrown::ALL {
        ui.radio_value(&mut state.session.thrown, thrown, word(thrown.name()));
    }
}
