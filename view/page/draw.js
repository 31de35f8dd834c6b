// SPDX-License-Identifier: MIT

// Drawing with WebGL 2: every shape is a square that covers it, and the fragment shader
// finds its outline by the distance from it. A frame goes to the graphics memory as it
// came over the wire, as a texture with a texel for each shape. An instance is a batch of
// squares: one for each shape would be all overhead where there are no graphics but software.

import { theme, pixels } from "./ramps.js";

const vertex = `#version 300 es
precision highp float;
precision highp int;
uniform highp usampler2D frame; // position; cosine and sine; figures and flags
uniform highp usampler2D still; // middle and half extents of the core; radius, first vertex, kind and number of vertices
uniform int shapes;
uniform vec2 shift;     // from the origin of the frame to the middle of the view
uniform vec2 perUnit;   // clip space
uniform float pixels;   // of one unit
uniform int colouring;
uniform sampler2D ramps;
uniform vec3 idle, wall, line;
out vec2 at;
flat out vec3 fill;
flat out vec4 core;
flat out vec2 size;     // radius, of what is thin more; the greater half extent, in pixels
flat out uvec2 corners;

void main() {
  int i = gl_InstanceID * 256 + gl_VertexID / 6, k = gl_VertexID % 6;
  if (i >= shapes) {
    gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
    return;
  }
  vec2 corner = vec2(k == 1 || k == 4 || k == 5 ? 1.0 : -1.0, k == 2 || k == 3 || k == 5 ? 1.0 : -1.0);
  uvec4 now = texelFetch(frame, ivec2(i & 2047, i >> 11), 0);
  uvec4 rest = texelFetch(still, ivec2((2 * i + 1) & 2047, (2 * i) >> 11), 0);
  vec4 box = uintBitsToFloat(texelFetch(still, ivec2((2 * i) & 2047, (2 * i) >> 11), 0));
  float radius = uintBitsToFloat(rest.x);
  vec2 t = unpackSnorm2x16(now.z);
  vec2 figures = vec2(uvec2(now.w, now.w >> 8u) & 255u) / 255.0; // depth, speed
  uint flags = now.w >> 24u;
  vec2 extent = box.zw + radius;
  // What is thinner than a pixel and a half is drawn as wide as that, or it would
  // hardly be seen. The square is a pixel larger, for the soft edge.
  float wider = max(0.75 / pixels - min(extent.x, extent.y), 0.0);
  vec2 grown = extent + wider + 1.0 / pixels;
  at = box.xy + corner * grown;
  vec2 p = uintBitsToFloat(now.xy) + vec2(t.x * at.x - t.y * at.y, t.y * at.x + t.x * at.y) + shift;
  gl_Position = (flags & 4u) != 0u ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(p * perUnit, 0.0, 1.0);
  core = box;
  size = vec2(radius + wider, max(extent.x, extent.y) * pixels);
  corners = rest.yz;
  // Without an outline, what is only a few pixels large would hardly be seen.
  vec3 plain = mix(line, idle, clamp((size.y - 1.0) / 4.0, 0.0, 1.0));
  if ((flags & 2u) != 0u) fill = wall; // colour is for what moves
  else if (colouring == 1) fill = texture(ramps, vec2((figures.y * 63.0 + 0.5) / 64.0, 0.75)).rgb;
  else if ((flags & 1u) != 0u) fill = texture(ramps, vec2((figures.x * 63.0 + 0.5) / 64.0, 0.25)).rgb;
  else fill = plain;
}`;

const fragment = `#version 300 es
precision highp float;
precision highp int;
in vec2 at;
flat in vec3 fill;
flat in vec4 core;
flat in vec2 size;
flat in uvec2 corners;
uniform float pixels;
uniform vec3 line;
uniform highp sampler2D vertices;
out vec4 colour;

vec2 vertexAt(uint k) {
  return texelFetch(vertices, ivec2(int(k & 2047u), int(k >> 11u)), 0).xy;
}

float distanceFrom(vec2 p) {
  uint kind = corners.y >> 24u;
  if (kind == 3u) { // distance from the sides, by the winding's sign
    uint first = corners.x, n = corners.y & 0xffffffu;
    float least = 1e30;
    bool inside = true;
    vec2 a = vertexAt(first + n - 1u);
    for (uint k = 0u; k < n; k++) {
      vec2 b = vertexAt(first + k), e = b - a, q = p - a;
      vec2 away = q - e * clamp(dot(q, e) / max(dot(e, e), 1e-30), 0.0, 1.0);
      least = min(least, dot(away, away));
      if (e.x * q.y - e.y * q.x < 0.0) inside = false;
      a = b;
    }
    return inside ? -sqrt(least) : sqrt(least);
  }
  vec2 d = abs(p - core.xy) - core.zw; // a box; of a capsule and a circle a thin one
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

void main() {
  float d = (distanceFrom(at) - size.x) * pixels;
  float shape = clamp(0.5 - d, 0.0, 1.0);
  if (shape <= 0.0) discard;
  // Outlines of what is only a few pixels large would be all there is to see.
  float width = clamp(size.y / 12.0, 0.0, 1.2) * smoothstep(2.0, 5.0, size.y);
  float edge = clamp(d + width + 0.5, 0.0, 1.0) * min(width, 1.0);
  colour = vec4(mix(fill, line, edge), 1.0) * shape;
}`;

export class Painter {
  constructor(canvas) {
    const gl = this.gl = canvas.getContext("webgl2", { antialias: false, alpha: false, powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser has no WebGL 2, which draws the shapes.");
    this.canvas = canvas;
    this.n = 0;
    this.build();
    canvas.addEventListener("webglcontextlost", e => { e.preventDefault(); this.lost = true; });
    canvas.addEventListener("webglcontextrestored", () => { this.lost = false; this.build(); this.onRestored?.(); });
  }

  build() {
    const gl = this.gl;
    const program = this.program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const s = gl.createShader(type);
      gl.shaderSource(s, text);
      gl.compileShader(s);
      if (!gl.getShaderParameter(s, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(s));
      gl.attachShader(program, s);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    this.where = {};
    for (const name of ["shift", "perUnit", "pixels", "colouring", "ramps", "vertices", "frame", "still", "shapes", "idle", "wall", "line"])
      this.where[name] = gl.getUniformLocation(program, name);
    const texture = (unit, name) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      for (const p of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, p, gl.NEAREST);
      for (const p of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, p, gl.CLAMP_TO_EDGE);
      gl.uniform1i(this.where[name], unit);
    };
    texture(0, "ramps");
    this.recolour();
    texture(2, "frame");
    texture(3, "still");
    texture(1, "vertices");
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, 1, 1, 0, gl.RG, gl.FLOAT, new Float32Array(2));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  // recolour takes the colours of the moment.
  recolour() {
    const gl = this.gl, { colours } = this.theme = theme(), ramps = pixels(this.theme);
    for (const name of ["idle", "wall", "line"]) gl.uniform3fv(this.where[name], colours[name].map(v => v / 255));
    gl.activeTexture(gl.TEXTURE0);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, ramps.width, ramps.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, ramps.data);
  }

  // fill makes the texture of a unit from texels, of which every one takes size numbers.
  fill(unit, inner, format, type, texels, size) {
    const gl = this.gl, rows = Math.max(1, Math.ceil(texels.length / size / 2048));
    if (rows > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new Error("There are more shapes than this browser's graphics can hold.");
    const whole = new texels.constructor(rows * 2048 * size);
    whole.set(texels);
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.texImage2D(gl.TEXTURE_2D, 0, inner, 2048, rows, 0, format, type, whole);
  }

  setScene(scene) {
    const gl = this.gl;
    this.fill(1, gl.RG32F, gl.RG, gl.FLOAT, scene.points, 2);
    this.fill(2, gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT, new Uint32Array(4 * scene.n), 4);
    this.fill(3, gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT, scene.words, 4);
    this.n = 0; // until a frame of it comes
  }

  setFrame(frame) {
    const gl = this.gl, rows = Math.floor(frame.n / 2048), left = frame.n - rows * 2048;
    gl.activeTexture(gl.TEXTURE2);
    if (rows > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2048, rows, gl.RGBA_INTEGER, gl.UNSIGNED_INT, frame.words, 0);
    if (left > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, rows, left, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, frame.words, 4 * rows * 2048);
    this.n = frame.n;
  }

  // draw draws the last frame. view has the middle (relative to the frame's origin)
  // and the size of a unit in pixels of the canvas.
  draw(view, colouring) {
    const gl = this.gl, { width, height } = this.canvas, c = this.theme.colours.ground;
    if (this.lost) return;
    gl.viewport(0, 0, width, height);
    gl.clearColor(c[0] / 255, c[1] / 255, c[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.where.shift, -view.x, -view.y);
    gl.uniform2f(this.where.perUnit, 2 * view.scale / width, 2 * view.scale / height);
    gl.uniform1f(this.where.pixels, view.scale);
    gl.uniform1i(this.where.colouring, { depth: 0, speed: 1 }[colouring]);
    gl.uniform1i(this.where.shapes, this.n);
    if (this.n > 0) gl.drawArraysInstanced(gl.TRIANGLES, 0, 6 * 256, Math.ceil(this.n / 256));
  }
}
