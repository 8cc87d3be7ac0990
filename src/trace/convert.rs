//! From an engine's conventions to this program's: y up, right-handed, metres, world from body, impulses on B in N·s.

use super::header::{Hand, Header, ImpulseUnit, NormalSense, PointSpace, QuatOrder, Up};
use super::model::{Primitive, TraceBody, TraceContact, TraceShape};
use crate::exact::{Core, Hull, Mesh, MeshError, Pose, Sides, Solid};
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// What the numbers of a trace mean, ready to be applied.
#[derive(Clone, Debug)]
pub struct Convention {
    /// From the trace's axes, mirrored where they are left-handed, to this program's.
    turn: DQuat,
    is_mirrored: bool,
    quat: QuatOrder,
    normal_sign: f64,
    /// The space of contact points.
    pub points: PointSpace,
    /// N·s of one unit of impulse; none where the header does not say, or says N and no step.
    pub impulse: Option<f64>,
    metres: f64,
}

/// A contact in this program's conventions.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The first body, in the order of declaration.
    pub a: usize,
    /// The second body.
    pub b: usize,
    /// From A to B (world axes); unit, or zero where the engine gave none.
    pub normal: DVec3,
    /// Its points.
    pub points: Vec<ClaimedPoint>,
    /// Where A and B stood when it was found, where it says so itself.
    pub found: [Option<Pose>; 2],
}

/// A point of a contact in this program's conventions; what the engine did not give is absent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClaimedPoint {
    /// m, world axes
    pub place: DVec3,
    /// m, negative for an overlap
    pub separation: Option<f64>,
    /// N·s, along the normal on B
    pub normal_impulse: Option<f64>,
    /// N·s, on B, world axes
    pub friction: Option<DVec3>,
}

/// A part of a body that has an exact answer.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The file's name of its kind.
    pub kind: &'static str,
    /// What it is, without rounding.
    pub geometry: Geometry,
    /// Where it stands in the body.
    pub place: Pose,
    /// A radius that the engine adds outside (m).
    pub round: f64,
    /// A radius by which the engine rounds edges from inside (m).
    pub inset: f64,
}

/// Convex or a surface of triangles.
#[derive(Clone, Debug)]
pub enum Geometry {
    /// One convex solid.
    Convex(Solid),
    /// Triangles.
    Mesh(Arc<Mesh>),
}

impl Convention {
    /// What a header declares.
    pub fn new(header: &Header) -> Self {
        // What is left-handed is mirrored across z, which makes it right-handed; then what is up is turned to y.
        let is_mirrored = header.hand == Hand::Left;
        let up = match header.up {
            Up::X => DVec3::X,
            Up::Y => DVec3::Y,
            Up::Z => DVec3::Z,
            Up::MinusX => -DVec3::X,
            Up::MinusY => -DVec3::Y,
            Up::MinusZ => -DVec3::Z,
        };
        // A force is an impulse by the length of the step; where that is not told, nothing can be said of impulses.
        let impulse = match (header.impulse, header.dt) {
            (Some(ImpulseUnit::NewtonSecond), _) => Some(1.0),
            (Some(ImpulseUnit::Newton), dt) => dt,
            (None, _) => None,
        };
        Self {
            // The shortest turn that brings up to y; where the other two axes end up is of no account.
            turn: DQuat::from_rotation_arc(mirror(up, is_mirrored), DVec3::Y),
            is_mirrored,
            quat: header.quat,
            normal_sign: if header.normal == NormalSense::BToA { -1.0 } else { 1.0 },
            points: header.points,
            impulse,
            metres: header.metres,
        }
    }

    /// A direction: turned, and mirrored where the engine's axes are left-handed, but not scaled.
    pub fn direction(&self, v: [f64; 3]) -> DVec3 {
        self.turn * mirror(DVec3::from(v), self.is_mirrored)
    }

    /// A place, or a velocity, in metres.
    pub fn vector(&self, v: [f64; 3]) -> DVec3 {
        self.direction(v) * self.metres
    }

    /// A spin: an axial vector, which a mirror turns the other way.
    pub fn spin(&self, v: [f64; 3]) -> DVec3 {
        let sign = if self.is_mirrored { -1.0 } else { 1.0 };
        self.direction(v) * sign
    }

    fn quaternion(&self, q: [f64; 4]) -> DQuat {
        let [x, y, z, w] = match self.quat {
            QuatOrder::Xyzw => q,
            QuatOrder::Wxyz => [q[1], q[2], q[3], q[0]],
        };
        // A mirror across z keeps turns about z and reverses those about x and y.
        let sign = if self.is_mirrored { -1.0 } else { 1.0 };
        DQuat::from_xyzw(sign * x, sign * y, z, w).normalize()
    }

    /// Where a body stands.
    pub fn pose(&self, numbers: &[f64; 7]) -> Pose {
        let [x, y, z, q @ ..] = *numbers;
        Pose::new(self.vector([x, y, z]), self.turn * self.quaternion(q))
    }

    /// A contact, its bodies standing at these poses where it does not say otherwise.
    pub fn claim(&self, contact: &TraceContact, a: &Pose, b: &Pose) -> Claim {
        // Engines that find contacts before they move bodies give the poses that they looked at.
        let found = contact.found.map(|pose| pose.map(|p| self.pose(&p)));
        let (a, b) = (found[0].unwrap_or(*a), found[1].unwrap_or(*b));
        // Engines give normals of about unit length; a zero one stays zero and agrees with nothing.
        let normal = (self.direction(contact.normal) * self.normal_sign).normalize_or_zero();
        let points = contact.points.iter().map(|point| {
            // Points are told in the world or in the axes of either body; shown and judged they are in the world.
            let local = self.body_vector(point.place);
            ClaimedPoint {
                place: match self.points {
                    PointSpace::World => self.vector(point.place),
                    PointSpace::A => a.point(local),
                    PointSpace::B => b.point(local),
                },
                separation: point.separation.map(|s| s * self.metres),
                normal_impulse: point.normal_impulse.zip(self.impulse).map(|(j, unit)| j * unit),
                friction: point.friction.zip(self.impulse).map(|(j, unit)| self.direction(j) * unit),
            }
        });
        Claim { a: contact.a as usize, b: contact.b as usize, normal, points: points.collect(), found }
    }

    /// A vector in a body's axes, in metres: these are mirrored with the world's and not turned.
    fn body_vector(&self, v: [f64; 3]) -> DVec3 {
        mirror(DVec3::from(v), self.is_mirrored) * self.metres
    }

    /// The parts of a body.
    pub fn pieces(&self, body: &TraceBody) -> Result<Vec<Piece>, MeshError> {
        body.shapes.iter().map(|shape| self.piece(shape)).collect()
    }

    fn piece(&self, shape: &TraceShape) -> Result<Piece, MeshError> {
        // Sizes are in the engine's unit of length; from here on all is in metres.
        let m = self.metres;
        let sharp = |core| Geometry::Convex(Solid::sharp(core));
        let points = |points: &[[f64; 3]]| points.iter().map(|p| self.body_vector(*p)).collect::<Vec<_>>();
        let geometry = match &shape.form {
            Primitive::Sphere(radius) => Geometry::Convex(Solid::sphere(radius * m)),
            Primitive::Capsule([half, radius]) => Geometry::Convex(Solid::capsule(half * m, radius * m)),
            Primitive::Box(half) => sharp(Core::Cuboid(DVec3::from(*half) * m)),
            Primitive::Frustum([bottom, top, half]) => {
                sharp(Core::Frustum { bottom: bottom * m, top: top * m, half: half * m })
            }
            Primitive::Quad(half, is_both) => {
                let sides = if *is_both { Sides::Both } else { Sides::Front };
                sharp(Core::Rectangle(DVec2::from(*half) * m, sides))
            }
            Primitive::Plane([x, y, z, offset]) => {
                // The offset belongs to the normal as it is written: both are divided by its length.
                let normal = mirror(DVec3::new(*x, *y, *z), self.is_mirrored);
                // Reading has refused normals of length zero.
                let length = normal.length();
                sharp(Core::HalfSpace { normal: normal / length, offset: offset * m / length })
            }
            Primitive::Hull(corners) => sharp(Core::Hull(Arc::new(Hull::new(&points(corners))))),
            Primitive::Mesh(vertices, triangles) => {
                // A mirror turns triangles inside out.
                let wound = |[a, b, c]: &[u32; 3]| if self.is_mirrored { [*a, *c, *b] } else { [*a, *b, *c] };
                let mesh = Mesh::new(points(vertices), triangles.iter().map(wound).collect())?;
                Geometry::Mesh(Arc::new(mesh))
            }
        };
        let rotation = shape.turn.map_or(DQuat::IDENTITY, |q| self.quaternion(q));
        Ok(Piece {
            kind: shape.form.key(),
            geometry,
            place: Pose::new(self.body_vector(shape.at), rotation),
            round: shape.round.unwrap_or(0.0) * m,
            inset: shape.inset.unwrap_or(0.0) * m,
        })
    }
}

/// Mirrors across the plane of x and y.
fn mirror(v: DVec3, is_mirrored: bool) -> DVec3 {
    if is_mirrored { DVec3::new(v.x, v.y, -v.z) } else { v }
}
