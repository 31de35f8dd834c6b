// SPDX-License-Identifier: MIT

package query

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"daylight"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// Index answers questions about shapes as they were when it was built. It has copies of all that it
// needs, so the store may be changed and stepped meanwhile, unless Config.InPlace lets it read them
// in the store. Many goroutines may ask at the same time, but while Build or Refit run, nobody else
// may use the index.
//
// An index takes 78 bytes per shape, or 86 if there are polygons, and more if shapes are few or
// alone in their world, because nodes have sixteen children. It takes 20 bytes per lane of a
// polygon, and 24 per shape if any shape has attributes other than a world. For the next Build it
// keeps another 16 bytes per shape, or 21 if it was built in the order in which shapes are stored.
// All of this has room for a quarter more shapes, which is address space that is not touched until
// they come. One that reads shapes in place takes 18 bytes per shape.
type Index struct {
	store   *soa.Shapes
	table   *isa.Table
	all     bool // BruteForce: every shape of a world is tested
	shapes  shapes
	worlds  worlds
	tree    tree
	root    subtree
	stored  int // shapes in the store, those in quarantine included
	centres []centre
	slots   []uint32
	idle    sync.Pool // of Askers, for single questions

	workers  int   // for Build and Refit
	memory   int64 // bytes that it may take
	inPlace  bool
	anyOrder bool
	jumbled  bool         // shapes read in the store are in no order of space
	seen     uint64       // changes of the store, if shapes are read there
	unsound  atomic.Int64 // shapes in quarantine that Build has come across
	building building
}

// New makes an index of the shapes as they are now. It brings their AABBs up to date and holds the
// store meanwhile: calls that change it return soa.ErrInUse, and so does New if somebody holds the
// store, changes it or is inside of soa.Shapes.Update. Shapes in quarantine are left out. It
// returns a *daylight.ArgumentError if the store is nil or the Config is bad.
func New(store *soa.Shapes, cfg Config) (*Index, error) {
	if store == nil {
		return nil, guard.Argument("query.New", "shapes is nil; make them with soa.New")
	}
	table, err := cfg.check()
	if err != nil {
		return nil, err
	}
	ix := &Index{store: store, table: table, all: cfg.BruteForce, workers: cfg.Workers, memory: cfg.MemoryLimit, inPlace: cfg.InPlace && !cfg.BruteForce, anyOrder: cfg.AnyOrder}
	if err := ix.Build(); err != nil {
		return nil, err
	}
	return ix, nil
}

// Len is the number of shapes in the index.
func (ix *Index) Len() int { return ix.shapes.len() }

// Build makes the index anew from the shapes as they are now; they may have been moved, added and
// removed. It uses the memory that the index has. Its time is in proportion to n log n. If shapes
// are stored strip by strip, as a step of a batch.Engine leaves them (see FixedOrder of
// batch.Config), Build finds that out and takes a third of the time. Workers share the work. Nobody
// else may use the index meanwhile. It holds the store as New does; if it returns an error, the
// index is as it was, but for one in place that is to be copied beyond its MemoryLimit: its
// questions return ErrChanged until Build succeeds.
func (ix *Index) Build() error {
	c, err := ix.hold()
	if err != nil {
		return err
	}
	defer store.Of(ix.store).Release()
	if ix.inPlace {
		if err := ix.fits(int64(len(c.X)) * leafBytes); err != nil {
			return err
		}
		if ix.readInPlace(c) {
			return nil
		}
	}
	n := ix.refresh(c)
	if err := ix.reserve(c, n); err != nil {
		if ix.inPlace { // whose tree is gone, so that questions are refused
			ix.shapes, ix.worlds, ix.root, ix.seen = shapes{from: c}, worlds{}, subtree{}, math.MaxUint64
		}
		return err
	}
	slots := scratch.Resize(ix.slots, n)[:0]
	for i, skip := range c.Skip {
		if !skip {
			slots = append(slots, uint32(i))
		}
	}
	ix.slots = slots
	ix.worlds.group(c.World, slots)
	ix.tree.x, ix.tree.y = middle(c.X, slots), middle(c.Y, slots)

	ix.centres = scratch.Resize(ix.centres, n)
	ix.spread(n, shareAtLeast, (*Index).centresOf)
	for k := range ix.worlds.name {
		ix.arrangeWorld(int(ix.worlds.start[k]), int(ix.worlds.start[k+1]))
	}
	for k := range ix.centres {
		slots[k] = ix.centres[k].slot
	}
	ix.fill()
	return nil
}

// hold locks the store against changes until it is released, and returns its columns.
func (ix *Index) hold() (*store.Columns, error) {
	if err := ix.made(); err != nil {
		return nil, err
	}
	door := store.Of(ix.store)
	if err := door.Hold(); err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	ix.building.cols = door.Columns()
	return &ix.building.cols, nil
}

// refresh brings AABBs up to date, and returns the number of shapes that are not in quarantine.
func (ix *Index) refresh(c *store.Columns) (sound int) {
	store.Of(ix.store).Refresh(ix.table, 0, len(c.X))
	for _, skip := range c.Skip {
		if !skip {
			sound++
		}
	}
	return sound
}

// made returns an error if New did not make the Index.
func (ix *Index) made() error {
	if ix == nil || ix.store == nil {
		return guard.Argument("query.Index", "it was not made by New")
	}
	return nil
}

// Bytes that an Index takes for a shape, as its comment says, and for the attributes of one.
const (
	storedBytes = 78 + 8 + 16 + 5
	attrBytes   = 24
	leafBytes   = 18 // of one that is read in the store
)

// reserve returns a *daylight.LimitError if an index of n shapes of the store would exceed its
// MemoryLimit.
func (ix *Index) reserve(c *store.Columns, n int) error {
	bytes := int64(n) * storedBytes
	if c.Selective() {
		bytes += int64(n) * attrBytes
	}
	if c.Count[kernels.Polygon] > 0 {
		for i, skip := range c.Skip {
			if !skip {
				bytes += laneBytes * int64(c.Num[i])
			}
		}
	}
	return ix.fits(bytes)
}

// fits returns a *daylight.LimitError if so many bytes, with room for a quarter more, would exceed
// the MemoryLimit.
func (ix *Index) fits(bytes int64) error {
	if need := bytes + bytes/4; need > ix.memory {
		return &daylight.LimitError{Option: "MemoryLimit", Limit: ix.memory, Needed: need}
	}
	return nil
}

// Refit updates the index to the shapes as they are now but keeps the order in which it holds them.
// That takes a third of what Build does, or where shapes are stored strip by strip, from a third of
// a few thousand to three quarters of a million. An index in place (Config.InPlace) is built in a
// tenth of that: of it Refit is Build. The farther shapes have moved from their former neighbours,
// the slower questions become. If shapes were added or removed, changed worlds, or went into
// quarantine or came back, Refit returns ErrChanged and changes nothing; then call Build. Nobody
// else may use the index meanwhile. Refit holds the store as New does.
func (ix *Index) Refit() error {
	if ix != nil && ix.inPlace {
		return ix.Build()
	}
	c, err := ix.hold()
	if err != nil {
		return err
	}
	door := store.Of(ix.store)
	defer door.Release()
	n := ix.refresh(c)
	if n != ix.Len() {
		return ErrChanged
	}
	if err := ix.reserve(c, n); err != nil {
		return err
	}
	slots := scratch.Resize(ix.slots, n)
	for k := range ix.worlds.name {
		for p := ix.worlds.start[k]; p < ix.worlds.start[k+1]; p++ {
			slot, ok := door.Slot(uint64(ix.shapes.id[p]))
			if !ok || c.Skip[slot] || c.World != nil && c.World[slot] != ix.worlds.name[k] || c.World == nil && ix.worlds.name[k] != 0 {
				return ErrChanged
			}
			slots[p] = uint32(slot)
		}
	}
	ix.slots = slots
	ix.tree.x, ix.tree.y = middle(c.X, slots), middle(c.Y, slots)
	ix.fill()
	return nil
}

// subtreeOf returns the subtree at which a search in a world begins.
func (ix *Index) subtreeOf(world uint32) subtree {
	if len(ix.worlds.name) == 1 && ix.worlds.name[0] == world {
		return ix.root
	}
	lo, hi := ix.worlds.find(world)
	return ix.tree.subtree(lo, hi)
}
