// SPDX-License-Identifier: MIT

// Package pipeline reads tables of shapes, and writes tables of contacts, in pipelines of Apache
// Beam. Tables are read as the command daylight reads them: CSV, TSV, NDJSON, GeoJSON, Parquet and
// Arrow, also packed, with the same columns and the same refusals, by the same code. Contacts
// are written in the columns of daylight collide: as CSV, NDJSON or Parquet, a file for each tile.
//
// Files may be in any file system that the program has linked in; see package filesystem of Beam. One
// call of a DoFn reads a whole table. So a job of many workers needs many tables.
package pipeline
