#!/bin/sh
# Records runs of each version next to this script, one of each after the other, so that whatever else the machine does meets
# all of them; load.tsv has its load average when each began.   use: record.sh NUMBER-OF-RUNS
set -e
cd "$(dirname "$0")"
printf 'version\trun\tload_average\n' > load.tsv
for round in $(seq "$1"); do
  for version in frames lowrate fine halves; do
    run=$version/run-$round
    printf '%s\t%s\t%s\n' "$version" "run-$round" "$(cut -d ' ' -f 1 /proc/loadavg)" >> load.tsv
    mkdir -p "$run"
    (
      cd "$run"
      snakemake -s ../../Snakefile --cores 2 --config version="$version" --nocolor \
        --log-handler-script ../../events.py > /dev/null 2>&1
      cp .snakemake/log/*.snakemake.log snakemake.log
      python3 ../../metadata.py .snakemake/metadata > metadata.jsonl
      rm -r .snakemake ./*.png movie.mpg
    )
  done
done
