//! A font of the system for the letters that ours lacks: Chinese, Japanese, Korean.
//!
//! Such a font weighs megabytes, so none is built in, and none is looked for before a name needs it.

use crate::subject::Subject;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// File names of fonts that have these letters, the preferred first: lower case, as far as all their versions agree.
const NAMES: [&str; 28] = [
    "notosanscjk",
    "notosanssc",
    "notosansjp",
    "notosanskr",
    "sourcehansans",
    "pingfang",
    "hiragino sans gb",
    "ヒラギノ角ゴシック w3",
    "applesdgothicneo",
    "stheiti",
    "msyh",
    // Windows abbreviates the weights of this one: R, M, L and B.
    "yugothr",
    "yugothic",
    "yugoth",
    "meiryo",
    "msgothic",
    "simsun",
    "malgun",
    "wqy-microhei",
    "wqy-zenhei",
    "droidsansfallback",
    "ipaexg",
    "ipag",
    "vl-gothic",
    "takaogothic",
    "nanumgothic",
    "baekmuk",
    "unifont",
];
/// Folders in folders are searched this deep.
const DEPTH: u32 = 5;

/// Whether a text has letters that only such a font has.
pub fn is_wide(text: &str) -> bool {
    let wide = |c: char| {
        // Hangul; radicals, kana and ideographs; compatibility and full-width forms; the ideographs of planes 2 and 3.
        matches!(c,
            '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}'
            | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
    };
    text.chars().any(wide)
}

/// Whether what is shown has names with such letters; of a trace the bodies that it has where it stands.
pub fn subject_is_wide(subject: &Subject) -> bool {
    match subject {
        Subject::Scene(timeline) => {
            let scene = timeline.sim().scene();
            // Bodies without a name are shown by their numbers, which every font has.
            let mut names = scene.bodies.iter().filter_map(|body| body.name.as_deref());
            is_wide(&scene.name) || is_wide(&scene.about) || names.any(is_wide)
        }
        Subject::Trace(traced) => {
            let frame = traced.playback.frame();
            let mut names = (0..frame.cast().members.len()).map(|body| frame.name(body));
            is_wide(&traced.playback.film().title) || names.any(|name| is_wide(&name))
        }
        // Its words are those of the program.
        Subject::Lab(_) => false,
    }
}

/// The bytes of a font with these letters; none where the system has none. The first call searches and reads, which may
/// take a while; the font then stays in memory.
pub fn wide_font() -> Option<&'static [u8]> {
    // Searched once: a system without such a font is not searched again for each picture.
    static FONT: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let read = || {
        let path = best(&folders())?;
        log::info!("letters of {}", path.display());
        std::fs::read(path).ok()
    };
    FONT.get_or_init(read).as_deref()
}

/// Where systems keep fonts.
fn folders() -> Vec<PathBuf> {
    // Those of all systems together: a folder that is not there is passed over when it is read.
    let mut folders: Vec<PathBuf> = vec![];
    if let Some(windows) = std::env::var_os("WINDIR") {
        folders.push(PathBuf::from(windows).join("Fonts"));
    }
    if let Some(dirs) = directories::BaseDirs::new() {
        folders.extend(["fonts", "Fonts", "Microsoft/Windows/Fonts"].map(|name| dirs.data_local_dir().join(name)));
        folders.extend([".fonts", "Library/Fonts"].map(|name| dirs.home_dir().join(name)));
    }
    let shared = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts"];
    folders.extend(shared.map(PathBuf::from));
    folders
}

/// The most preferred font in these folders; of its weights the regular one, of files alike the first by name.
fn best(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut found = vec![];
    for folder in folders {
        collect(folder, DEPTH, &mut found);
    }
    // Rank, then weight, then path: the choice does not depend on the order in which folders are read.
    found.into_iter().min().map(|(_, _, path)| path)
}

/// Finds fonts by their names: how preferred they are, whether they are of another weight than regular, and where.
fn collect(folder: &Path, depth: u32, found: &mut Vec<(usize, bool, PathBuf)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            // The depth also ends a loop of links, for links to folders count as folders.
            if depth > 0 {
                collect(&path, depth - 1, found);
            }
            continue;
        }
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        let font = [".ttf", ".otf", ".ttc", ".otc"].iter().any(|ending| name.ends_with(ending));
        if let (true, Some(rank)) = (font, NAMES.iter().position(|start| name.starts_with(start))) {
            // Words for other weights in file names; a name without any of them is taken for the regular one.
            let heavy = ["bold", "black", "light", "thin", "medium", "demi"].iter().any(|word| name.contains(word));
            found.push((rank, heavy, path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_told_from_those_of_our_own_font() {
        for text in ["箱", "box 箱", "かご", "공", "ｆｕｌｌ", "𠀋"] {
            assert!(is_wide(text), "{text}");
        }
        for text in ["", "box", "µ ω² → −3 °", "Ящик", "Κύβος", "Größe"] {
            assert!(!is_wide(text), "{text}");
        }
    }

    #[test]
    fn the_most_preferred_font_is_found_however_deep_and_in_its_regular_weight() {
        let folder = std::env::temp_dir().join(format!("carom-fonts-{}", std::process::id()));
        let deep = folder.join("opentype/noto");
        std::fs::create_dir_all(&deep).unwrap();
        assert_eq!(best(std::slice::from_ref(&folder)), None);
        for (name, best_now) in [
            ("Inter.otf", None),
            ("NotoSansCJK.txt", None),
            ("DroidSansFallbackFull.ttf", Some("DroidSansFallbackFull.ttf")),
            ("NotoSansCJK-Bold.ttc", Some("NotoSansCJK-Bold.ttc")),
            ("NotoSansCJK-Regular.ttc", Some("NotoSansCJK-Regular.ttc")),
            ("wqy-zenhei.ttc", Some("NotoSansCJK-Regular.ttc")),
        ] {
            std::fs::write(deep.join(name), "").unwrap();
            let missing = folder.join("missing");
            assert_eq!(best(&[missing, folder.clone()]), best_now.map(|name| deep.join(name)), "{name}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
