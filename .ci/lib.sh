# SPDX-License-Identifier: MIT
# What the sections share: headings and times, lists of files and modules, installing.

staticcheck_version=v0.8.2

top=$PWD
data=${DAYLIGHT_DATA:-$top/../shared/data}
scratch=$(mktemp -d)
current=
times=()
left_out=()

in_ci() { [[ ${CI:-} == true ]]; }

die() {
    printf '%s\n' "$@"
    exit 1
}

# skip TEXT: this section cannot run here. In CI that is a failure.
skip() {
    if in_ci; then die "CI must run this: $*"; fi
    echo "left out: $*"
    left_out+=("$current: $*")
}

# clean_environment: the checks mean the same on every machine, whatever its
# developer has set. Version stamping fails where git distrusts the clone's owner.
clean_environment() {
    unset GOOS GOARCH GOAMD64 GO386 GOEXPERIMENT GOWORK GODEBUG
    unset DAYLIGHT_DATA DAYLIGHT_KERNELS DAYLIGHT_REQUIRE_KERNELS
    export GOFLAGS=-buildvcs=false
    export LC_ALL=C
    echo "$(go version), $(getconf _NPROCESSORS_ONLN) processors, CI=${CI:-}"
}

# section NAME: runs check_NAME under a heading. A failing command ends the script;
# on_exit then says where.
section() {
    declare -F "check_$1" >/dev/null || die "no section called $1; there are: ${all[*]}"
    current=$1
    local start=$SECONDS cpu line
    spent
    cpu=$cpu_seconds
    printf '\n=== %s: %s\n' "$1" "${about[$1]}"
    "check_$1"
    spent
    line=$(printf '%4d s, %4d s of processors  %s' $((SECONDS - start)) $((cpu_seconds - cpu)) "$1")
    times+=("$line")
    echo "--- $line"
    current=
}

# spent sets cpu_seconds to the processors' time of all commands so far. It, unlike the
# time a section takes, is nearly the same on a busy machine.
spent() {
    times >"$scratch/cpu"
    cpu_seconds=$(sed -n '2{s/[ms]/ /g;p}' "$scratch/cpu" | awk '{printf "%d", $1 * 60 + $2 + $3 * 60 + $4}')
}

summary() {
    printf '\n'
    printf '%s\n' "${times[@]}"
    printf '%4d s  in all\n' "$SECONDS"
    if ((${#left_out[@]})); then printf 'left out: %s\n' "${left_out[@]}"; fi
    echo "All sections passed."
}

# promised: the vector kernels that must run on this processor, for
# DAYLIGHT_REQUIRE_KERNELS. It asks the kernel of the system, not the library in test.
promised() {
    local flags names=()
    flags=" $(sed -n '/^flags/{s/^flags[^:]*: //p;q}' /proc/cpuinfo 2>/dev/null) "
    if [[ $(go env GOHOSTOS)/$(go env GOHOSTARCH) == linux/amd64 && -z ${flags// /} ]]; then
        die "/proc/cpuinfo does not say what this processor can do"
    fi
    has() {
        local f
        for f; do [[ $flags == *" $f "* ]] || return 1; done
    }
    if has avx avx2 bmi1 bmi2 popcnt cmov; then
        names+=(avx2)
        if has avx512f avx512dq avx512bw avx512vl; then names+=(avx512); fi
    fi
    local IFS=,
    echo "${names[*]}"
}

on_exit() {
    local code=$?
    rm -rf "$scratch"
    if [[ -n $current ]]; then
        printf '\nFAILED in section %s (exit %d) after %d s\n' "$current" "$code" "$SECONDS"
        echo "Run it alone with: bash .ci/run $current"
    fi
    exit "$code"
}
trap on_exit EXIT

# files PATTERN...: the files git knows or would add, not those it ignores.
files() {
    git ls-files --cached --others --exclude-standard -- "$@" | while IFS= read -r f; do
        if [[ -e $f ]]; then printf '%s\n' "$f"; fi
    done
}

# modules: the directory of every go.mod, the library's "." first.
modules() { files 'go.mod' '*/go.mod' | xargs -n1 dirname | sort; }

# pipelines is a module that takes some minutes to build, for Beam and all that Beam stands on. It has
# a section of its own, and others pass over it.
pipelines=cmd/beam

# each_module COMMAND...: runs it in every module but pipelines as its user would, without go.work.
each_module() {
    local m
    for m in $(modules | grep -vx "$pipelines"); do
        echo "module $m: $*"
        (cd "$m" && GOWORK=off "$@")
    done
}

# installed PROGRAM PACKAGE...: true if the program is there; CI installs what is not.
installed() {
    local program=$1
    shift
    if command -v "$program" >/dev/null; then return; fi
    in_ci || return 1
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
    command -v "$program" >/dev/null
}
