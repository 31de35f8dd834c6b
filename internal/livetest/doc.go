// SPDX-License-Identifier: MIT

// Package livetest lets tests reach the columns of a store outside of soa.Shapes.Update.
// What it returns is the store's own memory: good until shapes are added or removed or the
// next step, and for tests alone.
package livetest
