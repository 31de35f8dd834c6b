// SPDX-License-Identifier: MIT

package strip

import (
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// The tests of this package prove:
//
//	no overlapping pair missed        sweep, bounds, rows: against all pairs, one by one
//	same bits everywhere              sweep_variants, bounds, buckets, rows, align: every table against
//	                                  portable Go
//	a call ends soon                  sweep_calls
//	nothing beyond a column touched   *guard_linux: columns against unreadable pages
//	no allocation                     alloc

// Table is one instruction set as the tests see it.
type Table struct {
	Name  string
	Lanes int
	Sweeping
}

var portable = Table{"go", 1, Go}

// All lists the tables that can run here, the portable one first.
func All() []*Table { return append([]*Table{&portable}, vectorTables()...) }

func TestRequiredKernels(t *testing.T) { kernelstest.Required(t) }
