// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/shapes"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(*Summary) bool, error](&checkFn{})
	register.Iter1[Summary]()
}

// tables is what is known of all tables together.
type tables struct {
	names   []string
	first   []int64          // the number of the first row of each, among those of its set
	ids     [2]columnar.Type // the types of ids of a and of b
	concave bool
	moving  bool
	rows    int64
	lonLat  bool
	kept    []string // columns of --keep that a table has
	crs     geometry.CRS
	leftOut [2][]int64 // rows of each set, in order
}

// together puts tables together, which must not be in two systems of coordinates that differ.
func together(next func(*Summary) bool, joined int64) (t tables, err error) {
	var list []Summary
	for s := (Summary{}); next(&s); s = (Summary{}) {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Summary) int { return int(a.Number - b.Number) })
	var row int64
	var known *Summary
	for k := range list {
		s, set := &list[k], 0
		if joined > 0 && s.Number >= joined {
			set = 1
		}
		if joined > 0 && s.Number == joined {
			row = 0
		}
		t.names, t.first = append(t.names, s.Name), append(t.first, row)
		for _, k := range s.LeftOut {
			t.leftOut[set] = append(t.leftOut[set], row+k)
		}
		row, t.rows = row+s.Rows, t.rows+s.Rows
		t.ids[set] = t.ids[set].And(columnar.Type(s.IDs))
		t.concave, t.moving, t.lonLat = t.concave || s.Concave, t.moving || s.Moving, t.lonLat || s.LonLat
		t.kept = append(t.kept, s.Kept...)
		switch {
		case !s.CRS.Known():
		case known == nil:
			known, t.crs = s, s.CRS
		case !known.CRS.Same(s.CRS):
			return t, shapes.Differ(s.CRS, s.Name, known.CRS, known.Name)
		}
	}
	if joined == 0 {
		t.ids[1] = t.ids[0]
	}
	return t, nil
}

// missing is the first name that is not on a list, or nothing.
func missing(names, list []string) string {
	for _, name := range names {
		if !slices.Contains(list, name) {
			return name
		}
	}
	return ""
}

// checkFn looks at all tables together, also where nothing is found.
type checkFn struct{ Spec Spec }

func (f *checkFn) ProcessElement(ctx context.Context, _ []byte, next func(*Summary) bool) error {
	t, err := together(next, f.Spec.Joined)
	switch s := &f.Spec; {
	case err != nil:
		return err
	case t.rows > 0 && missing(s.Keep, t.kept) != "":
		return fmt.Errorf("--keep %q: no table has a column of that name", missing(s.Keep, t.kept))
	case s.Mode == batch.ModeSwept && !s.exact() && t.rows > 0 && !t.moving:
		return errors.New("mode swept: no table has a column vx, vy or omega, so nothing moves")
	case (t.lonLat || s.Area || s.Margin != 0 || slices.Contains(s.columns(), "depth")) && t.crs.Geographic():
		log.Warn(ctx, "coordinates are longitudes and latitudes, so that radii, distances and depths are in degrees, which have no one length; for metres bring the tables into a projected system first (ogr2ogr -t_srs)")
	}
	return nil
}
