//! The layers of a picture, their names, and which are on.

use serde::{Deserialize, Serialize};

/// The layers; every combination is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Layers {
    /// Contact points.
    pub points: bool,
    /// Contact normals.
    pub normals: bool,
    /// Normal impulses.
    pub impulses: bool,
    /// Friction impulses.
    pub friction: bool,
    /// Penetration depths.
    pub penetration: bool,
    /// Touched faces, edges and corners, lit on the bodies.
    pub features: bool,
    /// Words and numbers beside contacts.
    pub labels: bool,
    /// Velocities.
    pub velocities: bool,
    /// Spins.
    pub spins: bool,
    /// Body axes.
    pub axes: bool,
    /// Fat bounding boxes.
    pub aabbs: bool,
    /// The broad phase's tree.
    pub tree: bool,
    /// Islands, by colour.
    pub islands: bool,
    /// Sleep, by fading.
    pub sleep: bool,
    /// The normal field around the selected body.
    pub field: bool,
    /// The normals that the other rule would give.
    pub rules: bool,
    /// How far the selected contact's normal would turn.
    pub margin: bool,
}

impl Default for Layers {
    fn default() -> Self {
        // On at first is what this viewer is about: where bodies touch, by which part, and along which normal.
        Self {
            points: true,
            normals: true,
            impulses: false,
            friction: false,
            penetration: false,
            features: true,
            labels: false,
            velocities: false,
            spins: false,
            axes: false,
            aabbs: false,
            tree: false,
            islands: false,
            sleep: true,
            field: false,
            rules: false,
            margin: false,
        }
    }
}

impl Layers {
    /// All layers, in the order of lists and menus.
    pub const LIST: [Layer; 17] = [
        Layer::Points,
        Layer::Normals,
        Layer::Impulses,
        Layer::Friction,
        Layer::Penetration,
        Layer::Features,
        Layer::Labels,
        Layer::Velocities,
        Layer::Spins,
        Layer::Axes,
        Layer::Sleep,
        Layer::Islands,
        Layer::Aabbs,
        Layer::Tree,
        Layer::Field,
        Layer::Rules,
        Layer::Margin,
    ];

    /// Those that draw something at every contact.
    pub const CONTACTS: &'static [Layer] = Self::LIST.split_at(7).0;

    /// Those of bodies and of the broad phase.
    pub const BODIES: &'static [Layer] = Self::LIST.split_at(7).1.split_at(7).0;

    /// Those that answer what normals would be elsewhere.
    pub const ELSEWHERE: &'static [Layer] = Self::LIST.split_at(14).1;

    /// No layer: bodies alone.
    pub const NONE: Self = Self {
        points: false,
        normals: false,
        impulses: false,
        friction: false,
        penetration: false,
        features: false,
        labels: false,
        velocities: false,
        spins: false,
        axes: false,
        aabbs: false,
        tree: false,
        islands: false,
        sleep: false,
        field: false,
        rules: false,
        margin: false,
    };

    /// The layers named in a list such as `normals,features`; also `all` and `none`. Spaces do not matter.
    pub fn from_names(names: &str) -> Result<Self, UnknownLayer> {
        let mut layers = Self::NONE;
        // From left to right: `all,none,points` is points.
        for name in names.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            match (name, Layer::from_name(name)) {
                ("none", _) => layers = Self::NONE,
                ("all", _) => Self::LIST.iter().for_each(|l| layers.set(*l, true)),
                (_, Some(layer)) => layers.set(layer, true),
                (_, None) => return Err(UnknownLayer { name: name.to_owned() }),
            }
        }
        Ok(layers)
    }

    /// Whether a layer is on.
    pub fn get(&self, layer: Layer) -> bool {
        let mut copy = *self;
        *copy.switch(layer)
    }

    /// Turns a layer on or off.
    pub fn set(&mut self, layer: Layer, on: bool) {
        *self.switch(layer) = on;
    }

    /// Turns a layer on when it is off, and off when it is on.
    pub fn toggle(&mut self, layer: Layer) {
        let switch = self.switch(layer);
        *switch = !*switch;
    }

    /// A layer's own field, for check boxes.
    pub fn switch(&mut self, layer: Layer) -> &mut bool {
        // The one place that joins a layer with its field: all else goes by the layer.
        match layer {
            Layer::Points => &mut self.points,
            Layer::Normals => &mut self.normals,
            Layer::Impulses => &mut self.impulses,
            Layer::Friction => &mut self.friction,
            Layer::Penetration => &mut self.penetration,
            Layer::Features => &mut self.features,
            Layer::Labels => &mut self.labels,
            Layer::Velocities => &mut self.velocities,
            Layer::Spins => &mut self.spins,
            Layer::Axes => &mut self.axes,
            Layer::Aabbs => &mut self.aabbs,
            Layer::Tree => &mut self.tree,
            Layer::Islands => &mut self.islands,
            Layer::Sleep => &mut self.sleep,
            Layer::Field => &mut self.field,
            Layer::Rules => &mut self.rules,
            Layer::Margin => &mut self.margin,
        }
    }

    /// The next of: no contacts, points, points with normals and the features they leave, the same with impulses. No
    /// contacts is nothing at all of them: friction, penetration and labels go, too.
    pub fn cycle_contacts(&mut self) {
        // Off, points, normals, impulses, and off again; whatever else is on counts as the stage it comes to.
        let next = match (self.points, self.normals, self.impulses) {
            (_, true, true) => 0,
            (_, true, false) => 3,
            (true, false, _) => 2,
            (false, false, _) => 1,
        };
        if next == 0 {
            Self::CONTACTS.iter().for_each(|layer| self.set(*layer, false));
        }
        (self.points, self.normals, self.impulses) = (next >= 1, next >= 2, next >= 3);
        // The sign at the tail of a normal is explained by the feature that it names.
        if next == 2 {
            self.features = true;
        }
    }

    /// Whether any layer is on that draws something at contacts.
    pub fn any_contact(&self) -> bool {
        Self::CONTACTS.iter().any(|layer| self.get(*layer))
    }
}

/// One layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Contact points.
    Points,
    /// Contact normals.
    Normals,
    /// Normal impulses.
    Impulses,
    /// Friction impulses.
    Friction,
    /// Penetration depths.
    Penetration,
    /// Touched features.
    Features,
    /// Words beside contacts.
    Labels,
    /// Velocities.
    Velocities,
    /// Spins.
    Spins,
    /// Body axes.
    Axes,
    /// Fat bounding boxes.
    Aabbs,
    /// The broad phase's tree.
    Tree,
    /// Islands.
    Islands,
    /// Sleep.
    Sleep,
    /// The normal field.
    Field,
    /// The other rule's normals.
    Rules,
    /// The flip margin.
    Margin,
}

impl Layer {
    /// The layer of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Layers::LIST.into_iter().find(|layer| layer.name() == name)
    }

    /// One lower-case word: in `--show` and in settings.
    pub const fn name(self) -> &'static str {
        // Written into files and scripts: not translated, and not changed without a reader for the old one.
        match self {
            Self::Points => "points",
            Self::Normals => "normals",
            Self::Impulses => "impulses",
            Self::Friction => "friction",
            Self::Penetration => "penetration",
            Self::Features => "features",
            Self::Labels => "labels",
            Self::Velocities => "velocities",
            Self::Spins => "spins",
            Self::Axes => "axes",
            Self::Aabbs => "aabbs",
            Self::Tree => "tree",
            Self::Islands => "islands",
            Self::Sleep => "sleep",
            Self::Field => "field",
            Self::Rules => "rules",
            Self::Margin => "margin",
        }
    }

    /// On buttons and in menus.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Points => "Points",
            Self::Normals => "Normals",
            Self::Impulses => "Normal impulses",
            Self::Friction => "Friction",
            Self::Penetration => "Penetration",
            Self::Features => "Features",
            Self::Labels => "Labels",
            Self::Velocities => "Velocities",
            Self::Spins => "Spins",
            Self::Axes => "Body axes",
            Self::Aabbs => "Bounding boxes",
            Self::Tree => "Tree",
            Self::Islands => "Islands",
            Self::Sleep => "Sleep",
            Self::Field => "Normal field",
            Self::Rules => "Other rule",
            Self::Margin => "Flip margin",
        }
    }

    /// What it shows, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Points => {
                "Where bodies touch: green when new, blue when it was there a step ago, a ring when still apart"
            }
            Self::Normals => {
                "From the body that pushes, the way the other is pushed; the sign at the tail is the touched part"
            }
            Self::Impulses => "How hard bodies push each other, along the normal",
            Self::Friction => "How hard bodies drag each other, across the normal",
            Self::Penetration => "How deep bodies overlap, drawn ten times too long",
            Self::Features => "The face, edge or corner that touches, lit on the body",
            Self::Labels => "Names, features and numbers beside contacts",
            Self::Velocities => "Where each centre would be in 0.2 s",
            Self::Spins => "The axis of each spin, and the angle turned in 0.2 s",
            Self::Axes => "Each body's own x, y and z",
            Self::Aabbs => "The fat bounding boxes of the broad phase",
            Self::Tree => "The boxes of the broad phase's tree, fainter with depth",
            Self::Islands => "Bodies that sleep and wake together, by colour",
            Self::Sleep => "Sleeping bodies fade",
            Self::Rules => "Hollow: the normal the other rule would give a ball on a box, with the angle between",
            Self::Margin => "How far the selected contact's normal would turn if its bodies stood a little otherwise",
            Self::Field => "What a ball would touch around the selected body, and along which normal",
        }
    }

    /// The digit key that switches it; empty when none does.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Points => "1",
            Self::Normals => "2",
            Self::Impulses => "3",
            Self::Friction => "4",
            Self::Penetration => "5",
            Self::Features => "6",
            Self::Labels => "7",
            _ => "",
        }
    }
}

/// A name that no layer has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no layer {name:?}; the layers are {}, and all and none", list())]
pub struct UnknownLayer {
    /// As it was written.
    pub name: String,
}

fn list() -> String {
    Layers::LIST.map(Layer::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_is_found_by_its_name_and_switches_itself_alone() {
        for layer in Layers::LIST {
            let layers = Layers::from_names(layer.name()).unwrap();
            for other in Layers::LIST {
                assert_eq!(layers.get(other), other == layer, "{layer:?} {other:?}");
            }
        }
    }

    #[test]
    fn lists_of_names_add_up() {
        let layers = Layers::from_names(" normals, features,normals").unwrap();
        assert_eq!(layers, Layers { normals: true, features: true, ..Layers::NONE });
        assert!(Layers::LIST.iter().all(|l| Layers::from_names("all").unwrap().get(*l)));
        assert_eq!(Layers::from_names("none"), Ok(Layers::NONE));
        assert_eq!(Layers::from_names(""), Ok(Layers::NONE));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_names_there_are() {
        let error = Layers::from_names("normals,shadow").unwrap_err().to_string();
        assert!(error.contains("\"shadow\"") && error.contains("penetration"), "{error}");
    }

    #[test]
    fn the_contact_cycle_has_four_stages() {
        // None means none, whatever else was on.
        let mut layers = Layers { labels: true, friction: true, penetration: true, ..Layers::NONE };
        let mut seen = vec![];
        for _ in 0..4 {
            layers.cycle_contacts();
            seen.push((layers.points, layers.normals, layers.impulses));
        }
        assert_eq!(seen, [(true, false, false), (true, true, false), (true, true, true), (false, false, false)]);
        assert!(!layers.any_contact(), "{layers:?}");
    }
}
