//! A tree of bounding boxes that follows what moves.
//!
//! Every inner node has two children and bounds around both. A leaf enters beside the node whose bounds grow the least,
//! and on the way back up a node may trade places with a niece where that shrinks bounds. Both are measured by surface
//! area, the chance that a random query meets a box. The shape of the tree depends only on the order of the calls.

use super::Aabb;
use crate::math::delta::{DeltaReader, DeltaWriter, words};
use glam::Vec3;

/// No node.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    /// The node above, or of a free node the next free one.
    parent: u32,
    /// Both [`NONE`] in a leaf.
    children: [u32; 2],
    /// The caller's number, in a leaf.
    payload: u32,
}

words!(Node { aabb, parent, children, payload });

impl Node {
    fn is_leaf(&self) -> bool {
        self.children[0] == NONE
    }
}

/// Bounding boxes with a number each, to be asked for those that meet a box or a ray.
///
/// A proxy names an entry until it is removed; then its number is used again.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    root: u32,
    free: u32,
    count: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// Holds nothing.
    pub const fn new() -> Self {
        Self { nodes: vec![], root: NONE, free: NONE, count: 0 }
    }

    /// How many entries it holds.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        size_of_val(&*self.nodes)
    }

    /// Writes how it differs from what it was.
    pub(crate) fn pack(&self, before: &Self, delta: &mut DeltaWriter) {
        let Self { nodes, root, free, count } = self;
        delta.list(nodes, &before.nodes);
        delta.one(&[*root, *free, *count as u32], Some(&[before.root, before.free, before.count as u32]));
    }

    /// Makes of the tree as it was the one that was written.
    pub(crate) fn unpack(&mut self, delta: &mut DeltaReader<'_>) {
        delta.list(&mut self.nodes);
        let [root, free, count] = delta.one(Some(&[self.root, self.free, self.count as u32]));
        (self.root, self.free, self.count) = (root, free, count as usize);
    }

    /// Enters a box; the answer is its proxy.
    pub fn insert(&mut self, aabb: Aabb, payload: u32) -> u32 {
        let leaf = self.allocate(Node { aabb, parent: NONE, children: [NONE; 2], payload });
        self.link(leaf);
        self.count += 1;
        leaf
    }

    /// Takes an entry out.
    pub fn remove(&mut self, proxy: u32) {
        self.unlink(proxy);
        self.release(proxy);
        self.count -= 1;
    }

    /// Gives an entry a new box.
    pub fn update(&mut self, proxy: u32, aabb: Aabb) {
        self.unlink(proxy);
        self.node_mut(proxy).aabb = aabb;
        self.link(proxy);
    }

    /// The box of an entry.
    pub fn aabb(&self, proxy: u32) -> Aabb {
        self.node(proxy).aabb
    }

    /// Calls `found` with the number of every entry whose box meets `aabb`.
    #[inline]
    pub fn query(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        if self.root == NONE || !self.node(self.root).aabb.overlaps(aabb) {
            return;
        }
        let mut stack = Stack::new(self.root);
        while let Some(index) = stack.pop() {
            let node = self.node(index);
            if node.is_leaf() {
                found(node.payload);
                continue;
            }
            for child in [node.children[1], node.children[0]] {
                if self.node(child).aabb.overlaps(aabb) {
                    stack.push(child);
                }
            }
        }
    }

    /// Calls `hit` with the number of every entry whose box a ray from `origin` along the unit vector `direction` meets
    /// within the reach (m), which starts as `max` and from then on is what `hit` answered last. Nearer boxes come
    /// first at each fork.
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, max: f32, mut hit: impl FnMut(u32, f32) -> f32) {
        if self.root == NONE {
            return;
        }
        let mut reach = max;
        let entry = |index: u32| entry(&self.node(index).aabb, origin, direction);
        let mut stack = Stack::new(self.root);
        while let Some(index) = stack.pop() {
            if entry(index).is_none_or(|distance| distance > reach) {
                continue;
            }
            let node = self.node(index);
            if node.is_leaf() {
                reach = hit(node.payload, reach);
                continue;
            }
            let [a, b] = node.children;
            let far = |child| entry(child).unwrap_or(f32::INFINITY);
            let (near, far) = if far(a) <= far(b) { (a, b) } else { (b, a) };
            stack.push(far);
            stack.push(near);
        }
    }

    /// Every node: its box, its depth (0 at the root), and whether it holds an entry rather than two nodes.
    pub fn nodes(&self) -> Vec<(Aabb, u32, bool)> {
        let mut nodes = Vec::with_capacity(2 * self.count);
        let mut open = vec![(self.root, 0)];
        while let Some((index, depth)) = open.pop() {
            if index == NONE {
                continue;
            }
            let node = self.node(index);
            nodes.push((node.aabb, depth, node.is_leaf()));
            open.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
        }
        nodes
    }

    /// Sum of the half areas of all inner nodes over that of the root: what a random query costs, about.
    pub fn cost(&self) -> f32 {
        let nodes = self.nodes();
        let root = nodes.first().map_or(1.0, |n| n.0.half_area()).max(f32::MIN_POSITIVE);
        nodes.iter().filter(|n| !n.2).map(|n| n.0.half_area()).sum::<f32>() / root
    }

    /// Asserts that links and bounds agree; for tests.
    ///
    /// # Panics
    /// When they do not.
    pub fn validate(&self) {
        let mut leaves = 0;
        let mut open = vec![(self.root, NONE)];
        while let Some((index, parent)) = open.pop() {
            if index == NONE {
                continue;
            }
            let node = self.node(index);
            assert_eq!(node.parent, parent, "parent of node {index}");
            leaves += usize::from(node.is_leaf());
            if !node.is_leaf() {
                let [a, b] = node.children;
                assert_eq!(node.aabb, self.node(a).aabb.union(&self.node(b).aabb), "bounds of node {index}");
            }
            open.extend(node.children.map(|child| (child, index)));
        }
        assert_eq!(leaves, self.count, "entries");
    }

    #[inline]
    fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    #[inline]
    fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    fn allocate(&mut self, node: Node) -> u32 {
        if self.free == NONE {
            self.nodes.push(node);
            return (self.nodes.len() - 1) as u32;
        }
        let index = self.free;
        self.free = self.node(index).parent;
        *self.node_mut(index) = node;
        index
    }

    fn release(&mut self, index: u32) {
        let free = self.free;
        self.node_mut(index).parent = free;
        self.free = index;
    }

    /// Hangs a leaf beside its best sibling.
    fn link(&mut self, leaf: u32) {
        if self.root == NONE {
            self.root = leaf;
            self.node_mut(leaf).parent = NONE;
            return;
        }
        let aabb = self.node(leaf).aabb;
        let sibling = self.best_sibling(&aabb);
        let above = self.node(sibling).parent;
        let bounds = aabb.union(&self.node(sibling).aabb);
        let parent = self.allocate(Node { aabb: bounds, parent: above, children: [sibling, leaf], payload: NONE });
        self.replace_child(above, sibling, parent);
        self.node_mut(sibling).parent = parent;
        self.node_mut(leaf).parent = parent;
        self.refit(above);
    }

    /// Takes a leaf off; its sibling moves up.
    fn unlink(&mut self, leaf: u32) {
        let parent = self.node(leaf).parent;
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Node { parent: above, children: [a, b], .. } = *self.node(parent);
        let sibling = if a == leaf { b } else { a };
        self.replace_child(above, parent, sibling);
        self.node_mut(sibling).parent = above;
        self.release(parent);
        self.refit(above);
    }

    /// Puts `new` where `old` hangs below `parent`, or at the root.
    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
        } else {
            let slot = usize::from(self.node(parent).children[1] == old);
            self.node_mut(parent).children[slot] = new;
        }
    }

    /// Walks down to the node beside which a box costs the least.
    ///
    /// The cost of a place is the area of the new parent there plus what every node above grows by. At each node one
    /// goes on down the cheaper child while even the least that its subtree can cost is less than the best so far.
    fn best_sibling(&self, aabb: &Aabb) -> u32 {
        let area = aabb.half_area();
        let mut index = self.root;
        let mut node = self.node(index);
        let direct = node.aabb.union(aabb).half_area();
        let mut best = (direct, index);
        // What the nodes above a place grow by.
        let mut grown = direct - node.aabb.half_area();
        while !node.is_leaf() {
            let cost = |child: u32| {
                let bounds = self.node(child).aabb;
                let union = bounds.union(aabb).half_area();
                (union, union - bounds.half_area())
            };
            let [a, b] = node.children;
            let (cost_a, cost_b) = (cost(a), cost(b));
            // Ties of growth, as between boxes that both hold the new one, go to the nearer centre.
            let to_a = cost_a.1 < cost_b.1 || cost_a.1 == cost_b.1 && self.apart(a, aabb) <= self.apart(b, aabb);
            let (child, growth) = if to_a { (a, cost_a.1) } else { (b, cost_b.1) };
            for (place, (union, _)) in [(a, cost_a), (b, cost_b)] {
                if union + grown < best.0 {
                    best = (union + grown, place);
                }
            }
            grown += growth;
            if grown + area >= best.0 {
                break;
            }
            index = child;
            node = self.node(index);
        }
        best.1
    }

    /// Squared distance between the centres of a node's box and another (m²).
    fn apart(&self, index: u32, aabb: &Aabb) -> f32 {
        (self.node(index).aabb.center() - aabb.center()).length_squared()
    }

    /// Recomputes the bounds from a node up to the root, trading children for nieces on the way.
    fn refit(&mut self, mut index: u32) {
        while index != NONE {
            let [a, b] = self.node(index).children;
            let bounds = self.node(a).aabb.union(&self.node(b).aabb);
            self.node_mut(index).aabb = bounds;
            self.rotate(index);
            index = self.node(index).parent;
        }
    }

    /// Trades a child of the node for a child of its other child, where that shrinks the other child's bounds most.
    fn rotate(&mut self, index: u32) {
        let [a, b] = self.node(index).children;
        // How much smaller the niece's parent becomes when the aunt takes the niece's place.
        let mut best = (0.0, NONE, NONE);
        for (aunt, parent) in [(a, b), (b, a)] {
            if self.node(parent).is_leaf() {
                continue;
            }
            let [left, right] = self.node(parent).children;
            let area = self.node(parent).aabb.half_area();
            for (niece, stays) in [(left, right), (right, left)] {
                let union = self.node(aunt).aabb.union(&self.node(stays).aabb);
                let gain = area - union.half_area();
                if gain > best.0 {
                    best = (gain, aunt, niece);
                }
            }
        }
        let (_, aunt, niece) = best;
        if aunt == NONE {
            return;
        }
        let parent = self.node(niece).parent;
        self.replace_child(index, aunt, niece);
        self.replace_child(parent, niece, aunt);
        self.node_mut(niece).parent = index;
        self.node_mut(aunt).parent = parent;
        let [left, right] = self.node(parent).children;
        let bounds = self.node(left).aabb.union(&self.node(right).aabb);
        self.node_mut(parent).aabb = bounds;
    }
}

/// Distance at which a ray enters a box (m), 0 from inside.
#[inline]
fn entry(aabb: &Aabb, origin: Vec3, direction: Vec3) -> Option<f32> {
    let (mut enter, mut exit) = (0.0_f32, f32::INFINITY);
    for axis in 0..3 {
        let (o, d, min, max) = (origin[axis], direction[axis], aabb.min[axis], aabb.max[axis]);
        if d == 0.0 {
            if o < min || o > max {
                return None;
            }
            continue;
        }
        let (a, b) = ((min - o) / d, (max - o) / d);
        enter = enter.max(a.min(b));
        exit = exit.min(a.max(b));
    }
    (enter <= exit).then_some(enter)
}

/// Nodes still to be visited. The first 64 need no heap; a tree in use never has more.
struct Stack {
    inline: [u32; 64],
    count: usize,
    spill: Vec<u32>,
}

impl Stack {
    #[inline]
    fn new(first: u32) -> Self {
        let mut inline = [NONE; 64];
        inline[0] = first;
        Self { inline, count: 1, spill: vec![] }
    }

    #[inline]
    fn push(&mut self, index: u32) {
        if let Some(slot) = self.inline.get_mut(self.count) {
            *slot = index;
            self.count += 1;
        } else {
            self.spill.push(index);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        if let Some(index) = self.spill.pop() {
            return Some(index);
        }
        self.count = self.count.checked_sub(1)?;
        Some(self.inline[self.count])
    }
}
