// SPDX-License-Identifier: MIT

// detect-collisions is the old name of check2d, which does the work. A frame is as its
// documentation shows: positions and angles set without an update, one update a body,
// and checkAll, which tests every pair from both sides and reports it twice.

import * as check2d from 'detect-collisions'

import { Form } from '../scene.js'

const { System } = check2d.System ? check2d : check2d.default

function start(scene) {
  const system = new System()
  const bodies = []
  for (let i = 0; i < scene.n; i++) {
    const at = { x: scene.x[i], y: scene.y[i] }
    const body =
      scene.form[i] === Form.circle
        ? system.createCircle(at, scene.s1[i])
        : system.createPolygon(
            at,
            scene.corners(i).map(([x, y]) => ({ x, y })),
          )
    body.index = i
    bodies.push(body)
  }
  let contacts = []
  const report = ({ a, b, overlap, overlapN }) => {
    if (a.index < b.index) contacts.push({ i: a.index, j: b.index, depth: overlap, x: overlapN.x, y: overlapN.y })
  }
  return {
    frame() {
      scene.step()
      for (let i = 0; i < scene.n; i++) {
        const body = bodies[i]
        body.setPosition(scene.x[i], scene.y[i], false)
        if (scene.form[i] !== Form.circle) body.setAngle(scene.theta[i], false)
        body.updateBody()
      }
      contacts = []
      system.checkAll(report)
    },
    count: () => ({ candidates: null, contacts: contacts.length }),
  }
}

export default [
  {
    name: 'detect-collisions',
    module: 'detect-collisions',
    phase: 'step',
    note: 'updateBody each, checkAll, which tests each pair twice; pairs are not told',
    start,
  },
]
