//! What of a state differs from an earlier one, in few bytes and to the last bit.
//!
//! Numbers that hardly change share their sign, exponent and first digits. So each value is taken as words, every word
//! is XORed with that of the earlier state, and of four words together only the bytes are kept that hold a bit.

use glam::{DQuat, DVec3, Quat, Vec3};

/// Room for the words of a value.
pub(crate) type Buffer = [u32; 128];

/// A value as words: always as many, whatever its state, and no more than a [`Buffer`] has room for.
pub(crate) trait Words: Sized {
    /// Writes them from a place on; tells where they end.
    fn put(&self, words: &mut Buffer, at: usize) -> usize;

    /// The value of the words that `next` gives.
    fn take(next: &mut impl FnMut() -> u32) -> Self;
}

/// [`Words`] of a struct, field by field. A field that is left out does not compile.
macro_rules! words {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::math::delta::Words for $name {
            #[inline(always)]
            fn put(&self, words: &mut $crate::math::delta::Buffer, at: usize) -> usize {
                let Self { $($field),* } = self;
                $(let at = $crate::math::delta::Words::put($field, words, at);)*
                at
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

/// [`Words`] of an enumeration without fields: the number of the variant. All are listed in their order; of other numbers
/// the default is made.
macro_rules! numbered {
    ($name:ident { $($variant:ident),* $(,)? }) => {
        impl $crate::math::delta::Words for $name {
            #[inline(always)]
            fn put(&self, words: &mut $crate::math::delta::Buffer, at: usize) -> usize {
                $crate::math::delta::Words::put(&(*self as u32), words, at)
            }

            fn take(next: &mut impl FnMut() -> u32) -> Self {
                [$(Self::$variant),*].get(next() as usize).copied().unwrap_or_default()
            }
        }
    };
}
pub(crate) use numbered;

/// [`Words`] of values that are made of others.
macro_rules! made_of {
    ($($name:ty: $value:ident => $to:expr, $parts:ident => $from:expr;)*) => {$(
        impl Words for $name {
            #[inline(always)]
            fn put(&self, words: &mut Buffer, at: usize) -> usize {
                let $value = self;
                $to.put(words, at)
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
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        words[at] = *self;
        at + 1
    }

    #[inline]
    fn take(next: &mut impl FnMut() -> u32) -> Self {
        next()
    }
}

impl<T: Words, const N: usize> Words for [T; N] {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, mut at: usize) -> usize {
        for item in self {
            at = item.put(words, at);
        }
        at
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        std::array::from_fn(|_| T::take(next))
    }
}

impl<A: Words, B: Words> Words for (A, B) {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        let at = self.0.put(words, at);
        self.1.put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        (A::take(next), B::take(next))
    }
}

made_of! {
    bool: x => u32::from(*x), x => { let x: u32 = x; x != 0 };
    u8: x => u32::from(*x), x => { let x: u32 = x; x as u8 };
    f32: x => x.to_bits(), x => f32::from_bits(x);
    // The low word comes first. In numbers that change slowly the high one is mostly the same.
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
#[derive(Debug)]
pub(crate) struct DeltaWriter {
    bytes: Vec<u8>,
    /// Groups without a difference that are not written yet.
    same: u32,
    now: Buffer,
    before: Buffer,
}

impl DeltaWriter {
    /// With room for so many bytes.
    pub fn with_room(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), same: 0, now: [0; 128], before: [0; 128] }
    }

    /// How a list differs from what it was.
    pub fn list<T: Words>(&mut self, now: &[T], before: &[T]) {
        // The length has a group of its own, so that an equal one costs nothing either.
        self.group([now.len() as u32 ^ before.len() as u32, 0, 0, 0]);
        for (i, item) in now.iter().enumerate() {
            self.one(item, before.get(i));
        }
    }

    /// How a value differs from what it was; one that was not is taken for zeros.
    pub fn one<T: Words>(&mut self, now: &T, before: Option<&T>) {
        let count = now.put(&mut self.now, 0);
        match before {
            Some(before) => _ = before.put(&mut self.before, 0),
            None => self.before[..count].fill(0),
        }
        // Mostly nothing has changed, and one comparison of everything is faster than one of each group.
        if self.now[..count] == self.before[..count] {
            self.same += count.div_ceil(GROUP) as u32;
            return;
        }
        for first in (0..count).step_by(GROUP) {
            let mut group = [0; GROUP];
            // The last group may be short of words: those that are missing stay 0.
            for (i, word) in group.iter_mut().enumerate().take(count - first) {
                *word = self.now[first + i] ^ self.before[first + i];
            }
            self.group(group);
        }
    }

    /// The bytes.
    pub fn finish(mut self) -> Box<[u8]> {
        self.flush();
        self.bytes.into()
    }

    /// Some words, if there is a bit in them.
    #[inline]
    fn group(&mut self, words: [u32; GROUP]) {
        if words == [0; GROUP] {
            self.same += 1;
            return;
        }
        self.write(words);
    }

    /// A byte with two bits for each word, then the words: the lowest bytes, as many as hold a bit.
    fn write(&mut self, words: [u32; GROUP]) {
        self.flush();
        let (mut head, mut tail, mut length) = (0, 0_u128, 0);
        for (i, word) in words.into_iter().enumerate() {
            // By the bytes up to the highest that holds a bit. Two bits tell four lengths apart, so one byte takes two.
            let code = [0, 1, 1, 2, 3][4 - word.leading_zeros() as usize / 8];
            head |= code << (2 * i);
            if word != 0 {
                tail |= u128::from(word) << (8 * length);
                length += LENGTHS[usize::from(code)];
            }
        }
        // Some word is not 0, so neither is the head: a byte 0 always begins a run of equal groups.
        self.bytes.push(head);
        self.bytes.extend_from_slice(&tail.to_le_bytes());
        // All sixteen bytes are copied and the excess cut off, which is faster than a copy of varying length.
        self.bytes.truncate(self.bytes.len() + length - 4 * GROUP);
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
const LENGTHS: [usize; 4] = [0, 2, 3, 4];

/// Reads what a [`DeltaWriter`] wrote, in the same order.
#[derive(Debug)]
pub(crate) struct DeltaReader<'a> {
    bytes: &'a [u8],
    same: u32,
    old: Buffer,
}

impl<'a> DeltaReader<'a> {
    /// From the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, same: 0, old: [0; 128] }
    }

    /// Makes of a list as it was the list that was written.
    pub fn list<T: Words + Copy>(&mut self, list: &mut Vec<T>) {
        let count = (group(&mut self.bytes, &mut self.same)[0] ^ list.len() as u32) as usize;
        list.truncate(count);
        // As much as is needed: what grows by itself may come to twice that.
        list.reserve_exact(count - list.len());
        for i in 0..count {
            let now = self.one(list.get(i));
            match list.get_mut(i) {
                Some(item) => *item = now,
                None => list.push(now),
            }
        }
    }

    /// The value that was written, of the one that was.
    pub fn one<T: Words + Copy>(&mut self, before: Option<&T>) -> T {
        let Self { bytes, same, old } = self;
        match before {
            Some(before) => {
                let groups = before.put(old, 0).div_ceil(GROUP) as u32;
                skip(bytes, same);
                // A run that covers the value: it is taken over as it was, without reading a word.
                if *same >= groups {
                    *same -= groups;
                    return *before;
                }
            }
            None => old.fill(0),
        }
        let (mut words, mut taken) = ([0; GROUP], 0);
        T::take(&mut || {
            if taken % GROUP == 0 {
                words = group(bytes, same);
            }
            let word = words[taken % GROUP] ^ old[taken];
            taken += 1;
            word
        })
    }
}

fn byte(bytes: &mut &[u8]) -> u8 {
    // Past the end there are zeros: damaged bytes give wrong values but no panic.
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    *bytes = rest;
    *first
}

/// Reads how many groups are the same, if that comes next.
fn skip(bytes: &mut &[u8], same: &mut u32) {
    if *same > 0 || bytes.first() != Some(&0) {
        return;
    }
    byte(bytes);
    let mut shift = 0;
    loop {
        let part = byte(bytes);
        *same |= u32::from(part & 0x7f) << shift;
        shift += 7;
        // Five bytes fill the 32 bits: more would shift out of range.
        if part < 0x80 || shift > 28 {
            break;
        }
    }
}

/// The next group.
fn group(bytes: &mut &[u8], same: &mut u32) -> [u32; GROUP] {
    skip(bytes, same);
    if *same > 0 {
        *same -= 1;
        return [0; GROUP];
    }
    let head = byte(bytes);
    // Four words have at most sixteen bytes, read at once; near the end fewer are left, filled up with zeros.
    let tail = match bytes.first_chunk() {
        Some(tail) => u128::from_le_bytes(*tail),
        None => {
            let mut tail = [0; 4 * GROUP];
            tail[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(tail)
        }
    };
    let (mut words, mut at) = ([0; GROUP], 0);
    for (i, word) in words.iter_mut().enumerate() {
        let length = LENGTHS[usize::from(head >> (2 * i) & 3)];
        // A shift by all 128 bits would be none.
        if length > 0 {
            *word = (tail >> (8 * at)) as u32 & (u32::MAX >> (32 - 8 * length));
            at += length;
        }
    }
    *bytes = bytes.get(at..).unwrap_or(&[]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
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
        for item in items {
            let mut buffer = [0; 128];
            let end = item.put(&mut buffer, 0);
            words.extend_from_slice(&buffer[..end]);
        }
        words
    }

    #[test]
    fn what_is_read_has_the_bits_of_what_was_written() {
        for seed in 0..200 {
            let before = items(seed, (seed * 7 % 40) as usize);
            let mut now = items(seed + 1, (seed * 11 % 40) as usize);
            // Some are as they were.
            now.iter_mut().zip(&before).step_by(3).for_each(|(now, before)| now.clone_from(before));
            let mut writer = DeltaWriter::with_room(0);
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
        let mut writer = DeltaWriter::with_room(0);
        writer.list(&all, &all);
        assert!(writer.finish().len() <= 5);
        // A number of which the last digits change takes half its bytes, and its share of the head.
        let (old, new): (Vec<f32>, Vec<f32>) =
            (0..4_000_u16).map(|i| (f32::from(i) + 0.3, f32::from(i) + 0.3 + 1e-6 * f32::from(i))).unzip();
        let mut writer = DeltaWriter::with_room(0);
        let fours = |list: &[f32]| list.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect::<Vec<_>>();
        writer.list(&fours(&new), &fours(&old));
        assert!(writer.finish().len() <= 4_000 * 2 + 1_000 + 4);
    }
}
