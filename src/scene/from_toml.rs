//! From TOML text to a tree of values.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::tree::{Field, Node, Value};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// Reads TOML; the error is an offset and what is wrong there.
pub(super) fn tree(text: &str) -> Result<Node<'_>, (usize, String)> {
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (at, format!("this is not valid TOML: {}", error.message().trim_end().replace('\n', ", ")))
    })?;
    Ok(Node { at: 0, value: table(root.into_inner()) })
}

fn table(table: DeTable<'_>) -> Value<'_> {
    let mut fields: Vec<Field<'_>> = table
        .into_iter()
        .map(|(key, value)| Field { key_at: key.span().start, key: key.into_inner(), node: node(value) })
        .collect();
    fields.sort_by_key(|field| field.key_at);
    Value::Table(fields)
}

fn node(value: Spanned<DeValue<'_>>) -> Node<'_> {
    let at = value.span().start;
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text),
        DeValue::Integer(integer) => Value::Number(decimal(&integer)),
        DeValue::Float(float) => Value::Number(Cow::Owned(float.as_str().into())),
        DeValue::Boolean(value) => Value::Bool(value),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => Value::List(items.into_iter().map(node).collect()),
        DeValue::Table(fields) => table(fields),
    };
    Node { at, value }
}

/// TOML also has whole numbers in base 2, 8 and 16; one too large for any field stays as it is typed.
fn decimal(integer: &DeInteger<'_>) -> Cow<'static, str> {
    let value = i128::from_str_radix(integer.as_str(), integer.radix());
    Cow::Owned(value.map_or_else(|_| integer.to_string(), |value| value.to_string()))
}
