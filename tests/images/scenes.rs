//! The device the tests share, and draw lists to draw on it.

use carom::geometry::BoundingSphere;
use carom::glam::{EulerRot, Quat, Vec3, vec2, vec3};
use carom::render::{Gpu, Offscreen, Picture};
use carom::scene::SceneCamera;
use carom::view::{
    Arrow, Camera, Color, Cuboid, DrawList, Glyph, Highlight, Marker, Quad, Scenery, Sphere, Theme, Triangle,
};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Size of every picture (pixels).
pub const SIZE: [u32; 2] = [320, 180];

/// One device for all tests but the one that destroys its own.
pub fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| Gpu::new_headless().unwrap_or_else(|error| panic!("{error}")))
}

/// Draws one picture.
pub fn draw(list: &DrawList) -> Picture {
    Offscreen::new(gpu(), SIZE).unwrap().draw(list).unwrap()
}

/// An empty scene before a camera 6 m away, a little above.
pub fn empty(theme: Theme) -> DrawList {
    let camera =
        SceneCamera { target: vec3(0.0, 0.6, 0.0), distance: 6.0, yaw_deg: 25.0, pitch_deg: 20.0, orthographic: false };
    seen_by(&Camera::new(&camera, SIZE, 1.0), theme)
}

/// An empty scene before a camera that looks straight along −z at the origin from 5 m.
pub fn head_on(theme: Theme) -> DrawList {
    let camera = SceneCamera { target: Vec3::ZERO, distance: 5.0, yaw_deg: 0.0, pitch_deg: 0.0, orthographic: false };
    let mut list = seen_by(&Camera::new(&camera, SIZE, 1.0), theme);
    list.scenery.grid = None;
    list.scenery.shadows = false;
    list
}

fn seen_by(camera: &Camera, theme: Theme) -> DrawList {
    DrawList {
        clip_from_world: camera.clip_from_world(),
        eye: camera.eye(),
        tan_half_fov: (0.5 * camera.fov).tan(),
        scale: camera.scale,
        scenery: Scenery {
            theme,
            sun: vec3(0.4, 0.8, 0.4).normalize(),
            grid: Some(0.0),
            shadows: true,
            focus: BoundingSphere { center: Vec3::ZERO, radius: 6.0 },
        },
        ..DrawList::default()
    }
}

/// Okabe and Ito's colours.
pub const COLORS: [Color; 7] = [
    Color::hex(0xe69f00),
    Color::hex(0x56b4e9),
    Color::hex(0x009e73),
    Color::hex(0xf0e442),
    Color::hex(0x0072b2),
    Color::hex(0xd55e00),
    Color::hex(0xcc79a7),
];

pub const GLYPHS: [Glyph; 6] = [Glyph::Disc, Glyph::Ring, Glyph::Square, Glyph::Bar, Glyph::Triangle, Glyph::Cross];

pub fn sphere(center: Vec3, radius: f32, color: Color) -> Sphere {
    let rotation = Quat::from_euler(EulerRot::XYZ, 0.5, 0.3, 0.8);
    Sphere { center, radius, rotation, color, highlight: Highlight::None }
}

pub fn cuboid(center: Vec3, half: Vec3, color: Color) -> Cuboid {
    Cuboid { center, half, rotation: Quat::IDENTITY, color, grid: false, highlight: Highlight::None }
}

/// A vertical square whose front looks along +z (towards the viewer of [`head_on`]).
pub fn wall(half: f32, color: Color) -> Quad {
    Quad {
        center: Vec3::ZERO,
        half: vec2(half, half),
        rotation: Quat::from_rotation_x(std::f32::consts::FRAC_PI_2),
        color,
        hatched_back: true,
        grid: false,
        highlight: Highlight::None,
    }
}

pub fn arrow(tail: Vec3, direction: Vec3, colors: [Color; 2]) -> Arrow {
    Arrow {
        tail,
        direction,
        length: 60.0,
        pixels: true,
        tail_color: colors[0],
        head_color: colors[1],
        width: 5.0,
        hollow: false,
        xray: true,
    }
}

pub fn marker(position: Vec3, glyph: Glyph, color: Color) -> Marker {
    Marker { position, glyph, color, size: 20.0, outlined: true, xray: true }
}

/// A square of one plain colour that covers the middle of [`head_on`]'s picture.
pub fn patch(color: Color) -> [Triangle; 2] {
    let corner = |x: f32, y: f32| vec3(x, y, 0.0);
    let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    [[a, b, c], [a, c, d]].map(|corners| Triangle { corners, color, xray: false })
}

/// Pixels that differ between two pictures by more than a little.
pub fn changed(a: &Picture, b: &Picture) -> Vec<[u32; 2]> {
    let [width, height] = a.size;
    let places = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    places.filter(|&[x, y]| distance(a.pixel(x, y), b.pixel(x, y)) > 12).collect()
}

/// Largest difference in any channel.
pub fn distance(a: [u8; 4], b: [u8; 4]) -> u8 {
    (0..4).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0)
}

/// Luminance of a pixel as WCAG 2 defines it.
pub fn luminance(pixel: [u8; 4]) -> f32 {
    Color(pixel).luminance()
}

/// Contrast of two luminances as WCAG 2 defines it, 1…21.
fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The pixels within two of this one, itself among them.
fn beside([x, y]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
    let (columns, rows) =
        (x.saturating_sub(2)..=(x + 2).min(SIZE[0] - 1), y.saturating_sub(2)..=(y + 2).min(SIZE[1] - 1));
    rows.flat_map(move |v| columns.clone().map(move |u| [u, v]))
}

/// How many of the painted pixels stand 3 : 1 against one beside them, where there was no such contrast before: fill
/// against outline, or either against the ground.
pub fn told_apart(bare: &Picture, picture: &Picture, painted: &[[u32; 2]]) -> usize {
    let apart = |picture: &Picture, a: [u32; 2], b: [u32; 2]| {
        let [a, b] = [a, b].map(|[x, y]| luminance(picture.pixel(x, y)));
        contrast(a, b) >= 3.0
    };
    painted.iter().filter(|p| beside(**p).any(|q| apart(picture, **p, q) && !apart(bare, **p, q))).count()
}

/// How many of the painted pixels stand 3 : 1 against the mean luminance of the ring of ground two pixels wide round
/// all of them.
pub fn against_ring(bare: &Picture, picture: &Picture, painted: &[[u32; 2]]) -> usize {
    let inside: HashSet<_> = painted.iter().copied().collect();
    let ring: HashSet<_> = painted.iter().flat_map(|p| beside(*p)).filter(|p| !inside.contains(p)).collect();
    let ground = ring.iter().map(|[x, y]| luminance(bare.pixel(*x, *y))).sum::<f32>() / ring.len() as f32;
    painted.iter().filter(|[x, y]| contrast(luminance(picture.pixel(*x, *y)), ground) >= 3.0).count()
}
