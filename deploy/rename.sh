#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Gives the module the name of the place where it is published, and its version:
#
#   bash deploy/rename.sh example.org/x/daylight v0.1.0
#
# It changes go.mod of all modules, imports, documents, scripts and comments. The program's modules
# then require the library by that version, instead of pointing to a directory. Commit the changes,
# and tag the commit v0.1.0, view/v0.1.0 and cmd/v0.1.0. In the clone go.work still finds all
# modules. Paths of files and the name of the program stay.
set -euo pipefail
shopt -s inherit_errexit
cd "$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)"
old=$(sed -n 's/^module //p' go.mod) new=${1:-} version=${2:-}
[[ $new =~ ^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._-]+)+$ && $version =~ ^v[01]\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ && $new != "$old" ]] || {
    echo "want a path with a host, which is not that of the module already, and a version: rename.sh example.org/x/daylight v0.1.0" >&2
    exit 2
}
# The directories that may follow the module's path in the path of a package. The patterns below
# skip the name inside of longer paths.
dirs=$(git ls-files | sed -n 's|^\([^./][^/]*\)/.*|\1|p' | sort -u | paste -sd '|')
git grep -Ilz '' -- ':!deploy/rename.sh' | old=$old new=$new dirs=$dirs xargs -0 perl -pi -e '
    BEGIN { ($o, $n, $d) = (quotemeta $ENV{old}, $ENV{new}, $ENV{dirs}) }
    s{(^|[^\w./-])$o(/(?:$d)\b)}{$1$n$2}g;                                      # packages
    s{\b(module )$o(?=\b[^/.-]|$)|^(\s*(?:require |replace )?)$o(?= v0\.0\.0| =>)}{($1 // $2) . $n}ge;
    s{^(\t|import )"$o"$}{$1"$n"} if $ARGV =~ /\.go$/;                           # the package at the top
    s{(-(?:require|replace)=)$o(?=[@=])}{$1$n}g'                                 # of go mod edit
for module in view cmd; do
    (cd $module && go mod edit -dropreplace="$new" -dropreplace="$new/view" -require="$new@$version")
done
(cd cmd && go mod edit -require="$new/view@$version")
get="\`go get $new/batch@$version\`; the program: \`go install $new/cmd/daylight@$version\`" perl -pi -e 's{^(\| Go \| ).*}{$1$ENV{get} |}' README.md
echo "$old is now $new: look at git diff, run gofmt and the tests, commit, and tag the commit $version, view/$version and cmd/$version"
