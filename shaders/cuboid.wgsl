// Boxes: the three faces turned towards the viewer, with crisp edge lines and a thin bevel that catches light.

struct CuboidOut {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    // Place on the face (m, from its middle).
    @location(1) place: vec2<f32>,
    // Half extents of the face (m).
    @location(2) @interpolate(flat) half: vec2<f32>,
    @location(3) @interpolate(flat) normal: vec3<f32>,
    @location(4) @interpolate(flat) across: vec3<f32>,
    @location(5) @interpolate(flat) along: vec3<f32>,
    @location(6) @interpolate(flat) color: vec4<f32>,
    @location(7) @interpolate(flat) flags: u32,
    // Whether this is the body's +y face.
    @location(8) @interpolate(flat) upper: u32,
    // Width of the bevel (m).
    @location(9) @interpolate(flat) bevel: f32,
}

fn pick(v: vec3<f32>, axis: u32) -> f32 {
    return select(select(v.z, v.y, axis == 1u), v.x, axis == 0u);
}

fn unit(axis: u32) -> vec3<f32> {
    return vec3(f32(axis == 0u), f32(axis == 1u), f32(axis == 2u));
}

// Corner `index` of the twelve on the three faces that `toward` (body frame) lies in front of.
fn cuboid_corner(index: u32, body: BodyInstance, toward: vec3<f32>) -> CuboidOut {
    let axis = index / 4u;
    let sign = select(-1.0, 1.0, pick(toward, axis) >= 0.0);
    let n = unit(axis) * sign;
    let u = unit((axis + 1u) % 3u) * sign;
    let v = unit((axis + 2u) % 3u);
    let corner = vec2(f32(index & 1u) * 2.0 - 1.0, f32((index >> 1u) & 1u) * 2.0 - 1.0);
    var out: CuboidOut;
    out.half = vec2(pick(body.half, (axis + 1u) % 3u), pick(body.half, (axis + 2u) % 3u));
    out.place = corner * out.half;
    let local = n * body.half + u * out.place.x + v * out.place.y;
    out.world = body.center + rotate(body.rotation, local);
    out.normal = rotate(body.rotation, n);
    out.across = rotate(body.rotation, u);
    out.along = rotate(body.rotation, v);
    out.color = decoded(body.color);
    out.flags = body.flags;
    out.bevel = 0.07 * min(body.half.x, min(body.half.y, body.half.z));
    out.upper = u32(axis == 1u && sign > 0.0);
    return out;
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, body: BodyInstance) -> CuboidOut {
    var out = cuboid_corner(index, body, unrotate(body.rotation, towards_eye(body.center)));
    out.position = frame.clip_from_world * vec4(out.world, 1.0);
    return out;
}

// Light in rgb, share of an edge line in a.
fn cuboid_light(in: CuboidOut) -> vec4<f32> {
    let pixel = footprint(in.place);
    let v = normalize(towards_eye(in.world));
    let inset = in.half - abs(in.place);
    let pixels = inset / max(pixel, vec2(1e-9));
    // The bevel turns the normal outwards near the edges; it is as wide as the box allows, and no wider than a few pixels.
    let bevel = min(vec2(in.bevel), 6.0 * frame.scale * pixel);
    let bend = clamp(1.0 - inset / max(bevel, pixel), vec2(0.0), vec2(1.0));
    let tilt = bend * bend * 0.55 * sign(in.place);
    let n = normalize(in.normal + in.across * tilt.x + in.along * tilt.y);
    // Half of each line lies on either face; the line is a little over a pixel wide on both together.
    let reach = 0.5 + 0.9 * frame.scale;
    let line = clamp(reach - min(pixels.x, pixels.y), 0.0, 1.0);
    let face = min(in.half.x / max(pixel.x, 1e-9), in.half.y / max(pixel.y, 1e-9));
    let strength = line * 0.9 * smoothstep(1.5, 8.0, face);
    let edge = max(bend.x, bend.y);
    var albedo = mix(in.color.rgb, in.color.rgb * 1.35 + 0.02, edge * 0.6);
    // The upper face's first axis is z, its second x.
    if (in.flags & GROUND) != 0u && in.upper != 0u {
        albedo = mix(albedo, grid_tone(albedo), metre_grid(in.place, pixel));
    }
    albedo = edged(albedo, in.color.rgb, strength, in.flags);
    return vec4(shade(albedo, n, v, in.world, in.position.xy, in.flags), strength);
}

@fragment
fn fs_main(in: CuboidOut) -> @location(0) vec4<f32> {
    return vec4(cuboid_light(in).rgb, select(0.0, SOFT, (in.flags & GROUND) != 0u && in.upper != 0u));
}

@fragment
fn fs_ghost(in: CuboidOut) -> @location(0) vec4<f32> {
    return ghostly(cuboid_light(in), in.color.a);
}

@vertex
fn vs_shadow(@builtin(vertex_index) index: u32, body: BodyInstance) -> @builtin(position) vec4<f32> {
    let corner = cuboid_corner(index, body, unrotate(body.rotation, frame.sun));
    return shadow_position(corner.world);
}
