// SPDX-License-Identifier: MIT

package realdata

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"daylight/internal/must"
)

// size is the width and height of a cell type in units of the design.
type size struct {
	w, h int64
}

// cell is a placed cell: an upright rectangle on whole numbers.
type cell struct {
	name, kind     string
	x0, y0, x1, y1 int64
	fixed          bool
}

// design is one placement, its cells in file order.
type design struct {
	name  string
	cells []cell
}

var designFiles = []struct{ name, file string }{
	{"before", "chip/aes_cipher_top_replace.def.gz"},
	{"after", "chip/aes.defok.gz"},
}

// readSizes reads the cell types.
func readSizes(r io.Reader) (map[string]size, error) {
	sizes := map[string]size{}
	err := table(r, "cell,width_dbu,height_dbu", func(fields []string) error {
		var s size
		if err := whole(fields[1:], &s.w, &s.h); err != nil {
			return err
		}
		if _, twice := sizes[fields[0]]; twice || s.w <= 0 || s.h <= 0 {
			return fmt.Errorf("cell type %s is there twice or has no area", fields[0])
		}
		sizes[fields[0]] = s
		return nil
	})
	return sizes, err
}

// readDEF reads the components of a design:
//
//   - NAME TYPE ... + PLACED ( X Y ) ORIENT ... ;
//
// one a line, or + FIXED. Only turns that keep width and height are read.
func readDEF(r io.Reader, sizes map[string]size) ([]cell, error) {
	var cells []cell
	declared, inside, closed := int64(0), false, false
	names := map[string]bool{}
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		fields := strings.Fields(s.Text())
		switch {
		case len(fields) == 0:
		case !inside && len(fields) == 3 && fields[0] == "COMPONENTS":
			if err := whole(fields[1:2], &declared); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			inside = true
		case inside && fields[0] == "END":
			inside, closed = false, true
		case inside:
			c, err := readCell(fields, sizes)
			if err == nil && names[c.name] {
				err = fmt.Errorf("cell %s is there twice", c.name)
			}
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			names[c.name] = true
			cells = append(cells, c)
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if !closed || int64(len(cells)) != declared || declared == 0 {
		return nil, fmt.Errorf("%d components read, %d declared, end of the section seen: %v", len(cells), declared, closed)
	}
	return cells, nil
}

// readCell reads one component.
func readCell(fields []string, sizes map[string]size) (cell, error) {
	if len(fields) < 4 || fields[0] != "-" || fields[len(fields)-1] != ";" {
		return cell{}, errors.New("not a component of one line")
	}
	c := cell{name: fields[1], kind: fields[2]}
	s, ok := sizes[c.kind]
	if !ok {
		return cell{}, fmt.Errorf("cell %s: no size known for type %s", c.name, c.kind)
	}
	at := slices.IndexFunc(fields, func(f string) bool { return f == "PLACED" || f == "FIXED" })
	if at < 0 || at+5 >= len(fields) || fields[at-1] != "+" || fields[at+1] != "(" || fields[at+4] != ")" {
		return cell{}, fmt.Errorf("cell %s is not placed", c.name)
	}
	c.fixed = fields[at] == "FIXED"
	if err := whole(fields[at+2:at+4], &c.x0, &c.y0); err != nil {
		return cell{}, fmt.Errorf("cell %s: %w", c.name, err)
	}
	switch turn := fields[at+5]; turn {
	case "N", "S", "FN", "FS":
	default:
		return cell{}, fmt.Errorf("cell %s: turn %s is not read", c.name, turn)
	}
	c.x1, c.y1 = c.x0+s.w, c.y0+s.h
	return c, nil
}

// overlapTruth is a line of the truth file: how far the extents of two cells
// overlap along x and y.
type overlapTruth struct {
	pair   pair
	dx, dy int64
}

var loadDesigns = sync.OnceValues(func() (all []*design, err error) {
	var sizes map[string]size
	err = readData("chip/cell_sizes.csv", func(r io.Reader) (err error) {
		sizes, err = readSizes(r)
		return err
	})
	if err == nil && len(sizes) != 62 {
		err = fmt.Errorf("%d cell types, want 62", len(sizes))
	}
	for _, f := range designFiles {
		if err != nil {
			return nil, err
		}
		d := &design{name: f.name}
		err = readData(f.file, func(r io.Reader) (err error) {
			d.cells, err = readDEF(r, sizes)
			return err
		})
		all = append(all, d)
	}
	return all, err
})

// designs returns the chip before and after legal placement.
func designs(t *testing.T) (before, after *design) {
	t.Helper()
	needData(t)
	all := must.Get(loadDesigns())(t)
	return all[0], all[1]
}

// chipTruth reads the overlaps of the first design.
func chipTruth(t *testing.T) []overlapTruth {
	t.Helper()
	needData(t)
	var out []overlapTruth
	must.Do(t, readData("chip/truth_aes_cipher_top_replace.csv.gz", func(r io.Reader) error {
		return table(r, "index_a,index_b,dx_dbu,dy_dbu", func(fields []string) error {
			var a, b, dx, dy int64
			err := whole(fields, &a, &b, &dx, &dy)
			out = append(out, overlapTruth{inOrder(int32(a), int32(b)), dx, dy})
			return err
		})
	}))
	return out
}
