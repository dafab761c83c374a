package io.flowgauge.traces.table;

/** The cells of one row of a text table, from its first on. */
interface CellRow {

  /** The line in which the row begins, counted from 1. */
  long line();

  /** Number of cells in the row: 1 or more. */
  int size();

  /**
   * A cell as it stands in the row.
   *
   * @param index counted from 0, less than {@link #size}
   */
  String text(int index);

  /** Whether the row has a line end, as far as is known; the last one of a cut file has none. */
  boolean isTerminated();

  /**
   * The number that a cell is, without making a text of it.
   *
   * @param index counted from 0, less than {@link #size}
   * @param most how many digits, 18 at most
   * @return the number; -1 for a cell that is not 1 to {@code most} decimal digits
   */
  default long digits(int index, int most) {
    return DecimalDigits.of(text(index), most);
  }

  /**
   * The date that a cell is, without making a text of it.
   *
   * @param index counted from 0, less than {@link #size}
   * @return nanoseconds as {@link FixedDate#nanos} counts them, or {@link FixedDate#NONE}
   */
  default long date(int index) {
    return FixedDate.nanos(text(index)).orElse(FixedDate.NONE);
  }
}
