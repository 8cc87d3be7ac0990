// What every pipeline shares: the frame's uniforms, rotations, colour coding, distances on the screen.
// Joined in front of each other file. All light is linear; colours of instances arrive sRGB-encoded.

struct Frame {
    clip_from_world: mat4x4<f32>,
    sun_from_world: mat4x4<f32>,
    eye: vec3<f32>,
    scale: f32,
    right: vec3<f32>,
    tan_half_fov: f32,
    up: vec3<f32>,
    aspect: f32,
    forward: vec3<f32>,
    near: f32,
    sun: vec3<f32>,
    shadow_texel: f32,
    sun_color: vec3<f32>,
    shadow_strength: f32,
    light_above: vec3<f32>,
    grid_height: f32,
    light_below: vec3<f32>,
    grid_strength: f32,
    sky_top: vec3<f32>,
    grid_reach: f32,
    sky_horizon: vec3<f32>,
    edge_tone: f32,
    ground: vec3<f32>,
    shadow_world: f32,
    grid_line: vec3<f32>,
    dark_theme: f32,
    size: vec2<f32>,
    texel: vec2<f32>,
    corner: vec2<f32>,
    ortho_w: f32,
    ortho_depth: f32,
    accent: vec4<f32>,
    halo: vec4<f32>,
    fill: vec3<f32>,
    parallel: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// One body of any shape about the middle of its bounding box. `half` is the half extents (m); a sphere has three times
// its radius, a quad y = 0, a frustum lower radius, half height and upper radius. A facet says itself what it has.
struct BodyInstance {
    @location(0) center: vec3<f32>,
    @location(1) half: vec3<f32>,
    @location(2) rotation: vec4<f32>,
    @location(3) color: vec4<f32>,
    @location(4) flags: u32,
}

const HOVERED: u32 = 1u;
const HATCHED_BACK: u32 = 4u;
const GROUND: u32 = 8u;

fn rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn unrotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return rotate(vec4(-q.xyz, q.w), v);
}

fn linear_from_srgb(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c <= vec3(0.04045));
}

// By roots, which take less time than a power and differ from it by a quarter of an 8-bit step at most: after Ian Taylor,
// "sRGB Approximations for HLSL", 2012.
fn srgb_from_linear(c: vec3<f32>) -> vec3<f32> {
    let x = clamp(c, vec3(0.0), vec3(1.0));
    let root = sqrt(x);
    let fourth = sqrt(root);
    let eighth = sqrt(fourth);
    let bright = 0.662002687 * root + 0.684122060 * fourth - 0.323583601 * eighth - 0.0225411470 * x;
    return select(bright, x * 12.92, x <= vec3(0.0031308));
}

fn luminance(c: vec3<f32>) -> f32 {
    return dot(c, vec3(0.2126, 0.7152, 0.0722));
}

// sRGB-encoded colour in linear light; the opacity stays.
fn decoded(c: vec4<f32>) -> vec4<f32> {
    return vec4(linear_from_srgb(c.rgb), c.a);
}

// Corner `index` of the strip that fills the square from (-1, -1) to (1, 1).
fn square_corner(index: u32) -> vec2<f32> {
    return vec2(f32(index & 1u) * 2.0 - 1.0, f32(index >> 1u) * 2.0 - 1.0);
}

// Corner `index` of one triangle that holds the whole picture (clip space).
fn picture_corner(index: u32) -> vec2<f32> {
    return vec2(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
}

// Place in the shadow map of world point `p`; what lies before its near plane is flattened onto it.
fn shadow_position(p: vec3<f32>) -> vec4<f32> {
    var position = frame.sun_from_world * vec4(p, 1.0);
    position.z = max(position.z, 0.0);
    return position;
}

// Whether the lines of sight are parallel: for `select`, never for `if`. Where a branch of a vertex shader asks nothing but
// uniforms, Mesa's lavapipe compiles the shader anew for each picture, and keeps them all.
fn parallel() -> bool {
    return frame.parallel > 0.0;
}

// Metres a physical pixel covers at clip depth `w` (m; see `clip_w`).
fn pixel_size(w: f32) -> f32 {
    return 2.0 * frame.tan_half_fov * w / frame.size.y;
}

// Clip w of what lies `depth` metres before the eye.
fn clip_w(depth: f32) -> f32 {
    return select(depth, frame.ortho_w, parallel());
}

// Depth buffer's value `depth` metres before the eye: 1 is near.
fn depth_value(depth: f32) -> f32 {
    let perspective = frame.near / max(depth, 1e-9);
    return clamp(select(perspective, 1.0 - depth / frame.ortho_depth, parallel()), 0.0, 1.0);
}

// `position` (clip) brought nearer by `share` of its distance; away when negative.
fn nearer(position: vec4<f32>, share: f32) -> vec4<f32> {
    let perspective = position.z * (1.0 + share);
    let orthographic = position.z + share * position.w * position.w / max(frame.ortho_depth, 1e-9);
    return vec4(position.xy, select(perspective, orthographic, parallel()), position.w);
}

// From world point `p` towards the eye (m; a direction alone where lines of sight are parallel).
fn towards_eye(p: vec3<f32>) -> vec3<f32> {
    return select(frame.eye - p, -frame.forward, parallel());
}

// Physical pixels from the upper left.
fn pixel_from_ndc(ndc: vec2<f32>) -> vec2<f32> {
    return vec2(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * frame.size;
}

fn ndc_from_pixel(pixel: vec2<f32>) -> vec2<f32> {
    return vec2(2.0 * pixel.x / frame.size.x - 1.0, 1.0 - 2.0 * pixel.y / frame.size.y);
}

// 1 inside, 0 outside, a ramp of one pixel across the border; `distance` in pixels, negative inside.
fn coverage(distance: f32) -> f32 {
    return clamp(0.5 - distance, 0.0, 1.0);
}

// Black or white, whichever stands out more from `c` (linear): equal contrast lies at (L + 0.05)² = 0.0525.
fn opposite(c: vec3<f32>) -> vec3<f32> {
    return select(vec3(1.0), vec3(0.0), luminance(c) + 0.05 > 0.22913);
}

// Noise with little low frequency, 0…1, one value a pixel: Jimenez, "Next Generation Post Processing in Call of Duty:
// Advanced Warfare", SIGGRAPH 2014.
fn gradient_noise(pixel: vec2<f32>) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// Linear `c` blurred by half a step of an 8-bit picture either way, so that slow gradients show no bands.
fn dithered(c: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let step = 2.0 * sqrt(max(c, vec3(0.0002))) / 255.0;
    return max(c + step * (gradient_noise(floor(pixel)) - 0.5), vec3(0.0));
}
