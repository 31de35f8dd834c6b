// SPDX-License-Identifier: MIT

package guard

import (
	"errors"
	"io"
	"strings"
	"testing"

	"daylight"
)

// TestEach: the error of part 0 comes first, and a panic is an error that says where it was, and in
// which function of a Config.
func TestEach(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		done := make([]bool, n)
		if err := Each(n, done, func(done []bool, k int) error { done[k] = true; return nil }); err != nil {
			t.Fatal(err)
		}
		for k, ok := range done {
			if !ok {
				t.Errorf("part %d of %d did not run", k, n)
			}
		}
		err := Each(n, n, func(n, k int) error {
			if k == 0 {
				return io.EOF
			}
			panic("later")
		})
		if err != io.EOF {
			t.Errorf("of %d parts: %v, want the error of part 0", n, err)
		}
		err = EachNamed(n, n, func(n, k int) error {
			if k == n-1 {
				panic(io.EOF)
			}
			return nil
		}, func(n, k int) string { return [2]string{"", "Decide"}[1/(n-k)] })
		var p *daylight.PanicError
		if !errors.As(err, &p) || !errors.Is(err, io.EOF) || p.Function != "Decide" || !strings.Contains(string(p.Stack), "each_test.go") {
			t.Errorf("of %d parts: %v", n, err)
		}
	}
}

// TestCut: the parts of many things are in order and equally large but for one, where an
// int has 32 bits too.
func TestCut(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1 << 20, 1<<31 - 1} {
		for _, k := range []int{1, 2, 7, 1024} {
			last := 0
			for i := 1; i <= k; i++ {
				at := Cut(n, i, k)
				if size := at - last; size < n/k || size-1 > n/k {
					t.Fatalf("part %d of %d of %d things has %d", i, k, n, size)
				}
				last = at
			}
			if last != n || Cut(n, 0, k) != 0 {
				t.Errorf("%d things end at %d", n, last)
			}
		}
	}
	// The product of n and i exceeds an int of 32 bits.
	if at := Cut(1<<30, 1<<30, 1<<30+1); at != 1<<30-1 {
		t.Errorf("the place is %d", at)
	}
}
