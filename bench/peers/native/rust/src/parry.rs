// SPDX-License-Identifier: MIT

use parry2d::bounding_volume::Aabb;
use parry2d::math::{Pose, Vector};
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry2d::query::{self, sat};
use parry2d::shape::{Shape, SharedShape};

use crate::{Columns, Engine};

/// A tree whose leaves are moved in each frame, as Rapier's broad phase does it, and that is traversed
/// against itself. Building it anew takes twice as long.
#[derive(Default)]
pub struct Tree {
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<(u32, u32)>,
}

impl Tree {
    fn find(&mut self, boxes: impl Iterator<Item = Aabb>) {
        if self.tree.is_empty() {
            self.tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxes.enumerate());
        } else {
            for (i, b) in (0..).zip(boxes) {
                self.tree.insert_or_update_partially(b, i, 0.0);
            }
            self.tree.optimize_incremental(&mut self.workspace);
            self.tree.refit(&mut self.workspace);
        }
        self.pairs.clear();
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                self.pairs.push((a, b))
            });
    }
}

impl Engine for Tree {
    fn frame(&mut self, scene: &Columns) {
        let corners = |b: &[f32; 4]| Aabb::new(Vector::new(b[0], b[1]), Vector::new(b[2], b[3]));
        self.find(scene.boxes().iter().map(corners));
    }

    fn candidates(&self) -> usize {
        self.pairs.len()
    }

    fn pairs(&self, tell: &mut dyn FnMut(u32, u32)) {
        self.pairs.iter().for_each(|&(a, b)| tell(a, b));
    }
}

/// The tree, then depth and normal of each of its pairs.
pub struct Step {
    tree: Tree,
    shapes: Vec<SharedShape>,
    poses: Vec<Pose>,
    contacts: Vec<(u32, u32, f32, Vector)>,
}

impl Step {
    pub fn new(scene: &Columns) -> Self {
        let shapes = (0..scene.len()).map(|i| scene.shape(i)).collect();
        Step {
            tree: Tree::default(),
            shapes,
            poses: vec![],
            contacts: vec![],
        }
    }
}

/// The separation, at most 0, and the normal in the frame of a. Boxes are decided by their axes, as
/// query::contact would run GJK and EPA, and contact_cuboid_cuboid misses half of the contacts.
fn contact(at: &Pose, of: &Pose, a: &dyn Shape, b: &dyn Shape) -> Option<(f32, Vector)> {
    if let (Some(a), Some(b)) = (a.as_cuboid(), b.as_cuboid()) {
        let pose = at.inv_mul(of);
        let (first, normal) = sat::cuboid_cuboid_find_local_separating_normal_oneway(a, b, &pose);
        if first > 0.0 {
            return None;
        }
        let (second, opposite) =
            sat::cuboid_cuboid_find_local_separating_normal_oneway(b, a, &pose.inverse());
        let best = if first >= second {
            (first, normal)
        } else {
            (second, pose.rotation * -opposite)
        };
        return (second <= 0.0).then_some(best);
    }
    let found = query::contact(at, a, of, b, 0.0).expect("shapes that parry knows")?;
    (found.dist <= 0.0).then_some((found.dist, at.rotation.inverse() * found.normal1))
}

impl Engine for Step {
    fn frame(&mut self, scene: &Columns) {
        self.poses.clear();
        self.poses.extend(scene.poses());
        self.tree.find(
            self.shapes
                .iter()
                .zip(&self.poses)
                .map(|(s, p)| s.compute_aabb(p)),
        );
        self.contacts.clear();
        for &(a, b) in &self.tree.pairs {
            let (i, k) = (a as usize, b as usize);
            if let Some((depth, normal)) = contact(
                &self.poses[i],
                &self.poses[k],
                &*self.shapes[i],
                &*self.shapes[k],
            ) {
                self.contacts.push((a, b, -depth, normal));
            }
        }
    }

    fn candidates(&self) -> usize {
        self.tree.candidates()
    }

    fn pairs(&self, tell: &mut dyn FnMut(u32, u32)) {
        self.contacts.iter().for_each(|c| tell(c.0, c.1));
    }
}
