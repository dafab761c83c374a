#!/usr/bin/env python3
"""Compares the C writer with LTTng-UST and a hand-written loop, in arrived events per CPU second.

All ways run in turn, several rounds in random order, each in a process of its own (writers.c). The
first rate is that of events that arrived (dropped ones do not count) per CPU second of the logging
thread; the second, per CPU second of the whole process, including its background thread and the
writing of the file (but not LTTng's consumer, which is a process of its own). The events that
arrived are counted by babeltrace2 for LTTng, and for the C writer by COMMAND or, without it, by the
writer itself. Needs gcc. Leaves LTTng out, and says so, without lttng-tools, a running
lttng-sessiond and babeltrace2; needs liblttng-ust-dev otherwise.

    benchmarks/c/writers.py [--rounds 5] [--events 20000000] [--count COMMAND]

COMMAND is called with the name of a log, and must print the number of its events.
"""
import argparse
import os
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "../../native/log/src/main/c")


def build(folder, name, *more):
    program = os.path.join(folder, name)
    subprocess.run(
        ["gcc", "-std=gnu11", "-O2", "-I", SOURCE, "-I", HERE, os.path.join(HERE, "writers.c"),
         os.path.join(SOURCE, "flowgauge_log.c"), "-o", program, "-pthread", *more],
        check=True)
    return program


def lttng(*arguments):
    subprocess.run(["lttng", *arguments], check=True, stdout=subprocess.DEVNULL)


def lttng_is_there():
    missing = [each for each in ("lttng", "babeltrace2") if not shutil.which(each)]
    if not missing and subprocess.run(["lttng", "list"], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL).returncode != 0:
        missing.append("a running lttng-sessiond")
    if missing:
        print("LTTng-UST left out, missing: " + ", ".join(missing))
    return not missing


def run(program, way, events, file):
    out = subprocess.run([program, way, str(events), file], check=True, capture_output=True,
                         text=True).stdout.split()
    return [float(each) for each in out]


def run_lttng(program, events, folder):
    trace = os.path.join(folder, "trace")
    lttng("create", "flowgauge", "--output=" + trace)
    try:
        lttng("enable-channel", "-u", "c", "--subbuf-size=8M", "--num-subbuf=8")
        lttng("enable-event", "-u", "paper:*", "-c", "c")
        lttng("start")
        numbers = run(program, "lttng", events, "-")
        lttng("stop")
    finally:
        lttng("destroy")
    bytes_of = sum(os.path.getsize(os.path.join(at, name))
                   for at, _, names in os.walk(trace) for name in names)
    counting = subprocess.Popen(["babeltrace2", trace], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)
    arrived = int(subprocess.run(["wc", "-l"], stdin=counting.stdout, capture_output=True,
                                 text=True).stdout)
    shutil.rmtree(trace)
    return numbers, arrived, bytes_of


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", type=int, default=20000000)
    parser.add_argument("--lttng-events", type=int, default=2000000)
    parser.add_argument("--count", metavar="COMMAND")
    options = parser.parse_args()
    if not shutil.which("gcc"):
        sys.exit("missing: gcc")
    with tempfile.TemporaryDirectory(prefix="flowgauge-") as folder:
        measure(options, folder)


def measure(options, folder):
    ways = ["hand", "flowgauge", "flowgauge-rings", "flowgauge-tsc", "off"]
    program = build(folder, "writers")
    traced = None
    if lttng_is_there():
        traced = build(folder, "traced", "-DWITH_LTTNG", "-llttng-ust", "-ldl")
        ways.append("lttng")
    rates = {way: [] for way in ways}
    for _ in range(options.rounds):
        for way in random.sample(ways, len(ways)):
            rates[way].append(one(options, way, program, traced, folder))
    print("%-16s %9s %9s %9s %7s" % ("", "M/CPU s", "best", "process", "x lttng"))
    lttng_rate = statistics.median(r[0] for r in rates["lttng"]) if traced else None
    for way in ways:
        thread = statistics.median(r[0] for r in rates[way])
        print("%-16s %9.1f %9.1f %9.1f %7s" % (
            way, thread, max(r[0] for r in rates[way]), statistics.median(r[1] for r in rates[way]),
            "%.2f" % (thread / lttng_rate) if traced else "-"))


def one(options, way, program, traced, folder):
    """Returns millions of events per CPU second of the thread, and of the process."""
    file = os.path.join(folder, "log.nlb")
    if way == "lttng":
        numbers, arrived, bytes_of = run_lttng(traced, options.lttng_events, folder)
    else:
        numbers = run(program, way, options.events, file)
        arrived, bytes_of = numbers[4] - numbers[5], numbers[6]
    if way.startswith("flowgauge") and options.count:
        arrived = int(subprocess.run(shlex.split(options.count) + [file], check=True,
                                     capture_output=True, text=True).stdout)
    lost = 0
    if bytes_of > 0:
        logged, dropped = numbers[4], numbers[5]
        lost = logged - arrived
        print("%-16s %d logged, %d arrived, %d dropped%s, %.2f bytes each" % (
            way, logged, arrived, dropped, "" if lost == dropped else " (not all are accounted for)",
            bytes_of / arrived))
    if os.path.exists(file):
        os.remove(file)
    kept = numbers[0] - lost
    return kept / numbers[2] / 1e6, kept / numbers[3] / 1e6


if __name__ == "__main__":
    main()
