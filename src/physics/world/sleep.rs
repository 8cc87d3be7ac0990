//! The stage that lets islands sleep in which nobody has moved for a while.

use super::super::Motion;
use super::super::bodies::NONE;
use super::super::island::Islands;
use super::super::pairs::is_plane;
use super::World;

/// Scratch of the stage.
#[derive(Clone, Debug, Default)]
pub(super) struct SleepScratch {
    islands: Islands,
    /// By slot: whether somebody moves in the island named by it.
    restless: Vec<bool>,
    parked: Vec<u32>,
}

impl World {
    /// Lets islands sleep in which nobody has moved for a while.
    pub(super) fn sleep_islands(&mut self) {
        if !self.config.sleeping {
            return;
        }
        // Time that each body has been slow: the speed of its centre, and of its surface by turning at most.
        let (dt, tuning) = (self.config.dt(), self.config.tuning);
        let bodies = &mut self.bodies;
        let mut tired = false;
        for i in 0..bodies.len() {
            if !bodies.moves(i) || bodies.motion[i] != Motion::Dynamic {
                continue;
            }
            let speed = bodies.velocity[i].linear.length() + bodies.velocity[i].angular.length() * bodies.radius[i];
            bodies.still_time[i] = if speed < tuning.still_speed { bodies.still_time[i] + dt } else { 0.0 };
            tired |= bodies.still_time[i] >= tuning.still_time && !bodies.free[i];
        }
        if tired {
            self.put_islands_to_sleep();
        }
    }

    fn put_islands_to_sleep(&mut self) {
        let mut scratch = std::mem::take(&mut self.sleep_scratch);
        let SleepScratch { islands, restless, parked } = &mut scratch;
        islands.of_touching(&self.bodies, &self.pairs);
        let (bodies, tuning) = (&mut self.bodies, self.config.tuning);
        // An island is as restless as its least still body, and as one that a moving kinematic body touches.
        restless.clear();
        restless.resize(bodies.len(), false);
        let sleepy = |bodies: &super::Bodies, i: usize| bodies.moves(i) && bodies.motion[i] == Motion::Dynamic;
        for i in 0..bodies.len() {
            if sleepy(bodies, i) && (bodies.still_time[i] < tuning.still_time || bodies.free[i]) {
                restless[islands.find(i as u32) as usize] = true;
            }
        }
        // Kinematic bodies join no island, but whoever touches a moving one stays awake.
        let pushes = |i: usize| {
            let velocity = &bodies.velocity[i];
            bodies.motion[i] == Motion::Kinematic
                && (velocity.linear != glam::Vec3::ZERO || velocity.angular != glam::Vec3::ZERO)
        };
        for i in (0..bodies.len()).filter(|i| bodies.alive[*i] && pushes(*i)) {
            for index in self.pairs.of_body(bodies.first_edge[i]) {
                let pair = &self.pairs.slab[index];
                let other = pair.other(i as u32);
                if pair.touches() && !is_plane(other) {
                    restless[islands.find(other) as usize] = true;
                }
            }
        }
        // What is left is put to sleep island by island, so that it wakes as one.
        for i in 0..bodies.len() {
            if sleepy(bodies, i) {
                let island = islands.find(i as u32);
                if !restless[island as usize] {
                    bodies.put_to_sleep(i, island);
                }
            }
        }
        // What both sides sleep at costs nothing from here on.
        for i in 0..self.bodies.len() {
            if self.bodies.asleep[i] && self.contacts.graph.degree(i) > 0 {
                self.contacts.park(&mut self.pairs, &self.bodies, i, parked);
            }
        }
        self.sleep_scratch = scratch;
    }

    /// How many islands there are.
    pub fn island_count(&self) -> usize {
        self.islands().iter().enumerate().filter(|(slot, name)| **name == Some(*slot as u32)).count()
    }

    /// The island of each slot: the least slot of the dynamic bodies that touch each other, directly or through others.
    /// None for what is no dynamic body.
    pub fn islands(&self) -> Vec<Option<u32>> {
        let mut islands = Islands::default();
        islands.of_touching(&self.bodies, &self.pairs);
        // Others have sets of their own, which mean nothing.
        let dynamic = |i: usize| self.bodies.alive[i] && self.bodies.motion[i] == Motion::Dynamic;
        (0..self.bodies.len())
            .map(|i| dynamic(i).then(|| islands.find(i as u32)).filter(|name| *name != NONE))
            .collect()
    }
}
