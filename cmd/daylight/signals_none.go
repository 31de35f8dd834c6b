// SPDX-License-Identifier: MIT

//go:build js || wasip1 || plan9

package main

import "os"

var (
	asksToEnd  = []os.Signal{os.Interrupt}
	readerGone []os.Signal // a write fails, that is all
)
