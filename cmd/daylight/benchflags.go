// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/bench"
	"daylight/bench/peers"
	"daylight/bench/scene"
	"daylight/kernels"
)

// check takes the flags together.
func (o *benchmark) check(c *cobra.Command) error {
	if err := noEmpty(c, "scenes", "sizes", "kernels", "workers", "modes", "skin", "peers", "json", "compare"); err != nil {
		return err
	}
	if err := distinct(c, []string{o.compare}, o.json); err != nil {
		return err
	}
	if err := o.defaults(c); err != nil {
		return err
	}
	if err := o.lists(c); err != nil {
		return err
	}
	var bad *bench.ConfigError
	if err := o.cfg.Check(); errors.As(err, &bad) {
		return usage(c, "%s", bad.What)
	} else if err != nil {
		return err
	}
	return o.findPeers(c)
}

// defaults are what a ladder, a full run and a run with peers measure unless flags say otherwise.
func (o *benchmark) defaults(c *cobra.Command) error {
	given := c.Flags().Changed
	if o.cfg.Ladder {
		if err := refuse(c, "--ladder has kernels, workers, modes and candidates of its own, so --%s says nothing", "kernels", "workers", "modes", "skin", "advance"); err != nil {
			return err
		}
	}
	if o.full {
		if err := refuse(c, "--full has scenes, kernels, workers and modes of its own, so --%s says nothing", "scenes", "kernels", "workers", "modes", "skin", "advance", "ladder"); err != nil {
			return err
		}
		if !given("sizes") {
			o.cfg.Sizes = []int{10_000, 100_000, 1_000_000}
		}
		if !given("budget") {
			o.cfg.Budget = 0
		}
	}
	beside := len(o.peers) > 0
	if beside && !o.cfg.Ladder && !o.full {
		if !given("workers") {
			o.cfg.Workers = []int{1}
		}
		if !given("modes") {
			o.modes = []string{string(bench.Contact), string(bench.Manifold), string(bench.Broad)}
		}
	}
	if (beside || o.cfg.Ladder || o.full) && !given("scenes") {
		o.scenes = []string{scene.Boxes.String()}
	}
	return nil
}

// lists turns words into what they name. all stands for all of them.
func (o *benchmark) lists(c *cobra.Command) (err error) {
	o.cfg.Scenes = nil
	for _, name := range all(o.scenes, bench.SceneNames()) {
		s, ok := bench.ParseScene(name)
		if !ok {
			return usage(c, "there is no scene %q: want all or some of %s", name, strings.Join(bench.SceneNames(), ", "))
		}
		o.cfg.Scenes = append(o.cfg.Scenes, s)
	}
	o.cfg.Kernels = all(o.cfg.Kernels, variants())
	for _, name := range o.cfg.Kernels {
		if _, err := kernels.Choose(name); err != nil {
			return usage(c, "--kernels %s: %v", name, err)
		}
	}
	o.cfg.Skin = nil
	for _, name := range o.skins {
		if name != bench.SkinName(false) && name != bench.SkinName(true) {
			return usage(c, "--skin %q: want off, on, or off,on", name)
		}
		o.cfg.Skin = append(o.cfg.Skin, name == bench.SkinName(true))
	}
	var modes []string
	for _, m := range bench.Modes() {
		modes = append(modes, string(m))
	}
	if o.modes, err = some(c, "modes", o.modes, modes); err != nil {
		return err
	}
	o.cfg.Modes = nil
	for _, name := range o.modes {
		o.cfg.Modes = append(o.cfg.Modes, bench.Mode(name))
	}
	for _, l := range []struct {
		flag string
		n    int
	}{
		{"scenes", repeated(o.cfg.Scenes)}, {"sizes", repeated(o.cfg.Sizes)}, {"kernels", repeated(o.cfg.Kernels)},
		{"workers", repeated(o.cfg.Workers)}, {"modes", repeated(o.cfg.Modes)}, {"skin", repeated(o.cfg.Skin)}, {"peers", repeated(o.peers)},
	} {
		if l.n > 0 {
			return usage(c, "--%s names something twice", l.flag)
		}
	}
	return nil
}

// all is the list, or every name if it is the word all.
func all(list, every []string) []string {
	if len(list) == 1 && list[0] == "all" {
		return every
	}
	return list
}

// some is the list that a flag was given of names that there are.
func some(c *cobra.Command, flag string, given, every []string) ([]string, error) {
	given = all(given, every)
	for _, name := range given {
		if !slices.Contains(every, name) {
			return nil, usage(c, "--%s %q: want all or some of %s", flag, name, strings.Join(every, ", "))
		}
	}
	return given, nil
}

// repeated counts the entries that are not the first of their kind.
func repeated[T comparable](list []T) (n int) {
	for i, v := range list {
		if slices.Contains(list[:i], v) {
			n++
		}
	}
	return n
}

// findPeers finds the checkout and what is missing in it.
func (o *benchmark) findPeers(c *cobra.Command) error {
	if len(o.peers) == 0 {
		return nil
	}
	var names []string
	for _, g := range peers.Groups() {
		names = append(names, g.Name)
	}
	var err error
	if o.peers, err = some(c, "peers", o.peers, names); err != nil {
		return err
	}
	if o.root, err = peers.Root("."); err != nil {
		return fmt.Errorf("--peers: %w", err)
	}
	return nil
}
