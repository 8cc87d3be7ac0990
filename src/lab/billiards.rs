//! Laboratory 4: billiards, the line of centres, spin, cloth, cushions and pockets.

mod ball;
mod figure;
mod impact;
mod properties;
mod table;

use super::numbers::decimal;
use super::property;
use super::{
    Drag, Experiment, Handle, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch, Typed, from_ground,
    on_ground,
};
use crate::language::word;
use crate::math::sin_cos_f64;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use ball::{Ball, Cloth, RADIUS};
use glam::{DVec2, Vec3};
use impact::{BallBounce, BallImpact, Printed, along_centers, along_centers_as_printed};
use properties::PROPERTIES;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::Table;

/// For the gallery.
pub const LABORATORY: Laboratory = Laboratory {
    id: "billiards",
    topic: Topic::Impacts,
    title: "Billiards",
    about: "Aim, spin and shoot: each impact shows its line of centres, and equal balls part at a right angle",
    explanation: "When two balls meet, the push between them acts along the line of centres and nowhere else. So split \
        each velocity in two: the part across the line stays as it is, the parts along the line change as in a head-on \
        impact. Equal masses swap them at e = 1, which is why a ball hit off centre and the ball that hit it part at a \
        right angle. Momentum is kept whatever the masses; energy only at e = 1. Between impacts the cloth rules: a \
        struck ball slides first, friction trades speed for spin until the point that touches the cloth stands still, and \
        from then on it rolls, with five sevenths of its speed if it had no spin. Strike above the middle and it follows \
        through, below and it comes back, beside and it leaves the cushion at another angle. The first stroke makes \
        itself; whatever you aim or move before is yours. The printed formulas cross the masses, and the printed program \
        never asks whether two balls approach: put two that part while they overlap on the table and it holds them \
        together.",
    start: || Box::new(Billiards::new()),
    camera: SceneCamera::plan(Vec3::new(0.0, 0.0, 0.06), 2.45),
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
const LAYOUTS: &[&str] = &["the break", "a cut", "head on", "two masses", "a row", "two that part"];
/// The first stroke makes itself after so long (s).
const PATIENCE: f64 = 1.5;

/// Where balls would go if the stroke were made now.
#[derive(Debug)]
struct Foretold {
    /// Ball and way, of all that move.
    paths: Vec<(usize, Vec<DVec2>)>,
    /// The first impact.
    first: Option<BallImpact>,
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
    impacts: VecDeque<BallImpact>,
    /// Kept for the panel when it is no longer drawn.
    latest: Option<BallImpact>,
    /// While all balls rest.
    foretold: Option<Arc<Foretold>>,
    potted: usize,
    /// Whether the first stroke makes itself, and how long it has waited (s).
    starts: bool,
    waited: f64,
}

hash_fields!(Billiards { table, layout, aim, strength, side, height, impacts, latest, potted, starts, waited }
    derived { foretold });

impl Billiards {
    fn new() -> Self {
        // Coefficients as they are measured on pool tables, so that a stroke goes about as far as one expects.
        let table = Table {
            balls: vec![],
            cloth: Cloth { sliding: 0.2, rolling: 0.01, spinning: 10.0 },
            ball_bounce: BallBounce { restitution: 0.95, friction: 0.05 },
            cushion_bounce: BallBounce { restitution: 0.85, friction: 0.15 },
            printed: Printed::Nothing,
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
            starts: true,
            waited: 0.0,
        };
        new.set_up(0);
        new
    }

    /// Puts the balls of a layout on the table. The cut is made with perfect balls, so that its right angle is one.
    fn set_up(&mut self, layout: usize) {
        let (cue, object) = (|x, mass| Ball::at(DVec2::new(x, 0.0), mass), |p| Ball::at(p, MASS));
        let perfect = BallBounce { restitution: 1.0, friction: 0.0 };
        let ordinary = BallBounce { restitution: 0.95, friction: 0.05 };
        let contact = 2.0 * RADIUS;
        self.layout = layout;
        self.table.ball_bounce = if matches!(layout, 1 | 4 | 5) { perfect } else { ordinary };
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
            5 => {
                // They overlap by a tenth of their width, as two balls do that were found late, and part.
                let ball = |side: f64| {
                    let place = DVec2::new(0.45 * side * contact, 0.0);
                    Ball { velocity: DVec2::new(0.2 * side, 0.0), ..object(place) }
                };
                (vec![ball(-1.0), ball(1.0)], DVec2::X, 1.5)
            }
            _ => {
                let row = (0..5).map(|i| object(DVec2::new((contact + 1e-3) * f64::from(i), 0.0)));
                (std::iter::once(cue(-0.4, MASS)).chain(row).collect(), DVec2::X, 2.0)
            }
        };
        self.impacts.clear();
        (self.latest, self.potted) = (None, 0);
        self.foretell();
    }

    /// The impact that numbers are given of: the latest, or before any the first that is foretold.
    fn shown(&self) -> Option<BallImpact> {
        self.latest.or_else(|| self.foretold.as_ref()?.first)
    }

    /// The velocities that should be after an impact (m/s): what parts is left alone.
    fn right_after(&self, impact: &BallImpact) -> [DVec2; 2] {
        let ([[v1, v2], _], [m1, m2]) = (impact.along(), impact.masses);
        if v1 <= v2 {
            return impact.before;
        }
        let (w1, w2) = along_centers(m1, m2, v1, v2, self.table.ball_bounce.restitution);
        impact.with_along([w1, w2])
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
        (self.foretold, self.starts) = (None, false);
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
        // The stroke is made on the copy as it would be on the table.
        table.balls[0] = table.balls[0].struck(self.strength * self.aim, self.side, self.height);
        let mut first = None;
        let mut paths: Vec<(usize, Vec<DVec2>)> =
            table.balls.iter().enumerate().map(|(i, b)| (i, vec![b.position])).collect();
        for _ in 0..FORETOLD {
            table.advance(SAMPLE, |impact| {
                first = first.or(Some(impact));
                // Impacts are corners of the ways: between them a sample now and then is enough.
                for (ball, center) in impact.balls.into_iter().zip(impact.centers) {
                    paths[ball].1.push(center);
                }
            });
            for ((_, path), ball) in paths.iter_mut().zip(&table.balls) {
                // A ball that rests adds nothing to its way.
                if path.last() != Some(&ball.position) {
                    path.push(ball.position);
                }
            }
            if table.at_rest() {
                break;
            }
        }
        paths.retain(|(_, path)| path.len() > 1);
        self.foretold = Some(Arc::new(Foretold { paths, first }));
    }

    /// Puts the cue ball back when it was potted and all rest.
    fn replace_cue_ball(&mut self) {
        let free = |place: &DVec2| self.table.is_free(0, *place);
        // From the spot to either side in turn, a radius farther every second time, until a place is free.
        let step = |i: i32| {
            DVec2::new(-SPOT.x, 0.0) + DVec2::new(0.0, RADIUS) * f64::from(if i % 2 == 0 { i / 2 } else { -i / 2 - 1 })
        };
        if let Some(place) = (0..40).map(step).find(free) {
            self.table.balls[0] = Ball::at(place, self.cue().mass);
        }
    }

    /// Puts the balls of the layout back; what was set stays.
    fn set_up_again(&mut self) {
        // A layout brings mass, bounce and stroke of its own: those set by hand are put back over them.
        let (mass, bounce) = (self.cue().mass, self.table.ball_bounce);
        let (aim, strength, side, height) = (self.aim, self.strength, self.side, self.height);
        self.set_up(self.layout);
        (self.table.balls[0].mass, self.table.ball_bounce) = (mass, bounce);
        (self.aim, self.strength, self.side, self.height) = (aim, strength, side, height);
    }

    /// Who prepares a stroke makes it: it does not make itself.
    fn prepare(&mut self) -> &mut Self {
        self.starts = false;
        self
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
    // Adding the tangent of what is left leaves a third of its cube: from within 45° six rounds are exact.
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
        // What was shown of an impact fades with its age.
        for impact in &mut self.impacts {
            impact.age += dt;
        }
        self.impacts.retain(|impact| impact.age < SHOWN);
        // It plays by itself until somebody takes the cue.
        if self.starts && self.can_shoot() {
            self.waited += dt;
            if self.waited >= PATIENCE {
                // It can be made: all balls rest.
                let _ = self.shoot();
            }
        }
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
            // A potted cue ball comes back to its place, as the rules have it, once the others rest.
            if self.cue().potted {
                self.replace_cue_ball();
            }
            // Foretold once for each arrangement and aim: it takes as long as the stroke itself.
            if !was_at_rest || self.foretold.is_none() {
                self.foretell();
            }
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)?;
        self.foretell();
        Ok(())
    }

    fn handles(&self) -> Vec<Handle> {
        if !self.can_shoot() {
            return vec![];
        }
        let at = |name: String, p: DVec2, typed| Handle {
            name,
            position: on_ground(p.as_vec2()) + RADIUS as f32 * Vec3::Y,
            drag: Drag::Plane(Vec3::Y),
            typed,
        };
        // Within the table's own size: the greatest coordinate that can be typed.
        let on_table = Typed::Place(2.0 * SPOT.x as f32);
        // The end of the cue tells aim by its direction and strength by how far it is drawn back.
        let end_of_cue = self.cue().position + (2.0 * RADIUS + PULL * self.strength) * self.aim;
        let mut handles = vec![
            at("aim and strength".into(), end_of_cue, Typed::Parameters),
            at("cue ball".into(), self.cue().position, on_table),
        ];
        // Few enough to be moved one by one.
        if self.table.balls.len() <= 6 {
            let object = |(i, b): (usize, &Ball)| at(format!("ball {i}"), b.position, on_table);
            handles.extend(self.table.balls.iter().enumerate().skip(1).filter(|(_, b)| !b.potted).map(object));
        }
        handles
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        self.starts = false;
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
        let mut lines = vec![
            word("along the line of centres; across it nothing changes:").into(),
            "v₁' = (m₁v₁ + m₂v₂ + m₂e(v₂ − v₁)) / (m₁ + m₂)".to_owned(),
            "v₂' = (m₁v₁ + m₂v₂ + m₁e(v₁ − v₂)) / (m₁ + m₂)".into(),
        ];
        let Some(impact) = self.shown() else {
            lines.push(word("no impact yet").into());
            return lines;
        };
        if self.latest.is_none() {
            lines.push(word("the impact that is foretold:").into());
        }
        let ([[v1, v2], [w1, w2]], [mass1, mass2]) = (impact.along(), impact.masses);
        let e = self.table.ball_bounce.restitution;
        let right = along_centers(mass1, mass2, v1, v2, e);
        let [m1, m2, e, sum] = [mass1, mass2, e, mass1 + mass2].map(|x| decimal(x, 2));
        let [v1_text, v2_text, r1, r2] = [v1, v2, right.0, right.1].map(|x| decimal(x, 3));
        // The right values stand beside what is printed. Two that part have no impact: only a program without a test
        // for it computes one.
        if v1 > v2 {
            lines.push(format!(
                "v₁' = ({m1}·{v1_text} + {m2}·{v2_text} + {m2}·{e}·({v2_text} − {v1_text})) / {sum} = {r1} m/s"
            ));
            lines.push(format!(
                "v₂' = ({m1}·{v1_text} + {m2}·{v2_text} + {m1}·{e}·({v1_text} − {v2_text})) / {sum} = {r2} m/s"
            ));
        }
        match self.table.printed {
            Printed::Nothing => {}
            Printed::CrossedMasses => {
                let (p1, p2) = along_centers_as_printed(mass1, mass2, v1, v2);
                let [p1, p2] = [p1, p2].map(|x| decimal(x, 3));
                let first = format!("v₁' = (2·{m1}·{v2_text} + {v1_text}·({m1} − {m2})) / {sum} = {p1} m/s");
                let second = format!("v₂' = (2·{m2}·{v1_text} + {v2_text}·({m1} − {m2})) / {sum} = {p2} m/s");
                lines.extend([say!("as printed: {}", first), say!("as printed: {}", second)]);
            }
            Printed::NoApproachTest => {
                let [w1, w2] = [w1, w2].map(|x| decimal(x, 3));
                lines.push(say!("as printed: {}", format!("v₁' = v₂ = {w1} m/s, v₂' = v₁ = {w2} m/s")));
                if v1 < v2 {
                    lines.push(say!("v₁ − v₂ = {} < 0: they part, and nothing is to be done", decimal(v1 - v2, 3)));
                }
            }
        }
        // Along the line of centres alone: across it nothing changes, so nothing can be lost.
        let momentum = |v: f64, w: f64| decimal(mass1 * v + mass2 * w, 4);
        lines.push(say!("m₁v₁ + m₂v₂ = {} before, {} kg·m/s after", momentum(v1, v2), momentum(w1, w2)));
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let of = |part: fn(&BallImpact) -> f64| self.shown().as_ref().map_or(0.0, part);
        let balls = &self.table.balls;
        vec![
            Reading::number("angle after the impact", of(|i| i.angle().unwrap_or(0.0)), "°"),
            Reading::number("cut angle", of(BallImpact::cut), "°"),
            Reading::number("momentum gained or lost", of(BallImpact::momentum_gained), "kg·m/s"),
            Reading::number("energy kept at the impact", of(BallImpact::energy_kept), ""),
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
    fn balls_go_the_path_that_was_foretold() {
        for (layout, aim, height) in [(0, 1.0, 0.0), (1, 0.0, -0.3), (3, 4.0, 0.4), (4, 0.0, 0.0)] {
            let mut lab = Billiards::new();
            lab.set("Layout", ParameterValue::Choice(layout)).unwrap();
            lab.set("Aim", ParameterValue::Number(aim)).unwrap();
            lab.set("Height", ParameterValue::Number(height)).unwrap();
            let foretold = lab.foretold.clone().unwrap();
            lab.set("Shoot", ParameterValue::Act).unwrap();
            (0..FORETOLD).for_each(|_| lab.table.advance(SAMPLE, |_| ()));
            for (ball, path) in &foretold.paths {
                assert_eq!(path.last(), Some(&lab.table.balls[*ball].position), "layout {layout}, ball {ball}");
            }
            assert!(!foretold.paths.is_empty() && foretold.first.is_some());
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
            lab.set("Layout", ParameterValue::Choice(layout)).unwrap();
            lab.set("As printed", ParameterValue::Choice(usize::from(as_printed))).unwrap();
            lab.set("Shoot", ParameterValue::Act).unwrap();
            (0..120).for_each(|_| lab.step(1.0 / 120.0));
            let gained = value(&lab, "momentum gained or lost");
            assert_eq!(gained.abs() > 1e-3, layout == 3 && as_printed, "layout {layout}: {gained}");
            // Twice the mass at 2 m/s into one at rest: (m1(m1 − m2) + 2·m2·m2)/(m1 + m2)·v1 after, m1·v1 before.
            assert!(layout != 3 || !as_printed || gained < 0.0, "lost, not gained: {gained}");
            if layout == 1 {
                let angle = value(&lab, "angle after the impact");
                assert!((angle - 90.0).abs() < 0.05, "{angle}");
                assert!((value(&lab, "cut angle") - 30.0).abs() < 0.05);
            }
        }
    }

    #[test]
    fn the_first_stroke_makes_itself_unless_a_hand_takes_the_cue() {
        let mut lab = Billiards::new();
        let readings = lab.readings();
        assert!(readings.iter().any(|r| r.value != 0.0), "before it the foretold impact is told: {readings:?}");
        (0..190).for_each(|_| lab.step(1.0 / 120.0));
        assert!(!lab.can_shoot() && lab.cue().velocity.length() > 1.0);
        for touch in [
            ("Aim", ParameterValue::Number(3.0)),
            ("Layout", ParameterValue::Choice(2)),
            ("Set up again", ParameterValue::Act),
        ] {
            let mut lab = Billiards::new();
            lab.set(touch.0, touch.1).unwrap();
            (0..600).for_each(|_| lab.step(1.0 / 120.0));
            assert!(lab.can_shoot(), "{touch:?}");
        }
        let mut lab = Billiards::new();
        lab.drag("cue ball", on_ground(glam::Vec2::new(-0.5, 0.2)));
        (0..600).for_each(|_| lab.step(1.0 / 120.0));
        assert!(lab.can_shoot());
    }

    #[test]
    fn two_that_part_are_left_alone_and_held_together_as_printed() {
        for (printed, apart) in [(0, true), (2, false)] {
            let mut lab = Billiards::new();
            lab.set("Layout", ParameterValue::Choice(5)).unwrap();
            lab.set("As printed", ParameterValue::Choice(printed)).unwrap();
            (0..60).for_each(|_| lab.step(1.0 / 120.0));
            let [a, b] = [0, 1].map(|i| lab.table.balls[i].position);
            assert_eq!(a.distance(b) > 2.0 * RADIUS, apart, "{a} {b}");
            assert_eq!(lab.latest.is_none(), apart);
        }
    }

    #[test]
    fn both_formulas_give_numbers_for_both_balls() {
        for (printed, count) in [(0, 2), (1, 4), (2, 3)] {
            let mut lab = Billiards::new();
            lab.set("Layout", ParameterValue::Choice(3)).unwrap();
            lab.set("As printed", ParameterValue::Choice(printed)).unwrap();
            let lines = lab.formula();
            let found = lines.iter().filter(|line| line.contains(" m/s") && line.contains("' = ")).count();
            assert_eq!(found, count, "{lines:#?}");
        }
    }

    #[test]
    fn the_formula_says_what_the_arrows_show_and_nothing_of_balls_that_part() {
        for printed in 0..3 {
            let mut lab = Billiards::new();
            lab.set("Layout", ParameterValue::Choice(3)).unwrap();
            lab.set("As printed", ParameterValue::Choice(printed)).unwrap();
            lab.table.ball_bounce.restitution = 0.5;
            lab.foretell();
            let (lines, impact) = (lab.formula(), lab.shown().unwrap());
            for after in lab.right_after(&impact) {
                let end = format!("= {} m/s", decimal(after.dot(impact.normal), 3));
                assert!(lines.iter().any(|line| line.ends_with(&end)), "{printed}: {end} in {lines:#?}");
            }
        }
        let mut lab = Billiards::new();
        lab.set("Layout", ParameterValue::Choice(5)).unwrap();
        lab.set("As printed", ParameterValue::Choice(2)).unwrap();
        // As printed they are thrown together and apart in turn: each kind of impact has its own lines.
        let mut seen = [false; 2];
        for _ in 0..60 {
            lab.step(1.0 / 120.0);
            let lines = lab.formula();
            let parts = lines.iter().any(|line| line.contains("they part"));
            let computes = lines.iter().any(|line| line.starts_with("v₁' = (") && line.ends_with("m/s"));
            assert!(lab.shown().is_none() || parts != computes, "{lines:#?}");
            seen[usize::from(parts)] |= lab.shown().is_some();
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn a_potted_cue_ball_comes_back_and_a_stroke_waits_for_rest() {
        let mut lab = Billiards::new();
        lab.set("Layout", ParameterValue::Choice(2)).unwrap();
        lab.drag("cue ball", on_ground(glam::Vec2::new(-1.0, 0.4)));
        lab.drag("aim and strength", on_ground((HALF * DVec2::new(-1.0, 1.0)).as_vec2()));
        lab.set("Strength", ParameterValue::Number(1.0)).unwrap();
        lab.set("Shoot", ParameterValue::Act).unwrap();
        assert!(lab.set("Shoot", ParameterValue::Act).is_err());
        (0..600).for_each(|_| lab.step(1.0 / 120.0));
        assert!(lab.can_shoot(), "{:?}", lab.cue());
        assert!(lab.cue().position.distance(DVec2::new(-SPOT.x, 0.0)) < 1e-9);
    }

    #[test]
    fn a_ball_is_never_dragged_into_another_or_off_the_table() {
        let mut lab = Billiards::new();
        lab.set("Layout", ParameterValue::Choice(2)).unwrap();
        let before = lab.cue().position;
        for to in [(0.03, 0.0), (1.26, 0.0), (5.0, 5.0), (1.25, 0.62)] {
            lab.drag("cue ball", on_ground(glam::Vec2::from(to)));
            assert_eq!(lab.cue().position, before, "{to:?}");
        }
        lab.drag("cue ball", on_ground(glam::Vec2::new(-0.5, 0.2)));
        assert_ne!(lab.cue().position, before);
    }
}
