// Ambient occlusion at half the picture's size: how much of the sky the nearest surfaces hide from each point, from depth
// alone. After McGuire, Mara, Luebke, "Scalable Ambient Obscurance", HPG 2012. The directions of two neighbouring
// pixels complete each other, so that their mean, which the surfaces take, is smooth.

// Depth, read as plain numbers: WebGL 2 reads no single texel of a texture that is declared as depth.
@group(1) @binding(0) var near_depth: texture_2d<f32>;

// Samples a pixel.
const TAPS: u32 = 7u;
// Where they lie: turned on by the golden angle each, and farther and farther out.
const DIRECTIONS = array<vec2<f32>, TAPS>(
    vec2(1.0, 0.0),
    vec2(-0.7373689, 0.6754903),
    vec2(0.0874257, -0.9961710),
    vec2(0.6084389, 0.7936007),
    vec2(-0.9847135, -0.1741818),
    vec2(0.8437552, -0.5367282),
    vec2(-0.2596041, 0.9657151),
);
// How far occluders are looked for, a share of the picture's height.
const REACH: f32 = 0.055;
// Slopes below this (sine) count as flat: depth has steps.
const FLAT: f32 = 0.06;
const STRENGTH: f32 = 1.7;
// Depth of what has nothing in front of it (m).
const NOTHING: f32 = 60000.0;

@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4(picture_corner(index), 0.0, 1.0);
}

// Metres before the eye of the surface at pixel `at` of the half-size picture.
fn depth_at(at: vec2<i32>) -> f32 {
    let last = vec2<i32>(textureDimensions(near_depth)) - 1;
    let value = textureLoad(near_depth, clamp(at, vec2(0), last), 0).x;
    let orthographic = (1.0 - value) * frame.ortho_depth;
    return min(select(frame.near / max(value, 1e-9), orthographic, parallel()), NOTHING);
}

// The surface there: to the right, up, and away from the eye (m).
fn place_at(at: vec2<i32>) -> vec3<f32> {
    let depth = depth_at(at);
    let size = vec2<f32>(textureDimensions(near_depth));
    let ndc = (vec2<f32>(at) + 0.5) / size * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
    let half = frame.tan_half_fov * clip_w(depth);
    return vec3(ndc * vec2(frame.aspect, 1.0) * half, depth);
}

// The nearer in depth of two neighbours' differences: the other may lie beyond an edge.
fn steadier(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return select(b, a, abs(a.z) < abs(b.z));
}

@fragment
fn fs_main(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(position.xy);
    let here = place_at(at);
    if here.z >= 0.9 * NOTHING {
        return vec4(1.0, NOTHING, 0.0, 1.0);
    }
    let across = steadier(place_at(at + vec2(1, 0)) - here, here - place_at(at - vec2(1, 0)));
    let along = steadier(place_at(at - vec2(0, 1)) - here, here - place_at(at + vec2(0, 1)));
    // Towards the eye: depth grows away from it.
    let n = -normalize(cross(across, along));
    let pixels = REACH * f32(textureDimensions(near_depth).y);
    let reach = 2.0 * REACH * frame.tan_half_fov * clip_w(here.z);
    // The directions of every other pixel are turned about.
    let turn = 1.0 - 2.0 * f32((at.x + at.y) & 1);
    var hidden = 0.0;
    for (var i = 0u; i < TAPS; i++) {
        let share = (f32(i) + 0.5) / f32(TAPS);
        let v = place_at(at + vec2<i32>(DIRECTIONS[i] * (turn * (share * pixels + 1.0)))) - here;
        let square = dot(v, v);
        let fade = max(1.0 - square / (reach * reach), 0.0);
        hidden += max(dot(v, n) * inverseSqrt(max(square, 1e-12)) - FLAT, 0.0) * fade;
    }
    return vec4(max(1.0 - STRENGTH * hidden / f32(TAPS), 0.0), here.z, 0.0, 1.0);
}
