package io.flowgauge.traces.table;

import java.util.List;
import java.util.Optional;

/**
 * A row of a text table, which for one of {@link CellRows} is the one that these are at. Not
 * thread-safe.
 */
public final class TableRow {
  private static final String ABSENT = "-";

  private final TableColumns columns;
  private final CellRow cells;

  private TableRow(TableColumns columns, CellRow cells) {
    this.columns = columns;
    this.cells = cells;
  }

  /** The row that a table is at, each time it is asked. */
  public static TableRow in(CellRows rows, TableColumns columns) {
    return new TableRow(columns, rows);
  }

  /** A row of some cells, as they stand in it. */
  public static TableRow of(long line, TableColumns columns, List<String> cells) {
    return of(line, columns, cells, true);
  }

  /** One that may be the last of a cut file. */
  static TableRow of(long line, TableColumns columns, List<String> cells, boolean isTerminated) {
    return new TableRow(columns, new ListedCells(line, List.copyOf(cells), isTerminated));
  }

  private record ListedCells(long line, List<String> cells, boolean isTerminated)
      implements CellRow {
    @Override
    public int size() {
      return cells.size();
    }

    @Override
    public String text(int index) {
      return cells.get(index);
    }
  }

  /** Its line in the file, counted from 1. */
  public long line() {
    return cells.line();
  }

  /** The columns of its table. */
  public TableColumns columns() {
    return columns;
  }

  /**
   * Whether it has a cell for each column and none beyond; blank cells at its end do not count.
   *
   * @return false for a row that was cut, or has a separator in a cell
   */
  public boolean isWhole() {
    for (int k = columns.size(); k < cells.size(); k++) {
      if (!cells.text(k).isBlank()) {
        return false;
      }
    }
    return cells.size() >= columns.size();
  }

  /** Whether it has a line end, as far as is known; without, its last cell may be cut off. */
  public boolean isTerminated() {
    return cells.isTerminated();
  }

  /**
   * Whether it is the header once more, as in files that were appended to each other.
   *
   * @return true if its cells are the names of the columns
   */
  public boolean isHeader() {
    boolean is = cells.size() == columns.size();
    for (int k = 0; is && k < cells.size(); k++) {
      is = cells.text(k).equals(columns.names().get(k));
    }
    return is;
  }

  /**
   * Value of a column without space around it; empty where the table has no such column, no value,
   * or a dash.
   */
  public Optional<String> get(String column) {
    String text = text(columns.indexOf(column));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /**
   * Value of a column by its index, without space around it; empty for a dash, or an index outside
   * the row.
   */
  public String text(int index) {
    if (index < 0 || index >= cells.size()) {
      return "";
    }
    String text = cells.text(index).strip();
    return text.equals(ABSENT) ? "" : text;
  }

  /**
   * Value of a column by its index, which may be below 0 or beyond the row, where it stands alone
   * in its cell and is a number.
   *
   * @param most how many digits, 18 at most
   * @return the number; -1 where {@link #text} has to say what else it is
   */
  public long digits(int index, int most) {
    return index < 0 || index >= cells.size() ? -1 : cells.digits(index, most);
  }
}
