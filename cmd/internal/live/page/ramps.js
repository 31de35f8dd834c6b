// SPDX-License-Identifier: MIT

// Colours, those of the pictures that daylight draws.

const hex = v => [v >> 16 & 255, v >> 8 & 255, v & 255];

export const ramps = {
  depth: [0xf9b44a, 0xf0803c, 0xd9435a, 0xa31f78, 0x4c1466].map(hex),
  speed: [0xdcefee, 0x7cc7c3, 0x2a8fa3, 0x24598a, 0x1d2458].map(hex),
};

export const colours = {
  ground: hex(0xf6f8fa), idle: hex(0xe3eaf1), line: hex(0x8799aa), wall: hex(0x9aa9b8),
  hit: hex(0x2a9d8f), miss: hex(0xf0803c),
};

export const css = c => `rgb(${c[0]} ${c[1]} ${c[2]})`;

// pixels is all ramps as rows of an RGBA texture, 64 wide.
export function pixels() {
  const rows = [ramps.depth, ramps.speed];
  const out = new Uint8Array(rows.length * 64 * 4);
  rows.forEach((ramp, row) => {
    for (let k = 0; k < 64; k++) {
      const t = k / 63 * (ramp.length - 1), i = Math.min(Math.floor(t), ramp.length - 2), u = t - i;
      for (let c = 0; c < 3; c++) out[(row * 64 + k) * 4 + c] = Math.round(ramp[i][c] * (1 - u) + ramp[i + 1][c] * u);
      out[(row * 64 + k) * 4 + 3] = 255;
    }
  });
  return { data: out, width: 64, height: rows.length };
}
