//! How a condition that is being typed may go on.

use super::feature_names::feature_names;
use super::named::{QUANTITIES, UNITS, find};
use super::parse::OF_ANYTHING;
use super::{Measured, Scope, kind_of};
use crate::physics::WorldPlane;
use crate::sim::Sim;

/// So many ways are offered at most: nobody reads more.
const MOST: usize = 40;

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is to stand in place of the text from [`from`](Self::from) on.
    pub insert: String,
    /// Where the word begins that it completes (bytes).
    pub from: usize,
    /// What it means, in a few words; empty where the name says it.
    pub about: &'static str,
}

/// What the end of the text asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A quantity, or a function of numbers.
    Quantity,
    /// A body in the brackets of this quantity, and whether another follows it; with the quote it began with.
    Body { planes: bool, last: bool, quote: Option<char> },
    /// A feature, with the quote it began with.
    Feature { quote: Option<char> },
    /// The unit of the number before.
    Unit,
    /// Nothing that could be named.
    Nothing,
}

/// How `text`, typed so far, may go on: quantities, bodies, features and units, the best first. Nothing where the last
/// word is complete. Bodies are known of a scene alone.
pub fn complete(text: &str, scope: Scope<'_>) -> Vec<Completion> {
    let (wanted, from) = wanted(text);
    let typed = &text[from..];
    let mut found = match wanted {
        Expected::Nothing => return vec![],
        Expected::Quantity if typed.is_empty() => return vec![],
        Expected::Quantity => quantities(scope),
        Expected::Body { planes, last, quote } => match scope {
            Scope::Scene(sim) => bodies(sim, planes, last, quote),
            Scope::Measured(_) | Scope::Told(_) => vec![],
        },
        Expected::Feature { quote } => features(quote),
        Expected::Unit => {
            UNITS.iter().map(|(unit, _, of)| ((*unit).to_owned(), (*unit).to_owned(), of.name())).collect()
        }
    };
    let typed = typed.trim_start_matches(['"', '\'']).to_lowercase();
    // Of what fits equally well the shorter name comes first: less of it is left to type.
    found.retain(|(name, ..)| rank(name, &typed).is_some());
    found.sort_by_key(|(name, ..)| (rank(name, &typed), name.len()));
    // A word that is complete is left alone, or Enter would have to be pressed twice.
    if found.iter().any(|(_, insert, _)| *insert == text[from..]) {
        return vec![];
    }
    found.truncate(MOST);
    found.into_iter().map(|(_, insert, about)| Completion { insert, from, about }).collect()
}

/// A name, what to write for it, and what it means.
type Choice = (String, String, &'static str);

fn quantities(scope: Scope<'_>) -> Vec<Choice> {
    let written = |name: &str, brackets: bool| if brackets { format!("{name}(") } else { name.to_owned() };
    // An experiment has the quantities of any run, and what it measures.
    let is_known = |name: &str| !matches!(scope, Scope::Measured(_)) || OF_ANYTHING.contains(&name);
    let named = QUANTITIES.iter().filter(|q| is_known(q.name));
    let named = named.map(|q| (q.name.to_owned(), written(q.name, q.bodies() > 0), q.about));
    let own = match scope {
        Scope::Scene(_) => &[],
        Scope::Measured(list) => list,
        Scope::Told(told) => told.measured(),
    };
    let own = own.iter().map(|measured: &Measured| (measured.word(), measured.word(), measured.unit));
    let words = [
        ("abs", "abs(", "a number without its sign"),
        ("and", "and", "both hold"),
        ("or", "or", "either holds"),
        ("not", "not", "it does not hold"),
    ];
    named.chain(own).chain(words.map(|(name, insert, about)| (name.to_owned(), insert.to_owned(), about))).collect()
}

fn bodies(sim: &Sim, planes: bool, last: bool, quote: Option<char>) -> Vec<Choice> {
    let config = sim.world().config();
    // Planes of the world move nowhere: only pairs can have one.
    let planes = WorldPlane::ALL.into_iter().filter(|plane| planes && plane.height(config).is_some());
    let all = sim.world().bodies().map(|body| body.id).chain(planes.map(WorldPlane::id));
    let end = if last { ")" } else { ", " };
    all.map(|id| {
        let name = sim.name(id);
        // Only a name that the parser reads to its end without quotes is written without.
        let bare = quote.is_none() && !name.contains([',', ')', '"', '\'']) && name.trim() == name;
        let written = if bare { name.clone() } else { quoted(&name, quote.unwrap_or('"')) };
        (name, written + end, "")
    })
    .collect()
}

fn features(quote: Option<char>) -> Vec<Choice> {
    let mut names = feature_names();
    let mut kinds: Vec<String> = names.iter().map(|name| kind_of(name).to_owned()).collect();
    // A kind whose only name is its own, as "surface", stands among the names already.
    kinds.dedup();
    kinds.retain(|kind| !names.contains(kind));
    kinds.append(&mut names);
    let written = |name: &String| quoted(name, quote.unwrap_or('"'));
    kinds.into_iter().map(|name| (name.clone(), written(&name), "")).collect()
}

fn quoted(name: &str, quote: char) -> String {
    let mut text = String::from(quote);
    for letter in name.chars() {
        if letter == quote || letter == '\\' {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push(quote);
    text
}

/// 0 for a name that begins so, 1 for one with a word that does, 2 for one that holds it; none for any other.
fn rank(name: &str, typed: &str) -> Option<u8> {
    let name = name.to_lowercase();
    let at = name.find(typed)?;
    let begins_word = [" ", "_", "#"].iter().any(|before| name.contains(&format!("{before}{typed}")));
    Some(match at {
        0 => 0,
        _ if begins_word => 1,
        _ => 2,
    })
}

/// What the end of a text asks for, and where the word begins that is being typed.
fn wanted(text: &str) -> (Expected, usize) {
    // Open brackets: of a quantity its bodies and which of them comes next, of anything else none.
    let mut open: Vec<Option<(usize, usize)>> = vec![];
    let (mut at, mut after_number, mut after_feature) = (0, false, false);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let body = open.last().copied().flatten();
        let of_body = |(count, index): (usize, usize), quote| Expected::Body {
            planes: count > 1,
            last: index + 1 >= count,
            quote,
        };
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == '"' || c == '\'' {
            let Some(length) = quoted_length(rest) else {
                let feature = Expected::Feature { quote: Some(c) };
                return (body.map_or(feature, |place| of_body(place, Some(c))), at);
            };
            at += length;
            (after_number, after_feature) = (false, false);
        } else if let Some(place) = body.filter(|_| !matches!(c, ',' | ')' | '(')) {
            let length = rest.find([',', ')']).unwrap_or(rest.len());
            if length == rest.len() {
                return (of_body(place, None), at);
            }
            at += length;
        } else if c.is_alphabetic() || c == '_' || c == '%' || c == '°' {
            let of_unit = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '·' | '%' | '°');
            let of_name = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| if after_number { !of_unit(c) } else { !of_name(c) }).unwrap_or(rest.len());
            if length == rest.len() {
                return (if after_number { Expected::Unit } else { Expected::Quantity }, at);
            }
            let called = rest[length..].trim_start().starts_with('(');
            if called {
                let bodies = find(&rest[..length], true).map_or(0, super::NamedQuantity::bodies);
                after_feature = &rest[..length] == "feature";
                open.push((bodies > 0).then_some((bodies, 0)));
                at += length + rest[length..].find('(').map_or(0, |bracket| bracket + 1);
            } else {
                // A sign of a unit where none can be has no length as a name.
                at += length.max(c.len_utf8());
            }
            after_number = false;
        } else if c.is_ascii_digit() || c == '.' {
            at += rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            after_number = true;
        } else {
            match c {
                '(' => open.push(None),
                ')' => drop(open.pop()),
                ',' => {
                    if let Some(Some((_, index))) = open.last_mut() {
                        *index += 1;
                    }
                }
                _ => {}
            }
            after_feature &= matches!(c, ')' | ',' | '=' | '!');
            after_number = false;
            at += c.len_utf8();
        }
    }
    // Nothing is begun: the brackets of a quantity and what is compared with a feature want a name all the same.
    let compared = after_feature && (text.trim_end().ends_with("==") || text.trim_end().ends_with("!="));
    match open.last().copied().flatten() {
        Some((count, index)) if index < count => {
            (Expected::Body { planes: count > 1, last: index + 1 >= count, quote: None }, text.len())
        }
        _ if compared => (Expected::Feature { quote: None }, text.len()),
        _ => (Expected::Nothing, text.len()),
    }
}

/// Bytes of the quoted words that a text begins with, quotes included; none where they are not closed.
fn quoted_length(text: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    let quote = letters.next()?.1;
    while let Some((index, c)) = letters.next() {
        if c == quote {
            return Some(index + c.len_utf8());
        }
        if c == '\\' {
            letters.next();
        }
    }
    None
}
