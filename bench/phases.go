// SPDX-License-Identifier: MIT

package bench

import (
	"slices"
	"unsafe"

	"daylight/batch"
	"daylight/internal/kernels"
	"daylight/internal/kernels/strip"
	"daylight/internal/store"
)

// Phases holds one number for each phase of a step: nanoseconds, or bytes.
type Phases struct {
	Move    int64 `json:"move"`    // the scene's own part: positions, angles, sines and cosines
	Refresh int64 `json:"refresh"` // rotations, AABBs, measuring the scene
	Sort    int64 `json:"sort"`    // quantising AABBs and dealing them into strips
	Load    int64 `json:"load"`    // gathering strips and ordering them by cell
	Sweep   int64 `json:"sweep"`   // finding candidates
	Narrow  int64 `json:"narrow"`  // deciding candidates and writing contacts
	Merge   int64 `json:"merge"`   // putting the workers' contacts behind each other
	Reorder int64 `json:"reorder"` // permuting storage
}

// PhaseNames are the names of the phases, in the order in which a step runs them.
var PhaseNames = []string{"move", "refresh", "sort", "load", "sweep", "narrow", "merge", "reorder"}

// List returns the numbers in the order of PhaseNames.
func (p *Phases) List() (list []int64) {
	for _, v := range p.pointers() {
		list = append(list, *v)
	}
	return list
}

func (p *Phases) pointers() []*int64 {
	return []*int64{&p.Move, &p.Refresh, &p.Sort, &p.Load, &p.Sweep, &p.Narrow, &p.Merge, &p.Reorder}
}

// Sum returns the sum of all phases.
func (p *Phases) Sum() (sum int64) {
	for _, v := range p.pointers() {
		sum += *v
	}
	return sum
}

// phasesOf divides the wall time of a step among its phases, by the engine's times. The engine adds
// up the times of all workers, so the wall time of the strips is divided in that proportion.
func phasesOf(t batch.Times) Phases {
	var p Phases
	var strips int64
	for name, took := range t.All() {
		if k := slices.Index(PhaseNames, name); k >= 0 {
			*p.pointers()[k] = took.Nanoseconds()
		} else if name == "strips" {
			strips = took.Nanoseconds()
		}
	}
	if sum := float64(p.Load + p.Sweep + p.Narrow); sum > 0 {
		for _, part := range []*int64{&p.Load, &p.Sweep, &p.Narrow} {
			*part = int64(float64(strips) * (float64(*part) / sum))
		}
	}
	return p
}

// mustMove is how many bytes each phase of a step of the given counts reads and writes
// at least: every column that it needs, once, at the size of its entries. A
// column that stays in cache between phases counts in each of them. Scratch of a strip, which lives
// in the second-level cache, does not count, nor do the lines that a write fetches first.
func mustMove(c *store.Columns, st *batch.Stats, mode Mode) Phases {
	n := int64(len(c.X))
	turning := n - int64(c.Count[kernels.Circle])
	lanes := int64(len(c.Lanes.VX))

	position := size(c.X) + size(c.Y)
	given := size(c.C) + size(c.S)
	used := size(c.RC) + size(c.RS)
	bounds := size(c.MinX) + size(c.MinY) + size(c.MaxX) + size(c.MaxY)
	form := size(c.P) + size(c.Q)
	state := size(c.Class) + size(c.Fault)
	codes := int64(unsafe.Sizeof(strip.Codes{}))
	corners := size(c.Lanes.VX) + size(c.Lanes.VY) + size(c.Lanes.NX) + size(c.Lanes.NY)
	const index, velocity, spin = 4, 8, 8 // of the scene's own columns; spin is angle and speed

	var p Phases
	p.Move = n*(2*position+index+velocity) + turning*(spin+4+given)
	p.Refresh = n*(position+state) + turning*(given+2*used+form+size(c.Reach)+bounds) + lanes*2*corners + // refreshed
		n*(position+bounds+size(c.Skip)) // measured
	entries := int64(st.Entries)
	p.Sort = n*(position+bounds+size(c.Skip)+codes) + // quantised
		2*n*codes + entries*4 // counted, dealt out
	key := size(c.ID)
	p.Load = entries * (4 + codes + key)
	if mode != Pairs {
		p.Load += entries * (position + used + form + size(c.Reach) + size(c.Off) + size(c.Num))
	}
	found := found(mode, key)
	p.Narrow = int64(st.Contacts) * found
	if mode == Contact || mode == Manifold || mode == Distance {
		p.Narrow += lanes * (corners + size(c.Lanes.D))
	} else if mode == Overlap {
		p.Narrow += lanes * corners
	}
	if st.Workers > 1 { // contacts are copied to their places
		p.Merge = 2 * int64(st.Contacts) * found
	}
	return p
}

// found is how many bytes one contact takes, its names being of the given size.
func found(mode Mode, key int64) int64 {
	var c batch.Contacts
	bytes := 2 * key
	if mode == Contact || mode == Manifold || mode == Distance {
		bytes += size(c.Depth) + size(c.NX) + size(c.NY)
	}
	if mode == Manifold || mode == Distance {
		bytes += 2 * size(c.Points[0])
	}
	return bytes
}

// size is the bytes of a column's entry.
func size[T any]([]T) int64 {
	var v T
	return int64(unsafe.Sizeof(v))
}
