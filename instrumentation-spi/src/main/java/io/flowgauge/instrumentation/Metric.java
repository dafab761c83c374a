package io.flowgauge.instrumentation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a sensor measures. Calls are always counted. Immutable and thread-safe. */
public enum Metric {
  /** Number of calls. */
  CALLS("calls"),
  /** Wall time. */
  WALL_TIME("wtime"),
  /** Processor time of the calling thread. */
  CPU_TIME("cputime"),
  /** Processor cycles, in the program's own code, as all counters of the processor. */
  CYCLES("cycles"),
  /** Instructions executed. */
  INSTRUCTIONS("instructions"),
  /** Misses of the last cache. */
  CACHE_MISSES("cache-misses"),
  /** Branches the processor did not foresee. */
  BRANCH_MISSES("branch-misses"),
  /** Page faults in the program's own code, not in system calls. */
  PAGE_FAULTS("page-faults"),
  /** How often the calling thread lost its processor, or gave it up. */
  CONTEXT_SWITCHES("context-switches"),
  /** How often the calling thread came to another processor. */
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
   * Those that the processor and the kernel count: numbers of events during calls.
   *
   * @return the counters, those of the processor first
   */
  public static List<Metric> counters() {
    return COUNTERS;
  }

  /**
   * The metric of a name.
   *
   * @param label a name as in {@link #label()}
   * @return the metric, or empty
   */
  public static Optional<Metric> of(String label) {
    String wanted = label.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(metric -> metric.label.equals(wanted)).findFirst();
  }
}
