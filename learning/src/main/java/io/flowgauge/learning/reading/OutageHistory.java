package io.flowgauge.learning.reading;

import java.util.List;
import java.util.stream.Stream;

/**
 * The outages of some runs, each of which hit several attempts at once. Immutable and thread-safe.
 *
 * @param runs how many runs were looked at
 * @param outages those of all runs
 */
public record OutageHistory(int runs, List<Outage> outages) {

  /** Copies the list. */
  public OutageHistory {
    outages = List.copyOf(outages);
  }

  /** How many outages a run has on average; 0 without runs. */
  public double perRun() {
    return runs == 0 ? 0 : (double) outages.size() / runs;
  }

  /** Those of both. */
  public OutageHistory plus(OutageHistory other) {
    return new OutageHistory(
        runs + other.runs, Stream.concat(outages.stream(), other.outages.stream()).toList());
  }
}
