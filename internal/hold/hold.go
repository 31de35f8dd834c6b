// SPDX-License-Identifier: MIT

package hold

import (
	"daylight/internal/store"
	"daylight/soa"
)

// Both holds one set of shapes or two, until Release, and returns their live columns. Sets may be nil,
// or the same. It fails with soa.ErrInUse if another caller holds one or is inside of Update, and
// then holds none. It allocates nothing.
func Both(of [2]*soa.Shapes) (live [2]soa.Live, err error) {
	if of[1] == of[0] {
		of[1] = nil
	}
	for k, s := range of {
		if s == nil {
			continue
		}
		held, err := store.Of(s).Hold()
		if err != nil {
			if k == 1 && of[0] != nil {
				store.Of(of[0]).Release()
			}
			return live, err
		}
		live[k] = *held.(*soa.Live)
	}
	return live, nil
}

// Release ends what Both began.
func Release(of [2]*soa.Shapes) {
	for k, s := range of {
		if s != nil && (k == 0 || s != of[0]) {
			store.Of(s).Release()
		}
	}
}

// One is Both for one set.
func One(s *soa.Shapes) (soa.Live, error) {
	live, err := Both([2]*soa.Shapes{s})
	return live[0], err
}
