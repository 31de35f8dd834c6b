# SPDX-License-Identifier: MIT
# Sections that run tests. Go's caches are shared: a section repeats only the work
# that its tag or platform changes. go test -vet=off: section vet has done that, and more of it.

# The two commands of the README are the lines of its first sh block: the demo, then
# the tests.
about[readme]="the README's two commands, as a newcomer runs them"
check_readme() {
    local commands new
    mapfile -t commands < <(sed -n '/^```sh$/,/^```$/{/^```/!p;/^```$/q}' README.md)
    ((${#commands[@]} == 2)) || die "README.md: its first sh block must hold two commands: the demo and the tests"
    git ls-files --others | sort >"$scratch/before"
    echo "\$ ${commands[0]}"
    timeout 300 bash -c "${commands[0]}" </dev/null
    git ls-files --others | sort >"$scratch/after"
    new=$(comm -13 "$scratch/before" "$scratch/after")
    if [[ -n $new ]]; then
        echo "removing what it wrote: $new"
        xargs -d '\n' rm -- <<<"$new"
    fi
    echo "\$ ${commands[1]}"
    echo "kernels that must run: $promised"
    GOFLAGS="$GOFLAGS -vet=off" DAYLIGHT_FULL=1 DAYLIGHT_REQUIRE_KERNELS=$promised bash -c "${commands[1]}" </dev/null
}

# The library and the program have most of their tests run so by v3, but not those of packages that
# start goroutines: how they are started is the one thing there that hangs on the version of
# x/sync, which the workspace may raise.
about[modules]="the tests of the modules that stand outside of go.work's, the library for C among them"
check_modules() {
    local m
    compilers || skip "bindings/c needs gcc and g++"
    echo "module ., what starts goroutines"
    GOWORK=off go test -vet=off -short ./internal/guard
    for m in $(modules | grep -vx -e . -e cmd -e "$game"); do
        echo "module $m"
        (cd "$m" && GOWORK=off DAYLIGHT_REQUIRE_KERNELS=$promised go test -vet=off -short ./...)
    done
}

# The tests install what a user installs: a wheel with the program and the library, in new venvs.
# First they install nothing else, then the newest of the libraries whose tables it takes.
about[python]="the package for Python, as its wheel installs it, with pyarrow, pandas, polars, DuckDB, GeoPandas, shapely"
check_python() {
    have_venv && arm64_libc || {
        skip "Debian's python3-venv, unzip, qemu-user and libc6-arm64-cross are not all installed"
        return
    }
    venv_with_wheel
    local python=$scratch/venv/bin/python zig
    "$python" -c 'import daylight; assert daylight.collide({"x": [0, 1], "y": [0, 0], "r": [1, 1]})["depth"] == [1]'
    "$python" -m pip install -q --disable-pip-version-check numpy pyarrow pandas polars duckdb geopandas shapely matplotlib mypy
    (cd "$scratch/site" && DAYLIGHT_PAGES=$top/bindings/python "$python" -W ignore -m unittest tests.test_{tables,libraries,scene,examples})
    (cd bindings/python && "$python" -m mypy --cache-dir "$scratch/mypy")

    # The same sources give the same bytes, and wheels for other platforms come from this one.
    wheel "$scratch/again"
    cmp "$scratch"/wheels/*.whl "$scratch"/again/*.whl
    DAYLIGHT_WITH_LIBRARY=0 DAYLIGHT_PLATFORM=windows/arm64 wheel "$scratch/windows"
    [[ $(unzip -Z1 "$scratch"/windows/daylight-*-py3-none-win_arm64.whl) == *daylight/bin/daylight.exe* ]]
    DAYLIGHT_PLATFORM=linux/arm64 wheel "$scratch/arm64"
    unzip -q "$scratch"/arm64/daylight-*-py3-none-manylinux_2_17_aarch64.*.whl -d "$scratch/arm64"
    zig=$(sed -n 's/.*"\(ziglang==[^"]*\)".*/\1/p' bindings/python/hatch_build.py)
    "$python" -m pip install -q --disable-pip-version-check "$zig"
    "$python" -m ziglang cc -target aarch64-linux-gnu.2.17 -O2 -I bindings/c bindings/c/example/boxes.c -o "$scratch/arm64/boxes" \
        -L "$scratch/arm64/daylight/lib" -ldaylight -Wl,-rpath,"$scratch/arm64/daylight/lib" -lm
    qemu-aarch64 -L /usr/aarch64-linux-gnu "$scratch/arm64/boxes" | cmp - <(sed -n '/^```text/,/^```$/{/^```/!p}' bindings/c/README.md)
    qemu-aarch64 "$scratch/arm64/daylight/bin/daylight" --version
}

# arm64_libc reports whether programs for arm64 that need a C library can run here.
arm64_libc() {
    local libc=/usr/aarch64-linux-gnu/lib/libc.so.6
    if in_ci && [[ ! -e $libc ]]; then apt_install qemu-user libc6-arm64-cross; fi
    [[ -e $libc ]] && installed qemu-aarch64 qemu-user
}

have_venv() {
    if in_ci; then
        python3 -c 'import venv, ensurepip' 2>/dev/null || apt_install python3 python3-venv
        installed unzip unzip
    fi
    python3 -c 'import venv, ensurepip' && command -v unzip >/dev/null
}

# venv_with_wheel makes a venv that the wheel is installed in, and lays the tests beside it.
venv_with_wheel() {
    python3 -m venv "$scratch/venv"
    wheel "$scratch/wheels"
    "$scratch/venv/bin/python" -m pip install -q --disable-pip-version-check --no-index --no-deps "$scratch"/wheels/*.whl
    mkdir -p "$scratch/site"
    cp -r bindings/python/tests "$scratch/site"
}

# wheel DIRECTORY writes a wheel into it.
wheel() { "$scratch/venv/bin/python" -m pip wheel -q --disable-pip-version-check --no-deps -w "$1" bindings/python; }

# local-cluster has executors that are processes of their own, as a cluster has. Dask and Ray run
# where they install.
about[spark]="contacts and questions over Spark, an executor that is killed, memory; Dask and Ray"
check_spark() {
    if in_ci && ! command -v java >/dev/null; then apt_install openjdk-17-jre-headless; fi
    command -v java >/dev/null && have_venv || {
        skip "Java, or Debian's python3-venv or unzip, is not installed"
        return
    }
    DAYLIGHT_WITH_LIBRARY=0 venv_with_wheel
    local python=$scratch/venv/bin/python
    "$python" -m pip install -q --disable-pip-version-check numpy pyarrow pandas 'pyspark>=4.1'
    "$python" -m pip install -q --disable-pip-version-check dask || leave_out "Dask does not install"
    "$python" -m pip install -q --disable-pip-version-check ray || leave_out "Ray does not install"
    (($(wc -l <bindings/python/daylight/spark.py) <= 300)) || die "daylight/spark.py has more than 300 lines"
    (cd "$scratch/site" && DAYLIGHT_SCALE=$top/docs/scale.md "$python" -m unittest tests.test_spark tests.test_engines)
}

about[realdata]="the tests on real data"
check_realdata() {
    [[ -d $data ]] || {
        skip "no real data at $data; set DAYLIGHT_DATA to its directory"
        return
    }
    local packages
    packages=$(files '*_test.go' | xargs grep -l DAYLIGHT_DATA | xargs -n1 dirname | sort -u | sed 's|^|./|')
    [[ -n $packages ]] || die "no test reads DAYLIGHT_DATA"
    # The program's other tests skip what this machine lacks, a browser for one: only those
    # that ask for real data run there.
    local program=./cmd/daylight asking
    asking=$(files "cmd/daylight/*_test.go" | xargs awk '/^func Test/ {name = $2; sub(/\(.*/, "", name)} /realData\(t\)/ {print name}' | paste -sd '|')
    [[ $asking == *'|'* ]] || die "no test of the program asks for real data"
    {
        DAYLIGHT_DATA=$(cd "$data" && pwd) go test -vet=off -count=1 -v ${packages//$program/}
        DAYLIGHT_DATA=$(cd "$data" && pwd) go test -vet=off -count=1 -v -run="^($asking)\$" $program
    } | tee "$scratch/realdata" |
        grep -vE '^(=== |[[:space:]]*--- PASS)'
    if grep -A1 -e '--- SKIP' "$scratch/realdata"; then die "a real-data test did not run"; fi
}

about[game]="the example in Ebitengine, under a virtual display"
check_game() {
    local headers=(libgl1-mesa-dev libgl1-mesa-dri libxcursor-dev libxi-dev libxinerama-dev libxrandr-dev libxxf86vm-dev libasound2-dev pkg-config xvfb xauth gcc libc6-dev)
    if in_ci && ! dpkg -s "${headers[@]}" >/dev/null 2>&1; then apt_install "${headers[@]}"; fi
    command -v xvfb-run >/dev/null || {
        skip "examples/bullethell needs ${headers[*]}"
        return
    }
    cd "$game"
    GOWORK=off go mod tidy -diff
    GOWORK=off go vet ./...
    GOWORK=off go build -o "$scratch/game" .
    xvfb-run -a -s "-screen 0 1400x1000x24" "$scratch/game" -frames 120 -png "$scratch/game.png" | tee "$scratch/said"
    grep -q '^120 frames, [0-9]* bullets, [0-9]* hits$' "$scratch/said"
    [[ -s $scratch/game.png ]]
    cd "$top"
}

about[slots]="examples and a newcomer's program while every step changes slots"
check_slots() {
    local kind packages
    for kind in Example TestNewcomer TestSlots; do
        packages=$(packages_with "^func $kind")
        DAYLIGHT_CHECK=1 go test -vet=off -run="^$kind" $packages | tee "$scratch/slots"
        none_empty "$scratch/slots"
    done
}

# packages_with PATTERN: the packages of the library that have a test with a line like it.
packages_with() {
    local found
    found=$(files '*_test.go' ':!cmd' ':!deploy' | xargs grep -lE "$1" | xargs -r -n1 dirname | sort -u | sed 's|^|./|')
    [[ -n $found ]] || die "no test has a line like $1"
    echo "$found"
}

# none_empty FILE: none of the packages that go test told of there had nothing to run.
none_empty() {
    if grep -F 'no tests to run' "$1"; then die "a package was to run tests, and had none that its pattern fits"; fi
}

# Two clones of this commit make the same archives; what is not committed is not in them.
about[release]="archives of two clones are the same bytes; go get and go install fetch the module under another name"
check_release() {
    installed python3 python3 && installed perl perl && installed unzip unzip || {
        skip "needs python3, perl and unzip"
        return
    }
    local dir=$scratch/release name
    git clone -q --shared . "$dir/one"
    git clone -q --shared . "$dir/elsewhere/and deeper"
    echo "package broken" >"$dir/elsewhere/and deeper/cmd/daylight/stray.go"
    bash "$dir/one/deploy/release.sh" "$dir/dist" linux/amd64 windows/arm64
    (umask 077 && TZ=Asia/Kathmandu GOFLAGS=-race GOMAXPROCS=1 bash "$dir/elsewhere/and deeper/deploy/release.sh" "$dir/again" linux/amd64 windows/arm64 >/dev/null)
    (cd "$dir/again" && sha256sum -c "$dir/dist/SHA256SUMS")
    ! bash "$dir/one/deploy/release.sh" "$dir/dist" || die "it writes over what is there"
    tar -C "$dir" -xzf "$dir"/dist/*.tar.gz
    [[ $(unzip -Z1 "$dir"/dist/*.zip) == */daylight.exe$'\n'* ]]
    name=$(basename "$dir"/dist/*.tar.gz .tar.gz)
    [[ $("$dir/$name/daylight" --version) == "daylight version $(expr "$name" : 'daylight-\(.*\)-linux-amd64') (commit $(git rev-parse --short=12 HEAD) "* ]]
    (cd "$dir/$name" && ls LICENSE NOTES.md completions/{daylight.bash,_daylight,daylight.fish,daylight.ps1} man/man1/daylight{,-collide}.1 licences/std/LICENSE)
    go version -m "$dir/$name/daylight" | awk '$1 == "dep" && $3 != "(devel)" {print $2}' >"$dir/linked"
    (($(wc -l <"$dir/linked") >= 20))
    while read -r module; do [[ -n $(find "$dir/$name/licences/$module" -type f) ]] || die "no licence of $module"; done <"$dir/linked"
    published "$dir"
}

# published DIRECTORY gives a clone another name, publishes it on a module proxy of files, and
# fetches it from there.
published() {
    local path=example.org/daylight version=v0.1.0 module part clone=$1/one proxy=$1/proxy bad
    for bad in "nowhere $version" "https://$path $version" "$path" "$path 1.0"; do
        ! bash "$clone/deploy/rename.sh" $bad 2>/dev/null || die "rename.sh took $bad"
    done
    (
        cd "$clone"
        bash deploy/rename.sh $path $version
        [[ $(GOWORK=off go list -m) == "$path" ]]
        grep -qF "go install $path/cmd/daylight@$version" README.md && ! grep -q 'go mod edit' README.md
        ! git grep -nE '(^|[^A-Za-z0-9_./-])daylight/(batch|soa|kernels|cmd)\b|^module daylight|-replace=daylight' -- . ':!deploy/rename.sh' ':!.ci/tests.sh' || die "the old path is left"
        [[ -z $(gofmt -l batch cmd view internal) ]]
        go test -vet=off -count=1 ./internal/house
        git -c user.name=x -c user.email=x@$path commit -qam renamed
        for part in "" /view /cmd; do
            module=$path$part/@v
            mkdir -p "$proxy/$module"
            echo $version >"$proxy/$module/list"
            echo "{\"Version\": \"$version\"}" >"$proxy/$module/$version.info"
            cp ".$part/go.mod" "$proxy/$module/$version.mod"
            # A module has the files below its go.mod, but those of other modules.
            git ls-files '*/go.mod' | sed 's|/go.mod$||; s|^|:!|' >"$1/others"
            [[ -z $part ]] || echo "${part#/}" >"$1/others"
            git archive --format=zip --prefix="$path$part@$version/" -o "$proxy/$module/$version.zip" "HEAD:${part#/}" $([[ -n $part ]] || echo .) $([[ -n $part ]] || cat "$1/others")
        done
    )
    # The modules that both need are fetched anew, from what this machine has of them.
    export GOPROXY=file://$proxy,file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY) GONOSUMDB=$path GOMODCACHE=$1/mod GOBIN=$1/bin GOWORK=off
    GOFLAGS="$GOFLAGS -trimpath -modcacherw" go install $path/cmd/daylight@$version
    [[ $("$1/bin/daylight" --version) == "daylight version $version "* ]]
    "$1/bin/daylight" demo -q >/dev/null
    mkdir "$1/user"
    cd "$1/user"
    go mod init user
    printf 'package main\n\nimport (\n\t"%s/batch"\n\t"%s/soa"\n)\n\nfunc main() { println(batch.New(soa.New(), batch.Config{})) }\n' $path $path >main.go
    GOFLAGS="$GOFLAGS -modcacherw" go get $path/batch@$version
    GOFLAGS="$GOFLAGS -modcacherw" go run .
    cd "$top"
    unset GOPROXY GONOSUMDB GOMODCACHE GOBIN GOWORK
}

# golden are the tests that compare with committed hashes and texts, or kernels with each other:
# what would show that a compiler has computed something otherwise.
golden='(\w*Golden\w*|\w*Same(Bits)?Everywhere|ManifoldSteps|Unchanged)'

# golden_packages PACKAGE...: those of them that have such tests.
golden_packages() {
    local package
    for package; do
        if files ":(glob)${package#"$module"/}/*_test.go" | xargs grep -qE "^func Test$golden\("; then echo "$package"; fi
    done
}

# Only the library knows the tag; the program is vetted with what it then is. The tag leaves what a
# 32-bit program has, too, portable code alone, on which section i386 runs all short tests. What
# the tag itself decides is in the packages of the kernels.
about[purego]="the library's kernels with tag purego, and golden hashes"
check_purego() {
    local packages
    packages=$(golden_packages $(GOWORK=off go list ./...))
    [[ $packages == *"$module/batch"* ]] || die "no golden hashes found"
    GOWORK=off go test -vet=off -short -tags purego ./internal/kernels/... ./kernels/...
    GOWORK=off go test -vet=off -short -tags purego -run="^Test$golden\$" $packages
}

# checkptr looks at what is done with unsafe pointers. The race detector does so, too, on the
# packages it runs: of those, only what shows fused products runs here.
about[v3]="short tests with GOAMD64=v3, where the compiler may fuse, and checkptr, of each module by itself"
check_v3() {
    if [[ $(go env GOHOSTARCH) != amd64 ]] || ! grep -qw avx2 /proc/cpuinfo || ! grep -qw fma /proc/cpuinfo; then
        skip "this processor does not run GOAMD64=v3"
        return
    fi
    local m all raced others hashed
    raced=$(concurrent ./cmd/... ./...)
    for m in . cmd; do
        all=$(cd "$m" && GOWORK=off go list ./...)
        others=$(grep -vxF "$raced" <<<"$all" | grep -vx "$module/internal/house")
        hashed=$(golden_packages $(grep -xF "$raced" <<<"$all"))
        [[ -n $others && -n $hashed ]] || die "module $m: no packages without goroutines, or none with golden hashes"
        (
            cd "$m"
            export GOWORK=off DAYLIGHT_REQUIRE_KERNELS=$promised GOAMD64=v3
            go test -vet=off -gcflags="$module/...="-d=checkptr -short $others
            go test -vet=off -gcflags="$module/...="-d=checkptr -short -run="^Test($golden|RequiredKernels)\$" $hashed
        )
    done
}

about[race]="the race detector, short tests"
check_race() {
    installed gcc gcc libc6-dev || {
        skip "the race detector needs a C compiler"
        return
    }
    # A program with the detector waits for a second before it ends, for races of goroutines that
    # are left; the tests start the program hundreds of times. The longest tests begin first.
    local packages known
    packages=$(concurrent ./cmd/... ./view/... ./...)
    for known in batch batch/query cmd/daylight view internal/guard; do
        grep -qx "$module/$known" <<<"$packages" || die "$known starts goroutines, and is not among the packages found"
    done
    DAYLIGHT_REQUIRE_KERNELS=$promised CGO_ENABLED=1 GORACE=atexit_sleep_ms=50 \
        go test -vet=off -race -short -timeout=20m $packages
}

# concurrent PATTERN...: the packages that start goroutines, or whose tests do, and those
# that stand on them. In the others there is nobody to race with.
concurrent() {
    files '*.go' | xargs grep -lE '^[^"`/]*\b(go [a-zA-Z_.]+[[(]|errgroup\.|\.(Go|Parallel)\()' | xargs -n1 dirname | sort -u |
        sed "s|^|$module/|; s|/\.\$||" >"$scratch/starters"
    [[ -s $scratch/starters ]] || die "no package starts goroutines"
    go list -test -f '{{if not .ForTest}}{{.ImportPath}} {{join .Deps " "}}{{end}}' "$@" |
        awk 'NR == FNR {starts[$1]; next} /\.test / {for (i = 1; i <= NF; i++) if ($i in starts) {sub(/\.test$/, "", $1); print $1; next}}' "$scratch/starters" -
}

# Each group of bench/peers once, on a small scene, to keep it alive; what is checked is
# not its speed but that it does the work: bench/peers/counts.csv.
about[peers]="every peer of the benchmark, and the pairs it finds"
check_peers() {
    local scene=(--scene boxes --n 10000) frames=(--frames 2 --dump "$scratch/boxes") all=(--all)
    (cd bench/peers/go && GOWORK=off go build -o "$scratch/peers" .)
    "$scratch/peers" "${scene[@]}" --write "$scratch/boxes"
    "$scratch/peers" "${scene[@]}" "${frames[@]}" >"$scratch/go.jsonl"

    local libraries
    libraries=$(native_peers)
    if in_ci && ((libraries < 7)); then
        apt_install g++ make libbox2d-dev chipmunk-dev libcgal-dev libboost-dev libgeos++-dev
        libraries=$(native_peers)
    fi
    ((libraries == 7)) || {
        skip "$libraries of the 7 native drivers can be built; bench/peers/native/Makefile names what they need"
        all=()
    }
    # Rust unoptimised takes a quarter of the CPU time.
    local -x PROFILE=dev
    ((libraries == 0)) || bench/peers/native/run.sh "${scene[@]}" "${frames[@]}" >"$scratch/native.jsonl"

    # Rapier's frames of bench/sim: a disc falls for two frames.
    ! command -v cargo >/dev/null || echo 2 4 0 9.81 .5 1 0 0 0 1 0 0 .5 1 0 0 | bench/peers/native/build/cargo/debug/frames |
        awk 'NR == 2 {exit !($3 < -.005 && $3 > -.01)}' || die "testdata/rapier2d.rs of bench/sim does not fall"

    if installed npm nodejs npm && in_ci; then
        (cd bench/peers/node && npm ci --ignore-scripts --no-audit --no-fund)
    fi
    if [[ -d bench/peers/node/node_modules ]]; then
        node bench/peers/node/run.js "${scene[@]}" "${frames[@]}" >"$scratch/node.jsonl"
        if installed chromium chromium; then # the same engines on a page, beside Daylight as WebAssembly
            DAYLIGHT_REQUIRE_BROWSER=1 go test -vet=off -count=1 -v -run='^TestBrowserCompare$' ./view | tee "$scratch/compare"
            grep -q -- '--- PASS: TestBrowserCompare' "$scratch/compare" || die "the page beside others was not tried"
        else
            skip "the page beside others needs chromium"
        fi
    else
        skip "bench/peers/node needs npm ci"
        all=()
    fi
    "$scratch/peers" --check bench/peers/counts.csv "${all[@]}" "$scratch"/*.jsonl
}

# native_peers prints how many drivers of bench/peers/native have the libraries that they need.
native_peers() { { make -s -C bench/peers/native list BOX2D3= 2>/dev/null || true; } | wc -w; }

about[tables]="the worked examples of docs/tables.md, with DuckDB and jq"
check_tables() {
    { installed jq jq && have_duckdb; } || {
        skip "needs jq, and npm install in bench/tables"
        return
    }
    go test -vet=off -count=1 -v -run='^TestDocumented' ./cmd/daylight | tee "$scratch/documented"
    (($(grep -c -- '^--- PASS: TestDocumented' "$scratch/documented") == 2)) || die "no example ran"
    if grep -e '--- SKIP' "$scratch/documented"; then die "an example did not run"; fi
}

# have_duckdb: whether bench/tables has DuckDB; CI installs it. npm ci needs DuckDB's packages for
# every platform in the lock file, and registries may lack some. npm install takes those of this
# platform only.
have_duckdb() {
    if in_ci; then
        installed npm nodejs npm
        (cd bench/tables && flock "$DAYLIGHT_APT_LOCK" npm install --no-save --ignore-scripts --no-audit --no-fund)
    fi
    [[ -d bench/tables/node_modules ]] && command -v node >/dev/null
}

# The rules of the house read the source, which is the same on every platform.
about[i386]="short tests as a 32-bit program"
check_i386() {
    if [[ $(go env GOHOSTOS)/$(go env GOHOSTARCH) != linux/amd64 ]]; then
        skip "needs Linux on amd64"
        return
    fi
    GOARCH=386 go test -vet=off -short $(go list ./cmd/... ./view/... ./... | grep -vx "$module/internal/house")
}

# arm64 is where the compiler fuses most readily and amd64's golden hashes would break
# first. Emulation is slow: it runs only tests that compare with committed hashes. Most
# have Golden in their names.
about[arm64]="golden hashes on arm64, emulated"
check_arm64() {
    installed qemu-aarch64 qemu-user || {
        skip "needs qemu-aarch64, of Debian's package qemu-user"
        return
    }
    local packages tests='(\w*Golden\w*|SameBitsEverywhere|ManifoldSteps)'
    packages=$(files '*_test.go' | xargs grep -lE "^func Test$tests\(" | xargs -n1 dirname | sort -u | sed 's|^|./|')
    GOARCH=arm64 go test -vet=off -short -run="^Test$tests\$" -exec=qemu-aarch64 $packages | tee "$scratch/arm64"
    none_empty "$scratch/arm64"
}

# The vector kernels' own tests on an emulated processor with AVX-512, on any host, and AVX2 on one
# without AVX-512. The results of AVX2 are compared there only if this processor has no AVX2.
# Otherwise section readme has compared them with portable Go already, on more input.
about[emulated]="AVX-512 and AVX2 kernels on emulated processors"
check_emulated() {
    if ! in_ci && ! command -v bochs-bin >/dev/null; then
        skip "needs bochs, of Debian's packages bochs and bochs-term"
        return
    fi
    # Everything that compares a vector kernel with portable Go, lays its columns against
    # unreadable pages, or gives it what it must refuse; and a whole step on every scene.
    local same='^(Test\w*(Variants|Tables)'
    local inside='TestRequiredKernels|Test\w*(StaysInside|StayInside|Refuses)|TestLanesAlone|TestSameBitsEverywhere|TestConvex(Small|Odd)\w*|TestBadArgumentsPanic|TestRoomWithoutSlack|TestRowsBeyond|TestOrderInPlace|TestPolygonsOutside|TestSweepCallsAreBounded)$'
    local all="$same|$inside"
    # Where this processor has AVX-512 itself, section readme has run all tests with it. It remains
    # to show that the kernels use no more of it than they say. Whole steps that sort their contacts
    # run the same kernels as steps that do not. Skipped tests run no kernels that others do not
    # run.
    local orders='(canonical|kept)' skip='^$'
    if [[ ,$promised, == *,avx512,* ]]; then
        all="$same|TestRequiredKernels|TestLanesAlone|TestSameBitsEverywhere|TestConvex(Small|Odd)\w*)\$"
        orders=kept skip='^(TestRotateOutsideVariants|TestLongStripVariants)$'
    fi
    echo "tests where there is AVX-512: $all"
    local golden="^TestGolden\$/./././order=$orders/kernels=avx512/workers=1/hints=true"
    local old='^(TestRequiredKernels|TestVariantsSayWhy|TestSweepVariants|TestContactVariants)$'
    local static=(env GOOS=linux GOARCH=amd64 CGO_ENABLED=0 go test -c)
    local stage tried=avx512
    [[ ,$promised, == *,avx2,* ]] || tried=avx2,avx512
    echo "kernels compared with portable Go where there is AVX-512: $tried"
    for stage in pair strip pose bvh; do
        "${static[@]}" -o "$scratch/$stage.test" ./internal/kernels/$stage
    done
    "${static[@]}" -o "$scratch/isa.test" ./internal/kernels/isa
    "${static[@]}" -o "$scratch/batch.test" ./batch
    # The first machine also fetches what all of them need. Then there are two at a time.
    emulated old corei7_haswell_4770 avx2 "$old" isa pair strip
    EMU_ENV="DAYLIGHT_ONLY_KERNELS=$tried" beside emulated new corei7_skylake_x $tried "$all" pair
    EMU_ENV="DAYLIGHT_ONLY_KERNELS=$tried" beside emulated new corei7_skylake_x $tried "$all" strip pose bvh
    EMU_FILES="/test/testdata=batch/testdata" EMU_ENV="DAYLIGHT_FULL=1" \
        beside emulated golden corei7_skylake_x avx2,avx512 "$golden" batch
    wait
    cat "$scratch"/emulated-*
    ran_all old internal/kernels/isa "$old"
    for stage in pair strip; do
        ran_all old internal/kernels/$stage "$old"
    done
    for stage in pair strip pose bvh; do
        ran_all new internal/kernels/$stage "$all"
    done
    # A pattern that names no subtest passes, too.
    local scene
    for scene in $(sed -n 's/^\(scene=[^ ]*\) .*/\1/p' batch/testdata/golden.txt | sort -u); do
        grep -q -- "--- PASS: TestGolden/$scene/.*/kernels=avx512/" "$scratch/emulated-golden-batch" || die "no whole step of $scene ran with AVX-512"
    done
}

# beside COMMAND...: runs it in the background, as soon as less than two others do.
beside() {
    (($(jobs -rp | wc -l) < 2)) || wait -n
    "$@" &
}

# emulated NAME CPU KERNELS TESTS PACKAGE...: runs tests of packages, one after the other, on an
# emulated processor, which must have the kernels; what each prints goes to a file of its own, if
# all of them pass.
emulated() {
    local name=$1 cpu=$2 kernels=$3 tests=$4 k more=
    shift 4
    for ((k = 2; k <= $#; k++)); do more+=" /prog.$((k - 1))=$scratch/${!k}.test"; done
    EMU_CPU=$cpu EMU_ENV="DAYLIGHT_REQUIRE_KERNELS=$kernels${EMU_ENV:+ $EMU_ENV}" EMU_FILES="${EMU_FILES:-}$more" EMU_TIMEOUT=1200 \
        .ci/emulate "$scratch/$1.test" -test.v -test.short -test.run="$tests" -test.skip="$skip" >"$scratch/said-$name-$1" || {
        cat "$scratch/said-$name-$1"
        die "the tests called $name of $* failed on an emulated $cpu"
    }
    awk -v to="$scratch/emulated-$name-" -v all="$*" 'BEGIN {split(all, of); k = 1} /^=== PROGRAM /{k++; next} {print >(to of[k])}' "$scratch/said-$name-$1"
}

# ran_all NAME DIRECTORY PATTERN: each test of a package that matches the pattern passed in
# that run, and none was skipped.
ran_all() {
    local names name said=$scratch/emulated-$1-${2##*/}
    [[ -e $said ]] || die "the tests called $1 of $2 did not pass"
    names=$(files ":(glob)$2/*_test.go" | xargs grep -ohE '^func Test\w+' | sed 's/^func //' | grep -E "$3" | grep -vE "$skip")
    for name in $names; do
        grep -qE -- "^--- PASS: $name( |\$)" "$said" || die "$name did not run"
    done
    if grep -e '--- SKIP' "$said"; then die "a test did not run"; fi
}

# One program for all targets of a package: go test would link one for each. New inputs are kept for
# this run alone. In Go's cache they would grow with every run, and each run starts with all of
# them, so that the section would take longer from run to run.
about[fuzz]="every fuzz target for a fixed number of inputs"
check_fuzz() {
    local directories directory name names times
    directories=$(files '*_test.go' | xargs grep -lE '^func Fuzz\w+' | xargs -n1 dirname | sort -u)
    [[ -n $directories ]] || die "no fuzz target found"
    for directory in $directories; do
        (
            cd "$directory"
            go test -c -fuzz=. -o "$scratch/fuzz.test" .
            names=$("$scratch/fuzz.test" -test.list='^Fuzz')
            [[ -n $names ]] || die "$directory: no fuzz target runs here"
            for name in $names; do
                # An input of these is a life of twelve and of thirty steps, each compared with
                # brute force.
                case $name in
                    FuzzSkin) times=1000x ;;
                    FuzzBeside) times=400x ;;
                    *) times=2000x ;;
                esac
                echo "$directory: $name"
                "$scratch/fuzz.test" -test.run='^$' -test.fuzz="^$name\$" -test.fuzztime=$times \
                    -test.fuzzcachedir="$scratch/corpus/$directory" </dev/null
            done
        )
    done
}

# The recipes run in one directory, in the order of the page. After each, the rows of all tiles must
# be those of one run. Slurm and Kubernetes are not installed: a stand-in for srun runs its
# arguments, and the command of the Job's container runs for every index.
about[scale]="the recipes of docs/scale.md: DuckDB, a loop, GNU parallel, Slurm, Kubernetes"
check_scale() {
    if in_ci && ! python3 -c 'import yaml' 2>/dev/null; then apt_install python3 python3-yaml; fi
    { installed parallel parallel && installed shellcheck shellcheck && python3 -c 'import yaml' && have_duckdb; } || {
        skip "needs Debian's parallel, shellcheck and python3-yaml, and npm install in bench/tables"
        return
    }
    local page=$top/docs/scale.md dir=$scratch/scale titles command i
    (($(wc -w <"$page") <= 800)) || die "docs/scale.md has more than 800 words"
    titles=$(awk '/^## / {title = substr($0, 4)} /^```./ {print title}' "$page" | uniq | paste -sd,)
    [[ $titles == "Prepare the table,A loop,GNU parallel,Slurm,Kubernetes,Spark" ]] || die "docs/scale.md has recipes under $titles"
    awk '/^```/ {lines = -1} ++lines > 15 && code {exit 1} /^```/ {code = !code}' "$page" || die "docs/scale.md: a recipe has more than 15 lines"

    mkdir -p "$dir/bin" "$dir/out"
    go build -o "$dir/bin/daylight" ./cmd/daylight
    printf '%s\n' '#!/bin/sh' 'shift' "exec node '$top/bench/tables/duck.mjs' 2 \"\$@\"" >"$dir/bin/duckdb"
    printf '%s\n' '#!/bin/sh' 'exec "$@"' >"$dir/bin/srun"
    chmod +x "$dir"/bin/*
    (
        cd "$dir"
        export PATH=$dir/bin:$PATH
        daylight gen circles -q -n 100000 -o shapes.csv
        recipe "Prepare the table" | sh -eu
        daylight collide -q shapes.parquet | sed 1d | sort >one
        recipe "A loop" >loop.sh
        shellcheck --shell=sh loop.sh
        sh -eu loop.sh
        rm out/7.csv
        sh -eu loop.sh
        as_one
        recipe "GNU parallel" | sh -eu
        as_one
        recipe Slurm >tiles.sh
        shellcheck tiles.sh
        grep -qx "#SBATCH --array=1-$(wc -l <tiles.txt)" tiles.sh
        for ((i = 1; i <= $(wc -l <tiles.txt); i++)); do SLURM_ARRAY_TASK_ID=$i sh tiles.sh; done
        as_one
        recipe Kubernetes >job.yaml
        python3 "$top/.ci/job.py" "$(wc -l <tiles.txt)" <job.yaml >job.txt
        mapfile -d '' -t command <job.txt
        for ((i = 0; i < $(wc -l <tiles.txt); i++)); do JOB_COMPLETION_INDEX=$i "${command[@]}"; done
        as_one
    )
}

# recipe TITLE prints the blocks under a title of docs/scale.md.
recipe() { awk -v title="## $1" '/^## / {here = $0 == title} /^```/ {code = !code; next} here && code' "$top/docs/scale.md"; }

# as_one checks that the tables in out have the rows of one run, and removes them.
as_one() {
    (($(find out -type f | wc -l) == $(wc -l <tiles.txt))) || die "not one table for each tile: $(ls out)"
    tail -qn +2 out/*.csv | sort | cmp - one
    rm out/*
}

# The page that daylight sim serves, in headless Chromium on a machine without graphics.
about[browser]="the live page in a browser"
check_browser() {
    installed chromium chromium || {
        skip "needs chromium, of Debian's package of that name"
        return
    }
    DAYLIGHT_REQUIRE_BROWSER=1 go test -vet=off -count=1 -v -timeout=600s -run='^TestBrowser' ./view | tee "$scratch/browser"
    grep -q -- '--- PASS: TestBrowser' "$scratch/browser" || die "no test of the page ran"
}
