// SPDX-License-Identifier: MIT

package solver

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/solve"
	"daylight/internal/movers"
	"daylight/internal/probe"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

// state is that of one call, whose memory the next call uses again. Columns are by slot, and tell
// of a body in the slot of its lead.
type state struct {
	ctx context.Context
	cfg *Config
	movers.Sets
	contacts *batch.Contacts
	phase    func(*state, *owner)
	owners   []owner
	ends     [][2]uint32 // of every contact, movers.NoSlot if it is ignored

	vx, vy  []float32
	joined  [2][]float32 // vx and vy of both sets of a join
	spin    [2][]float32 // of each set, not copied; nil if nothing turns
	upright [2][]bool

	material [2][]Material // of each set, not copied; nil if the Config applies
	common   Material      // of the Config
	bouncy   float64       // the greatest restitution
	belt     float32       // the greatest speed of a surface

	h       float64 // the time of a sub-step
	sub     int     // the current sub-step
	extents []extent
	split   uint32              // the length of the first set, for which the extents are
	masses  []float64           // inverse masses of a density
	byLead  map[uint32]bodyMass // of bodies of several parts

	bodies  []solve.Body
	begun   []solve.Motion // at the start of the sub-step, with what gravity and hits have changed
	shift   [][2]float32   // by which a hit moves a body in the sub-step
	gravity [2]float32     // what it adds to velocities in a sub-step
	limit   float32        // the greatest speed
	above   float32        // Config.RestitutionAbove
	angle   []float32      // by which the body has turned in this frame
	sin     []float32      // of that angle
	cos     []float32
	broken  []bool        // a velocity is beyond maxSpeed or NaN, and must not spread to other shapes
	shapes  []solve.Shape // by slot, and one without mass; the centre of what does not move is its position

	flat    bool // contacts are not of a torus
	lifts   []lift
	lookers []looker // one for each owner
	stores  [2]store.Store

	blocks []solve.Block
	start  [colours + 1]int // of each colour, its first block; the last is their number
	lanes  []uint32         // by lane of the blocks: a contact, or noLane
	colour []uint8          // by contact
	place  []uint32         // by contact: which of its colour it is
	order  []uint32         // by contact: which of those of its first lead it is
	used   []uint64         // by slot: a bit for each colour that its contacts have
	counts []uint32         // by slot: number of contacts with it as first lead
	kept   int              // their sum
	cache  cache[solve.Last]

	omit     []bool       // contacts that the caller leaves out; nil if none
	sums     []sums       // by block; empty unless Config.Impulses
	impulses [2][]Impulse // by contact

	kernels  *isa.Table
	stage    stage
	pushing  [2]solve.Pass // contacts between bodies that move, and others
	relaxing solve.Pass
	from, to int // blocks that are solved now
	parts    int // owners that share them
}

// owner is a range of slots, and a share of the contacts.
type owner struct {
	k        int
	lo, hi   uint32
	contacts int
	overlaps int
	deepest  float64
	hits     int
	fastest  float32 // at the start of the frame
	largest  float32 // the greatest size of a moving shape
	bad      int     // a slot whose inverse mass or material is out of range, or -1
	bouncy   float64 // the greatest restitution
	belt     float32 // the greatest speed of a surface
}

// looker looks at an owner's share of the contacts.
type looker struct {
	looks    []uint32 // contacts to look at
	ahead    []ahead
	rows     solve.Rows // of the block that is filled
	probe    probe.Pair
	touching float64 // the gap at which the pair of the probe touches
}

// ahead is a contact that is solved along another normal than that of the step. A contact forbids
// to cross a straight line. Where shapes face each other with corners or round ends, the line at
// the start of the frame is in the way of shapes that only pass: a disc that rolls over the seam of
// a chain, or a box that falls beside a step. There the line is taken where the shapes touch if
// they move on straight, or where they pass each other.
type ahead struct {
	row uint32
	solve.Aside
}

// lift is the deepest contact of a body with something that does not move: its normal, towards the
// body. Seams are looked at as if the body were lifted out of it.
type lift struct {
	nx, ny, deep, by float64
	row              int // -1 if there is none
}

// sums are the impulses at the first and second points of a block since the frame began.
type sums [2]struct{ normal, tangent [solve.Lanes]float32 }

// bodyMass is the mass of a body, its first moments about the position of its lead, and the second
// about its centre.
type bodyMass struct {
	mass, x, y, second float64
	fixed              bool
}

// stage is what is done with blocks.
type stage uint8

const (
	warmStart stage = iota
	pushContacts
	relaxContacts
	bounceContacts
)

// Contacts of one colour share no body that moves. The last colour is the exception: it takes the
// contacts that no other colour can take. Contacts between two moving bodies have the first
// colours. The others are solved later, so that walls have the last word.
const (
	colours       = 64
	movingColours = 32
	movingColour  = 1<<movingColours - 1
	leftOver      = colours - 1
)

// maxSpeed is the greatest speed that a shape may have to take part.
const maxSpeed = 0x1p60

// ownerSlots is how many slots an owner has at least.
const ownerSlots = 2048

// divide gives each owner a range of the slots.
func (s *state) divide() {
	n := len(s.ID)
	k := max(1, min(s.cfg.Workers, n/ownerSlots))
	s.owners = scratch.Resize(s.owners, k)
	for i := range s.owners {
		s.owners[i] = owner{k: i, lo: uint32(guard.Cut(n, i, k)), hi: uint32(guard.Cut(n, i+1, k)), bad: -1}
	}
}

// entries is an owner's share of the contacts.
func (s *state) entries(o *owner) (lo, hi int) {
	n, parts := s.contacts.Len(), len(s.owners)
	return guard.Cut(n, o.k, parts), guard.Cut(n, o.k+1, parts)
}

// each runs a pass for every owner, in parallel.
func (s *state) each(phase func(*state, *owner)) error {
	s.phase = phase
	return guard.Each(len(s.owners), s, share)
}

func share(s *state, k int) error {
	s.phase(s, &s.owners[k])
	return s.ctx.Err()
}

// maxRatio is the greatest coefficient: with a radius it makes a product that float32 holds.
const maxRatio = 0x1p60

// maxInvTurn is the greatest inverse moment of inertia.
const maxInvTurn = 1e30

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
