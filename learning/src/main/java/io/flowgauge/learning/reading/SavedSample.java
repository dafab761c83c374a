package io.flowgauge.learning.reading;

import io.flowgauge.learning.saved.Saved;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts samples of numbers to and from pairs of a number and how often it occurs, in ascending
 * order. The space for numbers of three digits is bounded, however large the sample. Stateless and
 * thread-safe.
 */
final class SavedSample {
  /** Largest sample that is read. A larger one would not fit into memory, and occurs in no run. */
  private static final int MOST = 10_000_000;

  private static final String PAIR = "[number, how often]";

  private SavedSample() {}

  static List<Object> of(List<Double> sample) {
    Map<Double, Integer> counts = new TreeMap<>();
    sample.forEach(number -> counts.merge(number, 1, Integer::sum));
    List<Object> pairs = new ArrayList<>();
    counts.forEach((number, count) -> pairs.add(List.of(number, count)));
    return pairs;
  }

  static List<Double> from(Saved saved) {
    List<Double> sample = new ArrayList<>();
    for (Saved pair : saved.elements()) {
      List<Saved> both = pair.elements(2, PAIR);
      if (both.get(1).whole(1) > MOST - sample.size()) {
        throw both.get(1).error("a sample of " + MOST + " numbers or fewer");
      }
      sample.addAll(Collections.nCopies(both.get(1).whole(1), both.get(0).number(0)));
    }
    return sample;
  }
}
