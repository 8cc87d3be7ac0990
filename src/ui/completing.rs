//! A field in which names are completed as one types: quantities, bodies, features, units.

use crate::condition::{Scope, complete};
use crate::language::word;
use egui::{CompletionPopup, RectAlign, Response, RichText, Suggestion, TextEdit, Ui};

/// Shows the field with a list below it of how its text may go on: arrows and mouse choose, Tab, Enter and a click take
/// one, Escape closes the list. Answers whether the list is open, too: then the text is still on its way.
pub(super) fn show(ui: &mut Ui, field: TextEdit<'_>, scope: Scope<'_>) -> (Response, bool) {
    // The word that is completed is found by the grammar, so the list is given all that stands before the cursor.
    let popup = CompletionPopup::new(ui.make_persistent_id(0)).word_boundary(|_| false);
    let output = popup.align(RectAlign::BOTTOM_START).max_height(190.0).show(ui, field, |query| {
        let before = query.word;
        let suggestion = |completion: crate::condition::Completion| {
            let shown = RichText::new(completion.insert.trim_end_matches([' ', ','])).monospace().size(12.0);
            let insert = format!("{}{}", &before[..completion.from], completion.insert);
            let suggestion = Suggestion::new(insert).content(shown);
            let about = if completion.about.is_empty() { "" } else { word(completion.about) };
            if about.is_empty() { suggestion } else { suggestion.description(RichText::new(about).small()) }
        };
        complete(before, scope).into_iter().map(suggestion).collect()
    });
    (output.text_edit.response.response, output.is_open)
}
