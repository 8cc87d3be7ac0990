//! A ball falls beside the edge of a box; its first contact is explained in words.
//!
//! `cargo run --example explain_contact --no-default-features`

#![expect(clippy::print_stdout, reason = "an example says what it finds")]

use carom::scene::{self, FileKind};
use carom::sim::Sim;
use carom::view::contact_words;

const SCENE: &str = r#"
[[bodies]]
name = "box"
motion = "static"
shape = { box = { half = [0.5, 0.5, 0.5] } }
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.4 } }
position = [0.7, 1.5, 0.0]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = scene::parse(SCENE, FileKind::Toml).map_err(|faults| faults[0].message.clone())?;
    let mut sim = Sim::new(scene)?;
    for _ in 0..120 {
        sim.step();
        let Some(contact) = sim.contacts().first().copied() else { continue };
        println!("after {:.3} s: {}", sim.time(), contact_words(&sim, &contact));
        println!("normal {} from {} to {}", contact.normal, sim.name(contact.a), sim.name(contact.b));
        if let Some(told) = sim.explain(contact.a, contact.b) {
            for note in &told.notes {
                println!("  {note:?}");
            }
        }
        return Ok(());
    }
    Err("the two did not touch in two seconds".into())
}
