// SPDX-License-Identifier: MIT

package store

import (
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// Joint has the columns of two stores, in memory that it keeps.
type Joint struct{ room Columns }

// Concat returns copies of the columns of a, followed by those of b, as if they were of one store.
// But runs of lanes may begin anywhere, and IDs are those of two stores. Both sets must have been
// refreshed. The next call overwrites the copies.
func (j *Joint) Concat(a, b Columns) (c Columns) {
	r, n, m := &j.room, len(a.X), len(b.X)
	c = Columns{
		ID: scratch.Concat(&r.ID, a.ID, b.ID, n, m, 0), Class: scratch.Concat(&r.Class, a.Class, b.Class, n, m, 0),
		X: scratch.Concat(&r.X, a.X, b.X, n, m, 0), Y: scratch.Concat(&r.Y, a.Y, b.Y, n, m, 0),
		C: scratch.Concat(&r.C, a.C, b.C, n, m, 0), S: scratch.Concat(&r.S, a.S, b.S, n, m, 0),
		RC: scratch.Concat(&r.RC, a.RC, b.RC, n, m, 0), RS: scratch.Concat(&r.RS, a.RS, b.RS, n, m, 0),
		P: scratch.Concat(&r.P, a.P, b.P, n, m, 0), Q: scratch.Concat(&r.Q, a.Q, b.Q, n, m, 0),
		Reach: scratch.Concat(&r.Reach, a.Reach, b.Reach, n, m, 0),
		Off:   scratch.Concat(&r.Off, a.Off, b.Off, n, m, 0), Num: scratch.Concat(&r.Num, a.Num, b.Num, n, m, 0),
		MinX: scratch.Concat(&r.MinX, a.MinX, b.MinX, n, m, 0), MinY: scratch.Concat(&r.MinY, a.MinY, b.MinY, n, m, 0),
		MaxX: scratch.Concat(&r.MaxX, a.MaxX, b.MaxX, n, m, 0), MaxY: scratch.Concat(&r.MaxY, a.MaxY, b.MaxY, n, m, 0),
		Skip: scratch.Concat(&r.Skip, a.Skip, b.Skip, n, m, false), Fault: scratch.Concat(&r.Fault, a.Fault, b.Fault, n, m, 0),
		World:    scratch.Concat(&r.World, a.World, b.World, n, m, 0),
		Category: scratch.Concat(&r.Category, a.Category, b.Category, n, m, DefaultCategory),
		Mask:     scratch.Concat(&r.Mask, a.Mask, b.Mask, n, m, DefaultMask),
		Group:    scratch.Concat(&r.Group, a.Group, b.Group, n, m, 0), Body: scratch.Concat(&r.Body, a.Body, b.Body, n, m, 0),
		Static: scratch.Concat(&r.Static, a.Static, b.Static, n, m, false), Sensor: scratch.Concat(&r.Sensor, a.Sensor, b.Sensor, n, m, false),
		Lanes: concatLanes(&r.Lanes, &a.Lanes, &b.Lanes), Local: concatLanes(&r.Local, &a.Local, &b.Local),
	}
	for k := range c.Count {
		c.Count[k] = a.Count[k] + b.Count[k]
	}
	for i := n; i < n+m; i++ {
		c.Off[i] += uint32(len(a.Lanes.VX))
	}
	return c
}

func concatLanes(room, a, b *kernels.Lanes) kernels.Lanes {
	concat := func(room *[]float32, a, b []float32) []float32 { return scratch.Concat(room, a, b, len(a), len(b), 0) }
	return kernels.Lanes{
		VX: concat(&room.VX, a.VX, b.VX), VY: concat(&room.VY, a.VY, b.VY),
		NX: concat(&room.NX, a.NX, b.NX), NY: concat(&room.NY, a.NY, b.NY),
		D: concat(&room.D, a.D, b.D),
	}
}

// Bytes is the size of the memory.
func (j *Joint) Bytes() (n int64) {
	c := &j.room
	n = bytesOf(c.ID) + bytesOf(c.Class) + bytesOf(c.Skip) + bytesOf(c.Fault) + bytesOf(c.Group) + bytesOf(c.Static) + bytesOf(c.Sensor)
	for _, s := range [...][]float64{c.X, c.Y} {
		n += bytesOf(s)
	}
	for _, s := range [...][]uint32{c.Off, c.Num, c.World, c.Category, c.Mask, c.Body} {
		n += bytesOf(s)
	}
	for _, s := range [...][]float32{c.C, c.S, c.RC, c.RS, c.P, c.Q, c.Reach, c.MinX, c.MinY, c.MaxX, c.MaxY} {
		n += bytesOf(s)
	}
	for _, l := range [...]*kernels.Lanes{&c.Lanes, &c.Local} {
		n += bytesOf(l.VX) + bytesOf(l.VY) + bytesOf(l.NX) + bytesOf(l.NY) + bytesOf(l.D)
	}
	return n
}

func bytesOf[T any](s []T) int64 { return int64(cap(s)) * int64(unsafe.Sizeof(*new(T))) }
