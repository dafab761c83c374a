package io.flowgauge.traces.table;

import io.flowgauge.internal.AttributePacker;
import java.util.List;
import java.util.Optional;

/**
 * A row of a text table. One made by {@link #in} always shows the current row of its table. Not
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

  /** Returns a view of the current row of a table, which follows the table. */
  public static TableRow in(CellRows rows, TableColumns columns) {
    return new TableRow(columns, rows);
  }

  /** Returns a row of some cells, unchanged. */
  public static TableRow of(long line, TableColumns columns, List<String> cells) {
    return of(line, columns, cells, true);
  }

  /** Returns a row that may be the last of a truncated file. */
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

  /** Returns its line in the file, counted from 1. */
  public long line() {
    return cells.line();
  }

  /** Returns the columns of its table. */
  public TableColumns columns() {
    return columns;
  }

  /**
   * Whether it has a cell for each column and no more, apart from blank cells at its end.
   *
   * @return false for a row that was cut off, or has a separator in a cell
   */
  public boolean isWhole() {
    for (int k = columns.size(); k < cells.size(); k++) {
      if (!cells.text(k).isBlank()) {
        return false;
      }
    }
    return cells.size() >= columns.size();
  }

  /** Whether it has a line end, as far as is known; without one, its last cell may be cut off. */
  public boolean isTerminated() {
    return cells.isTerminated();
  }

  /**
   * Whether it repeats the header, as in files that were appended to each other.
   *
   * @return true if its cells are the names of the columns
   */
  public boolean isHeader() {
    boolean is = cells.size() == columns.size();
    for (int k = 0; is && k < cells.size(); k++) {
      is = cells.is(k, columns.names().get(k));
    }
    return is;
  }

  /**
   * Returns the value of a column without surrounding space; empty if the table has no such column,
   * or if the cell is blank or a dash.
   */
  public Optional<String> get(String column) {
    String text = text(columns.indexOf(column));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /**
   * Returns the value of a column by its index, without surrounding space; empty for a dash or a
   * blank, or for an index outside the row.
   */
  public String text(int index) {
    if (index < 0 || index >= cells.size()) {
      return "";
    }
    String text = cells.text(index).strip();
    return text.equals(ABSENT) ? "" : text;
  }

  /**
   * Sets an attribute to the value of a column by its index, which may lie outside the row, without
   * creating a text.
   *
   * @param name index of the attribute's name
   * @return false if nothing was set, and {@link #text} must be used instead
   */
  public boolean pack(int index, AttributePacker into, int name) {
    return index >= 0
        && index < cells.size()
        && cells.initial(index) != ABSENT.charAt(0)
        && cells.pack(index, into, name);
  }

  /**
   * Returns the number in a cell by the index of its column, which may lie outside the row, if the
   * cell consists of digits only.
   *
   * @param most maximum number of digits, 18 or less
   * @return the number; -1 if {@link #text} must be used instead
   */
  public long digits(int index, int most) {
    return index < 0 || index >= cells.size() ? -1 : cells.digits(index, most);
  }
}
