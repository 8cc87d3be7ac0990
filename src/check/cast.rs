//! The bodies of a trace as exact geometry.

use crate::exact::{Mesh, Pose, Separation, Solid, Unknown, separation};
use crate::trace::{Convention, Geometry, Id, Piece, TraceBody, TracedMotion};
use std::sync::Arc;

/// A body that contacts are judged by.
#[derive(Clone, Debug)]
pub struct CastMember {
    /// Its name in the trace.
    pub id: Id,
    /// Its name for people.
    pub name: Option<String>,
    /// How it moves.
    pub motion: TracedMotion,
    /// kg
    pub mass: Option<f64>,
    /// 0 … 1
    pub restitution: Option<f64>,
    /// Coulomb's coefficient.
    pub friction: Option<f64>,
    /// What it is made of.
    pub pieces: Vec<Piece>,
    /// A radius about its origin within which it lies (m); infinite for planes.
    pub bound: f64,
    /// The least extent of its least piece (m); infinite where there is none.
    pub size: f64,
}

/// All bodies of a trace, in the order of declaration.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    /// The bodies.
    pub members: Vec<CastMember>,
    /// Why a body has no geometry, told once.
    pub faults: Vec<String>,
}

/// How sharp edges are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edges {
    /// As declared, without rounding.
    Sharp,
    /// With the rounding that each shape declares.
    Declared,
    /// All of one radius (m).
    Rounded(Rounding),
}

/// One radius for all shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// m
    pub radius: f64,
    /// Whether faces stay where they are; else the shape grows by the radius.
    pub is_inside: bool,
}

impl Cast {
    /// The bodies as `convention` reads them.
    pub fn new(bodies: &[TraceBody], convention: &Convention) -> Self {
        let mut cast = Self::default();
        for body in bodies {
            // A body whose mesh is broken stays in the cast, without shape, so that numbers of bodies stay those of the
            // trace.
            let pieces = convention.pieces(body).unwrap_or_else(|error| {
                cast.faults.push(format!("body {}: {error}; its contacts are not checked", body.id));
                Vec::new()
            });
            // An upper bound is enough: it only has to tell which pairs cannot touch.
            let reach = |p: &Piece| p.place.position.length() + bound(&p.geometry) + p.round;
            cast.members.push(CastMember {
                id: body.id.clone(),
                name: body.name.clone(),
                motion: body.motion,
                mass: body.mass,
                restitution: body.restitution,
                friction: body.friction,
                bound: pieces.iter().map(reach).fold(0.0, f64::max),
                size: pieces.iter().map(|p| size(&p.geometry)).fold(f64::INFINITY, f64::min),
                pieces,
            });
        }
        cast
    }
}

fn bound(geometry: &Geometry) -> f64 {
    match geometry {
        Geometry::Convex(solid) => solid.bound(),
        Geometry::Mesh(mesh) => mesh.bound(),
    }
}

/// The least extent of a shape; a mesh is taken as a surface without end.
fn size(geometry: &Geometry) -> f64 {
    match geometry {
        Geometry::Convex(solid) => solid.least_size(),
        Geometry::Mesh(_) => f64::INFINITY,
    }
}

impl Edges {
    /// A shape with its edges so; none where it has no such form or nothing changes.
    fn of(self, piece: &Piece, solid: &Solid) -> Option<Solid> {
        match self {
            Self::Sharp => Some(solid.clone()),
            Self::Declared if piece.inset > 0.0 => solid.rounded_inside(piece.inset),
            Self::Declared => Some(solid.rounded(piece.round)),
            Self::Rounded(Rounding { radius, is_inside: false }) => Some(solid.rounded(radius)),
            // An engine rounds less what is thinner than its radius: by nine tenths of what there is, say. Not known,
            // so such a shape has no rounded form.
            Self::Rounded(Rounding { radius, is_inside: true }) => solid.rounded_inside(radius),
        }
    }
}

/// Two convex parts in their places, to be asked more than once.
pub struct PairMeeting {
    /// Part of A and where it stands (world).
    pub a: (Solid, Pose),
    /// Part of B.
    pub b: (Solid, Pose),
}

/// What geometry says of two bodies: an answer for each pair of parts, and for each triangle near.
pub struct Answers {
    /// The answers, with the convex parts they are of; a triangle has none.
    pub known: Vec<(Separation, Option<PairMeeting>)>,
    /// Why there is no answer, where there is none.
    pub unknown: Option<String>,
}

/// The answers for bodies at these poses; triangles within `margin` (m) are asked.
pub fn answers(a: (&CastMember, &Pose), b: (&CastMember, &Pose), edges: Edges, margin: f64) -> Answers {
    let mut found = Answers { known: Vec::new(), unknown: None };
    // The other body may well have a shape, but a contact is judged by both.
    for (member, _) in [a, b] {
        if member.pieces.is_empty() {
            found.unknown = Some(format!("the trace gives body {} no shape", member.id));
        }
    }
    // Each piece of the one against each of the other: bodies of several pieces have as many answers.
    for piece_a in &a.0.pieces {
        for piece_b in &b.0.pieces {
            let (at_a, at_b) = (a.1.after(&piece_a.place), b.1.after(&piece_b.place));
            match (&piece_a.geometry, &piece_b.geometry) {
                (Geometry::Convex(one), Geometry::Convex(other)) => {
                    let Some((one, other)) = edges.of(piece_a, one).zip(edges.of(piece_b, other)) else { continue };
                    found.add(
                        separation((&one, &at_a), (&other, &at_b)),
                        PairMeeting { a: (one, at_a), b: (other, at_b) },
                    );
                }
                (Geometry::Mesh(mesh), Geometry::Convex(other)) => {
                    let Some(other) = edges.of(piece_b, other) else { continue };
                    found.known.extend(triangles(mesh, &at_a, (&other, &at_b), margin).map(|s| (s, None)));
                }
                (Geometry::Convex(one), Geometry::Mesh(mesh)) => {
                    let Some(one) = edges.of(piece_a, one) else { continue };
                    // The mesh is A in what the triangles answer: turned round where it is B here.
                    found.known.extend(triangles(mesh, &at_b, (&one, &at_a), margin).map(|s| (turned(s), None)));
                }
                (Geometry::Mesh(_), Geometry::Mesh(_)) => {
                    found.unknown = Some("two meshes: only their triangles against convex shapes are known".into());
                }
            }
        }
    }
    found
}

impl Answers {
    fn add(&mut self, answer: Result<Separation, Unknown>, meeting: PairMeeting) {
        match answer {
            Ok(answer) => self.known.push((answer, Some(meeting))),
            Err(reason) => self.unknown = Some(reason.to_string()),
        }
    }

    /// The least separation of all parts (m); infinite where there are none.
    pub fn least(&self) -> f64 {
        self.known.iter().map(|(s, _)| s.gap).fold(f64::INFINITY, f64::min)
    }
}

fn triangles(
    mesh: &Arc<Mesh>,
    pose: &Pose,
    other: (&Solid, &Pose),
    margin: f64,
) -> impl Iterator<Item = Separation> + use<> {
    mesh.separations(pose, other, margin).into_iter()
}

/// The same answer with A and B exchanged.
fn turned(s: Separation) -> Separation {
    Separation { normal: -s.normal, gap: s.gap, part_a: s.part_b, part_b: s.part_a }
}
