// SPDX-License-Identifier: MIT

package memory

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// ErrLimit is what an *Error is, for errors.Is.
var ErrLimit = errors.New("not enough memory")

// Error says that more memory was asked for than a Budget has left.
type Error struct {
	Limit  int64 // what there is: of a program's Budget, for all of the program
	Needed int64 // how much would have been enough, as far as is known
}

func (e *Error) Error() string {
	if e.Needed < e.Limit+e.Limit/4 {
		return fmt.Sprintf("it would take more than the %s of memory that are allowed", Format(e.Limit))
	}
	return fmt.Sprintf("it would take %s of memory or more, and %s are allowed", Format(e.Needed), Format(e.Limit))
}

// Is reports whether target is ErrLimit.
func (e *Error) Is(target error) bool { return target == ErrLimit }

// Budget is an account of bytes. It may be used by several goroutines at once. A nil Budget
// has no limit.
type Budget struct {
	limit int64
	total int64 // of the program whose share for data the limit is, or 0
	held  atomic.Int64
}

// NewBudget returns a Budget of so many bytes.
func NewBudget(limit int64) *Budget { return &Budget{limit: limit} }

// NewProgram returns the Budget of a program that may use so many bytes in all, and the limit of
// its heap, which leaves room for what the program itself takes. Data may take two thirds of all,
// or three quarters of the heap if that is less, so that the garbage collector, which keeps to a
// limit as well as it can, has room to work in. Errors speak of the whole.
func NewProgram(total int64) (b *Budget, heap int64) {
	heap = total - max(total/8, programBytes)
	return &Budget{limit: min(total/3*2, heap/4*3), total: total}, heap
}

// programBytes is what a program takes that holds no data: its text, above all.
const programBytes = 14 << 20

// Limit is how many bytes there are in all.
func (b *Budget) Limit() int64 { return b.limit }

// Held is how many bytes are reserved.
func (b *Budget) Held() int64 { return b.held.Load() }

// Left is how many bytes are not reserved yet, 0 if none are.
func (b *Budget) Left() int64 {
	if b == nil {
		return 1 << 62
	}
	return max(0, b.limit-b.held.Load())
}

// Reserve takes n bytes, or none and returns an *Error if so many are not left.
func (b *Budget) Reserve(n int64) error {
	if b == nil {
		return nil
	}
	for {
		held := b.held.Load()
		if n > b.limit-held {
			return b.Short(n)
		}
		if b.held.CompareAndSwap(held, held+n) {
			return nil
		}
	}
}

// Short is the error of a Reserve of n bytes that are not left.
func (b *Budget) Short(n int64) *Error {
	limit, needed := b.limit, b.held.Load()+n
	if b.total > 0 {
		limit, needed = b.total, needed/2*3
	}
	return &Error{Limit: limit, Needed: max(needed, limit)}
}

// Release gives n bytes back.
func (b *Budget) Release(n int64) {
	if b != nil {
		b.held.Add(-n)
	}
}

// For says what memory that there is not enough of was for, and which flag gives more. Without an
// error it returns nil.
func For(what string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w (--memory says how much to use)", what, err)
	}
	return err
}
