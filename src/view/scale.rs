//! What the length of an impulse's arrow means.

/// Greatest length of the longest arrow (logical pixels): of [`ImpulseScale::top`].
pub(super) const LONGEST: f32 = 120.0;
/// Least length of the longest arrow (logical pixels): three decades must still be told apart.
pub(super) const LEAST_LONGEST: f32 = 36.0;
/// Length of the shortest arrow (logical pixels), however small the impulse.
pub(super) const SHORTEST: f32 = 12.0;
/// Decades between the two.
pub(super) const DECADES: f32 = 3.0;

/// Lengths of impulses' arrows: logarithmic in pixels, in proportion in metres.
///
/// With `J` the greatest impulse rounded up to 1, 2 or 5 times a power of ten, an impulse `j` is drawn
/// `12 + (L − 12) · (1 + log₁₀(j/J)/3)` pixels long, but never shorter than 12: each third of `L − 12` pixels is a
/// factor of ten. `L` is at most 120, and less where bodies look smaller. Only the picture's own impulses and bodies
/// decide `J` and `L`, so that one moment always gives one picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ImpulseScale {
    /// `J` (N·s) as mantissa 1, 2 or 5 and power of ten.
    mantissa: u8,
    exponent: i32,
    /// `L` (logical pixels).
    longest: f32,
}

impl ImpulseScale {
    /// For a picture whose greatest impulse is `greatest` (N·s) and whose longest arrow may be `longest` long (logical
    /// pixels); none when nothing pushes.
    pub(super) fn new(greatest: f32, longest: f32) -> Option<Self> {
        if !(greatest.is_finite() && greatest > 0.0) {
            return None;
        }
        let greatest = f64::from(greatest);
        let decade = greatest.log10().floor() as i32;
        // The next decade closes the list: rounding in log10 may have placed the number one decade too low.
        let steps = [(1, decade), (2, decade), (5, decade), (1, decade + 1), (2, decade + 1)];
        let fits = |(m, e): &(u8, i32)| f64::from(*m) * 10f64.powi(*e) >= greatest * (1.0 - 1e-6);
        let (mantissa, exponent) = steps.into_iter().find(fits).unwrap_or((5, decade + 1));
        Some(Self { mantissa, exponent, longest })
    }

    /// The impulse that is drawn longest (N·s).
    pub(super) fn top(&self) -> f32 {
        (f64::from(self.mantissa) * 10f64.powi(self.exponent)) as f32
    }

    /// How much shorter the arrow of a tenth of an impulse is (logical pixels).
    pub(super) fn decade(&self) -> f32 {
        (self.longest - SHORTEST) / DECADES
    }

    /// Length of an arrow (logical pixels), 12…120.
    pub(super) fn pixels(&self, impulse: f32) -> f32 {
        // By decades: impulses of one picture differ by thousands, and an arrow of a thousandth could not be seen.
        let decades = (impulse.max(f32::MIN_POSITIVE) / self.top()).log10();
        SHORTEST + (self.longest - SHORTEST) * (1.0 + decades / DECADES).clamp(0.0, 1.0)
    }

    /// Length of an arrow (m) where [`top`](Self::top) is one metre long.
    pub(super) fn metres(&self, impulse: f32) -> f32 {
        impulse / self.top()
    }

    /// `J` in words, such as `0.05 N·s`.
    pub(super) fn words(&self) -> String {
        if (-4..=5).contains(&self.exponent) {
            let decimals = usize::try_from(-self.exponent).unwrap_or(0);
            // Written out where nobody has to count zeros.
            format!("{:.decimals$} N·s", f64::from(self.mantissa) * 10f64.powi(self.exponent))
        } else {
            format!("{}e{} N·s", self.mantissa, self.exponent)
        }
    }
}

/// A number with three significant digits and a true minus sign, for people: `3.2`, `0.041`, `1250`, `−0.3`.
pub(super) fn figures(x: f32) -> String {
    let size = x.abs();
    if size == 0.0 || !size.is_finite() {
        return format!("{x}").replace('-', "−");
    }
    // Very large and very small ones by their power of ten.
    if !(1e-4..1e6).contains(&size) {
        return format!("{x:.2e}").replace('-', "−");
    }
    // Three digits that count, and no zeros at the end.
    let decimals = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_is_the_greatest_impulse_rounded_up_to_1_2_or_5() {
        for (greatest, words, top) in [
            (1.0, "1 N·s", 1.0),
            (1.01, "2 N·s", 2.0),
            (2.5, "5 N·s", 5.0),
            (7.0, "10 N·s", 10.0),
            (999.0, "1000 N·s", 1000.0),
            (0.03, "0.05 N·s", 0.05),
            (0.001, "0.001 N·s", 0.001),
            (3e-9, "5e-9 N·s", 5e-9),
            (4e8, "5e8 N·s", 5e8),
        ] {
            let scale = ImpulseScale::new(greatest, LONGEST).unwrap();
            assert_eq!(scale.words(), words, "{greatest}");
            assert!((scale.top() / top - 1.0).abs() < 1e-6, "{greatest}: {}", scale.top());
        }
        assert_eq!(ImpulseScale::new(0.0, LONGEST), None);
        assert_eq!(ImpulseScale::new(f32::NAN, LONGEST), None);
    }

    #[test]
    fn a_tenth_of_an_impulse_is_36_pixels_shorter_down_to_12() {
        let scale = ImpulseScale::new(10.0, LONGEST).unwrap();
        for (impulse, pixels) in [(10.0, 120.0), (1.0, 84.0), (0.1, 48.0), (0.01, 12.0), (1e-6, 12.0), (0.0, 12.0)] {
            assert!((scale.pixels(impulse) - pixels).abs() < 1e-3, "{impulse}: {}", scale.pixels(impulse));
        }
    }

    #[test]
    fn numbers_keep_three_figures() {
        for (x, text) in [
            (3.2, "3.2"),
            (-0.04, "−0.04"),
            (1250.0, "1250"),
            (0.123_456, "0.123"),
            (99.96, "100"),
            (0.0, "0"),
            (2.5e-7, "2.50e−7"),
        ] {
            assert_eq!(figures(x), text);
        }
    }
}
