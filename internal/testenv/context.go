// SPDX-License-Identifier: MIT

package testenv

import (
	"context"
	"sync/atomic"
)

// Looks is a context that ends after it was asked so many times whether it has, by any number of
// goroutines.
type Looks struct {
	context.Context
	left atomic.Int64
}

// EndsAfter returns a context that ends after so many looks at it.
func EndsAfter(looks int) *Looks {
	c := &Looks{Context: context.Background()}
	c.left.Store(int64(looks))
	return c
}

// Err counts a look.
func (c *Looks) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Left is how many looks there are left.
func (c *Looks) Left() int { return int(c.left.Load()) }
