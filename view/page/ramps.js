// SPDX-License-Identifier: MIT

// Colours: by day those of the pictures that daylight draws. On a dark ground the depths
// run the other way, so that there, too, the deepest stand out most.

import { depth, speed, kinds } from "./palette.js"; // which the server makes of the pictures' colours

const hex = v => [v >> 16 & 255, v >> 8 & 255, v & 255];

const light = {
  ramps: { depth: depth.map(hex), speed: speed.map(hex) }, kinds: kinds.map(hex),
  colours: {
    ground: hex(0xf6f8fa), idle: hex(0xe3eaf1), line: hex(0x8799aa), wall: hex(0x9aa9b8), mote: hex(0x4d5f72),
  },
  mark: "#1f2a37", halo: "#ffffff",
};

const dark = {
  ramps: {
    depth: [0x6b2f2c, 0xa03f33, 0xcf5f35, 0xee9247, 0xfbd67c].map(hex),
    speed: [0x3c4f80, 0x2f6aa3, 0x3394aa, 0x7fcac6, 0xe4f5f3].map(hex),
  },
  kinds: [0x5fa3e6, 0xf0954f, 0x4fc48f, 0xe8667a, 0xa98be0, 0xc4a56a, 0xe58bc0, 0x9fb0c0].map(hex),
  colours: {
    ground: hex(0x12171d), idle: hex(0x2a3440), line: hex(0x66788a), wall: hex(0x4d5b69), mote: hex(0xa9b9c9),
  },
  mark: "#ffffff", halo: "#12171d",
};

const night = matchMedia("(prefers-color-scheme: dark)");

// theme is the colours of the moment.
export const theme = () => night.matches ? dark : light;

export const css = c => `rgb(${c[0]} ${c[1]} ${c[2]})`;

// pixels is the colours as rows of an RGBA texture, 256 wide: by depth, by speed and other
// numbers, each in a few steps, which are told apart where shapes are small; and of names.
export function pixels({ ramps, kinds }) {
  const step = ramp => k => ramp[Math.min(Math.floor(k / 256 * ramp.length), ramp.length - 1)];
  const rows = [step(ramps.depth), step(ramps.speed), k => kinds[k % kinds.length]];
  const out = new Uint8Array(rows.length * 256 * 4).fill(255);
  rows.forEach((colour, row) => { for (let k = 0; k < 256; k++) out.set(colour(k), (row * 256 + k) * 4); });
  return { data: out, width: 256, height: rows.length };
}

// steps is a ramp as a background.
export const steps = ramp =>
  `linear-gradient(to right, ${ramp.map((c, k) => `${css(c)} ${100 * k / ramp.length}% ${100 * (k + 1) / ramp.length}%`).join(", ")})`;
