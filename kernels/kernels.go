// SPDX-License-Identifier: MIT

package kernels

import "daylight/internal/kernels/isa"

// Variant is one implementation of all kernels.
type Variant struct {
	Name      string // "go", "avx2" or "avx512", by which a Config picks it
	Supported bool   // whether it can run in this program on this machine
	Reason    string // one line: why it cannot, or what it runs on
	Lanes     int    // how many pairs a kernel decides at a time; 0 if it cannot run
}

var (
	// ErrUnknown is the error for a name that belongs to no variant.
	ErrUnknown = isa.ErrUnknown
	// ErrUnsupported is the error for a variant that cannot run in this program on this machine.
	ErrUnsupported = isa.ErrUnsupported
)

// Variants returns every known variant, the slowest first, in a new slice. The first is "go", which
// is always supported.
func Variants() []Variant {
	var list []Variant
	for _, v := range isa.Variants() {
		k := Variant{Name: v.Name, Supported: v.Supported, Reason: v.Reason}
		if v.Supported {
			k.Lanes = v.Table.Lanes
		}
		list = append(list, k)
	}
	return list
}

// Choose returns the name of the variant that the field Kernels of a Config picks: the given name;
// or if that is empty, the one that the environment variable DAYLIGHT_KERNELS holds; or if that is
// unset or empty, too, the name of the fastest variant that can run here. If there is no variant of
// that name, or it cannot run here, the error wraps ErrUnknown or ErrUnsupported and says what to
// use instead.
func Choose(name string) (string, error) {
	t, err := isa.Named(name)
	if err != nil {
		return "", err
	}
	return t.Name, nil
}
