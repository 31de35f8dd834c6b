// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/live"
)

// liveFlags are the flags for watching a simulation.
type liveFlags struct {
	listen string
	open   bool
	fps    int
	paused bool
}

func (o *liveFlags) flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.open, "open", false, "open the page in a browser")
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "`address` to serve the page at; port 0 is any free one")
	f.IntVar(&o.fps, "fps", 60, "frames to step per second, at most")
	f.BoolVar(&o.paused, "paused", false, "wait for the page to begin")
}

func (o *liveFlags) check(c *cobra.Command) error {
	if _, _, err := net.SplitHostPort(o.listen); err != nil {
		return usage(c, "--listen %q: want %s", o.listen, filled["listen"])
	}
	if o.fps < 1 || o.fps > 1000 {
		return usage(c, "--fps %d: want 1 to 1000", o.fps)
	}
	return nil
}

// comfortable is how many shapes common graphics draw at the display's rate.
const comfortable = 200_000

// watch shows a simulation until the user ends it, which is how it ends well.
func (o *simulate) watch(c *cobra.Command, r *running) error {
	ctx := c.Context()
	listener, err := net.Listen("tcp", o.live.listen)
	if err != nil {
		return usage(c, "--listen %s: %v", o.live.listen, listenCause(err))
	}
	server := live.New(live.Config{
		World: r.world, Step: r.step, Title: r.scene.Name, FPS: o.live.fps, Paused: o.live.paused,
	})
	web := server.HTTP()
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()

	address := pageAddress(listener.Addr())
	if _, err := fmt.Fprintln(c.OutOrStdout(), address); err != nil {
		web.Close()
		return err
	}
	if a, ok := listener.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() {
		o.note("whoever can reach this machine can watch and pause the simulation")
	}
	if n := r.world.Shapes().Len(); n > comfortable {
		o.note(fmt.Sprintf("%s are more than the page is made for, %s: it may be slow", counted(n, "shape"), thousands(comfortable)))
	}
	o.note("Ctrl-C ends it")
	if o.live.open {
		if err := openPage(address); err != nil {
			o.note(fmt.Sprintf("could not open a browser (%v); the page is at %s", err, address))
		}
	}

	running, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, 1)
	go func() {
		failed <- <-served
		stop()
	}()
	err = server.Run(running)
	web.Close()
	if e := <-failed; err == nil && !errors.Is(e, http.ErrServerClosed) {
		err = e
	}
	if err != nil {
		return err
	}
	if err := r.commit(); err != nil {
		return err
	}
	o.note(r.summary())
	return nil
}

// pageAddress is where a browser on this machine finds the page.
func pageAddress(at net.Addr) string {
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// listenCause is what was wrong, without the address, which the user has just given.
func listenCause(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// openPage asks the desktop to show a page.
func openPage(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait() // collects it; the browser goes its own way
	return nil
}
