// SPDX-License-Identifier: MIT

// Reading of the binary messages. Package view's encode.go says what is where.

export const frameHeader = 64, frameShape = 16, sceneHeader = 64, sceneShape = 32;
export const touches = 1, isStatic = 2, absent = 4;
export const circle = 0, capsule = 1, box = 2, polygon = 3;

export function readScene(buffer) {
  const v = new DataView(buffer), n = v.getUint32(8, true), vertices = v.getUint32(12, true);
  const f = k => v.getFloat64(16 + 8 * k, true);
  const floats = new Float32Array(buffer, sceneHeader, n * sceneShape / 4), reach = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const g = 8 * i;
    reach[i] = Math.hypot(Math.abs(floats[g]) + floats[g + 2], Math.abs(floats[g + 1]) + floats[g + 3]) + floats[g + 4];
  }
  const words = new Uint32Array(buffer, sceneHeader, n * sceneShape / 4);
  return {
    epoch: v.getUint32(4, true), n, vertices,
    view: { minX: f(0), minY: f(1), maxX: f(2), maxY: f(3) }, origin: { x: f(4), y: f(5) },
    floats, reach, // a circle about the position of that radius holds the shape
    words, generations: Uint32Array.from({ length: n }, (_, i) => words[8 * i + 7]), // of IDs
    points: new Float32Array(buffer, sceneHeader + n * sceneShape, vertices * 2),
  };
}

export function readFrame(buffer) {
  const v = new DataView(buffer), n = v.getUint32(8, true);
  return {
    epoch: v.getUint32(4, true), n, frame: v.getFloat64(16, true),
    depthScale: v.getFloat32(24, true), speedScale: v.getFloat32(28, true), size: buffer.byteLength,
    shapes: new Uint8Array(buffer, frameHeader, n * frameShape),
    floats: new Float32Array(buffer, frameHeader, n * frameShape / 4),
    words: new Uint32Array(buffer, frameHeader, n * frameShape / 4),
    shorts: new Int16Array(buffer, frameHeader, n * frameShape / 2),
    columns: Array.from({ length: v.getUint32(12, true) }, (_, k) => {
      const at = frameHeader + n * frameShape + k * (8 + (n + 3 & ~3));
      return { low: v.getFloat32(at, true), high: v.getFloat32(at + 4, true), values: new Uint8Array(buffer, at + 8, n) };
    }),
  };
}

// corners are those of a shape's core as it is turned, relative to its position.
export function corners(scene, frame, i) {
  const g = 8 * i, s = scene.floats, kind = scene.words[g + 6] >>> 24, n = scene.words[g + 6] & 0xffffff;
  const c = frame.shorts[8 * i + 4] / 32767, sn = frame.shorts[8 * i + 5] / 32767;
  const turn = (x, y) => [c * x - sn * y, sn * x + c * y];
  switch (kind) {
    case circle: return [[0, 0]];
    case capsule: return [turn(-s[g + 2], 0), turn(s[g + 2], 0)];
    case box: return [turn(-s[g + 2], -s[g + 3]), turn(s[g + 2], -s[g + 3]), turn(s[g + 2], s[g + 3]), turn(-s[g + 2], s[g + 3])];
  }
  const out = [], first = scene.words[g + 5];
  for (let k = 0; k < n; k++) out.push(turn(scene.points[2 * (first + k)], scene.points[2 * (first + k) + 1]));
  return out;
}
