//! A contact in a sentence: which feature pushed whom which way, how much, and why that one.

use super::quantity::quantity;
use crate::geometry::{Axis, Candidate, End, Feature, Note, Owner, Reason, Shape, Source};
use crate::language::{feature_words, word};
use crate::physics::{BodyId, Contact};
use crate::say;
use crate::sim::{Explanation, Sim};
use crate::view::{Camera, pusher};
use glam::Vec3;

/// `The edge +y−z of box pushed edge ball up and left with 496 N·s: its centre lies over that edge.` Directions are
/// those of the picture.
pub(super) fn sentence(sim: &Sim, camera: &Camera, contact: &Contact, told: Option<&Explanation>) -> String {
    // The same body pushes here as in the picture, where its arrow begins.
    let a_pushes = pusher(sim, contact) == contact.a;
    let ((pusher, feature), pushed, normal) = if a_pushes {
        ((contact.a, contact.feature_a), contact.b, contact.normal)
    } else {
        ((contact.b, contact.feature_b), contact.a, -contact.normal)
    };
    let impulse = contact.normal_impulse();
    let (feature, pusher_name, pushed_name) = (feature_words(&feature), sim.name(pusher), sim.name(pushed));
    let what = if impulse > 0.0 {
        // Directions are those of the eye: left and right, up and down as one sees them.
        let (heading, how_much) = (direction(normal, camera), quantity(f64::from(impulse), "N·s"));
        say!("The {0} of {1} pushed {2} {3} with {4}", feature, pusher_name, pushed_name, heading, how_much)
    } else {
        say!("The {0} of {1} touches {2} without pushing it", feature, pusher_name, pushed_name)
    };
    match told.and_then(|told| why(sim, told, pushed)) {
        Some(why) => say!("{}: {}.", what, why),
        None => format!("{what}."),
    }
}

/// Whose normal it is: of one body's feature, or of an edge of each.
pub(super) fn owner(sim: &Sim, told: &Explanation) -> String {
    let (frame, other) = (sim.name(told.frame.0), sim.name(told.other.0));
    let by_name = |owner: Owner| if owner == Owner::A { frame.clone() } else { other.clone() };
    // By what decided: face, edge pair, cap or side, or a line between two places.
    match chosen(told).map(|(axis, _)| axis) {
        Some(Some(Source::Axis(Axis::A(_)))) => say!("It is the normal of a face of {}.", frame),
        Some(Some(Source::Axis(Axis::B(_)))) => say!("It is the normal of a face of {}.", other),
        Some(Some(Source::Axis(Axis::Edges(..)))) => {
            say!("It is square to an edge of {} and to an edge of {}.", frame, other)
        }
        Some(Some(Source::Cap(owner, _))) => say!("It is the normal of a cap of {}.", by_name(owner)),
        Some(Some(Source::Side(owner))) => say!("It is the normal of the side of {}.", by_name(owner)),
        Some(Some(Source::Centers)) => say!("It runs from the centre of {} to that of {}.", frame, other),
        Some(Some(Source::Nearest(_))) => say!("It joins the nearest points of {} and {}.", frame, other),
        // Nothing was compared where only one normal is possible.
        Some(None) | None => match (told.frame.1, told.other.1) {
            (Shape::Sphere { .. }, Shape::Sphere { .. }) => {
                say!("It runs from the centre of {} to that of {}.", frame, other)
            }
            _ => say!("It is the normal of {}.", frame),
        },
    }
}

/// What was chosen at last, and why.
fn chosen(told: &Explanation) -> Option<(Option<Source>, Reason)> {
    told.notes.iter().rev().find_map(|note| match *note {
        Note::Chosen { axis, reason } => Some((axis, reason)),
        _ => None,
    })
}

/// Why this feature and this normal, in a clause; None when nothing was looked at.
fn why(sim: &Sim, told: &Explanation, pushed: BodyId) -> Option<String> {
    // The ball is told in the other's frame.
    let ball = told.other.0;
    let centre = || {
        if ball == pushed { word("its centre").to_owned() } else { say!("the centre of {}", sim.name(ball)) }
    };
    // Inside a box depths decide, and no region does.
    if let Some(Note::Depths(_)) = told.notes.iter().find(|note| matches!(note, Note::Depths(_))) {
        return Some(say!("{} is inside, and this is the nearest way out", centre()));
    }
    for note in &told.notes {
        match *note {
            Note::Clamp { region, .. } => {
                let over = match region.rank() {
                    0 | 1 => word("that face"),
                    2 => word("that edge"),
                    _ => word("that corner"),
                };
                return Some(say!("{} lies over {}", centre(), over));
            }
            Note::Section { part, distance, .. } => {
                let near = match part {
                    Feature::CapRim(End::Bottom | End::Top) => word("that rim"),
                    Feature::Side | Feature::InsideSide => word("the side"),
                    _ => word("that cap"),
                };
                return Some(if distance < 0.0 {
                    say!("{} is inside, and {} is the nearest way out", centre(), near)
                } else {
                    say!("{} is nearest to {}", centre(), near)
                });
            }
            _ => {}
        }
    }
    let (axis, reason) = chosen(told)?;
    let names = [sim.name(told.frame.0), sim.name(told.other.0)];
    Some(match (axis, reason) {
        (Some(axis), Reason::LeastOverlap) => least(told, axis, &names),
        (None, Reason::LeastOverlap) => word("between two balls the normal joins the centres").into(),
        (_, reason) => because(&reason, Some(&names)),
    })
}

/// By how much an axis won.
fn least(told: &Explanation, axis: Source, names: &[String; 2]) -> String {
    let candidates = told.notes.iter().filter_map(|n| if let Note::Candidate(c) = n { Some(*c) } else { None });
    let all: Vec<Candidate> = candidates.collect();
    // A negative gap along it is an overlap, a positive one keeps the two apart.
    let gap = all.iter().find(|candidate| candidate.axis == axis).map(|candidate| candidate.gap);
    let place = source(axis, Some(names));
    match gap {
        Some(gap) if gap < 0.0 && all.len() > 1 => {
            let overlap = quantity(f64::from(-gap), "m");
            say!("of {0} axes the two overlap least along the {1}, by {2}", all.len(), place, overlap)
        }
        Some(_) if all.len() > 1 => say!("of {0} axes the {1} separates the two most", all.len(), place),
        _ => say!("along the {} the two overlap least", place),
    }
}

/// An axis in words, with the bodies' names or, without them, as A and B.
pub(super) fn source(axis: Source, names: Option<&[String; 2]>) -> String {
    // Bodies have three axes, and edge pairs count through both of them.
    let letter = |i: usize| ["x", "y", "z"][i % 3];
    let by = |owner: Owner| match names {
        Some(names) => names[usize::from(owner == Owner::B)].clone(),
        None => owner.to_string(),
    };
    match axis {
        Source::Axis(Axis::A(i)) => say!("face {} of {}", letter(i), by(Owner::A)),
        Source::Axis(Axis::B(j)) => say!("face {} of {}", letter(j), by(Owner::B)),
        Source::Axis(Axis::Edges(i, j)) => {
            say!("edge {} of {} × edge {} of {}", letter(i), by(Owner::A), letter(j), by(Owner::B))
        }
        Source::Cap(owner, end) => say!("cap {} of {}", word(&end.to_string()), by(owner)),
        Source::Side(owner) => say!("side of {}", by(owner)),
        Source::Centers => word("centre to centre").to_owned(),
        Source::Nearest(0) => word("nearest points").to_owned(),
        Source::Nearest(n) => say!("nearest points, try {}", n + 1),
    }
}

/// A reason in words.
pub(super) fn because(reason: &Reason, names: Option<&[String; 2]>) -> String {
    match *reason {
        Reason::FacePreferred { over, preference } => say!(
            "{} overlaps less, but by no more than {} mm: a face holds up to four points, so it stays",
            source(over, names),
            format!("{:.3}", preference * 1e3)
        ),
        other => word(&other.to_string()).to_owned(),
    }
}

/// Which way a direction (unit, world) goes in the picture, in one word or two: `up and left`.
pub(super) fn direction(normal: Vec3, camera: &Camera) -> String {
    // Level axes of the viewer, however steep the look is; from straight above as from the front.
    let back = camera.back();
    let away = -Vec3::new(back.x, 0.0, back.z).normalize_or(Vec3::Z);
    let right = away.cross(Vec3::Y);
    let mut parts = [
        (normal.y, "up", "down"),
        (normal.dot(right), "to the right", "to the left"),
        (normal.dot(away), "away from you", "towards you"),
    ];
    // At most the two greatest shares are told.
    parts.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    /// What is less than this share of the way is not told: 20 degrees.
    const TOLD: f32 = 0.35;
    let name = |(size, plus, minus): (f32, &'static str, &'static str)| word(if size > 0.0 { plus } else { minus });
    if parts[1].0.abs() < TOLD {
        return name(parts[0]).into();
    }
    // Up or down first, as one says it.
    let [first, second] = if parts[1].1 == "up" { [parts[1], parts[0]] } else { [parts[0], parts[1]] };
    say!("{} and {}", name(first), name(second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneCamera;

    #[test]
    fn directions_are_those_of_the_picture() {
        let mut camera = Camera::new(&SceneCamera::default(), [800, 600], 1.0);
        camera.look_from(0.0, 0.0);
        // From the front, along −z: x is to the right, and z comes towards the eye.
        for (normal, words) in [
            (Vec3::Y, "up"),
            (Vec3::NEG_Y, "down"),
            (Vec3::X, "to the right"),
            (Vec3::NEG_X, "to the left"),
            (Vec3::Z, "towards you"),
            (Vec3::NEG_Z, "away from you"),
            (Vec3::new(-0.6, 0.8, 0.0), "up and to the left"),
            (Vec3::new(0.0, 0.99, 0.14), "up"),
        ] {
            assert_eq!(direction(normal, &camera), words, "{normal}");
        }
        // A quarter turn later the same direction is another.
        camera.look_from(std::f32::consts::FRAC_PI_2, 0.0);
        assert_eq!(direction(Vec3::X, &camera), "towards you");
    }
}
