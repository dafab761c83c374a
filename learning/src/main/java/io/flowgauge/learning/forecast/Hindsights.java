package io.flowgauge.learning.forecast;

import java.util.List;
import java.util.Map;

/** Tells how far forecasts were off, by the runs that they were made from. Thread-safe. */
interface Hindsights {
  /**
   * Returns how far forecasts made from some runs were off.
   *
   * @param runs their numbers, in the order in which they began
   */
  Hindsight of(List<Integer> runs);

  /**
   * Returns the hindsight for each set of runs that are similar to a workflow in the history; sets
   * too small to learn from are left out.
   */
  Map<List<Integer>, Hindsight> all();
}
