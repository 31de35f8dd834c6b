// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/table"
)

// header is what the columns of one table stand for.
type header struct {
	columns []string // their names, the reader's own
	fields  []Field
	have    fieldSet
	said
	// typeAt is the place of a name that tells GeoJSON; -1 if there is none.
	typeAt int
	// keep is where the columns are that are kept.
	keep []int
	// err is what is wrong with the names.
	err error
}

// said is what a table or some rows of it say beside their shapes.
type said struct {
	unknown []string // columns that mean nothing, with a hint where one looks misspelt
	moving  bool     // how shapes move, or rays lead
	lonLat  bool     // columns of longitudes and latitudes stand for x and y
	centred bool     // x and y were taken for the centres of boxes along the axes
	systems []int    // numbers of coordinate systems that geometries name
	extent  extent
	// sizes names the columns of sizes that were not looked at, because their rows have a geometry and no other shape
	// could be made of them, by field; of those that are used some shape was made.
	sizes [numFields]string
	used  fieldSet
}

// add takes over what others say.
func (a *said) add(o *said) {
	for _, name := range o.unknown {
		if len(a.unknown) < mostUnknown && !slices.Contains(a.unknown, name) {
			a.unknown = append(a.unknown, name)
		}
	}
	for _, srid := range o.systems {
		if !slices.Contains(a.systems, srid) {
			a.systems = append(a.systems, srid)
		}
	}
	a.moving, a.lonLat, a.centred = a.moving || o.moving, a.lonLat || o.lonLat, a.centred || o.centred
	a.extent, a.used = max(a.extent, o.extent), a.used|o.used
	for f, name := range o.sizes {
		a.sizes[f] = cmp.Or(a.sizes[f], name)
	}
}

// unused lists the columns for a note.
func (a *said) unused() []string {
	names := slices.Clone(a.unknown)
	for f, name := range a.sizes {
		switch {
		case name == "":
		case a.used.has(Field(f)):
			names = append(names, name+" (in rows that have a geometry)")
		default:
			names = append(names, name)
		}
	}
	return names
}

// placed reports whether columns say where shapes are, and whether left and top do so, with a width
// and a height. A column that a flag calls x or y comes before left and top.
func (n *Names) placed(h *header) (placed, cornered bool) {
	has := func(f Field) bool { return slices.Contains(h.fields, f) }
	for i, c := range h.columns {
		_, renamed := n.rename[normal(c)]
		placed = placed || renamed && (h.fields[i] == X || h.fields[i] == Y)
	}
	placed = placed || slices.ContainsFunc([]Field{X1, Y1, X2, Y2, MinX, MinY, MaxX, MaxY, Points, WKT}, has)
	cornered = !placed && has(Left) && has(Top) && has(Width) && has(Height)
	return placed || !cornered && (has(X) || has(Y)), cornered
}

// meanings finds the fields that columns stand for. known says which names mean something. If no
// other columns say where shapes are, longitude and latitude stand for x and y. If a table also has
// a width and a height, left and top stand for min_x and min_y. Then x, y, longitude and latitude
// mean nothing: in tables of MOT, x and y are not the place of the box.
//
// properties is the number of leading columns that come from a GeoJSON feature: its properties, its
// geometry and its id. Only the id, the geometry and properties that a flag names mean something.
func (n *Names) meanings(columns []string, properties int) (h *header, known []bool) {
	h = &header{columns: columns, fields: make([]Field, len(columns)), typeAt: -1, keep: n.places(columns)}
	known = make([]bool, len(columns))
	for i, c := range columns {
		h.fields[i], known[i] = n.lookup(c)
		if i < properties && !n.named(c) {
			h.fields[i], known[i] = unused, false
		}
	}
	placed, cornered := n.placed(h)
	for i, f := range h.fields {
		switch corner := f == Left || f == Top; {
		case cornered && slices.Contains([]Field{X, Y, Lon, Lat}, f):
			h.fields[i], known[i] = unused, false
		case f != Lon && f != Lat && !corner:
			h.moving = h.moving || velocities.has(f)
		case placed || corner && !cornered:
			h.fields[i], known[i] = unused, false
		case corner:
			h.fields[i] = f - Left + MinX
		default:
			h.fields[i], h.lonLat = f-Lon+X, true
		}
	}
	return h, known
}

// fields maps the names of the members of one object. properties is as for meanings.
func (n *Names) fields(names []string, properties int) *header {
	n.lock.Lock()
	defer n.lock.Unlock()
	h, known := n.meanings(names, properties)
	steering := 0
	for i, name := range names {
		switch f := h.fields[i]; {
		case f < numFields && h.have.has(f):
			for k := range h.fields[i:] {
				h.fields[i+k] = unused
			}
			h.err = fmt.Errorf("two fields both stand for %s", f)
			return h
		case f < numFields:
			h.have |= 1 << f
		case !known[i] && slices.Contains(h.keep, i):
		case !known[i] && len(h.unknown) < mostUnknown:
			if f, means := byName[normal(name)]; i < properties && means && (f < Lon || f > Top) {
				// The note lists it before names that mean nothing.
				h.unknown = slices.Insert(h.unknown, steering, fmt.Sprintf("%[1]s (--keep keeps it, --rename %[1]s=%[1]s reads it as in CSV)", name))
				steering++
				break
			}
			h.add(&said{unknown: []string{name + suggest(normal(name), h.have)}})
		}
		if !known[i] && name == "type" {
			h.typeAt = i
		}
	}
	return h
}

// header maps the columns of a table, and fails if no shape can come of them.
// Radius says that circles have a radius from elsewhere, flag which one names columns; it is
// empty for a table that cannot be without names.
func (n *Names) header(columns []string, radius bool, flag string) (*header, string) {
	h, known := n.meanings(columns, 0)
	first := [numFields]string{}
	var unknown []string
	for i, c := range columns {
		switch f := h.fields[i]; {
		case f == unused:
			if !known[i] && c != "" && !slices.Contains(h.keep, i) {
				unknown = append(unknown, c)
			}
			continue
		case h.have.has(f) && normal(first[f]) == normal(c):
			return nil, fmt.Sprintf("column %s is there twice", c)
		case h.have.has(f):
			return nil, fmt.Sprintf("columns %s and %s both stand for %s: rename one to _ (--rename %s=_)", first[f], c, f, c)
		}
		h.have |= 1 << h.fields[i]
		first[h.fields[i]] = c
	}
	for _, c := range unknown {
		hint := suggest(normal(c), h.have)
		if f, ok := synonyms[normal(c)]; ok && f == ID && !h.have.has(ID) && hint == "" {
			hint = fmt.Sprintf(" (--rename %s=id makes it the id)", c)
		}
		h.unknown = append(h.unknown, c+hint)
	}
	if why := h.usable(radius); why != "" {
		return nil, n.unusable(h, unknown, flag, why)
	}
	return h, ""
}

// unusable says why no shape can come of the columns of a table, some of which are unknown, and what may
// be meant by them.
func (n *Names) unusable(h *header, unknown []string, flag, why string) string {
	columns := h.columns
	if numbers := slices.DeleteFunc(slices.Clone(unknown), isText); flag != "" && len(numbers) > 1 && 2*len(numbers) >= len(columns) {
		return fmt.Sprintf("the first row looks like a shape, not like the names of columns: name them with %s, for example %s %s; no shape can be made of the columns %s",
			flag, flag, table.Example(len(columns)), list(columns))
	}
	msg := fmt.Sprintf("no shape can be made of the columns %s: %s", list(columns), why)
	if slices.ContainsFunc(unknown, isPair("id_a")) && slices.ContainsFunc(unknown, isPair("id_b")) {
		return msg + "; this looks like a table of contacts, as Daylight writes it, not of shapes"
	}
	if n.geometry != "" && !slices.ContainsFunc(columns, func(c string) bool { return normal(c) == n.geometry }) {
		return fmt.Sprintf("%s; there is no column %s, which --geometry names", msg, table.Quote(n.geometry))
	}
	if unmet := n.Unmet(); unmet != "" {
		return msg + "; " + unmet
	}
	var hints string
	for _, c := range unknown {
		if looksLikeWKT(c) && len(columns) > 1 && strings.HasSuffix(c, ")") {
			return fmt.Sprintf("the first row holds WKT, not column names: name the columns with %s, of which one is wkt, such as %s id,wkt", flag, flag)
		}
		if looksLikeWKT(c) {
			return "the first row holds WKT, not column names: lines of nothing but WKT need --columns wkt and --input tsv"
		}
		if s := suggest(normal(c), h.have); s != "" {
			hints += fmt.Sprintf("; %s%s", table.Quote(c), s)
		}
	}
	if other := n.synonyms(unknown, h.have); hints == "" && other != "" {
		return msg + "; if they mean the same, " + other
	}
	// Columns of other names, or a first row that is a shape already.
	if hints == "" && len(unknown) > 0 {
		hints = "; --rename OLD=NEW takes a column of another name"
		if flag != "" {
			hints += ", " + flag + " names those of a table without a header row"
		}
	}
	return msg + hints
}

// isText reports whether a name is no number, and so may be one.
func isText(name string) bool {
	_, err := number(name)
	return err != nil
}

// called is the name that a field's column has in the table, for messages: as the user knows it.
// Written in other letters, the field's own name stays as it is.
func (h *header) called(f Field) string {
	if h != nil {
		if k := slices.Index(h.fields, f); k >= 0 && normal(h.columns[k]) != f.String() {
			return h.columns[k]
		}
	}
	return f.String()
}

func (h *header) all(fs ...Field) bool { return h.have&setOf(fs...) == setOf(fs...) }

// usable says why no row under this header can be a shape, or nothing if one can.
func (h *header) usable(radius bool) string {
	if h.have.has(WKT) || h.have.has(Points) || h.all(X1, Y1, X2, Y2) || h.all(MinX, MinY, MaxX, MaxY) || h.all(MinX, MinY, Width, Height) {
		return ""
	}
	for _, group := range [][]Field{{X, Y}, {X1, Y1, X2, Y2}, {MinX, MinY, MaxX, MaxY}} {
		var missing []string
		for _, f := range group {
			if !h.have.has(f) {
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
	sizes := h.have.has(R) || h.have.has(HalfLength) || h.have.has(Length) || h.all(HX, HY) || h.all(Width, Height)
	if !sizes && !radius {
		for _, pair := range [][2]Field{{HX, HY}, {HY, HX}, {Width, Height}, {Height, Width}} {
			if h.have.has(pair[0]) {
				why := fmt.Sprintf("there is no %s to go with %s", pair[1], pair[0])
				if extents.has(pair[0]) {
					why += ", and no r: circles of one size need --radius, points --radius 0"
				}
				return why
			}
		}
		return "there is no r and no other size; circles of one size need --radius, points --radius 0"
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

// looksLikeWKT says whether text begins as a geometry does, as far as its first comma.
func looksLikeWKT(text string) bool {
	tag, _, found := strings.Cut(strings.ToUpper(text), "(")
	tag, _, _ = strings.Cut(strings.TrimSpace(tag), " ") // without Z or M
	return found && slices.Contains([]string{"POINT", "LINESTRING", "POLYGON", "MULTIPOLYGON", "MULTIPOINT", "MULTILINESTRING", "GEOMETRYCOLLECTION"}, tag)
}
