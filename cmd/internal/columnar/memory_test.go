// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	budget "daylight/cmd/internal/memory"
)

// TestRoom: what a file needs and the program has no memory left for is an error, and one
// of memory, not of the file.
func TestRoom(t *testing.T) {
	for kind, data := range files(t) {
		for _, left := range []int64{8, 1 << 20} {
			r, err := Open(bytes.NewReader(data), int64(len(data)), kind, budget.NewBudget(left))
			for err == nil {
				var b Batch
				if b, err = r.Next(); err == nil {
					err = r.Load(context.Background(), b, func(int64, []*Column, int) error { return nil })
				}
			}
			if short := errors.Is(err, budget.ErrLimit); short != (left == 8) || !short && err != io.EOF {
				t.Errorf("%v, %d bytes left: %v", kind, left, err)
			}
		}
	}
}
