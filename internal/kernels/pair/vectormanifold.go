// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"bytes"
	"unsafe"

	"daylight/internal/kernels"
)

// boxClipper is assembly that clips boxes. It relies on this: every
// index has its record, there are maxRecords of them at most, count is at least the
// number of lanes, and every column has count entries.
type boxClipper struct {
	*width
	clip func(args clipArgs)
}

// manifolds is boxManifolds by means of the assembly. Pairs that the assembly may
// not see go to the portable code, which panics for invalid ones.
func (k boxClipper) manifolds(a *Args, n int, out *Manifolds) {
	in := &a.Out
	if n < k.lanes || !in.has(n) || !out.has(n) || !k.recorded(a.Block, in.A[:n]) || !k.recorded(a.Block, in.B[:n]) {
		boxManifolds(a, n, out)
		return
	}
	kernels.RaceRead(a.Block.Rec)
	raceManifolds(in, n, out)
	rec := (*float64)(unsafe.Pointer(unsafe.SliceData(a.Block.Rec)))
	for i := 0; i < n; {
		count := min(n-i, atOnce)
		if rest := n - i - count; rest > 0 && rest < k.lanes { // which no vector takes
			count -= k.lanes
		}
		args := clipArguments(a, out, i, count)
		args.rec, args.a, args.b = rec, &in.A[i], &in.B[i]
		k.clip(args)
		i += count
	}
}

// clipArguments returns what assembly is called with for contacts from i on.
func clipArguments(a *Args, out *Manifolds, i, count int) clipArgs {
	in := &a.Out
	return clipArgs{
		sep: &in.Sep[i], nx: &in.NX[i], ny: &in.NY[i], count: count, limit: a.Limit,
		n: &out.N[i], first: &out.Points[0][i].X, second: &out.Points[1][i].X,
	}
}

func (m *Manifolds) has(n int) bool {
	return min(len(m.N), len(m.Points[0]), len(m.Points[1])) >= n
}

// recorded reports whether every index has its record.
func (w *width) recorded(b *Block, index []uint32) bool {
	records := len(b.Rec)
	if records > maxRecords {
		return false
	}
	most := uint32(0)
	rest := index
	// The scan takes two indices for a pair, and sixteen pairs at least.
	for len(rest) >= 32 {
		count := min(len(rest)/2, atOnce)
		most = max(most, w.maxIndex((*uint64)(unsafe.Pointer(unsafe.SliceData(rest))), count))
		rest = rest[2*count:]
	}
	for _, k := range rest {
		most = max(most, k)
	}
	return uint64(most) < uint64(records)
}

func raceManifolds(in *Hits, n int, out *Manifolds) {
	kernels.RaceRead(in.A[:n])
	kernels.RaceRead(in.B[:n])
	kernels.RaceRead(in.Sep[:n])
	kernels.RaceRead(in.NX[:n])
	kernels.RaceRead(in.NY[:n])
	kernels.RaceWrite(out.N[:n])
	for k := range 2 {
		kernels.RaceWrite(out.Points[k][:n])
	}
}

// facetSpan is how many contacts have their facets found before they are clipped. The
// assembly knows it, and the order of the rows.
const facetSpan = 64

type facets struct {
	t0, h0, t1, h1       [2][facetSpan]float32 // of A, of B
	v0, v1               [2][facetSpan]uint32
	dx, dy               [facetSpan]float32
	reach, radius, radii [facetSpan]float32 // of both: summed, A's less B's, summed
}

// put stores facet f of a side of contact i.
func (s *facets) put(side, i int, f *facet) {
	s.t0[side][i], s.h0[side][i], s.t1[side][i], s.h1[side][i] = f.t0, f.h0, f.t1, f.h1
	s.v0[side][i], s.v1[side][i] = f.v0, f.v1
}

// polygonList is a list of polygons whose facets are to be found, and for which places: side times
// facetSpan, and the contact.
type polygonList struct{ index, slot [2 * facetSpan]uint32 }

// facetClipper is assembly that clips, by vectors of so many lanes, and that finds facets of
// polygons.
type facetClipper struct {
	lanes int
	clip  func(args clipArgs)
	find  func(args facetArgs)
}

// manifolds is the portable function by means of the assembly. The last span ends with the last
// contact, so that it is no shorter than a vector.
func (k facetClipper) manifolds(a *Args, n int, out *Manifolds) {
	in := &a.Out
	if n < k.lanes || !in.has(n) || !out.has(n) {
		manifolds(a, n, out)
		return
	}
	raceManifolds(in, n, out)
	blk := a.Block
	l := &blk.Lanes
	var s facets
	var list polygonList
	var f, g facet
	room := uint64(min(len(l.VX), len(l.VY), len(l.NX), len(l.NY)))
	for i := 0; i < n; {
		count := min(n-i, facetSpan)
		if count < k.lanes {
			i, count = n-k.lanes, k.lanes
		}
		ia, ib, x, y := in.A[i:i+count], in.B[i:i+count], in.NX[i:i+count], in.NY[i:i+count]
		listed := 0
		for j, ka := range ia {
			kb := ib[j]
			p, q := &blk.Rec[ka], &blk.Rec[kb]
			s.dx[j], s.dy[j] = delta(p, q)
			radius, reach := p.P, p.C
			if blk.Class[ka] == kernels.Polygon && blk.short(ka, room) {
				list.index[listed], list.slot[listed] = ka, uint32(j)
				listed++
			} else {
				f.facing(blk, ka, x[j], y[j])
				s.put(0, j, &f)
				radius, reach = f.radius, f.reach
			}
			radiusB, reachB := q.P, q.C
			if blk.Class[kb] == kernels.Polygon && blk.short(kb, room) {
				list.index[listed], list.slot[listed] = kb, uint32(facetSpan+j)
				listed++
			} else {
				g.facing(blk, kb, -x[j], -y[j])
				s.put(1, j, &g)
				radiusB, reachB = g.radius, g.reach
			}
			s.reach[j], s.radius[j], s.radii[j] = reach+reachB, radius-radiusB, radius+radiusB
		}
		if listed > 0 {
			k.find(facetArgs{
				index: kernels.Local(&list.index[0]), slot: kernels.Local(&list.slot[0]), off: &blk.Off[0], num: &blk.Num[0],
				vx: &l.VX[0], vy: &l.VY[0], nx: &l.NX[0], ny: &l.NY[0],
				x: &x[0], y: &y[0], count: listed, to: kernels.Local(&s.t0[0][0]),
			})
		}
		k.span(a, out, &s, i, count)
		i += count
	}
}

// circles is manifolds for circles. The facet of a circle is its centre along any normal, so the
// rows of facets are filled once, and only positions and radii for each contact.
func (k facetClipper) circles(a *Args, n int, out *Manifolds) {
	in := &a.Out
	if n < k.lanes || !in.has(n) || !out.has(n) {
		manifolds(a, n, out)
		return
	}
	raceManifolds(in, n, out)
	rec := a.Block.Rec
	var s facets
	centre := facet{v0: 1, v1: 1}
	for j := range min(n, facetSpan) {
		s.put(0, j, &centre)
		s.put(1, j, &centre)
	}
	for i := 0; i < n; {
		count := min(n-i, facetSpan)
		if count < k.lanes {
			i, count = n-k.lanes, k.lanes
		}
		ib := in.B[i : i+count]
		for j, ka := range in.A[i : i+count] {
			p, q := &rec[ka], &rec[ib[j]]
			s.dx[j], s.dy[j] = delta(p, q)
			s.radius[j], s.radii[j] = p.P-q.P, p.P+q.P
		}
		k.span(a, out, &s, i, count)
		i += count
	}
}

// span clips the facets of contacts from i on.
func (k facetClipper) span(a *Args, out *Manifolds, s *facets, i, count int) {
	args := clipArguments(a, out, i, count)
	args.from = kernels.Local(&s.t0[0][0])
	k.clip(args)
	for j, end := i, i+count; ; j++ { // the few that are not decided
		next := bytes.IndexByte(out.N[j:end], 0)
		if next < 0 {
			break
		}
		j += next
		a.again(j, out)
	}
}

// longRun is how many lanes of a polygon assembly looks through: a span of such takes
// less than a tenth of a millisecond, in which it cannot be preempted.
const longRun = 4096

// short reports whether the lanes of polygon k are among the first so many, which all columns have,
// and not too many, and makes the reads known to the race detector.
func (b *Block) short(k uint32, lanes uint64) bool {
	off, num := b.Off[k], b.Num[k]
	if num < 4 || num > longRun || num&(num-1) != 0 || uint64(off)+uint64(num) > lanes {
		return false
	}
	if kernels.Race {
		l := &b.Lanes
		for _, column := range [...][]float32{l.VX, l.VY, l.NX, l.NY} {
			kernels.RaceRead(column[off:][:num])
		}
	}
	return true
}
