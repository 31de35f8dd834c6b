// SPDX-License-Identifier: MIT

// Package batchtest makes the shapes that tests of the engine, and of the packages beside
// it, are about.
package batchtest
