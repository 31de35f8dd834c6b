// SPDX-License-Identifier: MIT

package sweep

import (
	"cmp"
	"slices"

	"daylight/internal/hash"
	"daylight/internal/simd"
	"daylight/internal/simd/strip"
)

// class is the rows of a strip that have the same filters but for worlds, so that either all of them may meet those of
// another class, or none does.
type class struct {
	attr
	any  bool // the rows of no other class: each may meet any
	name int  // its place before classes were put in order
	rows int  // how many, first of a sample
	end  int  // the row behind the last
}

func (a *class) meets(b *class) bool { return a.any || b.any || a.attr.meets(&b.attr) }

// block is rows that are compared with all rows of a range, but for those before them.
type block struct{ row, end, from, to int }

// tests is how many tests a row takes.
func (b *block) tests() uint64 { return uint64(b.to-b.from) + callTests }

const (
	mostClasses = 32
	// One row in sampleShare is looked at for classes, and no more than mostSampled.
	sampleShare, mostSampled = 32, 128
	// Tests of blocks pay if they are one in worthwhile of the others; by a sample they may seem more by sampleEase.
	worthwhile, sampleEase = 4, 1.25
	// callTests is how many tests take as long as a row of a block does besides its own.
	callTests = 128
)

// apart puts rows in order of their classes if that leaves much less than so many tests, because most classes never
// meet. It returns how many tests are left.
func (w *Strip) apart(f *Filters, all []strip.Codes, tests uint64) uint64 {
	if f.Static == nil && f.Body == nil && f.Group == nil && f.Category == nil && f.Mask == nil && f.Side == nil ||
		w.sampleClasses(f) > sampleEase*float64(tests)/worthwhile {
		return tests
	}
	n, end := len(w.tags), 0
	for r, tag := range w.tags {
		w.lefts[r] = int32(w.classOf(f, tag))
	}
	w.sortClasses()
	var place [mostClasses + 1]int
	for k := range w.classes {
		c := &w.classes[k]
		end += c.rows
		c.end, place[c.name] = end, k
	}
	left := w.makeBlocks()
	if worthwhile*left > tests {
		w.blocks = w.blocks[:0]
		return tests
	}
	copy(w.Slots, w.tags)
	for r := n - 1; r >= 0; r-- {
		c := &w.classes[place[w.lefts[r]]]
		c.end--
		w.tags[c.end] = w.Slots[r]
	}
	w.table.GatherBoxes(&w.rows, w.Slots, w.tags, all)
	return left
}

// sortClasses puts the largest class last, but that of all other rows first.
func (w *Strip) sortClasses() {
	slices.SortFunc(w.classes[1:], func(a, b class) int { return cmp.Compare(a.rows, b.rows) })
}

// sampleClasses finds the classes of a sample of rows. It returns about how many pairs of rows may meet.
func (w *Strip) sampleClasses(f *Filters) (left float64) {
	w.classes = append(w.classes[:0], class{any: true})
	n := uint64(len(w.tags))
	samples := int(min(n/sampleShare, mostSampled))
	for k := range samples {
		w.classOf(f, w.tags[uint64(hash.Mix32(uint32(k)))*n>>32])
	}
	never := 0
	for i := range w.classes {
		for j := range i + 1 {
			if a, b := &w.classes[i], &w.classes[j]; !a.meets(b) {
				never += a.rows * b.rows
				if i != j {
					never += a.rows * b.rows
				}
			}
		}
	}
	w.sortClasses()
	for k := range w.classes {
		w.classes[k].rows, w.classes[k].name = 0, k
	}
	return 0.5 * float64(n) * float64(n) * (1 - float64(never)/float64(samples*samples))
}

// classOf counts a row, and returns the number of its class, a new one if it is the first.
func (w *Strip) classOf(f *Filters, tag uint32) int {
	a := f.at(int(tag &^ visitor))
	a.world, a.visitor = 0, tag&visitor != 0
	if a.static || a.group <= 0 && a.category&a.mask == 0 { // such rows never meet in any case
		a.body, a.group = 0, max(a.group, 0)
	}
	k := len(w.classes) - 1
	for k > 0 && w.classes[k].attr != a {
		k--
	}
	if k == 0 && len(w.classes) <= mostClasses {
		k = len(w.classes)
		w.classes = append(w.classes, class{attr: a, name: k})
	}
	w.classes[k].rows++
	return k
}

// makeBlocks sets the blocks of pairs of classes that may meet, and returns how many tests they take.
func (w *Strip) makeBlocks() (tests uint64) {
	begin := 0
	w.blocks = append(w.blocks, block{}) // there is one, even if nothing is to be compared
	for i := range w.classes {
		a := &w.classes[i]
		from := begin
		for j := i; j < len(w.classes); j++ {
			b := &w.classes[j]
			if last := len(w.blocks) - 1; !a.meets(b) || a.rows == 0 || b.rows == 0 {
				// A gap.
			} else if last > 0 && w.blocks[last].row == begin && w.blocks[last].to == from {
				w.blocks[last].to = b.end
			} else {
				w.blocks = append(w.blocks, block{begin, a.end, from, b.end})
			}
			from = b.end
		}
		begin = a.end
	}
	for _, b := range w.blocks {
		tests += uint64(b.end-b.row) * b.tests()
	}
	return tests
}

// sweepBlocks goes on with the sweep of blocks of rows, and returns how many pairs it found and whether there may be more.
func (w *Strip) sweepBlocks(out []simd.Pair) (n int, more bool) {
	tests := uint64(0)
	defer func() { w.done += tests }()
	for w.block < len(w.blocks) {
		b := &w.blocks[w.block]
		if b.row == b.end {
			w.block++
			continue
		}
		if tests >= testsPerCall || len(out)-n < max(len(out)/4, strip.Group) {
			return n, true
		}
		if w.cursor.J == 0 {
			w.cursor = strip.Cursor{I: b.row, J: max(b.from, b.row+1)}
			w.rows.End[b.row], w.rows.Upto = uint32(b.to), b.row+1
		}
		k, next := w.table.Sweep(&w.rows, w.cursor, out[n:])
		if w.cursor = next; next.I > b.row {
			w.cursor.J = 0
			tests += b.tests()
			b.row++
		}
		if !w.ranked {
			w.orient(out[n : n+k])
		}
		n += k
	}
	return n, false
}
