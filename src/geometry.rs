//! Shapes and pure questions about them: where do two touch, when will they, what does a ray hit.
//!
//! Nothing here knows of mass or of time steps. A collision function takes two shapes and one relative pose and gives a
//! [`Manifold`]; the same function serves the step, the tests and the drawing.

mod aabb;
mod clip;
mod collide;
mod cuboid;
mod feature;
mod half_space;
mod manifold;
mod plane;
mod quad;
mod ray;
mod sat;
mod shape;
mod sphere;
mod sweep;
mod tree;

pub use aabb::Aabb;
pub use collide::collide;
pub use feature::{Feature, Region};
pub use manifold::{Manifold, ManifoldPoint, NormalRule, PairMemory, Side};
pub use plane::{Crossing, Plane, meet_wall, reflect, solve_2x2};
pub use ray::{ShapeHit, cast_ray};
pub use shape::{Shape, ShapeError, Sides};
pub use sweep::{Sweep, separation, time_of_impact};
pub use tree::Tree;
