// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"daylight/bench"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/perf"
	"daylight/cmd/internal/report"
)

// readPeers reads what peers printed.
func (o *benchmark) readPeers() ([]bench.Peer, error) {
	var all []bench.Peer
	for _, name := range o.peerFiles {
		f, err := os.Open(name)
		if err != nil {
			return nil, readError(name, err)
		}
		list, err := bench.ReadPeers(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, list...)
	}
	return all, nil
}

// readResults reads a file of results.
func readResults(name string) (*bench.Results, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, readError(name, err)
	}
	defer f.Close()
	r, err := bench.ReadJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// readError names the file as it was given.
func readError(name string, err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// updated is the document, as it is now, with its tables written anew: whoever edits it
// while something is measured loses nothing.
func updated(name string, list []*bench.Results) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", readError(name, err)
	}
	document, err := perf.Update(string(text), list)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return document, nil
}

// writeReport draws everything into files that appear with the others.
func (o *benchmark) writeReport(ctx context.Context, files *outputs, list []*bench.Results) error {
	drawn, err := report.Files(list)
	if err != nil {
		return err
	}
	bar := o.bars.Start("drawing", int64(len(drawn)), false)
	defer bar.End()
	for _, d := range drawn {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := files.create(filepath.Join(o.report, d.Name))
		if err != nil {
			return err
		}
		if err := d.Write(f); err != nil {
			return err
		}
		bar.Add(1)
	}
	return nil
}

// outputs are files that appear together.
type outputs struct {
	stdout io.Writer
	list   []*output.File
}

// create opens one more, or none if the name is empty.
func (o *outputs) create(name string) (*output.File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := output.Create(name, o.stdout)
	if err != nil {
		return nil, err
	}
	o.list = append(o.list, f)
	return f, nil
}

func (o *outputs) discard() {
	for _, f := range o.list {
		f.Discard()
	}
}
