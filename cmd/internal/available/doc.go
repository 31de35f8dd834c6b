// SPDX-License-Identifier: MIT

// Package available says how much memory the program may take. It asks the operating system: the memory
// that is free now, the limits of the control groups that the process is in, which package memlimit of
// automemlimit reads, the limit of its address space, and GOMEMLIMIT; the least of them counts.
package available
