//! A draw of a family: a world to be run, and what must be true of every step of it.

use super::oracle::{Side, energy, furthest_point};
use carom::physics::{BodyDesc, Config, Motion, World};

/// A world to be run, and what is expected of it.
#[derive(Clone)]
pub struct Draw {
    pub config: Config,
    pub bodies: Vec<BodyDesc>,
    pub steps: usize,
    /// What nobody may cross who starts above it.
    pub sides: Vec<Side>,
    /// How deep a body may be in any of them (m).
    pub depth: f32,
    /// By how much the energy may grow, as a share; none where something is driven.
    pub gain: Option<f64>,
}

/// The world before its first step, and who watches it.
pub fn begin(draw: &Draw) -> Result<(World, DrawWatch<'_>), String> {
    let mut world = World::new(draw.config).map_err(|error| format!("{:?} is not legal: {error}", draw.config))?;
    for desc in &draw.bodies {
        world.add(desc).map_err(|error| format!("{desc:?} is not legal: {error}"))?;
    }
    let lowest = draw.sides.iter().map(|side| side.plane).fold(0.0_f32, f32::min);
    let before = energy(&world, lowest);
    Ok((world, DrawWatch { draw, lowest, before }))
}

/// What is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: Kind,
    /// Which body, and how it is.
    pub text: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number of a body is none.
    NotFinite,
    /// A body was frozen.
    Frozen,
    /// A body is where none may be, or faster than it may be.
    Outside,
    /// There is more energy than there was.
    Energy,
}

/// Watches what must be true of every step.
pub struct DrawWatch<'a> {
    draw: &'a Draw,
    /// The lowest place that there is (m).
    lowest: f32,
    /// The energy of the start (J).
    before: f64,
}

impl DrawWatch<'_> {
    /// What is wrong with the world after a step.
    pub fn fault(&self, world: &World) -> Option<Fault> {
        let grown = || {
            let (before, now, share) = (self.before, energy(world, self.lowest), self.draw.gain?);
            let text = || format!("energy {before} J became {now} J");
            (now > before + share * before.abs()).then(|| Fault { kind: Kind::Energy, text: text() })
        };
        look(world, self.draw).or_else(grown)
    }
}

/// What is wrong with a world as it stands.
fn look(world: &World, draw: &Draw) -> Option<Fault> {
    for body in world.bodies() {
        let (i, desc) = (body.id.index(), &body.desc);
        if !is_finite(desc) {
            return Some(Fault { kind: Kind::NotFinite, text: format!("body {i} is not finite: {desc:?}") });
        }
        if world.is_quarantined(body.id) {
            return Some(Fault { kind: Kind::Frozen, text: format!("body {i} is frozen: {desc:?}") });
        }
        if desc.motion != Motion::Dynamic {
            continue;
        }
        let outside = |text| Some(Fault { kind: Kind::Outside, text });
        if desc.velocity.length() > draw.config.terminal_speed * 1.0001 {
            return outside(format!("body {i} has {} m/s", desc.velocity.length()));
        }
        let start = draw.bodies[i].position;
        for side in draw.sides.iter().filter(|side| side.height(start) > 0.0) {
            let depth = -side.height(furthest_point(desc, -side.normal));
            if side.is_passed(desc) {
                return outside(format!("body {i} is behind {side:?}: {desc:?}"));
            }
            if depth > draw.depth {
                return outside(format!("body {i} is {depth} m deep in {side:?}: {desc:?}"));
            }
        }
    }
    None
}

/// Whether all numbers of its motion are numbers.
pub fn is_finite(desc: &BodyDesc) -> bool {
    [desc.position, desc.velocity, desc.spin].iter().all(|v| v.is_finite()) && desc.rotation.is_finite()
}
