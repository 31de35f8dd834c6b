// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// The tests of this package prove:
//
//	every contact true, none missed   agreement, reference, conduct, mtv, fuzz: against the
//	                                  Minkowski difference in float64
//	contact points                    manifold (features, swaps); their places are judged by
//	                                  package batch against package oracle
//	times of impact                   impact, impactcases, impactexact: samples, cases by
//	                                  hand, rational arithmetic
//	same bits everywhere              golden (hashes), *_variants, impactsieve, variants_fuzz:
//	                                  every table against portable Go
//	nothing beyond a column touched   *guard_linux: columns against unreadable pages
//	no allocation                     alloc

// Table is one instruction set as the tests see it.
type Table struct {
	Name  string
	Lanes int
	Deciding
}

var portable = Table{"go", 1, Go}

// All lists the tables that can run here, the portable one first.
func All() []*Table { return append([]*Table{&portable}, vectorTables()...) }

func TestRequiredKernels(t *testing.T) { kernelstest.Required(t) }
