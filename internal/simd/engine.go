// SPDX-License-Identifier: MIT

package simd

import (
	"daylight/internal/simd/base"
	"daylight/internal/simd/pair"
	"daylight/internal/simd/pose"
	"daylight/internal/simd/strip"
	"daylight/internal/simd/tree"
)

// What the engine needs of the stages, under one name.
type (
	Class         = base.Class
	Record        = base.Record
	Lanes         = base.Lanes
	Pair          = base.Pair
	Block         = pair.Block
	Args          = pair.Args
	Axis          = pair.Axis
	Hits          = pair.Hits
	Count         = pair.Count
	Contact       = pair.Contact
	Manifolds     = pair.Manifolds
	Feature       = pair.Feature
	MTV           = pair.MTV
	Witnesses     = pair.Witnesses
	Motion        = pair.Motion
	ImpactArgs    = pair.ImpactArgs
	Strip         = strip.Strip
	Cursor        = strip.Cursor
	RowFilters    = strip.RowFilters
	Codes         = strip.Codes
	Buckets       = strip.Buckets
	Boxes         = strip.Boxes
	Extent        = strip.Extent
	Scale         = strip.Scale
	RecordColumns = strip.RecordColumns
	Poses         = pose.Poses
	PoseSet       = pose.PoseSet
	Covers        = pose.Covers
	Fattenings    = pose.Fattenings
	Outsides      = pose.Outsides
	Node          = tree.Node
	NodeBox       = tree.NodeBox
	Tests         = tree.Tests
	Window        = tree.Window
	Found         = tree.Found
	Beam          = tree.Beam
)

const (
	Circle     = base.Circle
	Capsule    = base.Capsule
	Box        = base.Box
	Polygon    = base.Polygon
	NumClasses = base.NumClasses
	Slack      = base.Slack
	BAxis      = pair.BAxis
	WalkLanes  = pair.WalkLanes
	Group      = strip.Group
	Visitor    = strip.Visitor
	AlignReach = strip.AlignReach
	AlignBlock = strip.AlignBlock
	PoseBlock  = pose.PoseBlock
	PoseRange  = pose.PoseRange
	MaxMotion  = pose.MaxMotion
	MaxTurn    = pose.MaxTurn
	Fan        = tree.Fan
	BeamEasing = tree.BeamEasing
)

func ErrorBound(scale float32) float32 { return pair.ErrorBound(scale) }

func Corners(vx, vy []float32) float32 { return pair.Corners(vx, vy) }

func Resolve(a *Args, n int) int { return pair.Resolve(a, n) }

// Near puts the pairs that a contact kernel could report to the front of dst.
func Near(dst []Pair, rec []Record, reach []float32, pairs []Pair, limit float32) int {
	return pair.Near(dst, rec, reach, pairs, limit)
}

func Witness(a *Args, n int, w Witnesses) { pair.Witness(a, n, w) }

func MTVs(b *Block, p Pair, best MTV, tolerance float32, dst []MTV) []MTV {
	return pair.MTVs(b, p, best, tolerance, dst)
}

func Oppose(a *Args, n int, vx, vy []float32, tolerance float32, spare []MTV) []MTV {
	return pair.Oppose(a, n, vx, vy, tolerance, spare)
}

func SinCos(angle float64) (sin, cos float32) { return pose.SinCos(angle) }

func IsUnit(c, s float32) bool { return pose.IsUnit(c, s) }

func Margin(reach, radius float32) float32 { return pose.Margin(reach, radius) }

func Moving(dx, dy, turn float32) bool { return pose.Moving(dx, dy, turn) }

func Reference(x float64, x0, x1 float32) float64 { return strip.Reference(x, x0, x1) }

func Usable(x, y float64, x0, y0, x1, y1 float32) bool { return strip.Usable(x, y, x0, y0, x1, y1) }

func NewBeam(x, y, invX, invY, pad float32) Beam { return tree.NewBeam(x, y, invX, invY, pad) }
