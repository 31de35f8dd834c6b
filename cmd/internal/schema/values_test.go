// SPDX-License-Identifier: MIT

package schema

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-1.5e3", "1e999", "nan", "0x1p3", "1_0", "1,5", ".", "+", "e", "1e-999", "-0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Number(s)
		if err == nil && (math.IsNaN(v) || math.IsInf(v, 0) || strings.Trim(s, "0123456789+-.eE") != "") {
			t.Fatalf("%q is taken for %v", s, v)
		}
		if err != nil && err.Error() == "" {
			t.Fatal("no reason")
		}
	})
}

// FuzzPoints: points are finite, and those of JSON are as encoding/json reads them.
func FuzzPoints(f *testing.F) {
	for _, s := range []string{"0 0;1 0;0 1", "0 0, 1 0, 0 1, 0 0", "[[0,0],[1,0],[0,1]]", "[[0,0],[1", "[[0,0]", "[[0,0],", "[[0,0]] ", "[ [0 , 0] ]x", "[[1e999,0]]", "[null]", "[[\"1\",\"2\"]]", ";;;", "1 2 3", "]",
		"[]", "[ ]", "[", "[[]]", "[[1]]", "[[1,2,3]]", "[[1,2],]", "[[1,2] [3,4]]", "[[1,null]]", "[[1,2]]]", "[\n[ -1.5e3\t, 2 ]\r, [3,4] ]", "[0,1]", "[[01,2]]", "[[+1,2]]", "[,[1,2]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		points, err := ParsePoints(s, nil)
		for _, p := range points {
			if math.IsNaN(p.X+p.Y) || math.IsInf(p.X, 0) || math.IsInf(p.Y, 0) {
				t.Fatalf("%q became %v, %v", s, points, err)
			}
		}
		if !strings.HasPrefix(s, "[") {
			return
		}
		var raw [][]*float64
		want := []point{}
		ok := json.Unmarshal([]byte(s), &raw) == nil && raw != nil
		for _, p := range raw {
			if ok = ok && len(p) == 2 && p[0] != nil && p[1] != nil; ok {
				want = append(want, point{X: *p[0], Y: *p[1]})
			}
		}
		if want = Opened(want); ok != (err == nil) || ok && len(points) != len(want) {
			t.Fatalf("%q became %v, %v, and is %v, %v", s, points, err, want, ok)
		}
		for i, p := range points {
			if ok && p != want[i] {
				t.Fatalf("%q became %v, and is %v", s, points, want)
			}
		}
	})
}
