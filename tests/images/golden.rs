//! Pictures compared with those under `tests/snapshots`.

use super::scenes::distance;
use carom::render::Picture;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A channel that differs by more counts its pixel as different.
const TOLERANCE: u8 = 14;
/// Share of different pixels that passes: rounding moves single edge pixels between versions of a driver.
const SHARE: f64 = 0.004;

fn save(picture: &Picture, path: &Path) {
    picture.write_png(File::create(path).unwrap()).unwrap();
}

/// In steps of four: far below the tolerance, and the file is half as large without the sky's dither.
fn coarse(picture: &Picture) -> Picture {
    let rgba = picture.rgba.iter().map(|&byte| (byte.saturating_add(2)) & !3).collect();
    Picture { rgba, ..*picture }
}

fn load(path: &Path) -> Option<Picture> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).ok()?)).read_info().ok()?;
    let mut rgb = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut rgb).ok()?;
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let rgba = rgb.chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 255]).collect();
    Some(Picture { size: [info.width, info.height], rgba })
}

/// Fails unless `picture` looks like the one kept under `name`.
pub fn assert_golden(name: &str, picture: &Picture) {
    assert_same(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.png")), picture);
}

/// Fails unless `picture` looks like the one in the file `kept`.
pub fn assert_same(kept: &Path, picture: &Picture) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        save(&coarse(picture), kept);
    }
    let (fresh, diff) = (kept.with_extension("new.png"), kept.with_extension("diff.png"));
    let name = kept.display();
    let Some(wanted) = load(kept) else {
        save(picture, &fresh);
        panic!("{name} is missing; see {}", fresh.display());
    };
    assert_eq!(wanted.size, picture.size, "{name}");
    let pairs = || wanted.rgba.chunks_exact(4).zip(picture.rgba.chunks_exact(4));
    let apart = |a: &[u8], b: &[u8]| distance([a[0], a[1], a[2], a[3]], [b[0], b[1], b[2], b[3]]);
    let different = pairs().filter(|(a, b)| apart(a, b) > TOLERANCE).count();
    let allowed = (f64::from(wanted.size[0] * wanted.size[1]) * SHARE) as usize;
    if different > allowed {
        save(picture, &fresh);
        let rgba = pairs().flat_map(|(a, b)| [apart(a, b).saturating_mul(4), 0, 0, 255]).collect();
        save(&Picture { size: wanted.size, rgba }, &diff);
        panic!("{name}: {different} pixels differ, {allowed} may; see {}", diff.display());
    }
    // What an earlier failure left behind is of no use any more.
    for leftover in [fresh, diff] {
        if leftover.exists() {
            std::fs::remove_file(leftover).unwrap();
        }
    }
}
