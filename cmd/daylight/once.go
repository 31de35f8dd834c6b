// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// once is the value of a flag that takes one. Given a second time it would silently replace the first.
type once struct {
	pflag.Value
	flag  *pflag.Flag
	of    *cobra.Command
	given bool
}

// valueError is a flag whose value is not one that was meant.
type valueError string

func (e valueError) Error() string { return string(e) }

// Set takes a value, and a second one of a switch that says the same.
func (o *once) Set(text string) error {
	was := o.String()
	twice := valueError(fmt.Sprintf("--%s is given twice, %q and %q: it takes one value", o.flag.Name, was, text))
	if o.given && o.Type() != "bool" {
		return twice
	}
	if o.Type() == "string" && isFlag(o.of, text) {
		return valueError(fmt.Sprintf("--%s has no value: %s behind it is a flag (what is called so is ./%s)", o.flag.Name, text, text))
	}
	if err := o.Value.Set(text); err != nil {
		return err
	}
	if o.given && o.String() != was {
		return twice
	}
	o.given = true
	return nil
}

// isFlag reports whether a command takes a text for one of its flags.
func isFlag(c *cobra.Command, text string) bool {
	if long, ok := strings.CutPrefix(text, "--"); ok {
		name, _, _ := strings.Cut(long, "=")
		return c.Flags().Lookup(name) != nil
	}
	return len(text) == 2 && text[0] == '-' && c.Flags().ShorthandLookup(text[1:]) != nil
}

// takeOnce has all flags of a command and of those below it that are no lists be given once.
func takeOnce(c *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, wrapped := f.Value.(*once)
			if _, list := f.Value.(pflag.SliceValue); !list && !wrapped {
				f.Value = &once{Value: f.Value, flag: f, of: c}
			}
		})
	}
	for _, sub := range c.Commands() {
		takeOnce(sub)
	}
}
