// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"daylight/bench"
	"daylight/bench/scene"
)

// The phases.
const (
	wholeStep  = "step"       // move, refit, candidates, narrow phase with depth and normal
	broadPhase = "broadphase" // AABBs given, candidates out
)

// Result is one measurement.
type Result struct {
	Engine  string  `json:"engine"`
	Version string  `json:"version"`
	Scene   string  `json:"scene"`
	N       int     `json:"n"`
	Order   string  `json:"order"` // in which the shapes are numbered: see newScene
	Phase   string  `json:"phase"`
	NS      float64 `json:"ns_per_step"` // median over the frames; see measure
	Mean    float64 `json:"mean_ns"`     // differs where cheap and dear frames alternate
	Spread  float64 `json:"spread"`      // range of the middle half of the frames over the median
	Frames  int     `json:"frames"`
	// Of the first measured frame. Contacts is nil where only boxes are compared.
	Candidates *int   `json:"candidates"`
	Contacts   *int   `json:"contacts"`
	Checksum   string `json:"checksum,omitempty"` // of the contacts: see bench.PairSum
	Note       string `json:"note"`
}

// found is what one frame found. A count that the library does not tell is unknown.
type found struct {
	candidates, contacts int
}

const unknown = -1

// A peer is one way to use one library.
type peer struct {
	name    string
	module  string // whose version is told
	phase   string
	note    string
	circles bool // it has them
	// start takes a scene that will be moved before each frame.
	start func(s *scene.Scene) (frame, error)
}

// frame is one step of a peer. Only run is timed. Contacts, if it is not nil, adds all that the last
// run found to a checksum.
type frame struct {
	prepare  func()
	run      func() found
	contacts func(sum *bench.PairSum)
}

// measure runs one peer on a scene of its own. A frame's time is the time on the wall, in all
// groups as in package bench: what helper threads do on other processors does not count
// against a peer, what other programs do on its own does, and shows as spread.
func measure(p peer, kind scene.Kind, n int, order string, warmup, frames int) (Result, error) {
	s, err := newScene(kind, n, order)
	if err != nil {
		return Result{}, err
	}
	f, err := p.start(s)
	if err != nil {
		return Result{}, err
	}
	r := Result{
		Engine: p.name, Version: version(p.module), Scene: kind.String(), N: n, Order: order,
		Phase: p.phase, Frames: frames, Note: p.note,
	}
	times := make([]float64, 0, frames)
	runtime.GC() // the garbage of making the scene is not the peer's
	for k := range warmup + frames {
		if f.prepare != nil {
			f.prepare()
		}
		began := time.Now()
		got := f.run()
		took := time.Since(began)
		if k == warmup {
			r.Candidates, r.Contacts = known(got.candidates), known(got.contacts)
			if f.contacts != nil {
				var sum bench.PairSum
				f.contacts(&sum)
				r.Checksum = sum.String()
			}
		}
		if k >= warmup {
			times = append(times, float64(took.Nanoseconds()))
		}
	}
	r.NS, r.Mean, r.Spread = summarize(times)
	return r, nil
}

func known(n int) *int {
	if n == unknown {
		return nil
	}
	return &n
}

// summarize returns the median, the mean, and the range of the middle half over the
// median.
func summarize(times []float64) (median, mean, spread float64) {
	t := slices.Sorted(slices.Values(times))
	at := func(q float64) float64 {
		p := q * float64(len(t)-1)
		k := int(p)
		if k+1 == len(t) {
			return t[k]
		}
		return t[k] + (t[k+1]-t[k])*(p-float64(k))
	}
	for _, v := range t {
		mean += v / float64(len(t))
	}
	median = at(0.5)
	return median, mean, (at(0.75) - at(0.25)) / median
}

func remark(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}
