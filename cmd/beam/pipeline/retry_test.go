// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// The portable local runner does not run a failed bundle again: its pipeline fails. So these DoFns
// do what other runners do, as a part of a pipeline that it runs: of each bundle they do some part
// with an instance that then dies, whose output is lost, and all of it with a new one, in another
// order.

func init() {
	register.DoFn7x1[context.Context, Part, []byte, func(int64, []byte), func(int64, []byte), func([]byte), func([]byte), error](&retriedRead{})
	register.DoFn4x1[context.Context, int64, func(*[]byte) bool, []byte, error](&retriedAnswer{})
}

// retrying puts them in place.
var retrying = dofns{
	read:   func(f readFn) any { return &retriedRead{Fn: f} },
	answer: func(f answerFn) any { return &retriedAnswer{Fn: f, Seed: 2} },
}

// died counts the instances that died.
var died atomic.Int64

// fresh is a new instance, made as a worker makes it.
func fresh[F any](f F) *F {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	made := new(F)
	if err := json.Unmarshal(text, made); err != nil {
		panic(err)
	}
	return made
}

type retriedRead struct {
	Fn readFn

	list []Part
}

func (f *retriedRead) StartBundle(_ []byte, _, _ func(int64, []byte), _, _ func([]byte)) {
	f.list = nil
}

func (f *retriedRead) ProcessElement(_ context.Context, part Part, _ []byte, _, _ func(int64, []byte), _, _ func([]byte)) error {
	f.list = append(f.list, part)
	return nil
}

func (f *retriedRead) FinishBundle(ctx context.Context, plan []byte, shape, id func(int64, []byte), run, share func([]byte)) error {
	if len(f.list) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(1, uint64(len(f.list))))
	first, lost, none := fresh(f.Fn), func(int64, []byte) {}, func([]byte) {}
	for _, p := range f.list[:r.IntN(len(f.list)+1)] {
		if err := first.ProcessElement(ctx, p, plan, lost, lost, none, none); err != nil {
			return err
		}
	}
	died.Add(1)
	second := fresh(f.Fn)
	r.Shuffle(len(f.list), func(i, k int) { f.list[i], f.list[k] = f.list[k], f.list[i] })
	for _, p := range f.list {
		if err := second.ProcessElement(ctx, p, plan, shape, id, run, share); err != nil {
			return err
		}
	}
	return nil
}

type retriedAnswer struct {
	Fn   answerFn
	Seed uint64
}

func (f *retriedAnswer) ProcessElement(ctx context.Context, t int64, blocks func(*[]byte) bool, plan []byte) error {
	r := rand.New(rand.NewPCG(f.Seed, uint64(t)))
	var all [][]byte
	for {
		var block []byte
		if !blocks(&block) {
			break
		}
		all = append(all, slices.Clone(block))
	}
	do := func(blocks [][]byte) error {
		return fresh(f.Fn).ProcessElement(ctx, t, over(blocks), plan)
	}
	if err := do(all[:r.IntN(len(all)+1)]); err != nil { // whose file is written again
		return err
	}
	died.Add(1)
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return do(all)
}

// over iterates over a list.
func over[T any](list []T) func(*T) bool {
	return func(to *T) bool {
		if len(list) == 0 {
			return false
		}
		*to, list = list[0], list[1:]
		return true
	}
}
