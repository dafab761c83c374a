package io.flowgauge.learning.reading;

import java.util.List;
import java.util.stream.Stream;

/**
 * The outages of some runs, each of which hit several attempts at once. Immutable and thread-safe.
 *
 * @param seconds total length of all runs
 * @param outages outages of all runs
 */
public record OutageHistory(double seconds, List<Outage> outages) {
  /**
   * Smallest part of the time that counts as free of outages, because outages at several sites may
   * overlap.
   */
  private static final double LEAST_PART = 0.1;

  /** No outages in no time. */
  public static final OutageHistory NONE = new OutageHistory(0, List.of());

  /** Copies the list. */
  public OutageHistory {
    outages = List.copyOf(outages);
  }

  /** Number of outages that begin per second without an outage; 0 if there never was one. */
  public double rate() {
    double out = outages.stream().mapToDouble(outage -> outage.seconds().orElse(0)).sum();
    return outages.isEmpty() ? 0 : outages.size() / Math.max(LEAST_PART * seconds, seconds - out);
  }

  /** Returns the outages of both. */
  public OutageHistory plus(OutageHistory other) {
    return new OutageHistory(
        seconds + other.seconds, Stream.concat(outages.stream(), other.outages.stream()).toList());
  }
}
