package io.flowgauge.traces.table;

import java.util.List;
import java.util.Optional;

/**
 * A row of a text table.
 *
 * @param line its line in the file, counted from 1
 */
public record TableRow(long line, TableColumns columns, List<String> cells) {
  private static final String ABSENT = "-";

  /**
   * Copies the cells.
   *
   * @param line its line in the file
   */
  public TableRow {
    cells = List.copyOf(cells);
  }

  /**
   * Whether it has a cell for each column and none beyond; blank cells at its end do not count.
   *
   * @return false for a row that was cut, or has a separator in a cell
   */
  public boolean isWhole() {
    for (int k = columns.size(); k < cells.size(); k++) {
      if (!cells.get(k).isBlank()) {
        return false;
      }
    }
    return cells.size() >= columns.size();
  }

  /**
   * Whether it is the header once more, as in files that were appended to each other.
   *
   * @return true if its cells are the names of the columns
   */
  public boolean isHeader() {
    return cells.equals(columns.names());
  }

  /**
   * Value of a column: the value without space around it; empty where the table has no such column,
   * no value, or a dash.
   */
  public Optional<String> get(String column) {
    String text = text(columns.indexOf(column));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /**
   * Value of a column by its index, which may be below 0 or beyond the row: the value without space
   * around it, or an empty text.
   */
  public String text(int index) {
    if (index < 0 || index >= cells.size()) {
      return "";
    }
    String text = cells.get(index).strip();
    return text.equals(ABSENT) ? "" : text;
  }
}
