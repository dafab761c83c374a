package io.flowgauge.traces.table;

import io.flowgauge.internal.AttributePacker;

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
   * Whether a cell has this text.
   *
   * @param index counted from 0, less than {@link #size}
   */
  default boolean is(int index, String text) {
    return text(index).equals(text);
  }

  /** Returns the first character of a cell; 0 if it is empty, or starts with no ASCII character. */
  default char initial(int index) {
    String text = text(index);
    return text.isEmpty() || text.charAt(0) > 0x7f ? 0 : text.charAt(0);
  }

  /**
   * Sets an attribute to a cell as it is written, without creating a text.
   *
   * @param index counted from 0, less than {@link #size}
   * @param name index of the attribute's name
   * @return false if nothing was set, and {@link #text} must be used instead
   */
  default boolean pack(int index, AttributePacker into, int name) {
    return false;
  }

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
