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
uniform float least;    // half the size of the smallest shape, in pixels
uniform int colouring;  // the row of ramps; 3 is the second row by values
uniform mat2 turn;
uniform sampler2D ramps;
uniform highp usampler2D values;
uniform vec3 idle, wall, line, mote;
out vec2 at;
flat out vec3 fill;
flat out vec4 core;
flat out vec2 size;     // radius, of what is thin more; the greater half extent, in pixels
flat out uvec2 corners;

vec3 ramp(float v, int row) { return texelFetch(ramps, ivec2(int(v + 0.5), row), 0).rgb; }

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
  // What is thinner than a pixel and a half is drawn as wide as that, and what is small both
  // ways as large as can be seen among so many. The square is a pixel larger, for the soft edge.
  float wider = max(max(0.75 / pixels - min(extent.x, extent.y), least / pixels - max(extent.x, extent.y)), 0.0);
  vec2 grown = extent + wider + 1.0 / pixels;
  at = box.xy + corner * grown;
  vec2 p = uintBitsToFloat(now.xy) + vec2(t.x * at.x - t.y * at.y, t.y * at.x + t.x * at.y) + shift;
  gl_Position = (flags & 4u) != 0u ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(turn * p * perUnit, 0.0, 1.0);
  core = box;
  size = vec2(radius + wider, max(extent.x, extent.y) * pixels);
  corners = rest.yz;
  // Without an outline, what is only a few pixels large would hardly be seen.
  vec3 plain = mix(mote, idle, clamp((size.y - 1.0) / 4.0, 0.0, 1.0));
  float value = float(texelFetch(values, ivec2(i & 2047, i >> 11), 0).r);
  if ((flags & 2u) != 0u && colouring < 2) fill = wall; // depth and speed are of what moves
  else if (colouring == 0) fill = (flags & 1u) != 0u ? ramp(figures.x * 255.0, 0) : plain;
  else if (colouring == 1) fill = ramp(figures.y * 255.0, 1);
  else fill = ramp(value, colouring == 3 ? 1 : 2);
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

// Lines from where shapes were in the frames before: an arrow that shows the velocity, of three
// lines, or a trail. The frames are the layers of a texture, the newest one the head.
const lineVertex = `#version 300 es
precision highp float;
precision highp int;
uniform highp usampler2DArray past;
uniform highp usampler2D still;
uniform int shapes, head, layers, count, since, perShape;
uniform bool trails;
uniform float perFrame, pixels; // seconds of a velocity by frames; pixels of one unit
uniform float jump; // who has moved farther was put there: no line leads there
uniform vec2 shift, perUnit;
uniform mat2 turn;
out float strength;

uvec4 seen(int i, int back) { return texelFetch(past, ivec3(i & 2047, i >> 11, (head - back + layers) % layers), 0); }

void main() {
  int i = gl_InstanceID * 64 + gl_VertexID / perShape, k = gl_VertexID % perShape;
  int back = trails ? k / 2 : 0;
  gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  strength = 0.0;
  if (i >= shapes) return;
  int born = int(texelFetch(still, ivec2((2 * i + 1) & 2047, (2 * i) >> 11), 0).w);
  if (count - back - 1 < max(born, since)) return;
  uvec4 a = seen(i, back), b = seen(i, back + 1);
  if (((a.w | b.w) >> 24u & 6u) != 0u) return; // absent, or static
  vec2 p = uintBitsToFloat(a.xy), q = uintBitsToFloat(b.xy);
  if (distance(p, q) > jump) return;
  if (trails) {
    strength = 0.75 * (1.0 - float(back + (k & 1)) / float(layers));
    if ((k & 1) == 1) p = q;
  } else {
    vec2 v = (p - q) * perFrame;
    float len = length(v);
    if (len * pixels < 2.0) return;
    vec2 tip = p + v, d = v / len * min(0.35 * len, 7.0 / pixels), side = vec2(-d.y, d.x) * 0.5;
    p = k == 0 ? p : k == 3 ? tip - d + side : k == 5 ? tip - d - side : tip;
    strength = 0.9;
  }
  gl_Position = vec4(turn * (p + shift) * perUnit, 0.0, 1.0);
}`;

const lineFragment = `#version 300 es
precision highp float;
in float strength;
uniform vec3 mark;
out vec4 colour;
void main() { colour = vec4(mark, 1.0) * strength; }`;

// trailLayers is how many frames a trail reaches back.
const trailLayers = 32;

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
    this.shapes = this.compile(vertex, fragment);
    this.lines = this.compile(lineVertex, lineFragment);
    const texture = (unit, name, kind) => {
      const target = kind ?? gl.TEXTURE_2D;
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(target, gl.createTexture());
      for (const p of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(target, p, gl.NEAREST);
      for (const p of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(target, p, gl.CLAMP_TO_EDGE);
      for (const made of [this.shapes, this.lines]) {
        gl.useProgram(made.program);
        gl.uniform1i(made.at(name), unit);
      }
    };
    texture(0, "ramps");
    this.recolour();
    texture(2, "frame");
    texture(3, "still");
    texture(4, "values");
    texture(5, "past", gl.TEXTURE_2D_ARRAY);
    texture(1, "vertices");
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, 1, 1, 0, gl.RG, gl.FLOAT, new Float32Array(2));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.layers = 0;
    this.count = 1; // frames set so far
    this.known = null;
  }

  compile(...texts) {
    const gl = this.gl, program = gl.createProgram(), known = {};
    texts.forEach((text, k) => {
      const s = gl.createShader([gl.VERTEX_SHADER, gl.FRAGMENT_SHADER][k]);
      gl.shaderSource(s, text);
      gl.compileShader(s);
      if (!gl.getShaderParameter(s, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(s));
      gl.attachShader(program, s);
    });
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
    return { program, at: name => name in known ? known[name] : known[name] = gl.getUniformLocation(program, name) };
  }

  // recolour takes the colours of the moment.
  recolour() {
    const gl = this.gl, { colours } = this.theme = theme(), ramps = pixels(this.theme);
    gl.useProgram(this.shapes.program);
    for (const name of ["idle", "wall", "line", "mote"]) gl.uniform3fv(this.shapes.at(name), colours[name].map(v => v / 255));
    gl.useProgram(this.lines.program);
    gl.uniform3fv(this.lines.at("mark"), colours.mote.map(v => v / 255));
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
    // The generations of IDs tell which shapes are new: they have no past.
    const born = new Uint32Array(scene.n), old = this.known;
    for (let i = 0; i < scene.n; i++) {
      const same = old && i < old.n && old.generations[i] === scene.generations[i];
      born[i] = scene.words[8 * i + 7] = same ? old.born[i] : this.count + 1;
    }
    this.known = { n: scene.n, generations: scene.generations, born };
    this.fill(1, gl.RG32F, gl.RG, gl.FLOAT, scene.points, 2);
    this.fill(2, gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT, new Uint32Array(4 * scene.n), 4);
    this.fill(3, gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT, scene.words, 4);
    this.fill(4, gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE, new Uint8Array(scene.n), 1);
    const { minX, minY, maxX, maxY } = scene.view;
    this.jump = 0.3 * Math.max(maxX - minX, maxY - minY);
    if (Math.ceil(scene.n / 2048) !== this.rows) this.layers = 0; // begin another past
    this.rows = Math.ceil(scene.n / 2048);
    this.n = 0; // until a frame of it comes
  }

  // rowwise gives put() the rows of a texture that n texels fill, and then what is left.
  rowwise(n, put) {
    const rows = Math.floor(n / 2048), left = n - rows * 2048;
    if (rows > 0) put(0, 2048, rows, 0);
    if (left > 0) put(rows, left, 1, rows * 2048);
  }

  // setFrame shows a frame, whose past is kept if there are lines to draw; column is what
  // shapes are coloured by, undefined for depth and speed.
  setFrame(frame, column, { trails, velocities }) {
    const gl = this.gl, wanted = trails ? trailLayers : velocities ? 2 : 0;
    gl.activeTexture(gl.TEXTURE2);
    this.rowwise(frame.n, (y, w, h, from) => gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, y, w, h, gl.RGBA_INTEGER, gl.UNSIGNED_INT, frame.words, 4 * from));
    this.setColumn(frame, column);
    this.n = frame.n;
    if (wanted === 0) { this.layers = 0; return; }
    gl.activeTexture(gl.TEXTURE5);
    if (wanted !== this.layers) {
      gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RGBA32UI, 2048, Math.max(1, this.rows), wanted, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, null);
      this.layers = wanted;
      this.since = this.count + 1;
      this.shown = NaN;
    }
    if (frame.frame === this.shown) return; // the same once more
    this.gap = frame.frame - this.shown;
    this.shown = frame.frame;
    this.count++;
    const layer = this.count % this.layers;
    this.rowwise(frame.n, (y, w, h, from) => gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, y, layer, w, h, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, frame.words, 4 * from));
  }

  setColumn(frame, column) {
    const gl = this.gl, values = frame.columns[column]?.values;
    if (!values) return;
    gl.activeTexture(gl.TEXTURE4);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.rowwise(frame.n, (y, w, h, from) => gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, y, w, h, gl.RED_INTEGER, gl.UNSIGNED_BYTE, values, from));
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  }

  // draw draws the last frame. view has the middle (relative to the frame's origin), the size of
  // a unit in pixels of the canvas, and whether it is turned clockwise; row is that of colours,
  // and fps how many frames are a second.
  draw(view, row, { trails, velocities }, fps) {
    const gl = this.gl, { width, height } = this.canvas, c = this.theme.colours.ground;
    if (this.lost) return;
    gl.viewport(0, 0, width, height);
    gl.clearColor(c[0] / 255, c[1] / 255, c[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const common = ({ program, at }) => {
      gl.useProgram(program);
      gl.uniform2f(at("shift"), -view.x, -view.y);
      gl.uniform2f(at("perUnit"), 2 * view.scale / width, 2 * view.scale / height);
      gl.uniformMatrix2fv(at("turn"), false, view.turned ? [0, -1, 1, 0] : [1, 0, 0, 1]);
      gl.uniform1f(at("pixels"), view.scale);
      gl.uniform1i(at("shapes"), this.n);
      return at;
    };
    const lines = (trail, perShape) => {
      const at = common(this.lines);
      gl.uniform1i(at("trails"), trail ? 1 : 0);
      gl.uniform1i(at("head"), this.count % this.layers);
      gl.uniform1i(at("layers"), this.layers);
      gl.uniform1i(at("count"), this.count);
      gl.uniform1i(at("since"), this.since);
      gl.uniform1i(at("perShape"), perShape);
      gl.uniform1f(at("jump"), this.jump);
      gl.uniform1f(at("perFrame"), arrowSeconds * fps / this.gap);
      gl.drawArraysInstanced(gl.LINES, 0, 64 * perShape, Math.ceil(this.n / 64));
    };
    if (this.n === 0) return;
    if (trails && this.layers > 2) lines(true, 2 * (this.layers - 1));
    const at = common(this.shapes);
    gl.uniform1i(at("colouring"), row);
    // So large that a few are seen and many do not hide each other.
    gl.uniform1f(at("least"), Math.min(Math.max(0.12 * Math.sqrt(width * height / this.n), 0.75), 3));
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 6 * 256, Math.ceil(this.n / 256));
    if (velocities && this.layers > 0) lines(false, 6);
  }
}

// arrowSeconds is how far an arrow points ahead.
export const arrowSeconds = 0.25;
