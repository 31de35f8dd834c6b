// SPDX-License-Identifier: MIT

// link is the connection to the simulation: a WebSocket to the server of this page. A page without a server has
// another file of this name.
export function link() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
  socket.binaryType = "arraybuffer";
  return socket;
}
