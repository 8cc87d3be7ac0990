//! The hand-made barrier of `src/physics/team.rs` in every order in which its threads can run.
#![cfg(loom)]

use carom_sanitize::model;

#[test]
fn every_job_is_done_once_and_seen() {
    model::every_job_is_done_once_and_seen(2, 2, false);
    model::every_job_is_done_once_and_seen(2, 2, true);
    model::every_job_is_done_once_and_seen(3, 1, false);
}

#[test]
fn every_part_is_done_once() {
    model::every_part_is_done_once(2, 3, 1);
    model::every_part_is_done_once(2, 2, 2);
}

#[test]
fn those_who_meet_see_what_others_wrote() {
    // Of three that wait for each other the model can let two wait in turn for ever.
    model::those_who_meet_see_what_others_wrote(2, 2);
}

#[test]
fn nobody_sleeps_through_a_step() {
    model::nobody_sleeps_through_a_step();
}

#[test]
fn a_team_ends() {
    model::a_team_ends(2);
    model::a_team_ends(3);
}
