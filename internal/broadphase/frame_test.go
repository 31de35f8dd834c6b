// SPDX-License-Identifier: MIT

package broadphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/strip"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// check walks a frame that has been scattered and returns the first rule it breaks.
func (s *Frame) check() error {
	p := &s.plan
	strips := make([]map[uint32]bool, s.Strips()) // entries expected, visitor bit included
	for k := range strips {
		strips[k] = map[uint32]bool{}
	}
	total := 0
	for i, q := range s.codes {
		skip := s.filters.Skip != nil && s.filters.Skip[i]
		if out := skip || !strip.Usable(s.input.X[i], s.input.Y[i], s.input.MinX[i], s.input.MinY[i], s.input.MaxX[i], s.input.MaxY[i]); out != (q.Y0 < 0) {
			return fmt.Errorf("box %d: left out is %v", i, !out)
		} else if out {
			continue
		}
		if q.X0 < 0 || q.X0 >= q.X1 || q.X1 > topCode+2 || q.Y0 < 0 || q.Y0 >= q.Y1 || q.Y1 > topCode+2 {
			return fmt.Errorf("box %d: codes %v", i, q)
		}
		first := uint32(0)
		if s.filters.World != nil {
			first = p.first(s.filters.World[i])
		}
		mark := uint32(i)
		for k := q.Y0 >> p.shift; k <= q.Y1>>p.shift && k-q.Y0>>p.shift <= int32(p.mask); k++ {
			strips[s.stripOf((first+uint32(k))&p.mask)][mark] = true
			mark = uint32(i) | visitor
			total++
		}
	}
	n := uint64(p.present)
	if total != s.dealt || uint64(total) > 2*n+uint64(p.mask)+1 {
		return fmt.Errorf("%d entries for %d boxes and %d strips, want %d", s.dealt, n, s.Strips(), total)
	}
	var w Strip
	for k, want := range strips {
		entries := s.entriesOf(nil, k)
		if len(entries) != len(want) || s.Rows(k) != len(want) {
			return fmt.Errorf("strip %d: %d entries, want %d", k, len(entries), len(want))
		}
		last := -1
		for _, e := range entries {
			slot := int(e &^ visitor)
			if begins := p.beside && last >= 0 && s.filters.World[slot] != s.filters.World[last]; !want[e] || slot <= last && !begins {
				return fmt.Errorf("strip %d: entry %x after %x", k, e, last)
			}
			last = slot
		}
		s.Load(k, &w)
		if err := w.check(s, entries); err != nil {
			return fmt.Errorf("strip %d: %w", k, err)
		}
	}
	return nil
}

// check looks at a strip that has just been loaded.
func (w *Strip) check(s *Frame, entries []uint32) error {
	st := &w.rows
	n := len(entries)
	if len(w.Slots) != n || len(w.tags) != n || len(st.X0) != n || len(st.Apart) != n || len(st.End) != n {
		return fmt.Errorf("%d rows, want %d", len(w.Slots), n)
	}
	rows, all := slices.Clone(w.tags), slices.Clone(entries)
	for _, s := range [...][]uint32{rows, all} {
		slices.SortFunc(s, func(a, b uint32) int { return int(a&^visitor) - int(b&^visitor) })
	}
	if !slices.Equal(rows, all) {
		return fmt.Errorf("rows are not the entries")
	}
	for r := range n {
		slot := w.Slots[r]
		if w.tags[r]&^visitor != slot || (strip.Codes{X0: st.X0[r], X1: st.X1[r], Y0: st.Y0[r], Y1: st.Y1[r]}) != s.codes[slot] {
			return fmt.Errorf("row %d is not box %d", r, slot)
		}
		if int(st.End[r]) <= r || int(st.End[r]) > n {
			return fmt.Errorf("row %d ends at %d of %d", r, st.End[r], n)
		}
		for j := int(st.End[r]); j < n; j++ {
			if s.plan.beside && s.filters.World[w.Slots[j]] != s.filters.World[slot] {
				continue
			}
			reaches := st.X0[j] <= st.X1[r]
			if w.byY {
				reaches = st.Y0[j] <= st.Y1[r]
			}
			if reaches {
				return fmt.Errorf("row %d reaches row %d beyond its end %d", r, j, st.End[r])
			}
		}
	}
	return nil
}

// model is a scene that lives: boxes move, jump, come, go and turn bad.
type model struct {
	r *rand.Rand
	b Boxes
	f Filters

	calm bool // nothing runs away
}

func (m *model) add() {
	b, f, r := &m.b, &m.f, m.r
	b.X, b.Y = append(b.X, r.Float64()*8), append(b.Y, r.Float64()*100)
	for _, c := range []struct{ lo, hi *[]float32 }{{&b.MinX, &b.MaxX}, {&b.MinY, &b.MaxY}} {
		h := float32(math.Exp2(r.Float64()*4 - 4))
		if r.IntN(200) == 0 {
			h *= 1000
		}
		*c.lo, *c.hi = append(*c.lo, -h), append(*c.hi, h)
	}
	f.World, f.Skip, f.Key = append(f.World, uint32(r.IntN(2))*977), append(f.Skip, false), append(f.Key, r.Uint64())
}

// remove moves the last box into the hole, as a store of shapes does.
func (m *model) remove(i int) {
	b, f := &m.b, &m.f
	for _, c := range []*[]float64{&b.X, &b.Y} {
		*c = cut(*c, i)
	}
	for _, c := range []*[]float32{&b.MinX, &b.MinY, &b.MaxX, &b.MaxY} {
		*c = cut(*c, i)
	}
	f.World, f.Skip, f.Key = cut(f.World, i), cut(f.Skip, i), cut(f.Key, i)
}

func cut[T any](s []T, i int) []T {
	last := len(s) - 1
	s[i] = s[last]
	return s[:last]
}

func (m *model) frame() {
	r, b := m.r, &m.b
	for k := r.IntN(20); k > 0; k-- {
		m.add()
	}
	for k := r.IntN(19); k > 0 && len(b.X) > 0; k-- {
		m.remove(r.IntN(len(b.X)))
	}
	for i := range b.X {
		if math.IsNaN(b.X[i]) {
			b.X[i] = 1
		}
		b.X[i] += r.NormFloat64() * 0.1
		b.Y[i] += r.NormFloat64() * 0.1
		switch r.IntN(200) {
		case 0: // teleports
			b.X[i], b.Y[i] = r.Float64()*8, r.Float64()*100
		case 1:
			if m.calm {
				break
			}
			if r.IntN(2) == 0 {
				b.X[i] = math.Exp2(r.Float64()*100) * 10
			} else {
				b.Y[i] = -math.Exp2(r.Float64()*100) * 10
			}
		case 3:
			b.X[i] = math.NaN()
		case 4:
			m.f.Skip[i] = !m.f.Skip[i]
		case 5:
			b.X[i], b.Y[i] = 4, 50
		}
	}
}

func TestFrames(t *testing.T) {
	m := &model{r: rand.New(rand.NewPCG(testenv.Seed(t, 1), 0))}
	for range 300 {
		m.add()
	}
	var s Frame
	folded, careful, swapped := 0, 0, 0
	const frames = 300
	for frame := range frames {
		m.calm = frame < 100
		m.frame()
		f := &m.f
		if frame%3 == 1 {
			f = nil
		}
		grow := float32(frame%2) * 0.25
		b := m.b
		if frame%5 == 4 { // lies down
			b = Boxes{X: b.Y, Y: b.X, MinX: b.MinY, MinY: b.MinX, MaxX: b.MaxY, MaxY: b.MaxX}
		}
		got := must.Get(s.AppendPairs(nil, &b, f, Settings{Grow: grow}))(t)
		if err := s.check(); err != nil {
			t.Fatalf("frame %d: %v", frame, err)
		}
		want, _ := BruteForce(nil, &b, f, grow)
		fresh, _ := new(Frame).AppendPairs(nil, &b, f, Settings{Grow: grow})
		if !slices.Equal(got, fresh) {
			t.Fatalf("frame %d depends on the frames before", frame)
		}
		if !slices.Equal(sortedPairs(got), sortedPairs(want)) {
			t.Fatalf("frame %d: %d pairs, brute force finds %d", frame, len(got), len(want))
		}
		if s.plan.folded {
			folded++
		}
		if s.plan.swapped {
			swapped++
		}
		if s.plan.careful {
			careful++
		}
	}
	if folded == 0 || careful == 0 || careful == frames || swapped == 0 {
		t.Errorf("of %d frames %d folded strips, %d were careful, %d swapped: the test is too tame", frames, folded, careful, swapped)
	}
}

func sortedPairs(p []kernels.Pair) []kernels.Pair {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b kernels.Pair) int {
		if a.A != b.A {
			return int(a.A) - int(b.A)
		}
		return int(a.B) - int(b.B)
	})
	return p
}

// slotsOf returns the pairs of a strip that has been loaded, by their slots.
func slotsOf(w *Strip) (all []kernels.Pair) {
	for more := true; more; {
		var found []kernels.Pair
		found, more = w.Next()
		for _, p := range found {
			all = append(all, kernels.Pair{A: w.Slots[p.A], B: w.Slots[p.B]})
		}
	}
	return all
}

// pairsOf returns the pairs of all strips of a frame.
func pairsOf(f *Frame, w *Strip) (all []kernels.Pair) {
	for k := range f.Strips() {
		f.Load(k, w)
		all = append(all, slotsOf(w)...)
	}
	return all
}

// asBruteForce finds the pairs of boxes with all kernels, in one part and in two, each time with a
// new frame and with one that is kept, which it hands to look. All find the pairs that brute force
// finds, in one order.
func asBruteForce(t *testing.T, b *Boxes, f *Filters, grow float32, kept *Frame, look func(s *Frame)) {
	t.Helper()
	var first []kernels.Pair
	known := false
	for _, table := range isa.All() {
		for parts := 1; parts <= 2; parts++ {
			if testenv.Race && (parts == 1 || table != isa.Best()) {
				continue
			}
			for _, s := range [...]*Frame{new(Frame), kept} {
				got := must.Get(s.AppendPairs(nil, b, f, Settings{Kernels: table, Grow: grow, Workers: parts}))(t)
				must.Do(t, s.check())
				if !known {
					first, known = got, true
				}
				if !slices.Equal(got, first) {
					t.Fatalf("kernels %s, %d parts: another order", table.Name, parts)
				}
			}
		}
	}
	look(kept)
	if want := must.Get(BruteForce(nil, b, f, grow))(t); !slices.Equal(sortedPairs(first), sortedPairs(want)) {
		t.Fatalf("%d boxes: %d pairs, brute force finds %d", len(b.X), len(first), len(want))
	}
}

// inParts runs a frame cut into parts, with an output of the given size. Each phase goes from the
// last part to the first.
func inParts(t *testing.T, b *Boxes, filters *Filters, parts, room int) []kernels.Pair {
	t.Helper()
	var s Frame
	must.Do(t, s.accept(b, filters, Settings{}))
	must.Do(t, s.build(parts, func(n int, do func(int)) error {
		for k := n - 1; k >= 0; k-- {
			do(k)
		}
		return nil
	}))
	w := Strip{pairs: make([]kernels.Pair, room)}
	all, rows := pairsOf(&s, &w), 0
	for k := range s.Strips() {
		rows += s.Rows(k)
	}
	if uint64(len(all)) != w.Work.Pairs || w.Work.Tests < w.Work.Pairs || w.Work.Loaded != uint64(rows) {
		t.Fatalf("%d pairs, %d rows, work %+v", len(all), rows, w.Work)
	}
	return all
}

func TestPartsAndRoomChangeNothing(t *testing.T) {
	m := &model{r: rand.New(rand.NewPCG(testenv.Seed(t, 1), 1))}
	for range 2000 {
		m.add()
	}
	want := inParts(t, &m.b, &m.f, 1, 4096)
	if len(want) == 0 {
		t.Fatal("no pairs")
	}
	for parts := 1; parts <= 8; parts++ {
		for _, room := range []int{4 * strip.Group, 100, 2048} {
			if got := inParts(t, &m.b, &m.f, parts, room); !slices.Equal(got, want) {
				t.Fatalf("%d parts, room for %d: other pairs or another order", parts, room)
			}
		}
	}
}

// TestWorlds has 10,000 worlds in one place, numbered densely, sparsely, and as badly
// for masks as can be.
func TestWorlds(t *testing.T) {
	testenv.Sequential(t)
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 2))
	const worlds, each = 10_000, 50
	for _, c := range []struct {
		name   string
		number func(w uint32) uint32
	}{
		{"dense", func(w uint32) uint32 { return w + 12345 }},
		{"high bits", func(w uint32) uint32 { return w << 16 }},
		{"random", kernels.Mix32},
		{"two clumps", func(w uint32) uint32 { return w/2 + (w&1)<<31 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b Boxes
			var f Filters
			for i := range worlds * each {
				b.X, b.Y = append(b.X, r.Float64()*11), append(b.Y, r.Float64()*11)
				h := 0.25 + 0.5*r.Float32()
				b.MinX, b.MinY = append(b.MinX, -h), append(b.MinY, -0.5)
				b.MaxX, b.MaxY = append(b.MaxX, h), append(b.MaxY, 0.5)
				f.World = append(f.World, c.number(uint32(i%worlds)))
			}
			var s Frame
			got := must.Get(s.AppendPairs(nil, &b, &f, Settings{}))(t)
			want := 0
			for w := range worlds {
				for i := w; i < len(s.codes); i += worlds {
					for j := i + worlds; j < len(s.codes); j += worlds {
						p, q := s.codes[i], s.codes[j]
						if p.X0 <= q.X1 && q.X0 <= p.X1 && p.Y0 <= q.Y1 && q.Y0 <= p.Y1 {
							want++
						}
					}
				}
			}
			seen := map[kernels.Pair]bool{}
			for _, p := range got {
				if p.A%worlds != p.B%worlds || p.A >= p.B || seen[p] {
					t.Fatalf("pair %v", p)
				}
				seen[p] = true
			}
			if len(got) != want {
				t.Errorf("%d pairs, want %d", len(got), want)
			}
			tests := float64(s.strip.Work.Tests) / float64(len(s.codes)+want)
			t.Logf("%d strips, %.2f tests per box and pair", s.Strips(), tests)
			if tests > 16 {
				t.Errorf("%.2f tests per box and pair", tests)
			}
		})
	}
}

// TestPlace loads strips of boxes with few different codes, so that sides meet the
// borders of cells all the time.
func TestPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 4))
	for k := range 2000 {
		n := 1 + r.IntN(40)
		var s Frame
		var w Strip
		var entries []uint32
		for i := range n {
			x := r.Int32N(1 + r.Int32N(60))
			s.codes = append(s.codes, strip.Codes{X0: x, X1: x + 1 + r.Int32N(12), Y0: 0, Y1: 1})
			entries = append(entries, uint32(i)|uint32(r.IntN(2))*visitor)
		}
		w.begin(isa.Best(), n, false)
		w.place(new(Filters), entries, s.codes, uint(k%4))
		must.Do(t, w.check(&s, entries))
		w.sort(entries, s.codes, 0)
		if err := w.check(&s, entries); err != nil {
			t.Fatalf("sorted: %v", err)
		}
	}
}

// TestRefer: a frame whose columns of filters lie elsewhere finds the same pairs; one that has
// other columns is not to be used.
func TestRefer(t *testing.T) {
	b := Boxes{
		X: []float64{0, 1, 2, 3}, Y: make([]float64, 4), MinX: []float32{-1, -1, -1, -1}, MinY: []float32{-1, -1, -1, -1},
		MaxX: []float32{1, 1, 1, 1}, MaxY: []float32{1, 1, 1, 1},
	}
	var f Frame
	filters := Filters{Group: []int32{-1, -1, 0, 0}, Key: []uint64{7, 5, 3, 1}}
	must.Do(t, f.Build(&b, &filters, Settings{}))
	want := pairsOf(&f, new(Strip))
	moved := Filters{Group: append(slices.Clone(filters.Group), 9), Key: append(slices.Clone(filters.Key), 9)}
	clear(filters.Group)
	clear(filters.Key)
	if !f.Refer(&moved) {
		t.Fatal("the same columns elsewhere are refused")
	}
	if got := pairsOf(&f, new(Strip)); !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("pairs %v, want %v", got, want)
	}
	for name, other := range map[string]Filters{
		"one more": {Group: moved.Group, Key: moved.Key, World: make([]uint32, 4)},
		"one less": {Key: moved.Key},
		"shorter":  {Group: moved.Group[:3], Key: moved.Key},
	} {
		if f.Refer(&other) {
			t.Errorf("columns are taken for the same: %s", name)
		}
	}
}

// TestRenumber: a frame whose boxes get other indices has the same rows as before, by their new
// indices, and finds the same pairs.
func TestRenumber(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const n = 3000
	b := columns(n)
	keys := make([]uint64, n)
	for i := range n {
		b.X[i], b.Y[i] = 60*r.Float64(), 60*r.Float64()
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -r.Float32(), -r.Float32(), r.Float32(), r.Float32()
		keys[i] = uint64(i) << 32
	}
	f := Filters{Key: keys, UpperHalves: true}
	var frame Frame
	must.Do(t, frame.Build(b, &f, Settings{}))
	pairs := func() (all [][2]uint64) {
		var w Strip
		for k := range frame.Strips() {
			frame.Load(k, &w)
			for more := true; more; {
				var found []kernels.Pair
				found, more = w.Next()
				for _, p := range found {
					all = append(all, [2]uint64{w.Keys[p.A], w.Keys[p.B]})
				}
			}
		}
		return all
	}
	want := pairs()
	perm, inverse := make([]uint32, n), make([]uint32, n)
	for k, i := range r.Perm(n) {
		perm[k], inverse[i] = uint32(i), uint32(k)
	}
	c, g := Boxes{}, Filters{UpperHalves: true}
	for _, i := range perm {
		c.X, c.Y = append(c.X, b.X[i]), append(c.Y, b.Y[i])
		c.MinX, c.MinY = append(c.MinX, b.MinX[i]), append(c.MinY, b.MinY[i])
		c.MaxX, c.MaxY = append(c.MaxX, b.MaxX[i]), append(c.MaxY, b.MaxY[i])
		g.Key = append(g.Key, keys[i])
	}
	frame.Renumber(perm, inverse, &c, &g)
	if got := pairs(); !slices.Equal(got, want) || len(want) < n {
		t.Errorf("%d pairs, want %d in the same order", len(got), len(want))
	}
}
