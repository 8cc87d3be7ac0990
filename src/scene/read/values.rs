//! Single values: each is read, or what is wrong with it is noted.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::super::spelling::nearest;
use super::super::tree::{Node, Value, quote};
use super::{FieldTable, MAX_FAULTS, Range, SIZE, SceneReader};
use crate::physics::property::{self, Number, Property};
use glam::Vec3;

impl SceneReader {
    pub(super) fn fault(&mut self, at: usize, message: impl Into<String>) {
        // A file that is no scene at all must not fill the memory with faults.
        match self.faults.len() {
            0..MAX_FAULTS => self.faults.push((at, message.into())),
            MAX_FAULTS => self.faults.push((at, "there are more faults; they are left out".into())),
            _ => {}
        }
    }

    pub(super) fn mismatch(&mut self, node: &Node<'_>, name: &str, expected: &str) {
        self.fault(node.at, format!("{name} is {}, but must be {expected}", node.value.describe()));
    }

    /// A table that has no other fields than these.
    pub(super) fn table<'n, 't>(
        &mut self,
        node: &'n Node<'t>,
        what: &str,
        known: &[&str],
    ) -> Option<FieldTable<'n, 't>> {
        let Value::Table(fields) = &node.value else {
            self.mismatch(node, what, "a table");
            return None;
        };
        // Unknown fields are faults, because a misspelt one would otherwise be passed over in silence.
        for field in fields.iter().filter(|field| !known.contains(&&*field.key)) {
            let (key, hint) = (quote(&field.key), did_you_mean(&field.key, known));
            let known = known.join(", ");
            self.fault(field.key_at, format!("unknown field {key} in {what}: expected {known}{hint}"));
        }
        Some(FieldTable { at: node.at, fields })
    }

    pub(super) fn required<'n, 't>(
        &mut self,
        table: FieldTable<'n, 't>,
        what: &str,
        key: &str,
    ) -> Option<&'n Node<'t>> {
        let node = table.get(key);
        if node.is_none() {
            self.fault(table.at, format!("{what} needs the field {key}"));
        }
        node
    }

    pub(super) fn list<'n, 't>(&mut self, node: &'n Node<'t>, name: &str) -> &'n [Node<'t>] {
        match &node.value {
            Value::List(items) => items,
            _ => {
                self.mismatch(node, name, "a list of tables");
                &[]
            }
        }
    }

    pub(super) fn text(&mut self, node: &Node<'_>, name: &str, expected: &str) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.to_string()),
            _ => {
                self.mismatch(node, name, expected);
                None
            }
        }
    }

    /// The text of a key in which `check` finds no fault.
    pub(super) fn checked_text(
        &mut self,
        node: &Node<'_>,
        key: &str,
        check: fn(&str) -> Option<String>,
    ) -> Option<String> {
        let text = self.text(node, key, "a text")?;
        if let Some(fault) = check(&text) {
            self.fault(node.at, format!("{key} is {}, but {fault}", quote(&text)));
        }
        Some(text)
    }

    /// The radius of a frustum's cap (m): a size, or 0 for an apex.
    pub(super) fn cap_radius(&mut self, node: &Node<'_>, name: &str) -> Option<f32> {
        match &node.value {
            // Compared as a float, so that 0, 0.0 and -0 are one.
            Value::Number(text) if text.parse() == Ok(0.0_f32) => Some(0.0),
            _ => self.number(node, name, SIZE),
        }
    }

    pub(super) fn number(&mut self, node: &Node<'_>, name: &str, range: Range) -> Option<f32> {
        let Value::Number(text) = &node.value else {
            self.mismatch(node, name, "a number");
            return None;
        };
        // What overflows single precision is infinite here, and no range holds it.
        let value = text.parse().unwrap_or(f32::NAN);
        if range.holds(value) {
            return Some(value);
        }
        let (found, unit) = (node.value.describe(), range.after_number());
        let Range { min, max, .. } = range;
        self.fault(
            node.at,
            // In words that a person uses, instead of 1.17e-38 … 3.40e38.
            if min == f32::MIN {
                format!("{name} is {found}, but must be a finite number within ±3.4e38")
            } else if min == f32::MIN_POSITIVE {
                format!("{name} is {found}, but must be a finite number above 0{unit}")
            } else {
                format!("{name} is {found}, but must lie within {min} … {max}{unit}")
            },
        );
        None
    }

    pub(super) fn whole(&mut self, node: &Node<'_>, name: &str, min: u64, max: u64) -> Option<u64> {
        let value = match &node.value {
            // Programs may write 4.0 for 4.
            Value::Number(text) => text.strip_suffix(".0").unwrap_or(text).parse().ok(),
            _ => None,
        };
        let value = value.filter(|value| (min..=max).contains(value));
        if value.is_none() {
            let found = node.value.describe();
            self.fault(node.at, format!("{name} is {found}, but must be a whole number within {min} … {max}"));
        }
        value
    }

    pub(super) fn array<'n, 't, const N: usize>(
        &mut self,
        node: &'n Node<'t>,
        name: &str,
        expected: &str,
    ) -> Option<&'n [Node<'t>; N]> {
        let items = match &node.value {
            Value::List(items) => items.as_slice().try_into().ok(),
            _ => None,
        };
        if items.is_none() {
            self.mismatch(node, name, expected);
        }
        items
    }

    /// Exactly `N` numbers, each within the range.
    pub(super) fn numbers<const N: usize>(&mut self, node: &Node<'_>, name: &str, range: Range) -> Option<[f32; N]> {
        let items = self.array::<N>(node, name, &format!("a list of {N} numbers"))?;
        // All are read before a wrong one ends it, so that each has its own fault.
        let mut numbers = [Some(0.0); N];
        for (number, item) in numbers.iter_mut().zip(items) {
            *number = self.number(item, name, range);
        }
        numbers.iter().all(Option::is_some).then(|| numbers.map(Option::unwrap_or_default))
    }

    pub(super) fn set_row<T>(&mut self, table: FieldTable<'_, '_>, row: &Number<T>, of: &mut T) {
        let Property { name: property::Name { key, .. }, min, max, .. } = row.property;
        let Some(node) = table.get(key) else { return };
        let value = if row.is_whole {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "ends of a table, whole numbers"
            )]
            let [min, max] = [min as u64, max as u64];
            self.whole(node, key, min, max).map(|count| count as f32)
        } else {
            self.number(node, key, Range::of(&row.property))
        };
        if let Some(value) = value {
            (row.set)(of, value);
        }
    }

    pub(super) fn set(&mut self, table: FieldTable<'_, '_>, name: &str, range: Range, to: &mut f32) {
        if let Some(value) = table.get(name).and_then(|n| self.number(n, name, range)) {
            *to = value;
        }
    }

    pub(super) fn set_switch(&mut self, table: FieldTable<'_, '_>, name: &str, to: &mut bool) {
        let Some(node) = table.get(name) else { return };
        match node.value {
            Value::Bool(value) => *to = value,
            _ => self.mismatch(node, name, "true or false"),
        }
    }

    /// Each component within the range.
    pub(super) fn set_vector(&mut self, table: FieldTable<'_, '_>, name: &str, range: Range, to: &mut Vec3) {
        if let Some(value) = table.get(name).and_then(|n| self.numbers(n, name, range)) {
            *to = Vec3::from(value);
        }
    }

    /// The length of the vector within the range.
    pub(super) fn set_bounded(&mut self, table: FieldTable<'_, '_>, name: &str, range: Range, to: &mut Vec3) {
        let Some(node) = table.get(name) else { return };
        // Components that are within bounds keep the length from overflowing.
        let component = Range { min: -range.max, ..range };
        let Some(value) = self.numbers(node, name, component).map(Vec3::from) else { return };
        let (length, unit) = (value.length(), range.after_number());
        let Range { min, max, .. } = range;
        if !range.holds(length) {
            self.fault(node.at, format!("{name} has the length {length}, but it must lie within {min} … {max}{unit}"));
        }
        *to = value;
    }

    pub(super) fn set_choice<T: Copy>(
        &mut self,
        table: FieldTable<'_, '_>,
        name: &str,
        choices: &[(&str, T)],
        to: &mut T,
    ) {
        let Some(node) = table.get(name) else { return };
        if let Value::Text(text) = &node.value
            && let Some((_, value)) = choices.iter().find(|(choice, _)| choice == text)
        {
            *to = *value;
            return;
        }
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let hint = if let Value::Text(text) = &node.value { did_you_mean(text, &words) } else { String::new() };
        let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
        self.mismatch(node, name, &format!("one of {}{hint}", words.join(", ")));
    }
}

/// `; did you mean "x"?` when one of the words is nearly what was typed, else nothing.
pub(super) fn did_you_mean(typed: &str, words: &[&str]) -> String {
    nearest(typed, words.iter().copied()).map_or_else(String::new, |word| format!("; did you mean {}?", quote(word)))
}
