//! What a change changes, in words.

use crate::timeline::Label;

/// What a change changes, in the language that is spoken: `mass of ball`.
pub fn label_text(label: &Label) -> String {
    label.text()
}
