//! From TOML text to a tree of values.
//!
//! The parser's own tokens and tables are many times as large as the text. So a file is cut first: what stands under
//! each `[[bodies]]` is read by itself. Where that does not go, or something is wrong, the file is read as a whole,
//! which has the last word on faults.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::cut_toml::{self, Cut, Items};
use super::rows::{Document, LONG_LISTS, List};
use super::tree::{Field, Node, Value};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// Reads TOML; the error is an offset and what is wrong there.
pub(super) fn document(text: &str) -> Result<Document<'_>, (usize, String)> {
    let Some(document) = in_pieces(text) else { return tree(text).map(Document::whole) };
    #[cfg(fuzzing)]
    assert_eq!(tree(text).map(Node::into_owned), Ok(document.unfolded()), "{text}");
    Ok(document)
}

/// Reads it cut; none where that does not go, or something is wrong.
fn in_pieces(text: &str) -> Option<Document<'static>> {
    let cut = cut_toml::cut(text)?;
    // What is left when the long lists are cut out is short, and is read by the full parser.
    let mut root = tree(&cut.rest).ok()?.into_owned();
    root.relocate(&|at| cut.place(at));
    let Value::Table(mut fields) = root.value else { return None };
    let Cut { pieces, lists, .. } = cut;
    // Items under a header of their own are bodies of lines; items of a list in brackets are values.
    let lists = lists.map(|Items { spans, is_headed }| {
        let read: fn(&str) -> Option<Node<'_>> = if is_headed { under_header } else { value };
        (is_headed, List { spans, read })
    });
    for ((is_headed, list), key) in lists.iter().zip(LONG_LISTS) {
        if *is_headed {
            // A table of that name besides is a matter for who reads the whole.
            if fields.iter().any(|field| field.key == key) {
                return None;
            }
            let first = *list.spans.first()?;
            let (key_at, at) = (cut_toml::name_in_header(&pieces, first)?, list.item(&pieces, first)?.at);
            fields.push(Field { key: key.into(), key_at, node: Node { at, value: Value::List(vec![]) } });
        }
        // All items once, for their faults: after this the reader may take each without asking.
        if !list.spans.iter().all(|span| list.item(&pieces, *span).is_some()) {
            return None;
        }
    }
    // The order of the file, as if the whole had been read: faults are told in it.
    fields.sort_by_key(|field| field.key_at);
    let root = Node { at: 0, value: Value::Table(fields) };
    Some(Document { root, text: pieces.into(), lists: lists.map(|(_, list)| list) })
}

/// Reads one item of a long list in brackets.
fn value(text: &str) -> Option<Node<'_>> {
    // Trimmed before it is parsed, so the places must count the blanks in front.
    let behind = text.trim_start_matches([' ', '\t']);
    let mut node = node(DeValue::parse(behind.trim_end_matches([' ', '\t'])).ok()?);
    let start = text.len() - behind.len();
    node.relocate(&|at| start + at);
    Some(node)
}

/// Reads one item of a long list with its header.
fn under_header(text: &str) -> Option<Node<'_>> {
    let Value::Table(mut fields) = tree(text).ok()?.value else { return None };
    let Value::List(mut items) = fields.pop()?.node.value else { return None };
    items.pop().filter(|_| fields.is_empty() && items.is_empty())
}

/// Reads all of it; the error is an offset and what is wrong there.
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
    // The parser's order is its own; faults are told in that of the file.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::gallery;
    use proptest::prelude::*;

    /// What both ways of reading make of a text; whether it was read in pieces.
    fn compare(text: &str) -> bool {
        let Some(document) = in_pieces(text) else { return false };
        assert_eq!(tree(text).map(Node::into_owned), Ok(document.unfolded()), "{text}");
        true
    }

    #[test]
    fn read_in_pieces_a_file_is_what_it_is_as_a_whole() {
        for entry in gallery() {
            assert!(compare(entry.text), "{}", entry.id);
        }
        let in_pieces = [
            "",
            "\u{feff}[[bodies]]\nx = 1",
            "name = 'x' # bodies = [",
            "bodies = [\n  { shape.box.half = [1, 2, 3] }, # one\n  { name = \"a # ] \\\" b\" },\n]\n[camera]\nyaw_deg = 1\n",
            "bodies = [\n  {\n    a = 1, # one\n    b = [\n 1],\n  },\n]\n",
            "bodies = []\n[[grids]]\ncount = [1,\n\n 1, 1]\n[grids.body.shape]\nsphere = {radius = 1}",
            "[[bodies]] # one\r\nname = \"\"\"\r\n[[bodies]]\"\"\"\"\r\n[bodies.shape.sphere]\r\nradius = 0x1\r\n\r\n[rules]\r\nfloor = 1\r\n[[ bodies ]]\r\n",
            "# a remark that is long enough to be no part of what is read of the rest\n\n\nname = \"x\"\n[[bodies]]\n[camera]\nyaw_deg = 1",
            "about = '''\n# no remark\n'''''\n[[bodies]]\n[[bodies.list]]\nx = 1979-05-27\n[[bodies.list]]\ny = 1_0\n",
        ];
        for text in in_pieces {
            assert!(compare(text), "{text}");
        }
    }

    #[test]
    fn what_is_unusual_or_wrong_is_read_as_a_whole() {
        let whole = [
            "[[bodies]]\n[bodies]\nx = 1",
            "bodies = [{}]\n[[bodies]]\n",
            "[[bodies]]\n[camera]\n[bodies.shape]\n",
            "[bodies.a]\n[[bodies]]\n",
            "[[bodies]]\n[\"bodies\".shape]\nx = 1\n[[bodies]]\n",
            "bodies = [{},,{}]",
            "bodies = [{}] x",
            "bodies = [{}] x = [{}]",
            "bodies = [{}][{}]",
            "bodies = [\u{feff}1]",
            "name = \"a \u{feff} in a text\"\n[[bodies]]",
            "bodies = [{}}",
            "bodies = [{}\n[[grids]]",
            "[[bodies]]\nx = 1\nx = 2",
            "[[bodies]]\n# \u{1}\n",
            "name = \"a\n\"",
            "x = 1 # \r y",
            "[[bodie\n]]\n[bodiem]\nhalf = 0.30\n",
        ];
        for text in whole {
            assert!(in_pieces(text).is_none(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_change_of_a_file_tells_the_two_ways_apart(
            pieces in proptest::collection::vec(prop_oneof![
                Just("[[bodies]]"), Just("[bodies.shape]"), Just("[[grids]]"), Just("[grids.body]"), Just("[camera]"),
                Just("[bodies]"), Just("bodies"), Just("grids"), Just("name"), Just(" = "), Just("\n"), Just("\r\n"),
                Just("# remark"), Just("\"\"\""), Just("'''"), Just("\""), Just("'"), Just("{ a = 1 }"), Just("["), Just("]"),
                Just("{"), Just("}"), Just(","), Just("1"), Just("x = 1\n"), Just("bodies = [{}, {}]\n"), Just("\\"),
                Just("\u{feff}"),
            ], 0..14),
        ) {
            compare(&pieces.concat());
        }
    }
}
