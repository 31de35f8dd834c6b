// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"daylight/batch/query"
	"daylight/soa"
)

// bytes gives numbers out of fuzzed input: small ones that coincide, and any at all.
type bytes []byte

func (b *bytes) byte() byte {
	if len(*b) == 0 {
		return 0
	}
	v := (*b)[0]
	*b = (*b)[1:]
	return v
}

func (b *bytes) number() float64 {
	switch b.byte() % 8 {
	case 0:
		if len(*b) >= 8 {
			v := math.Float64frombits(binary.LittleEndian.Uint64(*b))
			*b = (*b)[8:]
			return v
		}
	case 1:
		return float64(int8(b.byte())) * 0x1p40
	case 2:
		return float64(int8(b.byte())) / 16
	}
	return float64(int8(b.byte()) % 8)
}

// attrs are attributes, mostly few.
func (b *bytes) attrs() soa.Attrs {
	kind := b.byte()
	a := soa.Attrs{World: uint32(kind % 2)}
	if kind&2 != 0 {
		a.Category = uint32(b.byte() % 4)
		a.Ignore = ^uint32(b.byte() % 4)
	}
	if kind&4 != 0 {
		a.Group = int32(b.byte()%5) - 2
		a.Body = uint32(b.byte() % 3)
	}
	a.Sensor = kind&8 != 0
	return a
}

// FuzzQuestions asks a few shapes anything and compares with brute force.
func FuzzQuestions(f *testing.F) {
	f.Add([]byte("a box\x00and a ray"))
	f.Add([]byte{3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 200, 220, 1, 0, 0, 0, 0, 0, 0, 240, 127, 3, 3, 3, 3, 3, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		b := bytes(data)
		s := soa.New()
		for range 1 + b.byte()%40 {
			p := soa.At(b.number(), b.number(), b.number())
			a := b.attrs()
			// Errors are shapes refused: fewer to ask.
			switch b.byte() % 4 {
			case 0:
				_, _ = s.AddCircle(p, math.Abs(b.number()), a)
			case 1:
				_, _ = s.AddCapsule(p, math.Abs(b.number()), math.Abs(b.number()), a)
			case 2:
				_, _ = s.AddBox(p, math.Abs(b.number()), math.Abs(b.number()), a)
			case 3:
				_, _ = s.AddPolygon(p, []soa.Point{{X: b.number(), Y: b.number()}, {X: b.number(), Y: b.number()}, {X: b.number(), Y: b.number()}}, math.Abs(b.number()), a)
			}
		}
		ctx := context.Background()
		got, want := asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: 1}), asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{Workers: 1})
		var rays rayColumns
		var points pointColumns
		var boxes boxColumns
		for range 4 {
			x, y, dx, dy := b.number(), b.number(), b.number(), b.number()
			rays.X, rays.Y = append(rays.X, x), append(rays.Y, y)
			rays.DX, rays.DY = append(rays.DX, dx), append(rays.DY, dy)
			boxes.MaxX, boxes.MaxY = append(boxes.MaxX, x+math.Abs(dx)), append(boxes.MaxY, y+math.Abs(dy))
		}
		if b.byte()%2 == 1 {
			o := &rays.Options
			for range rays.X {
				a := b.attrs()
				skip := soa.ID(0)
				if ids := idsOf(s); len(ids) > 0 {
					skip = ids[int(b.byte())%len(ids)]
				}
				o.AttrsOf, o.SkipOf = append(o.AttrsOf, a), append(o.SkipOf, skip)
			}
			points.Options, boxes.Options = *o, *o
		}
		points.Canonical, boxes.Canonical = true, true
		points.X, points.Y = rays.X, rays.Y
		boxes.MinX, boxes.MinY = rays.X, rays.Y
		d := math.Abs(b.number())
		rays.IgnoreSensors = b.byte()%2 == 1
		points.IgnoreSensors, boxes.IgnoreSensors = rays.IgnoreSensors, rays.IgnoreSensors
		compare(t, "rays", func(a *query.Asker) (any, error) { return rays.inside(true).all(ctx, a) }, got, want)
		compare(t, "closest", func(a *query.Asker) (any, error) { return rays.first(ctx, a) }, got, want)
		compare(t, "any", func(a *query.Asker) (any, error) { return rays.any(ctx, a) }, got, want)
		compare(t, "any from inside", func(a *query.Asker) (any, error) { return rays.inside(true).any(ctx, a) }, got, want)
		compare(t, "points", func(a *query.Asker) (any, error) { return points.within(d).overlap(ctx, a) }, got, want)
		compare(t, "boxes", func(a *query.Asker) (any, error) { return boxes.overlap(ctx, a) }, got, want)
		compare(t, "AABBs", func(a *query.Asker) (any, error) { return boxes.aabbs(ctx, a) }, got, want)
		compare(t, "nearest", func(a *query.Asker) (any, error) { return points.nearest(ctx, a, 3) }, got, want)
		compare(t, "covers", func(a *query.Asker) (any, error) { return shapeColumns{Shapes: s}.canonical().cover(ctx, a) }, got, want)
		compare(t, "within", func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, d, query.Options{}) }, got, want)
		compare(t, "within, once", func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, d, query.Options{HalfLists: true}) }, got, want)
		compare(t, "centres within", func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, d, query.Options{Centres: true}) }, got, want)
		if n := min(s.Len(), 4); n > 0 {
			casts := castColumns{shapeColumns: shapeColumns{Shapes: s, IDs: idsOf(s)[:n]}, DX: rays.DX[:n], DY: rays.DY[:n]}
			compare(t, "shapes", func(a *query.Asker) (any, error) { return casts.within(d).canonical().overlap(ctx, a) }, got, want)
			compare(t, "nearest to shapes", func(a *query.Asker) (any, error) { return casts.nearest(ctx, a, 2) }, got, want)
			compare(t, "casts", func(a *query.Asker) (any, error) { return casts.cast(ctx, a) }, got, want)
			casts.Turn = rays.X[:n]
			compare(t, "turning casts", func(a *query.Asker) (any, error) { return casts.cast(ctx, a) }, got, want)
		}
	})
}

// compare has both ask: if one refuses, so must the other.
func compare(t *testing.T, name string, ask func(*query.Asker) (any, error), got, want *query.Asker) {
	t.Helper()
	g, err := ask(got)
	w, err2 := ask(want)
	if (err == nil) != (err2 == nil) {
		t.Fatalf("%s: %v, brute force says %v", name, err, err2)
	}
	if err == nil {
		same(t, name, g, w)
	}
}
