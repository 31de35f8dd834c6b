// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// moving writes a table of circles, capsules, boxes and polygons in two worlds, with
// velocities that take some of them across the whole scene in a second. Names begin with
// the prefix.
func moving(prefix string, n int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	b.WriteString("id,world,kind,x,y,angle,r,hx,hy,half_length,points,body,static,vx,vy,omega\n")
	for i := range n {
		size := func() float64 { return 0.25 + r.Float64() }
		at := fmt.Sprintf("%.6f,%.6f,%.6f", 40*r.Float64(), 40*r.Float64(), 7*r.Float64())
		var shape string
		switch i % 4 {
		case 0:
			shape = fmt.Sprintf("circle,%s,%.6f,,,,", at, size())
		case 1:
			shape = fmt.Sprintf("capsule,%s,%.6f,,,%.6f,", at, size()/2, size())
		case 2:
			shape = fmt.Sprintf("box,%s,,%.6f,%.6f,,", at, size(), size())
		default:
			shape = fmt.Sprintf("polygon,%s,,,,,-1 0;%.6f -1;1 0;0 %.6f", at, r.Float64()-0.5, size())
		}
		v := func() float64 {
			if r.IntN(4) == 0 {
				return 60 * (r.Float64() - 0.5)
			}
			return r.Float64() - 0.5
		}
		fmt.Fprintf(&b, "%s%d,w%d,%s,%d,%d,%.4f,%.4f,%.4f\n", prefix, i, i%2, shape, i/3, i%5/4, v(), v(), v()/10)
	}
	return b.String()
}

// answerOf is a table that collide wrote: its rows by world and ids, each by column.
func answerOf(t *testing.T, text string) (keys []string, rows map[string]map[string]string) {
	t.Helper()
	all := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	rows = map[string]map[string]string{}
	for _, row := range all[1:] {
		key := strings.Join(row[:3], " ")
		rows[key] = map[string]string{}
		for k, name := range all[0] {
			rows[key][name] = row[k]
		}
		keys = append(keys, key)
	}
	return keys, rows
}

func num(t *testing.T, text string) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(text, 64))(t)
}

var plain = []string{"world", "id_a", "id_b", "depth", "nx", "ny"}

// TestModesAgree holds what modes manifold, swept and distance say against mode contact
// and against each other.
func TestModesAgree(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", moving("a", 600, 1))
	write(t, "b.csv", moving("b", 300, 2))
	for _, join := range []string{"", " --join b.csv"} {
		for k, flags := range []string{"", " --strict", " --margin 0.375", " --margin -0.25"} {
			if testenv.Race && k%2 != 0 { // ten times as slow, and the rows are seen without
				continue
			}
			find := func(mode string) ([]string, map[string]map[string]string) {
				args := "collide --verify --mode " + mode + flags + join + " a.csv"
				return answerOf(t, done(t, "", strings.Fields(args)...).out)
			}
			keys, contacts := find("contact")
			if len(keys) < 50 {
				t.Fatalf("only %d contacts", len(keys))
			}
			equal := func(mode string, got, want map[string]string) {
				t.Helper()
				for _, c := range plain {
					if got[c] != want[c] {
						t.Errorf("%s%s%s: %s of %s: %s, of mode contact %s", mode, flags, join, c, want["id_a"]+" "+want["id_b"], got[c], want[c])
					}
				}
			}

			inOrder, manifolds := find("manifold")
			if strings.Join(inOrder, ",") != strings.Join(keys, ",") {
				t.Errorf("manifold%s%s: other pairs", flags, join)
			}
			for key, c := range contacts {
				m := manifolds[key]
				equal("manifold", m, c)
				points, deepest := 0, math.Inf(-1)
				for _, k := range []string{"1", "2"} {
					cells := []string{m["x"+k], m["y"+k], m["depth"+k], m["feature"+k]}
					if strings.Join(cells, "") == "" {
						continue
					}
					points++
					for _, v := range cells {
						num(t, v)
					}
					deepest = max(deepest, num(t, m["depth"+k]))
				}
				if n := num(t, m["points"]); n < 1 || int(n) != points || (points == 1) != (m["x2"] == "") {
					t.Errorf("%s: %v points: %v", key, n, m)
				}
				if depth := num(t, c["depth"]); math.Abs(deepest-depth) > 1e-4 {
					t.Errorf("%s: depth %v, that of points %v", key, depth, deepest)
				}
			}

			inOrder, distances := find("distance")
			if strings.Join(inOrder, ",") != strings.Join(keys, ",") {
				t.Errorf("distance%s%s: other pairs", flags, join)
			}
			for key, c := range contacts {
				d := distances[key]
				equal("distance", d, c)
				apart := num(t, d["distance"])
				if apart != -num(t, c["depth"]) {
					t.Errorf("%s: distance %v, depth %s", key, apart, c["depth"])
				}
				dx, dy := num(t, d["bx"])-num(t, d["ax"]), num(t, d["by"])-num(t, d["ay"])
				if ex, ey := dx-apart*num(t, c["nx"]), dy-apart*num(t, c["ny"]); math.Hypot(ex, ey) > 1e-4 {
					t.Errorf("%s: closest points (%v, %v) apart, want %v along the normal: %v", key, dx, dy, apart, d)
				}
			}

			_, impacts := find("swept")
			if len(impacts) < len(keys)*3/2 {
				t.Errorf("swept%s%s: %d impacts for %d contacts: the test is too slow", flags, join, len(impacts), len(keys))
			}
			for key, m := range impacts {
				switch at := num(t, m["time"]); {
				case at < 0 || at > 1:
					t.Errorf("%s: time %v", key, at)
				case contacts[key] == nil && at == 0 && num(t, m["depth"]) > 1e-3:
					t.Errorf("%s touches at time 0, but not in mode contact: %v", key, m)
				}
			}
			for key, c := range contacts {
				m := impacts[key]
				if m == nil || m["time"] != "0" {
					t.Errorf("%s touches, but not at time 0: %v", key, m)
					continue
				}
				equal("swept", m, c)
			}
		}
	}
}

// TestJoin: a join finds what collide finds of both tables together, but for pairs of
// one table.
func TestJoin(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", moving("a", 500, 5))
	write(t, "b.csv", moving("b", 200, 6))
	write(t, "c.csv", moving("c", 100, 7))
	for _, mode := range []string{"overlap", "contact", "manifold", "swept", "distance"} {
		var want []string
		both := done(t, "", "collide", "--margin", "0.25", "--mode", mode, "a.csv", "b.csv", "c.csv").out
		for k, line := range strings.SplitAfter(both, "\n") {
			if cells := strings.Split(line, ","); k == 0 || len(cells) > 2 && cells[1][0] == 'a' && cells[2][0] != 'a' {
				want = append(want, line)
			}
		}
		if len(want) < 50 {
			t.Fatalf("mode %s: only %d rows", mode, len(want))
		}
		got := done(t, "", "collide", "--margin", "0.25", "--mode", mode, "--join", "b.csv", "--join", "c.csv", "a.csv").out
		if got != strings.Join(want, "") {
			t.Errorf("mode %s: a join differs from the pairs across one set", mode)
		}
	}
}
