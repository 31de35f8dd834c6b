// SPDX-License-Identifier: MIT

package answer

import "daylight/soa"

// Contacts is what *batch.Contacts is to them.
type Contacts interface {
	// Check returns a *batch.ArgumentError if the contacts cannot be used as those of shapes a and b, for
	// a call about one set the same twice: they are of other shapes (a soa.ErrForeign, too), they are of
	// two sets and not of one, or they have no depths and normals. Contacts that a caller has put
	// together can be used with any shapes. If both are nil, Check does not look whose contacts they are.
	Check(a, b *soa.Shapes) error
	// Flat returns a *batch.ArgumentError if the contacts were found on a torus, for calls that look at positions, which tell
	// nothing of nearest images.
	Flat() error
	// Bytes returns how many bytes of memory the columns take.
	Bytes() int64
}

// Panicked returns the *batch.PanicError of a value of recover, or nil if that is nil: in a function of
// batch.Config, or if its name is empty in the package that calls. Package batch sets it.
var Panicked func(value any, function string) error

// Of returns the Contacts of a *batch.Contacts. Package batch sets it.
var Of func(contacts any) Contacts
