// SPDX-License-Identifier: MIT

//go:build linux && amd64

// Command init is process 1 of the emulated machine: it runs /prog with the
// arguments in /args, and then /prog.1, /prog.2 and so on, if they are there, until one fails. It
// copies what they write to the parallel port (a file of the host), then a line with the last
// status, and ends the emulation.
package main
