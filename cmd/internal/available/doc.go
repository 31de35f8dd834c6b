// SPDX-License-Identifier: MIT

// Package available says how much memory the program may take. It asks the operating system: the memory
// that is free now, the limits of the control groups that the process is in (versions 1 and 2, every level
// of them), the limit of its address space, and GOMEMLIMIT; the least of them counts.
//
// Well-kept libraries do parts of this (automemlimit reads control groups, and sets GOMEMLIMIT from them).
// None knows of all of these limits, so the program reads the few files itself.
package available
