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
		b := r.Start("working", 10, Bytes)
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
		b := r.Start("working", total, map[bool]string{true: Bytes}[total > 0])
		for range 5 {
			b.Add(10)
		}
		b.End()
	}
	b := r.Start("stepping", 100, "")
	b.Set(1, 7)
	b.Set(7, 7)
	b.End()
	b.End()
	if out.Len() == 0 {
		t.Error("nothing was shown")
	}
}

// TestText: the line tells bytes or another unit, and rows.
func TestText(t *testing.T) {
	var out bytes.Buffer
	r := &Reporter{out: &out, on: true}
	b := r.Start("reading", 100e6, Bytes)
	b.Add(25e6)
	time.Sleep(150 * time.Millisecond)
	b.Rows(1000)
	b.End()
	for _, want := range []string{"reading 1000 rows", "25%", "25/100 MB"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %q", want, out.String())
		}
	}
	out.Reset()
	b = r.Start("writing", 10000, "rows")
	time.Sleep(150 * time.Millisecond)
	b.Set(2500, 10000)
	b.End()
	if !strings.Contains(out.String(), "2500/10000") || !strings.Contains(out.String(), " rows/") {
		t.Errorf("%q", out.String())
	}
}
