//! The signs on buttons, drawn with lines so that all have one weight.

use super::theme;
use crate::language::{self, word};
use egui::{Color32, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, vec2};

/// What a sign shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    Play,
    Pause,
    Step,
    StepBack,
    PlayBack,
    Loop,
    Restart,
    Undo,
    Redo,
    Open,
    Save,
    Camera,
    Sun,
    Moon,
    Chinese,
    English,
    Help,
    Add,
    Frame,
    Follow,
    Copy,
    Delete,
    Side,
    Drawer,
    Search,
    Down,
    Up,
    Close,
    Pin,
    More,
    Move,
    Turn,
    Hide,
    Lock,
}

/// A square button with a sign; `name` is what it does, `hint` says more and names its key.
pub(super) fn button(ui: &mut Ui, icon: Icon, name: &str, hint: &str) -> Response {
    toggle(ui, icon, name, hint, false)
}

/// A square button with a sign that is on or off.
pub(super) fn toggle(ui: &mut Ui, icon: Icon, name: &str, hint: &str, on: bool) -> Response {
    let (name, hint) = (word(name), word(hint));
    let (rect, response) = ui.allocate_exact_size(vec2(30.0, 28.0), Sense::click());
    // A switch says whether it is on, a button nothing of the kind.
    response.widget_info(|| {
        if on {
            egui::WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), on, name)
        } else {
            egui::WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), name)
        }
    });
    let visuals = ui.style().interact(&response);
    // The ground shows under the mouse alone: a bar full of boxes would be restless.
    if response.hovered() || response.is_pointer_button_down_on() {
        ui.painter().rect_filled(rect, 6.0, visuals.bg_fill);
    }
    let color = if on { theme::accent(ui.visuals()) } else { visuals.fg_stroke.color };
    let color = if ui.is_enabled() { color } else { color.gamma_multiply(0.4) };
    paint(ui.painter(), icon, rect.center(), 8.0, color);
    theme::focus_ring(ui, &response);
    let said = if hint.is_empty() { name.to_owned() } else { format!("{name}\n{hint}") };
    response.on_hover_text(&said).on_disabled_hover_text(said)
}

/// Draws a sign about `center`, reaching `r` points to each side.
pub(super) fn paint(painter: &Painter, icon: Icon, center: Pos2, r: f32, color: Color32) {
    // Points are given in a square from −8 to 8, whatever size is asked for.
    let s = r / 8.0;
    let stroke = Stroke::new(1.5 * s.max(0.8), color);
    let at = |x: f32, y: f32| center + vec2(x, y) * s;
    let line = |points: &[(f32, f32)]| {
        painter.add(egui::Shape::line(points.iter().map(|&(x, y)| at(x, y)).collect(), stroke));
    };
    let closed = |points: &[(f32, f32)]| {
        painter.add(egui::Shape::closed_line(points.iter().map(|&(x, y)| at(x, y)).collect(), stroke));
    };
    let solid = |points: &[(f32, f32)]| {
        let points = points.iter().map(|&(x, y)| at(x, y)).collect();
        painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
    };
    // Angles in degrees, clockwise from the right as y points down.
    let arc = |x: f32, y: f32, radius: f32, from: f32, to: f32| -> Vec<(f32, f32)> {
        (0..=24)
            .map(|i| {
                let t = (from + (to - from) * i as f32 / 24.0).to_radians();
                (x + radius * t.cos(), y + radius * t.sin())
            })
            .collect()
    };
    // Upright and level bars have round corners, which lines lack.
    let bar = |x0: f32, y0: f32, x1: f32, y1: f32| {
        painter.rect_filled(Rect::from_min_max(at(x0, y0), at(x1, y1)), 1.0 * s, color);
    };
    match icon {
        Icon::Play => solid(&[(-4.5, -6.5), (6.5, 0.0), (-4.5, 6.5)]),
        Icon::Pause => {
            bar(-5.0, -6.0, -1.5, 6.0);
            bar(1.5, -6.0, 5.0, 6.0);
        }
        Icon::Step => {
            solid(&[(-6.0, -6.0), (3.0, 0.0), (-6.0, 6.0)]);
            bar(3.5, -6.0, 6.0, 6.0);
        }
        Icon::StepBack => {
            solid(&[(6.0, -6.0), (-3.0, 0.0), (6.0, 6.0)]);
            bar(-6.0, -6.0, -3.5, 6.0);
        }
        Icon::PlayBack => {
            closed(&[(5.0, -6.5), (-6.5, 0.0), (5.0, 6.5)]);
        }
        Icon::Loop => {
            line(&[(-6.5, 1.0), (-6.5, -4.0), (5.0, -4.0)]);
            line(&[(2.0, -7.0), (5.0, -4.0), (2.0, -1.0)]);
            line(&[(6.5, -1.0), (6.5, 4.0), (-5.0, 4.0)]);
            line(&[(-2.0, 7.0), (-5.0, 4.0), (-2.0, 1.0)]);
        }
        Icon::Restart => {
            line(&arc(0.0, 0.5, 6.0, -60.0, 230.0));
            solid(&[(-7.2, -7.0), (-1.0, -5.6), (-5.6, -1.2)]);
        }
        Icon::Undo | Icon::Redo => {
            // Redo is undo in a mirror.
            let m = if icon == Icon::Undo { 1.0 } else { -1.0 };
            let hook: Vec<_> = arc(1.5, 1.5, 4.5, 90.0, -90.0).iter().map(|&(x, y)| (m * x, y)).collect();
            line(&hook);
            line(&[(m * 1.5, -3.0), (m * -6.0, -3.0)]);
            line(&[(m * 1.5, 6.0), (m * -3.0, 6.0)]);
            line(&[(m * -2.5, -6.5), (m * -6.0, -3.0), (m * -2.5, 0.5)]);
        }
        Icon::Open => {
            closed(&[(-7.0, -5.5), (-2.0, -5.5), (-0.5, -3.5), (7.0, -3.5), (7.0, 6.0), (-7.0, 6.0)]);
            line(&[(-7.0, -0.5), (7.0, -0.5)]);
        }
        Icon::Save => {
            line(&[(0.0, -7.0), (0.0, 2.5)]);
            line(&[(-3.5, -1.0), (0.0, 2.5), (3.5, -1.0)]);
            line(&[(-6.5, 2.5), (-6.5, 6.5), (6.5, 6.5), (6.5, 2.5)]);
        }
        Icon::Camera => {
            closed(&[
                (-7.0, -4.0),
                (-3.5, -4.0),
                (-2.0, -6.0),
                (2.0, -6.0),
                (3.5, -4.0),
                (7.0, -4.0),
                (7.0, 6.0),
                (-7.0, 6.0),
            ]);
            painter.circle_stroke(at(0.0, 1.0), 2.9 * s, stroke);
        }
        Icon::Sun => {
            painter.circle_stroke(center, 3.2 * s, stroke);
            for i in 0..8 {
                let (sin, cos) = (i as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
                line(&[(5.2 * cos, 5.2 * sin), (7.2 * cos, 7.2 * sin)]);
            }
        }
        Icon::Moon => {
            // A crescent: the outer edge one way round, the inner edge back to where it began.
            let mut outline = arc(0.0, 0.0, 6.5, -50.0, -320.0);
            outline.extend(arc(5.6, -0.4, 4.7, 98.0, 253.0));
            closed(&outline);
        }
        // Where Chinese letters are fetched when they are wanted, this one stands before they come.
        Icon::Chinese if language::CHINESE_FONT.is_none() => {
            closed(&[(-6.0, -4.0), (6.0, -4.0), (6.0, 2.5), (-6.0, 2.5)]);
            line(&[(0.0, -7.0), (0.0, 7.0)]);
        }
        Icon::Chinese | Icon::English => {
            let letters = if icon == Icon::Chinese { "中" } else { "En" };
            painter.text(center, egui::Align2::CENTER_CENTER, letters, egui::FontId::proportional(15.0 * s), color);
        }
        Icon::Help => {
            painter.circle_stroke(center, 7.0 * s, stroke);
            line(&arc(0.0, -1.6, 2.3, -180.0, 60.0));
            line(&[(1.1, 0.3), (0.0, 1.2), (0.0, 2.0)]);
            painter.circle_filled(at(0.0, 4.1), 0.95 * s, color);
        }
        Icon::Add => {
            line(&[(-6.0, 0.0), (6.0, 0.0)]);
            line(&[(0.0, -6.0), (0.0, 6.0)]);
        }
        Icon::Frame => {
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                // One corner, mirrored into each quadrant.
                line(&[(6.5 * x, 3.0 * y), (6.5 * x, 6.5 * y), (3.0 * x, 6.5 * y)]);
            }
            painter.circle_filled(center, 2.0 * s, color);
        }
        Icon::Follow => {
            painter.circle_stroke(center, 3.5 * s, stroke);
            for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
                line(&[(3.5 * x, 3.5 * y), (7.5 * x, 7.5 * y)]);
            }
        }
        Icon::Copy => {
            closed(&[(-3.0, -3.0), (6.5, -3.0), (6.5, 6.5), (-3.0, 6.5)]);
            line(&[(-3.0, 3.0), (-6.5, 3.0), (-6.5, -6.5), (3.0, -6.5), (3.0, -3.0)]);
        }
        Icon::Delete => {
            line(&[(-6.5, -4.0), (6.5, -4.0)]);
            line(&[(-2.5, -4.0), (-2.5, -6.5), (2.5, -6.5), (2.5, -4.0)]);
            line(&[(-5.0, -4.0), (-4.2, 7.0), (4.2, 7.0), (5.0, -4.0)]);
        }
        Icon::Side => {
            closed(&[(-7.0, -6.0), (7.0, -6.0), (7.0, 6.0), (-7.0, 6.0)]);
            line(&[(2.0, -6.0), (2.0, 6.0)]);
        }
        Icon::Drawer => {
            closed(&[(-7.0, -6.0), (7.0, -6.0), (7.0, 6.0), (-7.0, 6.0)]);
            line(&[(-7.0, 1.5), (7.0, 1.5)]);
        }
        Icon::Search => {
            painter.circle_stroke(at(-1.5, -1.5), 4.8 * s, stroke);
            line(&[(2.0, 2.0), (6.8, 6.8)]);
        }
        Icon::Down => line(&[(-4.0, -2.0), (0.0, 2.0), (4.0, -2.0)]),
        Icon::Up => line(&[(-4.0, 2.0), (0.0, -2.0), (4.0, 2.0)]),
        Icon::Pin => {
            closed(&arc(0.0, -3.0, 3.6, 0.0, 360.0));
            line(&[(0.0, 0.8), (0.0, 7.0)]);
        }
        Icon::More => {
            for x in [-5.0, 0.0, 5.0] {
                painter.circle_filled(at(x, 0.0), 1.6 * s, color);
            }
        }
        Icon::Move | Icon::Turn | Icon::Hide | Icon::Lock => paint_hand(icon, &line, &arc),
        Icon::Close => {
            line(&[(-3.5, -3.5), (3.5, 3.5)]);
            line(&[(-3.5, 3.5), (3.5, -3.5)]);
        }
    }
}

/// A line through points, in eighths of a sign's reach from its middle.
type Line<'a> = &'a dyn Fn(&[(f32, f32)]);
/// The points of an arc: its middle, its radius, from and to which angle (degrees).
type Arc<'a> = &'a dyn Fn(f32, f32, f32, f32, f32) -> Vec<(f32, f32)>;

/// What hands do with bodies.
fn paint_hand(icon: Icon, line: Line<'_>, arc: Arc<'_>) {
    match icon {
        Icon::Move => {
            for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                // One arrow, turned to each of the four sides.
                let at = |along: f32, aside: f32| (along * x - aside * y, along * y + aside * x);
                line(&[at(0.0, 0.0), at(7.0, 0.0)]);
                line(&[at(4.5, 2.5), at(7.0, 0.0), at(4.5, -2.5)]);
            }
        }
        Icon::Turn => {
            for m in [1.0, -1.0] {
                // The second half mirrors the first in the middle: its radius is negative.
                line(&arc(0.0, 0.0, 6.0 * m, 20.0, 160.0));
                line(&[(1.6 * m, -2.6 * m), (5.6 * m, -2.1 * m), (6.6 * m, -6.0 * m)]);
            }
        }
        Icon::Hide => {
            // Two lids and a pupil, struck through.
            line(&arc(0.0, 4.5, 8.2, -155.0, -25.0));
            line(&arc(0.0, -4.5, 8.2, 155.0, 25.0));
            line(&arc(0.0, 0.0, 2.4, 0.0, 360.0));
            line(&[(-6.0, 6.5), (6.0, -6.5)]);
        }
        _ => {
            // A padlock: its case and its shackle.
            line(&[(-5.0, -0.5), (5.0, -0.5), (5.0, 7.0), (-5.0, 7.0), (-5.0, -0.5)]);
            line(&[(-3.2, -0.5), (-3.2, -3.5)]);
            line(&arc(0.0, -3.5, 3.2, 180.0, 360.0));
            line(&[(3.2, -3.5), (3.2, -0.5)]);
        }
    }
}
