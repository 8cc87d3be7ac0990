//! Links come back bit for bit, and nothing that stands in one does more than be refused.

use crate::real;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use carom::link::{
    Address, LinkError, LinkedView, MAX_BODIES, MAX_LINK_BYTES, MAX_STEPS, MAX_TEXT_BYTES, Named, Packed,
};
use carom::scene::{self, FileKind};
use carom::sim::Sim;
use carom::view::Camera;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;
use std::io::Write;

/// As a link of ours packs it, whatever it says.
fn packed(json: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(vec![], Compression::best());
    encoder.write_all(json).unwrap();
    format!("#s={}", URL_SAFE_NO_PAD.encode(encoder.finish().unwrap()))
}

fn views() -> impl Strategy<Value = LinkedView> {
    let place = real(-1e6..1e6);
    let angle = real(-1.57..1.57);
    let distance = real(*Camera::DISTANCES.start()..*Camera::DISTANCES.end());
    ((place.clone(), place.clone(), place), distance, angle.clone(), angle, any::<bool>()).prop_map(
        |((x, y, z), distance, yaw, pitch, orthographic)| LinkedView {
            target: [x, y, z],
            distance,
            yaw,
            pitch,
            orthographic,
        },
    )
}

proptest! {
    #[test]
    fn what_is_packed_comes_back_bit_for_bit(
        text in proptest::option::of(".{0,400}"),
        step in any::<u64>(),
        view in proptest::option::of(views()),
    ) {
        let packed = Packed { text, step, view };
        let fragment = packed.fragment().unwrap();
        prop_assert!(fragment.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_=".contains(&b)), "{}", fragment);
        let again = Packed::parse(&fragment).unwrap();
        let bits = |view: LinkedView| {
            let [x, y, z] = view.target;
            ([x, y, z, view.distance, view.yaw, view.pitch].map(f32::to_bits), view.orthographic)
        };
        prop_assert_eq!(again.view.map(bits), packed.view.map(bits));
        prop_assert_eq!(&again, &packed);
        // The same again: a link copied from what a link opened is that link.
        prop_assert_eq!(again.fragment().unwrap(), fragment);
    }

    #[test]
    fn no_fragment_and_no_query_breaks_anything(query in "(\\PC|[?&=%+a-f0-9]){0,80}", fragment in "(#s=)?(\\PC|[A-Za-z0-9_-]){0,120}") {
        let address = Address::parse(&query, &fragment);
        prop_assert!(address.packed.text.as_ref().is_none_or(|text| text.len() <= MAX_TEXT_BYTES));
    }

    #[test]
    fn a_link_with_a_changed_letter_is_refused_or_says_the_same(at in 0..200_usize, letter in "[A-Za-z0-9_-]") {
        let whole = Packed { text: Some("name = \"a ball\"\n".repeat(9)), step: 7, view: None }.fragment().unwrap();
        let at = 2 + at % (whole.len() - 2);
        let mut changed = whole.clone();
        changed.replace_range(at..=at, &letter);
        // Of the last byte of what is packed not every bit means something.
        let same = Packed::parse(&whole).unwrap();
        prop_assert!(Packed::parse(&changed).map_or(true, |packed| packed == same));
    }
}

/// Any scene of the gallery can be sent, and comes to the same states.
#[test]
fn a_whole_scene_in_a_link_comes_to_the_same_states() {
    for entry in scene::gallery().iter().filter(|entry| entry.text.len() < 20_000) {
        let scene = scene::parse(entry.text, FileKind::Toml).unwrap();
        if scene.bodies.len() > 300 {
            continue;
        }
        let text = scene::to_toml(&scene);
        let packed = Packed { text: Some(text.clone()), step: 20, view: None };
        let address = packed.address("https://example.org/carom/?old=1#old", "", false).unwrap();
        assert!(address.starts_with("https://example.org/carom/#s="), "{address}");
        let read = Address::of(&address);
        assert_eq!((&read.packed, &read.problem), (&packed, &None), "{}", entry.id);
        let sent = scene::parse(read.packed.text.as_deref().unwrap(), FileKind::Toml).unwrap();
        let [mut here, mut there] = [scene, sent].map(|scene| Sim::new(scene).unwrap());
        for _ in 0..20 {
            here.step();
            there.step();
        }
        assert_eq!(here.world().state_hash(), there.world().state_hash(), "{}", entry.id);
    }
}

#[test]
fn a_camera_stands_where_the_link_says() {
    let sim = Sim::new(scene::parse(scene::gallery()[0].text, FileKind::Toml).unwrap()).unwrap();
    let mut camera = Camera::of_scene(&sim, [800, 600], 1.0);
    camera.orbit(carom::glam::Vec2::new(31.0, -17.0));
    let packed = Packed { text: None, step: 0, view: Some(LinkedView::of(&camera)) };
    let view = Packed::parse(&packed.fragment().unwrap()).unwrap().view.unwrap();
    let mut other = Camera::of_scene(&sim, [800, 600], 1.0);
    assert_ne!(other, camera);
    view.place(&mut other);
    assert_eq!(other, camera);
}

/// What the camera may be given by hand a link may say, and nothing else.
#[test]
fn a_link_says_what_a_camera_may_be() {
    let said = |target, distance| {
        let view = LinkedView { target: [0.0, 0.0, target], distance, yaw: 0.0, pitch: 0.0, orthographic: false };
        let fragment = Packed { text: None, step: 0, view: Some(view) }.fragment().unwrap();
        Packed::parse(&fragment).map(|packed| packed.view)
    };
    for (target, distance) in [(5e6, 1.0), (-1e7, 1.0), (0.0, 0.01), (0.0, 1e5)] {
        let view = said(target, distance).unwrap().unwrap();
        assert_eq!((view.target[2], view.distance), (target, distance));
        let mut camera = Camera::new(&scene::SceneCamera::default(), [800, 600], 1.0);
        view.place(&mut camera);
        camera.orbit(carom::glam::Vec2::ZERO);
        assert_eq!(LinkedView::of(&camera), view, "a hand on the camera leaves it there");
    }
    for (target, distance) in [(2e7, 1.0), (f32::NAN, 1.0), (0.0, 1e-3), (0.0, 0.009), (0.0, 1.1e5), (0.0, 1e6)] {
        assert!(said(target, distance).is_err(), "{target} m, {distance} m");
    }
}

#[test]
fn hostile_links_are_refused_with_a_sentence() {
    let bomb = packed(format!("{{\"version\":1,\"text\":\"{}\"}}", "a".repeat(MAX_TEXT_BYTES + 1)).as_bytes());
    assert!(bomb.len() < MAX_LINK_BYTES, "a short link that unpacks to a long text");
    let long = format!("#s={}", "A".repeat(MAX_LINK_BYTES));
    let trailing = format!("{}AAAA", packed(b"{\"version\":1}"));
    for (fragment, words) in [
        (bomb.as_str(), "larger than 4 MiB"),
        (&long, "at most 65536"),
        (&trailing, "damaged"),
        ("#s=", "damaged"),
        ("#s=%3Cscript%3E", "damaged"),
        ("#s=AAAA====", "damaged"),
        (&packed(b"{\"version\":2,\"dance\":true}"), "edition 2"),
        (&packed(b"{\"version\":1,\"dance\":true}"), "unknown field `dance`"),
        (&packed(b"{}"), "missing field `version`"),
        (&packed(b"{\"version\":1,\"step\":-1}"), "damaged"),
        (&packed(b"{\"version\":1,\"view\":{\"target\":[0,0,0],\"distance\":0,\"yaw\":0,\"pitch\":0}}"), "distance"),
        (&packed(b"{\"version\":1,\"view\":{\"target\":[9e9,0,0],\"distance\":1,\"yaw\":0,\"pitch\":0}}"), "target"),
        (&packed(b"{\"version\":1,\"view\":{\"target\":[0,0,0],\"distance\":1,\"yaw\":0,\"pitch\":2}}"), "angles"),
    ] {
        let address = Address::parse("", fragment);
        let problem = address.problem.map(|problem| problem.to_string()).unwrap_or_default();
        assert!(problem.contains(words), "{problem:?} for {}", &fragment[..fragment.len().min(80)]);
        assert_eq!(address.packed, Packed::default(), "nothing of it is followed");
    }
    for (query, words) in [
        ("?step=many", "is no step"),
        ("?step=-3", "is no step"),
        ("?scene=%zz", "not written as queries are"),
        ("?scene=%ff", "not written as queries are"),
        ("?trace=javascript:alert(1)", "no address"),
        ("?trace=data:,x", "no address"),
        ("?trace=", "no address"),
    ] {
        let problem = Address::parse(query, "").problem.map(|problem| problem.to_string()).unwrap_or_default();
        assert!(problem.contains(words), "{problem:?} for {query}");
    }
}

#[test]
fn queries_name_what_is_shown() {
    let address = Address::parse("?scene=pyramid&embed=1&step=120&utm=x", "");
    assert_eq!(address.named, Some(Named::Scene("pyramid".into())));
    assert_eq!((address.embedded, address.packed.step, &address.problem), (true, 120, &None));
    let address = Address::parse("?lab=reflection&set=where%3Drectangle&set=friction=0.2&embed=0", "#elsewhere");
    assert_eq!(address.named, Some(Named::Lab("reflection".into())));
    assert_eq!(address.settings, ["where=rectangle", "friction=0.2"]);
    assert!(!address.embedded);
    for trace in ["a.jsonl", "/traces/a.jsonl", "https://example.org/a.jsonl?x:y", "HTTP://example.org/a"] {
        assert_eq!(Address::parse(&format!("trace={trace}"), "").trace(), Some(trace));
    }
    assert_eq!(Address::parse("", ""), Address::default());
}

#[test]
fn a_link_asks_for_no_more_work_than_a_blink() {
    let far = |step, text: Option<&str>| Packed { step, text: text.map(Into::into), view: None };
    assert_eq!(far(MAX_STEPS, None).check(1), Ok(()));
    assert!(matches!(far(MAX_STEPS + 1, None).check(1), Err(LinkError::TooFar { .. })));
    assert_eq!(far(2_000, None).check(1_000), Ok(()));
    assert!(matches!(far(2_001, None).check(1_000), Err(LinkError::TooFar { most: 2_000, .. })));
    // What comes with the program may be large; what a link brings may not.
    assert_eq!(far(0, None).check(MAX_BODIES + 1), Ok(()));
    assert_eq!(far(0, Some("")).check(MAX_BODIES + 1), Err(LinkError::TooMany(MAX_BODIES + 1)));
}

#[test]
fn a_scene_too_large_for_a_link_makes_none() {
    // Letters that cannot be packed closer than they are.
    let mut seed = 1_u64;
    let noise = |_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b' ' + (seed >> 33) as u8 % 94)
    };
    let text = (0..80_000).map(noise).collect();
    let error = Packed { text: Some(text), step: 0, view: None }.fragment().unwrap_err();
    assert!(matches!(error, LinkError::TooLong(_)), "{error}");
}
