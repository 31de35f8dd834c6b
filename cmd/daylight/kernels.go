// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"daylight/kernels"
)

const kernelsHelp = `Kernels lists the variants of the inner loops, slowest first: one for each instruction
set, and one in portable Go. All give the same bits.

The best that the processor supports is chosen, unless the environment variable
DAYLIGHT_KERNELS or the flag --kernels of a command names another.`

func newKernels() *cobra.Command {
	return &cobra.Command{
		Use:   "kernels",
		Short: "List the instruction-set variants and which is chosen",
		Long:  kernelsHelp,
		Example: examples(
			"daylight kernels", "what this machine can run",
			"DAYLIGHT_KERNELS=go daylight kernels", "the same with the portable variant chosen",
		),
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			chosen, err := kernels.Choose("")
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tLANES\tSUPPORTED\tCHOSEN\tWHY")
			for _, v := range kernels.Variants() {
				lanes, supported, mark := "-", "no", ""
				if v.Supported {
					lanes, supported = fmt.Sprint(v.Lanes), "yes"
				}
				if v.Name == chosen {
					mark = "*"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", v.Name, lanes, supported, mark, v.Reason)
			}
			return w.Flush()
		},
	}
}

// variants names the kernels that this machine can run, the slowest first.
func variants() (names []string) {
	for _, v := range kernels.Variants() {
		if v.Supported {
			names = append(names, v.Name)
		}
	}
	return names
}
