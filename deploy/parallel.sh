#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# A job in shards on this machine, or on those of --sshloginfile, by GNU parallel:
#
#   deploy/parallel.sh 64 contacts.parquet --margin 2 tables/*.parquet
#
# What was done is not done again if it is stopped and started anew: --resume-failed reads the
# log in the directory parts.
set -euo pipefail
shards=$1 out=$2
shift 2
read -ra more <<<"${PARALLEL_ARGS:-}" # further arguments of parallel, with spaces between them
mkdir -p parts
[[ -e parts/plan.json ]] || daylight plan --tiles "$shards" --out parts/plan.json "$@"
shards=$(sed -n 's/^"tiles":\([0-9]*\),$/\1/p' parts/plan.json)
seq 0 $((shards - 1)) | parallel --joblog parts/log --resume-failed --retries 3 "${more[@]}" \
    daylight collide --plan parts/plan.json --shard "{}/$shards" --out "parts/part-{}" --workers 1 --quiet
daylight merge --plan parts/plan.json --out "$out" 'parts/part-*'
