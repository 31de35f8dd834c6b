// SPDX-License-Identifier: MIT

// Report makes tables and plots of results that daylight bench measured. It is a module of its own, for
// the plotting library.
//
//	go run ./bench/report [flags] RESULTS...
//
//	--write PERF.md,README.md   write what stands between markers in these documents anew
//	--page DIR                  write plots as PNG and SVG, and one page of HTML that holds them all
//	--compare OLD.json          say what became slower since
//
// RESULTS are files of daylight bench --json, directories of them, and lines of JSON that commands of
// bench/peers printed (.jsonl), which are added to the results before them.
//
// In a document each table stands between markers, alone on their lines:
//
//	<!-- begin ladder -->
//	<!-- end ladder -->
//
// Everything else is left alone. What is written depends on the results alone, so that a document can be
// checked against them.
package main
