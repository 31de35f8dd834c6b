// SPDX-License-Identifier: MIT

// Package base holds what the stages share: what a shape's record is, what assembly needs
// around it (where columns begin, how much one call may do, what the race detector is told,
// which extensions a processor must have), and the little arithmetic that more than one
// stage uses.
package base
