// Rectangles: the front (+y of the body) plain, the back hatched where nothing is solid.

struct QuadOut {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) place: vec2<f32>,
    @location(2) @interpolate(flat) half: vec2<f32>,
    @location(3) @interpolate(flat) normal: vec3<f32>,
    @location(4) @interpolate(flat) color: vec4<f32>,
    @location(5) @interpolate(flat) flags: u32,
}

fn quad_corner(index: u32, body: BodyInstance) -> QuadOut {
    let corner = square_corner(index);
    var out: QuadOut;
    out.half = body.half.xz;
    out.place = corner * out.half;
    out.world = body.center + rotate(body.rotation, vec3(out.place.x, 0.0, out.place.y));
    out.normal = rotate(body.rotation, vec3(0.0, 1.0, 0.0));
    out.color = decoded(body.color);
    out.flags = body.flags;
    return out;
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, body: BodyInstance) -> QuadOut {
    var out = quad_corner(index, body);
    out.position = frame.clip_from_world * vec4(out.world, 1.0);
    return out;
}

// Light in rgb, share of an edge line in a.
fn quad_light(in: QuadOut) -> vec4<f32> {
    let pixel = footprint(in.place);
    let v = normalize(towards_eye(in.world));
    let front = dot(in.normal, v) >= 0.0;
    let n = select(-in.normal, in.normal, front);
    let slant = in.place.x + in.place.y;
    let slant_pixel = length(vec2(dpdx(slant), dpdy(slant)));
    var albedo = in.color.rgb;
    if !front && (in.flags & HATCHED_BACK) != 0u {
        // Diagonal bars; where they get too fine for the pixels their mean remains.
        let spacing = clamp(0.22 * min(in.half.x, in.half.y), 0.01, 0.6);
        let cell = slant_pixel / spacing;
        let d = (abs(fract(slant / spacing) - 0.5) - 0.21) / max(cell, 1e-6);
        let bars = mix(clamp(0.5 + d, 0.0, 1.0), 0.58, smoothstep(0.25, 0.6, cell));
        albedo = mix(in.color.rgb * 0.30, mix(in.color.rgb, vec3(luminance(in.color.rgb)), 0.35) * 0.85, bars);
    }
    if front && (in.flags & GROUND) != 0u {
        albedo = mix(albedo, grid_tone(albedo), metre_grid(in.place, pixel));
    }
    let pixels = (in.half - abs(in.place)) / max(pixel, vec2(1e-9));
    let line = clamp(0.5 + 1.25 * frame.scale - min(pixels.x, pixels.y), 0.0, 1.0);
    let size = min(in.half.x / max(pixel.x, 1e-9), in.half.y / max(pixel.y, 1e-9));
    let strength = line * 0.9 * smoothstep(1.5, 8.0, size);
    albedo = edged(albedo, in.color.rgb, strength, in.flags);
    return vec4(shade(albedo, n, v, in.world, in.position.xy, in.flags), strength);
}

@fragment
fn fs_main(in: QuadOut) -> @location(0) vec4<f32> {
    return vec4(quad_light(in).rgb, select(0.0, SOFT, (in.flags & GROUND) != 0u));
}

@fragment
fn fs_ghost(in: QuadOut) -> @location(0) vec4<f32> {
    return ghostly(quad_light(in), in.color.a);
}

@vertex
fn vs_shadow(@builtin(vertex_index) index: u32, body: BodyInstance) -> @builtin(position) vec4<f32> {
    return shadow_position(quad_corner(index, body).world);
}
