// SPDX-License-Identifier: MIT

package store

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
)

// TestListIsWhole: every column that Columns has is in the list, once, and columns that are in use
// in every store come first.
func TestListIsWhole(t *testing.T) {
	var c Columns
	var s Spares
	list := c.List(&s)
	listed := map[uintptr]int{}
	for i, col := range list {
		listed[reflect.ValueOf(col).Elem().FieldByName("Data").Pointer()]++
		if col.Optional() != (i >= Always) {
			t.Errorf("column %d: optional %v, and the first %d are not", i, col.Optional(), Always)
		}
	}
	v := reflect.ValueOf(&c).Elem()
	slots := 0
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Slice {
			continue // counts, and lanes, which are not by slot
		}
		slots++
		if n := listed[f.Addr().Pointer()]; n != 1 {
			t.Errorf("%s is %d times in the list", v.Type().Field(i).Name, n)
		}
	}
	if slots != len(list) {
		t.Errorf("%d columns, %d in the list", slots, len(list))
	}
}

// TestNewEntries: what a new shape has where nobody says otherwise.
func TestNewEntries(t *testing.T) {
	var c Columns
	var s Spares
	for _, col := range c.List(&s) {
		col.Push(1)
	}
	if c.World != nil || c.Category != nil || c.Mask != nil || c.Group != nil || c.Body != nil || c.Static != nil || c.Sensor != nil {
		t.Error("a filter column is in use before somebody has used it")
	}
	if c.Fault[0] != Fresh || c.RC[0] == c.RC[0] || c.Skip[0] {
		t.Errorf("fault %s, rotation %v, skip %v", FaultName(c.Fault[0]), c.RC[0], c.Skip[0])
	}
	for _, col := range c.List(&s) {
		if use, ok := col.(interface{ Use(int) }); ok {
			use.Use(1)
		}
	}
	if c.World[0] != 0 || c.Category[0] != DefaultCategory || c.Mask[0] != DefaultMask || c.Group[0] != 0 || c.Body[0] != 0 || c.Static[0] || c.Sensor[0] {
		t.Errorf("filters %v %v %v %v %v %v %v", c.World, c.Category, c.Mask, c.Group, c.Body, c.Static, c.Sensor)
	}
}

// kinds is a store of a circle, a capsule, a box and a rounded triangle. All reach five from their
// positions, radius included.
func kinds() *Columns {
	c := &Columns{}
	var s Spares
	list := c.List(&s)
	for _, col := range list {
		col.Push(4)
	}
	for i, k := range []struct {
		class       kernels.Class
		p, q, reach float32
	}{{kernels.Circle, 5, 0, 0}, {kernels.Capsule, 4, 1, 4}, {kernels.Box, 3, 4, 5}, {kernels.Polygon, 1, 0, 4}} {
		c.ID[i] = uint64(i)<<32 | 1
		c.Class[i], c.P[i], c.Q[i], c.Reach[i], c.C[i] = k.class, k.p, k.q, k.reach, 1
		c.Count[k.class]++
	}
	c.RC[0] = 1 // a circle's rotation and bounds never change
	c.SetBounds(0, 0, 0, 5)
	c.Num[3] = 4
	l := kernels.Lanes{VX: []float32{4, -4, 0, 0}, VY: []float32{0, 0, 4, 4}, NX: make([]float32, 4), NY: make([]float32, 4), D: make([]float32, 4)}
	for k := range 4 {
		next := (k + 1) % 4
		if k == 2 {
			next = 0 // padding repeats the last vertex, and its edge
		}
		if k == 3 {
			l.NX[3], l.NY[3], l.D[3] = l.NX[2], l.NY[2], l.D[2]
			break
		}
		ex, ey := l.VX[next]-l.VX[k], l.VY[next]-l.VY[k]
		length := float32(math.Hypot(float64(ex), float64(ey)))
		l.NX[k], l.NY[k] = ey/length, -ex/length
		l.D[k] = l.NX[k]*l.VX[k] + l.NY[k]*l.VY[k]
	}
	c.Local = l
	c.Lanes = kernels.Lanes{VX: make([]float32, 4), VY: make([]float32, 4), NX: make([]float32, 4), NY: make([]float32, 4), D: l.D}
	return c
}

// TestGather: kernels get what they need of each class, in the order asked for.
func TestGather(t *testing.T) {
	for _, table := range isa.All() {
		c := kinds()
		c.X[2], c.Y[2] = 7, 8
		c.C[2], c.S[2] = 0.6, 0.8
		c.Refresh(table, 0, 4)
		dst := make([]kernels.Record, 3)
		c.Gather(table, dst, []uint32{3, 2, 0})
		want := []kernels.Record{
			{P: 1, C: 4}, // a polygon's reach lies where others have their cosine
			{X: 7, Y: 8, P: 3, Q: 4, C: 0.6, S: 0.8},
			{P: 5, C: 1},
		}
		if !slices.Equal(dst, want) {
			t.Errorf("%s: %+v, want %+v", table.Name, dst, want)
		}
	}
}

// TestConcat: the second set lies behind the first, its lanes too, and a filter that one of
// them has, both have.
func TestConcat(t *testing.T) {
	a, b := kinds(), kinds()
	var s Spares
	for _, col := range b.List(&s) {
		if f, ok := col.(*Field[uint32]); ok && f.Data == &b.Mask {
			f.Use(4)
		}
	}
	b.Mask[2] = 6
	b.C[3], b.S[3] = 0, 1
	table := must.Get(isa.Choose())(t)
	a.Refresh(table, 0, 4)
	b.Refresh(table, 0, 4)
	c := new(Joint).Concat(*a, *b)
	if len(c.X) != 8 || c.Count[kernels.Box] != 2 || c.Static != nil {
		t.Errorf("%d slots, %d boxes, static %v", len(c.X), c.Count[kernels.Box], c.Static)
	}
	if want := []uint32{DefaultMask, DefaultMask, DefaultMask, DefaultMask, DefaultMask, DefaultMask, 6, DefaultMask}; !slices.Equal(c.Mask, want) {
		t.Errorf("masks %x", c.Mask)
	}
	if c.Off[3] != 0 || c.Off[7] != 4 || len(c.Lanes.VX) != 8 || len(c.Local.D) != 8 {
		t.Errorf("lanes begin at %d and %d of %d", c.Off[3], c.Off[7], len(c.Lanes.VX))
	}
	if c.Lanes.VX[0] != 4 || c.Lanes.VY[4] != 4 || c.Local.VX[4] != 4 {
		t.Errorf("lanes %v, %v", c.Lanes.VX, c.Lanes.VY)
	}
	// The sets it was made of are not touched by what happens to it.
	c.X[0], c.Lanes.VX[0] = 9, 9
	if a.X[0] != 0 || a.Lanes.VX[0] != 4 {
		t.Error("it shares memory with the first set")
	}
}
