// SPDX-License-Identifier: MIT

package progress

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
)

// TestSilent: nothing is shown unless it is shown to a terminal.
func TestSilent(t *testing.T) {
	var out bytes.Buffer
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "stderr")))(t)
	defer file.Close()
	for _, r := range []*Reporter{nil, New(&out, false), New(file, false), New(file, true)} {
		b := r.Start("working", 10, true)
		b.Add(1)
		b.Set(5, 20)
		b.End()
	}
	if info, err := file.Stat(); err != nil || info.Size() != 0 || out.Len() != 0 {
		t.Errorf("%v, %v, %q", info.Size(), err, out.String())
	}
}

// TestBars drives bars as a terminal would see them.
func TestBars(t *testing.T) {
	var out bytes.Buffer
	r := &Reporter{out: &out, on: true}
	for _, total := range []int64{100, -1} {
		b := r.Start("working", total, total > 0)
		for range 5 {
			b.Add(10)
		}
		b.End()
	}
	b := r.Start("stepping", 100, false)
	b.Set(1, 7)
	b.Set(7, 7)
	b.End()
	b.End()
	if out.Len() == 0 {
		t.Error("nothing was shown")
	}
}

// TestText: the line tells bytes, rows, rate and what is left, and no rate at first.
func TestText(t *testing.T) {
	b := &Bar{what: "reading", bytes: true, total: 100e6, done: 25e6, rows: 1000}
	if got, want := b.text(2*time.Second), "reading 25.0 MB of 100.0 MB, 1000 rows, 12.5 MB/s, 6s left"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	b = &Bar{what: "reading", bytes: true, total: -1, done: 25e6}
	if got, want := b.text(time.Second), "reading 25.0 MB, 25.0 MB/s"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	b = (&Bar{what: "writing", total: 10000, done: 2500}).Of("rows")
	if got, want := b.text(2*time.Second), "writing 2500 of 10000 rows, 1250/s, 6s left"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var out bytes.Buffer
	r := &Reporter{out: &out, on: true}
	b = r.Start("reading", 1e9, true)
	b.Add(1e6)
	b.Rows(7)
	if strings.Contains(out.String(), "/s") {
		t.Errorf("a rate after no time: %q", out.String())
	}
	b.End()
}
