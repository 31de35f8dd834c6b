// SPDX-License-Identifier: MIT

// Package kernels holds what the kernels of all stages share: what the record of a shape is, what
// assembly needs around it (where columns begin, how much one call may do, what the race detector
// must know, which extensions a processor must have), and the little arithmetic that more than one
// stage uses. The kernels are in packages below it, one for each stage, and isa.Table embeds those
// of all stages. Package kernels is what users see of all this: names and error bounds.
//
//	internal/kernels        what the stages share: a shape's record, what assembly needs
//	internal/kernels/isa    the tables, whole, and the choice among them: table_amd64.go
//	internal/kernels/pair   deciding pairs: contacts, contact points, times of impact
//	internal/kernels/strip  sweeping: AABBs to candidate pairs
//	internal/kernels/pose   poses to vertices and AABBs
//	internal/kernels/bvh    searching a tree of AABBs, for queries
//	internal/kernels/solve  impulses at contact points
//	internal/kernels/_asm   the generator of the assembly, a module of its own
//
// In each of them operation X has the files
//
//	X.go                    portable Go, and what the operation means
//	X_avx2_amd64.s          assembly, with a Go declaration beside it
//	X_avx512_amd64.s
//	X_test.go
//
// and vector.go what every instruction set needs: it checks what assembly relies on, bounds how
// long a call lasts, and leaves to portable code what fills no vector. _asm/X.go writes the
// assembly. table_amd64.go says, in one literal for each instruction set, what runs where; AVX-512
// runs AVX2's code where wider vectors have nothing to give.
//
// Some places that are asked for:
//
//	where two capsules are decided        internal/kernels/pair/capsules.go
//	where polygons are decided            internal/kernels/pair/convex.go
//	where contact points are found        internal/kernels/pair/clip.go
//	what AVX-512 runs for polygons        internal/kernels/pair/table_amd64.go
//	how an AABB is fitted to a shape      internal/kernels/pose/refresh.go
//	what a margin adds to an AABB         Grow in internal/step/settings.go
//	a new instruction set                 the last section here
//	a new kind of shape                   CONTRIBUTING.md
//
// Kernels never allocate, start goroutines or read the clock. If a column is too short, they panic;
// they never read or write beyond its end. The documentation of package kernels has the rules of
// floating point by which all give the same bits.
//
// # Adding an instruction set
//
// These places change:
//
//	internal/kernels/_asm/main.go            a width, unless assembly is written by hand
//	internal/kernels                         what the processor must have, as in cpu_amd64.go,
//	                                         and the list in isa_test.go, which compares them
//	internal/kernels/{pair,strip,pose,bvh}   table_<arch>.go: one literal each, which may leave
//	                                         out what assembly does no faster (pair: name
//	                                         portable functions),
//	                                         and tables_<arch>_test.go, so that tests run it,
//	                                         as kernelstest/tables_<arch>.go says where
//	internal/kernels/isa/table_<arch>.go     the whole table, and vectorVariants, which lists it
//	bench                                 its rung in AllRungs, its place in FastestFirst
//
// Another architecture than amd64 also changes the build tags of table_noasm.go and
// tables_noasm_test.go in those packages. Keep the order of operations of the portable code, leave
// the same entries undecided as it does, and let it handle rare cases. A call of assembly cannot
// be preempted, so it must end well within a millisecond however long the columns are; the
// longest, on polygons of 32 lanes, took 0.4 ms. The tests of those packages run over all tables
// that can run here, and fail if DAYLIGHT_REQUIRE_KERNELS names one that cannot.
package kernels

//go:generate env GOWORK=off go run -C _asm . -dir ..
