// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"fmt"
	"os"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

func init() {
	register.DoFn5x1[context.Context, File, func([]byte), func([]byte), func(Summary), error](&readFn{})
	register.Emitter1[[]byte]()
	register.Emitter1[Summary]()
	beam.RegisterType(reflect.TypeFor[File]())
	beam.RegisterType(reflect.TypeFor[Summary]())
}

// Summary is what is to be known of a whole table.
type Summary struct {
	Number  int64
	Name    string
	Rows    int64
	IDs     int64 // which columnar.Type its ids are
	Concave bool  // some shapes are cut into convex parts
	Moving  bool
	LonLat  bool         // columns of longitudes and latitudes stand for x and y
	Kept    []string     // columns of --keep that it has
	CRS     geometry.CRS // that it is in, if it says so
	LeftOut []int64      // rows whose id another one had before, which was found out when their shapes were sent
}

// idMemory is how much a table may take for its ids before they are written to a temporary file.
const idMemory = 64 << 20

// fileSample is how many shapes of a table are in the sample at most.
const fileSample = 1 << 15

// readFn reads a table: packs of its shapes, a sample of them, and what is to be known of all.
type readFn struct{ Spec Spec }

func (f *readFn) ProcessElement(ctx context.Context, file File, packs, samples func([]byte), done func(Summary)) error {
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
	c, err := f.Spec.reading()
	if err != nil {
		return err
	}
	sampler := tile.NewSampler(fileSample)
	seen := Summary{Number: file.Number, Name: file.Name}
	worlds := worldNumbers{}
	c.Tiling.Records = true
	var temporary []shapes.Scratch
	defer func() {
		for _, f := range temporary {
			f.Close()
		}
	}()
	c.Tiling.Duplicates = idMemory
	c.Tiling.Scratch = func() (shapes.Scratch, error) {
		f, err := shards.NewScratch(os.TempDir())
		if err == nil {
			temporary = append(temporary, f)
		}
		return f, err
	}
	c.Tiling.Late = func(_ bool, row int64, _ bool) { seen.LeftOut = append(seen.LeftOut, row) }
	l := shapes.NewLoader(c)
	c.Tiling.Scan = func(s shapes.Scanned) error {
		seen.Concave = seen.Concave || s.FirstCut() >= 0
		n := int64(0)
		for k, box := range s.Boxes {
			if !s.Left(k) {
				sampler.Add(worlds.number(s.WorldName(k)), box)
				n++
			}
		}
		shapesCounter.Inc(ctx, n)
		packs(s.AppendPack(nil, file.Number))
		return nil
	}
	l.Constants(file.Columns)
	if err := l.Read(src, file.Name); err != nil {
		return err
	}
	seen.Kept = l.Kept()
	set, err := l.Set()
	if err != nil {
		return err
	}
	if s := sampler.Sample(); len(s.Boxes) > 0 {
		samples(appendSample(nil, s))
	}
	seen.Rows, seen.IDs, seen.CRS, seen.Moving = int64(l.Rows()), int64(set.IDs), set.CRS, set.Moving
	seen.LonLat = set.LonLat
	skippedCounter.Inc(ctx, int64(set.Skipped))
	done(seen)
	return nil
}
