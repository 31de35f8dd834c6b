// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/peterstace/simplefeatures/geom"
	sfrtree "github.com/peterstace/simplefeatures/rtree"
)

// runJob is a whole job with simplefeatures, from a file to a file: a table id,wkt of polygons
// in, the pairs that touch out, as world,id_a,id_b.
func runJob(in, out string) error {
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	rows := csv.NewReader(bufio.NewReaderSize(f, 1<<20))
	rows.ReuseRecord = true
	if _, err := rows.Read(); err != nil {
		return err
	}
	var ids []string
	var shapes []geom.Geometry
	var items []sfrtree.BulkItem
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		g, err := geom.UnmarshalWKT(row[1])
		if err != nil {
			return fmt.Errorf("shape %s: %w", row[0], err)
		}
		box, ok := g.Envelope().AsBox()
		if !ok {
			return fmt.Errorf("shape %s is empty", row[0])
		}
		items = append(items, sfrtree.BulkItem{Box: box, RecordID: len(ids)})
		ids, shapes = append(ids, row[0]), append(shapes, g)
	}
	boxes := make([]sfrtree.Box, len(items)) // the tree moves its items about
	for i, item := range items {
		boxes[i] = item.Box
	}
	tree := sfrtree.BulkLoad(items)
	to, err := os.Create(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(to, 1<<20)
	fmt.Fprintln(w, "world,id_a,id_b")
	for i, box := range boxes {
		_ = tree.RangeSearch(box, func(j int) error { // fails only if the callback does
			if j > i && geom.Intersects(shapes[i], shapes[j]) {
				fmt.Fprintf(w, "0,%s,%s\n", ids[i], ids[j])
			}
			return nil
		})
	}
	return errors.Join(w.Flush(), to.Close())
}
