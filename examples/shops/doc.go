// SPDX-License-Identifier: MIT

// Shops is a job: which district holds each home, and which shop is nearest to it? It writes a
// table.
package main
