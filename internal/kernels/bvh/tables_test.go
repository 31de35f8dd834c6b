// SPDX-License-Identifier: MIT

package bvh

import (
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// The tests of this package prove that every table tests the children of a node as portable Go
// does. They prove that portable Go does it by definition.

// Table is one instruction set as the tests see it.
type Table struct {
	Name  string
	Lanes int
	Searching
}

var portable = Table{"go", 1, Go}

// All lists the tables that can run here, the portable one first.
func All() []*Table { return append([]*Table{&portable}, vectorTables()...) }

func TestRequiredKernels(t *testing.T) { kernelstest.Required(t) }
