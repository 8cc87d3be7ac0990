// Triangles of hulls and meshes: lit from either side, with lines along those of their edges that are edges of the body.
//
// An instance is about the triangle's centroid: `half` leads to the first corner and `rotation.xyz` to the second; the
// third lies where the three sum to nothing. `rotation.w` holds a bit for the edge opposite each corner that has a line.

struct FacetOut {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    // 1 at a corner, 0 along the edge opposite to it.
    @location(1) share: vec3<f32>,
    @location(2) @interpolate(flat) normal: vec3<f32>,
    @location(3) @interpolate(flat) color: vec4<f32>,
    @location(4) @interpolate(flat) lines: u32,
    @location(5) @interpolate(flat) flags: u32,
}

fn facet_corner(index: u32, body: BodyInstance) -> FacetOut {
    let a = body.half;
    let b = body.rotation.xyz;
    let c = -(a + b);
    var out: FacetOut;
    out.world = body.center + select(select(c, b, index == 1u), a, index == 0u);
    out.share = vec3(f32(index == 0u), f32(index == 1u), f32(index == 2u));
    let across = cross(b - a, c - a);
    out.normal = across / max(length(across), 1e-30);
    out.color = decoded(body.color);
    out.lines = u32(body.rotation.w);
    out.flags = body.flags;
    return out;
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, body: BodyInstance) -> FacetOut {
    var out = facet_corner(index, body);
    out.position = frame.clip_from_world * vec4(out.world, 1.0);
    return out;
}

// Light in rgb, share of an edge line in a.
fn facet_light(in: FacetOut) -> vec4<f32> {
    let slope = vec3(
        length(vec2(dpdx(in.share.x), dpdy(in.share.x))),
        length(vec2(dpdx(in.share.y), dpdy(in.share.y))),
        length(vec2(dpdx(in.share.z), dpdy(in.share.z))),
    );
    let pixels = in.share / max(slope, vec3(1e-9));
    let v = normalize(towards_eye(in.world));
    let n = select(-in.normal, in.normal, dot(in.normal, v) >= 0.0);
    let none = 1e9;
    let nearest = min(
        select(none, pixels.x, (in.lines & 1u) != 0u),
        min(select(none, pixels.y, (in.lines & 2u) != 0u), select(none, pixels.z, (in.lines & 4u) != 0u)),
    );
    // Half of each line lies on either face, and lines fade out on what is a few pixels wide.
    let reach = 0.5 + 0.9 * frame.scale;
    let height = 1.0 / max(max(slope.x, max(slope.y, slope.z)), 1e-9);
    let strength = clamp(reach - nearest, 0.0, 1.0) * 0.9 * smoothstep(1.5, 8.0, height);
    let albedo = edged(in.color.rgb, in.color.rgb, strength, in.flags);
    return vec4(shade(albedo, n, v, in.world, in.position.xy, in.flags), strength);
}

@fragment
fn fs_main(in: FacetOut) -> @location(0) vec4<f32> {
    return vec4(facet_light(in).rgb, 0.0);
}

@fragment
fn fs_ghost(in: FacetOut) -> @location(0) vec4<f32> {
    return ghostly(facet_light(in), in.color.a);
}

@vertex
fn vs_shadow(@builtin(vertex_index) index: u32, body: BodyInstance) -> @builtin(position) vec4<f32> {
    return shadow_position(facet_corner(index, body).world);
}
