// SPDX-License-Identifier: MIT

package broadphase

import (
	"iter"

	"daylight/internal/sweep"
	"daylight/kernels"
)

// Frame finds the pairs of overlapping boxes. The zero value is ready for use. A frame owns its
// scratch memory, which grows as needed and which the next Build uses again. The result depends
// on the input of that Build alone.
type Frame struct{ frame sweep.Frame }

// AppendPairs builds a frame, sweeps all its strips and appends all pairs to dst, as indices of
// boxes. The sweep runs in the calling goroutine. It allocates nothing once dst and the scratch
// memory are large enough. It returns the errors of Build.
func (f *Frame) AppendPairs(dst []kernels.Pair, b *Boxes, filters *Filters, s Settings) ([]kernels.Pair, error) {
	return f.frame.AppendPairs(dst, b, filters, s)
}

// Build sorts the boxes into strips, and returns how many strips there are, empty ones included.
// It refuses columns of unequal length (ErrColumns), more than 2^30 boxes (ErrTooMany), and a
// growth that is negative, infinite or NaN (ErrGrow), each with an *Error. The columns are the
// caller's; they must not change until the last strip has been swept.
//
// It allocates nothing if kernels are given and the scratch memory is large enough.
func (f *Frame) Build(b *Boxes, filters *Filters, s Settings) (strips int, err error) {
	if err := f.frame.Build(b, filters, s); err != nil {
		return 0, err
	}
	return f.frame.Strips(), nil
}

// Sweep returns the pairs of a strip, counted from 0, some thousand at a time, as rows of w: row r
// is box w.Slots[r]. A loop over them begins by loading the strip into w. The pairs are to be read
// only, and hold until the next come. Strips do not depend on each other, so several goroutines may
// sweep different strips at the same time, each with a Strip of its own.
//
// A loop over a sweep allocates nothing once w is large enough.
func (f *Frame) Sweep(strip int, w *Strip) iter.Seq[[]kernels.Pair] {
	// So short that the compiler puts it into the caller, or each loop would allocate its body.
	return func(yield func([]kernels.Pair) bool) { w.sweep(f, strip, yield) }
}

// Strip holds the strip that one goroutine sweeps: rows, each of which is a box, in the order of
// the sweep. It is also the goroutine's scratch memory, which grows to the largest strip it has
// held. The zero value is ready for use.
type Strip struct {
	// Slots holds the box of every row, and Keys its key (see Filters), or nothing if there
	// are no keys. They are to be read only, and hold until the next loop over a sweep.
	Slots []uint32
	Keys  []uint64

	strip sweep.Strip
}

func (w *Strip) sweep(f *Frame, strip int, yield func([]kernels.Pair) bool) {
	f.frame.Load(strip, &w.strip)
	w.Slots, w.Keys = w.strip.Slots, w.strip.Keys
	for more := true; more; {
		var pairs []kernels.Pair
		if pairs, more = w.strip.Next(); len(pairs) > 0 && !yield(pairs) {
			return
		}
	}
}

// BruteForce compares every box with every other and appends the pairs to dst, in the order of
// their lower index. It quantises the boxes as a frame does, so a frame must find the same pairs,
// in whatever order. It makes n²/2 comparisons and allocates memory for n boxes. It returns the
// errors of Frame.Build.
func BruteForce(dst []kernels.Pair, b *Boxes, filters *Filters, grow float32) ([]kernels.Pair, error) {
	return sweep.BruteForce(dst, b, filters, grow)
}
