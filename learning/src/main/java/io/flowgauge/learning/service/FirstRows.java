package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first observations of a type: as long as there are no others, the sizes that its law may
 * depend on are chosen anew. Not thread-safe.
 */
final class FirstRows {
  static final int MOST = 32;

  private final List<Row> rows;
  private boolean isComplete = true;

  FirstRows() {
    rows = new ArrayList<>();
  }

  FirstRows(FirstRows other) {
    rows = new ArrayList<>(other.rows);
    isComplete = other.isComplete;
  }

  /** Adds a log time without what the activity deviates by. */
  void add(InputSize size, double y, double weight) {
    isComplete &= rows.size() < MOST;
    if (isComplete) {
      rows.add(new Row(size, y, weight));
    } else {
      rows.clear();
    }
  }

  /** A new law where it is time for one: more and more seldom, so that it costs little. */
  Optional<SizeLaw> law() {
    int n = rows.size();
    int step = Integer.highestOneBit(n);
    return n > 1 && 2 * (n - step) % step == 0 ? Optional.of(fitted()) : Optional.empty();
  }

  private SizeLaw fitted() {
    SizeLaw law = new SizeLaw(Sizes.columns(rows.stream().map(Row::size).toList()));
    for (Row row : rows) {
      law.add(law.scaled(row.size()), row.y(), row.weight());
    }
    law.solve();
    return law;
  }

  private record Row(InputSize size, double y, double weight) {}
}
