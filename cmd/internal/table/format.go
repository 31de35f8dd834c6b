// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
)

// Format is how the rows of a table are written.
type Format int

// The formats. Auto detects the format from the first bytes.
const (
	Auto Format = iota
	CSV
	Semicolon
	TSV
	Blank
	NDJSON
	GeoJSON
	Parquet // read by package columnar, as is
	Arrow
)

var formatNames = [...]string{"auto", "csv", "semicolon", "tsv", "blank", "ndjson", "geojson", "parquet", "arrow"}

// FormatNames lists the names ParseFormat takes.
func FormatNames() []string { return formatNames[:] }

// ParseFormat finds a format by name.
func ParseFormat(name string) (Format, error) {
	for i, n := range formatNames {
		if strings.EqualFold(n, name) {
			return Format(i), nil
		}
	}
	return Auto, fmt.Errorf("%s is not an input format; one of %s is", Quote(name), strings.Join(formatNames[:], ", "))
}

// String returns the name ParseFormat takes.
func (f Format) String() string {
	if f < 0 || int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formatNames[f]
}

// sniffLen is how much of a file is looked at to tell its format.
const sniffLen = 64 << 10

const shapefile = "a shapefile: make it GeoJSON first (ogr2ogr -f GeoJSON NAME.geojson FILE)"

// topology is how TopoJSON begins.
var topology = regexp.MustCompile(`^\s*\{\s*"type"\s*:\s*"Topology"`)

// foreign lists what files that are no tables begin with.
var foreign = []struct{ magic, what string }{
	{"PK\x03\x04", "a zip archive (or a spreadsheet): unpack or export it as CSV first"},
	{"\x28\xb5\x2f\xfd", "Zstandard data inside other packing: unpack it once first"},
	{"\xfd7zXZ\x00", "xz data: unpack it first (xz -dc)"},
	{"BZh", "bzip2 data: unpack it first (bzip2 -dc)"},
	{"\xff\xfe", "UTF-16 text: convert it to UTF-8 first"},
	{"\xfe\xff", "UTF-16 text: convert it to UTF-8 first"},
	{"\x1f\x8b", "gzip inside gzip: unpack it once first"},
	{"PAR1", "a Parquet file, and not text: drop --input"},
	{"ARROW1", "an Arrow file, and not text: drop --input"},
	{"SQLite format 3\x00", "an SQLite database, such as a GeoPackage: make it GeoJSON (ogr2ogr -f GeoJSON NAME.geojson FILE) or CSV first"},
	{"\x00\x00\x27\x0a", shapefile},
	{"fgb\x03fgb", "FlatGeobuf: make it GeoJSON first (ogr2ogr -f GeoJSON NAME.geojson FILE)"},
	{"\x89PNG", "a PNG picture"},
	{"%PDF", "a PDF document"},
	{"<?xml", "XML: convert it to CSV or NDJSON first"},
	{"<svg", "an SVG picture"},
}

// refuse recognises content that no format of this package can hold.
func refuse(head []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return "this is " + f.what
		}
	}
	if topology.Match(head) {
		return "this is TopoJSON: make it GeoJSON first (topo2geo OBJECT=NAME.geojson < FILE, of npm's topojson-client, or ogr2ogr -f GeoJSON NAME.geojson FILE)"
	}
	// A dBase file says when it was written, and how long its header is, which ends with a return.
	if len(head) > 32 && head[0]&7 == 3 && head[2] <= 12 && head[3] <= 31 {
		if end := int(binary.LittleEndian.Uint16(head[8:])) - 1; end%32 <= 1 && end > 31 && end < len(head) && head[end] == '\r' {
			return "this is a dBase file, a part of " + shapefile
		}
	}
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(bytes.TrimRight(head, "\r"), '\r') >= 0 {
		return `this is text whose lines end in carriage returns alone: convert it first (tr '\r' '\n')`
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return "this is binary data, not text"
	}
	return ""
}

// tabbed matches the names of tables with tabs between cells, even if they have a single column.
var tabbed = regexp.MustCompile(`(?i)\.(tsv|tab)(\.gz|\.zst)?$`)

// sniff tells the format from the first line that is neither blank nor a comment.
// A table without any such line is taken for CSV.
func sniff(head []byte) Format {
	for len(head) > 0 {
		line := head
		if i := bytes.IndexByte(head, '\n'); i >= 0 {
			line, head = head[:i], head[i+1:]
		} else {
			head = nil
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		switch {
		case line[0] == recordSeparator || isGeoJSON(line, head):
			return GeoJSON
		case line[0] == '{' || line[0] == '[':
			return NDJSON
		case bytes.IndexByte(line, '\t') >= 0:
			return TSV
		case bytes.IndexByte(line, ',') >= 0:
			return CSV
		case bytes.IndexByte(line, ';') >= 0:
			return Semicolon
		case bytes.IndexByte(line, ' ') >= 0:
			return Blank
		}
		return CSV
	}
	return CSV
}
