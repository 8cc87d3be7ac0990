//! Few bits that stand for a whole state.

/// Where FNV-1a begins.
pub(super) const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// One round of FNV-1a, a word at a time.
#[inline]
pub(super) fn fnv(hash: u64, word: u32) -> u64 {
    (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
}

/// A state in three numbers, that tell of two states whether they are the same and, where one body differs, which.
///
/// With hᵢ the hash of the body in slot i, `sum` is Σ hᵢ and `moment` Σ (i + 1) hᵢ (modulo 2⁶⁴): a change of one body
/// alone changes the moment i + 1 times as much as the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// Over every body's pose and velocity in slot order: the hash that is shown and written.
    pub hash: u64,
    /// Σ hᵢ.
    pub sum: u64,
    /// Σ (i + 1) hᵢ.
    pub moment: u64,
}

impl Fingerprint {
    #[inline]
    pub(super) fn add(&mut self, slot: usize, own: u64) {
        self.sum = self.sum.wrapping_add(own);
        self.moment = self.moment.wrapping_add(own.wrapping_mul(slot as u64 + 1));
    }

    /// The slot below `slot_count` whose body alone differs between two states; none where no body or several do.
    pub fn lone_difference(&self, other: &Self, slot_count: usize) -> Option<usize> {
        let (sum, moment) = (self.sum.wrapping_sub(other.sum), self.moment.wrapping_sub(other.moment));
        (0..slot_count).find(|slot| sum != 0 && sum.wrapping_mul(*slot as u64 + 1) == moment)
    }
}
