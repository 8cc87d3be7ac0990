//! What can be taken back and done again.

/// A change that can be taken back.
pub(crate) trait UndoableChange: Sized {
    /// Older changes than this many are forgotten.
    const LIMIT: usize;

    /// Takes up a later change of the same gesture, if this one still leads back to where it began; else gives it back.
    fn absorb(&mut self, later: Self) -> Option<Self>;
}

/// Two stacks: of changes done, and of those taken back.
#[derive(Clone, Debug)]
pub(crate) struct History<C, U = C> {
    /// Done, the latest last.
    pub undo: Vec<C>,
    /// Taken back, the latest last.
    pub redo: Vec<U>,
    /// Whether the last change belongs to a gesture still going on.
    pub gesture: bool,
}

impl<C, U> Default for History<C, U> {
    fn default() -> Self {
        Self { undo: vec![], redo: vec![], gesture: false }
    }
}

impl<C: UndoableChange, U> History<C, U> {
    /// Notes a change; those of one gesture become one. What was taken back cannot be done again.
    pub fn record(&mut self, change: C) {
        self.redo.clear();
        // Within a gesture the first value and the last are all that undo needs.
        let change = match self.undo.last_mut().filter(|_| self.gesture) {
            Some(last) => last.absorb(change),
            None => Some(change),
        };
        change.into_iter().for_each(|change| self.push(change));
        self.gesture = true;
    }

    /// Puts a change on the stack of those done.
    pub fn push(&mut self, change: C) {
        if self.undo.len() == C::LIMIT {
            self.undo.remove(0);
        }
        self.undo.push(change);
    }
}
