// SPDX-License-Identifier: MIT

package push

import (
	"testing"

	"daylight/internal/must"
	"daylight/soa"
)

// An index forgets other stores and removed shapes.
func TestBodyIndexForgets(t *testing.T) {
	crowd, few := soa.New(), soa.New()
	for range 8 {
		must.Get(crowd.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{Body: 7}))(t)
	}
	var ids []soa.ID
	for range 4 {
		id := must.Get(few.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{Body: 3}))(t)
		ids = append(ids, id)
	}
	removed := ids[2]
	must.Do(t, few.Remove(removed))
	named := func(id soa.ID) soa.ID { return ids[0] }
	for _, of := range []func(soa.ID) soa.ID{nil, named} {
		var x bodyIndex
		x.find(crowd, nil)
		x.find(few, of)
		if x.body(ids[3]) != ids[0] || x.body(removed) != removed {
			t.Errorf("shapes %v and %v, which is removed, are of %v and %v", ids[3], removed, x.body(ids[3]), x.body(removed))
		}
	}
}
