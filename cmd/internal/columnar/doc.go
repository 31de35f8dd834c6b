// SPDX-License-Identifier: MIT

// Package columnar reads Parquet and Arrow IPC, file or stream, as batches of columns.
//
// The columns of a batch are numbers, texts and geometries, whatever types they are stored
// as. Plain columns of Parquet are read as they lie in the file; the library makes arrays of
// others. A file that is damaged is an error, also where the library that reads it panics.
package columnar
