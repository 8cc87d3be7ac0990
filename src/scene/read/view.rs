//! The table `view`: how a scene wants to be seen.

use super::super::view::{Bookmark, LAYER_NAMES, MAX_VIEW_ENTRIES, Pin, PinPlace, SceneView};
use super::super::{SceneBody, title_fault};
use super::{Node, POSITION, SceneReader, Value, did_you_mean, quote};
use glam::Vec3;
use std::collections::BTreeSet;

impl SceneReader {
    /// Reads it; the bodies it names must be among these.
    pub(super) fn view(&mut self, node: &Node<'_>, bodies: &[SceneBody]) -> SceneView {
        let mut view = SceneView::default();
        let fields = ["layers", "cameras", "pins", "counters", "peaks"];
        let Some(table) = self.table(node, "view", &fields) else { return view };
        if let Some(node) = table.get("layers") {
            view.layers = Some(self.chosen(node, "layers", "layer", &LAYER_NAMES));
        }
        // Names are resolved here, while their place in the file is known; a misspelt one gets a hint.
        let names: Vec<&str> = bodies.iter().filter_map(|body| body.name.as_deref()).collect();
        if let Some(node) = table.get("counters") {
            view.counters = self.chosen(node, "counters", "body", &names);
        }
        if let Some(node) = table.get("peaks") {
            view.peaks = self.chosen(node, "peaks", "body", &names);
        }
        // Cameras are chosen by name.
        let mut taken = BTreeSet::new();
        for item in table.get("cameras").map_or(&[][..], |node| self.short_list(node, "cameras")) {
            if let Some(bookmark) = self.bookmark(item) {
                if !taken.insert(bookmark.name.clone()) {
                    let name = quote(&bookmark.name);
                    self.fault(
                        item.at,
                        format!("there is already a camera named {name}; each name must be given once"),
                    );
                }
                view.cameras.push(bookmark);
            }
        }
        for item in table.get("pins").map_or(&[][..], |node| self.short_list(node, "pins")) {
            view.pins.extend(self.pin(item, &names));
        }
        view
    }

    fn bookmark(&mut self, node: &Node<'_>) -> Option<Bookmark> {
        let table = self.table(node, "a camera", &[&["name"], super::CAMERA.as_slice()].concat())?;
        let Some(name) = table.get("name") else {
            self.fault(table.at, "the camera has no name, such as name = \"from above\"");
            return None;
        };
        let name = self.checked_text(name, "name", line_fault)?;
        Some(Bookmark { name, camera: self.camera_fields(table) })
    }

    fn pin(&mut self, node: &Node<'_>, names: &[&str]) -> Option<Pin> {
        let table = self.table(node, "a pin", &["text", "point", "body"])?;
        let Some(text) = table.get("text") else {
            self.fault(table.at, "the pin has no text");
            return None;
        };
        let text = self.checked_text(text, "text", line_fault)?;
        // Either fixed in the world or carried by a body, never both.
        let place = match (table.get("point"), table.get("body")) {
            (Some(point), None) => PinPlace::Point(Vec3::from(self.numbers(point, "point", POSITION)?)),
            (None, Some(body)) => PinPlace::Body(self.known(body, "body", "body", names)?),
            _ => {
                self.fault(
                    table.at,
                    "a pin has either a point, such as point = [0.0, 1.0, 0.0], or the name of a body",
                );
                return None;
            }
        };
        Some(Pin { text, place })
    }

    /// A list that is not too long.
    fn short_list<'n, 't>(&mut self, node: &'n Node<'t>, name: &str) -> &'n [Node<'t>] {
        let items = self.list(node, name);
        if items.len() > MAX_VIEW_ENTRIES {
            let count = items.len();
            self.fault(node.at, format!("{name} has {count} entries, but must have at most {MAX_VIEW_ENTRIES}"));
            return &[];
        }
        items
    }

    /// A list of texts, each of them one of `known` and there once.
    fn chosen(&mut self, node: &Node<'_>, name: &str, what: &str, known: &[&str]) -> Vec<String> {
        let mut chosen: Vec<String> = vec![];
        for item in self.short_list(node, name) {
            let Some(text) = self.known(item, name, what, known) else { continue };
            if chosen.contains(&text) {
                self.fault(item.at, format!("{name} has {} twice", quote(&text)));
            }
            chosen.push(text);
        }
        chosen
    }

    /// A text that is one of `known`.
    fn known(&mut self, node: &Node<'_>, name: &str, what: &str, known: &[&str]) -> Option<String> {
        let text = self.text(node, name, "a text")?;
        if known.contains(&text.as_str()) {
            return Some(text);
        }
        let hint = did_you_mean(&text, known);
        let found = Value::Text(text.into()).describe();
        self.fault(node.at, format!("{name} names {found}, but there is no such {what}{hint}"));
        None
    }
}

/// Why a text is not fit to be shown as a line.
fn line_fault(text: &str) -> Option<String> {
    if text.is_empty() { Some("it must not be empty".into()) } else { title_fault(text) }
}
