// SPDX-License-Identifier: MIT

// Package examples holds programs to start from, a folder each, and the test that runs them.
package examples
