// SPDX-License-Identifier: MIT

package store

// Hold keeps other callers from changing one set of shapes or two, until Release, and returns their
// live columns. Sets may be nil, or the same. It fails with soa.ErrInUse if another caller holds
// one or is inside of Update, and then holds none. It allocates nothing.
func Hold[L any, S Shapes[L]](of [2]S) (live [2]L, err error) {
	if err = HoldBoth(Both(of)); err != nil {
		return live, err
	}
	var none S
	for k, s := range of {
		if s != none {
			_, shown := s.Engine(Key{})
			live[k] = *shown
		}
	}
	return live, nil
}

// Release ends what Hold began.
func Release[L any, S Shapes[L]](of [2]S) { ReleaseBoth(Both(of)) }

// Both returns the stores of two sets; that of a nil set is nil.
func Both[L any, S Shapes[L]](of [2]S) (stores [2]Store) {
	var none S
	for k, s := range of {
		if s != none {
			stores[k] = Of(s)
		}
	}
	return stores
}

// HoldBoth is Hold for the stores of the sets.
func HoldBoth(of [2]Store) error {
	for k, s := range of {
		if s == nil || k == 1 && s == of[0] {
			continue
		}
		if err := s.Hold(); err != nil {
			if k == 1 && of[0] != nil {
				of[0].Release()
			}
			return err
		}
	}
	return nil
}

// ReleaseBoth ends what HoldBoth began.
func ReleaseBoth(of [2]Store) {
	for k, s := range of {
		if s != nil && (k == 0 || s != of[0]) {
			s.Release()
		}
	}
}
