//! In which order contacts are solved: colours by first fit, and groups of eight within them.
//!
//! Contacts of one colour push no body twice, so within a colour order means nothing. Which colour a contact has does.

use std::collections::BTreeMap;

/// The two slots of a contact.
pub type Key = (u32, u32);

const COLORS: usize = 64;
const LANES: usize = 8;

/// How a contact treats one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    /// It cannot be pushed.
    Fixed,
    /// It is pushed by this contact alone in the colour.
    Alone,
    /// It hardly feels the contact, by this share of the contact's response, and others of the colour push it as well.
    Shared(f64),
}

impl Touch {
    /// By the share of the contact's response that is the body's own: 1/32 is light.
    pub fn new(part: f64) -> Self {
        match part {
            0.0 => Self::Fixed,
            part if part > 1.0 / 32.0 => Self::Alone,
            part => Self::Shared(part),
        }
    }

    pub fn feels(self) -> bool {
        self != Self::Fixed
    }

    /// Whether it hangs together with the other: what has a ten-thousandth of the response is ground.
    pub fn links(self) -> bool {
        match self {
            Self::Fixed => false,
            Self::Alone => true,
            Self::Shared(part) => part > 1e-4,
        }
    }
}

/// Contacts of one point, and of several, of one colour, in the order of their places.
#[derive(Clone, Debug, Default)]
struct Color {
    classes: [Vec<Key>; 2],
}

/// Who stands where.
#[derive(Clone, Debug, Default)]
pub struct Order {
    colors: Vec<Color>,
    touch: BTreeMap<Key, [Touch; 2]>,
}

impl Order {
    pub fn touch(&self, key: Key) -> [Touch; 2] {
        self.touch[&key]
    }

    /// All contacts by colour, those of one point first.
    pub fn keys(&self) -> Vec<(Key, bool)> {
        let list = |color: &Color| {
            let class = |k: usize| color.classes[k].iter().map(move |key| (*key, k == 1)).collect::<Vec<_>>();
            [class(0), class(1)].concat()
        };
        self.colors.iter().flat_map(list).collect()
    }

    /// Colours that have contacts, each as its groups of eight.
    pub fn groups(&self) -> Vec<Vec<Vec<Key>>> {
        let chunks =
            |color: &Color| color.classes.iter().flat_map(|class| class.chunks(LANES).map(<[Key]>::to_vec)).collect();
        self.colors.iter().map(chunks).filter(|groups: &Vec<Vec<Key>>| !groups.is_empty()).collect()
    }

    /// Gives a contact the first colour in which nobody else pushes its bodies, and in which the shares of a light
    /// touch add up to a quarter at most.
    pub fn insert(&mut self, key: Key, multi: bool, touch: [Touch; 2]) {
        let sides = [(key.0, touch[0]), (key.1, touch[1])];
        let fits = |color: usize| {
            sides.iter().all(|(slot, own)| {
                let (mut alone, mut shared) = (false, 0.0);
                let members = self.colors.get(color).into_iter().flat_map(|color| color.classes.iter().flatten());
                for other in members.filter(|other| other.0 == *slot || other.1 == *slot) {
                    match self.touch[other][usize::from(other.0 != *slot)] {
                        Touch::Alone => alone = true,
                        Touch::Shared(part) => shared += part,
                        Touch::Fixed => {}
                    }
                }
                match own {
                    Touch::Fixed => true,
                    Touch::Alone => !alone && shared == 0.0,
                    Touch::Shared(part) => !alone && shared + part <= 0.25,
                }
            })
        };
        let color = (0..COLORS).find(|color| fits(*color)).expect("worlds of the twin need few colours");
        if self.colors.len() <= color {
            self.colors.resize_with(color + 1, Color::default);
        }
        self.colors[color].classes[usize::from(multi)].push(key);
        self.touch.insert(key, touch);
    }

    /// Takes a contact out; the last of its kind in the colour takes its place.
    pub fn remove(&mut self, key: Key) {
        for class in self.colors.iter_mut().flat_map(|color| &mut color.classes) {
            if let Some(place) = class.iter().position(|other| *other == key) {
                class.swap_remove(place);
            }
        }
        self.touch.remove(&key);
    }
}
