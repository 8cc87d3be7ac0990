//! One step, four poses: bodies where contacts were found, where they would have gone freely, where contacts held them,
//! and where they ended.

use super::labels::{LabelText, Labels};
use super::{DrawList, Glyph, Line, Marker, ScenePainter, palette};
use crate::language::word;
use crate::math::Pose;
use crate::physics::{Body, BodyId, Contact, Motion, Phase, StepPhases};
use crate::say;
use glam::Vec3;

/// In which of a step's poses bodies are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Poses {
    /// In those of one phase.
    Of(Phase),
    /// In the last, with outlines where they stood before, and leaders from contacts to where their places went.
    All,
}

impl Default for Poses {
    fn default() -> Self {
        Self::Of(Phase::Final)
    }
}

impl Poses {
    /// All of them, in the order of the step.
    pub const LIST: [Self; 5] =
        [Self::Of(Phase::Found), Self::Of(Phase::Free), Self::Of(Phase::Held), Self::Of(Phase::Final), Self::All];

    /// On buttons and in menus.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Of(Phase::Found) => "Found",
            Self::Of(Phase::Free) => "Free",
            Self::Of(Phase::Held) => "Held",
            Self::Of(Phase::Final) => "Final",
            Self::All => "All",
        }
    }

    /// What it shows, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Of(Phase::Found) => {
                "Where the step found its contacts: at its start, or when the body was struck inside it"
            }
            Self::Of(Phase::Free) => "Where impacts and forces alone would take it, with no contact to hold it",
            Self::Of(Phase::Held) => "Where the solve of velocities takes it; overlaps are still there",
            Self::Of(Phase::Final) => "Where the solve of positions, which parts overlaps, leaves it: the step's end",
            Self::All => "The end, with outlines of the other three and leaders from each contact to where it went",
        }
    }

    /// The pose of this name, in lower case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::LIST.into_iter().find(|poses| poses.title().to_lowercase() == name)
    }

    /// The next in the list: the first after the last.
    pub fn next(self) -> Self {
        let place = Self::LIST.iter().position(|poses| *poses == self).unwrap_or(0);
        Self::LIST[(place + 1) % Self::LIST.len()]
    }

    /// That which a trace has in its place: where contacts were found, or where the step ended.
    pub fn of_trace(self) -> Self {
        match self {
            Self::Of(Phase::Free | Phase::Held | Phase::Final) => Self::Of(Phase::Final),
            Self::Of(Phase::Found) | Self::All => Self::Of(Phase::Found),
        }
    }

    /// Whether more than the end of the step must be known.
    pub fn needs_phases(self) -> bool {
        self != Self::default()
    }

    /// To which pose the arrows belong, and in which the bodies are: a line for the legend.
    pub const fn legend(self) -> &'static str {
        match self {
            Self::Of(Phase::Found) => "arrows: as contacts were found, and so the bodies",
            Self::Of(Phase::Free) => "arrows: as contacts were found; bodies: where impacts and forces alone take them",
            Self::Of(Phase::Held) => "arrows: as contacts were found; bodies: where the velocities take them",
            Self::Of(Phase::Final) => "arrows: as contacts were found; bodies: after the step",
            Self::All => {
                "arrows: as contacts were found; bodies: after the step; outlines: found, free (dots), held (dashes)"
            }
        }
    }
}

/// Ways shorter than this on the screen are not drawn (logical pixels).
const VISIBLE: f32 = 1.5;
/// Length of a dash with its gap (logical pixels).
const DASH: f32 = 9.0;
/// Most dashes of one line.
const MOST_DASHES: f32 = 200.0;
/// Bodies that get outlines at most.
const MAX_OUTLINED: usize = 2_000;
/// With no more outlined bodies than this the outlines are named.
const FEW: usize = 4;

/// A continuous line has no gaps.
const CONTINUOUS: f32 = 1.0;

/// Phases with an outline, its name, and how much of it is drawn.
const OUTLINES: [(Phase, &str, f32); 3] =
    [(Phase::Found, "found", CONTINUOUS), (Phase::Free, "free", 0.25), (Phase::Held, "held", 0.6)];

impl ScenePainter<'_> {
    /// A body in the pose in which it is to be drawn.
    pub(super) fn posed(&self, mut body: Body) -> Body {
        if let (Some(phases), Poses::Of(phase)) = (self.phases, self.options.poses)
            && let Some(pose) = phases.pose(phase, body.id.index())
        {
            (body.desc.position, body.desc.rotation) = (pose.translation, pose.rotation);
        }
        body
    }

    /// Where a body of a contact is drawn: among poses as found, where it was when this very contact was.
    pub(super) fn pose_beside(&self, contact: &Contact, body: &Body) -> Pose {
        match (self.phases, self.options.poses) {
            (Some(phases), Poses::Of(Phase::Found)) => found(phases, contact, body.id).unwrap_or_else(|| body.pose()),
            _ => self.posed(*body).pose(),
        }
    }

    /// Outlines of the bodies at the earlier phases, and leaders from the contacts to where their places went.
    pub(super) fn overlay(&self, list: &mut DrawList, contacts: &[Contact], labels: &mut Labels<'_>) {
        let Some(phases) = self.phases.filter(|_| self.options.poses == Poses::All) else { return };
        let world = self.sim.world();
        // Bodies that stayed where they were have no outlines that one could see.
        let went = |body: &Body| {
            let seen = |(phase, _, _): &(Phase, _, _)| {
                phases.pose(*phase, body.id.index()).is_some_and(|pose| self.is_visible(body, &pose))
            };
            let hidden = self.options.aside.is_hidden(self.sim, body.id);
            !hidden && body.desc.motion != Motion::Static && OUTLINES.iter().any(seen)
        };
        let moved: Vec<Body> = world.bodies().filter(went).collect();
        // Names only where they can be read.
        for body in moved.iter().take(MAX_OUTLINED) {
            let named = moved.len() <= FEW || self.options.selection.has(body.id);
            self.outlines(list, phases, body, named, labels);
        }
        if moved.len() > MAX_OUTLINED {
            let left_out = moved.len() - MAX_OUTLINED;
            list.notes.push(say!("outlines of {} bodies left out: the limit is {}", left_out, MAX_OUTLINED));
        }
        // From where each contact was found to where that point of the body is now.
        for contact in contacts {
            for body in [contact.a, contact.b].into_iter().filter_map(|id| world.body(id)) {
                let Some(start) = found(phases, contact, body.id) else { continue };
                for point in contact.points() {
                    self.leader(list, point.position, body.pose().point(start.inverse_point(point.position)));
                }
            }
        }
    }

    fn outlines(&self, list: &mut DrawList, phases: &StepPhases, body: &Body, named: bool, labels: &mut Labels<'_>) {
        for (phase, name, share) in OUTLINES {
            let pose = phases.pose(phase, body.id.index()).filter(|pose| self.is_visible(body, pose));
            let Some(pose) = pose else { continue };
            let mut then = *body;
            (then.desc.position, then.desc.rotation) = (pose.translation, pose.rotation);
            // The wires of the body in that pose, taken back and drawn again in dashes.
            let first = list.lines.len();
            self.wires(list, &then);
            // Solid, dotted, dashed: each pose has its own share of line and gap.
            let wires = list.lines.split_off(first);
            let color = palette::lit(self.color(body), self.theme());
            for wire in wires {
                self.dashed(list, Line { color, width: 1.5, xray: true, ..wire }, share);
            }
            if named {
                let top = pose.translation + Vec3::Y * (0.7 * body.desc.shape.bounding_radius());
                labels.add(top, LabelText::Text(word(name).to_owned().into()), color, 1);
            }
        }
    }

    /// A dashed line from a contact to where a body took the place it touched, with a ring at its end.
    fn leader(&self, list: &mut DrawList, from: Vec3, to: Vec3) {
        // Shorter ones would be a blot.
        if self.pixels(from, to) < VISIBLE {
            return;
        }
        let color = palette::ink(self.theme());
        self.dashed(list, Line { from, to, color, width: 1.5, outlined: true, xray: true }, 0.6);
        let (glyph, size) = (Glyph::Ring, 7.0);
        list.markers.push(Marker { position: to, glyph, color, size, outlined: true, xray: true });
    }

    /// Whether a body stands visibly elsewhere in a pose than it ended.
    fn is_visible(&self, body: &Body, pose: &Pose) -> bool {
        let end = body.pose();
        let turn = 2.0 * (1.0 - pose.rotation.dot(end.rotation).powi(2)).max(0.0).sqrt();
        let moved = pose.translation.distance(end.translation) + turn * body.desc.shape.bounding_radius();
        moved.is_finite() && moved > VISIBLE * self.metres_per_pixel(end.translation)
    }

    /// Length of a line on the screen, at most (logical pixels).
    fn pixels(&self, from: Vec3, to: Vec3) -> f32 {
        from.distance(to) / self.metres_per_pixel(from)
    }

    /// Metres that a logical pixel spans at a point.
    fn metres_per_pixel(&self, point: Vec3) -> f32 {
        (self.camera.scale * self.camera.metres_per_pixel_at(point)).max(1e-6)
    }

    /// A line of dashes, each of which takes this share of its piece; the first begins where the line does, and the
    /// last ends where it ends.
    fn dashed(&self, list: &mut DrawList, line: Line, share: f32) {
        // As many dashes as fit on the screen, so that they look alike near and far.
        let pieces = (self.pixels(line.from, line.to) / DASH).round().min(MOST_DASHES);
        if share == CONTINUOUS || pieces <= 1.0 {
            list.lines.push(line);
            return;
        }
        // One gap fewer than there are dashes.
        let dash = share / (pieces - (1.0 - share));
        for piece in 0..pieces as u32 {
            let begin = piece as f32 * dash / share;
            let at = |share: f32| line.from.lerp(line.to, share.min(1.0));
            list.lines.push(Line { from: at(begin), to: at(begin + dash), ..line });
        }
    }
}

/// Where a body of a contact stood when the contact was found.
fn found(phases: &StepPhases, contact: &Contact, body: BodyId) -> Option<Pose> {
    let (a, b) = phases.found(contact.a.index(), contact.b.index());
    if body == contact.a { a } else { b }
}
