//! Two outcomes of one step in the picture: the paths of the bodies of a contact, and those they would take with other
//! values.

use super::{BodyRole, DrawList, Line, ScenePainter, palette};
use crate::physics::{BodyId, Motion};
use crate::sim::WhatIf;
use std::sync::Arc;

/// What the bodies of a contact would do with other values.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The two bodies.
    pub bodies: (BodyId, BodyId),
    /// As things stand, and with the other values.
    pub outcomes: Arc<WhatIf>,
}

impl ScenePainter<'_> {
    /// Draws the path of each body that moves, plain as it is and in the colour of selection as it would be; where that
    /// one ends stands a ghost.
    pub(super) fn alternative(&self, list: &mut DrawList) {
        let Some(Alternative { bodies, outcomes }) = &self.compared.alternative else { return };
        // Two equal futures would be one line.
        if outcomes.plain == outcomes.edited {
            return;
        }
        let ghosts = ScenePainter { role: BodyRole::Ghost, ..*self };
        let (ink, accent) = (palette::ink(self.options.theme), palette::curves(self.options.theme)[0]);
        for (i, id) in [bodies.0, bodies.1].into_iter().enumerate() {
            let Some(mut body) = self.sim.world().body(id).filter(|body| body.desc.motion == Motion::Dynamic) else {
                continue;
            };
            // Both paths: as it is, faint; with the edit, in colour.
            for (outcome, color, width) in
                [(&outcomes.plain, ink.with_alpha(0.6), 1.5), (&outcomes.edited, accent, 2.5)]
            {
                for ends in outcome.path.windows(2) {
                    let (from, to) = (ends[0][i].translation, ends[1][i].translation);
                    list.lines.push(Line { from, to, color, width, outlined: false, xray: true });
                }
            }
            // A ghost where the edited one ends.
            let Some(end) = outcomes.edited.path.last() else { continue };
            (body.desc.position, body.desc.rotation) = (end[i].translation, end[i].rotation);
            if self.options.wireframe {
                ghosts.wires(list, &body);
            } else {
                ghosts.solid(list, &body);
            }
        }
    }
}
