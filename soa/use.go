// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"sync/atomic"
)

// use counts who relies on the columns of a store staying where they are: held by an engine, by an
// index that is built, or by a call that adds or removes shapes; or the number of Updates, and of
// calls that write to entries, under way. It also keeps go vet from letting a store be copied.
type use struct{ n atomic.Int32 }

const held = -1

func (u *use) begin() bool {
	for {
		n := u.n.Load()
		if n == held || n == math.MaxInt32 {
			return false
		}
		if u.n.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// end reports whether that was the last.
func (u *use) end() bool { return u.n.Add(-1) == 0 }

func (u *use) hold() bool { return u.n.CompareAndSwap(0, held) }

func (u *use) release() { u.n.CompareAndSwap(held, 0) }
