// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

const rootHelp = `Daylight finds which of many 2D shapes touch, how deep, and which way out.

Circles, capsules, segments, boxes and convex polygons go in as tables (CSV, TSV,
blank-separated, NDJSON, plain or gzipped); a table of contacts comes out, with
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
			"daylight collide --columns id,world,x,y,_ --radius 0.2 --strict crowd.txt.gz", "a headerless table of people, one row per person and frame",
			"daylight draw shapes.csv --out shapes.svg", "shapes and contacts as a picture",
		),
	}
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usage(c, "%v", err) })
	root.AddCommand(newCollide(), newDraw(), newGen(), newDemo(), newKernels(), newFormats())
	return root
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

// version is what the build recorded about itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(v, s.Value[:min(12, len(s.Value))]) {
			v += " " + s.Value[:min(12, len(s.Value))]
		}
	}
	return v
}
