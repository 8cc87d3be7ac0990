//! The bounding-box tree against a plain list.

use crate::real;
use carom::geometry::{Aabb, Tree};
use carom::glam::Vec3;
use proptest::prelude::*;

fn aabb(center: [f32; 3], half: [f32; 3]) -> Aabb {
    Aabb::from_center(center.into(), half.into())
}

fn found(tree: &Tree, area: &Aabb) -> Vec<u32> {
    let mut found = vec![];
    tree.query(area, |payload| found.push(payload));
    found.sort_unstable();
    found
}

fn slab_entry(aabb: &Aabb, origin: Vec3, direction: Vec3) -> Option<f32> {
    let (mut enter, mut exit) = (0.0_f32, f32::INFINITY);
    for k in 0..3 {
        let (a, b) = ((aabb.min[k] - origin[k]) / direction[k], (aabb.max[k] - origin[k]) / direction[k]);
        (enter, exit) = (enter.max(a.min(b)), exit.min(a.max(b)));
    }
    (enter <= exit).then_some(enter)
}

#[derive(Clone, Debug)]
enum Change {
    /// Packs the tree anew, with one more.
    Insert([f32; 3], [f32; 3]),
    Remove(usize),
    Update(usize, [f32; 3]),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let center = || prop::array::uniform3(real(-10.0..10.0));
    let change = prop_oneof![
        3 => (center(), prop::array::uniform3(real(0.01..2.0))).prop_map(|(c, h)| Change::Insert(c, h)),
        1 => any::<prop::sample::Index>().prop_map(|i| Change::Remove(i.index(1 << 20))),
        3 => (any::<prop::sample::Index>(), center()).prop_map(|(i, c)| Change::Update(i.index(1 << 20), c)),
    ];
    prop::collection::vec(change, 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_tree_finds_what_a_list_finds(
        changes in changes(), center in prop::array::uniform3(real(-10.0..10.0)),
        half in prop::array::uniform3(real(0.1..5.0)), aim in prop::array::uniform3(real(-5.0..5.0)),
    ) {
        let mut tree = Tree::new();
        let mut list: Vec<(u32, Aabb)> = vec![];
        for (number, change) in (0..).zip(&changes) {
            match *change {
                Change::Insert(c, h) => {
                    list.push((number, aabb(c, h)));
                    tree.pack(list.iter().map(|(number, aabb)| (*aabb, *number)));
                }
                Change::Remove(i) if !list.is_empty() => {
                    let number = list.remove(i % list.len()).0;
                    prop_assert!(tree.remove(number));
                    prop_assert!(!tree.remove(number), "it is gone");
                }
                Change::Update(i, c) if !list.is_empty() => {
                    let i = i % list.len();
                    list[i].1 = Aabb::from_center(c.into(), list[i].1.half());
                    prop_assert!(tree.update(list[i].0, &list[i].1));
                    prop_assert_eq!(tree.aabb(list[i].0), Some(list[i].1));
                }
                _ => {}
            }
            tree.validate();
        }
        prop_assert_eq!(tree.len(), list.len());
        let area = aabb(center, half);
        let mut want: Vec<u32> = list.iter().filter(|e| e.1.overlaps(&area)).map(|e| e.0).collect();
        want.sort_unstable();
        prop_assert_eq!(found(&tree, &area), want);

        let (origin, target) = (Vec3::from(center), Vec3::from(aim));
        prop_assume!((target - origin).length() > 0.1);
        let direction = (target - origin).normalize();
        let mut nearest = f32::INFINITY;
        tree.cast_ray(origin, direction, 1e3, |payload, reach| {
            let entry = list.iter().find(|e| e.0 == payload).and_then(|e| slab_entry(&e.1, origin, direction));
            nearest = nearest.min(entry.unwrap_or(f32::INFINITY));
            reach.min(nearest)
        });
        let want = list.iter().filter_map(|e| slab_entry(&e.1, origin, direction)).fold(f32::INFINITY, f32::min);
        prop_assert_eq!(nearest, want);
    }
}

/// Boxes that arrive in order along a line would make a list of a naive tree.
#[test]
fn sorted_boxes_make_a_shallow_tree() {
    let mut tree = Tree::new();
    tree.pack((0..4096_u16).map(|i| (aabb([f32::from(i), 0.0, 0.0], [0.6; 3]), u32::from(i))));
    tree.validate();
    let depth = tree.nodes().iter().map(|n| n.1).max().unwrap_or(0);
    assert!(depth <= 8, "depth {depth}");
    assert_eq!(found(&tree, &aabb([100.0, 0.0, 0.0], [1.0; 3])), [99, 100, 101]);
}

#[test]
fn an_empty_tree_answers() {
    let mut tree = Tree::default();
    assert!(tree.is_empty() && tree.nodes().is_empty());
    assert!(found(&tree, &aabb([0.0; 3], [1.0; 3])).is_empty());
    tree.cast_ray(Vec3::ZERO, Vec3::X, 1.0, |_, reach| reach);
    assert_eq!((tree.aabb(7), tree.cost()), (None, 0.0));
    assert!(!tree.update(7, &aabb([0.0; 3], [1.0; 3])) && !tree.remove(7), "nobody has this number");
    tree.pack(std::iter::once((aabb([0.0; 3], [1.0; 3]), 7)));
    assert_eq!((tree.aabb(7).map(|aabb| aabb.center()), tree.len()), (Some(Vec3::ZERO), 1));
    assert!(tree.remove(7) && tree.is_empty());
}
