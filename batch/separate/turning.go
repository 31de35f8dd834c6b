// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/solve"
)

// turning is the state of shapes that turn. Columns are by slot, and tell of a body in the slot of its lead.
type turning struct {
	h       float64 // the time of a sub-step
	sub     int     // the current sub-step
	extents []extent
	split   uint32              // the length of the first set, for which the extents are
	masses  []float64           // inverse masses of a density
	byLead  map[uint32]bodyMass // of bodies of several parts

	bodies  []solve.Body
	begun   [][3]float32 // velocities at the start of the sub-step: x, y, spin
	angle   []float32    // by which the body has turned in this frame
	sin     []float32    // of that angle
	cos     []float32
	broken  []bool       // a velocity is beyond maxSpeed or NaN, and must not spread to other shapes
	centre  [][2]float64 // of mass; of what does not move, its position
	invTurn []float32    // inverse moment of inertia

	blocks  []solve.Block
	start   [colours + 1]int // of each colour, its first block; the last is their number
	colour  []uint8          // by contact
	place   []uint32         // by contact: which of its colour it is
	order   []uint32         // by contact: which of those of its first lead it is
	used    []uint64         // by slot: a bit for each colour that its contacts have
	counts  []uint32         // by slot: contacts of which it is the first lead
	entries int              // their sum
	cache   cache[pointImpulses]

	kernels  *isa.Table
	stage    stage
	how      *solve.Pass
	pushing  solve.Pass
	relaxing solve.Pass
	from, to int // blocks that are solved now
	parts    int // owners that share them
}

// pointImpulses are the impulses of a contact of shapes that turn.
type pointImpulses struct {
	feature         [2]uint32
	normal, tangent [2]float32
	roll            float32
}

// bodyMass is the mass of a body, its first moments about the position of its lead, and the second about its centre.
type bodyMass struct {
	mass, x, y, second float64
	fixed              bool
}

// stage is what is done with blocks.
type stage uint8

const (
	warmStart stage = iota
	solveContacts
	bounce
)

// Contacts of one colour share no body that moves, but those of the last, for which no colour was left. Those between
// bodies that move have the first colours. The others are solved after them, so that walls have the last word.
const (
	colours      = 64
	movingColour = 1<<32 - 1
	leftOver     = colours - 1
)
