// SPDX-License-Identifier: MIT

//go:build !race

package testenv

// Race says whether the race detector is on. It allocates by itself, and takes memory.
const Race = false
