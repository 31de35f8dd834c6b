// SPDX-License-Identifier: MIT

package pose

import (
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// The tests of this package prove:
//
//	AABBs hold their shapes           refresh, rotate, cover: against float64
//	shapes turn by their angle        advance: against math, over many turns
//	angles are right everywhere       sincos: against math, golden hashes in package soa
//	same bits everywhere              all of them: every table against portable Go
//	nothing beyond a column touched   *guard_linux: columns against unreadable pages
//	no allocation                     columnalloc

// Table is one instruction set as the tests see it.
type Table struct {
	Name  string
	Lanes int
	Posing
}

var portable = Table{"go", 1, Go}

// All lists the tables that can run here, the portable one first.
func All() []*Table { return append([]*Table{&portable}, vectorTables()...) }

func TestRequiredKernels(t *testing.T) { kernelstest.Required(t) }
