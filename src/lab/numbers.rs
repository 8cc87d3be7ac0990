//! Numbers in formulas: short, with a true minus sign.

use super::from_ground;
use glam::{Vec2, Vec3};

/// Up to three digits behind the point, no zeros at the end: `1.5`, `−0.25`, `1200`.
pub fn number(x: f32) -> String {
    let text = format!("{x:.3}");
    // Of the three digits behind the point zeros at the end say nothing.
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.replace('-', "\u{2212}") }
}

/// So many digits behind the point, for numbers that stand in columns: `1.500`, `−0.250`.
pub fn decimal(x: f64, places: usize) -> String {
    let text = format!("{x:.places$}");
    match text.strip_prefix('-') {
        // Rounded to nothing it has no sign left.
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.into(),
        Some(size) => format!("\u{2212}{size}"),
        None => text,
    }
}

/// `(1, −0.5)`
pub fn pair(v: Vec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

/// `(1, −0.5, 3)`
pub fn triple(v: Vec3) -> String {
    format!("({}, {}, {})", number(v.x), number(v.y), number(v.z))
}

/// A point or vector as the reader thinks of it: three coordinates in space, the two of the ground in the plane.
pub(super) fn coordinates(v: Vec3, in_space: bool) -> String {
    if in_space { triple(v) } else { pair(from_ground(v)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_empty_digits_and_a_true_minus() {
        for (x, text) in [(1.0, "1"), (-0.25, "\u{2212}0.25"), (1200.0, "1200"), (-0.0001, "0"), (2.0 / 3.0, "0.667")] {
            assert_eq!(number(x), text);
        }
        assert_eq!((decimal(-0.0004, 3), decimal(-1.5, 2)), ("0.000".into(), "\u{2212}1.50".into()));
        assert_eq!(triple(Vec3::new(1.0, -0.5, 0.0)), "(1, \u{2212}0.5, 0)");
    }
}
