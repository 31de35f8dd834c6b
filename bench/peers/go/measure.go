// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"daylight/bench"
	"daylight/bench/scene"
)

// The phases.
const (
	wholeStep  = bench.PeerStep  // move, refit, candidates, narrow phase with depth and normal
	broadPhase = bench.PeerBroad // AABBs given, candidates out
)

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
	start   starter
}

// frame is one step of a peer. Only run is timed. Contacts, if it is not nil, adds all that the
// last run found to a checksum.
type frame struct {
	prepare  func()
	run      func() found
	contacts func(sum *bench.PairSum)
}

// measure runs one peer on a scene of its own. A frame's time is the time on the wall, in all
// groups as in package bench: what helper threads do on other processors does not count
// against a peer, what other programs do on its own does, and shows as spread.
func measure(p peer, kind scene.Kind, n int, order string, warmup, frames int) (bench.Peer, error) {
	s, err := newScene(kind, n, order)
	if err != nil {
		return bench.Peer{}, err
	}
	f, err := p.start(s)
	if err != nil {
		return bench.Peer{}, err
	}
	r := bench.Peer{Engine: p.name, Version: version(p.module), Scene: kind.String(), Order: order, N: n, Phase: p.phase, Frames: frames, Note: p.note}
	times := make([]int64, 0, frames)
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
			times = append(times, took.Nanoseconds())
			r.Mean += float64(took.Nanoseconds()) / float64(frames)
		}
	}
	all := bench.Measured{Rounds: [][]int64{times}}
	r.NS, r.Spread = all.NS(), all.Spread()
	return r, nil
}

func known(n int) *int {
	if n == unknown {
		return nil
	}
	return &n
}

func remark(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}
