// SPDX-License-Identifier: MIT

// Package columnar reads Parquet and Arrow IPC, file or stream, as batches of columns.
//
// The columns of a batch are numbers, texts and geometries, whatever types they are stored as. Each
// count and each length that a file gives is checked where it is read, before memory is taken for
// it, and that memory is charged to the program's account. A file that is damaged is an error.
package columnar
