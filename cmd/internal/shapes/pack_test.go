// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/cmd/internal/table"
	"daylight/internal/must"
	"daylight/region"
)

// packed reads tables each by itself, and puts all that came of them together from Packs, which are appended anew.
func packed(t *testing.T, c Config, texts ...string) (*Set, []byte) {
	t.Helper()
	var first []int64
	var data []byte
	row, cut := int64(0), false
	for number, text := range texts {
		scan := c
		scan.Tiling = &Tiling{Reach: Reach{Mode: batch.ModeSwept}, Records: true, Scan: func(s Scanned) error {
			cut = cut || s.FirstCut() >= 0
			data = s.AppendPack(data, int64(number))
			return nil
		}}
		l := NewLoader(scan)
		must.Do(t, l.Read(strings.NewReader(text), "in"))
		first = append(first, row)
		row += int64(l.Rows())
	}
	list := must.Get(ReadPacks(nil, data))(t)
	var again []byte
	for k := range list {
		var all []byte
		must.Do(t, list[k].Each(func(_ uint32, _ region.Box, record []byte) { all = append(all, record...) }))
		again = list[k].Append(again, all)
	}
	list = must.Get(ReadPacks(nil, again))(t)
	slices.Reverse(list)
	c.Tiling = &Tiling{Reach: Reach{Mode: batch.ModeSwept}, Cut: cut}
	l := NewLoader(c)
	must.Do(t, l.ReadPacked(list, func(table int64) (string, int64) { return fmt.Sprint("table ", table), first[table] }))
	set := must.Get(l.Spilled())(t)
	return set, data
}

// TestPacks: shapes of tables that were read by themselves are, put together from Packs, those of one set that
// all tables were read into, in whatever order they come.
func TestPacks(t *testing.T) {
	one := "id,world,x,y,r,body,dx,category,wkt\na,w,1,2,1,one,1,,\nb,v,1,2,2,,0,,\nc,w,1,4,3,two,0,6,\nd,v,,,,one,1,,\"POLYGON((0 0,4 0,1 1,0 4,0 0))\"\n"
	two := "world,x,y,r,body\nv,5,5,1,two\nu,1,2,2,\nw,1,2,3,one\n"
	c := Config{Time: 1, Concave: true}
	l := NewLoader(c)
	for _, text := range []string{one, two} {
		must.Do(t, l.Read(strings.NewReader(text), "in"))
	}
	want := must.Get(l.Set())(t)
	got, data := packed(t, c, one, two)
	sound(t, got)
	all := func(s *Set) (list []string) {
		for k := range s.Len() {
			from, _ := s.Slots(k)
			attrs := must.Get(s.Shapes.Attrs(slices.Collect(s.Shapes.All())[from]))(t)
			same := -1 // the first of its body
			for j := range k + 1 {
				at, _ := s.Slots(j)
				if a, _ := s.Shapes.Attrs(slices.Collect(s.Shapes.All())[at]); a.Body == attrs.Body {
					same = j
					break
				}
			}
			list = append(list, fmt.Sprint(describe(t, s, k), " ", string(s.Label(k)), " in ", s.Worlds()[s.World(k)], " with ", same, " ", attrs.Category))
		}
		return list
	}
	if g, w := all(got), all(want); !slices.Equal(g, w) {
		t.Errorf("%q\nwant %q", g, w)
	}
	for n := range data { // torn, or with a byte changed: an error, or other shapes, and no panic
		bad := slices.Clone(data)
		bad[n] ^= 0x55
		for _, data := range [][]byte{data[:n], bad} {
			list, err := ReadPacks(nil, data)
			if err != nil {
				if !errors.Is(err, ErrSpill) {
					t.Errorf("byte %d: %v", n, err)
				}
				continue
			}
			for k := range list {
				_ = list[k].Each(func(uint32, region.Box, []byte) {})
			}
			hostile := c
			hostile.Tiling = &Tiling{Reach: Reach{Mode: batch.ModeSwept}}
			_ = NewLoader(hostile).Beside(table.Options{}).ReadPacked(list, func(int64) (string, int64) { return "", 0 })
		}
	}
}
