// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/soa"
)

// BenchmarkManifolds compares steps with contact points with steps without, in turn on
// the same frames, so that a busy machine does not tell them apart. An operation is
// one of each; the ratio is that of the quickest.
func BenchmarkManifolds(b *testing.B) {
	for _, kind := range scene.Kinds() {
		for _, n := range []int{10_000, 100_000} {
			for _, table := range isa.All() {
				b.Run(fmt.Sprintf("scene=%s/n=%d/kernels=%s/workers=1", kind, n, table.Name), func(b *testing.B) {
					benchmarkModes(b, kind, n, table, batch.ModeContacts, batch.ModeManifolds)
				})
			}
		}
	}
}

func benchmarkModes(b *testing.B, kind scene.Kind, n int, table *isa.Table, modes ...batch.Mode) {
	shapes, r := running(b, kind, n, soa.Attrs{})
	r.Kernels = table.Name
	var engines []*batch.Engine
	for _, m := range modes {
		// Only the first engine keeps the storage in order.
		e := must.Get(batch.New(shapes, batch.Config{Kernels: table.Name, Workers: 1, Mode: m, FixedOrder: len(engines) > 0}))(b)
		engines = append(engines, e)
	}
	total, narrow := make([]time.Duration, len(modes)), make([]time.Duration, len(modes))
	frame := func() {
		r.Step()
		for i, e := range engines {
			must.Get(e.Step(context.Background()))(b)
			t := e.Stats().Times
			took := t.Of("step") - t.Of("reorder") - t.Of("refresh") // which the first does for all
			if total[i] == 0 || took < total[i] {
				total[i], narrow[i] = took, t.Of("narrow")
			}
		}
	}
	for range scene.FirstFrame {
		frame()
	}
	clear(total)
	refresh := time.Duration(1 << 62)
	for b.Loop() {
		frame()
		refresh = min(refresh, engines[0].Stats().Times.Of("refresh"))
	}
	for i, m := range modes {
		b.ReportMetric(float64(total[i]+refresh)/1e6, m.String()+"-ms")
		b.ReportMetric(float64(narrow[i])/1e6, m.String()+"-narrow-ms")
	}
	b.ReportMetric(float64(total[1]+refresh)/float64(total[0]+refresh), "ratio")
	b.ReportMetric(float64(engines[0].Stats().Contacts), "contacts")
}
