//! What changes change and what futures are called, in words.

use super::{DrawList, ViewOptions};
use crate::say;
use crate::timeline::{Alteration, Label};
use crate::words::quantity::plural;
use crate::words::{inside, phrase, spoken_in, word};

/// What a change changes, in the language that is spoken: `mass of ball`.
pub fn label_text(label: &Label) -> String {
    let name = |body: &Option<String>| body.clone().unwrap_or_else(|| word("body").into());
    match label {
        Label::Property { property, body } => say!("{0} of {1}", inside(property), name(body)),
        Label::Setting(setting) => inside(setting),
        Label::Added(body) => say!("adding {}", name(body)),
        Label::Removed(body) => say!("removing {}", name(body)),
        Label::PropertyOfSeveral { property, count } => {
            say!("{0} of {1}", inside(property), plural(*count, "body", "bodies"))
        }
        Label::AddedSeveral(count) => say!("adding {}", plural(*count, "body", "bodies")),
        Label::RemovedSeveral(count) => say!("removing {}", plural(*count, "body", "bodies")),
        Label::Renamed(body) => say!("name of {}", name(body)),
        Label::Control(control) => phrase(control),
    }
}

/// What sets two futures apart, in the language that is spoken: `restitution of ball 0.85 → 0.1`.
pub fn alteration_text(alteration: &Alteration) -> String {
    let what = label_text(&alteration.label);
    match &alteration.values {
        Some([from, to]) => format!("{what} {} → {}", word(from), word(to)),
        None => what,
    }
}

/// Notes in a picture what its translucent things are: by what the future they belong to differs from the run.
pub fn note_future(list: &mut DrawList, alteration: &Alteration, options: &ViewOptions) {
    let note = || say!("Translucent: without {}", alteration_text(alteration));
    list.notes.push(spoken_in(options.language, note));
}
