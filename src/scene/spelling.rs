//! Did you mean …?

/// Longer words are no slip of anything that is known.
const LONGEST: usize = 64;

/// The candidate nearest to `word`, if it is near enough to be what was meant; of equals the first.
///
/// Distance is the number of letters to insert, delete, replace or swap with their neighbour, letter case ignored
/// (optimal string alignment); up to one in three.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    // One slip in three letters: with more, any short word would be near any other.
    let (word, limit) = (word.to_lowercase(), word.chars().count().div_ceil(3).max(1));
    let distance = |candidate: &str| strsim::osa_distance(&word, &candidate.to_lowercase());
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    near.filter(|(distance, _)| *distance <= limit)
        // Of equals the first: candidates come in the order in which they are listed.
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `a, b, c` with at most `limit` of them and a count of the rest.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>, limit: usize) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    let shown = words.iter().take(limit).copied().collect::<Vec<_>>().join(", ");
    match words.len().saturating_sub(limit) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_single_letters_find_the_word() {
        for slip in ["bal", "blal", "balll", "Ball", "bsll"] {
            assert_eq!(nearest(slip, ["stone", "ball", "box"]), Some("ball"), "{slip}");
        }
        assert_eq!(nearest("pyramyd", ["stack", "pyramid"]), Some("pyramid"));
    }

    #[test]
    fn only_near_words_are_offered_and_of_equals_the_first() {
        assert_eq!(nearest("zzz", ["stack", "pyramid"]), None);
        assert_eq!(nearest(&"pyramid".repeat(1000), ["pyramid"]), None);
        assert_eq!(nearest("ball", ["ball 1", "ball 2"]), Some("ball 1"));
    }

    #[test]
    fn a_list_says_how_many_it_leaves_out() {
        assert_eq!(list(["a", "b", "c"], 3), "a, b, c");
        assert_eq!(list(["a", "b", "c"], 1), "a and 2 more");
    }
}
