// SPDX-License-Identifier: MIT

//go:build !js && !wasip1 && !plan9

package main

import (
	"os"
	"syscall"
)

var (
	asksToEnd  = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	readerGone = []os.Signal{syscall.SIGPIPE}
)
