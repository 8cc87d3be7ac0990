//! Any scene reads back as it was written, any text is read or refused, and JSON is what others take for JSON.

use super::{CONE, EXAMPLE};
use crate::real;
use carom::geometry::{NormalRule, Shape, Sides};
use carom::glam::{Quat, Vec2, Vec3};
use carom::physics::{BodyDesc, Combine, Config, Mass, Motion, Tuning};
use carom::scene::view::{Bookmark, Pin, PinPlace};
use carom::scene::{FileKind, Scene, SceneBody, SceneCamera, SceneView, parse, to_json, to_toml};
use proptest::prelude::*;
use serde::de::IgnoredAny;

fn any_length(max: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(real(-max..max)).prop_map(move |v| Vec3::from(v) * 0.57)
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let size = || real(0.4..20.0);
    prop_oneof![
        size().prop_map(Shape::sphere),
        (size(), size(), size()).prop_map(|(x, y, z)| Shape::cuboid(x, y, z)),
        (size(), size(), size(), 0..3).prop_map(|(b, t, h, end)| match end {
            0 => Shape::frustum(0.0, t, h),
            1 => Shape::frustum(b, 0.0, h),
            _ => Shape::frustum(b, t, h),
        }),
        (size(), size(), any::<bool>()).prop_map(|(x, z, both)| Shape::Quad {
            half: Vec2::new(x, z),
            sides: if both { Sides::Both } else { Sides::Front },
        }),
    ]
}

fn any_body() -> impl Strategy<Value = BodyDesc> {
    let motion = prop_oneof![Just(Motion::Static), Just(Motion::Kinematic), Just(Motion::Dynamic)];
    let mass = prop_oneof![
        real(1e-6..1e9).prop_map(Mass::Mass),
        real(0.1..1e4).prop_map(Mass::Density),
        Just(Mass::default())
    ];
    let rotation = prop_oneof![
        Just(Quat::IDENTITY),
        prop::array::uniform4(real(-1.0..1.0))
            .prop_filter("not zero", |q| Quat::from_array(*q).length() > 0.01)
            .prop_map(Quat::from_array),
    ];
    let vectors = (any_length(1e6), any_length(1e4), any_length(1e4), any_length(1e12));
    let surface = (real(0.0..1.0), real(0.0..10.0), real(0.0..1.0), real(0.0..10.0), real(0.0..10.0));
    (any_shape(), motion, mass, rotation, vectors, surface).prop_map(
        |(shape, motion, mass, rotation, (position, velocity, spin, force), surface)| BodyDesc {
            shape,
            motion,
            mass,
            position,
            rotation,
            velocity,
            spin,
            force,
            restitution: surface.0,
            friction: surface.1,
            restitution_tangential: surface.2,
            rolling_resistance: surface.3,
            spinning_friction: surface.4,
        },
    )
}

fn any_config() -> impl Strategy<Value = Config> {
    let rule = || prop::sample::select(Combine::ALL.to_vec());
    let planes = prop_oneof![
        Just((None, None)),
        real(-1e6..0.0).prop_map(|y| (Some(y), None)),
        (real(-1e6..0.0), real(0.0..1e6)).prop_map(|(a, b)| (Some(a), Some(b))),
    ];
    let numbers = (any_length(1e4), real(10.0..1e4), 1_u32..=64, real(0.0..100.0), real(0.1..1e4));
    (numbers, rule(), rule(), any::<bool>(), any::<bool>(), planes).prop_map(
        |((gravity, hz, sub_steps, restitution_threshold, terminal_speed), r, f, region, sleeping, planes)| Config {
            gravity,
            hz,
            sub_steps,
            restitution_rule: r,
            friction_rule: f,
            normals: if region { NormalRule::Region } else { NormalRule::Closest },
            restitution_threshold,
            terminal_speed,
            sleeping,
            floor: planes.0,
            ceiling: planes.1,
            tuning: Tuning::default(),
        },
    )
}

fn any_scene() -> impl Strategy<Value = Scene> {
    let camera = (any_length(1e6), real(0.01..1e5), real(-1e6..1e6), real(-90.0..90.0), any::<bool>()).prop_map(
        |(target, distance, yaw_deg, pitch_deg, orthographic)| SceneCamera {
            target,
            distance,
            yaw_deg,
            pitch_deg,
            orthographic,
        },
    );
    let name = || "[ -\"$-~äß→\\\\]{1,20}";
    let bodies = prop::collection::btree_map(name(), (any::<bool>(), any_body()), 0..6).prop_map(|bodies| {
        let body = |(name, (named, desc))| SceneBody { name: Some(name).filter(|_| named), desc };
        bodies.into_iter().map(body).collect::<Vec<_>>()
    });
    (
        prop_oneof![Just(String::new()), name().prop_map_into()],
        "[ -~äß\n\\\\]{0,40}",
        any_config(),
        bodies,
        prop::option::of(camera),
    )
        .prop_map(|(name, about, config, bodies, camera)| Scene {
            view: SceneView {
                layers: camera.is_some().then(|| vec!["labels".into(), "points".into()]),
                cameras: camera.iter().map(|camera| Bookmark { name: "é \"q\"".into(), camera: *camera }).collect(),
                pins: vec![Pin { text: "here".into(), place: PinPlace::Point(Vec3::new(-0.0, 1.5, 1e-7)) }],
                counters: bodies.iter().filter_map(|body| body.name.clone()).collect(),
                peaks: bodies.iter().filter_map(|body| body.name.clone()).take(1).collect(),
            },
            name,
            about,
            config,
            bodies,
            camera,
        })
}

/// All floats of a scene bit for bit: `==` takes −0 for 0.
fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}

/// Whether a text has no fault of syntax; a key that is there twice is one to us alone.
fn is_json(text: &str) -> bool {
    let faults = parse(text, FileKind::Json).err().unwrap_or_default();
    !faults.iter().any(|fault| fault.message.contains("not valid JSON") && !fault.message.contains("twice"))
}

#[test]
fn a_number_beyond_all_floats_is_no_fault_of_syntax_and_hides_none() {
    for (text, sound) in [("1E310", true), ("[-1e99999]", true), ("1E310l", false), ("[1e310", false)] {
        assert_eq!(is_json(text), sound, "{text}");
        // Taken for a value, a number that fits no float would be refused before what follows is looked at.
        assert_eq!(serde_json::from_str::<IgnoredAny>(text).is_ok(), sound, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_bit_for_bit(scene in any_scene()) {
        for (text, kind) in [(to_toml(&scene), FileKind::Toml), (to_json(&scene), FileKind::Json)] {
            let read = parse(&text, kind);
            prop_assert!(read.is_ok(), "{}\n{:?}", text, read);
            prop_assert_eq!(bits(&read.unwrap()), bits(&scene), "{}", text);
        }
    }

    #[test]
    fn json_is_what_serde_json_takes_for_json(text in r#"[\[\]{},:" \\eE.+\-u0-9atrufalsn\n]{0,12}"#) {
        prop_assert_eq!(is_json(&text), serde_json::from_str::<IgnoredAny>(&text).is_ok(), "{:?}", text);
    }

    #[test]
    fn damaged_files_are_refused_or_read_but_never_panic(
        at in any::<prop::sample::Index>(),
        length in 0_usize..12,
        noise in r#"[\[\]{}=,:"'#\n\t 0-9eE.+\-_a-zü\x00]{0,8}"#,
    ) {
        let toml = EXAMPLE.replace('@', CONE);
        let json = to_json(&parse(&EXAMPLE.replace('@', ""), FileKind::Toml).unwrap())[..4000].to_owned();
        for (text, kind) in [(toml, FileKind::Toml), (json, FileKind::Json)] {
            let from = text.floor_char_boundary(at.index(text.len()));
            let to = text.ceil_char_boundary((from + length).min(text.len()));
            let _ = parse(&text[..from], kind);
            let _ = parse(&format!("{}{noise}{}", &text[..from], &text[to..]), kind);
        }
    }
}
