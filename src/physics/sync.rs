//! What the threads of a step are made of. The model of `tests/sanitize`, which tries every order in which they can
//! run, puts other things of the same names in its place.

pub(super) use std::sync::Arc;
pub(super) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub(super) use std::thread::{Builder, JoinHandle, Thread, park};

use std::thread;
use std::time::Instant;

/// Spins of a worker after a step before it sleeps: some tens of microseconds, so that steps without a pause between
/// them find it awake.
pub(super) const SPINS: u32 = 20_000;

/// Spins between two looks whether somebody else wants the processor.
const SPINS_TO_YIELD: u32 = 2_000;

/// One turn of waiting: close by, but not when others need the processor.
#[inline]
pub(super) fn wait(spins: &mut u32) {
    *spins += 1;
    if spins.is_multiple_of(SPINS_TO_YIELD) {
        thread::yield_now();
    } else {
        std::hint::spin_loop();
    }
}

/// Times what threads take. Nothing that a step comes to depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch(Instant);

impl Watch {
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Since the start (s).
    pub fn seconds(self) -> f32 {
        self.0.elapsed().as_secs_f32()
    }
}

/// A place that one thread writes and others read, never at the same time: the program says why, this does not know it.
#[derive(Debug)]
pub(super) struct Lent<T>(std::cell::UnsafeCell<T>);

impl<T> Lent<T> {
    pub fn new(value: T) -> Self {
        Self(std::cell::UnsafeCell::new(value))
    }

    /// What is read through the pointer must not be written meanwhile.
    pub fn read<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    /// What is written through the pointer must not be read meanwhile.
    pub fn write<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}
