// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"daylight/cmd/internal/table"
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
	WKT
	Category
	Mask
	Group
	Static
	Body
	VX
	VY
	Omega
	numFields
	unused = numFields // a column that is left out
)

// fields lists each field's name and then the other names it goes by.
var fields = [numFields][]string{
	ID:         {"id"},
	World:      {"world", "frame"},
	Kind:       {"kind", "shape"},
	X:          {"x", "cx"},
	Y:          {"y", "cy"},
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
	Width:      {"width", "w"},
	Height:     {"height", "h"},
	MinX:       {"min_x", "x_min", "minx", "xmin"},
	MinY:       {"min_y", "y_min", "miny", "ymin"},
	MaxX:       {"max_x", "x_max", "maxx", "xmax"},
	MaxY:       {"max_y", "y_max", "maxy", "ymax"},
	Points:     {"points", "vertices"},
	WKT:        {"wkt", "geometry", "geom", "wkb", "the_geom"},
	Category:   {"category"},
	Mask:       {"mask"},
	Group:      {"group"},
	Static:     {"static"},
	Body:       {"body"},
	VX:         {"vx", "velocity_x"},
	VY:         {"vy", "velocity_y"},
	Omega:      {"omega", "spin", "angular_velocity"}, // not w, which is a width
}

// String is the field's first name.
func (f Field) String() string {
	if f >= numFields {
		return "_"
	}
	return fields[f][0]
}

var byName = func() map[string]Field {
	m := map[string]Field{"_": unused}
	for f, names := range fields {
		for _, n := range names {
			m[n] = Field(f)
		}
	}
	return m
}()

// normal is a column name as byName has it: lower case, blanks and dashes as
// underscores.
func normal(name string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
}

// Names maps the names of columns to fields. It is used by one goroutine.
type Names struct {
	rename map[string]string // normal old name to new name
	given  []rename          // the same in the order and words of the user
	used   map[string]bool   // the old names that some table has
	seen   map[string]answer // what lookup said before; NDJSON asks for every cell
	// geometry is the normal name of the column that is to be the geometry; empty stands
	// for the one that has a known name.
	geometry string
	keep     []string        // columns whose cells are kept
	kept     map[string]bool // those that some table has, by normal name
}

type rename struct{ text, was string }

type answer struct {
	field Field
	known bool
}

// NewNames returns a mapping in which each old=new of renames makes column old stand
// for the known column new.
func NewNames(renames []string) (*Names, error) {
	n := &Names{rename: map[string]string{}, used: map[string]bool{}}
	for _, r := range renames {
		was, is, ok := strings.Cut(r, "=")
		if was, is = normal(was), normal(is); !ok || was == "" {
			return nil, fmt.Errorf("--rename %s: want OLD=NEW, such as --rename frame_no=world", table.Quote(r))
		}
		if _, ok := byName[is]; !ok {
			return nil, fmt.Errorf("--rename %s: %s is not a column that Daylight knows%s; see daylight help formats", table.Quote(r), table.Quote(is), suggest(is, nil))
		}
		if _, twice := n.rename[was]; twice {
			return nil, fmt.Errorf("--rename %s: column %s is renamed twice", table.Quote(r), table.Quote(was))
		}
		n.rename[was] = is
		n.given = append(n.given, rename{r, was})
	}
	return n, nil
}

// UseGeometry makes the column of that name the geometry, whatever others there are.
func (n *Names) UseGeometry(name string) { n.geometry = normal(name) }

// geometries gives the columns that a file says are geometries the names that make the
// first of them, or the one that was asked for, the shape, and leave out the others.
func (n *Names) geometries(names []string, first string, others []string) {
	if n.geometry != "" {
		return // lookup knows
	}
	for i, name := range names {
		switch {
		case name == first && first != "":
			if f, _ := n.lookup(name); f != WKT {
				names[i] = "wkt"
			}
		case slices.Contains(others, name):
			names[i] = "_"
		}
	}
}

// clone returns a mapping with a memory of its own.
func (n *Names) clone() *Names {
	return &Names{rename: n.rename, given: n.given, used: map[string]bool{}, geometry: n.geometry, keep: n.keep}
}

func (n *Names) markKept(name string) {
	if n.kept == nil {
		n.kept = map[string]bool{}
	}
	n.kept[name] = true
}

// places finds the columns that are kept among those of a table; -1 stands for one that it
// does not have.
func (n *Names) places(columns []string) []int {
	var at []int
	for _, name := range n.keep {
		k := slices.IndexFunc(columns, func(c string) bool { return normal(c) == normal(name) })
		if k >= 0 {
			n.markKept(normal(name))
		}
		at = append(at, k)
	}
	return at
}

// learn takes over what a clone has seen.
func (n *Names) learn(o *Names) {
	for name := range o.used {
		n.used[name] = true
	}
	for name := range o.kept {
		n.markKept(name)
	}
	for name, a := range o.seen {
		if n.seen == nil {
			n.seen = map[string]answer{}
		}
		if len(n.seen) <= 256 {
			n.seen[name] = a
		}
	}
}

// lookup finds the field that a column stands for. A name that no field has is not
// known.
func (n *Names) lookup(name string) (f Field, known bool) {
	if a, ok := n.seen[name]; ok {
		return a.field, a.known
	}
	if n.seen == nil || len(n.seen) > 256 {
		n.seen = map[string]answer{}
	}
	plain := normal(name)
	if _, ok := n.rename[plain]; ok {
		n.used[plain] = true
	}
	f, known = n.find(plain)
	n.seen[strings.Clone(name)] = answer{f, known}
	return f, known
}

func (n *Names) find(name string) (f Field, known bool) {
	if is, ok := n.rename[name]; ok {
		name = is
	}
	f, known = byName[name]
	if n.geometry != "" && (name == n.geometry || f == WKT && known) {
		if name == n.geometry {
			return WKT, true
		}
		return unused, true
	}
	if !known {
		f = unused
	}
	return f, known
}

// Unmet says which rename is of a column that no table had so far, or nothing. It
// proposes one of the latest table's columns.
func (n *Names) Unmet() string {
	for _, r := range n.given {
		if n.used[r.was] {
			continue
		}
		msg := fmt.Sprintf("--rename %s: there is no column %s", table.Quote(r.text), table.Quote(r.was))
		for _, c := range slices.Sorted(maps.Keys(n.seen)) {
			if len(r.was) >= 3 && slip(r.was, normal(c)) {
				return msg + fmt.Sprintf(" (did you mean %s?)", c)
			}
		}
		return msg
	}
	return ""
}

// CheckColumns checks the value of a flag that names columns.
func (n *Names) CheckColumns(flag string, columns []string) error {
	var have []Field
	for _, c := range columns {
		f, known := n.lookup(c)
		if !known {
			return fmt.Errorf("%s: %s is not a column that Daylight knows%s; name a column that is to be left out _", flag, table.Quote(c), suggest(normal(c), nil))
		}
		if f != unused && slices.Contains(have, f) {
			return fmt.Errorf("%s: %s is named twice", flag, f)
		}
		have = append(have, f)
	}
	return nil
}

// header is what the columns of one table stand for.
type header struct {
	fields []Field
	have   [numFields]bool
	// ignored names the columns that mean nothing to Daylight, with a hint where one
	// looks misspelt.
	ignored []string
	// typeAt is the place of a name that tells GeoJSON; -1 if there is none.
	typeAt int
	// keep is where the columns are that are kept.
	keep []int
	// err is what is wrong with the names.
	err error
}

// moving reports whether there are columns of velocities.
func (h *header) moving() bool { return h.have[VX] || h.have[VY] || h.have[Omega] }

// fields maps the names of the members of one object.
func (n *Names) fields(names []string) *header {
	h := &header{fields: make([]Field, len(names)), typeAt: -1, keep: n.places(names)}
	for i, name := range names {
		f, known := n.lookup(name)
		h.fields[i] = f
		switch {
		case f < numFields && h.have[f]:
			h.fields = h.fields[:i]
			h.err = fmt.Errorf("two fields both stand for %s", f)
			return h
		case f < numFields:
			h.have[f] = true
		case !known && slices.Contains(h.keep, i):
		case !known && len(h.ignored) < mostOdd:
			if odd := name + suggest(normal(name), &h.have); !slices.Contains(h.ignored, odd) {
				h.ignored = append(h.ignored, odd)
			}
		}
		if !known && name == "type" {
			h.typeAt = i
		}
	}
	return h
}

// header maps the columns of a table, and fails if no shape can come of them.
// Radius says that circles have a radius from elsewhere.
func (n *Names) header(columns []string, radius bool) (*header, string) {
	h := &header{fields: make([]Field, len(columns)), keep: n.places(columns)}
	first := [numFields]string{}
	var odd []string
	for i, c := range columns {
		f, known := n.lookup(c)
		h.fields[i] = f
		switch {
		case f == unused:
			if !known && c != "" && !slices.Contains(h.keep, i) {
				odd = append(odd, c)
			}
			continue
		case h.have[f] && normal(first[f]) == normal(c):
			return nil, fmt.Sprintf("column %s is there twice", c)
		case h.have[f]:
			return nil, fmt.Sprintf("columns %s and %s both stand for %s: rename one to _ (--rename %s=_)", first[f], c, f, c)
		}
		h.have[f], first[f] = true, c
	}
	for _, c := range odd {
		hint := suggest(normal(c), &h.have)
		if f, ok := synonyms[normal(c)]; ok && f == ID && !h.have[ID] && hint == "" {
			hint = fmt.Sprintf(" (--rename %s=id makes it the id)", c)
		}
		h.ignored = append(h.ignored, c+hint)
	}
	if why := h.usable(radius); why != "" {
		msg := fmt.Sprintf("no shape can be made of the columns %s: %s", list(columns), why)
		if unmet := n.Unmet(); unmet != "" {
			return nil, msg + "; " + unmet
		}
		var hints string
		for _, c := range odd {
			if looksLikeWKT(c) {
				return nil, "the first row holds WKT, not column names: lines of nothing but WKT need --columns wkt and --input tsv"
			}
			if s := suggest(normal(c), &h.have); s != "" {
				hints += fmt.Sprintf("; %s%s", table.Quote(c), s)
			}
		}
		if other := n.synonyms(odd, &h.have); hints == "" && other != "" {
			return nil, msg + "; if they mean the same, " + other
		}
		// Columns of other names, or a first row that is a shape already.
		if hints == "" && len(odd) > 0 {
			hints = "; --rename OLD=NEW takes a column of another name, --columns names those of a table without a header row"
		}
		return nil, msg + hints
	}
	return h, ""
}

// synonyms are names that other programs give what is meant by a field. They are too vague
// to be taken for it unasked.
var synonyms = map[string]Field{
	"name": ID, "uid": ID, "uuid": ID, "fid": ID, "gid": ID, "key": ID, "objectid": ID, "object_id": ID, "track_id": ID, "agent": ID,
	"lon": X, "long": X, "longitude": X, "easting": X, "east": X, "px": X, "pos_x": X, "x_m": X, "posx": X, "center_x": X, "centre_x": X,
	"lat": Y, "latitude": Y, "northing": Y, "north": Y, "py": Y, "pos_y": Y, "y_m": Y, "posy": Y, "center_y": Y, "centre_y": Y,
	"rad": R, "size": R, "time": World, "step": World, "frame_no": World, "frame_id": World, "t": World,
	"heading": Angle, "yaw": Angle, "rotation": Angle, "orientation": Angle,
	"left": MinX, "bottom": MinY, "right": MaxX, "top": MaxY, "shape_wkt": WKT, "wkt_geom": WKT, "wkb_geometry": WKT, "polygon": WKT,
}

// synonyms proposes renames of columns whose names are like those of fields that are
// missing, or nothing.
func (n *Names) synonyms(columns []string, taken *[numFields]bool) string {
	var renames []string
	have := *taken
	for _, c := range columns {
		if f, ok := synonyms[normal(c)]; ok && !have[f] {
			have[f] = true
			renames = append(renames, c+"="+f.String())
		}
	}
	if len(renames) == 0 {
		return ""
	}
	return "--rename " + strings.Join(renames, ",")
}

func (h *header) all(fs ...Field) bool {
	for _, f := range fs {
		if !h.have[f] {
			return false
		}
	}
	return true
}

// usable says why no row under this header can be a shape, or nothing if one can.
func (h *header) usable(radius bool) string {
	if h.have[WKT] || h.have[Points] || h.all(X1, Y1, X2, Y2) || h.all(MinX, MinY, MaxX, MaxY) {
		return ""
	}
	for _, group := range [][]Field{{X, Y}, {X1, Y1, X2, Y2}, {MinX, MinY, MaxX, MaxY}} {
		var missing []string
		for _, f := range group {
			if !h.have[f] {
				missing = append(missing, f.String())
			}
		}
		if 0 < len(missing) && len(missing) < len(group) {
			return "there is no " + strings.Join(missing, " and no ")
		}
	}
	if !h.all(X, Y) {
		return "there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt"
	}
	sizes := h.have[R] || h.have[HalfLength] || h.have[Length] || h.all(HX, HY) || h.all(Width, Height)
	if !sizes && !radius {
		for _, pair := range [][2]Field{{HX, HY}, {HY, HX}, {Width, Height}, {Height, Width}} {
			if h.have[pair[0]] {
				return fmt.Sprintf("there is no %s to go with %s", pair[1], pair[0])
			}
		}
		return "there is no r and no other size; circles of one size need --radius"
	}
	return ""
}

func list(columns []string) string {
	const most = 16
	if len(columns) > most {
		return strings.Join(columns[:most], ", ") + ", ..."
	}
	return strings.Join(columns, ", ")
}

// suggest proposes a known name that is one slip away from name, unless its field is
// taken already.
func suggest(name string, taken *[numFields]bool) string {
	if len(name) < 3 {
		return ""
	}
	for f, names := range fields {
		if taken != nil && taken[f] {
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
