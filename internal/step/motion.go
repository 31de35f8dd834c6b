// SPDX-License-Identifier: MIT

package step

import (
	"math"
	"math/bits"
	"slices"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pose"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

const (
	// maxPieces is how many pieces a motion is cut into at most.
	maxPieces = 1024
	// motionSample is of how many shapes the median motion is taken.
	motionSample = 255
)

// travel is the motion of the shapes during a step of ModeSwept.
//
// Boxes are fitted to what a shape covers during the step, in a frame that moves with
// the median shape: times of impact do not depend on it, and a scene that moves as a
// whole makes no box longer. A motion that is long on both axes would make a box far
// larger than what the shape sweeps over, so it is cut into pieces of equal time with a
// box each: entry i < n is slot i, or its first piece, and the other pieces follow. So
// the boxes of a shape cover an area in proportion to the length of its motion. An impact
// may be found by several pairs of pieces; it is kept for those within whose time it lies.
type travel struct {
	dx, dy, turn []float32 // by slot; turn is nil if nothing turns

	frameX, frameY float64
	size           float64 // a motion is cut if it is much longer on both axes

	minX, minY, maxX, maxY []float32 // by entry
	skip                   []bool    // by entry
	more                   []uint16  // by slot: pieces beyond the first

	// With pieces only.
	slots   int      // how many entries are slots
	owner   []uint32 // of entry slots+i
	piece   []uint16
	x, y    []float64
	filters broadphase.Filters

	zero, ownX, ownY, ownTurn []float32
	sample                    [5][]float64 // motion x, y, extent, position x, y
}

// begin finds the columns of motion, gives all parts of a region the motion of its first, and takes
// a sample.
func (t *travel) begin(sc *scene, cfg *Settings) {
	n := len(sc.Cols.X)
	t.slots = n
	t.owner, t.piece = t.owner[:0], t.piece[:0]
	sets := [2]*soa.Shapes{sc.Src.First, sc.Src.Second}
	for k, s := range sets {
		if s != nil {
			store.Of(s).Together(cfg.Columns[k].motion(sc.live[k]))
		}
	}
	if len(t.zero) < n {
		t.zero = make([]float32, n+n/4)
	}
	a, b := &cfg.Columns[0], &cfg.Columns[1]
	t.dx, t.ownX = t.column(sc, a.VX, b.VX, cfg.Duration, t.ownX)
	t.dy, t.ownY = t.column(sc, a.VY, b.VY, cfg.Duration, t.ownY)
	t.turn = nil
	if a.Spin != nil || b.Spin != nil {
		t.turn, t.ownTurn = t.column(sc, a.Spin, b.Spin, cfg.Duration, t.ownTurn)
	}
	t.minX, t.minY = scratch.Resize(t.minX, n), scratch.Resize(t.minY, n)
	t.maxX, t.maxY = scratch.Resize(t.maxX, n), scratch.Resize(t.maxY, n)
	t.skip, t.more = scratch.Resize(t.skip, n), scratch.Resize(t.more, n)
	t.takeSample(sc)
}

// column is how far shapes move in a step, by columns of velocities of both sets. It is a copy, in
// the memory of room, only if there are two sets or the step does not last for 1.
func (t *travel) column(sc *scene, a, b *soa.Column[float32], duration float32, room []float32) (col, kept []float32) {
	data := func(c *soa.Column[float32], k, n int) []float32 {
		if c == nil {
			return t.zero[:n]
		}
		return c.Data(sc.live[k])
	}
	n := sc.Src.First.Len()
	if sc.Src.Second == nil && duration == 1 {
		return data(a, 0, n), room
	}
	room = append(room[:0], data(a, 0, n)...)
	if sc.Src.Second != nil {
		room = append(room, data(b, 1, sc.Src.Second.Len())...)
	}
	if duration != 1 {
		for i, v := range room {
			room[i] = float32(v * duration)
		}
	}
	return room, room
}

// valid reports whether the motion of a slot is finite and in range.
func (t *travel) valid(i int) bool {
	turn := float32(0)
	if t.turn != nil {
		turn = t.turn[i]
	}
	return pose.Moving(t.dx[i], t.dy[i], turn)
}

// takeSample finds the median motion, size and spacing of a sample. The choice of shapes depends on
// their number alone.
func (t *travel) takeSample(sc *scene) {
	n := len(t.dx)
	s := &t.sample
	for k := range s {
		s[k] = s[k][:0]
	}
	for k := range min(n, motionSample) {
		i := int(uint64(k) * uint64(n) / uint64(min(n, motionSample)))
		if sc.Cols.Skip[i] || !t.valid(i) {
			continue
		}
		for k, v := range [...]float64{float64(t.dx[i]), float64(t.dy[i]), t.extent(sc, i), sc.Cols.X[i], sc.Cols.Y[i]} {
			s[k] = append(s[k], v)
		}
	}
	m := len(s[0])
	if m == 0 {
		t.frameX, t.frameY, t.size = 0, 0, 0
		return
	}
	for k := range s {
		slices.Sort(s[k])
	}
	t.frameX, t.frameY = s[0][m/2], s[1][m/2]
	// Where shapes are smaller than the space around them, pieces may be as long as that. If shapes
	// are spread evenly, the middle half along each axis holds a quarter of them.
	middle := func(v []float64) float64 { return v[m*3/4] - v[m/4] }
	t.size = max(s[2][m/2], math.Sqrt(4*(middle(s[3])*middle(s[4])/float64(n))))
}

// extent is the longer side of a shape's bounds.
func (t *travel) extent(sc *scene, i int) float64 {
	c := &sc.Cols
	return float64(max(c.MaxX[i]-c.MinX[i], c.MaxY[i]-c.MinY[i]))
}

// fit finds the bounds of slots [lo, hi) during the whole step, and into how many pieces their
// motion is to be cut. It returns how many shapes it leaves out because of their motion, and how
// many pieces there are beyond the first of each.
func (t *travel) fit(table *isa.Table, sc *scene, lo, hi int) (bad, pieces int) {
	c := &sc.Cols
	copy(t.skip[lo:hi], c.Skip[lo:hi])
	clear(t.more[lo:hi])
	n := t.slots
	covers := pose.Covers{
		DX: t.dx, DY: t.dy,
		MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY,
		ToMinX: t.minX[:n], ToMinY: t.minY[:n], ToMaxX: t.maxX[:n], ToMaxY: t.maxY[:n],
		FrameX: float32(t.frameX), FrameY: float32(t.frameY), Long: float32(4 * t.size), Most: pose.MaxMotion,
	}
	for at := lo; at < hi; at += pose.PoseBlock {
		end := min(at+pose.PoseBlock, hi)
		todo := table.Cover(covers, at, end)
		if t.turn != nil {
			for i, turn := range t.turn[at:end] {
				if turn != 0 {
					todo[i/64] |= 1 << (i & 63)
				}
			}
		}
		for k, word := range todo {
			for ; word != 0; word &= word - 1 {
				b, p := t.fitSlot(sc, at+64*k+bits.TrailingZeros64(word))
				bad, pieces = bad+b, pieces+p
			}
		}
	}
	return bad, pieces
}

// fitSlot is fit for one slot.
func (t *travel) fitSlot(sc *scene, i int) (bad, pieces int) {
	if !t.valid(i) {
		bad = kernels.One(!t.skip[i])
		t.skip[i] = true
		return bad, 0
	}
	t.bound(sc, i, i, 0, 1)
	if short := t.short(i); !t.skip[i] {
		pieces = t.pieces(short, t.extent(sc, i))
		t.more[i] = uint16(pieces)
	}
	return 0, pieces
}

// bound finds the bounds of entry e, which is the motion of slot i from time u to v.
// It adds more for rounding than Cover does.
func (t *travel) bound(sc *scene, e, i int, u, v float64) {
	c := &sc.Cols
	x0, y0, x1, y1 := float64(c.MinX[i]), float64(c.MinY[i]), float64(c.MaxX[i]), float64(c.MaxY[i])
	if t.turn != nil && t.turn[i] != 0 {
		x0, y0, x1, y1 = t.turnedBounds(sc, i)
	}
	fx, fy := float64(t.dx[i])-t.frameX, float64(t.dy[i])-t.frameY
	pad := float64((math.Abs(fx)+math.Abs(fy))*0x1p-20) +
		float64(((math.Abs(x0)+math.Abs(y0))+(math.Abs(x1)+math.Abs(y1)))*0x1p-21)
	ux, uy, vx, vy := float64(u*fx), float64(u*fy), float64(v*fx), float64(v*fy)
	t.minX[e], t.maxX[e] = float32(x0+min(ux, vx)-pad), float32(x1+max(ux, vx)+pad)
	t.minY[e], t.maxY[e] = float32(y0+min(uy, vy)-pad), float32(y1+max(uy, vy)+pad)
}

// short is how far a slot moves along the axis along which it moves less.
func (t *travel) short(i int) float64 {
	return min(math.Abs(float64(t.dx[i])-t.frameX), math.Abs(float64(t.dy[i])-t.frameY))
}

// pieces is into how many pieces beyond the first a motion is cut whose shorter side is short.
func (t *travel) pieces(short, extent float64) int {
	size := max(t.size, extent)
	if !(short > 4*size) {
		return 0
	}
	return int(min(math.Ceil(short/(2*size)), maxPieces)) - 1
}

// turnedBounds are the bounds of a shape while it turns: no point moves farther than the angle
// times its distance from the position, nor out of the circle about the position.
func (t *travel) turnedBounds(sc *scene, i int) (x0, y0, x1, y1 float64) {
	c := &sc.Cols
	x0, y0, x1, y1 = float64(c.MinX[i]), float64(c.MinY[i]), float64(c.MaxX[i]), float64(c.MaxY[i])
	var radius float32
	switch c.Class[i] {
	case kernels.Circle:
		return x0, y0, x1, y1
	case kernels.Capsule:
		radius = c.Q[i]
	case kernels.Polygon:
		radius = c.P[i]
	}
	reach := float64(c.Reach[i])
	reachTurned := float64(math.Abs(float64(t.turn[i])) * reach * (1 + 0x1p-20))
	full := float64((reach+float64(radius))*(1+0x1p-15)) + 0x1p-126
	return max(x0-reachTurned, -full), max(y0-reachTurned, -full), min(x1+reachTurned, full), min(y1+reachTurned, full)
}

// divide cuts long motions into pieces. pieces counts the pieces beyond the first of each motion.
// If they are more than the shapes and some, divide makes pieces longer.
func (t *travel) divide(sc *scene, pieces int) {
	for room := t.slots + 4*maxPieces; pieces > room; {
		// The number of pieces is inversely proportional to the size, but for the limit of each
		// motion.
		t.size = max(t.size*max(2, float64(pieces)/float64(room)), 0x1p-100)
		pieces = 0
		for i, k := range t.more {
			if k > 0 {
				n := t.pieces(t.short(i), t.extent(sc, i))
				t.more[i] = uint16(n)
				pieces += n
			}
		}
	}
	if pieces == 0 {
		return
	}
	n := t.slots + pieces
	t.minX, t.minY, t.maxX, t.maxY = scratch.Resize(t.minX, n), scratch.Resize(t.minY, n), scratch.Resize(t.maxX, n), scratch.Resize(t.maxY, n)
	t.owner, t.piece = scratch.Resize(t.owner, pieces), scratch.Resize(t.piece, pieces)
	at := 0
	for i, k := range t.more {
		if k == 0 {
			continue
		}
		all := float64(k) + 1
		t.bound(sc, i, i, 0, 1/all)
		for p := 1; p <= int(k); p++ {
			t.owner[at], t.piece[at] = uint32(i), uint16(p)
			t.bound(sc, t.slots+at, i, float64(p)/all, float64(p+1)/all)
			at++
		}
	}
}

// showTo points the broad phase of a scene at the bounds of the motion.
func (t *travel) showTo(sc *scene) {
	sc.Filters.Skip = t.skip
	if len(t.owner) > 0 {
		sc.boxes.X, t.x = broadphase.Extended(t.x, sc.boxes.X, t.owner)
		sc.boxes.Y, t.y = broadphase.Extended(t.y, sc.boxes.Y, t.owner)
		sc.Filters = t.filters.Extend(&sc.Filters, t.owner)
	}
	sc.boxes.MinX, sc.boxes.MinY, sc.boxes.MaxX, sc.boxes.MaxY = t.minX, t.minY, t.maxX, t.maxY
}
