//! Contacts of a trace: what the engine says in full colours, what geometry says hollow beside it.

use super::solids::known;
use super::{JUDGED, TracePainter, heat, trace_id};
use crate::check::{Judgement, Verdict};
use crate::exact::{Core, Part, Pose, Separation};
use crate::geometry::Feature;
use crate::language::quantity::{quantity, separation};
use crate::language::word;
use crate::say;
use crate::trace::{Claim, ClaimedPoint, Geometry, Piece};
use crate::view::crowd::Crowd;
use crate::view::features::{Detail, lit_feature};
use crate::view::labels::{LabelText, Labels};
use crate::view::scale::{ImpulseScale, LEAST_LONGEST, LONGEST, SHORTEST};
use crate::view::{Arrow, ArrowLength, Color, DrawList, Glyph, Line, Marker, Triangle, palette};
use glam::{DVec3, Vec3};

/// Length of a normal (logical pixels, and metres where lengths are in metres).
const NORMAL: [f32; 2] = [48.0, 0.5];
/// How much bolder what is selected or pointed at is drawn.
const BOLD: f32 = 1.6;
/// Overlaps are drawn so many times too long.
const DEPTHS: f64 = 10.0;
/// Contacts whose words are wanted at most.
const WORDS: usize = 500;

/// How the marks of a contact are drawn.
#[derive(Clone, Copy)]
struct TracedStyle {
    size: f32,
    bold: bool,
    xray: bool,
    /// How wide the smaller body looks (logical pixels).
    look: f32,
    /// Logical pixels that a metre takes there.
    pixels_per_metre: f32,
}

impl TracePainter<'_> {
    pub(super) fn contacts(&self, list: &mut DrawList, labels: &mut Labels<'_>) {
        let layers = self.options.layers;
        let singled = self.options.selection.contact.is_some() || self.options.pointed.contact.is_some();
        if !layers.any_contact() && !singled {
            return;
        }
        // Contacts are judged a few each frame, so that none is slow.
        let claims = self.frame.contacts();
        let all_judged = self.frame.judge_some(JUDGED);
        let crowd = self.crowd();
        let scale = self.scale(&crowd);
        // What is selected or pointed at is shown whatever the layers say.
        let singled: Vec<usize> = (0..claims.len()).filter(|index| self.is_singled(&claims[*index])).collect();
        let worst = self.frame.worst_of(&singled);
        let (mut differs, mut told) = (false, 0);
        // What is selected comes last, so that it lies on top.
        for bold in [false, true] {
            for (index, claim) in claims.iter().enumerate().filter(|(_, claim)| self.is_singled(claim) == bold) {
                let Some(middle) = middle(claim) else { continue };
                let radius = self.radius(claim.a, claim.b);
                let look = crowd.look(middle, radius);
                let size = if bold { 1.0 } else { crowd.size(middle, radius) };
                let style = TracedStyle {
                    size,
                    bold,
                    xray: bold || !crowd.is_dense(),
                    look,
                    pixels_per_metre: crowd.pixels_per_metre(middle),
                };
                // Too small to tell anything but that it is there.
                if !bold && crowd.is_speck(look) {
                    let dot = |p: &ClaimedPoint| marker(p, Glyph::Disc, palette::OLD_POINT, 3.0, style);
                    list.markers.extend(claim.points.iter().filter(|_| layers.points).map(dot));
                    continue;
                }
                let judgement = self.frame.judged(index);
                self.marks(list, claim, judgement, scale.as_ref(), style);
                differs |= judgement.is_some_and(is_off);
                // Of a pair that is singled out the worst contact is told alone.
                let is_told = !bold || worst.is_none_or(|worst| worst == index);
                if (bold || layers.labels) && is_told && told < WORDS {
                    told += 1;
                    let text = words(claim, judgement);
                    labels.add(
                        middle,
                        LabelText::Text(text.into()),
                        palette::ink(self.options.theme),
                        u32::from(!bold),
                    );
                }
            }
        }
        self.legend(list, scale.as_ref(), differs, all_judged);
    }

    fn is_singled(&self, claim: &Claim) -> bool {
        let pair = (trace_id(claim.a), trace_id(claim.b));
        self.options.selection.has_contact(pair) || self.options.pointed.has_contact(pair)
    }

    /// What the length of an impulse's arrow means; none while none are shown or given.
    fn scale(&self, crowd: &Crowd) -> Option<ImpulseScale> {
        let layers = self.options.layers;
        if !(layers.impulses || layers.friction) {
            return None;
        }
        // The greatest of both kinds, so that one ruler holds for both.
        let size = |p: &ClaimedPoint| p.normal_impulse.unwrap_or(0.0).max(p.friction.map_or(0.0, DVec3::length));
        let claims = self.frame.contacts();
        let greatest = claims.iter().flat_map(|claim| &claim.points).map(size).fold(0.0, f64::max);
        // As wide as the smaller body of nine contacts in ten looks.
        let look = |claim: &Claim| Some(crowd.look(middle(claim)?, self.radius(claim.a, claim.b)));
        let mut looks: Vec<f32> = claims.iter().filter_map(look).collect();
        // Without sorting them all.
        let tenth = looks.len() / 10;
        let longest = if looks.is_empty() {
            LONGEST
        } else {
            looks.select_nth_unstable_by(tenth, f32::total_cmp).1.clamp(LEAST_LONGEST, LONGEST)
        };
        ImpulseScale::new(greatest as f32, longest)
    }

    fn marks(
        &self,
        list: &mut DrawList,
        claim: &Claim,
        judgement: Option<&Judgement>,
        scale: Option<&ImpulseScale>,
        style: TracedStyle,
    ) {
        let layers = self.options.layers;
        let pixels = self.options.arrow_length == ArrowLength::Pixels;
        // Arrows in a crowd are no longer than the bodies are wide.
        let fit = |wanted: f32| if style.bold { wanted } else { wanted.min(style.look.max(SHORTEST)) };
        let normal = claim.normal.as_vec3();
        let (from, to) = (self.color(claim.a), self.color(claim.b));
        let arrow = |tail: Vec3, direction: Vec3, length: f32, colors: [Color; 2], width: f32| Arrow {
            tail,
            direction,
            length,
            pixels,
            tail_color: colors[0],
            head_color: colors[1],
            width: width * style.size,
            hollow: false,
            xray: style.xray,
        };
        // Wide arrows first: a normal lies on top of its impulse.
        for point in claim.points.iter().filter(|_| scale.is_some()) {
            // What the engine left out is no arrow at all, not one of length 0.
            let given = [
                (layers.impulses, point.normal_impulse.map(|j| normal * j as f32), palette::IMPULSE, 7.0),
                (layers.friction, point.friction.map(DVec3::as_vec3), palette::FRICTION, 4.0),
            ];
            for (_, impulse, color, width) in given.into_iter().filter(|(on, ..)| *on) {
                let Some((impulse, scale)) = impulse.filter(|j| j.length() > 0.0).zip(scale) else { continue };
                let size = impulse.length();
                let length = if pixels { fit(scale.pixels(size)) } else { scale.metres(size) };
                let place = point.place.as_vec3();
                list.arrows.push(arrow(place, impulse / size, length, [color; 2], width));
                if self.options.both_arrows {
                    list.arrows.push(arrow(place, -impulse / size, length, [color; 2], width));
                }
            }
        }
        // The touched parts are what geometry found, not what the engine claims.
        if (layers.features || style.bold)
            && let Some(exact) = judgement.and_then(|told| told.exact)
        {
            self.light(list, claim, &exact, style);
        }
        let bold = if style.bold { BOLD } else { 1.0 };
        let length = if pixels { fit(NORMAL[0] * style.size) } else { NORMAL[1] };
        for point in &claim.points {
            let place = point.place.as_vec3();
            if (layers.normals || style.bold) && normal != Vec3::ZERO {
                list.arrows.push(arrow(place, normal, length, [from, to], 4.0 * bold));
                if self.options.both_arrows {
                    list.arrows.push(arrow(place, -normal, length, [to, from], 4.0 * bold));
                }
            }
            if layers.points || style.bold {
                // A ring where the two are still apart.
                let glyph = if point.separation.is_some_and(|s| s > 0.0) { Glyph::Ring } else { Glyph::Disc };
                list.markers.push(marker(point, glyph, palette::OLD_POINT, 7.0 * style.size, style));
            }
            if let Some(depth) = point.separation.filter(|s| layers.penetration && *s < 0.0) {
                // Half to either side of the point, far longer than it is.
                let arm = (claim.normal * (0.5 * DEPTHS * depth)).as_vec3();
                let (from, to) = (place + arm, place - arm);
                let (color, width) = (palette::PENETRATION, 10.0 * style.size);
                list.lines.push(Line { from, to, color, width, outlined: true, xray: true });
            }
        }
        // What geometry says, where that is something else.
        if let Some(told) = judgement.filter(|told| is_off(told) && (layers.normals || style.bold))
            && let (Some(exact), Some(tail)) = (told.exact, middle(claim))
        {
            let color = palette::ink(self.options.theme).mix(palette::PENETRATION, heat(told.angle_deg));
            let one = arrow(tail, exact.normal.as_vec3(), length, [color; 2], 3.0 * bold);
            list.arrows.push(Arrow { hollow: true, xray: true, ..one });
        }
    }

    /// Lights the parts of both bodies that geometry finds.
    fn light(&self, list: &mut DrawList, claim: &Claim, exact: &Separation, style: TracedStyle) {
        let Some(touch) = middle(claim) else { return };
        let detail = Detail { pixels_per_metre: style.pixels_per_metre, size: style.size, xray: style.xray };
        for (index, other, part) in [(claim.a, claim.b, exact.part_a), (claim.b, claim.a, exact.part_b)] {
            let (Some(member), Some(pose)) = (self.frame.body(index), self.pose(index)) else { continue };
            let color = palette::lit(self.color(index), self.options.theme);
            let reach = self.frame.body(other).map_or(1.0, |m| m.bound.min(1e6)) as f32;
            // Of several pieces the one that is touched.
            let near = |piece: &&Piece| distance(piece, &pose, touch);
            let Some(piece) = member.pieces.iter().min_by(|a, b| near(a).total_cmp(&near(b))) else { continue };
            light_part(list, piece, &pose, part, (touch, reach), color, detail);
        }
    }

    fn legend(&self, list: &mut DrawList, scale: Option<&ImpulseScale>, differs: bool, all_judged: bool) {
        let (layers, given) = (self.options.layers, self.playback.film().given);
        // Other engines name the bodies of a pair in any order, so their normals need not point as ours do.
        if layers.normals || differs {
            list.notes.push(word("normals: as the engine gives them, from the first body to the second").into());
        }
        if differs {
            list.notes.push(word("hollow: what geometry says, the redder the further from it").into());
        }
        if !all_judged {
            list.notes.push(word("not all contacts are checked yet").into());
        }
        // A layer that shows nothing says why.
        for (on, is_given, text) in [
            (layers.impulses, given.impulses, "impulses: not given by this engine"),
            (layers.friction, given.friction, "friction: not given by this engine"),
            (layers.penetration, given.separations, "separations: not given by this engine"),
        ] {
            if on && !is_given {
                list.notes.push(word(text).into());
            }
        }
        if layers.penetration && given.separations {
            list.notes.push(say!("penetration: drawn {} times too long", DEPTHS));
        }
        // Of impulses alone, and of what there is in this step.
        if let Some(scale) = scale.filter(|_| self.options.arrow_length == ArrowLength::Pixels) {
            list.ruler = Some((scale.pixels(scale.top()), say!("this long = {}", scale.words())));
        }
    }
}

/// Whether what geometry says is worth an arrow of its own.
fn is_off(told: &Judgement) -> bool {
    !matches!(told.verdict, Verdict::Agrees | Verdict::Tie | Verdict::Unchecked) && told.angle_deg > 0.5
}

/// Mean of a contact's points (m, world); none where it has none.
pub(super) fn middle(claim: &Claim) -> Option<Vec3> {
    let sum = claim.points.iter().map(|p| p.place).sum::<DVec3>() / claim.points.len().max(1) as f64;
    (!claim.points.is_empty() && sum.is_finite()).then(|| sum.as_vec3())
}

fn marker(point: &ClaimedPoint, glyph: Glyph, color: Color, size: f32, style: TracedStyle) -> Marker {
    Marker { position: point.place.as_vec3(), glyph, color, size, outlined: true, xray: style.xray }
}

/// What is said beside a contact: the verdict, the angle, the overlap, the impulse, as far as given.
fn words(claim: &Claim, judgement: Option<&Judgement>) -> String {
    let mut parts = vec![];
    if let Some(told) = judgement {
        parts.push(word(told.verdict.title()).to_owned());
        if is_off(told) {
            parts.push(format!("{:.1}°", told.angle_deg));
        }
    }
    if let Some(depth) = claim.points.iter().filter_map(|p| p.separation).reduce(f64::min) {
        parts.push(separation(depth as f32));
    }
    // The impulse of the contact is that of its points together.
    let impulses: Vec<f64> = claim.points.iter().filter_map(|p| p.normal_impulse).collect();
    if !impulses.is_empty() {
        parts.push(quantity(impulses.iter().sum(), "N·s"));
    }
    parts.join("  ")
}

/// How far a point is from a piece's middle, in its radii: enough to tell which piece is touched.
fn distance(piece: &Piece, pose: &Pose, touch: Vec3) -> f64 {
    let at = pose.after(&piece.place);
    // To its bounding sphere: enough to tell pieces apart.
    let bound = match &piece.geometry {
        Geometry::Convex(solid) => solid.bound(),
        Geometry::Mesh(mesh) => mesh.bound(),
    };
    at.position.distance(touch.as_dvec3()) - bound
}

/// Lights one part of a piece, touched at `touch` (m, world) by a body that reaches so far.
fn light_part(
    list: &mut DrawList,
    piece: &Piece,
    pose: &Pose,
    part: Part,
    (touch, reach): (Vec3, f32),
    color: Color,
    detail: Detail,
) {
    let at = pose.after(&piece.place);
    let mut polygon = |corners: Vec<Vec3>| {
        // Filled as a fan from the first corner, with its rim drawn around.
        for i in 1..corners.len().saturating_sub(1) {
            let corners = [corners[0], corners[i], corners[i + 1]];
            list.triangles.push(Triangle { corners, color: color.with_alpha(0.45), xray: detail.xray });
        }
        for (i, from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let (width, xray) = (2.5 * detail.size, detail.xray);
            list.lines.push(Line { from: *from, to, color, width, outlined: true, xray });
        }
    };
    let edge =
        |from: Vec3, to: Vec3| Line { from, to, color, width: 5.0 * detail.size, outlined: true, xray: detail.xray };
    let dot = |position: Vec3| Marker {
        position,
        glyph: Glyph::Disc,
        color,
        size: 12.0 * detail.size,
        outlined: true,
        xray: detail.xray,
    };
    match (&piece.geometry, part) {
        // Parts that our own shapes have as well are lit by the same function.
        (_, Part::Known(feature)) => {
            if let Some((shape, pose)) = known(piece, pose)
                && let Some(lit) = lit_feature(&shape, &pose, feature, touch, reach)
            {
                lit.draw(list, color, detail);
            } else if let (Geometry::Convex(solid), Core::Segment(half)) = (&piece.geometry, core(piece)) {
                // A capsule: the line of its side, or the touched point of a cap.
                let local = at.local_point(touch.as_dvec3());
                match feature {
                    Feature::Side => {
                        let out = DVec3::new(local.x, 0.0, local.z).normalize_or_zero() * solid.radius;
                        let [from, to] = [-*half, *half].map(|y| at.point(out + DVec3::Y * y).as_vec3());
                        list.lines.push(edge(from, to));
                    }
                    _ => list.markers.push(dot(touch)),
                }
            }
        }
        (Geometry::Convex(solid), part) => {
            // Of a hull the face, edge or corner by its number.
            let Core::Hull(hull) = &solid.core else { return };
            let corner = |index: u32| hull.points.get(index as usize).map(|p| at.point(*p).as_vec3());
            match part {
                Part::HullFace(face) => {
                    let Some(face) = hull.faces.get(face as usize) else { return };
                    polygon(face.corners.iter().filter_map(|c| corner(*c)).collect());
                }
                Part::HullEdge(a, b) => list.lines.extend(corner(a).zip(corner(b)).map(|(from, to)| edge(from, to))),
                Part::HullCorner(a) => list.markers.extend(corner(a).map(dot)),
                _ => {}
            }
        }
        (Geometry::Mesh(mesh), part) => {
            let corner = |index: u32| mesh.vertices.get(index as usize).map(|p| at.point(*p).as_vec3());
            match part {
                Part::Triangle(triangle) => {
                    let Some(corners) = mesh.triangles.get(triangle as usize) else { return };
                    polygon(corners.iter().filter_map(|c| corner(*c)).collect());
                }
                Part::MeshEdge(a, b, _) => list.lines.extend(corner(a).zip(corner(b)).map(|(from, to)| edge(from, to))),
                Part::MeshCorner(a) => list.markers.extend(corner(a).map(dot)),
                _ => {}
            }
        }
    }
}

/// The core of a convex piece; a point for a mesh, which has none.
fn core(piece: &Piece) -> &Core {
    match &piece.geometry {
        Geometry::Convex(solid) => &solid.core,
        Geometry::Mesh(_) => &Core::Point,
    }
}
