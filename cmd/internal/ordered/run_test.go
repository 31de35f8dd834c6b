// SPDX-License-Identifier: MIT

package ordered

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// upTo counts to n and then ends with err.
func upTo(n int, err error) func() (int, error) {
	i := 0
	return func() (int, error) {
		if i == n {
			return 0, err
		}
		i++
		return i, nil
	}
}

func TestOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7} {
		for _, n := range []int{0, 1, 5, 3000} {
			var got []int
			var at atomic.Int32
			err := Run(t.Context(), workers, upTo(n, io.EOF), func(w, v int) int {
				if at.Add(1) > int32(max(workers, 1)) || w >= max(workers, 1) {
					t.Error("too many at a time")
				}
				if v%97 == 0 {
					time.Sleep(time.Millisecond)
				}
				at.Add(-1)
				return 2 * v
			}, func(v int) error {
				got = append(got, v)
				return nil
			})
			want := make([]int, n)
			for i := range want {
				want[i] = 2 * (i + 1)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d workers, %d pieces: %v, %v", workers, n, got, err)
			}
		}
	}
}

// TestFirstError: of several errors, the first in the order of pieces is returned, and all
// that comes before it was emitted.
func TestFirstError(t *testing.T) {
	late, early := errors.New("late"), errors.New("early")
	for _, workers := range []int{1, 4} {
		for range 50 {
			var got []int
			err := Run(t.Context(), workers, upTo(100, late), func(_, v int) int { return v }, func(v int) error {
				if v >= 60 {
					return early
				}
				got = append(got, v)
				return nil
			})
			if err != early || len(got) != 59 {
				t.Fatalf("%v after %d", err, len(got))
			}
			n := 0
			if err = Run(t.Context(), workers, upTo(100, late), func(_, v int) int { return v }, func(int) error { n++; return nil }); err != late || n != 100 {
				t.Fatalf("%v after %d", err, n)
			}
		}
	}
}

// TestPanic: a panic is an error of the run, in its place among the pieces, and says where it
// came from, whichever function it is of and however many workers there are.
func TestPanic(t *testing.T) {
	boom := errors.New("boom")
	at := func(v, n int) int {
		if v == n {
			panic(boom)
		}
		return v
	}
	for _, workers := range []int{1, 2, 7} {
		for name, c := range map[string]struct{ next, work, emit int }{
			"next": {40, 0, 0}, "work": {0, 40, 0}, "emit": {0, 0, 40}, "work before emit": {0, 40, 50}, "emit before next": {60, 0, 40},
		} {
			got, count := 0, upTo(100, io.EOF)
			err := Run(t.Context(), workers, func() (int, error) {
				v, err := count()
				return at(v, c.next), err
			}, func(_, v int) int { return at(v, c.work) }, func(v int) error {
				got = at(v, c.emit)
				return nil
			})
			var p *PanicError
			if !errors.As(err, &p) || !errors.Is(err, boom) || p.Value != boom || got != 39 {
				t.Errorf("%d workers, %s: %v after %d", workers, name, err, got)
				continue
			}
			if !strings.Contains(err.Error(), "boom") || !strings.Contains(err.Error(), "run_test.go") {
				t.Errorf("%d workers, %s: the error does not say where it was: %v", workers, name, err)
			}
		}
	}
}

// TestBlocked: an error, or the end of a context, does not wait for a read that blocks.
func TestBlocked(t *testing.T) {
	bad := errors.New("bad")
	block := make(chan int)
	defer close(block)
	// Each run counts for itself: a call of next may outlast its run.
	next := func() func() (int, error) {
		count := upTo(3, io.EOF)
		return func() (int, error) {
			if v, err := count(); err == nil {
				return v, nil
			}
			<-block
			return 0, io.EOF
		}
	}
	if err := Run(t.Context(), 4, next(), func(_, v int) int { return v }, func(v int) error {
		if v == 3 {
			return bad
		}
		return nil
	}); err != bad {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := Run(ctx, 4, next(), func(_, v int) int { return v }, func(int) error { return nil }); err != context.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
}

// TestRoom: results that wait for a slow piece are few.
func TestRoom(t *testing.T) {
	var taken atomic.Int32
	release := make(chan bool)
	count := upTo(1000, io.EOF)
	go func() {
		time.Sleep(50 * time.Millisecond)
		if n := taken.Load(); n > 20 {
			t.Errorf("%d pieces were taken while the first was worked on", n)
		}
		close(release)
	}()
	if err := Run(t.Context(), 4, func() (int, error) { taken.Add(1); return count() }, func(_, v int) int {
		if v == 1 {
			<-release
		}
		return v
	}, func(int) error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestSeveral: pieces with many results, or none, give them in order, and errors have their places
// among them. No more pieces wait than allowed, and the piece whose turn it is waits for nobody.
func TestSeveral(t *testing.T) {
	bad, late := errors.New("bad"), errors.New("late")
	const most = 3
	for _, workers := range []int{1, 2, 7} {
		for _, c := range []struct {
			n, work, emit, panics int // pieces, and at which results each fails, 0 for never
			want                  error
		}{{n: 0}, {n: 60}, {n: 60, work: 700, want: bad}, {n: 60, emit: 701, want: late}, {n: 60, work: 700, emit: 702, want: bad}, {n: 60, work: 900, emit: 700, want: late}, {n: 60, panics: 700}} {
			var got []int
			var waiting atomic.Int32
			err := RunSeveral(t.Context(), workers, most, upTo(c.n, io.EOF), func(_, v int, give func(int) error) error {
				if v%17 == 1 {
					time.Sleep(time.Millisecond)
				}
				for i := range v % 30 { // none of some
					at := v*(v-1)/2 + i // not dense, but it grows
					if c.work != 0 && at >= c.work {
						return bad
					}
					if c.panics != 0 && at >= c.panics {
						panic(bad)
					}
					waiting.Add(1)
					if err := give(at); err != nil {
						return err
					}
				}
				return nil
			}, func(v int) error {
				if n := waiting.Add(-1); n > int32((2*workers+1)*(most+1)) {
					t.Errorf("%d results wait", n)
				}
				if c.emit != 0 && v >= c.emit {
					return late
				}
				got = append(got, v)
				return nil
			})
			end := max(c.work, c.emit, c.panics)
			for _, stop := range []int{c.work, c.emit, c.panics} {
				if stop != 0 {
					end = min(end, stop)
				}
			}
			var want []int
			for v := 1; v <= c.n; v++ {
				for i := range v % 30 {
					if at := v*(v-1)/2 + i; end == 0 || at < end {
						want = append(want, at)
					}
				}
			}
			var p *PanicError
			if !slices.Equal(got, want) || (c.panics == 0 && err != c.want) || (c.panics != 0 && !errors.As(err, &p)) {
				t.Errorf("%d workers, %+v: %v, %d results, want %d", workers, c, err, len(got), len(want))
			}
		}
	}
}

// TestNextEnds: next is not called once it has returned an error, so that what it fills can be read
// when Run has returned nil.
func TestNextEnds(t *testing.T) {
	for _, end := range []error{io.EOF, errors.New("damaged")} {
		for range 200 {
			calls, ended := 0, false
			next := func() (int, error) {
				if ended {
					t.Error("next is called after its end")
				}
				calls++
				time.Sleep(time.Microsecond)
				if ended = calls > 3; ended {
					return 0, end
				}
				return calls, nil
			}
			same := func(_, v int) int { return v }
			if err := Run(t.Context(), 4, next, same, func(int) error { return nil }); end == io.EOF && err != nil || end != io.EOF && err != end {
				t.Fatal(err)
			}
			if calls != 4 {
				t.Errorf("%d calls", calls)
			}
		}
	}
}
