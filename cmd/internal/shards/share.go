// SPDX-License-Identifier: MIT

package shards

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Share is what is to be known of a share of the tables once it was read.
type Share struct {
	Daylight string         `json:"daylight"` // "pieces"
	By       output.Program `json:"by"`
	Plan     string         `json:"plan"` // the Plan's ID
	Number   int            `json:"share"`
	Of       int            `json:"of"`
	Spans    []Span         `json:"spans"`
	Sets     [2]OfSet       `json:"sets"`
	Facts
	// Index is where the index of the pieces is, and Sum that of its bytes.
	Index struct {
		At   int64  `json:"at"`
		Size int64  `json:"size"`
		Sum  uint32 `json:"sum"`
	} `json:"index"`
	name string
	file *reading
	*dealt
}

// Span is what was read of a table: bytes, or batches of rows, from From up to To of Size. What can be
// read only as a whole is one of one.
type Span struct {
	File    int   `json:"file"` // among all tables, joined ones last
	From    int64 `json:"from"`
	To      int64 `json:"to"`
	Size    int64 `json:"size"`
	Batches bool  `json:"batches,omitempty"`
	// Bytes, Time and Sum are those of the file: how many there are, when it was last written, and the digest of
	// what was read of them.
	Bytes    int64  `json:"bytes"`
	Time     int64  `json:"time"`
	Sum      string `json:"sum"`
	Rows     int64  `json:"rows"`
	Lines    int64  `json:"lines"` // line ends, if there is more of the file
	Features bool   `json:"features,omitempty"`
}

// OfSet is what a share has of a set.
type OfSet struct {
	Rows     int64         `json:"rows"`
	Shapes   int64         `json:"shapes"`
	Skipped  int64         `json:"skipped,omitempty"`
	Outside  int64         `json:"outside,omitempty"` // of --bbox
	FirstBad string        `json:"first_bad,omitempty"`
	IDs      columnar.Type `json:"ids"`
	Named    bool          `json:"named,omitempty"`    // rows have ids
	LeftOut  []int64       `json:"left_out,omitempty"` // rows whose id another one had before
}

// Facts is what reading tables tells of them beside their shapes.
type Facts struct {
	shapes.Numbering
	Concave int64    `json:"concave,omitempty"` // so many shapes are cut into convex parts
	Moving  [2]bool  `json:"moving"`            // a table of the set says how its shapes move
	LonLat  bool     `json:"lonlat,omitempty"`  // columns of longitudes and latitudes stand for x and y
	Kept    []string `json:"kept,omitempty"`    // columns of --keep that a table has
	Unmet   string   `json:"unmet,omitempty"`   // the column of a rename that no table has
	// CRS is the system of coordinates that each set is in, if its tables say so, and In the first of them.
	CRS [2]geometry.CRS `json:"crs"`
	In  [2]string       `json:"in"`
}

// Read notes what is known of a set once its tables have been read, or what the share has of them: all but how many shapes
// there are, and which rows were left out. The first table has that name.
func (s *Share) Read(k int, set *shapes.Set, name string) {
	o := &s.Sets[k]
	o.Rows, o.Skipped, o.Outside, o.IDs = int64(set.Rows), int64(set.Skipped), int64(set.Outside), set.IDs
	if set.FirstBad != nil {
		o.FirstBad = set.FirstBad.Error()
	}
	s.Moving[k], s.LonLat = set.Moving, s.LonLat || set.LonLat
	if s.CRS[k] = set.CRS; set.CRS.Known() {
		s.In[k] = name
	}
}

// Together is what is known of all tables.
type Together struct {
	Facts
	Worlds  []string // in the order in which they first appear
	IDs     [2]columnar.Type
	LeftOut [2][]int64 // rows, in order
	Rows    [2]int64
	Shapes  [2]int64
	names   []string // of tables
	joined  int      // of them are not; 0 if all are of one set
	shares  []*Share
	first   [2][]int64 // rows of each set before each share
	digest  string
}

// Combine puts shares together that have all of the tables, in order. The tables have these names, and those from
// joined on, if that is not 0, are of the second set.
func Combine(shares []*Share, names []string, joined int) (*Together, error) {
	t := &Together{shares: shares, names: names, joined: joined}
	known := map[string]bool{}
	unmet, skipped, outside, bad := 0, [2]int64{}, [2]int64{}, [2]string{}
	for _, s := range shares {
		for _, name := range s.Numbering.Worlds {
			if !known[name] {
				known[name] = true
				t.Worlds = append(t.Worlds, name)
			}
		}
		for k := range s.Sets {
			o := &s.Sets[k]
			t.Moving[k] = t.Moving[k] || s.Moving[k]
			t.first[k] = append(t.first[k], t.Rows[k])
			for _, row := range o.LeftOut {
				t.LeftOut[k] = append(t.LeftOut[k], t.Rows[k]+row)
			}
			t.Rows[k], t.Shapes[k] = t.Rows[k]+o.Rows, t.Shapes[k]+o.Shapes
			t.IDs[k] = t.IDs[k].And(o.IDs)
			outside[k] += o.Outside
			if skipped[k] += o.Skipped; bad[k] == "" {
				bad[k] = o.FirstBad
			}
		}
		t.Concave, t.LonLat = t.Concave+s.Concave, t.LonLat || s.LonLat
		t.Kept = append(t.Kept, s.Kept...)
		if s.Unmet != "" {
			unmet, t.Unmet = unmet+1, s.Unmet
		}
		for k, crs := range s.CRS {
			if !crs.Known() {
				continue
			}
			for j, was := range t.CRS {
				if was.Known() && !was.Same(crs) {
					return nil, shapes.Differ(crs, s.In[k], was, t.In[j])
				}
			}
			if !t.CRS[k].Known() || t.CRS[k].Implied {
				t.CRS[k], t.In[k] = crs, s.In[k]
			}
		}
	}
	if unmet < len(shares) {
		t.Unmet = ""
	}
	if joined == 0 {
		t.IDs[1] = t.IDs[0]
	}
	for k := range t.Shapes {
		if t.Shapes[k] == 0 && skipped[k] > 0 && outside[k] == 0 {
			return nil, fmt.Errorf("%w (%d of %d); the first: %s", shapes.ErrAllBad, skipped[k], t.Rows[k], bad[k])
		}
	}
	return t, nil
}

// Check finds what is wrong with all tables: columns to be kept that none has, renames that none meets, and whatever still finds
// of sets that do not move, of which some have rows.
func (t *Together) Check(keep []string, still func(moving, rows [2]bool) error) error {
	if err := shapes.Lacking(t.Kept, keep); err != nil && t.Rows[0] > 0 {
		return err
	}
	if t.Unmet != "" {
		return errors.New(t.Unmet)
	}
	return still(t.Moving, [2]bool{t.Rows[0] > 0, t.Rows[1] > 0})
}

// Tile is what was dealt to a tile: the shapes of both sets, and of which shares there are any. How many they are tells
// how much room to make.
type Tile struct {
	Has    func(share int) bool
	Next   [2]Next
	Shapes [2]int
}

// Load reads the shapes of a tile into Sets, of which the second is nil unless beside makes what reads it.
func (t *Together) Load(of Tile, read shapes.Config, beside func(first *shapes.Loader) *shapes.Loader) (one, two *shapes.Set, err error) {
	read.Tiling.Worlds, read.Tiling.Cut = t.Worlds, t.Concave > 0
	first := shapes.NewLoader(read)
	from := make([][]*shapes.Origin, len(t.shares)) // by span
	for k := range from {
		if of.Has(k) {
			from[k] = t.origins(k, first)
		}
	}
	set := func(l *shapes.Loader, k int) (*shapes.Set, error) {
		err := l.ReadSpilled(of.Shapes[k], func(room []byte) ([]byte, *shapes.Origin, error) {
			text, share, span, err := of.Next[k](room)
			if err != nil {
				return nil, nil, err
			}
			return text, from[share][span], nil
		})
		if err != nil {
			return nil, err
		}
		s, err := l.Set()
		if err == nil {
			s.IDs = t.IDs[k] // those of all shapes, whichever reach the tile
		}
		return s, err
	}
	if one, err = set(first, 0); err == nil && beside != nil {
		two, err = set(beside(first), 1)
	}
	return one, two, err
}

// origins are where the shapes of share k are from, by span, and what their numbers are in a Loader or one beside it.
func (t *Together) origins(k int, l *shapes.Loader) (list []*shapes.Origin) {
	s := t.shares[k]
	var numbers *shapes.Numbers
	if len(t.shares) > 1 { // those of the only one are the same in the Loader, which knows the worlds
		numbers = l.Numbers(s.Numbering)
	}
	for _, span := range s.Spans {
		list = append(list, &shapes.Origin{Name: t.names[span.File], Row: t.first[t.set(span.File)][k], Line: t.linesBefore(k, &span), Numbers: numbers})
	}
	return list
}

// set is the number of a table's set.
func (t *Together) set(file int) int { return SetOf(t.joined > 0 && file >= t.joined) }

// linesBefore is how many lines of a table are before a span of share k.
func (t *Together) linesBefore(k int, span *Span) (n int64) {
	if span.From == 0 || span.Batches {
		return 0
	}
	for _, s := range t.shares[:k] {
		for _, o := range s.Spans {
			if o.File == span.File {
				n += o.Lines
			}
		}
	}
	return n
}

// Digest tells inputs apart: it is of what was read, and by which shares.
func (t *Together) Digest() string { return t.digest }

// digestOf is that of shares.
func digestOf(shares []*Share) string {
	h := sha256.New()
	for _, s := range shares {
		for _, span := range s.Spans {
			text, _ := json.Marshal([]any{span.File, span.From, span.To, span.Bytes, span.Sum})
			h.Write(text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
