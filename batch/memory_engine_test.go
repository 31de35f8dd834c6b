// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestEngineMemory: an engine takes as many bytes as the documentation of the package says: for
// shapes, workers, the most crowded strip and contacts.
func TestEngineMemory(t *testing.T) {
	testenv.OwnMemory(t)
	const n = 60_000
	for _, c := range []struct {
		kind    scene.Kind
		mode    batch.Mode
		workers int
		row     int64 // bytes a contact
	}{
		{scene.Circles, batch.ModeContacts, 1, 28},
		{scene.Boxes, batch.ModeContacts, 1, 28},
		{scene.Boxes, batch.ModeManifolds, 1, 60},
		{scene.Boxes, batch.ModeDistance, 1, 60},
		{scene.Polys, batch.ModeContacts, 1, 28},
		{scene.Mixed, batch.ModeContacts, 2, 28},
	} {
		t.Run(fmt.Sprint(c.kind, " ", c.mode, " ", c.workers), func(t *testing.T) {
			shapes, run := running(t, c.kind, n, soa.Attrs{})
			before := testenv.Heap()
			e := must.Get(batch.New(shapes, batch.Config{Workers: c.workers, Mode: c.mode, FixedOrder: true}))(t)
			for range 3 {
				run.Step()
				must.Get(e.Step(context.Background()))(t)
			}
			took, st := testenv.Heap()-before, e.Stats()
			runtime.KeepAlive(run)
			rows := c.row * int64(st.Contacts)
			even := st.Entries / st.Detail().Strips // these scenes crowd no strip with twice as many
			low, high := int64(30*n+160_000+100*even)+rows, int64(30*n+c.workers*(160_000+2*190*even))+rows
			if c.workers > 1 { // on a busy machine the first may find all strips done by itself
				high += rows
			}
			t.Logf("%d bytes, %.1f a shape; reckoned %d to %d: %d contacts, %d shapes in each of %d strips", took, float64(took)/n, low, high, st.Contacts, even, st.Detail().Strips)
			if took < low*7/8 || took > high*9/8 {
				t.Errorf("%d bytes are taken, %d to %d are documented", took, low, high)
			}
		})
	}
}
