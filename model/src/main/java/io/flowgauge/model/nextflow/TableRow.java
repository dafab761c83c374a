package io.flowgauge.model.nextflow;

import java.util.List;
import java.util.Optional;

/**
 * A row of a text table.
 *
 * @param line its line in the file, counted from 1
 * @param columns the table's columns
 * @param cells its cells as written
 */
record TableRow(long line, Columns columns, List<String> cells) {
  private static final String ABSENT = "-";

  /** Whether it has a cell for each column and none beyond; blank cells at its end do not count. */
  boolean isWhole() {
    return cells.size() >= columns.size()
        && cells.stream().skip(columns.size()).allMatch(String::isBlank);
  }

  /** The header once more, as in files that were appended to each other. */
  boolean isHeader() {
    return cells.equals(columns.names());
  }

  /** Value of a column; empty where the table has no such column, no value, or a dash. */
  Optional<String> get(String column) {
    int index = columns.indexOf(column);
    if (index < 0 || index >= cells.size()) {
      return Optional.empty();
    }
    String text = cells.get(index).strip();
    return text.isEmpty() || text.equals(ABSENT) ? Optional.empty() : Optional.of(text);
  }
}
