// SPDX-License-Identifier: MIT

// Rapier compiled to WebAssembly with SIMD. Bodies have the scene's velocities and
// rapier moves them, so that little crosses the border of WebAssembly; only those that
// meet the world's border are put where the scene has them. Solver groups of nothing
// let it find every contact and solve none. A step of rapier finds contacts first and
// moves then, so it is set up one step ahead.

import RAPIER from '@dimforge/rapier2d-simd-compat'

import { Form } from '../scene.js'

function shape(scene, i) {
  if (scene.form[i] === Form.circle) return RAPIER.ColliderDesc.ball(scene.s1[i])
  if (scene.form[i] === Form.box) return RAPIER.ColliderDesc.cuboid(scene.s1[i], scene.s2[i])
  return RAPIER.ColliderDesc.convexHull(new Float32Array(scene.corners(i).flat()))
}

async function start(scene) {
  await RAPIER.init()
  scene.step()
  const world = new RAPIER.World({ x: 0, y: 0 })
  world.timestep = 1 / 60
  world.numSolverIterations = 1 // there is nothing to solve
  const bodies = []
  const colliders = []
  for (let i = 0; i < scene.n; i++) {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(scene.x[i], scene.y[i])
        .setRotation(scene.theta[i])
        .setLinvel(scene.vx[i], scene.vy[i])
        .setAngvel(scene.omega[i])
        .setCanSleep(false),
    )
    bodies.push(body)
    colliders.push(world.createCollider(shape(scene, i).setSolverGroups(0), body))
  }
  const bounced = (i) => {
    bodies[i].setTranslation({ x: scene.x[i], y: scene.y[i] }, true)
    bodies[i].setLinvel({ x: scene.vx[i], y: scene.vy[i] }, true)
  }
  return {
    frame() {
      world.step()
      scene.step(bounced)
    },
    count() {
      let candidates = 0
      let contacts = 0
      for (const a of colliders)
        world.contactPairsWith(a, (b) => {
          if (b.handle <= a.handle) return
          candidates++
          let hit = false
          world.contactPair(a, b, (m) => {
            for (let k = 0; k < m.numContacts(); k++) hit ||= m.contactDist(k) <= 0
          })
          if (hit) contacts++
        })
      return { candidates, contacts }
    },
  }
}

export default [
  {
    name: 'rapier2d-simd',
    module: '@dimforge/rapier2d-simd-compat',
    phase: 'step',
    note: 'World.step, solver groups of nothing: contacts found, none solved',
    start,
  },
]
