// SPDX-License-Identifier: MIT

package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/table"
)

// Header says what the columns of a table stand for, or the members of an object.
type Header struct {
	Columns []string // their names, the reader's own
	Fields  []Field
	Have    FieldSet
	Said
	// Type is the place of the name type, which marks GeoJSON; -1 if there is none.
	Type int
	// Keep has the places of the columns that are kept; -1 stands for an absent one.
	Keep []int
	// Err says what is wrong with the names.
	Err error
	own bool // each row has names of its own
	// renamed has the fields for which a flag names a column, so that the column is intended.
	renamed FieldSet
}

// cellID names the polygon of a corner in tables without ids.
const cellID = "cell_id"

// Header finds the fields that the columns of a table stand for. If they can make no shape, Err
// says so. radius says that circles have a radius from elsewhere. flag is the flag that names
// columns; it is empty for tables that always have names.
func (n *Names) Header(columns []string, radius bool, flag string) *Header {
	n.lock.Lock()
	defer n.lock.Unlock()
	h, unknown := n.meanings(columns, 0, false)
	if why := h.usable(radius); h.Err == nil && why != "" {
		h.Err = errors.New(n.unusable(h, unknown, flag, why))
	}
	return h
}

// Members is Header for an object. Its properties are the leading members, if it is a feature of
// GeoJSON: their names mean something only if a flag says so.
func (n *Names) Members(names []string, properties int) *Header {
	n.lock.Lock()
	defer n.lock.Unlock()
	h, _ := n.meanings(names, properties, true)
	return h
}

// meanings finds the fields that columns stand for, and the names that mean nothing.
func (n *Names) meanings(columns []string, properties int, own bool) (h *Header, unknown []string) {
	h = &Header{Columns: columns, Fields: make([]Field, len(columns)), Type: -1, Keep: n.Places(columns), own: own}
	known := make([]bool, len(columns))
	for i, c := range columns {
		h.Fields[i], known[i] = n.lookup(c)
		if _, is := n.rename[normal(c)]; is {
			h.renamed |= SetOf(h.Fields[i])
		}
		if i < properties && !n.named(c) {
			h.Fields[i], known[i] = Unused, false
		}
	}
	n.choose(h, known)
	h.Err = h.once()
	var steering []string // properties that would have a meaning in other formats
	for i, c := range columns {
		if known[i] || c == "" {
			continue
		}
		if c == "type" {
			h.Type = i
		}
		if slices.Contains(h.Keep, i) {
			continue
		}
		unknown = append(unknown, c)
		f, means := byName[normal(c)]
		other, is := synonyms[normal(c)]
		switch hint := suggest(normal(c), h.Have); {
		case i < properties && means && (f < Lon || f > Top):
			steering = append(steering, fmt.Sprintf("%[1]s (--keep keeps it, --rename %[1]s=%[1]s reads it as in CSV)", c))
		case hint == "" && !own && is && other == ID && !h.Have.Has(ID):
			h.Unknown = append(h.Unknown, fmt.Sprintf("%s (--rename %s=id makes it the id)", c, c))
		default:
			h.Unknown = append(h.Unknown, table.Short(c)+hint)
		}
	}
	if w := slices.Index(h.Fields, Width); h.Moving && h.Have&SetOf(Width, Height, Length) == SetOf(Width) && normal(h.Columns[w]) == "w" {
		h.Unknown = append(h.Unknown, "w (it is taken for a width; --rename w=omega makes it the turning)")
	}
	h.Unknown = append(steering, h.Unknown...)
	h.Unknown = h.Unknown[:min(len(h.Unknown), MostUnknown)]
	return h, unknown
}

// choose decides about columns whose meaning depends on others. If no other columns say where
// shapes are, longitude and latitude stand for x and y. Beside a width and a height, left and top
// stand for min_x and min_y; then x, y, longitude and latitude mean nothing: in tables of MOT, x
// and y are not the place of the box. In a table of corners without ids, cell_id is the id.
func (n *Names) choose(h *Header, known []bool) {
	cornered, placed := n.placed(h)
	identified := slices.Contains(h.Fields, ID)
	for i, f := range h.Fields {
		switch corner := f == Left || f == Top; {
		case h.Corners && !identified && !known[i] && normal(h.Columns[i]) == cellID:
			h.Fields[i], known[i] = ID, true
		case cornered && slices.Contains([]Field{X, Y, Lon, Lat}, f), placed && (f == Lon || f == Lat), corner && !cornered:
			h.Fields[i], known[i] = Unused, false
		case corner:
			h.Fields[i], h.cornered = f-Left+MinX, true
		case f == Lon || f == Lat:
			h.Fields[i], h.LonLat = f-Lon+X, true
		default:
			h.Moving = h.Moving || Velocities.Has(f)
		}
	}
}

// placed reports whether left and top say where boxes are, and whether columns other than longitude
// and latitude say where shapes are.
func (n *Names) placed(h *Header) (cornered, placed bool) {
	has := func(fs ...Field) bool {
		return slices.ContainsFunc(fs, func(f Field) bool { return slices.Contains(h.Fields, f) })
	}
	elsewhere := has(X1, Y1, X2, Y2, MinX, MinY, MaxX, MaxY)
	for i, c := range h.Columns { // a flag may call a column x or y
		_, renamed := n.rename[normal(c)]
		elsewhere = elsewhere || renamed && (h.Fields[i] == X || h.Fields[i] == Y)
	}
	cornered = !elsewhere && has(Left) && has(Top) && has(Width) && has(Height)
	h.Corners = has(VertexX) && has(VertexY)
	return cornered, elsewhere || has(WKT, Points) || !cornered && has(X, Y)
}

// once finds which fields there are, and returns an error if one is there twice.
func (h *Header) once() error {
	for i, f := range h.Fields {
		if f == Unused {
			continue
		}
		if h.Have.Has(f) {
			first := h.Columns[slices.Index(h.Fields, f)]
			for k := range h.Fields[i:] {
				h.Fields[i+k] = Unused
			}
			c, noun := h.Columns[i], "column"
			if h.own {
				noun = "field"
			}
			if normal(first) == normal(c) {
				return fmt.Errorf("%s %s is there twice", noun, c)
			}
			return fmt.Errorf("%ss %s and %s both stand for %s: rename one to _ (--rename %s=_)", noun, first, c, f, c)
		}
		h.Have |= 1 << f
	}
	if h.own && h.Have.Has(VertexX) != h.Have.Has(VertexY) && h.Have&(Places|SetOf(WKT)) == 0 {
		// Fatal, since a polygon without one of its corners is another polygon.
		return &table.Error{Msg: "a corner needs vertex_x and vertex_y, and one of them is not there", Fatal: true}
	}
	if h.Corners && !h.Have.Has(ID) {
		why := "a table with a row for each corner needs a column id or cell_id, which names the polygon"
		if h.own {
			return &table.Error{Msg: why, Fatal: true}
		}
		return errors.New(why)
	}
	return nil
}

// unusable says why the columns of a table can make no shape, and what its unknown columns may
// mean.
func (n *Names) unusable(h *Header, unknown []string, flag, why string) string {
	columns, shown := h.Columns, shortList(h.Columns)
	if numbers := slices.DeleteFunc(slices.Clone(unknown), isText); flag != "" && len(numbers) > 1 && 2*len(numbers) >= len(columns) {
		return fmt.Sprintf("the first row looks like a shape, not like the names of columns: name them with %s, for example %s %s; no shape can be made of the columns %s",
			flag, flag, table.Example(columns), shown)
	}
	msg := fmt.Sprintf("no shape can be made of the columns %s: %s", shown, why)
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
		if s := suggest(normal(c), h.Have); s != "" {
			hints += fmt.Sprintf("; %s%s", table.Quote(c), s)
		}
	}
	if other := proposed(unknown, h.Have); hints == "" && other != "" {
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

// isText reports whether a name is not a number.
func isText(name string) bool {
	_, err := Number(name)
	return err != nil
}

// Called is the name of a field's column in the table, for messages. If the two names differ only
// in letter case or separators, it is the field's own name.
func (h *Header) Called(f Field) string {
	if h != nil {
		if k := slices.Index(h.Fields, f); k >= 0 && normal(h.Columns[k]) != f.String() {
			return h.Columns[k]
		}
	}
	return f.String()
}

// optional are the fields that no shape needs.
var optional = SetOf(World, Kind, Angle, Category, Mask, Group, Static, Sensor, Body, VX, VY, Omega)

// Without says how to leave the column of a field out, in an error about it, if no shape needs the
// column and no flag names it: it may be about something else.
func (h *Header) Without(f Field) string {
	name := h.Called(f)
	switch {
	case !h.Have.Has(f) || h.renamed.Has(f) || h.Corners && f == ID:
	case f == ID:
		return "; --rename " + name + "=_ names rows by their numbers"
	case optional.Has(f), f == R && (h.own || h.Have&(sizes|SetOf(HX, HY, Points, WKT)) != 0):
		return "; --rename " + name + "=_ leaves the column out"
	}
	return ""
}

func (h *Header) all(fs ...Field) bool { return h.Have&SetOf(fs...) == SetOf(fs...) }

// usable says why no row under this header can be a shape. It is empty if one can.
func (h *Header) usable(radius bool) string {
	if h.Corners || h.Have.Has(WKT) || h.Have.Has(Points) || h.all(X1, Y1, X2, Y2) || h.all(MinX, MinY, MaxX, MaxY) || h.all(MinX, MinY, Width, Height) {
		return ""
	}
	for _, group := range [][]Field{{X, Y}, {X1, Y1, X2, Y2}, {MinX, MinY, MaxX, MaxY}} {
		var missing, there []string
		for _, f := range group {
			if h.Have.Has(f) {
				there = append(there, h.Called(f)+"=_")
			} else {
				missing = append(missing, f.String())
			}
		}
		if len(missing) > 0 && len(there) > 0 {
			return "there is no " + strings.Join(missing, " and no ") + h.unless(group[0] != X && h.all(X, Y), there)
		}
	}
	if !h.all(X, Y) {
		return "there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt"
	}
	sizes := h.Have.Has(R) || h.Have.Has(HalfLength) || h.Have.Has(Length) || h.all(HX, HY) || h.all(Width, Height)
	if !sizes && !radius {
		for _, pair := range [][2]Field{{HX, HY}, {HY, HX}, {Width, Height}, {Height, Width}} {
			if h.Have.Has(pair[0]) {
				why := fmt.Sprintf("there is no %s to go with %s", pair[1], pair[0])
				if extents.Has(pair[0]) {
					why += ", and no r: circles of one size need --radius, points --radius 0"
				}
				return why
			}
		}
		why := "there is no r and no other size; circles of one size need --radius, points --radius 0"
		if x, y := h.Called(X), h.Called(Y); slices.ContainsFunc(h.Columns, isPair(cellID)) {
			why += fmt.Sprintf("; if each row is a corner of a polygon, --rename %s=%s,%s=%s", x, VertexX, y, VertexY)
		}
		return why
	}
	return ""
}

// unless says how to leave columns out, if others can make a shape.
func (h *Header) unless(others bool, renames []string) string {
	if !others {
		return ""
	}
	return "; if they are no place of the shape leave them out (--rename " + strings.Join(renames, ",") + ")"
}

// List is a list of columns in a message.
func List(columns []string) string {
	const most = 16
	if len(columns) > most {
		columns = append(slices.Clone(columns[:most]), "...")
	}
	return strings.Join(columns, ", ")
}

// shortList is List of names that are cut if they are long.
func shortList(columns []string) string {
	short := make([]string, len(columns))
	for i, c := range columns {
		short[i] = table.Short(c)
	}
	return List(short)
}

// looksLikeWKT says whether text begins as a geometry does, as far as its first comma.
func looksLikeWKT(text string) bool {
	tag, _, found := strings.Cut(strings.ToUpper(text), "(")
	tag, _, _ = strings.Cut(strings.TrimSpace(tag), " ") // without Z or M
	return found && slices.Contains([]string{"POINT", "LINESTRING", "POLYGON", "MULTIPOLYGON", "MULTIPOINT", "MULTILINESTRING", "GEOMETRYCOLLECTION"}, tag)
}
