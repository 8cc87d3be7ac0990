//! How long a press may last and still be a click, where pictures come slowly.

use egui::{Context, RawInput};

/// A press is a click as long as it lasts no longer than this many pictures that follow each other at once: it may come
/// in one and be let go in the next, and the one between may be a slower one.
const PICTURES: f64 = 2.5;

/// Lets a press and its release in two pictures that follow each other at once be a click, however long
/// a picture takes.
///
/// Input is read once a picture, and with it the time: where the processor draws, a short tap would seem to last a
/// second. To be called before a frame, for egui keeps the limit from the beginning of one.
pub fn allow_slow_clicks(ctx: &Context, input: &RawInput) {
    let usual = egui::InputOptions::default().max_click_duration;
    let took = match input.time {
        Some(now) if ctx.requested_repaint_last_pass() => now - ctx.input(|i| i.time),
        // Since the last picture nothing was to be drawn: how long that is says nothing of how long one takes.
        _ => 0.0,
    };
    ctx.options_mut(|options| options.input_options.max_click_duration = usual.max(PICTURES * took));
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Sense};

    /// Whether a press and a release so many seconds later, in the next picture, click the only thing there is; whether
    /// the picture of the press asks for the next one at once.
    fn clicks(apart: f64, at_once: bool) -> bool {
        let ctx = Context::default();
        let place = Rect::from_min_size(Pos2::ZERO, egui::vec2(100.0, 100.0));
        let button = |pressed| Event::PointerButton {
            pos: place.center(),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let mut clicked = false;
        let frames = [
            (0.0, vec![Event::PointerMoved(place.center())]),
            (0.1, vec![]),
            (1.0, vec![button(true)]),
            (1.0 + apart, vec![button(false)]),
        ];
        for (time, events) in frames {
            // After the pictures in which a press shows what is at rest asks for nothing more.
            let resting = time > 1.0 && !at_once;
            for k in 1..if resting { 10 } else { 1 } {
                run(&ctx, place, 1.0 + 0.04 * f64::from(k), vec![], &mut clicked);
            }
            run(&ctx, place, time, events, &mut clicked);
        }
        clicked
    }

    fn run(ctx: &Context, place: Rect, time: f64, events: Vec<Event>, clicked: &mut bool) {
        let input = RawInput { time: Some(time), screen_rect: Some(place), events, ..RawInput::default() };
        allow_slow_clicks(ctx, &input);
        let mut drawn = ctx.run_ui(input, |ui| *clicked |= ui.allocate_rect(place, Sense::click()).clicked());
        drawn.textures_delta.clear();
    }

    #[test]
    fn a_press_of_two_slow_pictures_is_a_click() {
        assert!(clicks(0.1, true));
        assert!(clicks(3.0, true), "pictures of three seconds");
    }

    #[test]
    fn what_is_held_between_quick_pictures_is_none() {
        assert!(clicks(0.5, false));
        assert!(!clicks(3.0, false), "held for three seconds while nothing was drawn");
    }
}
