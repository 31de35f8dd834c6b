// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/bench"
	"daylight/bench/peers"
	"daylight/bench/scene"
	"daylight/cmd/internal/progress"
)

// measure measures, and prints what comes out as it does.
func (o *benchmark) measure(c *cobra.Command) (all *bench.Results, err error) {
	told := &observer{benchmark: o, command: o.cfg.Command()}
	if told.commit, told.modified = bench.Commit(); told.commit == "" {
		told.commit, told.modified = gitCommit(c.Context())
	}
	configs := []bench.Config{o.cfg}
	if o.full {
		configs = o.cfg.FullConfigs()
		told.command = o.fullCommand(c)
	}
	if len(o.peers) > 0 {
		told.command += " --peers " + strings.Join(o.peers, ",")
	}
	for _, cfg := range configs {
		// The cases of a scene take turns, so all of them are there at once.
		if n := slices.Max(cfg.Sizes); n <= scene.MaxShapes {
			each := measuredBytes * (len(cfg.Cases()) / (len(cfg.Sizes) * len(cfg.Scenes)))
			if err := roomForScene(o.memory, cfg.Scenes[0].Kind.String(), n, each); err != nil {
				return nil, err
			}
			o.memory.Release(int64(n) * int64(each)) // it was to be known beforehand
		}
		told.bar = o.bars.Start("copying memory", -1, "")
		r, err := bench.Measure(c.Context(), cfg, told)
		told.bar.End()
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = r
		} else {
			all.Add(r)
		}
	}
	return all, o.table.Err
}

// observer shows how far a measurement is, and prints its table.
type observer struct {
	*benchmark
	commit, command string
	modified        bool
	about           *bench.Results // the current measurements
	bar             *progress.Bar
}

func (o *observer) Start(r *bench.Results) {
	o.bar.End()
	r.Commit, r.Modified, r.Command = o.commit, o.modified, o.command
	if o.about == nil {
		o.table.Start(r)
	}
	o.about = r
}

func (o *observer) Begin(what string, turns int) { o.bar = o.bars.Start(what, int64(turns), "") }

func (o *observer) Turn() { o.bar.Add(1) }

func (o *observer) End(cases []bench.Measured) {
	o.bar.End()
	o.table.Rows(o.about, cases)
}

// measuredBytes is what a shape takes in each case of a scene that is measured, with its engine.
const measuredBytes = 300

// fullCommand is the command line of a full run: flags that were given.
func (o *benchmark) fullCommand(c *cobra.Command) string {
	s := "daylight bench --full"
	for _, name := range []string{"sizes", "rounds", "frames", "warmup", "budget"} {
		if f := c.Flags().Lookup(name); f.Changed {
			s += fmt.Sprintf(" --%s %s", name, strings.Trim(f.Value.String(), "[]"))
		}
	}
	return s
}

// gitCommit asks git for the commit of the checkout that the program was started in,
// for builds that do not know theirs.
func gitCommit(ctx context.Context) (commit string, changed bool) {
	root, err := peers.Root(".")
	if err != nil {
		return "", false
	}
	out, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "HEAD").Output()
	if err != nil {
		return "", false
	}
	status, err := exec.CommandContext(ctx, "git", "-C", root, "status", "--porcelain", "--untracked-files=no").Output()
	return strings.TrimSpace(string(out)), err != nil || len(status) > 0
}

// runPeers runs the groups that are there, and notes why others are not. A group that
// fails does no harm to what the others measured.
func (o *benchmark) runPeers(c *cobra.Command, r *bench.Results) error {
	if len(o.peers) == 0 {
		return nil
	}
	ctx := c.Context()
	for _, name := range o.peers {
		g := peers.Find(name)
		if why := g.Missing(o.root); why != "" {
			o.missing = append(o.missing, fmt.Sprintf("peers %s were left out: %s", name, why))
			continue
		}
		for _, kind := range o.cfg.Scenes {
			if !slices.Contains(bench.Published(), kind) {
				o.missing = append(o.missing, fmt.Sprintf("peers %s were left out of scene %s, which they do not know", name, kind))
				continue
			}
			for _, n := range o.cfg.Sizes {
				bar := o.bars.Start(fmt.Sprintf("peers %s: %s %d", name, kind, n), -1, "")
				list, err := g.Run(ctx, o.root, kind.String(), n)
				bar.End()
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					o.missing = append(o.missing, fmt.Sprintf("peers %s on %s of %d failed: %v", name, kind, n, err))
				}
				r.Peers = append(r.Peers, list...)
			}
		}
	}
	o.table.Peers(r)
	return o.table.Err
}
