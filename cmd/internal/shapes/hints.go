// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"strings"
)

// synonyms are names that other programs give what is meant by a field. They are too vague
// to be taken for it unasked.
var synonyms = map[string]Field{
	"name": ID, "uid": ID, "uuid": ID, "fid": ID, "gid": ID, "key": ID, "objectid": ID, "object_id": ID, "track_id": ID, "agent": ID,
	"easting": X, "east": X, "px": X, "pos_x": X, "x_m": X, "posx": X, "center_x": X, "centre_x": X,
	"northing": Y, "north": Y, "py": Y, "pos_y": Y, "y_m": Y, "posy": Y, "center_y": Y, "centre_y": Y,
	"rad": R, "size": R, "time": World, "step": World, "frame_no": World, "frame_id": World, "t": World,
	"heading": Angle, "yaw": Angle, "rotation": Angle, "orientation": Angle,
	"left": MinX, "bottom": MinY, "right": MaxX, "top": MaxY, "shape_wkt": WKT, "wkt_geom": WKT, "wkb_geometry": WKT, "polygon": WKT,
}

// synonyms proposes renames of columns whose names are like those of fields that are
// missing, or nothing.
func (n *Names) synonyms(columns []string, taken fieldSet) string {
	var renames []string
	have := taken
	for _, c := range columns {
		if f, ok := synonyms[normal(c)]; ok && !have.has(f) {
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
func suggest(name string, taken fieldSet) string {
	if len(name) < 3 {
		return ""
	}
	for f, names := range fields {
		if taken.has(Field(f)) {
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
