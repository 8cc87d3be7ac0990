//! Numbers with units, short enough to read at a glance.

use super::{fill, word};
use crate::say;

/// Three significant digits with a prefix from micro to mega: `0.00123, "m"` is `1.23 mm`.
///
/// Kilograms are scaled from the gram; degrees take no prefix.
pub fn quantity(value: f64, unit: &str) -> String {
    if !value.is_finite() {
        return if value.is_nan() { word("not a number").into() } else { format!("{}∞ {unit}", sign(value)) };
    }
    let (value, unit) = if unit == "kg" { (value * 1e3, "g") } else { (value, unit) };
    let size = value.abs();
    // Below half of the last digit shown everything reads as zero.
    if size < 5e-9 {
        return format!("0 {unit}");
    }
    if unit.starts_with('°') {
        // Three digits all the same: a decimal more for each zero behind the point.
        let decimals = (2.0 - size.log10().floor()).clamp(2.0, 9.0) as usize;
        return match size {
            s if s >= 0.9995 => format!("{} {unit}", digits(value)),
            _ => format!("{} {unit}", minus(&format!("{value:.decimals$}"))),
        };
    }
    // The bounds are half a digit early: 999.5 would be rounded to 1000 of the smaller unit.
    let (factor, prefix) = match size {
        s if s >= 999.5e3 => (1e-6, "M"),
        s if s >= 999.5 => (1e-3, "k"),
        s if s >= 0.9995 => (1.0, ""),
        s if s >= 0.9995e-3 => (1e3, "m"),
        _ => (1e6, "µ"),
    };
    format!("{} {prefix}{unit}", digits(value * factor))
}

/// A separation (m), negative when the two overlap, as everything says it that is shown: `overlap 23.3 µm` or
/// `gap 6.44 mm`.
pub fn separation(metres: f32) -> String {
    let size = quantity(f64::from(metres.abs()), "m");
    if metres < 0.0 { say!("overlap {}", size) } else { say!("gap {}", size) }
}

/// Three significant digits, never an exponent below a million.
pub fn digits(value: f64) -> String {
    let size = value.abs();
    // As many decimals as three digits leave room for, rounding included: 9.996 is shown as 10.0.
    let text = match size {
        s if s >= 99.95 => format!("{value:.0}"),
        s if s >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    };
    // A minus in front of nothing but zeros would be a lie.
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        text.replace('-', "")
    } else {
        minus(&text)
    }
}

/// How many labels of a picture found no room.
pub fn hidden_labels(count: usize) -> String {
    if count == 1 { word("+1 label hidden").into() } else { say!("+{} labels hidden", count) }
}

/// A true minus sign, as wide as a digit.
pub fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// `12,345`
pub fn count(value: usize) -> String {
    let plain = value.to_string();
    let mut text = String::new();
    for (i, digit) in plain.chars().enumerate() {
        // A comma wherever whole groups of three are still to come.
        if i > 0 && (plain.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 body`, `2 bodies`
pub fn plural(number: usize, one: &str, many: &str) -> String {
    fill(word(&format!("{{}} {}", if number == 1 { one } else { many })), &[&count(number)])
}

fn sign(value: f64) -> &'static str {
    if value < 0.0 { "\u{2212}" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_keep_three_digits_and_their_unit() {
        for (value, unit, text) in [
            (0.0, "m", "0 m"),
            (0.00123, "m", "1.23 mm"),
            (-0.000_012_34, "m", "\u{2212}12.3 µm"),
            (1.0, "N·s", "1.00 N·s"),
            (999.6, "J", "1.00 kJ"),
            (12_345.0, "J", "12.3 kJ"),
            (2.0, "kg", "2.00 kg"),
            (0.25, "kg", "250 g"),
            (4.2e6, "kg", "4200 Mg"),
            (f64::INFINITY, "kg", "∞ kg"),
            (1454.3, "°", "1454 °"),
            (-30.04, "°/s", "\u{2212}30.0 °/s"),
            (0.999_6, "°", "1.00 °"),
            (0.012_34, "°", "0.0123 °"),
            (-5.4e-7, "°", "\u{2212}0.000000540 °"),
            (0.0, "°", "0 °"),
        ] {
            assert_eq!(quantity(value, unit), text, "{value}");
        }
    }

    #[test]
    fn a_separation_is_an_overlap_or_a_gap_and_has_no_sign() {
        for (metres, text) in [(-23.3e-6, "overlap 23.3 µm"), (0.006_44, "gap 6.44 mm"), (0.0, "gap 0 m")] {
            assert_eq!(separation(metres), text);
        }
    }

    #[test]
    fn counts_are_grouped_by_thousands() {
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(plural(1, "body", "bodies"), "1 body");
    }
}
