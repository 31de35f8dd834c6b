// SPDX-License-Identifier: MIT

package broadphase

import (
	"cmp"
	"slices"

	"daylight/internal/kernels"
)

// class is the rows of a strip that have the same filters, worlds aside. The filters allow all
// pairs of rows of two classes, or none.
type class struct {
	attr
	any  bool // it holds the rows of no other class; each of them may meet any row
	name int  // its index before the classes were sorted
	rows int  // number of rows, at first of sampled ones
	end  int  // the row behind the last
}

func (a *class) meets(b *class) bool { return a.any || b.any || a.attr.meets(&b.attr) }

// classes are the classes of a strip, and the blocks of rows that are compared.
type classes struct {
	all    []class
	blocks []block // empty if rows are compared in their given order
	at     int     // index of the block to go on with
	done   uint64  // tests so far
}

// block is rows row to end-1. Each is compared with the rows from to to-1 that come after it.
type block struct{ row, end, from, to int }

// tests is the cost of a row of a block, counted in tests.
func (b *block) tests() uint64 { return uint64(b.to-b.from) + callTests }

const (
	mostClasses = 32
	// One row in sampleShare is sampled for classes, mostSampled rows at most.
	sampleShare, mostSampled = 32, 128
	// Blocks pay if they take at most 1/worthwhile of the tests without them. An estimate from a
	// sample may be sampleEase times that.
	worthwhile, sampleEase = 4, 1.25
	// callTests is the cost of a row of a block without its tests, counted in tests.
	callTests = 128
)

// apart sorts the tags of rows by class and makes blocks, if most classes never meet. Blocks must
// leave much less than the given number of tests. apart returns how many are left. of and room are
// memory for as many rows.
func (c *classes) apart(f *Filters, tags, room []uint32, of []int32, tests uint64) uint64 {
	if f.Static == nil && f.Body == nil && f.Group == nil && f.Category == nil && f.Mask == nil && f.Side == nil ||
		c.sample(f, tags) > sampleEase*float64(tests)/worthwhile {
		return tests
	}
	for r, tag := range tags {
		of[r] = int32(c.count(f, tag))
	}
	c.sort()
	end := 0
	var place [mostClasses + 1]int
	for k := range c.all {
		a := &c.all[k]
		end += a.rows
		a.end, place[a.name] = end, k
	}
	left := c.pair()
	if worthwhile*left > tests {
		c.blocks = c.blocks[:0]
		return tests
	}
	copy(room, tags)
	for r := len(tags) - 1; r >= 0; r-- {
		a := &c.all[place[of[r]]]
		a.end--
		tags[a.end] = room[r]
	}
	return left
}

// sort puts the class of all other rows first, and the largest of the rest last.
func (c *classes) sort() {
	slices.SortStableFunc(c.all[1:], func(a, b class) int { return cmp.Compare(a.rows, b.rows) })
}

// sample finds the classes of a sample of rows. It returns an estimate of how many pairs of rows
// may meet.
func (c *classes) sample(f *Filters, tags []uint32) (left float64) {
	c.all = append(c.all[:0], class{any: true})
	n := uint64(len(tags))
	samples := int(min(n/sampleShare, mostSampled))
	for k := range samples {
		c.count(f, tags[uint64(kernels.Mix32(uint32(k)))*n>>32])
	}
	never := 0
	for i := range c.all {
		for j := range i + 1 {
			if a, b := &c.all[i], &c.all[j]; !a.meets(b) {
				never += a.rows * b.rows
				if i != j {
					never += a.rows * b.rows
				}
			}
		}
	}
	c.sort()
	for k := range c.all {
		c.all[k].rows, c.all[k].name = 0, k
	}
	return 0.5 * float64(n) * float64(n) * (1 - float64(never)/float64(samples*samples))
}

// count counts a row and returns the number of its class. The first row of a class makes the class.
func (c *classes) count(f *Filters, tag uint32) int {
	a := f.at(int(tag &^ visitor))
	a.world, a.visitor = 0, tag&visitor != 0
	if a.static || a.category&a.mask == 0 { // such rows hardly ever meet each other in any case
		a.body, a.group = 0, max(a.group, 0)
	}
	k := len(c.all) - 1
	for k > 0 && c.all[k].attr != a {
		k--
	}
	if k == 0 && len(c.all) <= mostClasses {
		k = len(c.all)
		c.all = append(c.all, class{attr: a, name: k})
	}
	c.all[k].rows++
	return k
}

// pair sets the blocks of pairs of classes that may meet, and returns how many tests they take.
func (c *classes) pair() (tests uint64) {
	begin := 0
	c.blocks = append(c.blocks, block{}) // an empty block: without blocks all rows are compared
	for i := range c.all {
		a := &c.all[i]
		from := begin
		for j := i; j < len(c.all); j++ {
			b := &c.all[j]
			if last := len(c.blocks) - 1; !a.meets(b) || a.rows == 0 || b.rows == 0 {
				// A gap.
			} else if last > 0 && c.blocks[last].row == begin && c.blocks[last].to == from {
				c.blocks[last].to = b.end
			} else {
				c.blocks = append(c.blocks, block{begin, a.end, from, b.end})
			}
			from = b.end
		}
		begin = a.end
	}
	for _, b := range c.blocks {
		tests += uint64(b.end-b.row) * b.tests()
	}
	return tests
}
