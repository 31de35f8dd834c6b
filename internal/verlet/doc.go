// SPDX-License-Identifier: MIT

// Package verlet keeps the candidates of one step for the next ones: a Verlet list. Each list but
// the first is made beside the one in use, a part in each step.
//
//	list := verlet.New(0)
//	err := list.Step(ctx, run, settings, contacts)
//
// List.Step runs the phases of package step and decides listed candidates in place of a sweep; the
// contacts are the same. Package batch says what a list does for users (Config.Skin).
//
// steps has the work of a list in a step, schedule decides when, and trial whether a list pays.
// strips, listing, entries and fattened hold its data. walk decides its pairs, and fused refreshes
// shapes meanwhile. beside and next make a list while another is in use. rest, graph and passing
// visit only changed shapes if few change.
package verlet
