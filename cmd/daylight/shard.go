// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
	"daylight/region"
)

// ofAShard are the flags that a shard has for itself; the others are the plan's.
var ofAShard = []string{"plan", "shard", "format", "out", "quiet", "memory", "workers", "kernels", "stats", "limit"}

// shard is a tile of a plan, or some, to be done.
type shard struct {
	*spec
	plan     *shards.Plan
	cut      *shards.Cut // the shapes, if they are cut by tile; nil if tables are read
	from, to int         // the first and the last
	several  bool        // each has an output of its own in a directory
	table    bool        // outputs are tables, and no parts for merge
}

// runShard does one tile of a plan, or some. What it writes are parts for merge, or tables if a format is
// given, by the flag or by the name of the output.
func runShard(c *cobra.Command, o flagged, files []string) error {
	f := o.common()
	s, err := f.checkShard(c)
	if err != nil {
		return err
	}
	if s.plan.Cut != nil {
		if s.cut, err = f.openCut(c, s.plan, files); err != nil {
			return err
		}
		defer s.cut.Close()
		files, f.join.files = names(s.plan.Files), names(s.plan.Join)
	} else if files, err = f.tables(c, s.plan, files); err != nil {
		return err
	}
	if err := s.ask(c, o, files); err != nil {
		return err
	}
	if !s.several {
		return s.one(c, s.from)
	}
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return err
	}
	memory, dir := f.in.memory, f.out
	for t := s.from; t <= s.to; t++ {
		name := fmt.Sprintf("part-%d", t)
		if s.table {
			name = fmt.Sprintf("part-%05d%s", t, s.format.Ending())
		}
		f.out = filepath.Join(dir, name)
		held := memory.Held()
		if err := s.one(c, t); err != nil {
			return err
		}
		memory.Release(memory.Held() - held)
	}
	return nil
}

// checkShard reads the plan, whose flags hold beside those that a shard has for itself.
func (o *jobFlags) checkShard(c *cobra.Command) (s *shard, err error) {
	if err := noEmpty(c, "plan", "shard"); err != nil {
		return nil, err
	}
	if o.plan == "" || o.shard == "" {
		return nil, usage(c, "--plan and --shard go together: daylight %s --plan plan.json --shard 0/64", c.Name())
	}
	var foreign string
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(ofAShard, f.Name) {
			foreign = f.Name
		}
	})
	if foreign != "" {
		return nil, usage(c, "--%s does not go with --plan, which says what to find", foreign)
	}
	s = &shard{}
	if s.plan, err = shards.Read(o.plan, program()); err != nil {
		return nil, err
	}
	o.kind = s.plan.Value(kindFlag)
	if is := map[bool]string{false: "collide", true: "query"}[o.kind != ""]; is != c.Name() {
		return nil, usage(c, "%s is a plan of daylight %s, which does its shards", o.plan, is)
	}
	if s.from, s.to, s.several, err = shardsOf(c, o.shard, s.plan.Tiles.Tiles()); err != nil {
		return nil, err
	}
	switch {
	case s.several && o.out == "-":
		return nil, usage(c, "--shard %s has an output for each shard: --out is the directory that they are written to, as part-%d and so on", o.shard, s.from)
	case s.several && o.stats != "":
		return nil, usage(c, "--stats is of one shard, and --shard %s are several", o.shard)
	}
	s.table = c.Flags().Changed("format") || output.Names(o.out, output.OfContacts)
	for _, f := range s.plan.Flags {
		if f.Name == "format" && s.table || f.Name == kindFlag {
			continue // what merge would write, and what is no flag
		}
		if c.Flags().Lookup(f.Name) == nil {
			return nil, fmt.Errorf("%s: %w: it has a flag --%s", o.plan, shards.ErrPlan, f.Name)
		}
		if err := c.Flags().Set(f.Name, f.Value); err != nil {
			return nil, fmt.Errorf("%s: %w: --%s: %w", o.plan, shards.ErrPlan, f.Name, err)
		}
	}
	return s, nil
}

// ask checks what the plan asks for of its tables.
func (s *shard) ask(c *cobra.Command, o flagged, files []string) (err error) {
	name := "" // of a part, which has none that says a format
	if s.table {
		name = o.common().out
	}
	if s.spec, err = o.ask(c, files, name); err != nil {
		return err
	}
	if n := s.what.order().First; n > 0 && s.table {
		return usage(c, "which %s are the first is known when those of all shards are together: shards write parts, and daylight merge the table", s.kind)
	}
	s.in.constants = [2][][]shapes.Constant{constants(s.plan.Files), constants(s.plan.Join)} // whatever the files are called now
	tables := s.inputs()
	if s.cut != nil {
		tables = nil // nobody reads them
	}
	return s.unplanned(c, tables)
}

func names(files []shards.File) (list []string) {
	for i := range files {
		list = append(list, files[i].Name)
	}
	return list
}

func constants(files []shards.File) (list [][]shapes.Constant) {
	for i := range files {
		list = append(list, files[i].Columns)
	}
	return list
}

// openCut opens the shapes of a plan that were cut by tile, which may have another name now.
func (o *jobFlags) openCut(c *cobra.Command, p *shards.Plan, given []string) (*shards.Cut, error) {
	if len(given) > 1 {
		return nil, usage(c, "the shapes of this plan are cut, in one file: name that FILE, or none")
	}
	if len(given) == 1 {
		return p.OpenCut(given[0])
	}
	return p.OpenCut(p.Cut.Name)
}

// one does a tile of the plan, of shapes that are cut or of tables, and writes a part or a table.
func (s *shard) one(c *cobra.Command, t int) error {
	start := time.Now()
	o, p, a := s.jobFlags, s.plan, s.spec
	inputs := append(a.inputs(), o.plan)
	if s.cut != nil {
		inputs = []string{s.cut.Name(), o.plan}
	}
	if err := distinct(c, inputs, o.out, o.stats); err != nil {
		return err
	}
	out, err := o.in.create(c.OutOrStdout(), o.out, o.stats, a.read.Workers)
	if err != nil {
		return err
	}
	defer out.discard()
	set, other, err := s.shapes(c, t)
	if err != nil {
		return err
	}
	first, second := a.what.sides(set, other)
	first.IDs, second.IDs = p.IDs[0], p.IDs[1] // those of all shapes, whichever reach the tile
	result, did, left, err := a.what.tile(c.Context(), job.Share{Plan: p.Tiles, Tile: t}, set, other)
	if err != nil {
		return err
	}
	if s.table && len(left) > 0 {
		return fmt.Errorf("a shape is left out, about which a question cannot be decided, and other shards may have rows of it: daylight merge leaves them out, of parts that shards write without --format")
	}
	if s.table {
		var took float64
		writing := a.writing(p.CRS)
		writing.Meta = [][2]string{{"daylight:plan", p.ID()}, {"daylight:shard", fmt.Sprintf("%d/%d", t, p.Tiles.Tiles())}}
		took, err = o.in.writeRows(c.Context(), out.answer, o.out, result, writing)
		did.Took(0, took, 0)
	} else {
		head := shards.HeadOf(result, other != nil, p.Draw, a.what.order(), left)
		head.By, head.Plan, head.Shard, head.Of = p.By, p.ID(), t, p.Tiles.Tiles()
		err = shards.WritePart(out.answer, head, result, first, second)
	}
	if err != nil {
		return err
	}
	did.Took(o.in.took.Seconds(), 0, time.Since(start).Seconds())
	if err := out.commit(did); err != nil {
		return err
	}
	a.what.report(did, fmt.Sprintf("shard %d of %d: ", t, p.Tiles.Tiles()))
	return nil
}

// shapes reads the shapes that reach a tile; other is nil if nothing is joined.
func (s *shard) shapes(c *cobra.Command, t int) (set, other *shapes.Set, err error) {
	o, p, a := s.jobFlags, s.plan, s.spec
	if s.cut != nil {
		name := s.cut.Name() // unless it is certain which table the lines are of
		if len(a.inputs()) == 1 {
			name = a.files[0]
		}
		start := time.Now()
		set, other, err = tileOf(a, s.cut, name, t, &shapes.Tiling{Worlds: p.Worlds, Cut: p.Concave, LeftOut: p.LeftOut})
		o.in.took = time.Since(start)
		return set, other, err
	}
	tiling := a.what.tiling()
	tiling.Worlds, tiling.Cut, tiling.LeftOut = p.Worlds, p.Concave, p.LeftOut
	tiling.Keep = func(second bool, world uint32, b region.Box) bool {
		return p.Tiles.Reaches(t, world, world, p.Near.Grow(second, world, b))
	}
	read := a.read
	read.Tiling = &tiling
	o.in.notes = nil
	o.in.partly = true
	o.in.sums = func(joined bool, i int) *table.Sums { return &p.File(joined, i).Sums }
	o.in.reading = func(l *shapes.Loader, joined bool, i int, src *table.Source) error {
		f := p.File(joined, i)
		ranges, whole := p.Ranges(f, t)
		return l.ReadRanges(src, src.Name, f.Row, ranges, whole)
	}
	set, other, err = o.in.read(c.Context(), read, a.files, &o.join, c.InOrStdin())
	if errors.Is(err, table.ErrChanged) {
		err = fmt.Errorf("%w when the plan was made: make a new plan", err)
	}
	return set, other, err
}

// tables are the FILEs of a plan, or those that are to take their places.
func (o *jobFlags) tables(c *cobra.Command, p *shards.Plan, given []string) ([]string, error) {
	all := slices.Concat(p.Files, p.Join)
	names := given
	if len(given) == 0 {
		for _, f := range all {
			names = append(names, f.Name)
		}
	}
	if len(names) != len(all) {
		return nil, usage(c, "the plan is of %d tables, joined ones included: name as many FILEs, in that order, or none", len(all))
	}
	o.join.files = names[len(p.Files):]
	return names[:len(p.Files)], nil
}

// shardsOf reads --shard: which shard, or the first and the last of several.
func shardsOf(c *cobra.Command, text string, tiles int) (from, to int, several bool, err error) {
	list, n, ok := strings.Cut(text, "/")
	first, last, several := strings.Cut(list, "-")
	if !several {
		last = first
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	of, err3 := strconv.Atoi(n)
	switch {
	case !ok || err1 != nil || err2 != nil || err3 != nil:
		err = usage(c, "--shard %q: want which of how many, such as 0/%d, or several, such as 0-%d/%d", text, tiles, tiles-1, tiles)
	case of != tiles && tiles == 1:
		err = usage(c, "--shard %s: the plan has 1 shard, 0/1", text)
	case of != tiles:
		err = usage(c, "--shard %s: the plan has %d shards, 0/%d to %d/%d", text, tiles, tiles, tiles-1, tiles)
	case from < 0 || from >= of || to >= of:
		err = usage(c, "--shard %s: shards are counted from 0, so the last is %d/%d", text, of-1, of)
	case to < from:
		err = usage(c, "--shard %s: want the first and then the last", text)
	}
	return from, to, several, err
}
