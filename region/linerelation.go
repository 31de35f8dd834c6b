// SPDX-License-Identifier: MIT

package region

// relateThin returns the relations of shapes of segments and points that have a point in common.
// has says that s covers o, and isHad that o covers s.
func (s *Shape) relateThin(o *Shape, has, isHad bool) Relation {
	r := Intersects
	if has {
		r |= Covers
	}
	if isHad {
		r |= CoveredBy
	}
	inside, along := s.meetsInside(o)
	if !inside {
		return r | Touches
	}
	r |= Overlaps
	if has {
		r |= Contains
	}
	if isHad {
		r |= Within
	}
	switch {
	case has && isHad:
		r |= Equals
	case has || isHad:
	case s.long() == o.long() && s.long() == along:
		r |= OverlapsPartly
	default:
		r |= Crosses
	}
	return r
}

// long reports whether a shape of segments and points has a segment.
func (s *Shape) long() bool {
	for i := range s.parts() {
		if core, _ := s.part(i); len(core) == 2 {
			return true
		}
	}
	return false
}

// meetsInside reports whether the interiors of shapes of segments and points have a point in
// common, and whether they have a piece of a segment in common.
func (s *Shape) meetsInside(o *Shape) (inside, along bool) {
	endsOfS, endsOfO := s.ends(), o.ends()
	s.eachPair(o, func(i, k int) bool {
		a, boxA := s.part(i)
		b, boxB := o.part(k)
		switch v := cores(a, boxA, b, boxB, Apart); {
		case v == Apart:
		case len(a) == 2 && len(b) == 2 && runsAlong(a[0], a[1], b[0], b[1]):
			inside, along = true, true
		case inside:
		case v == Overlapping: // at a point inside both segments, where another line may end
			inside = true
			for _, ends := range [2]map[Point]bool{endsOfS, endsOfO} {
				for e, is := range ends {
					inside = inside && !(is && lies(a, e) && lies(b, e))
				}
			}
		default:
			for _, list := range [2][]Point{a, b} {
				for _, e := range list {
					inside = inside || lies(a, e) && lies(b, e) && !endsOfS[e] && !endsOfO[e]
				}
			}
		}
		return !along
	})
	return inside, along
}

// lies reports whether e lies on a core, which is a segment or a point.
func lies(core []Point, e Point) bool {
	if len(core) == 1 {
		return core[0] == e
	}
	return onSegment(core[0], core[1], e)
}

// ends returns the boundary of a shape of segments and points: the places where an odd number of
// its lines end.
func (s *Shape) ends() map[Point]bool {
	lines := [][]Point{s.core}
	if s.many != nil {
		lines = s.many.lines
	}
	at := map[Point]bool{}
	for _, line := range lines {
		if len(line) > 1 {
			for _, e := range [2]Point{line[0], line[len(line)-1]} {
				at[e] = !at[e]
			}
		}
	}
	return at
}
