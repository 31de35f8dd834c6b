#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# A job of 64 shards as a Slurm array, in a directory that all nodes see:
#
#   daylight plan --tiles 64 --cut shapes.cut --out plan.json tables/*.parquet
#   mkdir -p parts
#   merge=$(sbatch --parsable deploy/slurm.sh)
#   sbatch --dependency=afterok:$merge --wrap 'daylight merge --plan plan.json --out contacts.parquet parts'
#
# A shard that was lost can be run again by itself: sbatch --array=17 deploy/slurm.sh
#SBATCH --job-name=contacts
#SBATCH --array=0-63
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --requeue
set -euo pipefail
shards=64
exec daylight collide --plan plan.json --shard "$SLURM_ARRAY_TASK_ID/$shards" \
    --out "parts/part-$SLURM_ARRAY_TASK_ID" --workers "${SLURM_CPUS_PER_TASK:-2}" --memory 3GiB --quiet
