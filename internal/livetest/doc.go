// SPDX-License-Identifier: MIT

// Package livetest lets tests reach the columns of a store outside of soa.Shapes.Update, and add
// a region. The columns that it returns are the store's own memory: good until shapes are added or
// removed or the next step, and for tests alone.
package livetest
