package io.flowgauge.html;

import java.util.List;
import java.util.stream.IntStream;

/** Some of many values, evenly by rank. */
final class Ranks {
  private Ranks() {}

  /** At most so many of sorted values, two or more, both ends among them. */
  static <T> List<T> of(List<T> sorted, int most) {
    if (sorted.size() <= most) {
      return sorted;
    }
    return IntStream.range(0, most)
        .mapToObj(k -> sorted.get((int) ((long) k * (sorted.size() - 1) / (most - 1))))
        .toList();
  }
}
