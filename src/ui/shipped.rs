//! Pictures that come with the program. On a desktop they are part of it; in a browser they lie beside the page, and
//! those that are looked at are fetched.

use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bytes of a file below `assets`; none in a browser.
macro_rules! shipped {
    ($($part:expr),+) => {{
        #[cfg(not(target_arch = "wasm32"))]
        const BYTES: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", $($part),+));
        #[cfg(target_arch = "wasm32")]
        const BYTES: &[u8] = &[];
        BYTES
    }};
}
pub(super) use shipped;

/// Files that were asked for, by their paths below `assets`.
#[derive(Clone, Default)]
struct AskedFile {
    /// Whom nobody has asked for yet.
    wanted: Vec<String>,
    /// What came; empty what is on its way, or does not come.
    files: BTreeMap<String, Arc<[u8]>>,
    /// Who makes pixels of them.
    reader: Option<PictureReader>,
}

fn asked<R>(ctx: &Context, f: impl FnOnce(&mut AskedFile) -> R) -> R {
    ctx.data_mut(|data| f(data.get_temp_mut_or_default(Id::unique("shipped files"))))
}

/// The files that the panels would show if they were here, each told once.
pub fn take_wanted(ctx: &Context) -> Vec<String> {
    asked(ctx, |asked| std::mem::take(&mut asked.wanted))
}

/// One of them has come.
pub fn give(ctx: &Context, path: &str, bytes: Vec<u8>) {
    asked(ctx, |asked| asked.files.insert(path.into(), bytes.into()));
}

/// Makes pixels of the bytes of a file; none where they are no picture.
pub type PictureReader = fn(&[u8]) -> Option<ColorImage>;

/// Says who reads the files of pictures: before that none is shown.
pub fn set_reader(ctx: &Context, reader: PictureReader) {
    asked(ctx, |asked| asked.reader = Some(reader));
}

fn texture_id(path: &str) -> Id {
    Id::unique("shipped picture").with(path)
}

/// Whether showing it costs nothing: it was made, or is on its way.
pub(super) fn is_made(ctx: &Context, path: &str) -> bool {
    ctx.data(|data| data.get_temp::<TextureHandle>(texture_id(path)).is_some())
        || asked(ctx, |asked| asked.files.get(path).is_some_and(|file| file.is_empty()))
}

/// A picture as a texture, made when it is first shown; none when it is not here yet, or is no picture. `bytes` are
/// those in the program, if they are in it.
pub(super) fn texture(ctx: &Context, path: &str, bytes: &'static [u8]) -> Option<TextureHandle> {
    let id = texture_id(path);
    // Kept with the context: a texture is made once for each window.
    if let Some(texture) = ctx.data(|data| data.get_temp(id)) {
        return Some(texture);
    }
    // Not in the program: it is fetched, and asked for once.
    let fetched = bytes.is_empty().then(|| {
        asked(ctx, |asked| {
            let file = asked.files.entry(path.into()).or_insert_with(|| {
                asked.wanted.push(path.into());
                [].into()
            });
            file.clone()
        })
    });
    let read = asked(ctx, |asked| asked.reader)?;
    // A file that has not come yet is empty, so no image either: then nothing is kept.
    let pixels = read(fetched.as_deref().unwrap_or(bytes))?;
    let texture = ctx.load_texture(path, pixels, TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    Some(texture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_not_in_the_program_is_asked_for_once_and_shown_when_it_comes() {
        let ctx = Context::default();
        set_reader(&ctx, |bytes| {
            let image = image::load_from_memory(bytes).ok()?.to_rgba8();
            Some(ColorImage::from_rgba_unmultiplied([image.width() as usize, image.height() as usize], &image))
        });
        let icon = include_bytes!("../../assets/icon.png");
        assert!(texture(&ctx, "icon.png", &[]).is_none());
        assert!(texture(&ctx, "icon.png", &[]).is_none());
        assert_eq!(take_wanted(&ctx), ["icon.png"]);
        assert!(texture(&ctx, "icon.png", &[]).is_none());
        assert_eq!(take_wanted(&ctx), [""; 0], "it is on its way");
        give(&ctx, "icon.png", icon.to_vec());
        assert!(texture(&ctx, "icon.png", &[]).is_some());
        // What came and is no picture is not asked for again.
        assert!(texture(&ctx, "other.png", &[]).is_none());
        take_wanted(&ctx);
        give(&ctx, "other.png", vec![1, 2, 3]);
        assert!(texture(&ctx, "other.png", &[]).is_none());
        assert_eq!(take_wanted(&ctx), [""; 0]);
        // What is in the program is never asked for.
        assert!(texture(&ctx, "within.png", icon).is_some());
        assert_eq!(take_wanted(&ctx), [""; 0]);
    }
}
