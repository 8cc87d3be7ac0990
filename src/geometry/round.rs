//! Truncated cones against everything but spheres.
//!
//! As for boxes, a flat side goes before all else when it is as good or nearly so: it gives up to four points, which
//! keep their names while a body trembles. What touches along a line, side on side or side on an edge, gives two points,
//! and all else one.

use super::clip::Contacts;
use super::clip_round::clip_to_face;
use super::frustum::Frustum;
use super::hull::{Direction, Facet, Hull, Hulls, NearFacet, Region};
use super::manifold::{FACE_PREFERENCE, apart};
use super::quad::{WRONG_SIDE_SINE, is_lamina};
use super::{Candidate, Feature, Manifold, ManifoldPoint, Note, Owner, PairMemory, Reason, Side, Sides, Source, Trace};
use crate::math::Pose;
use glam::{DMat3, DVec2, DVec3, Vec2, Vec3};

/// Depth up to which no way out on the far side need be looked for, relative to the least measure of the two.
const SHALLOW: f64 = 0.25;

/// A frustum or a cuboid against a frustum or a cuboid.
pub(super) fn hulls<T: Trace>(hulls: &Hulls, margin: f32, trace: &mut T) -> Manifold {
    match search(hulls, margin, &CONTACT, |_| true, trace) {
        Some(found) => contact(hulls, &found, margin, trace),
        None => Manifold::NONE,
    }
}

/// What a search found: the best direction, and the flat side that is as good or nearly so.
struct Found {
    facet: Option<(Owner, usize, DVec3)>,
    direction: Option<(Direction, Source)>,
    /// Why the flat side goes first.
    reason: Reason,
}

/// How closely to search.
struct Care {
    /// A flat side goes before what beats it by no more than this, relative to the least measure of the two.
    preference: f64,
    /// Share to which a gap is found.
    accuracy: f64,
    /// What a round of a climb gains less than this is not worth another, relative to the least measure of the two.
    gain: f64,
    /// Depth from which more than one way out is looked for, relative to the least measure of the two.
    deep: f64,
    /// How many more ways are then looked for, from the best of directions all around.
    summits: usize,
}

/// For contacts: their normals shall not tremble.
const CONTACT: Care = Care { preference: FACE_PREFERENCE, accuracy: 1e-8, gain: 1e-6, deep: 0.02, summits: 4 };

/// For distances.
const DISTANCE: Care = Care { preference: 0.0, accuracy: 1e-6, gain: 1e-6, deep: 0.02, summits: 4 };

/// For sweeps, which want a bound of the distance, and whether there is any.
const SWEEP: Care = Care { preference: 0.0, accuracy: 1e-6, gain: 5e-6, deep: 0.02, summits: 0 };

/// The direction of the greatest gap among those that `allowed`; none when it exceeds `margin`.
fn search<T: Trace>(
    hulls: &Hulls,
    margin: f32,
    care: &Care,
    allowed: impl Fn(DVec3) -> bool,
    trace: &mut T,
) -> Option<Found> {
    if T::ENABLED {
        hulls.facets(&allowed).for_each(|told| trace.record(Note::Candidate(told)));
    }
    let (margin, preference) = (f64::from(margin), care.preference * hulls.size());
    let of_a = hulls.best_facet(Owner::A, &allowed);
    let of_b = hulls.best_facet(Owner::B, &allowed);
    let gap = |facet: &Option<NearFacet>| facet.map_or(f64::NEG_INFINITY, |f| f.2);
    let (gap_a, gap_b) = (gap(&of_a), gap(&of_b));
    if !(gap_a <= margin && gap_b <= margin) {
        let (owner, best) = if gap_a <= margin { (Owner::B, of_b) } else { (Owner::A, of_a) };
        let axis = best.map(|(index, ..)| hulls.source(owner, index));
        trace.record(Note::Chosen { axis, reason: Reason::Separated });
        return None;
    }
    let facet = if gap_b > gap_a + preference {
        of_b.map(|(index, n, gap)| (Owner::B, index, n, gap))
    } else {
        of_a.map(|(index, n, gap)| (Owner::A, index, n, gap)).or(of_b.map(|(i, n, gap)| (Owner::B, i, n, gap)))
    };
    if let Some((owner, index, n, gap)) = facet
        && gap >= -SHALLOW * hulls.size()
        && hulls.stands_on(owner, index, n, gap, preference)
    {
        // Below a quad there is nothing: what hangs over its rim can reach under it.
        let below = gap < 0.0 && hulls.is_flat(owner);
        let apart = below.then(|| hulls.between(n, care.accuracy, margin)).filter(|d| d.gap > 0.0 && allowed(d.normal));
        let Some(apart) = apart else {
            return Some(Found { facet: Some((owner, index, n)), direction: None, reason: Reason::FaceOptimal });
        };
        if apart.gap > margin {
            trace.record(Note::Chosen { axis: Some(Source::Nearest(0)), reason: Reason::Separated });
            return None;
        }
        return Some(Found { facet: None, direction: Some((apart, Source::Nearest(0))), reason: Reason::LeastOverlap });
    }
    let (best, source) = climb(hulls, [(Owner::A, of_a), (Owner::B, of_b)], margin, care, &allowed, trace)?;
    if best.gap > margin {
        trace.record(Note::Chosen { axis: Some(source), reason: Reason::Separated });
        return None;
    }
    let facet = facet.filter(|f| f.3 + preference >= best.gap);
    // Rounding apart, the search does no worse than where it starts.
    let beaten = |f: &(Owner, usize, DVec3, f64)| best.gap > f.3 + f64::from(f32::EPSILON) * hulls.size();
    let reason = if facet.as_ref().is_some_and(beaten) {
        Reason::FacePreferred { over: source, preference: preference as f32 }
    } else {
        Reason::LeastOverlap
    };
    let facet = facet.map(|(owner, index, n, _)| (owner, index, n));
    Some(Found { facet, direction: Some((best, source)), reason })
}

/// Climbs from the best of the directions known; where the two overlap by much from the next best ones too, and then from
/// the best of those all around: deep inside there may be several ways out, each best among its neighbours.
fn climb<T: Trace>(
    hulls: &Hulls,
    facets: [(Owner, Option<NearFacet>); 2],
    enough: f64,
    care: &Care,
    allowed: impl Fn(DVec3) -> bool,
    trace: &mut T,
) -> Option<(Direction, Source)> {
    let sides = [Owner::A, Owner::B].map(|owner| hulls.side_direction(owner).map(|n| (n, Source::Side(owner))));
    let centers = hulls.center.try_normalize().map(|n| (n, Source::Centers));
    let [of_a, of_b] = facets.map(|(owner, facet)| facet.map(|(index, n, _)| (n, hulls.source(owner, index))));
    if T::ENABLED {
        for (n, source) in [sides[0], sides[1], centers].into_iter().flatten() {
            trace.record(Note::Candidate(hulls.candidate(source, n, allowed(n))));
        }
    }
    let known = [sides[0], sides[1], of_a, of_b, centers];
    let mut starts =
        known.map(|start| start.filter(|(n, _)| allowed(*n)).map(|(n, source)| (hulls.gap(n), n, Some(source))));
    let mut best: Option<(Direction, Source)> = None;
    let mut tries = 0;
    let mut ascend = |(_, n, source): Start, trace: &mut T| {
        let mut found = (hulls.climb(n, care.accuracy, care.gain, enough), Source::Nearest(tries));
        tries += 1;
        if T::ENABLED {
            trace.record(Note::Candidate(hulls.candidate(found.1, found.0.normal, allowed(found.0.normal))));
        }
        if !allowed(found.0.normal) {
            // It may end where none may start; but what is not on show is no answer.
            let Some(source) = source else { return true };
            found = (hulls.straight(n), source);
        }
        if best.is_none_or(|(b, _)| found.0.gap > b.gap) {
            best = Some(found);
        }
        found.0.gap <= -care.deep * hulls.size()
    };
    let mut deep = true;
    while deep && let Some(start) = take_greatest(&mut starts) {
        deep = ascend(start, trace);
    }
    if deep && care.summits > 0 {
        // The ways known may all lead to lower summits than the highest.
        let mut around = hulls.around().map(|n| allowed(n).then(|| (hulls.gap(n), n, None)));
        for _ in 0..care.summits {
            let Some(start) = take_greatest(&mut around) else { break };
            ascend(start, trace);
            around.iter_mut().for_each(|other| *other = other.filter(|(_, n, _)| n.dot(start.1) < APART));
        }
    }
    // A direction along which the two overlap can be the best among its neighbours even where they are apart.
    if let Some((stuck, _)) = best.filter(|(b, _)| b.gap < 0.0) {
        let apart = hulls.between(stuck.normal, care.accuracy, enough);
        if apart.gap > 0.0 && allowed(apart.normal) {
            best = Some((apart, Source::Nearest(tries)));
        }
    }
    best
}

/// A direction to climb from: the gap along it (m), itself, and its name where it is on show.
type Start = (f64, DVec3, Option<Source>);

/// Takes the start with the greatest gap, of equals the first.
fn take_greatest(starts: &mut [Option<Start>]) -> Option<Start> {
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

/// Cosine of the angle that the directions all around which are climbed from are apart at least.
const APART: f64 = 0.9;

/// The contact along what was found.
fn contact<T: Trace>(hulls: &Hulls, found: &Found, margin: f32, trace: &mut T) -> Manifold {
    if let Some((owner, index, n)) = found.facet {
        let manifold = on_facet(hulls, owner, index, n, margin);
        if manifold.count > 0 || found.direction.is_none() {
            trace.record(Note::Chosen { axis: Some(hulls.source(owner, index)), reason: found.reason });
            return manifold;
        }
    }
    let Some((direction, source)) = &found.direction else { return Manifold::NONE };
    let reason = if found.facet.is_some() { Reason::ClippedAway } else { Reason::LeastOverlap };
    trace.record(Note::Chosen { axis: Some(*source), reason });
    on_edges(hulls, direction, margin)
}

/// The contact on a flat side.
fn on_facet(hulls: &Hulls, owner: Owner, index: usize, n: DVec3, margin: f32) -> Manifold {
    let (this, other) = if owner == Owner::A { (&hulls.a, &hulls.b) } else { (&hulls.b, &hulls.a) };
    // The other's frame seen from this one's.
    let (turn, way) = match owner {
        Owner::A => (hulls.axes, hulls.center),
        Owner::B => (hulls.axes.transpose(), -hulls.to_b(hulls.center)),
    };
    let facet = this.facet(index);
    let (incident, name) = other.incident(-(turn.transpose() * facet.normal));
    let into = facet.plane_axes();
    let incident = incident.moved(into * turn, into * (way - facet.center));
    let (vertices, count) = clip_to_face(facet.region, &incident, margin);
    let mut contacts = Contacts::new();
    for p in &vertices[..count] {
        let place =
            facet.center + facet.u * f64::from(p.u) + facet.v * f64::from(p.v) + facet.normal * (0.5 * f64::from(p.w));
        let place = if owner == Owner::A { place } else { hulls.center + hulls.axes * place };
        let id = u32::from(owner == Owner::B) << 13 | (index as u32) << 10 | name << 7 | p.id();
        contacts.push(ManifoldPoint { position: place.as_vec3(), separation: p.w, id });
    }
    contacts.manifold(n.as_vec3(), hulls.a.feature(n), hulls.b.feature(-hulls.to_b(n)))
}

impl Facet {
    /// Carries directions of its shape's axes into (u, v, w).
    fn plane_axes(&self) -> DMat3 {
        DMat3::from_cols(self.u, self.v, self.normal).transpose()
    }
}

/// Named by the shapes' features along the normal: two points where lines lie along each other, one elsewhere.
fn on_edges(hulls: &Hulls, direction: &Direction, margin: f32) -> Manifold {
    let n = direction.normal;
    let features = (hulls.a.feature(n), hulls.b.feature(-hulls.to_b(n)));
    let lines = hulls.a.edge(n).zip(hulls.b.edge(-hulls.to_b(n)));
    if let Some(([a0, a1], [b0, b1])) = lines {
        let (b0, b1) = (hulls.center + hulls.axes * b0, hulls.center + hulls.axes * b1);
        let (along, other) = (a1 - a0, b1 - b0);
        let (length2, other2) = (along.length_squared(), other.length_squared());
        let sine2 = along.cross(other).length_squared();
        if sine2 <= PARALLEL * PARALLEL * length2 * other2 {
            // Where B's line begins and ends along A's.
            let at = |p: DVec3| (p - a0).dot(along) / length2;
            let (s0, s1) = (at(b0), at(b1));
            let (from, to) = (s0.min(s1).max(0.0), s0.max(s1).min(1.0));
            if from < to {
                let mut contacts = Contacts::new();
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
    let position = ((direction.on_a + direction.on_b) * 0.5).as_vec3();
    Manifold::single(n.as_vec3(), features, ManifoldPoint { position, separation: direction.gap as f32, id: 1 << 15 })
}

/// Sine of the angle up to which two lines lie along each other.
const PARALLEL: f64 = 0.02;

/// Half-space against frustum, in the frame of the half-space.
pub(super) fn half_space_frustum(frustum: &Frustum, b_in_a: &Pose, margin: f32) -> Manifold {
    let b = Hull::Frustum(*frustum);
    let axes = DMat3::from_quat(b_in_a.rotation.as_dquat().normalize());
    let down = axes.transpose() * DVec3::NEG_Y;
    let lowest = f64::from(b_in_a.translation.y) - frustum.support(down).dot(down);
    if apart(lowest as f32, margin) {
        return Manifold::NONE;
    }
    let (incident, name) = b.incident(down);
    // (u, v, w) are z, x and y: the plane's own axes.
    let into = DMat3::from_cols(DVec3::Z, DVec3::X, DVec3::Y).transpose();
    let incident = incident.moved(into * axes, into * b_in_a.translation.as_dvec3());
    let (vertices, count) = clip_to_face(Region::Plane, &incident, margin);
    let mut contacts = Contacts::new();
    for p in &vertices[..count] {
        let position = Vec3::new(p.v, 0.5 * p.w, p.u);
        contacts.push(ManifoldPoint { position, separation: p.w, id: name << 7 | p.id() });
    }
    contacts.manifold(Vec3::Y, Feature::Front, b.feature(down))
}

/// Quad against frustum, in the frame of the quad: from its solid side the quad acts like the top of a thick box.
pub(super) fn quad_frustum<T: Trace>(
    (half, sides): (Vec2, Sides),
    frustum: &Frustum,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    let half = half.as_dvec2();
    let a = Hull::Cuboid { half: DVec3::new(half.x, 0.0, half.y) };
    let hulls = Hulls::new(a, Hull::Frustum(*frustum), b_in_a);
    let height = b_in_a.translation.y;
    let beside = beside(half, &hulls);
    let reach = frustum.half_extents();
    // Where it came from is known as soon as the two are apart, whichever way.
    let whole = search(&hulls, margin, &CONTACT, |_| true, &mut ());
    if whole.is_none() {
        memory.update_side(sides, height, false, true);
        record_search(&hulls, margin, |_| true, trace);
        return Manifold::NONE;
    }
    if let Some(found) = whole.as_ref().filter(|_| is_lamina(half.as_vec2(), sides, reach)) {
        record_search(&hulls, margin, |_| true, trace);
        return contact(&hulls, found, margin, trace);
    }
    memory.update_side(sides, height, beside && sides == Sides::Both, false);
    let passes = memory.lets_pass(sides);
    trace.record(Note::Side { from: memory.side, height, beside, passes });
    if passes {
        trace.record(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    let front = usize::from(sign > 0.0);
    let wrong = f64::from(height) * sign < 0.0;
    if !beside && wrong {
        if T::ENABLED {
            hulls.facets(|n| n == DVec3::Y * sign).for_each(|told| trace.record(Note::Candidate(told)));
        }
        trace.record(Note::Chosen { axis: Some(hulls.source(Owner::A, 2 + front)), reason: Reason::PushedOut });
        return on_facet(&hulls, Owner::A, 2 + front, DVec3::Y * sign, margin);
    }
    let points_back = |n: DVec3| n.y * sign < -WRONG_SIDE_SINE;
    if wrong && whole.as_ref().is_some_and(|found| points_back(found.normal())) {
        memory.side = Side::Behind;
        trace.record(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    let found = match whole {
        Some(found) if !points_back(found.normal()) => {
            record_search(&hulls, margin, |n| !points_back(n), trace);
            Some(found)
        }
        _ => search(&hulls, f32::INFINITY, &CONTACT, |n| !points_back(n), trace),
    };
    found.map_or(Manifold::NONE, |found| contact(&hulls, &found, margin, trace))
}

/// Searches again for a listener, who learns which directions a quad would have let pass.
fn record_search<T: Trace>(hulls: &Hulls, margin: f32, allowed: impl Fn(DVec3) -> bool, trace: &mut T) {
    if T::ENABLED {
        let mut notes = vec![];
        search(hulls, margin, &CONTACT, |_| true, &mut notes);
        for note in notes {
            trace.record(match note {
                Note::Candidate(told) => {
                    Note::Candidate(Candidate { allowed: allowed(told.normal.as_dvec3()), ..told })
                }
                note => note,
            });
        }
    }
}

impl Found {
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
pub(super) fn beside(half: DVec2, hulls: &Hulls) -> bool {
    hulls.center.x.abs() > half.x || hulls.center.z.abs() > half.y
}

/// The greatest gap between two hulls (m; negative where they overlap) and its direction, from A to B in A's frame.
///
/// Any direction will do along which the gap exceeds `enough` (m): `hint`, the last one, is asked first.
pub(super) fn widest(hulls: &Hulls, enough: f32, hint: Option<Vec3>) -> (f32, Vec3) {
    let asked = hint.map(|n| (hulls.gap(n.as_dvec3()) as f32, n)).filter(|(gap, _)| *gap > enough);
    let care = if enough.is_finite() { &SWEEP } else { &DISTANCE };
    asked.unwrap_or_else(|| match search(hulls, f32::INFINITY, care, |_| true, &mut ()) {
        Some(Found { direction: Some((best, _)), .. }) => (best.gap as f32, best.normal.as_vec3()),
        Some(Found { facet: Some((_, _, n)), .. }) => (hulls.gap(n) as f32, n.as_vec3()),
        _ => (f32::INFINITY, Vec3::Y),
    })
}
