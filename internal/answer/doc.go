// SPDX-License-Identifier: MIT

// Package answer is the side of *batch.Contacts that only the packages beside batch, and the
// program, see: what users need of contacts is in package batch.
package answer
