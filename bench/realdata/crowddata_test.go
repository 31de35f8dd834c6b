// SPDX-License-Identifier: MIT

package realdata

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"daylight/internal/must"
)

// Lengths of the crowd recordings are held as whole multiples of 1e-10 m: the
// metre file has up to 4 places, the centimetre file up to 8. All are below 2^53.
const unitsPerMetre = 10_000_000_000

// metres is the float64 nearest to a length: both sides of the one division are
// exact.
func metres(units int64) float64 { return float64(units) / unitsPerMetre }

// person is one row of a recording: where someone was in one frame.
type person struct {
	id, frame int32
	x, y      int64
}

// recording is a crowd file, its rows in file order.
type recording struct {
	name string
	rows []person
}

// crowdFiles are the recordings, with what is stated about them.
var crowdFiles = []struct {
	name                     string
	places                   int // decimals of the file's unit that make 1e-10 m
	people, rows, frames     int
	first, last, mostInFrame int32
}{
	{"bottleneck_AO_300", 10, 348, 128_783, 959, 0, 958, 224},
	{"bi_corr_400_b_03", 8, 480, 120_790, 3_247, 94, 3340, 50},
}

// readCrowd reads lines of: id frame x y z. Lines that begin with # are comments.
func readCrowd(r io.Reader, places int) ([]person, error) {
	var rows []person
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		fields := strings.Fields(s.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 5 {
			return nil, fmt.Errorf("line %d: %d fields, want id frame x y z", n, len(fields))
		}
		var p person
		err := whole(fields[:2], &p.id, &p.frame)
		if err == nil && p.frame < 0 {
			err = errors.New("negative frame")
		}
		if err == nil {
			p.x, err = fixed(fields[2], places)
		}
		if err == nil {
			p.y, err = fixed(fields[3], places)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rows = append(rows, p)
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("no rows")
	}
	return rows, nil
}

// frames gives the row numbers of each frame, from the first frame to the last.
func (r *recording) frames() (first int32, rows [][]int32) {
	first, last := int32(math.MaxInt32), int32(0)
	for _, p := range r.rows {
		first, last = min(first, p.frame), max(last, p.frame)
	}
	rows = make([][]int32, last-first+1)
	for k, p := range r.rows {
		rows[p.frame-first] = append(rows[p.frame-first], int32(k))
	}
	return first, rows
}

var loadCrowds = sync.OnceValues(func() ([]*recording, error) {
	var all []*recording
	for _, f := range crowdFiles {
		rec := &recording{name: f.name}
		err := readData("crowd/"+f.name+".txt.gz", func(r io.Reader) (err error) {
			rec.rows, err = readCrowd(r, f.places)
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, rec)
	}
	return all, nil
})

// crowds returns both recordings.
func crowds(t *testing.T) []*recording {
	t.Helper()
	needData(t)
	return must.Get(loadCrowds())(t)
}

// wall is a piece of the building, parallel to an axis, as a closed box without
// width: x0 <= x1 and y0 <= y1, and one of them equal.
type wall struct {
	x0, y0, x1, y1 int64
}

// readWalls reads a geometry file of one polygon: a closed ring of walls.
func readWalls(r io.Reader) ([]wall, error) {
	var g struct {
		XMLName  xml.Name `xml:"geometry"`
		Unit     string   `xml:"unit,attr"`
		Polygons []struct {
			Vertices []struct {
				X string `xml:"px,attr"`
				Y string `xml:"py,attr"`
			} `xml:"vertex"`
		} `xml:"rooms>room>subroom>polygon"`
	}
	if err := xml.NewDecoder(r).Decode(&g); err != nil {
		return nil, err
	}
	if g.Unit != "m" || len(g.Polygons) != 1 {
		return nil, fmt.Errorf("unit %q and %d polygons, want m and 1", g.Unit, len(g.Polygons))
	}
	var walls []wall
	ring := g.Polygons[0].Vertices
	var px, py int64
	for k, v := range ring {
		x, err := fixed(v.X, 10)
		if err != nil {
			return nil, err
		}
		y, err := fixed(v.Y, 10)
		if err != nil {
			return nil, err
		}
		if k > 0 {
			if (x == px) == (y == py) {
				return nil, fmt.Errorf("the wall to vertex %d is not parallel to an axis", k)
			}
			walls = append(walls, wall{min(px, x), min(py, y), max(px, x), max(py, y)})
		}
		px, py = x, y
	}
	if len(ring) < 4 || ring[0] != ring[len(ring)-1] {
		return nil, errors.New("the ring of walls is not closed")
	}
	return walls, nil
}

var loadWalls = sync.OnceValues(func() (walls []wall, err error) {
	err = readData("crowd/bottleneck_AO_300.geo.xml", func(r io.Reader) (err error) {
		walls, err = readWalls(r)
		return err
	})
	return walls, err
})

// building returns the walls around the first recording.
func building(t *testing.T) []wall {
	t.Helper()
	needData(t)
	return must.Get(loadWalls())(t)
}
