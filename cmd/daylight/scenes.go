// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"daylight"
	"daylight/bench/sim"
	"daylight/cmd/internal/memory"
)

// Memory in bytes: of a shape in a simulation, with its engine; of a shape in a generated scene;
// and of a corner of a ward.
const (
	simulatedBytes  = 650
	generatedBytes  = 50
	wardCornerBytes = 200
)

// roomForScene reserves what n shapes of a scene take.
func roomForScene(room *memory.Budget, name string, n, each int) error {
	return memory.For(counted(n, "shape")+" of scene "+name+" are too many", room.Reserve(int64(n)*int64(each)))
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
	if errors.Is(err, daylight.ErrLimit) {
		return fmt.Errorf("%w; -n asks for fewer shapes", err)
	}
	return err
}
