//! The numbers of a tuning.

use super::{Number, Property, SPIN};
use crate::physics::Tuning;

/// All numbers of a tuning, by which one is checked.
///
/// Who embeds the library sets them; no file, panel or flag does. They say how closely a step comes to the physics, not
/// what the physics is: a scene that had them would behave otherwise with each version that needs fewer of them.
pub const TUNING: [Number<Tuning>; 22] = [
    Number::real(
        Property::new("fat_margin", "Margin of bounds", "m", [0.0, 10.0])
            .hint("How far the boxes of the broad phase reach beyond the path of a step."),
        |t| Some(t.fat_margin),
        |t, value| t.fat_margin = value,
    ),
    Number::real(
        Property::new("speculative_margin", "Speculative margin", "m", [1e-4, 1.0])
            .hint("Gap from which the solver has a pair before it touches."),
        |t| Some(t.speculative_margin),
        |t, value| t.speculative_margin = value,
    ),
    Number::real(
        Property::new("slop", "Slop", "m", [0.0, 0.01])
            .hint("Gap that counts as closed; overlaps of up to twice as much are left as they are."),
        |t| Some(t.slop),
        |t, value| t.slop = value,
    ),
    Number::real(
        Property::new("push_share", "Share pushed out", "", [0.0, 1.0])
            .hint("Share of an overlap that is taken out in a step."),
        |t| Some(t.push_share),
        |t, value| t.push_share = value,
    ),
    Number::real(
        Property::new("push_speed", "Speed of pushing out", "m/s", [0.0, 1e3])
            .hint("Greatest speed at which overlapping bodies are moved apart, unless forces add more in a step."),
        |t| Some(t.push_speed),
        |t, value| t.push_speed = value,
    ),
    Number::real(
        Property::new("graze", "Graze", "", [0.0, 0.2]).hint(
            "Flat sides that overlap by less than this share of the speculative margin do not stop what slides past.",
        ),
        |t| Some(t.graze),
        |t, value| t.graze = value,
    ),
    Number::real(
        Property::new("reuse_share", "Reuse of manifolds", "", [0.0, 0.5])
            .hint("A manifold is reused until its bodies may have moved this share of the speculative margin."),
        |t| Some(t.reuse_share),
        |t, value| t.reuse_share = value,
    ),
    Number::real(
        Property::new("tolerance", "Tolerance", "", [1e-6, 1.0])
            .hint("Change of a velocity that is worth another visit of a contact, as a share of what forces add."),
        |t| Some(t.tolerance),
        |t, value| t.tolerance = value,
    ),
    Number::real(
        Property::new("relative_tolerance", "Relative tolerance", "", [0.0, 1.0])
            .hint("The same as a share of the first change that a contact made in the sub-step."),
        |t| Some(t.relative_tolerance),
        |t, value| t.relative_tolerance = value,
    ),
    Number::whole(
        Property::new("direct_products", "Direct solution", "", [0.0, 1e7])
            .hint("Products of matrices that direct solutions of slow groups may cost in a step."),
        |t| Some(t.direct_products as f32),
        |t, value| t.direct_products = value as u32,
    ),
    Number::real(
        Property::new("stage_angle", "Turn of a stage", "rad", [1e-3, 0.03])
            .hint("Largest turn of one stage of free tumbling."),
        |t| Some(t.stage_angle),
        |t, value| t.stage_angle = value,
    ),
    Number::real(
        Property::new("terminal_spin", "Terminal spin", "rad/s", [0.1, SPIN.max]).hint("Bodies never spin faster."),
        |t| Some(t.terminal_spin),
        |t, value| t.terminal_spin = value,
    ),
    Number::real(
        Property::new("still_speed", "Still below", "m/s", [0.0, 10.0]).hint("Slower bodies count as still."),
        |t| Some(t.still_speed),
        |t, value| t.still_speed = value,
    ),
    Number::real(
        Property::new("still_time", "Asleep after", "s", [0.0, 60.0])
            .hint("How long an island must be still to fall asleep."),
        |t| Some(t.still_time),
        |t, value| t.still_time = value,
    ),
    Number::whole(
        Property::new("most_hits", "Impacts of a body", "", [1.0, 1e4])
            .hint("Most impacts of one body in one step; contact that wants more is left to the solver."),
        |t| Some(t.impacts.most_hits as f32),
        |t, value| t.impacts.most_hits = value as u32,
    ),
    Number::whole(
        Property::new("first_toi_iterations", "First iterations of a time of impact", "", [1.0, 128.0])
            .hint("Iterations of the first query of when a pair will touch."),
        |t| Some(t.impacts.first_toi_iterations as f32),
        |t, value| t.impacts.first_toi_iterations = value as u32,
    ),
    Number::whole(
        Property::new("later_toi_iterations", "Later iterations of a time of impact", "", [1.0, 128.0])
            .hint("Iterations of a later query, when that time has come."),
        |t| Some(t.impacts.later_toi_iterations as f32),
        |t, value| t.impacts.later_toi_iterations = value as u32,
    ),
    Number::whole(
        Property::new("most_toi_queries", "Queries of a time of impact", "", [1.0, 1e3])
            .hint("Queries after which a pair is taken to touch."),
        |t| Some(t.impacts.most_toi_queries as f32),
        |t, value| t.impacts.most_toi_queries = value as u32,
    ),
    Number::real(
        Property::new("worth_waiting", "Worth waiting", "", [0.0, 1.0])
            .hint("Share of what is left of a step from which waiting for bounding spheres to touch spares a query."),
        |t| Some(t.impacts.worth_waiting),
        |t, value| t.impacts.worth_waiting = value,
    ),
    Number::real(
        Property::new("retry_distance", "Query again after", "", [1e-6, 0.1]).hint(
            "A pair of which nothing came is queried again when it may have moved this share of the smaller radius.",
        ),
        |t| Some(t.impacts.retry_distance),
        |t, value| t.impacts.retry_distance = value,
    ),
    Number::whole(
        Property::new("impact_iterations", "Iterations of an impact", "", [1.0, 1e4])
            .hint("Iterations at most over the points of one impact."),
        |t| Some(t.impacts.iterations as f32),
        |t, value| t.impacts.iterations = value as u32,
    ),
    Number::whole(
        Property::new("impacts_per_body", "Impacts per body", "", [1.0, 1e3])
            .hint("Impacts at most in a step for each body, beside a thousand."),
        |t| Some(t.impacts.per_body as f32),
        |t, value| t.impacts.per_body = value as u32,
    ),
];
