// SPDX-License-Identifier: MIT

package output

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is how a table is written.
type Format string

// The formats.
const (
	CSV     Format = "csv"
	NDJSON  Format = "ndjson"
	GeoJSON Format = "geojson"
	Parquet Format = "parquet"
	Arrow   Format = "arrow"
)

// The formats of tables: of contacts, of shapes that are generated, and of shapes as they stand in
// a simulation.
var (
	OfContacts = []Format{CSV, NDJSON, GeoJSON, Parquet, Arrow}
	OfScenes   = []Format{CSV, NDJSON, Parquet, Arrow}
	OfStates   = []Format{CSV, NDJSON}
)

// FormatNames lists formats in a sentence.
func FormatNames(list []Format) string {
	var names []string
	for _, f := range list {
		names = append(names, string(f))
	}
	return Either(names)
}

// ParseFormat finds a format by name, among the formats of a table.
func ParseFormat(name string, among []Format) (Format, error) {
	if f := Format(strings.ToLower(name)); slices.Contains(among, f) {
		return f, nil
	}
	return "", fmt.Errorf("%q is not an output format: want %s", name, FormatNames(among))
}

// foreign are endings of names that promise what is not written here. Any other
// unknown ending says nothing about the content.
var foreign = []string{
	".tsv", ".tab", ".json", ".geojson", ".xml", ".xls", ".xlsx", ".ods", ".parquet", ".pq", ".arrow", ".feather", ".wkt", ".shp", ".gpkg",
	".svg", ".png", ".zip", ".bz2", ".xz", ".lz4", ".7z", ".tgz",
}

// FormatFor finds the format of a table by the name of its file, among the formats that it can
// have. A name that says nothing stands for CSV; one that promises something else is an error.
func FormatFor(name string, among []Format) (Format, error) {
	ending := Ending(name)
	for _, f := range among {
		if slices.Contains(endings[f], ending) {
			return f, nil
		}
	}
	if slices.Contains(foreign, ending) {
		var want []string
		for _, f := range among {
			if want = append(want, endings[f][0]); f == NDJSON {
				want = append(want, endings[f][1])
			}
		}
		return "", fmt.Errorf("%s: no %s is written: want %s, each also with .gz or .zst", name, ending, Either(want))
	}
	return CSV, nil
}

// Names reports whether the name of a file says which of some formats it has.
func Names(name string, among []Format) bool {
	return slices.ContainsFunc(among, func(f Format) bool { return slices.Contains(endings[f], Ending(name)) })
}

// Ending is that of the names of files of the format.
func (f Format) Ending() string { return endings[f][0] }

// endings are those of names, the usual one first.
var endings = map[Format][]string{
	CSV: {".csv"}, NDJSON: {".ndjson", ".jsonl"}, GeoJSON: {".geojson"}, Parquet: {".parquet", ".pq"}, Arrow: {".arrow", ".feather"},
}

// Either lists what one may choose of.
func Either(list []string) string {
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// Ending is the ending of a name in lower case, without regard to .gz and .zst.
func Ending(name string) string {
	name = strings.ToLower(filepath.Base(name))
	return filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, gzipEnding), zstdEnding))
}
