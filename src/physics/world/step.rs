//! One step.

use super::super::bodies::Bodies;
use super::super::bodies::NONE;
use super::super::course::{Course, Phase};
use super::super::impact::Context;
use super::super::integrate::{gentle, gyroscopic_gain, tumble, turned};
use super::super::narrow_phase::{
    carry, clear, foresee_turning, forgettable, grazes, manifold, pose_of, refresh, shape_of, store,
};
use super::super::pairs::{CEILING, FLOOR, is_plane};
use super::super::solver::{Grade, Softness, Sweeps};
use super::super::{Config, Motion, Stages};
use super::World;
use crate::geometry::Shape;
use crate::math::Pose;
use glam::Vec3;

impl World {
    /// Advances by one step of `1/hz` seconds.
    pub fn step(&mut self) {
        self.step_along(None);
    }

    /// The same step, and where the bodies stood at each of its phases.
    pub fn step_noting(&mut self, course: &mut Course) {
        self.step_along(Some(course));
    }

    fn step_along(&mut self, course: Option<&mut Course>) {
        match self.threads.clone() {
            Some(pool) => pool.install(|| self.step_stages(course)),
            None => self.step_stages(course),
        }
    }

    fn step_stages(&mut self, mut course: Option<&mut Course>) {
        let dt = self.config.dt();
        let start = self.now();
        let mut mark = start;
        let mut stages = Stages::default();
        if let Some(course) = &mut course {
            course.begin((0..self.bodies.len()).map(|i| self.bodies.pose(i)), self.detect_anew());
        }
        self.find_pairs(dt);
        self.lap(&mut mark, &mut stages.pairs);
        self.collide(dt);
        self.lap(&mut mark, &mut stages.collide);
        self.resolve_impacts(dt, course.as_deref_mut());
        self.lap(&mut mark, &mut stages.impacts);
        self.color_contacts(dt);
        self.lap(&mut mark, &mut stages.prepare);
        self.solve(dt, course.is_some());
        if let Some(course) = &mut course {
            self.note_solve(dt, course);
        }
        self.lap(&mut mark, &mut stages.solve);
        self.finish(dt);
        if let Some(course) = course {
            self.note_end(course);
        }
        self.lap(&mut mark, &mut stages.finish);
        self.sleep_islands(dt);
        self.lap(&mut mark, &mut stages.sleep);
        stages.total = ((self.now() - start) * 1e3) as f32;
        self.stats.stages = stages;
        self.count();
    }

    fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock())
    }

    fn lap(&self, mark: &mut f64, stage: &mut f32) {
        let now = self.now();
        *stage = ((now - *mark) * 1e3) as f32;
        *mark = now;
    }

    /// Finds and collides the pairs as a step would, and moves nothing.
    pub(super) fn look(&mut self) {
        let dt = self.config.dt();
        self.find_pairs(dt);
        self.collide(dt);
    }

    fn find_pairs(&mut self, dt: f32) {
        self.broad_phase.update(&mut self.bodies, &mut self.pairs, &self.config, dt);
    }

    /// Collides every pair with a moving body, drops pairs that are far apart, and foresees impacts.
    fn collide(&mut self, dt: f32) {
        self.impacts.reset(&self.bodies, &self.config);
        self.turning.clear();
        self.turning.reserve(self.pairs.count);
        self.ease.clear(self.bodies.len(), self.pairs.count);
        self.paces.clear();
        self.paces.extend((0..self.bodies.len()).map(|i| Pace::of(&self.bodies, i)));
        let falling = self.config.gravity.length() * dt;
        for index in 0..self.pairs.heads.len() {
            if self.pairs.heads[index].alive {
                self.collide_pair(index, dt, falling);
            }
        }
    }

    fn collide_pair(&mut self, index: usize, dt: f32, falling: f32) {
        let Self { bodies, pairs, config, paces, .. } = self;
        if pairs.heads[index].fresh {
            refresh(bodies, config, pairs, index);
        }
        let (head, pair) = (&mut pairs.heads[index], &mut pairs.slab[index]);
        let (a, b) = (head.a, head.b);
        let pace = |slot: u32| if is_plane(slot) { Pace::default() } else { paces[slot as usize] };
        let (pace_a, pace_b) = (pace(a), pace(b));
        // Who slept when the step began may have been woken since.
        let moves = |slot: u32, pace: &Pace| pace.moves || (!is_plane(slot) && bodies.moves(slot as usize));
        head.slept = !moves(a, &pace_a) && !moves(b, &pace_b);
        if head.slept {
            return;
        }
        head.drift += pace_a.of_late + pace_b.of_late;
        let closing = pace_a.closing(&pace_b, falling) * dt;
        let reach = head.margin + closing;
        if head.points == 0 {
            if head.drift + reach <= head.clear {
                return;
            }
        } else if head.reusable && head.solved && head.drift <= config.tuning.carry_drift * head.margin {
            let slow = !head.bouncy || (reach - head.margin) < config.restitution_threshold * dt;
            if slow && carry(pair, bodies, head.margin) {
                pair.impact_speed = 0.0;
                return;
            }
        }
        if far_apart(bodies, config, a, b) && forgettable(head) {
            pairs.remove(index, &mut bodies.first_edge);
            return;
        }
        pair.impulse = Vec3::ZERO;
        pair.impact_speed = 0.0;
        pair.bounced = false;
        let (shape_a, shape_b) = (shape_of(bodies, a), shape_of(bodies, b));
        let (pose_a, pose_b) = (pose_of(bodies, config, a), pose_of(bodies, config, b));
        // Look a little further than needed, so as not to look again at every step.
        let look = reach + 0.5 * head.margin;
        let found = manifold(&mut head.memory, (shape_a, &pose_a), (shape_b, &pose_b), look, config.normals);
        head.drift = 0.0;
        if head.reusable && grazes(&found, config.tuning.graze * head.margin) {
            clear(pair);
            head.clear = 0.0;
            head.solved = false;
            head.points = 0;
            return;
        }
        if found.count == 0 {
            clear(pair);
            head.clear = look;
            head.solved = false;
            head.points = 0;
            if closing > 5.0 * head.margin {
                // Fast, and perhaps corner to corner, where faces find nothing to clip.
                head.clear = 0.0;
                let context = Context { bodies, pairs, broad_phase: &mut self.broad_phase, config, dt, course: None };
                self.impacts.foresee(&context, index, 0.0);
            }
            return;
        }
        head.clear = 0.0;
        // Boxes that come slowly are the solver's from as far as they may come; those that bounce, once they touch: one
        // edge rests while the other comes down.
        let solver_may = !head.bouncy || found.separation() <= head.margin;
        let solvable = if head.extended && solver_may && closing < 10.0 * head.margin { reach } else { head.margin };
        store(pair, &found, &pose_a, &pose_b, solvable);
        head.solved = pair.count > 0;
        head.points = pair.count;
        pair.solved = head.solved;
        if found.separation() < -config.tuning.crowd_rest * head.margin {
            self.ease.note(index, -found.separation());
        }
        if head.extended && !head.reusable && foresee_turning(pair, bodies) {
            self.turning.push(index as u32);
        }
        if head.solved {
            // Whoever touches a sleeper wakes it.
            for slot in [a, b] {
                if !is_plane(slot) && bodies.asleep[slot as usize] {
                    bodies.wake_island(slot as usize);
                    self.impacts.wake(bodies, config);
                }
            }
        }
        if head.solved && !head.bouncy && closing < 5.0 * head.margin {
            return;
        }
        let mut context = Context { bodies, pairs, broad_phase: &mut self.broad_phase, config, dt, course: None };
        self.impacts.foresee_first(&mut context, index, &found, closing / dt);
    }

    fn resolve_impacts(&mut self, dt: f32, course: Option<&mut Course>) {
        let mut context = Context {
            bodies: &mut self.bodies,
            pairs: &mut self.pairs,
            broad_phase: &mut self.broad_phase,
            config: &self.config,
            dt,
            course,
        };
        self.impacts.resolve(&mut context);
        self.impacts.settle(&mut context);
        if let Some(course) = context.course.take() {
            self.impacts.note_found(&context, course);
        }
        let impacts = &mut self.impacts;
        self.ease.part(&self.bodies, &mut self.pairs, &self.config, |slot, way| impacts.move_by(slot, way));
    }

    /// Gives contacts colours and rows, and works out their effective masses.
    fn color_contacts(&mut self, dt: f32) {
        self.list_contacts();
        self.solver.assign_rows(&self.bodies, &self.pairs, &self.solved);
        let h = dt / self.config.sub_steps as f32;
        let (bodies, impacts, gravity, tuning) =
            (&self.bodies, &self.impacts, self.config.gravity, &self.config.tuning);
        let shift = |slot: usize| impacts.shift(slot);
        let gain = |slot: usize| {
            let linear = (gravity + bodies.force_acceleration[slot]) * h;
            let spin = gyroscopic_gain(bodies.rotation[slot], bodies.spin[slot], bodies.inv_inertia[slot], dt, tuning);
            (linear, spin / self.config.sub_steps as f32)
        };
        self.solver.load(bodies, shift, gain);
        self.grade_contacts();
        self.solver.color(&self.pairs, &self.solved, &self.grades, &self.config.tuning);
        self.solver.prepare(self.threads.is_some());
    }

    /// Lists what touches and what of that is the solver's, and joins bodies that touch, awake or asleep, to islands.
    fn list_contacts(&mut self) {
        let (bodies, pairs, islands) = (&self.bodies, &mut self.pairs, &mut self.islands);
        let moves = |slot: u32| !is_plane(slot) && bodies.moves(slot as usize);
        self.contacts.clear();
        self.solved.clear();
        islands.reset(bodies.len());
        for (index, head) in pairs.heads.iter_mut().enumerate().filter(|(_, head)| head.alive && head.points > 0) {
            self.contacts.push(index as u32);
            if !is_plane(head.a) && bodies.inv_mass[head.a as usize] > 0.0 && bodies.inv_mass[head.b as usize] > 0.0 {
                islands.join(head.a, head.b);
            }
            if head.solved && (moves(head.a) || moves(head.b)) {
                self.solved.push(index as u32);
                if std::mem::take(&mut head.slept) {
                    // Woken by an impact after the look.
                    pairs.slab[index].clear_sums();
                }
            }
        }
    }

    /// Grades the contacts by their islands.
    ///
    /// A spring in the contacts lets thousands of bodies settle that plain sweeps would shake, but sinks under load.
    /// A few bodies need none. Where a heavy body meets a light one, plain sweeps would take as many rounds as one is
    /// heavier than the other: those islands, when small, are swept until they agree.
    fn grade_contacts(&mut self) {
        let (bodies, islands) = (&self.bodies, &mut self.islands);
        self.island_load.clear();
        self.island_load.resize(bodies.len(), (0, 1.0));
        self.contact_island.clear();
        for &index in &self.solved {
            let head = &self.pairs.heads[index as usize];
            let inverse = |slot: u32| if is_plane(slot) { 0.0 } else { bodies.inv_mass[slot as usize] };
            let (a, b) = (inverse(head.a), inverse(head.b));
            let island = islands.find(if a > 0.0 { head.a } else { head.b });
            self.contact_island.push(island);
            let load = &mut self.island_load[island as usize];
            load.0 += 1;
            if a > 0.0 && b > 0.0 {
                load.1 = load.1.max(a.max(b) / a.min(b));
            }
        }
        let tuning = self.config.tuning;
        self.grades.clear();
        self.grades.extend(self.contact_island.iter().map(|island| {
            let (contacts, ratio) = self.island_load[*island as usize];
            let uneven = ratio > tuning.uneven_ratio;
            let softness = (contacts as f32 - tuning.firm_contacts) / (tuning.soft_contacts - tuning.firm_contacts);
            let hard = contacts <= if uneven { tuning.uneven_contacts } else { tuning.small_contacts };
            let least = if uneven { 0.0 } else { tuning.least_softness };
            Grade { island: *island, hard, uneven, softness: softness.clamp(least, 1.0) }
        }));
    }

    fn solve(&mut self, dt: f32, noting: bool) {
        let sub_steps = self.config.sub_steps;
        let h = dt / sub_steps as f32;
        let tuning = &self.config.tuning;
        let soft =
            Softness::new(tuning.contact_rate / h, tuning.contact_damping, h, tuning.contact_travel, tuning.push_speed);
        let sweeps = Sweeps { h, sub_steps, soft, tuning };
        self.solver.solve(&sweeps, self.threads.is_some(), noting);
        self.solver.store_impulses(&mut self.pairs);
        for index in self.turning.drain(..) {
            let pair = &mut self.pairs.slab[index as usize];
            let slot = if is_plane(pair.a) || self.bodies.inv_mass[pair.a as usize] == 0.0 { pair.b } else { pair.a };
            // Among several contacts what one gives in advance would upset the others.
            if pair.solved && pair.impact_speed == 0.0 && self.island_load[self.islands.find(slot) as usize].0 == 1 {
                self.solver.turn_on(pair, tuning);
            }
        }
    }

    /// Notes where bodies with contacts would be without them, and where the velocities take them that the contacts leave.
    fn note_solve(&self, dt: f32, course: &mut Course) {
        let bodies = &self.bodies;
        let placed = |i: usize, way: Vec3, turn: Vec3| {
            let rotation =
                turned(bodies.rotation[i], turn, bodies.spin[i], bodies.inv_inertia[i], &self.config.tuning).0;
            Pose::new(bodies.position[i] + (way + bodies.residue[i]), rotation)
        };
        self.solver.held(|i, way, turn| {
            course.note(Phase::Held, i, placed(i, way, turn));
            let acceleration = match bodies.motion[i] {
                Motion::Dynamic => self.config.gravity + bodies.force_acceleration[i],
                _ => Vec3::ZERO,
            };
            let free = self.impacts.shift(i) + bodies.velocity[i] * dt + acceleration * (0.5 * dt * dt);
            course.note(Phase::Free, i, placed(i, free, bodies.spin[i] * dt));
        });
    }

    /// Notes where bodies are at last; those without contacts flew there.
    fn note_end(&self, course: &mut Course) {
        for i in 0..self.bodies.len() {
            let pose = self.bodies.pose(i);
            course.note(Phase::Final, i, pose);
            if self.bodies.moves(i) && !self.solver.has_row(i) {
                course.note(Phase::Free, i, pose);
                course.note(Phase::Held, i, pose);
            }
        }
        course.finish();
    }

    /// Moves the bodies to where the solver or free flight has brought them.
    fn finish(&mut self, dt: f32) {
        let tuning = self.config.tuning;
        self.solver.unload(&mut self.bodies, self.config.sub_steps, |bodies, i, displacement, turn| {
            let (rotation, spin) = turned(bodies.rotation[i], turn, bodies.spin[i], bodies.inv_inertia[i], &tuning);
            bodies.spin[i] = spin;
            bodies.free[i] = false;
            bodies.place(i, displacement, turn, rotation);
        });
        let (terminal, terminal_spin) = (self.config.terminal_speed, tuning.terminal_spin);
        for i in 0..self.bodies.len() {
            if !self.bodies.moves(i) {
                continue;
            }
            if !self.solver.has_row(i) {
                self.fly(i, dt);
            }
            let speed2 = self.bodies.velocity[i].length_squared();
            if speed2 > terminal * terminal && self.bodies.motion[i] == Motion::Dynamic {
                self.bodies.velocity[i] *= terminal / speed2.sqrt();
            }
            let spin2 = self.bodies.spin[i].length_squared();
            if spin2 > terminal_spin * terminal_spin {
                self.bodies.spin[i] *= terminal_spin / spin2.sqrt();
            }
            self.bodies.guard(i);
        }
    }

    /// Free flight of slot `i`: exact under constant acceleration.
    fn fly(&mut self, i: usize, dt: f32) {
        let bodies = &mut self.bodies;
        let acceleration = match bodies.motion[i] {
            Motion::Dynamic => self.config.gravity + bodies.force_acceleration[i],
            _ => Vec3::ZERO,
        };
        let velocity = bodies.velocity[i];
        let before = bodies.spin[i];
        let (rotation, spin) = if self.impacts.struck(i) && !gentle(before * dt, &self.config.tuning) {
            // Impacts were foreseen on the path of constant spin.
            turned(bodies.rotation[i], before * dt, before, bodies.inv_inertia[i], &self.config.tuning)
        } else {
            tumble(bodies.rotation[i], before, bodies.inv_inertia[i], dt, &mut bodies.fine[i], &self.config.tuning)
        };
        let path = self.impacts.shift(i) + velocity * dt + acceleration * (0.5 * dt * dt);
        bodies.velocity[i] = velocity + acceleration * dt;
        bodies.spin[i] = spin;
        bodies.change[i] = (acceleration * (dt / self.config.sub_steps as f32), Vec3::ZERO);
        bodies.free[i] = true;
        let turn = (spin + before) * (0.5 * dt);
        bodies.place(i, path, turn, rotation);
    }

    /// Lets islands sleep in which nobody has moved for a while.
    fn sleep_islands(&mut self, dt: f32) {
        let bodies = &mut self.bodies;
        let (sleeping, tuning) = (self.config.sleeping, self.config.tuning);
        for i in 0..bodies.len() {
            let root =
                if bodies.alive[i] && bodies.motion[i] == Motion::Dynamic { self.islands.find(i as u32) } else { NONE };
            bodies.island[i] = root;
            if !sleeping || !bodies.moves(i) || root == NONE {
                continue;
            }
            let speed = bodies.velocity[i].length() + bodies.spin[i].length() * bodies.shape[i].bounding_radius();
            bodies.still_time[i] = if speed < tuning.still_speed { bodies.still_time[i] + dt } else { 0.0 };
        }
        if !sleeping {
            return;
        }
        // An island is as restless as its least still body, and as one that a moving kinematic body touches.
        let restless = &mut self.restless;
        restless.clear();
        restless.resize(bodies.len(), false);
        for i in 0..bodies.len() {
            let island = bodies.island[i];
            if island != NONE && bodies.moves(i) && (bodies.still_time[i] < tuning.still_time || bodies.free[i]) {
                restless[island as usize] = true;
            }
        }
        let touching = self.contacts.iter().map(|index| &self.pairs.heads[*index as usize]);
        for head in touching.filter(|head| !is_plane(head.a)) {
            for (one, other) in [(head.a, head.b), (head.b, head.a)] {
                let (one, other) = (one as usize, other as usize);
                let pushed = bodies.motion[one] == Motion::Kinematic
                    && (bodies.velocity[one] != Vec3::ZERO || bodies.spin[one] != Vec3::ZERO);
                if pushed && bodies.island[other] != NONE {
                    restless[bodies.island[other] as usize] = true;
                }
            }
        }
        for i in 0..bodies.len() {
            let island = bodies.island[i];
            if island != NONE && bodies.moves(i) && !restless[island as usize] {
                bodies.asleep[i] = true;
                bodies.velocity[i] = Vec3::ZERO;
                bodies.spin[i] = Vec3::ZERO;
                bodies.change[i] = (Vec3::ZERO, Vec3::ZERO);
            }
        }
    }

    fn count(&mut self) {
        let bodies = &self.bodies;
        let stats = &mut self.stats;
        stats.bodies = bodies.count;
        (stats.dynamic, stats.awake, stats.islands, stats.quarantined) = (0, 0, 0, 0);
        for i in bodies.slots() {
            stats.dynamic += usize::from(bodies.motion[i] == Motion::Dynamic);
            stats.awake += usize::from(bodies.moves(i));
            stats.islands += usize::from(bodies.island[i] == i as u32);
            stats.quarantined += usize::from(bodies.quarantined[i]);
        }
        stats.pairs = self.pairs.count;
        stats.contacts = self.contacts.len();
        stats.points = self.contacts.iter().map(|index| usize::from(self.pairs.heads[*index as usize].points)).sum();
        stats.impacts = self.impacts.count;
        stats.colors = self.solver.color_count();
    }
}

/// How fast a body is, and was: what the step asks of both bodies of every pair, in one place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// Of the centre (m/s).
    velocity: Vec3,
    /// How fast its surface can move by its spin (m/s).
    turning: f32,
    /// How far its surface moved at most in the last step (m).
    of_late: f32,
    moves: bool,
}

impl Pace {
    fn of(bodies: &Bodies, i: usize) -> Self {
        let turning = match bodies.shape[i] {
            Shape::Sphere { .. } => 0.0,
            _ => bodies.spin[i].length() * bodies.radius[i],
        };
        Self { velocity: bodies.velocity[i], turning, of_late: bodies.reach_of_late[i], moves: bodies.moves(i) }
    }

    /// How fast two bodies can close in (m/s), turning included, and what they can gain by falling.
    fn closing(&self, other: &Self, falling: f32) -> f32 {
        (other.velocity - self.velocity).length() + self.turning + other.turning + falling
    }
}

/// Whether the fat bounds of a pair have parted.
fn far_apart(bodies: &Bodies, config: &Config, a: u32, b: u32) -> bool {
    let fat = &bodies.fat[b as usize];
    match a {
        FLOOR => !config.floor.is_some_and(|y| fat.min.y <= y),
        CEILING => !config.ceiling.is_some_and(|y| fat.max.y >= y),
        _ => !bodies.fat[a as usize].overlaps(fat),
    }
}
