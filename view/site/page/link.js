// SPDX-License-Identifier: MIT

// link is the connection to the simulation: a worker of this page, which looks like a WebSocket. The address of
// the page says which simulation: ?scene=boxes&n=10000.
export function link() {
  const worker = new Worker(`worker.js${location.search}`);
  const l = { readyState: 0, send: text => worker.postMessage(text) };
  worker.onmessage = e => {
    const own = typeof e.data === "string" ? e.data : "";
    if (own === "ready") {
      l.readyState = 1;
      l.onopen();
    } else if (own.startsWith('{"t":"bits"') || own.startsWith('{"t":"failed"')) {
      dispatchEvent(new CustomEvent("told", { detail: JSON.parse(own) }));
    } else {
      l.onmessage(e);
    }
  };
  return l;
}
