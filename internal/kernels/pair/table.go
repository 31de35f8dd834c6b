// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// Contact decides a block of pairs: it writes those whose separation is at most
// a.Limit to a.Out, in the order of a.Pairs, and says how many they are. It does not
// allocate, keeps nothing of a, and may run at once on different Args that share a
// Block.
type Contact func(a *Args) Count

// Family is one kernel for each kind of pair. Either shape of a pair may be the
// first-named class. Convex decides every pair of capsules, boxes and polygons;
// where a narrower kernel exists, that one is to be used.
type Family struct {
	CircleCircle, CircleCapsule, CircleBox, CirclePolygon Contact
	CapsuleCapsule, BoxBox, Convex                        Contact
}

// Deciding is all that decides pairs, by one instruction set.
type Deciding struct {
	// Contacts report separation and normal.
	Contacts Family
	// BoxWithin reports the pairs that Contacts.BoxBox reports for a positive limit, leaving next
	// to nothing open, with a separation of 0 (or NaN, for Resolve) and any normal.
	BoxWithin Contact

	// Manifolds find the contact points of what the contact kernels report.
	Manifolds ManifoldFamily
	// Impacts decide when pairs in motion meet.
	Impacts ImpactFamily
	// Report turns what all of these find into contacts.
	Report Report
}

// Of returns the kernel for a pair of classes, in either order.
func (f *Family) Of(a, b kernels.Class) Contact {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == kernels.Circle && b == kernels.Circle:
		return f.CircleCircle
	case a == kernels.Circle && b == kernels.Capsule:
		return f.CircleCapsule
	case a == kernels.Circle && b == kernels.Box:
		return f.CircleBox
	case a == kernels.Circle:
		return f.CirclePolygon
	case a == kernels.Capsule && b == kernels.Capsule:
		return f.CapsuleCapsule
	case a == kernels.Box && b == kernels.Box:
		return f.BoxBox
	}
	return f.Convex
}

// Go is the portable code, which defines what the others must compute.
var Go = Deciding{
	Contacts: Family{
		CircleCircle:   circleCircle,
		CircleCapsule:  circleCapsule,
		CircleBox:      circleBox,
		CirclePolygon:  circlePolygon,
		CapsuleCapsule: capsuleCapsule,
		BoxBox:         boxBox,
		Convex:         convex,
	},
	Manifolds: ManifoldFamily{CircleCircle: manifolds, BoxBox: boxManifolds, Convex: manifolds},
	BoxWithin: boxWithin,
	Impacts:   ImpactFamily{BoxBox: boxImpacts, Any: impacts},
	Report:    report,
}
