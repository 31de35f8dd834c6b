// SPDX-License-Identifier: MIT

// Marks above the shapes: zones, lines, rays, rings and texts, in layers that can be hidden.

// drawLayers draws with a pen; at takes a place relative to the frame's origin to the canvas.
export function drawLayers(pen, layers, hidden, at, scale, ratio, theme) {
  for (const layer of layers) if (!hidden.has(layer.name)) for (const mark of layer.marks) draw(pen, mark, at, scale, ratio, theme);
}

function draw(pen, mark, at, scale, ratio, { mark: ink, halo }) {
  const points = [];
  for (let k = 0; k < mark.p.length; k += 2) points.push(at(mark.p[k], mark.p[k + 1]));
  const [[x, y]] = points, colour = mark.c ?? ink;
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 1.5 * ratio;
  if (mark.k === "text") {
    pen.font = `600 ${13 * ratio}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = 3 * ratio;
    pen.strokeStyle = halo;
    pen.strokeText(mark.s, x, y);
    pen.fillText(mark.s, x, y);
    return;
  }
  pen.beginPath();
  if (mark.k === "ring") pen.arc(x, y, Math.max((mark.r ?? 0) * scale, 1), 0, 2 * Math.PI);
  else points.forEach(([px, py]) => pen.lineTo(px, py));
  if (mark.k === "zone") pen.closePath();
  if (mark.k === "zone" || mark.k === "ring") {
    pen.globalAlpha = 0.12;
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.stroke();
  if (mark.k !== "ray") return;
  const [tx, ty] = points[1], length = Math.hypot(tx - x, ty - y) || 1, head = Math.min(7 * ratio, length);
  const nx = (tx - x) / length, ny = (ty - y) / length, bx = tx - nx * head, by = ty - ny * head;
  pen.beginPath();
  pen.moveTo(tx, ty);
  pen.lineTo(bx - ny * head * 0.45, by + nx * head * 0.45);
  pen.lineTo(bx + ny * head * 0.45, by - nx * head * 0.45);
  pen.fill();
}
