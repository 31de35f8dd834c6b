// SPDX-License-Identifier: MIT

// Package sim has simulations that can be run by name: each makes its shapes from a
// seed and moves them a frame at a time, with contacts found by package batch. The
// same name, number of shapes and seed give the same frames, bit for bit, on any
// kernels and any number of workers.
package sim
