// SPDX-License-Identifier: MIT

//go:build !amd64 || purego

package strip

// vectorTables are the tables that the portable one is compared with.
func vectorTables() []*Table { return nil }
