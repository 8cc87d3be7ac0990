//! The draw list: plain data between the view and the renderer.

use super::{Camera, Theme};
use crate::geometry::BoundingSphere;
use crate::language::Language;
use glam::{Mat4, Quat, Vec2, Vec3};

/// sRGB-encoded colour and linear opacity, each 0…255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Color(pub [u8; 4]);

impl Color {
    /// Opaque, from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255])
    }

    /// Black or white, whichever stands out more: the outline that lets this colour show on any ground.
    ///
    /// The contrast is at least √21 : 1 (about 4.6), because the contrasts with black and with white multiply to 21.
    pub fn outline(self) -> Self {
        // (L + 0.05)/0.05 against 1.05/(L + 0.05): equal where (L + 0.05)² = 0.0525.
        if self.luminance() + 0.05 > 0.0525f32.sqrt() { Self::hex(0x000000) } else { Self::hex(0xffffff) }
    }

    /// Linear red, green and blue, each 0…1.
    pub fn linear(self) -> Vec3 {
        let [r, g, b, _] = self.0.map(|c| {
            let c = f32::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        Vec3::new(r, g, b)
    }

    /// Relative luminance, 0 (black) … 1 (white), as WCAG 2 defines it.
    pub fn luminance(self) -> f32 {
        self.linear().dot(Vec3::new(0.2126, 0.7152, 0.0722))
    }

    /// Part way to `other`, in encoded values: 0 is this colour, 1 the other. The opacity stays.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let part = |i: usize| {
            let (from, to) = (f32::from(self.0[i]), f32::from(other.0[i]));
            (from + (to - from) * share + 0.5) as u8
        };
        Self([part(0), part(1), part(2), self.0[3]])
    }

    /// Opacity, 0…1.
    pub fn alpha(self) -> f32 {
        f32::from(self.0[3]) / 255.0
    }

    /// The same colour with opacity `alpha`, 0…1.
    pub fn with_alpha(self, alpha: f32) -> Self {
        let [r, g, b, _] = self.0;
        Self([r, g, b, (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8])
    }
}

/// What sets a body apart from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub enum Highlight {
    /// Nothing.
    #[default]
    None,
    /// The mouse is over it.
    Hovered,
    /// It is selected.
    Selected,
}

/// A ball, drawn with two rings around it so that its spin shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Centre (m, world).
    pub center: Vec3,
    /// Radius (m).
    pub radius: f32,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Body colour; not opaque means a ghost.
    pub color: Color,
    /// What sets it apart.
    pub highlight: Highlight,
}

/// A box with crisp edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// Centre (m, world).
    pub center: Vec3,
    /// Half extents (m).
    pub half: Vec3,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Body colour; not opaque means a ghost.
    pub color: Color,
    /// Whether its upper face is ground: a metre grid in its own xz axes may be drawn on it.
    pub grid: bool,
    /// What sets it apart.
    pub highlight: Highlight,
}

/// A rectangle in its local xz plane: front (+y) plain, back hatched when it is not solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad {
    /// Centre (m, world).
    pub center: Vec3,
    /// Half extents along local x and z (m).
    pub half: Vec2,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Body colour; not opaque means a ghost.
    pub color: Color,
    /// Whether the back is hatched (a one-sided quad).
    pub hatched_back: bool,
    /// Whether its front is ground: a metre grid in its own xz axes may be drawn on it.
    pub grid: bool,
    /// What sets it apart.
    pub highlight: Highlight,
}

/// A truncated cone along its local y axis: smooth side, crisp rims, marked so that its spin shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnFrustum {
    /// Midway between the caps (m, world); not the centre of mass.
    pub middle: Vec3,
    /// Radius of the lower cap (m), 0 for an apex.
    pub bottom: f32,
    /// Radius of the upper cap (m), 0 for an apex.
    pub top: f32,
    /// Half the distance between the caps (m).
    pub half_height: f32,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Body colour; not opaque means a ghost.
    pub color: Color,
    /// What sets it apart.
    pub highlight: Highlight,
}

/// A flat triangle of a body's surface, lit from either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnFacet {
    /// Corners (m, world).
    pub corners: [Vec3; 3],
    /// Whether the edge opposite each corner is an edge of the body, drawn as a line.
    pub lines: [bool; 3],
    /// Body colour; not opaque means a ghost.
    pub color: Color,
    /// What sets it apart.
    pub highlight: Highlight,
}

/// A straight line of constant width on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end (m, world).
    pub from: Vec3,
    /// The other end (m, world).
    pub to: Vec3,
    /// Colour.
    pub color: Color,
    /// Width (logical pixels).
    pub width: f32,
    /// Whether it has an outline, as arrows and markers have, that lets it show on any ground.
    pub outlined: bool,
    /// Whether the part behind bodies is drawn too, dashed and faint.
    pub xray: bool,
}

/// An arrow with a tail half and a head half of different colours, outlined so that it shows on any ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Where it starts (m, world).
    pub tail: Vec3,
    /// Unit direction (world).
    pub direction: Vec3,
    /// Length: in logical pixels when `pixels`, else in metres.
    pub length: f32,
    /// Whether the length is in pixels; the renderer then scales it by the depth of its tail.
    pub pixels: bool,
    /// Colour of the tail half.
    pub tail_color: Color,
    /// Colour of the head half.
    pub head_color: Color,
    /// Shaft width (logical pixels).
    pub width: f32,
    /// Hollow: only the outline is drawn.
    pub hollow: bool,
    /// Whether the part behind bodies is drawn too, dashed and faint.
    pub xray: bool,
}

/// The form of a [`Marker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Glyph {
    /// A disc: a point, a sphere's surface, a frustum's side.
    #[default]
    Disc,
    /// A ring: a point that does not touch yet.
    Ring,
    /// A square: a face, a cap.
    Square,
    /// A bar: an edge, a rim.
    Bar,
    /// A triangle: a corner.
    Triangle,
    /// A cross: the centre lies inside.
    Cross,
}

/// A small sign that always faces the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// Where (m, world).
    pub position: Vec3,
    /// Its form.
    pub glyph: Glyph,
    /// Colour.
    pub color: Color,
    /// Diameter (logical pixels).
    pub size: f32,
    /// Whether it has an outline that lets it show on any ground.
    pub outlined: bool,
    /// Whether it shows through bodies, faintly.
    pub xray: bool,
}

/// A translucent triangle: touched faces and the like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners (m, world); both sides are drawn.
    pub corners: [Vec3; 3],
    /// Colour.
    pub color: Color,
    /// Whether it shows through bodies, fainter; two bodies that touch hide the faces they touch with.
    pub xray: bool,
}

/// Words beside a point of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The point (m, world).
    pub anchor: Vec3,
    /// From the anchor's place on the screen to the label's left middle (logical pixels, y down).
    pub offset: Vec2,
    /// One line.
    pub text: String,
    /// Text colour; the ground behind it is the theme's.
    pub color: Color,
}

/// What is around the bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenery {
    /// Light or dark.
    pub theme: Theme,
    /// Towards the sun (unit, world).
    pub sun: Vec3,
    /// Whether the ground grid is drawn, and at which height (m).
    pub grid: Option<f32>,
    /// Whether bodies cast shadows.
    pub shadows: bool,
    /// What shadows must cover.
    pub focus: BoundingSphere,
}

/// Everything the renderer needs for one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawList {
    /// Clip space (x, y ∈ −1…1, z ∈ 0…1) from world.
    pub clip_from_world: Mat4,
    /// The eye (m, world).
    pub eye: Vec3,
    /// Tangent of half the vertical field of view.
    pub tan_half_fov: f32,
    /// Physical pixels a logical pixel.
    pub scale: f32,
    /// What is around the bodies.
    pub scenery: Scenery,
    /// The language of its words, in which whoever lays them out says how many found no room.
    pub language: Language,
    /// Balls.
    pub spheres: Vec<Sphere>,
    /// Boxes.
    pub cuboids: Vec<Cuboid>,
    /// Walls that one looks through at what they hold: translucent boxes that cast shadows.
    pub glass: Vec<Cuboid>,
    /// Rectangles.
    pub quads: Vec<Quad>,
    /// Truncated cones.
    pub frusta: Vec<DrawnFrustum>,
    /// Triangles of hulls and meshes.
    pub facets: Vec<DrawnFacet>,
    /// Lines.
    pub lines: Vec<Line>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Signs.
    pub markers: Vec<Marker>,
    /// Highlighted surfaces.
    pub triangles: Vec<Triangle>,
    /// Words.
    pub labels: Vec<Label>,
    /// What the scene counts: large words in the upper left corner, a line each.
    pub readings: Vec<String>,
    /// Lines of text for the lower left corner: the ruler's meaning, what was left out.
    pub notes: Vec<String>,
    /// Length (logical pixels) and meaning of the ruler, when a layer needs one.
    pub ruler: Option<(f32, String)>,
}

impl DrawList {
    /// Starts a picture as the camera sees it: nothing to draw yet, the memory kept.
    pub fn begin(&mut self, camera: &Camera) {
        // What is in it is of another picture; its memory is kept for this one.
        self.clear();
        self.clip_from_world = camera.clip_from_world();
        self.eye = camera.eye();
        self.tan_half_fov = (0.5 * camera.fov).tan();
        self.scale = camera.scale;
    }

    /// Forgets everything to draw, but keeps the memory.
    pub fn clear(&mut self) {
        self.spheres.clear();
        self.cuboids.clear();
        self.glass.clear();
        self.quads.clear();
        self.frusta.clear();
        self.facets.clear();
        self.lines.clear();
        self.arrows.clear();
        self.markers.clear();
        self.triangles.clear();
        self.labels.clear();
        self.notes.clear();
        self.readings.clear();
        self.ruler = None;
    }
}

impl Default for DrawList {
    fn default() -> Self {
        // An empty picture of no particular scene: tests fill in what they are about.
        Self {
            clip_from_world: Mat4::IDENTITY,
            eye: Vec3::ZERO,
            tan_half_fov: 0.4,
            scale: 1.0,
            language: Language::English,
            scenery: Scenery {
                theme: Theme::Dark,
                sun: Vec3::new(0.4, 0.8, 0.45),
                grid: Some(0.0),
                shadows: true,
                focus: BoundingSphere { center: Vec3::ZERO, radius: 10.0 },
            },
            spheres: vec![],
            cuboids: vec![],
            glass: vec![],
            quads: vec![],
            frusta: vec![],
            facets: vec![],
            readings: vec![],
            lines: vec![],
            arrows: vec![],
            markers: vec![],
            triangles: vec![],
            labels: vec![],
            notes: vec![],
            ruler: None,
        }
    }
}
