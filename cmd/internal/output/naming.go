// SPDX-License-Identifier: MIT

package output

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// foreign are endings of names that promise what is not written here. Any other
// unknown ending says nothing about the content.
var foreign = []string{
	".tsv", ".tab", ".json", ".geojson", ".xml", ".xls", ".xlsx", ".ods", ".parquet", ".pq", ".arrow", ".feather", ".wkt", ".shp", ".gpkg",
	".svg", ".png", ".zip", ".bz2", ".xz", ".lz4", ".7z", ".tgz",
}

// FormatFor finds the format of a table by the name of its file. A name that says
// nothing stands for CSV; one that promises something else is an error. Contacts can be in
// all formats, other tables are text.
func FormatFor(name string, contacts bool) (Format, error) {
	ending := Ending(name)
	switch {
	case ending == ".ndjson" || ending == ".jsonl":
		return NDJSON, nil
	case contacts && ending == ".geojson":
		return GeoJSON, nil
	case contacts && (ending == ".parquet" || ending == ".pq"):
		return Parquet, nil
	case contacts && (ending == ".arrow" || ending == ".feather"):
		return Arrow, nil
	case slices.Contains(foreign, ending):
		want := ".csv, .ndjson or .jsonl"
		if contacts {
			want = ".csv, .ndjson, .jsonl, .geojson, .parquet or .arrow"
		}
		return "", fmt.Errorf("%s: no %s is written: want %s, each also with .gz or .zst", name, ending, want)
	}
	return CSV, nil
}

// Ending is the ending of a name in lower case, without regard to .gz and .zst.
func Ending(name string) string {
	name = strings.ToLower(filepath.Base(name))
	return filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, gzipEnding), zstdEnding))
}
