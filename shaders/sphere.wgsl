// Spheres, cast as rays inside an octagon that just holds each one: round at any distance, exact depth.

override samples: u32 = 1u;

struct SphereOut {
    @builtin(position) position: vec4<f32>,
    // From the eye to the octagon (m, world).
    @location(0) ray: vec3<f32>,
    // From the eye to the centre (m, world), and the radius (m).
    @location(1) @interpolate(flat) center: vec4<f32>,
    @location(2) @interpolate(flat) rotation: vec4<f32>,
    @location(3) @interpolate(flat) color: vec4<f32>,
    @location(4) @interpolate(flat) flags: u32,
}

// Corner `index` of the strip that fills an octagon about the unit circle: a sixth less to look at than a square.
fn octagon_corner(index: u32) -> vec2<f32> {
    // Zigzag from the right to the left: 0, 1 and -1, 2 and -2, 3 and -3, 4 eighths of a turn after the first corner.
    let eighths = f32((index + 1u) / 2u) * select(-1.0, 1.0, (index & 1u) == 1u);
    let angle = 0.78539816 * eighths;
    return 1.0823922 * vec2(cos(angle), sin(angle));
}

fn sphere_corner(index: u32, body: BodyInstance) -> SphereOut {
    let corner = octagon_corner(index);
    let to_center = body.center - frame.eye;
    let d = length(to_center);
    let r = body.half.x;
    var out: SphereOut;
    out.center = vec4(to_center, r);
    out.rotation = body.rotation;
    out.color = decoded(body.color);
    out.flags = body.flags;
    // The cone that touches the ball meets the plane through its centre in a circle of this radius; from inside the
    // ball there is nothing to see. Where lines of sight are parallel the octagon stands across them.
    let opening = select(d * d - r * r, 1.0, parallel());
    if opening <= 1e-9 * r * r {
        out.ray = to_center;
        out.position = vec4(2.0, 2.0, 2.0, 1.0);
        return out;
    }
    let forward = to_center / d;
    let helper = select(vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0), abs(forward.y) > 0.9);
    let aside = normalize(cross(helper, forward));
    let right = select(aside, frame.right, parallel());
    let up = select(cross(forward, aside), frame.up, parallel());
    // A pixel of room for the soft edge.
    let reach = select(r * d / sqrt(opening), r, parallel()) + 1.5 * pixel_size(clip_w(d));
    out.ray = to_center + (right * corner.x + up * corner.y) * reach;
    out.position = frame.clip_from_world * vec4(frame.eye + out.ray, 1.0);
    return out;
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, body: BodyInstance) -> SphereOut {
    return sphere_corner(index, body);
}

struct SphereHit {
    point: vec3<f32>,
    normal: vec3<f32>,
    coverage: f32,
    // Metres a pixel covers there.
    pixel: f32,
}

fn hit_sphere(in: SphereOut) -> SphereHit {
    // The line of sight: its direction, and where it starts (from the eye).
    let d = select(normalize(in.ray), frame.forward, parallel());
    let start = select(vec3(0.0), in.ray - d * dot(d, in.ray), parallel());
    let center = in.center.xyz - start;
    let along = dot(d, center);
    // From the ray's nearest point to the centre: no cancellation however far the ball.
    let off = center - d * along;
    let miss2 = dot(off, off);
    let r = in.center.w;
    var hit: SphereHit;
    hit.pixel = pixel_size(clip_w(along * dot(d, frame.forward)));
    hit.coverage = coverage((sqrt(miss2) - r) / hit.pixel);
    let t = along - sqrt(max(r * r - miss2, 0.0));
    hit.point = start + d * t;
    hit.normal = normalize(hit.point - in.center.xyz);
    return hit;
}

struct SphereLight {
    @location(0) color: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

fn sphere_light(in: SphereOut) -> SphereLight {
    let hit = hit_sphere(in);
    if hit.coverage <= select(0.5, 0.0, samples > 1u || in.color.a < 1.0) {
        discard;
    }
    let v = select(-normalize(hit.point), -frame.forward, parallel());
    let local = unrotate(in.rotation, hit.normal);
    // Three great circles. A pixel covers more of the surface where it turns away.
    let turn = max(dot(hit.normal, v), 0.15);
    let pixel = hit.pixel / (in.center.w * turn);
    let half_width = max(0.026, 0.6 * frame.scale * hit.pixel / in.center.w);
    let ring = clamp((vec3(half_width) - abs(local)) / pixel + 0.5, vec3(0.0), vec3(1.0));
    // Rings thinner than the ball allows fade away instead of flickering.
    let small = smoothstep(0.30, 0.10, hit.pixel / in.center.w);
    let dark = in.color.rgb * 0.28;
    let light = mix(in.color.rgb, vec3(1.0), 0.62);
    var albedo = in.color.rgb;
    albedo = mix(albedo, dark, max(ring.x, ring.z) * 0.9 * small);
    albedo = mix(albedo, light, ring.y * 0.9 * small);
    var out: SphereLight;
    let world = frame.eye + hit.point;
    out.color = vec4(shade(albedo, hit.normal, v, world, in.position.xy, in.flags), hit.coverage);
    out.depth = depth_value(dot(hit.point, frame.forward));
    return out;
}

@fragment
fn fs_main(in: SphereOut) -> SphereLight {
    return sphere_light(in);
}

@fragment
fn fs_ghost(in: SphereOut) -> SphereLight {
    var out = sphere_light(in);
    let alpha = in.color.a * out.color.a;
    out.color = vec4(out.color.rgb * alpha, alpha);
    return out;
}

@fragment
fn fs_near(in: SphereOut) -> @builtin(frag_depth) f32 {
    let hit = hit_sphere(in);
    if hit.coverage <= 0.5 {
        discard;
    }
    return depth_value(dot(hit.point, frame.forward));
}

@fragment
fn fs_mask(in: SphereOut) -> @location(0) vec4<f32> {
    return vec4(hit_sphere(in).coverage);
}

struct SphereShadow {
    @builtin(position) position: vec4<f32>,
    @location(0) corner: vec2<f32>,
}

// Seen from the sun a ball's shadow is that of the disc through its centre, and the disc shades no lit point of the
// ball itself.
@vertex
fn vs_shadow(@builtin(vertex_index) index: u32, body: BodyInstance) -> SphereShadow {
    let corner = octagon_corner(index);
    let helper = select(vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0), abs(frame.sun.y) > 0.9);
    let right = normalize(cross(helper, frame.sun));
    let up = cross(frame.sun, right);
    var out: SphereShadow;
    out.corner = corner;
    out.position = shadow_position(body.center + (right * corner.x + up * corner.y) * body.half.x);
    return out;
}

@fragment
fn fs_shadow(in: SphereShadow) {
    if dot(in.corner, in.corner) > 1.0 {
        discard;
    }
}
