// SPDX-License-Identifier: MIT

package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/bench"
	"daylight/bench/scene"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/table"
)

// values are what a shell proposes for a flag, by the names of command and flag. Flags without are
// names of files, or numbers.
func values(command, flag string) (list []string) {
	names := func(formats []output.Format) (list []string) {
		for _, f := range formats {
			list = append(list, string(f))
		}
		return list
	}
	switch flag {
	case "mode":
		return []string{"contact", "manifold", "distance", "overlap", "pairs", "swept", "area"}
	case "modes":
		return []string{"all", "contact", "manifold", "distance", "overlap", "pairs", "broad"}
	case "relation":
		return []string{"intersects", "touches", "overlaps", "overlaps-partly", "contains", "within", "covers", "covered-by", "equals"}
	case "input":
		return table.FormatNames()
	case "format":
		switch command {
		case "collide", "query", "plan":
			return names(output.OfContacts)
		case "gen":
			return names(output.OfScenes)
		case "sim":
			return names(output.OfStates)
		case "draw":
			return []string{"svg", "png"}
		}
	case "geometry-out":
		for _, d := range output.Drawings {
			list = append(list, string(d))
		}
		return list
	case "fold":
		return []string{"shape", "body"}
	case "scene":
		return scene.Names()
	case "scenes":
		return append([]string{"all"}, bench.SceneNames()...)
	case "skin":
		return []string{"off", "auto"}
	case "peers":
		return []string{"all", "go", "node", "native"}
	case "kernels":
		list = []string{"auto"}
		if command == "bench" {
			list[0] = "all"
		}
		return append(list, variants()...)
	}
	return nil
}

// firsts are what a shell proposes for the first argument, where that is not a file.
var firsts = map[string]func() []string{
	"query": func() (names []string) {
		for _, k := range kinds {
			names = append(names, string(k))
		}
		return names
	},
	"gen": scene.Names,
	"sim": sceneNames,
}

// complete has shells propose what commands and flags take, if the arguments are a shell's question. In
// others it does nothing: cobra never forgets what a flag was given, and with it the whole command.
func complete(root *cobra.Command, args []string) {
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return
	}
	for _, c := range root.Commands() {
		if list, ok := firsts[c.Name()]; ok {
			c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
				if len(args) > 0 {
					return nil, cobra.ShellCompDirectiveDefault
				}
				return list(), cobra.ShellCompDirectiveNoFileComp
			}
		}
		var err error
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if list := values(c.Name(), f.Name); list != nil && err == nil {
				err = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
			}
		})
		if err != nil {
			panic(err) // a flag twice
		}
	}
}
