#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# A job in shards on this machine, or on those of --sshloginfile, by GNU parallel:
#
#   deploy/parallel.sh 64 contacts.parquet --margin 2 tables/*.parquet
#
# The tables are planned each time, which takes seconds. A plan that is the same as before has the
# same directory below parts, where what was done is not done again: --resume-failed reads the logs there. Other
# flags and other tables, also of the same names and written anew, make another plan, and so have a directory of their own.
# The answer is one file, which daylight merge makes of the parts; who takes a directory of tables
# leaves --format part and the last line out.
set -euo pipefail
shards=$1 out=$2
shift 2
read -ra more <<<"${PARALLEL_ARGS:-}" # further arguments of parallel, with spaces between them
mkdir -p parts
plan=$(mktemp parts/plan-XXXXXX)
trap 'rm -f "$plan"' EXIT
daylight plan --tiles "$shards" --out "$plan" "$@"
sum=$(cksum <"$plan")
dir=parts/${sum// /-}
mkdir -p "$dir"
mv "$plan" "$dir/plan.json"
shards=$(sed -n 's/^"tiles":\([0-9]*\),$/\1/p' "$dir/plan.json")
shares=$(((shards + 7) / 8))
each() { # log: a command for each number that is read
    parallel --joblog "$dir/$1" --resume-failed --retries 3 "${more[@]}" "${@:2}"
}
seq 0 $((shares - 1)) | each routed \
    daylight route --plan "$dir/plan.json" --share "{}/$shares" --out "$dir/pieces" --workers 1 --quiet
seq 0 $((shards - 1)) | each log \
    daylight collide --plan "$dir/plan.json" --shard {} --format part --out "$dir/part-{}" --workers 1 --quiet "$dir/pieces"
daylight merge --plan "$dir/plan.json" --out "$out" "$dir/part-*"
