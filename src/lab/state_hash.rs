//! A hash over all numbers of a laboratory, without a detour by text.

use crate::math::Pose;
use glam::{DQuat, DVec2, DVec3, Mat3, Quat, Vec2, Vec3};
use std::collections::VecDeque;

/// A hash that grows by a word at a time: the same words give the same hash on every machine.
#[derive(Clone, Debug)]
pub struct StateHash {
    hash: u64,
    words: usize,
}

impl StateHash {
    /// The hash of a state, and about how much memory the state takes (bytes).
    pub fn of(state: &(impl HashState + ?Sized)) -> (u64, usize) {
        // Any start but 0 will do, which a word 0 would leave as it is; this is the offset basis of FNV.
        let mut hash = Self { hash: 0xcbf2_9ce4_8422_2325, words: 0 };
        state.feed(&mut hash);
        (hash.hash, hash.words * size_of::<u64>())
    }

    /// Feeds a word.
    pub fn word(&mut self, word: u64) {
        // An odd factor loses nothing, and the shift lets high bits reach the low ones.
        let product = (self.hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.hash = product ^ (product >> 32);
        self.words += 1;
    }
}

/// Feeds a hash with a whole state: two states that can go on differently feed it differently.
pub trait HashState {
    /// Feeds all of it, in an order that never changes.
    fn feed(&self, hash: &mut StateHash);
}

/// Feeds the fields of a struct in their order. All must be named: behind `derived` those that follow from the others.
macro_rules! hash_fields {
    ($type:ty { $($field:ident),* $(,)? } $(derived { $($derived:ident),* })?) => {
        impl $crate::lab::HashState for $type {
            fn feed(&self, hash: &mut $crate::lab::StateHash) {
                let Self { $($field,)* $($($derived: _,)*)? } = self;
                $($crate::lab::HashState::feed($field, hash);)*
            }
        }
    };
}

/// Feeds which variant it is, of enums without fields.
macro_rules! hash_variant {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::lab::HashState for $type {
            fn feed(&self, hash: &mut $crate::lab::StateHash) {
                hash.word(*self as u64);
            }
        })*
    };
}

// By the same cast as enums: `u64::from` has no `usize`.
hash_variant!(usize);

/// Feeds numbers that fit a word.
macro_rules! hash_number {
    ($($type:ty),* $(,)?) => {
        $(impl HashState for $type {
            fn feed(&self, hash: &mut StateHash) {
                hash.word(u64::from(*self));
            }
        })*
    };
}

hash_number!(bool, u32, u64);

impl HashState for f32 {
    fn feed(&self, hash: &mut StateHash) {
        // The bits of what is no number differ between machines.
        hash.word(u64::from(if self.is_nan() { Self::NAN.to_bits() } else { self.to_bits() }));
    }
}

impl HashState for f64 {
    fn feed(&self, hash: &mut StateHash) {
        hash.word(if self.is_nan() { Self::NAN.to_bits() } else { self.to_bits() });
    }
}

/// Feeds the components of vectors, quaternions and matrices.
macro_rules! hash_components {
    ($($type:ty: $components:ident),* $(,)?) => {
        $(impl HashState for $type {
            fn feed(&self, hash: &mut StateHash) {
                self.$components().feed(hash);
            }
        })*
    };
}

hash_components!(
    Vec2: to_array,
    Vec3: to_array,
    Quat: to_array,
    DVec2: to_array,
    DVec3: to_array,
    DQuat: to_array,
    Mat3: to_cols_array,
);

hash_fields!(Pose { translation, rotation });

impl<T: HashState, const N: usize> HashState for [T; N] {
    fn feed(&self, hash: &mut StateHash) {
        self.iter().for_each(|item| item.feed(hash));
    }
}

impl<T: HashState> HashState for Vec<T> {
    fn feed(&self, hash: &mut StateHash) {
        // The length first, or what lies in one list and what in the next could be exchanged.
        self.len().feed(hash);
        self.iter().for_each(|item| item.feed(hash));
    }
}

impl<T: HashState> HashState for VecDeque<T> {
    fn feed(&self, hash: &mut StateHash) {
        self.len().feed(hash);
        self.iter().for_each(|item| item.feed(hash));
    }
}

impl<T: HashState> HashState for Option<T> {
    fn feed(&self, hash: &mut StateHash) {
        self.is_some().feed(hash);
        self.iter().for_each(|item| item.feed(hash));
    }
}

impl<A: HashState, B: HashState> HashState for (A, B) {
    fn feed(&self, hash: &mut StateHash) {
        self.0.feed(hash);
        self.1.feed(hash);
    }
}

impl<A: HashState, B: HashState, C: HashState> HashState for (A, B, C) {
    fn feed(&self, hash: &mut StateHash) {
        self.0.feed(hash);
        self.1.feed(hash);
        self.2.feed(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(state: impl HashState) -> u64 {
        StateHash::of(&state).0
    }

    #[test]
    fn what_differs_in_a_bit_a_place_or_a_length_has_another_hash() {
        let states = [
            hash(vec![0.0_f32]),
            hash(vec![-0.0_f32]),
            hash(vec![f32::from_bits(1)]),
            hash(vec![0.0_f32, 0.0]),
            hash(vec![1.0_f32, 2.0]),
            hash(vec![2.0_f32, 1.0]),
            hash(vec![f32::NAN]),
            hash((None::<f32>, Some(1.0_f32))),
            hash((Some(1.0_f32), None::<f32>)),
            hash(Vec::<f32>::new()),
        ];
        for (i, a) in states.iter().enumerate() {
            assert!(states[..i].iter().all(|b| b != a), "{i}");
        }
    }

    #[test]
    fn no_number_has_one_hash_whatever_its_bits() {
        assert_eq!(hash(f32::NAN), hash(-f32::NAN));
        assert_eq!(hash(f64::NAN), hash(-f64::NAN));
    }
}
