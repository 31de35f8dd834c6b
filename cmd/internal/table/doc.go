// SPDX-License-Identifier: MIT

// Package table reads tables of text as a stream of rows with line numbers.
//
// It knows four formats: CSV (comma or semicolon), TSV, tables separated by blanks,
// and NDJSON (one JSON object per line). Each may be plain or gzipped, start with a
// byte order mark, and carry comment lines that begin with #. A Reader detects the
// format from the first bytes unless the caller gives it. Nothing depends on a
// file's name.
//
// A Reader holds one row at a time. A row is a list of names and a list of cells,
// both plain text, trimmed of blanks: what the names mean is the business of package
// shapes. An NDJSON object gives one cell for each key: numbers, strings and booleans
// as their text, null as an empty cell, arrays and objects as their JSON text.
//
// Every failure is an *Error with the file and the line. An Error that is not Fatal
// concerns one row only, and Next may be called again. Input never makes a Reader
// panic, and a single row never makes it use more than MaxRow bytes of buffer.
package table
