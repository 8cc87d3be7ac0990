// The sky: a gradient behind everything, with a soft glow about the sun.

struct SkyOut {
    @builtin(position) position: vec4<f32>,
    @location(0) direction: vec3<f32>,
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> SkyOut {
    let corner = picture_corner(index);
    var out: SkyOut;
    // Depth 0 is infinitely far.
    out.position = vec4(corner, 0.0, 1.0);
    let t = frame.tan_half_fov;
    let aside = frame.right * (corner.x * t * frame.aspect) + frame.up * (corner.y * t);
    out.direction = frame.forward + select(aside, vec3(0.0), parallel());
    return out;
}

@fragment
fn fs_main(in: SkyOut) -> @location(0) vec4<f32> {
    let d = normalize(in.direction);
    let above = smoothstep(-0.04, 0.6, d.y);
    let below = smoothstep(0.02, -0.6, d.y);
    var c = mix(frame.sky_horizon, frame.sky_top, above);
    c = mix(c, frame.ground, below);
    let toward_sun = max(dot(d, frame.sun), 0.0);
    // The power 6, by squares.
    let square = toward_sun * toward_sun;
    c += frame.sun_color * (0.05 * square * square * square * (0.3 + 0.7 * (1.0 - frame.dark_theme)));
    return vec4(dithered(c, in.position.xy), 1.0);
}
