// SPDX-License-Identifier: MIT

package query

import (
	"daylight/soa"
	"math"
)

// ray is question i.
func (q *questions) ray(i uint32) ray { return ray{q.x[i], q.y[i], q.u[i], q.v[i]} }

// castAlone casts one ray of a block down the tree.
func (a *Asker) castAlone(w *worker, q uint32) {
	r, f := a.ray(q), a.filter(q)
	a.putHit(q, a.ix.castRay(w, &r, &f, a.options.Inside, a.call == &castRaysAny))
}

// putHit keeps the answer to a question.
func (a *Asker) putHit(q uint32, hit Hit) {
	if a.call == &castRaysAny {
		a.any[q] = hit.Shape != 0
	} else {
		a.rayHits[q] = hit
	}
}

// firstHit is the first shape that a ray has been found to meet so far; none if its ID is 0.
type firstHit struct {
	t, nx, ny float64
	shape     soa.ID
}

// strike has the ray meet the shape in a place, if it does. It reports whether it does.
func (b *firstHit) strike(ix *Index, place uint32, r *ray, inside bool) bool {
	how, t, x, y := ix.shapes.strike(place, r)
	if how == misses || how == begins && !inside {
		return false
	}
	if id := ix.shapes.id[place]; b.shape == 0 || t < b.t || t == b.t && id < b.shape {
		b.t, b.nx, b.ny, b.shape = t, x, y, id
	}
	return true
}

// hit is the answer.
func (b *firstHit) hit(r *ray) Hit {
	if b.shape == 0 {
		return Hit{Fraction: 1, X: r.x + r.dx, Y: r.y + r.dy}
	}
	return r.hit(b.shape, b.t, b.nx, b.ny)
}

// hit is that of a shape at a fraction.
func (r *ray) hit(shape soa.ID, t, nx, ny float64) Hit {
	return Hit{
		Shape: shape, Fraction: t, X: r.x + float64(t*r.dx), Y: r.y + float64(t*r.dy),
		NX: float32(nx) + 0, NY: float32(ny) + 0,
	}
}

// castRay finds the first shape that a ray meets, or any.
func (ix *Index) castRay(w *worker, r *ray, f *filter, inside, any bool) Hit {
	best := firstHit{t: math.Inf(1)}
	ix.walk(w, r, f, func(place uint32) float64 {
		if best.strike(ix, place, r, inside) && any {
			return -1
		}
		return best.t
	})
	return best.hit(r)
}

// castRayAll appends all shapes that a ray meets to the worker's hits.
func (ix *Index) castRayAll(w *worker, r *ray, f *filter, inside bool) (err error) {
	ix.walk(w, r, f, func(place uint32) float64 {
		how, t, nx, ny := ix.shapes.strike(place, r)
		if how == enters || how == begins && inside {
			if w.hits, err = grow(w.account, w.hits, 1); err != nil {
				return -1
			}
			w.hits = append(w.hits, r.hit(ix.shapes.id[place], t, nx, ny))
		}
		return math.Inf(1)
	})
	return err
}
