// SPDX-License-Identifier: MIT

//go:build !amd64 || purego

package bvh

// vectorTables are the tables that the portable one is compared with.
func vectorTables() []*Table { return nil }
