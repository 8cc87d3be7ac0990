//! Separating axes: two convex bodies are apart exactly when their shadows on some axis are apart.
//!
//! In the plane the normals of all edges are enough. In space there are the normals of all faces and the cross products
//! of every edge of one with every edge of the other: fifteen axes for two boxes. Source: SEEDS S7.
//!
//! Whether they are apart does not depend on the length of an axis. How deep they overlap does: along an axis n that is
//! no unit the numbers n·p are |n| times as large as the metres.

mod chart;
pub mod flat;
pub mod space;

use super::numbers::{decimal, number, triple};
use super::property::LabProperty;
use super::{Drag, Handle, Ink, Reading, Sketch, Typed};
use crate::language::word;
use crate::say;
use glam::Vec3;

/// Sine of the angle below which two edges count as parallel: their cross product would be mostly rounding.
const PARALLEL: f32 = 1e-3;

/// By how much a later axis must be better to be preferred (m): edges that coincide with a face leave it to the face.
const FACE_MARGIN: f32 = 1e-5;

/// The handles in order: those that move a body, then those that turn it.
const HANDLES: [&str; 4] = ["A", "B", "turn A", "turn B"];

/// A convex body as its corners and the directions that matter.
#[derive(Clone, Debug, PartialEq)]
struct ConvexBody {
    /// A point inside (m, world).
    center: Vec3,
    /// Corners (m, world).
    corners: Vec<Vec3>,
    /// Unit normals of its faces, or in the plane of its edges; of parallel ones the first.
    normals: Vec<Vec3>,
    /// Unit directions of its edges, of parallel ones the first; in the plane none.
    edges: Vec<Vec3>,
}

/// Where an axis comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AxisSource {
    /// A normal of A.
    A(usize),
    /// A normal of B.
    B(usize),
    /// An edge of A crossed with an edge of B.
    Edges(usize, usize),
}

impl AxisSource {
    fn name(self) -> String {
        match self {
            Self::A(i) => format!("A{}", i + 1),
            Self::B(i) => format!("B{}", i + 1),
            Self::Edges(i, j) => format!("a{}×b{}", i + 1, j + 1),
        }
    }
}

/// The shadow of a body on an axis, from A's centre on (m; times |n| along an axis as it comes).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    from: f32,
    to: f32,
}

impl Interval {
    /// Along an axis that is `length` times as long.
    fn scaled(self, length: f32) -> Self {
        Self { from: self.from * length, to: self.to * length }
    }

    fn of(corners: &[Vec3], origin: Vec3, direction: Vec3) -> Self {
        let shadows = corners.iter().map(|p| direction.dot(*p - origin));
        shadows.fold(Self { from: f32::INFINITY, to: f32::NEG_INFINITY }, |interval, at| Self {
            from: interval.from.min(at),
            to: interval.to.max(at),
        })
    }
}

/// An axis with both shadows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TriedAxis {
    source: AxisSource,
    /// Unit, from A to B along the shorter way out.
    direction: Vec3,
    /// |n| as the axis comes: the sine between two edges that are crossed, else 1.
    length: f32,
    a: Interval,
    b: Interval,
}

impl TriedAxis {
    fn new(source: AxisSource, direction: Vec3, a: &ConvexBody, b: &ConvexBody) -> Self {
        let shadow = |body: &ConvexBody, d| Interval::of(&body.corners, a.center, d);
        let axis = Self { source, direction, length: 1.0, a: shadow(a, direction), b: shadow(b, direction) };
        // B leaves A on the side where the overlap is less.
        if axis.a.from - axis.b.to > axis.b.from - axis.a.to {
            let d = -direction;
            return Self { direction: d, a: shadow(a, d), b: shadow(b, d), ..axis };
        }
        axis
    }

    /// From A's shadow to B's (m); negative when they overlap.
    fn gap(&self) -> f32 {
        self.b.from - self.a.to
    }

    /// The same gap as the numbers along the axis have it when it is not made a unit.
    fn raw_gap(&self) -> f32 {
        self.gap() * self.length
    }

    /// Whether it says that they are apart. As printed, what touches is apart along a face's normal (a corner at
    /// distance 0 counts as in front) and not apart along crossed edges.
    fn separates(&self, rule: Rule) -> bool {
        match (rule, self.source) {
            (Rule::Printed, AxisSource::A(_) | AxisSource::B(_)) => self.gap() >= 0.0,
            _ => self.gap() > 0.0,
        }
    }
}

/// How the axes are made and what is asked of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rule {
    /// Unit axes, parallel edges skipped; the axis of the least overlap gives depth and way out; touching is not apart.
    #[default]
    Corrected,
    /// Axes as long as they come, only those of length 0 skipped. The first that separates ends it; the answer is yes
    /// or no, and when it is no, no axis is chosen.
    Printed,
}

/// What the axes say.
#[derive(Clone, Debug, PartialEq)]
struct AxesVerdict {
    /// All axes that were tried.
    axes: Vec<TriedAxis>,
    rule: Rule,
    /// Cross products left out because the edges are parallel.
    skipped: usize,
    /// The axis with the widest gap (m), which is the least overlap when there is none.
    best: usize,
    /// The axis with the greatest gap in the numbers as they come: short axes make every number small.
    raw_best: usize,
    /// The axis that decides: as printed the first that separates, and none when none does.
    decides: Option<usize>,
    /// Whether any axis separates.
    apart: bool,
}

impl AxesVerdict {
    fn best(&self) -> &TriedAxis {
        &self.axes[self.best]
    }

    /// The axis that is looked at unless another is chosen: the one that decides, and where the printed answer chooses
    /// none the one whose number would be taken for the depth.
    fn looked_at(&self) -> usize {
        self.decides.unwrap_or(self.raw_best)
    }

    /// What an axis is as long as in the picture: 1 m a metre, or as it comes.
    fn length_of(&self, axis: &TriedAxis) -> f32 {
        if self.rule == Rule::Printed { axis.length } else { 1.0 }
    }

    /// What it comes to, as a line of the formula.
    fn in_words(&self) -> String {
        let gap = self.best().gap();
        match (self.rule, self.decides) {
            (Rule::Corrected, _) if self.apart => say!("widest gap {}: apart", number(gap)),
            (Rule::Corrected, _) => say!("no gap; least overlap {}: they overlap", number(-gap)),
            (Rule::Printed, Some(axis)) => say!("axis {} separates: apart, no other is asked", axis + 1),
            (Rule::Printed, None) => word("no axis separates: they overlap; how deep is not asked").into(),
        }
    }

    fn readings(&self) -> Vec<Reading> {
        vec![
            Reading::number("axes", self.axes.len() as f64, ""),
            Reading::number("deciding axis", self.decides.map_or(0.0, |axis| (axis + 1) as f64), ""),
            Reading::number("gap", f64::from(self.best().gap()), "m"),
            Reading::fact("apart", self.apart),
        ]
    }
}

/// What either laboratory lets one set, besides the bodies.
#[derive(Clone, Debug, PartialEq)]
struct AxesControls {
    rule: Rule,
    /// How fast B turns (degrees a second).
    spin_deg: f32,
    /// The number of the axis to look at; 0 is the one that decides.
    look: f32,
}

hash_variant!(Rule);
hash_fields!(AxesControls { rule, spin_deg, look });

impl AxesControls {
    /// The index of the axis to look at.
    fn shown(&self, verdict: &AxesVerdict) -> usize {
        match self.look.round() as usize {
            0 => verdict.looked_at(),
            number => (number - 1).min(verdict.axes.len() - 1),
        }
    }
}

/// A laboratory that looks at the axes of two bodies.
trait Separating: 'static {
    /// What either lets one set.
    fn controls(&mut self) -> &mut AxesControls;
    /// The same, to be read.
    fn controls_now(&self) -> &AxesControls;
    /// Which shape body A (0) or B (1) has.
    fn shape(&self, body: usize) -> usize;
    /// Gives it another.
    fn set_shape(&mut self, body: usize, shape: usize);
}

const RULE_NAMES: &[&str] = &["corrected", "as printed"];

/// What either laboratory lets one set: the shapes, the spin of B, which of `last` axes is looked at, and the rule.
const fn properties<E: Separating>(
    names: &'static [&'static str],
    last: f32,
    rule: &'static str,
) -> [LabProperty<E>; 5] {
    [
        LabProperty::choice(("A", "The first body."), names, |lab| lab.shape(0), |lab, i| lab.set_shape(0, i)),
        LabProperty::choice(("B", "The second body."), names, |lab| lab.shape(1), |lab, i| lab.set_shape(1, i)),
        LabProperty::number(
            ("Spin of B", "How fast B turns by itself."),
            -90.0..=90.0,
            "°/s",
            |lab| lab.controls_now().spin_deg,
            |lab, x| lab.controls().spin_deg = x,
        ),
        LabProperty::number(
            ("Look at axis", "The axis drawn with its shadows; 0 is the one that decides."),
            0.0..=last,
            "",
            |lab| lab.controls_now().look,
            |lab, x| lab.controls().look = x,
        ),
        LabProperty::choice(
            ("Axes", rule),
            RULE_NAMES,
            |lab| lab.controls_now().rule as usize,
            |lab, i| lab.controls().rule = if i == 0 { Rule::Corrected } else { Rule::Printed },
        ),
    ]
}

/// The handles that move A and B, and those that turn them.
fn handles(centers: [Vec3; 2], ends: [Vec3; 2], drag: Drag, reach: f32) -> Vec<Handle> {
    // Two that move a body have a place, two that turn it a direction from its centre.
    let typed = [Typed::Place(reach); 2].into_iter().chain(centers.map(Typed::Direction));
    let all = HANDLES.into_iter().zip(centers.into_iter().chain(ends)).zip(typed);
    all.map(|((name, position), typed)| Handle { name: name.into(), position, drag, typed }).collect()
}

/// Which of the two bodies a handle belongs to, and whether it turns it.
fn held(handle: &str) -> Option<(usize, bool)> {
    let index = HANDLES.into_iter().position(|name| name == handle)?;
    // The order of `HANDLES`: A and B, then the two that turn them.
    Some((index % 2, index >= 2))
}

/// Tries every axis of `a` and `b`. Each body has at least one normal.
fn judge(a: &ConvexBody, b: &ConvexBody, rule: Rule) -> AxesVerdict {
    // As printed only a cross product of length 0 is no axis.
    let least = if rule == Rule::Corrected { PARALLEL } else { 0.0 };
    let normals_a = a.normals.iter().enumerate().map(|(i, n)| (AxisSource::A(i), *n));
    let normals_b = b.normals.iter().enumerate().map(|(i, n)| (AxisSource::B(i), *n));
    // Faces come first: an edge axis decides only where it is better by the margin.
    let mut axes: Vec<TriedAxis> =
        normals_a.chain(normals_b).map(|(source, n)| TriedAxis::new(source, n, a, b)).collect();
    let mut skipped = 0;
    for (i, u) in a.edges.iter().enumerate() {
        for (j, v) in b.edges.iter().enumerate() {
            let cross = u.cross(*v);
            let length = cross.length();
            if length <= least {
                skipped += 1;
                continue;
            }
            axes.push(TriedAxis { length, ..TriedAxis::new(AxisSource::Edges(i, j), cross / length, a, b) });
        }
    }
    // The widest gap in metres, and the greatest of the numbers as they come: short axes tell them apart.
    let (mut best, mut raw_best) = (0, 0);
    for (i, axis) in axes.iter().enumerate() {
        if axis.gap() > axes[best].gap() + FACE_MARGIN {
            best = i;
        }
        if axis.raw_gap() > axes[raw_best].raw_gap() {
            raw_best = i;
        }
    }
    // As printed the first axis that separates ends the search.
    let decides = match rule {
        Rule::Corrected => Some(best),
        Rule::Printed => axes.iter().position(|axis| axis.separates(rule)),
    };
    let apart = decides.is_some_and(|i| axes[i].separates(rule));
    AxesVerdict { axes, rule, skipped, best, raw_best, decides, apart }
}

/// Unit vectors, of those that lie along one line only the first.
fn distinct(directions: impl IntoIterator<Item = Vec3>) -> Vec<Vec3> {
    let mut found: Vec<Vec3> = vec![];
    for direction in directions {
        if let Some(unit) = direction.try_normalize()
            && found.iter().all(|other| other.cross(unit).length() > PARALLEL)
        {
            found.push(unit);
        }
    }
    found
}

/// Draws the shadows of both bodies on an axis beside them, on the side to which the unit vector `side` points, with
/// the lines that cast them. The axis is a unit vector and its shadows count from A's centre.
fn draw_shadows(sketch: &mut Sketch<'_>, axis: &TriedAxis, a: &ConvexBody, b: &ConvexBody, side: Vec3) {
    // Beyond both bodies, and half a metre more.
    let all = || a.corners.iter().chain(&b.corners);
    let away = all().map(|p| (*p - a.center).dot(side)).fold(0.0, f32::max) + 0.5;
    let at = |along: f32, off: f32| a.center + axis.direction * along + side * (away + off);
    let (least, most) = (axis.a.from.min(axis.b.from), axis.a.to.max(axis.b.to));
    sketch.arrow(at(least - 0.4, 0.0), axis.direction * (most - least + 0.8), Ink::Fixed);
    for (body, shadow, ink, off) in [(a, axis.a, Ink::First, -0.07), (b, axis.b, Ink::Second, 0.07)] {
        sketch.line(at(shadow.from, off), at(shadow.to, off), ink, 6.0);
        // From the corner that casts the shadow's end, and of several the one nearest to the drawing.
        for (end, along) in [(shadow.from, -axis.direction), (shadow.to, axis.direction)] {
            let most = furthest(&body.corners, along);
            let nearest = most.iter().max_by(|p, q| p.dot(side).total_cmp(&q.dot(side)));
            if let Some(corner) = nearest {
                sketch.dashes(*corner, at(end, off), 0.12, Ink::Faint);
            }
        }
    }
    let (ink, what) = if axis.gap() > 0.0 { (Ink::Right, "gap") } else { (Ink::Wrong, "overlap") };
    // Between the two: a gap where they do not meet, an overlap drawn backwards where they do.
    sketch.line(at(axis.a.to, 0.0), at(axis.b.from, 0.0), ink, 4.0);
    let middle = 0.5 * (axis.a.to + axis.b.from);
    sketch.words(at(middle, 0.15), format!("{} {} m", word(what), decimal(f64::from(axis.gap().abs()), 2)), ink);
}

/// The lines of the formula that say what the axis with this number sees, as long as it is said to be.
fn shadows_in_words(index: usize, axis: &TriedAxis, length: f32) -> Vec<String> {
    let (a, b) = (axis.a.scaled(length), axis.b.scaled(length));
    let [a0, a1, b0, b1, gap] = [a.from, a.to, b.from, b.to, b.from - a.to].map(number);
    vec![
        say!("axis {}, {}: n = {}", index, axis.source.name(), triple(axis.direction * length)),
        format!("A·n = {a0} … {a1}, B·n = {b0} … {b1}"),
        say!("gap = min B − max A = {} − {} = {}", b0, a1, gap),
    ]
}

/// The corners that reach furthest along `direction`, to within a thousandth of a metre.
fn furthest(corners: &[Vec3], direction: Vec3) -> Vec<Vec3> {
    let most = corners.iter().map(|p| p.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
    corners.iter().copied().filter(|p| p.dot(direction) > most - 1e-3).collect()
}
