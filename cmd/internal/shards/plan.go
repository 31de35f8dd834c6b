// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"daylight/batch/tile"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/region"
)

// CutFile is the file of a plan's shapes, cut by tile.
type CutFile struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Sum  string `json:"sum"` // of its index
}

// Plan is a job that is cut into shards, one for each tile, as a file that people may read and
// edit: where the cuts lie (Tiles) is theirs to change, before the first shard is run.
type Plan struct {
	// By is the program that made the plan. Shards and merge are to be of the same.
	By output.Program
	// Flags are those of the program that say what to find and how to read, in their order.
	Flags []Flag
	// Files are the tables, and Join those of the second set.
	Files, Join []File
	// Cut holds the shapes, cut by tile, which shards read in place of Files and Join; nil if there
	// is no such file.
	Cut     *CutFile
	Shapes  int64            // of both sets
	Concave bool             // some of them are cut into convex parts
	Worlds  []string         // their names, in the order in which they first appear
	CRS     geometry.CRS     // the system of coordinates that they are in, if a table says so
	Draw    output.Drawing   // the geometry of rows, if the flags say which
	IDs     [2]columnar.Type // the types of ids of a and of b
	Tiles   *tile.Plan
	// LeftOut are the numbers of rows of Files and of Join that have an id which is in their world
	// already, and are left out for that.
	LeftOut [2][]int64
	Near    *Near // where questions for the nearest shapes go; nil if there are none

	id string
}

// Flag is a flag as it was given.
type Flag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// File is one table.
type File struct {
	Name string     `json:"name"`
	Row  int64      `json:"row"` // number of its first row
	Sums table.Sums `json:"file"`
	// Columns are those that its path names.
	Columns []shapes.Constant `json:"columns,omitempty"`
	Blocks  []Block           `json:"blocks,omitempty"`
}

// File is table i of Files, or of Join.
func (p *Plan) File(join bool, i int) *File {
	if join {
		return &p.Join[i]
	}
	return &p.Files[i]
}

// Block is a part of a table that can be read by itself, and what is in it: worlds From to To,
// by number, and shapes whose boxes lie within Box (min x, min y, max x, max y).
type Block struct {
	At   int64      `json:"at"`
	Size int64      `json:"size"`
	Row  int64      `json:"row"`
	From uint32     `json:"from"`
	To   uint32     `json:"to"`
	Box  [4]float64 `json:"box"`
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

// ErrPlan is what a file is that is no plan, for errors.Is.
var ErrPlan = errors.New("not a plan, as daylight plan writes it")

// ID tells plans apart: it is a hash of the file that the plan was read from.
func (p *Plan) ID() string { return p.id }

// leftOut are the names that Plan.LeftOut has in the file.
var leftOut = [2]string{"left_out", "join_left_out"}

// Write writes the plan, an entry on each line.
func (p *Plan) Write(w io.Writer) error {
	var b bytes.Buffer
	var bad error
	value := func(v any) string {
		text, err := json.Marshal(v)
		bad = errors.Join(bad, err)
		return string(text)
	}
	list := func(n int, one func(i int) string) {
		b.WriteByte('[')
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n  " + one(i))
		}
		b.WriteString("]")
	}
	files := func(fs []File) {
		list(len(fs), func(i int) string {
			f := fs[i]
			f.Blocks = nil
			head := value(f)
			if len(fs[i].Blocks) == 0 {
				return head
			}
			var lines bytes.Buffer
			for k, block := range fs[i].Blocks {
				if k > 0 {
					lines.WriteByte(',')
				}
				lines.WriteString("\n   " + value(block))
			}
			return head[:len(head)-1] + `,"blocks":[` + lines.String() + "]}"
		})
	}
	b.WriteString("{\"daylight\":\"plan\",\n\"by\":" + value(p.By) + ",\n\"flags\":")
	list(len(p.Flags), func(i int) string { return value(p.Flags[i]) })
	b.WriteString(",\n\"files\":")
	files(p.Files)
	b.WriteString(",\n\"join\":")
	files(p.Join)
	if p.Cut != nil {
		b.WriteString(",\n\"cut\":" + value(p.Cut))
	}
	for k, key := range leftOut {
		if len(p.LeftOut[k]) > 0 {
			b.WriteString(",\n" + value(key) + ":" + value(p.LeftOut[k]))
		}
	}
	if p.CRS.Known() {
		b.WriteString(",\n\"crs\":" + value(p.CRS))
	}
	if p.Draw != "" {
		b.WriteString(",\n\"draw\":" + value(p.Draw))
	}
	if p.Near != nil {
		b.WriteString(",\n\"near\":" + value(p.Near))
	}
	fmt.Fprintf(&b, ",\n\"shapes\":%d,\n\"concave\":%t,\n\"ids\":%s,\n\"tiles\":%d,\n\"cuts\":", p.Shapes, p.Concave, value(p.IDs), p.Tiles.Tiles())
	parts := p.Tiles.Parts()
	list(len(parts), func(i int) string { return value(parts[i]) })
	b.WriteString(",\n\"worlds\":" + value(p.Worlds) + "}\n")
	if bad != nil {
		return bad
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Read reads a plan, which that program must have made.
func Read(name string, by output.Program) (*Plan, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var f struct {
		Daylight string           `json:"daylight"`
		By       output.Program   `json:"by"`
		Flags    []Flag           `json:"flags"`
		Files    []File           `json:"files"`
		Join     []File           `json:"join"`
		Cut      *CutFile         `json:"cut"`
		Shapes   int64            `json:"shapes"`
		Concave  bool             `json:"concave"`
		Tiles    int              `json:"tiles"`
		Cuts     []tile.Part      `json:"cuts"`
		Worlds   []string         `json:"worlds"`
		CRS      geometry.CRS     `json:"crs"`
		Draw     output.Drawing   `json:"draw"`
		Left     []int64          `json:"left_out"`
		JoinLeft []int64          `json:"join_left_out"`
		IDs      [2]columnar.Type `json:"ids"`
		Near     *Near            `json:"near"`
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
	p := &Plan{By: f.By, Flags: f.Flags, Files: f.Files, Join: f.Join, Cut: f.Cut, Shapes: f.Shapes, Concave: f.Concave, Worlds: f.Worlds, CRS: f.CRS, Draw: f.Draw, IDs: f.IDs, LeftOut: [2][]int64{f.Left, f.JoinLeft}, Near: f.Near}
	if p.Near != nil && p.Near.Grid != nil {
		p.Near.group()
	}
	if p.Tiles, err = tile.New(f.Tiles, f.Cuts); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrPlan, err)
	}
	sum := sha256.Sum256(text)
	p.id = hex.EncodeToString(sum[:16])
	return p, nil
}

// Ranges are the blocks of a file that hold what reaches a tile, those that lie side by side as
// one; whole says that it has none, and is to be read from the beginning to the end.
func (p *Plan) Ranges(f *File, t int) (ranges []shapes.Range, whole bool) {
	if len(f.Blocks) == 0 {
		return nil, true
	}
	for _, b := range f.Blocks {
		box := region.Box{MinX: b.Box[0], MinY: b.Box[1], MaxX: b.Box[2], MaxY: b.Box[3]}
		if !p.Tiles.Reaches(t, b.From, b.To, box) {
			continue
		}
		if n := len(ranges); n > 0 && ranges[n-1].At+ranges[n-1].Size == b.At {
			ranges[n-1].Size += b.Size
			continue
		}
		ranges = append(ranges, shapes.Range{At: b.At, Size: b.Size, Row: b.Row})
	}
	return ranges, false
}

// Index makes the blocks of a table while it is scanned.
type Index struct {
	blocks  []Block
	atLeast int64
	not     bool
}

// NewIndex begins the blocks of a table of size bytes.
func NewIndex(size int64) *Index { return &Index{atLeast: max(1<<20, size/4096)} }

// Add takes in what was scanned.
func (x *Index) Add(s shapes.Scanned) {
	x.not = x.not || !s.Span.Batches && !s.Span.Ranged
	b := Block{At: s.Span.At, Size: s.Span.Size, Row: s.Row, From: math.MaxUint32,
		Box: [4]float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64}}
	for k, box := range s.Boxes {
		if !(box.MinX <= box.MaxX && box.MinY <= box.MaxY) {
			continue
		}
		b.From, b.To = min(b.From, s.World[k]), max(b.To, s.World[k])
		b.Box = [4]float64{min(b.Box[0], box.MinX), min(b.Box[1], box.MinY), max(b.Box[2], box.MaxX), max(b.Box[3], box.MaxY)}
	}
	n := len(x.blocks)
	if n == 0 || s.Span.Batches || x.blocks[n-1].Size >= x.atLeast || x.blocks[n-1].At+x.blocks[n-1].Size != b.At {
		x.blocks = append(x.blocks, b)
		return
	}
	l := &x.blocks[n-1]
	l.Size += b.Size
	l.From, l.To = min(l.From, b.From), max(l.To, b.To)
	l.Box = [4]float64{min(l.Box[0], b.Box[0]), min(l.Box[1], b.Box[1]), max(l.Box[2], b.Box[2]), max(l.Box[3], b.Box[3])}
}

// Blocks are those of the table, nil if it can only be read as a whole.
func (x *Index) Blocks() []Block {
	if x.not {
		return nil
	}
	return x.blocks
}
