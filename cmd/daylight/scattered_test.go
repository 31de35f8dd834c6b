// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// scattered is a table of shapes of all kinds in a few worlds, with giants among them, filters,
// velocities, and rows without an id: no two rows of a world with the same.
func scattered(t *testing.T, name string, r *rand.Rand, n int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,world,kind,x,y,angle,r,hx,hy,half_length,vx,vy,omega,category,group,body,static,note\n")
	for i := range n {
		world := []string{"", "north", "north", "north", "south", "far, \"away\""}[r.IntN(6)]
		if world == "" {
			world = strconv.Itoa(r.IntN(20))
		}
		x, y, size := r.Float64()*30, r.Float64()*30, 0.2+r.Float64()
		if r.IntN(60) == 0 {
			size *= 15
		}
		shape := fmt.Sprintf("circle,%v,%v,,%v,,,", x, y, size)
		switch r.IntN(3) {
		case 0:
			shape = fmt.Sprintf("box,%v,%v,%v,,%v,%v,", x, y, r.Float64()*6, size, size/2)
		case 1:
			shape = fmt.Sprintf("capsule,%v,%v,%v,0.1,,,%v", x, y, r.Float64()*6, size)
		}
		filter := ",,,"
		switch r.IntN(8) {
		case 0:
			filter = fmt.Sprintf("%d,,,", 1+r.IntN(3))
		case 1:
			filter = fmt.Sprintf(",%d,,", r.IntN(3)-1)
		case 2:
			filter = fmt.Sprintf(",,part%d,", r.IntN(4))
		case 3:
			filter = ",,,true"
		}
		fmt.Fprintf(&b, "%c%d,%s,%s,%v,%v,%v,%s,note %d\n", name[0], i, strconv.Quote(world), shape, r.NormFloat64()*3, r.NormFloat64()*3, r.NormFloat64(), filter, i)
	}
	write(t, name, strings.ReplaceAll(b.String(), `\"`, `""`))
}

// doubledIDs is a table in which some ids occur twice in their world, far from each other. The
// other ids are growing whole numbers, or texts.
func doubledIDs(r *rand.Rand, n int, numbers, worlds bool) string {
	var b strings.Builder
	b.WriteString("id,world,x,y,r\n")
	for i := range n {
		id, k := fmt.Sprint(i+100), i
		if i > 0 && r.IntN(40) == 0 {
			k = r.IntN(i)
			id = fmt.Sprint(k + 100)
		}
		if !numbers {
			id = fmt.Sprintf("a shape that is number %s", id)
		}
		world := 0
		if worlds {
			world = k % 3
		}
		fmt.Fprintf(&b, "%s,%d,%v,%v,0.6\n", id, world, r.Float64()*20, r.Float64()*20)
		if r.IntN(50) == 0 {
			b.WriteString("bad,0,row,0,1\n")
		}
	}
	return b.String()
}

// first is the first line in which two texts differ.
func first(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}
