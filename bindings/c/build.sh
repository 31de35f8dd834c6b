#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds the library for C: dist/libdaylight.a, the shared library and daylight.h.
#
#   bash build.sh [DIRECTORY [shared]]    shared: the shared library alone
#
# It needs Go and a C compiler. GOOS, GOARCH and CC, a compiler for that platform, build for another one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out=${1:-dist}
case $(go env GOOS) in
windows) shared=daylight.dll ;;
darwin) shared=libdaylight.dylib ;;
*) shared=libdaylight.so ;;
esac
mkdir -p "$out"
version=$(git describe --always --dirty 2>/dev/null || echo unknown)
flags=(-trimpath "-ldflags=-s -w -X main.release=$version")
export CGO_ENABLED=1 GOWORK=off
go build "${flags[@]}" -buildmode=c-shared -o "$out/$shared" .
[[ ${2:-} == shared ]] || go build "${flags[@]}" -buildmode=c-archive -o "$out/libdaylight.a" .
rm -f "$out"/"${shared%.*}".h "$out/libdaylight.h" # what cgo makes; daylight.h says the same
cp daylight.h "$out"
ls -l "$out"
