package io.flowgauge.traces.table;

/** The cells of one row of a text table. */
interface CellRow {

  /** Returns the line in which the row begins, counted from 1. */
  long line();

  /** Returns the number of cells in the row, 1 or more. */
  int size();

  /**
   * Returns the text of a cell.
   *
   * @param index counted from 0, less than {@link #size}
   */
  String text(int index);

  /**
   * Whether the row has a line end, as far as is known; the last row of a truncated file has none.
   */
  boolean isTerminated();

  /**
   * Returns the number in a cell, without creating a text.
   *
   * @param index counted from 0, less than {@link #size}
   * @param most maximum number of digits, 18 or less
   * @return the number; -1 for a cell that is not 1 to {@code most} decimal digits
   */
  default long digits(int index, int most) {
    return DecimalDigits.of(text(index), most);
  }

  /**
   * Returns the date in a cell, without creating a text.
   *
   * @param index counted from 0, less than {@link #size}
   * @return nanoseconds as {@link FixedDate#nanos} counts them, or {@link FixedDate#NONE}
   */
  default long date(int index) {
    return FixedDate.nanos(text(index)).orElse(FixedDate.NONE);
  }
}
