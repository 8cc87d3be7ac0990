// Bodies made of faces: edge lines, ghosts, the mask of what is selected.

// `albedo` under an edge line of a body of `color`, of which `strength` covers this pixel.
fn edged(albedo: vec3<f32>, color: vec3<f32>, strength: f32, flags: u32) -> vec3<f32> {
    if (flags & HOVERED) != 0u {
        return mix(albedo, vec3(1.0), 0.5 * strength);
    }
    return mix(albedo, color * frame.edge_tone, strength);
}

// Blended: light in rgb and share of an edge line in a, as a ghost of opacity `alpha` whose edges stay visible.
fn ghostly(light: vec4<f32>, alpha: f32) -> vec4<f32> {
    let opacity = mix(alpha, 1.0, 0.6 * light.a);
    return vec4(light.rgb * opacity, opacity);
}

@fragment
fn fs_mask() -> @location(0) vec4<f32> {
    return vec4(1.0);
}
