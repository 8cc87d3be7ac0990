//! The long lists of a scene file, read one item at a time: a tree of all of them would be many times as large as the
//! file.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::tree::Node;
#[cfg(any(test, fuzzing))]
use super::tree::{Field, Value};
use super::{from_json, from_toml};
use std::ops::Range;

/// The fields of a scene whose items are read one at a time.
pub(super) const LONG_LISTS: [&str; 2] = ["bodies", "grids"];

/// How the items of a list are written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Form {
    /// A value of JSON.
    #[default]
    Json,
    /// A value of TOML, in brackets.
    Toml,
    /// Of TOML under a header of its own, `[[bodies]]`.
    TomlHeaded,
}

/// A place in the text; files have at most 64 MiB.
pub(super) type Span = (u32, u32);

/// One of the long lists: where its items stand.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// How they are written.
    pub form: Form,
    /// First byte, and the one behind the last.
    pub spans: Vec<Span>,
}

/// A file: its tree, in which the long lists are empty, and where their items stand.
#[derive(Clone, Debug)]
pub(crate) struct Document<'t> {
    /// All but the items of the long lists.
    pub root: Node<'t>,
    /// What the items are read from: the file, or a copy with the same places.
    pub(super) text: std::borrow::Cow<'t, str>,
    /// The lists, as in [`LONG_LISTS`].
    pub(super) lists: [List; LONG_LISTS.len()],
}

impl<'t> Document<'t> {
    /// One that is small enough to be a tree altogether.
    pub(super) fn whole(root: Node<'t>) -> Self {
        Self { root, text: "".into(), lists: Default::default() }
    }

    /// Visits the items of a list, one after the other, wherever they are, until `visit` is false.
    pub(super) fn each(&self, key: &str, mut visit: impl FnMut(&Node<'_>) -> bool) {
        let list = LONG_LISTS.iter().position(|name| *name == key).map(|index| &self.lists[index]);
        for span in list.map_or(&[][..], |list| &list.spans) {
            let form = list.map(|list| list.form).unwrap_or_default();
            // What is here has been read once, and found sound.
            if let Some(node) = item(&self.text, *span, form)
                && !visit(&node)
            {
                return;
            }
        }
    }

    /// The tree with all the items in it, for those who compare.
    #[cfg(any(test, fuzzing))]
    pub(super) fn unfolded(&self) -> Node<'static> {
        let mut root = self.root.clone().into_owned();
        if let Value::Table(fields) = &mut root.value {
            for Field { key, node, .. } in fields {
                let mut items = vec![];
                self.each(key, |item| {
                    items.push(item.clone().into_owned());
                    true
                });
                if !items.is_empty() {
                    node.value = Value::List(items);
                }
            }
        }
        root
    }
}

/// Reads one item; none where it is not sound.
pub(super) fn item(text: &str, (start, end): Span, form: Form) -> Option<Node<'_>> {
    let range = Range { start: usize::try_from(start).ok()?, end: usize::try_from(end).ok()? };
    let (at, piece) = (range.start, text.get(range)?);
    let mut node = match form {
        Form::Json => from_json::value(piece)?,
        Form::Toml => from_toml::value(piece)?,
        Form::TomlHeaded => from_toml::under_header(piece)?,
    };
    node.shift(at);
    Some(node)
}
