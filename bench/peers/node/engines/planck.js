// SPDX-License-Identifier: MIT

// Box2D 2 in JavaScript. Detection: the scene places the bodies, findNewContacts (which
// its step calls itself, and its types do not list) and a step of no time find pairs and
// update manifolds, and nothing is solved. And the whole step of a game, whose solver
// pushes the bodies apart.

import * as planck from 'planck'

import { Form } from '../scene.js'

function makeWorld(scene, moving) {
  const world = new planck.World({ gravity: { x: 0, y: 0 }, allowSleep: false, continuousPhysics: false })
  const bodies = []
  for (let i = 0; i < scene.n; i++) {
    const body = world.createBody({
      type: 'dynamic',
      position: { x: scene.x[i], y: scene.y[i] },
      angle: scene.theta[i],
      linearVelocity: moving ? { x: scene.vx[i], y: scene.vy[i] } : { x: 0, y: 0 },
      angularVelocity: moving ? scene.omega[i] : 0,
    })
    const shape =
      scene.form[i] === Form.circle
        ? new planck.Circle(scene.s1[i])
        : new planck.Polygon(scene.corners(i).map(([x, y]) => new planck.Vec2(x, y)))
    body.createFixture({ shape, density: 1 })
    bodies.push(body)
  }
  return { world, bodies }
}

// A polygon's skin counts as touching for planck, and not here, unless all is asked for.
function count(world, all) {
  let contacts = 0
  for (let c = world.getContactList(); c; c = c.getNext()) {
    if (all) {
      if (c.isTouching()) contacts++
      continue
    }
    const n = c.getManifold().pointCount
    if (n === 0) continue
    const { separations } = c.getWorldManifold(null)
    let skin = 0
    for (const f of [c.getFixtureA(), c.getFixtureB()]) if (f.getType() === 'polygon') skin += f.getShape().getRadius()
    for (let k = 0; k < n; k++)
      if (separations[k] <= -skin) {
        contacts++
        break
      }
  }
  return { candidates: world.getContactCount(), contacts }
}

function startDetect(scene) {
  const { world, bodies } = makeWorld(scene, false)
  const at = { x: 0, y: 0 }
  return {
    frame() {
      scene.step()
      for (let i = 0; i < scene.n; i++) {
        at.x = scene.x[i]
        at.y = scene.y[i]
        bodies[i].setTransform(at, scene.theta[i])
      }
      world.findNewContacts()
      world.step(0)
    },
    count: () => count(world, false),
  }
}

function startSolved(scene) {
  const { world } = makeWorld(scene, true)
  return { frame: () => world.step(1 / 60, 8, 3), count: () => count(world, true) }
}

export default [
  {
    name: 'planck',
    module: 'planck',
    phase: 'step',
    note: 'setTransform, findNewContacts, a step of no time: pairs and manifolds, nothing solved',
    start: startDetect,
  },
  {
    name: 'planck/solved',
    module: 'planck',
    phase: 'step',
    note: 'full World.step(1/60, 8, 3), bodies pushed apart: not the same scene',
    start: startSolved,
  },
]
