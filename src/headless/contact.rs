//! One contact of a run, by itself.

use super::{Failure, Length, Overrides, load};
use crate::physics::{BodyId, Contact, WorldPlane};
use crate::scene::SpecimenForm;
use crate::scene::spelling::list;
use crate::sim::Sim;
use std::io::Write;

/// What `carom contact` was asked to do.
#[derive(Clone, Debug)]
pub struct ContactOptions {
    /// Gallery name, path, or `-`.
    pub scene: String,
    /// In place of the scene's values.
    pub overrides: Overrides,
    /// Simulated seconds; at least one step is done.
    pub at: f64,
    /// `A,B`; by default the deepest contact.
    pub bodies: Option<String>,
    /// How it is written.
    pub form: SpecimenForm,
}

/// Simulates, and writes one contact of the last step to `out`, as it was detected; what it is, to `messages`.
pub fn contact(options: &ContactOptions, out: &mut dyn Write, messages: &mut dyn Write) -> Result<(), Failure> {
    let mut sim = options.overrides.start(load(&options.scene)?)?;
    let steps = Length::Seconds(options.at).steps(sim.world().config().hz).max(1);
    // The specimen finds the contact again from the state before the last step, so that one is kept.
    (1..steps).for_each(|_| sim.step());
    let before = sim.clone();
    sim.step();
    let contact = chosen(&sim, options.bodies.as_deref())?;
    let [a, b] = [contact.a, contact.b].map(|id| sim.name(id));
    let specimen = before.specimen(contact.a, contact.b).ok_or_else(|| {
        let problem = "touched in a way that cannot be told from the state before the step";
        Failure::Wrong(format!("{a} and {b} {problem}: something else struck them first. Try a step earlier or later."))
    })?;
    out.write_all(specimen.write(options.form).as_bytes())?;
    out.flush()?;
    let (feature_a, feature_b) = (specimen.manifold.feature_a, specimen.manifold.feature_b);
    writeln!(messages, "step {steps}: {feature_a} of {a}, {feature_b} of {b}")?;
    Ok(())
}

/// The contact of the two bodies named, or the deepest.
fn chosen(sim: &Sim, bodies: Option<&str>) -> Result<Contact, Failure> {
    let contacts = sim.world().contacts();
    let names = |c: &Contact| format!("{},{}", sim.name(c.a), sim.name(c.b));
    let Some(bodies) = bodies else {
        // An overlap is a negative separation, so the least is the deepest.
        let deepest = contacts.iter().min_by(|l, r| l.separation().total_cmp(&r.separation()));
        return deepest.copied().ok_or_else(|| Failure::Wrong("nothing touches then; try another time (--at)".into()));
    };
    let Some((a, b)) = pair(sim, bodies) else {
        let known = sim.world().bodies().map(|body| sim.name(body.id)).collect::<Vec<_>>();
        let known = list(known.iter().map(String::as_str), 24);
        return Err(Failure::Wrong(format!("--bodies {bodies:?} names no two bodies A,B; bodies are {known}")));
    };
    // Whoever types two names does not know which of them the contact calls A.
    contacts.iter().find(|contact| contact.is_between((a, b))).copied().ok_or_else(|| {
        let all = contacts.iter().map(names).collect::<Vec<_>>();
        let hint = match all.len() {
            0 => "nothing touches".to_owned(),
            _ => format!("these do: {}", list(all.iter().map(String::as_str), 12)),
        };
        Failure::Wrong(format!("{bodies} do not touch then; {hint}"))
    })
}

/// Two bodies by their names with a comma between them; a name may have commas of its own.
fn pair(sim: &Sim, text: &str) -> Option<(BodyId, BodyId)> {
    let id = |name: &str| {
        let plane = WorldPlane::ALL.into_iter().find(|plane| plane.name() == name.trim());
        // A body of the scene may be called floor or ceiling: it goes before the plane of the world.
        sim.find(name.trim()).or(plane.map(WorldPlane::id))
    };
    // Each comma in turn is tried as the one between the names.
    let commas = text.match_indices(',').map(|(at, _)| at);
    commas.filter_map(|at| Some((id(&text[..at])?, id(&text[at + 1..])?))).find(|(a, b)| a != b)
}
