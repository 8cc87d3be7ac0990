//! The pursuit in formulas and in the picture.

use super::{Aim, Intercept, Pursuit, pursue};
use crate::lab::numbers::{coordinates, decimal, number};
use crate::lab::{Ink, Sketch, from_ground, on_ground};
use crate::language::word;
use crate::say;
use crate::view::Glyph;
use glam::{Quat, Vec3};

impl Pursuit {
    /// The velocity with its numbers, the step, and whether the target is captured.
    pub(super) fn in_formulas(&self) -> Vec<String> {
        // Where it aims at the target itself the letter is q, else a for the place ahead.
        let ahead = !self.aims_at_target();
        let (letter, aim) = (if ahead { "a" } else { "q" }, self.aim());
        let mut lines = vec![if self.aim_once {
            say!("v = s · d,  d = ({0} − p)/|{0} − p| at the start, then kept", letter)
        } else {
            format!("v = s · ({letter} \u{2212} p)/|{letter} \u{2212} p|")
        }];
        lines.extend(self.aim_in_words());
        // What the next step does, with the numbers of this moment.
        let v = self.velocity();
        lines.push(if self.is_captured() {
            word("  = 0: captured, the chaser stays").into()
        } else if v == Vec3::ZERO {
            let why = if ahead {
                "  = no direction: a = p, the chaser stays"
            } else {
                "  = no direction: q = p, the chaser stays"
            };
            word(why).into()
        } else {
            let (speed, v) = (number(self.speed), coordinates(v, self.in_space));
            // Aimed once, the direction is a unit vector already.
            let (toward, distance) = match self.aimed.filter(|_| self.aim_once) {
                Some(direction) => (coordinates(direction, self.in_space), "1".into()),
                None => (coordinates(aim - self.chaser, self.in_space), number(aim.distance(self.chaser))),
            };
            format!("  = {speed} · {toward}/{distance} = {v} m/s")
        });
        // The step is never longer than what is left, which keeps it from running past.
        if !self.is_captured() && !self.aim_once {
            let (reach, left) = (self.speed * self.dt, aim.distance(self.chaser));
            lines.push(say!(
                "step = min(s·dt, |{} − p|) = min({}, {}) = {} m",
                letter,
                number(reach),
                number(left),
                number(reach.min(left))
            ));
        }
        let (sign, state) = if self.is_captured() { ("\u{2264}", "captured") } else { (">", "not yet captured") };
        lines.push(say!(
            "|q − p| = {} {} r = {}: {}",
            number(self.distance()),
            sign,
            number(self.capture_radius),
            word(state)
        ));
        lines
    }

    /// The lines of the formula that say what the chaser aims at, where that is not the target itself.
    fn aim_in_words(&self) -> Vec<String> {
        if self.aims_at_target() || (self.aim_once && self.aimed.is_some()) {
            return vec![];
        }
        if self.aim == Aim::Target {
            return vec![format!("a = q + k·|q − p|/s · u = {}", coordinates(self.aim(), self.in_space))];
        }
        let equation = "|q + t·u − p| = s·t";
        vec![match self.intercept() {
            Some(Intercept { place, time }) => {
                format!(
                    "{equation}:  t = {} s,  a = q + t·u = {}",
                    number(time as f32),
                    coordinates(place, self.in_space)
                )
            }
            None => say!("{} has no solution: too slow for this target; a = q", equation),
        }]
    }

    /// Trails, chaser and target, where it aims, and what the printed program makes of it.
    pub(super) fn draw_chase(&self, sketch: &mut Sketch) {
        // What is printed is drawn last: where it goes with the others it is to be seen.
        let trails =
            [(&self.target_trail, Ink::Second), (&self.chaser_trail, Ink::First), (&self.printed_trail, Ink::Wrong)];
        for (trail, ink) in trails {
            let points: Vec<Vec3> = trail.iter().copied().collect();
            sketch.path(&points, false, ink, 1.5);
        }
        let (p, q, aim) = (self.chaser, self.target, self.aim());
        sketch.dashes(p, q, 0.25, Ink::Faint);
        // A foot on the ground shows how high a point hangs.
        if self.in_space {
            for point in [p, q] {
                sketch.dashes(point, on_ground(from_ground(point)), 0.15, Ink::Faint);
            }
        }
        sketch.ball(p, 0.14, Quat::IDENTITY, Ink::First);
        sketch.ball(q, 0.14, Quat::IDENTITY, Ink::Second);
        sketch.words(p, "p", Ink::First);
        sketch.words(q, "q", Ink::Second);
        let ring = if self.is_captured() { Ink::Right } else { Ink::Faint };
        // A ball of capture, drawn as three circles in space.
        let normals: &[Vec3] = if self.in_space { &[Vec3::X, Vec3::Y, Vec3::Z] } else { &[Vec3::Y] };
        for normal in normals {
            sketch.circle(q, *normal, self.capture_radius, ring, 2.0);
        }
        if !self.aims_at_target() && self.aimed.is_none() {
            sketch.dashes(p, aim, 0.25, Ink::Third);
            sketch.point(aim, Glyph::Cross, Ink::Third, 12.0);
            sketch.words(aim, "a", Ink::Third);
        }
        self.draw_intercept(sketch);
        // Half a second of path.
        sketch.arrow(q, self.target_velocity * 0.5, Ink::Second);
        // What the next half second would be, not further than the aim.
        let ahead = if self.aim_once { self.velocity() * 0.5 } else { pursue(p, aim, self.speed, 0.5) };
        sketch.named_arrow(p, ahead, Ink::First, "v");
        if let Some(printed) = self.printed.filter(|_| self.as_printed) {
            sketch.point(printed, Glyph::Disc, Ink::Wrong, 12.0);
            sketch.words(printed, word("as printed"), Ink::Wrong);
        } else if self.as_printed {
            sketch.note(word("As printed: 0/0, the chaser is nowhere any more. Restart to see it again."));
        }
    }

    /// The place where both would be at the same time, beside the lead and before a straight flight.
    fn draw_intercept(&self, sketch: &mut Sketch) {
        let wanted = self.aim == Aim::Intercept || self.lead > 0.0 || self.aim_once;
        let Some(Intercept { place, time }) =
            self.intercept().filter(|_| wanted && self.aimed.is_none() && !self.is_captured())
        else {
            return;
        };
        sketch.dashes(self.target, place, 0.15, Ink::Second);
        sketch.point(place, Glyph::Ring, Ink::Right, 14.0);
        sketch.words(place, say!("intercept in {} s", decimal(time, 2)), Ink::Right);
    }
}
