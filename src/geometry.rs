//! Shapes and pure questions about them: where do two touch, when will they, what does a ray hit.
//!
//! Nothing here knows of mass or of time steps. A collision function takes two shapes and one relative pose and gives a
//! [`Manifold`]; the same function serves the step, the tests and the drawing.
//!
//! ```
//! use carom::geometry::{NormalRule, PairMemory, Shape, collide};
//! use carom::glam::{Quat, Vec3};
//! use carom::math::Pose;
//!
//! // A ball beside the upright edge of a box: the contact says what is touched, not only where.
//! let (cube, ball) = (Shape::cuboid(1.0, 1.0, 1.0), Shape::sphere(0.5));
//! let ball_in_cube = Pose::new(Vec3::new(1.3, 0.2, -1.3), Quat::IDENTITY);
//! let manifold = collide(&cube, &ball, &ball_in_cube, 0.0, NormalRule::Closest, &mut PairMemory::default());
//! assert_eq!(manifold.feature_a.to_string(), "edge +x-z");
//! assert!((manifold.normal - Vec3::new(0.5_f32.sqrt(), 0.0, -0.5_f32.sqrt())).length() < 1e-6);
//! ```
//!
//! # Files
//!
//! `shape`, `aabb`, `plane` and `feature` (names for faces, edges and corners) are the nouns. `manifold` is the answer
//! of a collision: up to four points that share one normal. `pair` is the one dispatch over pairs of shapes. Behind
//! `collide` stand `sphere` (one clamp gives closest point and feature), `cuboid` with `sat` (fifteen axes), `clip`
//! and `parallel_edges`, `quad` and `half_space`. Truncated cones are `frustum` (their section, with balls and rays)
//! and `frustum_pairs`: `convex` climbs to the direction of greatest gap, on `gjk`, and `clip_round` clips where one
//! outline is round. `trace` tells what they looked at and why they chose. `ray` casts, `separation` is the signed
//! distance, `sweep` a motion and `time_of_impact` conservative advancement along two of them; `tree` finds what is
//! near, `field` is all that a ball can meet.

mod aabb;
mod clip;
mod clip_round;
mod collide;
mod convex;
mod cuboid;
mod feature;
mod field;
mod frustum;
mod frustum_pairs;
mod gjk;
mod half_space;
mod manifold;
mod pair;
mod parallel_edges;
mod plane;
mod quad;
mod ray;
mod sat;
mod separation;
mod shape;
mod signed_gap;
mod sphere;
mod sweep;
mod time_of_impact;
mod trace;
mod tree;

pub use aabb::{Aabb, BoundingSphere};
pub use collide::{Overlap, collide, collide_overlapping, explain};
pub use feature::{End, Feature, Region};
pub use field::{FieldNormal, FieldTriangle, NormalField, normal_field};
pub use manifold::{FACE_PREFERENCE, Manifold, ManifoldPoint, NormalRule, PairMemory, Side};
pub use plane::{Crossing, Plane, intersect_wall, reflect, solve_2x2};
pub use ray::{Ray, ShapeHit, cast_ray};
pub use separation::{separation, separation_exceeds};
pub use shape::{Shape, ShapeError, Sides};
pub use signed_gap::SignedGap;
pub use sweep::Sweep;
pub use time_of_impact::{TimeOfImpact, conservative_advancement, time_of_impact, time_to_close};
pub use trace::{Axis, Candidate, Note, Owner, Reason, Source, Trace};
pub use tree::Tree;
