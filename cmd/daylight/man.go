// SPDX-License-Identifier: MIT

package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Write the manual as man pages",
		Long: `Man writes a page for each command to the directory DIR, which must exist, under names
such as daylight-collide.1; without DIR, the page of daylight itself to standard output.`,
		Example: examples(
			"daylight man | man -l -", "read the page of daylight",
			"daylight man /usr/local/share/man/man1", "install the pages",
		),
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			head := &doc.GenManHeader{Title: "DAYLIGHT", Section: "1", Source: "daylight " + version(), Manual: "Daylight"}
			root := c.Root()
			root.DisableAutoGenTag = true
			if len(args) == 0 {
				return doc.GenMan(root, head, c.OutOrStdout())
			}
			if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
				return usage(c, "%s is no directory", args[0])
			}
			return doc.GenManTree(root, head, args[0])
		},
	}
}
