//! What a change changes, as data.

/// What a change changes. It is no text yet: whoever shows it puts it into words of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeLabel {
    /// A property of a body.
    Property {
        /// Its title, in English.
        property: &'static str,
        /// The body's name; none when it is gone.
        body: Option<String>,
    },
    /// A constant of the world, by its English title.
    Setting(&'static str),
    /// A body that was added.
    Added(Option<String>),
    /// A body that was removed.
    Removed(Option<String>),
    /// A property of several bodies.
    PropertyOfSeveral {
        /// Its title, in English.
        property: &'static str,
        /// How many bodies.
        count: usize,
    },
    /// So many bodies that were added together.
    AddedSeveral(usize),
    /// So many bodies that were removed together.
    RemovedSeveral(usize),
    /// The name of a body.
    Renamed(Option<String>),
    /// A parameter or a handle of a laboratory, or a way of drawing in it, by its English name.
    Control(String),
}

/// What sets one future apart from another: what was changed, from what to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alteration {
    /// What was changed.
    pub label: ChangeLabel,
    /// What it was and what it became, as short texts with their unit; none of what has no value, such as a body added.
    pub values: Option<[String; 2]>,
}

impl Alteration {
    /// The same seen from the other future.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { values: self.values.map(|[from, to]| [to, from]), ..self }
    }
}
