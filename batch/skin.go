// SPDX-License-Identifier: MIT

package batch

import (
	"slices"
	"unsafe"

	"daylight/internal/scratch"
	"daylight/internal/simd/pose"
	"daylight/internal/store"
	"daylight/internal/team"
)

// skin is what an engine keeps of its candidates from one step to the next: a Verlet list
// (L. Verlet, "Computer experiments on classical fluids", 1967) of the pairs whose fattened
// AABBs overlap. While every shape stays inside of its own, all pairs that touch are in
// the list. Shapes that leave come back into it alone; see comers.
//
// Which pairs are in the list, and in which order, is decided by the shapes alone: by what
// they did since the engine first saw them, neither by kernels nor by the number of workers.
type skin struct {
	comers
	fat   fat
	state skinState
	life  int // steps that a list serves, its first included; 0 while there is to be none
	age   int // steps since the fattened AABBs were made, or shapes first looked at
	seen  uint64
	moved []uint32 // scratch: slots that changed

	strips []keptStrip
	lists  []keptList
	where  []uint32 // scratch: strips

	does  skinAct
	fused fused
	kept  int     // pairs
	ahead float32 // how far AABBs are fattened, in parts of the time since poses were noted

	auto       bool // whether there is a list, and how long it serves, is for watch to say
	watch      watch
	longest    int // life as it was at first
	early      int // lists that were made anew long before their time, since one was not
	wait, back int // steps of this rest that are left, and how long it was at first; see drop

	inverse []uint32 // by slot when the list was made, the slot now
	turned  bool     // inverse is to be looked at
	spare64 []float64
	spare32 []float32
}

type skinState uint8

const (
	blank  skinState = iota // nothing is known
	looked                  // poses are noted
	listed                  // there is a list
)

// skinAct is what a step does.
type skinAct uint8

const (
	sweepAll skinAct = iota // look for all pairs, as without a list
	makeList
	useList
)

// maxSkin is the greatest number of steps that Skin accepts.
const maxSkin = 1 << 10

// count is how many candidates are kept.
func (sk *skin) count() int {
	n := len(sk.comers.pairs)
	for k := range sk.lists {
		l := &sk.lists[k]
		n += len(l.pairs)
	}
	return n
}

// bytes is what is held.
func (sk *skin) bytes() int64 {
	n := sk.comers.bytes() + sk.fat.bytes() + sk.watch.bytes() + int64(cap(sk.fused.done)) + int64(cap(sk.strips))*int64(unsafe.Sizeof(keptStrip{})) +
		4*int64(cap(sk.moved)+cap(sk.where)+cap(sk.inverse)+cap(sk.spare32)) + 8*int64(cap(sk.spare64))
	for k := range sk.lists {
		l := &sk.lists[k]
		n += l.bytes()
	}
	return n
}

// rowBytes is what rows take of that.
func (sk *skin) rowBytes() (n int64) {
	for k := range sk.lists {
		l := &sk.lists[k]
		n += keptRowBytes * int64(cap(l.ids))
	}
	return n
}

// forget makes the next step one that knows nothing of those before.
func (sk *skin) forget() { sk.state, sk.does = blank, sweepAll }

// drop gives back what is held, and has steps do without a list for a while: the longer the
// oftener that happens with no list between that served its time.
func (sk *skin) drop(r *run) {
	r.memory.Release(sk.bytes())
	back := min(2*sk.back+16, maxBack)
	*sk = skin{life: sk.life, auto: sk.auto, back: back}
	if sk.auto { // the watch waits, and then looks whether one pays
		sk.life, sk.watch.wait = 0, back
	} else {
		sk.wait = back
	}
}

// shrink gives back what is held; the next step begins anew.
func (sk *skin) shrink() {
	*sk = skin{life: sk.life, auto: sk.auto, wait: sk.wait, back: sk.back, watch: watch{wait: sk.watch.wait}}
	if sk.auto {
		sk.life = 0
	}
}

// maxBack is how many steps such a rest has at most. With SkinAuto the sample that is then taken
// adds the steps for which it is watched.
const maxBack = 512

// begin takes account of what happened to slots since the last step, and reports whether this
// one is to have to do with a list.
func (sk *skin) begin(r *run) bool {
	if sk.life == 0 { // it watches
		return true
	}
	if sk.wait > 0 {
		sk.wait--
		return false
	}
	src := r.src
	if r.memory.Reserve(max(0, fatBytes*grown(src.len())-sk.fat.bytes())) != nil {
		sk.drop(r)
		return false
	}
	n := src.len()
	var ok bool
	sk.moved, sk.seen, ok = store.Of(src.first).Changed(sk.moved[:0], sk.seen)
	if !ok || n == 0 {
		sk.state = blank
	}
	sk.comers.left, sk.comers.vague = sk.comers.left[:0], sk.comers.vague[:0]
	if sk.state == blank {
		sk.fat.resize(0)
		sk.fat.resize(n)
		return true
	}
	sk.fat.resize(n)
	sk.age++
	if words := (n + 63) / 64; words > len(sk.gone) {
		from := len(sk.gone)
		sk.gone = scratch.Resize(sk.gone, words)
		clear(sk.gone[from:])
	}
	sk.comers.changed(&sk.fat, sk.moved, n)
	return true
}

// checks reports whether this step needs to know who left.
func (sk *skin) checks() bool { return sk.state == listed && sk.age < sk.life }

// defers reports whether this step refreshes shapes as it comes to them. With more workers two
// could want the same block; and how much there is to do, which OnProgress tells, is not known
// before it is known who left.
func (sk *skin) defers(r *run) bool {
	sk.fused.on = sk.checks() && len(r.workers) == 1 && r.cfg.progress == nil && r.src.len() >= fusedFrom
	return sk.fused.on
}

// choose decides what a step does, once shapes are refreshed and workers know who left.
func (sk *skin) choose(r *run) {
	sk.real = 0
	switch {
	case sk.state == blank:
		sk.does = sweepAll
		return
	case !sk.checks():
		sk.does = makeList
		if sk.state == listed { // one has served its time
			sk.early, sk.back = 0, 0
			if sk.life < sk.longest {
				sk.life++
			}
		}
		return
	}
	first := len(sk.left)
	for k := range r.chunks {
		sk.left = append(sk.left, r.workers[k].leavers...)
	}
	sk.sift(&sk.fat, &r.cols, first)
	sk.judge(r)
}

// judge decides whether the list is used, once it is known who left, or made anew.
func (sk *skin) judge(r *run) {
	sk.does = useList
	if sk.tooMany(len(r.cols.X)) {
		sk.does = makeList
		if sk.age < watchShort { // it has not paid
			sk.early++
		} else {
			sk.early, sk.back = 0, 0
			if sk.auto { // look ahead for as long as that one served
				sk.life = min(sk.life, sk.age)
			}
		}
	}
	if sk.auto && sk.early > 1 {
		sk.drop(r)
	}
}

// useFused refreshes all shapes and finds contacts by means of the list, unless too many turn out
// to have left it: then used is false, and it is for the caller to find them.
func (sk *skin) useFused(r *run, out *Contacts, stats *Stats) (used bool, err error) {
	f := &sk.fused
	n := len(r.cols.X)
	*f = fused{on: true, r: r, done: scratch.Resize(f.done, (n+pose.PoseBlock-1)/pose.PoseBlock)}
	clear(f.done)
	f.left = len(f.done)
	sk.real = 0
	for _, i := range sk.left { // they changed
		sk.gone.put(i)
	}
	sk.kept = sk.count()
	sk.stretch(r)
	err = r.sweep(out, (*worker).useFresh)
	// Whatever happened, no shape is left as it was.
	if rest := r.each((*run).refreshRest); err == nil {
		err = rest
	}
	stats.rotated += f.did.Rotated
	stats.Quarantined += f.did.Quarantined
	r.lap(&stats.Times.strips)
	stats.Times.strips -= f.took
	stats.Times.refresh += f.took
	f.r = nil
	if err != nil {
		return false, err
	}
	slices.Sort(sk.left)
	sk.left = slices.Compact(sk.left)
	if sk.judge(r); sk.does != useList {
		r.again()
		return false, nil
	}
	stats.SkinAge, stats.escaped = sk.age+1, sk.real
	if err := sk.comeAgain(r); err != nil {
		return false, err
	}
	r.taken.Store(int64(len(r.strips)))
	sk.stretchComers(r)
	r.search = (*worker).useKept
	err = r.each((*run).sweepStrips)
	stats.listed = sk.kept
	r.lap(&stats.Times.strips)
	return err == nil, err
}

// find finds the contacts of a step by means of a list, or looks at what shapes do.
func (sk *skin) find(r *run, out *Contacts, stats *Stats) error {
	if sk.life == 0 {
		err := r.findAll(out, stats)
		if err == nil {
			sk.life = sk.watch.look(r.cfg.table, store.Of(r.src.first), &r.cols, r.rows/max(r.frame.Strips(), 1))
			sk.longest = sk.life
		}
		return err
	}
	if sk.fused.on {
		if used, err := sk.useFused(r, out, stats); used || err != nil {
			if err != nil {
				sk.forget()
			}
			return err
		}
	} else {
		sk.choose(r)
	}
	if sk.does != sweepAll {
		err := sk.findKept(r, out, stats)
		if err != nil {
			sk.forget()
		}
		return err
	}
	if err := r.findAll(out, stats); err != nil {
		sk.forget()
		return err
	}
	if sk.life == 0 { // it gave up
		return nil
	}
	n := len(r.cols.X)
	sk.fat.look(&r.cols, 0, n)
	sk.state, sk.age = looked, 0
	sk.comers.reset(n)
	return nil
}

// findKept finds contacts by means of the list.
func (sk *skin) findKept(r *run, out *Contacts, stats *Stats) error {
	stats.escaped = sk.real
	if sk.does == makeList {
		return sk.makeList(r, out, stats)
	}
	stats.SkinAge = sk.age + 1
	for _, i := range sk.left {
		sk.mark(r, i)
	}
	if err := sk.comeAgain(r); err != nil {
		return err
	}
	sk.stretch(r)
	sk.stretchComers(r)
	err := r.sweep(out, (*worker).useKept)
	stats.listed = sk.kept
	r.lap(&stats.Times.strips)
	return err
}

// comeAgain takes those that left out of all pairs and finds new ones for those of them that are
// still there.
func (sk *skin) comeAgain(r *run) error {
	sk.leave()
	grow := float64(r.cfg.grow())
	for k := range sk.left {
		if err := sk.come(sk, &r.job, grow, k); err != nil {
			return err
		}
		if ended, err := r.ended(); ended {
			return err
		}
	}
	sk.kept = sk.count()
	r.found.Store(int64(sk.kept - len(sk.comers.pairs)))
	return nil
}

// makeList fattens all AABBs, makes a new list and finds contacts on the way.
func (sk *skin) makeList(r *run, out *Contacts, stats *Stats) error {
	n := len(r.cols.X)
	for k, i := range sk.slots {
		if int(i) < n && sk.since[k] > 0 && int(sk.since[k]) < sk.age {
			// As if it had come from farther back.
			more := float64(sk.age) / float64(sk.age-int(sk.since[k]))
			sk.fat.x[i] = r.cols.X[i] - float64((r.cols.X[i]-sk.fat.x[i])*more)
			sk.fat.y[i] = r.cols.Y[i] - float64((r.cols.Y[i]-sk.fat.y[i])*more)
		}
	}
	sk.ahead = float32(sk.life-1) / float32(sk.age)
	if err := r.each((*run).fattenChunk); err != nil {
		return err
	}
	for len(sk.lists) < len(r.workers) {
		sk.lists = append(sk.lists, keptList{})
	}
	for k := range sk.lists {
		l := &sk.lists[k]
		l.reset()
	}
	sk.comers.reset(n)
	boxes := sk.fat.boxes()
	if err := r.sort(&boxes); err != nil {
		return err
	}
	r.lap(&stats.Times.sort)
	sk.turned = false
	sk.strips = scratch.Resize(sk.strips, r.frame.Strips())
	r.stretch()
	if err := r.take(max(0, keptRowBytes*grown(r.rows)-sk.rowBytes())); err != nil {
		return err
	}
	if err := r.sweep(out, (*worker).makeKept); err != nil {
		return err
	}
	r.lap(&stats.Times.strips)
	sk.state, sk.age = listed, 0
	stats.SkinAge, stats.listed = 1, sk.count()
	return nil
}

// refresh refreshes a chunk, and notes who left if that matters.
func (sk *skin) refresh(r *run, c *chunk, w *worker) {
	w.leavers = w.leavers[:0]
	if !sk.checks() {
		c.refresh = r.bring(c.lo, c.hi)
		return
	}
	cols := store.Of(r.src.first).Columns()
	for lo := c.lo; lo < c.hi; lo += pose.PoseBlock {
		hi := min(lo+pose.PoseBlock, c.hi)
		did := r.bring(lo, hi)
		c.refresh.Rotated += did.Rotated
		c.refresh.Quarantined += did.Quarantined
		w.leavers = sk.fat.leavers(w.leavers, r.cfg.table, &cols, lo, hi, did.Quarantined > 0)
	}
}

func (r *run) fattenChunk(k int) error {
	n := len(r.cols.X)
	r.skin.fat.fatten(r.cfg.table, &r.cols, r.skin.ahead, team.Cut(n, k, len(r.workers)), team.Cut(n, k+1, len(r.workers)))
	return r.ctx.Err()
}

// stretch cuts the strips of the list into stretches.
func (sk *skin) stretch(r *run) {
	r.strips, r.rows = r.strips[:0], 0
	n := len(sk.strips)
	for lo := 0; lo < n; {
		hi, rows := lo, 0
		for hi < n && rows < stretchRows {
			rows += sk.strips[hi].rows
			hi++
		}
		r.rows += rows
		r.strips = append(r.strips, stretch{lo, hi})
		lo = hi
	}
}

// stretchComers puts stretches of the comers' pairs behind those of the strips.
func (sk *skin) stretchComers(r *run) {
	n := len(sk.strips)
	for k := 0; k*comersAtOnce < len(sk.comers.pairs); k++ {
		r.strips = append(r.strips, stretch{n + k, n + k + 1})
	}
}

// useKept decides the candidates of a strip of the list, or some of the comers'.
func (w *worker) useKept(j *job, k int) error {
	if n := len(j.skin.strips); k >= n {
		return w.comers(j, k-n)
	}
	return w.walk(j, k)
}

// permute follows a new order of slots: slot k then holds what was in slot perm[k].
func (sk *skin) permute(src source, perm []uint32) {
	moved, seen, _ := store.Of(src.first).Changed(sk.moved[:0], sk.seen)
	sk.moved, sk.seen = moved, seen
	if sk.state == blank {
		return
	}
	f := &sk.fat
	for _, c := range [...]*[]float64{&f.x, &f.y} {
		*c, sk.spare64 = permuted(sk.spare64, *c, perm), *c
	}
	for _, c := range [...]*[]float32{&f.c, &f.s, &f.minX, &f.minY, &f.maxX, &f.maxY} {
		*c, sk.spare32 = permuted(sk.spare32, *c, perm), *c
	}
	if sk.state != listed {
		return
	}
	sk.inverse = scratch.Resize(sk.inverse, len(perm))
	sk.turned = true
	for k, i := range perm {
		sk.inverse[i] = uint32(k)
	}
	c := store.Of(src.first).Columns()
	for k := range sk.lists {
		l := &sk.lists[k]
		for k, i := range l.slots {
			l.slots[k] = sk.inverse[i]
			if len(l.off) > 0 {
				l.off[k] = c.Off[sk.inverse[i]]
			}
		}
	}
	for k := range sk.strips {
		s := &sk.strips[k]
		if s.rows == 0 {
			continue
		}
		s.span(sk.lists[s.list].slots[s.row:][:s.rows])
	}
}
