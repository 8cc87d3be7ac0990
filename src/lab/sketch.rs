//! Drawing a construction: the words of geometry on top of a draw list.

use crate::view::palette::Ink;
use crate::view::{Arrow, Color, DrawList, Glyph, Highlight, Line, Marker, Sphere, Theme, Triangle};
use glam::{Quat, Vec3};

/// Points smaller than this (logical pixels) are one of a swarm: outlines would hide their neighbours.
const SWARM: f32 = 5.0;

/// A draw list with a pen. All positions in metres, world; all widths in logical pixels.
#[derive(Debug)]
pub struct Sketch<'a> {
    list: &'a mut DrawList,
    theme: Theme,
    words: Vec<(Vec3, String, Color)>,
}

impl<'a> Sketch<'a> {
    /// Draws into `list`.
    pub fn new(list: &'a mut DrawList, theme: Theme) -> Self {
        Self { list, theme, words: vec![] }
    }

    /// The words wanted beside points, in the order they were asked for.
    pub fn into_words(self) -> Vec<(Vec3, String, Color)> {
        self.words
    }

    /// The colour of an ink.
    pub fn color(&self, ink: Ink) -> Color {
        ink.color(self.theme)
    }

    /// Puts the ground, with its grid, at this height (m), or takes it away; nothing where the reader wants no grid.
    pub fn ground(&mut self, height: Option<f32>) {
        if self.list.scenery.grid.is_some() {
            self.list.scenery.grid = height;
        }
    }

    /// A straight line.
    pub fn line(&mut self, from: Vec3, to: Vec3, ink: Ink, width: f32) {
        let color = self.color(ink);
        self.list.lines.push(Line { from, to, color, width, outlined: false, xray: true });
    }

    /// A line of dashes about `dash` long (m).
    pub fn dashes(&mut self, from: Vec3, to: Vec3, dash: f32, ink: Ink) {
        // No line becomes more than 200 dashes, however long it is.
        let count = ((to - from).length() / dash.max(1e-6)).ceil().clamp(1.0, 200.0) as usize;
        let at = |i: f32| from.lerp(to, i / count as f32);
        for i in 0..count {
            // A little more line than gap.
            self.line(at(i as f32), at(i as f32 + 0.55), ink, 1.5);
        }
    }

    /// Lines from point to point, and back to the first when `closed`.
    pub fn path(&mut self, points: &[Vec3], closed: bool, ink: Ink, width: f32) {
        points.windows(2).for_each(|pair| self.line(pair[0], pair[1], ink, width));
        if let ([first, .., last], true) = (points, closed) {
            self.line(*last, *first, ink, width);
        }
    }

    /// A circle about `center` in the plane of the unit vector `normal`.
    pub fn circle(&mut self, center: Vec3, normal: Vec3, radius: f32, ink: Ink, width: f32) {
        const CHORDS: usize = 64;
        let (u, v) = normal.any_orthonormal_pair();
        let at = |i: usize| {
            let angle = i as f32 * std::f32::consts::TAU / CHORDS as f32;
            center + (u * angle.cos() + v * angle.sin()) * radius
        };
        let points: Vec<_> = (0..CHORDS).map(at).collect();
        self.path(&points, true, ink, width);
    }

    /// The angle at `corner` from the direction of `a` to that of `b`, up to 180°, as an arc with words outside
    /// its middle; nothing where one of them has no direction.
    pub fn angle(&mut self, corner: Vec3, [a, b]: [Vec3; 2], radius: f32, ink: Ink, text: impl Into<String>) {
        let (Some(a), Some(b)) = (a.try_normalize(), b.try_normalize()) else { return };
        // The part of b square to a is the arc's other axis; for opposite directions any will do.
        let other = (b - a * a.dot(b)).try_normalize().unwrap_or_else(|| a.any_orthonormal_vector());
        let whole = b.dot(other).atan2(b.dot(a));
        let at = |share: f32| {
            let (sin, cos) = (share * whole).sin_cos();
            corner + (a * cos + other * sin) * radius
        };
        let arc: Vec<Vec3> = (0..=24).map(|i| at(i as f32 / 24.0)).collect();
        self.path(&arc, false, ink, 2.0);
        self.words(corner + (at(0.5) - corner) * 1.2, text, ink);
    }

    /// A vector as an arrow from `tail`, its length in metres; nothing for a vector without length.
    pub fn arrow(&mut self, tail: Vec3, vector: Vec3, ink: Ink) {
        let length = vector.length();
        // Divided by no length the direction would be no number.
        if length > 1e-6 && length.is_finite() {
            let color = self.color(ink);
            self.list.arrows.push(Arrow {
                tail,
                direction: vector / length,
                length,
                pixels: false,
                tail_color: color,
                head_color: color,
                width: 3.0,
                hollow: false,
                xray: true,
            });
        }
    }

    /// An arrow with its name beside its tip.
    pub fn named_arrow(&mut self, tail: Vec3, vector: Vec3, ink: Ink, name: impl Into<String>) {
        self.arrow(tail, vector, ink);
        self.words(tail + vector, name, ink);
    }

    /// A sign of `size` pixels that always faces the reader.
    pub fn point(&mut self, position: Vec3, glyph: Glyph, ink: Ink, size: f32) {
        let color = self.color(ink);
        self.list.markers.push(Marker { position, glyph, color, size, outlined: size >= SWARM, xray: true });
    }

    /// A filled convex polygon, seen from both sides, `alpha` 0…1 opaque.
    pub fn polygon(&mut self, corners: &[Vec3], ink: Ink, alpha: f32) {
        let color = self.color(ink).with_alpha(alpha);
        if let [first, rest @ ..] = corners {
            // From the first corner a fan fills any convex polygon.
            let fan = rest.windows(2).map(|pair| Triangle { corners: [*first, pair[0], pair[1]], color, xray: false });
            self.list.triangles.extend(fan);
        }
    }

    /// A ball.
    pub fn ball(&mut self, center: Vec3, radius: f32, rotation: Quat, ink: Ink) {
        let color = self.color(ink);
        self.list.spheres.push(Sphere { center, radius, rotation, color, highlight: Highlight::None });
    }

    /// Words beside a point; where there is no room they give way to those asked for before.
    pub fn words(&mut self, at: Vec3, text: impl Into<String>, ink: Ink) {
        let color = self.color(ink);
        self.words.push((at, text.into(), color));
    }

    /// A line of text in the corner of the picture.
    pub fn note(&mut self, text: impl Into<String>) {
        self.list.notes.push(text.into());
    }

    /// The draw list itself, for what has no word here.
    pub fn list(&mut self) -> &mut DrawList {
        self.list
    }
}
