// SPDX-License-Identifier: MIT

package schema

import (
	"fmt"
	"slices"
	"strings"

	"daylight/soa"
)

// Field is a column that Daylight gives a meaning to.
type Field uint8

// The fields, by the names they have in a header.
const (
	ID Field = iota
	World
	Kind
	X
	Y
	Lon  // stands for X if no other column says where shapes are, see Names.choose
	Lat  // for Y
	Left // stands for MinX beside a width and a height, see Names.choose
	Top  // for MinY
	R
	Angle
	HalfLength
	Length
	X1
	Y1
	X2
	Y2
	HX
	HY
	Width
	Height
	MinX
	MinY
	MaxX
	MaxY
	Points
	VertexX // of tables with a row for each corner
	VertexY
	WKT
	Category
	Mask
	Group
	Static
	Sensor
	Body
	VX
	VY
	Omega
	NumFields
	Unused = NumFields // a column that is left out
)

// fields lists each field's name and then the other names it goes by.
var fields = [NumFields][]string{
	ID:         {"id"},
	World:      {"world", "frame"},
	Kind:       {"kind", "shape"},
	X:          {"x", "cx"},
	Y:          {"y", "cy"},
	Lon:        {"lon", "longitude", "lng", "long"},
	Lat:        {"lat", "latitude"},
	Left:       {"left", "bb_left", "bbox_left", "bbleft", "bbox_x"},
	Top:        {"top", "bb_top", "bbox_top", "bbtop", "bbox_y"},
	R:          {"r", "radius"},
	Angle:      {"angle", "theta"},
	HalfLength: {"half_length"},
	Length:     {"length"},
	X1:         {"x1"},
	Y1:         {"y1"},
	X2:         {"x2"},
	Y2:         {"y2"},
	HX:         {"hx", "half_width"},
	HY:         {"hy", "half_height"},
	Width:      {"width", "w", "bb_width", "bbox_width", "bbwidth", "bbox_w"},
	Height:     {"height", "h", "bb_height", "bbox_height", "bbheight", "bbox_h"},
	MinX:       {"min_x", "x_min", "minx", "xmin"},
	MinY:       {"min_y", "y_min", "miny", "ymin"},
	MaxX:       {"max_x", "x_max", "maxx", "xmax"},
	MaxY:       {"max_y", "y_max", "maxy", "ymax"},
	Points:     {"points", "vertices"},
	VertexX:    {"vertex_x"},
	VertexY:    {"vertex_y"},
	WKT:        {"wkt", "geometry", "geom", "wkb", "the_geom"},
	Category:   {"category"},
	Mask:       {"mask"},
	Group:      {"group"},
	Static:     {"static"},
	Sensor:     {"sensor"},
	Body:       {"body"},
	VX:         {"vx", "velocity_x"},
	VY:         {"vy", "velocity_y"},
	Omega:      {"omega", "spin", "angular_velocity"}, // not w, which is a width
}

// String is the field's first name.
func (f Field) String() string {
	if f >= NumFields {
		return "_"
	}
	return fields[f][0]
}

var byName = func() map[string]Field {
	m := map[string]Field{"_": Unused}
	for f, names := range fields {
		for _, n := range names {
			m[n] = Field(f)
		}
	}
	return m
}()

// underscores replaces blanks and dashes.
var underscores = strings.NewReplacer(" ", "_", "-", "_")

// normal is a column name as byName has it: lower case, blanks and dashes as
// underscores.
func normal(name string) string {
	return underscores.Replace(strings.ToLower(strings.TrimSpace(name)))
}

// IsRadius reports whether a column of that name is a radius.
func IsRadius(name string) bool { return byName[normal(name)] == R }

func isPair(name string) func(string) bool {
	return func(c string) bool { return normal(c) == normal(name) }
}

// FieldSet has a bit for each of some fields.
type FieldSet uint64

// SetOf is the set of some fields.
func SetOf(fs ...Field) (s FieldSet) {
	for _, f := range fs {
		s |= 1 << f
	}
	return s
}

// Has reports whether a field is in the set.
func (s FieldSet) Has(f Field) bool { return s>>f&1 != 0 }

// Sets of fields.
var (
	// Measures are fields with numbers.
	Measures = SetOf(X, Y, R, Angle, HalfLength, Length, X1, Y1, X2, Y2, HX, HY, Width, Height, MinX, MinY, MaxX, MaxY, VX, VY, Omega)
	// Lengths are fields that cannot be negative.
	Lengths = SetOf(R, HalfLength, Length, HX, HY, Width, Height)
	// Velocities are fields that say how a shape moves.
	Velocities = SetOf(VX, VY, Omega)
	// Places are fields that say where a shape is, except a geometry.
	Places = SetOf(X, Y, X1, Y1, X2, Y2, MinX, MinY, MaxX, MaxY, Points)
	// sizes have no effect beside a geometry. They are the sizes that make shapes, without x, y, r,
	// hx and hy: x and y give other columns a place, and r rounds any shape. hx and hy name nothing
	// but a box's size, so beside a geometry they are a mistake.
	sizes = SetOf(HalfLength, Length, X1, Y1, X2, Y2, Width, Height, MinX, MinY, MaxX, MaxY)
	// extents are sizes that a column may hold for another purpose. Half widths and corners are not
	// among them, since other programs do not use these names.
	extents = SetOf(Width, Height, Length)
	// Alike are the fields whose cells must be equal in all corners of one polygon. Sizes are
	// ignored.
	Alike = ^sizes
	// Written are the fields that decide the notation of a row.
	Written = Places | sizes | SetOf(Kind, WKT, R, Angle, HX, HY)
)

// KindName is what a kind cell calls a class of shapes.
func KindName(c soa.Class) string {
	return [...]string{soa.ClassCircle: "circle", soa.ClassCapsule: "capsule", soa.ClassBox: "box", soa.ClassPolygon: "polygon"}[c]
}

// kinds maps what a kind cell may say to the kind that ways go by.
var kinds = map[string]string{
	"circle": "circle", "disc": "circle", "disk": "circle", "point": "circle",
	"capsule": "capsule", "segment": "segment", "line": "segment",
	"box": "box", "rect": "box", "rectangle": "box",
	"polygon": "polygon",
}

// synonyms are names that other programs use for a field. They are too vague to be taken for it
// unless a flag says so.
var synonyms = map[string]Field{
	"name": ID, "uid": ID, "uuid": ID, "fid": ID, "gid": ID, "key": ID, "objectid": ID, "object_id": ID, "track_id": ID, "agent": ID, cellID: ID,
	"easting": X, "east": X, "px": X, "pos_x": X, "x_m": X, "posx": X, "center_x": X, "centre_x": X,
	"northing": Y, "north": Y, "py": Y, "pos_y": Y, "y_m": Y, "posy": Y, "center_y": Y, "centre_y": Y,
	"rad": R, "size": R, "time": World, "step": World, "frame_no": World, "frame_id": World, "t": World,
	"heading": Angle, "yaw": Angle, "rotation": Angle, "orientation": Angle,
	"left": MinX, "bottom": MinY, "right": MaxX, "top": MaxY, "shape_wkt": WKT, "wkt_geom": WKT, "wkb_geometry": WKT, "polygon": WKT,
}

// proposed proposes renames of columns whose names are like those of fields that are missing, or
// nothing. In images top is less than bottom and comes first; in maps it comes last.
func proposed(columns []string, taken FieldSet) string {
	var renames []string
	have := taken
	top, bottom := slices.IndexFunc(columns, isPair("top")), slices.IndexFunc(columns, isPair("bottom"))
	for i, c := range columns {
		f, ok := synonyms[normal(c)]
		if top < bottom && top >= 0 && (i == top || i == bottom) {
			f = MinY + MaxY - f
		}
		if ok && !have.Has(f) {
			have |= 1 << f
			renames = append(renames, c+"="+f.String())
		}
	}
	if len(renames) == 0 {
		return ""
	}
	return "--rename " + strings.Join(renames, ",")
}

// suggest proposes a known name that is one slip away from name, unless its field is
// taken already.
func suggest(name string, taken FieldSet) string {
	if len(name) < 3 {
		return ""
	}
	for f, names := range fields {
		if taken.Has(Field(f)) {
			continue
		}
		for _, known := range names {
			if len(known) >= 3 && slip(name, known) {
				return fmt.Sprintf(" (did you mean %s?)", known)
			}
		}
	}
	return ""
}

// slip reports whether a and b differ by one letter changed, added, left out or
// exchanged with its neighbour.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
