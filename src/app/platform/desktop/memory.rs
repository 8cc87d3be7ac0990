//! Memory that is given back when it is free.

/// Has large blocks given back to the system as soon as they are free.
///
/// States of a crowd are some megabytes each, and come and go with every picture. The C library learns from the first
/// one that is freed to keep such blocks for later, in a heap of each thread that ever made one: with 10,000 bodies 100
/// MB lie idle in the end. With a limit that is set it learns nothing.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a setting of the C library")]
pub fn give_memory_back() {
    /// `M_MMAP_THRESHOLD` of `malloc.h`.
    const THRESHOLD: i32 = -3;
    /// Blocks of this size and more are taken from the system and given back one by one (bytes).
    const LARGE: i32 = 256 << 10;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    // SAFETY: it changes where later blocks come from, and nothing of those that there are.
    if unsafe { mallopt(THRESHOLD, LARGE) } == 0 {
        log::warn!("free memory stays with the program");
    }
}

/// Other libraries do it by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_memory_back() {}
