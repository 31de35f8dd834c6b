// SPDX-License-Identifier: MIT

// Package columnar reads Parquet and Arrow IPC, file or stream, as batches of columns.
//
// The columns of a batch are numbers, texts and geometries; files store them as many types. Each
// count and length in a file is checked where it is read, before memory is taken for it. That
// memory is charged to the program's account. A file that is damaged is an error.
package columnar
