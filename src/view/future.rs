//! What changes change and what futures are called, in words.

use super::{DrawList, ViewOptions};
use crate::language::quantity::plural;
use crate::language::{inside, phrase, spoken_in, word};
use crate::say;
use crate::timeline::{Alteration, ChangeLabel};

/// What a change changes, in the language that is spoken: `mass of ball`.
pub fn label_text(label: &ChangeLabel) -> String {
    let name = |body: &Option<String>| body.clone().unwrap_or_else(|| word("body").into());
    // Data until here: in which language it is told is decided where it is shown.
    match label {
        ChangeLabel::Property { property, body } => say!("{0} of {1}", inside(property), name(body)),
        ChangeLabel::Setting(setting) => inside(setting),
        ChangeLabel::Added(body) => say!("adding {}", name(body)),
        ChangeLabel::Removed(body) => say!("removing {}", name(body)),
        ChangeLabel::PropertyOfSeveral { property, count } => {
            say!("{0} of {1}", inside(property), plural(*count, "body", "bodies"))
        }
        ChangeLabel::AddedSeveral(count) => say!("adding {}", plural(*count, "body", "bodies")),
        ChangeLabel::RemovedSeveral(count) => say!("removing {}", plural(*count, "body", "bodies")),
        ChangeLabel::Renamed(body) => say!("name of {}", name(body)),
        ChangeLabel::Control(control) => phrase(control),
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
