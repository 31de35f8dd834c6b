// SPDX-License-Identifier: MIT

// Package probe decides single pairs of shapes, as if one of them were moved. A step decides many
// pairs at once and where the shapes are; what looks for a push asks where a push would lead.
package probe
