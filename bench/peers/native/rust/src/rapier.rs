// SPDX-License-Identifier: MIT

use rapier2d::prelude::*;

use crate::{Columns, Engine};

/// Colliders without bodies, which the caller moves: rapier finds pairs and manifolds, and moves or
/// solves nothing.
pub struct World {
    world: PhysicsWorld,
    handles: Vec<ColliderHandle>,
}

impl World {
    pub fn new(scene: &Columns) -> Self {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.normalized_prediction_distance = 0.0;
        let handles = scene.poses().enumerate().map(|(i, pose)| {
            let collider = ColliderBuilder::new(scene.shape(i))
                .position(pose)
                .active_collision_types(ActiveCollisionTypes::all());
            world.insert_collider(collider, None)
        });
        let handles = handles.collect();
        World { world, handles }
    }
}

impl Engine for World {
    fn frame(&mut self, scene: &Columns) {
        for (handle, pose) in self.handles.iter().zip(scene.poses()) {
            self.world.colliders[*handle].set_position(pose);
        }
        self.world.detect_collisions(&(), &());
    }

    fn candidates(&self) -> usize {
        self.world.contact_pairs().count()
    }

    fn pairs(&self, tell: &mut dyn FnMut(u32, u32)) {
        for pair in self.world.contact_pairs() {
            // A manifold may hold points that are still apart.
            if pair
                .manifolds()
                .iter()
                .any(|m| m.points.iter().any(|p| p.dist <= 0.0))
            {
                tell(
                    pair.collider1.into_raw_parts().0,
                    pair.collider2.into_raw_parts().0,
                );
            }
        }
    }
}
