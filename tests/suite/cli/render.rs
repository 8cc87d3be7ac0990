//! Pictures and clips, and what the viewer says where there is no display.

use super::*;

/// Width and height of a PNG, from its header.
fn png_size(bytes: &[u8]) -> [u32; 2] {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn every_kind_of_picture_and_clip_is_written() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let draw = |arguments: &[&str]| {
        let output = carom(&[&["render", &scene, "--size", "64x48"], arguments].concat());
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        output.stdout
    };
    draw(&["--at", "0.5", "--out", &folder.path("a.png"), "--show", "normals,labels", "--select", "ball"]);
    let png = std::fs::read(folder.path("a.png")).unwrap();
    assert_eq!(png_size(&png), [64, 48]);
    let show = ["--at", "0.5", "--show", "normals,labels", "--select", "ball", "--out", "-"];
    assert_eq!(draw(&show), png, "the same picture, to standard output");
    assert_ne!(draw(&["--at", "0.5", "--theme", "light", "--out", "-"]), png);
    assert_ne!(draw(&["--at", "0.5", "--camera", "-3,2,5,0,1,0", "--out", "-"]), png);

    let clip = ["--seconds", "0.3", "--fps", "10"];
    draw(&[&clip[..], &["--out", &folder.path("a.gif"), "--follow", "ball"]].concat());
    assert_eq!(&std::fs::read(folder.path("a.gif")).unwrap()[..10], b"GIF89a\x40\x00\x30\x00");
    draw(&[&clip[..], &["--out", &folder.path("a.apng")]].concat());
    let apng = std::fs::read(folder.path("a.apng")).unwrap();
    assert_eq!(apng.windows(4).filter(|w| w == b"fcTL").count(), 3, "three frames");
    let y4m = draw(&[&clip[..], &["--out", "-"]].concat());
    let header = b"YUV4MPEG2 W64 H48 F10:1 ";
    assert_eq!(&y4m[..header.len()], header);
    let line = y4m.iter().position(|b| *b == b'\n').unwrap() + 1;
    assert_eq!(y4m.len(), line + 3 * (6 + 3 * 64 * 48));
    draw(&[&clip[..], &["--out", &folder.path("pictures/")]].concat());
    for name in ["0001.png", "0002.png", "0003.png"] {
        assert_eq!(png_size(&std::fs::read(folder.path(&format!("pictures/{name}"))).unwrap()), [64, 48]);
    }
    assert!(!std::path::Path::new(&folder.path("pictures/0004.png")).exists());
}

#[test]
fn the_worst_contacts_of_a_trace_are_drawn_beside_its_report() {
    let folder = Folder::new();
    let worst = folder.path("worst");
    let words = ["trace", "check", "trace:jolt", "--worst", "400", "--picture", &worst];
    let output = carom(&words);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut names: Vec<String> =
        std::fs::read_dir(&worst).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), 4, "{names:?}");
    let report = carom(&["trace", "check", "trace:jolt", "--worst", "400", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    let first = &report["worst"][0];
    assert_eq!(names[0], format!("1_{}_step_{}.png", first["verdict"].as_str().unwrap(), first["step"]));
    let pictures: Vec<_> = names.iter().map(|name| std::fs::read(format!("{worst}/{name}")).unwrap()).collect();
    assert!(pictures.iter().all(|png| png_size(png) == [1280, 720]));
    assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]), "each shows another contact");
    assert!(names.iter().all(|name| stderr(&output).contains(name.as_str())), "{}", stderr(&output));

    // Where a file stands in the way of the folder the report is given all the same, and the message names it.
    let file = folder.file("file", "");
    let output = carom(&["trace", "check", "trace:jolt", "--picture", &file]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--picture") && !output.stdout.is_empty(), "{}", stderr(&output));
}

#[test]
fn wrong_wishes_for_a_picture_exit_with_2_and_say_what_to_do() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let png = folder.path("a.png");
    let cases: &[(&[&str], &str)] = &[
        (&[], "--out"),
        (&["--out", "a.jpg"], ".png"),
        (&["--out", "a.gif"], "--seconds"),
        (&["--out", &png, "--seconds", "1"], ".gif"),
        (&["--out", "a.gif", "--seconds", "1", "--fps", "60"], "50"),
        (&["--out", &png, "--size", "0x10"], "WIDTHxHEIGHT"),
        (&["--out", &png, "--size", "16384x16384"], "too large"),
        (&["--out", &png, "--camera", "1,2,3"], "six numbers"),
        (&["--out", &png, "--camera", "1,2,3,1,2,3"], "the same"),
        (&["--out", &png, "--show", "nonsense"], "the layers are"),
        (&["--out", &png, "--select", "bal"], "did you mean ball?"),
        (&["--out", &png, "--follow", "nonsense"], "the scene has box"),
        (&["--out", &png, "--theme", "pink"], "light"),
        (&["--out", &folder.path("none/a.png")], "--out"),
    ];
    for (arguments, words) in cases {
        let output = carom(&[&["render", &scene], *arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn without_an_adapter_the_exit_code_is_3_and_the_right_names_are_listed() {
    for arguments in [&["adapters"][..], &["render", "first_bounce", "--out", "-"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        let output = command.args(arguments).env("WGPU_ADAPTER_NAME", "nonsense").output().unwrap();
        assert_eq!(code(&output), 3, "{arguments:?}");
        assert!(stderr(&output).contains("there are") && stderr(&output).contains("carom run"), "{arguments:?}");
    }
    let rows: Value = serde_json::from_str(&stdout(&carom(&["adapters", "--json"]))).unwrap();
    assert_eq!(rows.as_array().unwrap().iter().filter(|row| row["used"] == true).count(), 1);
}

#[test]
fn a_session_that_gave_no_folder_for_sockets_is_no_error_to_print() {
    let folder = Folder::new();
    for arguments in [&["adapters"][..], &["render", "first_bounce", "--out", &folder.path("a.png")]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR", "RUST_LOG"] {
            command.env_remove(name);
        }
        let output = command.args(arguments).output().unwrap();
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("XDG_RUNTIME_DIR"), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("error"), "{arguments:?}: {}", stderr(&output));
    }
}

#[cfg(feature = "app")]
#[test]
fn without_a_display_the_viewer_exits_with_3_and_names_commands_that_need_none() {
    let output = carom(&["first_bounce"]);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("carom render") && stderr(&output).contains("carom run"), "{}", stderr(&output));
    // Where in which library that was found is nothing for a user.
    assert!(!stderr(&output).contains(".rs:"), "{}", stderr(&output));
}
