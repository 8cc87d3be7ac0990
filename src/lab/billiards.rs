//! Laboratory 4: billiards, the line of centres, spin, cloth, cushions and pockets.

mod ball;
mod figure;
mod impact;
mod table;

use super::numbers::decimal;
use super::{
    Drag, Entry, Experiment, Handle, Parameter, ParameterKind, Reading, Refused, Sketch, Value, from_ground, on_ground,
};
use crate::math::sin_cos_f64;
use crate::say;
use crate::scene::SceneCamera;
use crate::words::word;
use ball::{Ball, Cloth, RADIUS};
use glam::{DVec2, Vec3};
use impact::{Bounce, Impact};
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::Table;

/// For the gallery.
pub const ENTRY: Entry = Entry {
    id: "billiards",
    title: "Billiards",
    about: "Aim, spin and shoot: each impact shows its line of centres, and equal balls part at a right angle",
    explanation: "When two balls meet, the push between them acts along the line of centres and nowhere else. So split \
        each velocity in two: the part across the line stays as it is, the parts along the line change as in a head-on \
        impact. Equal masses swap them at e = 1, which is why a ball hit off centre and the ball that hit it part at a \
        right angle. Momentum is kept whatever the masses; energy only at e = 1. Between impacts the cloth rules: a \
        struck ball slides first, friction trades speed for spin until the point that touches the cloth stands still, and \
        from then on it rolls, with five sevenths of its speed if it had no spin. Strike above the middle and it follows \
        through, below and it comes back, beside and it leaves the cushion at another angle.",
    start: || Box::new(Billiards::new()),
    camera: SceneCamera { target: Vec3::new(0.0, 0.0, 0.06), distance: 2.45, yaw_deg: 0.0, pitch_deg: 62.0 },
    hz: 120.0,
};

/// kg.
const MASS: f64 = 0.17;
/// Where the cue ball starts, and the head of the rack (m).
const SPOT: DVec2 = DVec2::new(0.635, 0.0);
/// Metres of the handle for each m/s of the stroke.
const PULL: f64 = 0.1;
/// Strokes may be this fast (m/s).
const STROKES: RangeInclusive<f32> = 0.1..=12.0;
/// Impacts are shown for so long (s).
const SHOWN: f64 = 4.0;
/// Most impacts shown.
const MOST_SHOWN: usize = 12;
/// The path is foretold for so long (s), a point each [`SAMPLE`] s.
const FORETOLD: usize = 300;
const SAMPLE: f64 = 1.0 / 120.0;

/// What lies on the table, by index.
const LAYOUTS: &[&str] = &["the break", "a cut", "head on", "two masses", "a row"];

/// Where balls would go if the stroke were made now.
#[derive(Debug)]
struct Foretold {
    /// Ball and way, of all that move.
    ways: Vec<(usize, Vec<DVec2>)>,
    /// The first impact.
    first: Option<Impact>,
}

/// The state.
#[derive(Clone, Debug)]
pub(super) struct Billiards {
    table: Table,
    layout: usize,
    /// Unit.
    aim: DVec2,
    /// m/s.
    strength: f64,
    /// Where the cue meets the ball, right of and above its middle (radii).
    side: f64,
    height: f64,
    /// Latest last.
    impacts: VecDeque<Impact>,
    /// Kept for the panel when it is no longer drawn.
    latest: Option<Impact>,
    /// While all balls rest.
    foretold: Option<Arc<Foretold>>,
    potted: usize,
}

impl Billiards {
    fn new() -> Self {
        let table = Table {
            balls: vec![],
            cloth: Cloth { sliding: 0.2, rolling: 0.01, spinning: 10.0 },
            ball_bounce: Bounce { restitution: 0.95, friction: 0.05 },
            cushion_bounce: Bounce { restitution: 0.85, friction: 0.15 },
            as_printed: false,
        };
        let mut new = Self {
            table,
            layout: 0,
            aim: DVec2::X,
            strength: 7.0,
            side: 0.0,
            height: 0.0,
            impacts: VecDeque::with_capacity(MOST_SHOWN + 1),
            latest: None,
            foretold: None,
            potted: 0,
        };
        new.set_up(0);
        new
    }

    /// Puts the balls of a layout on the table. The cut is made with perfect balls, so that its right angle is one.
    fn set_up(&mut self, layout: usize) {
        let (cue, object) = (|x, mass| Ball::at(DVec2::new(x, 0.0), mass), |p| Ball::at(p, MASS));
        let perfect = Bounce { restitution: 1.0, friction: 0.0 };
        let ordinary = Bounce { restitution: 0.95, friction: 0.05 };
        let contact = 2.0 * RADIUS;
        self.layout = layout;
        self.table.ball_bounce = if layout == 1 || layout == 4 { perfect } else { ordinary };
        (self.side, self.height) = (0.0, 0.0);
        (self.table.balls, self.aim, self.strength) = match layout {
            0 => {
                let aim = (SPOT - DVec2::new(-SPOT.x, 0.02)).normalize();
                (std::iter::once(cue(-SPOT.x, MASS)).chain(rack()).collect(), aim, 7.0)
            }
            // Half a ball off: 30° between the way and the line of centres.
            1 => (vec![cue(-0.25, MASS), object(DVec2::new(contact * 0.75f64.sqrt(), 0.5 * contact))], DVec2::X, 1.5),
            2 => (vec![cue(-0.4, MASS), object(DVec2::ZERO)], DVec2::X, 2.5),
            3 => (vec![cue(-0.4, 2.0 * MASS), object(DVec2::new(0.0, 0.4 * contact))], DVec2::X, 2.0),
            _ => {
                let row = (0..5).map(|i| object(DVec2::new((contact + 1e-3) * f64::from(i), 0.0)));
                (std::iter::once(cue(-0.4, MASS)).chain(row).collect(), DVec2::X, 2.0)
            }
        };
        self.impacts.clear();
        (self.latest, self.potted) = (None, 0);
        self.foretell();
    }

    fn cue(&self) -> &Ball {
        &self.table.balls[0]
    }

    fn can_shoot(&self) -> bool {
        !self.cue().potted && self.table.at_rest()
    }

    fn shoot(&mut self) -> Result<(), Refused> {
        if !self.can_shoot() {
            return Err(Refused("the balls still move".into()));
        }
        self.table.balls[0] = self.cue().struck(self.strength * self.aim, self.side, self.height);
        self.foretold = None;
        self.impacts.clear();
        Ok(())
    }

    /// Runs a copy of the table ahead, by the very function that will move it.
    fn foretell(&mut self) {
        self.foretold = None;
        if !self.can_shoot() {
            return;
        }
        let mut table = self.table.clone();
        table.balls[0] = table.balls[0].struck(self.strength * self.aim, self.side, self.height);
        let mut first = None;
        let mut ways: Vec<(usize, Vec<DVec2>)> =
            table.balls.iter().enumerate().map(|(i, b)| (i, vec![b.position])).collect();
        for _ in 0..FORETOLD {
            table.advance(SAMPLE, |impact| {
                first = first.or(Some(impact));
                for (ball, center) in impact.balls.into_iter().zip(impact.centers) {
                    ways[ball].1.push(center);
                }
            });
            for ((_, way), ball) in ways.iter_mut().zip(&table.balls) {
                if way.last() != Some(&ball.position) {
                    way.push(ball.position);
                }
            }
            if table.at_rest() {
                break;
            }
        }
        ways.retain(|(_, way)| way.len() > 1);
        self.foretold = Some(Arc::new(Foretold { ways, first }));
    }

    /// Puts the cue ball back when it was potted and all rest.
    fn replace_cue_ball(&mut self) {
        let free = |place: &DVec2| self.table.is_free(0, *place);
        let step = |i: i32| {
            DVec2::new(-SPOT.x, 0.0) + DVec2::new(0.0, RADIUS) * f64::from(if i % 2 == 0 { i / 2 } else { -i / 2 - 1 })
        };
        if let Some(place) = (0..40).map(step).find(free) {
            self.table.balls[0] = Ball::at(place, self.cue().mass);
        }
    }

    fn number(&mut self, name: &str) -> Option<&mut f64> {
        Some(match name {
            "Strength" => &mut self.strength,
            "Side" => &mut self.side,
            "Height" => &mut self.height,
            "Cue ball mass" => &mut self.table.balls[0].mass,
            "Ball restitution" => &mut self.table.ball_bounce.restitution,
            "Ball friction" => &mut self.table.ball_bounce.friction,
            "Cushion restitution" => &mut self.table.cushion_bounce.restitution,
            "Cushion friction" => &mut self.table.cushion_bounce.friction,
            "Cloth friction" => &mut self.table.cloth.sliding,
            "Rolling resistance" => &mut self.table.cloth.rolling,
            _ => return None,
        })
    }
}

/// Fifteen balls in a triangle, a tenth of a millimetre apart.
fn rack() -> impl Iterator<Item = Ball> {
    let pitch = 2.0 * RADIUS + 1e-4;
    (0..5).flat_map(move |row| {
        (0..=row).map(move |place| {
            let (row, place) = (f64::from(row), f64::from(place));
            Ball::at(SPOT + pitch * DVec2::new(0.75f64.sqrt() * row, place - 0.5 * row), MASS)
        })
    })
}

/// The angle from +x to `v` (°, −180…180), the same on every machine: Newton's iteration on [`sin_cos_f64`].
fn bearing(v: DVec2) -> f64 {
    let mut angle = match (v.x.abs() >= v.y.abs(), v.x >= 0.0, v.y >= 0.0) {
        (true, true, _) => 0.0,
        (true, false, true) => std::f64::consts::PI,
        (true, false, false) => -std::f64::consts::PI,
        (false, _, true) => std::f64::consts::FRAC_PI_2,
        (false, _, false) => -std::f64::consts::FRAC_PI_2,
    };
    for _ in 0..6 {
        let (sin, cos) = sin_cos_f64(angle);
        let along = DVec2::new(cos, sin);
        let length = along.dot(v);
        if length > 0.0 {
            angle += along.perp_dot(v) / length;
        }
    }
    angle.to_degrees().clamp(-180.0, 180.0)
}

impl Experiment for Billiards {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        let dt = f64::from(dt);
        for impact in &mut self.impacts {
            impact.age += dt;
        }
        self.impacts.retain(|impact| impact.age < SHOWN);
        let was_at_rest = self.table.at_rest();
        let (impacts, latest) = (&mut self.impacts, &mut self.latest);
        self.table.advance(dt, |impact| {
            *latest = Some(impact);
            impacts.push_back(impact);
            if impacts.len() > MOST_SHOWN {
                impacts.pop_front();
            }
        });
        self.potted = self.table.balls.iter().skip(1).filter(|b| b.potted).count();
        if self.table.at_rest() {
            if self.cue().potted {
                self.replace_cue_ball();
            }
            if !was_at_rest || self.foretold.is_none() {
                self.foretell();
            }
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let new = |name, help, kind| Parameter { name, help, kind };
        let number = |name, help, value: f64, range: RangeInclusive<f32>, unit| {
            new(name, help, ParameterKind::Number { value: value as f32, range, unit })
        };
        let (ball, cushion, cloth) = (self.table.ball_bounce, self.table.cushion_bounce, self.table.cloth);
        vec![
            new("Shoot", "Makes the stroke, once all balls rest.", ParameterKind::Action),
            number(
                "Aim",
                "Where the cue ball goes, counter-clockwise from the right.",
                bearing(self.aim),
                -180.0..=180.0,
                "°",
            ),
            number("Strength", "The cue ball's speed after the stroke.", self.strength, STROKES, "m/s"),
            number(
                "Height",
                "How far above its middle the ball is struck; at 0.4 it rolls at once.",
                self.height,
                -0.5..=0.5,
                "r",
            ),
            number("Side", "How far to the right of its middle the ball is struck.", self.side, -0.5..=0.5, "r"),
            new("Layout", "What lies on the table.", ParameterKind::Choice { value: self.layout, names: LAYOUTS }),
            new("Set up again", "Puts the balls back.", ParameterKind::Action),
            number("Cue ball mass", "The others weigh 0.17 kg.", self.cue().mass, 0.05..=1.0, "kg"),
            number("Ball restitution", "How much of their closing speed balls keep.", ball.restitution, 0.0..=1.0, ""),
            number("Ball friction", "Between balls: it throws the object ball.", ball.friction, 0.0..=0.5, ""),
            number(
                "Cushion restitution",
                "How much of its speed a cushion gives back.",
                cushion.restitution,
                0.0..=1.0,
                "",
            ),
            number(
                "Cushion friction",
                "Between cushion and ball: it makes side spin count.",
                cushion.friction,
                0.0..=0.5,
                "",
            ),
            number("Cloth friction", "Under a sliding ball.", cloth.sliding, 0.0..=1.0, ""),
            number(
                "Rolling resistance",
                "Under a rolling ball: its deceleration over gravity.",
                cloth.rolling,
                0.0..=0.1,
                "",
            ),
            new(
                "As printed",
                "The printed formula for impacts: right for equal masses alone, else it breaks momentum.",
                ParameterKind::Flag(self.table.as_printed),
            ),
        ]
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), Refused> {
        match (name, value) {
            ("Shoot", Value::Act) => return self.shoot(),
            ("Set up again", Value::Act) => {
                let (mass, bounce) = (self.cue().mass, self.table.ball_bounce);
                let (aim, strength, side, height) = (self.aim, self.strength, self.side, self.height);
                self.set_up(self.layout);
                (self.table.balls[0].mass, self.table.ball_bounce) = (mass, bounce);
                (self.aim, self.strength, self.side, self.height) = (aim, strength, side, height);
            }
            ("Layout", Value::Choice(layout)) => self.set_up(layout),
            ("As printed", Value::Flag(on)) => self.table.as_printed = on,
            ("Aim", Value::Number(degrees)) => {
                let (sin, cos) = sin_cos_f64(f64::from(degrees).to_radians());
                self.aim = DVec2::new(cos, sin).normalize();
            }
            (name, Value::Number(x)) => match self.number(name) {
                Some(number) => *number = f64::from(x),
                None => return Err(Refused(format!("there is no number {name}"))),
            },
            _ => return Err(Refused(format!("{name} cannot be set to {value:?}"))),
        }
        self.foretell();
        Ok(())
    }

    fn handles(&self) -> Vec<Handle> {
        if !self.can_shoot() {
            return vec![];
        }
        let at = |name: String, p: DVec2| Handle {
            name,
            position: on_ground(p.as_vec2()) + RADIUS as f32 * Vec3::Y,
            drag: Drag::Plane(Vec3::Y),
        };
        let mut handles = vec![
            at("aim and strength".into(), self.cue().position + (2.0 * RADIUS + PULL * self.strength) * self.aim),
            at("cue ball".into(), self.cue().position),
        ];
        // Few enough to be moved one by one.
        if self.table.balls.len() <= 6 {
            let object = |(i, b): (usize, &Ball)| at(format!("ball {i}"), b.position);
            handles.extend(self.table.balls.iter().enumerate().skip(1).filter(|(_, b)| !b.potted).map(object));
        }
        handles
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = from_ground(to).as_dvec2();
        if name == "aim and strength" {
            let pull = to - self.cue().position;
            if let Some(aim) = pull.try_normalize() {
                self.aim = aim;
                let speed = (pull.length() - 2.0 * RADIUS) / PULL;
                self.strength = speed.clamp(f64::from(*STROKES.start()), f64::from(*STROKES.end()));
            }
        } else {
            let ball =
                if name == "cue ball" { Some(0) } else { name.strip_prefix("ball ").and_then(|n| n.parse().ok()) };
            if let Some(i) = ball.filter(|i| *i < self.table.balls.len() && self.table.is_free(*i, to)) {
                self.table.balls[i].position = to;
            }
        }
        self.foretell();
    }

    fn formula(&self) -> Vec<String> {
        let general = "along the line of centres: v₁' = (m₁v₁ + m₂v₂ + m₂e(v₂ − v₁)) / (m₁ + m₂), across it: unchanged";
        let Some(i) = self.latest else { return vec![word(general).into(), word("no impact yet").into()] };
        let ([m1, m2], e) = (i.masses, self.table.ball_bounce.restitution);
        let [v1, v2, w1, w2] = [i.before[0], i.before[1], i.after[0], i.after[1]].map(|v| v.dot(i.normal));
        let [m1, m2, e, sum] = [m1, m2, e, m1 + m2].map(|x| decimal(x, 2));
        let speeds = [v1, v2, w1, w2].map(|x| decimal(x, 3));
        let [v1_text, v2_text, w1_text, w2_text] = &speeds;
        let first = if self.table.as_printed {
            say!(
                "as printed: {}",
                format!("v₁' = (2·{m1}·{v2_text} + {v1_text}·({m1} − {m2})) / {sum} = {w1_text} m/s")
            )
        } else {
            format!(
                "v₁' = ({m1}·{v1_text} + {m2}·{v2_text} + {m2}·{e}·({v2_text} − {v1_text})) / {sum} = {w1_text} m/s"
            )
        };
        let momentum = |v: f64, w: f64| decimal(i.masses[0] * v + i.masses[1] * w, 4);
        vec![
            word(general).into(),
            first,
            format!("v₂' = {w2_text} m/s"),
            say!("m₁v₁ + m₂v₂ = {} before, {} kg·m/s after", momentum(v1, v2), momentum(w1, w2)),
        ]
    }

    fn readings(&self) -> Vec<Reading> {
        let of = |part: fn(&Impact) -> f64| self.latest.as_ref().map_or(0.0, part);
        let balls = &self.table.balls;
        vec![
            Reading::number("angle after the last impact", of(|i| i.angle().unwrap_or(0.0)), "°"),
            Reading::number("cut angle", of(Impact::cut), "°"),
            Reading::number("momentum that came from nowhere", of(Impact::momentum_error), "kg·m/s"),
            Reading::number("energy kept at the last impact", of(Impact::energy_kept), ""),
            Reading::number("speed of the cue ball", self.cue().velocity.length(), "m/s"),
            Reading::number("its slip on the cloth", self.cue().slip().length(), "m/s"),
            Reading::number("energy", balls.iter().map(Ball::energy).sum(), "J"),
            Reading::number("momentum", balls.iter().map(Ball::momentum).sum::<DVec2>().length(), "kg·m/s"),
            Reading::number("balls potted", self.potted as f64, ""),
        ]
    }

    fn draw(&self, sketch: &mut Sketch) {
        figure::draw(self, sketch);
    }
}

#[cfg(test)]
mod tests {
    use super::table::HALF;
    use super::*;

    #[test]
    fn the_foretold_way_is_the_way() {
        for (layout, aim, height) in [(0, 1.0, 0.0), (1, 0.0, -0.3), (3, 4.0, 0.4), (4, 0.0, 0.0)] {
            let mut lab = Billiards::new();
            lab.set("Layout", Value::Choice(layout)).unwrap();
            lab.set("Aim", Value::Number(aim)).unwrap();
            lab.set("Height", Value::Number(height)).unwrap();
            let foretold = lab.foretold.clone().unwrap();
            lab.set("Shoot", Value::Act).unwrap();
            (0..FORETOLD).for_each(|_| lab.table.advance(SAMPLE, |_| ()));
            for (ball, way) in &foretold.ways {
                assert_eq!(way.last(), Some(&lab.table.balls[*ball].position), "layout {layout}, ball {ball}");
            }
            assert!(!foretold.ways.is_empty() && foretold.first.is_some());
        }
    }

    #[test]
    fn bearings_are_those_of_the_platform() {
        for degrees in -180..=180 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let found = bearing(DVec2::new(cos, sin) * 3.0);
            let difference = (found - f64::from(degrees)).abs();
            assert!(difference.min(360.0 - difference) < 1e-4, "{degrees}: {found}");
        }
    }

    #[test]
    fn the_cut_shows_a_right_angle_and_the_printed_formula_shows_lost_momentum() {
        let value = |lab: &Billiards, name| lab.readings().into_iter().find(|r| r.name == name).unwrap().value;
        for (layout, as_printed) in [(1, false), (1, true), (3, false), (3, true)] {
            let mut lab = Billiards::new();
            lab.set("Layout", Value::Choice(layout)).unwrap();
            lab.set("As printed", Value::Flag(as_printed)).unwrap();
            lab.set("Shoot", Value::Act).unwrap();
            (0..120).for_each(|_| lab.step(1.0 / 120.0));
            let error = value(&lab, "momentum that came from nowhere");
            assert_eq!(error > 1e-3, layout == 3 && as_printed, "layout {layout}: {error}");
            if layout == 1 {
                let angle = value(&lab, "angle after the last impact");
                assert!((angle - 90.0).abs() < 0.05, "{angle}");
                assert!((value(&lab, "cut angle") - 30.0).abs() < 0.05);
            }
        }
    }

    #[test]
    fn a_potted_cue_ball_comes_back_and_a_stroke_waits_for_rest() {
        let mut lab = Billiards::new();
        lab.set("Layout", Value::Choice(2)).unwrap();
        lab.drag("cue ball", on_ground(glam::Vec2::new(-1.0, 0.4)));
        lab.drag("aim and strength", on_ground((HALF * DVec2::new(-1.0, 1.0)).as_vec2()));
        lab.set("Strength", Value::Number(1.0)).unwrap();
        lab.set("Shoot", Value::Act).unwrap();
        assert!(lab.set("Shoot", Value::Act).is_err());
        (0..600).for_each(|_| lab.step(1.0 / 120.0));
        assert!(lab.can_shoot(), "{:?}", lab.cue());
        assert!(lab.cue().position.distance(DVec2::new(-SPOT.x, 0.0)) < 1e-9);
    }

    #[test]
    fn a_ball_is_never_dragged_into_another_or_off_the_table() {
        let mut lab = Billiards::new();
        lab.set("Layout", Value::Choice(2)).unwrap();
        let before = lab.cue().position;
        for to in [(0.03, 0.0), (1.26, 0.0), (5.0, 5.0), (1.25, 0.62)] {
            lab.drag("cue ball", on_ground(glam::Vec2::from(to)));
            assert_eq!(lab.cue().position, before, "{to:?}");
        }
        lab.drag("cue ball", on_ground(glam::Vec2::new(-0.5, 0.2)));
        assert_ne!(lab.cue().position, before);
    }
}
