//! Letters that the program's own font lacks.

use crate::bench::{Bench, harness};
use carom::render::{Gpu, Offscreen, Picture};
use carom::ui::theme::add_font;
use carom::view::{Color, DrawList, Label, Theme};
use egui_kittest::Harness;

/// A font that has signs which ours lacks: the lines and corners of tables.
fn tables() -> &'static [u8] {
    let fonts = egui::FontDefinitions::default();
    let bytes: &[u8] = (*fonts.font_data["Hack"].font).as_ref();
    bytes.to_vec().leak()
}

#[test]
fn a_label_takes_letters_from_the_added_font_instead_of_an_empty_box() {
    let gpu = Gpu::new_headless().unwrap();
    let draw = |text: &str, font: Option<&'static [u8]>| -> Picture {
        let mut offscreen = Offscreen::new(&gpu, [240, 80]).unwrap();
        font.into_iter().for_each(|font| offscreen.add_font(font));
        let label = Label { text: text.into(), color: Color::hex(0xff_ff_ff), ..LABEL };
        offscreen.draw(&DrawList { labels: vec![label], ..DrawList::default() }).unwrap()
    };
    let (cross, corner) = ("\u{256c}", "\u{2554}");
    assert!(draw(cross, None) == draw(corner, None), "without the font both are the same empty box");
    assert!(draw(cross, Some(tables())) != draw(corner, Some(tables())), "with it each has a sign of its own");
    assert!(draw("box", None) == draw("box", Some(tables())), "our own letters stay");
    assert!(draw(cross, None) == draw(cross, Some(b"this is no font")), "what is no font is passed over");
}

const LABEL: Label = Label {
    anchor: carom::glam::Vec3::ZERO,
    offset: carom::glam::Vec2::ZERO,
    text: String::new(),
    color: Color([0; 4]),
};

#[test]
fn panels_take_letters_from_the_added_font() {
    let mut h = harness(Theme::Dark);
    let known = |h: &Harness<'static, Bench>| {
        h.ctx.fonts_mut(|fonts| fonts.has_glyphs(&egui::FontId::proportional(13.0), "box \u{256c}"))
    };
    assert!(!known(&h));
    add_font(&h.ctx, tables());
    h.run();
    h.run();
    assert!(known(&h));
}
