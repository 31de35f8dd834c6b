// SPDX-License-Identifier: MIT

// Report makes tables of results that daylight bench measured.
//
//	go run ./bench/report [flags] RESULTS...
//
//	--write PERF.md,README.md   write what stands between markers in these documents anew
//	--compare OLD.json          say what became slower since
//
// RESULTS are files of daylight bench --json and directories of them. Files of lines of JSON that
// commands of bench/peers printed (.jsonl) are added to the results before them.
//
// In a document each table stands between markers, alone on their lines:
//
//	<!-- begin ladder -->
//	<!-- end ladder -->
//
// Everything else is left alone. The text depends on the results alone, so a test can
// compare a document with them.
package main
