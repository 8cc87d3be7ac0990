//! The least translation that parts two cores that touch or overlap.

use super::frustum;
use super::growing::Growing;
use super::pair::SolidPair;
use glam::DVec3;

/// Pairs of edges beyond this number are searched by growing a polytope instead of one by one.
const EDGE_PAIRS: usize = 1024;

/// Steps of a climb, of which each shortens the turn or moves by it, and by how much one shortens it.
const CLIMBS: usize = 240;
const SHORTER: f64 = 0.7;

/// By how much the directions that a step tries are turned from those of the step before (rad): along the ridge where
/// two surfaces meet none of eight fixed ones may lead up.
const NEXT_FRAME: f64 = 0.3;

/// Cosine of the angle within which directions count as near, some two degrees.
const NEAR_COSINE: f64 = 0.9994;

/// Faces of a grown polytope from which a climb begins.
const CLIMBED: usize = 3;

/// Points at which a growing polytope is taken as it is, and polished.
const POINTS: usize = 160;

/// The direction from A to B along which the two overlap least, among those that are allowed.
pub fn direction(pair: &SolidPair, size: f64) -> DVec3 {
    let (edges_a, edges_b) = pair.edge_directions();
    let is_small = edges_a.len() * edges_b.len() <= EDGE_PAIRS;
    if pair.is_polytope() && is_small {
        return of_polytopes(pair, &edges_a, &edges_b);
    }
    let mut found = pair.face_normals();
    found.extend(frustum::directions(pair));
    // Pieces of two rims, and those of large hulls.
    if pair.is_polytope() || pair.is_of_frusta() {
        found.extend(grown(pair, size));
    }
    found.retain(|n| pair.is_allowed(*n));
    best(pair, found).unwrap_or(DVec3::Y)
}

/// Allowed directions near `start` that may be the best of their neighbourhood.
pub fn rivals(pair: &SolidPair, start: DVec3) -> Vec<DVec3> {
    let near = |n: &DVec3| n.dot(start) > NEAR_COSINE;
    let (edges_a, edges_b) = pair.edge_directions();
    let mut found = if pair.is_polytope() && edges_a.len() * edges_b.len() <= EDGE_PAIRS {
        candidates(pair, &edges_a, &edges_b)
    } else {
        let mut found = frustum::directions(pair);
        found.push(polished(pair, start, 0.005));
        found
    };
    found.retain(|n| near(n) && pair.is_allowed(*n));
    found
}

/// The best direction near that between the closest points of two cores that all but touch.
pub fn beside(pair: &SolidPair, start: DVec3) -> DVec3 {
    let mut found = frustum::directions(pair);
    found.retain(|n| n.dot(start) > NEAR_COSINE);
    found.extend([start, polished(pair, start, 1e-3)]);
    best(pair, found).unwrap_or(start)
}

/// Of some directions that along which the gap is greatest.
fn best(pair: &SolidPair, directions: Vec<DVec3>) -> Option<DVec3> {
    let best = directions.into_iter().map(|n| (pair.gap(n), n)).max_by(|m, n| m.0.total_cmp(&n.0));
    best.map(|best| best.1)
}

/// Every face of the Minkowski difference of two polytopes is a face of one of them or is spanned by an edge of each.
fn of_polytopes(pair: &SolidPair, edges_a: &[DVec3], edges_b: &[DVec3]) -> DVec3 {
    // The first of equals, so that the answer does not hang on rounding more than it must.
    let mut best = (f64::NEG_INFINITY, DVec3::Y);
    for normal in candidates(pair, edges_a, edges_b) {
        if pair.is_allowed(normal) {
            let gap = pair.gap(normal);
            if gap > best.0 + 1e-13 {
                best = (gap, normal);
            }
        }
    }
    best.1
}

/// The normals of all those faces, and of what spans no volume.
fn candidates(pair: &SolidPair, edges_a: &[DVec3], edges_b: &[DVec3]) -> Vec<DVec3> {
    let mut candidates = pair.face_normals();
    for a in edges_a {
        for b in edges_b {
            if let Some(normal) = a.cross(*b).try_normalize().filter(|_| a.cross(*b).length_squared() > 1e-16) {
                candidates.extend([normal, -normal]);
            }
        }
    }

    // Points, lines and sheets in one plane span no volume: any direction across them parts them.
    for edge in edges_a.iter().chain(edges_b) {
        let (one, other) = edge.any_orthonormal_pair();
        candidates.extend([one, -one, other, -other]);
    }
    if edges_a.is_empty() && edges_b.is_empty() {
        candidates.extend([DVec3::Y, -DVec3::Y, DVec3::X, -DVec3::X, DVec3::Z, -DVec3::Z]);
    }
    candidates
}

/// Grows a polytope inside the Minkowski difference until its face nearest to the origin is one of the difference
/// itself (van den Bergen's expanding polytope), then polishes what curved surfaces leave.
fn grown(pair: &SolidPair, size: f64) -> Option<DVec3> {
    // Supports along the axes and the diagonals, and along the axis of each: the tip of a flat cone is the support of
    // few directions, and without it there is no volume.
    let other = pair.b_in_a.rotation * DVec3::Y;
    let mut starts: Vec<DVec3> = [other, -other].map(|axis| pair.support(axis).difference).into();
    for x in [-1.0, 0.0, 1.0] {
        for y in [-1.0, 0.0, 1.0] {
            for z in [-1.0, 0.0, 1.0] {
                if let Some(direction) = DVec3::new(x, y, z).try_normalize() {
                    starts.push(pair.support(direction).difference);
                }
            }
        }
    }
    let mut hull = Growing::new(&starts).ok()?;
    let mut stuck: Vec<[u32; 3]> = Vec::new();
    while hull.points.len() < POINTS {
        // The face of least distance; the origin may still lie outside while the polytope is small.
        let growing = hull.facets.iter().filter(|f| !stuck.contains(&f.corners));
        let Some(nearest) = growing.min_by(|f, g| f.offset.total_cmp(&g.offset)).copied() else { break };
        let support = pair.support(nearest.normal).difference;
        if support.dot(nearest.normal) - nearest.offset <= 1e-10 * size {
            break;
        }
        // A sliver whose plane rounding has turned: it cannot grow, others can.
        if !hull.add(support) {
            stuck.push(nearest.corners);
        }
    }
    // A face of B − A with outward normal n lies where B would leave A along −n. Of all faces those along which the two
    // overlap least: the nearest may be a sliver, whose normal says nothing.
    let mut faces: Vec<(f64, DVec3)> = hull.facets.iter().map(|f| (pair.gap(-f.normal), -f.normal)).collect();
    faces.sort_by(|f, g| g.0.total_cmp(&f.0));
    let mut climbs: Vec<DVec3> = Vec::new();
    for (_, normal) in faces {
        if climbs.iter().all(|n| n.dot(normal) < NEAR_COSINE) {
            climbs.push(normal);
        }
        if climbs.len() == CLIMBED {
            break;
        }
    }
    let tops = climbs.into_iter().map(|start| polished(pair, start, 0.05));
    tops.max_by(|m, n| pair.gap(*m).total_cmp(&pair.gap(*n)))
}

/// Climbs to the greatest gap near `start` by ever smaller turns.
fn polished(pair: &SolidPair, start: DVec3, first_turn: f64) -> DVec3 {
    let mut best = (pair.gap(start), start);
    let mut turn = first_turn;
    // Eight directions around, turned a little more each time so that a ridge between two of them is hit in the end.
    for step in 0..CLIMBS {
        let (u, v) = best.1.any_orthonormal_pair();
        let around = (0..8).map(|k| {
            let angle = f64::from(k) * std::f64::consts::FRAC_PI_4 + step as f64 * NEXT_FRAME;
            let (sin, cos) = angle.sin_cos();
            let normal = (best.1 + (u * cos + v * sin) * turn).normalize();
            (pair.gap(normal), normal)
        });
        let top = around.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or(best);
        // Along a ridge the climb creeps: what it wins there is less than rounding soon.
        if top.0 > best.0 + 1e-13 {
            best = top;
        } else if turn < 1e-9 {
            break;
        } else {
            turn *= SHORTER;
        }
    }
    best.1
}
