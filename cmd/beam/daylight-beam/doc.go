// SPDX-License-Identifier: MIT

// Daylight-beam finds the contacts between shapes in a pipeline of Apache Beam:
//
//	daylight-beam --out /data/contacts --tiles 64 '/data/shapes-*.parquet'
//
// It reads the tables that daylight collide reads and writes the same rows, a file for each tile. The
// flag --runner chooses where the pipeline runs; prism, the default, is in this process. The README
// of the module has the rest.
package main
