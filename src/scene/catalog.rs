//! The gallery: scenes that come with the program.

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name to open it by: the file's name without its ending.
    pub id: &'static str,
    /// The TOML text.
    pub text: &'static str,
}

/// The gallery in the order of its listing; the first is the opening scene.
pub fn gallery() -> &'static [Entry] {
    &[]
}
