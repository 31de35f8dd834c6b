// SPDX-License-Identifier: MIT

package scene

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kind is one of the kinds of scene.
type Kind uint8

// The kinds. The package comment defines them.
const (
	Circles Kind = iota
	Boxes
	Polys
	Mixed
	Heavy
	Cluster
	NumKinds = 6
)

var names = [NumKinds]string{"circles", "boxes", "polys", "mixed", "heavy", "cluster"}

// ErrUnknown is wrapped by the error of a kind that does not exist.
var ErrUnknown = errors.New("unknown scene")

// Names returns the names of all kinds, in the order of the constants. The slice is
// the caller's.
func Names() []string {
	return slices.Clone(names[:])
}

// Kinds returns all kinds, in the order of the constants. The slice is the caller's.
func Kinds() []Kind {
	return []Kind{Circles, Boxes, Polys, Mixed, Heavy, Cluster}
}

// Parse returns the kind of the given name, or an error that wraps ErrUnknown and
// lists the names there are.
func Parse(name string) (Kind, error) {
	for k, s := range names {
		if s == name {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("%w %q: choose one of %s", ErrUnknown, name, strings.Join(names[:], ", "))
}

// String returns the name that Parse takes.
func (k Kind) String() string {
	if k >= NumKinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return names[k]
}

// Form is what one shape of a scene is.
type Form uint8

// The forms.
const (
	Circle  Form = iota // radius S1
	Box                 // half extents S1, S2
	Polygon             // regular, Sides corners, circumradius S1
)
