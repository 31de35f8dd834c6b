// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/soa"
	"daylight/view"
)

// liveFlags are the flags for watching a simulation.
type liveFlags struct {
	listen string
}

func (o *liveFlags) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "`address` to serve the page at; port 0 is any free one")
}

func (o *liveFlags) check(c *cobra.Command) error {
	if _, _, err := net.SplitHostPort(o.listen); err != nil {
		return usage(c, "--listen %q: want %s", o.listen, filled["listen"])
	}
	return nil
}

// comfortable is how many shapes common graphics draw at the display's rate.
const comfortable = 200_000

// onPage is a simulation with what is written of it, as the page steps it.
type onPage struct{ *running }

func (w onPage) Shapes() *soa.Shapes            { return w.world.Shapes() }
func (w onPage) Contacts() *batch.Contacts      { return w.world.Contacts() }
func (w onPage) Engine() *batch.Engine          { return w.world.Engine() }
func (w onPage) Step(ctx context.Context) error { return w.step(ctx) }

// watch shows the simulation until the user ends it, which is how it ends well.
func (o *liveFlags) watch(c *cobra.Command, r *running, note func(string)) error {
	var failed error
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	err := view.Run(ctx, onPage{r}, view.Config{
		Title: r.scene.Name, FPS: 60, Listen: o.listen,
		Started: func(page string) {
			if failed = o.started(c.OutOrStdout(), page, r, note); failed != nil {
				cancel()
			}
		},
	})
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "listen" {
		return usage(c, "--listen %s: %v", o.listen, op.Err)
	}
	return cmp.Or(failed, err)
}

// started says where the page is, and what is to be known about it.
func (o *liveFlags) started(out io.Writer, page string, r *running, note func(string)) error {
	if _, err := fmt.Fprintln(out, page); err != nil {
		return err
	}
	if host, _, err := net.SplitHostPort(o.listen); err == nil && !loopback(host) {
		note("whoever can reach this machine can watch and pause the simulation")
	}
	if n := r.world.Shapes().Len(); n > comfortable {
		note(fmt.Sprintf("%s are more than the page is made for, %s: it may be slow", counted(n, "shape"), thousands(comfortable)))
	}
	note("open the page in a browser; Ctrl-C ends it")
	return nil
}

// loopback reports whether a host is this machine alone.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return ip.IsLoopback() || ip == nil && strings.EqualFold(host, "localhost")
}
