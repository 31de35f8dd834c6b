// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootHelp = `Daylight finds which of many 2D shapes touch, how deep, and which way out.

Circles, capsules, segments, boxes and polygons go in as tables (CSV, TSV, NDJSON,
GeoJSON, Parquet, Arrow and more, packed or not); a table of contacts comes out, with
depth and normal, in the words of the input.`

// commands make those of the program.
var commands = map[string]func() *cobra.Command{
	"collide": newCollide, "tiles": newTiles, "query": newQuery, "draw": newDraw, "gen": newGen, "demo": newDemo,
	"kernels": newKernels, "bench": newBench, "formats": newFormats, "sim": newSim,
}

// newRoot makes the command that has all others, or of them the only one that arguments name.
func newRoot(args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           "daylight",
		Short:         "Which of these shapes touch, how deep, and which way out?",
		Long:          rootHelp,
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
	// A manual may be long, so the usage line stands first.
	how, lists, _ := strings.Cut(root.UsageTemplate(), "{{if gt (len .Aliases) 0}}")
	root.SetHelpTemplate("{{if or .Runnable .HasSubCommands}}" + how + "\n\n{{end}}{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}{{end}}" +
		"{{if or .Runnable .HasSubCommands}}{{if gt (len .Aliases) 0}}" + lists + "{{end}}\n")
	manual := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c == root || !c.Runnable() || !c.HasAvailableLocalFlags() {
			manual(c, args)
			return
		}
		io.WriteString(c.OutOrStdout(), brief(c))
	})
	if len(args) > 0 && commands[args[0]] != nil {
		root.AddCommand(commands[args[0]]())
		return root
	}
	root.Version = version()
	for _, command := range commands {
		root.AddCommand(command())
	}
	root.AddCommand(newMan())
	root.SetHelpCommand(newHelp(root, manual))
	return root
}

// addCompletion adds cobra's command for shell completions. It must be called after the output of
// root is set. An unknown shell becomes an error, as for a command that runs.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if shells, _, err := root.Find([]string{"completion"}); err == nil {
		shells.RunE = root.RunE
	}
}

// newHelp is cobra's help command. It prints the whole manual of a command, while --help is brief.
// An unknown topic is an error.
func newHelp(root *cobra.Command, manual func(*cobra.Command, []string)) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(c *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			switch {
			case err != nil || (topic == root && len(rest) > 0):
				return noArguments(root, args)
			case len(rest) > 0:
				return usage(root, "daylight help takes one command, and %q is beyond that", rest[0])
			}
			topic.InitDefaultHelpFlag()
			topic.SetOut(c.OutOrStdout())
			manual(topic, nil)
			return nil
		},
	}
}

// rare are flags that --help names but does not explain: flags of every command, and flags that few
// jobs need. The manual, daylight help COMMAND, explains all.
var rare = strings.Fields(`input header assume-crs decimal-comma bad-rows quiet memory
	join-columns ask-columns limit effort outline parts geometry-out dt kernels workers verify fold`)

// brief is what --help says of a command, on at most 40 lines.
func brief(c *cobra.Command) string {
	var b, others strings.Builder
	purpose, _, _ := strings.Cut(c.Long, "\n\n")
	examples := strings.SplitN(c.Example, "\n\n", 3)
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n\nExamples:\n%s\n\nFlags:\n", purpose, c.UseLine(), strings.Join(examples[:min(2, len(examples))], "\n"))
	column := 0
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.Hidden || f.Name == "help" {
			return
		}
		value, says := pflag.UnquoteUsage(f)
		if !slices.Contains(rare, f.Name) {
			fmt.Fprintf(&b, "  %-24s %s\n", strings.TrimSpace(name+" "+value), firstPart(says))
			return
		}
		if name = "--" + f.Name; column+len(name) > 96 {
			others.WriteString("\n ")
			column = 0
		}
		others.WriteString(" " + name)
		column += len(name) + 1
	})
	if others.Len() > 0 {
		fmt.Fprintf(&b, "and also\n %s\n", &others)
	}
	fmt.Fprintf(&b, "\nThe manual tells more, of all flags: daylight help %s\n", c.Name())
	return b.String()
}

// firstPart is as much of the text of a flag as a line has room for.
func firstPart(says string) string {
	const room = 76
	says = strings.ReplaceAll(says, "\n", " ")
	more := ""
	for len(says) > room {
		end := strings.LastIndexAny(says, ",;:(")
		if end < 0 {
			break
		}
		if more = ""; says[end] == ',' { // of a list
			more = ", ..."
		}
		says = strings.TrimRight(says[:end], " ")
	}
	if open := strings.LastIndexByte(says, '('); open > strings.LastIndexByte(says, ')') { // the end of it is cut off
		return strings.TrimRight(says[:open], " ")
	}
	return says + more
}
