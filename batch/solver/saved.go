// SPDX-License-Identifier: MIT

package solver

import (
	"encoding/binary"
	"math"
	"slices"

	"daylight"
	"daylight/internal/guard"
	"daylight/internal/kernels/solve"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// savedMark begins what AppendState writes; its last byte is the version. A shape takes savedShape
// bytes, and the impulses of a contact savedEntry.
const (
	savedMark  = "daylight.solver\x01"
	savedShape = 12
	savedEntry = 44
)

// AppendState appends to dst what warm starting keeps of the last frame, 12 bytes per shape of the
// first set and 44 per contact. A simulation that is saved with it, with the poses and velocities
// of its shapes, goes on with the same bits, if shapes have the same IDs and the engine has
// batch.Config.Canonical. In check mode (DAYLIGHT_CHECK) each store has IDs of its own, so a state
// serves in its own store alone. Shapes that were removed are left out.
func (s *Solver) AppendState(dst []byte) ([]byte, error) {
	if s == nil || s.of[0] == nil {
		return dst, guard.Argument("solver.AppendState", "the Solver was not made by New")
	}
	if !s.busy.CompareAndSwap(false, true) {
		return dst, daylight.ErrBusy
	}
	defer s.busy.Store(false)
	m := &s.s.cache
	dst = append(dst, savedMark...)
	at := uint32(0)
	for i, id := range m.id {
		entries := m.entries[at:m.end[i]]
		if at = m.end[i]; id == 0 || !s.lives(id) {
			continue
		}
		dst = binary.LittleEndian.AppendUint64(dst, uint64(id))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(entries)))
		for _, e := range entries {
			dst = binary.LittleEndian.AppendUint64(dst, uint64(e.a))
			dst = binary.LittleEndian.AppendUint64(dst, uint64(e.b))
			p := &e.impulses
			for _, word := range [...]uint32{p.Feature[0], p.Feature[1], math.Float32bits(p.Normal[0]), math.Float32bits(p.Normal[1]),
				math.Float32bits(p.Tangent[0]), math.Float32bits(p.Tangent[1]), math.Float32bits(p.Roll)} {
				dst = binary.LittleEndian.AppendUint32(dst, word)
			}
		}
	}
	return dst, nil
}

// SetState takes what AppendState wrote, in place of what the solver keeps. It returns a
// *daylight.ArgumentError, and keeps what it has, if that is not what AppendState wrote.
func (s *Solver) SetState(saved []byte) error {
	if s == nil || s.of[0] == nil {
		return guard.Argument("solver.SetState", "the Solver was not made by New")
	}
	if len(saved) < len(savedMark) || string(saved[:len(savedMark)]) != savedMark {
		return guard.Argument("solver.SetState", "it does not begin as a state that this version saves")
	}
	if !s.busy.CompareAndSwap(false, true) {
		return daylight.ErrBusy
	}
	defer s.busy.Store(false)
	var m cache[solve.Last]
	top, seen := uint32(0), map[soa.ID]bool{}
	for b := saved[len(savedMark):]; len(b) > 0; {
		if len(b) < savedShape || (len(b)-savedShape)/savedEntry < int(binary.LittleEndian.Uint32(b[8:])) {
			return guard.Argument("solver.SetState", "the state is cut off in the entry of shape %d", len(m.id))
		}
		id, n := soa.ID(binary.LittleEndian.Uint64(b)), binary.LittleEndian.Uint32(b[8:])
		if id == 0 || seen[id] || !s.has(id) {
			return guard.Argument("solver.SetState", "the state has a shape %v, which the sets lack or which is there twice", id)
		}
		seen[id] = true
		top = max(top, id.Index())
		for b = b[savedShape:]; n > 0; n, b = n-1, b[savedEntry:] {
			m.entries = append(m.entries, savedImpulses(b))
		}
		m.id, m.end = append(m.id, id), append(m.end, uint32(len(m.entries)))
	}
	m.slot = scratch.Resize(m.slot, int(top)+1)
	for i, id := range m.id {
		m.slot[id.Index()] = uint32(i)
	}
	s.s.cache = m
	return nil
}

// lives reports whether a shape is in one of the sets.
func (s *Solver) lives(id soa.ID) bool {
	return slices.ContainsFunc(s.of[:], func(of *soa.Shapes) bool { return of != nil && of.Has(id) })
}

// has reports whether one of the sets has a slot for the index of a shape. So a saved state cannot
// make the table by index larger than the sets.
func (s *Solver) has(id soa.ID) bool {
	return slices.ContainsFunc(s.of[:], func(of *soa.Shapes) bool {
		return of != nil && int(id.Index()) < len(store.Of(of).Slots())
	})
}

// savedImpulses reads the impulses of a contact.
func savedImpulses(b []byte) (e entry[solve.Last]) {
	word := func(k int) uint32 { return binary.LittleEndian.Uint32(b[16+4*k:]) }
	impulse := func(k int) float32 { return sound(math.Float32frombits(word(k))) }
	e.a, e.b = soa.ID(binary.LittleEndian.Uint64(b)), soa.ID(binary.LittleEndian.Uint64(b[8:]))
	p := &e.impulses
	p.Feature = [2]uint32{word(0), word(1)}
	p.Normal = [2]float32{max(impulse(2), 0), max(impulse(3), 0)}
	p.Tangent, p.Roll = [2]float32{impulse(4), impulse(5)}, impulse(6)
	return e
}
