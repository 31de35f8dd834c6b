#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds the drivers of the libraries that are installed and runs each:
#
#   bench/peers/native/run.sh --scene boxes --n 10000 --frames 20 --warmup 3 [--dump FILE] [--only PREFIX,...]
#
# Without --dump, the Go group writes the scene. Lines of JSON go to standard output,
# everything else to standard error.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

scene=boxes n=10000 dump=
flag=
for word; do
    case $flag in
    --scene) scene=$word ;;
    --n) n=$word ;;
    --dump) dump=$word ;;
    esac
    flag=$word
done

make -s -C "$here" >&2
drivers=$(make -s -C "$here" list)
if [ -z "$drivers" ]; then
    echo "no library is installed; the Makefile says which are looked for" >&2
    exit 3
fi
if [ -z "$dump" ]; then
    dump=$(mktemp)
    trap 'rm -f "$dump"' EXIT
    (cd "$here/../go" && go run . --scene "$scene" --n "$n" --write "$dump")
    set -- "$@" --dump "$dump"
fi
for driver in $drivers; do
    "$here/$driver" "$@"
done
