//! How errors are distributed, of however many.

use serde::Serialize;

/// So many are kept: enough for what 95 % are below to be true to a thousandth of all.
const KEPT: usize = 1 << 18;

/// The distribution of an error.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Spread {
    /// Half are less.
    pub median: f64,
    /// 95 of 100 are less.
    pub p95: f64,
    /// The greatest.
    pub worst: f64,
}

/// Errors, of which all are kept while they are few, and then every second, every fourth … as they came.
#[derive(Debug)]
pub struct Errors {
    /// How many there were.
    pub count: u64,
    worst: f32,
    kept: Vec<f32>,
    /// One of so many is kept.
    stride: u64,
}

impl Default for Errors {
    fn default() -> Self {
        Self { count: 0, worst: 0.0, kept: Vec::new(), stride: 1 }
    }
}

impl Errors {
    /// Takes one.
    pub fn push(&mut self, error: f32) {
        if self.count.is_multiple_of(self.stride) {
            // Full: every second goes, and from here on half as many come, so all parts of a trace weigh alike.
            if self.kept.len() == KEPT {
                let mut index = 0;
                self.kept.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.stride *= 2;
            }
            self.kept.push(error);
        }
        self.count += 1;
        self.worst = self.worst.max(error);
    }

    /// Their distribution; zeros where there were none.
    pub fn spread(&mut self) -> Spread {
        self.kept.sort_by(f32::total_cmp);
        // The nearest rank, never between two: what is reported is an error that occurred.
        let at = |share: f64| {
            let index = ((self.kept.len() as f64 * share).ceil() as usize).clamp(1, self.kept.len().max(1)) - 1;
            self.kept.get(index).copied().map_or(0.0, f64::from)
        };
        Spread { median: at(0.5), p95: at(0.95), worst: f64::from(self.worst) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Errors, KEPT};

    #[test]
    fn of_few_errors_the_spread_is_exact_and_of_many_nearly_so() {
        let mut few = Errors::default();
        (1..=100_u32).rev().for_each(|k| few.push(k as f32));
        let spread = few.spread();
        assert_eq!((spread.median, spread.p95, spread.worst), (50.0, 95.0, 100.0));
        // Ten times what is kept, in an order that has nothing to do with their size; the greatest comes once.
        let all = 10 * KEPT as u64 + 1;
        let mut many = Errors::default();
        (0..all).for_each(|k| many.push((k * 1_000_003 % all) as f32 / all as f32));
        assert!(many.count == all && many.kept.len() <= KEPT);
        let spread = many.spread();
        assert!((spread.median - 0.5).abs() < 2e-3 && (spread.p95 - 0.95).abs() < 2e-3, "{spread:?}");
        assert!(f64::from((all - 1) as f32 / all as f32) <= spread.worst, "{spread:?}");
    }
}
