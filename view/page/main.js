// SPDX-License-Identifier: MIT

import { readScene, readFrame, corners } from "./messages.js";
import { Painter } from "./draw.js";
import { pick } from "./pick.js";
import { place } from "./place.js";
import { theme, css, steps } from "./ramps.js";
import { drawLayers } from "./layers.js";
import { link } from "./link.js";

const $ = id => document.getElementById(id);
const canvas = $("scene"), overlay = $("overlay"), pen = overlay.getContext("2d");

// What came last, and how it is looked at. The tests of this page read it as well.
const state = window.daylight = {
  scene: null, frame: null, stats: null, detail: null, paused: false, connected: false,
  view: { x: 0, y: 0, scale: 1, turned: false }, colouring: "depth", colours: [], fps: 60,
  lines: { velocities: false, trails: false }, layers: [], hidden: new Set(), drawn: 0, received: 0, skipped: 0, bytes: 0, error: "",
};
// owed is how many frames have come since the last was drawn: they are confirmed once
// one is drawn, so that the server sends no more than the display takes.
let painter, socket, owed = 0, dirty = true, fitted = true, turn = null, pointer = null, watched = -1, side = 0;

function say(text) { $("message").textContent = text; }

function fail(error) {
  state.error = String(error.message ?? error);
  say(state.error);
}

// ---- view

function resize() {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(innerWidth * ratio)), h = Math.max(1, Math.round(innerHeight * ratio));
  for (const c of [canvas, overlay]) if (c.width !== w || c.height !== h) { c.width = w; c.height = h; }
  if (fitted) fit();
  dirty = true;
}

// free is the part of the window that nothing lies on.
function free() {
  const panel = $("panel").getBoundingClientRect(), beside = panel.left > innerWidth / 2;
  const below = [$("legend"), ...(beside ? [] : [$("panel")])].map(e => e.getBoundingClientRect().top);
  return {
    left: 0, right: beside ? panel.left : innerWidth,
    top: document.querySelector("header").getBoundingClientRect().bottom, bottom: Math.min(...below),
  };
}

// fit shows the whole scene there.
function fit() {
  fitted = true;
  dirty = true;
  if (!state.scene) return;
  const ratio = window.devicePixelRatio || 1, v = state.scene.view, f = free();
  const w = Math.max(50, f.right - f.left - 24), h = Math.max(50, f.bottom - f.top - 16);
  const [sw, sh] = [v.maxX - v.minX, v.maxY - v.minY];
  const upright = Math.min(w / sw, h / sh), across = Math.min(w / sh, h / sw);
  // A wide scene on a phone that stands upright lies on its side: turn the phone, and it is
  // as wide as that.
  state.view.turned = turn ?? (innerWidth <= 720 && innerWidth < innerHeight && across > 1.35 * upright);
  const scale = state.view.turned ? across : upright;
  state.view.scale = scale * ratio;
  const [dx, dy] = fromWindow((innerWidth - f.left - f.right) / 2 / scale, -(innerHeight - f.top - f.bottom) / 2 / scale);
  state.view.x = (v.minX + v.maxX) / 2 - state.scene.origin.x + dx;
  state.view.y = (v.minY + v.maxY) / 2 - state.scene.origin.y + dy;
}

// toWindow takes a direction of the plane to one of the window, y still up, and fromWindow back.
function toWindow(x, y) { return state.view.turned ? [y, -x] : [x, y]; }
function fromWindow(x, y) { return state.view.turned ? [-y, x] : [x, y]; }

// toPlane takes a place in the window to one relative to the origin, toCanvas back.
function toPlane(px, py) {
  const ratio = window.devicePixelRatio || 1, v = state.view;
  const [dx, dy] = fromWindow((px * ratio - canvas.width / 2) / v.scale, -(py * ratio - canvas.height / 2) / v.scale);
  return { x: v.x + dx, y: v.y + dy };
}
function toCanvas(x, y) {
  const v = state.view, [dx, dy] = toWindow(x - v.x, y - v.y);
  return [canvas.width / 2 + dx * v.scale, canvas.height / 2 - dy * v.scale];
}

function zoom(factor, px, py) {
  const before = toPlane(px, py), v = state.view;
  const least = state.scene ? 20 / Math.max(state.scene.view.maxX - state.scene.view.minX, 1e-30) : 1e-6;
  v.scale = Math.min(Math.max(v.scale * factor, least), least * 1e7);
  const after = toPlane(px, py);
  v.x += before.x - after.x;
  v.y += before.y - after.y;
  fitted = false;
  dirty = true;
}

function pan(dx, dy) {
  const ratio = window.devicePixelRatio || 1, v = state.view;
  const [px, py] = fromWindow(dx * ratio / v.scale, -dy * ratio / v.scale);
  v.x -= px;
  v.y -= py;
  fitted = false;
  dirty = true;
}

// ---- pointers: one drags, two pinch

const down = new Map();
let tapped = null; // where the only finger came down

canvas.addEventListener("pointerdown", e => {
  canvas.setPointerCapture(e.pointerId);
  down.set(e.pointerId, { x: e.clientX, y: e.clientY });
  tapped = down.size === 1 ? { x: e.clientX, y: e.clientY } : null;
  canvas.classList.add("dragging");
});

canvas.addEventListener("pointermove", e => {
  const was = down.get(e.pointerId);
  if (e.pointerType === "mouse") pointer = { x: e.clientX, y: e.clientY };
  if (!was) { look(); return; }
  const now = { x: e.clientX, y: e.clientY };
  if (down.size === 1) {
    pan(now.x - was.x, now.y - was.y);
  } else {
    const other = [...down].find(([id]) => id !== e.pointerId)[1];
    const far = p => Math.hypot(p.x - other.x, p.y - other.y);
    pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    if (far(was) > 0) zoom(far(now) / far(was), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }
  down.set(e.pointerId, now);
});

for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, e => {
  const was = tapped;
  down.delete(e.pointerId);
  // A finger that has not moved points at what it touched, until it touches elsewhere.
  if (name === "pointerup" && was && e.pointerType !== "mouse" && Math.hypot(e.clientX - was.x, e.clientY - was.y) < 8) {
    pointer = { x: e.clientX, y: e.clientY };
    look();
  }
  if (down.size === 0) canvas.classList.remove("dragging");
});

canvas.addEventListener("pointerleave", e => {
  if (e.pointerType !== "mouse") return; // a finger leaves whenever it is lifted
  pointer = null;
  look();
});

canvas.addEventListener("wheel", e => {
  e.preventDefault();
  const lines = e.deltaMode === 1 ? 33 : e.deltaMode === 2 ? 400 : 1;
  zoom(Math.exp(-Math.max(-300, Math.min(300, e.deltaY * lines)) / 500), e.clientX, e.clientY);
}, { passive: false });

canvas.addEventListener("dblclick", fit);

// look finds the shape under the pointer and asks the server for its contacts, which it then
// tells after each frame anew.
let asked = -1;
function look() {
  let i = -1;
  if (pointer && state.scene && state.frame && down.size === 0) {
    const p = toPlane(pointer.x, pointer.y);
    i = pick(state.scene, state.frame, p.x, p.y, 3 * (window.devicePixelRatio || 1) / state.view.scale);
  }
  if (i < 0 && watched >= 0) picked(-1, null);
  if (i === asked) return;
  asked = i;
  send({ t: "watch", i });
}

function picked(i, detail) {
  watched = i;
  state.detail = detail;
  dirty = true;
}

// ---- connection

function send(message) {
  if (socket?.readyState === 1) socket.send(JSON.stringify(message));
}

function connect() {
  socket = link();
  socket.onopen = () => { state.connected = true; state.scene = state.frame = state.detail = null; state.layers = []; turn = null; owed = 0; watched = -1; asked = -1; fitted = true; say(""); };
  socket.onmessage = e => {
    try {
      if (typeof e.data === "string") text(JSON.parse(e.data)); else binary(e.data);
    } catch (error) { fail(error); }
  };
  socket.onclose = () => {
    say(state.connected ? "The simulation has ended. Waiting for another." : "No simulation answers here yet.");
    state.connected = false;
    setTimeout(connect, 2000);
  };
}

function binary(buffer) {
  state.bytes += buffer.byteLength;
  switch (new DataView(buffer).getUint32(0, true)) {
    case 0x31534c44: // DLS1
      state.scene = readScene(buffer);
      state.frame = null;
      painter.setScene(state.scene);
      if (fitted) fit();
      break;
    case 0x31464c44: { // DLF1
      const frame = readFrame(buffer);
      if (frame.epoch !== state.scene?.epoch) { send({ t: "ack", n: 1 }); break; }
      if (state.frame && frame.frame > state.frame.frame + 1) state.skipped += frame.frame - state.frame.frame - 1;
      state.frame = frame;
      state.received++;
      owed++;
    }
  }
}

function text(m) {
  switch (m.t) {
    case "hello":
      $("title").textContent = m.title;
      document.title = m.title ? `${m.title} – daylight` : "daylight";
      state.fps = m.fps;
      state.colours = m.colours;
      $("colour").replaceChildren(...["depth", "speed", ...m.colours.map(c => c.name)].map(name => new Option(name)));
      setColouring([...$("colour").options].some(o => o.value === state.colouring) ? state.colouring : "depth");
      break;
    case "layers":
      state.layers = m.layers;
      listLayers();
      dirty = true;
      break;
    case "stats":
      state.stats = m;
      setPaused(m.paused);
      for (const id of ["pause", "step"]) $(id).hidden = !m.pausable;
      break;
    case "detail":
      if (m.i === asked || m.i < 0) picked(m.i, m.i >= 0 ? m : null);
  }
}

// ---- buttons

function setPaused(paused) {
  state.paused = paused;
  $("pause").textContent = paused ? "Resume" : "Pause";
  $("pause").setAttribute("aria-pressed", String(paused));
}

function togglePause() { send({ t: state.paused ? "resume" : "pause" }); }

// column is which of the user's own columns shapes are coloured by, -1 for depth and speed.
function column() { return $("colour").selectedIndex - 2; }

function setColouring(name) {
  state.colouring = name;
  $("colour").value = name;
  if (state.frame && painter?.n) painter.setColumn(state.frame, column());
  dirty = true;
  shownLegend = "";
  legend();
}

// row is that of colours: by depth, by speed, by a name, by a number.
function row() {
  const k = column();
  return k < 0 ? k + 2 : state.colours[k]?.names ? 2 : 3;
}

// setLines has velocities or trails drawn, or not.
function setLines(name, on) {
  state.lines[name] = on;
  $("l-" + name).checked = on;
  if (state.frame && painter) painter.setFrame(state.frame, column(), state.lines);
  dirty = true;
}

// listLayers offers every layer to be hidden.
let listed = "";
function listLayers() {
  const names = state.layers.map(l => l.name), text = JSON.stringify(names);
  if (text === listed) return;
  listed = text;
  $("layers").replaceChildren(...names.map(name => {
    const label = document.createElement("label"), box = document.createElement("input");
    box.type = "checkbox";
    box.checked = !state.hidden.has(name);
    box.onchange = () => { state.hidden[box.checked ? "delete" : "add"](name); dirty = true; };
    label.append(box, " ", name);
    return label;
  }));
}

// legend says what colours mean: steps from 0 to the depth or speed from which on all is the
// same, or that shapes touch, where depth means nothing because none goes into another; steps
// from the least to the greatest value of a column, or its names.
let shownLegend = "";
function legend() {
  const f = state.frame, name = state.colouring, { colours, ramps, kinds } = theme(), k = column();
  const own = state.colours[k], unit = own?.unit ? ` ${own.unit}` : "";
  const top = k === -2 ? f?.depthScale : k === -1 ? f?.speedScale : f?.columns[k]?.high, low = k < 0 ? 0 : f?.columns[k]?.low ?? 0;
  const swatches = own?.names ? own.names.map((n, i) => [kinds[i % kinds.length], n])
    : k === -2 && f && !(top > 0) ? [[ramps.depth[0], "touching"], [colours.idle, "apart"]] : null;
  const high = top > low ? `≥ ${number(top)}${k === -1 ? " per second" : unit}` : "";
  $("legend-name").textContent = name;
  $("legend-low").textContent = swatches ? "" : low === 0 ? "0" : number(low);
  $("legend-high").textContent = swatches ? "" : high;
  const text = name + (swatches ? swatches.map(s => s[1]) : "ramp");
  if (text === shownLegend) return; // nothing else is new
  shownLegend = text;
  const ramp = $("ramp");
  ramp.className = swatches ? "kinds" : "";
  ramp.style.background = swatches ? "" : steps(k === -2 ? ramps.depth : ramps.speed);
  ramp.replaceChildren(...(swatches ?? []).map(([c, what]) => {
    const swatch = document.createElement("i"), label = document.createElement("span");
    swatch.style.background = css(c);
    label.append(swatch, what);
    return label;
  }));
}

// number writes a number with two digits that count, as people do.
function number(v) {
  if (v < 0) return `−${number(-v)}`;
  if (v === 0) return "0";
  if (v >= 1e5 || v < 1e-3) {
    const e = Math.floor(Math.log10(v));
    return `${(v / 10 ** e).toFixed(1)} × 10${[...String(e)].map(d => "⁰¹²³⁴⁵⁶⁷⁸⁹"["0123456789".indexOf(d)] ?? "⁻").join("")}`;
  }
  return v >= 10 ? v.toFixed(0) : String(Number(v.toPrecision(2)));
}

$("pause").onclick = togglePause;
$("step").onclick = () => send({ t: "step" });
$("fit").onclick = fit;
$("fold").onclick = () => {
  const folded = $("panel").classList.toggle("folded");
  $("fold").setAttribute("aria-expanded", String(!folded));
};
$("colour").onchange = e => setColouring(e.target.value);
for (const name of ["velocities", "trails"]) $("l-" + name).onchange = e => setLines(name, e.target.checked);
$("turn").onclick = () => { turn = !state.view.turned; fit(); };
$("keys").onclick = () => $("help").showModal();
$("help").onclick = e => { if (e.target === $("help")) $("help").close(); };
addEventListener("pointerdown", e => { if (!$("show").contains(e.target)) $("show").open = false; });
addEventListener("keydown", e => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  const onControl = e.target instanceof HTMLButtonElement || e.target instanceof HTMLSelectElement || e.target instanceof HTMLInputElement;
  switch (e.key) {
    case " ": if (onControl || $("pause").hidden) return; togglePause(); break;
    case ".": if (!$("step").hidden) send({ t: "step" }); break;
    case "f": fit(); break;
    case "c": setColouring($("colour").options[($("colour").selectedIndex + 1) % $("colour").options.length].value); break;
    case "v": setLines("velocities", !state.lines.velocities); break;
    case "t": setLines("trails", !state.lines.trails); break;
    case "r": $("turn").onclick(); break;
    case "?": $("help").open ? $("help").close() : $("help").showModal(); break;
    case "+": case "=": zoom(1.25, innerWidth / 2, innerHeight / 2); break;
    case "-": zoom(0.8, innerWidth / 2, innerHeight / 2); break;
    case "ArrowLeft": if (onControl) return; pan(60, 0); break;
    case "ArrowRight": if (onControl) return; pan(-60, 0); break;
    case "ArrowUp": if (onControl) return; pan(0, 60); break;
    case "ArrowDown": if (onControl) return; pan(0, -60); break;
    default: return;
  }
  e.preventDefault();
});
addEventListener("resize", resize);
const watcher = new ResizeObserver(() => { if (fitted) fit(); });
for (const e of [$("panel"), $("legend"), document.querySelector("header")]) watcher.observe(e);

// ---- figures

const whole = v => Math.round(v).toLocaleString("en");
const fine = v => v === undefined ? "–" : v >= 100 ? v.toFixed(0) : v >= 10 ? v.toFixed(1) : v.toFixed(2);
let last = { time: performance.now(), shown: 0, skipped: 0 }, shownFrames = 0;

function figures() {
  const now = performance.now(), seconds = (now - last.time) / 1000;
  if (seconds > 0.95) {
    $("f-shown").textContent = fine((shownFrames - last.shown) / seconds);
    $("f-dropped").textContent = state.paused ? "0" : fine((state.skipped - last.skipped) / seconds);
    last = { time: now, shown: shownFrames, skipped: state.skipped };
  }
  legend();
  const m = state.stats;
  if (state.frame) $("f-frame").textContent = whole(state.frame.frame);
  if (!m) return;
  $("f-rate").textContent = m.paused ? "paused" : fine(m.times.rate);
  const { ms } = m.times;
  $("f-scene").textContent = fine(m.times.whole - (ms?.step ?? 0));
  for (const name of ["step", "refresh", "sort", "strips", "load", "sweep", "narrow", "merge", "reorder"])
    $("f-" + name).textContent = fine(ms?.[name]);
  const costs = m.times.costs ?? [];
  if (costs.length !== $("costs").childElementCount / 2)
    $("costs").replaceChildren(...costs.flatMap(c => [Object.assign(document.createElement("dt"), { textContent: c.name }), document.createElement("dd")]));
  costs.forEach((c, k) => { $("costs").children[2 * k + 1].textContent = fine(c.ms); });
  $("detection").hidden = !ms;
  for (const e of document.querySelectorAll(".engine")) e.hidden = !m.kernels;
  $("f-encode").textContent = fine(m.times.encode);
  $("f-shapes").textContent = whole(m.shapes) + (m.quarantined ? ` (${whole(m.quarantined)} out)` : "");
  $("f-candidates").textContent = whole(m.candidates);
  $("f-contacts").textContent = whole(m.contacts);
  $("f-kernels").textContent = m.kernels || "–";
  $("f-workers").textContent = m.workers || "–";
  $("f-viewers").textContent = m.viewers;
  $("brief").textContent = `${m.paused ? "paused" : `${fine(m.times.rate)} steps per second`} · ${fine(ms ? ms.step : m.times.whole)} ms · ${whole(m.contacts)} contacts`;
}

// ---- the shape under the pointer

function outline(i, style, width) {
  const f = state.frame, s = state.scene;
  if (i < 0 || i >= f.n || i >= s.n) return;
  const x = f.floats[4 * i], y = f.floats[4 * i + 1], at = corners(s, f, i), r = s.floats[8 * i + 4] * state.view.scale;
  const points = at.map(([dx, dy]) => toCanvas(x + dx, y + dy)), n = points.length;
  pen.beginPath();
  if (n === 1) {
    pen.arc(...points[0], Math.max(r, 1), 0, 2 * Math.PI);
  } else {
    points.forEach(([px, py], k) => { // anticlockwise as seen, so a corner's arc is as well
      const [ax, ay] = points[(k + n - 1) % n], [bx, by] = points[(k + 1) % n];
      const into = Math.atan2(py - ay, px - ax) + Math.PI / 2, out = Math.atan2(by - py, bx - px) + Math.PI / 2;
      pen.arc(px, py, r, into, out, true);
    });
    pen.closePath();
  }
  pen.strokeStyle = style;
  pen.lineWidth = width;
  pen.stroke();
}

function annotate() {
  const box = $("detail"), d = state.detail, ratio = window.devicePixelRatio || 1;
  const nothing = watched < 0 || !state.frame || !state.scene;
  box.hidden = nothing || !d;
  overlay.hidden = nothing && state.layers.length === 0; // an empty layer would cost as much to show as the scene
  if (overlay.hidden || !state.scene) return;
  pen.clearRect(0, 0, overlay.width, overlay.height);
  pen.lineJoin = "round";
  drawLayers(pen, state.layers, state.hidden, toCanvas, state.view.scale, ratio, theme());
  if (nothing) return;
  const { mark, halo } = theme();
  if (d) for (const m of d.contacts) outline(m.i, mark, 1.5 * ratio);
  outline(watched, halo, 5 * ratio);
  outline(watched, mark, 2.5 * ratio);
  if (!d) return;
  const o = state.scene.origin;
  for (const m of d.contacts) {
    const [nx, ny] = toWindow(m.nx, m.ny);
    arrow(toCanvas(m.x - o.x, m.y - o.y), nx, -ny, ratio);
  }
  const cells = d.contacts.slice(0, 8).map(m => `<tr><td>${m.id}</td><td>${m.depth.toPrecision(3)}</td><td>${m.nx.toFixed(3)}, ${m.ny.toFixed(3)}</td></tr>`);
  const more = d.count > cells.length ? `<p>and ${d.count - cells.length} more</p>` : "";
  const sides = d.kind === "polygon" ? ` of ${d.vertices} sides` : "";
  box.innerHTML = `<b>${d.kind}${sides} ${d.id}</b><p>at ${d.x.toPrecision(6)}, ${d.y.toPrecision(6)}; ${d.static ? "stands still" : `speed ${d.speed.toPrecision(3)}`}</p>` +
    (d.values ?? []).map(v => `<p>${escaped(v)}</p>`).join("") +
    (d.count ? `<table><tr><td>contact</td><td>depth</td><td>normal</td></tr>${cells.join("")}</table>${more}` : "<p>no contact</p>");
  const { width, height } = box.getBoundingClientRect();
  side = place(box, { width, height }, told(d), [...document.querySelectorAll("header, #panel, #legend")].map(e => e.getBoundingClientRect()), side);
}

const escaped = text => text.replace(/[&<>]/g, c => `&#${c.charCodeAt(0)};`);

// told is where the window shows what the figures tell of: the shape and its contacts with
// their arrows, and, less important, the other shapes.
function told(d) {
  const ratio = window.devicePixelRatio || 1, o = state.scene.origin, f = state.frame;
  const around = (points, r) => {
    const xs = points.map(p => p[0] / ratio), ys = points.map(p => p[1] / ratio);
    return { left: Math.min(...xs) - r, right: Math.max(...xs) + r, top: Math.min(...ys) - r, bottom: Math.max(...ys) + r };
  };
  const shape = i => {
    const x = f.floats[4 * i], y = f.floats[4 * i + 1], r = state.scene.floats[8 * i + 4] * state.view.scale / ratio;
    return around(corners(state.scene, f, i).map(([dx, dy]) => toCanvas(x + dx, y + dy)), r + 3);
  };
  const there = i => i >= 0 && i < f.n && i < state.scene.n;
  return {
    must: [shape(watched), ...d.contacts.map(m => {
      const [x, y] = toCanvas(m.x - o.x, m.y - o.y), [nx, ny] = toWindow(m.nx, m.ny);
      return around([[x, y], [x + 24 * ratio * nx, y - 24 * ratio * ny]], 3);
    })],
    may: d.contacts.filter(m => there(m.i)).map(m => shape(m.i)),
  };
}

function arrow([x, y], nx, ny, ratio) {
  const length = 24 * ratio, head = 7 * ratio, tx = x + nx * length, ty = y + ny * length, bx = tx - nx * head, by = ty - ny * head;
  const { mark, halo } = theme();
  for (const [style, width] of [[halo, 5], [mark, 2]]) {
    pen.strokeStyle = pen.fillStyle = style;
    pen.lineWidth = width * ratio;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(bx, by);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(tx, ty);
    pen.lineTo(bx - ny * head * 0.5, by + nx * head * 0.5);
    pen.lineTo(bx + ny * head * 0.5, by - nx * head * 0.5);
    pen.closePath();
    pen.fill();
    if (width === 5) pen.stroke();
  }
}

// ---- the display's rate

function tick() {
  requestAnimationFrame(tick);
  if (painter.theme !== theme()) { // day has become night
    painter.recolour();
    setColouring(state.colouring);
  }
  if (owed === 0 && !dirty) return;
  try {
    if (owed > 0) {
      if (state.frame) {
        painter.setFrame(state.frame, column(), state.lines);
        shownFrames++;
      }
      send({ t: "ack", n: owed });
      owed = 0;
      look();
    }
    painter.draw(state.view, row(), state.lines, state.fps);
    annotate();
    state.drawn++;
  } catch (error) { fail(error); }
  dirty = false;
}

try {
  painter = new Painter(canvas);
  painter.onRestored = () => {
    if (state.scene) painter.setScene(state.scene);
    if (state.frame) painter.setFrame(state.frame, column(), state.lines);
    dirty = true;
  };
  resize();
  setColouring("depth");
  setInterval(figures, 250);
  connect();
  tick();
} catch (error) { fail(error); }
