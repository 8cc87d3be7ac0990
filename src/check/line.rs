//! Where a line leaves the bodies of a contact.

use super::cast::PairMeeting;
use crate::exact::{Core, Pose, Sides, Solid, separation};
use glam::DVec3;

/// A line leaves a body where it is no further from it than this (m): one that touches counts, for a contact lies on
/// the surface. The search aims at half of it.
const TOUCHES: f64 = 1e-6;

/// Steps in which that place is found: where the line all but passes by, each goes half of the way.
const STEPS: usize = 60;

/// Least slope (sine) at which the way from there to the surface itself is told by the slope.
const STEEP: f64 = 0.1;

/// How far two bodies are apart along the line through `place` along `normal` (m): from where it leaves A to where it
/// enters B; none where the line misses one of them.
pub fn local_gap(meeting: &PairMeeting, place: DVec3, normal: DVec3) -> Option<f64> {
    let a = last_inside((&meeting.a.0, &meeting.a.1), place, normal)?;
    let b = last_inside((&meeting.b.0, &meeting.b.1), place, -normal)?;
    Some(-b - a)
}

/// The greatest `t` at which `place + t · direction` lies in the solid, or within a micrometre of it; none where the
/// line misses it.
///
/// The distance from a convex body is convex along a line, and its slope is that of the normal: Newton's method from
/// beyond the body comes to the last root from one side, and past it only where there is none.
fn last_inside((solid, pose): (&Solid, &Pose), place: DVec3, direction: DVec3) -> Option<f64> {
    if let Core::HalfSpace { normal, offset } = &solid.core {
        // Where the line crosses the plane; a line along it never does.
        let outwards = pose.rotation * *normal;
        let slope = outwards.dot(direction);
        let height = outwards.dot(place - pose.position) - offset;
        return (slope.abs() > 1e-9).then(|| -height / slope);
    }
    // A sphere of radius 0 is the point whose distance is asked.
    let (solid, point) = (two_sided(solid), Solid::sphere(0.0));
    let (middle, reach) = ((pose.position - place).dot(direction), 2.0 * solid.bound());
    // Twice the bound is beyond the body wherever the line passes, so Newton comes to the last root first.
    let mut t = middle + reach;
    for _ in 0..STEPS {
        let at = Pose { position: place + direction * t, ..Pose::IDENTITY };
        let found = separation((&solid, pose), (&point, &at)).ok()?;
        let (distance, slope) = (found.gap, found.normal.dot(direction));
        if distance <= TOUCHES {
            return Some(if slope > STEEP { t - distance / slope } else { t });
        }
        // The distance grows from here on backwards, or the body is passed: the line misses it.
        if slope <= 0.0 || t < middle - reach {
            return None;
        }
        t -= (distance - 0.5 * TOUCHES) / slope;
    }
    None
}

/// A sheet as one that is solid from both sides, for it has no inside; every other solid as it is.
pub fn two_sided(solid: &Solid) -> Solid {
    match &solid.core {
        Core::Rectangle(half, _) => Solid { core: Core::Rectangle(*half, Sides::Both), ..*solid },
        _ => solid.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    /// Bodies of each kind, and a pose far from the axes.
    fn solids() -> (Vec<Solid>, Pose) {
        let frustum = Core::Frustum { bottom: 0.5, top: 0.2, half: 0.4 };
        let solids = vec![
            Solid::sphere(0.5),
            Solid::capsule(0.4, 0.2),
            Solid::sharp(Core::Cuboid(DVec3::new(0.5, 0.2, 0.3))),
            Solid::sharp(Core::Rectangle(glam::DVec2::new(0.5, 0.3), Sides::Front)),
            Solid::sharp(frustum.clone()),
            Solid { core: frustum, radius: 0.1 },
        ];
        let rotation = DQuat::from_euler(glam::EulerRot::XYZ, 0.4, -1.1, 2.3);
        (solids, Pose { position: DVec3::new(3.0, -2.0, 1.0), rotation })
    }

    #[test]
    fn where_a_line_leaves_a_solid_is_where_fine_steps_along_it_leave() {
        let (solids, pose) = solids();
        let (mut hits, mut misses) = (0, 0);
        for solid in &solids {
            let is_inside = |at: DVec3| {
                let at = Pose { position: at, ..Pose::IDENTITY };
                separation((&two_sided(solid), &pose), (&Solid::sphere(0.0), &at)).unwrap().gap < 1e-3
            };
            for index in 0..60 {
                // Directions all round, and places beside the middle by up to .6 m.
                let (z, turn) = (1.0 - (2.0 * f64::from(index) + 1.0) / 60.0, 2.4 * f64::from(index));
                let across = (1.0 - z * z).sqrt();
                let direction = DVec3::new(across * turn.cos(), across * turn.sin(), z);
                let aside = direction.any_orthonormal_vector() * (0.01 * f64::from(index));
                let place = pose.position + aside + direction * 0.3;
                let stepped =
                    (-3000..3000).rev().map(|k| 5e-4 * f64::from(k)).find(|t| is_inside(place + direction * *t));
                match (last_inside((solid, &pose), place, direction), stepped) {
                    // A millimetre before the surface, seen along a line that is all but along it, is far from it.
                    (Some(t), Some(stepped)) => {
                        assert!(stepped >= t - 1e-3, "{solid:?}, {index}: {t}, stepped {stepped}");
                        assert!(!is_inside(place + direction * (stepped + 1e-3)));
                        let at = Pose { position: place + direction * t, ..Pose::IDENTITY };
                        let gap = separation((&two_sided(solid), &pose), (&Solid::sphere(0.0), &at)).unwrap().gap;
                        assert!(gap.abs() <= TOUCHES, "{solid:?}, {index}: {gap} off the surface");
                        hits += 1;
                    }
                    // Within a millimetre of the solid, not in it.
                    (None, _) => misses += 1,
                    (Some(t), None) => panic!("{solid:?}, {index}: {t}, but no step is inside"),
                }
            }
        }
        assert!(hits > 150 && misses > 50, "{hits} hits, {misses} misses");
    }

    #[test]
    fn a_line_that_touches_is_one_that_leaves() {
        // Past a ball within a micrometre: near where it is nearest.
        let beside = |solid: &Solid, x: f64| last_inside((solid, &Pose::IDENTITY), DVec3::new(x, 0.25, 0.0), DVec3::Y);
        let ball = Solid::sphere(0.5);
        assert!((beside(&ball, 0.0).unwrap() - 0.25).abs() < 1e-9);
        assert!((beside(&ball, 0.5 + 5e-7).unwrap() + 0.25).abs() < 2e-3);
        assert_eq!(beside(&ball, 0.5 + 1.5e-6), None);
        // Along a face of a box, within a micrometre of it: at its end.
        let cuboid = Solid::sharp(Core::Cuboid(DVec3::new(0.5, 0.2, 0.3)));
        assert!((beside(&cuboid, 0.5 + 5e-7).unwrap() + 0.05).abs() < 1e-5);
        assert_eq!(beside(&cuboid, 0.5 + 1.5e-6), None);
    }
}
