//! The guide: a page for each system that the viewer shows, in two languages.

/// A page of the guide, as Markdown; its pictures are named relative to its folder.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its file's name without ending.
    pub name: &'static str,
    /// The laboratories it belongs to; none for the world itself and for other engines.
    pub laboratories: &'static [&'static str],
    /// Its central formula, as it stands in both languages.
    pub formula: &'static str,
    /// In English.
    pub english: &'static str,
    /// In Chinese.
    pub chinese: &'static str,
}

macro_rules! page {
    ($name:literal, $laboratories:expr, $formula:literal) => {
        Page {
            name: $name,
            laboratories: &$laboratories,
            formula: $formula,
            english: include_str!(concat!("../../assets/guide/en/", $name, ".md")),
            chinese: include_str!(concat!("../../assets/guide/zh/", $name, ".md")),
        }
    };
}

/// All pages in the order of the systems.
pub static GUIDE: [Page; 12] = [
    page!("vectors", ["vectors"], "a·b = |a| |b| cos A = ax bx + ay by + az bz"),
    page!("pursuit", ["pursuit"], "v = s · (q − p)/|q − p|"),
    page!("reflection", ["reflection"], "F = 2T − S = S − 2(S·û)û"),
    page!("room", ["room"], "d = |e −v|,   s = |x−w0 −v|/d,   t = |e x−w0|/d"),
    page!("billiards", ["billiards"], "v1' = (m1 v1 + m2 v2 + m2 e (v2 − v1))/(m1 + m2)"),
    page!("rotation", ["rotation", "spiral"], "M = T⁻¹ · Rz⁻¹ · Rx⁻¹ · Rz(A) · Rx · Rz · T"),
    page!("car", ["car"], "N·p − N·a < 0"),
    page!("planes", ["planes", "axes_2d", "axes_3d"], "gap = min B·n − max A·n"),
    page!("traces", [], "angle = arccos(n · n*)"),
    page!("continuous", [], "angle = arccos(n · n*)"),
    page!("engines", [], "angle = arccos(n · n*)"),
    page!("world", [], "j = −(1 + e) v·n / (1/m1 + 1/m2 + k1 + k2)"),
];

impl Page {
    /// The page that belongs to a laboratory.
    pub fn of(laboratory: &str) -> Option<&'static Self> {
        GUIDE.iter().find(|page| page.laboratories.contains(&laboratory))
    }

    /// Its text.
    pub const fn text(&self, chinese: bool) -> &'static str {
        if chinese { self.chinese } else { self.english }
    }

    /// Its title: the first heading.
    pub fn title(&self, chinese: bool) -> &'static str {
        self.text(chinese).lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(self.name)
    }

    /// The page of the world, in which scenes run.
    pub fn world() -> &'static Self {
        // The world stands last in the order of the systems.
        &GUIDE[GUIDE.len() - 1]
    }
}
