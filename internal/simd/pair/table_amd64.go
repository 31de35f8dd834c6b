// SPDX-License-Identifier: MIT

//go:build !purego

package pair

// w8 and w16 bind kernels that hold one pair in each lane.
var (
	w8  = width{8, maxIndexAVX2}
	w16 = width{16, maxIndexAVX512}
)

// AVX2 runs eight lanes of 32 bits. Any impacts are portable: no assembly is faster.
var AVX2 = Deciding{
	Contacts: Family{
		CircleCircle:   w8.kernel(circleCircle, circleCircleAVX2, circleCircleAVX2, false),
		CircleCapsule:  w8.kernel(circleCapsule, circleCapsuleAVX2, circleCapsuleAVX2, true),
		CircleBox:      w8.kernel(circleBox, circleBoxAVX2, circleBoxAVX2, true),
		CirclePolygon:  circlePolygonBy(circlePolygonAVX2),
		CapsuleCapsule: w8.kernel(capsuleCapsule, capsuleCapsuleAVX2, capsuleCapsuleAVX2, false),
		BoxBox:         w8.kernel(boxBox, boxBoxAVX2, boxBoxCornersAVX2, false),
		Convex:         convexBy(convexByAVX2),
	},
	Manifolds: ManifoldFamily{
		BoxBox: w8.boxManifolds(boxManifoldAVX2),
		Convex: manifoldsBy(8, clipFacetsAVX2, polygonFacetsAVX2),
	},
	BoxWithin: w8.kernel(boxWithin, boxWithinAVX2, boxWithinAVX2, false),
	Impacts:   ImpactFamily{BoxBox: w8.boxImpact(boxMotionAVX2), Any: impacts},
}

// AVX512 runs sixteen lanes, each a pair of its own, but for polygons, whose edges lie along the
// lanes and mostly fill eight or fewer: Convex takes two directions at a time where both have at
// most eight edges, and a circle and a polygon run the code of AVX2.
var AVX512 = Deciding{
	Contacts: Family{
		CircleCircle:   w16.kernel(circleCircle, circleCircleAVX512, circleCircleAVX512, false),
		CircleCapsule:  w16.kernel(circleCapsule, circleCapsuleAVX512, circleCapsuleAVX512, true),
		CircleBox:      w16.kernel(circleBox, circleBoxAVX512, circleBoxAVX512, true),
		CirclePolygon:  circlePolygonBy(circlePolygonAVX2),
		CapsuleCapsule: w16.kernel(capsuleCapsule, capsuleCapsuleAVX512, capsuleCapsuleAVX512, false),
		BoxBox:         w16.kernel(boxBox, boxBoxAVX512, boxBoxCornersAVX512, false),
		Convex:         convexBy(convexByAVX512),
	},
	Manifolds: ManifoldFamily{
		BoxBox: w16.boxManifolds(boxManifoldAVX512),
		Convex: manifoldsBy(16, clipFacetsAVX512, polygonFacetsAVX2),
	},
	BoxWithin: w16.kernel(boxWithin, boxWithinAVX512, boxWithinAVX512, false),
	Impacts:   ImpactFamily{BoxBox: w16.boxImpact(boxMotionAVX512), Any: impacts},
}

// These are called by name: called through a variable, the assembly and the wrapper that Go makes for
// that take more stack than a function may that does not ask for any.
func convexByAVX2(args polygonArgs) (at, kept, opened, hinted, skipped int) { return convexAVX2(args) }
func convexByAVX512(args polygonArgs) (at, kept, opened, hinted, skipped int) {
	return convexAVX512(args)
}
