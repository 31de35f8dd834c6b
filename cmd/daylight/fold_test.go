// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestFoldBodies: rows of boxes that have a body in common are folded as the same boxes are that
// are one multipolygon, in every mode, and stand up to brute force.
func TestFoldBodies(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(21, 22))
	// Rows of bodies are mixed, so that contacts lie either way round.
	var rows []string
	first := map[string]string{} // of each body, its first row
	whole := map[string][]string{}
	var order []string
	for i := range 360 {
		body := fmt.Sprint(r.IntN(120))
		x, y := float64(len(body)*7%11)+float64(hash(body)%29), float64(hash(body)/29%29)
		x, y = x+float64(r.IntN(3)), y+float64(r.IntN(3))
		w, h := 1+float64(r.IntN(2)), 1+float64(r.IntN(2))
		id := fmt.Sprintf("s%d", i)
		rows = append(rows, fmt.Sprintf("%s,b%s,%v,%v,%v,%v", id, body, x, y, x+w, y+h))
		if first[body] == "" {
			first[body] = id
			order = append(order, body)
		}
		whole[body] = append(whole[body], fmt.Sprintf("((%v %v,%v %v,%v %v,%v %v,%v %v))", x, y, x+w, y, x+w, y+h, x, y+h, x, y))
	}
	write(t, "bodies.csv", "id,body,min_x,min_y,max_x,max_y\n"+strings.Join(rows, "\n")+"\n")
	var one strings.Builder
	one.WriteString("id,wkt\n")
	for _, body := range order {
		var members []string
		for _, m := range whole[body] {
			members = append(members, "POLYGON"+m)
		}
		fmt.Fprintf(&one, "%s,\"GEOMETRYCOLLECTION(%s)\"\n", first[body], strings.Join(members, ","))
	}
	write(t, "whole.csv", one.String())
	for _, mode := range []string{"pairs", "overlap", "contact", "manifold", "distance --margin 1", "contact --strict"} {
		folded := done(t, "", strings.Fields("collide --verify --fold body --mode "+mode+" bodies.csv")...).out
		if other := done(t, "", strings.Fields("collide --workers 3 --fold body --mode "+mode+" bodies.csv")...).out; other != folded {
			t.Errorf("%s: the answer depends on the number of workers", mode)
		}
		want := done(t, "", strings.Fields("collide --mode "+mode+" whole.csv")...).out
		got, rest := strings.Split(strings.TrimSpace(folded), "\n"), map[string][]string{}
		for _, row := range strings.Split(strings.TrimSpace(want), "\n") {
			c := strings.Split(row, ",")
			rest[strings.Join(c[:3], ",")] = c
		}
		if len(got) < 50 {
			t.Errorf("%s: %d rows", mode, len(got)-1)
		}
		for _, row := range got {
			c := strings.Split(row, ",")
			key := strings.Join(c[:3], ",")
			o := rest[key]
			if delete(rest, key); o == nil {
				if mode != "pairs" { // boxes are enlarged by the extent of the scene
					t.Errorf("%s: %s is no row of the whole shapes", mode, key)
				}
				continue
			}
			if len(c) > 3 && c[0] != "world" {
				n := len(c)
				if near(c[3], o[3]) != nil || c[n-3] != o[len(o)-3] || near(c[n-2], o[len(o)-2]) != nil || near(c[n-1], o[len(o)-1]) != nil {
					t.Errorf("%s: %s\nof the whole shapes: %s", mode, row, strings.Join(o, ","))
				}
			}
		}
		if len(rest) > 0 && mode != "pairs" {
			t.Errorf("%s: %d rows are missing, such as %v", mode, len(rest), rest)
		}
	}
	// Both ways of saying it are joined alike.
	a := done(t, "", "collide", "--verify", "--fold", "body", "--join", "bodies.csv", "whole.csv").out
	b := done(t, "", "collide", "--verify", "--join", "whole.csv", "whole.csv").out
	if x, y := strings.Count(a, "\n"), strings.Count(b, "\n"); x < 100 || x > y {
		t.Errorf("%d rows against bodies, %d against whole shapes", x, y)
	}
	for _, args := range []string{"--fold what", "--fold body --parts", "--fold body --exact", "--fold body --spill ."} {
		if r := call(t, "", append([]string{"collide", "bodies.csv"}, strings.Fields(args)...)...); r.code != 2 {
			t.Errorf("%s: exit code %d, %s", args, r.code, r.stderr)
		}
	}
}

func hash(s string) (h int) {
	for _, c := range s {
		h = (h*31 + int(c)*17) % 841
	}
	return h
}

// near says how two numbers differ by more than rounding.
func near(a, b string) error {
	x, err := strconv.ParseFloat(a, 64)
	if err != nil {
		return err
	}
	y, err := strconv.ParseFloat(b, 64)
	if err == nil && math.Abs(x-y) > 1e-6 {
		err = fmt.Errorf("%v and %v", x, y)
	}
	return err
}

// TestFoldByHand: a body is called by its first row, the normal points from the first to the
// second, and closest points are of the one and the other.
func TestFoldByHand(t *testing.T) {
	const table = "id,body,min_x,min_y,max_x,max_y\n" +
		"foot,L,0,0,4,1\n" + // with stem an L
		"nut,,2,.75,3,4\n" +
		"stem,L,0,0,1,4\n" +
		"far,M,6,0,7,1\n" +
		"tail,M,2.5,3.5,9,9\n"
	for _, c := range []struct{ args, want string }{
		{"contact --keep body", "world,id_a,id_b,depth,nx,ny,part_contacts,deepest,least,body_a,body_b\n" +
			"0,foot,nut,0.25,0,1,1,0.25,0.25,L,\n0,nut,far,0.5,1,0,1,0.5,0.5,,M\n"},
		{"distance --margin 2.2", "world,id_a,id_b,depth,nx,ny,distance,ax,ay,bx,by,part_contacts,deepest,least\n" +
			"0,foot,nut,0.25,0,1,-0.25,2.5,1,2.5,0.75,2,0.25,0.25\n" +
			"0,foot,far,-1.5,1,0,1.5,1,3.75,2.5,3.75,2,-1.5,-1.5\n" +
			"0,nut,far,0.5,1,0,-0.5,3,3.75,2.5,3.75,1,0.5,0.5\n"},
	} {
		got := done(t, table, append(strings.Fields("collide --verify --fold body --mode "+c.args), "-")...).out
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got\n%swant\n%s", c.args, got, c.want)
		}
	}
}
