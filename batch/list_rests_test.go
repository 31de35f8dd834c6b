// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"math/rand/v2"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestAListMadeAnewForgetsChanges: no strip of it is looked through for slots that changed before.
func TestAListMadeAnewForgetsChanges(t *testing.T) {
	var c entries
	var f fattened
	f.resize(100)
	c.reset(100)
	c.noteChanged(&f, []uint32{7, 40}, 100)
	s := listStrip{lo: 30, hi: 50}
	if !c.touches(&s) {
		t.Error("a strip that may have a row of slot 40 is not looked through")
	}
	if c.reset(100); c.touches(&s) {
		t.Error("slot 40 is looked for in a list made since it changed")
	}
}

// TestRestAfterAnError: a list that is made where nothing moves since a step failed looks ahead no farther than
// one that is made in the first steps.
func TestRestAfterAnError(t *testing.T) {
	ctx := context.Background()
	e := must.Get(New(someBoxes(t, 400), Config{Workers: 1, Skin: 8}))(t)
	for range 5 {
		must.Get(e.Step(ctx))(t)
	}
	if _, err := e.Step(testenv.EndsAfter(1)); err == nil {
		t.Fatal("the step did not fail")
	}
	for range 4 {
		must.Get(e.Step(ctx))(t)
	}
	if ahead := e.list.ahead; e.Stats().SkinAge == 0 || !(ahead <= calmFactor*8) {
		t.Errorf("a list that served %d steps looks %v steps ahead", e.Stats().SkinAge, ahead)
	}
}

// TestSkinRests: if lists do not live long, SkinAuto does without them for a while, the longer
// the oftener that happens, and holds next to nothing meanwhile; a list that serves its time ends
// that.
func TestSkinRests(t *testing.T) {
	const n, side = 2000, 60
	r := rand.New(rand.NewPCG(3, 5))
	shapes := soa.New()
	for range n {
		must.Get(shapes.AddBox(soa.At(r.Float64()*side, r.Float64()*side, 0), 0.5, 0.5, soa.Attrs{}))(t)
	}
	e := must.Get(New(shapes, Config{Workers: 1, Skin: SkinAuto}))(t)
	step := func(jump bool) {
		t.Helper()
		must.Do(t, shapes.Update(func(c soa.Live) {
			for i := range c.X {
				if jump {
					c.X[i] = r.Float64() * side
				} else {
					c.X[i] += 0.001
				}
			}
		}))
		must.Get(e.Step(context.Background()))(t)
	}
	sk := e.list
	var rests []int
	for range 4 {
		steps := 0
		for ; sk.state != listed; steps++ { // they are calm as long as it watches
			if step(false); steps > 2*maxBackoff {
				t.Fatal("no list is made of shapes that are calm")
			}
		}
		if sk.bytes() < 40*n {
			t.Fatalf("a list holds %d bytes", sk.bytes())
		}
		for sk.life != 0 { // until it rests, they jump as soon as there is a list
			step(sk.state == listed)
		}
		if held := sk.bytes(); held > 1<<10 {
			t.Errorf("%d bytes are held while it rests", held)
		}
		rests = append(rests, sk.trial.pause)
	}
	for k, rest := range rests {
		if want := []int{16, 48, 112, 240}[k]; rest != want {
			t.Errorf("rests are of %v steps", rests)
		}
	}
	for range rests[3] + 60 {
		step(false)
	}
	if sk.state != listed || sk.backoff != 0 {
		t.Errorf("shapes were calm for long, and the next rest would be after one of %d", sk.backoff)
	}
}
