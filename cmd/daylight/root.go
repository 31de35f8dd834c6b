// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootHelp = `Daylight finds which of many 2D shapes touch, how deep, and which way out.

Circles, capsules, segments, boxes and polygons go in as tables (CSV, TSV, NDJSON,
GeoJSON, Parquet, Arrow and more, packed or not); a table of contacts comes out, with
depth and normal, in the words of the input.`

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "daylight",
		Short:         "Which of these shapes touch, how deep, and which way out?",
		Long:          rootHelp,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		Example: examples(
			"daylight demo", "run a built-in scene and draw it",
			"daylight collide shapes.csv", "the contacts of a table of shapes",
			"daylight collide --columns id,world,x,y,_ --radius 0.2 --strict crowd.txt.gz", "a headerless table of people, one row for each person in each frame",
			"daylight draw shapes.csv --out shapes.svg", "shapes and contacts as a picture",
		),
	}
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newCollide(), newPlan(), newMerge(), newQuery(), newDraw(), newGen(), newDemo(), newKernels(), newBench(), newFormats())
	root.AddCommand(newSim(), newReplay(), newMan())
	root.SetHelpCommand(newHelp(root))
	return root
}

// newHelp is cobra's help command, but for topics that there are none of: those are
// an error.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			switch {
			case err != nil || (topic == root && len(rest) > 0):
				return noArguments(root, args)
			case len(rest) > 0:
				return usage(root, "daylight help takes one command, and %q is beyond that", rest[0])
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// wants says what a flag of each type takes.
var wants = map[string]string{
	"int": "a whole number", "uint64": "a whole number that is not negative",
	"float32": "a number", "float64": "a number", "bool": "true or false",
	"stringSlice": "names with commas between them", "intSlice": "whole numbers with commas between them",
	"duration": "a time, such as 90s or 2m",
}

// flagError puts what package pflag found wrong in the words of the other messages.
func flagError(c *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		if want := wants[bad.GetFlag().Value.Type()]; want != "" {
			return usage(c, "--%s %q: want %s", bad.GetFlag().Name, bad.GetValue(), want)
		}
	}
	return usage(c, "%v", err)
}

// noEmpty refuses flags that were given without a value, as an unset variable of a
// script gives them: it would be the same as not to give them.
func noEmpty(c *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if f := c.Flags().Lookup(name); f.Changed && (f.Value.String() == "" || f.Value.String() == "[]") {
			return usage(c, "--%s \"\": want %s", name, filled[name])
		}
	}
	return nil
}

// filled says what those flags take.
var filled = map[string]string{
	"out": "the name of a file, or - for standard output", "stats": "the name of a file, or - for standard output",
	"record": "the name of a file, or - for standard output", "gif": "the name of a file, or - for standard output",
	"png": "the name of a directory", "listen": "HOST:PORT, such as 127.0.0.1:8080",
	"columns": wants["stringSlice"], "keep": wants["stringSlice"], "join-columns": wants["stringSlice"],
	"ask": "the name of a file, or - for standard input", "ask-columns": wants["stringSlice"], "rename": "OLD=NEW, such as --rename frame_no=world",
	"geometry": "the name of a column", "geometry-out": "points, both, a, b or none", "bad-rows": "the name of a file",
	"kernels": "a name; daylight kernels lists them",
	"scenes":  "all, or names with commas between them", "sizes": wants["intSlice"], "workers": wants["intSlice"],
	"modes": "all, or names with commas between them", "peers": "all, or names with commas between them",
	"peers-results": "names of files", "from": "names of files", "json": "the name of a file, or - for standard output",
	"csv": "the name of a file, or - for standard output", "compare": "the name of a file", "report": "the name of a directory",
	"perf": "the name of a file", "plan": "the name of a file", "spill": "the name of a directory", "shard": "which of how many, such as 0/64",
}

// usage is an error in how the program was called.
func usage(c *cobra.Command, format string, args ...any) error {
	return fmt.Errorf("%s (see %s --help)", fmt.Sprintf(format, args...), c.CommandPath())
}

// examples lays out pairs of a command and what it is for.
func examples(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "  # %s\n  %s", pairs[i+1], pairs[i])
	}
	return b.String()
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasSubCommands() {
		msg := fmt.Sprintf("there is no command %q", args[0])
		if close := c.SuggestionsFor(args[0]); len(close) > 0 {
			msg += fmt.Sprintf("; did you mean %s?", close[0])
		}
		return usage(c, "%s", msg)
	}
	return usage(c, "%s takes no arguments, and %q is one", c.CommandPath(), args[0])
}

// version is what the build recorded about itself: the module's version, and the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " (" + commit(info.Settings) + ")"
}

// commit is that which the program was built from, as far as the build recorded it.
func commit(settings []debug.BuildSetting) string {
	vcs := map[string]string{}
	for _, s := range settings {
		vcs[s.Key] = s.Value
	}
	revision := vcs["vcs.revision"]
	if revision == "" {
		return "commit not recorded: built without version control"
	}
	text := "commit " + revision[:min(12, len(revision))]
	if at := vcs["vcs.time"]; at != "" {
		text += " of " + at
	}
	if vcs["vcs.modified"] == "true" {
		text += ", with changes"
	}
	return text
}
