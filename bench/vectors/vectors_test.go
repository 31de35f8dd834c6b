// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// TestSame: the pairs equal the published pairs.
func TestSame(t *testing.T) {
	var text bytes.Buffer
	must.Do(t, write(&text, count))
	const want = "742c11e2b3405d38d0dbc207245b890fa35f66f9bf9eec52d7ff1ff8e9e253b2"
	if got := fmt.Sprintf("%x", sha256.Sum256(text.Bytes())); got != want || text.Len() > 5<<20 {
		t.Errorf("%d bytes, SHA-256 %s, want %s", text.Len(), got, want)
	}
}

// add is the adapter: it reads one shape of a line, adds it to a world of its own, and says how far
// it reaches from the origin.
func add(s *soa.Shapes, in *strings.Reader, attrs soa.Attrs) (reach float64, err error) {
	var radius float64
	var n int
	if _, err := fmt.Fscan(in, &radius, &n); err != nil {
		return 0, err
	}
	at := make([]soa.Point, n)
	for i := range at {
		if _, err := fmt.Fscan(in, &at[i].X, &at[i].Y); err != nil {
			return 0, err
		}
		reach = max(reach, math.Hypot(at[i].X, at[i].Y)+radius)
	}
	switch n {
	case 1:
		_, err = s.AddCircle(soa.At(at[0].X, at[0].Y, 0), radius, attrs)
	case 2:
		_, err = s.AddSegmentBetween(at[0], at[1], radius, attrs)
	default:
		_, err = s.AddHull(soa.At(0, 0, 0), at, radius, attrs)
	}
	return reach, err
}

// TestDaylight: this engine answers every pair within its bound.
func TestDaylight(t *testing.T) {
	testenv.Sequential(t)
	var text bytes.Buffer
	must.Do(t, write(&text, count))
	const margin = 1
	s := soa.New()
	want, bound := make([]float64, count), make([]float64, count)
	for i := range count {
		line, _ := text.ReadString('\n')
		in := strings.NewReader(line)
		a := must.Get(add(s, in, soa.Attrs{World: uint32(i)}))(t)
		b := must.Get(add(s, in, soa.Attrs{World: uint32(i)}))(t)
		var sign, num, den, radii float64
		must.Get(fmt.Fscan(in, &sign, &num, &den, &radii))(t)
		want[i] = sign*math.Sqrt(num/den) - radii
		bound[i] = float64(kernels.ErrorBounds(float32(2*(a+b)), 0).Separation)
	}
	contacts, _, err := batch.Collide(context.Background(), s, batch.Config{Mode: batch.ModeDistance, Margin: margin, Workers: 1})
	must.Do(t, err)
	seen := make([]bool, count)
	worst := 0.0
	for _, c := range contacts.All() {
		i := c.A.Index() / 2
		seen[i] = true
		off := math.Abs(-float64(c.Depth) - want[i])
		worst = max(worst, off/bound[i])
		if off > bound[i] {
			t.Errorf("pair %d: %v, want %v within %v", i, -c.Depth, want[i], bound[i])
		}
	}
	for i := range want {
		if !seen[i] && want[i] < margin-bound[i] {
			t.Errorf("pair %d: none, want %v", i, want[i])
		}
	}
	t.Logf("%d pairs within the margin; the worst is off by %.2g of its bound", contacts.Len(), worst)
}
