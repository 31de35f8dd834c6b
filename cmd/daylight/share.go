// SPDX-License-Identifier: MIT

package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

// routed reads a share of the tables of a plan, and writes its shapes by tile, or of those of only.
func (o *spec) routed(c *cobra.Command, p *shards.Plan, number, of int, only func(t int) bool, out io.Writer) (*shards.Router, error) {
	r, err := shards.NewRouter(p, number, of, o.in.memory.Limit()/8, of > 1, only, out)
	if err != nil {
		return nil, err
	}
	seen := newScan(0, os.TempDir())
	if _, _, err := o.scanShare(c, p, seen, &r.Share, r.Add, r.Next); err != nil {
		return nil, err
	}
	return r, r.Close()
}

// inPieces has a share written to a file of pieces in a directory, which is made if it is not there. The pieces, the list of bad
// rows and what else there is appear together, or not at all.
func (o *spec) inPieces(c *cobra.Command, dir string, number, of int, write func(pieces *output.File) error, others ...*output.File) error {
	undo, err := makeDir(dir)
	if err != nil {
		return err
	}
	defer undo()
	pieces, err := output.Create(filepath.Join(dir, shards.PiecesName(number, of)), c.OutOrStdout())
	if err != nil {
		return err
	}
	defer pieces.Discard()
	if err := o.in.listBad(c.OutOrStdout()); err != nil {
		return err
	}
	defer o.in.bad.discard()
	if err := write(pieces); err != nil {
		return err
	}
	bad, err := o.in.bad.done()
	if err != nil {
		return err
	}
	return output.Commit(append([]*output.File{pieces, bad}, others...)...)
}

// scanShare has the shapes of a share of the tables scanned, each block of them by keep, and notes what is to be known
// of them. After each table it calls next. The sets have no shapes.
func (o *spec) scanShare(c *cobra.Command, p *shards.Plan, seen *scan, s *shards.Share, keep func(shapes.Scanned) error, next func() error) (set, other *shapes.Set, err error) {
	read := o.read
	if s.Of > 1 {
		read.Tables, o.in.partly = true, true
	} else {
		seen.tellIDs(o)
	}
	defer seen.close()
	read.Tiling = seen.tiling(o, true, keep)
	own, err := shareOf(p, o.inputs(), o.moved, s.Number, s.Of)
	if err != nil {
		return nil, nil, err
	}
	was := o.in.constants
	defer func() { o.in.constants, o.in.reading, o.in.sums = was, nil, nil }()
	first := own.from // the files of a share follow each other
	files := o.files[min(first, len(o.files)):min(own.to, len(o.files))]
	join := o.join
	join.files = join.files[max(first-len(o.files), 0):max(own.to-len(o.files), 0)]
	o.in.constants[0] = o.in.constants[0][min(first, len(o.files)):]
	o.in.constants[1] = o.in.constants[1][max(first-len(o.files), 0):]
	var sums *table.Sums
	o.in.sums = func(joined bool, i int) *table.Sums {
		if sums = nil; o.resume || sizeOf([2][]string{files, join.files}[shards.SetOf(joined)][i]) >= 0 {
			sums = new(table.Sums)
		}
		return sums
	}
	var loader *shapes.Loader
	var rows [2]int64
	o.in.reading = func(l *shapes.Loader, joined bool, i int, src *table.Source) error {
		if loader == nil {
			loader = l
		}
		f, k := first+i, shards.SetOf(joined)
		if joined && first < len(o.files) {
			f = len(o.files) + i
		}
		span, err := own.of(f).Read(l, src)
		if err != nil || span.Size == 0 {
			return err
		}
		span.File, span.Features, span.Rows = f, l.Features(), int64(l.Rows())-rows[k]
		rows[k] = int64(l.Rows())
		if sums != nil {
			info, err := os.Stat(src.Name)
			if err != nil {
				return err
			}
			span.Bytes, span.Time, span.Sum = info.Size(), info.ModTime().UnixNano(), sums.Digest()
		}
		s.Spans = append(s.Spans, span)
		return next()
	}
	if set, other, err = o.in.read(c.Context(), read, files, &join, c.InOrStdin()); err != nil {
		return nil, nil, o.in.refused(err)
	}
	if !o.in.partly {
		if err := o.what.look(set, other); err != nil {
			return nil, nil, err
		}
	}
	for k, set := range []*shapes.Set{set, other} {
		if set == nil {
			continue
		}
		s.Sets[k].Shapes, s.Sets[k].LeftOut = int64(seen.shapes[k]), seen.leftOut[k]
		s.Read(k, set, slices.Concat(files, join.files, []string{""})[k*len(files)]) // a share may have no table of a set
	}
	s.Concave = int64(seen.concave)
	if loader != nil {
		s.Numbering, s.Kept, s.Unmet = loader.Numbering(), loader.Kept(), loader.Unmet()
	}
	return set, other, nil
}

// owned are the tables of a share: those from one number up to another.
type owned struct {
	from, to int
	lo, hi   int64
	begin    []int64 // where each table begins, and the end
}

// of is what is owned of a table.
func (o *owned) of(f int) shards.Stretch {
	size := o.begin[f+1] - o.begin[f]
	return shards.Stretch{From: max(o.lo-o.begin[f], 0), To: min(o.hi-o.begin[f], size), Size: size}
}

// shareOf cuts tables into shares, which have other names than when they were planned if they were moved. A table has a byte more than its file, so that each is of some share.
func shareOf(p *shards.Plan, names []string, moved bool, number, of int) (o owned, err error) {
	o.begin = []int64{0}
	for i, f := range slices.Concat(p.Files, p.Join) {
		size := f.Size
		info, err := os.Stat(names[i]) // who opens it tells if it is not there
		if err == nil && info.Mode().IsRegular() && (info.Size() != size || names[i] == f.Name && !moved && another(info, &f)) {
			return o, &table.Error{File: names[i], Msg: table.ErrChanged.Error() + " when the plan was made: name the tables that were planned, or make a new plan", Fatal: true, Err: table.ErrChanged}
		}
		o.begin = append(o.begin, o.begin[i]+max(size, 0)+1)
	}
	n := len(o.begin) - 1
	total := o.begin[n]
	at := func(k int) int64 { return total/int64(of)*int64(k) + total%int64(of)*int64(k)/int64(of) }
	o.lo, o.hi = at(number), at(number+1)
	for o.from < n && o.begin[o.from+1] <= o.lo {
		o.from++
	}
	for o.to = o.from; o.to < n && o.begin[o.to] < o.hi; o.to++ {
	}
	return o, nil
}

// makeDir makes a directory, unless it is there. Undo removes one that was made and in which nothing is.
func makeDir(name string) (undo func(), err error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return func() {}, nil
	}
	return func() { _ = os.Remove(name) }, os.Mkdir(name, 0o777) // removing fails if something is in it
}

// another reports whether a table is not the one that was planned.
func another(info fs.FileInfo, f *shards.File) bool {
	return info.ModTime().UnixNano() != f.Time
}
