// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
)

// callingContext is a context whose Err makes a second call. So that call runs inside the first.
type callingContext struct {
	context.Context
	g *good
}

func (c callingContext) Err() error {
	if inside := c.g.inside; inside != nil {
		c.g.inside = nil
		inside()
	}
	return nil
}

// TestBusy: a method of an engine, a Separator or a Solver that is called while another is under
// way is refused with daylight.ErrBusy and changes nothing: the first ends as if it had been alone,
// and the method succeeds afterwards. The calls come from the context of the first, or from its
// OnProgress, so that they overlap for certain.
func TestBusy(t *testing.T) {
	tried := 0
	for _, outer := range names(t) {
		of, _ := cutLast(outer)
		takes := newGood(t).call(outer)
		if of != "batch.Engine" && of != "separate.Separator" && of != "solver.Solver" || len(takes.args) == 0 || takes.f.Type().In(0) != reflect.TypeFor[context.Context]() {
			continue
		}
		for _, inner := range names(t) {
			for _, progress := range []bool{false, true} {
				if !strings.HasPrefix(inner, of+".") || progress && of != "batch.Engine" {
					continue
				}
				tried++
				g, alone := newGood(t), newGood(t)
				c, first, second := g.call(outer), alone.call(outer), g.call(inner)
				_, method := cutLast(inner)
				second.f = reflect.ValueOf(c.of).MethodByName(method)
				made := false
				g.inside = func() {
					made = true
					if _, err := second.do(); !errors.Is(err, daylight.ErrBusy) {
						t.Errorf("%s inside of %s: %v", inner, outer, err)
					}
				}
				if !progress {
					c.args[0] = reflect.ValueOf(callingContext{context.Background(), g})
				}
				got, err := c.do()
				want, _ := first.do()
				if err != nil || !made || !reflect.DeepEqual(g.poses(), alone.poses()) {
					t.Fatalf("%s: %v; %s was called inside: %v; shapes are at %v, want %v", outer, err, inner, made, g.poses(), alone.poses())
				}
				if found, is := got[0].Interface().(*batch.Contacts); is && found.Len() != want[0].Interface().(*batch.Contacts).Len() {
					t.Errorf("%s with %s inside: %d contacts", outer, inner, found.Len())
				}
				if _, err := second.do(); err != nil {
					t.Errorf("%s after %s: %v", inner, outer, err)
				}
			}
		}
	}
	if tried < 2*(4+4)+1+3 {
		t.Errorf("only %d pairs of methods tried", tried)
	}
}
