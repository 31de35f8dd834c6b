// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/answer"
)

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
	"gif": "the name of a file, or - for standard output",
	"png": "the name of a directory", "listen": "HOST:PORT, such as 127.0.0.1:8080",
	"columns": wants["stringSlice"], "keep": wants["stringSlice"], "join-columns": wants["stringSlice"],
	"ask": "the name of a file, or - for standard input", "ask-columns": wants["stringSlice"], "rename": "OLD=NEW, such as --rename frame_no=world",
	"geometry": "the name of a column", "assume-crs": "the name of a system of coordinates, such as EPSG:3067", "geometry-out": "points, both, a, b or none", "bad-rows": "the name of a file",
	"kernels": "a name; daylight kernels lists them",
	"scenes":  "all, or names with commas between them", "sizes": wants["intSlice"], "workers": wants["intSlice"],
	"modes": "all, or names with commas between them", "peers": "all, or names with commas between them",
	"json": "the name of a file, or - for standard output", "compare": "the name of a file",
	"deal": "the name of a file",
}

// wants says what a flag of each type takes.
var wants = map[string]string{
	"int": "a whole number", "uint64": "a whole number that is not negative",
	"float32": "a number", "float64": "a number", "bool": "true or false",
	"stringSlice": "names with commas between them", "intSlice": "whole numbers with commas between them",
	"duration": "a time, such as 90s or 2m",
}

// usage is an error in how the program was called.
func usage(c *cobra.Command, format string, args ...any) error {
	return fmt.Errorf("%s (see %s --help)", fmt.Sprintf(format, args...), c.CommandPath())
}

// refuse returns a usage error if one of the flags was given. The message has its name.
func refuse(c *cobra.Command, message string, flags ...string) error {
	for _, name := range flags {
		if c.Flags().Changed(name) {
			return usage(c, message, name)
		}
	}
	return nil
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
		var names []string // also of what only helps, which cobra does not suggest
		for _, sub := range c.Commands() {
			if !sub.Hidden {
				names = append(names, sub.Name())
			}
		}
		if kind := strings.ToLower(args[0]); slices.Contains(answer.Kinds, answer.Kind(kind)) {
			msg += fmt.Sprintf("; did you mean %s query %s?", c.CommandPath(), kind)
		} else if c.Flags().Lookup(kind) != nil {
			msg += fmt.Sprintf("; did you mean %s --%s?", c.CommandPath(), kind)
		} else if near := meant(names, args[0], 2); near != "" {
			msg += near
		} else if info, err := os.Stat(args[0]); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			msg += fmt.Sprintf(", but a file of that name; did you mean %s collide %s?", c.CommandPath(), args[0])
		}
		return usage(c, "%s", msg)
	}
	return usage(c, "%s takes no arguments, and %q is one", c.CommandPath(), args[0])
}

// flagError puts what package pflag found wrong in the words of the other messages.
func flagError(c *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		if want := wants[bad.GetFlag().Value.Type()]; want != "" {
			return usage(c, "--%s %q: want %s", bad.GetFlag().Name, bad.GetValue(), want)
		}
	}
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		name, typed := missing.GetSpecifiedName(), missing.GetSpecifiedShortnames()
		if typed == "" {
			typed = name
		}
		if near := nearFlag(c, typed); near != "" {
			return usage(c, "%v; did you mean --%s?", err, near)
		}
	}
	return usage(c, "%v", err)
}

// meant is the name that is probably meant by one that is none of them, as the end of a message: it
// begins so, or has that many other letters at most.
func meant(names []string, name string, most int) string {
	all := cobra.Command{SuggestionsMinimumDistance: most}
	for _, n := range names {
		all.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	if near := all.SuggestionsFor(name); len(near) > 0 {
		return "; did you mean " + near[0] + "?"
	}
	return ""
}

// otherNames are what other programs call flags.
var otherNames = map[string][]string{
	"out": {"output"}, "workers": {"jobs", "cores", "cpus"}, "margin": {"distance", "tolerance", "buffer", "near"},
	"near": {"distance", "margin", "within"}, "count": {"k", "limit"}, "columns": {"names", "fields"}, "skip-bad": {"ignore-errors"},
	"relation": {"predicate"}, "quiet": {"silent"}, "seed": {"random-seed"}, "shapes": {"count", "num", "number"}, "size": {"width"},
}

// nearFlag is the flag of a command that is probably meant by the name of none, or nothing. Package
// cobra knows which names are near to another, of commands: so flags are made commands.
func nearFlag(c *cobra.Command, name string) string {
	var flags cobra.Command
	flag := map[string]string{} // our name of a flag, by that name and by names of other programs
	add := func(name, is string) {
		if flag[name] == "" {
			flag[name] = is
			flags.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
		}
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			add(f.Name, f.Name)
		}
	})
	c.Flags().VisitAll(func(f *pflag.Flag) {
		for _, n := range otherNames[f.Name] {
			add(n, f.Name)
		}
	})
	if is := flag[name]; is != "" { // after one dash, or by another name
		return is
	}
	if len(name) == 1 { // after two dashes
		if f := c.Flags().ShorthandLookup(name); f != nil {
			return f.Name
		}
	}
	if len(name) < 3 {
		return ""
	}
	// First flags that begin so, then flags one letter away, then two.
	for most := 0; most <= min(2, len(name)/3); most++ {
		flags.SuggestionsMinimumDistance = most
		if near := flags.SuggestionsFor(name); len(near) > 0 {
			return flag[near[0]]
		}
	}
	// Two letters that changed places count as two, which is too far for a short name.
	for i := range len(name) - 1 {
		swapped := name[:i] + name[i+1:i+2] + name[i:i+1] + name[i+2:]
		if is := flag[swapped]; is != "" {
			return is
		}
	}
	return ""
}
