// SPDX-License-Identifier: MIT

package broadphase

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
)

// decode makes boxes and filters out of any bytes: a head of 2, then 20 for each box.
// Half the boxes lie near each other, the others have raw bits.
func decode(data []byte) (b Boxes, f *Filters, grow float32) {
	if len(data) < 2 {
		return b, nil, 0
	}
	grow = float32(data[0]&15) / 8
	if data[0]&16 != 0 {
		f = &Filters{}
	}
	unit := math.Ldexp(1, int(int8(data[1])))
	for data = data[2:]; len(data) >= 20 && len(b.X) < 300; data = data[20:] {
		u := func(k int) uint32 { return binary.LittleEndian.Uint32(data[k:]) }
		if data[0]&1 == 0 {
			b.X, b.Y = append(b.X, float64(data[1])*unit), append(b.Y, float64(data[2])*unit)
			x, y := float32(data[3])*0.125, float32(data[4])*0.125
			b.MinX, b.MaxX = append(b.MinX, -x), append(b.MaxX, x)
			b.MinY, b.MaxY = append(b.MinY, -y), append(b.MaxY, y)
		} else {
			b.X = append(b.X, float64(math.Float32frombits(u(0))))
			b.Y = append(b.Y, math.Float64frombits(uint64(u(4))<<32))
			x0, x1 := math.Float32frombits(u(8)), math.Float32frombits(u(12))
			b.MinX, b.MaxX = append(b.MinX, x0), append(b.MaxX, x1)
			b.MinY, b.MaxY = append(b.MinY, -1), append(b.MaxY, math.Float32frombits(u(16)))
		}
		if f != nil {
			f.World = append(f.World, uint32(data[5]&1)<<17)
			f.Category, f.Mask = append(f.Category, 1<<(data[6]&3)), append(f.Mask, uint32(data[7]))
			f.Group, f.Body = append(f.Group, int32(data[8]&7)-4), append(f.Body, uint32(data[9]&7))
			f.Static, f.Skip = append(f.Static, data[10]&1 != 0), append(f.Skip, data[11]&7 == 0)
			f.Key = append(f.Key, uint64(data[12])<<56|uint64(data[13]))
		}
	}
	return b, f, grow
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 2+20*5))
	seeds := make([]byte, 2+20*120)
	for i := range seeds {
		seeds[i] = byte(kernels.Mix32(uint32(i)) >> 7)
	}
	for _, head := range []byte{0, 3, 16, 19} {
		seeds[0] = head
		f.Add(slices.Clone(seeds))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, filters, grow := decode(data)
		var s Frame
		got := must.Get(s.AppendPairs(nil, &b, filters, Settings{Grow: grow}))(t)
		must.Do(t, s.check())
		want := must.Get(BruteForce(nil, &b, filters, grow))(t)
		if !slices.Equal(sortedPairs(got), sortedPairs(want)) {
			t.Fatalf("%d pairs, brute force finds %d", len(got), len(want))
		}
	})
}
