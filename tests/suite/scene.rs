//! Scene files: what is read, what is refused and where, and that what is written reads back.

mod any;

use carom::geometry::Shape;
use carom::glam::{Quat, Vec3};
use carom::physics::{BodyDesc, Config, Mass, Motion};
use carom::scene::{FileKind, MAX_BODIES, MAX_FILE_BYTES, Scene, SceneBody, SceneCamera, gallery, parse};
use carom::sim::Sim;

/// The example of the scene file format, all fields in it.
const EXAMPLE: &str = r#"
version = 1
name = "Face, edge, corner"
about = "Three balls, one turned box: one meets a face, one an edge, one a corner."
gravity = [0.0, -9.81, 0.0]
step = { hz = 60.0, sub_steps = 4 }

[rules]
restitution = "multiply"        # multiply | average | minimum | maximum | geometric_mean
friction = "geometric_mean"     # the same choices
normals = "closest"
restitution_threshold = 0.5     # m/s; slower impacts do not bounce
terminal_speed = 400.0          # m/s
sleeping = true
# floor = 0.0
# ceiling = 50.0

[[bodies]]
name = "box"
shape = { box = { half = [1.0, 0.5, 0.8] } }
motion = "static"               # static | kinematic | dynamic (default)
position = [0.0, 1.0, 0.0]
rotation = { axis = [1.0, 0.0, 1.0], degrees = 35.0 }
restitution = 0.6
friction = 0.5

[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.25 } }
mass = 2.0
position = [0.0, 4.0, 0.0]
velocity = [0.0, 0.0, 0.0]
spin = [0.0, 0.0, 0.0]          # rad/s, world axes
force = [0.0, 0.0, 0.0]         # N, constant, at the centre

[[bodies]]
name = "ground"
shape = { quad = { half = [20.0, 20.0] } }
motion = "static"
@
[[grids]]
count = [10, 10, 10]
spacing = [1.1, 1.1, 1.1]
jitter = 0.05
seed = 1
body = { shape = { sphere = { radius = 0.5 } }, position = [0.0, 5.0, 0.0] }

[camera]
target = [0.0, 1.0, 0.0]
distance = 8.0
yaw_deg = 30.0
pitch_deg = 20.0
"#;

const CONE: &str = r#"
[[bodies]]
name = "cone"
shape = { frustum = { bottom = 0.5, top = 0.2, half_height = 0.4 } }
position = [3.0, 2.0, 0.0]
"#;

#[test]
fn the_example_of_the_format_reads_as_it_says() {
    let scene = parse(&EXAMPLE.replace('@', ""), FileKind::Toml).unwrap();
    assert_eq!(scene.name, "Face, edge, corner");
    assert_eq!(scene.config, Config::default());
    assert_eq!(scene.bodies.len(), 3 + 1000);
    let half_angle = 17.5_f64.to_radians();
    let diagonal = (half_angle.sin() / 2.0_f64.sqrt()) as f32;
    let turned = &scene.bodies[0];
    assert_eq!((turned.name.as_deref(), turned.desc.motion), (Some("box"), Motion::Static));
    let expected = Quat::from_xyzw(diagonal, 0.0, diagonal, half_angle.cos() as f32);
    assert!((turned.desc.rotation - expected).length() < 2e-7, "{}", turned.desc.rotation);
    assert_eq!((turned.desc.restitution, turned.desc.friction), (0.6, 0.5));
    let ball =
        BodyDesc { mass: Mass::Mass(2.0), position: Vec3::new(0.0, 4.0, 0.0), ..BodyDesc::new(Shape::sphere(0.25)) };
    assert_eq!(scene.bodies[1].desc, ball);
    assert_eq!(scene.bodies[2].desc.shape, Shape::quad(20.0, 20.0));
    let [first, last] = [3, 1002].map(|i: usize| scene.bodies[i].desc.position);
    assert!((first - Vec3::new(-4.95, 5.0, -4.95)).abs().max_element() <= 0.0501, "{first}");
    assert!((last - Vec3::new(4.95, 14.9, 4.95)).abs().max_element() <= 0.0501, "{last}");
    let camera = SceneCamera {
        target: Vec3::new(0.0, 1.0, 0.0),
        distance: 8.0,
        yaw_deg: 30.0,
        pitch_deg: 20.0,
        orthographic: false,
    };
    assert_eq!(scene.camera, Some(camera));
}

#[test]
fn a_frustum_reads_as_it_says_and_either_radius_may_be_nothing() {
    let scene = parse(&EXAMPLE.replace('@', CONE), FileKind::Toml).unwrap();
    let cone = scene.bodies.iter().find(|b| b.name.as_deref() == Some("cone")).unwrap();
    // The position is the centre of mass, whatever the radii.
    let want = BodyDesc { position: Vec3::new(3.0, 2.0, 0.0), ..BodyDesc::new(Shape::frustum(0.5, 0.2, 0.4)) };
    assert_eq!(cone.desc, want);
    for (bottom, top) in [("0", "0.5"), ("0.5", "0.0"), ("1e4", "0.001")] {
        let text = format!(
            "[[bodies]]\nmass = 1\nshape = {{ frustum = {{ bottom = {bottom}, top = {top}, half_height = 1 }} }}"
        );
        let [bottom, top] = [bottom, top].map(|r| r.parse().unwrap());
        assert_eq!(parse(&text, FileKind::Toml).unwrap().bodies[0].desc.shape, Shape::frustum(bottom, top, 1.0));
    }
}

#[test]
fn every_field_but_the_shape_has_a_default() {
    let toml = "[[bodies]]\nshape = { sphere = { radius = 0.5 } }\n[[grids]]\nbody = { shape = { box = { half = [1, 2, 3] } } }";
    let json = r#"{"bodies": [{"shape": {"sphere": {"radius": 0.5}}}], "grids": [{"body": {"shape": {"box": {"half": [1, 2, 3]}}}}]}"#;
    let bodies = [Shape::sphere(0.5), Shape::cuboid(1.0, 2.0, 3.0)]
        .map(|shape| SceneBody { name: None, desc: BodyDesc::new(shape) })
        .to_vec();
    let expected = Scene { bodies, ..Scene::default() };
    assert_eq!(parse(toml, FileKind::Toml).unwrap(), expected);
    assert_eq!(parse(json, FileKind::Json).unwrap(), expected);
    assert_eq!(parse("", FileKind::Toml).unwrap(), Scene::default());
    assert_eq!(parse("{}", FileKind::Json).unwrap(), Scene::default());
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let text = EXAMPLE.replace('@', "");
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(parse(&windows, FileKind::Toml).unwrap(), parse(&text, FileKind::Toml).unwrap());
    let faults = parse("\u{feff}version = 2\r\nstep = 3\r\n", FileKind::Toml).unwrap_err();
    let places: Vec<_> = faults.iter().map(|f| (f.line, f.column)).collect();
    assert_eq!(places, [(1, 11), (2, 8)]);
}

#[test]
fn the_bodies_of_a_named_grid_are_numbered() {
    let text = r#"{"grids": [{"count": [2, 1, 1], "body": {"name": "pin", "shape": {"sphere": {"radius": 0.1}}}}]}"#;
    let names: Vec<_> = parse(text, FileKind::Json).unwrap().bodies.into_iter().map(|b| b.name).collect();
    assert_eq!(names, [Some("pin_0".to_owned()), Some("pin_1".to_owned())]);
}

/// Reads `marked`, in which `¦` stands before the value at fault, and expects one fault there with these words in it.
fn assert_refused(marked: &str, kind: FileKind, words: &[&str]) {
    let (before, after) = marked.split_once('¦').expect("a mark");
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rfind('\n').map_or(before, |i| &before[i + 1..]).chars().count();
    let text = [before, after].concat();
    let faults = parse(&text, kind).expect_err(&text);
    assert_eq!(faults.len(), 1, "{text}\n{faults:?}");
    assert_eq!((faults[0].line, faults[0].column), (line, column), "{text}\n{}", faults[0]);
    for word in words {
        assert!(faults[0].message.contains(word), "{:?} is not in {}", word, faults[0]);
    }
}

/// A fault of one body's field: the same in both syntaxes. `¦` stands before the value at fault.
fn assert_body_refused(toml: &str, json: &str, words: &[&str]) {
    let header = "[[bodies]]\nshape = { sphere = { radius = 0.5 } }\n";
    assert_refused(&format!("{header}{toml}\n"), FileKind::Toml, words);
    let json = format!("{{\"bodies\": [\n  {{\"shape\": {{\"sphere\": {{\"radius\": 0.5}}}},\n   {json}}}\n]}}");
    assert_refused(&json, FileKind::Json, words);
}

#[test]
fn numbers_out_of_their_range_are_refused_with_the_value_and_the_range() {
    for (field, value, range) in [
        ("mass", "1e-7", "0.000001 … 1000000000 kg"),
        ("mass", "2e9", "0.000001 … 1000000000 kg"),
        ("mass", "-1", "0.000001 … 1000000000 kg"),
        ("mass", "1e39", "0.000001 … 1000000000 kg"),
        ("density", "0", "above 0 kg/m³"),
        ("density", "1e39", "above 0 kg/m³"),
        ("restitution", "-0.001", "0 … 1"),
        ("restitution", "1.001", "0 … 1"),
        ("friction", "-0.001", "0 … 10"),
        ("friction", "10.5", "0 … 10"),
        ("friction", "1e39", "0 … 10"),
    ] {
        let words = [field, value, range];
        assert_body_refused(&format!("{field} = ¦{value}"), &format!("\"{field}\": ¦{value}"), &words);
    }
    for (field, value, word) in [
        ("position", "[0, ¦1.1e6, 0]", "-1000000 … 1000000 m"),
        ("position", "[0, 0, ¦-1e39]", "-1000000 … 1000000 m"),
        ("velocity", "[¦2e4, 0, 0]", "10000 m/s"),
        ("velocity", "¦[9e3, 9e3, 0]", "0 … 10000 m/s"),
        ("spin", "¦[0, 9e3, 9e3]", "0 … 10000 rad/s"),
        ("force", "[¦1e13, 0, 0]", "1000000000000 N"),
    ] {
        assert_body_refused(&format!("{field} = {value}"), &format!("\"{field}\": {value}"), &[field, word]);
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    for value in ["nan", "inf", "-inf"] {
        for (field, range) in [("mass", "kg"), ("restitution", "0 … 1"), ("density", "above 0")] {
            let text = format!("[[bodies]]\nshape = {{ sphere = {{ radius = 1 }} }}\n{field} = ¦{value}\n");
            assert_refused(&text, FileKind::Toml, &[field, value, range]);
        }
        let text = format!("[[bodies]]\nposition = [0, ¦{value}, 0]\nshape = {{ sphere = {{ radius = 1 }} }}\n");
        assert_refused(&text, FileKind::Toml, &["position", value]);
        assert_refused(&format!("gravity = [0, ¦{value}, 0]"), FileKind::Toml, &["gravity", value]);
        let text = format!("[camera]\ndistance = ¦{value}");
        assert_refused(&text, FileKind::Toml, &["distance", value]);
    }
    assert_refused("{\"gravity\": [0, ¦NaN, 0]}", FileKind::Json, &["not valid JSON", "'N'"]);
}

#[test]
fn sizes_outside_their_range_are_refused() {
    for (toml, json) in [
        ("{ sphere = { radius = ¦9e-4 } }", "{\"sphere\": {\"radius\": ¦9e-4}}"),
        ("{ sphere = { radius = ¦0 } }", "{\"sphere\": {\"radius\": ¦0}}"),
        ("{ sphere = { radius = ¦-1 } }", "{\"sphere\": {\"radius\": ¦-1}}"),
        ("{ box = { half = [1, ¦1.1e4, 1] } }", "{\"box\": {\"half\": [1, ¦1.1e4, 1]}}"),
        ("{ quad = { half = [1, ¦1e39] } }", "{\"quad\": {\"half\": [1, ¦1e39]}}"),
    ] {
        let words = ["0.001 … 10000 m"];
        assert_refused(&format!("[[bodies]]\nshape = {toml}\n"), FileKind::Toml, &words);
        assert_refused(&format!("{{\"bodies\": [{{\n\"shape\": {json}}}]}}"), FileKind::Json, &words);
    }
}

#[test]
fn shapes_that_are_none_are_refused() {
    for (toml, json, words) in [
        ("¦\"sphere\"", "¦\"sphere\"", ["\"sphere\"", "{ sphere = { radius = 0.5 } }"]),
        ("{ ¦spere = { radius = 1 } }", "{¦\"spere\": {\"radius\": 1}}", ["\"spere\"", "did you mean \"sphere\""]),
        ("{ ¦plane = {} }", "{¦\"plane\": {}}", ["\"plane\"", "quad"]),
        ("{ sphere = ¦{} }", "{\"sphere\": ¦{}}", ["a sphere", "radius"]),
        ("{ sphere = ¦1 }", "{\"sphere\": ¦1}", ["a sphere", "a table"]),
        ("{ box = { half = ¦[1, 2] } }", "{\"box\": {\"half\": ¦[1, 2]}}", ["a list of 2", "a list of 3 numbers"]),
        ("¦{}", "¦{}", ["0 kinds", "sphere"]),
        (
            "{ quad = { half = [1, 1], sides = ¦\"bot\" } }",
            "{\"quad\": {\"half\": [1, 1], \"sides\": ¦\"bot\"}}",
            ["\"front\", \"both\"", "did you mean \"both\""],
        ),
        (
            "{ frustum = ¦{ top = 1, half_height = 1 } }",
            "{\"frustum\": ¦{\"top\": 1, \"half_height\": 1}}",
            ["a frustum", "bottom"],
        ),
        (
            "{ frustum = { bottom = 1, top = 1, half_height = ¦0 } }",
            "{\"frustum\": {\"bottom\": 1, \"top\": 1, \"half_height\": ¦0}}",
            ["half_height is 0", "0.001 … 10000 m"],
        ),
        (
            "{ frustum = { bottom = ¦5e-4, top = 1, half_height = 1 } }",
            "{\"frustum\": {\"bottom\": ¦5e-4, \"top\": 1, \"half_height\": 1}}",
            ["bottom is 5e-4", "0.001 … 10000 m"],
        ),
        (
            "{ ¦frustum = { bottom = 0, top = 0, half_height = 1 } }",
            "{¦\"frustum\": {\"bottom\": 0, \"top\": 0, \"half_height\": 1}}",
            ["bottom is 0", "at one of the two ends"],
        ),
        ("{ ¦fustrum = {} }", "{¦\"fustrum\": {}}", ["unknown shape", "did you mean \"frustum\""]),
    ] {
        assert_refused(&format!("[[bodies]]\nshape = {toml}\n"), FileKind::Toml, &words);
        assert_refused(&format!("{{\"bodies\": [{{\n\"shape\": {json}}}]}}"), FileKind::Json, &words);
    }
    assert_refused("name = \"x\"\n¦[[bodies]]\nname = \"a\"\n", FileKind::Toml, &["shape"]);
    assert_refused("{\"bodies\":\n [¦{\"name\": \"a\"}]}", FileKind::Json, &["shape"]);
}

#[test]
fn other_faults_of_bodies_are_refused_where_they_stand() {
    for (toml, json, words) in [
        ("¦restituton = 1", "¦\"restituton\": 1", ["unknown field \"restituton\"", "did you mean \"restitution\""]),
        ("¦colour = 1", "¦\"colour\": 1", ["unknown field \"colour\"", "name, shape, motion"]),
        ("motion = ¦\"Static\"", "\"motion\": ¦\"Static\"", ["\"Static\"", "did you mean \"static\""]),
        ("motion = ¦7", "\"motion\": ¦7", ["motion is 7", "\"kinematic\""]),
        ("mass = ¦\"2\"", "\"mass\": ¦\"2\"", ["mass is \"2\"", "a number"]),
        ("mass = ¦true", "\"mass\": ¦true", ["mass is true", "a number"]),
        ("mass = ¦[]", "\"mass\": ¦[]", ["an empty list", "a number"]),
        ("mass = 1\ndensity = ¦2", "\"mass\": 1, \"density\": ¦2", ["both a mass and a density", "leave one"]),
        ("density = ¦1e-9", "\"density\": ¦1e-9", ["mass of", "0.000001 … 1000000000 kg"]),
        ("position = ¦[1, 2]", "\"position\": ¦[1, 2]", ["a list of 2", "a list of 3 numbers"]),
        ("position = [1, 2, ¦\"3\"]", "\"position\": [1, 2, ¦\"3\"]", ["\"3\"", "a number"]),
        ("rotation = ¦35", "\"rotation\": ¦35", ["rotation is 35", "a table"]),
        (
            "rotation = { axis = ¦[0, 0, 0], degrees = 3 }",
            "\"rotation\": {\"axis\": ¦[0, 0, 0], \"degrees\": 3}",
            ["axis is [0, 0, 0]", "above 0"],
        ),
        (
            "rotation = { quaternion = ¦[0, 0, 0, 0] }",
            "\"rotation\": {\"quaternion\": ¦[0, 0, 0, 0]}",
            ["quaternion", "length"],
        ),
        (
            "rotation = { quaternion = ¦[3e38, 3e38, 0, 0] }",
            "\"rotation\": {\"quaternion\": ¦[3e38, 3e38, 0, 0]}",
            ["quaternion", "length"],
        ),
        (
            "rotation = { quaternion = [0, 0, 0, 1], degrees = ¦3 }",
            "\"rotation\": {\"quaternion\": [0, 0, 0, 1], \"degrees\": ¦3}",
            ["quaternion", "leave one out"],
        ),
        ("rotation = { degrees = ¦1e39 }", "\"rotation\": {\"degrees\": ¦1e39}", ["degrees is 1e39", "1000000°"]),
        ("name = ¦\"\"", "\"name\": ¦\"\"", ["name", "empty"]),
        ("name = ¦\"#1\"", "\"name\": ¦\"#1\"", ["\"#1\"", "without a name"]),
        ("name = ¦\"a\\u0007\"", "\"name\": ¦\"a\\u0007\"", ["control character", "U+0007"]),
        ("name = ¦\"a\\nb\"", "\"name\": ¦\"a\\nb\"", ["control character", "U+000A"]),
        ("name = ¦\"a\u{202e}b\"", "\"name\": ¦\"a\u{202e}b\"", ["control character", "U+202E"]),
    ] {
        assert_body_refused(toml, json, &words);
    }
    let long = "x".repeat(129);
    assert_body_refused(&format!("name = ¦\"{long}\""), &format!("\"name\": ¦\"{long}\""), &["129", "128"]);
}

#[test]
fn faults_of_the_world_and_the_camera_are_refused_where_they_stand() {
    for (toml, json, words) in [
        ("version = ¦2", "{\"version\": ¦2}", ["version is 2", "version 1"]),
        ("version = ¦\"1\"", "{\"version\": ¦\"1\"}", ["version is \"1\"", "version 1"]),
        ("¦gravty = 1", "{¦\"gravty\": 1}", ["\"gravty\"", "did you mean \"gravity\""]),
        ("gravity = ¦-9.81", "{\"gravity\": ¦-9.81}", ["-9.81", "a list of 3 numbers"]),
        ("gravity = [0, ¦-1e5, 0]", "{\"gravity\": [0, ¦-1e5, 0]}", ["-1e5", "-10000 … 10000 m/s²"]),
        ("step = { hz = ¦9.9 }", "{\"step\": {\"hz\": ¦9.9}}", ["hz is 9.9", "10 … 10000"]),
        ("step = { hz = ¦10001 }", "{\"step\": {\"hz\": ¦10001}}", ["hz is 10001", "10 … 10000"]),
        ("step = { sub_steps = ¦0 }", "{\"step\": {\"sub_steps\": ¦0}}", ["sub_steps is 0", "1 … 64"]),
        ("step = { sub_steps = ¦65 }", "{\"step\": {\"sub_steps\": ¦65}}", ["sub_steps is 65", "1 … 64"]),
        ("step = { sub_steps = ¦2.5 }", "{\"step\": {\"sub_steps\": ¦2.5}}", ["2.5", "whole number"]),
        ("step = ¦60", "{\"step\": ¦60}", ["step is 60", "a table"]),
        (
            "[rules]\nfriction = ¦\"multiplied\"",
            "{\"rules\": {\"friction\": ¦\"multiplied\"}}",
            ["\"multiplied\"", "did you mean \"multiply\""],
        ),
        (
            "[rules]\nrestitution = ¦\"foo\"",
            "{\"rules\": {\"restitution\": ¦\"foo\"}}",
            ["\"foo\"", "\"geometric_mean\""],
        ),
        ("[rules]\nnormals = ¦\"all\"", "{\"rules\": {\"normals\": ¦\"all\"}}", ["\"all\"", "\"region\""]),
        ("[rules]\nsleeping = ¦1", "{\"rules\": {\"sleeping\": ¦1}}", ["sleeping is 1", "true or false"]),
        (
            "[rules]\nterminal_speed = ¦0",
            "{\"rules\": {\"terminal_speed\": ¦0}}",
            ["terminal_speed is 0", "0.1 … 10000 m/s"],
        ),
        (
            "[rules]\nfloor = 3\nceiling = ¦2.5",
            "{\"rules\": {\"floor\": 3, \"ceiling\": ¦2.5}}",
            ["ceiling is 2.5", "3 …"],
        ),
        ("[rules]\nfloor = ¦-2e6", "{\"rules\": {\"floor\": ¦-2e6}}", ["floor is -2e6", "1000000 m"]),
        ("[camera]\npitch_deg = ¦91", "{\"camera\": {\"pitch_deg\": ¦91}}", ["pitch_deg is 91", "-90 … 90"]),
        ("[camera]\ndistance = ¦0", "{\"camera\": {\"distance\": ¦0}}", ["distance is 0", "0.01 … 100000 m"]),
        ("[camera]\n¦yaw = 3", "{\"camera\": {¦\"yaw\": 3}}", ["\"yaw\"", "yaw_deg"]),
        ("bodies = ¦3", "{\"bodies\": ¦3}", ["bodies is 3", "a list of tables"]),
        ("bodies = [¦3]", "{\"bodies\": [¦3]}", ["a body is 3", "a table"]),
        ("name = ¦3", "{\"name\": ¦3}", ["name is 3", "a text"]),
        ("about = ¦\"\\u0000\"", "{\"about\": ¦\"\\u0000\"}", ["about", "U+0000"]),
        ("name = ¦1979-05-27", "{\"name\": ¦null}", ["name is", "a text"]),
    ] {
        assert_refused(toml, FileKind::Toml, &words);
        assert_refused(json, FileKind::Json, &words);
    }
    assert_refused("¦[]", FileKind::Json, &["a scene is an empty list", "a table"]);
}

#[test]
fn faults_of_grids_are_refused_before_a_body_is_made() {
    let body = "body = { shape = { sphere = { radius = 0.5 } } }";
    let json_body = "\"body\": {\"shape\": {\"sphere\": {\"radius\": 0.5}}}";
    for (toml, json, words) in [
        ("count = [1, ¦0, 1]", "\"count\": [1, ¦0, 1]", ["count is 0", "1 … 200000"]),
        ("count = [¦18446744073709551616, 1, 1]", "\"count\": [¦18446744073709551616, 1, 1]", ["count", "1 … 200000"]),
        ("count = [¦-1, 1, 1]", "\"count\": [¦-1, 1, 1]", ["count is -1", "1 … 200000"]),
        ("count = ¦[1, 1]", "\"count\": ¦[1, 1]", ["a list of 2", "3 whole numbers"]),
        ("spacing = [1, ¦-1, 1]", "\"spacing\": [1, ¦-1, 1]", ["spacing is -1", "0 … 1000000 m"]),
        ("jitter = ¦1e39", "\"jitter\": ¦1e39", ["jitter is 1e39", "0 … 1000000 m"]),
        ("seed = ¦-1", "\"seed\": ¦-1", ["seed is -1", "whole number"]),
        ("¦cuont = 3", "¦\"cuont\": 3", ["\"cuont\"", "count, spacing"]),
    ] {
        assert_refused(&format!("[[grids]]\n{toml}\n{body}"), FileKind::Toml, &words);
        assert_refused(&format!("{{\"grids\": [{{\n{json},\n{json_body}}}]}}"), FileKind::Json, &words);
    }
    for (count, total) in [("[200000, 200000, 200000]", "8000000000000000"), ("[200001, 1, 1]", "200001")] {
        let place = if total == "200001" { ("", "[¦200001, 1, 1]") } else { ("¦", count) };
        let toml = format!("{}[[grids]]\ncount = {}\n{body}", place.0, place.1);
        assert_refused(&toml, FileKind::Toml, &[total, "200000"]);
        let json = format!("{{\"grids\": [\n{}{{\"count\": {}, {json_body}}}]}}", place.0, place.1);
        assert_refused(&json, FileKind::Json, &[total, "200000"]);
    }
    assert_refused("¦[[grids]]\ncount = [1, 1, 1]", FileKind::Toml, &["the grid has no body", "shape"]);
    let far = "[[grids]]\ncount = [3, 1, 1]\nspacing = [1e6, 1, 1]\nbody = { position = [1, 0, 0], shape = { sphere = { radius = 1 } } }";
    assert_refused(&format!("¦{far}"), FileKind::Toml, &["1000001", "1000000 m"]);
}

#[test]
fn a_scene_holds_two_hundred_thousand_bodies_and_not_one_more() {
    let body = "{\"shape\":{\"sphere\":{\"radius\":1}}}";
    let grid = format!("{{\"count\":[100,200,10],\"body\":{body}}}");
    let full = parse(&format!("{{\"grids\":[{grid}]}}"), FileKind::Json).unwrap();
    assert_eq!(full.bodies.len(), MAX_BODIES);
    assert_refused(
        &format!("{{\"bodies\":[{body}],\n\"grids\":[¦{grid}]}}"),
        FileKind::Json,
        &["200001 bodies", "200000"],
    );
    let bodies = vec![body; MAX_BODIES].join(",");
    assert_refused(&format!("{{\"bodies\":[{bodies},\n ¦{body},{body}]}}"), FileKind::Json, &["200001", "200000"]);
}

#[test]
fn doubled_names_are_refused_at_the_second() {
    let toml = "[[bodies]]\nname = \"a\"\nshape = { sphere = { radius = 1 } }\n[[bodies]]\nshape = { sphere = { radius = 1 } }\nname = ¦\"a\"\n";
    assert_refused(toml, FileKind::Toml, &["already a body named \"a\""]);
    let sphere = "\"shape\": {\"sphere\": {\"radius\": 1}}";
    let json = format!(
        "{{\"bodies\": [{{\"name\": \"a_1\", {sphere}}}],\n\"grids\": [{{\"count\": [2, 1, 1], \"body\": {{\"name\": ¦\"a\", {sphere}}}}}]}}"
    );
    assert_refused(&json, FileKind::Json, &["already a body named \"a_1\""]);
}

#[test]
fn faults_of_syntax_are_placed() {
    for (toml, word) in [
        ("name = ¦", "not valid TOML"),
        ("name = \"a\"\n¦name = \"b\"", "duplicate key"),
        ("gravity = [0, ¦x, 0]", "not valid TOML"),
    ] {
        assert_refused(toml, FileKind::Toml, &[word]);
    }
    for (json, word) in [
        ("¦", "a value, found the end of the file"),
        ("{\"name\": \"a\",\n ¦\"name\": \"b\"}", "\"name\" is there twice"),
        ("{\"name\": ¦x}", "a value, found 'x'"),
        ("{\"name\": \"a\"¦ \"about\": 1}", "`,` or `}`, found '\"'"),
        ("{\"gravity\": [0, 0¦1, 2]}", "the end of the number, found '1'"),
        ("{\"gravity\": [0, -¦.5, 2]}", "a digit, found '.'"),
        ("{\"gravity\": [0, 5.¦, 2]}", "a digit, found ','"),
        ("{\"gravity\": [0, 1, 2,¦]}", "a value, found ']'"),
        ("{\"name\": \"a¦\n\"}", "the end of the text"),
        ("{\"name\": \"ü\\¦x\"}", "after the backslash"),
        ("{\"name\": \"\\¦ud800\"}", "surrogate"),
        ("{\"name\": \"\\u¦00g0\"}", "four hexadecimal digits"),
        ("{}¦{}", "the end of the file, found '{'"),
        ("{¦name: 1}", "a field's name in quotation marks"),
        ("{\"name\"¦}", "`:`, found '}'"),
    ] {
        // White space before what was found belongs to neither side of the mark.
        let json = json.replace("¦ ", " ¦");
        assert_refused(&json, FileKind::Json, &["not valid JSON", word]);
    }
}

#[test]
fn every_fault_of_a_file_is_reported_in_its_order() {
    let text = "version = 3\n[camera]\ndistance = 0\n[[bodies]]\nshape = { sphere = { radius = 0 } }\nmas = 1\nfriction = -1\n[[bodies]]\n";
    let places: Vec<_> = parse(text, FileKind::Toml).unwrap_err().iter().map(|f| (f.line, f.column)).collect();
    assert_eq!(places, [(1, 11), (3, 12), (5, 31), (6, 1), (7, 12), (8, 1)]);
    let many = format!("{{\"bodies\":[{}1]}}", "1,".repeat(5000));
    let faults = parse(&many, FileKind::Json).unwrap_err();
    assert_eq!(faults.len(), 1001);
    assert!(faults[1000].message.contains("more faults"), "{}", faults[1000]);
}

#[test]
fn files_that_are_too_long_or_too_deep_are_refused() {
    let long = " ".repeat(MAX_FILE_BYTES as usize + 1);
    for kind in [FileKind::Toml, FileKind::Json] {
        let faults = parse(&long, kind).unwrap_err();
        assert!(faults.len() == 1 && faults[0].message.contains("64 MiB"), "{faults:?}");
    }
    for (text, kind) in [
        ("[".repeat(1 << 20), FileKind::Json),
        ("{\"a\":".repeat(1 << 20), FileKind::Json),
        (format!("a = {}", "[".repeat(1 << 17)), FileKind::Toml),
        (format!("a = {}", "{a=".repeat(1 << 17)), FileKind::Toml),
        (format!("{}a = 1", "a.".repeat(1 << 17)), FileKind::Toml),
        (format!("[{}a]", "a.".repeat(1 << 17)), FileKind::Toml),
    ] {
        assert!(!parse(&text, kind).unwrap_err().is_empty());
    }
}

#[test]
fn values_at_the_ends_of_their_ranges_are_read() {
    for field in [
        "shape = { sphere = { radius = 1e-3 } }\nmass = 1",
        "shape = { quad = { half = [1e4, 1e-3] } }\nmotion = \"static\"",
        "shape = { sphere = { radius = 1 } }\nmass = 1e-6\nrestitution = 0\nfriction = 0",
        "shape = { sphere = { radius = 1 } }\nmass = 1e9\nrestitution = 1\nfriction = 10",
        "shape = { sphere = { radius = 1 } }\nposition = [1e6, -1e6, 1e6]",
        "shape = { sphere = { radius = 1 } }\nvelocity = [0, -1e4, 0]\nspin = [1e4, 0, 0]\nforce = [0, 0, 1e12]",
    ] {
        let scene = parse(&format!("[[bodies]]\n{field}\n"), FileKind::Toml);
        assert!(scene.is_ok(), "{field}: {scene:?}");
    }
    for world in
        ["step = { hz = 10, sub_steps = 1 }", "step = { hz = 1e4, sub_steps = 64 }", "gravity = [-1e4, 1e4, 0]"]
    {
        assert!(parse(world, FileKind::Toml).is_ok(), "{world}");
    }
}

#[test]
fn the_gallery_lists_every_scene_file_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/scenes");
    let name = |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name().into_string().unwrap();
    let mut files: Vec<String> = std::fs::read_dir(folder).unwrap().map(name).collect();
    let mut listed: Vec<String> = gallery().iter().map(|entry| format!("{}.toml", entry.id)).collect();
    files.sort();
    listed.sort();
    assert_eq!(listed, files);
    assert!(listed.len() >= 16);
}

#[test]
fn faults_of_the_view_are_refused_where_they_stand() {
    let ball = "[[bodies]]\nname = \"ball\"\nshape = { sphere = { radius = 0.5 } }\n[view]\n";
    for (line, column, words) in [
        ("lairs = []", 1, ["\"lairs\"", "did you mean \"layers\""]),
        ("layers = [\"impulse\"]", 11, ["\"impulse\"", "did you mean \"impulses\""]),
        ("layers = [\"points\", \"points\"]", 21, ["\"points\"", "twice"]),
        ("layers = \"points\"", 10, ["\"points\"", "a list"]),
        ("counters = [\"bal\"]", 13, ["no such body", "did you mean \"ball\""]),
        ("peaks = [7]", 10, ["7", "a text"]),
        ("cameras = [{ distance = 2.0 }]", 12, ["no name", "from above"]),
        ("cameras = [{ name = \"a\" }, { name = \"a\" }]", 28, ["already a camera", "\"a\""]),
        ("cameras = [{ name = \"a\", pitch_deg = 91.0 }]", 38, ["pitch_deg is 91", "-90 … 90"]),
        ("pins = [{ point = [0, 0, 0] }]", 9, ["no text", "pin"]),
        ("pins = [{ text = \"\", body = \"ball\" }]", 18, ["\"\"", "empty"]),
        ("pins = [{ text = \"it\" }]", 9, ["either a point", "name of a body"]),
        ("pins = [{ text = \"it\", body = \"box\" }]", 31, ["\"box\"", "no such body"]),
    ] {
        let faults = parse(&format!("{ball}{line}\n"), FileKind::Toml).unwrap_err();
        assert_eq!((faults.len(), faults[0].line, faults[0].column), (1, 5, column), "{line}: {faults:?}");
        assert!(words.iter().all(|word| faults[0].message.contains(word)), "{line}: {}", faults[0]);
    }
    let many = vec!["\"points\""; 65].join(", ");
    let faults = parse(&format!("[view]\nlayers = [{many}]"), FileKind::Toml).unwrap_err();
    assert!(faults[0].message.contains("65 entries") && faults[0].message.contains("64"), "{}", faults[0]);
}

#[test]
fn every_scene_of_the_gallery_says_which_layers_show_its_idea() {
    for entry in gallery() {
        assert!(entry.scene().unwrap().view.layers.is_some(), "{}", entry.id);
    }
}

#[test]
fn the_opening_scene_shows_contacts_from_its_first_step_on() {
    let mut sim = Sim::new(gallery()[0].scene().unwrap()).unwrap();
    for step in 1..=120 {
        sim.step();
        assert!(sim.world().contacts().len() >= 3, "step {step}");
    }
}

#[test]
fn every_scene_of_the_gallery_reads_and_says_what_there_is_to_see() {
    for entry in gallery() {
        let scene = entry.scene().unwrap_or_else(|faults| panic!("{}: {}", entry.id, faults[0]));
        assert!(!scene.name.is_empty() && scene.about.len() > 20, "{}", entry.id);
        assert!(scene.camera.is_some(), "{}", entry.id);
        assert!(scene.bodies.iter().any(|b| b.desc.motion == Motion::Dynamic), "{}", entry.id);
    }
}
