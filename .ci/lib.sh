# SPDX-License-Identifier: MIT
# Shared code of the sections: headings and times, lists of files and modules,
# installing.

staticcheck_version=v0.8.2
govulncheck_version=v1.9.0

top=$PWD
module=$(sed -n 's/^module //p' go.mod)
data=${DAYLIGHT_DATA:-$top/../shared/data}
all_scratch=$(mktemp -d)
scratch=$all_scratch
current=
: >"$all_scratch/times"
: >"$all_scratch/left_out"
# Only one at a time may install packages.
export DAYLIGHT_APT_LOCK=$all_scratch/apt.lock

in_ci() { [[ ${CI:-} == true ]]; }

die() {
    printf '%s\n' "$@"
    exit 1
}

# skip TEXT: this section cannot run here. In CI that is a failure.
skip() {
    if in_ci; then die "CI must run this: $*"; fi
    leave_out "$@"
}

# leave_out TEXT: this section cannot run here, which is nobody's fault.
leave_out() {
    echo "left out: $*"
    echo "left out: $current: $*" >>"$all_scratch/left_out"
}

# clean_environment: the checks mean the same on every machine, for any settings of
# its developer. Version stamping fails where git distrusts the clone's owner.
clean_environment() {
    unset GOOS GOARCH GOAMD64 GO386 GOEXPERIMENT GOWORK GODEBUG
    unset BOX2D3 DAYLIGHT_DATA DAYLIGHT_KERNELS DAYLIGHT_REQUIRE_KERNELS DAYLIGHT_ONLY_KERNELS
    export GOFLAGS=-buildvcs=false
    export LC_ALL=C
    # A variable of its own: what fails within an argument, or beside an assignment to a command, is not noticed.
    promised=$(promise)
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
    echo "$line" >>"$all_scratch/times"
    echo "--- $line"
    current=
}

# side_by_side NAME...: runs sections two at a time, beginning them in this order. Each has a place of
# its own for what it keeps, and prints all it has to say when it has ended, so that no two mix.
# The first that fails is printed last, and ends the run: it kills the one beside it.
# Each may compile and test one package at a time, so that together they take two processors.
declare -A lanes=()
side_by_side() {
    local name
    for name; do
        declare -F "check_$name" >/dev/null || die "no section called $name"
        while ((${#lanes[@]} == 2)); do one_ends; done
        # A process group of its own, so that all of it can be killed.
        set -m
        (
            set +m
            scratch=$all_scratch/$name
            mkdir "$scratch"
            export GOFLAGS="$GOFLAGS -p=1"
            section "$name"
        ) >"$all_scratch/$name.log" 2>&1 </dev/null &
        set +m
        lanes[$!]=$name
    done
    while ((${#lanes[@]})); do one_ends; done
}

# one_ends waits for the next of the sections that run, and prints what it said.
one_ends() {
    local code=0 pid
    wait -n -p pid "${!lanes[@]}" || code=$?
    [[ -n ${pid:-} ]] || die "waiting for ${lanes[*]} failed (exit $code)"
    current=${lanes[$pid]}
    unset "lanes[$pid]"
    cat "$all_scratch/$current.log"
    ((code == 0)) || exit "$code"
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
    cat "$all_scratch/times"
    printf '%4d s  in all\n' "$SECONDS"
    cat "$all_scratch/left_out"
    echo "All sections passed."
}

# promise: the vector kernels that must run on this processor, for
# DAYLIGHT_REQUIRE_KERNELS; $promised holds them. It asks the kernel of the system, not the library in test.
promise() {
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
    local code=$? pid
    for pid in "${!lanes[@]}"; do kill -- "-$pid" 2>/dev/null || true; done
    ((${#lanes[@]} == 0)) || wait "${!lanes[@]}" 2>/dev/null || true
    rm -rf "$all_scratch"
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

# modules: the directory of every go.mod, the library's "." first. That of the library for C needs compilers.
modules() {
    files 'go.mod' '*/go.mod' | xargs -n1 dirname | sort |
        if command -v gcc >/dev/null && command -v g++ >/dev/null; then cat; else grep -vx bindings/c; fi
}

# compilers has those for C and C++ installed.
compilers() { installed gcc gcc libc6-dev && installed g++ g++; }

# game is a module that needs graphics headers. A section of its own checks it, and others skip it.
game=examples/bullethell

# each_module COMMAND...: runs it in every other module as its user would, without go.work.
each_module() {
    local m
    for m in $(modules | grep -vx "$game"); do
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
    apt_install "$@"
    command -v "$program" >/dev/null
}

# apt_install PACKAGE...
apt_install() {
    flock "$DAYLIGHT_APT_LOCK" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive flock "$DAYLIGHT_APT_LOCK" apt-get install -y -qq --no-install-recommends "$@"
}
