// SPDX-License-Identifier: MIT

// Colours: by day those of the pictures that daylight draws. On a dark ground the depths
// run the other way, so that there, too, the deepest stand out most.

import { depth, speed } from "./palette.js"; // which the server makes of the pictures' colours

const hex = v => [v >> 16 & 255, v >> 8 & 255, v & 255];

const light = {
  ramps: { depth: depth.map(hex), speed: speed.map(hex) },
  colours: {
    ground: hex(0xf6f8fa), idle: hex(0xe3eaf1), line: hex(0x8799aa), wall: hex(0x9aa9b8),
  },
  mark: "#1f2a37", halo: "#ffffff",
};

const dark = {
  ramps: {
    depth: [0x6f2f8f, 0xb02f80, 0xe04f5c, 0xf48a40, 0xfbd45a].map(hex),
    speed: [0x2b3a5e, 0x2c6296, 0x3394aa, 0x7fcac6, 0xe4f5f3].map(hex),
  },
  colours: {
    ground: hex(0x12171d), idle: hex(0x2a3440), line: hex(0x66788a), wall: hex(0x4d5b69),
  },
  mark: "#ffffff", halo: "#12171d",
};

const night = matchMedia("(prefers-color-scheme: dark)");

// theme is the colours of the moment.
export const theme = () => night.matches ? dark : light;

export const css = c => `rgb(${c[0]} ${c[1]} ${c[2]})`;

// pixels is all ramps as rows of an RGBA texture, 64 wide.
export function pixels({ ramps }) {
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
