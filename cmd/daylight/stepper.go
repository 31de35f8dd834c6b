// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/bench/sim"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/memory"
)

// stepper are the flags of every command that steps a simulation.
type stepper struct {
	kernels string
	workers int

	variant string // of kernels, once checked
	count   int    // of workers
}

func (s *stepper) flags(c *cobra.Command) {
	enginesFlags(c.Flags(), &s.kernels, &s.workers)
}

func (s *stepper) check(c *cobra.Command) error {
	if err := noEmpty(c, "kernels"); err != nil {
		return err
	}
	_, err := checkAsked(c, &job.Asked{Workers: s.workers, Kernels: s.kernels}, nil)
	if err != nil {
		return err
	}
	if s.count = s.workers; s.count == 0 {
		s.count = min(runtime.GOMAXPROCS(0), batch.MaxWorkers)
	}
	s.variant, err = job.Variant(s.kernels)
	return err
}

// What a shape takes in a simulation, with its engine, and in a scene that is generated.
const (
	simulatedBytes = 650
	generatedBytes = 50
)

// world makes a scene, if there is room for it. Its engine may have what is left.
func (s *stepper) world(room *memory.Budget, name string, n int, seed uint64) (sim.World, error) {
	if n <= scene.MaxShapes { // else New refuses them
		if err := roomForScene(room, name, n, simulatedBytes); err != nil {
			return nil, err
		}
	}
	cfg := batch.Config{Kernels: s.variant, Workers: s.count, MemoryLimit: max(room.Left(), leastMemory)}
	return sim.New(name, n, seed, cfg)
}

// roomForScene reserves what n shapes of a scene take.
func roomForScene(room *memory.Budget, name string, n, each int) error {
	if err := room.Reserve(int64(n) * int64(each)); err != nil {
		return fmt.Errorf("%s of scene %s are too many: %w%s", counted(n, "shape"), name, err, inMemory)
	}
	return nil
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
	if errors.Is(err, batch.ErrLimit) {
		return fmt.Errorf("%w; -n asks for fewer shapes", err)
	}
	return err
}
