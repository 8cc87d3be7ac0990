//! Did you mean …?

use crate::physics::BodyId;
use crate::sim::Sim;

/// The candidate nearest to `word`, if it is near enough to be what was meant.
///
/// Distance is the number of letters to insert, delete, replace or swap with their neighbour; up to one in three.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3).max(1);
    let near = candidates.into_iter().map(|candidate| (distance(word, candidate), candidate));
    near.filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `a`, `b` and `c`, with at most `limit` of them and a count of the rest.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>, limit: usize) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    let shown = words.iter().take(limit).copied().collect::<Vec<_>>().join(", ");
    match words.len().saturating_sub(limit) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The body of this name, or what to say when there is none.
pub fn find_body(sim: &Sim, name: &str) -> Result<BodyId, String> {
    if let Some(id) = sim.find(name) {
        return Ok(id);
    }
    let names: Vec<String> = sim.world().bodies().map(|body| sim.name(body.id)).collect();
    let hint = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near}?"),
        None if names.is_empty() => "the scene has none".into(),
        None => format!("the scene has {}", list(names.iter().map(String::as_str), 12)),
    };
    Err(format!("there is no body {name:?}; {hint}"))
}

/// Optimal string alignment distance, letter case ignored.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        // rows: the last but one, the last, the one being filled.
        rows[2][0] = i;
        for j in 1..=b.len() {
            let replaced = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_letter_slips() {
        for (a, b, d) in [("", "", 0), ("ball", "ball", 0), ("bal", "ball", 1), ("blal", "ball", 1), ("box", "Box", 0)]
        {
            assert_eq!(distance(a, b), d, "{a} {b}");
        }
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn only_near_words_are_offered() {
        assert_eq!(nearest("pyramyd", ["stack", "pyramid"]), Some("pyramid"));
        assert_eq!(nearest("zzz", ["stack", "pyramid"]), None);
    }
}
