// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch"
	"daylight/cmd/beam/contacts"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

func init() {
	register.DoFn3x1[context.Context, contacts.Found, func(*int64, *Summary) bool, error](&writeFn{})
	register.DoFn3x1[context.Context, []byte, func(*int64, *Summary) bool, error](&checkFn{})
	register.Iter2[int64, Summary]()
}

// Writing says what Write writes.
type Writing struct {
	// Prefix is what the names of the files begin with: those of tile 3 are PREFIX-00003.csv, for
	// one.
	Prefix string
	Format string // csv, ndjson or parquet
	// Mode is that of the contacts.
	Mode batch.Mode
	// Joined is the number of the first file of the second set of a join; 0 if there is none.
	Joined int64
}

// Check finds mistakes before a pipeline runs: formats that there are not, and files that are there
// already, which would be mixed up with those that are to come.
func (w *Writing) Check(ctx context.Context) error {
	if f, err := output.ParseFormat(w.Format, output.OfContacts); err != nil {
		return err
	} else if f == output.GeoJSON || f == output.Arrow {
		return fmt.Errorf("the format %s is not for pipelines: want csv, ndjson or parquet", f)
	}
	fs, err := filesystem.New(ctx, w.Prefix)
	if err != nil {
		return err
	}
	names, err := fs.List(ctx, w.Prefix+"-*."+w.Format)
	if err := errors.Join(err, fs.Close()); err != nil {
		return err
	}
	if len(names) > 0 {
		return fmt.Errorf("%s is there already, and %d files in all: remove them, or choose another prefix", names[0], len(names))
	}
	return nil
}

// Write writes a PCollection<contacts.Found>: a file for each tile that has contacts, in the columns
// of daylight collide and in the order of the rows of the input. Tables is what Read returned, of all.
// Tables in two systems of coordinates that differ are an error. A tile that is done again leaves the same bytes.
func Write(s beam.Scope, found, tables beam.PCollection, w Writing) {
	s = s.Scope("daylight.Write")
	beam.ParDo0(s, &checkFn{Mode: w.Mode}, beam.Impulse(s), beam.SideInput{Input: tables}) // also if nothing is found
	beam.ParDo0(s, &writeFn{Writing: w}, found, beam.SideInput{Input: tables})
}

// checkFn looks at all tables together.
type checkFn struct{ Mode batch.Mode }

func (f *checkFn) ProcessElement(ctx context.Context, _ []byte, files func(*int64, *Summary) bool) error {
	list, err := inOrder(files)
	if f.Mode != batch.ModeOverlaps && slices.ContainsFunc(list, func(s Summary) bool { return s.CRS.Geographic() }) {
		log.Warn(ctx, "coordinates are longitudes and latitudes, so that radii, distances and depths are in degrees, which have no one length; for metres bring the tables into a projected system first (ogr2ogr -t_srs)")
	}
	return err
}

// inOrder lists the tables, which must not be in two systems of coordinates that differ.
func inOrder(files func(*int64, *Summary) bool) ([]Summary, error) {
	byNumber := map[int64]Summary{}
	var number int64
	for {
		var t Summary
		if !files(&number, &t) {
			break
		}
		byNumber[number] = t
	}
	var list []Summary
	var known *Summary
	for k := range int64(len(byNumber)) {
		t := byNumber[k]
		list = append(list, t)
		switch {
		case !t.CRS.Known():
		case known == nil:
			known = &t
		case !known.CRS.Same(t.CRS):
			return list, shapes.Differ(t.CRS, t.Name, known.CRS, known.Name)
		}
	}
	return list, nil
}

type writeFn struct {
	Writing Writing

	first map[int64]int64  // the number of the first row of each file, among those of its set
	ids   [2]columnar.Type // the types of ids of a and of b
}

func (f *writeFn) ProcessElement(ctx context.Context, found contacts.Found, files func(*int64, *Summary) bool) (err error) {
	if f.first == nil {
		list, err := inOrder(files)
		if err != nil {
			return err
		}
		f.first, f.ids = firsts(list, f.Writing.Joined)
	}
	name := fmt.Sprintf("%s-%05d.%s", f.Writing.Prefix, found.Tile, f.Writing.Format)
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fs.Close()) }()
	// What fails in the middle must not have the name of what is whole, where files can be renamed.
	// Object stores show nothing before it is whole.
	to := name
	renamer, rename := fs.(filesystem.Renamer)
	if rename {
		to = fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64())
	}
	out, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	a := &answer{found: found.Contacts, mode: f.Writing.Mode, first: f.first, ids: f.ids}
	err = output.WriteContacts(ctx, out, a, output.Writing{Format: output.Format(f.Writing.Format), Workers: 1})
	err = errors.Join(err, out.Close())
	if rename && err == nil {
		err = renamer.Rename(ctx, to, name)
	}
	if r, ok := fs.(filesystem.Remover); ok && err != nil {
		return errors.Join(err, r.Remove(ctx, to))
	}
	return err
}

// firsts adds up how many rows there are before each file, and what the ids of both sets are.
func firsts(files []Summary, joined int64) (first map[int64]int64, ids [2]columnar.Type) {
	first = map[int64]int64{}
	sum, set := int64(0), 0
	for k, file := range files {
		if k > 0 && int64(k) == joined {
			sum, set = 0, 1
		}
		first[int64(k)] = sum
		sum += file.Rows
		ids[set] = ids[set].And(columnar.Type(file.IDs))
	}
	if set == 0 {
		ids[1] = ids[0]
	}
	return first, ids
}

// answer is output.Contacts.
type answer struct {
	found []contacts.Contact
	mode  batch.Mode
	first map[int64]int64
	ids   [2]columnar.Type
}

func (a *answer) Len() int { return len(a.found) }

// Row gives the names of contact i. A shape without one has the number of its row.
func (a *answer) Row(i int) (world string, x, y []byte) {
	c := &a.found[i]
	return c.World, a.label(c.NameA, c.A), a.label(c.NameB, c.B)
}

func (a *answer) label(name string, id int64) []byte {
	if name != "" {
		return []byte(name)
	}
	return strconv.AppendInt(nil, a.first[id>>rowBits]+id&(1<<rowBits-1), 10)
}

func (a *answer) IDs() (x, y columnar.Type)    { return a.ids[0], a.ids[1] }
func (a *answer) Columns() []string            { return job.Columns(a.mode) }
func (a *answer) Kinds() []output.Kind         { return job.Kinds(a.mode) }
func (a *answer) Kept() []string               { return nil }
func (a *answer) Texts(int, int) (x, y []byte) { return nil, nil }

// Values appends what job.Result.Values does.
func (a *answer) Values(dst []output.Value, i int) []output.Value {
	c := &a.found[i]
	if a.mode == batch.ModeOverlaps {
		return dst
	}
	dst = append(dst, output.Single(c.Depth), output.Single(c.NX), output.Single(c.NY))
	switch a.mode {
	case batch.ModeManifolds:
		dst = append(dst, output.Whole(uint32(len(c.Points))))
		for k := range 2 {
			if k >= len(c.Points) {
				dst = append(dst, output.Missing, output.Missing, output.Missing, output.Missing)
				continue
			}
			p := &c.Points[k]
			dst = append(dst, output.Double(p.X), output.Double(p.Y), output.Single(p.Depth), output.Whole(uint32(p.Feature)))
		}
	case batch.ModeSwept:
		dst = append(dst, output.Single(c.Time))
	case batch.ModeDistance:
		dst = append(dst, output.Single(0-c.Depth), output.Double(c.AX), output.Double(c.AY), output.Double(c.BX), output.Double(c.BY))
	}
	return dst
}
