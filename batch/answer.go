// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"

	"daylight/internal/answer"
	"daylight/soa"
)

func init() {
	answer.Panicked = caught
	answer.Of = func(contacts any) answer.Contacts { return (*answerSide)(contacts.(*Contacts)) }
}

// answerSide is the side of Contacts that other packages of the module use and users do not see. answer.Contacts
// says what its methods do.
type answerSide Contacts

func (s *answerSide) Bytes() int64 { return (*Contacts)(s).bytes() }

func (s *answerSide) Check(a, b *soa.Shapes) error {
	if s == nil {
		return unfit("they are nil; pass what a step returned", nil)
	}
	n := len(s.A)
	switch {
	case a != b && s.of != nil && (s.of != a || s.with != b), a == b && s.with == nil && a != nil && s.of != nil && s.of != a:
		return unfit(fmt.Sprintf("they are %v; pass the shapes that were stepped", soa.ErrForeign), soa.ErrForeign)
	case a == b && s.with != nil:
		return unfit("they are of a Join, whose A and B are of two sets; separate.NewJoin knows of both, for others put all shapes in one and step that", nil)
	case len(s.B) != n || len(s.Depth) != n || len(s.NX) != n || len(s.NY) != n:
		return unfit("they have no depths; find them in ModeContacts or ModeDistance", nil)
	}
	return nil
}

func (s *answerSide) Flat() error {
	if s != nil && s.torus {
		return unfit("they were found on a torus (PeriodX, PeriodY), and this call does not know images of shapes; of what takes contacts only a Separator without Spin and SmoothSeams does", nil)
	}
	return nil
}

// unfit is the error of a call that cannot use the contacts it was given.
func unfit(problem string, reason error) error {
	return &ArgumentError{Problem: "batch.Contacts: " + problem, Reason: reason}
}
