//! In which order contacts are solved: colours by first fit, and groups of eight within them.
//!
//! Contacts of one colour push no body twice, so within a colour order means nothing but who is in a group with whom.
//! Which colour a contact has does.

use carom::glam::Vec3;
use std::cmp::Ordering;
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

/// Contacts of a colour that have one point, or several, in the order of their places.
#[derive(Clone, Debug, Default)]
struct Class {
    places: Vec<Option<Key>>,
    /// Places that were given up, the last of which is taken again first.
    holes: Vec<usize>,
}

impl Class {
    fn keys(&self) -> impl Iterator<Item = &Key> {
        self.places.iter().flatten()
    }

    fn enter(&mut self, key: Key) {
        match self.holes.pop() {
            Some(hole) => self.places[hole] = Some(key),
            None => self.places.push(Some(key)),
        }
    }

    fn leave(&mut self, key: Key) {
        if let Some(place) = self.places.iter().position(|other| *other == Some(key)) {
            self.places[place] = None;
            self.holes.push(place);
        }
    }

    /// Puts the last into the first hole until there is none; how often.
    fn close(&mut self) -> usize {
        self.holes.clear();
        for moves in 0.. {
            while self.places.last() == Some(&None) {
                self.places.pop();
            }
            let Some(hole) = self.places.iter().position(Option::is_none) else { return moves };
            self.places.swap_remove(hole);
        }
        unreachable!("there are as many holes at most as places")
    }
}

/// Contacts of one point, and of several, of one colour.
#[derive(Clone, Debug, Default)]
struct Color {
    classes: [Class; 2],
}

/// From so many contacts on the order in space matters, when those astray have been so in so many steps for each.
const SORTED: usize = 500;
const STEPS: usize = 2;

/// Which of two points comes first on Morton's curve: the coordinate decides whose numbers differ in the highest bit,
/// of equal ones the last (Chan 2002, "Closest-point problems simplified on the RAM"). A number is the place of a
/// coordinate among all of single precision, to twelve bits of their mantissa.
fn along_curve(p: Vec3, q: Vec3) -> Ordering {
    let number = |x: f32| {
        let size = i64::from(x.abs().to_bits());
        ((if x < 0.0 { -1 - size } else { size }) + (1 << 31)) >> 11
    };
    let numbers = |p: Vec3| [p.x, p.y, p.z].map(number);
    let (p, q) = (numbers(p), numbers(q));
    let axis = (0..3).max_by_key(|axis| (64 - (p[*axis] ^ q[*axis]).leading_zeros(), *axis)).unwrap_or(0);
    p[axis].cmp(&q[axis])
}

/// Who stands where.
#[derive(Clone, Debug, Default)]
pub struct Order {
    colors: Vec<Color>,
    touch: BTreeMap<Key, [Touch; 2]>,
    /// Contacts that came or were moved since all were in the order of space, and their number summed over the steps.
    astray: usize,
    detours: usize,
}

impl Order {
    pub fn touch(&self, key: Key) -> [Touch; 2] {
        self.touch[&key]
    }

    /// All contacts by colour, those of one point first.
    pub fn keys(&self) -> Vec<(Key, bool)> {
        let list = |color: &Color| {
            let class = |k: usize| color.classes[k].keys().map(move |key| (*key, k == 1)).collect::<Vec<_>>();
            [class(0), class(1)].concat()
        };
        self.colors.iter().flat_map(list).collect()
    }

    /// Colours that have contacts, each as its groups of eight.
    pub fn groups(&self) -> Vec<Vec<Vec<Key>>> {
        let of_class = |class: &Class| {
            let keys: Vec<Key> = class.keys().copied().collect();
            keys.chunks(LANES).map(<[Key]>::to_vec).collect::<Vec<_>>()
        };
        let chunks = |color: &Color| color.classes.iter().flat_map(of_class).collect();
        self.colors.iter().map(chunks).filter(|groups: &Vec<Vec<Key>>| !groups.is_empty()).collect()
    }

    /// Gives a contact the first colour in which nobody else pushes its bodies, and in which the shares of a light
    /// touch add up to a quarter at most.
    pub fn insert(&mut self, key: Key, multi: bool, touch: [Touch; 2]) {
        let sides = [(key.0, touch[0]), (key.1, touch[1])];
        let fits = |color: usize| {
            sides.iter().all(|(slot, own)| {
                let (mut alone, mut shared) = (false, 0.0);
                let members =
                    self.colors.get(color).into_iter().flat_map(|color| color.classes.iter().flat_map(Class::keys));
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
        self.colors[color].classes[usize::from(multi)].enter(key);
        self.astray += 1;
        self.touch.insert(key, touch);
    }

    /// Takes a contact out, which leaves a hole.
    pub fn remove(&mut self, key: Key) {
        self.colors.iter_mut().flat_map(|color| &mut color.classes).for_each(|class| class.leave(key));
        self.touch.remove(&key);
    }

    /// Closes the holes of a step, and sorts the contacts along the curve when it is worth it.
    pub fn settle(&mut self, middle: impl Fn(&Key) -> Vec3) {
        let classes = self.colors.iter_mut().flat_map(|color| &mut color.classes);
        self.astray += classes.map(Class::close).sum::<usize>();
        self.detours += self.astray;
        let count = self.touch.len();
        if count < SORTED || self.detours < STEPS * count {
            return;
        }
        (self.astray, self.detours) = (0, 0);
        for class in self.colors.iter_mut().flat_map(|color| &mut color.classes) {
            // A group is one whatever their order in it.
            if class.places.len() > LANES {
                class.places.sort_by(|p, q| match (p, q) {
                    (Some(p), Some(q)) => along_curve(middle(p), middle(q)),
                    _ => Ordering::Equal,
                });
            }
        }
    }
}
