//! Three contacts of some engine held against exact geometry: one right, one whose normal is off, one that is old.
//!
//! `cargo run --example check_trace --no-default-features`

#![expect(clippy::print_stdout, reason = "an example says what it finds")]

use carom::playback::Playback;
use carom::timeline::TimeMachine;

const TRACE: &str = r#"{"trace":1,"engine":"by hand","poses":"found"}
{"body":"ground","motion":"static","shapes":[{"plane":[0,1,0,0]}],"pose":[0,0,0,0,0,0,1]}
{"body":"box","motion":"static","shapes":[{"box":[0.5,0.5,0.5]}],"pose":[0,0.5,0,0,0,0,1]}
{"body":"ball","shapes":[{"sphere":0.5}],"pose":[0.8,1.4,0,0,0,0,1]}
{"step":1,"c":[["box","ball",[0.6,0.8,0],[[0.5,1,0,0]]]]}
{"step":2,"c":[["box","ball",[0.8,0.6,0],[[0.5,1,0,0]]]]}
{"step":3,"b":[["ball",0.9,1.3,0,0,0,0,1]],"c":[["box","ball",[0.6,0.8,0],[[0.5,1,0,0]]]]}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut trace = Playback::of_bytes(TRACE.as_bytes(), "by hand")?;
    for step in 1..=3 {
        trace.seek(step);
        let told = trace.frame().judgement(0).ok_or("no contact")?;
        let exact = told.exact.ok_or("no answer")?;
        println!(
            "step {step}: {}, off by {:.1} deg; geometry sees {} of the box and {} of the ball",
            told.verdict.title(),
            told.angle_deg,
            exact.part_a,
            exact.part_b
        );
    }
    Ok(())
}
