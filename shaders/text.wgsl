// Words over the picture: plates, letters and leader lines, laid out in pixels, blended in the picture's own coding.

override encode: bool = true;

@group(1) @binding(0) var atlas: texture_2d<f32>;
@group(1) @binding(1) var atlas_sampler: sampler;

const PLATE: u32 = 0u;
const LETTER: u32 = 1u;

struct TextInstance {
    // Plate and letter: upper left, size (px). Stroke: its two ends.
    @location(0) rect: vec4<f32>,
    // Letter: its place in the atlas (texels).
    @location(1) texels: vec4<f32>,
    @location(2) color: vec4<f32>,
    // Plate: radius of its corners; stroke: half its width (px).
    @location(3) radius: f32,
    @location(4) kind: u32,
}

struct TextOut {
    @builtin(position) position: vec4<f32>,
    // Plate: from its middle (px). Letter: place in the atlas (0…1). Stroke: along and across (px).
    @location(0) place: vec2<f32>,
    @location(1) @interpolate(flat) form: vec2<f32>,
    @location(2) @interpolate(flat) color: vec4<f32>,
    @location(3) @interpolate(flat) radius: f32,
    @location(4) @interpolate(flat) kind: u32,
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, text: TextInstance) -> TextOut {
    let corner = vec2(f32(index & 1u), f32(index >> 1u));
    var out: TextOut;
    out.color = text.color;
    out.radius = text.radius;
    out.kind = text.kind;
    var pixel: vec2<f32>;
    if text.kind == LETTER {
        pixel = text.rect.xy + corner * text.rect.zw;
        out.place = (text.texels.xy + corner * text.texels.zw) / vec2<f32>(textureDimensions(atlas));
    } else if text.kind == PLATE {
        out.form = 0.5 * text.rect.zw;
        out.place = (corner * 2.0 - 1.0) * (out.form + 1.0);
        pixel = text.rect.xy + out.form + out.place;
    } else {
        let d = text.rect.zw - text.rect.xy;
        let span = length(d);
        let u = select(vec2(1.0, 0.0), d / span, span > 1e-3);
        let pad = text.radius + 1.0;
        out.form = vec2(span, 0.0);
        out.place = vec2(mix(-pad, span + pad, corner.x), (corner.y * 2.0 - 1.0) * pad);
        pixel = text.rect.xy + u * out.place.x + vec2(-u.y, u.x) * out.place.y;
    }
    out.position = vec4(ndc_from_pixel(pixel), 0.0, 1.0);
    return out;
}

@fragment
fn fs_main(in: TextOut) -> @location(0) vec4<f32> {
    var alpha = in.color.a;
    if in.kind == LETTER {
        alpha *= textureSampleLevel(atlas, atlas_sampler, in.place, 0.0).r;
    } else if in.kind == PLATE {
        let q = abs(in.place) - in.form + in.radius;
        alpha *= coverage(length(max(q, vec2(0.0))) + min(max(q.x, q.y), 0.0) - in.radius);
    } else {
        let nearest = clamp(in.place.x, 0.0, in.form.x);
        alpha *= coverage(length(in.place - vec2(nearest, 0.0)) - in.radius);
    }
    let rgb = select(linear_from_srgb(in.color.rgb), in.color.rgb, encode);
    return vec4(rgb * alpha, alpha);
}
