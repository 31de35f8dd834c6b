// SPDX-License-Identifier: MIT

// The usual pair of small libraries: rbush, bulk loaded anew in every frame as its
// documentation advises when much has changed, and sat for what it finds.

import RBush from 'rbush'
import SAT from 'sat'

import { Form } from '../scene.js'

const { Vector, Polygon, Circle, Response } = SAT

class Shapes {
  constructor(scene) {
    this.scene = scene
    this.tree = new RBush()
    this.shapes = []
    this.items = []
    for (let i = 0; i < scene.n; i++) {
      const at = new Vector(scene.x[i], scene.y[i])
      this.shapes.push(
        scene.form[i] === Form.circle
          ? new Circle(at, scene.s1[i])
          : new Polygon(
              at,
              scene.corners(i).map(([x, y]) => new Vector(x, y)),
            ),
      )
      this.items.push({ minX: 0, minY: 0, maxX: 0, maxY: 0, index: i })
    }
  }

  move() {
    const { scene, shapes, items } = this
    scene.step()
    for (let i = 0; i < scene.n; i++) {
      const shape = shapes[i]
      const item = items[i]
      const x = scene.x[i]
      const y = scene.y[i]
      shape.pos.x = x
      shape.pos.y = y
      if (scene.form[i] === Form.circle) {
        item.minX = x - shape.r
        item.maxX = x + shape.r
        item.minY = y - shape.r
        item.maxY = y + shape.r
        continue
      }
      shape.setAngle(scene.theta[i])
      // getAABB would make a new polygon.
      let minX = Infinity
      let minY = Infinity
      let maxX = -Infinity
      let maxY = -Infinity
      for (const p of shape.calcPoints) {
        if (p.x < minX) minX = p.x
        if (p.x > maxX) maxX = p.x
        if (p.y < minY) minY = p.y
        if (p.y > maxY) maxY = p.y
      }
      item.minX = x + minX
      item.minY = y + minY
      item.maxX = x + maxX
      item.maxY = y + maxY
    }
  }

  // candidates calls visit(i, j) for the pairs of overlapping boxes, i < j.
  candidates(visit) {
    this.tree.clear()
    this.tree.load(this.items)
    for (const one of this.items) for (const other of this.tree.search(one)) if (other.index > one.index) visit(one.index, other.index)
  }
}

function startStep(scene) {
  const all = new Shapes(scene)
  const response = new Response()
  let candidates = 0
  let contacts = []
  const visit = (i, j) => {
    candidates++
    const a = all.shapes[i]
    const b = all.shapes[j]
    response.clear()
    let hit
    if (a instanceof Circle) hit = b instanceof Circle ? SAT.testCircleCircle(a, b, response) : SAT.testCirclePolygon(a, b, response)
    else hit = b instanceof Circle ? SAT.testPolygonCircle(a, b, response) : SAT.testPolygonPolygon(a, b, response)
    if (hit) contacts.push({ i, j, depth: response.overlap, x: response.overlapN.x, y: response.overlapN.y })
  }
  return {
    frame() {
      candidates = 0
      contacts = []
      all.move()
      all.candidates(visit)
    },
    count: () => ({ candidates, contacts: contacts.length }),
  }
}

function startBroad(scene) {
  const all = new Shapes(scene)
  let pairs = []
  const visit = (i, j) => pairs.push(i, j)
  return {
    prepare: () => all.move(),
    frame() {
      pairs = []
      all.candidates(visit)
    },
    count: () => ({ candidates: pairs.length / 2, contacts: null }),
  }
}

export default [
  {
    name: 'sat+rbush',
    module: 'sat',
    phase: 'step',
    note: 'rbush loaded anew, one search per shape, sat with a response',
    start: startStep,
  },
  { name: 'rbush', module: 'rbush', phase: 'broadphase', note: 'loaded anew, one search per box', start: startBroad },
]
