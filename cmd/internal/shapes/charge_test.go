// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"daylight/cmd/internal/memory"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestRegionsAreCharged: --memory counts what the outlines of concave shapes take in a set.
func TestRegionsAreCharged(t *testing.T) {
	testenv.OwnMemory(t)
	var table strings.Builder
	table.WriteString("id,wkt\n")
	const n = 20_000
	for k := range n {
		x := float64(3 * k)
		fmt.Fprintf(&table, "%d,\"POLYGON((%v 0,%v 0,%v 1,%v 1,%v 3,%v 0))\"\n", k, x, x+2, x+2, x+1, x+1, x)
	}
	text := table.String()
	read := func(corners bool) (charged, taken int64) {
		b := memory.NewBudget(1 << 40)
		heap := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.GC() // what pools of other tests keep lives for two collections
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before := heap()
		l := NewLoader(Config{Concave: true, Corners: corners, Memory: b, Workers: 1})
		must.Do(t, l.Read(strings.NewReader(text), "in"))
		s := must.Get(l.Set())(t)
		charged, taken = b.Held(), heap()-before
		runtime.KeepAlive(s)
		runtime.KeepAlive(l)
		return charged, taken
	}
	less, without := read(false)
	more, with := read(true)
	if with-without < 100*n || more < with || more-less < (with-without)/2 {
		t.Errorf("regions of %d shapes take %d bytes, and %d are charged", n, with-without, more-less)
	}
}

// TestLostWorldsAreCharged: --memory counts the names of worlds whose rows are bad. Names without
// memory are not reported, and the job goes on.
func TestLostWorldsAreCharged(t *testing.T) {
	const n, long = 1000, 10_000
	var table strings.Builder
	table.WriteString("world,x,y,r\n")
	for k := range n {
		fmt.Fprintf(&table, "%d%s,0,0,-1\n", k, strings.Repeat("w", long))
	}
	table.WriteString("good,0,0,1\n")
	for limit, all := range map[int64]bool{1 << 30: true, n * long: false} {
		b := memory.NewBudget(limit)
		l := NewLoader(Config{SkipBad: true, Memory: b, Workers: 1, Note: func(string) {}})
		must.Do(t, l.Read(strings.NewReader(table.String()), "in"))
		if held := b.Held(); len(l.bad) == 0 || held < int64(len(l.bad))*long || (len(l.bad) == n) != all {
			t.Errorf("%d of %d worlds are known, %d bytes are charged", len(l.bad), n, held)
		}
	}
}

// TestSkipBadKeepsLimits: a shape that there is no memory for ends the job, also where bad rows are
// left out. It is no bad row.
func TestSkipBadKeepsLimits(t *testing.T) {
	table := "id,points\na,0 0;1 0;1 1\nb,\"" + strings.Repeat("0 0;", 1<<18) + "1 0;1 1\"\n"
	for _, skip := range []bool{false, true} {
		l := NewLoader(Config{SkipBad: skip, Memory: memory.NewBudget(5 << 20), Workers: 1})
		err := l.Read(strings.NewReader(table), "in")
		if !errors.Is(err, memory.ErrLimit) || !strings.HasPrefix(err.Error(), "in:3: no memory for ") || strings.Count(err.Error(), "in:3") != 1 || l.set.Skipped > 0 {
			t.Errorf("skip %v: %v, %d rows left out", skip, err, l.set.Skipped)
		}
	}
}
