//! Truncated cones against everything but spheres.
//!
//! As for boxes, a flat side takes the contact when it is as good as any direction or nearly so: it gives up to four
//! points, whose ids stay the same while a body jitters. A contact along a line, side on side or side on an edge, has
//! two points, any other one.

use super::clip::Clipped;
use super::clip_round::clip_to_face;
use super::convex::{ConvexPair, ConvexShape, Direction, Facet, NearFacet, Outline};
use super::frustum::Frustum;
use super::manifold::{FACE_PREFERENCE, apart};
use super::pair::QuadMeasures;
use super::quad::{WRONG_SIDE_SINE, is_lamina};
use super::signed_gap::SignedGap;
use super::{
    Candidate, Feature, Manifold, ManifoldPoint, Note, Overlap, Owner, PairMemory, Reason, Side, Sides, Source, Trace,
};
use crate::math::Pose;
use glam::{DMat3, DVec2, DVec3, Vec3};

/// Depth up to which the way out through the far side of either shape is certainly longer, so that a flat side above
/// which the other shape lies can be taken at once: relative to the least extent of the two.
const FACE_ONLY_DEPTH: f64 = 0.25;

/// A frustum or a cuboid against a frustum or a cuboid.
pub(super) fn collide_convex<T: Trace>(pair: &ConvexPair, margin: f32, overlap: Overlap, trace: &mut T) -> Manifold {
    match find_normal(pair, margin, overlap.precision(), |_| true, trace) {
        Some(found) => contact_along(pair, &found, margin, trace),
        None => Manifold::NONE,
    }
}

/// The direction of greatest gap, and the flat side that is as good or nearly so.
struct SearchResult {
    facet: Option<(Owner, usize, DVec3)>,
    direction: Option<(Direction, Source)>,
    /// Why the flat side is preferred, or the direction taken.
    reason: Reason,
}

/// How far a search goes; lengths are relative to the least extent of the two shapes.
struct Precision {
    /// A flat side is preferred to directions better by no more than this.
    preference: f64,
    /// Relative accuracy of a gap.
    accuracy: f64,
    /// A climb ends with an iteration that gains less than this.
    min_gain: f64,
    /// Depth from which there may be more than one local maximum, and more than one climb is made.
    restart_depth: f64,
    /// Bound of the strides of a climb that only has to tell which maximum is the highest.
    strides: usize,
    /// How many climbs are then made from the candidates.
    climbs: usize,
    /// How many are started after those from directions spread over the sphere.
    restarts: usize,
    /// Whether the best candidate will do, without a climb, where balls inside the two overlap.
    candidates_suffice: bool,
    /// Whether the line of centres will do at once where the two are deep in each other.
    centers_suffice: bool,
}

/// For contacts, whose normals must not jitter.
const CONTACT: Precision = Precision {
    preference: FACE_PREFERENCE,
    accuracy: 1e-8,
    min_gain: 1e-6,
    restart_depth: 0.02,
    strides: 8,
    climbs: 5,
    restarts: 4,
    candidates_suffice: false,
    centers_suffice: false,
};

/// For distances.
const DISTANCE: Precision = Precision {
    preference: 0.0,
    accuracy: 1e-6,
    min_gain: 1e-6,
    restart_depth: 0.02,
    strides: 8,
    climbs: 5,
    restarts: 4,
    candidates_suffice: false,
    centers_suffice: false,
};

/// For conservative advancement, which needs a lower bound of the distance, and whether there is any: how deep an
/// overlap is does not matter.
const SWEEP: Precision = Precision {
    preference: 0.0,
    accuracy: 1e-6,
    min_gain: 5e-6,
    restart_depth: 0.02,
    strides: 2,
    climbs: 1,
    restarts: 0,
    candidates_suffice: true,
    centers_suffice: false,
};

/// For contacts of those that overlap deeply with many: no way out is a short one.
const ROUGH: Precision = Precision {
    accuracy: 1e-3,
    min_gain: 1e-3,
    strides: 2,
    climbs: 1,
    restarts: 0,
    candidates_suffice: true,
    centers_suffice: true,
    ..CONTACT
};

impl Overlap {
    fn precision(self) -> &'static Precision {
        match self {
            Self::Exact => &CONTACT,
            Self::Rough | Self::Deferred => &ROUGH,
        }
    }
}

/// The allowed direction of greatest gap; none when the gap exceeds `margin` (m).
fn find_normal<T: Trace>(
    pair: &ConvexPair,
    margin: f32,
    precision: &Precision,
    allowed: impl Fn(DVec3) -> bool,
    trace: &mut T,
) -> Option<SearchResult> {
    if T::ENABLED {
        pair.facets(&allowed).for_each(|candidate| trace.record(Note::Candidate(candidate)));
    }
    // In a crowd what is deep in each other is parted as balls are.
    let centers = (precision.centers_suffice && pair.is_deep())
        .then(|| pair.center.try_normalize().unwrap_or(DVec3::Y))
        .filter(|n| allowed(*n));
    if let Some(n) = centers {
        if T::ENABLED {
            trace.record(Note::Candidate(pair.candidate(Source::Centers, n, true)));
        }
        let direction = Some((pair.direction_along(n), Source::Centers));
        return Some(SearchResult { facet: None, direction, reason: Reason::Crowded });
    }
    let (margin, preference) = (f64::from(margin), precision.preference * pair.min_extent());
    // Separating axis test over the flat sides: one gap beyond the margin ends the search.
    let of_a = pair.best_facet(Owner::A, &allowed);
    let of_b = pair.best_facet(Owner::B, &allowed);
    let gap = |facet: &Option<NearFacet>| facet.map_or(f64::NEG_INFINITY, |f| f.2);
    let (gap_a, gap_b) = (gap(&of_a), gap(&of_b));
    // Written so that NaN separates: what is nowhere touches nothing.
    if !(gap_a <= margin && gap_b <= margin) {
        let (owner, best) = if gap_a <= margin { (Owner::B, of_b) } else { (Owner::A, of_a) };
        let axis = best.map(|(index, ..)| pair.source(owner, index));
        trace.record(Note::Chosen { axis, reason: Reason::Separated });
        return None;
    }
    // A flat side of A is preferred to one of B, so that rounding does not exchange them.
    let facet = if gap_b > gap_a + preference {
        of_b.map(|(index, n, gap)| (Owner::B, index, n, gap))
    } else {
        of_a.map(|(index, n, gap)| (Owner::A, index, n, gap)).or(of_b.map(|(i, n, gap)| (Owner::B, i, n, gap)))
    };
    // Early out: the other shape lies so far inside the outline that no direction can be better.
    if let Some((owner, index, n, gap)) = facet
        && gap >= -FACE_ONLY_DEPTH * pair.min_extent()
        && pair.facet_is_optimal(owner, index, n, gap, preference)
    {
        // A quad has no volume below it: a shape that overhangs the rim can reach under it and be apart all the same.
        let below = gap < 0.0 && pair.is_flat(owner);
        let apart = below.then(|| direction_apart(pair, n, precision, margin)).flatten();
        let Some(apart) = apart.filter(|d| allowed(d.normal)) else {
            return Some(SearchResult { facet: Some((owner, index, n)), direction: None, reason: Reason::FaceOptimal });
        };
        if apart.gap > margin {
            trace.record(Note::Chosen { axis: Some(Source::Nearest(0)), reason: Reason::Separated });
            return None;
        }
        return Some(SearchResult {
            facet: None,
            direction: Some((apart, Source::Nearest(0))),
            reason: Reason::LeastOverlap,
        });
    }
    // Otherwise the greatest gap over all directions, which a flat side may still come close to.
    let (best, source) =
        climb_from_candidates(pair, [(Owner::A, of_a), (Owner::B, of_b)], margin, precision, &allowed, trace)?;
    if best.gap > margin {
        trace.record(Note::Chosen { axis: Some(source), reason: Reason::Separated });
        return None;
    }
    let facet = facet.filter(|f| f.3 + preference >= best.gap);
    // But for rounding, a climb ends no lower than it starts.
    let beaten = |f: &(Owner, usize, DVec3, f64)| best.gap > f.3 + f64::from(f32::EPSILON) * pair.min_extent();
    let reason = if facet.as_ref().is_some_and(beaten) {
        Reason::FacePreferred { over: source, preference: preference as f32 }
    } else {
        Reason::LeastOverlap
    };
    let facet = facet.map(|(owner, index, n, _)| (owner, index, n));
    Some(SearchResult { facet, direction: Some((best, source)), reason })
}

/// Climbs from the best of the candidate directions; where the two overlap deeply from the next best ones too, and then
/// from the best of those spread over the sphere: the penetration depth can have several local maxima.
fn climb_from_candidates<T: Trace>(
    pair: &ConvexPair,
    facets: [(Owner, Option<NearFacet>); 2],
    stop_above: f64,
    precision: &Precision,
    allowed: impl Fn(DVec3) -> bool,
    trace: &mut T,
) -> Option<(Direction, Source)> {
    // Candidates: the normals of the frusta's sides and of the best flat sides, and the line of centres.
    let sides = [Owner::A, Owner::B].map(|owner| pair.side_direction(owner).map(|n| (n, Source::Side(owner))));
    let centers = pair.center.try_normalize().map(|n| (n, Source::Centers));
    let [of_a, of_b] = facets.map(|(owner, facet)| facet.map(|(index, n, _)| (n, pair.source(owner, index))));
    if T::ENABLED {
        for (n, source) in [sides[0], sides[1], centers].into_iter().flatten() {
            trace.record(Note::Candidate(pair.candidate(source, n, allowed(n))));
        }
    }
    let known = [sides[0], sides[1], of_a, of_b, centers];
    let mut starts =
        known.map(|start| start.filter(|(n, _)| allowed(*n)).map(|(n, source)| (pair.gap(n), n, Some(source))));
    // Nobody asks for the shortest way out, and it is long.
    if precision.candidates_suffice && pair.inner_balls_overlap() {
        return take_greatest(&mut starts).and_then(|(_, n, source)| Some((pair.direction_along(n), source?)));
    }
    // One climb, and the gap that it came to. Deep ones are coarse first: most are not the highest.
    let depth = -precision.restart_depth * pair.min_extent();
    let mut best: Option<(Direction, Source)> = None;
    let mut tries = 0;
    let mut climb = |(gap, n, source): Start, trace: &mut T| {
        let coarse =
            (gap <= depth).then(|| pair.climb_coarsely(n, precision.strides)).filter(|coarse| coarse.gap <= depth);
        let fine = || pair.climb(n, precision.accuracy, precision.min_gain, stop_above);
        let mut found = (coarse.unwrap_or_else(fine), Source::Nearest(tries));
        tries += 1;
        if T::ENABLED {
            trace.record(Note::Candidate(pair.candidate(found.1, found.0.normal, allowed(found.0.normal))));
        }
        if !allowed(found.0.normal) {
            // A climb may end in a direction that is not allowed: then its start counts, unless that is a mere sample.
            let Some(source) = source else { return f64::NEG_INFINITY };
            found = (pair.direction_along(n), source);
        }
        if best.is_none_or(|(b, _)| found.0.gap > b.gap) {
            best = Some(found);
        }
        found.0.gap
    };
    // Another may do better where one ended deep, and is needed where none is wide enough yet.
    let narrow = depth.min(stop_above);
    let mut last = f64::NEG_INFINITY;
    for _ in 0..precision.climbs {
        let Some(start) = take_greatest(&mut starts).filter(|_| last <= narrow) else { break };
        last = climb(start, trace);
    }
    if last <= narrow && precision.restarts > 0 {
        // Multi-start: the candidates may all lead to lower maxima than the highest.
        let mut samples = pair.sample_directions().map(|n| allowed(n).then(|| (pair.gap(n), n, None)));
        for _ in 0..precision.restarts {
            let Some(start) = take_greatest(&mut samples) else { break };
            if climb(start, trace) > stop_above {
                break;
            }
            samples.iter_mut().for_each(|other| *other = other.filter(|(_, n, _)| n.dot(start.1) < RESTART_COSINE));
        }
    }
    // The highest of the coarse ones, followed to its top.
    if let Some((highest, _)) = best.filter(|(b, _)| b.gap <= narrow && precision.restarts > 0) {
        let top = pair.climb(highest.normal, precision.accuracy, precision.min_gain, stop_above);
        if allowed(top.normal) && top.gap >= highest.gap {
            best = Some((top, Source::Nearest(tries)));
            tries += 1;
            if T::ENABLED {
                trace.record(Note::Candidate(pair.candidate(Source::Nearest(tries - 1), top.normal, true)));
            }
        }
    }
    // Shapes that are apart can have local maxima along which they overlap: GJK settles it.
    if let Some((stuck, _)) = best.filter(|(b, _)| b.gap < 0.0 && b.gap <= stop_above) {
        let apart = direction_apart(pair, stuck.normal, precision, stop_above);
        best = apart.filter(|d| allowed(d.normal)).map(|d| (d, Source::Nearest(tries))).or(best);
    }
    best
}

/// The direction between the closest points of shapes that are apart although they overlap along `n`; none of others.
///
/// However rough a way out may be, whether there is one is asked as closely as for a distance.
fn direction_apart(pair: &ConvexPair, n: DVec3, precision: &Precision, stop_above: f64) -> Option<Direction> {
    let accuracy = precision.accuracy.min(DISTANCE.accuracy);
    Some(pair.closest_points(n, accuracy, stop_above)).filter(|direction| direction.gap > 0.0)
}

/// A direction to climb from: the gap along it (m), the direction, and its source unless it is a mere sample.
type Start = (f64, DVec3, Option<Source>);

/// Takes the start with the greatest gap, of equals the first.
fn take_greatest(starts: &mut [Option<Start>]) -> Option<Start> {
    // A few starts at most: a scan is cheaper than sorting.
    let mut greatest: Option<(f64, usize)> = None;
    for (k, start) in starts.iter().enumerate() {
        if let Some((gap, ..)) = start
            && greatest.is_none_or(|g| *gap > g.0)
        {
            greatest = Some((*gap, k));
        }
    }
    greatest.and_then(|(_, k)| starts[k].take())
}

/// Cosine of the least angle (26°) between sampled directions that are climbed from.
const RESTART_COSINE: f64 = 0.9;

/// The contact on the flat side found, or along the direction.
fn contact_along<T: Trace>(pair: &ConvexPair, found: &SearchResult, margin: f32, trace: &mut T) -> Manifold {
    if let Some((owner, index, n)) = found.facet {
        // Clipping against the flat side can leave no point: then the direction takes over.
        let manifold = facet_contact(pair, owner, index, n, margin);
        if manifold.count > 0 || found.direction.is_none() {
            trace.record(Note::Chosen { axis: Some(pair.source(owner, index)), reason: found.reason });
            return manifold;
        }
    }
    let Some((direction, source)) = &found.direction else { return Manifold::NONE };
    let reason = if found.facet.is_some() { Reason::ClippedAway } else { found.reason };
    trace.record(Note::Chosen { axis: Some(*source), reason });
    edge_contact(pair, direction, margin)
}

/// The contact on a flat side.
fn facet_contact(pair: &ConvexPair, owner: Owner, index: usize, n: DVec3, margin: f32) -> Manifold {
    let (this, other) = if owner == Owner::A { (&pair.a, &pair.b) } else { (&pair.b, &pair.a) };
    // The incident part, carried from the other shape's frame into the axes of the facet's plane.
    let (turn, offset) = match owner {
        Owner::A => (pair.axes, pair.center),
        Owner::B => (pair.axes.transpose(), -pair.to_b(pair.center)),
    };
    let facet = this.facet(index);
    let (incident, name) = other.incident(-(turn.transpose() * facet.normal));
    let into = facet.plane_axes();
    let incident = incident.transformed(into * turn, into * (offset - facet.center));
    let (vertices, count) = clip_to_face(facet.outline, &incident, margin);
    let mut contacts = Clipped::new();
    for p in &vertices[..count] {
        // The vertex lies on the incident part, its foot on the facet; the contact is midway.
        let place =
            facet.center + facet.u * f64::from(p.u) + facet.v * f64::from(p.v) + facet.normal * (0.5 * f64::from(p.w));
        let place = if owner == Owner::A { place } else { pair.center + pair.axes * place };
        let id = u32::from(owner == Owner::B) << 13 | (index as u32) << 10 | name << 7 | p.id();
        contacts.push(ManifoldPoint { position: place.as_vec3(), separation: p.w, id });
    }
    contacts.manifold(n.as_vec3(), pair.a.feature_along(n), pair.b.feature_along(-pair.to_b(n)))
}

impl Facet {
    /// Carries directions of its shape's axes into (u, v, w).
    fn plane_axes(&self) -> DMat3 {
        DMat3::from_cols(self.u, self.v, self.normal).transpose()
    }
}

/// A contact away from flat sides: two points where lines lie along each other, one elsewhere. Its features are those
/// that reach furthest along the normal.
fn edge_contact(pair: &ConvexPair, direction: &Direction, margin: f32) -> Manifold {
    let n = direction.normal;
    let features = (pair.a.feature_along(n), pair.b.feature_along(-pair.to_b(n)));
    let lines = pair.a.edge(n).zip(pair.b.edge(-pair.to_b(n)));
    if let Some(([a0, a1], [b0, b1])) = lines {
        let (b0, b1) = (pair.center + pair.axes * b0, pair.center + pair.axes * b1);
        // Parallel within the tolerance: a contact along a line.
        let (along, other) = (a1 - a0, b1 - b0);
        let (length2, other2) = (along.length_squared(), other.length_squared());
        let sine2 = along.cross(other).length_squared();
        if sine2 <= PARALLEL_SINE * PARALLEL_SINE * length2 * other2 {
            // The stretch that both lines cover, as parameters along A's.
            let at = |p: DVec3| (p - a0).dot(along) / length2;
            let (s0, s1) = (at(b0), at(b1));
            let (from, to) = (s0.min(s1).max(0.0), s0.max(s1).min(1.0));
            if from < to {
                let mut contacts = Clipped::new();
                for (s, end) in [(from, 0), (to, 1)] {
                    let on_a = a0 + along * s;
                    let on_b = b0 + other * ((s - s0) / (s1 - s0));
                    let separation = (on_b - on_a).dot(n);
                    let position = (on_a + n * (0.5 * separation)).as_vec3();
                    if separation <= f64::from(margin) {
                        contacts.push(ManifoldPoint { position, separation: separation as f32, id: 1 << 14 | end });
                    }
                }
                return contacts.manifold(n.as_vec3(), features.0, features.1);
            }
        }
    }
    // Elsewhere the closest points alone.
    let position = ((direction.on_a + direction.on_b) * 0.5).as_vec3();
    Manifold::single(n.as_vec3(), features, ManifoldPoint { position, separation: direction.gap as f32, id: 1 << 15 })
}

/// Sine of the angle (1.1°) up to which two lines count as parallel.
const PARALLEL_SINE: f64 = 0.02;

/// Half-space against frustum, in the frame of the half-space.
pub(super) fn half_space_frustum(frustum: &Frustum, b_in_a: &Pose, margin: f32) -> Manifold {
    let b = ConvexShape::Frustum(*frustum);
    let axes = DMat3::from_quat(b_in_a.rotation.as_dquat().normalize());
    // The direction of the plane, in the frustum's axes.
    let down = axes.transpose() * DVec3::NEG_Y;
    // The lowest point decides whether there is a contact at all.
    let lowest = f64::from(b_in_a.translation.y) - frustum.support(down).dot(down);
    if apart(lowest as f32, margin) {
        return Manifold::NONE;
    }
    let (incident, name) = b.incident(down);
    // (u, v, w) are z, x and y: the plane's own axes.
    let into = DMat3::from_cols(DVec3::Z, DVec3::X, DVec3::Y).transpose();
    let incident = incident.transformed(into * axes, into * b_in_a.translation.as_dvec3());
    let (vertices, count) = clip_to_face(Outline::Plane, &incident, margin);
    let mut contacts = Clipped::new();
    for p in &vertices[..count] {
        let position = Vec3::new(p.v, 0.5 * p.w, p.u);
        contacts.push(ManifoldPoint { position, separation: p.w, id: name << 7 | p.id() });
    }
    contacts.manifold(Vec3::Y, Feature::Front, b.feature_along(down))
}

/// Quad against frustum, in the frame of the quad: from its solid side the quad acts like the top of a thick box.
pub(super) fn quad_frustum<T: Trace>(
    (half, sides): QuadMeasures,
    frustum: &Frustum,
    b_in_a: &Pose,
    margin: f32,
    (memory, overlap): (&mut PairMemory, Overlap),
    trace: &mut T,
) -> Manifold {
    // A quad is a box without thickness.
    let half = half.as_dvec2();
    let a = ConvexShape::Cuboid { half: DVec3::new(half.x, 0.0, half.y) };
    let pair = ConvexPair::new(a, ConvexShape::Frustum(*frustum), b_in_a);
    let height = b_in_a.translation.y;
    let beside = beside(half, &pair);
    let reach = frustum.half_extents();
    // Once the two are apart, the side that the frustum is on is where it comes from.
    let mut told = T::Draft::default();
    let unrestricted = find_normal(&pair, margin, overlap.precision(), |_| true, &mut told);
    if unrestricted.is_none() {
        memory.update_side(sides, height, false, true);
        trace.record_draft(told, |note| note);
        return Manifold::NONE;
    }
    // A lamina has no wrong side: all directions count.
    if let Some(found) = unrestricted.as_ref().filter(|_| is_lamina(half.as_vec2(), sides, reach)) {
        trace.record_draft(told, |note| note);
        return contact_along(&pair, found, margin, trace);
    }
    // One-sided quads let pass what came from behind.
    memory.update_side(sides, height, beside && sides == Sides::Both, false);
    let passes = memory.lets_pass(sides);
    trace.record(Note::Side { from: memory.side, height, beside, passes });
    if passes {
        trace.record(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    let front = usize::from(sign > 0.0);
    let on_wrong_side = f64::from(height) * sign < 0.0;
    // The centre is past the plane: only the way back may give the normal, however deep it is.
    if !beside && on_wrong_side {
        if T::ENABLED {
            pair.facets(|n| n == DVec3::Y * sign).for_each(|candidate| trace.record(Note::Candidate(candidate)));
        }
        trace.record(Note::Chosen { axis: Some(pair.source(Owner::A, 2 + front)), reason: Reason::PushedOut });
        return facet_contact(&pair, Owner::A, 2 + front, DVec3::Y * sign, margin);
    }
    // Beside the rim a body may hang below the plane and still lean on the quad. It has gone round the rim once the
    // direction of greatest gap points to the back.
    let points_back = |n: DVec3| n.y * sign < -WRONG_SIDE_SINE;
    if on_wrong_side && unrestricted.as_ref().is_some_and(|found| points_back(found.normal())) {
        memory.side = Side::Behind;
        trace.record(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    // Otherwise the search is repeated without the directions that push to the back, if it chose one.
    let found = match unrestricted {
        Some(found) if !points_back(found.normal()) => {
            trace.record_draft(told, |note| mark(note, |n| !points_back(n)));
            Some(found)
        }
        _ => find_normal(&pair, f32::INFINITY, overlap.precision(), |n| !points_back(n), trace),
    };
    found.map_or(Manifold::NONE, |found| contact_along(&pair, &found, margin, trace))
}

/// Marks the candidates that are not allowed.
fn mark(note: Note, allowed: impl Fn(DVec3) -> bool) -> Note {
    match note {
        Note::Candidate(candidate) => {
            Note::Candidate(Candidate { allowed: allowed(candidate.normal.as_dvec3()), ..candidate })
        }
        note => note,
    }
}

impl SearchResult {
    /// The normal that the contact will have.
    fn normal(&self) -> DVec3 {
        match (&self.facet, &self.direction) {
            (Some((_, _, n)), _) => *n,
            (None, Some((direction, _))) => direction.normal,
            (None, None) => DVec3::Y,
        }
    }
}

/// Whether the centre of B projects outside a quad's rectangle.
pub(super) fn beside(half: DVec2, pair: &ConvexPair) -> bool {
    pair.center.x.abs() > half.x || pair.center.z.abs() > half.y
}

/// The greatest gap between two convex shapes (m; negative where they overlap) and its direction, from A to B in A's
/// frame.
///
/// Any direction will do along which the gap exceeds `stop_above` (m): `hint`, the last one, is tried first.
pub(super) fn max_separation(pair: &ConvexPair, stop_above: f32, hint: Option<Vec3>) -> SignedGap {
    // A separating direction of last time most likely still is one.
    let asked = hint.map(|n| SignedGap::new(pair.gap(n.as_dvec3()) as f32, n)).filter(|last| last.gap > stop_above);
    let precision = if stop_above.is_finite() { &SWEEP } else { &DISTANCE };
    asked.unwrap_or_else(|| match find_normal(pair, f32::INFINITY, precision, |_| true, &mut ()) {
        Some(SearchResult { direction: Some((best, _)), .. }) => SignedGap::new(best.gap as f32, best.normal.as_vec3()),
        Some(SearchResult { facet: Some((_, _, n)), .. }) => SignedGap::new(pair.gap(n) as f32, n.as_vec3()),
        _ => SignedGap::FAR,
    })
}

/// Whether the greatest gap between two convex shapes is more than `bound` (m; negative for an overlap).
pub(super) fn separation_exceeds(pair: &ConvexPair, bound: f32) -> bool {
    find_normal(pair, bound, &DISTANCE, |_| true, &mut ()).is_none()
}
