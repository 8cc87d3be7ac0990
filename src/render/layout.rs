//! The structs that Rust and WGSL share, each declared once here; a test compares them with the shaders member by
//! member.

use bytemuck::{Pod, Zeroable};
use std::mem::{offset_of, size_of};
use wgpu::VertexFormat;

/// A member of a shared struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Name, the same in both languages.
    pub name: &'static str,
    /// From the struct's start (bytes).
    pub offset: usize,
    /// Size (bytes).
    pub size: usize,
    /// As a vertex attribute; none for matrices.
    pub format: Option<VertexFormat>,
}

/// A type that both languages know.
trait SharedStruct {
    const FORMAT: Option<VertexFormat>;
}

macro_rules! shared {
    ($($rust:ty => $format:expr,)*) => { $(impl SharedStruct for $rust { const FORMAT: Option<VertexFormat> = $format; })* };
}

shared! {
    f32 => Some(VertexFormat::Float32),
    [f32; 2] => Some(VertexFormat::Float32x2),
    [f32; 3] => Some(VertexFormat::Float32x3),
    [f32; 4] => Some(VertexFormat::Float32x4),
    [u8; 4] => Some(VertexFormat::Unorm8x4),
    u32 => Some(VertexFormat::Uint32),
    [[f32; 4]; 4] => None,
}

macro_rules! gpu_struct {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $ty:ty,)* }) => {
        $(#[$about])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
        pub struct $name {
            $($(#[$note])* pub $field: $ty,)*
        }

        impl $name {
            /// Every member, in order.
            pub const MEMBERS: &[Member] = &[$(Member {
                name: stringify!($field),
                offset: offset_of!($name, $field),
                size: size_of::<$ty>(),
                format: <$ty as SharedStruct>::FORMAT,
            },)*];
        }
    };
}

gpu_struct! {
    /// One picture's constants. Directions and positions in world axes, colours in linear light.
    Frame {
        /// Clip space from world, depth reversed.
        clip_from_world: [[f32; 4]; 4],
        /// The sun's clip space from world, depth 0 nearest the sun.
        sun_from_world: [[f32; 4]; 4],
        /// The eye (m).
        eye: [f32; 3],
        /// Physical pixels a logical pixel.
        scale: f32,
        /// Unit, to the right of the picture.
        right: [f32; 3],
        /// Tangent of half the vertical field of view.
        tan_half_fov: f32,
        /// Unit, to the top of the picture.
        up: [f32; 3],
        /// Width over height.
        aspect: f32,
        /// Unit, into the picture.
        forward: [f32; 3],
        /// Near plane (m).
        near: f32,
        /// Unit, towards the sun.
        sun: [f32; 3],
        /// One texel of the shadow map, 0…1.
        shadow_texel: f32,
        /// Light of the sun.
        sun_color: [f32; 3],
        /// 0 without shadows and ambient occlusion, else 1.
        shadow_strength: f32,
        /// Ambient light from straight above.
        light_above: [f32; 3],
        /// Height of the ground (m).
        grid_height: f32,
        /// Ambient light from straight below.
        light_below: [f32; 3],
        /// 0 without ground, else 1.
        grid_strength: f32,
        /// Sky overhead.
        sky_top: [f32; 3],
        /// Half the side of the ground square (m).
        grid_reach: f32,
        /// Sky at the horizon.
        sky_horizon: [f32; 3],
        /// Edge lines are the body's colour times this.
        edge_tone: f32,
        /// The ground.
        ground: [f32; 3],
        /// One texel of the shadow map (m).
        shadow_world: f32,
        /// Lines of the grid.
        grid_line: [f32; 3],
        /// 1 in the dark theme, else 0.
        dark_theme: f32,
        /// Size of the picture (physical pixels).
        size: [f32; 2],
        /// One over that.
        texel: [f32; 2],
        /// Where the picture starts in its target (physical pixels from the upper left).
        corner: [f32; 2],
        /// Clip w of every point of an orthographic picture (m); 0 in perspective.
        ortho_w: f32,
        /// From the eye to the far plane of an orthographic picture (m); 0 in perspective.
        ortho_depth: f32,
        /// Outline of what is selected (sRGB-encoded).
        accent: [f32; 4],
        /// Beyond that outline, so that it shows on any ground (sRGB-encoded, with opacity).
        halo: [f32; 4],
        /// Light from the eye, without shadow.
        fill: [f32; 3],
        /// 1 where the lines of sight are parallel, in an orthographic picture; 0 in perspective.
        parallel: f32,
    }
}

gpu_struct! {
    /// One body.
    BodyInstance {
        /// Middle of its bounding box (m, world).
        center: [f32; 3],
        /// Half extents (m); the radius of a sphere, three times over; lower radius, half height and upper radius of a
        /// frustum; from the centroid of a facet to its first corner.
        half: [f32; 3],
        /// `world_from_body`, x y z w; of a facet from the centroid to its second corner (m), and the bits
        /// of its lines.
        rotation: [f32; 4],
        /// sRGB-encoded.
        color: [u8; 4],
        /// Bits 0–1: highlight; [`HATCHED_BACK`], [`GROUND`].
        flags: u32,
    }
}

/// Bit of [`BodyInstance::flags`]: the back of the quad is hatched.
pub const HATCHED_BACK: u32 = 4;
/// Bit of [`BodyInstance::flags`]: the upper face of the box or the front of the quad carries a grid of metres.
pub const GROUND: u32 = 8;
/// Bit of the flags of lines, markers and triangles: shows through bodies.
pub const XRAY: u32 = 256;
/// Bit of [`LineInstance::flags`]: it is the outline under another line.
pub const EDGE: u32 = 512;
/// Bit of the flags of lines and markers: outlined.
pub const OUTLINED: u32 = 1024;
/// How wide the outline of a sign is, black or white as stands out from it (logical pixels).
pub const OUTLINE: f32 = 1.5;
/// Bit of [`ArrowInstance::flags`]: the length is in logical pixels.
pub const PIXELS: u32 = 1;
/// Bit of [`ArrowInstance::flags`]: only the outline is drawn.
pub const HOLLOW: u32 = 2;

gpu_struct! {
    /// One line.
    LineInstance {
        /// One end (m, world).
        start: [f32; 3],
        /// The other end (m, world).
        end: [f32; 3],
        /// sRGB-encoded.
        color: [u8; 4],
        /// Logical pixels.
        width: f32,
        /// [`XRAY`], [`OUTLINED`], [`EDGE`].
        flags: u32,
    }
}

gpu_struct! {
    /// One arrow.
    ArrowInstance {
        /// Where it starts (m, world).
        tail: [f32; 3],
        /// Metres, or logical pixels with [`PIXELS`].
        length: f32,
        /// Unit (world).
        direction: [f32; 3],
        /// Shaft width (logical pixels).
        width: f32,
        /// sRGB-encoded.
        tail_color: [u8; 4],
        /// sRGB-encoded.
        head_color: [u8; 4],
        /// [`PIXELS`], [`HOLLOW`].
        flags: u32,
    }
}

gpu_struct! {
    /// One marker.
    MarkerInstance {
        /// Where (m, world).
        position: [f32; 3],
        /// Diameter (logical pixels).
        size: f32,
        /// sRGB-encoded.
        color: [u8; 4],
        /// The glyph in bits 0–7, [`XRAY`], [`OUTLINED`].
        flags: u32,
    }
}

gpu_struct! {
    /// One lit triangle.
    TriangleInstance {
        /// First corner (m, world).
        a: [f32; 3],
        /// Second corner (m, world).
        b: [f32; 3],
        /// Third corner (m, world).
        c: [f32; 3],
        /// sRGB-encoded.
        color: [u8; 4],
        /// [`XRAY`] or 0.
        flags: u32,
    }
}

gpu_struct! {
    /// A plate, a letter or a stroke over the picture.
    TextInstance {
        /// Plate and letter: upper left corner and size; stroke: its two ends (physical pixels).
        rect: [f32; 4],
        /// Letter: upper left corner and size in the atlas (texels).
        texels: [f32; 4],
        /// sRGB-encoded.
        color: [u8; 4],
        /// Plate: radius of the corners; stroke: half the width (physical pixels).
        radius: f32,
        /// [`PLATE`], [`LETTER`] or [`STROKE`].
        kind: u32,
    }
}

/// Kind of a [`TextInstance`]: a rectangle with round corners.
pub const PLATE: u32 = 0;
/// Kind of a [`TextInstance`]: a letter from the atlas.
pub const LETTER: u32 = 1;
/// Kind of a [`TextInstance`]: a straight stroke.
pub const STROKE: u32 = 2;

/// Every struct that a shader reads per instance: its name there and its members.
pub const INSTANCES: &[(&str, &[Member])] = &[
    ("BodyInstance", BodyInstance::MEMBERS),
    ("LineInstance", LineInstance::MEMBERS),
    ("ArrowInstance", ArrowInstance::MEMBERS),
    ("MarkerInstance", MarkerInstance::MEMBERS),
    ("TriangleInstance", TriangleInstance::MEMBERS),
    ("TextInstance", TextInstance::MEMBERS),
];

/// The members as vertex attributes at locations 0, 1, 2, …
pub(super) fn attributes(members: &[Member]) -> Vec<wgpu::VertexAttribute> {
    members
        .iter()
        .filter_map(|member| Some((member.offset, member.format?)))
        .zip(0..)
        .map(|((offset, format), shader_location)| wgpu::VertexAttribute {
            format,
            offset: offset as u64,
            shader_location,
        })
        .collect()
}
