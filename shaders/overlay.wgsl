// Signs over the bodies: lines, arrows, markers and lit triangles, of constant size on the screen.
// Each is drawn twice: where it is in front (depth test) and, fainter and dashed, where a body hides it (test reversed).

override hidden: bool = false;
// How wide the outline of a sign is (logical pixels).
override outline: f32;

const XRAY: u32 = 256u;
const EDGE: u32 = 512u;
const OUTLINED: u32 = 1024u;
const PIXELS: u32 = 1u;
const HOLLOW: u32 = 2u;
// Behind bodies a sign is faint and its outline is not, so that it shows through a body of its own colour.
const HIDDEN_FILL: f32 = 0.45;
const HIDDEN_EDGE: f32 = 1.0;
// The outline of a line lies under all of it: there the line is the stronger of the two.
const HIDDEN_LINE: f32 = 0.85;
const HIDDEN_LINE_EDGE: f32 = 0.6;
// Half width of a common arrow and radius of the least common marker (logical pixels).
const ARROW_HALF_WIDTH: f32 = 2.0;
const MARKER_RADIUS: f32 = 3.5;
// The least share of its full width that the rim of a small sign keeps, so that it stands out from a body in front of it.
const LEAST_RIM: f32 = 0.8;
// A point this near the eye plane (m) or behind it has no place on the screen.
const NEAREST: f32 = 1e-4;

fn nowhere() -> vec4<f32> {
    return vec4(2.0, 2.0, 2.0, 1.0);
}

// Depth of the point at `clip`, pulled `pull` metres towards the eye (at most a fifth of the way).
fn pulled_depth(clip: vec4<f32>, pull: f32) -> f32 {
    let w = clip.w;
    let near = pull + 0.001 * w;
    let perspective = frame.near / max(w - min(near, 0.2 * w), NEAREST);
    return select(perspective, clip.z / w + near / max(frame.ortho_depth, 1e-9), parallel());
}

// Pattern of dashes along a line: `along` in pixels.
fn dash(along: f32) -> f32 {
    let period = 9.0 * frame.scale;
    let d = (abs(fract(along / period) - 0.5) - 0.29) * period;
    return coverage(d);
}

// Share of its full width that the rim of a sign has: less round one that is `size` times a common one, below 1.
fn rim_of(size: f32) -> f32 {
    return clamp(size / frame.scale, LEAST_RIM, 1.0);
}

// A sign of `color`, blended: `fill` of it covers this pixel, whose distance to its border is `d` (px); `rim` is the
// share its outline has of its full width; `gap` is 0 between dashes. The outline stands out from the sign: one of the
// two does from any ground.
fn sign_of(color: vec4<f32>, fill: f32, d: f32, rim: f32, gap: f32) -> vec4<f32> {
    let within = coverage(d - outline * rim * frame.scale);
    let opacity = color.a * select(vec2(1.0), vec2(HIDDEN_FILL, HIDDEN_EDGE) * gap, hidden);
    let f = fill * opacity.x;
    let band = (within - coverage(d)) * opacity.y;
    return vec4(color.rgb * f + opposite(color.rgb) * band, f + band);
}

struct LineInstance {
    @location(0) start: vec3<f32>,
    @location(1) end: vec3<f32>,
    @location(2) color: vec4<f32>,
    @location(3) width: f32,
    @location(4) flags: u32,
}

struct LineOut {
    @invariant @builtin(position) position: vec4<f32>,
    // Along and across (px), length and half width (px).
    @location(0) place: vec2<f32>,
    @location(1) @interpolate(flat) form: vec2<f32>,
    @location(2) @interpolate(flat) color: vec4<f32>,
    // Share of its opacity that it keeps behind bodies.
    @location(3) @interpolate(flat) kept: f32,
}

@vertex
fn vs_line(@builtin(vertex_index) index: u32, line: LineInstance) -> LineOut {
    var out: LineOut;
    var a = frame.clip_from_world * vec4(line.start, 1.0);
    var b = frame.clip_from_world * vec4(line.end, 1.0);
    out.position = nowhere();
    if (hidden && (line.flags & XRAY) == 0u) || (a.w < NEAREST && b.w < NEAREST) {
        return out;
    }
    // The part behind the eye plane is cut off.
    let cut = frame.near;
    if a.w < cut { a = mix(a, b, (cut - a.w) / (b.w - a.w)); }
    if b.w < cut { b = mix(b, a, (cut - b.w) / (a.w - b.w)); }
    let from_pixel = pixel_from_ndc(a.xy / a.w);
    let to_pixel = pixel_from_ndc(b.xy / b.w);
    let d = to_pixel - from_pixel;
    let span = length(d);
    let u = select(vec2(1.0, 0.0), d / span, span > 1e-4);
    // Thinner than a pixel: one pixel wide and fainter.
    let width = line.width * frame.scale;
    let half_width = 0.5 * max(width, 1.0);
    let end = f32(index & 1u);
    let side = f32(index >> 1u) * 2.0 - 1.0;
    let pad = half_width + 1.0;
    out.place = vec2(mix(-pad, span + pad, end), side * pad);
    out.form = vec2(span, half_width);
    out.color = vec4(linear_from_srgb(line.color.rgb), line.color.a * min(width, 1.0));
    let outlined = select(HIDDEN_FILL, HIDDEN_LINE, (line.flags & OUTLINED) != 0u);
    out.kept = select(outlined, HIDDEN_LINE_EDGE, (line.flags & EDGE) != 0u);
    let clip = mix(a, b, end);
    let pixel = from_pixel + u * out.place.x + vec2(-u.y, u.x) * out.place.y;
    out.position = vec4(ndc_from_pixel(pixel), pulled_depth(clip, half_width * pixel_size(clip.w)), 1.0);
    return out;
}

@fragment
fn fs_line(in: LineOut) -> @location(0) vec4<f32> {
    let nearest = clamp(in.place.x, 0.0, in.form.x);
    let d = length(in.place - vec2(nearest, 0.0)) - in.form.y;
    var alpha = in.color.a * coverage(d);
    if hidden {
        alpha *= in.kept * dash(in.place.x);
    }
    return vec4(in.color.rgb * alpha, alpha);
}

struct ArrowInstance {
    @location(0) tail: vec3<f32>,
    @location(1) length: f32,
    @location(2) direction: vec3<f32>,
    @location(3) width: f32,
    @location(4) tail_color: vec4<f32>,
    @location(5) head_color: vec4<f32>,
    @location(6) flags: u32,
}

struct ArrowOut {
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) place: vec2<f32>,
    @location(1) @interpolate(flat) form: vec2<f32>,
    @location(2) @interpolate(flat) tail_color: vec4<f32>,
    @location(3) @interpolate(flat) head_color: vec4<f32>,
    @location(4) @interpolate(flat) flags: u32,
}

@vertex
fn vs_arrow(@builtin(vertex_index) index: u32, arrow: ArrowInstance) -> ArrowOut {
    var out: ArrowOut;
    out.position = nowhere();
    let a = frame.clip_from_world * vec4(arrow.tail, 1.0);
    if a.w < frame.near || (hidden && (arrow.flags & XRAY) == 0u) {
        return out;
    }
    var reach = arrow.length;
    if (arrow.flags & PIXELS) != 0u {
        reach *= frame.scale * pixel_size(a.w);
    }
    var b = frame.clip_from_world * vec4(arrow.tail + arrow.direction * reach, 1.0);
    if b.w < frame.near {
        b = mix(b, a, (frame.near - b.w) / (a.w - b.w));
    }
    let from_pixel = pixel_from_ndc(a.xy / a.w);
    let to_pixel = pixel_from_ndc(b.xy / b.w);
    let d = to_pixel - from_pixel;
    let span = length(d);
    let u = select(vec2(0.0, -1.0), d / span, span > 1e-3);
    let half_width = 0.5 * max(arrow.width * frame.scale, 1.0);
    let pad = 3.2 * half_width + (outline + 1.0) * frame.scale;
    let end = f32(index & 1u);
    let side = f32(index >> 1u) * 2.0 - 1.0;
    out.place = vec2(mix(-pad, span + pad, end), side * pad);
    out.form = vec2(span, half_width);
    out.tail_color = decoded(arrow.tail_color);
    out.head_color = decoded(arrow.head_color);
    out.flags = arrow.flags;
    let clip = mix(a, b, end);
    let pixel = from_pixel + u * out.place.x + vec2(-u.y, u.x) * out.place.y;
    out.position = vec4(ndc_from_pixel(pixel), pulled_depth(clip, 1.5 * half_width * pixel_size(clip.w)), 1.0);
    return out;
}

fn distance_to_rectangle(p: vec2<f32>, half: vec2<f32>) -> f32 {
    let q = abs(p) - half;
    return length(max(q, vec2(0.0))) + min(max(q.x, q.y), 0.0);
}

// Triangle with its tip at the origin, pointing along +x, `reach` long and 2·`half` wide at its base.
fn distance_to_tip(p: vec2<f32>, reach: f32, half: f32) -> f32 {
    let q = vec2(-p.x, abs(p.y));
    let slope = normalize(vec2(-half, reach));
    // Outside distances to slanted side (with its ends) and base.
    let side_t = clamp(dot(q, vec2(reach, half)) / (reach * reach + half * half), 0.0, 1.0);
    let side = length(q - vec2(reach, half) * side_t);
    let base = length(q - vec2(reach, min(q.y, half)));
    let inside = dot(q, slope) < 0.0 && q.x < reach;
    return select(1.0, -1.0, inside) * min(side, base);
}

@fragment
fn fs_arrow(in: ArrowOut) -> @location(0) vec4<f32> {
    let span = in.form.x;
    let half_width = in.form.y;
    // A short arrow (or one seen end on) keeps its tip and loses its shaft.
    let head = min(6.4 * half_width, max(0.62 * span, half_width));
    let neck = max(span - head, 0.0);
    let p = in.place;
    let shaft = distance_to_rectangle(p - vec2(0.5 * neck, 0.0), vec2(0.5 * neck + 0.5, half_width));
    let tip = distance_to_tip(p - vec2(max(span, head), 0.0), head, 2.7 * half_width);
    let knob = length(p) - 1.55 * half_width;
    let d = min(min(shaft, knob), tip);
    let ahead = clamp(p.x - 0.5 * span + 0.5, 0.0, 1.0);
    let color = mix(in.tail_color, in.head_color, ahead);
    let rim = rim_of(half_width / ARROW_HALF_WIDTH);
    var fill = coverage(d);
    if (in.flags & HOLLOW) != 0u {
        let wall = 0.75 * rim * frame.scale;
        fill = coverage(abs(d + wall) - 1.2 * wall);
    }
    let gap = select(1.0, dash(p.x), p.x < neck && knob > 0.5);
    return sign_of(color, fill, d, rim, gap);
}

struct MarkerInstance {
    @location(0) position: vec3<f32>,
    @location(1) size: f32,
    @location(2) color: vec4<f32>,
    @location(3) flags: u32,
}

struct MarkerOut {
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) place: vec2<f32>,
    @location(1) @interpolate(flat) radius: f32,
    @location(2) @interpolate(flat) color: vec4<f32>,
    @location(3) @interpolate(flat) flags: u32,
}

@vertex
fn vs_marker(@builtin(vertex_index) index: u32, marker: MarkerInstance) -> MarkerOut {
    var out: MarkerOut;
    out.position = nowhere();
    let a = frame.clip_from_world * vec4(marker.position, 1.0);
    if a.w < frame.near || (hidden && (marker.flags & XRAY) == 0u) {
        return out;
    }
    let corner = square_corner(index);
    out.radius = 0.5 * marker.size * frame.scale;
    let pad = out.radius + (outline + 1.0) * frame.scale;
    out.place = corner * pad;
    out.color = decoded(marker.color);
    out.flags = marker.flags;
    let pixel = pixel_from_ndc(a.xy / a.w) + out.place;
    out.position = vec4(ndc_from_pixel(pixel), pulled_depth(a, out.radius * pixel_size(a.w)), 1.0);
    return out;
}

// Distance (px) to the border of a glyph of radius `r`; y points down.
fn glyph_distance(glyph: u32, p: vec2<f32>, r: f32) -> f32 {
    switch glyph {
        case 1u: { return abs(length(p) - 0.74 * r) - 0.24 * r; }
        case 2u: { return distance_to_rectangle(p, vec2(0.80 * r)); }
        case 3u: { return distance_to_rectangle(p, vec2(r, 0.36 * r)); }
        case 4u: { return distance_to_tip(vec2(-p.y - r, p.x), 1.65 * r, 0.98 * r); }
        case 5u: {
            let q = vec2(p.x + p.y, p.y - p.x) * 0.70710678;
            let bar = vec2(r, 0.26 * r);
            return min(distance_to_rectangle(q, bar), distance_to_rectangle(q, bar.yx));
        }
        default: { return length(p) - 0.92 * r; }
    }
}

@fragment
fn fs_marker(in: MarkerOut) -> @location(0) vec4<f32> {
    let d = glyph_distance(in.flags & 255u, in.place, in.radius);
    let rim = select(0.0, rim_of(in.radius / MARKER_RADIUS), (in.flags & OUTLINED) != 0u);
    return sign_of(in.color, coverage(d), d, rim, 1.0);
}

struct TriangleInstance {
    @location(0) a: vec3<f32>,
    @location(1) b: vec3<f32>,
    @location(2) c: vec3<f32>,
    @location(3) color: vec4<f32>,
    @location(4) flags: u32,
}

struct TriangleOut {
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) color: vec4<f32>,
}

@vertex
fn vs_triangle(@builtin(vertex_index) index: u32, triangle: TriangleInstance) -> TriangleOut {
    let corner = select(select(triangle.c, triangle.b, index == 1u), triangle.a, index == 0u);
    var out: TriangleOut;
    out.position = nowhere();
    if hidden && (triangle.flags & XRAY) == 0u {
        return out;
    }
    // A thousandth of the way nearer than the face it lies on.
    out.position = nearer(frame.clip_from_world * vec4(corner, 1.0), 0.001);
    out.color = decoded(triangle.color);
    return out;
}

@fragment
fn fs_triangle(in: TriangleOut) -> @location(0) vec4<f32> {
    var alpha = in.color.a;
    if hidden {
        // Hatched on the screen, so that it cannot be taken for a face in front.
        let period = 7.0 * frame.scale;
        let d = (abs(fract((in.position.x + in.position.y) / period) - 0.5) - 0.2) * period * 0.7071;
        alpha *= 0.55 * coverage(d);
    }
    return vec4(in.color.rgb * alpha, alpha);
}
