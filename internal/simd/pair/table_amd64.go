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
		CircleCircle:   w8.kernel(circleCircle, circleCircleAVX2, circleCircleAVX2, true, false),
		CircleCapsule:  w8.kernel(circleCapsule, circleCapsuleAVX2, circleCapsuleAVX2, true, true),
		CircleBox:      w8.kernel(circleBox, circleBoxAVX2, circleBoxAVX2, true, true),
		CirclePolygon:  circlePolygonByAVX2,
		CapsuleCapsule: w8.kernel(capsuleCapsule, capsuleCapsuleAVX2, capsuleCapsuleAVX2, true, false),
		BoxBox:         w8.kernel(boxBox, boxBoxAVX2, boxBoxCornersAVX2, true, false),
		Convex:         convexByAVX2,
	},
	Overlaps: Family{
		CircleCircle:   w8.kernel(circleCircleOverlap, circleCircleOverlapAVX2, circleCircleOverlapAVX2, false, false),
		CircleCapsule:  w8.kernel(circleCapsuleOverlap, circleCapsuleOverlapAVX2, circleCapsuleOverlapAVX2, false, true),
		CircleBox:      w8.kernel(circleBoxOverlap, circleBoxOverlapAVX2, circleBoxOverlapAVX2, false, true),
		CirclePolygon:  circlePolygonOverlapByAVX2,
		CapsuleCapsule: w8.kernel(capsuleCapsuleOverlap, capsuleCapsuleOverlapAVX2, capsuleCapsuleOverlapAVX2, false, false),
		BoxBox:         w8.kernel(boxBoxOverlap, boxBoxOverlapAVX2, boxBoxCornersOverlapAVX2, false, false),
		Convex:         convexOverlapByAVX2,
	},
	Manifolds: ManifoldFamily{
		BoxBox: w8.boxManifolds(boxManifoldAVX2),
		Convex: manifoldsByAVX2,
	},
	BoxWithin: w8.kernel(boxWithin, boxWithinOverlapAVX2, boxWithinOverlapAVX2, false, false),
	Impacts:   ImpactFamily{BoxBox: w8.boxImpact(boxMotionOverlapAVX2), Any: impacts},
}

// AVX512 runs sixteen lanes, each a pair of its own, but for polygons, whose edges lie along the
// lanes and mostly fill eight or fewer: Convex takes two directions at a time where both have at
// most eight edges, and a circle and a polygon run the code of AVX2.
var AVX512 = Deciding{
	Contacts: Family{
		CircleCircle:   w16.kernel(circleCircle, circleCircleAVX512, circleCircleAVX512, true, false),
		CircleCapsule:  w16.kernel(circleCapsule, circleCapsuleAVX512, circleCapsuleAVX512, true, true),
		CircleBox:      w16.kernel(circleBox, circleBoxAVX512, circleBoxAVX512, true, true),
		CirclePolygon:  circlePolygonByAVX2,
		CapsuleCapsule: w16.kernel(capsuleCapsule, capsuleCapsuleAVX512, capsuleCapsuleAVX512, true, false),
		BoxBox:         w16.kernel(boxBox, boxBoxAVX512, boxBoxCornersAVX512, true, false),
		Convex:         convexByAVX512,
	},
	Overlaps: Family{
		CircleCircle:   w16.kernel(circleCircleOverlap, circleCircleOverlapAVX512, circleCircleOverlapAVX512, false, false),
		CircleCapsule:  w16.kernel(circleCapsuleOverlap, circleCapsuleOverlapAVX512, circleCapsuleOverlapAVX512, false, true),
		CircleBox:      w16.kernel(circleBoxOverlap, circleBoxOverlapAVX512, circleBoxOverlapAVX512, false, true),
		CirclePolygon:  circlePolygonOverlapByAVX2,
		CapsuleCapsule: w16.kernel(capsuleCapsuleOverlap, capsuleCapsuleOverlapAVX512, capsuleCapsuleOverlapAVX512, false, false),
		BoxBox:         w16.kernel(boxBoxOverlap, boxBoxOverlapAVX512, boxBoxCornersOverlapAVX512, false, false),
		Convex:         convexOverlapByAVX512,
	},
	Manifolds: ManifoldFamily{
		BoxBox: w16.boxManifolds(boxManifoldAVX512),
		Convex: manifoldsByAVX512,
	},
	BoxWithin: w16.kernel(boxWithin, boxWithinOverlapAVX512, boxWithinOverlapAVX512, false, false),
	Impacts:   ImpactFamily{BoxBox: w16.boxImpact(boxMotionOverlapAVX512), Any: impacts},
}
