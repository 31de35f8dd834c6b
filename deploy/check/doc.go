// SPDX-License-Identifier: MIT

// Package check holds the files in deploy against what reads them: the manifest against the types
// of Kubernetes' API, and the Dockerfile against the parser of BuildKit, which docker build uses.
// It is a module of its own, since nothing else needs these.
package check
