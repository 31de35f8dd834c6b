// SPDX-License-Identifier: MIT

//go:build linux && amd64

// Command init is process 1 of the emulated machine: it runs /prog with the
// arguments in /args, copies what it writes to the parallel port (a file of
// the host), then a line with its status, and ends the emulation.
package main
