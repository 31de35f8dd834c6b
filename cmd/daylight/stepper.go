// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/kernels"
)

// stepper are the flags of every command that steps a simulation.
type stepper struct {
	kernels string
	workers int

	table *kernels.Table // once checked
	count int            // of workers
}

func (s *stepper) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.kernels, "kernels", "auto", "instruction-set variant; see daylight kernels")
	f.IntVar(&s.workers, "workers", 0, "number of goroutines (0: one for each processor)")
}

func (s *stepper) check(c *cobra.Command) error {
	if err := noEmpty(c, "kernels"); err != nil {
		return err
	}
	_, err := jobConfig(c, "contact", 0, false, s.workers, s.kernels, 0, nil)
	if err != nil {
		return err
	}
	if s.count = s.workers; s.count == 0 {
		s.count = min(runtime.GOMAXPROCS(0), batch.MaxWorkers)
	}
	if s.kernels == "auto" {
		s.table, err = kernels.Choose()
	} else {
		s.table, err = kernels.ByName(s.kernels)
	}
	return err
}

// world makes a scene.
func (s *stepper) world(name string, n int, seed uint64, more ...batch.Option) (sim.World, error) {
	return sim.New(name, n, seed, append(more, batch.Kernels(s.table), batch.Workers(s.count))...)
}

// findScene is the simulation of that name.
func findScene(c *cobra.Command, name string) (sim.Info, error) {
	for _, info := range sim.Scenes() {
		if info.Name == name {
			return info, nil
		}
	}
	return sim.Info{}, usage(c, "there is no scene %q: want one of %s", name, strings.Join(sceneNames(), ", "))
}

func sceneNames() []string {
	var names []string
	for _, info := range sim.Scenes() {
		names = append(names, info.Name)
	}
	return names
}

// sceneList is the scenes as help texts show them.
func sceneList() string {
	var b strings.Builder
	for _, info := range sim.Scenes() {
		fmt.Fprintf(&b, "  %-10s %s (%d)\n", info.Name, info.About, info.DefaultN)
	}
	return b.String()
}

// tooMany says what to do about a step that would have found too much.
func tooMany(err error) error {
	var limit *batch.LimitError
	if errors.As(err, &limit) {
		return fmt.Errorf("%w; -n asks for fewer shapes", err)
	}
	return err
}
