//! Edits that were not saved, and what the window says at its start.

use crate::bench::{click, harness};
use carom::lab::find;
use carom::ui::Action;
use carom::view::Theme;
use egui::Key;
use egui_kittest::kittest::Queryable;

#[test]
fn the_question_about_unsaved_edits_has_three_answers() {
    for (answer, asked, left) in [
        ("Save first", Some(Action::Save), Some(Action::OpenGallery("cradle"))),
        ("Open without saving", Some(Action::Leave(Box::new(Action::OpenGallery("cradle")))), None),
        ("Cancel", None, None),
    ] {
        let mut h = harness(Theme::Dark);
        h.state_mut().state.dialogs.unsaved = Some(Action::OpenGallery("cradle"));
        h.run();
        h.get_by_label(answer).click();
        h.run();
        assert_eq!(h.state().asked.last(), asked.as_ref(), "{answer}");
        assert_eq!((&h.state().state.dialogs.unsaved, &h.state().state.dialogs.after_save), (&None, &left), "{answer}");
    }
}

#[test]
fn the_set_up_of_a_laboratory_is_saved_and_asked_about_like_a_scene() {
    let mut h = harness(Theme::Dark);
    let entry = find("car").unwrap();
    h.state_mut().open_lab(entry);
    h.state_mut().status.lab_id = Some(entry.id);
    h.run();
    h.get_by_label("Save").click();
    h.run();
    assert_eq!(h.state().asked, [Action::Save]);
    h.state_mut().state.dialogs.unsaved = Some(Action::Quit);
    h.run();
    assert!(h.query_by_label("Save the set-up?").is_some());
}

#[test]
fn the_question_takes_the_keys_and_escape_closes_it() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.dialogs.unsaved = Some(Action::Quit);
    h.run();
    assert!(h.query_by_label("Close without saving").is_some());
    h.key_press(Key::R);
    h.run();
    assert!(h.state().asked.is_empty(), "R is not for the scene now: {:?}", h.state().asked);
    h.key_press(Key::Escape);
    h.run();
    assert_eq!((&h.state().state.dialogs.unsaved, h.state().asked.len()), (&None, 0));
}

#[test]
fn giving_up_where_to_save_gives_up_what_was_to_follow() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.dialogs.save_as = Some("mine.toml".into());
    h.state_mut().state.dialogs.after_save = Some(Action::Quit);
    h.run();
    h.get_by_label("Cancel").click();
    h.run();
    assert_eq!(h.state().state.dialogs.after_save, None);
}

#[test]
fn enter_saves_to_the_path_that_was_typed() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.dialogs.save_as = Some("mine".into());
    h.run();
    h.event(egui::Event::Text(".json".into()));
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().asked, [Action::SaveTo("mine.json".into())]);
    assert_eq!(h.state().state.dialogs.save_as, None);
}

#[test]
fn edits_left_behind_are_offered_until_they_are_answered() {
    for (answer, action) in [("Open them", Action::Recover), ("Throw away", Action::Forget)] {
        let mut h = harness(Theme::Dark);
        h.state_mut().status.left_behind = Some("stack.toml, 5 minutes ago".into());
        h.run();
        assert!(h.query_by_label_contains("stack.toml, 5 minutes ago").is_some());
        let at = h.get_by_label(answer).rect().center();
        click(&mut h, at);
        assert_eq!(h.state().asked, [action]);
    }
}

#[test]
fn changes_that_were_put_aside_are_offered_over_their_scene() {
    for (answer, action) in [("Open them", Action::Recover), ("Throw away", Action::Forget)] {
        let mut h = harness(Theme::Dark);
        h.state_mut().status.kept = Some("2 days ago".into());
        h.run();
        assert!(h.query_by_label_contains("You changed this before, 2 days ago").is_some());
        let at = h.get_by_label(answer).rect().center();
        click(&mut h, at);
        assert_eq!(h.state().asked, [action]);
    }
}

#[test]
fn drawing_in_software_is_remarked_once() {
    let mut h = harness(Theme::Dark);
    h.state_mut().status.software = true;
    h.run();
    assert!(h.query_by_label_contains("No graphics processor").is_some());
    let at = h.get_by_label("Close this remark").rect().center();
    click(&mut h, at);
    assert!(h.query_by_label_contains("No graphics processor").is_none());
    let state = &h.state().state;
    assert!(state.preferences.software_noted, "the next run will not say it again");
}

#[test]
fn whatever_opens_another_scene_asks_about_unsaved_edits() {
    let text = || "version = 1".to_owned();
    let leaving = [
        Action::OpenGallery("stack"),
        Action::OpenLab("pursuit"),
        Action::Neighbour(1),
        Action::OpenFile("a.toml".into()),
        Action::OpenText(text()),
        Action::Reload,
        Action::Recover,
        Action::Quit,
    ];
    for action in leaving {
        assert!(action.leaves_scene(), "{action:?}");
    }
    for action in [Action::Save, Action::Restart, Action::Undo, Action::Copy(text()), Action::Screenshot] {
        assert!(!action.leaves_scene(), "{action:?}");
    }
}
