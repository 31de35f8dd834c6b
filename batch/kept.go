// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/simd/pair"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

// keptStrip is where a strip lies in a worker's list.
type keptStrip struct {
	list       int // whose
	row, rows  int
	pair       int
	kind, last int    // kinds of pairs, from and to
	most       uint32 // as in worker
	lo, hi     uint32 // least and greatest slot
	blocks     uint64 // which blocks of slots it has some of, from that of lo on; 0 if they span more
	dirty      bool   // it has rows of shapes that left
}

// keptKind is n pairs of one kind, from the strip's pair at on.
type keptKind struct {
	a, b  simd.Class
	at, n uint32
}

// keptList holds the strips that one worker swept: their rows, as in worker, and their
// candidates, those of a kind together.
type keptList struct {
	slots    []uint32
	ids      []soa.ID
	class    []simd.Class
	off, num []uint32  // if there are polygons
	core     []float32 // how far they reach, radii left out; if there are polygons
	pairs    []simd.Pair
	axes     []pair.Axis // beside pairs, what separated them last; if there are polygons
	kinds    []keptKind
	room     int // pairs that are paid for
}

// What a list holds, in bytes.
const (
	keptPairBytes = 8
	keptRowBytes  = 4 + 8 + 1 + 8 + 4
)

func (l *keptList) reset() {
	l.slots, l.ids, l.class = l.slots[:0], l.ids[:0], l.class[:0]
	l.off, l.num, l.core = l.off[:0], l.num[:0], l.core[:0]
	l.pairs, l.axes, l.kinds = l.pairs[:0], l.axes[:0], l.kinds[:0]
	l.room = cap(l.pairs)
}

func (l *keptList) bytes() int64 {
	return 4*int64(cap(l.slots)+cap(l.off)+cap(l.num)+cap(l.core)+cap(l.axes)) + 8*int64(cap(l.ids)) + int64(cap(l.class)) +
		keptPairBytes*int64(cap(l.pairs)) + 12*int64(cap(l.kinds))
}

// makeKept sweeps one strip of fattened AABBs, keeps its candidates, and decides them.
func (w *worker) makeKept(j *job, k int) error {
	sk := j.skin
	l := &sk.lists[w.number]
	j.frame.Load(k, &w.loaded)
	slots := w.loaded.Slots
	s := &sk.strips[k]
	*s = keptStrip{list: w.number, row: len(l.slots), rows: len(slots), pair: len(l.pairs), kind: len(l.kinds), last: len(l.kinds)}
	if len(slots) == 0 {
		return nil
	}
	l.slots = append(l.slots, slots...)
	l.ids = append(l.ids, idsOf(w.loaded.Keys)...)
	s.span(slots)
	class, one := j.oneClass()
	if one {
		l.class = slices.Grow(l.class, len(slots))[:len(l.slots)]
		all := l.class[s.row:]
		for i := range all {
			all[i] = class
		}
	} else {
		for _, i := range slots {
			l.class = append(l.class, j.cols.Class[i])
		}
	}
	if j.cols.Count[simd.Polygon] > 0 {
		for _, i := range slots {
			n := j.cols.Num[i]
			l.off, l.num = append(l.off, j.cols.Off[i]), append(l.num, n)
			l.core = append(l.core, j.cols.Reach[i])
			s.most = max(s.most, n)
		}
	}
	for more := true; more; {
		var pairs []simd.Pair
		pairs, more = w.loaded.Next()
		if err := j.allowKept(l, len(pairs)); err != nil {
			return err
		}
		l.pairs = append(l.pairs, pairs...)
		if ended, err := j.ended(); ended {
			return err
		}
	}
	if !one {
		w.arrange(l, s)
	} else if n := len(l.pairs) - s.pair; n > 0 {
		l.kinds = append(l.kinds, keptKind{class, class, 0, uint32(n)})
		s.last++
	}
	if s.hinted(j.cfg) {
		if err := l.reserveAxes(j); err != nil {
			return err
		}
		l.axes = l.axes[:len(l.pairs)]
		clear(l.axes[s.pair:])
	}
	return w.walk(j, k)
}

// span notes which slots a strip has: from which to which, and of which blocks. Storage is near to
// the order of strips, so that mostly they are few, and next to each other.
func (s *keptStrip) span(slots []uint32) {
	lo, hi := slots[0], slots[0]
	for _, i := range slots {
		lo, hi = min(lo, i), max(hi, i)
	}
	s.lo, s.hi, s.blocks = lo, hi, 0
	first := lo / pose.PoseBlock
	if hi/pose.PoseBlock-first >= 64 {
		return
	}
	blocks := uint64(0)
	for _, i := range slots {
		blocks |= 1 << ((i/pose.PoseBlock - first) & 63)
	}
	s.blocks = blocks
}

// oneClass returns the class of all shapes, if they are of one.
func (j *job) oneClass() (simd.Class, bool) {
	for c, n := range j.cols.Count {
		if n == len(j.cols.Class) {
			return simd.Class(c), true
		}
	}
	return 0, false
}

// besideLanes is how many lanes the largest polygon of a strip has at least for axes to be
// kept beside pairs: there they need no look-up, so that they pay earlier than those of
// axisCache (PERF.md).
const besideLanes = 16

// hinted reports whether axes are kept beside the pairs of a strip.
func (s *keptStrip) hinted(cfg *config) bool {
	return s.most >= besideLanes && cfg.hints && !cfg.excludes()
}

// reserveAxes makes room for an axis beside every pair there is, and those to come.
func (l *keptList) reserveAxes(j *job) error {
	if n := len(l.pairs); n > cap(l.axes) {
		if err := j.take(4 * (grown(n) - int64(cap(l.axes)))); err != nil {
			return err
		}
		l.axes = append(make([]pair.Axis, 0, grown(n)), l.axes...)
	}
	return nil
}

// allowKept lets a list grow by n pairs.
func (j *job) allowKept(l *keptList, n int) error {
	if err := j.allow(n); err != nil {
		return err
	}
	if need := len(l.pairs) + n; need > l.room {
		if err := j.take(keptPairBytes * (grown(need) - int64(l.room))); err != nil {
			return err
		}
		l.pairs = append(make([]simd.Pair, 0, grown(need)), l.pairs...)
		l.room = cap(l.pairs)
	}
	return nil
}

// arrange puts a strip's pairs of a kind together, in the order in which they were found.
func (w *worker) arrange(l *keptList, s *keptStrip) {
	class, pairs := l.class[s.row:], l.pairs[s.pair:]
	var start [bins + 1]uint32
	for _, p := range pairs {
		start[bin(class[p.A], class[p.B])+1]++
	}
	kinds := 0
	for i := range bins {
		if n := start[i+1]; n > 0 {
			l.kinds = append(l.kinds, keptKind{simd.Class(i / int(simd.NumClasses)), simd.Class(i % int(simd.NumClasses)), start[i], n})
			kinds++
		}
		start[i+1] += start[i]
	}
	s.last = s.kind + kinds
	if kinds < 2 {
		return
	}
	w.spare = append(w.spare[:0], pairs...)
	for _, p := range w.spare {
		b := bin(class[p.A], class[p.B])
		pairs[start[b]] = p
		start[b]++
	}
}

// walk decides the candidates that are kept of a strip.
func (w *worker) walk(j *job, k int) error {
	sk := j.skin
	s := &sk.strips[k]
	l := &sk.lists[s.list]
	if sk.leaving(s) {
		l.drop(s, sk)
	}
	if s.kind == s.last {
		return nil
	}
	defer w.restore(w.class, w.off, w.num)
	w.beside = nil
	row, end := s.row, s.row+s.rows
	w.slots, w.ids, w.class = l.slots[row:end], l.ids[row:end], l.class[row:end]
	w.rec = scratch.Resize(w.rec, s.rows)
	j.cols.GatherPoses(j.cfg.table, w.rec, w.slots)
	w.off, w.num, w.most = nil, nil, s.most
	if s.most > 0 {
		w.off, w.num = l.off[row:end], l.num[row:end]
		w.reaches(j, l.core[row:end])
	}
	w.block = pair.Block{Rec: w.rec, Class: w.class, Off: w.off, Num: w.num, Lanes: j.cols.Lanes}
	if j.cfg.excludes() {
		w.loadBits(j, w.slots)
	}
	for _, kind := range l.kinds[s.kind:s.last] {
		pairs := l.pairs[s.pair+int(kind.at):][:kind.n]
		if s.hinted(j.cfg) && kind.a != simd.Circle && kind.b == simd.Polygon {
			w.beside = l.axes[s.pair+int(kind.at):][:kind.n]
		}
		for len(pairs) > 0 {
			n := min(len(pairs), flush)
			if err := w.decideKept(j, kind.a, kind.b, pairs[:n]); err != nil {
				return err
			}
			pairs = pairs[n:]
		}
		w.beside = nil
	}
	return nil
}

func (w *worker) restore(class []simd.Class, off, num []uint32) {
	w.class, w.off, w.num = class, off, num
}

// decideKept decides candidates of a kind, a flush of them at most.
func (w *worker) decideKept(j *job, a, b simd.Class, pairs []simd.Pair) error {
	if j.cfg.excludes() { // not in place: the list keeps them
		w.spare = append(w.spare[:0], pairs...)
		pairs = w.exclude(w.spare)
	}
	w.counts.candidates += len(pairs)
	if w.beside == nil && b == simd.Polygon {
		pairs = w.near(j, pairs)
	}
	n := len(pairs)
	if !j.roomFor(w, n) {
		hits := float64(w.out.Len()) / float64(max(w.counts.candidates, 1))
		return j.short(w, n, hits*float64(j.skin.kept))
	}
	w.portions(j, a, b, pairs)
	_, err := j.ended()
	return err
}

// mark notes which strips have rows of a slot that left: by its fattened AABB, if it still has
// the one that the list was made from.
func (sk *skin) mark(r *run, i uint32) {
	if int(i) >= len(sk.fat.x) || sk.fat.absent(int(i)) || sk.gone.has(i) {
		return // it is vague, or has no rows
	}
	boxes, world := sk.fat.boxes(), uint32(0)
	if r.filters.World != nil {
		world = r.filters.World[i]
	}
	sk.where = r.frame.AppendStrips(sk.where[:0], &boxes, int(i), world)
	for _, k := range sk.where {
		sk.strips[k].dirty = true
	}
}

// drop takes the pairs of shapes that are no more in the list out of a strip. Their rows
// remain, of another shape, in no pair.
func (l *keptList) drop(s *keptStrip, sk *skin) {
	s.dirty = false
	slots := l.slots[s.row : s.row+s.rows]
	found := false
	for r, i := range slots {
		if sk.gone.has(i) {
			slots[r], l.ids[s.row+r] = 0, 0
			found = true
		}
	}
	if !found {
		return
	}
	ids := l.ids[s.row : s.row+s.rows]
	for k := s.kind; k < s.last; k++ {
		kind := &l.kinds[k]
		at := s.pair + int(kind.at)
		pairs, axes := l.pairs[at:][:kind.n], []pair.Axis(nil)
		if at < len(l.axes) {
			axes = l.axes[at:][:kind.n]
		}
		n := 0
		for k, p := range pairs {
			if axes != nil {
				axes[n] = axes[k]
			}
			pairs[n] = p
			n += one(ids[p.A] != 0) & one(ids[p.B] != 0) // most stay, but nothing says which
		}
		kind.n = uint32(n)
	}
}
