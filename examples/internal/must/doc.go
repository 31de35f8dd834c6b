// SPDX-License-Identifier: MIT

// Package must is what the examples have in common: flags, errors and stills.
package must
