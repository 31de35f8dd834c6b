// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// promises are sentences about the program, of the README and what it leads to, and the tests that
// prove them.
var promises = []struct{ says, tests string }{
	{"The first line runs the main job on a built-in scene, checks it against brute force, prints the first contacts and draws [a picture]", "TestDemo"},
	{"It gives the same bits on every machine", "TestGolden TestSameEverywhere TestModesSameEverywhere TestHash"},
	{"reads CSV, TSV, blank-separated tables, NDJSON, GeoJSON, Parquet and Arrow, plain, gzipped or packed by Zstandard, one file or a directory of them", "TestInputFormats TestFormatsAgree TestGeometries TestColumnar TestParts"},
	{"each in a world of its own if it says so", "TestOrder TestJoin"},
	{"all pairs within two metres, and how far apart they are", "TestNeighbours"},
	{"the closest points of those pairs as well", "TestModesAgree TestDistanceNote"},
	{"where shapes touch, in one or two points", "TestModesAgree"},
	{"when shapes first meet that move by columns `vx,vy` for `--dt` seconds", "TestSwept"},
	{"which polygons touch and which overlap, exactly", "TestExact TestExactRefused"},
	{"contacts of one table with another, and none within either", "TestJoin"},
	{"every pair decided again by brute force", "TestExactVerify TestModesAgree"},
	{"only the yes or no", "TestModesAgree"},
	{"`daylight help formats` tells what tables may hold", "TestHelp"},
	{"draw shapes and contacts, write test scenes, and list what runs on this processor", "TestDraw TestDrawCrowd TestRoundTrip TestPublishedCount TestKernels"},
	{"runs a simulation and shows it while it runs, on a page that it serves to this machine alone", "TestLive TestPageAddress TestBrowser TestBrowserReturns"},
	{"pan, zoom, pause, step, a shape's contacts under the pointer, and what every phase of a step costs", "TestBrowser TestBrowserLayout TestBrowserPhases"},
	{"step it again and compare, to the bit", "TestReplay"},
	{"# the film below", "TestFilm"},
	{"An output appears under its name only when it is complete, whatever happens", "TestOutput TestAppended TestOneFile TestInterrupt TestSimInterrupted TestBenchInterrupt TestNohup TestReaderGone"},
	{"a bad table or flag is exit code 2 and one line that says what is wrong, and where", "TestExitCodes TestMisuse TestSimMisuse TestMalformed TestMalformedFromStdin TestDamagedGzip TestColumnarErrors"},
	{"So is an input that would take more memory than is free, or than `--memory 4GiB` allows", "TestMemory TestLimit"},
	{"`daylight bench` measures yours", "TestBench TestBenchSkin TestBenchAdvance TestBenchLadder TestBenchFull TestBenchPeers TestSpreadWarning"},
	{"[PERF.md](PERF.md) has the other scenes", "TestPerformanceDocument TestREADMEFigures"},
}

// TestPromises keeps the table above true: what it quotes stands in those documents, and the tests
// it names are there. Where a sentence changes, so must the proof.
func TestPromises(t *testing.T) {
	text := strings.Join(strings.Fields(read(t, "../../README.md")+read(t, "../../docs/program.md")+read(t, "../../docs/simulations.md")), " ")
	tests := map[string]bool{}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(code), -1) {
			tests[m[1]] = true
		}
	}
	for _, p := range promises {
		if !strings.Contains(text, p.says) {
			t.Errorf("the documents do not say %q", p.says)
		}
		for _, name := range strings.Fields(p.tests) {
			if !tests[name] {
				t.Errorf("there is no %s, which is to prove %q", name, p.says)
			}
		}
	}
}
