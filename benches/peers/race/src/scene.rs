//! The scenes, engine-neutral.

use glam::{Quat, Vec3};

/// A convex shape centred on its centre of mass.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Radius (m).
    Sphere(f32),
    /// Half extents (m).
    Cuboid(Vec3),
}

impl Shape {
    /// Volume (m³).
    pub fn volume(&self) -> f32 {
        match *self {
            Self::Sphere(r) => 4.0 / 3.0 * std::f32::consts::PI * r * r * r,
            Self::Cuboid(h) => 8.0 * h.x * h.y * h.z,
        }
    }

    /// Principal moments of inertia per unit mass (m²).
    pub fn unit_inertia(&self) -> Vec3 {
        match *self {
            Self::Sphere(r) => Vec3::splat(0.4 * r * r),
            Self::Cuboid(h) => {
                let s = h * h / 3.0;
                Vec3::new(s.y + s.z, s.x + s.z, s.x + s.y)
            }
        }
    }

    /// Radius of the smallest sphere around it (m).
    pub fn bounding_radius(&self) -> f32 {
        match *self {
            Self::Sphere(r) => r,
            Self::Cuboid(h) => h.length(),
        }
    }
}

/// A body as it starts.
#[derive(Clone, Copy, Debug)]
pub struct BodyDesc {
    /// The shape.
    pub shape: Shape,
    /// Centre of mass (m).
    pub position: Vec3,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Velocity (m/s); nothing spins at the start.
    pub velocity: Vec3,
}

/// What all engines are given alike.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Acceleration of free bodies (m/s²).
    pub gravity: Vec3,
    /// Length of a step (s).
    pub dt: f32,
    /// Steps to run unless told otherwise.
    pub steps: usize,
    /// Density of what moves (kg/m³).
    pub density: f32,
    /// Friction coefficient of every pair.
    pub friction: f32,
    /// Restitution of every pair.
    pub restitution: f32,
    /// What never moves.
    pub statics: Vec<BodyDesc>,
    /// What moves.
    pub bodies: Vec<BodyDesc>,
    /// Bounds of the free space (m): a body whose centre is outside has escaped.
    pub inner: (Vec3, Vec3),
    /// Whether bodies are meant to stay where they are.
    pub is_stack: bool,
}

/// Random numbers, the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x0123_4567))
    }

    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Normal distribution of deviation 1 (Box and Muller).
    fn normal(&mut self) -> f32 {
        let (u, v) = ((1.0 - self.unit()).max(1e-9), self.unit());
        (-2.0 * u.ln()).sqrt() * (std::f32::consts::TAU * v).cos()
    }

    fn normals(&mut self) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.normal()))
    }

    fn rotation(&mut self) -> Quat {
        let v = self.normals();
        Quat::from_xyzw(v.x, v.y, v.z, self.normal()).normalize()
    }

    fn cuboid(&mut self) -> (Shape, Quat) {
        let half = Vec3::from_array([(); 3].map(|()| self.between(0.3, 0.6)));
        (Shape::Cuboid(half), self.rotation())
    }
}

/// Half the thickness of walls and floors (m).
const WALL: f32 = 2.0;
const BALL: (Shape, Quat) = (Shape::Sphere(0.5), Quat::IDENTITY);

fn at_rest(shape: Shape, position: Vec3, rotation: Quat) -> BodyDesc {
    BodyDesc { shape, position, rotation, velocity: Vec3::ZERO }
}

impl Scene {
    /// The names that [`named`](Self::named) knows, and what they hold.
    pub const NAMES: &[(&str, &str)] = &[
        ("spheres", "N spheres fall into an open container"),
        ("boxes", "N boxes of random size and turn do"),
        ("bounce", "N bodies, half spheres, half boxes, restitution 0.8"),
        ("pyramid", "flat pyramid of touching cubes, N in the lowest row"),
        ("tower", "one column of N cubes"),
        ("gas", "N spheres in a closed box without gravity, restitution 1"),
    ];

    /// The scene of this name and size.
    pub fn named(name: &str, n: usize) -> Option<Self> {
        Some(match name {
            "spheres" => Self::spheres(n),
            "boxes" => Self::pile(n, 0.0, |_, random| random.cuboid()),
            "bounce" => Self::pile(n, 0.8, |i, random| {
                let (shape, rotation) = random.cuboid();
                (if i % 2 == 0 { BALL.0 } else { shape }, rotation)
            }),
            "pyramid" => Self::pyramid(n),
            "tower" => Self::tower(n),
            "gas" => Self::gas(n),
            _ => return None,
        })
    }

    fn empty(restitution: f32) -> Self {
        Self {
            gravity: Vec3::new(0.0, -9.81, 0.0),
            dt: 1.0 / 60.0,
            steps: 600,
            density: 1000.0,
            friction: 0.5,
            restitution,
            statics: vec![],
            bodies: vec![],
            inner: (Vec3::NEG_INFINITY, Vec3::INFINITY),
            is_stack: false,
        }
    }

    fn wall(&mut self, half: Vec3, position: Vec3) {
        self.statics.push(at_rest(Shape::Cuboid(half), position, Quat::IDENTITY));
    }

    fn floor(&mut self) {
        self.wall(Vec3::new(400.0, WALL, 400.0), Vec3::NEG_Y * WALL);
        self.inner.0.y = 0.0;
    }

    /// A floor with its top at y = 0 and four walls; inner half width `w`, walls up to `height`.
    fn container(&mut self, w: f32, height: f32, lid: bool) {
        let (outer, middle) = (w + 2.0 * WALL, 0.5 * height);
        self.wall(Vec3::new(outer, WALL, outer), Vec3::NEG_Y * WALL);
        for side in [1.0, -1.0] {
            self.wall(Vec3::new(WALL, middle, outer), Vec3::new(side * (w + WALL), middle, 0.0));
            self.wall(Vec3::new(w, middle, WALL), Vec3::new(0.0, middle, side * (w + WALL)));
        }
        if lid {
            self.wall(Vec3::new(outer, WALL, outer), Vec3::Y * (height + WALL));
        }
        self.inner = (Vec3::new(-w, 0.0, -w), Vec3::new(w, if lid { height } else { f32::INFINITY }, w));
    }

    /// Places `n` bodies layer by layer on a square grid of `base` by `base`; returns the height above the last layer.
    fn grid(
        &mut self,
        n: usize,
        base: usize,
        (pitch, rise, lowest): (f32, f32, f32),
        jitter: f32,
        make: impl Fn(usize, &mut Random) -> (Shape, Quat),
    ) -> f32 {
        let mut random = Random::new(42);
        let middle = (base as f32 - 1.0) * 0.5;
        for i in 0..n {
            let (layer, row, column) = (i / (base * base), i / base % base, i % base);
            let x = (row as f32 - middle) * pitch + random.between(-jitter, jitter);
            let z = (column as f32 - middle) * pitch + random.between(-jitter, jitter);
            let y = lowest + layer as f32 * rise + random.between(-jitter, jitter);
            let (shape, rotation) = make(i, &mut random);
            self.bodies.push(at_rest(shape, Vec3::new(x, y, z), rotation));
        }
        lowest + n.div_ceil(base * base) as f32 * rise
    }

    fn spheres(n: usize) -> Self {
        let mut scene = Self::empty(0.0);
        let (base, pitch) = ((n as f64).cbrt().ceil() as usize, 1.15);
        let top = scene.grid(n, base, (pitch, 1.5, 1.0), 0.06, |_, _| BALL);
        scene.container(base as f32 * pitch * 0.5 + 0.1, top + 5.0, false);
        scene
    }

    fn pile(n: usize, restitution: f32, make: impl Fn(usize, &mut Random) -> (Shape, Quat)) -> Self {
        let mut scene = Self::empty(restitution);
        let (base, pitch) = ((0.8 * (n as f64).cbrt()).ceil() as usize, 2.1);
        let top = scene.grid(n, base, (pitch, pitch, 1.5), 0.0, make);
        scene.container(base as f32 * pitch * 0.5 + 0.1, top + 5.0, false);
        scene
    }

    fn pyramid(rows: usize) -> Self {
        let mut scene = Self::empty(0.0);
        scene.floor();
        for row in 0..rows {
            for i in 0..rows - row {
                let x = i as f32 + 0.5 * (row as f32 + 1.0 - rows as f32);
                let place = Vec3::new(x, row as f32 + 0.5, 0.0);
                scene.bodies.push(at_rest(Shape::Cuboid(Vec3::splat(0.5)), place, Quat::IDENTITY));
            }
        }
        scene.is_stack = true;
        scene
    }

    fn tower(n: usize) -> Self {
        let mut scene = Self::empty(0.0);
        scene.floor();
        for i in 0..n {
            let place = Vec3::Y * (i as f32 + 0.5);
            scene.bodies.push(at_rest(Shape::Cuboid(Vec3::splat(0.5)), place, Quat::IDENTITY));
        }
        scene.is_stack = true;
        scene
    }

    /// A tenth of the space is filled.
    fn gas(n: usize) -> Self {
        let mut scene = Self::empty(1.0);
        scene.gravity = Vec3::ZERO;
        scene.steps = 300;
        let side = (n as f32 * 0.5236 / 0.10).cbrt();
        let base = (n as f64).cbrt().ceil() as usize;
        let pitch = side / base as f32;
        scene.grid(n, base, (pitch, pitch, 0.5 * pitch), 0.5 * (pitch - 1.02).max(0.0), |_, _| BALL);
        let mut random = Random::new(7);
        for body in &mut scene.bodies {
            body.velocity = 5.0 * random.normals();
        }
        scene.container(0.5 * side, side, true);
        scene
    }
}
