package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first observations of a type. As long as there are no others, the sizes that the law of the
 * type may depend on are chosen anew from time to time. Not thread-safe.
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

  /** Returns the rows; empty if there were too many to keep. */
  Optional<List<Map<String, Object>>> saved() {
    return isComplete ? Optional.of(rows.stream().map(Row::saved).toList()) : Optional.empty();
  }

  static FirstRows from(Optional<Saved> saved) {
    FirstRows first = new FirstRows();
    first.isComplete = saved.isPresent();
    saved.ifPresent(rows -> rows.elements().forEach(row -> first.rows.add(Row.from(row))));
    return first;
  }

  /** Adds a log time from which the deviations of the activity were subtracted. */
  void add(InputSize size, double y, double weight) {
    isComplete &= rows.size() < MOST;
    if (isComplete) {
      rows.add(new Row(size, y, weight));
    } else {
      rows.clear();
    }
  }

  /**
   * Returns a new law if it is time for one. That is less and less often, so that it costs little.
   */
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

  private record Row(InputSize size, double y, double weight) {
    Map<String, Object> saved() {
      Map<String, Object> saved = size.saved();
      saved.put("logTime", y);
      saved.put("weight", weight);
      return saved;
    }

    static Row from(Saved saved) {
      return new Row(
          InputSize.from(saved), saved.at("logTime").number(), saved.at("weight").number(0));
    }
  }
}
