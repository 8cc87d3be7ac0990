//! One style for all panels: colours, sizes, distances.

use crate::language::{self, word};
use crate::view::Theme;
use egui::{Color32, CornerRadius, FontFamily, FontId, Frame, Margin, Stroke, Style, TextStyle, Ui, Visuals};
use egui::{Context, Id, Modal, RichText, Sense, vec2};

/// The colours one theme is made of.
struct Palette {
    /// Panels.
    panel: Color32,
    /// Bars at the upper and the lower edge.
    bar: Color32,
    /// Text fields and the rail of sliders.
    well: Color32,
    /// Buttons at rest, under the mouse, pressed.
    button: [Color32; 3],
    /// Thin lines between panels.
    line: Color32,
    /// Words: strong, plain, weak.
    text: [Color32; 3],
    /// Selection, focus and everything switched on.
    accent: Color32,
    /// Words on the accent.
    on_accent: Color32,
    /// Something needs attention.
    warning: Color32,
    /// Something went wrong.
    error: Color32,
}

const DARK: Palette = Palette {
    panel: Color32::from_rgb(0x1b, 0x1e, 0x24),
    bar: Color32::from_rgb(0x15, 0x17, 0x1c),
    well: Color32::from_rgb(0x10, 0x12, 0x16),
    button: [
        Color32::from_rgb(0x2a, 0x2e, 0x37),
        Color32::from_rgb(0x36, 0x3b, 0x46),
        Color32::from_rgb(0x41, 0x47, 0x54),
    ],
    line: Color32::from_rgb(0x2c, 0x30, 0x39),
    text: [
        Color32::from_rgb(0xf1, 0xf3, 0xf6),
        Color32::from_rgb(0xcd, 0xd2, 0xdb),
        Color32::from_rgb(0x97, 0x9f, 0xac),
    ],
    accent: Color32::from_rgb(0x56, 0xb4, 0xe9),
    on_accent: Color32::from_rgb(0x08, 0x1a, 0x26),
    warning: Color32::from_rgb(0xf0, 0xb4, 0x3c),
    error: Color32::from_rgb(0xff, 0x7d, 0x66),
};

const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(0xfa, 0xfa, 0xfb),
    bar: Color32::from_rgb(0xf0, 0xf1, 0xf4),
    well: Color32::from_rgb(0xe6, 0xe8, 0xec),
    button: [
        Color32::from_rgb(0xe3, 0xe6, 0xeb),
        Color32::from_rgb(0xd6, 0xda, 0xe1),
        Color32::from_rgb(0xc6, 0xcc, 0xd6),
    ],
    line: Color32::from_rgb(0xd9, 0xdc, 0xe2),
    text: [
        Color32::from_rgb(0x10, 0x14, 0x1b),
        Color32::from_rgb(0x2b, 0x31, 0x3b),
        Color32::from_rgb(0x5b, 0x64, 0x72),
    ],
    accent: Color32::from_rgb(0x00, 0x6b, 0xb0),
    on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
    warning: Color32::from_rgb(0x9a, 0x5b, 0x00),
    error: Color32::from_rgb(0xb8, 0x2c, 0x0f),
};

/// From the edge of a panel to what it shows (points).
pub const MARGIN: f32 = 14.0;

/// Left and right of the name of a page (points).
const TAB_PADDING: f32 = 10.0;

/// Height of everything that can be clicked (points).
pub const CONTROL: f32 = 24.0;

/// Gives the window this theme; costs nothing when it has it already.
pub fn apply(ctx: &egui::Context, theme: Theme) {
    let wanted = match theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    };
    let done = egui::Id::unique("carom theme");
    // Once for each context: other fonts have all letters drawn anew.
    if ctx.data(|d| d.get_temp::<bool>(done)).is_none() {
        ctx.set_fonts(fonts());
        ctx.set_style_of(egui::Theme::Dark, style(&DARK, Visuals::dark()));
        ctx.set_style_of(egui::Theme::Light, style(&LIGHT, Visuals::light()));
        ctx.data_mut(|d| d.insert_temp(done, true));
    }
    if ctx.theme() != wanted {
        ctx.set_theme(wanted);
    }
}

/// Takes the letters that the panels' own fonts lack from this one.
pub fn add_font(ctx: &egui::Context, bytes: &'static [u8]) {
    let mut fonts = fonts();
    fonts.font_data.insert("system".into(), std::sync::Arc::new(egui::FontData::from_static(bytes)));
    // Last in every family, so that it is asked only for letters that all others lack.
    for family in fonts.families.values_mut() {
        family.push("system".into());
    }
    ctx.set_fonts(fonts);
}

/// Inter for words, as in the picture itself; egui's own fonts stand behind it for signs it lacks, and one for Chinese.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    let inter = egui::FontData::from_static(include_bytes!("../../assets/fonts/Inter-Medium.otf"));
    fonts.font_data.insert("Inter".into(), std::sync::Arc::new(inter));
    fonts.families.entry(FontFamily::Proportional).or_default().insert(0, "Inter".into());
    if let Some(chinese) = language::CHINESE_FONT {
        fonts.font_data.insert("Chinese".into(), std::sync::Arc::new(egui::FontData::from_static(chinese)));
        fonts.families.values_mut().for_each(|family| family.push("Chinese".into()));
    }
    fonts
}

fn style(palette: &Palette, base: Visuals) -> Style {
    let mut style = Style { visuals: visuals(palette, base), animation_time: 0.12, ..Style::default() };
    let font = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Heading, font(16.0)),
        (TextStyle::Body, font(13.0)),
        (TextStyle::Button, font(13.0)),
        (TextStyle::Small, font(11.0)),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;
    let spacing = &mut style.spacing;
    // In points: about the sizes of a desktop's own controls, and none too small for a finger.
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(8.0, 3.0);
    spacing.interact_size = vec2(32.0, CONTROL);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(6);
    spacing.slider_rail_height = 4.0;
    spacing.icon_width = 16.0;
    // A short wait, so that a mouse that only passes opens nothing.
    spacing.icon_width_inner = 10.0;
    spacing.icon_spacing = 6.0;
    spacing.combo_width = 60.0;
    spacing.tooltip_width = 320.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.6;
    style.explanation_tooltips = false;
    style
}

fn visuals(palette: &Palette, base: Visuals) -> Visuals {
    // What is not named here stays as egui has it.
    let mut v = base;
    let round = CornerRadius::same(5);
    v.panel_fill = palette.panel;
    v.window_fill = palette.panel;
    v.window_stroke = Stroke::new(1.0, palette.line);
    v.window_corner_radius = CornerRadius::same(10);
    v.menu_corner_radius = CornerRadius::same(8);
    v.extreme_bg_color = palette.well;
    v.code_bg_color = palette.well;
    v.faint_bg_color = palette.button[0].gamma_multiply(0.35);
    v.hyperlink_color = palette.accent;
    v.warn_fg_color = palette.warning;
    v.error_fg_color = palette.error;
    v.weak_text_color = Some(palette.text[2]);
    v.selection.bg_fill = palette.accent.gamma_multiply(0.45);
    v.selection.stroke = Stroke::new(1.5, palette.accent);
    v.slider_trailing_fill = true;
    v.handle_shape = egui::style::HandleShape::Circle;
    v.indent_has_left_vline = false;
    v.disabled_alpha = 0.4;
    let w = &mut v.widgets;
    // Three states of a control by its fill, without borders: brighter under the mouse, and brighter still when
    // pressed.
    for (widget, fill, text) in [
        (&mut w.noninteractive, palette.panel, palette.text[1]),
        (&mut w.inactive, palette.button[0], palette.text[1]),
        (&mut w.hovered, palette.button[1], palette.text[0]),
        (&mut w.active, palette.button[2], palette.text[0]),
        (&mut w.open, palette.button[1], palette.text[0]),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = round;
        widget.expansion = 0.0;
    }
    w.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    w.hovered.bg_stroke = Stroke::new(1.0, palette.button[2]);
    // The control that has the keyboard is drawn as active: its edge must be seen.
    w.active.bg_stroke = Stroke::new(1.5, palette.accent);
    v
}

fn palette(visuals: &Visuals) -> &'static Palette {
    if visuals.dark_mode { &DARK } else { &LIGHT }
}

/// The colour of selection and of everything switched on.
pub fn accent(visuals: &Visuals) -> Color32 {
    palette(visuals).accent
}

/// Words on [`accent`].
pub fn on_accent(visuals: &Visuals) -> Color32 {
    palette(visuals).on_accent
}

/// The bars at the upper and the lower edge.
pub(super) fn bar_frame(style: &Style) -> Frame {
    Frame::new().fill(palette(&style.visuals).bar).inner_margin(Margin::symmetric(12, 0))
}

/// A window that everything else waits for.
pub(super) fn dialog(ctx: &Context, name: &'static str) -> Modal {
    let style = ctx.global_style();
    Modal::new(Id::unique(name)).frame(Frame::popup(&style).inner_margin(style.spacing.window_margin))
}

/// A row of pages to choose from, underlined where one stands.
pub(super) fn tabs<T: PartialEq + Copy>(ui: &mut Ui, current: &mut T, pages: &[(T, &str, &str)]) {
    let row = ui.horizontal(|ui| {
        // The first name stands above the left edge of what the page shows.
        ui.add_space(MARGIN - TAB_PADDING);
        ui.spacing_mut().item_spacing.x = 0.0;
        for (page, name, hint) in pages {
            if tab(ui, name, hint, *page == *current, 34.0).clicked() {
                *current = *page;
            }
        }
    });
    // A thin line over the whole width, on which the names of the pages stand.
    let y = row.response.rect.bottom();
    ui.painter().hline(ui.max_rect().x_range(), y, ui.visuals().widgets.noninteractive.bg_stroke);
    ui.add_space(4.0);
}

/// The name of a page, underlined when it is the one on show.
pub(super) fn tab(ui: &mut Ui, name: &str, hint: &str, chosen: bool, height: f32) -> egui::Response {
    let name = word(name);
    let font = FontId::proportional(13.0);
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, Color32::PLACEHOLDER);
    let size = vec2(galley.size().x + 2.0 * TAB_PADDING, height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, name));
    let response = response.on_hover_text(word(hint));
    let lit = chosen || response.hovered();
    let color = if lit { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, color);
    if chosen {
        // As long as the letters, though the whole name can be clicked.
        let inner = rect.shrink2(vec2(TAB_PADDING, 0.0));
        let line = egui::Rect::from_x_y_ranges(inner.x_range(), rect.bottom() - 2.0..=rect.bottom());
        ui.painter().rect_filled(line, 1.0, accent(ui.visuals()));
    }
    focus_ring(ui, &response);
    response
}

/// Marks the control that has the keyboard; for controls that paint themselves.
pub(super) fn focus_ring(ui: &Ui, response: &egui::Response) {
    if response.has_focus() {
        let stroke = Stroke::new(1.5, accent(ui.visuals()));
        ui.painter().rect_stroke(response.rect.shrink(1.0), 5.0, stroke, egui::StrokeKind::Inside);
    }
}

/// A coloured bar along the left edge of a message.
pub(super) fn edge_mark(ui: &Ui, message: egui::Rect, color: Color32) {
    let inner = message.shrink2(vec2(4.0, 6.0));
    ui.painter().rect_filled(inner.with_max_x(inner.left() + 3.0), 2.0, color);
}

/// The heading of a group of fields.
pub(super) fn section(ui: &mut Ui, name: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(word(name)).size(12.0).strong());
    ui.add_space(1.0);
}

/// A choice of a few, side by side; the new one when it was changed.
pub(super) fn segmented<T: PartialEq + Copy>(ui: &mut Ui, current: T, choices: &[(T, &str, &str)]) -> Option<T> {
    let mut new = None;
    let gap = 2.0;
    // Equal widths, so that no choice looks more important than another.
    let width = (ui.available_width() - gap * (choices.len() - 1) as f32) / choices.len() as f32;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (value, name, hint) in choices {
            let (name, hint) = (word(name), word(hint));
            let chosen = *value == current;
            let (fill, color) = if chosen {
                (accent(ui.visuals()), on_accent(ui.visuals()))
            } else {
                (ui.visuals().widgets.inactive.bg_fill, ui.visuals().text_color())
            };
            let button = egui::Button::new(RichText::new(name).color(color)).fill(fill).min_size(vec2(width, CONTROL));
            let response = ui.add_sized(vec2(width, CONTROL), button).on_hover_text(hint);
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, name));
            if response.clicked() && !chosen {
                new = Some(*value);
            }
        }
    });
    new
}

/// A small word in a rounded frame.
pub(super) fn badge(ui: &mut Ui, text: &str, color: Color32) {
    let text = word(text);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(11.0), color);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(12.0, 4.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
    ui.painter().rect_filled(rect, rect.height() / 2.0, color.gamma_multiply(0.16));
    ui.painter().galley(rect.min + vec2(6.0, 2.0), galley, color);
}

/// A switch that is easy to see in either state.
///
/// Not in a scope of its own, which a wrapping row could not put on its next line.
pub(super) fn checkbox(ui: &mut Ui, on: &mut bool, text: &str) -> egui::Response {
    let usual = ui.visuals().widgets.clone();
    let color = ui.visuals().text_color();
    let (accent, on_accent, edge) =
        (accent(ui.visuals()), on_accent(ui.visuals()), ui.visuals().weak_text_color().gamma_multiply(0.7));
    let widgets = &mut ui.visuals_mut().widgets;
    // On it is filled with the accent, off it is an empty frame; both stay so under the mouse.
    for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
        if *on {
            widget.bg_fill = accent;
            widget.fg_stroke = Stroke::new(2.0, on_accent);
        } else {
            widget.bg_fill = Color32::from_black_alpha(0);
            widget.bg_stroke = Stroke::new(widget.bg_stroke.width.max(1.0), edge);
        }
        widget.corner_radius = CornerRadius::same(4);
    }
    let response = ui.checkbox(on, RichText::new(word(text)).color(color));
    ui.visuals_mut().widgets = usual;
    response
}
