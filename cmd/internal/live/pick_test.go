// SPDX-License-Identifier: MIT

package live

import (
	"fmt"
	"math"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/internal/livetest"
	"daylight/soa"
)

// holds reports whether a box of the store holds a point.
func holds(t *testing.T, s *soa.Shapes, id soa.ID, x, y float64) bool {
	t.Helper()
	sh, err := s.Shape(id)
	if err != nil {
		t.Fatal(err)
	}
	dx, dy := x-sh.Pose.X, y-sh.Pose.Y
	u := float64(sh.Pose.C)*dx + float64(sh.Pose.S)*dy
	v := float64(sh.Pose.C)*dy - float64(sh.Pose.S)*dx
	return math.Abs(u) <= sh.Vertices[2].X && math.Abs(v) <= sh.Vertices[2].Y
}

// TestPick: the server finds the shape under a pointer, the topmost of several, again after each
// frame; near shapes count, if none is hit.
func TestPick(t *testing.T) {
	w, err := sim.New("boxes", 300, 1, batch.Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := serveWorld(t, w, Config{FPS: 200, Paused: true})
	p := s.join()
	p.until("DLF1", nil)
	pick := func(x, y, r float64) int {
		t.Helper()
		delete(p.text, "detail")
		p.send(fmt.Sprintf(`{"t":"pick","x":%v,"y":%v,"r":%v}`, x, y, r))
		p.until("detail", nil)
		return int(p.text["detail"]["i"].(float64))
	}
	shapes := s.world.Shapes()
	several := 0
	for id := range shapes.All() {
		x, y, err := shapes.Position(id)
		if err != nil {
			t.Fatal(err)
		}
		want, n := -1, 0
		for other := range shapes.All() {
			if holds(t, shapes, other, x, y) {
				want, n = max(want, int(other.Index())), n+1
			}
		}
		if n > 1 {
			several++
		}
		if got := pick(x, y, 0); got != want {
			t.Fatalf("at the middle of %v: shape %d, want %d", id, got, want)
		}
		if several > 5 && id.Index() > 30 {
			break
		}
	}
	if several == 0 {
		t.Error("no shape lies on another: the test is too sparse")
	}
	if got := pick(-50, -50, 1); got != -1 {
		t.Errorf("far from all: shape %d", got)
	}
	if got := pick(-50, -50, 1e6); got < 0 {
		t.Error("nothing is near to a wide pointer")
	}
	if got := pick(1e300, 0, 1); got != -1 {
		t.Errorf("out of range: shape %d", got)
	}

	// The pointer stands still, and shapes pass below.
	x, y, err := shapes.Position(livetest.IDs(shapes)[150])
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	p.send(fmt.Sprintf(`{"t":"pick","x":%v,"y":%v,"r":0.01}`, x, y))
	p.send(`{"t":"resume"}`)
	end := time.Now().Add(20 * time.Second)
	for len(seen) < 3 && time.Now().Before(end) {
		p.until("detail", nil)
		seen[int(p.text["detail"]["i"].(float64))] = true
	}
	if len(seen) < 3 {
		t.Errorf("the shapes under a pointer are %v: they do not change", seen)
	}
}

// TestPickerRestraint: many shapes are not indexed anew in each frame.
func TestPickerRestraint(t *testing.T) {
	shapes := soa.New()
	id, err := shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	var p picker
	at := func(frame int, x float64) int {
		if err := p.look(shapes, frame); err != nil {
			t.Fatal(err)
		}
		return p.at(pointed{x, 0, 0})
	}
	if at(1, 0) != 0 {
		t.Fatal("the shape is not found")
	}
	if err := shapes.SetPosition(id, 9, 0); err != nil {
		t.Fatal(err)
	}
	p.next = time.Now().Add(time.Hour) // as if that had taken a quarter of it
	if at(2, 0) != 0 || at(3, 9) != -1 {
		t.Error("the index was brought up to date too soon")
	}
	p.next = time.Time{}
	if at(4, 0) != -1 || at(4, 9) != 0 {
		t.Error("the index was not brought up to date")
	}
	if _, err := shapes.AddCircle(soa.At(9, 0, 0), 1, soa.Attrs{}); err != nil {
		t.Fatal(err)
	}
	p.next = time.Time{}
	if at(5, 9) != 1 {
		t.Error("a shape that was added is not found on top")
	}
}
