// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
)

// realData is the directory of real data.
func realData(t *testing.T) string {
	t.Helper()
	dir, set := os.LookupEnv("DAYLIGHT_DATA")
	if !set {
		t.Skip("DAYLIGHT_DATA does not name the directory of real data")
	}
	return dir
}

// crowdRows are id, frame, x and y of each row of a recording of people.
func crowdRows(t *testing.T, dir, name string) (rows [][]string) {
	t.Helper()
	for line := range strings.Lines(unpacked(t, filepath.Join(dir, "crowd", name+".txt.gz"))) {
		if f := strings.Fields(line); len(f) >= 4 && f[0][0] != '#' {
			rows = append(rows, f[:4])
		}
	}
	return rows
}

// countedPairs compares how many pairs each frame of a recording of people has with what was counted independently, of the k-th size of
// people.
func countedPairs(t *testing.T, dir, name string, k int, pairs map[string]int) {
	t.Helper()
	truth := must.Get(csv.NewReader(strings.NewReader(read(t, filepath.Join(dir, "crowd", "truth_"+name+".csv")))).ReadAll())(t)
	for _, row := range truth[1:] {
		if fmt.Sprint(pairs[row[0]]) != row[2+k] {
			t.Errorf("%s, size %d: %d pairs in frame %s, want %s", name, k, pairs[row[0]], row[0], row[2+k])
		}
		delete(pairs, row[0])
	}
	if len(pairs) > 0 || len(truth) < 100 {
		t.Errorf("%s: of %d frames %d were not counted", name, len(truth)-1, len(pairs))
	}
}

// TestCrowdByFrame: each frame of tracked people has as many pairs as were counted independently, for three sizes of people.
func TestCrowdByFrame(t *testing.T) {
	dir := realData(t)
	t.Chdir(t.TempDir())
	for file, unit := range map[string]float64{"bottleneck_AO_300": 1, "bi_corr_400_b_03": 100} {
		for k, radius := range []float64{0.15, 0.2, 0.25} {
			rows := done(t, "", "collide", "-q", "--columns", "id,world,x,y,_", "--radius", fmt.Sprint(radius*unit), "--strict", filepath.Join(dir, "crowd", file+".txt.gz")).out
			_, rows, _ = strings.Cut(rows, "\n") // the header
			pairs := map[string]int{}
			for row := range strings.Lines(rows) {
				frame, _, _ := strings.Cut(row, ",")
				pairs[frame]++
			}
			countedPairs(t, dir, file, k, pairs)
		}
	}
}

// TestBBoxOfRealData: people, cars and cells within a box are those that a filter written here leaves of the rows.
func TestBBoxOfRealData(t *testing.T) {
	dir := realData(t)
	t.Chdir(t.TempDir())
	var crowd strings.Builder
	crowd.WriteString("id,world,x,y,r\n")
	for _, row := range crowdRows(t, dir, "bottleneck_AO_300") {
		crowd.WriteString(strings.Join(row, ",") + ",0.25\n")
	}
	cars, _ := filepath.Glob(filepath.Join(dir, "traffic", "*US101-4*.xml.gz"))
	cells, _ := filepath.Glob(filepath.Join(dir, "chip", "*.def.gz"))
	if len(cars) == 0 || len(cells) == 0 {
		t.Fatal("there is no traffic, or no chip")
	}
	for name, text := range map[string]string{"crowd": crowd.String(), "cars": carTable(t, cars[0]), "cells": cellTable(t, cells[0], filepath.Join(dir, "chip", "cell_sizes.csv"))} {
		rows := strings.Split(strings.TrimSpace(text), "\n")
		boxes := make([][4]float64, len(rows))
		all := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for i, row := range rows[1:] {
			b := rowBox(t, name, strings.Split(row, ","))
			boxes[i+1] = b
			all = [4]float64{min(all[0], b[0]), min(all[1], b[1]), max(all[2], b[2]), max(all[3], b[3])}
		}
		write(t, name+".csv", text)
		for _, part := range [][4]float64{{0.31, 0.27, 0.52, 0.61}, {0.05, 0.4, 0.95, 0.57}, {0, 0, 1, 1}} {
			var box [4]float64
			for k := range box {
				box[k] = all[k%2] + float64(part[k]*(all[2+k%2]-all[k%2]))
			}
			kept := rows[:1:1]
			for i := range rows[1:] {
				if b := boxes[i+1]; b[0] <= box[2] && b[2] >= box[0] && b[1] <= box[3] && b[3] >= box[1] {
					kept = append(kept, rows[i+1])
				}
			}
			write(t, "kept.csv", strings.Join(kept, "\n")+"\n")
			list := make([]string, 4)
			for k, v := range box {
				list[k] = strconv.FormatFloat(v, 'g', -1, 64)
			}
			got := done(t, "", "collide", "-q", "--bbox", strings.Join(list, ","), name+".csv").out
			if want := done(t, "", "collide", "-q", "kept.csv").out; sortedLines(got) != sortedLines(want) || len(kept) < 2 || part[0] > 0 && len(kept) == len(rows) {
				t.Errorf("%s in %v, %d of %d rows: %s", name, box, len(kept), len(rows), first(sortedLines(got), sortedLines(want)))
			}
		}
	}
}

// rowBox is the bounding box of a row: of a circle, of a box that is turned, or given by corners.
func rowBox(t *testing.T, name string, cells []string) (b [4]float64) {
	t.Helper()
	var v []float64
	for _, cell := range cells[1:] {
		f, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatalf("%s: %q", name, cells)
		}
		v = append(v, f)
	}
	if name == "cells" {
		return [4]float64(v)
	}
	x, y, w, h := v[1], v[2], v[3], v[3] // after the world
	if name == "cars" {
		sin, cos := math.Sincos(v[3])
		w = (math.Abs(cos*v[4]) + math.Abs(sin*v[5])) / 2
		h = (math.Abs(sin*v[4]) + math.Abs(cos*v[5])) / 2
	}
	return [4]float64{x - w, y - h, x + w, y + h}
}
