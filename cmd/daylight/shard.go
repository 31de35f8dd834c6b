// SPDX-License-Identifier: MIT

package main

import (
	"context"
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

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

// ofAShard are the flags that a shard has for itself; the others are the plan's.
var ofAShard = []string{"plan", "shard", "format", "out", "quiet", "memory", "workers", "kernels", "stats", "limit"}

// partFormat is the format of parts for merge.
const partFormat = "part"

// shard is a tile of a plan, or some, to be done.
type shard struct {
	tiled
	sources  []string
	from, to int  // the first and the last
	several  bool // each has an output of its own in a directory
	part     bool // outputs are parts for merge, and no tables
	total    tally
}

// runShard does one tile of a plan, or some. What it writes are tables, or parts for merge.
func runShard(c *cobra.Command, f flagged, files []string) error {
	o := f.common()
	s, err := o.checkShard(c)
	if err != nil {
		return err
	}
	pieces := s.plan.Cut
	if info, err := os.Stat(append(files, "")[0]); len(files) == 1 && err == nil && info.IsDir() {
		pieces = files[0]
	} else if len(files) > 0 {
		pieces = ""
	}
	if pieces != "" {
		files = nil
	}
	if files, err = o.tables(c, s.plan, files); err != nil {
		return err
	}
	if err := s.ask(c, f, files, pieces != ""); err != nil {
		return err
	}
	memory, dir := o.in.memory, o.out
	name := func(t int) string {
		switch {
		case !s.several:
			return dir
		case s.part:
			return filepath.Join(dir, fmt.Sprintf("part-%d", t))
		}
		return filepath.Join(dir, fmt.Sprintf("part-%05d%s", t, s.format.Ending()))
	}
	if pieces == "" {
		s.sources = s.spec.inputs()
	}
	s.sources = append(s.sources, o.plan)
	for t := s.from; t <= s.to; t++ {
		if err := distinct(c, s.sources, name(t), o.stats); err != nil {
			return err
		}
	}
	if s.several {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	begin := time.Now()
	if err := s.open(c, pieces); err != nil {
		return err
	}
	defer s.pieces.Close()
	if err := s.whole(); err != nil {
		return err
	}
	o.in.took = time.Since(begin)
	s.total = s.what.none()
	for t := s.from; t <= s.to; t++ {
		o.out = name(t)
		held := memory.Held()
		if err := s.one(c, t); err != nil {
			return err
		}
		memory.Release(memory.Held() - held)
	}
	if s.from < s.to {
		s.what.report(s.total, fmt.Sprintf("shards %d to %d of %d, what is in several counted in each: ", s.from, s.to, s.plan.Tiles.Tiles()))
	}
	return nil
}

// open opens the pieces of a directory, or reads the tables if there is none.
func (s *shard) open(c *cobra.Command, pieces string) (err error) {
	if pieces != "" {
		again := fmt.Sprintf("daylight route --plan %s --out %s", s.spec.plan, pieces)
		if pieces == s.plan.Cut {
			again = "make a new plan, or: " + again
		}
		s.pieces, err = s.plan.OpenPieces(pieces, again)
		return err
	}
	f, err := shapes.NewScratch(os.TempDir())
	if err != nil {
		return err
	}
	s.in.notes = nil
	s.in.partly = true
	r, err := s.routed(c, s.plan, 0, 1, func(t int) bool { return s.from <= t && t <= s.to }, f)
	if err != nil {
		f.Close()
		return err
	}
	s.pieces, err = s.plan.Pieces(f, r.Size())
	return err
}

// whole finds what is wrong with all tables together.
func (s *shard) whole() error {
	p := s.pieces
	if err := p.Check(s.read.Keep, s.what.still); err != nil {
		return err
	}
	s.leftOut = p.LeftOut
	from, to := s.from, s.to
	if s.in.SkipBad { // a row that is left out may be in any tile
		from, to = 0, s.plan.Tiles.Tiles()-1
	}
	for k := range s.leftOut {
		first, rows, cut, err := p.Twins(k, from, to, !s.in.SkipBad, s.in.memory.Limit()/idsShare, os.TempDir())
		if err != nil {
			return err
		}
		if first == nil {
			continue
		}
		if !s.in.SkipBad {
			return first
		}
		s.leftOut[k] = rows
		p.Concave -= int64(len(cut))
		s.in.note(fmt.Sprintf("left out %s whose id is there already; the first: %v", counted(len(rows), "row"), first))
	}
	return nil
}

// checkShard reads the plan, whose flags hold beside those that a shard has for itself.
func (o *jobFlags) checkShard(c *cobra.Command) (s *shard, err error) {
	if err := noEmpty(c, "plan", "shard"); err != nil {
		return nil, err
	}
	if o.plan == "" || o.shard == "" {
		return nil, usage(c, "--plan and --shard go together: daylight %s --plan plan.json --shard 0", c.Name())
	}
	s = &shard{part: o.format == partFormat}
	given := o.format
	named := output.Names(o.out, output.OfContacts)
	if s.plan, err = o.planned(c, ofAShard); err != nil {
		return nil, err
	}
	of, tiles := 0, s.plan.Tiles.Tiles()
	asked := o.shard
	if !strings.Contains(asked, "/") { // of as many as there are
		asked = fmt.Sprintf("%s/%d", asked, tiles)
	}
	s.from, s.to, of, s.several, err = numbered(c, "shard", asked)
	switch {
	case err != nil && asked != o.shard:
		return nil, usage(c, "--shard %q: the plan has %s, counted from 0: want which, such as 17, or several, such as 0-7", o.shard, counted(tiles, "shard"))
	case err != nil:
		return nil, err
	}
	switch {
	case of != tiles && tiles == 1:
		return nil, usage(c, "--shard %s: the plan has 1 shard, 0/1", o.shard)
	case of != tiles:
		return nil, usage(c, "--shard %s: the plan has %d shards, 0/%d to %d/%d", o.shard, tiles, tiles, tiles-1, tiles)
	case s.several && o.out == "-":
		return nil, usage(c, "--shard %s has an output for each shard: --out is the directory that they are written to, as part-%05d and so on", o.shard, s.from)
	case s.several && o.stats != "":
		return nil, usage(c, "--stats is of one shard, and --shard %s are several", o.shard)
	}
	// What is written is what the flag says, or else the name, or else the plan.
	format := s.plan.Value("format")
	switch {
	case s.part:
		given = format
	case given == "" && !named:
		given = format
	}
	o.format, c.Flags().Lookup("format").Changed = given, given != ""
	return s, nil
}

// ask checks what the plan asks for of its tables, which are not read if there are pieces.
func (s *shard) ask(c *cobra.Command, f flagged, files []string, pieces bool) (err error) {
	o := f.common()
	name := o.out
	if s.part || s.several {
		name = ""
	}
	if s.spec, err = f.ask(c, files, name); err != nil {
		return err
	}
	switch first := s.order.First > 0; {
	case first && o.limit > 0 && c.Flags().Changed("limit"):
		return usage(c, "--limit: how many of the %s that a shard finds are answers is known when those of all shards are together", s.kind)
	case first && !s.part:
		return usage(c, "which %s are the first is known when those of all shards are together: shards write parts (--format part), and daylight merge the table", s.kind)
	}
	o.in.constants = constants(s.plan)
	tables := s.spec.inputs()
	if pieces {
		tables = nil
	}
	return s.unplanned(c, tables)
}

// one does a tile of the plan, and writes a table or a part.
func (s *shard) one(c *cobra.Command, t int) error {
	did, err := s.complete(c, func(c *cobra.Command, out *output.File) (tally, error) {
		f, err := s.find(c.Context(), t)
		if err == nil {
			err = s.write(c.Context(), out, t, f)
		}
		if err != nil {
			return nil, err
		}
		return f.did, nil
	})
	if err != nil {
		return err
	}
	s.total.Add(did)
	if s.in.took = 0; s.from == s.to {
		s.what.report(did, fmt.Sprintf("shard %d of %d: ", t, s.plan.Tiles.Tiles()))
	}
	return nil
}

// write writes what was found in a tile.
func (s *shard) write(ctx context.Context, out *output.File, t int, f *found) error {
	p := s.plan
	if s.part {
		if p.Value("format") == "" {
			f.head.Draw = ""
		}
		f.head.By, f.head.Plan, f.head.Input, f.head.Shard, f.head.Of = p.By, p.ID(), s.pieces.Digest(), t, p.Tiles.Tiles()
		return shards.WritePart(out, f.head, f.rows)
	}
	if len(f.head.LeftOut) > 0 {
		return errors.New("a shape is left out, about which a question cannot be decided, and other shards may have rows of it: daylight merge leaves them out, of parts that shards write with --format part")
	}
	writing := s.writing(s.pieces.CRS[0])
	writing.Meta = [][2]string{{"daylight:plan", p.ID()}, {"daylight:input", s.pieces.Digest()}, {"daylight:shard", fmt.Sprintf("%d/%d", t, p.Tiles.Tiles())}}
	took, err := s.in.writeRows(ctx, out, s.out, f.rows, writing)
	f.did.Took(0, took, 0)
	return err
}

// planned reads the plan, and sets its flags. Own are those that may be given beside it.
func (o *jobFlags) planned(c *cobra.Command, own []string) (*shards.Plan, error) {
	var foreign string
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(own, f.Name) {
			foreign = f.Name
		}
	})
	if foreign != "" {
		return nil, usage(c, "--%s does not go with --plan, which says what to find", foreign)
	}
	p, err := shards.Read(o.plan, program())
	if err != nil {
		return nil, err
	}
	o.kind = p.Value(kindFlag)
	if is := map[bool]string{false: "collide", true: "query"}[o.kind != ""]; is != c.Name() {
		return nil, usage(c, "%s is a plan of daylight %s, which does its shards", o.plan, is)
	}
	for _, f := range p.Flags {
		if f.Name == "format" && c.Flags().Changed("format") || f.Name == kindFlag {
			continue
		}
		if c.Flags().Lookup(f.Name) == nil {
			return nil, fmt.Errorf("%s: %w: it has a flag --%s", o.plan, shards.ErrPlan, f.Name)
		}
		if err := c.Flags().Set(f.Name, f.Value); err != nil {
			return nil, fmt.Errorf("%s: %w: --%s: %w", o.plan, shards.ErrPlan, f.Name, err)
		}
	}
	return p, nil
}

// constants are the columns that the paths of a plan's tables name, whatever they are called now.
func constants(p *shards.Plan) (list [2][][]shapes.Constant) {
	for k, files := range [2][]shards.File{p.Files, p.Join} {
		for i := range files {
			list[k] = append(list[k], files[i].Columns)
		}
	}
	return list
}

// tables are the FILEs of a plan, or those that are to take their places.
func (o *jobFlags) tables(c *cobra.Command, p *shards.Plan, given []string) ([]string, error) {
	all := slices.Concat(p.Files, p.Join)
	names := given
	o.moved = len(given) > 0
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

// numbered reads which of how many a flag says, or the first and the last of several.
func numbered(c *cobra.Command, flag, text string) (from, to, of int, several bool, err error) {
	list, n, ok := strings.Cut(text, "/")
	first, last, several := strings.Cut(list, "-")
	if !several {
		last = first
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	of, err3 := strconv.Atoi(n)
	switch {
	case !ok || err1 != nil || err2 != nil || err3 != nil || of < 1 || of > maxTiles:
		err = usage(c, "--%s %q: want which of how many, such as 0/64, or several, such as 0-7/64", flag, text)
	case from < 0 || from >= of || to >= of:
		err = usage(c, "--%s %s: %[1]ss are counted from 0, so the last is %[3]d/%[4]d", flag, text, of-1, of)
	case to < from:
		err = usage(c, "--%s %s: want the first and then the last", flag, text)
	}
	return from, to, of, several, err
}
