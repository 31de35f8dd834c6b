// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"strings"
	"testing"

	"daylight/cmd/internal/table"
	"daylight/internal/kernels/pose"
	"daylight/internal/livetest"
	"daylight/internal/must"
)

// sound checks what must hold of any Set.
func sound(t *testing.T, s *Set) {
	t.Helper()
	must.Do(t, livetest.Check(s.Shapes))
	n := s.Len()
	if s.cuts.begin(n) != s.Shapes.Len() || len(s.line) != n || len(s.labels.cells) != n || s.Rows != n+s.Skipped+s.Nowhere {
		t.Fatalf("%d shapes, %d worlds, %d lines, %d labels, %d rows, %d skipped", n, s.Len(), len(s.line), len(s.labels.cells), s.Rows, s.Skipped)
	}
	seen := map[string]bool{}
	worlds := map[uint32]bool{}
	for i, id := range livetest.IDs(s.Shapes) {
		if int(id.Index()) != i {
			t.Fatalf("the shape in slot %d has ID %v", i, id)
		}
		k := s.Of(i)
		if from, to := s.Slots(k); i < from || i >= to {
			t.Fatalf("slot %d is of shape %d, which is in slots %d to %d", i, k, from, to)
		} else if from < i {
			continue
		}
		key := s.Worlds()[s.World(k)] + "\x00" + string(s.Label(k))
		if seen[key] {
			t.Fatalf("%q is there twice", key)
		}
		seen[key] = true
		worlds[s.World(k)] = true
		if sh, err := s.Shapes.Shape(id); err != nil || sh.Attrs.World != s.World(k) || !strings.Contains(s.Place(k), ":") {
			t.Fatalf("shape %d: %+v, %v, %s", k, sh.Attrs, err, s.Place(k))
		}
	}
	if len(worlds) != len(s.Worlds()) {
		t.Fatalf("%d worlds are in use, %d are named", len(worlds), len(s.Worlds()))
	}
}

// FuzzLoader reads arbitrary tables: no panic, every error names its line, and what
// is read keeps every promise of a Set.
func FuzzLoader(f *testing.F) {
	for _, s := range []string{
		"id,x,y,r\na,0,0,1\nb,1.5,0,1\na,2,2,2\n",
		"id,world,kind,x,y,angle,r,hx,hy,points\n0,1,box,1,2,0.5,,1,1,\n1,1,polygon,1,2,0.5,,,,0 0;1 0;0 1\n",
		"wkt,r\n\"POLYGON((0 0,2 0,0 2,0 0))\",\nPOINT(1.2 1),0.5\n\"LINESTRING(0 0,1 1)\",\n",
		"min_x,min_y,max_x,max_y,static,group,body\n0,0,1,1,yes,-1,b\n1,0,2,1,no,2,\n",
		"x1 y1 x2 y2 r\n0 0 1 1 0.5\n0 0 0 0 0\n",
		"x\ty\tlength\twidth\tcategory\tmask\n0\t0\t1\t2\t0xff\t3\n",
		"{\"points\":[[0,0],[1,0],[0,1]],\"x\":1,\"y\":2,\"angle\":3}\n{\"x\":1e308,\"y\":0,\"r\":1}\n",
		"{\"type\":\"Feature\"}\n{\"kind\":\"segment\",\"x\":0,\"y\":0,\"half_length\":1e-30}\n",
		"x,y,hx,hy,r\n0,0,1e-40,1e-40,1\n1,1,1e18,1e18,1e18\n1e30,1e30,1,1,0\n",
		"points\n0 0;1 0;1e-7 1;0 1e-9\n1e20 0;2e20 0;1e20 1e20\n",
		"id,x,y,r,vx,vy,omega\na,0,0,1,1,,\nb,0,0,1,1e30,-1,1\nc,0,0,1,1e31,0,0\nd,0,0,1,,x,1025\n",
		"{\"x\":1,\"y\":2,\"r\":1,\"vx\":\"3\"}\n{\"x\":1,\"y\":2,\"r\":1,\"spin\":99999}\n",
	} {
		f.Add([]byte(s), false, true)
		f.Add([]byte(s), true, false)
	}
	f.Fuzz(func(t *testing.T, text []byte, degrees, skip bool) {
		l := NewLoader(Config{Degrees: degrees, SkipBad: skip, Radius: 1, HasRadius: degrees, Time: 2})
		failed := false
		for _, name := range []string{"one", "two"} {
			if err := l.Read(strings.NewReader(string(text)), name); err != nil {
				var e *table.Error
				if !errors.As(err, &e) || e.Line < 1 || e.File != name || e.Msg == "" {
					t.Fatalf("an error without a place: %#v", err)
				}
				if skip && !e.Fatal {
					t.Fatalf("a bad row was not skipped: %v", err)
				}
				failed = true
				break
			}
		}
		s := l.set
		if failed {
			s.Rows = s.Shapes.Len() + s.Skipped + s.Nowhere // the row that failed was counted
		}
		sound(t, s)
		if failed {
			return
		}
		m := l.Beside(nil)
		if err := m.Read(strings.NewReader(string(text)), "beside"); err != nil {
			t.Fatalf("what was read twice is refused: %v", err)
		}
		beside(t, s, m.set)
	})
}

// beside checks two sets. The second is read beside the first, with Moves.
func beside(t *testing.T, sets ...*Set) {
	t.Helper()
	for _, s := range sets {
		must.Do(t, livetest.Check(s.Shapes))
		for k, id := range livetest.IDs(s.Shapes) {
			shape, err := s.Shapes.Shape(id)
			if err != nil || shape.Attrs.World != s.World(k) {
				t.Fatalf("shape %d: %+v, %v", k, shape, err)
			}
			if dx, dy, turn := livetest.Data(s.Moves.VX)[k], livetest.Data(s.Moves.VY)[k], livetest.Data(s.Moves.Spin)[k]; !pose.Moving(dx, dy, turn) || ((dx != 0 || dy != 0 || turn != 0) && !s.Moving) {
				t.Fatalf("shape %d moves by %v, %v and turns by %v", k, dx, dy, turn)
			}
		}
	}
}

// TestBeside: worlds and bodies of two sets are the same by name, ids and numbers of rows
// are their own.
func TestBeside(t *testing.T) {
	l := NewLoader(Config{Time: 0.5})
	must.Do(t, l.Read(strings.NewReader("world,body,x,y,r,vx\nu,p,0,0,1,3\nv,q,0,0,1,\n"), "one"))
	m := l.Beside(nil)
	must.Do(t, m.Read(strings.NewReader("world,body,x,y,r\nw,r,0,0,1\nv,q,0,0,1\n"), "two"))
	a := must.Get(l.Set())(t)
	b := must.Get(m.Set())(t)
	beside(t, a, b)
	if got := strings.Join(a.Worlds(), " "); got != "u v w" || strings.Join(b.Worlds(), " ") != got {
		t.Errorf("worlds %s and %v", got, b.Worlds())
	}
	if a.World(1) != b.World(1) || b.World(0) != 2 || string(b.Label(1)) != "1" || b.Place(1) != "two:3" || b.Rows != 2 {
		t.Errorf("worlds %d and %d, label %s, from %s", b.World(0), b.World(1), b.Label(1), b.Place(1))
	}
	q, _ := a.Shapes.Shape(livetest.IDs(a.Shapes)[1])
	if s, _ := b.Shapes.Shape(livetest.IDs(b.Shapes)[1]); s.Attrs.Body != q.Attrs.Body || s.Attrs.Body == 0 {
		t.Errorf("bodies %d and %d", q.Attrs.Body, s.Attrs.Body)
	}
	if !a.Moving || b.Moving || livetest.Data(a.Moves.VX)[0] != 1.5 {
		t.Errorf("%+v and %+v", a, b)
	}
}
