// SPDX-License-Identifier: MIT

// What the page has without a server beyond what view's page has: which simulation, of how many shapes, and whether
// it finds the bits that native code finds.
const query = new URLSearchParams(location.search);
const scenes = await (await fetch("scenes.json")).json();
const scene = scenes.find(s => s.name === query.get("scene")) ?? scenes[0];
const n = Number(query.get("n")) || scene.counts[1];

function go(name, count) {
  location.search = new URLSearchParams({ scene: name, n: count });
}

const bar = document.createElement("form");
bar.id = "site";
bar.innerHTML = `<label>Scene <select id="site-scene"></select></label>
<label>Shapes <input id="site-n" type="range" min="0" step="1"> <output id="site-count"></output></label>
<p id="site-bits" title="of the contacts of the first 60 frames: depths and normals to the last bit">the bits are compared after 60 frames</p>`;
bar.onsubmit = e => e.preventDefault();
document.querySelector("header").append(bar);

const $ = id => document.getElementById(id);
for (const s of scenes) {
  const o = new Option(s.name, s.name, false, s === scene);
  o.title = s.about;
  $("site-scene").append(o);
}
$("site-scene").onchange = e => go(e.target.value, scenes.find(s => s.name === e.target.value).counts[1]);
const slider = $("site-n"), at = scene.counts.indexOf(n);
slider.max = scene.counts.length - 1;
slider.value = at < 0 ? 1 : at;
$("site-count").textContent = n.toLocaleString("en");
slider.oninput = () => { $("site-count").textContent = scene.counts[slider.value].toLocaleString("en"); };
slider.onchange = () => go(scene.name, scene.counts[slider.value]);

addEventListener("told", ({ detail: d }) => {
  if (d.t === "failed") {
    document.getElementById("message").textContent = d.error;
    return;
  }
  const native = scene.hashes[n], same = native === d.hash;
  window.daylight.bits = { ...d, native };
  $("site-bits").textContent = `${d.ms.toFixed(1)} ms a step; bits ${d.hash}` +
    (native === undefined ? "" : same ? ", the same as native code finds" : `, and native code finds ${native}`);
  $("site-bits").className = native === undefined || same ? "" : "bad";
});
