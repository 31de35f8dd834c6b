// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// misuse lists calls that are refused before anything is read, each with its error.
var misuse = []struct{ args, want string }{
	{"colide x", `there is no command "colide"; did you mean collide? (see daylight --help)`},
	{"help nothing", `there is no command "nothing" (see daylight --help)`},
	{"help colide", `there is no command "colide"; did you mean collide? (see daylight --help)`},
	{"help collide x", `daylight help takes one command, and "x" is beyond that (see daylight --help)`},
	{"--bogus", `unknown flag: --bogus (see daylight --help)`},
	{"query", `what is asked? Give rays, casts, points, boxes, nearest, within or inside, then FILEs of shapes (see daylight query --help)`},
	{"query lines f", `"lines" is not a kind of question: want rays, casts, points, boxes, nearest, within or inside (see daylight query --help)`},
	{"query insde f", `"insde" is not a kind of question: want rays, casts, points, boxes, nearest, within or inside; did you mean inside? (see daylight query --help)`},
	{"collide --spill -o x.csv f", `--spill has no value: -o behind it is a flag (what is called so is ./-o) (see daylight collide --help)`},
	{"plan --cut --tiles=2 f", `--cut has no value: --tiles=2 behind it is a flag (what is called so is ./--tiles=2) (see daylight plan --help)`},
	{"draw --bad-rows bad.csv f", `--bad-rows is for collide, query and plan; draw has --skip-bad (see daylight draw --help)`},
	{"query rays f", `query rays: give the table of questions by --ask (see daylight query --help)`},
	{"query points --ask f", `no table of shapes: give a FILE, or - for standard input (see daylight query --help)`},
	{"query within f", `query within: say by --near how near (see daylight query --help)`},
	{"query within --near 1 --ask g f", `query within asks shapes about each other: --ask does not go with it (query points --near R does) (see daylight query --help)`},
	{"query points --count 3 --ask g f", `--count says nothing with query points (see daylight query --help)`},
	{"query nearest --count 0 f", `--count 0: want 1 to 65536 (see daylight query --help)`},
	{"query nearest --near -1 f", `--near -1: want 0 to 1.152921504606847e+18 (see daylight query --help)`},
	{"query rays --dt 0 --ask g f", `--dt 0: want a finite number above 0 (see daylight query --help)`},
	{"query inside --ask-columns x,y f", `--ask-columns says nothing without --ask (see daylight query --help)`},
	{"query inside --workers -1 f", `--workers -1: want 1 to 1024, or 0 for one for each processor (see daylight query --help)`},
	{"collide", `no table of shapes: give a FILE, or - for standard input (see daylight collide --help)`},
	{"collide - -", `standard input can be read only once (see daylight collide --help)`},
	{"collide --bogus f", `unknown flag: --bogus (see daylight collide --help)`},
	{"collide --marign 2 f", `unknown flag: --marign; did you mean --margin? (see daylight collide --help)`},
	{"query points --aks q f", `unknown flag: --aks; did you mean --ask? (see daylight query --help)`},
	{"sim crowd --opne", `unknown flag: --opne; did you mean --open? (see daylight sim --help)`},
	{"gen boxes --n 5", `unknown flag: --n; did you mean --shapes? (see daylight gen --help)`},
	{"gen boxes --number 5", `unknown flag: --number; did you mean --shapes? (see daylight gen --help)`},
	{"collide --output o f", `unknown flag: --output; did you mean --out? (see daylight collide --help)`},
	{"collide --jobs 2 f", `unknown flag: --jobs; did you mean --workers? (see daylight collide --help)`},
	{"collide --skipbad f", `unknown flag: --skipbad; did you mean --skip-bad? (see daylight collide --help)`},
	{"collide -margin 2 f", `unknown shorthand flag: 'm' in -margin; did you mean --margin? (see daylight collide --help)`},
	{"collide -x f", `unknown shorthand flag: 'x' in -x (see daylight collide --help)`},
	{"bench --scene boxes", `unknown flag: --scene; did you mean --scenes? (see daylight bench --help)`},
	{"query points --distance 2 f", `unknown flag: --distance; did you mean --near? (see daylight query --help)`},
	{"collide --relation touches --strict f", `--relation touches and --strict contradict each other: pairs that only touch are what --strict leaves out (see daylight collide --help)`},
	{"collide --mode pairs --strict f", `--strict says nothing with --mode pairs, which is about bounding boxes: --mode overlap has pairs of shapes that touch, with --strict those whose interiors meet (see daylight collide --help)`},
	{"collide --dry-run --stats s f", `--stats is about an answer, and --dry-run finds none (see daylight collide --help)`},
	{"collide --dry-run --verify f", `--verify is about an answer, and --dry-run finds none (see daylight collide --help)`},
	{"query inside --dry-run --stats s f", `--stats is about an answer, and --dry-run finds none (see daylight query --help)`},
	{"query inside --dry-run --verify f", `--verify is about an answer, and --dry-run finds none (see daylight query --help)`},
	{"collide --margin wide f", `--margin "wide": want a number (see daylight collide --help)`},
	{"collide --margin NaN f", `--margin NaN: want a finite number up to 1.152921504606847e+18 (see daylight collide --help)`},
	{"collide --margin Inf f", `--margin +Inf: want a finite number up to 1.152921504606847e+18 (see daylight collide --help)`},
	{"collide --radius -1 f", `--radius -1: want a finite number that is not negative (see daylight collide --help)`},
	{"collide --radius NaN f", `--radius NaN: want a finite number that is not negative (see daylight collide --help)`},
	{"collide --mode all f", `--mode "all": want pairs, overlap, contact, manifold, distance, swept or area (see daylight collide --help)`},
	{"collide --dt 2 f", `--dt says nothing without --mode swept (see daylight collide --help)`},
	{"collide --mode swept --dt 0 f", `--dt 0: want a finite number above 0 (see daylight collide --help)`},
	{"collide --mode swept --dt -1 f", `--dt -1: want a finite number above 0 (see daylight collide --help)`},
	{"collide --mode swept --dt NaN f", `--dt NaN: want a finite number above 0 (see daylight collide --help)`},
	{"collide --mode swept --dt long f", `--dt "long": want a number (see daylight collide --help)`},
	{"collide --join g", `no table of shapes: give a FILE, or - for standard input (see daylight collide --help)`},
	{"collide --join - -", `standard input can be read only once (see daylight collide --help)`},
	{"collide --join= f", `--join "": want the name of a file, or - for standard input (see daylight collide --help)`},
	{"collide --join-columns x,y,r f", `--join-columns says nothing without --join (see daylight collide --help)`},
	{"collide --join-columns x,yy --join g f", `--join-columns: "yy" is not a column that Daylight knows; name a column that is to be left out _ (see daylight collide --help)`},
	{"collide --join-columns= --join g f", `--join-columns "": want names with commas between them (see daylight collide --help)`},
	{"collide --format xml f", `--format: "xml" is not an output format: want csv, ndjson, geojson, parquet or arrow (see daylight collide --help)`},
	{"collide --input xls f", `--input: "xls" is not an input format; one of auto, csv, semicolon, tsv, blank, ndjson, geojson, parquet, arrow is (see daylight collide --help)`},
	{"collide --workers -1 f", `--workers -1: want 1 to 1024, or 0 for one for each processor (see daylight collide --help)`},
	{"collide --workers 5000 f", `--workers 5000: want 1 to 1024, or 0 for one for each processor (see daylight collide --help)`},
	{"collide --limit -1 f", `--limit -1: want at least 1, or 0 for the default (see daylight collide --help)`},
	{"collide --kernels sse f", `--kernels sse: unknown kernels: "sse"; the known names are`},
	{"collide --columns id,x,yy f", `--columns: "yy" is not a column that Daylight knows; name a column that is to be left out _ (see daylight collide --help)`},
	{"collide --columns id,wrld,x,y f", `--columns: "wrld" is not a column that Daylight knows (did you mean world?); name a column that is to be left out _ (see daylight collide --help)`},
	{"collide --columns x,y,cx f", `--columns: x is named twice (see daylight collide --help)`},
	{"collide --keep name,ID f", `--keep: every row has id_a and id_b already, which are what column id holds (see daylight collide --help)`},
	{"collide --keep part --parts f", `--keep: every row has part_a and part_b of its own, which are not what column part holds (--keep PART keeps that as PART_a and PART_b) (see daylight collide --help)`},
	{"collide --keep share --mode area f", `--keep: every row has share_a and share_b of its own, which are not what column share holds (--keep SHARE keeps that as SHARE_a and SHARE_b) (see daylight collide --help)`},
	{"collide --keep a,b,A f", `--keep: "A" is named twice (see daylight collide --help)`},
	{"query within --near 1 --keep a,a f", `--keep: "a" is named twice (see daylight query --help)`},
	{"collide --rename frame f", `--rename "frame": want OLD=NEW, such as --rename frame_no=world (see daylight collide --help)`},
	{"collide --rename a=wold f", `--rename "a=wold": "wold" is not a column that Daylight knows (did you mean world?); see daylight help formats (see daylight collide --help)`},
	{"collide --rename a=x,a=y f", `--rename "a=y": column "a" is renamed twice (see daylight collide --help)`},
	{"collide --header f", `--header says nothing without --columns: a header row is what a table has anyway (see daylight collide --help)`},
	{"collide --out - --stats - f", `--out and --stats cannot both be standard output (see daylight collide --help)`},
	{"collide --bad-rows - f", `--out and --bad-rows cannot both be standard output (see daylight collide --help)`},
	{"collide --out f.csv --bad-rows - --stats - f", `--stats and --bad-rows cannot both be standard output (see daylight collide --help)`},
	{"query within --near 1 --bad-rows - f", `--out and --bad-rows cannot both be standard output (see daylight query --help)`},
	{"collide --out a --stats ./a f", `./a would be written twice (see daylight collide --help)`},
	{"collide absent", `absent: no such file or directory`},
	{"collide --out no/such/dir/o absent", `cannot write no/such/dir/o: no such file or directory`},
	{"collide .", `.: no file is in this directory`},
	{"collide none*.csv", `no file has a name like none*.csv`},
	{"collide --geometry= f", `--geometry "": want the name of a column (see daylight collide --help)`},
	{"collide --out . absent", `cannot write .: is a directory`},
	{"gen", `gen takes the name of one scene: circles, boxes, polys, mixed, heavy, cluster (see daylight gen --help)`},
	{"gen spheres", `there is no scene "spheres": want one of circles, boxes, polys, mixed, heavy, cluster (see daylight gen --help)`},
	{"gen boxes polys", `gen takes the name of one scene: circles, boxes, polys, mixed, heavy, cluster (see daylight gen --help)`},
	{"gen boxes -n 0", `-n 0: want 1 to `},
	{"gen boxes --frames 0", `--frames 0: want at least 1 (see daylight gen --help)`},
	{"gen boxes --start -1", `--start -1: want 0 or more (see daylight gen --help)`},
	{"gen boxes --density 0", `--density 0: want a positive number of shapes per unit of area (see daylight gen --help)`},
	{"gen boxes --format svg", `--format: "svg" is not an output format: want csv, ndjson, parquet or arrow (see daylight gen --help)`},
	{"draw", `no table of shapes: give a FILE, or - for standard input (see daylight draw --help)`},
	{"draw --view 1,2,3 f", `--view: "1,2,3" has 3 numbers: want minx,miny,maxx,maxy (see daylight draw --help)`},
	{"draw --view 1,2,3,x f", `--view: "x" is not a number: want minx,miny,maxx,maxy (see daylight draw --help)`},
	{"draw --view 1,2,1,3 f", `--view: "1,2,1,3" has no area: want minx,miny,maxx,maxy (see daylight draw --help)`},
	{"draw --size 10 f", `--size 10: want 240 to 8192 (see daylight draw --help)`},
	{"draw --scale 9 f", `--scale 9: want 0.25 to 8, and no more than 16384 pixels in all (see daylight draw --help)`},
	{"draw --arrows some f", `--arrows "some": want auto, on or off (see daylight draw --help)`},
	{"draw --format gif f", `--format "gif": want svg or png (see daylight draw --help)`},
	{"collide --format= f", `--format: "" is not an output format: want csv, ndjson, geojson, parquet or arrow (see daylight collide --help)`},
	{"collide --out o.tsv f", `--out o.tsv: no .tsv is written: want .csv, .ndjson, .jsonl, .geojson, .parquet or .arrow, each also with .gz or .zst (--format overrules the name) (see daylight collide --help)`},
	{"gen boxes --out o.JSON.gz", `--out o.JSON.gz: no .json is written: want .csv, .ndjson, .jsonl, .parquet or .arrow, each also with .gz or .zst (--format overrules the name) (see daylight gen --help)`},
	{"draw --format= f", `--format "": want svg or png (see daylight draw --help)`},
	{"draw --out o.gif f", `--out o.gif: a picture ends in .svg or .png, not in .gif (--format overrules the name) (see daylight draw --help)`},
	{"draw --out o.csv.gz f", `--out o.csv.gz: a picture ends in .svg or .png, not in .csv (--format overrules the name) (see daylight draw --help)`},
	{"demo --out o.jpg", `--out o.jpg: a picture ends in .svg or .png, not in .jpg (see daylight demo --help)`},
	{"demo --rows -1", `--rows -1: want 0 or more (see daylight demo --help)`},
	{"demo -n -1", `-n -1: want 1 to `},
	{"demo --size -1", `--size -1: want 240 to 8192 (see daylight demo --help)`},
	{"demo --seed -1", `--seed "-1": want a whole number that is not negative (see daylight demo --help)`},
	{"gen boxes -n 1.5", `--shapes "1.5": want a whole number (see daylight gen --help)`},
	{"gen boxes --density much", `--density "much": want a number (see daylight gen --help)`},
	{"collide --workers 99999999999999999999 f", `--workers "99999999999999999999": want a whole number (see daylight collide --help)`},
	{"collide --strict=maybe f", `--strict "maybe": want true or false (see daylight collide --help)`},
	{"collide --columns \"id f", `--columns "\"id": want names with commas between them (see daylight collide --help)`},
	{"collide --columns= f", `--columns "": want names with commas between them (see daylight collide --help)`},
	{"collide --rename= f", `--rename "": want OLD=NEW, such as --rename frame_no=world (see daylight collide --help)`},
	{"collide --kernels= f", `--kernels "": want a name; daylight kernels lists them (see daylight collide --help)`},
	{"collide --out= f", `--out "": want the name of a file, or - for standard output (see daylight collide --help)`},
	{"collide --stats= f", `--stats "": want the name of a file, or - for standard output (see daylight collide --help)`},
	{"gen boxes --out=", `--out "": want the name of a file, or - for standard output (see daylight gen --help)`},
	{"draw --out= f", `--out "": want the name of a file, or - for standard output (see daylight draw --help)`},
	{"demo --out=", `--out "": want the name of a file, or - for standard output (see daylight demo --help)`},
	{"draw --view -1e308,0,1e308,1 f", `--view: "-1e308,0,1e308,1" is too large: want minx,miny,maxx,maxy (see daylight draw --help)`},
	{"demo now", `daylight demo takes no arguments, and "now" is one (see daylight demo --help)`},
	{"demo --scene moon", `there is no scene "moon": want one of circles, boxes, polys, mixed, heavy, cluster (see daylight demo --help)`},
	{"bench boxes", `daylight bench takes no arguments, and "boxes" is one (see daylight bench --help)`},
	{"bench --scenes moon", `there is no scene "moon": want all or some of circles, boxes, polys, mixed, heavy, cluster (see daylight bench --help)`},
	{"bench --scenes boxes,boxes", `--scenes names something twice (see daylight bench --help)`},
	{"bench --scenes=", `--scenes "": want all, or names with commas between them (see daylight bench --help)`},
	{"bench --sizes 0", `0 shapes: want 1 to 134217728 (see daylight bench --help)`},
	{"bench --sizes ten", `--sizes "ten": want whole numbers with commas between them (see daylight bench --help)`},
	{"bench --kernels sse", `--kernels sse: unknown kernels: "sse"; the known names are`},
	{"bench --workers 0", `0 workers: want 1 to 1024 (see daylight bench --help)`},
	{"bench --modes quick", `--modes "quick": want all or some of contact, manifold, distance, overlap, pairs, broad (see daylight bench --help)`},
	{"bench --modes broad --workers 2", `mode broad runs with one worker only (see daylight bench --help)`},
	{"bench --rounds 2", `2 rounds: want at least 3 (see daylight bench --help)`},
	{"bench --frames 0", `0 frames a round: want at least 1 (see daylight bench --help)`},
	{"bench --warmup -1", `-1 frames of warm-up: want 0 or more (see daylight bench --help)`},
	{"bench --budget -1s", `a budget of -1s: want 0 or more (see daylight bench --help)`},
	{"bench --budget long", `--budget "long": want a time, such as 90s or 2m (see daylight bench --help)`},
	{"bench --peers fortran", `--peers "fortran": want all or some of go, node, native (see daylight bench --help)`},
	{"bench --ladder --kernels go", `--ladder has kernels, workers, modes and candidates of its own, so --kernels says nothing (see daylight bench --help)`},
	{"bench --full --scenes boxes", `--full has scenes, kernels, workers and modes of its own, so --scenes says nothing (see daylight bench --help)`},
	{"bench --full --ladder", `--full has scenes, kernels, workers and modes of its own, so --ladder says nothing (see daylight bench --help)`},
	{"bench --from a --sizes 5", `--from takes results as they are, so --sizes says nothing (see daylight bench --help)`},
	{"bench --from a", `--from and nothing to do with it: give --report, --perf, --compare, --json or --csv (see daylight bench --help)`},
	{"bench --from a,b --json c", `--json, --csv and --compare take one file of results, and --from names 2 (see daylight bench --help)`},
	{"bench --from . --report c", `--from .: there is no .json in this directory (see daylight bench --help)`},
	{"bench --json - --csv -", `--json and --csv cannot both be standard output (see daylight bench --help)`},
	{"bench --report=", `--report "": want the name of a directory (see daylight bench --help)`},
	{"completion foo", `there is no command "foo" (see daylight completion --help)`},
	{"kernels all", `daylight kernels takes no arguments, and "all" is one (see daylight kernels --help)`},
}

func TestMisuse(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, m := range misuse {
		r := call(t, "", strings.Fields(m.args)...)
		if r.code != exitBad || r.out != "" {
			t.Errorf("%s: exit %d, output %q", m.args, r.code, r.out)
		}
		got, ok := strings.CutPrefix(strings.TrimSuffix(r.stderr, "\n"), "daylight: ")
		if !ok || !strings.HasPrefix(got, m.want) || (strings.HasSuffix(m.want, ")") && got != m.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", m.args, got, m.want)
		}
	}
	if names := files(t, "."); names != "" {
		t.Errorf("files were left: %s", names)
	}
}

func TestHelp(t *testing.T) {
	for _, c := range []string{"", "collide", "draw", "gen", "demo", "sim", "replay", "kernels", "bench", "formats"} {
		args := []string{"help"}
		if c != "" {
			args = append(args, c)
		}
		r := done(t, "", args...)
		if !strings.Contains(r.out, "Examples:\n  # ") {
			t.Errorf("help %s has no examples:\n%s", c, r.out)
		}
		for i, line := range strings.Split(r.out, "\n") {
			if strings.HasPrefix(line, "  -") || strings.HasPrefix(line, "   ") || strings.HasPrefix(line, "  daylight ") || strings.HasPrefix(line, "  printf") {
				continue // flags and commands may be longer
			}
			if len(line) > 100 && !strings.HasPrefix(line, "  ") {
				t.Errorf("help %s, line %d is %d characters long", c, i+1, len(line))
			}
		}
	}
	for _, c := range []string{"collide", "draw", "gen", "demo", "sim", "replay", "kernels", "bench", "formats"} {
		if r := done(t, "", c, "--help"); r.out == "" {
			t.Errorf("%s --help says nothing", c)
		}
	}
	if r := done(t, "", "draw", "--help"); strings.Contains(r.out, "bad-rows") {
		t.Errorf("draw --help lists a flag that it refuses:\n%s", r.out)
	}
	if r := done(t, "", "--version"); !strings.HasPrefix(r.out, "daylight version ") {
		t.Errorf("--version: %q", r.out)
	}
	if r := done(t, ""); !strings.Contains(r.out, "Available Commands:") {
		t.Errorf("without arguments: %q", r.out)
	}
}

func TestKernels(t *testing.T) {
	t.Setenv("DAYLIGHT_KERNELS", "go")
	r := done(t, "", "kernels")
	lines := strings.Split(r.out, "\n")
	if !strings.HasPrefix(lines[0], "NAME") || strings.Join(strings.Fields(lines[1])[:4], " ") != "go 1 yes *" {
		t.Errorf("kernels:\n%s", r.out)
	}
	t.Setenv("DAYLIGHT_KERNELS", "mmx")
	if r := call(t, "", "kernels"); r.code != exitBad || !strings.HasPrefix(r.stderr, "daylight: DAYLIGHT_KERNELS: ") {
		t.Errorf("with an unknown variant chosen: exit %d: %s", r.code, r.stderr)
	}
}
