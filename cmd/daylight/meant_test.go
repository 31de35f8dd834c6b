// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// TestMeant: a column that may be about something else is told of, or the error says how to leave
// it out.
func TestMeant(t *testing.T) {
	t.Chdir(t.TempDir())
	const wkt = `"POLYGON((0 0,4 0,4 4,0 4,0 0))"`
	for _, c := range []struct {
		text, args string
		code       int
		out, told  string
	}{
		// Filters that nobody asked for.
		{"id,x,y,r,category\na,0,0,1,0\nb,1,0,1,1\n", "", 0, "", "column category: a shape of category 0 meets no other; --rename category=_ leaves the column out"},
		{"id,x,y,r,group\na,0,0,1,-1\nb,1,0,1,-1\n", "", 0, "", "column group: shapes of one negative group do not meet; --rename group=_ leaves the column out"},
		{"id,x,y,r,group\na,0,0,1,1\nb,1,0,1,2\n", "", 0, "0,a,b,1,1,0", "!group"},
		{"id,x,y,r,team\na,0,0,1,-1\nb,1,0,1,-1\n", "--rename team=group", 0, "", "!_ leaves"},
		// Errors about columns that need not be meant.
		{"id,x,y,r,shape\na,0,0,1,round\n", "", exitBad, "", "; --rename shape=_ leaves the column out"},
		{"id,x,y,r,static\na,0,0,1,often\n", "", exitBad, "", "; --rename static=_ leaves the column out"},
		{"id,x,y,r,group\na,0,0,1,red\n", "", exitBad, "", "; --rename group=_ leaves the column out"},
		{"id,x,y,r,spin\na,0,0,1,up\n", "", exitBad, "", "; --rename spin=_ leaves the column out"},
		{"id,x,y,r,turn\na,0,0,1,up\n", "--rename turn=omega", exitBad, "", "!_ leaves"},
		{"id,x,y,hx,hy,theta\na,0,0,1,1,N\n", "", exitBad, "", "; --rename theta=_ leaves the column out"},
		{"id,x,y,hx,hy,radius\na,0,0,1,1,big\n", "", exitBad, "", "; --rename radius=_ leaves the column out"},
		{"id,frame,x,y,r\na,,0,0,1\n", "", exitBad, "", "; --rename frame=_ leaves the column out"},
		{"id,x,y,r\n,0,0,1\n", "", exitBad, "", "; --rename id=_ names rows by their numbers"},
		{"id,x,y,r,hx\na,0,0,1,2\n", "", exitBad, "", "(--rename hx=_)"},
		{"id,x,y,r,min_x\na,0,0,1,2\n", "", exitBad, "", "--rename min_x=_"},
		{`{"x":0,"cx":1,"y":0,"r":1}`, "", exitBad, "", "fields x and cx both stand for x: rename one to _ (--rename cx=_)"},
		// Boxes by a corner lie along the axes.
		{"id,left,top,width,height,angle\na,0,0,2,2,0.5\n", "", exitBad, "", "column angle: a box by a corner or two does not turn: give its centre (x, y, width, height); --rename angle=_ leaves the column out"},
		{"id,min_x,min_y,max_x,max_y,angle\na,0,0,2,2,0.5\n", "", exitBad, "", "column angle: a box by a corner or two does not turn"},
		{"id,left,top,width,height,angle\na,0,0,2,2,0\nb,1,1,2,2,\n", "", 0, "0,a,b,1,", ""},
		// A box in a table of geometries.
		{"id,wkt,left,top,width,height\na," + wkt + ",,,,\nb,,3,1,2,2\n", "", 0, "0,a,b,1,1,0", "!without a geometry"},
		{"id,wkt,left,top,width,height\na," + wkt + ",9,9,1,1\nb," + wkt + ",9,9,1,1\n", "", 0, "0,a,b,4,", "not used: width, height, left, top"},
		// Sides by their names, in the order of pictures and in that of maps.
		{"id,left,top,right,bottom\na,0,0,2,2\n", "", exitBad, "", "--rename left=min_x,top=min_y,right=max_x,bottom=max_y"},
		{"id,left,bottom,right,top\na,0,0,2,2\n", "", exitBad, "", "--rename left=min_x,bottom=min_y,right=max_x,top=max_y"},
	} {
		write(t, "in.csv", c.text)
		r := call(t, "", append(strings.Fields("collide "+c.args), "in.csv")...)
		told, not := strings.CutPrefix(c.told, "!")
		if r.code != c.code || !strings.Contains(r.out, c.out) || strings.Contains(r.stderr, told) == not {
			t.Errorf("%q: exit %d: %s%s, want %s %s", c.text, r.code, r.out, r.stderr, c.out, c.told)
		}
	}
}
