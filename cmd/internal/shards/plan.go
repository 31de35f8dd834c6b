// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"slices"

	"daylight/batch/tile"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Plan is a job that is cut into shards, one for each tile, as a file that people may read and
// edit: where the cuts lie (Tiles) is theirs to change, before anything is routed.
type Plan struct {
	// By is the program that made the plan. All else is to be done by the same.
	By output.Program `json:"by"`
	// Flags are those of the program that say what to find and how to read, in their order.
	Flags []Flag `json:"flags"`
	// Files are the tables, and Join those of the second set.
	Files  []File     `json:"files"`
	Join   []File     `json:"join"`
	Cut    string     `json:"cut"`    // the directory of pieces that were made with it; empty if there is none
	Shapes int64      `json:"shapes"` // of both sets, about
	Near   *Near      `json:"near"`   // where questions for the nearest shapes go; nil if there are none
	Tiles  *tile.Plan `json:"-"`      // which are written as their number and the cuts

	id string
}

// Flag is a flag as it was given.
type Flag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// File is one table.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // in bytes
	Time int64  `json:"time"` // when it was last written, in nanoseconds since 1970
	// Columns are those that its path names.
	Columns []shapes.Constant `json:"columns,omitempty"`
}

// Value is that of a flag, or nothing if it was not given.
func (p *Plan) Value(name string) string {
	for _, f := range p.Flags {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// file is table i of all, those of Join after Files.
func (p *Plan) file(i int) *File {
	if i < len(p.Files) {
		return &p.Files[i]
	}
	return &p.Join[i-len(p.Files)]
}

// ErrPlan is what a file is that is no plan, for errors.Is.
var ErrPlan = errors.New("not a plan, as daylight plan writes it")

// ID tells plans apart: it is a hash of the file that the plan was read from, or was written to.
func (p *Plan) ID() string { return p.id }

// WorldNumber is the number by which the cuts of a plan know a world: a hash of its name, since who makes the plan
// has not seen all of them. Worlds of the same number are cut alike, and meet no more than others do.
func WorldNumber(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() & math.MaxInt32
}

// Worlds are those of the worlds of a Loader, by its own numbers.
type Worlds []uint32

// Of is that of the world of shape k, which may be new.
func (w *Worlds) Of(in *shapes.Scanned, k int) uint32 {
	world := int(in.World[k])
	if n := len(*w); world >= n {
		*w = append(*w, make([]uint32, world+1-n)...)
	}
	if (*w)[world] == 0 {
		(*w)[world] = WorldNumber(in.WorldName(k))
	}
	return (*w)[world]
}

// WorldNumbers are those of some worlds.
func WorldNumbers(names []string) (list Worlds) {
	for _, name := range names {
		list = append(list, WorldNumber(name))
	}
	return list
}

// Alike reports whether any of some worlds have the same number.
func Alike(names []string) bool {
	numbers := WorldNumbers(names)
	slices.Sort(numbers)
	return len(slices.Compact(numbers)) < len(names)
}

// Write writes the plan, an entry on each line.
func (p *Plan) Write(w io.Writer) error {
	var b bytes.Buffer
	var bad error
	value := func(v any) string {
		text, err := json.Marshal(v)
		bad = errors.Join(bad, err)
		return string(text)
	}
	list := func(name string, n int, one func(i int) any) {
		b.WriteString(",\n\"" + name + "\":[")
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n  " + value(one(i)))
		}
		b.WriteString("]")
	}
	b.WriteString("{\"daylight\":\"plan\",\n\"by\":" + value(p.By))
	list("flags", len(p.Flags), func(i int) any { return p.Flags[i] })
	list("files", len(p.Files), func(i int) any { return p.Files[i] })
	list("join", len(p.Join), func(i int) any { return p.Join[i] })
	if p.Cut != "" {
		b.WriteString(",\n\"cut\":" + value(p.Cut))
	}
	if p.Near != nil {
		b.WriteString(",\n\"near\":" + value(p.Near))
	}
	fmt.Fprintf(&b, ",\n\"shapes\":%d,\n\"tiles\":%d", p.Shapes, p.Tiles.Tiles())
	parts := p.Tiles.Parts()
	list("cuts", len(parts), func(i int) any { return parts[i] })
	b.WriteString("}\n")
	if bad != nil {
		return bad
	}
	p.id = idOf(b.Bytes())
	_, err := w.Write(b.Bytes())
	return err
}

func idOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Read reads a plan, which that program must have made.
func Read(name string, by output.Program) (*Plan, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var f struct {
		Daylight string `json:"daylight"`
		Plan
		Tiles int         `json:"tiles"`
		Cuts  []tile.Part `json:"cuts"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&f)
	if f.Daylight == "plan" && f.By != by { // whose plans may be written otherwise
		return nil, f.By.Differs(name, by)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %v", name, ErrPlan, err)
	}
	if f.Daylight != "plan" || len(f.Files) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrPlan)
	}
	p := &f.Plan
	p.id = idOf(text)
	if p.Near != nil && p.Near.Grid != nil {
		p.Near.group()
	}
	if p.Tiles, err = tile.New(f.Tiles, f.Cuts); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrPlan, err)
	}
	return p, nil
}
