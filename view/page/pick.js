// SPDX-License-Identifier: MIT

// Which shape is under a pointer.

import { absent, polygon } from "./messages.js";

// pick is the index of the shape at a place, relative to the frame's origin: the one that is
// drawn last if there are several, or the nearest if there is none; -1 if none is nearer than near.
export function pick(scene, frame, x, y, near) {
  let best = near, found = -1;
  for (let i = Math.min(frame.n, scene.n) - 1; i >= 0; i--) {
    const dx = x - frame.floats[4 * i], dy = y - frame.floats[4 * i + 1], reach = scene.reach[i] + best;
    if (dx * dx + dy * dy > reach * reach || frame.shapes[16 * i + 15] & absent) continue;
    const c = frame.shorts[8 * i + 4] / 32767, s = frame.shorts[8 * i + 5] / 32767;
    const d = distance(scene, i, c * dx + s * dy, c * dy - s * dx) - scene.floats[8 * i + 4];
    if (d <= 0) return i;
    if (d <= best) { best = d; found = i; }
  }
  return found;
}

// distance is that of a point from the core of a shape, in the shape's own coordinates; 0 or
// less inside.
function distance(scene, i, x, y) {
  const g = 8 * i, f = scene.floats, word = scene.words[g + 6];
  if (word >>> 24 !== polygon) {
    const u = Math.abs(x - f[g]) - f[g + 2], v = Math.abs(y - f[g + 1]) - f[g + 3];
    return Math.hypot(Math.max(u, 0), Math.max(v, 0)) + Math.min(Math.max(u, v), 0);
  }
  const first = scene.words[g + 5], n = word & 0xffffff, p = scene.points;
  let least = Infinity, inside = true;
  for (let k = 0; k < n; k++) {
    const a = 2 * (first + (k + n - 1) % n), b = 2 * (first + k);
    const ex = p[b] - p[a], ey = p[b + 1] - p[a + 1], qx = x - p[a], qy = y - p[a + 1];
    const t = Math.max(0, Math.min(1, (qx * ex + qy * ey) / Math.max(ex * ex + ey * ey, 1e-30)));
    least = Math.min(least, Math.hypot(qx - t * ex, qy - t * ey));
    if (ex * qy - ey * qx < 0) inside = false;
  }
  return inside ? -least : least;
}
