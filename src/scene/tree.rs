//! The tree of values that a file is made of, whatever its syntax: each value knows where it stands.
//!
//! TOML and JSON are read into it, scenes are read from it and written to it, so that both syntaxes have the same
//! fields, ranges and messages.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::borrow::Cow;

/// A value and its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node<'t> {
    /// Offset of its first byte in the text.
    pub at: usize,
    /// What stands there.
    pub value: Value<'t>,
}

/// One value of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'t> {
    /// JSON's `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as typed (decimal, without underscores): turned into a float only once, by who needs it.
    Number(Cow<'t, str>),
    /// A text.
    Text(Cow<'t, str>),
    /// TOML's dates and times, as typed.
    Date(String),
    /// A list.
    List(Vec<Node<'t>>),
    /// A table; its keys differ.
    Table(Vec<Field<'t>>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field<'t> {
    /// The key.
    pub key: Cow<'t, str>,
    /// Offset of the key's first byte in the text.
    pub key_at: usize,
    /// The value.
    pub node: Node<'t>,
}

impl Node<'_> {
    /// The same, with texts of its own.
    pub fn into_owned(self) -> Node<'static> {
        Node { at: self.at, value: self.value.into_owned() }
    }

    /// Moves it, and all in it: it was read from a part of the text, of which `place` tells where it stands.
    pub fn relocate(&mut self, place: &impl Fn(usize) -> usize) {
        self.at = place(self.at);
        // Keys and values alike: a fault may be told of either.
        match &mut self.value {
            Value::List(items) => items.iter_mut().for_each(|item| item.relocate(place)),
            Value::Table(fields) => {
                for field in fields {
                    field.key_at = place(field.key_at);
                    field.node.relocate(place);
                }
            }
            _ => {}
        }
    }
}

impl Value<'_> {
    /// The same, with texts of its own.
    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        // Numbers stay text: how many digits were written matters when they are written again.
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(text) => Value::Number(own(text)),
            Self::Text(text) => Value::Text(own(text)),
            Self::Date(text) => Value::Date(text),
            Self::List(items) => Value::List(items.into_iter().map(Node::into_owned).collect()),
            Self::Table(fields) => Value::Table(
                fields
                    .into_iter()
                    .map(|field| Field { key: own(field.key), key_at: field.key_at, node: field.node.into_owned() })
                    .collect(),
            ),
        }
    }

    /// The value in words, short enough for a message.
    pub fn describe(&self) -> String {
        // What it is, not all of what it holds: messages are lines.
        match self {
            Self::Null => "null".into(),
            Self::Bool(value) => value.to_string(),
            Self::Number(text) => shorten(text).into_owned(),
            Self::Text(text) => quote(text),
            Self::Date(text) => format!("the date {text}"),
            Self::List(items) if items.is_empty() => "an empty list".into(),
            Self::List(items) => format!("a list of {}", items.len()),
            Self::Table(_) => "a table".into(),
        }
    }
}

/// The text in quotation marks, escaped and shortened, safe to print.
pub(crate) fn quote(text: &str) -> String {
    format!("{:?}", shorten(text))
}

fn shorten(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Turns byte offsets of one text into lines and columns.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Finds where the lines of `text` begin.
    pub fn new(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Self { text, starts }
    }

    /// Line and column from 1, the column in characters, of the byte at `at`.
    pub fn locate(&self, at: usize) -> (usize, usize) {
        let at = self.text.floor_char_boundary(at);
        let line = self.starts.partition_point(|start| *start <= at);
        (line, 1 + self.text[self.starts[line - 1]..at].chars().count())
    }
}
