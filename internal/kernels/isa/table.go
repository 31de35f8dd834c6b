// SPDX-License-Identifier: MIT

package isa

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"daylight/internal/kernels/bvh"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/pose"
	"daylight/internal/kernels/solve"
	"daylight/internal/kernels/strip"
)

// Table is one implementation of all kernels. It is a value: copy it to change it,
// and treat the tables that this package returns as read-only. Every table gives the
// same bits as "go".
type Table struct {
	Name  string // lower case: "go", "avx2", "avx512"
	Lanes int    // pairs a vector holds; 1 for go

	pair.Deciding  // pairs of shapes: contacts, manifolds, times of impact
	strip.Sweeping // AABBs: candidate pairs
	pose.Posing    // poses: vertices and AABBs
	bvh.Searching  // trees of AABBs: queries
	solve.Solving  // contact points: impulses
}

var portable = Table{Name: "go", Lanes: 1, Deciding: pair.Go, Sweeping: strip.Go, Posing: pose.Go, Searching: bvh.Go, Solving: solve.Go}

// envKernels is the environment variable that Choose obeys.
const envKernels = "DAYLIGHT_KERNELS"

var (
	// ErrUnknown marks a name that no table ever had.
	ErrUnknown = errors.New("unknown kernels")
	// ErrUnsupported marks a known table that cannot run here.
	ErrUnsupported = errors.New("unsupported kernels")
)

// Variant is a known table and whether it can run in this program on this machine.
type Variant struct {
	Name      string
	Table     *Table // nil unless Supported
	Supported bool
	Reason    string // one line: why it is not supported, or what it runs on
}

// Variants lists every known table, slowest first.
func Variants() []Variant {
	v := []Variant{{Name: portable.Name, Table: &portable, Supported: true, Reason: "portable Go, runs everywhere"}}
	return append(v, vectorVariants()...)
}

// All returns the tables that can run here, slowest first. "go" is always among
// them.
func All() []*Table { return slices.Clone(supported()) }

// Best returns the fastest table that can run here. It does not allocate.
func Best() *Table {
	all := supported()
	return all[len(all)-1]
}

// supported is what All lists; a processor does not change.
var supported = sync.OnceValue(func() []*Table {
	var all []*Table
	for _, v := range Variants() {
		if v.Supported {
			all = append(all, v.Table)
		}
	}
	return all
})

// ByName returns the named table, without an allocation. The error is ErrUnknown or ErrUnsupported
// and says what to use instead.
func ByName(name string) (*Table, error) {
	for _, t := range supported() {
		if t.Name == name {
			return t, nil
		}
	}
	var known []string
	for _, v := range Variants() {
		if v.Name == name {
			return nil, fmt.Errorf("%w: %q: %s; use %q", ErrUnsupported, name, v.Reason, Best().Name)
		}
		known = append(known, v.Name)
	}
	return nil, fmt.Errorf("%w: %q; the known names are %s", ErrUnknown, name, strings.Join(known, ", "))
}

// Named is ByName, and Choose for the empty name.
func Named(name string) (*Table, error) {
	if name == "" {
		return Choose()
	}
	return ByName(name)
}

// Choose returns the table that the environment variable DAYLIGHT_KERNELS names, or
// Best if it is unset or empty. A name that cannot be had is an error, never a quiet
// fallback.
func Choose() (*Table, error) {
	name := os.Getenv(envKernels)
	if name == "" {
		return Best(), nil
	}
	t, err := ByName(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", envKernels, err)
	}
	return t, nil
}
