//! Walls in chains, the road on their left, and what it means to be behind them.

use super::body::Vehicle;
use glam::DVec2;

/// The determinant |a b| of two columns.
fn det(a: DVec2, b: DVec2) -> f64 {
    a.perp_dot(b)
}

/// A straight piece of wall.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// One end (m).
    pub start: DVec2,
    /// The other end, where the next segment starts (m).
    pub end: DVec2,
    /// Unit, towards the road.
    pub normal: DVec2,
    /// The segment that ends where this one starts.
    before: usize,
    /// The segment that starts where this one ends.
    after: usize,
    /// Whether the wall juts into the road where this segment ends.
    sharp_end: bool,
}

/// A corner of a car behind a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Behind {
    /// Which segment.
    pub segment: usize,
    /// How far behind its line (m).
    pub depth: f64,
    /// The foot of the perpendicular on that line (m).
    pub foot: DVec2,
}

/// How corners of cars are judged where two segments meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarJudgement {
    /// Behind both where the wall juts out, behind either where it recedes.
    Together,
    /// Each segment alone, as printed: what is in front of one is taken for behind the other.
    Alone,
}

/// All walls.
#[derive(Clone, Debug)]
pub struct RaceTrack {
    segments: Vec<Segment>,
}

hash_fields!(Segment { start, end, normal, before, after, sharp_end });
hash_variant!(CarJudgement);
hash_fields!(RaceTrack { segments });

impl Segment {
    /// From start to end (unit).
    pub fn along(&self) -> DVec2 {
        DVec2::new(self.normal.y, -self.normal.x)
    }

    /// How far `point` is in front of the line (m); negative behind.
    pub fn front(&self, point: DVec2) -> f64 {
        (point - self.start).dot(self.normal)
    }

    /// Distance from `point` (m): to the start, to the end, or to what lies between.
    pub fn distance(&self, point: DVec2) -> f64 {
        let edge = self.end - self.start;
        let share = ((point - self.start).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        point.distance(self.start + share * edge)
    }
}

impl RaceTrack {
    /// Closed chains of corners, the road to the left of each.
    pub fn new(chains: &[&[(f64, f64)]]) -> Self {
        let mut segments = vec![];
        for chain in chains {
            let (first, count) = (segments.len(), chain.len());
            // A chain is closed: its last segment leads back to the first corner.
            let corner = |i: usize| DVec2::from(chain[i % count]);
            segments.extend((0..count).map(|i| {
                let (start, end) = (corner(i), corner(i + 1));
                Segment {
                    start,
                    end,
                    normal: (end - start).perp().normalize(),
                    before: first + (i + count - 1) % count,
                    after: first + (i + 1) % count,
                    // The road is to the left, so where the chain turns right the wall juts into it.
                    sharp_end: det(end - start, corner(i + 2) - end) < 0.0,
                }
            }));
        }
        Self { segments }
    }

    /// The segments in order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Whether `point` is behind segment `i`, by the judgement asked for.
    pub fn behind(&self, i: usize, point: DVec2, judgement: CarJudgement) -> Option<Behind> {
        let segment = &self.segments[i];
        let depth = -segment.front(point);
        if depth <= 0.0 {
            return None;
        }
        let along = (point - segment.start).dot(segment.along());
        let length = segment.start.distance(segment.end);
        let found = Behind { segment: i, depth, foot: segment.start + along * segment.along() };
        let (before, after) = (&self.segments[segment.before], &self.segments[segment.after]);
        // As printed: behind the line with its foot on the wall is enough, the neighbours are not asked.
        if judgement == CarJudgement::Alone {
            return (0.0..=length).contains(&along).then_some(found);
        }
        // At a corner that juts out a point is behind the wall only when it is behind both lines.
        let in_front = [(before, before.sharp_end), (after, segment.sharp_end)]
            .iter()
            .any(|(neighbour, sharp)| *sharp && neighbour.front(point) >= 0.0);
        // Beyond an end where the wall recedes, a point behind both lines has its foot on neither.
        let reaches = (along >= 0.0 || (!before.sharp_end && before.front(point) < 0.0))
            && (along <= length || (!segment.sharp_end && after.front(point) < 0.0));
        (!in_front && reaches).then_some(found)
    }

    /// The way out for a point: of two walls that jut out together the nearer face, else the deepest.
    pub fn deepest(&self, point: DVec2, near: impl Fn(&Segment) -> bool, judgement: CarJudgement) -> Option<Behind> {
        let mut best: Option<Behind> = None;
        for i in (0..self.segments.len()).filter(|i| near(&self.segments[*i])) {
            let Some(found) = self.behind(i, point, judgement) else { continue };
            best = Some(match best {
                None => found,
                Some(other) => {
                    // Within a tip the nearer face is the shorter way out; elsewhere the car must leave all walls.
                    let share_tip = judgement == CarJudgement::Together && self.share_sharp(i, other.segment);
                    if (found.depth > other.depth) == share_tip { other } else { found }
                }
            });
        }
        best
    }

    fn share_sharp(&self, i: usize, j: usize) -> bool {
        (self.segments[i].after == j && self.segments[i].sharp_end)
            || (self.segments[j].after == i && self.segments[j].sharp_end)
    }

    /// Ends of segments that jut into the road and lie in the car: the segment, and how far in it is (m), with the unit
    /// direction in which the car leaves it by the shortest way.
    pub fn tips_inside<'a>(&'a self, body: &'a Vehicle) -> impl Iterator<Item = (usize, f64, DVec2)> + 'a {
        self.segments.iter().enumerate().filter(|(_, s)| s.sharp_end).filter_map(|(i, s)| {
            let (depth, out) = body.depth_of(s.end)?;
            Some((i, depth, -out))
        })
    }

    /// Whether a wall passes through the car, were it smaller by `margin` (m) on each side: separating axes.
    pub fn passes_through(&self, body: &Vehicle, margin: f64) -> bool {
        let half = body.half - margin;
        self.segments.iter().any(|s| {
            let (a, b) = (body.local(s.start), body.local(s.end));
            // The axes of a rectangle and a segment: those of the rectangle, and the normal of the segment.
            let apart = |least: f64, most: f64, half: f64| least >= half || most <= -half;
            let normal = (b - a).perp();
            let (reach, at) = (normal.abs().dot(half), normal.dot(a));
            !apart(a.x.min(b.x), a.x.max(b.x), half.x) && !apart(a.y.min(b.y), a.y.max(b.y), half.y) && at.abs() < reach
        })
    }

    /// Whether `point` is on the road, by the number of walls that a ray passes.
    pub fn is_road(&self, point: DVec2) -> bool {
        // From the road a ray towards +x passes an odd number of walls.
        let passed = |s: &&Segment| {
            (s.start.y > point.y) != (s.end.y > point.y)
                && point.x < s.start.x + (point.y - s.start.y) / (s.end.y - s.start.y) * (s.end.x - s.start.x)
        };
        self.segments.iter().filter(passed).count() % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of road with a thin wedge from its upper side down to (0, 0).
    const WEDGE: &[(f64, f64)] =
        &[(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (2.0, 9.0), (0.0, 0.0), (-2.0, 9.0), (-9.0, 9.0)];

    #[test]
    fn judged_together_a_point_is_behind_exactly_when_it_is_off_the_road() {
        let track = RaceTrack::new(&[WEDGE]);
        for i in 0..20_000 {
            let f = |a: f64| (f64::from(i) * a).fract();
            let point = DVec2::new(20.0 * f(0.754_877_666) - 10.0, 20.0 * f(0.569_840_291) - 10.0);
            let behind = track.deepest(point, |_| true, CarJudgement::Together).is_some();
            // Above the wedge's base the square ends: there the wedge's own lines say nothing.
            if point.y < 9.0 || point.x.abs() > 3.0 {
                assert_eq!(behind, !track.is_road(point), "{point}");
            }
        }
        // Printed: behind both segments that meet, at any corner. Where the road's edge recedes, what has left it
        // through one wall is still in front of the other.
        let behind_both = |point: DVec2| {
            let behind = |i: usize| track.segments()[i].front(point) < 0.0;
            track.segments().iter().enumerate().any(|(i, segment)| behind(i) && behind(segment.after))
        };
        let left = DVec2::new(9.5, -8.0);
        assert!(!track.is_road(left) && behind_both(DVec2::new(9.5, -9.5)));
        let together = track.deepest(left, |_| true, CarJudgement::Together);
        erratum!(33, printed: behind_both(left), right: together.is_some());
    }

    #[test]
    fn judged_alone_a_point_in_front_of_one_side_is_behind_the_other() {
        let track = RaceTrack::new(&[WEDGE]);
        // A metre to the right of the wedge, on the road, in front of its right side; behind its left side's line.
        let point = DVec2::new(1.5, 3.0);
        assert!(track.is_road(point));
        let is_free = |judgement| track.deepest(point, |_| true, judgement).is_none();
        erratum!(27, printed: is_free(CarJudgement::Alone), right: is_free(CarJudgement::Together));
        let printed = track.deepest(point, |_| true, CarJudgement::Alone).unwrap();
        assert_eq!(printed.segment, 4);
        assert!(printed.depth > 2.0, "{printed:?}");
        // Nothing limits the depth: moved out by it along that wall's normal, the point is on the wedge's other side.
        let out = point + printed.depth * track.segments()[4].normal;
        assert!(out.x < 0.0 && out.distance(point) > 2.0, "{out}");
    }

    #[test]
    fn feet_and_depths_are_those_of_the_perpendicular() {
        let track = RaceTrack::new(&[&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]]);
        let found = track.behind(0, DVec2::new(3.0, -0.5), CarJudgement::Together).unwrap();
        assert_eq!(found, Behind { segment: 0, depth: 0.5, foot: DVec2::new(3.0, 0.0) });
        // Past a corner that recedes: behind both, though neither has its foot; printed, it is behind none.
        let corner = DVec2::new(10.2, -0.3);
        assert_eq!(track.deepest(corner, |_| true, CarJudgement::Together).unwrap().depth, 0.3);
        assert_eq!(track.deepest(corner, |_| true, CarJudgement::Alone), None);
        assert_eq!(track.segments()[0].distance(DVec2::new(-3.0, 4.0)), 5.0);
        assert_eq!(track.segments()[0].distance(DVec2::new(13.0, 4.0)), 5.0);
        assert_eq!(track.segments()[0].distance(DVec2::new(4.0, 4.0)), 4.0);
    }
}
