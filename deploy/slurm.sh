#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# A job of 64 shards as Slurm arrays, in a directory that all nodes see; tables are read in 8 shares:
#
#   daylight plan --tiles 64 --format parquet --out plan.json tables/*.csv
#   route=$(sbatch --parsable --array=0-7 deploy/slurm.sh route)
#   sbatch --dependency=afterok:$route deploy/slurm.sh
#
# The answer is the directory parts, a table of each shard. A shard that was lost can be run again by itself:
# sbatch --array=17 deploy/slurm.sh. The array has as many as the plan has shards (--tiles), which the plan itself says to each.
#SBATCH --job-name=contacts
#SBATCH --array=0-63
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --requeue
set -euo pipefail
shares=8 i=$SLURM_ARRAY_TASK_ID
common=(--plan plan.json --workers "${SLURM_CPUS_PER_TASK:-2}" --memory 3GiB --quiet)
if [[ ${1:-} == route ]]; then
    exec daylight route "${common[@]}" --share "$i/$shares" --out pieces
fi
exec daylight collide "${common[@]}" --shard "$i-$i" --out parts pieces
