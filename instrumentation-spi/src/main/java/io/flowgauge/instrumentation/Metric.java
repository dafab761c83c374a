package io.flowgauge.instrumentation;

import java.util.Arrays;
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
  /** Processor cycles. */
  CYCLES("cycles"),
  /** Instructions executed. */
  INSTRUCTIONS("instructions"),
  /** Cache misses. */
  CACHE_MISSES("cache-misses");

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
