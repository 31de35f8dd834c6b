// SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"daylight"
	"daylight/batch"
	"daylight/internal/kernels/isa"
)

// Rung is one way to find all contacts. Each rung of the ladder adds one idea to the
// one before it.
type Rung struct {
	Name    string
	Title   string // the idea
	Teaches string // what it gave, in words
	Kernels string
	Workers int
	Skin    bool // of batch.Config
	Advance bool // the engine moves the shapes
	MaxN    int  // more shapes would take too long; 0 for any number

	own  bool // it counts candidates in its own way
	kept bool // storage stays in the order of the scene
	make func(*stage, Case) (subject, error)
}

// listTurn is how many frames a turn with a list has at least: as many as most lists serve.
const listTurn = 8

// AllRungs returns the rungs of every machine, slowest first. The last has so many workers, the
// others one.
func AllRungs(workers int) []Rung {
	best := isa.Best().Name
	return []Rung{
		{
			Name: "brute", Title: "Brute force: every pair through the kernel",
			Teaches: "the reference that every other answer is compared with",
			Kernels: "go", Workers: 1, MaxN: 10_000, own: true, make: newBrute,
		},
		{
			Name: "strips", Title: "Strips, cells, fused sweep and kernels",
			Teaches: "splitting the plane makes it linear; what a strip needs stays in cache",
			Kernels: "go", Workers: 1, kept: true,
			make: func(s *stage, c Case) (subject, error) { return newEngine(s, c, batch.Config{FixedOrder: true}) },
		},
		{
			Name: "order", Title: "Storage in the order of space",
			Teaches: "neighbours in space are neighbours in memory: fewer cache misses",
			Kernels: "go", Workers: 1, make: plainEngine,
		},
		{
			Name: "avx2", Title: "Kernels in AVX2",
			Teaches: "8 lanes; the same bits as portable Go",
			Kernels: "avx2", Workers: 1, make: plainEngine,
		},
		{
			Name: "avx512", Title: "Kernels in AVX512",
			Teaches: "16 lanes; the same bits as portable Go",
			Kernels: "avx512", Workers: 1, make: plainEngine,
		},
		{
			Name: "list", Title: "Candidates kept in a list",
			Teaches: "shapes hardly move in a frame, so neither do candidates change; the mean of steps, those that make a list included",
			Kernels: best, Workers: 1, Skin: true, make: plainEngine,
		},
		{
			Name: "moved", Title: "Positions moved by the engine",
			Teaches: "what has moved is brought up to date while it is in cache",
			Kernels: best, Workers: 1, Skin: true, Advance: true, make: plainEngine,
		},
		{
			Name: "workers", Title: fmt.Sprintf("%d workers", workers),
			Teaches: "strips need nothing of each other; the answer does not depend on the number",
			Kernels: best, Workers: workers, Skin: true, Advance: true, make: plainEngine,
		},
	}
}

// Ladder returns the rungs that run on this machine, slowest first.
func Ladder() []Rung {
	workers := min(runtime.GOMAXPROCS(0), daylight.MaxWorkers)
	return slices.DeleteFunc(AllRungs(workers), func(r Rung) bool {
		_, err := isa.ByName(r.Kernels)
		return err != nil || r.Name == "workers" && workers == 1
	})
}

// RungOf returns the rung of a case that was measured, perhaps on another machine: the rung may not
// run on this one.
func RungOf(c Case) Rung {
	for _, r := range AllRungs(c.Workers) {
		if r.Name == c.Rung {
			return r
		}
	}
	return Rung{Name: c.Rung, Title: c.Rung}
}

func plainEngine(s *stage, c Case) (subject, error) { return newEngine(s, c, batch.Config{}) }

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
