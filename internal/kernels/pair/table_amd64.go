// SPDX-License-Identifier: MIT

//go:build !purego

package pair

// w8 and w16 bind kernels that hold one pair in each lane.
var (
	w8  = &width{8, maxIndexAVX2}
	w16 = &width{16, maxIndexAVX512}
)

// AVX2 runs eight lanes of 32 bits. Any impacts are portable: no assembly is faster.
var AVX2 = Deciding{
	Contacts: Family{
		CircleCircle:   laneKernel{w8, circleCircle, circleCircleAVX2, circleCircleAVX2, false}.contacts,
		CircleCapsule:  laneKernel{w8, circleCapsule, circleCapsuleAVX2, circleCapsuleAVX2, true}.contacts,
		CircleBox:      laneKernel{w8, circleBox, circleBoxAVX2, circleBoxAVX2, true}.contacts,
		CirclePolygon:  circleVector(circlePolygonAVX2).contacts,
		CapsuleCapsule: laneKernel{w8, capsuleCapsule, capsuleCapsuleAVX2, capsuleCapsuleAVX2, false}.contacts,
		BoxBox:         laneKernel{w8, boxBox, boxBoxAVX2, boxBoxCornersAVX2, false}.contacts,
		Convex:         convexVector(convexByAVX2).contacts,
	},
	Manifolds: ManifoldFamily{
		CircleCircle: facetClipper{8, clipFacetsAVX2, polygonFacetsAVX2}.circles,
		BoxBox:       boxClipper{w8, boxManifoldAVX2}.manifolds,
		Convex:       facetClipper{8, clipFacetsAVX2, polygonFacetsAVX2}.manifolds,
	},
	BoxWithin: laneKernel{w8, boxWithin, boxWithinAVX2, boxWithinAVX2, false}.contacts,
	Impacts:   ImpactFamily{BoxBox: boxMotion{w8, boxMotionAVX2}.impacts, Any: impacts},
	Report:    reportVector(reportAVX2).report,
}

// AVX512 runs sixteen lanes, each a pair of its own, but for polygons, whose edges lie along the
// lanes and mostly fill eight or fewer: Convex takes two directions at a time where both have at
// most eight edges, and a circle and a polygon run the code of AVX2.
var AVX512 = Deciding{
	Contacts: Family{
		CircleCircle:   laneKernel{w16, circleCircle, circleCircleAVX512, circleCircleAVX512, false}.contacts,
		CircleCapsule:  laneKernel{w16, circleCapsule, circleCapsuleAVX512, circleCapsuleAVX512, true}.contacts,
		CircleBox:      laneKernel{w16, circleBox, circleBoxAVX512, circleBoxAVX512, true}.contacts,
		CirclePolygon:  circleVector(circlePolygonAVX2).contacts,
		CapsuleCapsule: laneKernel{w16, capsuleCapsule, capsuleCapsuleAVX512, capsuleCapsuleAVX512, false}.contacts,
		BoxBox:         laneKernel{w16, boxBox, boxBoxAVX512, boxBoxCornersAVX512, false}.contacts,
		Convex:         convexVector(convexByAVX512).contacts,
	},
	Manifolds: ManifoldFamily{
		CircleCircle: facetClipper{16, clipFacetsAVX512, polygonFacetsAVX2}.circles,
		BoxBox:       boxClipper{w16, boxManifoldAVX512}.manifolds,
		Convex:       facetClipper{16, clipFacetsAVX512, polygonFacetsAVX2}.manifolds,
	},
	BoxWithin: laneKernel{w16, boxWithin, boxWithinAVX512, boxWithinAVX512, false}.contacts,
	Impacts:   ImpactFamily{BoxBox: boxMotion{w16, boxMotionAVX512}.impacts, Any: impacts},
	Report:    reportVector(reportAVX2).report,
}

// These are called by name: called through a variable, the assembly and the wrapper that Go makes
// for that take more stack than a function may that does not ask for any.
func convexByAVX2(args polygonArgs) (at, kept, opened, hinted, skipped int) { return convexAVX2(args) }
func convexByAVX512(args polygonArgs) (at, kept, opened, hinted, skipped int) {
	return convexAVX512(args)
}
