// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/scratch"
)

// round says which images of a question are asked.
type round uint8

const (
	everyImage  round = iota
	middleImage       // the image nearest to the middle of the shapes
	otherImages       // all others that may be near enough
)

// unroll puts images in the place of the questions.
func (a *Asker) unroll(which round) error {
	m, q := &a.images, &a.questions
	lo, hi := a.ix.extent()
	m.of, m.shift = m.of[:0], m.shift[:0]
	for i := range m.len(q) {
		from, to := m.extent(q, i)
		if err := a.addImages(which, i, from, to, lo, hi); err != nil {
			return err
		}
	}
	if err := a.upTo(&m.charged, len(m.of), 2*probeBytes+questionBytes, 0); err != nil {
		return err
	}
	q.columns = m.asked
	if q.call.asks == shapesOfStore {
		q.probes.own.pick(&m.probes, m.of)
		for k, by := range m.shift {
			r := &q.probes.own.rec[k]
			r.X, r.Y = r.X+by[0], r.Y+by[1]
		}
	} else {
		m.move(q)
	}
	if m.attrs != nil {
		m.attrsOf = picked(m.attrsOf, m.attrs, m.of)
		q.options.AttrsOf = m.attrsOf
	}
	if m.skips != nil {
		m.skipOf = picked(m.skipOf, m.skips, m.of)
		q.options.SkipOf = m.skipOf
	}
	a.boxes = scratch.Resize(a.boxes, len(m.of))
	a.setFilters()
	for _, w := range a.workers {
		w.forget()
	}
	return a.check()
}

// extent returns a box around all shapes, in world coordinates.
func (ix *Index) extent() (lo, hi [2]float64) {
	b := &ix.root.box
	return [2]float64{ix.tree.x + float64(b.MinX), ix.tree.y + float64(b.MinY)}, [2]float64{ix.tree.x + float64(b.MaxX), ix.tree.y + float64(b.MaxY)}
}

// addImages adds images of question i, which lies between from and to. Shapes lie between lo and
// hi.
func (a *Asker) addImages(which round, i int, from, to, lo, hi [2]float64) (err error) {
	m, q := &a.images, &a.questions
	most := 1 // images
	add := func(x, y float64) {
		m.of = append(m.of, uint32(i))
		m.shift = append(m.shift, [2]float64{float64(x * m.period[0]), float64(y * m.period[1])})
	}
	if a.ix.Len() == 0 {
		if which != otherImages {
			add(0, 0)
		}
		return nil
	}
	var first, last, middle [2]float64
	for k, p := range m.period {
		if p == 0 {
			continue
		}
		near := q.grown
		if q.call.nearest { // the nearest image of a point is no farther than half a period
			near = float64(min(p/2, float64(q.limit))*(1+0x1p-16)) + tiny
		}
		near += float64((p + math.Abs(lo[k]) + math.Abs(hi[k]) + math.Abs(from[k]) + math.Abs(to[k])) * 0x1p-40)
		first[k], last[k] = math.Ceil((lo[k]-near-to[k])/p), math.Floor((hi[k]+near-from[k])/p)
		if last[k]-first[k] >= mostPeriods {
			return q.call.bad(i, "it and the shapes of the index lie across more than %d periods of %v", mostPeriods, p)
		}
		most *= max(1, int(last[k]-first[k])+1)
		middle[k] = math.RoundToEven((float64(0.5*(lo[k]+hi[k])) - float64(0.5*(from[k]+to[k]))) / p)
	}
	if m.of, err = grow(a.account, m.of, most); err == nil {
		m.shift, err = grow(a.account, m.shift, most)
	}
	if err != nil {
		return err
	}
	if which == middleImage {
		add(middle[0], middle[1])
		return nil
	}
	before := len(m.of)
	for y := first[1]; y <= last[1]; y++ {
		for x := first[0]; x <= last[0]; x++ {
			if which == everyImage || (x != middle[0] || y != middle[1]) && a.nearEnough(i, x, y, from, to, lo, hi) {
				add(x, y)
			}
		}
	}
	if len(m.of) == before && which == everyImage { // it finds nothing, which is an answer
		add(0, 0)
	}
	return nil
}

// nearEnough reports whether an image of question i may be as near to a shape as its k-th nearest.
func (a *Asker) nearEnough(i int, x, y float64, from, to, lo, hi [2]float64) bool {
	m := &a.images
	d := [2]float64{}
	for k, turns := range [2]float64{x, y} {
		by := float64(turns * m.period[k])
		d[k] = max(lo[k]-(to[k]+by), from[k]+by-hi[k], 0)
	}
	return float64(math.Sqrt(float64(d[0]*d[0])+float64(d[1]*d[1]))*(1-0x1p-16))-float64((math.Abs(lo[0])+math.Abs(hi[0])+math.Abs(lo[1])+math.Abs(hi[1]))*0x1p-20) <= float64(m.reach[i])
}

// answerOnTorus answers the current questions by their images, and combines the answers.
func (t *kind[T]) answerOnTorus(a *Asker, block blockFunc) (rows *Rows[T], err error) {
	m, which := &a.images, everyImage
	var before *Rows[T]
	if a.call.nearest {
		if err := a.unroll(middleImage); err != nil {
			return nil, err
		}
		if rows, err = t.answerPlain(a, block); err != nil {
			return nil, err
		}
		for i := range rows.Len() {
			t.shiftBack(rows.Row(i), m.shift[i])
		}
		before, which = t.before(a.kept), otherImages
		*rows, *before = *before, *rows
		m.reaches(a, before.Len(), func(i int) int { return before.Offsets[i+1] - before.Offsets[i] }, func(i int) float32 {
			return t.distance(&before.Answers[before.Offsets[i+1]-1])
		})
	}
	if err := a.unroll(which); err != nil {
		return nil, err
	}
	if rows, err = t.answerPlain(a, block); err != nil {
		return nil, err
	}
	return rows, t.combine(a, rows, before)
}

// reaches notes, for each question, how far an image may be from a shape that is among the k
// nearest: as far as the k-th answer, or the limit if fewer were found.
func (m *images) reaches(a *Asker, n int, found func(i int) int, last func(i int) float32) {
	m.reach = scratch.Resize(m.reach, n)
	for i := range m.reach {
		if m.reach[i] = a.limit; found(i) == a.k {
			m.reach[i] = max(last(i), 0)
		}
	}
}

// combine makes the rows of questions from the rows of their images, and from earlier rows if there
// are any.
func (t *kind[T]) combine(a *Asker, rows, before *Rows[T]) (err error) {
	m, n := &a.images, a.images.len(&a.questions)
	found := t.found(a.workers[0])
	total := len(rows.Answers)
	if before != nil {
		total += len(before.Answers)
	}
	out := (*found)[:0]
	if out, err = grow(a.account, out, total); err != nil {
		return err
	}
	m.offsets = scratch.Resize(m.offsets, n+1)
	j := 0
	for i := range n {
		begin, first := len(out), j
		m.offsets[i] = begin
		if before != nil {
			out = append(out, before.Row(i)...)
		}
		for ; j < len(m.of) && int(m.of[j]) == i; j++ {
			at := len(out)
			out = append(out, rows.Row(j)...)
			t.shiftBack(out[at:], m.shift[j])
		}
		if before == nil || j > first {
			out = out[:begin+len(t.merge(a, out[begin:]))]
		}
	}
	m.offsets[n] = len(out)
	rows.Offsets, m.offsets = m.offsets, rows.Offsets
	rows.Answers, *found = out, rows.Answers
	return a.ctx.Err()
}

// appendOnTorus is answerOnTorus for the one question of an Asker that askOne returned, and appends
// to dst.
func (t *kind[T]) appendOnTorus(dst []T, a *Asker, block blockFunc) ([]T, error) {
	m, w, at := &a.images, a.workers[0], len(dst)
	rounds := []round{everyImage}
	if a.call.nearest {
		rounds = []round{middleImage, otherImages}
	}
	found := t.found(w)
	for _, which := range rounds {
		if err := a.unroll(which); err != nil {
			return dst[:at], err
		}
		*found = dst
		err := block(a, w, 0, a.images.every())
		dst, *found = *found, nil
		if err != nil {
			return dst[:at], err
		}
		for _, r := range w.rows {
			t.shiftBack(dst[r.at:r.at+int(r.n)], m.shift[r.question])
		}
		if which == middleImage {
			m.reaches(a, 1, func(int) int { return len(dst) - at }, func(int) float32 { return t.distance(&dst[len(dst)-1]) })
		}
	}
	return dst[:at+len(t.merge(a, dst[at:]))], nil
}

// firstHits keeps the first hit among the images of each ray.
func firstHits(a *Asker, hits []Hit) []Hit {
	m := &a.images
	for j := range hits {
		shiftHits(hits[j:j+1], m.shift[j])
	}
	return bestOfImages(m, hits, func(a, b *Hit) bool { return a.Shape != 0 && (b.Shape == 0 || byFraction(*a, *b) < 0) })
}

// anyHit keeps, for each ray, whether one of its images meets anything.
func anyHit(a *Asker, met []bool) []bool {
	return bestOfImages(&a.images, met, func(a, _ *bool) bool { return *a })
}

// bestOfImages keeps the best answer among the images of each question. Each question has at least
// one image.
func bestOfImages[T any](m *images, answers []T, better func(a, b *T) bool) []T {
	n := 0
	for j, i := range m.of {
		if int(i) == n {
			answers[n] = answers[j]
			n++
		} else if better(&answers[j], &answers[i]) {
			answers[i] = answers[j]
		}
	}
	return answers[:n]
}

// shiftHits moves hits back to the ray that was asked about.
func shiftHits(row []Hit, by [2]float64) {
	for i := range row {
		row[i].X, row[i].Y = row[i].X-by[0], row[i].Y-by[1]
	}
}

// shiftNeighbours moves closest points back to the question that was asked.
func shiftNeighbours(row []Neighbour, by [2]float64) {
	for i := range row {
		v := &row[i]
		v.X, v.Y, v.QX, v.QY = v.X-by[0], v.Y-by[1], v.QX-by[0], v.QY-by[1]
	}
}

// mergeHits sorts the hits of a ray in all periods.
func mergeHits(_ *Asker, row []Hit) []Hit {
	slices.SortFunc(row, byFraction)
	return row
}

// mergeOverlaps sorts overlaps by ID. If a shape is met in several periods, the deepest overlap
// stays.
func mergeOverlaps(_ *Asker, row []Overlap) []Overlap {
	slices.SortFunc(row, func(a, b Overlap) int { return cmp.Or(byShape(a, b), cmp.Compare(b.Depth, a.Depth)) })
	return slices.CompactFunc(row, func(a, b Overlap) bool { return a.Shape == b.Shape })
}

// mergeNeighbours keeps the k nearest. For each shape the nearest image counts.
func mergeNeighbours(a *Asker, row []Neighbour) []Neighbour {
	slices.SortFunc(row, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Shape, b.Shape), cmp.Compare(a.Distance, b.Distance))
	})
	row = slices.CompactFunc(row, func(a, b Neighbour) bool { return a.Shape == b.Shape })
	slices.SortFunc(row, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Shape, b.Shape))
	})
	return row[:min(len(row), a.k)]
}
