// SPDX-License-Identifier: MIT

// Package kernels says which implementations there are of Daylight's inner loops (deciding pairs of
// convex shapes, sweeping strips of AABBs, searching trees of them, bringing poses up to date), and
// how exact their results are. The variant "go" is portable Go: every platform has it, and it
// defines what every other variant must compute. The variants "avx2" and "avx512" are assembly for
// amd64. All give the same bits.
//
// A program need not choose. Where a Config has a field Kernels, it takes the name of a variant, and
// the empty name stands for what Choose returns. Variants lists all of them, and why one cannot run
// here.
//
// # Where the kernels are
//
// This package is the door. Behind it lies internal/simd, which only the engine imports. The loops
// are in packages below it, one for each stage, and isa.Table embeds the kernels of all of them:
//
//	internal/simd        what the stages share: a shape's record, what assembly needs
//	internal/simd/isa    the tables, whole, and the choice among them: table_amd64.go
//	internal/simd/pair   deciding pairs: contacts, contact points, times of impact
//	internal/simd/strip  sweeping: AABBs to candidate pairs
//	internal/simd/pose   poses to vertices and AABBs
//	internal/simd/bvh    searching a tree of AABBs, for queries
//	internal/simd/_asm   the generator of the assembly, a module of its own
//
// In each of them operation X has the files
//
//	X.go                    portable Go, and what the operation means
//	X_avx2_amd64.s          assembly, with a Go declaration beside it
//	X_avx512_amd64.s
//	X_test.go
//
// and vector.go what every instruction set needs: it checks what assembly relies on, bounds how long
// a call lasts, and leaves to portable code what fills no vector. _asm/X.go writes the assembly.
// table_amd64.go says, in one literal for each instruction set, what runs where; AVX-512 runs AVX2's
// code where wider vectors have nothing to give.
//
// Some places that are asked for:
//
//	where two capsules are decided        internal/simd/pair/capsules.go
//	where polygons are decided            internal/simd/pair/convex.go
//	where contact points are found        internal/simd/pair/clip.go
//	what AVX-512 runs for polygons        internal/simd/pair/table_amd64.go
//	how an AABB is fitted to a shape      internal/simd/pose/refresh.go
//	what a margin adds to an AABB         grow in batch/config.go
//	a new instruction set                 the last section here
//	a new kind of shape                   batch/doc.go, the section of that name
//
// All functions of this package may be called by several goroutines at the same time. Kernels
// themselves never allocate, start goroutines or read the clock. If a column is too short, they
// panic; they never read or write beyond its end.
//
// # Floating point
//
// Kernels subtract positions in float64. Everything else is float32, relative to the position of
// a shape, so precision does not depend on where a scene lies. Results are the same bits on every
// platform and under every table, because of these rules:
//
//   - products are rounded before they are added (float32(a*b) + c), so that no
//     compiler may fuse them; there are no estimates and no library functions but
//     the square root, and divisions are divisions;
//   - sums have one order, which the portable code spells out; a minimum or maximum
//     may be taken in any order, being exact;
//   - "greater" is strict and false for NaN, like the vector comparison; a choice is
//     a comparison and a blend, and a sign is flipped by its bit;
//   - -0 counts as zero: it is normalised (x + 0) where a sign bit is read or a
//     minimum leaves the package, so that MINPS and the min of Go may differ on it.
//
// A shape whose position is NaN or infinite has no contacts, and does not affect other pairs. NaN
// in lanes that no pair uses has no effect. Coordinates and radii may reach 2^60. Distances below
// 2^-62 count as zero.
//
// # Adding an instruction set
//
// These places change:
//
//	internal/simd/_asm/main.go            a width, unless assembly is written by hand
//	internal/simd                         what the processor must have, as in cpu_amd64.go,
//	                                         and the list in isa_test.go, which compares them
//	internal/simd/{pair,strip,pose,bvh}   table_<arch>.go: one literal each, which may name
//	                                         portable functions where assembly is not faster,
//	                                         and tables_<arch>_test.go, so that tests run it,
//	                                         as kernelstest/tables_<arch>.go says where
//	internal/simd/isa/table_<arch>.go     the whole table, and vectorVariants, which lists it
//
// Another architecture than amd64 also changes the build tags of table_noasm.go and
// tables_noasm_test.go in those packages. Keep the order of operations of the portable code, leave
// the same entries undecided as it does, and let it handle rare cases. A call of assembly cannot
// be preempted, so it must end well within a millisecond however long the columns are; the
// longest, on polygons of 32 lanes, took 0.4 ms. The tests of those packages run over all tables
// that can run here, and fail if DAYLIGHT_REQUIRE_KERNELS names one that cannot.
package kernels
