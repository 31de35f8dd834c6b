// SPDX-License-Identifier: MIT

// Package must ends a test at an error that it does not expect.
package must
