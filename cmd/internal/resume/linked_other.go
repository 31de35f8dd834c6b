// SPDX-License-Identifier: MIT

//go:build !unix

package resume

import "io/fs"

// linked is not told here.
func linked(fs.FileInfo) bool { return false }
