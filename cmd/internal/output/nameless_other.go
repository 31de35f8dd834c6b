// SPDX-License-Identifier: MIT

//go:build !linux

package output

import (
	"io/fs"
	"os"
)

func openNameless(string, fs.FileMode) (*os.File, error) { return nil, errNamed }

func giveName(*os.File, string) error { return errNamed }
