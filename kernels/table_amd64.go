// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import (
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Every instruction set extension that a table's assembly needs; cpuid also asks the
// operating system whether it keeps the wide registers.
var (
	avx2Needs   = []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.CMOV, cpuid.POPCNT}
	avx512Needs = append([]cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL}, avx2Needs...)
)

// w8 and w16 bind kernels that hold one pair in each lane.
var (
	w8  = width{8, maxIndexAVX2}
	w16 = width{16, maxIndexAVX512}
)

// avx2 runs eight lanes of 32 bits. Impact is portable: no assembly is faster.
var avx2 = Table{
	Name:  "avx2",
	Lanes: 8,
	Family: Family{
		CircleCircle:   w8.kernel(circleCircle, circleCircleAVX2, circleCircleAVX2, true, false),
		CircleCapsule:  w8.kernel(circleCapsule, circleCapsuleAVX2, circleCapsuleAVX2, true, true),
		CircleBox:      w8.kernel(circleBox, circleBoxAVX2, circleBoxAVX2, true, true),
		CirclePolygon:  circlePolygonByAVX2,
		CapsuleCapsule: w8.kernel(capsuleCapsule, capsuleCapsuleAVX2, capsuleCapsuleAVX2, true, false),
		BoxBox:         w8.kernel(boxBox, boxBoxAVX2, boxBoxCornersAVX2, true, false),
		Convex:         convexByAVX2,
	},
	Overlap: Family{
		CircleCircle:   w8.kernel(circleCircleOverlap, circleCircleOverlapAVX2, circleCircleOverlapAVX2, false, false),
		CircleCapsule:  w8.kernel(circleCapsuleOverlap, circleCapsuleOverlapAVX2, circleCapsuleOverlapAVX2, false, true),
		CircleBox:      w8.kernel(circleBoxOverlap, circleBoxOverlapAVX2, circleBoxOverlapAVX2, false, true),
		CirclePolygon:  circlePolygonOverlapByAVX2,
		CapsuleCapsule: w8.kernel(capsuleCapsuleOverlap, capsuleCapsuleOverlapAVX2, capsuleCapsuleOverlapAVX2, false, false),
		BoxBox:         w8.kernel(boxBoxOverlap, boxBoxOverlapAVX2, boxBoxCornersOverlapAVX2, false, false),
		Convex:         convexOverlapByAVX2,
	},
	Points: ManifoldFamily{
		BoxBox: w8.boxManifolds(boxManifoldAVX2),
		Convex: manifoldsByAVX2,
	},
	BoxImpact:     w8.boxImpact(boxMotionOverlapAVX2),
	Impact:        impacts,
	Cover:         coverByAVX2,
	Rotate:        rotateByAVX2,
	Measure:       measureByAVX2,
	Quantise:      quantiseByAVX2,
	Sweep:         sweepByAVX2,
	Lefts:         leftsByAVX2,
	Order:         orderByAVX2,
	Reach:         reachByAVX2,
	GatherBoxes:   gatherBoxesByAVX2,
	GatherRecords: gatherRecordsByAVX2,
	SinCos32:      sinCos32ByAVX2,
	SinCos64:      sinCos64ByAVX2,
	Refresh:       refreshByAVX2,
	Align:         alignByAVX2,
	Children:      childrenByAVX2,
	Slabs:         slabsByAVX2,
	Distances:     distancesByAVX2,
}

// avx512 runs sixteen lanes. It runs the code of avx2 where a polygon's edges fill the lanes,
// as most polygons have eight edges or fewer, and where memory, not lanes, is the limit.
var avx512 = Table{
	Name:  "avx512",
	Lanes: 16,
	Family: Family{
		CircleCircle:   w16.kernel(circleCircle, circleCircleAVX512, circleCircleAVX512, true, false),
		CircleCapsule:  w16.kernel(circleCapsule, circleCapsuleAVX512, circleCapsuleAVX512, true, true),
		CircleBox:      w16.kernel(circleBox, circleBoxAVX512, circleBoxAVX512, true, true),
		CirclePolygon:  circlePolygonByAVX2,
		CapsuleCapsule: w16.kernel(capsuleCapsule, capsuleCapsuleAVX512, capsuleCapsuleAVX512, true, false),
		BoxBox:         w16.kernel(boxBox, boxBoxAVX512, boxBoxCornersAVX512, true, false),
		Convex:         convexByAVX2,
	},
	Overlap: Family{
		CircleCircle:   w16.kernel(circleCircleOverlap, circleCircleOverlapAVX512, circleCircleOverlapAVX512, false, false),
		CircleCapsule:  w16.kernel(circleCapsuleOverlap, circleCapsuleOverlapAVX512, circleCapsuleOverlapAVX512, false, true),
		CircleBox:      w16.kernel(circleBoxOverlap, circleBoxOverlapAVX512, circleBoxOverlapAVX512, false, true),
		CirclePolygon:  circlePolygonOverlapByAVX2,
		CapsuleCapsule: w16.kernel(capsuleCapsuleOverlap, capsuleCapsuleOverlapAVX512, capsuleCapsuleOverlapAVX512, false, false),
		BoxBox:         w16.kernel(boxBoxOverlap, boxBoxOverlapAVX512, boxBoxCornersOverlapAVX512, false, false),
		Convex:         convexOverlapByAVX2,
	},
	Points: ManifoldFamily{
		BoxBox: w16.boxManifolds(boxManifoldAVX512),
		Convex: manifoldsByAVX512,
	},
	BoxImpact:     w16.boxImpact(boxMotionOverlapAVX512),
	Impact:        impacts,
	Cover:         coverByAVX512,
	Rotate:        rotateByAVX2,
	Measure:       measureByAVX512,
	Quantise:      quantiseByAVX512,
	Sweep:         sweepByAVX512,
	Lefts:         leftsByAVX2,
	Order:         orderByAVX2,
	Reach:         reachByAVX512,
	GatherBoxes:   gatherBoxesByAVX512,
	GatherRecords: gatherRecordsByAVX2,
	SinCos32:      sinCos32ByAVX512,
	SinCos64:      sinCos64ByAVX512,
	Refresh:       refreshByAVX512,
	Align:         alignByAVX512,
	Children:      childrenByAVX512,
	Slabs:         slabsByAVX512,
	Distances:     distancesByAVX512,
}

// vectorVariants reports on the vector tables, slowest first.
func vectorVariants() []Variant {
	return []Variant{vectorVariant(&avx2, avx2Needs), vectorVariant(&avx512, avx512Needs)}
}

func vectorVariant(t *Table, needs []cpuid.FeatureID) Variant {
	v := Variant{Name: t.Name}
	var missing []string
	for _, f := range needs {
		if !cpuid.CPU.Supports(f) {
			missing = append(missing, f.String())
		}
	}
	if missing != nil {
		v.Reason = "this CPU or system lacks " + strings.Join(missing, ", ")
		return v
	}
	v.Table, v.Supported, v.Reason = t, true, "this CPU and system have all it needs"
	return v
}
