package io.flowgauge.learning.forecast;

import java.util.List;
import java.util.Map;

/** How far forecasts were off, by the runs from which they were made. Thread-safe. */
interface Hindsights {
  /**
   * What runs teach.
   *
   * @param runs their numbers, in the order in which they began
   */
  Hindsight of(List<Integer> runs);

  /** What the runs similar to each workflow in the history teach, if anything. */
  Map<List<Integer>, Hindsight> all();
}
