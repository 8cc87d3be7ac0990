//! The language of the window: every text in English and in Chinese.
//!
//! The English text itself is the key: [`word`] answers with what `assets/language/zh.toml` has for it. What is spoken
//! is a matter of the thread that shows the panels; a picture speaks the language of its
//! [`ViewOptions`](crate::view::ViewOptions), and everything else (files, the command line, logs) is English.
//!
//! ```
//! use carom::{say, language::{Language, speak, word}};
//!
//! assert_eq!(word("Restart"), "Restart");
//! speak(Language::Chinese);
//! assert_eq!((word("Restart"), say!("Sort by {}", word("Overlap"))), ("重新开始", "按重叠排序".to_owned()));
//! ```

pub mod quantity;

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

/// A language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// The language of a locale such as `zh_CN.UTF-8`; English where there is none of it.
    pub fn of_locale(locale: &str) -> Self {
        // The language stands before the country, the script and the encoding.
        let chinese = locale.split(['_', '-', '.']).next().is_some_and(|tag| tag.eq_ignore_ascii_case("zh"));
        if chinese { Self::Chinese } else { Self::English }
    }

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::English => Self::Chinese,
            Self::Chinese => Self::English,
        }
    }
}

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

static CHINESE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let table: Result<HashMap<String, String>, _> = toml::from_str(include_str!("../assets/language/zh.toml"));
    // A table that is damaged leaves the window in English.
    table.unwrap_or_else(|error| {
        log::error!("words: {error}");
        HashMap::new()
    })
});

/// A font with the 3,755 characters of everyday Chinese, and those that the window and the guide need besides.
/// None in a browser, which fetches it when it is wanted.
pub static CHINESE_FONT: Option<&[u8]> =
    if cfg!(target_arch = "wasm32") { None } else { Some(include_bytes!("../assets/fonts/NotoSansSC-Regular.otf")) };

/// From here on this thread speaks that language.
pub fn speak(language: Language) {
    SPOKEN.set(language);
}

/// What `f` comes to in that language; the thread then speaks the one it spoke before.
pub fn spoken_in<R>(language: Language, f: impl FnOnce() -> R) -> R {
    struct Before(Language);
    impl Drop for Before {
        fn drop(&mut self) {
            speak(self.0);
        }
    }
    // Put back by a drop, so that a panic in `f` leaves no thread in the wrong language.
    let _before = Before(SPOKEN.replace(language));
    f()
}

/// What this thread speaks.
pub fn spoken() -> Language {
    SPOKEN.get()
}

/// The Chinese for an English text, if there is one.
pub fn chinese(english: &str) -> Option<&'static str> {
    CHINESE.get(english).map(String::as_str)
}

/// An English text in the language that is spoken; what has no translation, such as the name of a body, stays.
pub fn word(english: &str) -> &str {
    match spoken() {
        Language::English => english,
        Language::Chinese => chinese(english).unwrap_or(english),
    }
}

/// A title as it stands inside a sentence: in English it begins with a small letter, `sub-steps`.
pub fn inside(title: &str) -> String {
    let (word, mut rest) = (word(title), title.chars());
    match (spoken(), rest.next()) {
        (Language::English, Some(first)) => format!("{}{}", first.to_lowercase(), rest.as_str()),
        // Chinese has no small letters.
        _ => word.into(),
    }
}

/// A text whose first words are known and whose end is not, such as `edge +x-z`, in the language that is spoken.
pub fn phrase(english: &str) -> String {
    // The longest known beginning counts, up to the end of some word: `cap top` before `cap`.
    let ends = english.match_indices(' ').map(|(at, _)| at).chain([english.len()]).collect::<Vec<_>>();
    let known = ends.into_iter().rev().find(|end| word(&english[..*end]) != &english[..*end]);
    known.map_or_else(|| english.to_owned(), |end| format!("{}{}", word(&english[..end]), &english[end..]))
}

/// A feature in the words of the window, from its name in files: `edge +y−z` from `edge +y-z`.
pub fn feature_words(name: &impl Display) -> String {
    quantity::minus(&phrase(&name.to_string()))
}

/// A template with its parts in place: `{}` takes the next part, `{0}` the first one, wherever it stands.
pub fn fill(template: &str, parts: &[&dyn Display]) -> String {
    let (mut text, mut rest, mut next) = (String::new(), template, 0);
    while let Some((before, (number, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        // Braces with nothing in them take the parts in turn.
        let index = number.parse().unwrap_or(next);
        next += 1;
        text.push_str(before);
        if let Some(part) = parts.get(index) {
            text.push_str(&part.to_string());
        }
        rest = after;
    }
    text + rest
}

/// A sentence with parts, `say!("Sort by {}", name)`, in the language that is spoken.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $part:expr)+ $(,)?) => {
        $crate::language::fill($crate::language::word($template), &[$(&$part as &dyn std::fmt::Display),+])
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_where_the_template_wants_them() {
        for (template, text) in [
            ("{} on {}", "ball on box"),
            ("{1} 上的 {0}", "box 上的 ball"),
            ("no part", "no part"),
            ("{} alone", "ball alone"),
            ("open { brace", "open { brace"),
            ("{} {} {}", "ball box "),
        ] {
            assert_eq!(fill(template, &[&"ball", &"box"]), text, "{template}");
        }
    }

    #[test]
    fn the_language_follows_the_locale() {
        for (locale, language) in [
            ("zh_CN.UTF-8", Language::Chinese),
            ("zh", Language::Chinese),
            ("ZH-Hans", Language::Chinese),
            ("en_GB.UTF-8", Language::English),
            ("C", Language::English),
            ("", Language::English),
            ("zhx", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn every_translation_has_the_parts_of_its_template_and_says_something() {
        assert!(CHINESE.len() > 400, "{}", CHINESE.len());
        for (english, chinese) in CHINESE.iter() {
            let parts = |text: &str| text.matches('{').count();
            assert_eq!(parts(english), parts(chinese), "{english}: {chinese}");
            assert!(!chinese.trim().is_empty(), "{english}");
            // In numbered templates every part of the English one stands, which numbers its parts or takes each once.
            let numbered = |text: &str, i: usize| text.contains(&format!("{{{i}}}"));
            if numbered(chinese, 0) {
                let has = |i: usize| if numbered(english, 0) { numbered(english, i) } else { true };
                assert!((0..parts(english)).all(|i| numbered(chinese, i) == has(i)), "{english}: {chinese}");
            }
        }
    }

    #[test]
    fn a_phrase_keeps_what_is_no_word() {
        speak(Language::Chinese);
        for (english, said) in [("edge +x-z", "棱 +x-z"), ("cap top", "上底面"), ("ball 7", "ball 7")] {
            assert_eq!(phrase(english), said);
            assert_eq!(feature_words(&english), said.replace('-', "\u{2212}"));
        }
    }
}
