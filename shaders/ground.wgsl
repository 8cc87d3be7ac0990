// The ground: a translucent plane that catches shadows, with a grid of metres on it.
// One square about the eye, a hair farther than where it says, so that a body's face in the same plane wins.

struct GroundOut {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> GroundOut {
    let corner = square_corner(index);
    let xz = frame.eye.xz + corner * frame.grid_reach;
    var out: GroundOut;
    out.world = vec3(xz.x, frame.grid_height, xz.y);
    out.position = nearer(frame.clip_from_world * vec4(out.world, 1.0), -0.0005);
    return out;
}

// 1 near the eye, 0 at the reach of the square.
fn reach(world: vec3<f32>) -> f32 {
    let d = length(world - frame.eye) / frame.grid_reach;
    return pow(clamp(1.0 - d, 0.0, 1.0), 1.5);
}

@fragment
fn fs_main(in: GroundOut) -> @location(0) vec4<f32> {
    let p = in.world.xz;
    let pixel = footprint(p);
    var line = metre_grid(p, pixel);
    var ink = frame.grid_line;
    // The world axes: x where z = 0, z where x = 0.
    let d = abs(p) / max(pixel, vec2(1e-6));
    let axis = clamp(vec2(0.5 + 0.8 * frame.scale) - d, vec2(0.0), vec2(1.0));
    ink = mix(ink, vec3(0.62, 0.10, 0.09), axis.y);
    ink = mix(ink, vec3(0.08, 0.22, 0.72), axis.x);
    line = max(line, 0.8 * max(axis.x, axis.y));
    let here = reach(in.world);
    if frame.eye.y <= frame.grid_height {
        // From below the plane would hide what stands on it: lines alone.
        let alpha = 0.5 * line * here;
        return vec4(ink * alpha, alpha);
    }
    let sun = sunlight(in.world, vec3(0.0, 1.0, 0.0));
    let share = ambient_share(in.position.xy, dot(in.world - frame.eye, frame.forward));
    let direct = frame.sun_color * (frame.sun.y * sun);
    let plane = frame.ground * (frame.light_above * share + direct * (0.5 + 0.5 * share));
    let alpha = mix(0.86, 1.0, line) * here;
    return vec4(mix(tone(plane), ink, line) * alpha, alpha);
}
