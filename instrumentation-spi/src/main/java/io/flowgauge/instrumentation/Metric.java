package io.flowgauge.instrumentation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A quantity that a sensor measures. Calls are always counted. Immutable and thread-safe. */
public enum Metric {
  /** Number of calls. */
  CALLS("calls"),
  /** Wall time. */
  WALL_TIME("wtime"),
  /** Processor time of the calling thread. */
  CPU_TIME("cputime"),
  /** Processor cycles; like all of the processor's counters, only in the program's own code. */
  CYCLES("cycles"),
  /** Instructions executed. */
  INSTRUCTIONS("instructions"),
  /** Last-level cache misses. */
  CACHE_MISSES("cache-misses"),
  /** Mispredicted branches. */
  BRANCH_MISSES("branch-misses"),
  /** Page faults in the program's own code, not in system calls. */
  PAGE_FAULTS("page-faults"),
  /** How often the calling thread lost or gave up its processor. */
  CONTEXT_SWITCHES("context-switches"),
  /** How often the calling thread moved to another processor. */
  MIGRATIONS("cpu-migrations");

  private static final List<Metric> COUNTERS =
      List.of(
          CYCLES,
          INSTRUCTIONS,
          CACHE_MISSES,
          BRANCH_MISSES,
          PAGE_FAULTS,
          CONTEXT_SWITCHES,
          MIGRATIONS);

  private final String label;

  Metric(String label) {
    this.label = label;
  }

  /**
   * Its name in requests.
   *
   * @return a lower-case word
   */
  public String label() {
    return label;
  }

  /**
   * The metrics that count events during calls, in the processor or the kernel.
   *
   * @return the counters, those of the processor first
   */
  public static List<Metric> counters() {
    return COUNTERS;
  }

  /**
   * The metric with a given name.
   *
   * @param label a name as in {@link #label()}
   * @return the metric, or empty
   */
  public static Optional<Metric> of(String label) {
    String wanted = label.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(metric -> metric.label.equals(wanted)).findFirst();
  }
}
