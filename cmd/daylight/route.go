// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shards"
)

const routeHelp = `Route reads the tables of a plan, or a share of them, and writes their shapes by shard:

  daylight route --plan plan.json --share 0/8 --out pieces    (and so on, to 7/8)
  daylight collide --plan plan.json --shard 0/64 --out part-00000.parquet pieces

Shares are about as long as each other: ranges of bytes of text, groups of rows of Parquet, and
whole files of what is packed, of GeoJSON and of Arrow. They are routed anywhere and in any order,
to one directory, where each writes a file. One that is killed and run again writes the same bytes.

Shards read from there what is their own. They refuse to if a share is missing or there twice, if a
file is torn, damaged or of another plan, or if a table has changed between two shares, and say what
to run again. Ids that are twice in a world are found by the shards, since they may be in two
shares: an error, or with --skip-bad a row that is left out.

FILEs, if they are given, take the places of the tables that the plan names, joined ones last.`

type route struct {
	plan, share, out, badRows string
	workers                   int
	terminal
}

func newRoute() *cobra.Command {
	o := &route{}
	c := &cobra.Command{
		Use:   "route [flags] --plan FILE --share I/N [FILE...]",
		Short: "Write the shapes of a plan by shard, in parallel",
		Long:  routeHelp,
		Example: examples(
			"daylight route --plan plan.json --share 0/8 --out pieces", "the first of eight shares of the tables",
			"seq 0 7 | parallel daylight route --plan plan.json --share {}/8 --out pieces", "all of them, as many at a time as there are processors",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	planFlag(f, &o.plan)
	f.StringVar(&o.share, "share", "", "which share of the tables, such as 0/8")
	outFlag(f, &o.out, "", "write the shapes to a file in this `directory`")
	workersFlag(f, &o.workers)
	badRowsFlag(f, &o.badRows)
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

func (o *route) run(c *cobra.Command, files []string) error {
	if err := noEmpty(c, "plan", "share", "out", "bad-rows"); err != nil {
		return err
	}
	if o.plan == "" || o.share == "" || o.out == "" {
		return usage(c, "route needs a plan, a share and a directory: daylight route --plan plan.json --share 0/8 --out pieces")
	}
	number, _, of, several, err := numbered(c, "share", o.share)
	if err == nil && several {
		err = usage(c, "--share %s: want one, such as 0/8", o.share)
	}
	if err != nil {
		return err
	}
	a, p, err := o.job(c, files)
	if err != nil {
		return err
	}
	if err := distinct(c, append(a.inputs(), o.plan), filepath.Join(o.out, shards.PiecesName(number, of)), o.badRows); err != nil {
		return err
	}
	var r *shards.Router
	err = a.inPieces(c, o.out, number, of, func(pieces *output.File) (err error) {
		r, err = a.routed(c, p, number, of, nil, pieces)
		return err
	})
	if err != nil {
		return err
	}
	a.in.note(fmt.Sprintf("share %d of %d: %s", number, of, counted(int(r.Sets[0].Shapes+r.Sets[1].Shapes), "shape")))
	return nil
}

// job is that of the plan, of collide or query, as if its command had been given the flags.
func (o *route) job(c *cobra.Command, files []string) (*spec, *shards.Plan, error) {
	p, err := shards.Read(o.plan, program())
	if err != nil {
		return nil, nil, err
	}
	var of flagged
	var inner *cobra.Command
	if k := new(collide); p.Value(kindFlag) == "" {
		of, inner = k, k.command()
	} else {
		q := new(asking)
		of, inner = q, q.command()
	}
	inner.SetContext(c.Context())
	inner.SetIn(c.InOrStdin())
	inner.SetOut(c.OutOrStdout())
	inner.SetErr(c.ErrOrStderr())
	f := of.common()
	f.plan = o.plan
	if _, err := f.planned(inner, nil); err != nil {
		return nil, nil, err
	}
	var failed error
	c.Flags().Visit(func(one *pflag.Flag) {
		if slices.Contains([]string{"quiet", "memory", "workers", "bad-rows"}, one.Name) {
			failed = errors.Join(failed, inner.Flags().Set(one.Name, one.Value.String()))
		}
	})
	if failed != nil {
		return nil, nil, failed
	}
	if files, err = f.tables(c, p, files); err != nil {
		return nil, nil, err
	}
	a, err := of.ask(inner, files, "")
	if err != nil {
		return nil, nil, err
	}
	a.in.constants = constants(p)
	return a, p, nil
}
