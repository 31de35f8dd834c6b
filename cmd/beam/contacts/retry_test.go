// SPDX-License-Identifier: MIT

package contacts

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
	register.DoFn4x1[context.Context, Shape, func([]byte), func([]byte), error](&retriedPack{})
	register.DoFn4x1[context.Context, []byte, string, func(int64, []byte), error](&retriedRoute{})
	register.DoFn5x1[context.Context, int64, func(*[]byte) bool, string, func(Found), error](&retriedTile{})
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

type retriedPack struct {
	Fn   packFn
	Seed uint64

	list []Shape
}

func (f *retriedPack) StartBundle(_, _ func([]byte)) { f.list = nil }

func (f *retriedPack) ProcessElement(_ context.Context, s Shape, _, _ func([]byte)) error {
	f.list = append(f.list, s)
	return nil
}

func (f *retriedPack) FinishBundle(ctx context.Context, packs, samples func([]byte)) error {
	if len(f.list) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(f.Seed, uint64(len(f.list))))
	first, lost := fresh(f.Fn), func([]byte) {}
	first.StartBundle(lost, lost)
	for _, s := range f.list[:r.IntN(len(f.list))] {
		if err := first.ProcessElement(ctx, s, lost, lost); err != nil {
			return err
		}
	}
	died.Add(1)
	second := fresh(f.Fn)
	second.StartBundle(packs, samples)
	for _, s := range shuffled(r, f.list) {
		if err := second.ProcessElement(ctx, s, packs, samples); err != nil {
			return err
		}
	}
	return second.FinishBundle(ctx, packs, samples)
}

type retriedRoute struct {
	Fn   routeFn
	Seed uint64

	list [][]byte
}

func (f *retriedRoute) ProcessElement(_ context.Context, pack []byte, _ string, _ func(int64, []byte)) error {
	f.list = append(f.list, slices.Clone(pack))
	return nil
}

func (f *retriedRoute) FinishBundle(ctx context.Context, plan string, emit func(int64, []byte)) error {
	if len(f.list) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(f.Seed, uint64(len(f.list))))
	first := fresh(f.Fn)
	for _, p := range f.list[:r.IntN(len(f.list))] {
		if err := first.ProcessElement(ctx, p, plan, func(int64, []byte) {}); err != nil {
			return err
		}
	}
	died.Add(1)
	second := fresh(f.Fn)
	r.Shuffle(len(f.list), func(i, k int) { f.list[i], f.list[k] = f.list[k], f.list[i] })
	for _, p := range f.list {
		if err := second.ProcessElement(ctx, p, plan, emit); err != nil {
			return err
		}
	}
	f.list = nil
	second.FinishBundle(plan, emit)
	return nil
}

type retriedTile struct {
	Fn   tileFn
	Seed uint64
}

func (f *retriedTile) ProcessElement(ctx context.Context, t int64, blocks func(*[]byte) bool, plan string, emit func(Found)) error {
	r := rand.New(rand.NewPCG(f.Seed, uint64(t)))
	var all [][]byte
	var block []byte
	for blocks(&block) {
		all = append(all, slices.Clone(block))
	}
	over := func(list [][]byte) func(*[]byte) bool {
		return func(b *[]byte) bool {
			if len(list) == 0 {
				return false
			}
			*b, list = list[0], list[1:]
			return true
		}
	}
	if err := fresh(f.Fn).ProcessElement(ctx, t, over(all[:r.IntN(len(all)+1)]), plan, func(Found) {}); err != nil {
		return err
	}
	died.Add(1)
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return fresh(f.Fn).ProcessElement(ctx, t, over(all), plan, emit)
}
