// SPDX-License-Identifier: MIT

package verlet

import (
	"context"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/step"
	"daylight/internal/testenv"
	"daylight/soa"
)

// driver steps some shapes with a list, as an engine does.
type driver struct {
	shapes *soa.Shapes
	list   *List
	run    step.Run
	cfg    step.Settings
	out    step.Contacts
}

func drive(t *testing.T, shapes *soa.Shapes, list *List) *driver {
	table := must.Get(isa.Named(""))(t)
	d := &driver{shapes: shapes, list: list, cfg: step.Settings{Workers: 1, Table: table, Memory: 1 << 32}}
	d.run.Hire(1, d.cfg.Mode)
	return d
}

func (d *driver) step(ctx context.Context) error {
	src := step.Source{First: d.shapes}
	if err := d.run.Hold(ctx, "Step", &d.cfg, src); err != nil {
		return err
	}
	defer src.Release()
	d.run.HeldBefore = d.out.Bytes()
	return d.list.Step(ctx, &d.run, &d.cfg, &d.out)
}

// scattered are n boxes at random in a square.
func scattered(t *testing.T, r *rand.Rand, n int, side float64) *soa.Shapes {
	shapes := soa.New()
	for range n {
		must.Get(shapes.AddBox(soa.At(r.Float64()*side, r.Float64()*side, 0), 0.5, 0.5, soa.Attrs{}))(t)
	}
	return shapes
}

// TestAListMadeAnewForgetsChanges: no strip of it is looked through for slots that changed before.
func TestAListMadeAnewForgetsChanges(t *testing.T) {
	var c entries
	var f fattened
	f.resize(100)
	c.reset(100)
	c.noteChanged(&f, []uint32{7, 40}, 100)
	s := strip{lo: 30, hi: 50}
	if !c.touches(&s) {
		t.Error("a strip that may have a row of slot 40 is not looked through")
	}
	if c.reset(100); c.touches(&s) {
		t.Error("slot 40 is looked for in a list made since it changed")
	}
}

// TestRestAfterAnError: a list that is made where nothing moves since a step failed looks ahead no
// farther than one that is made in the first steps.
func TestRestAfterAnError(t *testing.T) {
	ctx := context.Background()
	d := drive(t, scattered(t, rand.New(rand.NewPCG(3, 3)), 400, 32), New(8))
	for range 5 {
		must.Do(t, d.step(ctx))
	}
	if d.step(testenv.EndsAfter(1)) == nil {
		t.Fatal("the step did not fail")
	}
	for range 4 {
		must.Do(t, d.step(ctx))
	}
	if age := d.run.Stats.SkinAge; age == 0 || !(d.list.ahead <= calmFactor*8) {
		t.Errorf("a list that served %d steps looks %v steps ahead", age, d.list.ahead)
	}
}

// TestSkinRests: if lists do not live long, the engine does without them for a while, the longer
// the oftener that happens, and holds next to nothing meanwhile; a list that serves its time ends
// that.
func TestSkinRests(t *testing.T) {
	const n, side = 2000, 60
	r := rand.New(rand.NewPCG(3, 5))
	shapes := scattered(t, r, n, side)
	d := drive(t, shapes, New(0))
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
		must.Do(t, d.step(context.Background()))
	}
	sk := d.list
	var rests []int
	for range 4 {
		steps := 0
		for ; sk.state != listed; steps++ { // they are calm as long as it watches
			if step(false); steps > 2*maxBackoff {
				t.Fatal("no list is made of shapes that are calm")
			}
		}
		if sk.Bytes() < 40*n {
			t.Fatalf("a list holds %d bytes", sk.Bytes())
		}
		for sk.life != 0 { // until it rests, they jump as soon as there is a list
			step(sk.state == listed)
		}
		if held := sk.Bytes(); held > 1<<10 {
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
