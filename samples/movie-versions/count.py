"""Prints facts.tsv: a row a run, counted from its events and benchmarks.   use: count.py FOLDER > facts.tsv"""

import csv
import json
import pathlib
import sys

print("version", "run", "jobs", "render_jobs", "first_job_s", "last_end_s", "span_s", "benchmarked_s", sep="\t")
for run in sorted(pathlib.Path(sys.argv[1]).glob("*/run-*")):
    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    begun = [event for event in events if event["level"] == "job_info"]
    ended = [event for event in events if event["level"] == "job_finished"]
    assert len(begun) == len(ended), run
    first = min(event["timestamp"] for event in begun)
    last = max(event["timestamp"] for event in ended)
    seconds = 0.0
    for file in (run / "benchmarks").iterdir():
        with file.open() as rows:
            seconds += sum(float(row["s"]) for row in csv.DictReader(rows, delimiter="\t"))
    renders = sum(event["name"] == "render" for event in begun)
    print(run.parent.name, run.name, len(begun), renders, f"{first:.3f}", f"{last:.3f}", f"{last - first:.3f}",
          f"{seconds:.4f}", sep="\t")
