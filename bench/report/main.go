// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"daylight/bench"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(os.Stderr, "report: %v\n", err)
		}
		os.Exit(2)
	}
}

// run does what the arguments say. Every file is made before the first is written.
func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	flags.SetOutput(stderr)
	documents := flags.String("write", "", "write the tables and figures of these `documents` anew, with commas between them")
	compare := flags.String("compare", "", "compare the last results with those in this JSON `file`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *documents == "" && *compare == "" {
		return errors.New("nothing to do: give --write or --compare, then files of results")
	}
	list, err := read(flags.Args())
	if err != nil {
		return err
	}
	written := map[string]string{}
	if *documents != "" {
		for name := range strings.SplitSeq(*documents, ",") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if written[name], err = Update(string(text), list); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if *compare != "" {
		old, err := bench.ReadFile(*compare)
		if err != nil {
			return err
		}
		if err := bench.Compare(old, list[len(list)-1]).Write(stdout); err != nil {
			return err
		}
	}
	for name, text := range written {
		if err := replace(name, text); err != nil {
			return err
		}
	}
	return nil
}

// read reads results, at least one.
func read(names []string) ([]*bench.Results, error) {
	var list []*bench.Results
	for _, name := range names {
		if filepath.Ext(name) == ".jsonl" {
			if len(list) == 0 {
				return nil, fmt.Errorf("%s: there are no results before it that these peers can stand beside", name)
			}
			peers, err := bench.ReadPeersFile(name)
			if err != nil {
				return nil, err
			}
			list[len(list)-1].Peers = append(list[len(list)-1].Peers, peers...)
			continue
		}
		within := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if within, err = filepath.Glob(filepath.Join(name, "*.json")); err != nil || len(within) == 0 {
				return nil, fmt.Errorf("%s: there is no .json in this directory", name)
			}
		}
		for _, name := range within {
			r, err := bench.ReadFile(name)
			if err != nil {
				return nil, err
			}
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("there are no results: name files that daylight bench --json wrote, or a directory of them")
	}
	return list, nil
}

// replace gives a file its name when it is complete.
func replace(name, text string) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".report-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return err
}
