// SPDX-License-Identifier: MIT

package probe

import (
	"fmt"
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/store"
)

// Contact is the result for a pair: its depth, negative if the shapes are apart, and the unit
// normal that points away from the first shape. The depth may be off by Bound.
type Contact struct {
	Depth, NX, NY float32
	Bound         float64
}

// Pair decides one pair after another without allocating memory each time. The zero value is ready
// for use. Only one goroutine at a time may use it.
type Pair struct {
	block pairBlock
	pair  [1]kernels.Pair
	ids   [2][1 + kernels.Slack]uint32
	f     [3][1 + kernels.Slack]float32
	args  pair.Args
	table *isa.Table
}

// Use makes the Pair use the given table of kernels, instead of the one that the environment names.
func (p *Pair) Use(table *isa.Table) { p.table = table }

// Between decides a shape a of the first set, as if it were moved by (dx, dy), and a shape b of the
// second, which may be the same set. It moves nothing, and ignores filters. It holds the sets, and
// returns soa.ErrInUse if somebody else does, and an error that wraps soa.ErrNoShape if a shape
// does not exist.
func (p *Pair) Between(of [2]store.Store, a, b uint64, dx, dy float64) (Contact, error) {
	if err := store.HoldBoth(of); err != nil {
		return Contact{}, err
	}
	defer store.ReleaseBoth(of)
	return p.Held(of, a, b, dx, dy)
}

// Held is Between for a caller that holds the sets.
func (p *Pair) Held(of [2]store.Store, a, b uint64, dx, dy float64) (Contact, error) {
	if err := p.choose(); err != nil {
		return Contact{}, err
	}
	for k, id := range [2]uint64{a, b} {
		slot, ok := of[k].Slot(id)
		if !ok {
			return Contact{}, of[k].Missing(id)
		}
		of[k].Refresh(p.table, slot, slot+1)
	}
	return p.Refreshed(of, a, b, dx, dy)
}

// Refreshed is Held for sets whose shapes are up to date, as store.Refresh leaves them. It writes
// nothing to the sets, so several goroutines may call it, each of a Pair of its own.
func (p *Pair) Refreshed(of [2]store.Store, a, b uint64, dx, dy float64) (Contact, error) {
	if err := p.OpenBoth(of); err != nil {
		return Contact{}, err
	}
	return p.Opened(of, a, b, dx, dy)
}

// Opened is Refreshed for many pairs after one call of OpenBoth.
func (p *Pair) Opened(of [2]store.Store, a, b uint64, dx, dy float64) (Contact, error) {
	q := &p.block
	if err := p.load(of, a, b); err != nil {
		return Contact{}, err
	}
	q.scale = 0
	for k, slot := range q.slot {
		cols := &q.cols[k]
		if cols.Skip[slot] {
			return Contact{}, fmt.Errorf("shape %v is in quarantine: %v", store.Name([2]uint64{a, b}[k]), store.FaultName(cols.Fault[slot]))
		}
		// The positions of two shapes that meet are no farther apart than the shapes reach.
		q.scale += 2.5 * max(cols.MaxX[slot]-cols.MinX[slot], cols.MaxY[slot]-cols.MinY[slot])
	}
	q.rec[0].X += dx
	q.rec[0].Y += dy
	p.pair[0] = kernels.Pair{A: 0, B: 1}
	p.args = pair.Args{
		Block: q.block(), Pairs: p.pair[:], Limit: math.MaxFloat32,
		Out: pair.Hits{A: p.ids[0][:], B: p.ids[1][:], Sep: p.f[0][:], NX: p.f[1][:], NY: p.f[2][:]},
	}
	n := p.table.Contacts.Of(q.class[0], q.class[1])(&p.args).N
	if pair.Resolve(&p.args, n) == 0 {
		return Contact{}, fmt.Errorf("shapes %v and %v are farther apart than float32 reaches", store.Name(a), store.Name(b))
	}
	return Contact{Depth: 0 - p.f[0][0], NX: p.f[1][0], NY: p.f[2][0], Bound: float64(pair.ErrorBound(q.scale))}, nil
}

// Open prepares for calls of Candidates about shapes of a set, which the caller holds.
func (p *Pair) Open(shapes store.Store) error { return p.OpenBoth([2]store.Store{shapes, shapes}) }

// OpenBoth prepares for calls of Opened about shapes of the sets, which the caller holds.
func (p *Pair) OpenBoth(of [2]store.Store) error {
	p.block.open(of)
	return p.choose()
}

// Candidates appends the MTV candidates of shapes a and b of the set that Open was called with:
// best, and all translations along edge normals that end the overlap and are longer by tolerance at
// most, and twice kernels.Bounds.Separation.
func (p *Pair) Candidates(dst []pair.MTV, shapes store.Store, a, b uint64, best pair.MTV, tolerance float32) ([]pair.MTV, error) {
	if err := p.load([2]store.Store{shapes, shapes}, a, b); err != nil {
		return dst, err
	}
	return pair.MTVs(p.block.block(), kernels.Pair{A: 0, B: 1}, best, tolerance, dst), nil
}

func (p *Pair) choose() (err error) {
	if p.table == nil {
		p.table, err = isa.Choose()
	}
	return err
}

func (p *Pair) load(of [2]store.Store, a, b uint64) error {
	if err := p.block.load(p.table, of[0], 0, a); err != nil {
		return err
	}
	return p.block.load(p.table, of[1], 1, b)
}
