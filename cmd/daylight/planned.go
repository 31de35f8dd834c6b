// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

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
