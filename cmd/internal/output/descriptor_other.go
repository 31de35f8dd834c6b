// SPDX-License-Identifier: MIT

//go:build !unix

package output

import (
	"errors"
	"io/fs"
	"os"
)

var errDescriptor = errors.New("this system has no names for open files")

func openDescriptor(int) (*os.File, error) { return nil, errDescriptor }

func statDescriptor(int) (fs.FileInfo, error) { return nil, errDescriptor }

func keepOwner(*os.File, fs.FileInfo) bool { return true }
