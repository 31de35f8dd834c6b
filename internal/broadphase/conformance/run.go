// SPDX-License-Identifier: MIT

package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
)

// Finder finds the pairs of a case, naming boxes by index.
type Finder func(c *Case) ([]kernels.Pair, error)

// Cases makes every case for a seed: each distribution with n boxes and without
// filters, some of them grown, no box, one, two, and a crowd under every subset of
// filters that has one or all columns.
func Cases(seed uint64, n int) []Case {
	var cases []Case
	add := func(name string, b broadphase.Boxes, f *broadphase.Filters, grow float32) {
		cases = append(cases, Case{name, b, f, grow})
	}
	for k, d := range Distributions {
		r := rand.New(rand.NewPCG(seed, uint64(k)))
		add(d.Name, d.Make(r, n), nil, 0)
		add(d.Name+"/grown", d.Make(r, n/2), nil, 0.375)
	}
	r := rand.New(rand.NewPCG(seed, 1<<32))
	for k := range 3 {
		add(fmt.Sprintf("few/%d", k), Distributions[0].Make(r, k), nil, 1)
	}
	crowd := func() broadphase.Boxes {
		var m builder
		for range n {
			m.add(r.Float64()*side(n)/4, r.Float64()*side(n)/4, half(r), half(r))
		}
		return m.b
	}
	for k, name := range []string{
		"all", "world", "bits", "group", "body", "static", "skip", "side", "key", "none",
	} {
		f := Filters(r, n)
		only := *f
		if k > 0 {
			only = broadphase.Filters{}
		}
		switch name {
		case "world":
			only.World = f.World
		case "bits":
			only.Category, only.Mask = f.Category, f.Mask
		case "group":
			only.Group = f.Group
		case "body":
			only.Body = f.Body
		case "static":
			only.Static = f.Static
		case "skip":
			only.Skip = f.Skip
		case "side":
			only.Side = f.Side
		case "key":
			only.Key = f.Key
		}
		add("filter/"+name, crowd(), &only, 0)
	}
	return cases
}

// Run checks what find says about every case of a seed, with 300 boxes each. See
// Check about slop.
func Run(t *testing.T, find Finder, seed uint64, slop float64) {
	for _, c := range Cases(seed, 300) {
		t.Run(c.Name, func(t *testing.T) {
			pairs, err := find(&c)
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(&c, pairs, slop); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		})
	}
}
