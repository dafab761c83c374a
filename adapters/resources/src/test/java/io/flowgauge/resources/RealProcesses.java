package io.flowgauge.resources;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts processes that compute on chosen processors. */
final class RealProcesses implements AutoCloseable {
  private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.]+)s");

  private final List<Process> started = new ArrayList<>();

  /** The times of a program that has finished. */
  record Done(double wallSeconds, double processorSeconds) {}

  /** Skips the calling test if processes cannot be pinned or the kernel reports no waits. */
  RealProcesses() {
    assumeTrue(Files.isReadable(Path.of("/proc/self/schedstat")), "skipped: no schedstat here");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "skipped: no taskset here");
  }

  /** Starts a process that never ends on its own. */
  Process endless(String cpus) {
    return start(cpus, "while :; do :; done");
  }

  /** Starts a process that counts, then prints the processor time it took. */
  Process counting(String cpus, int rounds) {
    return start(cpus, "i=0; while [ $i -lt " + rounds + " ]; do i=$((i+1)); done; times");
  }

  Process start(String cpus, String script) {
    try {
      Process process =
          new ProcessBuilder("/usr/bin/taskset", "-c", cpus, "sh", "-c", script)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      started.add(process);
      return process;
    } catch (IOException e) {
      throw new IllegalStateException("taskset does not run", e);
    }
  }

  /** Waits for a counting process and returns its times. */
  static Done await(Process counting, long startNanos) throws IOException, InterruptedException {
    String times = new String(counting.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    counting.waitFor();
    double wall = (System.nanoTime() - startNanos) / 1e9;
    return new Done(wall, processorSeconds(times));
  }

  /** Returns the shell's user and system time, which are in the first line. */
  private static double processorSeconds(String times) {
    Matcher matcher = TIME.matcher(times.lines().findFirst().orElse(""));
    double seconds = 0;
    while (matcher.find()) {
      seconds += Integer.parseInt(matcher.group(1)) * 60 + Double.parseDouble(matcher.group(2));
    }
    return seconds;
  }

  @Override
  public void close() {
    started.forEach(Process::destroyForcibly);
  }
}
