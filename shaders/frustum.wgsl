// Truncated cones: a smooth side of many narrow strips, the cap that is turned towards the viewer, crisp rims.
// `half` is the lower radius, half the height and the upper radius (m); the centre is midway between the caps.

const STRIPS: u32 = 64u;

struct FrustumOut {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    // In the body's axes from its middle (m).
    @location(1) local: vec3<f32>,
    @location(2) @interpolate(flat) half: vec3<f32>,
    @location(3) @interpolate(flat) rotation: vec4<f32>,
    @location(4) @interpolate(flat) color: vec4<f32>,
    @location(5) @interpolate(flat) flags: u32,
    // 0 on the side, +1 on the upper cap, -1 on the lower.
    @location(6) @interpolate(flat) cap: f32,
}

// Corner `index`: six for each strip of the side, then three for each slice of the cap that `toward` (body frame, from
// the middle) lies beyond.
fn frustum_corner(index: u32, body: BodyInstance, toward: vec3<f32>) -> FrustumOut {
    let on_side = index < 6u * STRIPS;
    let k = select((index - 6u * STRIPS) / 3u, index / 6u, on_side);
    let corner = select((index - 6u * STRIPS) % 3u, index % 6u, on_side);
    let cap = select(-1.0, 1.0, toward.y >= 0.0);
    var step = 0u;
    var y = cap;
    var center = false;
    if on_side {
        // Two triangles, counterclockwise from outside.
        let right = corner == 1u || corner == 2u || corner == 4u;
        let up = corner == 2u || corner == 4u || corner == 5u;
        step = k + u32(right);
        y = select(-1.0, 1.0, up);
    } else {
        center = corner == 0u;
        step = k + u32((corner == 1u) == (cap < 0.0));
    }
    let angle = f32(step % STRIPS) * (6.2831853 / f32(STRIPS));
    let reach = select(select(body.half.x, body.half.z, y > 0.0), 0.0, center);
    var out: FrustumOut;
    // Seen from outside, x turns to -z as the step grows: to the right.
    out.local = vec3(reach * cos(angle), y * body.half.y, -reach * sin(angle));
    out.world = body.center + rotate(body.rotation, out.local);
    out.half = body.half;
    out.rotation = body.rotation;
    out.color = decoded(body.color);
    out.flags = body.flags;
    out.cap = select(cap, 0.0, on_side);
    return out;
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, body: BodyInstance) -> FrustumOut {
    var out = frustum_corner(index, body, unrotate(body.rotation, towards_eye(body.center)));
    out.position = frame.clip_from_world * vec4(out.world, 1.0);
    return out;
}

// Light in rgb, share of a rim's line in a.
fn frustum_light(in: FrustumOut) -> vec4<f32> {
    let v = normalize(towards_eye(in.world));
    let rho = length(in.local.xz);
    let outward = vec3(in.local.x, 0.0, in.local.z) / max(rho, 1e-9);
    // The side's normal leans up where the cone narrows upwards.
    let lean = normalize(vec2(2.0 * in.half.y, in.half.x - in.half.z));
    let side = outward * lean.x + vec3(0.0, lean.y, 0.0);
    let flat_normal = vec3(0.0, in.cap, 0.0);
    let on_side = in.cap == 0.0;
    // Along the surface away from the middle: up the side, or out to the cap's rim (m).
    let slant = in.local.y / lean.x;
    let away = select(rho, slant, on_side);
    let pixel = max(length(vec2(dpdx(away), dpdy(away))), 1e-9);
    let top = slant > 0.0;
    let rim = select(select(in.half.x, in.half.z, in.cap > 0.0), in.half.y / lean.x, on_side);
    let inset = rim - abs(away);
    // A rim without radius is an apex: no line.
    let radius = select(in.half.x, in.half.z, select(in.cap > 0.0, top, on_side));
    let line = clamp(0.5 + 0.9 * frame.scale - inset / pixel, 0.0, 1.0) * f32(radius > 0.0);
    let widest = max(in.half.x, in.half.z);
    let room = min(2.0 * widest, 2.0 * in.half.y) / pixel_size(max(clip_w(dot(in.world - frame.eye, frame.forward)), 1e-6));
    let strength = line * 0.9 * smoothstep(3.0, 16.0, room);
    let bevel = min(0.07 * min(widest, in.half.y), 6.0 * frame.scale * pixel);
    let bend = clamp(1.0 - inset / max(bevel, pixel), 0.0, 1.0) * f32(radius > 0.0);
    let tilt = bend * bend * 0.55;
    let towards = select(outward, vec3(0.0, select(-1.0, 1.0, top), 0.0), on_side);
    let n = rotate(in.rotation, normalize(select(flat_normal, side, on_side) + towards * tilt));

    // Two planes through the axis mark the surface, so that its spin shows; one of the four half lines is light.
    let mark = in.local.xz;
    let mark_pixel = footprint(mark);
    let half_width = max(0.03 * widest, 0.6 * frame.scale * max(mark_pixel.x, mark_pixel.y));
    let stripe = clamp((vec2(half_width) - abs(mark)) / max(mark_pixel, vec2(1e-9)) + 0.5, vec2(0.0), vec2(1.0));
    let small = smoothstep(0.30, 0.10, max(mark_pixel.x, mark_pixel.y) / widest);
    let light_one = mark.x > 0.0;
    var albedo = in.color.rgb;
    albedo = mix(albedo, in.color.rgb * 0.28, stripe.x * 0.9 * small);
    let tone = select(in.color.rgb * 0.28, mix(in.color.rgb, vec3(1.0), 0.62), light_one);
    albedo = mix(albedo, tone, stripe.y * 0.9 * small);
    albedo = mix(albedo, albedo * 1.35 + 0.02, bend * 0.6);
    albedo = edged(albedo, in.color.rgb, strength, in.flags);
    return vec4(shade(albedo, n, v, in.world, in.position.xy, in.flags), strength);
}

@fragment
fn fs_main(in: FrustumOut) -> @location(0) vec4<f32> {
    return vec4(frustum_light(in).rgb, 0.0);
}

@fragment
fn fs_ghost(in: FrustumOut) -> @location(0) vec4<f32> {
    return ghostly(frustum_light(in), in.color.a);
}

@vertex
fn vs_shadow(@builtin(vertex_index) index: u32, body: BodyInstance) -> @builtin(position) vec4<f32> {
    let corner = frustum_corner(index, body, unrotate(body.rotation, frame.sun));
    return shadow_position(corner.world);
}
