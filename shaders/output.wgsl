// From linear light to the picture: edges smoothed where there was one sample a pixel, then sRGB-encoded, once.

override encode: bool = true;
override smooth_edges: bool = false;

@group(1) @binding(0) var scene: texture_2d<f32>;
@group(1) @binding(1) var scene_sampler: sampler;

struct OutputOut {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> OutputOut {
    let corner = picture_corner(index);
    var out: OutputOut;
    out.position = vec4(corner, 0.0, 1.0);
    out.uv = vec2(0.5 + 0.5 * corner.x, 0.5 - 0.5 * corner.y);
    return out;
}

fn texel(at: vec2<i32>) -> vec3<f32> {
    return textureLoad(scene, at, 0).rgb;
}

// About as bright as it looks.
fn brightness(c: vec3<f32>) -> f32 {
    return sqrt(luminance(c));
}

// Half way between two neighbours, of which `at` is one.
fn bright_between(at: vec2<i32>, step: vec2<i32>, last: vec2<i32>) -> f32 {
    let here = clamp(at, vec2(0), last);
    let there = clamp(at + step, vec2(0), last);
    return brightness(0.5 * (texel(here) + texel(there)));
}

// Fast approximate anti-aliasing: find the edge through this pixel, walk to both its ends, and shift the sample across
// it by how far along it lies. After Lottes, "FXAA", NVIDIA 2009, as the quality form of version 3.11 does it.
//
// All samples lie on texels or half way between two: plain reads and a mean take less time than a filter does, above all
// where a processor draws.
fn smoothed(pixel: vec2<f32>) -> vec3<f32> {
    let at = vec2<i32>(pixel);
    let last = vec2<i32>(frame.size) - 1;
    let low = max(at - 1, vec2(0));
    let high = min(at + 1, last);
    let here = textureLoad(scene, at, 0);
    let center = here.rgb;
    // Signs come with soft borders of their own.
    if here.a > 0.75 {
        return center;
    }
    let north = textureLoad(scene, vec2(at.x, low.y), 0);
    let south = textureLoad(scene, vec2(at.x, high.y), 0);
    let west = textureLoad(scene, vec2(low.x, at.y), 0);
    let east = textureLoad(scene, vec2(high.x, at.y), 0);
    // So do the lines of a grid: amid ground there is nothing to smooth.
    if min(min(here.a, min(north.a, south.a)), min(west.a, east.a)) > 0.25 {
        return center;
    }
    let m = brightness(center);
    let n = brightness(north.rgb);
    let s = brightness(south.rgb);
    let w = brightness(west.rgb);
    let e = brightness(east.rgb);
    let highest = max(m, max(max(n, s), max(w, e)));
    let lowest = min(m, min(min(n, s), min(w, e)));
    let contrast = highest - lowest;
    if contrast < max(0.05, 0.15 * highest) {
        return center;
    }
    let nw = brightness(texel(low));
    let ne = brightness(texel(vec2(high.x, low.y)));
    let sw = brightness(texel(vec2(low.x, high.y)));
    let se = brightness(texel(high));
    let flat_edge = 2.0 * abs(n + s - 2.0 * m) + abs(ne + se - 2.0 * e) + abs(nw + sw - 2.0 * w);
    let steep_edge = 2.0 * abs(w + e - 2.0 * m) + abs(nw + ne - 2.0 * n) + abs(sw + se - 2.0 * s);
    let horizontal = flat_edge >= steep_edge;
    let before = select(w, n, horizontal);
    let after = select(e, s, horizontal);
    let step_before = abs(before - m);
    let step_after = abs(after - m);
    let backwards = step_before >= step_after;
    let other = select(after, before, backwards);
    let middle = 0.5 * (m + other);
    let slope = 0.25 * max(step_before, step_after);
    let unit = select(vec2(1, 0), vec2(0, 1), horizontal);
    let across = select(unit, -unit, backwards);
    let along = vec2(1, 1) - unit;
    var reach_back = 0;
    var reach_on = 0;
    var end_back = 0.0;
    var end_on = 0.0;
    var done_back = false;
    var done_on = false;
    var stride = 1;
    for (var i = 0; i < 5; i++) {
        if !done_back {
            reach_back += stride;
            end_back = bright_between(at - along * reach_back, across, last) - middle;
            done_back = abs(end_back) >= slope;
        }
        if !done_on {
            reach_on += stride;
            end_on = bright_between(at + along * reach_on, across, last) - middle;
            done_on = abs(end_on) >= slope;
        }
        if done_back && done_on {
            break;
        }
        stride = select(2, 6, i >= 3);
    }
    let nearer = min(reach_back, reach_on);
    let end = select(end_on, end_back, reach_back < reach_on);
    let belongs = (end < 0.0) != (m - middle < 0.0);
    let by_edge = select(0.0, 0.5 - f32(nearer) / f32(reach_back + reach_on), belongs);
    // Single pixels that stand out are softened a little too.
    let around = (2.0 * (n + s + w + e) + nw + ne + sw + se) / 12.0;
    let lone = smoothstep(0.0, 1.0, clamp(abs(around - m) / contrast, 0.0, 1.0));
    let shift = max(by_edge, 0.45 * lone * lone);
    let beside = select(select(east.rgb, west.rgb, backwards), select(south.rgb, north.rgb, backwards), horizontal);
    return mix(center, beside, shift);
}

fn encoded(c: vec3<f32>) -> vec3<f32> {
    if encode {
        return srgb_from_linear(c);
    }
    return c;
}

@fragment
fn fs_main(in: OutputOut) -> @location(0) vec4<f32> {
    if smooth_edges {
        return vec4(encoded(smoothed(in.position.xy - frame.corner)), 1.0);
    }
    return vec4(encoded(texel(vec2<i32>(in.position.xy - frame.corner))), 1.0);
}

// The selected bodies' outline, from a mask of where they are: accent outside their border, a halo beyond it.
@fragment
fn fs_outline(in: OutputOut) -> @location(0) vec4<f32> {
    let inside = textureSampleLevel(scene, scene_sampler, in.uv, 0.0).r;
    let width = 2.4 * frame.scale;
    var inner = 0.0;
    var outer = 0.0;
    for (var i = 0; i < 16; i++) {
        let a = f32(i) * 0.3926991;
        let d = vec2(cos(a), sin(a)) * frame.texel;
        inner += textureSampleLevel(scene, scene_sampler, in.uv + d * width, 0.0).r;
        outer += textureSampleLevel(scene, scene_sampler, in.uv + d * (width + 1.4 * frame.scale), 0.0).r;
    }
    // The share of a circle that lies inside falls to 0 at its radius from the border: a soft edge there.
    inner = smoothstep(0.0, 3.2, inner);
    outer = smoothstep(0.0, 3.2, outer);
    let accent = inner * (1.0 - inside);
    let halo = (1.0 - inner) * outer * (1.0 - inside) * frame.halo.a;
    let color = select(linear_from_srgb(frame.accent.rgb), frame.accent.rgb, encode) * accent
        + select(linear_from_srgb(frame.halo.rgb), frame.halo.rgb, encode) * halo;
    return vec4(color, accent + halo);
}
