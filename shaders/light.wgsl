// Light on surfaces: sky from above, ground from below, one sun with a soft shadow, a weak light from the eye.

@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;
// Share of the ambient light that arrives, and depth (m), at half the picture's size.
@group(1) @binding(2) var occlusion: texture_2d<f32>;

override shadow_taps: u32 = 9u;

// Opacity in the scene of surfaces whose lines have soft borders of their own.
const SOFT: f32 = 0.5;

fn shadow_tap(uv: vec2<f32>, depth: f32) -> f32 {
    return textureSampleCompareLevel(shadow_map, shadow_sampler, uv, depth);
}

// Share of the sun that reaches world point `p` with unit normal `n`, 0…1.
fn sunlight(p: vec3<f32>, n: vec3<f32>) -> f32 {
    if frame.shadow_strength <= 0.0 {
        return 1.0;
    }
    // Pushing the point out along its normal by about a texel hides the map's staircase.
    let slant = 1.0 - clamp(dot(n, frame.sun), 0.0, 1.0);
    let q = frame.sun_from_world * vec4(p + n * (frame.shadow_world * (0.6 + 1.4 * slant)), 1.0);
    let uv = vec2(0.5 + 0.5 * q.x, 0.5 - 0.5 * q.y);
    let border = max(abs(q.x), abs(q.y));
    if border >= 1.0 || q.z >= 1.0 || q.z <= 0.0 {
        return 1.0;
    }
    let depth = q.z - 0.0002;
    let t = frame.shadow_texel;
    var lit = 0.0;
    if shadow_taps <= 5u {
        lit = (shadow_tap(uv + vec2(0.95, 0.25) * t, depth) + shadow_tap(uv + vec2(-0.69, 0.70) * t, depth)
            + shadow_tap(uv + vec2(-0.26, -0.95) * t, depth)) / 3.0;
    } else {
        // A disc of Vogel points; the bilinear comparison smooths between them.
        for (var i = 0u; i < shadow_taps; i++) {
            let r = sqrt((f32(i) + 0.5) / f32(shadow_taps)) * 2.2;
            let a = f32(i) * 2.3999632;
            lit += shadow_tap(uv + vec2(cos(a), sin(a)) * (r * t), depth);
        }
        lit /= f32(shadow_taps);
    }
    let fade = smoothstep(0.9, 1.0, border);
    return mix(1.0, mix(lit, 1.0, fade), frame.shadow_strength);
}

// Share of the ambient light that reaches the surface at pixel `pixel`, `depth` (m) before the eye: the mean of the two
// nearest values in a row as far as they lie about as deep.
fn ambient_share(pixel: vec2<f32>, depth: f32) -> f32 {
    if frame.shadow_strength <= 0.0 {
        return 1.0;
    }
    let left = vec2<i32>(vec2(0.5 * pixel.x - 0.5, 0.5 * pixel.y));
    let a = textureLoad(occlusion, left, 0).rg;
    let b = textureLoad(occlusion, left + vec2(1, 0), 0).rg;
    let weight = max(1.0 - (20.0 / depth) * abs(vec2(a.g, b.g) - depth), vec2(0.001));
    return dot(vec2(a.r, b.r), weight) / (weight.x + weight.y);
}

// Leaves darks and middles alone and rolls bright light off towards 1.
fn tone(c: vec3<f32>) -> vec3<f32> {
    let knee = 0.6;
    let over = max(c - knee, vec3(0.0)) / (1.0 - knee);
    return min(c, vec3(knee)) + (1.0 - knee) * over / (1.0 + over);
}

// Displayable light (linear, 0…1) from a surface: `albedo` linear, `n` and `v` (towards the eye) unit, `p` world,
// `pixel` where it is in the picture.
fn shade(albedo: vec3<f32>, n: vec3<f32>, v: vec3<f32>, p: vec3<f32>, pixel: vec2<f32>, flags: u32) -> vec3<f32> {
    let facing = max(dot(n, frame.sun), 0.0);
    var sun = 0.0;
    if facing > 0.0 {
        sun = sunlight(p, n);
    }
    // Near the ground the lower half of the sky is hidden.
    let height = max(p.y - frame.grid_height, 0.0);
    let near_ground = 1.0 / (1.0 + 3.0 * height + 4.5 * height * height);
    let share = ambient_share(pixel, dot(p - frame.eye, frame.forward));
    let open = share * (1.0 - 0.45 * frame.grid_strength * near_ground * (0.5 - 0.5 * n.y));
    let ambient = mix(frame.light_below, frame.light_above, 0.5 + 0.5 * n.y) * open;
    let h = normalize(v + frame.sun);
    // The power 64 of the cosine, and 4 of what is turned away, by squares.
    let towards = clamp(dot(n, v), 0.0, 1.0);
    var shine = max(dot(n, h), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine * (0.16 * facing * sun);
    var rim = (1.0 - towards) * (1.0 - towards);
    rim *= rim;
    let direct = frame.sun_color * (facing * sun) + frame.fill * (towards * (0.5 + 0.5 * share));
    var light = albedo * (ambient + direct) + frame.sun_color * shine + frame.light_above * (0.10 * rim * open);
    if (flags & HOVERED) != 0u {
        light += (0.10 + 0.55 * rim) * mix(albedo, vec3(1.0), 0.5);
    }
    return tone(light);
}

// How much of `p` a pixel covers, along each of its axes.
fn footprint(p: vec2<f32>) -> vec2<f32> {
    return vec2(length(vec2(dpdx(p.x), dpdy(p.x))), length(vec2(dpdx(p.y), dpdy(p.y))));
}

// Coverage of lines every `spacing` metres, `width` pixels wide; fades before the lines run into each other.
fn lines(p: vec2<f32>, pixel: vec2<f32>, spacing: f32, width: f32) -> f32 {
    let cell = pixel / spacing;
    let d = abs(fract(p / spacing + 0.5) - 0.5) / max(cell, vec2(1e-6));
    let line = clamp(vec2(0.5 + 0.5 * width) - d, vec2(0.0), vec2(1.0));
    let room = 1.0 - smoothstep(vec2(0.06), vec2(0.30), cell);
    let v = line * room;
    return max(v.x, v.y);
}

// Opacity of a grid of metres, stronger every ten and every hundred; `p` and `pixel` in metres.
fn metre_grid(p: vec2<f32>, pixel: vec2<f32>) -> f32 {
    let s = frame.scale;
    let fine = 0.32 * lines(p, pixel, 1.0, s);
    return max(fine, max(0.60 * lines(p, pixel, 10.0, 1.2 * s), 0.75 * lines(p, pixel, 100.0, 1.4 * s)));
}

// Lines on a floor of colour `albedo`: lighter on dark floors, darker on light ones.
fn grid_tone(albedo: vec3<f32>) -> vec3<f32> {
    return select(albedo * 2.2 + 0.06, albedo * 0.35, luminance(albedo) > 0.18);
}
