// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

// count is how many pairs there are.
const count = 20_000

func main() {
	sum := sha256.New()
	out := bufio.NewWriter(os.Stdout)
	err := write(io.MultiWriter(out, sum), count)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "vectors: %v\n", err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "%d pairs, SHA-256 %x\n", count, sum.Sum(nil))
}
