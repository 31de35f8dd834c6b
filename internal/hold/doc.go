// SPDX-License-Identifier: MIT

// Package hold keeps other callers from changing shapes while an engine reads them.
package hold
