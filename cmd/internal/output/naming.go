// SPDX-License-Identifier: MIT

package output

import (
	"fmt"
	"path/filepath"
	"strings"
)

// foreign are endings of names that promise what is not written here. Any other
// unknown ending says nothing about the content.
var foreign = []string{
	".tsv", ".tab", ".json", ".geojson", ".xml", ".xls", ".xlsx", ".ods", ".parquet", ".arrow", ".wkt", ".shp", ".gpkg",
	".svg", ".png", ".zip", ".bz2", ".xz", ".lz4", ".7z", ".tgz",
}

// FormatFor finds the format of a table by the name of its file. A name that says
// nothing stands for CSV; one that promises something else is an error.
func FormatFor(name string) (Format, error) {
	switch ending := Ending(name); {
	case ending == ".ndjson" || ending == ".jsonl":
		return NDJSON, nil
	default:
		for _, f := range foreign {
			if ending == f {
				return "", fmt.Errorf("%s: no %s is written: want .csv, .ndjson or .jsonl, each also with .gz or .zst", name, ending)
			}
		}
	}
	return CSV, nil
}

// Ending is the ending of a name in lower case, without regard to .gz and .zst.
func Ending(name string) string {
	name = strings.ToLower(filepath.Base(name))
	return filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, gzipEnding), zstdEnding))
}
