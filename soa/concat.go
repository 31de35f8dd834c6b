// SPDX-License-Identifier: MIT

package soa

import "daylight/kernels"

// Concat returns copies of the columns of a with those of b behind them, as if they were
// of one store, but that runs of lanes may begin anywhere. IDs are those of two stores,
// and so Key is left out. Both sets are as they were at the last Refresh.
func Concat(a, b Columns) (c Columns) {
	n, m := len(a.X), len(b.X)
	c.ID = concat(a.ID, b.ID)
	c.Class = concat(a.Class, b.Class)
	for k := range c.Count {
		c.Count[k] = a.Count[k] + b.Count[k]
	}
	c.X, c.Y = concat(a.X, b.X), concat(a.Y, b.Y)
	c.C, c.S = concat(a.C, b.C), concat(a.S, b.S)
	c.RC, c.RS = concat(a.RC, b.RC), concat(a.RS, b.RS)
	c.P, c.Q, c.Reach = concat(a.P, b.P), concat(a.Q, b.Q), concat(a.Reach, b.Reach)
	c.MinX, c.MinY = concat(a.MinX, b.MinX), concat(a.MinY, b.MinY)
	c.MaxX, c.MaxY = concat(a.MaxX, b.MaxX), concat(a.MaxY, b.MaxY)
	c.Skip, c.Fault = concat(a.Skip, b.Skip), concat(a.Fault, b.Fault)
	c.Num, c.Off = concat(a.Num, b.Num), concat(a.Off, b.Off)
	for i := n; i < n+m; i++ {
		c.Off[i] += uint32(len(a.Lanes.VX))
	}
	c.Lanes, c.Local = concatLanes(&a.Lanes, &b.Lanes), concatLanes(&a.Local, &b.Local)
	c.World = concatOr(a.World, b.World, n, m, 0)
	c.Category = concatOr(a.Category, b.Category, n, m, defaultCategory)
	c.Mask = concatOr(a.Mask, b.Mask, n, m, defaultMask)
	c.Group = concatOr(a.Group, b.Group, n, m, 0)
	c.Body = concatOr(a.Body, b.Body, n, m, 0)
	c.Static = concatOr(a.Static, b.Static, n, m, false)
	return c
}

func concatLanes(a, b *kernels.Lanes) kernels.Lanes {
	return kernels.Lanes{
		VX: concat(a.VX, b.VX), VY: concat(a.VY, b.VY),
		NX: concat(a.NX, b.NX), NY: concat(a.NY, b.NY),
		D: concat(a.D, b.D),
	}
}

func concat[T any](a, b []T) []T {
	c := make([]T, 0, len(a)+len(b))
	return append(append(c, a...), b...)
}

// concatOr is concat for columns that may be nil where every entry is def.
func concatOr[T any](a, b []T, n, m int, def T) []T {
	if a == nil && b == nil {
		return nil
	}
	fill := func(col []T, n int) []T {
		if col != nil {
			return col
		}
		col = make([]T, n)
		for i := range col {
			col[i] = def
		}
		return col
	}
	return concat(fill(a, n), fill(b, m))
}
