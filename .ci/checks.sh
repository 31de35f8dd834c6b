# SPDX-License-Identifier: MIT
# Sections that read the source and build it, but run no test of the library.

declare -A about

about[format]="gofmt"
check_format() {
    local bad
    bad=$(files '*.go' | xargs gofmt -l)
    [[ -z $bad ]] || die "not gofmt-ed:" "$bad"
}

about[house]="import arrows, doc.go, licence lines"
check_house() {
    # The test reads the whole tree, which go test's cache does not know.
    go test -count=1 ./internal/house
}

# refuse MEANING PATTERN [PATHSPEC...]: no file may match the pattern.
refuse() {
    local meaning=$1 pattern=$2 found
    shift 2
    # It exits with 1 if there is none, and with more if it could not look.
    found=$(git grep --untracked -nIE "$pattern" -- "${@:-.}" || (($? == 1)))
    [[ -z $found ]] || die "$meaning:" "$found"
}

about[tree]="what the files may hold"
check_tree() {
    # A bracket around one letter keeps a pattern from finding itself.
    refuse "a path of somebody's machine" '(/work/|/farm/|/root/|/home/|/Users/)[a-z]'
    refuse "left open" '\b([T]ODO|[F]IXME|[X]XX)\b' '*.go' '*.sh' '*.md' .ci
    refuse "the project speaks of itself alone, not of how it was made" \
        '\b([s]ub-?agents?|[h]elper sessions?|[t]his session|[t]he CEO|[D]EVELOPERS\.md|[t]ool library)\b'

    # One film may be larger: it is what the README begins with, and 256 KiB hold no film
    # of 20,000 people that is large enough to see them. Git keeps every version of it.
    local large film=docs/crowd.gif
    large=$(files . | grep -vx "$film" | xargs -d '\n' -I{} find {} -type f -size +256k)
    [[ -z $large ]] || die "over 256 KiB; is it data, or a program?" "$large"
    large=$(find "$film" -size +2560k)
    [[ -z $large ]] || die "over 2.5 MiB, which every clone has to fetch" "$large"

    # The data has licences of its own and stays outside: no archive, and no file
    # that is one of the data files, packed or not.
    local packed
    packed=$(files '*.gz' '*.zip' '*.xz' '*.bz2' '*.zst')
    [[ -z $packed ]] || die "an archive:" "$packed"
    if [[ -d $data ]]; then
        find "$data" -type f | while IFS= read -r f; do
            git hash-object --no-filters "$f"
            if [[ $f == *.gz ]]; then gzip -dc "$f" | git hash-object --stdin; fi
        done | sort -u >"$scratch/data"
        files . | while IFS= read -r f; do
            if grep -qx "$(git hash-object "$f")" "$scratch/data"; then die "$f is a file of the real data"; fi
        done
    fi
}

about[words]="subjects of commits, and columns"
check_words() {
    # From the commit that brought this check on; earlier ones stay as they are.
    local since=c0e6c64e long
    if git cat-file -e "$since" 2>/dev/null; then
        long=$(git log --no-merges --format='%h %s' "$since..HEAD" | awk 'length($0) - length($1) - 1 > 65')
        [[ -z $long ]] || die "subjects above 65 characters:" "$long"
        # Added lines of code; a tab counts four.
        long=$(git diff -U0 "$since" HEAD -- '*.go' ':!*_test.go' ':!*/surface.txt' |
            awk '/^\+\+\+ b\//{f=substr($0, 7)} /^\+[^+]/{l=substr($0, 2); gsub(/\t/, "    ", l); if (length(l) > 100) print f ": " l}')
        [[ -z $long ]] || die "new lines above 100 columns:" "$long"
    else
        leave_out "the history does not reach back to $since"
    fi
    # Comments everywhere.
    long=$(files '*.go' | xargs grep -LE '^// Code generated' |
        xargs awk '{l=$0; gsub(/\t/, "    ", l)} /utput:$/{out=1} !/^\t*\/\//{out=0} length(l) > 100 && /^\t*\/\/ / && !out && !/https?:/{print FILENAME ":" FNR ": " l}')
    [[ -z $long ]] || die "comments above 100 columns:" "$long"
}

about[tidy]="go.mod and go.sum of every module"
check_tidy() {
    compilers || skip "bindings/c needs gcc and g++"
    each_module go mod tidy -diff
    # The modules that a user of the library gets. x/sys comes with cpuid.
    local have want
    have=$(GOWORK=off go list -m -f '{{if not .Main}}{{.Path}}{{if .Indirect}} indirect{{end}}{{end}}' all | sed '/^$/d')
    want='github.com/klauspost/cpuid/v2
golang.org/x/sync
golang.org/x/sys indirect'
    [[ $have == "$want" ]] || die "the library must depend on" "$want" "and nothing else; it depends on" "$have"
}

about[vet]="go vet for every platform, with and without tag purego"
check_vet() {
    # The library runs everywhere, the program on Linux and Windows.
    vet . linux/amd64 ./...
    vet . linux/386 ./...
    vet cmd linux/amd64 ./...
    vet cmd windows/amd64 ./...
    # Platforms with words of the same size differ only where some files are for some of them, and
    # the tag chooses among files of the kernels. That everything else builds with those files, too,
    # see sections fused (arm64, riscv64), i386 (without assembly, with all tests) and the line
    # above (windows); for wasm it is built here.
    local platform packages
    for platform in linux/arm64 linux/riscv64 windows/amd64 js/wasm; do
        packages=$(divided $platform)
        vet . $platform $packages
    done
    packages=$(divided linux/amd64 -tags purego)
    vet . linux/amd64 -tags purego $packages
    GOOS=js GOARCH=wasm go build ./...
    local m
    for m in $(modules | grep -vx -e . -e cmd -e "$game"); do vet "$m" linux/amd64 ./...; done
}

# divided PLATFORM [-tags TAGS]: the library's packages that leave out a file there or on this
# platform.
divided() {
    local found
    found=$({
        GOWORK=off go list -f '{{if or .IgnoredGoFiles .IgnoredOtherFiles}}{{.ImportPath}}{{end}}' ./...
        GOWORK=off GOOS=${1%/*} GOARCH=${1#*/} go list "${@:2}" -f '{{if or .IgnoredGoFiles .IgnoredOtherFiles}}{{.ImportPath}}{{end}}' ./...
    } | sort -u)
    [[ $found == *"$module/internal/kernels"* ]] || die "no package has files for some platforms"
    echo "$found"
}

# vet MODULE PLATFORM [-tags TAGS] PACKAGE...
vet() {
    local m=$1 platform=$2
    shift 2
    echo "module $m, $platform, $*"
    (cd "$m" && GOWORK=off GOOS=${platform%/*} GOARCH=${platform#*/} go vet "$@")
}

about[lint]="staticcheck"
check_lint() {
    install_staticcheck
    each_module "$top/.ci/bin/staticcheck" ./...
    # The tag chooses among files of some packages; of the others the line above has seen all.
    local tagged
    tagged=$(divided linux/amd64 -tags purego)
    GOWORK=off "$top/.ci/bin/staticcheck" -tags purego $tagged
}

# Its database may be out of reach, in CI, too: then nothing is known, which is no failure.
about[vulns]="govulncheck, on what each module calls"
check_vulns() {
    local m database=${GOVULNDB:-https://vuln.go.dev}
    if ! curl -fsS --max-time 20 -o /dev/null "$database/index/db.json" 2>&1; then
        leave_out "the database $database is out of reach"
        return
    fi
    GOBIN=$top/.ci/bin go install "golang.org/x/vuln/cmd/govulncheck@$govulncheck_version"
    for m in $(modules); do
        echo "module $m"
        (cd "$m" && GOWORK=off "$top/.ci/bin/govulncheck" -db "$database" -test ./...)
    done
}

install_staticcheck() { GOBIN=$top/.ci/bin go install "honnef.co/go/tools/cmd/staticcheck@$staticcheck_version"; }

# The same bits everywhere means no fused multiply-add. The compiler fuses a*b + c
# where the processor can, unless the product is rounded explicitly: so look at the
# instructions it chose, on platforms where it fuses. math.FMA fuses everywhere, and
# so is the same everywhere.
about[fused]="no fused multiply-add, in the compiler's output or in assembly"
check_fused() {
    local fused='\b[VW]?FN?M(ADD|SUB|LA|LS)[0-9A-Z]*\b'
    local exact=(./internal/exact ./internal/kernels/... ./internal/store ./region ./kernels ./soa ./internal/broadphase ./broadphase ./batch ./batch/exact ./batch/query ./batch/push ./batch/separate ./batch/solver ./internal/movers ./internal/qp ./bench/scene ./bench/sim)
    local platform place text found=
    for platform in "GOARCH=arm64" "GOARCH=riscv64" "GOARCH=amd64 GOAMD64=v3"; do
        env GOOS=linux $platform go build -gcflags=-S "${exact[@]}" >"$scratch/listing" 2>&1 || {
            grep -E '^(# |[^[:space:]]+\.go:[0-9]+:)' "$scratch/listing" | tail -n 20
            die "$platform: it does not build"
        }
        grep -q STEXT "$scratch/listing" || die "the compiler printed no instructions"
        sed -nE "s#.*\(($top/)?([^()]*\.go:[0-9]+)\)\s$fused.*#\2#p" "$scratch/listing" | sort -uV >"$scratch/places"
        while IFS= read -r place; do
            text=$(sed -n "${place##*:}p" "${place%:*}")
            [[ $text == *math.FMA\(* ]] || found+=$'\n'"$place: $text"
        done <"$scratch/places"
        echo "$platform: $(grep -c STEXT "$scratch/listing") functions"
        [[ -z $found ]] || die "fused; write float32(a*b) + c or float64(a*b) + c:$found"
    done
    refuse "fused" "$fused" '*.s'
}

about[generate]="the assembly is what its generator writes"
check_generate() {
    local before
    local written=(internal/kernels/*/*_avx*_amd64.{s,go})
    before=$(cat "${written[@]}" | sha256sum)
    rm -- "${written[@]}"
    go generate ./internal/kernels
    [[ $(cat internal/kernels/*/*_avx*_amd64.{s,go} | sha256sum) == "$before" ]] ||
        die "the committed assembly is not what internal/kernels/_asm writes"
}
