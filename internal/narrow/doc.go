// SPDX-License-Identifier: MIT

// Package narrow is the narrow phase that steps and questions share. It gathers shapes into rows
// that kernels read, sorts candidates by the classes of their shapes, and decides in float64 what
// a kernel leaves open.
//
//	bins     candidates of the same two classes together
//	rows     the shapes of a strip, a row for each
//	decide   a kernel, and the float64 decision behind it
package narrow
