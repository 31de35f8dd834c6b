#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the archives of a commit, with checksums and notes:
#
#   bash deploy/release.sh [DIRECTORY [PLATFORM...]]    dist, and linux/amd64, linux/arm64, darwin/amd64 and so on
#
# An archive holds the program, completions, man pages, the notes of the version, and the licences
# of all code that is linked on any platform. The version is the first section of CHANGELOG.md. A
# commit with the tag of that name is that version; any other gets a version that names it. The
# script builds a clone of the commit, and all times are the commit's. So two clones make the same
# bytes with the same versions of Go, tar, gzip and Python.
set -euo pipefail
shopt -s inherit_errexit
export LC_ALL=C TZ=UTC CGO_ENABLED=0 GOFLAGS= GOEXPERIMENT= GOAMD64=v1 GOARM64=v8.0 GOFIPS140=off
top=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
out=$(realpath -m "${1:-$top/dist}")
platforms=("${@:2}")
((${#platforms[@]})) || platforms=({linux,darwin,windows}/{amd64,arm64})
[[ ! -e $out ]] || { echo "$out is there already: remove it, or name another directory" >&2 && exit 2; }
scratch=$(mktemp -d)
unfinished=$out.unfinished
trap 'rm -rf "$scratch" "$unfinished"' EXIT
src=$scratch/src common=$scratch/common
git clone -q --shared "$top" "$src"
git -C "$src" checkout -q --detach "$(git -C "$top" rev-parse HEAD)"
SOURCE_DATE_EPOCH=$(git -C "$src" show -s --format=%ct) && export SOURCE_DATE_EPOCH
printf 'go 1.26\n' >"$scratch/go.work" && export GOWORK=$scratch/go.work
go work use "$src" "$src/cmd" "$src/view"

notes=$(awk '/^## v/ {n++} n == 1' "$src/CHANGELOG.md")
version=$(sed -n '1s/^## //p' <<<"$notes")
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || { echo "CHANGELOG.md has no section such as ## v1.2.3" >&2 && exit 2; }
tags=$(git -C "$src" tag --points-at HEAD 'v[0-9]*')
grep -qx "$version" <<<"$tags" || {
    [[ -z $tags ]] || { echo "the commit is tagged $tags, and the first section of CHANGELOG.md is $version" >&2 && exit 2; }
    version+=$([[ $version == *-* ]] && echo . || echo -)dev.$(git -C "$src" rev-parse --short=12 HEAD)
}

# build PLATFORM FILE
build() { (cd "$src/cmd" && GOOS=${1%/*} GOARCH=${1#*/} go build -trimpath -buildvcs=true -ldflags="-s -w -X main.release=$version" -o "$2" ./daylight); }

# licences copies the licences of each linked module and of the standard library: files with such
# names in the directories of linked packages, and in those above.
licences() {
    local platform module top dir found
    for platform in {linux,darwin,windows}/{amd64,arm64}; do
        (cd "$src/cmd" && GOOS=${platform%/*} GOARCH=${platform#*/} go list -deps -f '{{if .Module}}{{.Module.Path}} {{.Module.Dir}}{{else}}std {{.Root}}{{end}} {{.Dir}}' ./daylight)
    done | grep -v " $src" | while read -r module top dir; do
        for (( ; ${#dir} >= ${#top}; )); do echo "$module $top $dir" && dir=${dir%/*}; done
    done | sort -u >"$scratch/dirs"
    while read -r module top dir; do
        (cd "$dir" && find . -maxdepth 2 -regextype posix-extended -type f ! -name '*.go' \
            -iregex './((licen[cs]es?|copying|copyright|notice|patents|unlicense)([-.][^/]*)?|licen[cs]es?/[^/]*[.]txt)' -printf '%P\n') | while read -r found; do
            install -D -m 644 "$dir/$found" "$common/licences/$module${dir#"$top"}/$found"
        done
    done <"$scratch/dirs"
    cut -d' ' -f1 "$scratch/dirs" | sort -u | while read -r module; do
        [[ -d $common/licences/$module ]] || { echo "$module is linked, and has no licence in a file" >&2 && exit 1; }
    done
}

mkdir -p "$common/completions" "$common/man/man1" "$unfinished"
build "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" "$scratch/daylight"
cp "$src/LICENSE" "$common"
{ echo "# Daylight $version" && tail -n +2 <<<"$notes"; } >"$common/NOTES.md"
"$scratch/daylight" completion bash >"$common/completions/daylight.bash"
"$scratch/daylight" completion zsh >"$common/completions/_daylight"
"$scratch/daylight" completion fish >"$common/completions/daylight.fish"
"$scratch/daylight" completion powershell >"$common/completions/daylight.ps1"
"$scratch/daylight" man "$common/man/man1" >/dev/null
licences
for platform in "${platforms[@]}"; do
    name=daylight-$version-${platform/\//-}
    name=${name/darwin/macos}
    echo "$name"
    cp -r "$common" "$scratch/$name"
    if [[ $platform == windows/* ]]; then
        build "$platform" "$scratch/$name/daylight.exe"
        find "$scratch/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} + -type d -exec chmod 755 {} + -o -name '*.exe' -exec chmod 755 {} + -o -exec chmod 644 {} +
        (cd "$scratch" && python3 -m zipfile -c "$unfinished/$name.zip" "$name")
    else
        build "$platform" "$scratch/$name/daylight"
        tar -C "$scratch" -c --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "$name" | gzip -9n >"$unfinished/$name.tar.gz"
    fi
done
(cd "$unfinished" && sha256sum -- daylight-* >SHA256SUMS)
cp "$common/NOTES.md" "$unfinished"
mv "$unfinished" "$out"
ls -l "$out"
