// SPDX-License-Identifier: MIT

package region

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"
)

// fuzzed makes rings of bytes: points of a small grid, where every degenerate case is common,
// or of any float64 numbers if the first byte is odd. A byte of 255 ends a ring.
func fuzzed(data []byte) (rings [][]Point) {
	if len(data) == 0 {
		return nil
	}
	wide := data[0]&1 != 0
	data = data[1:]
	var ring []Point
	for len(data) > 0 && len(rings) < 6 {
		if data[0] == 255 {
			rings, ring, data = append(rings, ring), nil, data[1:]
			continue
		}
		if wide {
			if len(data) < 16 {
				break
			}
			x, y := math.Float64frombits(binary.LittleEndian.Uint64(data)), math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
			ring, data = append(ring, Point{x, y}), data[16:]
			continue
		}
		ring, data = append(ring, Point{float64(data[0] >> 4), float64(data[0] & 15)}), data[1:]
	}
	return append(rings, ring)
}

// distinct leaves out points of rings that repeat the one before, or the first at the end.
func distinct(rings [][]Point) (out [][]Point) {
	for _, ring := range rings {
		ring = slices.Compact(slices.Clone(ring))
		for len(ring) > 1 && ring[0] == ring[len(ring)-1] {
			ring = ring[:len(ring)-1]
		}
		out = append(out, ring)
	}
	return out
}

// inBox reports whether w is in the box of the edge that begins at a place.
func inBox(rings [][]Point, at Place, w Point) bool {
	ring := rings[at.Ring]
	p := ring[at.Point]
	q := p
	for i := at.Point; p == q; i++ {
		q = ring[i%len(ring)]
	}
	return w.X >= min(p.X, q.X) && w.X <= max(p.X, q.X) && w.Y >= min(p.Y, q.Y) && w.Y <= max(p.Y, q.Y)
}

// FuzzRings: no rings do harm. A refusal says why and where. An accepted region is clean, and is
// cut into convex parts that have its area; so is a mended region.
func FuzzRings(f *testing.F) {
	for _, s := range []string{
		"\x00\x00\x40\x44\x04", "\x00\x00\x80\x88\x08\xff\x22\x26\x66\x62", "\x00\x00\x44\x40\x04", "\x00\x00\x40\x20\x40\x44", "\x02", "",
		"\x00\x00\x40\x41\x11\x14\x04\xff\x00\x40", "\x00\x00\x30\x33\x03\xff\x30\x60\x63\x33",
		"\x00\x00\x80\x88\x08\xff\x00\x42\x24", "\x00\x00\x80\x88\x08\xff\x40\x64\x48\x24", "\x00\x00\x80\x88\x08\xff\x11\x41\x44\x14\xff\x44\x64\x66", "\x00\xff\xff\xff",
	} {
		f.Add([]byte(s))
	}
	wide := []byte{1}
	for _, v := range []float64{0, 0, 1e300, 0, 1e300, 1e-300, math.Inf(1), math.NaN()} {
		wide = binary.LittleEndian.AppendUint64(wide, math.Float64bits(v))
	}
	f.Add(wide)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 400 {
			return
		}
		rings := fuzzed(data)
		tame := true // areas do not over- or underflow
		for _, ring := range rings {
			for _, p := range ring {
				for _, v := range [2]float64{p.X, p.Y} {
					tame = tame && (v == 0 || math.Abs(v) > 1e-100 && math.Abs(v) < 1e100)
				}
			}
		}
		for how, made := range map[string]func() (*Region, error){
			"as given": func() (*Region, error) { return New([][][]Point{rings}, Config{}) },
			"mended":   func() (*Region, error) { return New([][][]Point{rings}, Config{Mend: true}) },
			"even-odd": func() (*Region, error) { return NewEvenOdd(rings) },
		} {
			r, err := made()
			if err != nil {
				var e *Error
				if !errors.As(err, &e) || e.reason == nil || len(e.At) > 0 && e.At[0].Ring > len(rings) {
					t.Fatalf("%s: %v", how, err)
				}
				if e.reason == ErrCrossing && len(e.At) == 2 && (!inBox(rings, e.At[0], e.Where) || !inBox(rings, e.At[1], e.Where)) {
					t.Fatalf("%s: %v: not where the edges cross", how, err)
				}
				continue
			}
			if r.Parts() == 0 || r.Rings() == 0 {
				t.Fatalf("%s: %d parts of %d rings", how, r.Parts(), r.Rings())
			}
			for i := range r.Parts() {
				if !IsConvex(r.Part(i)) {
					t.Fatalf("%s: part %v", how, r.Part(i))
				}
			}
			if v := Compare(r, r); v != Overlapping {
				t.Fatalf("it and itself are %v", v)
			}
			if how == "as given" && tame {
				checkRegion(t, r, rings)
				checkDisjoint(t, r)
				if !isValid(t, rings) {
					t.Fatalf("%v is not valid", rings)
				}
			}
			if how == "even-odd" && tame {
				if !isClean(rings) {
					t.Fatalf("%v is not clean", rings)
				}
				checkRegion(t, r, rings)
				checkDisjoint(t, r)
			}
		}
	})
}
