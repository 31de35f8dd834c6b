// SPDX-License-Identifier: MIT

// The worker of the page: it runs the simulation, which posts its messages itself.
importScripts("wasm_exec.js");

onmessage = e => self.daylightReceive?.(e.data);

const go = new Go();
go.argv = ["app", ...[...new URLSearchParams(location.search)].map(([name, value]) => `-${name}=${value}`)];
const failed = error => postMessage(JSON.stringify({ t: "failed", error: String(error) }));
WebAssembly.instantiateStreaming(fetch("app.wasm"), go.importObject)
  .then(({ instance }) => go.run(instance))
  .catch(failed);
