"""A log handler for Snakemake 7: writes what is reported about jobs, one JSON object a line, into events.jsonl."""

import json
import time

LEVELS = ("run_info", "resources_info", "job_info", "shellcmd", "job_error", "job_finished", "progress", "error")
LEFT_OUT = ("aux", "indent", "priority", "printshellcmd", "is_checkpoint", "is_handover", "conda_env", "container_img")
lines = open("events.jsonl", "a", buffering=1)


def plain(value):
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, (list, tuple, set)):
        return [str(item) for item in value]
    return str(value)


def log_handler(message):
    # "info" is kept for the moments at which jobs are chosen.
    if message["level"] not in LEVELS and not str(message.get("msg", "")).startswith("Select"):
        return
    line = {"t": round(time.time(), 3)}
    line.update((name, plain(value)) for name, value in message.items() if name not in LEFT_OUT)
    if hasattr(message.get("wildcards"), "items"):
        line["wildcards"] = {name: str(value) for name, value in message["wildcards"].items()}
    lines.write(json.dumps(line) + "\n")
