//! Dice for draws that are the same each time.

use carom::glam::{Quat, Vec3};

/// Numbers that look random (xorshift), 0…1.
pub struct Dice(pub u64);

impl Dice {
    /// Seeds of a small xorshift that are alike give draws that are alike at first: it is turned some times before.
    pub fn warm(seed: u64) -> Self {
        let mut dice = Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (0..8).for_each(|_| {
            dice.unit();
        });
        dice
    }

    pub fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % 1_000_003) as f32 / 1_000_003.0
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    pub fn rotation(&mut self) -> Quat {
        Quat::from_rotation_x(self.between(0.0, 6.0)) * Quat::from_rotation_y(self.between(0.0, 6.0))
    }
}
