//! Search that forgives: the letters must appear in order, not side by side.

/// How well `text` answers `query`; none when a letter is missing. Higher is better.
///
/// Letters that follow one another and letters at the beginning of words count more.
pub fn score(query: &str, text: &str) -> Option<i32> {
    let text: Vec<char> = text.to_lowercase().chars().collect();
    let mut total = 0;
    for word in query.to_lowercase().split_whitespace() {
        total += word_score(word, &text)?;
    }
    // Of two equal answers the shorter one is nearer to what was typed.
    Some(total * 8 - text.len().min(200) as i32 / 8)
}

/// How well something with these names and descriptions answers `query`; none when it does not. Higher is better.
///
/// A name that is the query comes first, then names that begin with it, hold it at the beginning of a word or anywhere;
/// then descriptions in which all words of the query stand; last, names that hold its letters in order. `_` is a space.
pub fn rank(query: &str, names: &[&str], descriptions: &[&str]) -> Option<i32> {
    // Underscores of file names are spaces to whoever types.
    let plain = |text: &str| text.to_lowercase().replace('_', " ");
    let query = plain(query.trim());
    let of_name = |name: &&str| {
        let name = plain(name);
        let tier = match name.find(&query) {
            Some(0) if name.len() == query.len() => 5,
            Some(0) => 4,
            Some(_) if name.contains(&format!(" {query}")) => 3,
            Some(_) => 2,
            None => 0,
        };
        score(&query, &name).map(|score| tier * TIER + score)
    };
    let of_description = |text: &&str| {
        let text = plain(text);
        query.split_whitespace().all(|word| text.contains(word)).then_some(TIER)
    };
    // The best of all names and descriptions, not their sum: one good match is enough.
    names.iter().filter_map(of_name).chain(descriptions.iter().filter_map(of_description)).max()
}

/// More than any score.
const TIER: i32 = 100_000;

fn word_score(word: &str, text: &[char]) -> Option<i32> {
    let letters: Vec<char> = word.chars().collect();
    // Every place where the first letter stands is tried: the greedy match from the left may miss a whole word.
    (0..text.len()).filter(|&i| text[i] == letters[0]).filter_map(|start| match_from(&letters, text, start)).max()
}

fn match_from(letters: &[char], text: &[char], start: usize) -> Option<i32> {
    let mut score = 0;
    let mut at = start;
    let mut previous = None;
    for &letter in letters {
        let found = at + text[at..].iter().position(|&c| c == letter)?;
        score += 1;
        // Letters at the beginning of a word count more, and so do letters that follow each other.
        if found == 0 || !text[found - 1].is_alphanumeric() {
            score += 4;
        }
        if previous.is_some_and(|p| p + 1 == found) {
            score += 3;
        }
        previous = Some(found);
        at = found + 1;
    }
    Some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_must_appear_in_order() {
        assert!(score("nc", "Newton's cradle").is_some());
        assert!(score("cn", "Newton's").is_none());
        assert!(score("", "anything").is_some());
        assert!(score("ball box", "A box and a ball").is_some());
    }

    #[test]
    fn names_come_before_descriptions_and_whole_words_before_scattered_letters() {
        let ranks = [
            rank("mass_ratio", &["Mass ratio"], &[]),
            rank("mass", &["mass_ratio"], &[]),
            rank("ratio", &["mass_ratio"], &[]),
            rank("atio", &["mass_ratio"], &[]),
            rank("ratio heavy", &["Light and heavy"], &["Heavy on light: a mass ratio of a thousand."]),
            rank("msrt", &["mass_ratio"], &[]),
            rank("msrt", &["Stack"], &["masses are sorted"]),
        ];
        assert!(ranks.windows(2).all(|pair| pair[0] > pair[1]), "{ranks:?}");
        assert_eq!(ranks[6], None);
    }

    #[test]
    fn beginnings_of_words_and_runs_rank_first() {
        let best = |query: &str, texts: &[&'static str]| {
            *texts.iter().max_by_key(|t| score(query, t).unwrap_or(i32::MIN)).unwrap()
        };
        assert_eq!(best("st", &["restitution row", "stack", "first bounce"]), "stack");
        assert_eq!(best("nc", &["once", "newton's cradle"]), "newton's cradle");
        assert_eq!(best("stack", &["slanted track", "the stack"]), "the stack");
    }
}
