package io.flowgauge.report.html;

import java.util.List;
import java.util.stream.IntStream;

/** Picks some of many values, evenly by rank. */
final class Ranks {
  private Ranks() {}

  /**
   * Returns at most {@code most} of the sorted values, including both ends; {@code most} is 2 or
   * more.
   */
  static <T> List<T> of(List<T> sorted, int most) {
    if (sorted.size() <= most) {
      return sorted;
    }
    return IntStream.range(0, most)
        .mapToObj(k -> sorted.get((int) ((long) k * (sorted.size() - 1) / (most - 1))))
        .toList();
  }
}
