//! Things to try: what a link of the guide opens and sets.

use super::setting::SettingSubject;
use super::{GivenSetting, Page, find};
use crate::scene;
use crate::trace;

/// What is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The scene of the gallery with this name.
    Scene(&'static str),
    /// The laboratory with this name.
    Lab(&'static str),
    /// The recording of another engine with this name.
    Trace(&'static str),
}

/// Something to try: a scene, a laboratory or a recording, and what is set of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What is opened.
    pub opens: Opens,
    /// What is set of it then, in the order in which it is written.
    pub settings: Vec<GivenSetting>,
}

/// A piece of a line of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialSpan {
    /// Words.
    Words(String),
    /// Words that do something when they are clicked.
    Link(String, Trial),
}

impl Trial {
    /// What a link leads to: `carom:stack` opens a scene, `carom:lab:reflection` a laboratory, and
    /// `carom:lab:reflection?where=rectangle&friction=0.2` sets values of it as the command line does. None for any
    /// other link, and for a name that nothing has.
    pub fn parse(link: &str) -> Option<Self> {
        let (name, settings) = link.strip_prefix("carom:")?.split_once('?').unwrap_or((&link["carom:".len()..], ""));
        let read = |text: &str| GivenSetting::parse(SettingSubject::Set, text).ok();
        let settings = settings.split('&').filter(|text| !text.is_empty()).map(read).collect::<Option<_>>()?;
        Some(Self { opens: Opens::named(name)?, settings })
    }
}

impl Opens {
    /// The scene of this name, the laboratory when `lab:` stands in front, or the recording when `trace:` does.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(id) = name.strip_prefix("trace:") {
            return trace::sample(id).map(|sample| Self::Trace(sample.id));
        }
        match name.strip_prefix("lab:") {
            Some(id) => find(id).map(|entry| Self::Lab(entry.id)),
            None => scene::find(name).map(|entry| Self::Scene(entry.id)),
        }
    }
}

/// Takes a line of Markdown apart: links of ours, and names of scenes and laboratories in back quotes, can be clicked.
/// Of other links the words are left.
pub fn spans(line: &str) -> Vec<TrialSpan> {
    let mut spans = vec![];
    let mut words = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['[', '`']) {
        let (before, from) = rest.split_at(at);
        words.push_str(before);
        let (shown, trial, after) = if let Some(quoted) = from.strip_prefix('`') {
            // A name of ours in back quotes can be clicked; any other stays as it is.
            let Some((name, after)) = quoted.split_once('`') else { break };
            (name, Opens::named(name).map(|opens| Trial { opens, settings: vec![] }), after)
        } else {
            let link = from[1..].split_once("](").and_then(|(shown, rest)| Some((shown, rest.split_once(')')?)));
            // A bracket without a link behind it is a bracket.
            let Some((shown, (link, after))) = link.filter(|(shown, _)| !shown.contains('[')) else {
                words.push('[');
                rest = &from[1..];
                continue;
            };
            (shown, Trial::parse(link), after)
        };
        match trial {
            Some(trial) => {
                if !words.is_empty() {
                    spans.push(TrialSpan::Words(std::mem::take(&mut words)));
                }
                spans.push(TrialSpan::Link(shown.into(), trial));
            }
            None => words.push_str(shown),
        }
        rest = after;
    }
    words.push_str(rest);
    if !words.is_empty() {
        spans.push(TrialSpan::Words(words));
    }
    spans
}

impl Page {
    /// What there is to try in a laboratory: for each item of the page's list that begins with a link to it the words
    /// of that link, the whole item, and what it does.
    pub fn trials(&self, laboratory: &str, chinese: bool) -> Vec<(String, String, Trial)> {
        let mut items: Vec<String> = vec![];
        for line in self.text(chinese).lines() {
            match line.strip_prefix("- ") {
                Some(item) => items.push(item.into()),
                // An item goes on while its lines are indented.
                None => {
                    if let (Some(more), Some(item)) = (line.strip_prefix("  "), items.last_mut()) {
                        // Chinese has no spaces between words.
                        if !item.ends_with(|c: char| c > '\u{2e80}') {
                            item.push(' ');
                        }
                        item.push_str(more);
                    }
                }
            }
        }
        let of_lab = |item: String| {
            let pieces = spans(&item);
            let whole = pieces.iter().map(|(TrialSpan::Words(words) | TrialSpan::Link(words, _))| &**words).collect();
            match pieces.into_iter().next()? {
                TrialSpan::Link(words, trial) if matches!(trial.opens, Opens::Lab(id) if id == laboratory) => {
                    Some((words, whole, trial))
                }
                _ => None,
            }
        };
        items.into_iter().filter_map(of_lab).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{GUIDE, Lab, laboratories};

    #[test]
    fn a_link_opens_what_it_names_and_sets_what_it_says() {
        let trial = Trial::parse("carom:lab:reflection?where=rectangle&s-x=2.5").unwrap();
        assert_eq!(trial.opens, Opens::Lab("reflection"));
        let set: Vec<_> = trial.settings.iter().map(|s| (&*s.name, &*s.value)).collect();
        assert_eq!(set, [("where", "rectangle"), ("s-x", "2.5")]);
        assert_eq!(Trial::parse("carom:stack").unwrap().opens, Opens::Scene("stack"));
        for wrong in ["https://example.org", "carom:", "carom:nothing", "carom:lab:nothing", "carom:lab:car?speed"] {
            assert_eq!(Trial::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_is_words_and_links() {
        let trial = |link| Trial::parse(link).unwrap();
        let line = "[Push](carom:stack): see `pyramid`, `x < 1`, [a page](other.md), a[1] and `lab:car`";
        let want = [
            TrialSpan::Link("Push".into(), trial("carom:stack")),
            TrialSpan::Words(": see ".into()),
            TrialSpan::Link("pyramid".into(), trial("carom:pyramid")),
            TrialSpan::Words(", x < 1, a page, a[1] and ".into()),
            TrialSpan::Link("lab:car".into(), trial("carom:lab:car")),
        ];
        assert_eq!(spans(line), want);
        for odd in ["a ` b", "[", "[a](b", "](", "``", "[a [b](carom:stack)"] {
            let all: String =
                spans(odd).into_iter().map(|(TrialSpan::Words(text) | TrialSpan::Link(text, _))| text).collect();
            assert!(!all.is_empty() || odd == "``", "{odd}");
        }
    }

    #[test]
    fn every_laboratory_has_three_things_to_try_the_same_in_both_languages_and_each_can_be_done() {
        for entry in laboratories() {
            let page = Page::of(entry.id).unwrap();
            let [english, chinese] = [false, true].map(|chinese| page.trials(entry.id, chinese));
            assert_eq!(english.len(), 3, "lab:{}: {english:#?}", entry.id);
            let does = |trials: &[(String, String, Trial)]| trials.iter().map(|t| t.2.clone()).collect::<Vec<_>>();
            assert_eq!(does(&english), does(&chinese), "lab:{}", entry.id);
            for (words, whole, trial) in english {
                assert!(whole.starts_with(&words) && words.len() <= 90, "lab:{}: {words}", entry.id);
                let mut lab = Lab::new(entry);
                if let Err((setting, refused)) = lab.set_up(&trial.settings) {
                    panic!("lab:{}: {words}: {}={}: {refused}", entry.id, setting.name, setting.value);
                }
            }
        }
    }

    #[test]
    fn every_link_of_the_guide_leads_somewhere() {
        for text in GUIDE.iter().flat_map(|page| [page.english, page.chinese]) {
            for link in text.split("](carom:").skip(1).filter_map(|rest| rest.split_once(')')) {
                assert!(Trial::parse(&format!("carom:{}", link.0)).is_some(), "{}", link.0);
            }
        }
    }
}
