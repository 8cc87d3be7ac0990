//! What the threads of a step are made of, in the model: loom's, and no turns of waiting that change nothing.

pub(super) use loom::sync::Arc;
pub(super) use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub(super) use loom::thread::{Builder, JoinHandle, Thread, park};

/// A worker may sleep as soon as nothing is to be done: no later time makes a difference to what can happen.
pub(super) const SPINS: u32 = 0;

/// Lets the others run: what is waited for cannot come otherwise.
pub(super) fn wait(spins: &mut u32) {
    *spins += 1;
    loom::thread::yield_now();
}

/// A place of which loom knows who reads and who writes: both at a time are a fault.
#[derive(Debug)]
pub(super) struct Lent<T>(loom::cell::UnsafeCell<T>);

impl<T> Lent<T> {
    pub fn new(value: T) -> Self {
        Self(loom::cell::UnsafeCell::new(value))
    }

    pub fn read<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        self.0.with(read)
    }

    pub fn write<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        self.0.with_mut(write)
    }
}
