// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// once is the value of a flag that takes one. Given a second time it would silently replace the first.
type once struct {
	pflag.Value
	flag  *pflag.Flag
	given bool
}

// twiceError is a flag that was given twice.
type twiceError struct{ name, first, second string }

func (e *twiceError) Error() string {
	return fmt.Sprintf("--%s is given twice, %q and %q: it takes one value", e.name, e.first, e.second)
}

// Set takes a value, and a second one of a switch that says the same.
func (o *once) Set(text string) error {
	was := o.String()
	if o.given && o.Type() != "bool" {
		return &twiceError{o.flag.Name, was, text}
	}
	if err := o.Value.Set(text); err != nil {
		return err
	}
	if o.given && o.String() != was {
		return &twiceError{o.flag.Name, was, text}
	}
	o.given = true
	return nil
}

// takeOnce has all flags of a command and of those below it that are no lists be given once.
func takeOnce(c *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, wrapped := f.Value.(*once)
			if _, list := f.Value.(pflag.SliceValue); !list && !wrapped {
				f.Value = &once{Value: f.Value, flag: f}
			}
		})
	}
	for _, sub := range c.Commands() {
		takeOnce(sub)
	}
}
