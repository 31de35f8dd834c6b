// SPDX-License-Identifier: MIT

//go:build unix

package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPaths: the parts k=v of a path are columns from the pattern on, and pipes are left alone.
func TestPaths(t *testing.T) {
	t.Chdir(t.TempDir())
	one := "world,id,x,y,r\n"
	for _, world := range []string{"0", "1", "a b"} {
		dir := filepath.Join("world="+strings.ReplaceAll(world, " ", "%20"), "r=1")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		text := "id,x,y\n"
		for k := range 50 {
			row := fmt.Sprintf("%d,%v,0", k, 1.5*float64(k))
			text, one = text+row+"\n", one+world+","+row+",1\n"
		}
		if err := os.WriteFile(filepath.Join(dir, "part.csv"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	q := task{files: []string{"./world=*/*/p*"}, spec: Spec{Tiles: 4}}
	q.check(t)
	if err := os.MkdirAll("worlds/r=1", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("worlds/r=1/part.csv", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := match(t.Context(), []string{"./world*/*/p*"}, 0); err == nil || !strings.Contains(err.Error(), "the path of this file says r, that of") {
		t.Errorf("a path of no world: %v", err)
	}
	plain := q
	if plain.files = []string{write(t, "one.csv", one)}; q.command(t) != plain.command(t) {
		t.Errorf("%s, want %s", q.command(t), plain.command(t))
	}
}

// TestSystems: tables in two systems of coordinates that differ are an error, also where nothing
// touches, unless it is said which one they are in.
func TestSystems(t *testing.T) {
	const point = `"features":[{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[%d,60]}}]}`
	degrees := write(t, "degrees.geojson", `{"type":"FeatureCollection",`+fmt.Sprintf(point, 25))
	finland := write(t, "finland.geojson", `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3067"}},`+fmt.Sprintf(point, 385000))
	q := task{files: []string{degrees}, join: []string{finland}, spec: Spec{Tiles: 1}}
	if files, err := q.onPrism(t); err == nil || len(files) > 0 || !strings.Contains(err.Error(), "its system of coordinates is urn:ogc:def:crs:EPSG::3067, and that of "+degrees) {
		t.Errorf("%d files, %v", len(files), err)
	}
	q.spec.AssumeCRS = "EPSG:3067"
	if _, err := q.onPrism(t); err != nil {
		t.Error(err)
	}
}
