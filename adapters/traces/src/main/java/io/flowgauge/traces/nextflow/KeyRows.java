package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.IdIndex;
import io.flowgauge.traces.table.DecimalDigits;

/**
 * The first row of each key. Most keys are task ids, which are numbers from 1; an array of these
 * takes less time and space than an index of texts. Not thread-safe.
 */
final class KeyRows {
  /** Returned if a key had no row. */
  static final int NONE = -1;

  /** Longest number that fits into an int. */
  private static final int DIGITS = 9;

  /** Room in the array for each row, so that a few large numbers take no more space than texts. */
  private static final int NUMBERS_PER_ROW = 4;

  /** For each number the row plus one; 0 if there is none. */
  private int[] ofNumbers = new int[16];

  private final IdIndex texts = new IdIndex();
  private int[] ofTexts = new int[16];

  /** Returns the first row of a key; if there is none, sets it to one and returns {@link #NONE}. */
  int putIfAbsent(String key, int row) {
    int number = number(key);
    boolean hasPlace = number >= 0 && number / NUMBERS_PER_ROW <= row;
    if (hasPlace) {
      ofNumbers = Columns.room(ofNumbers, number);
      if (ofNumbers[number] > 0) {
        return ofNumbers[number] - 1;
      }
    }
    // A number may have had no place earlier.
    int text = texts.size() == 0 ? IdIndex.NONE : texts.of(key);
    if (text != IdIndex.NONE) {
      return ofTexts[text];
    }
    if (hasPlace) {
      ofNumbers[number] = row + 1;
    } else {
      text = texts.index(key);
      ofTexts = Columns.room(ofTexts, text);
      ofTexts[text] = row;
    }
    return NONE;
  }

  /** Returns the number that a key is written as; -1 if it is not one, or has a leading zero. */
  private static int number(String key) {
    return key.startsWith("0") ? -1 : (int) DecimalDigits.of(key, DIGITS);
  }
}
