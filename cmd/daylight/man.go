// SPDX-License-Identifier: MIT

package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan writes the man pages of a release to a directory.
func newMan() *cobra.Command {
	return &cobra.Command{Use: "man DIR", Hidden: true, Args: cobra.ExactArgs(1), RunE: func(c *cobra.Command, args []string) error {
		c.Root().DisableAutoGenTag = true
		return doc.GenManTree(c.Root(), &doc.GenManHeader{Title: "DAYLIGHT", Section: "1", Source: "daylight " + version(), Manual: "Daylight"}, args[0])
	}}
}
