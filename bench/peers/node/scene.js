// SPDX-License-Identifier: MIT

// The scene as bench/peers/go dumps it, and the step that package daylight/bench/scene
// defines, to the bit.

import { readFileSync } from 'node:fs'

const kinds = ['circles', 'boxes', 'polys', 'mixed', 'heavy', 'cluster']
const columns = ['x', 'y', 'theta', 'vx', 'vy', 'omega', 's1', 's2']
const dt = Math.fround(1 / 60)
const round = Math.fround

export const Form = { circle: 0, box: 1, polygon: 2 }

export class Scene {
  // load reads a dump.
  static load(file) {
    return Scene.parse(new Uint8Array(readFileSync(file)).buffer, file)
  }

  // parse reads the bytes of one, an ArrayBuffer.
  static parse(bytes, file) {
    const head = new DataView(bytes)
    const magic = String.fromCharCode(...new Uint8Array(bytes, 0, 8))
    if (magic !== 'DAYLIGHT' || head.getUint32(8, true) !== 1) throw new Error(`${file}: not a scene of this version`)
    const s = new Scene()
    const kind = head.getUint32(12, true)
    s.kind = kinds[kind % 256]
    s.order = kind < 256 ? 'scene' : 'spatial'
    s.n = head.getUint32(16, true)
    s.side = head.getFloat32(20, true)
    let at = 24
    for (const c of columns) {
      s[c] = new Float32Array(bytes, at, s.n)
      at += 4 * s.n
    }
    s.sides = new Uint8Array(bytes, at, s.n).map((k) => (k > 16 ? k - 16 : k))
    s.form = new Uint8Array(bytes, at, s.n).map((k) => (k === 0 ? Form.circle : k === 4 ? Form.box : Form.polygon))
    return s
  }

  // clone copies the first n shapes. If they are not all, they are folded into a world
  // in which they lie as densely as in the whole one.
  clone(n = this.n) {
    const s = new Scene()
    s.kind = this.kind
    s.order = this.order
    s.n = n
    s.side = round(this.side * Math.sqrt(n / this.n))
    for (const c of [...columns, 'sides', 'form']) s[c] = this[c].slice(0, n)
    if (n < this.n) for (const c of ['x', 'y']) s[c].forEach((v, i) => (s[c][i] = v % s.side))
    return s
  }

  get hasCircles() {
    return this.form.includes(Form.circle)
  }

  // step moves every shape and calls bounced(i) for those that met the border.
  step(bounced) {
    const { x, y, theta, vx, vy, omega, side } = this
    const top = below(side)
    for (let i = 0; i < this.n; i++) {
      let qx = round(x[i] + round(vx[i] * dt))
      let qy = round(y[i] + round(vy[i] * dt))
      theta[i] += round(omega[i] * dt)
      if (qx < 0 || qx > top || qy < 0 || qy > top) {
        if (qx < 0 || qx > top) {
          qx = qx < 0 ? 0 : top
          vx[i] = -vx[i]
        }
        if (qy < 0 || qy > top) {
          qy = qy < 0 ? 0 : top
          vy[i] = -vy[i]
        }
        x[i] = qx
        y[i] = qy
        if (bounced) bounced(i)
      } else {
        x[i] = qx
        y[i] = qy
      }
    }
  }

  // corners are those of shape i around its centre at angle 0, counter-clockwise.
  corners(i) {
    const a = this.s1[i]
    const b = this.s2[i]
    if (this.form[i] === Form.box)
      return [
        [-a, -b],
        [a, -b],
        [a, b],
        [-a, b],
      ]
    const n = this.sides[i]
    return Array.from({ length: n }, (_, k) => {
      const angle = (2 * Math.PI * k) / n
      return [a * Math.cos(angle), a * Math.sin(angle)]
    })
  }
}

// below is the greatest float32 less than a positive x.
function below(x) {
  const f = new Float32Array([x])
  new Uint32Array(f.buffer)[0]--
  return f[0]
}
