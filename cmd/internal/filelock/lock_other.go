// SPDX-License-Identifier: MIT

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package filelock

import (
	"errors"
	"os"
)

// Try fails, as this system has no such locks.
func Try(*os.File) error { return errors.ErrUnsupported }
