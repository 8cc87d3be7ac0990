//! A bounding volume hierarchy of moving boxes: eight children a node, tested at once.
//!
//! It is rebuilt from time to time by sorting the boxes along a space-filling curve: eight neighbours on it become a
//! node, and eight of those the next (a packed R-tree; Kamel and Faloutsos 1993 with Hilbert's curve, here Morton's).
//! In between boxes are refitted in place, and so are their ancestors. What a query finds depends on the boxes alone,
//! not on how the tree came about.

use super::Aabb;
use crate::math::morton_code;
use glam::Vec3;
use wide::f32x8;

/// Children of a node.
const WIDTH: usize = 8;

/// No node, no entry.
const NONE: u32 = u32::MAX;

/// Eight boxes, and what each stands for: an entry's number in a leaf, a node elsewhere.
#[derive(Clone, Copy, Debug)]
struct BoxNode {
    min: [f32x8; 3],
    max: [f32x8; 3],
    children: [u32; WIDTH],
    /// The node above, and which of its children this one is.
    parent: u32,
    lane: u32,
    leaf: bool,
}

impl BoxNode {
    const EMPTY: Self = Self {
        min: [f32x8::new([f32::INFINITY; 8]); 3],
        max: [f32x8::new([f32::NEG_INFINITY; 8]); 3],
        children: [NONE; WIDTH],
        parent: NONE,
        lane: 0,
        leaf: true,
    };

    fn set(&mut self, lane: usize, aabb: &Aabb, child: u32) {
        for axis in 0..3 {
            self.min[axis].as_mut_array()[lane] = aabb.min[axis];
            self.max[axis].as_mut_array()[lane] = aabb.max[axis];
        }
        self.children[lane] = child;
    }

    fn get(&self, lane: usize) -> Aabb {
        let at = |wide: &[f32x8; 3]| Vec3::from_array(wide.map(|w| w.as_array()[lane]));
        Aabb { min: at(&self.min), max: at(&self.max) }
    }

    fn bounds(&self) -> Aabb {
        // Empty lanes are inverted boxes and change nothing.
        let least = |w: f32x8| w.to_array().into_iter().fold(f32::INFINITY, f32::min);
        let most = |w: f32x8| w.to_array().into_iter().fold(f32::NEG_INFINITY, f32::max);
        Aabb { min: Vec3::from_array(self.min.map(least)), max: Vec3::from_array(self.max.map(most)) }
    }

    /// The children whose boxes meet `aabb`, a bit for each; touching counts.
    #[inline(always)]
    fn overlapping(&self, aabb: &WideAabb) -> u32 {
        let below = |a: f32x8, b: f32x8| a.simd_le(b);
        // Interval overlap on each axis, eight boxes at once.
        let x = below(self.min[0], aabb.max[0]) & below(aabb.min[0], self.max[0]);
        let y = below(self.min[1], aabb.max[1]) & below(aabb.min[1], self.max[1]);
        let z = below(self.min[2], aabb.max[2]) & below(aabb.min[2], self.max[2]);
        (x & y & z).to_bitmask()
    }
}

/// One box in every lane.
struct WideAabb {
    min: [f32x8; 3],
    max: [f32x8; 3],
}

impl WideAabb {
    #[inline]
    fn new(aabb: &Aabb) -> Self {
        Self { min: aabb.min.to_array().map(f32x8::splat), max: aabb.max.to_array().map(f32x8::splat) }
    }
}

/// Bounding boxes with a number each, to be asked for those that meet a box or a ray.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Leaves first, the root last.
    nodes: Vec<BoxNode>,
    /// Node and lane of each entry, by its number.
    location: Vec<(u32, u8)>,
    /// Scratch of packing: place on the curve and number.
    order: Vec<(u64, u32)>,
    count: usize,
    /// How many boxes were moved since it was packed.
    moved: usize,
}

impl Tree {
    /// Holds nothing.
    pub fn new() -> Self {
        Self::default()
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
        size_of_val(&*self.nodes) + size_of_val(&*self.location) + size_of_val(&*self.order)
    }

    /// How many boxes were moved since it was packed, relative to how many it holds.
    pub fn moved_fraction(&self) -> f32 {
        self.moved as f32 / self.count.max(1) as f32
    }

    /// Holds these boxes, by their numbers, and no others.
    pub fn pack(&mut self, entries: impl Iterator<Item = (Aabb, u32)> + Clone) {
        // Sorted along the curve; equal places by number, so that the order is unique.
        self.order.clear();
        self.order.extend(entries.clone().map(|(aabb, number)| (morton_code(aabb.center()), number)));
        self.order.sort_unstable();
        (self.count, self.moved) = (self.order.len(), 0);
        // Room for the greatest number; those absent have no location.
        let most = entries.clone().map(|(_, number)| number as usize + 1).max().unwrap_or(0);
        self.location.clear();
        self.location.resize(most, (NONE, 0));
        self.nodes.clear();
        // Which of the sorted entries share a leaf; then their boxes, which come in their own order.
        let mut start = 0;
        while start < self.order.len() {
            let end = start + self.leaf_size(start);
            let leaf = self.nodes.len() as u32;
            for (lane, (_, number)) in self.order[start..end].iter().enumerate() {
                self.location[*number as usize] = (leaf, lane as u8);
            }
            self.nodes.push(BoxNode::EMPTY);
            start = end;
        }
        for (aabb, number) in entries {
            let (leaf, lane) = self.location[number as usize];
            self.nodes[leaf as usize].set(usize::from(lane), &aabb, number);
        }
        // Every eight nodes of a level have one above them.
        let (mut first, mut end) = (0, self.nodes.len());
        while end - first > 1 {
            for start in (first..end).step_by(WIDTH) {
                let above = self.nodes.len() as u32;
                // Parent and child know each other; the bounds come from the children.
                let mut node = BoxNode { leaf: false, ..BoxNode::EMPTY };
                for (lane, child) in (start..(start + WIDTH).min(end)).enumerate() {
                    (self.nodes[child].parent, self.nodes[child].lane) = (above, lane as u32);
                    node.set(lane, &self.nodes[child].bounds(), child as u32);
                }
                self.nodes.push(node);
            }
            // The next level.
            (first, end) = (end, self.nodes.len());
        }
    }

    /// How many entries from `start` on go into one leaf: five to eight, cut where the curve makes its widest jump.
    fn leaf_size(&self, start: usize) -> usize {
        let left = self.order.len() - start;
        if left <= WIDTH {
            return left;
        }
        // The highest bit in which two places differ tells how large the cell is that both share.
        let jump = |k: &usize| self.order[start + k - 1].0 ^ self.order[start + k].0;
        (5..=WIDTH).max_by_key(jump).unwrap_or(WIDTH)
    }

    /// Gives an entry a new box; false when there is no such entry.
    pub fn update(&mut self, number: u32, aabb: &Aabb) -> bool {
        let Some(&(leaf, lane)) = self.location.get(number as usize).filter(|location| location.0 != NONE) else {
            return false;
        };
        self.nodes[leaf as usize].set(usize::from(lane), aabb, number);
        self.moved += 1;
        self.refit(leaf);
        true
    }

    /// Takes an entry out; false when there is no such entry.
    pub fn remove(&mut self, number: u32) -> bool {
        let Some(location) = self.location.get_mut(number as usize).filter(|location| location.0 != NONE) else {
            return false;
        };
        // An inverted box overlaps nothing and leaves the bounds to the others.
        let (leaf, lane) = std::mem::replace(location, (NONE, 0));
        self.nodes[leaf as usize].set(usize::from(lane), &Aabb::EMPTY, NONE);
        self.count -= 1;
        self.moved += 1;
        self.refit(leaf);
        true
    }

    /// Makes the bounds above a node fit again.
    fn refit(&mut self, mut index: u32) {
        loop {
            // Stops at the first ancestor whose bounds stay as they are.
            let BoxNode { parent, lane, .. } = self.nodes[index as usize];
            if parent == NONE {
                return;
            }
            let bounds = self.nodes[index as usize].bounds();
            let above = &mut self.nodes[parent as usize];
            if above.get(lane as usize) == bounds {
                return;
            }
            above.set(lane as usize, &bounds, index);
            index = parent;
        }
    }

    /// The box of an entry.
    pub fn aabb(&self, number: u32) -> Option<Aabb> {
        let (leaf, lane) = *self.location.get(number as usize).filter(|location| location.0 != NONE)?;
        Some(self.nodes[leaf as usize].get(usize::from(lane)))
    }

    /// Calls `found` with the number of every entry whose box meets `aabb`.
    #[inline]
    pub fn query(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let Some(root) = self.nodes.len().checked_sub(1) else { return };
        let wide = WideAabb::new(aabb);
        // Depth first; the children that overlap are the set bits.
        let mut stack = Stack::new(root as u32);
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            let mut lanes = node.overlapping(&wide);
            while lanes != 0 {
                let child = node.children[lanes.trailing_zeros() as usize];
                lanes &= lanes - 1;
                // A leaf's children are entries.
                if node.leaf {
                    found(child);
                } else {
                    stack.push(child);
                }
            }
        }
    }

    /// Calls `hit` with the number of every entry whose box a ray from `origin` along the unit vector `direction` meets
    /// within the reach (m), which starts as `max` and from then on is what `hit` answered last. Nearer boxes come
    /// first at each fork.
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, max: f32, mut hit: impl FnMut(u32, f32) -> f32) {
        let Some(root) = self.nodes.len().checked_sub(1) else { return };
        let mut reach = max;
        // Distance of entry and what stands there; the nearest is on top.
        let mut open = vec![(0.0_f32, root as u32, false)];
        while let Some((distance, child, is_entry)) = open.pop() {
            if distance > reach {
                continue;
            }
            if is_entry {
                reach = hit(child, reach);
                continue;
            }
            let node = &self.nodes[child as usize];
            // The children that the ray enters, furthest first, so that the nearest is taken next.
            let from = open.len();
            for lane in 0..WIDTH {
                if let Some(distance) = (node.children[lane] != NONE)
                    .then(|| entry_distance(&node.get(lane), origin, direction))
                    .flatten()
                    .filter(|distance| *distance <= reach)
                {
                    open.push((distance, node.children[lane], node.leaf));
                }
            }
            open[from..].sort_by(|a, b| b.0.total_cmp(&a.0));
        }
    }

    /// Every box: itself, its depth (0 at the root), and whether it is that of an entry.
    pub fn nodes(&self) -> Vec<(Aabb, u32, bool)> {
        let mut list = Vec::with_capacity(2 * self.count);
        let Some(root) = self.nodes.len().checked_sub(1) else { return list };
        let bounds = self.nodes[root].bounds();
        // The root's bounds, then the boxes of every node below it.
        if self.count > 0 {
            list.push((bounds, 0, false));
        }
        // Depth first, without recursion.
        let mut open = vec![(root as u32, 1)];
        while let Some((index, depth)) = open.pop() {
            let node = &self.nodes[index as usize];
            for lane in (0..WIDTH).filter(|lane| node.children[*lane] != NONE) {
                list.push((node.get(lane), depth, node.leaf));
                if !node.leaf {
                    open.push((node.children[lane], depth + 1));
                }
            }
        }
        list
    }

    /// Sum of the half areas of all inner boxes over that of the root: what a random query costs, about.
    pub fn cost(&self) -> f32 {
        let nodes = self.nodes();
        // Surface area heuristic: the chance to visit a node is its area over the root's (Goldsmith and Salmon 1987).
        let root = nodes.first().map_or(1.0, |n| n.0.half_area()).max(f32::MIN_POSITIVE);
        nodes.iter().filter(|n| !n.2).map(|n| n.0.half_area()).sum::<f32>() / root
    }

    /// Asserts that links and bounds agree; for tests.
    ///
    /// # Panics
    /// When they do not.
    pub fn validate(&self) {
        let mut entries = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            for lane in (0..WIDTH).filter(|lane| node.children[*lane] != NONE) {
                let child = node.children[lane];
                if node.leaf {
                    entries += 1;
                    assert_eq!(self.location[child as usize], (index as u32, lane as u8), "location of entry {child}");
                } else {
                    let below = &self.nodes[child as usize];
                    assert_eq!((below.parent, below.lane), (index as u32, lane as u32), "parent of node {child}");
                    assert_eq!(node.get(lane), below.bounds(), "bounds of node {child}");
                }
            }
        }
        assert_eq!(entries, self.count, "entries");
    }
}

/// Distance at which a ray enters a box (m), 0 from inside.
#[inline]
fn entry_distance(aabb: &Aabb, origin: Vec3, direction: Vec3) -> Option<f32> {
    let (mut enter, mut exit) = (0.0_f32, f32::INFINITY);
    for axis in 0..3 {
        // The slab test (Kay and Kajiya 1986).
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

/// Nodes still to be visited. The first ones need no heap; a tree in use never has more.
struct Stack {
    inline: [u32; 96],
    count: usize,
    spill: Vec<u32>,
}

impl Stack {
    #[inline]
    fn new(first: u32) -> Self {
        let mut inline = [NONE; 96];
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
