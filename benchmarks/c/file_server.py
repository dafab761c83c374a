#!/usr/bin/env python3
"""Measures what logging block-level I/O costs a GridFTP server: docs/case-study-file-server.md.

Every round serves the same file over loopback once in each of three ways, in random order:

  plain    the server as it is
  off      with the sensors (samples/file-server/block_io.c) preloaded, no trigger file
  on       the same, the trigger file asking for all events, which go to a file

and notes how long the client took and what processor time the server's process used, its background
thread included. Differences are taken within a round. Needs globus-gridftp-server and
globus-url-copy (Debian: globus-gridftp-server-progs, globus-gass-copy-progs), gcc; installs nothing.

    benchmarks/c/file_server.py [--rounds 40] [--mib 1024] [--keep-log FILE]

With --cat, cat takes the place of the server: it reads the file in blocks of 128 KiB and discards
them. Without client and network, there is less noise on a shared machine.
"""
import argparse
import math
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SERVER = "globus-gridftp-server"
CLIENT = "globus-url-copy"
WAYS = ("plain", "off", "on")


def require(*programs):
    path = os.environ["PATH"] + ":/usr/sbin"
    found = {each: shutil.which(each, path=path) for each in programs}
    missing = [each for each in programs if not found[each]]
    if missing:
        sys.exit("missing: " + ", ".join(missing))
    return found


def build(folder):
    library = os.path.join(folder, "block_io.so")
    source = os.path.join(ROOT, "native/log/src/main/c")
    subprocess.run(
        ["gcc", "-std=c11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-I", source,
         os.path.join(ROOT, "samples/file-server/block_io.c"),
         os.path.join(source, "flowgauge_log.c"), "-o", library, "-pthread", "-ldl"],
        check=True)
    return library


def environment(way, library, triggers):
    env = dict(os.environ)
    env.pop("FLOWGAUGE_TRIGGER", None)
    if way != "plain":
        env["LD_PRELOAD"] = library
        env["FLOWGAUGE_TRIGGER"] = triggers[way]
    return env


def transfer(programs, listening, data, env):
    """Serves one transfer by a new process, as inetd does; returns seconds and the server's CPU seconds."""
    url = "ftp://127.0.0.1:%d%s" % (listening.getsockname()[1], data)
    start = time.perf_counter()
    client = subprocess.Popen([programs[CLIENT], url, "file:///dev/null"])
    connection, _ = listening.accept()
    server = subprocess.Popen(
        [programs[SERVER], "-i", "-aa", "-anonymous-user", "nobody", "-anonymous-group", "nogroup",
         "-control-interface", "127.0.0.1", "-data-interface", "127.0.0.1"],
        stdin=connection, stdout=connection, stderr=subprocess.DEVNULL, env=env)
    connection.close()
    if client.wait() != 0:
        sys.exit("a transfer failed")
    seconds = time.perf_counter() - start
    _, _, used = os.wait4(server.pid, 0)
    server.returncode = 0
    return seconds, used.ru_utime + used.ru_stime


def read_by_cat(data, env):
    start = time.perf_counter()
    reader = subprocess.Popen(["cat", data], stdout=subprocess.DEVNULL, env=env)
    _, _, used = os.wait4(reader.pid, 0)
    reader.returncode = 0
    return time.perf_counter() - start, used.ru_utime + used.ru_stime


def mean_interval(values):
    """Returns the mean and half the width of its 95 % interval, by Student's t, of 10 values or more."""
    quantile = {10: 2.262, 12: 2.201, 15: 2.145, 20: 2.093, 25: 2.064, 30: 2.045, 40: 2.023}
    t = quantile[max((n for n in quantile if n <= len(values)), default=10)]
    return statistics.mean(values), t * statistics.stdev(values) / math.sqrt(len(values))


def median_interval(values):
    """Returns the median and its 95 % confidence interval, by order statistics: no law is assumed."""
    ordered = sorted(values)
    n = len(ordered)
    below, k = 0.5 ** n, 0
    while below + math.comb(n, k + 1) * 0.5 ** n <= 0.025:
        k += 1
        below += math.comb(n, k) * 0.5 ** n
    return statistics.median(ordered), ordered[k], ordered[n - 1 - k]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--mib", type=int, default=1024)
    parser.add_argument("--cat", action="store_true")
    parser.add_argument("--keep-log", metavar="FILE")
    options = parser.parse_args()
    programs = require("gcc", *([] if options.cat else [SERVER, CLIENT]))
    with tempfile.TemporaryDirectory(prefix="flowgauge-") as folder:
        measure(options, programs, folder)


def measure(options, programs, folder):
    os.chmod(folder, 0o777)
    data = os.path.join(folder, "data")
    with open(data, "wb") as file:
        for _ in range(options.mib):
            file.write(os.urandom(1 << 20))
    triggers = {"off": os.path.join(folder, "no.triggers"), "on": os.path.join(folder, "on.triggers")}
    log = os.path.join(folder, "blocks.nlb")
    with open(triggers["on"], "w") as file:
        file.write("event=* to=file:%s\n" % log)
    library = build(folder)
    listening = socket.create_server(("127.0.0.1", 0))
    results = {way: [] for way in WAYS}
    for number in range(-2, options.rounds):  # Two to warm up.
        for way in random.sample(WAYS, len(WAYS)):
            env = environment(way, library, triggers)
            result = (read_by_cat(data, env) if options.cat
                      else transfer(programs, listening, data, env))
            if number >= 0:
                results[way].append(result)
            if number < options.rounds - 1 and way == "on":
                bytes_of_log = os.path.getsize(log)
                os.remove(log)
    report(options, results, bytes_of_log)
    if options.keep_log:
        shutil.copy(log, options.keep_log)


def report(options, results, bytes_of_log):
    for which, what in enumerate(("elapsed", "server CPU")):
        plain = [each[which] for each in results["plain"]]
        print("%-10s plain %.1f ms (median %.1f)" % (
            what, 1e3 * statistics.mean(plain), 1e3 * statistics.median(plain)))
        for way in ("off", "on"):
            ratios = [100 * (b[which] / a[which] - 1)
                      for a, b in zip(results["plain"], results[way])]
            print("%-10s %-5s median %+.2f %% (%+.2f to %+.2f)   mean %+.2f %% ± %.2f %%" % (
                (what, way) + median_interval(ratios) + mean_interval(ratios)))
        tenths = {way: statistics.quantiles([e[which] for e in results[way]], n=10)[0]
                  for way in WAYS}
        print("%-10s quietest tenth: plain %.1f ms, off %+.2f %%, on %+.2f %%" % (
            what, 1e3 * tenths["plain"], 100 * (tenths["off"] / tenths["plain"] - 1),
            100 * (tenths["on"] / tenths["plain"] - 1)))
    plain = statistics.median([each[0] for each in results["plain"]])
    print("throughput %.0f MiB/s, %d rounds of %d MiB, log of %d bytes a transfer" % (
        options.mib / plain, options.rounds, options.mib, bytes_of_log))


if __name__ == "__main__":
    main()
