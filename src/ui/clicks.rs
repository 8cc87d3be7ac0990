//! How long a press may last and still be a click, where pictures come slowly.

use egui::{Context, FullOutput, RawInput, ViewportId};

/// A picture counts for no more than this while a button or a finger is down (s): three of them and one that rests are
/// less than what egui takes for a click, a fourth is more.
const QUICK: f64 = 0.25;

/// Lets a press and its release be a click when only a few pictures lie between them, however long each of these takes.
///
/// Input is read once a picture, and with it the time: where the processor draws, a short tap would seem to last a
/// second. What a picture takes beyond `QUICK` is therefore no part of the press.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlowClicks {
    /// What the pictures of the present press took beyond that (s).
    spent_drawing: f64,
    /// Whether the last picture asked for the next at once: else the time until that says nothing of how long one
    /// takes. (egui itself tells, before a frame, only what the last but one asked for.)
    asked_at_once: bool,
}

impl SlowClicks {
    /// To be called before a frame, for egui keeps the limit from the beginning of one.
    pub fn begin_picture(&mut self, ctx: &Context, input: &RawInput) {
        let usual = egui::InputOptions::default().max_click_duration;
        let took = match input.time {
            Some(now) if self.asked_at_once => now - ctx.input(|i| i.time),
            _ => 0.0,
        };
        let is_down = ctx.input(|i| i.pointer.any_down());
        self.spent_drawing = if is_down { self.spent_drawing + (took - QUICK).max(0.0) } else { 0.0 };
        ctx.options_mut(|options| options.input_options.max_click_duration = usual + self.spent_drawing);
    }

    /// To be called with what the frame came to.
    pub fn end_picture(&mut self, output: &FullOutput) {
        let root = output.viewport_output.get(&ViewportId::ROOT);
        self.asked_at_once = root.is_some_and(|viewport| viewport.repaint_delay.is_zero());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Sense};

    /// Whether a press is a click when it is let go after pictures that took so long each (s); `at_once` says whether
    /// these ask for the next one at once, as when time runs.
    fn clicks(pictures: &[f64], at_once: bool) -> bool {
        let ctx = Context::default();
        let place = Rect::from_min_size(Pos2::ZERO, egui::vec2(100.0, 100.0));
        let button = |pressed| Event::PointerButton {
            pos: place.center(),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let (mut clicked, mut slow_clicks) = (false, SlowClicks::default());
        let mut run = |time: f64, events: Vec<Event>| {
            let input = RawInput { time: Some(time), screen_rect: Some(place), events, ..RawInput::default() };
            slow_clicks.begin_picture(&ctx, &input);
            let mut drawn = ctx.run_ui(input, |ui| {
                clicked |= ui.allocate_rect(place, Sense::click()).clicked();
                if at_once {
                    ui.request_repaint();
                }
            });
            slow_clicks.end_picture(&drawn);
            drawn.textures_delta.clear();
        };
        run(0.0, vec![Event::PointerMoved(place.center())]);
        // Until egui asks for nothing more: only then a press comes while nothing is drawn.
        for k in 1..=5 {
            run(0.1 * f64::from(k), vec![]);
        }
        let mut time = 1.0;
        run(time, vec![button(true)]);
        for (k, took) in pictures.iter().enumerate() {
            time += took;
            run(time, if k + 1 == pictures.len() { vec![button(false)] } else { vec![] });
        }
        clicked
    }

    #[test]
    fn a_press_of_a_few_slow_pictures_is_a_click() {
        assert!(clicks(&[0.1], true));
        assert!(clicks(&[3.0], true), "let go in the next picture");
        assert!(clicks(&[3.0], false), "of what was at rest until then: the press alone asks for the next picture");
        // As a browser does where the processor draws: the first picture of a press makes what it needs.
        assert!(clicks(&[3.0, 0.1], true), "a slow picture and a quick one");
        assert!(clicks(&[2.0, 3.0, 0.3], true), "three pictures, each of another length");
        assert!(clicks(&[0.04, 3.0, 0.04], false), "what is at rest asks for nothing more");
    }

    #[test]
    fn what_is_held_is_none() {
        assert!(clicks(&[0.5], false));
        assert!(!clicks(&[0.04, 0.04, 0.04, 0.04, 3.0], false), "held for three seconds while nothing was drawn");
        assert!(!clicks(&[0.02; 60], true), "held for more than a second of quick pictures");
        assert!(!clicks(&[1.0; 5], true), "held for five slow pictures");
    }

    #[test]
    fn the_next_press_begins_anew() {
        let ctx = Context::default();
        let mut slow_clicks = SlowClicks::default();
        let mut limit = |time: f64, events: Vec<Event>| {
            let input = RawInput { time: Some(time), events, ..RawInput::default() };
            slow_clicks.begin_picture(&ctx, &input);
            let mut drawn = ctx.run_ui(input, |_| {});
            slow_clicks.end_picture(&drawn);
            drawn.textures_delta.clear();
            ctx.options(|options| options.input_options.max_click_duration)
        };
        let button = |pressed| Event::PointerButton {
            pos: Pos2::ZERO,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let usual = limit(0.0, vec![]);
        limit(0.1, vec![button(true)]);
        assert_eq!(limit(2.1, vec![button(false)]), usual + 2.0 - QUICK);
        assert_eq!(limit(9.0, vec![button(true)]), usual);
    }
}
