//! The greatest of many, so that what is kept of a trace does not grow with it.

/// Keeps those with the greatest values and counts all.
#[derive(Debug)]
pub struct Greatest<T> {
    /// How many there were.
    pub count: usize,
    room: usize,
    kept: Vec<(f64, T)>,
}

impl<T> Greatest<T> {
    /// Keeps at most so many.
    pub const fn new(room: usize) -> Self {
        Self { count: 0, room, kept: Vec::new() }
    }

    /// Takes one of this value.
    pub fn push(&mut self, value: f64, one: T) {
        self.count += 1;
        self.kept.push((value, one));
        // Sorting only at twice the room keeps a push cheap; room for 64 at least, since `room` may be 0.
        if self.kept.len() >= 2 * self.room.max(32) {
            self.thin();
        }
    }

    /// Takes out those kept, the greatest first; of equal ones the earliest.
    pub fn take_sorted(&mut self) -> Vec<T> {
        self.thin();
        std::mem::take(&mut self.kept).into_iter().map(|(_, one)| one).collect()
    }

    fn thin(&mut self) {
        // The sort is stable: of equal values the earliest stays in front.
        self.kept.sort_by(|x, y| y.0.total_cmp(&x.0));
        self.kept.truncate(self.room);
    }
}

#[cfg(test)]
mod tests {
    use super::Greatest;

    #[test]
    fn the_greatest_are_kept_in_order_and_all_are_counted() {
        let mut greatest = Greatest::new(3);
        // Each value from 0 to 9,999 once, and the greatest of all twice.
        for k in 0..10_000_u32 {
            greatest.push(f64::from(k * 7919 % 10_000), k);
            assert!(greatest.kept.len() <= 64);
        }
        let again = 10_000;
        greatest.push(9999.0, again);
        assert_eq!(greatest.count, 10_001);
        let kept = greatest.take_sorted();
        assert_eq!(kept.iter().map(|k| k % again * 7919 % 10_000).collect::<Vec<_>>(), [9999, 0, 9998]);
    }
}
