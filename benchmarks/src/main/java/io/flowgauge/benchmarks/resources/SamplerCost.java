package io.flowgauge.benchmarks.resources;

import io.flowgauge.resources.ResourceMonitor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures what sampling costs: processor time of the sampling thread, at one sample a second,
 * compared with a thread that reads the waits, memory and disk traffic of the same processes in the
 * plainest way, from scratch each time:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar io.flowgauge.benchmarks.resources.SamplerCost 100 120
 * }</pre>
 *
 * <p>The arguments are how many processes there are, each running ten times a second, and how many
 * seconds to measure. The claim: a hundred processes cost no more than a thousandth of a processor,
 * once the code is compiled.
 */
public final class SamplerCost {
  private static final int STEP_SECONDS = 10;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String[] FILES = {"schedstat", "statm", "io"};

  private SamplerCost() {}

  /**
   * Measures.
   *
   * @param args number of processes and of seconds
   * @throws IOException if the processes cannot be started
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 120;
    List<Process> processes = new ArrayList<>();
    try {
      for (int k = 0; k < count; k++) {
        processes.add(
            new ProcessBuilder("perl", "-e", "while (1) { select(undef, undef, undef, 0.1) }")
                .start());
      }
      measure(processes, seconds);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static void measure(List<Process> processes, int seconds) throws InterruptedException {
    Thread plain = new Thread(() -> readPlainly(processes), "plain");
    plain.setDaemon(true);
    plain.start();
    try (ResourceMonitor monitor = ResourceMonitor.builder().open()) {
      processes.forEach(process -> monitor.watch(process.pid(), "a" + process.pid()));
      long sampler = thread("flowgauge-resources");
      ThreadMXBean times = ManagementFactory.getThreadMXBean();
      for (int k = STEP_SECONDS; k <= seconds; k += STEP_SECONDS) {
        long before = times.getThreadCpuTime(sampler);
        long plainBefore = times.getThreadCpuTime(plain.getId());
        Thread.sleep(STEP_SECONDS * 1000L);
        System.out.printf(
            Locale.ROOT,
            "after %d s: %.3f ms a second, read plainly %.3f ms%n",
            k,
            (times.getThreadCpuTime(sampler) - before) / NANOS_PER_MILLI / STEP_SECONDS,
            (times.getThreadCpuTime(plain.getId()) - plainBefore) / NANOS_PER_MILLI / STEP_SECONDS);
      }
    }
  }

  private static long thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow()
        .getId();
  }

  private static void readPlainly(List<Process> processes) {
    long total = 0;
    try {
      while (total >= 0) {
        for (Process process : processes) {
          for (String file : FILES) {
            Path path = Path.of("/proc", Long.toString(process.pid()), file);
            total += Files.readString(path).split("\\s+", -1).length;
          }
        }
        Thread.sleep(1000);
      }
    } catch (IOException | InterruptedException e) {
      return;
    }
  }
}
