package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.SlotHistory;

/**
 * An earlier run that the next one may resemble. Immutable and thread-safe.
 *
 * @param slots how many activities can run at once
 * @param starts delays of starts for which a slot was free: a sample in seconds, 0 or more
 * @param ends times from the end of an application until the engine knows of it: a sample in
 *     seconds
 * @param weight how likely the next run is to resemble this one, relative to the weights of others
 */
record LikeRun(SlotHistory slots, Sample starts, Sample ends, double weight) {

  static LikeRun of(RunFacts run, double weight) {
    return new LikeRun(
        run.terms().slots(),
        Sample.of(run.terms().delays().starts(), 0),
        Sample.of(run.terms().delays().ends(), 0),
        weight);
  }

  LikeRun with(SlotHistory others) {
    return new LikeRun(others, starts, ends, weight);
  }
}
