// SPDX-License-Identifier: MIT

package table

import (
	"fmt"
	"strings"
	"testing"
)

// TestGeoJSON: features are the same rows in every layout.
func TestGeoJSON(t *testing.T) {
	one := `{"type":"Feature","id":7,"properties":{"name":"a","n":{"x":[1]}},"geometry":{"type":"Point","coordinates":[1,2]}}`
	two := `{"geometry":{"type":"Point","coordinates":[3,4]},"properties":null,"type":"Feature"}`
	three := `{"type":"Feature","id":9,"properties":{"id":"own","name":"\u00e9"},"geometry":null}`
	rows := []string{
		`name,n,geometry,id:a|{"x":[1]}|{"type":"Point","coordinates":[1,2]}|7`,
		`geometry:{"type":"Point","coordinates":[3,4]}`,
		`id,name,geometry:own|é|`,
	}
	want := strings.Join(rows, " ")
	for name, text := range map[string]string{
		"lines":            one + "\n" + two + "\n" + three + "\n",
		"collection":       `{"type":"FeatureCollection","crs":{"type":"name","features":[1]},"features":[` + one + "," + two + "," + three + `],"bbox":[1,2,3,4]}`,
		"spread":           "{\n\"type\" : \"FeatureCollection\",\n\"name\":\"]\\\"[\",\"features\"\n:[\n" + one + ",\n\n" + two + "\n,\n" + three + "\n]\n}\n",
		"features first":   `{"features":[` + one + "," + two + "," + three + `],"type":"FeatureCollection"}`,
		"sequence with RS": "\x1e" + one + "\n\x1e" + two + "\n\x1e" + three + "\n",
		"sequence spread":  "\x1e" + strings.ReplaceAll(one, `,"p`, ",\n \"p") + "\x1e" + two + three,
		"documents":        `{"type":"FeatureCollection","features":[` + one + `],"bbox":[1,2],"name":"]}{["}` + "\n" + `{"name":"b","features":[],"type":"FeatureCollection"}{"fe\u0061tures":[` + two + `],"type":"FeatureCollection"}` + three,
		"with RS":          "\x1e{\"type\":\"FeatureCollection\",\"features\":[" + one + "]}\n\x1e{\"features\":[\n" + two + "]\n}\n\x1e" + three + "\n",
		"byte order mark":  "\xef\xbb\xbf" + `{"type":"FeatureCollection","features":[` + one + "," + two + "," + three + `]}`,
	} {
		for _, size := range []int{1, 50, 0} {
			got, err := all(strings.NewReader(text), Options{Block: size})
			for i := range got {
				_, got[i], _ = strings.Cut(got[i], ":")
			}
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s, blocks of %d: %v\ngot  %s\nwant %s", name, size, err, strings.Join(got, " "), want)
			}
		}
	}
	got, err := all(strings.NewReader("{\"type\":\"Polygon\",\n\"coordinates\":[]}\n{\"coordinates\":[1,2],\"type\":\"Point\"}"), Options{})
	if want := "1:geometry:{\"type\":\"Polygon\",\n\"coordinates\":[]} 3:geometry:{\"coordinates\":[1,2],\"type\":\"Point\"}"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("geometries: %v, %s", err, got)
	}
	// A member type alone does not make a row GeoJSON.
	got, err = all(strings.NewReader(`{"type":"Point","x":1}`+"\n"), Options{})
	if err != nil || got[0] != "1:type,x:Point|1" {
		t.Errorf("rows: %v, %s", err, got)
	}
	if got, err = all(strings.NewReader(`{"type":"FeatureCollection","features":[ ]}`), Options{}); err != nil || len(got) != 0 {
		t.Errorf("no features: %v, %s", err, got)
	}
}

// TestBadGeoJSON: what is wrong is told with its line.
func TestBadGeoJSON(t *testing.T) {
	point := `{"type":"Feature","properties":{},"geometry":null}`
	list := "{\"type\":\"FeatureCollection\",\n\"features\":[\n"
	for text, want := range map[string]string{
		list + point + ",\n" + point:                                       "in:4: the GeoJSON ends too early: its list of features is not closed",
		list + point + ",\n{\"type\":\"Feature\"":                          "in:4: the GeoJSON ends too early: its list of features is not closed",
		list + point + ",\n17]}":                                           `in:4: a feature must stand here, and the text goes on with "1"`,
		list + point + ",\n{\"type\":\"Feature\",}]}":                      "in:4: not valid JSON: invalid character '}' looking for beginning of object key string",
		list + point + ",\n{\"type\":\"Fature\"}]}":                        "in:4: the object is neither a feature nor a geometry of GeoJSON",
		list + "{\"type\":\"Feature\",\"properties\":[]}]}":                "in:3: column properties: the properties of a feature are an object",
		list + "{\"type\":\"Feature\",\"properties\":{\"a\":1,\"a\":2}}]}": "in:3: column a: the feature has this property twice",
		list + "{\"type\":\"Feature\",\"properties\":{\"geometry\":1}}]}":  "in:3: column geometry: a property of the feature has the name of its geometry",
		"{\"type\":\"FeatureCollection\"\n}\n":                             "in:2: the object has no list of features",
		list + point + "]":                                                 "in:3: the GeoJSON ends too early: its collection is not closed",
		list + point + "],\n\"name\":\"a":                                  "in:4: the GeoJSON ends too early: its collection is not closed",
		list + point + "],\n\"features\":[" + point + "]}":                 "in:4: the collection has more than one list of features",
		list + point + "],\n\"features\":null}":                            "in:4: the collection has more than one list of features",
		"{\"features\":null,\n\"features\":[" + point + "]}":               "in:1: column features: the object has this field twice",
		list + point + "],\n\"bbox\":[1,]}":                                "in:4: not valid JSON: the collection without its features has invalid character ']' looking for beginning of value",
		list + point + "]}}\n":                                             `in:3: a feature must stand here, and the text goes on with '}'`,
		list + point + "]}\nand more":                                      `in:4: a feature must stand here, and the text goes on with "a"`,
		list + point + "]}\n" + point + "\n]":                              `in:5: a feature must stand here, and the text goes on with ']'`,
		list + point + "]} " + list + point + "]":                          "in:5: the GeoJSON ends too early: its collection is not closed",
		"{\"features\":[" + point + "],\"type\":\n\"Topology\"}":           `in:2: an object with a list of features is a FeatureCollection, and this one is a "Topology"`,
		"\x1e{\"type\":\"Feature\"":                                        "in:1: not valid GeoJSON: a bracket or a quote is not closed",
	} {
		for _, size := range []int{1, 0} {
			_, err := all(strings.NewReader(text), Options{Block: size, Format: GeoJSON})
			if got := strings.Replace(fmt.Sprint(err), "cannot read on: ", "", 1); got != want {
				t.Errorf("%q: got %s, want %s", text, got, want)
			}
		}
	}
	if _, err := all(strings.NewReader(list+"]}"), Options{Columns: []string{"x"}}); err == nil || !strings.Contains(err.Error(), "drop --columns") {
		t.Errorf("columns: %v", err)
	}
}
