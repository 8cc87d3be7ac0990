//! Every truth that has contact holds for many copies on one slab, but for those listed here with the reason; and the
//! list holds no others.

use carom::truths::{Effort, TruthStatus, ids, ids_with_contact, run_in_crowd};

/// Truths that are not reached, from how many of the copies tried, and why.
const NOT_REACHED_IN_COMPANY: &[(&str, usize, &str)] = &[("V57", 1, "as alone: two sharp edges without friction")];

/// Apart by nature: a cloud's sums may have no other body in them, and bullets fly at walls that stand alone.
const APART: [&str; 2] = ["V14", "V36"];

/// Takes more than some seconds without optimisation; all are run in a release build by `.ci/stages`.
const SLOW: [&str; 3] = ["V36", "V41", "V49"];

fn check(id: &'static str, copies: usize) {
    let row = run_in_crowd(Some(&[id]), Effort::Quick, copies).remove(0);
    let crowd = row.crowd.unwrap();
    let joined = (!APART.contains(&id)).then_some(copies);
    assert_eq!((crowd.copies, crowd.in_one_island), (copies, joined), "{id}");
    let listed = NOT_REACHED_IN_COMPANY.iter().any(|(other, from, _)| *other == id && copies >= *from);
    let off: Vec<_> = row.measured.iter().filter(|c| !c.within()).collect();
    match row.status {
        TruthStatus::Reached => assert!(!listed, "{id} is reached by {copies} copies now: take it off the list"),
        _ => assert!(listed, "{copies} copies of {id} {}: {off:#?}", row.name),
    }
}

/// Every fourth case, so that four threads share them.
fn check_share(share: usize) {
    let ids = ids_with_contact().into_iter().filter(|id| !SLOW.contains(id));
    ids.skip(share).step_by(4).for_each(|id| check(id, 8));
}

#[test]
fn eight_copies_of_a_first_fourth_of_the_cases() {
    check_share(0);
}

#[test]
fn eight_copies_of_a_second_fourth_of_the_cases() {
    check_share(1);
}

#[test]
fn eight_copies_of_a_third_fourth_of_the_cases() {
    check_share(2);
}

#[test]
fn eight_copies_of_the_last_fourth_of_the_cases() {
    check_share(3);
}

/// Those that take a second or two.
#[test]
fn sixty_four_copies_of_the_quick_cases() {
    for id in [
        "V15", "V17", "V20", "V23", "V25", "V26", "V27", "V28", "V29", "V32b", "V33", "V34", "V37", "V45", "V48", "V57",
    ] {
        check(id, 64);
    }
}

/// What goes on beside a stack on a slab that is ground to it is nothing to it, however many stand there.
#[test]
fn a_stack_stands_in_a_crowd_of_any_size() {
    (2..=7).chain([12]).for_each(|copies| check("V54", copies));
}

#[test]
fn a_crowd_of_one_is_a_crowd() {
    check("V38", 1);
}

#[test]
fn what_never_touches_has_no_crowd() {
    let alone: Vec<&str> = ids().into_iter().filter(|id| !ids_with_contact().contains(id)).collect();
    let expected =
        ["V1", "V2", "V3", "V4", "V5", "V6", "V7", "V7b", "V7c", "V7d", "V8", "V9", "V10", "V11", "V12", "V13"];
    assert_eq!(alone, expected);
    assert!(run_in_crowd(Some(&["V10"]), Effort::Quick, 8).is_empty());
}

#[test]
fn a_crowd_comes_out_the_same_every_time() {
    let numbers = || format!("{:?}", run_in_crowd(Some(&["V44", "V53"]), Effort::Quick, 5));
    assert_eq!(numbers(), numbers());
}
