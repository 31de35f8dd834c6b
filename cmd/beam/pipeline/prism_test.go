// SPDX-License-Identifier: MIT

//go:build linux

package pipeline

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

func init() {
	register.Function1x1(asLong)
}

// asLong takes a time and no processor, as a bundle that works does of another core.
func asLong(ms int64) int64 {
	time.Sleep(time.Duration(ms) * time.Millisecond)
	return ms
}

// BenchmarkPrism tells what Prism itself takes of the processor, in seconds, for a pipeline whose one
// bundle takes so long and does nothing.
func BenchmarkPrism(b *testing.B) {
	spent := func() float64 {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return time.Duration(r.Utime.Nano() + r.Stime.Nano()).Seconds()
	}
	for _, c := range []struct {
		name  string
		build func(s beam.Scope)
	}{
		{"waiting 10 ms", func(s beam.Scope) { beam.ParDo(s, asLong, beam.CreateList(s, []int64{10})) }},
		{"waiting 2 s", func(s beam.Scope) { beam.ParDo(s, asLong, beam.CreateList(s, []int64{2000})) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			begin := spent()
			for range b.N {
				p, s := beam.NewPipelineWithRoot()
				c.build(s)
				if _, err := prism.Execute(context.Background(), p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((spent()-begin)/float64(b.N), "cpu-s/op")
		})
	}
}
