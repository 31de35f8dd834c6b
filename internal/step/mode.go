// SPDX-License-Identifier: MIT

package step

// Mode says how much a step finds out about each pair; see batch.Mode.
type Mode int

const (
	ModeContacts Mode = iota
	ModeOverlaps
	ModePairs
	ModeManifolds
	ModeSwept
	ModeDistance
)

// Decides reports whether a mode decides pairs, from the records of their shapes.
func (m Mode) Decides() bool { return m != ModePairs }

// Depths reports whether a mode finds depths and normals.
func (m Mode) Depths() bool { return m.Decides() && m != ModeOverlaps }

// pointBytes is what a Point takes.
const pointBytes = 16

// contactBytes is what a contact takes in the columns of a mode.
func (m Mode) contactBytes() int64 {
	n := int64(16)
	if m.Depths() {
		n += 12
	}
	switch m {
	case ModeManifolds, ModeDistance:
		n += 2 * pointBytes
	case ModeSwept:
		n += 4
	}
	return n
}
