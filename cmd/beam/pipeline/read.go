// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch"
	"daylight/cmd/beam/contacts"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/internal/simd"
)

func init() {
	register.DoFn4x1[context.Context, File, func(contacts.Shape), func(int64, Summary), error](&readFn{})
	register.Emitter1[contacts.Shape]()
	register.Emitter2[int64, Summary]()
	beam.RegisterType(reflect.TypeFor[File]())
	beam.RegisterType(reflect.TypeFor[Summary]())
}

// File is a table, and its number among those of a pipeline.
type File struct {
	Number int64
	Name   string
	// Columns are those that its path names, from the pattern on: world=0/part.csv has world.
	Columns []shapes.Constant
}

// Summary is what Write has to know of a file.
type Summary struct {
	Name string
	Rows int64
	IDs  int64 // which columnar.Type its ids are
	// CRS is the system of coordinates that it is in, if it says so.
	CRS geometry.CRS
}

// Reading says how tables are read, as flags of daylight collide of the same names do.
type Reading struct {
	Columns []string
	Radius  *float64
	Degrees bool
	// Time is how long shapes move at their velocities, for batch.ModeSwept; 0 leaves them out.
	Time float64
	// CRS is the system of coordinates that all tables are in, whatever they say; none leaves that to them.
	CRS geometry.CRS
}

// Match lists the tables that the patterns name, numbered from first on: in the order of the
// patterns, and those of one pattern by name. A pattern that names none is an error.
func Match(ctx context.Context, patterns []string, first int) ([]File, error) {
	var list []File
	for _, p := range patterns {
		fs, err := filesystem.New(ctx, p)
		if err != nil {
			return nil, err
		}
		names, err := fs.List(ctx, p)
		if err := errors.Join(err, fs.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: there is no such file", p)
		}
		slices.Sort(names)
		root := p
		if k := strings.IndexAny(p, "*?["); k >= 0 {
			root = filepath.Dir(p[:k+1])
		}
		// Of what a pattern finds on this machine, from a pipe or socket nothing may ever come.
		names = slices.DeleteFunc(names, func(name string) bool {
			info, err := os.Stat(name)
			return err == nil && root != p && !info.Mode().IsRegular()
		})
		columns, err := shapes.PathColumns(root, names)
		if err != nil {
			return nil, err
		}
		for i, name := range names {
			list = append(list, File{int64(first + len(list)), name, columns[i]})
		}
	}
	if first+len(list) > mostFiles {
		return nil, fmt.Errorf("%d tables: there can be %d", first+len(list), mostFiles)
	}
	return list, nil
}

// A shape's ID is the number of its file and the number of its row there. So IDs are in the order
// in which daylight collide reads the shapes.
const (
	rowBits   = 40
	mostFiles = 1 << (63 - rowBits)
)

// Read reads tables, of which there must be one at least. It returns a PCollection<contacts.Shape>,
// and, for Write, a PCollection<KV<int64,Summary>> of what each file has.
func Read(s beam.Scope, files []File, o Reading) (read, summaries beam.PCollection) {
	s = s.Scope("daylight.Read")
	// Reshuffle lets workers share the files.
	return beam.ParDo2(s, &readFn{Reading: o}, beam.Reshuffle(s, beam.CreateList(s, files)))
}

type readFn struct{ Reading Reading }

func (f *readFn) ProcessElement(ctx context.Context, file File, emit func(contacts.Shape), done func(int64, Summary)) error {
	fs, err := filesystem.New(ctx, file.Name)
	if err != nil {
		return err
	}
	defer fs.Close()
	in, err := fs.OpenRead(ctx, file.Name)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	defer in.Close()
	src, err := table.Open(ctx, "-", in, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	defer src.Close()
	names, err := shapes.NewNames(nil)
	if err != nil {
		return err
	}
	if err := names.CheckColumns("--columns", f.Reading.Columns); err != nil {
		return err
	}
	c := shapes.Config{
		Table: table.Options{Columns: f.Reading.Columns}, Names: names, Degrees: f.Reading.Degrees, Time: f.Reading.Time, CRS: f.Reading.CRS, Corners: true, Workers: 1,
	}
	mode := batch.ModeContacts
	if c.Time > 0 {
		mode = batch.ModeSwept
	}
	if r := f.Reading.Radius; r != nil {
		c.Radius, c.HasRadius = *r, true
	}
	c.Tiling = &shapes.Tiling{Mode: mode, Scan: func(s shapes.Scanned) error {
		for k := range s.Boxes {
			if s.Cut(k) {
				return s.Refuse(k, "not a convex polygon, which pipelines do not take")
			}
			p := s.Plain(k)
			if p.Row >= 1<<rowBits {
				return fmt.Errorf("%s: more rows than 2^%d", file.Name, rowBits)
			}
			emit(shape(file.Number<<rowBits|p.Row, &p))
		}
		return nil
	}}
	l := shapes.NewLoader(c)
	l.Constants(file.Columns)
	if err := l.Read(src, file.Name); err != nil {
		return err
	}
	set, err := l.Set()
	if err != nil {
		return err
	}
	done(file.Number, Summary{Name: file.Name, Rows: int64(l.Rows()), IDs: int64(set.IDs), CRS: set.CRS})
	return nil
}

// shape is a shape of a table as an element.
func shape(id int64, p *shapes.Plain) contacts.Shape {
	s := contacts.Shape{ID: id, World: p.World, Name: string(p.Label), X: p.Pose.X, Y: p.Pose.Y,
		Body: p.Body, Static: p.Static, Sensor: p.Sensor, DX: p.DX, DY: p.DY, Turn: p.Turn}
	if p.Filtered {
		s.Filtered, s.Category, s.Mask, s.Group = true, int64(p.Category), int64(p.Mask), int64(p.Group)
	}
	if p.Class != simd.Circle {
		s.Cos, s.Sin = p.Pose.C, p.Pose.S
	}
	for _, q := range p.Corners {
		s.Corners = append(s.Corners, q.X, q.Y)
	}
	switch p.Class {
	case simd.Circle:
		s.Kind, s.Radius = contacts.KindCircle, float64(p.P)
	case simd.Capsule:
		s.Kind, s.HX, s.Radius = contacts.KindCapsule, float64(p.P), float64(p.Q)
	case simd.Box:
		s.Kind, s.HX, s.HY = contacts.KindBox, float64(p.P), float64(p.Q)
	default:
		s.Kind, s.Radius = contacts.KindPolygon, float64(p.P)
		for i := range p.VX {
			s.Outline = append(s.Outline, float64(p.VX[i]), float64(p.VY[i]))
		}
	}
	return s
}
