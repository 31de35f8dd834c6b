// SPDX-License-Identifier: MIT

// Measures npm's collision libraries on the scenes of daylight/bench/scene:
//
//   npm ci && node run.js --scene boxes --n 10000 --frames 20 --warmup 3 [--dump FILE] [--only PREFIX,...]
//
// Lines of JSON go to standard output, remarks to standard error; bench/peers/go says
// what the fields mean, ../README.md how each library is driven. Without --dump, the Go
// group writes the scene. Each library runs in a process of its own.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { Scene } from './scene.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const engines = ['rapier', 'box2d3', 'sat', 'detect-collisions', 'planck']

const { values: flags } = parseArgs({
  options: {
    scene: { type: 'string', default: 'boxes' },
    n: { type: 'string', default: '10000' },
    frames: { type: 'string', default: '20' },
    warmup: { type: 'string', default: '3' },
    dump: { type: 'string' },
    only: { type: 'string', default: '' },
    engine: { type: 'string' }, // one of the files, in this process
  },
})
const whole = (name, least) => {
  const v = Number(flags[name])
  if (!Number.isInteger(v) || v < least) throw new Error(`--${name} ${flags[name]}: want a whole number from ${least} on`)
  return v
}
const n = whole('n', 1)
const frames = whole('frames', 1)
const warmup = whole('warmup', 0)

process.exitCode = flags.engine ? await runEngine(flags.engine) : runAll()

function runAll() {
  const folder = mkdtempSync(join(tmpdir(), 'daylight-peers-'))
  try {
    let { dump } = flags
    if (!dump) {
      dump = join(folder, 'scene')
      execFileSync('go', ['run', '.', '--scene', flags.scene, '--n', flags.n, '--write', dump], {
        cwd: join(here, '..', 'go'),
        stdio: ['ignore', 2, 2],
      })
    }
    let failed = 0
    for (const engine of engines) {
      const args = [fileURLToPath(import.meta.url), '--engine', engine, '--dump', dump]
      for (const name of ['scene', 'n', 'frames', 'warmup', 'only']) args.push(`--${name}=${flags[name]}`)
      const { status, signal } = spawnSync(process.execPath, args, { stdio: ['ignore', 1, 2] })
      if (status !== 0) {
        console.error(`${engine} ended with ${signal ?? status}`)
        failed = 1
      }
    }
    return failed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function runEngine(engine) {
  const scene = Scene.load(flags.dump)
  if (scene.n !== n || scene.kind !== flags.scene) throw new Error(`${flags.dump}: holds ${scene.n} ${scene.kind}`)
  const prefixes = flags.only.split(',')
  const { default: peers } = await import(`./engines/${engine}.js`)
  for (const peer of peers) {
    if (!prefixes.some((p) => peer.name.startsWith(p))) continue
    await warm(peer, scene)
    await measure(peer, scene)
  }
  return 0
}

// warm lets the compilers see the code first, on a small scene that is thrown away, for
// two seconds or sixty frames.
async function warm(peer, scene) {
  const run = await peer.start(scene.clone(Math.min(n, 10_000)))
  const end = performance.now() + 2000
  for (let k = 0; k < 60 && performance.now() < end; k++) {
    run.prepare?.()
    run.frame()
  }
  run.free?.()
}

async function measure(peer, scene) {
  const run = await peer.start(scene.clone())
  const times = []
  let counts
  for (let k = 0; k < warmup + frames; k++) {
    run.prepare?.()
    const began = performance.now()
    run.frame()
    const wall = (performance.now() - began) * 1e6
    if (k === warmup) counts = run.count()
    if (k >= warmup) times.push(wall)
  }
  run.free?.()
  times.sort((a, b) => a - b)
  const median = quantile(times, 0.5)
  const { version } = JSON.parse(readFileSync(join(here, 'node_modules', peer.module, 'package.json'), 'utf8'))
  const result = {
    engine: peer.name,
    version,
    scene: scene.kind,
    n,
    order: scene.order,
    phase: peer.phase,
    ns_per_step: Math.round(median),
    mean_ns: Math.round(times.reduce((a, b) => a + b) / times.length),
    spread: (quantile(times, 0.75) - quantile(times, 0.25)) / median,
    frames,
    ...counts,
    note: peer.note,
  }
  console.log(JSON.stringify(result))
  console.error(`${peer.name.padEnd(28)} ${peer.phase.padEnd(10)} ${(median / 1e6).toFixed(3).padStart(10)} ms`)
}

// quantile interpolates in sorted times.
function quantile(times, q) {
  const p = q * (times.length - 1)
  const k = Math.floor(p)
  return k + 1 === times.length ? times[k] : times[k] + (times[k + 1] - times[k]) * (p - k)
}
