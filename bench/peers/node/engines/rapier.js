// SPDX-License-Identifier: MIT

// Rapier compiled to WebAssembly with SIMD. Bodies have the scene's velocities and
// rapier moves them, so that little crosses the border of WebAssembly; only those that
// meet the world's border are put where the scene has them. Solver groups of nothing
// let it find every contact and solve none. A step of rapier finds contacts first and
// moves then, so it is set up one step ahead.

import RAPIER from '@dimforge/rapier2d-simd-compat'

import { Questions } from '../questions.js'
import { Form } from '../scene.js'

function shape(scene, i) {
  if (scene.form[i] === Form.circle) return RAPIER.ColliderDesc.ball(scene.s1[i])
  if (scene.form[i] === Form.box) return RAPIER.ColliderDesc.cuboid(scene.s1[i], scene.s2[i])
  return RAPIER.ColliderDesc.convexHull(new Float32Array(scene.corners(i).flat()))
}

// asking returns how a phase of questions is started: ask answers question i of q and
// returns how many answers there are.
const asking = (ask) => async (scene) => {
  await RAPIER.init()
  const world = new RAPIER.World({ x: 0, y: 0 })
  for (let i = 0; i < scene.n; i++) {
    const at = RAPIER.RigidBodyDesc.fixed().setTranslation(scene.x[i], scene.y[i]).setRotation(scene.theta[i])
    world.createCollider(shape(scene, i), world.createRigidBody(at))
  }
  world.step() // nothing moves; afterwards there is a tree to ask
  const q = new Questions(scene)
  let found = 0
  return {
    frame() {
      found = 0
      for (let i = 0; i < q.count; i++) found += ask(world, q, i)
    },
    count: () => ({ contacts: found }),
    free: () => world.free(),
  }
}

const ray = new RAPIER.Ray({ x: 0, y: 0 }, { x: 0, y: 0 })
const castRay = (world, q, i) => {
  ray.origin.x = q.x[i]
  ray.origin.y = q.y[i]
  ray.dir.x = q.dx[i]
  ray.dir.y = q.dy[i]
  return world.castRayAndGetNormal(ray, 1, true) ? 1 : 0
}

const at = { x: 0, y: 0 }
let answers = 0
const counted = () => {
  answers++
  return true
}
const findPoint = (world, q, i) => {
  answers = 0
  at.x = q.x[i]
  at.y = q.y[i]
  world.intersectionsWithPoint(at, counted)
  return answers
}

const half = { x: 0, y: 0 }
const findWindow = (world, q, i) => {
  answers = 0
  at.x = (q.x[i] + q.maxX[i]) / 2
  at.y = (q.y[i] + q.maxY[i]) / 2
  half.x = (q.maxX[i] - q.x[i]) / 2
  half.y = (q.maxY[i] - q.y[i]) / 2
  world.collidersWithAabbIntersectingAabb(at, half, counted)
  return answers
}

const queries = (phase, ask, note) => ({
  name: 'rapier2d-simd',
  module: '@dimforge/rapier2d-simd-compat',
  phase,
  note,
  start: asking(ask),
})

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
  queries('ray', castRay, 'castRayAndGetNormal; a shape that holds the origin is met'),
  queries('point', findPoint, 'intersectionsWithPoint, with a callback into JavaScript'),
  queries('window', findWindow, 'collidersWithAabbIntersectingAabb, with a callback into JavaScript'),
]
