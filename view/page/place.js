// SPDX-License-Identifier: MIT

// Where the figures of a shape stand: beside what they tell of, not on it.

const area = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

// place moves a box of the given size to one of eight places: to the right of everything
// that is told of, to its left, above, below, or into a corner of the window. The place
// where it covers least is taken; rects that must be seen count more than those that may,
// and tools most. It returns which place that was: given back as last, the box stays there
// for as long as no other is better, however what it tells of moves.
export function place(box, { width, height }, { must, may }, tools, last) {
  const gap = 12, edge = 8, all = [...must, ...may];
  const left = Math.min(...all.map(r => r.left)), right = Math.max(...all.map(r => r.right));
  const top = Math.min(...all.map(r => r.top)), bottom = Math.max(...all.map(r => r.bottom));
  const x = (left + right - width) / 2, y = (top + bottom - height) / 2;
  const ends = [edge, innerWidth - width - edge], sides = [edge, innerHeight - height - edge];
  const places = [
    [right + gap, y], [left - gap - width, y], [x, top - gap - height], [x, bottom + gap],
    [ends[1], sides[1]], [ends[0], sides[1]], [ends[0], sides[0]], [ends[1], sides[0]],
    ...tools.flatMap(t => [[t.left - gap - width, sides[0]], [t.left - gap - width, sides[1]], [ends[0], t.top - gap - height], [ends[1], t.top - gap - height], [ends[0], t.bottom + gap], [ends[1], t.bottom + gap]]),
  ].map(([px, py]) => {
    const l = Math.max(ends[0], Math.min(px, ends[1])), t = Math.max(sides[0], Math.min(py, sides[1]));
    const r = { left: l, top: t, right: l + width, bottom: t + height };
    const cover = (list, weight) => list.reduce((sum, o) => sum + weight * area(r, o), 0);
    return { l, t, cost: cover(must, 10) + cover(may, 1) + cover(tools, 30) };
  });
  const least = Math.min(...places.map(p => p.cost));
  const at = last < places.length && places[last].cost <= least * 1.1 + 50 ? last : places.findIndex(p => p.cost === least);
  box.style.left = `${Math.round(places[at].l)}px`;
  box.style.top = `${Math.round(places[at].t)}px`;
  return at;
}
