// SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"daylight/batch"
	"daylight/internal/simd/isa"
)

// Rung is one way to find all contacts. Each rung of the ladder adds one idea to the
// one before it.
type Rung struct {
	Name    string
	Title   string // the idea
	Label   string // the same in a word or two
	Teaches string // what it gave, in words
	Kernels string
	Workers int
	Skin    int  // of batch.Config
	Advance bool // the engine moves the shapes
	MaxN    int  // more shapes would take too long; 0 for any number

	own  bool // it counts candidates in its own way
	kept bool // storage stays in the order of the scene
	make func(*stage, Case) (subject, error)
}

// Ladder returns the rungs that run on this machine, slowest first.
func Ladder() []Rung {
	list := []Rung{
		{
			Name: "brute", Label: "brute force", Title: "Brute force: every pair through the kernel",
			Teaches: "the reference that every other answer is compared with",
			Kernels: "go", Workers: 1, MaxN: 10_000, own: true, make: newBrute,
		},
		{
			Name: "axis", Label: "one axis", Title: "Sort and sweep along one axis",
			Teaches: "no more than n^1.5 pairs of boxes, in a scene spread in the plane",
			Kernels: "go", Workers: 1, own: true, make: newAxisSweep,
		},
		{
			Name: "strips", Label: "strips", Title: "Strips, cells, fused sweep and kernels",
			Teaches: "splitting the plane makes it linear; what a strip needs stays in cache",
			Kernels: "go", Workers: 1, kept: true,
			make: func(s *stage, c Case) (subject, error) { return newEngine(s, c, batch.Config{FixedOrder: true}) },
		},
		{
			Name: "order", Label: "order of space", Title: "Storage in the order of space",
			Teaches: "neighbours in space are neighbours in memory: fewer cache misses",
			Kernels: "go", Workers: 1, make: plainEngine,
		},
	}
	for _, t := range isa.All() {
		if t.Name != "go" {
			list = append(list, vectorRung(t.Name, t.Lanes))
		}
	}
	list = append(list, listRung(), movedRung())
	if p := min(runtime.GOMAXPROCS(0), batch.MaxWorkers); p > 1 {
		list = append(list, workersRung(p))
	}
	return list
}

func plainEngine(s *stage, c Case) (subject, error) { return newEngine(s, c, batch.Config{}) }

func vectorRung(name string, lanes int) Rung {
	return Rung{
		Name: name, Label: strings.ToUpper(name), Title: fmt.Sprintf("Kernels in %s", strings.ToUpper(name)),
		Teaches: fmt.Sprintf("%d lanes; the same bits as portable Go", lanes),
		Kernels: name, Workers: 1, make: plainEngine,
	}
}

// listFor is for how many steps the list of the ladder is made.
const listFor = 8

func listRung() Rung {
	return Rung{
		Name: "list", Label: "list", Title: fmt.Sprintf("Candidates kept in a list, made for %d steps", listFor),
		Teaches: "shapes hardly move in a frame, so neither do candidates change; the mean of steps, those that make a list included",
		Kernels: fastest().Name, Workers: 1, Skin: listFor, make: plainEngine,
	}
}

func movedRung() Rung {
	r := listRung()
	r.Name, r.Label, r.Title = "moved", "engine moves", "Positions moved by the engine"
	r.Teaches = "what has moved is brought up to date while it is in cache"
	r.Advance = true
	return r
}

func workersRung(workers int) Rung {
	return Rung{
		Name: "workers", Label: fmt.Sprintf("%d workers", workers), Title: fmt.Sprintf("%d workers", workers),
		Teaches: "strips need nothing of each other; the answer does not depend on the number",
		Kernels: fastest().Name, Workers: workers, Skin: listFor, Advance: true, make: plainEngine,
	}
}

// known is every rung that may stand in a file of results, measured here or elsewhere.
var known = sync.OnceValue(func() map[string]*Rung {
	m := map[string]*Rung{}
	for _, r := range Ladder() {
		m[r.Name] = &r
	}
	for _, v := range []struct {
		name  string
		lanes int
	}{{"avx2", 8}, {"avx512", 16}} {
		if m[v.name] == nil {
			r := vectorRung(v.name, v.lanes)
			m[v.name] = &r
		}
	}
	return m
})

// rungOf returns the rung of that name, or nil.
func rungOf(name string) *Rung { return known()[name] }

// RungOf returns the rung of a case that was measured, perhaps on another machine: the rung may not
// run on this one.
func RungOf(c Case) Rung {
	if c.Rung == "workers" {
		return workersRung(c.Workers)
	}
	if r := rungOf(c.Rung); r != nil {
		return *r
	}
	return Rung{Name: c.Rung, Title: c.Rung, Label: c.Rung}
}

// brute decides every pair.
type brute struct{ *stage }

func newBrute(s *stage, _ Case) (subject, error) { return &brute{s}, nil }

// warm only moves: what came before is nothing to brute force.
func (b *brute) warm(ctx context.Context, frames int) error {
	for range frames {
		b.move(false)
	}
	return ctx.Err()
}

func (b *brute) step(ctx context.Context) (frame, error) {
	start := time.Now()
	b.move(false)
	moved := time.Since(start)
	found, _, err := batch.Collide(ctx, b.shapes, batch.Config{BruteForce: true, Kernels: b.table.Name})
	if err != nil {
		return frame{}, err
	}
	n := b.shapes.Len()
	f := frame{ns: time.Since(start).Nanoseconds(), candidates: n * (n - 1) / 2, contacts: found.Len()}
	f.phases.Move = moved.Nanoseconds()
	f.phases.Narrow = f.ns - f.phases.Move
	return f, nil
}

func (b *brute) bytes() Phases { return Phases{} }
func (b *brute) slow() bool    { return true }

// fastest is the table that the machine runs best.
func fastest() *isa.Table {
	all := isa.All()
	return all[len(all)-1]
}
