// SPDX-License-Identifier: MIT

use rstar::{AABB, RTree, RTreeObject};

use crate::{Columns, Engine};

#[derive(Clone, Copy)]
struct Leaf([f32; 4], u32);

impl RTreeObject for Leaf {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_bounds([self.0[0], self.0[1]], [self.0[2], self.0[3]])
    }
}

/// An R*-tree that is bulk loaded in each frame and joined with itself.
#[derive(Default)]
pub struct Tree {
    pairs: Vec<(u32, u32)>,
}

impl Engine for Tree {
    fn frame(&mut self, scene: &Columns) {
        let leaves = scene
            .boxes()
            .iter()
            .zip(0..)
            .map(|(b, i)| Leaf(*b, i))
            .collect();
        let tree = RTree::bulk_load(leaves);
        self.pairs.clear();
        let all = tree.intersection_candidates_with_other_tree(&tree);
        self.pairs
            .extend(all.filter(|(a, b)| a.1 < b.1).map(|(a, b)| (a.1, b.1)));
    }

    fn candidates(&self) -> usize {
        self.pairs.len()
    }

    fn pairs(&self, tell: &mut dyn FnMut(u32, u32)) {
        self.pairs.iter().for_each(|&(a, b)| tell(a, b));
    }
}
