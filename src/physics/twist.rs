//! The linear and the angular part of a motion side by side: of a velocity, of a displacement.
//!
//! The solver reads and writes these of sixteen bodies at a time, and several threads do so at once.
#![expect(unsafe_code, reason = "constraints of one colour share no body, which the type system cannot see")]

use super::wide::{LANES, Wide, WideVec3};
use crate::math::delta::{Buffer, Words};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A velocity (m/s, rad/s) or a displacement (m, rad) of a body, world axes; half a cache line.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C, align(32))]
pub(super) struct Twist {
    /// Of the centre.
    pub linear: Vec3,
    /// Of a velocity that is being solved: when it last changed by more than its constraints tolerate, in ticks.
    pub mark: f32,
    /// About the centre.
    pub angular: Vec3,
    /// Of a velocity: how far from its centre a body can touch others in new places by turning (m); 0 for a ball.
    pub reach: f32,
}

impl Twist {
    pub const ZERO: Self = Self::new(Vec3::ZERO, Vec3::ZERO);

    #[inline]
    pub const fn new(linear: Vec3, angular: Vec3) -> Self {
        Self { linear, mark: 0.0, angular, reach: 0.0 }
    }

    /// Of the point at `anchor` from the centre (m/s, or m for small turns).
    #[inline]
    pub fn at(&self, anchor: Vec3) -> Vec3 {
        self.linear + self.angular.cross(anchor)
    }

    /// Adds to both parts; mark and reach stay.
    #[inline]
    pub fn add(&mut self, linear: Vec3, angular: Vec3) {
        self.linear += linear;
        self.angular += angular;
    }

    /// How fast (or far) the surface can move by the turning alone.
    #[inline]
    pub fn turning(&self) -> f32 {
        if self.reach == 0.0 { 0.0 } else { self.angular.length() * self.reach }
    }
}

/// Marks and reaches are not part of a state: the first is of one step, the second of the shape.
impl Words for Twist {
    #[inline(always)]
    fn put(&self, words: &mut Buffer, at: usize) -> usize {
        (self.linear, self.angular).put(words, at)
    }

    fn take(next: &mut impl FnMut() -> u32) -> Self {
        let (linear, angular) = Words::take(next);
        Self::new(linear, angular)
    }
}

/// The twists of eight bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WideTwist {
    pub linear: WideVec3,
    pub mark: Wide,
    pub angular: WideVec3,
    pub reach: Wide,
}

/// Those of eight slots; planes of the world have the last one.
#[inline(always)]
pub(super) fn gather(rows: &[Twist], slots: &[u32; LANES]) -> WideTwist {
    let last = rows.len() - 1;
    WideTwist::of(|lane| rows[(slots[lane] as usize).min(last)])
}

impl WideTwist {
    #[inline(always)]
    fn of(row: impl Fn(usize) -> Twist) -> Self {
        // A row is 32 bytes: eight loads and a transposition in registers, in place of 64 single loads.
        let row = |lane: usize| Wide::from(bytemuck::cast::<Twist, [f32; 8]>(row(lane)));
        let [x, y, z, mark, ax, ay, az, reach] =
            Wide::transpose([row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]);
        Self { linear: WideVec3 { x, y, z }, mark, angular: WideVec3 { x: ax, y: ay, z: az }, reach }
    }
}

/// Impulses on body B of eight constraints, as one at the middle of each (N·s) and a moment about it (N·m·s); on A the
/// same reversed.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideWrench {
    pub impulse: WideVec3,
    pub moment: WideVec3,
}

/// Asks for a row to be brought to the cache of this thread, where that can be said.
#[inline(always)]
fn fetch(row: *const Twist) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which reads nothing and faults nowhere.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_ET0>(row.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = row;
}

/// Twists of all slots, and after them one that is zero, for what cannot move; several threads use them at once.
///
/// Within a colour a body is written through one constraint only, so that no two threads touch the same one; bodies
/// that cannot be pushed are read by many and written by none.
#[derive(Clone, Copy)]
pub(super) struct SharedTwists<'a> {
    first: *mut Twist,
    last: usize,
    life: std::marker::PhantomData<&'a mut [Twist]>,
}

// SAFETY: access is disjoint by colour, see the type; `Twist` is plain data.
unsafe impl Send for SharedTwists<'_> {}
// SAFETY: as above.
unsafe impl Sync for SharedTwists<'_> {}

impl<'a> SharedTwists<'a> {
    pub fn new(rows: &'a mut [Twist]) -> Self {
        assert!(!rows.is_empty(), "the last row stands for what cannot move");
        Self { first: rows.as_mut_ptr(), last: rows.len() - 1, life: std::marker::PhantomData }
    }

    /// The row of a slot; planes of the world have the last one.
    #[inline(always)]
    fn place(&self, slot: u32) -> *mut Twist {
        // SAFETY: in bounds by the minimum.
        unsafe { self.first.add((slot as usize).min(self.last)) }
    }

    /// Asks for those of eight rows that `lanes` says, which will soon be read and written, and waits for none.
    #[inline(always)]
    pub fn fetch_ahead(&self, slots: &[u32; LANES], lanes: u8) {
        for (lane, slot) in slots.iter().enumerate() {
            if lanes >> lane & 1 == 1 {
                fetch(self.place(*slot));
            }
        }
    }

    /// Eight rows.
    #[inline(always)]
    pub fn gather(&self, slots: &[u32; LANES]) -> WideTwist {
        // SAFETY: a valid place; nobody else writes it, see the type.
        WideTwist::of(|lane| unsafe { *self.place(slots[lane]) })
    }

    /// Writes those of eight rows that `lanes` says.
    #[inline(always)]
    pub fn scatter(&self, slots: &[u32; LANES], lanes: u8, twist: &WideTwist) {
        // The way of `gather` backwards; lanes that are not pushed keep their rows.
        let (v, w) = (&twist.linear, &twist.angular);
        let rows = Wide::transpose([v.x, v.y, v.z, twist.mark, w.x, w.y, w.z, twist.reach]);
        for lane in 0..LANES {
            if lanes >> lane & 1 == 1 {
                // SAFETY: a valid place; nobody else touches it, see the type.
                unsafe { *self.place(slots[lane]) = bytemuck::cast(rows[lane].to_array()) };
            }
        }
    }

    /// The latest mark of sixteen rows.
    #[inline(always)]
    pub fn latest_mark(&self, a: &[u32; LANES], b: &[u32; LANES]) -> f32 {
        let mut latest = 0.0_f32;
        for slot in a.iter().chain(b) {
            // SAFETY: as in `gather`.
            latest = latest.max(unsafe { (*self.place(*slot)).mark });
        }
        latest
    }

    /// Changes one row, of a slot that no constraint of the present colour writes.
    #[inline]
    pub fn with(&self, slot: u32, change: impl FnOnce(&mut Twist)) {
        // SAFETY: a valid place; exclusive by the caller's word.
        change(unsafe { &mut *self.place(slot) });
    }
}
