// SPDX-License-Identifier: MIT

// Box2D 3 compiled to WebAssembly with SIMD. Its step always solves, and with no time
// it does nothing, so this is a whole step, at the one sub-step that is the least it
// takes: bodies are pushed apart and the frames after the first are not the scene's any
// more. It finds contacts first and moves then, so it is set up one step ahead.

import makeBox2D from 'box2d3-wasm'

import { Form } from '../scene.js'

let module // one for the process: it holds all worlds

async function start(scene) {
  module ??= await makeBox2D({ pthreadCount: 0 })
  scene.step()
  const b2 = module
  const worldDef = b2.b2DefaultWorldDef()
  worldDef.gravity.Set(0, 0)
  worldDef.enableSleep = false
  worldDef.enableContinuous = false
  worldDef.workerCount = 1
  const world = b2.b2CreateWorld(worldDef)
  const bodies = []
  const bodyDef = b2.b2DefaultBodyDef()
  const shapeDef = b2.b2DefaultShapeDef()
  bodyDef.type = b2.b2BodyType.b2_dynamicBody
  for (let i = 0; i < scene.n; i++) {
    bodyDef.position.Set(scene.x[i], scene.y[i])
    bodyDef.rotation.SetAngle(scene.theta[i])
    bodyDef.linearVelocity.Set(scene.vx[i], scene.vy[i])
    bodyDef.angularVelocity = scene.omega[i]
    const body = b2.b2CreateBody(world, bodyDef)
    bodies.push(body)
    if (scene.form[i] === Form.circle) {
      const circle = new b2.b2Circle()
      circle.center.Set(0, 0)
      circle.radius = scene.s1[i]
      b2.b2CreateCircleShape(body, shapeDef, circle)
      circle.delete()
    } else if (scene.form[i] === Form.box) {
      const box = b2.b2MakeBox(scene.s1[i], scene.s2[i])
      b2.b2CreatePolygonShape(body, shapeDef, box)
      box.delete()
    } else {
      const hull = b2.b2ComputeHull(scene.corners(i).map(([x, y]) => ({ x, y })))
      const polygon = b2.b2MakePolygon(hull, 0)
      b2.b2CreatePolygonShape(body, shapeDef, polygon)
      polygon.delete()
      hull.delete()
    }
  }
  return {
    frame: () => b2.b2World_Step(world, 1 / 60, 1),
    // Box2D's manifolds reach to shapes 0.02 apart: only what overlaps is a contact here.
    count() {
      let sides = 0
      for (const body of bodies)
        for (const contact of b2.b2Body_GetContactData(body, b2.b2Body_GetContactCapacity(body))) {
          const { manifold } = contact
          let hit = false
          for (let k = 0; k < manifold.pointCount; k++) hit ||= manifold.GetPoint(k).separation <= 0
          if (hit) sides++
          contact.delete()
        }
      return { candidates: b2.b2World_GetCounters(world).contactCount, contacts: sides / 2 }
    },
    free: () => b2.b2DestroyWorld(world),
  }
}

export default [
  {
    name: 'box2d3-wasm',
    module: 'box2d3-wasm',
    phase: 'step',
    note: 'full b2World_Step(1/60, 1), one thread, bodies pushed apart: not the same scene',
    start,
  },
]
