//! What rotation about a line is good for: spirals, turning while moving, random turns; and how matrices drift.

use super::seven::{TurnLine, quaternion, rodrigues};
use super::{REACH, figure};
use crate::lab::numbers::decimal;
use crate::lab::property::{self, Act, LabProperty};
use crate::lab::{
    Drag, Experiment, Handle, HashState, Ink, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch,
    StateHash, Typed,
};
use crate::language::word;
use crate::math::splitmix64;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use glam::{DMat4, DQuat, DVec3, Mat3, Quat, Vec3};
use std::f64::consts::TAU;

/// The laboratory of what turns can do.
pub const LABORATORY: Laboratory = Laboratory {
    id: "spiral",
    topic: Topic::Turning,
    title: "Spirals and tumbles",
    about: "Turn and advance along the axis, turn while moving, turn at random.",
    explanation: "One rotation about a line, made again and again, gives more than a circle. Advance a little along the \
        axis with each turn and the path is a spiral, like the thread of a screw. Let the axis itself move and the path \
        is that of a point on a wheel: loops when it turns fast, waves when it turns slowly, and cusps, where it stands \
        still for a moment, when the axis moves by one circumference a turn. Or turn about a new random axis each time. \
        Each step multiplies one more small rotation onto a matrix, and rounding adds up: the columns are no longer \
        orthonormal, unless they are made so again. A unit quaternion only has to be kept at length one.",
    start: || Box::new(Effects::default()),
    camera: SceneCamera {
        target: Vec3::new(0.0, 1.4, 0.0),
        distance: 8.5,
        yaw_deg: 25.0,
        pitch_deg: 18.0,
        orthographic: false,
    },
    hz: 60.0,
};

/// How far the letter travels before it starts anew, or for a turn where that is more (m); the advance of a letter that
/// is near the axis (m a turn).
const TRAVEL: f64 = 8.0;

/// The advance is never more than this (m a turn): one circumference of a letter as far from an axis as handles can be
/// dragged, 2π · 174 m, rounded up.
const MOST_ADVANCE: f32 = 1200.0;

/// What the turn is combined with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing: a circle.
    Turn,
    /// An advance along the axis.
    Spiral,
    /// An axis that moves sideways.
    Moving,
    /// A new axis each time.
    Random,
}

const EFFECTS: [Effect; 4] = [Effect::Turn, Effect::Spiral, Effect::Moving, Effect::Random];

/// A sequence of numbers that look random, the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LabDice(u64);

impl LabDice {
    /// Evenly spread over −1…1.
    fn roll(&mut self) -> f64 {
        // The upper 53 bits, as many as an f64 holds exactly, over 2⁵², less 1.
        (splitmix64(&mut self.0) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A rotation, none likelier than another: a random point of the ball in four dimensions, put on its surface.
    fn rotation(&mut self) -> DQuat {
        loop {
            let q = DQuat::from_xyzw(self.roll(), self.roll(), self.roll(), self.roll());
            let square = q.length_squared();
            // Points outside the ball would make diagonals likelier; very short ones lose digits.
            if (0.01..=1.0).contains(&square) {
                return q.normalize();
            }
        }
    }
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
struct Effects {
    effect: Effect,
    /// Two points of the axis (m).
    ends: [Vec3; 2],
    /// The foot of the letter (m).
    foot: Vec3,
    /// Degrees a second.
    rate_deg: f32,
    /// Along the axis or sideways (m a turn).
    advance: f32,
    orthonormal: bool,
    /// Turned so far (rad).
    turned: f64,
    /// Advanced so far (m).
    advanced: f64,
    /// The same turn as one small matrix a step, multiplied together in single precision.
    chain: Mat3,
    dice: LabDice,
    tumble: RandomTurn,
}

/// A turn from one random rotation to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RandomTurn {
    from: DQuat,
    to: DQuat,
    /// How much of it is done, 0…1.
    share: f64,
}

hash_fields!(RandomTurn { from, to, share });

impl HashState for LabDice {
    fn feed(&self, hash: &mut StateHash) {
        self.0.feed(hash);
    }
}

hash_variant!(Effect);
hash_fields!(Effects { effect, ends, foot, rate_deg, advance, orthonormal, turned, advanced, chain, dice, tumble });

impl Default for Effects {
    fn default() -> Self {
        Self {
            effect: Effect::Spiral,
            ends: [Vec3::new(-3.0, 1.6, 0.0), Vec3::new(3.0, 1.6, 0.0)],
            foot: Vec3::new(-3.0, 0.0, 0.8),
            rate_deg: 120.0,
            advance: 1.6,
            orthonormal: false,
            turned: 0.0,
            advanced: 0.0,
            chain: Mat3::IDENTITY,
            dice: LabDice(1),
            tumble: RandomTurn { from: DQuat::IDENTITY, to: DQuat::IDENTITY, share: 1.0 },
        }
    }
}

/// The matrix with its columns made units and square to each other, one after the other (Gram and Schmidt): the first
/// keeps its direction, the others give way to it.
fn orthonormalized(m: Mat3) -> Mat3 {
    let x = m.x_axis.normalize();
    let y = (m.y_axis - x * x.dot(m.y_axis)).normalize();
    Mat3::from_cols(x, y, x.cross(y))
}

/// How far the columns are from units square to each other: the greatest entry of `MᵀM − 1`.
fn drift(m: &Mat3) -> f64 {
    let m = m.as_dmat3();
    let square = m.transpose() * m - glam::DMat3::IDENTITY;
    square.to_cols_array().into_iter().fold(0.0, |most, x| most.max(x.abs()))
}

impl Effects {
    fn line(&self) -> Option<TurnLine> {
        TurnLine::through(self.ends[0].as_dvec3(), self.ends[1].as_dvec3())
    }

    /// The direction of the advance, a unit vector.
    fn heading(&self, line: &TurnLine) -> DVec3 {
        match self.effect {
            // Level and square to the axis; where the axis is upright any level direction is.
            Effect::Moving => line.direction.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X),
            _ => line.direction,
        }
    }

    /// Where a point of the letter is when it has turned by `turned` (rad) and advanced by `advanced` (m).
    fn carry(&self, line: &TurnLine, turned: f64, advanced: f64, p: DVec3) -> DVec3 {
        // Whole turns change nothing, and sines of large angles lose digits.
        rodrigues(line, turned % TAU, p) + self.heading(line) * advanced
    }

    /// The motion of the letter.
    fn motion(&self, line: &TurnLine, turned: f64, advanced: f64) -> DMat4 {
        let foot = self.carry(line, turned, advanced, self.foot.as_dvec3());
        DMat4::from_rotation_translation(quaternion(line, turned % TAU), foot)
    }

    /// The random turn as it is now.
    fn tumbled(&self) -> DQuat {
        let RandomTurn { from, to, share } = self.tumble;
        // Slow at both ends.
        from.lerp(to, share * share * (3.0 - 2.0 * share))
    }

    /// How far the point that leaves the trail is from the axis (m).
    fn radius(&self, line: &TurnLine) -> f64 {
        let p = self.marked();
        p.distance(line.foot(p))
    }

    /// How far it may go in one turn (m): as far as a wheel of this radius rolls.
    fn most_advance(&self) -> f32 {
        let around = self.line().map_or(0.0, |line| TAU * self.radius(&line));
        around.max(TRAVEL) as f32
    }

    /// The point that leaves the trail: the head of the letter, as it stands at first (m).
    fn marked(&self) -> DVec3 {
        self.foot.as_dvec3() + DVec3::Y * 1.45
    }

    /// Advance per turn with the effect that is on (m).
    fn per_turn(&self) -> f64 {
        match self.effect {
            Effect::Spiral | Effect::Moving => f64::from(self.advance),
            Effect::Turn | Effect::Random => 0.0,
        }
    }

    fn restart(&mut self) {
        let Self { turned, advanced, chain, dice, tumble, .. } = Self::default();
        (self.turned, self.advanced, self.chain) = (turned, advanced, chain);
        (self.dice, self.tumble) = (dice, tumble);
    }

    fn draw_trail(&self, sketch: &mut Sketch<'_>, line: &TurnLine) {
        let per_radian = self.per_turn() / TAU;
        // Back to where it started, but no more than three turns.
        let back = if per_radian > 1e-6 { (self.advanced / per_radian).min(3.0 * TAU) } else { TAU };
        let sense = f64::from(self.rate_deg.signum());
        let before = |angle: f64| (self.turned - sense * angle, self.advanced - per_radian * angle);
        // Twelve points a radian look round.
        let count = (back * 12.0).ceil().clamp(1.0, 240.0);
        let at = |i: f64| {
            let (turned, advanced) = before(back * i / count);
            self.carry(line, turned, advanced, self.marked()).as_vec3()
        };
        let trail: Vec<Vec3> = (0..=count as usize).map(|i| at(i as f64)).collect();
        sketch.path(&trail, false, Ink::Outcome, 2.5);
        // Where the body was: six ghosts a turn.
        for sixth in 1..=(back / (TAU / 6.0)) as usize {
            let (turned, advanced) = before(sixth as f64 * TAU / 6.0);
            figure::solid(sketch, &self.motion(line, turned, advanced), Ink::Third, 0.12);
        }
    }

    fn draw_turning(&self, sketch: &mut Sketch<'_>, line: &TurnLine) {
        self.draw_trail(sketch, line);
        // The axis itself moves only in that effect; in the spiral the body moves along it.
        let moved = match self.effect {
            Effect::Moving => (self.heading(line) * self.advanced).as_vec3(),
            _ => Vec3::ZERO,
        };
        let [a, b] = self.ends.map(|end| end + moved);
        let along = line.direction.as_vec3() * 2.0;
        if self.effect == Effect::Moving {
            // Where the handles are: the axis is dragged by its start.
            sketch.dashes(self.ends[0], self.ends[1], 0.15, Ink::Faint);
            sketch.words(self.ends[0], word("start of the axis"), Ink::Faint);
        }
        sketch.line(a - along, b + along, Ink::First, 1.5);
        sketch.arrow(a, b - a, Ink::First);
        sketch.words(b, word("axis"), Ink::First);
        // Turned and advanced in one motion, not one after the other: that makes it a screw.
        let head = self.carry(line, self.turned, self.advanced, self.marked());
        let still = TurnLine { point: line.point + moved.as_dvec3(), ..*line };
        sketch.dashes(still.foot(head).as_vec3(), head.as_vec3(), 0.15, Ink::Faint);
        figure::solid(sketch, &self.motion(line, self.turned, self.advanced), Ink::Third, 1.0);
        if self.per_turn() > 0.0 {
            sketch.named_arrow(still.foot(head).as_vec3(), self.heading(line).as_vec3(), Ink::Second, word("advance"));
        }
    }

    fn draw_tumble(&self, sketch: &mut Sketch<'_>) {
        let RandomTurn { from, to, .. } = self.tumble;
        let middle = self.ends[0].midpoint(self.ends[1]).as_dvec3();
        let motion = |q: DQuat| DMat4::from_rotation_translation(q, middle + q * (DVec3::Y * -0.8));
        for end in [from, to] {
            figure::solid(sketch, &motion(end), Ink::Third, 0.15);
        }
        figure::solid(sketch, &motion(self.tumbled()), Ink::Third, 1.0);
        // From any rotation to any other a single turn leads: its axis is drawn.
        let between = to * from.conjugate();
        if let Some(axis) = between.xyz().try_normalize() {
            let axis = axis.as_vec3();
            let middle = middle.as_vec3();
            sketch.line(middle - axis * 2.0, middle + axis * 2.0, Ink::First, 1.5);
            sketch.named_arrow(middle, axis * 1.8, Ink::First, word("axis of this turn"));
        }
    }
}

const EFFECT_NAMES: &[&str] = &["turn", "spiral: advance along the axis", "turn while the axis moves", "random turns"];

/// All that can be set.
const PROPERTIES: &[LabProperty<Effects>] = &[
    LabProperty::choice(
        ("Effect", "What the turn is combined with."),
        EFFECT_NAMES,
        |lab| lab.effect as usize,
        |lab, i| {
            lab.effect = EFFECTS[i];
            lab.restart();
        },
    ),
    LabProperty::number(
        ("Rate", "How fast it turns."),
        -720.0..=720.0,
        "°/s",
        |lab| lab.rate_deg,
        |lab, x| lab.rate_deg = x,
    ),
    LabProperty::number(
        ("Advance", "How far it goes in one turn."),
        0.0..=MOST_ADVANCE,
        "m",
        |lab: &Effects| lab.advance,
        |lab, x| lab.advance = x,
    )
    .up_to(Effects::most_advance),
    LabProperty::preset(
        (
            "One circumference a turn",
            "Moves the axis sideways by 2πr a turn: a wheel that rolls, on which the marked head stands still once a turn.",
        ),
        Act::OrRefused(|lab| {
            let line = lab.line().ok_or_else(|| Refused("there is no axis".into()))?;
            lab.advance = (TAU * lab.radius(&line)) as f32;
            lab.effect = Effect::Moving;
            Ok(())
        }),
    ),
    LabProperty::flag(
        (
            "Orthonormalize",
            "Makes the columns of the multiplied matrix units and square to each other after each step.",
        ),
        |lab| lab.orthonormal,
        |lab, on| lab.orthonormal = on,
    ),
    LabProperty::action(("From the beginning", "Starts the motion anew."), Act::Always(Effects::restart)),
];

impl Experiment for Effects {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        if self.effect == Effect::Random {
            // As fast as the rate makes half a turn.
            self.tumble.share += f64::from(dt * self.rate_deg.abs() / 180.0);
            if self.tumble.share >= 1.0 {
                self.tumble = RandomTurn { from: self.tumble.to, to: self.dice.rotation(), share: 0.0 };
            }
            return;
        }
        let Some(line) = self.line() else { return };
        // Turn of this step, and of the whole since the start: the first is multiplied on, the second is exact.
        let turn = f64::from(self.rate_deg.to_radians() * dt);
        self.turned += turn;
        self.advanced += turn.abs() * self.per_turn() / TAU;
        if self.advanced > TRAVEL.max(self.per_turn()) {
            self.advanced = 0.0;
        }
        // Single precision on purpose: that the product drifts is what is to be seen.
        let small: Quat = quaternion(&line, turn).as_quat();
        self.chain = Mat3::from_quat(small) * self.chain;
        if self.orthonormal {
            self.chain = orthonormalized(self.chain);
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        if self.effect == Effect::Random {
            return vec![];
        }
        let handle = |name: &str, position| Handle {
            name: name.into(),
            position,
            drag: Drag::Screen,
            typed: Typed::Place(REACH),
        };
        vec![handle("axis start", self.ends[0]), handle("axis end", self.ends[1]), handle("letter", self.foot)]
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = to.clamp(Vec3::splat(-REACH), Vec3::splat(REACH));
        match name {
            "axis start" => self.ends[0] = to,
            "axis end" => self.ends[1] = to,
            "letter" => self.foot = to,
            _ => {}
        }
        self.advance = self.advance.min(self.most_advance());
    }

    fn formula(&self) -> Vec<String> {
        if self.effect == Effect::Random {
            let q = self.tumbled();
            let [x, y, z, w] = q.to_array().map(|v| decimal(v, 3));
            return vec![
                word("q is a random point of the unit ball in four dimensions, put on its surface").into(),
                format!("q = ({x}, {y}, {z}; {w}), |q| = {}", decimal(q.length(), 6)),
            ];
        }
        let Some(line) = self.line() else {
            return vec![word("The two ends are one point: there is no axis.").into()];
        };
        let angle = decimal(self.turned.to_degrees(), 1);
        let radius = self.radius(&line);
        let [r, advance, around] = [radius, self.per_turn(), TAU * radius].map(|v| decimal(v, 3));
        let mut lines = vec![format!("p = o + R(k, A)(p0 − o) + s·h,  A = {angle}°")];
        // The same formula for all three: only the direction and size of the advance differ.
        let direction = match self.effect {
            Effect::Moving => "h is square to the axis k: the axis moves",
            Effect::Spiral => "h = k: forward along the axis",
            Effect::Turn | Effect::Random => "s = 0: a circle",
        };
        lines.push(word(direction).into());
        lines.push(say!("s = {} m, {} m a turn", decimal(self.advanced, 3), advance));
        lines.push(format!("r = {r} m, 2πr = {around} m"));
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let radius = self.line().map_or(f64::NAN, |line| self.radius(&line));
        vec![
            Reading::number("turned", self.turned.to_degrees(), "°"),
            Reading::number("advanced", self.advanced, "m"),
            Reading::number("radius", radius, "m"),
            Reading::number("advance / circumference", self.per_turn() / (TAU * radius), ""),
            Reading::number("drift of the multiplied matrix", drift(&self.chain), ""),
        ]
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        match (self.effect, self.line()) {
            (Effect::Random, _) => self.draw_tumble(sketch),
            (_, Some(line)) => self.draw_turning(sketch, &line),
            (_, None) => sketch.words(self.ends[0], word("two different points make an axis"), Ink::Wrong),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::LabCommand;
    use crate::lab::command::check;

    fn after(mut effects: Effects, seconds: f32) -> Effects {
        (0..(seconds * 60.0) as usize).for_each(|_| effects.step(1.0 / 60.0));
        effects
    }

    /// The head of the letter now (m).
    fn head(effects: &Effects) -> DVec3 {
        let line = effects.line().expect("an axis");
        effects.carry(&line, effects.turned, effects.advanced, effects.marked())
    }

    #[test]
    fn one_turn_of_a_spiral_is_one_advance_further_along_the_axis() {
        // 120 °/s: a turn takes three seconds.
        let effects = after(Effects::default(), 3.0);
        let start = effects.marked();
        assert!((head(&effects) - start - DVec3::X * 1.6).length() < 1e-4, "{}", head(&effects));
        assert!((effects.turned - TAU).abs() < 1e-4, "{}: turns are counted, not forgotten", effects.turned);
        // In between the distance from the axis stays.
        let line = effects.line().expect("an axis");
        let some = after(Effects::default(), 1.3);
        let away = head(&some).distance(line.foot(head(&some)));
        assert!((away - some.radius(&line)).abs() < 1e-9, "{away}");
    }

    #[test]
    fn a_wheel_that_rolls_stands_still_where_it_touches() {
        let mut effects = Effects { effect: Effect::Moving, foot: Vec3::new(-3.0, -0.85, 0.0), ..Effects::default() };
        effects.set("One circumference a turn", ParameterValue::Act).expect("there is an axis");
        let line = effects.line().expect("an axis");
        assert!((effects.radius(&line) - 1.0).abs() < 1e-6);
        // Forward is axis × up: with the head of the letter below the axis a positive turn carries it along forwards,
        // above the axis backwards. So it is at rest above when it turns this way, and twice as fast below.
        let speed = |angle: f64| {
            let at = |turned: f64| effects.carry(&line, turned, turned / TAU * effects.per_turn(), effects.marked());
            (at(angle + 1e-4) - at(angle - 1e-4)).length() / 2e-4
        };
        let (first, opposite) = (speed(0.0), speed(TAU / 2.0));
        let (least, most) = (first.min(opposite), first.max(opposite));
        assert!(least < 1e-3 && (most - 2.0).abs() < 1e-3, "{least} {most}");
    }

    #[test]
    fn a_letter_at_any_distance_from_the_axis_stands_still_once_a_turn() {
        for (ends, foot) in [
            ([Vec3::new(-3.0, 1.6, 0.0), Vec3::new(3.0, 1.6, 0.0)], Vec3::new(-3.0, 0.2, 0.0)),
            (Effects::default().ends, Effects::default().foot),
            ([Vec3::new(-3.0, 1.6, 0.0), Vec3::new(3.0, 1.6, 0.0)], Vec3::new(0.0, -3.0, 1.0)),
            ([Vec3::new(REACH, -REACH, -REACH), Vec3::splat(-REACH)], Vec3::splat(REACH)),
        ] {
            let mut effects = Effects { ends, foot, rate_deg: 90.0, ..Effects::default() };
            effects.set("One circumference a turn", ParameterValue::Act).expect("there is an axis");
            // What the preset sets can be typed as well.
            let typed = LabCommand::Set { name: "Advance".into(), value: ParameterValue::Number(effects.advance) };
            assert_eq!(check(&effects, &typed), Ok(()));
            let radius = effects.radius(&effects.line().expect("an axis"));
            let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
            // A turn takes four seconds: the speeds between the steps of one (m/s).
            let dt = 1.0 / 600.0;
            let mut before = head(&effects);
            for _ in 0..2390 {
                effects.step(dt as f32);
                let now = head(&effects);
                let speed = (now - before).length() / dt;
                (least, most, before) = (least.min(speed), most.max(speed), now);
            }
            let rim = radius * TAU / 4.0;
            assert!(least < 0.01 * rim, "{radius} m: {least} m/s of {rim}");
            assert!((most / (2.0 * rim) - 1.0).abs() < 0.01, "{radius} m: {most} m/s of twice {rim}");
        }
    }

    #[test]
    fn random_rotations_have_no_favourite() {
        let mut dice = LabDice(7);
        let turns: Vec<DQuat> = (0..20_000).map(|_| dice.rotation()).collect();
        // Each axis goes everywhere alike: the mean of its images is zero and their mean square a third.
        for axis in DVec3::AXES {
            let images = turns.iter().map(|q| *q * axis);
            let mean = images.clone().sum::<DVec3>() / 20_000.0;
            let square = images.map(|v| v * v).sum::<DVec3>() / 20_000.0;
            assert!(mean.abs().max_element() < 0.02, "{mean}");
            assert!((square - DVec3::splat(1.0 / 3.0)).abs().max_element() < 0.01, "{square}");
        }
        // The angle's density is (1 − cos A)/π: its mean is π/2 + 2/π.
        let mean = turns.iter().map(|q| 2.0 * q.w.abs().min(1.0).acos()).sum::<f64>() / 20_000.0;
        assert!((mean - (TAU / 4.0 + 4.0 / TAU)).abs() < 0.02, "{mean}");
    }

    #[test]
    fn a_multiplied_matrix_drifts_unless_it_is_made_orthonormal_again() {
        let run = |orthonormal| {
            let mut effects =
                Effects { orthonormal, ends: [Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)], ..Effects::default() };
            (0..100_000).for_each(|_| effects.step(1.0 / 60.0));
            drift(&effects.chain)
        };
        let (loose, kept) = (run(false), run(true));
        erratum!(25, printed: loose <= 1e-5, right: kept < 1e-6);
    }

    #[test]
    fn nothing_breaks_without_an_axis() {
        let mut effects = Effects { ends: [Vec3::ONE; 2], ..Effects::default() };
        effects.step(0.1);
        assert_eq!(effects.turned, 0.0);
        assert!(effects.set("One circumference a turn", ParameterValue::Act).is_err());
        assert!(effects.formula()[0].contains("no axis"));
    }
}
