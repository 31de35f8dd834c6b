// SPDX-License-Identifier: MIT

// Package columnar reads Parquet and Arrow IPC, file or stream, as batches of columns.
//
// The columns of a batch are numbers, texts and geometries; files store them as many types. Each
// count and length in a file is checked where it is read, before memory is taken for it. The
// program's account is charged with the memory. A file that is damaged is an error.
package columnar
