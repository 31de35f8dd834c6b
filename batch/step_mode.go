// SPDX-License-Identifier: MIT

package batch

// stepMode says how much a step finds out about each pair; see batch.Mode.
type stepMode int

const (
	stepContacts stepMode = iota
	stepOverlaps
	stepPairs
	stepManifolds
	stepSwept
	stepDistance
)

// decides reports whether a mode decides pairs, from the records of their shapes.
func (m stepMode) decides() bool { return m != stepPairs }

// depths reports whether a mode finds depths and normals.
func (m stepMode) depths() bool { return m.decides() && m != stepOverlaps }

// pointBytes is what a Point takes.
const pointBytes = 16

// contactBytes is what a contact takes in the columns of a mode.
func (m stepMode) contactBytes() int64 {
	n := int64(16)
	if m.depths() {
		n += 12
	}
	switch m {
	case stepManifolds, stepDistance:
		n += 2 * pointBytes
	case stepSwept:
		n += 4
	}
	return n
}
