// SPDX-License-Identifier: MIT

package pair

import (
	"math/rand/v2"
	"testing"

	"daylight/internal/simd/kernelstest"
)

// What the tests of this package prove:
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

func seeded(t testing.TB) *rand.Rand { return kernelstest.Seeded(t) }

func bitsOf(v float32) uint32 { return kernelstest.BitsOf(v) }

func TestRequiredKernels(t *testing.T) {
	var ran []string
	for _, tab := range All() {
		ran = append(ran, tab.Name)
	}
	kernelstest.Required(t, ran)
}
