//! What of a state differs from an earlier one, in few bytes and to the last bit.
//!
//! Numbers that hardly change share their sign, exponent and first digits. So each value is taken as words, every word is
//! XORed with that of the earlier state, and of four words together only the bytes are kept that hold a bit.

use glam::{DQuat, DVec3, Quat, Vec3};

/// A value as words: always as many, whatever its state.
pub(crate) trait Words: Sized {
    /// Appends them.
    fn put(&self, words: &mut Vec<u32>);

    /// The value of the words that `next` gives.
    fn take(next: &mut impl FnMut() -> u32) -> Self;
}

/// [`Words`] of a struct, field by field. A field that is left out does not compile.
macro_rules! words {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::math::delta::Words for $name {
            #[inline]
            fn put(&self, words: &mut Vec<u32>) {
                let Self { $($field),* } = self;
                $($crate::math::delta::Words::put($field, words);)*
            }

            #[inline]
            fn take(next: &mut impl FnMut() -> u32) -> Self {
                $(let $field = $crate::math::delta::Words::take(next);)*
                Self { $($field),* }
            }
        }
    };
}
pub(crate) use words;

/// [`Words`] of values that are made of others.
macro_rules! made_of {
    ($($name:ty: $value:ident => $to:expr, $parts:ident => $from:expr;)*) => {$(
        impl Words for $name {
            #[inline]
            fn put(&self, words: &mut Vec<u32>) {
                let $value = self;
                $to.put(words);
            }

            #[inline]
            fn take(next: &mut impl FnMut() -> u32) -> Self {
                let $parts = Words::take(next);
                $from
            }
        }
    )*};
}

impl Words for u32 {
    #[inline]
    fn put(&self, words: &mut Vec<u32>) {
        words.push(*self);
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        next()
    }
}

impl<T: Words, const N: usize> Words for [T; N] {
    fn put(&self, words: &mut Vec<u32>) {
        self.iter().for_each(|item| item.put(words));
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        std::array::from_fn(|_| T::take(next))
    }
}

impl<A: Words, B: Words> Words for (A, B) {
    fn put(&self, words: &mut Vec<u32>) {
        self.0.put(words);
        self.1.put(words);
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        (A::take(next), B::take(next))
    }
}

made_of! {
    bool: x => u32::from(*x), x => { let x: u32 = x; x != 0 };
    u8: x => u32::from(*x), x => { let x: u32 = x; x as u8 };
    f32: x => x.to_bits(), x => f32::from_bits(x);
    f64: x => [x.to_bits() as u32, (x.to_bits() >> 32) as u32],
        x => { let [low, high]: [u32; 2] = x; f64::from_bits(u64::from(high) << 32 | u64::from(low)) };
    Vec3: v => v.to_array(), v => Vec3::from_array(v);
    Quat: q => q.to_array(), q => Quat::from_array(q);
    DVec3: v => v.to_array(), v => DVec3::from_array(v);
    DQuat: q => q.to_array(), q => DQuat::from_array(q);
}

/// Words of one group; each is kept in 0, 2, 3 or 4 bytes.
const GROUP: usize = 4;

/// Writes what differs.
#[derive(Debug, Default)]
pub(crate) struct DeltaWriter {
    bytes: Vec<u8>,
    /// Groups without a difference that are not written yet.
    same: u32,
    now: Vec<u32>,
    before: Vec<u32>,
}

impl DeltaWriter {
    /// How a list differs from what it was.
    pub fn list<T: Words>(&mut self, now: &[T], before: &[T]) {
        self.group(&[now.len() as u32 ^ before.len() as u32]);
        for (i, item) in now.iter().enumerate() {
            self.one(item, before.get(i));
        }
    }

    /// How a value differs from what it was; one that was not is taken for zeros.
    pub fn one<T: Words>(&mut self, now: &T, before: Option<&T>) {
        let (mut words, mut old) = (std::mem::take(&mut self.now), std::mem::take(&mut self.before));
        words.clear();
        old.clear();
        now.put(&mut words);
        if let Some(before) = before {
            before.put(&mut old);
        }
        if words == old {
            self.same += words.len().div_ceil(GROUP) as u32;
        } else {
            old.resize(words.len(), 0);
            words.iter_mut().zip(&old).for_each(|(word, old)| *word ^= old);
            words.chunks(GROUP).for_each(|group| self.group(group));
        }
        (self.now, self.before) = (words, old);
    }

    /// The bytes.
    pub fn finish(mut self) -> Box<[u8]> {
        self.flush();
        self.bytes.into()
    }

    /// A byte with two bits for each word, then the words: the lowest bytes, as many as hold a bit.
    fn group(&mut self, words: &[u32]) {
        if words.iter().all(|word| *word == 0) {
            self.same += 1;
            return;
        }
        self.flush();
        let head = self.bytes.len();
        self.bytes.push(0);
        for (i, word) in words.iter().enumerate() {
            let code = [0, 1, 1, 2, 3][4 - word.leading_zeros() as usize / 8];
            self.bytes[head] |= code << (2 * i);
            self.bytes.extend_from_slice(&word.to_le_bytes()[..length(code)]);
        }
    }

    /// A byte 0, then how many groups are the same: seven bits a byte, the lowest first.
    fn flush(&mut self) {
        if self.same == 0 {
            return;
        }
        self.bytes.push(0);
        while self.same >= 0x80 {
            self.bytes.push(self.same as u8 | 0x80);
            self.same >>= 7;
        }
        self.bytes.push(self.same as u8);
        self.same = 0;
    }
}

/// Bytes of a word by its code.
fn length(code: u8) -> usize {
    if code == 0 { 0 } else { usize::from(code) + 1 }
}

/// Reads what a [`DeltaWriter`] wrote, in the same order.
#[derive(Debug)]
pub(crate) struct DeltaReader<'a> {
    bytes: &'a [u8],
    same: u32,
    old: Vec<u32>,
}

impl<'a> DeltaReader<'a> {
    /// From the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, same: 0, old: vec![] }
    }

    /// Makes of a list as it was the list that was written.
    pub fn list<T: Words>(&mut self, list: &mut Vec<T>) {
        let count = (self.group()[0] ^ list.len() as u32) as usize;
        list.truncate(count);
        for i in 0..count {
            let now = self.one(list.get(i));
            match list.get_mut(i) {
                Some(item) => *item = now,
                None => list.push(now),
            }
        }
    }

    /// The value that was written, of the one that was.
    pub fn one<T: Words>(&mut self, before: Option<&T>) -> T {
        let mut old = std::mem::take(&mut self.old);
        old.clear();
        if let Some(before) = before {
            before.put(&mut old);
        }
        let (mut group, mut taken) = ([0; GROUP], 0);
        let now = T::take(&mut || {
            if taken % GROUP == 0 {
                group = self.group();
            }
            let word = group[taken % GROUP] ^ old.get(taken).copied().unwrap_or(0);
            taken += 1;
            word
        });
        self.old = old;
        now
    }

    fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        *first
    }

    fn group(&mut self) -> [u32; GROUP] {
        if self.same == 0 {
            let head = self.byte();
            if head != 0 {
                return std::array::from_fn(|i| {
                    let mut word = [0; 4];
                    let length = length(head >> (2 * i) & 3);
                    word[..length].fill_with(|| self.byte());
                    u32::from_le_bytes(word)
                });
            }
            let mut shift = 0;
            loop {
                let byte = self.byte();
                self.same |= u32::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 || shift > 28 {
                    break;
                }
            }
        }
        self.same = self.same.saturating_sub(1);
        [0; GROUP]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Item {
        place: Vec3,
        flag: bool,
        fine: f64,
        turns: [(u8, Quat); 2],
    }

    words!(Item { place, flag, fine, turns });

    /// Numbers of every size, with signs, zeros and what is no number.
    fn items(seed: u64, count: usize) -> Vec<Item> {
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let mut item = || Item::take(&mut || if next() % 3 == 0 { 0 } else { next() >> (next() % 32) });
        (0..count).map(|_| item()).collect()
    }

    fn bits(items: &[Item]) -> Vec<u32> {
        let mut words = vec![];
        items.iter().for_each(|item| item.put(&mut words));
        words
    }

    #[test]
    fn what_is_read_has_the_bits_of_what_was_written() {
        for seed in 0..200 {
            let before = items(seed, (seed * 7 % 40) as usize);
            let mut now = items(seed + 1, (seed * 11 % 40) as usize);
            // Some are as they were.
            now.iter_mut().zip(&before).step_by(3).for_each(|(now, before)| now.clone_from(before));
            let mut writer = DeltaWriter::default();
            writer.list(&now, &before);
            writer.one(&-0.0_f32, Some(&0.0));
            writer.list(&before, &before);
            let bytes = writer.finish();
            let mut reader = DeltaReader::new(&bytes);
            let mut read = before.clone();
            reader.list(&mut read);
            assert_eq!(bits(&read), bits(&now), "seed {seed}");
            assert_eq!(reader.one(Some(&0.0_f32)).to_bits(), 0x8000_0000);
            let mut same = before.clone();
            reader.list(&mut same);
            assert_eq!(bits(&same), bits(&before));
            assert_eq!(reader.bytes, [0_u8; 0]);
        }
    }

    #[test]
    fn what_is_as_it_was_takes_next_to_nothing() {
        let all = items(1, 100_000);
        let mut writer = DeltaWriter::default();
        writer.list(&all, &all);
        assert!(writer.finish().len() <= 5);
        // A number of which the last digits change takes half its bytes, and its share of the head.
        let (old, new): (Vec<f32>, Vec<f32>) =
            (0..4_000_u16).map(|i| (f32::from(i) + 0.3, f32::from(i) + 0.3 + 1e-6 * f32::from(i))).unzip();
        let mut writer = DeltaWriter::default();
        let fours = |list: &[f32]| list.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect::<Vec<_>>();
        writer.list(&fours(&new), &fours(&old));
        assert!(writer.finish().len() <= 4_000 * 2 + 1_000 + 4);
    }
}
