//! The long lists of a scene file, read one item at a time: a tree of all of them would be many times as large as the
//! file.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::tree::Node;
#[cfg(any(test, fuzzing))]
use super::tree::{Field, Value};
use std::borrow::Cow;

/// The fields of a scene whose items are read one at a time.
pub(super) const LONG_LISTS: [&str; 2] = ["bodies", "grids"];

/// Where an item stands: its first byte, and the one behind its last; files have at most 64 MiB.
pub(super) type ByteSpan = (u32, u32);

/// One of the long lists: where its items stand, and who reads one of them.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub spans: Vec<ByteSpan>,
    /// What an item's text says; none where it is not sound.
    pub read: fn(&str) -> Option<Node<'_>>,
}

impl Default for List {
    fn default() -> Self {
        Self { spans: vec![], read: |_| None }
    }
}

impl List {
    /// Reads one item from the text of the file.
    pub fn item<'t>(&self, text: &'t str, (start, end): ByteSpan) -> Option<Node<'t>> {
        let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
        let start = range.start;
        let mut node = (self.read)(text.get(range)?)?;
        // An item is read by itself, so its places count from its own first byte.
        node.relocate(&|at| start + at);
        Some(node)
    }
}

/// A file: its tree, in which the long lists are empty, and where their items stand.
#[derive(Clone, Debug)]
pub(crate) struct Document<'t> {
    /// All but the items of the long lists.
    pub root: Node<'t>,
    /// What the items are read from: the file, or a copy with the same places.
    pub(super) text: Cow<'t, str>,
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
        let Some(list) = LONG_LISTS.iter().position(|name| *name == key).map(|index| &self.lists[index]) else {
            return;
        };
        for span in &list.spans {
            // What is here has been read once, and found sound.
            if let Some(node) = list.item(&self.text, *span)
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
            // Long lists stand beside the tree; here they are put back where their key is.
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
