// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"fmt"

	"daylight/cmd/internal/memory"
)

// damaged makes an error of what is wrong with a file; that there is no memory is none of its.
func damaged(kind Kind, err error) error {
	var d *Damaged
	if errors.Is(err, memory.ErrLimit) || errors.As(err, &d) {
		return err
	}
	return &Damaged{Kind: kind, err: err}
}

// Damaged says that a file is not what it claims to be.
type Damaged struct {
	Kind Kind
	err  error
}

func (d *Damaged) Error() string { return fmt.Sprintf("damaged %v data: %v", d.Kind, d.err) }
func (d *Damaged) Unwrap() error { return d.err }

// recovered makes an error of a panic: a damaged file is never worth one.
func recovered(kind Kind, err *error) {
	if p := recover(); p != nil {
		*err = contradiction(kind, p)
	}
}

func contradiction(kind Kind, p any) error {
	return damaged(kind, fmt.Errorf("its lengths contradict each other (%v)", p))
}
