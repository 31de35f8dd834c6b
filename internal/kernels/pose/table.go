// SPDX-License-Identifier: MIT

package pose

// Posing is all that brings shapes up to date, by one instruction set: its assembly, for vectors of
// so many lanes, which the methods call. A method whose field is nil runs portable Go, which
// defines what the assembly must compute. The zero value is portable Go alone.
type Posing struct {
	lanes int

	cover    func(columns *uintptr, frame *float32, n int, todo *uint64)
	fatten   func(columns *uintptr, ahead, arc, from float32, n int)
	outside  func(columns *uintptr, n int, set *uint64)
	rotate   func(columns *uintptr, first int, set uint64, ahead int) (remaining uint64)
	sinCos32 func(angle, sin, cos *float32, n int) int
	sinCos64 func(angle *float64, sin, cos *float32, n int) int
	shift    func(x *float64, v *float32, t float64, n int)
	spin     func(c, s, w *float32, t float32, n int) int
	refresh  func(columns *uintptr, lo, n int, todo, turned *uint64) (rotated int)
}

// Go is the portable code.
var Go = Posing{}
