//! The normal field: what a ball would meet around the selected body.

use super::{DrawList, Line, ScenePainter, Triangle, palette};
use crate::geometry::{NormalRule, normal_field};
use crate::language::word;
use crate::say;

/// How much of the surface hides what is behind it, 0…1.
const OPACITY: f32 = 0.42;
/// Length of a normal, in radii of the ball.
const LENGTH: f32 = 0.4;
/// Cosine of half a degree: rules that differ by less are drawn as one.
const SAME: f32 = 0.999_96;

impl ScenePainter<'_> {
    /// The half that looks at the eye of the surface on which the centre of a ball lies while it touches the selected
    /// body, with normals here and there.
    pub(super) fn field(&self, list: &mut DrawList) {
        if !self.layers().field {
            return;
        }
        let Some(body) = self.options.selection.body.and_then(|id| self.sim.world().body(id)) else {
            list.notes.push(word("field: of the selected body; none is selected").into());
            return;
        };
        // The field is made in the body's own axes, and so the eye is brought there.
        let (pose, radius, theme) = (body.pose(), self.options.probe_radius, self.theme());
        let eye = pose.inverse_point(self.camera.eye());
        let field = normal_field(&body.desc.shape, radius);
        for triangle in field.triangles {
            let [a, b, c] = triangle.corners;
            // Triangles that turn their back are hidden by those in front: half of them are never drawn.
            if (b - a).cross(c - a).dot(eye - a) > 0.0 {
                let color = palette::feature(triangle.feature).with_alpha(OPACITY);
                list.triangles.push(Triangle { corners: [a, b, c].map(|p| pose.point(p)), color, xray: false });
            }
        }
        let in_force = self.sim.world().config().normals;
        for normal in field.normals.iter().filter(|n| n.closest.dot(eye - n.center) > 0.0) {
            // Whichever rule is in force is drawn in ink, and the other in red where it differs.
            let (ours, other) = match in_force {
                NormalRule::Closest => (normal.closest, normal.region),
                NormalRule::Region => (normal.region, normal.closest),
            };
            let from = pose.point(normal.center);
            let mut line = |direction, color, width| {
                let to = from + pose.vector(direction) * (LENGTH * radius);
                list.lines.push(Line { from, to, color, width, outlined: false, xray: false });
            };
            // Where both say the same a second line would only thicken the first.
            if ours.dot(other) < SAME {
                line(other, palette::Ink::Wrong.color(theme), 1.5);
            }
            line(ours, palette::ink(theme), 2.0);
        }
        let (ours, other) = match in_force {
            NormalRule::Closest => ("closest point", "26 fixed directions"),
            NormalRule::Region => ("26 fixed directions", "closest point"),
        };
        list.notes.push(say!("field of a ball of {} m: faces blue, edges orange, corners purple", radius));
        let (ours, other) = (word(ours), word(other));
        list.notes.push(say!("its normals by the rule in force ({}); red, where {} would differ", ours, other));
    }
}
