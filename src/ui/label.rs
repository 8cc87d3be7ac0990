//! What a change changes, in words.

use crate::say;
use crate::timeline::Label;
use crate::words::{phrase, word};

/// What a change changes, in the language that is spoken: `mass of ball`.
pub fn label_text(label: &Label) -> String {
    let name = |body: &Option<String>| body.clone().unwrap_or_else(|| word("body").into());
    match label {
        Label::Property { property, body } => say!("{0} of {1}", word(property), name(body)),
        Label::Setting(setting) => word(setting).into(),
        Label::Added(body) => say!("adding {}", name(body)),
        Label::Removed(body) => say!("removing {}", name(body)),
        Label::Renamed(body) => say!("name of {}", name(body)),
        Label::Control(control) => phrase(control),
    }
}
