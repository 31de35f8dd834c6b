// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Write the manual as man pages",
		Long: `Man writes a page for each command and topic of help to the directory DIR, which must exist,
under names such as daylight-collide.1; without DIR, the page of daylight itself to standard output.`,
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
			for _, c := range root.Commands() {
				if c.IsAdditionalHelpTopicCommand() { // for which cobra makes no page
					if err := manTopic(c, head, args[0]); err != nil {
						return err
					}
				}
			}
			return doc.GenManTree(root, head, args[0])
		},
	}
}

// manTopic writes the page of a topic that is no command.
func manTopic(c *cobra.Command, head *doc.GenManHeader, dir string) error {
	own := *head
	own.Title = strings.ToUpper(strings.ReplaceAll(c.CommandPath(), " ", "-"))
	c.DisableAutoGenTag = true
	var page bytes.Buffer
	if err := doc.GenMan(c, &own, &page); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, strings.ToLower(own.Title)+".1"), page.Bytes(), 0o666)
}
