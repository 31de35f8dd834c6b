// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// rare are flags that --help names and does not explain: those of all tables and of every command, and
// what few jobs need. The manual, daylight help COMMAND, explains all.
var rare = strings.Fields(`input columns header rename geometry assume-crs radius degrees decimal-comma skip-bad bad-rows quiet memory
	join-columns ask-columns limit effort outline parts geometry-out partition-by dt gap events kernels`)

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
