// SPDX-License-Identifier: MIT

// The questions of the query phases, which are asked of a scene at rest: to the bit those of
// bench/peers/go/scene.go.

const round = Math.fround
const count = 100_000
const rayLength = 20
const windowSide = 4

export const queryPhases = ['ray', 'point', 'window']

export class Questions {
  constructor(scene) {
    let state = 7n
    const mask = (1n << 64n) - 1n
    // SplitMix64, 24 bits a draw.
    const unit = () => {
      state = (state + 0x9e3779b97f4a7c15n) & mask
      let z = state
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask
      return round(Number((z ^ (z >> 31n)) >> 40n) * (1 / (1 << 24)))
    }
    this.count = count
    for (const c of ['x', 'y', 'dx', 'dy', 'maxX', 'maxY']) this[c] = new Float32Array(count)
    for (let i = 0; i < count; i++) {
      const x = round(unit() * scene.side)
      const y = round(unit() * scene.side)
      let u, v, d
      do {
        u = round(unit() - 0.5)
        v = round(unit() - 0.5)
        d = round(round(u * u) + round(v * v))
      } while (d > 0.25 || d < 1e-4)
      d = round(Math.sqrt(d))
      this.x[i] = x
      this.y[i] = y
      this.dx[i] = round(rayLength * round(u / d))
      this.dy[i] = round(rayLength * round(v / d))
      this.maxX[i] = round(x + windowSide)
      this.maxY[i] = round(y + windowSide)
    }
  }
}
