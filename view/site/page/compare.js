// SPDX-License-Identifier: MIT

// Measures Daylight and others on one scene of the benchmark, each by the driver that bench/peers/node has for it.
import { Scene } from "./peers/scene.js";

const n = Number(new URLSearchParams(location.search).get("n")) || 10000, warmup = 3, frames = 20;
const $ = id => document.getElementById(id);
$("n").textContent = n.toLocaleString("en");
const results = window.results = [];

function row(name, ms, contacts) {
  results.push({ name, ms, contacts });
  const tr = document.createElement("tr");
  for (const text of [name, ms.toFixed(2), `${(ms / results[0].ms).toFixed(2)} ×`, contacts.toLocaleString("en")]) tr.insertCell().textContent = text;
  $("rows").append(tr);
}

function daylight() {
  return new Promise((done, failed) => {
    const worker = new Worker(`worker.js?scene=boxes&n=${n}&measure=${frames}`);
    worker.onmessage = ({ data }) => {
      const m = JSON.parse(data);
      worker.terminate();
      if (m.t === "measured") done(m); else failed(new Error(m.error));
    };
  });
}

async function peer(engine, whole) {
  const { default: peers } = await import(`./peers/engines/${engine}.js`);
  const p = peers.find(p => p.phase === "step");
  const run = await p.start(whole.clone(n));
  const times = [];
  let found;
  for (let k = 0; k < warmup + frames; k++) {
    run.prepare?.();
    const begin = performance.now();
    run.frame();
    if (k >= warmup) times.push(performance.now() - begin);
    if (k === warmup) found = run.count();
    if (k % 4 === 0) await new Promise(r => setTimeout(r)); // the page stays alive
  }
  run.free?.();
  times.sort((a, b) => a - b);
  row(p.name, times[times.length >> 1], found.contacts);
}

try {
  const own = await daylight();
  row("daylight", own.ms, own.contacts);
  const name = `peers/boxes-${n}.scene`, file = await fetch(name);
  if (!file.ok) throw new Error(`${name}: there is none; see scenes of command site`);
  const whole = Scene.parse(await file.arrayBuffer(), name);
  for (const engine of ["rapier", "box2d3"]) await peer(engine, whole);
  $("state").textContent = navigator.userAgent;
} catch (error) {
  $("state").textContent = String(error);
}
