package io.flowgauge.cli;

import java.util.OptionalInt;

/**
 * What is said of slots on the command line.
 *
 * @param isGiven whether anything is; if not, a run may tell
 * @param count their number, or empty for any
 */
record SlotQuery(boolean isGiven, OptionalInt count) {
  private static final String ANY = "any";

  static SlotQuery parse(String text) {
    if (text.isEmpty() || text.equals(ANY)) {
      return new SlotQuery(!text.isEmpty(), OptionalInt.empty());
    }
    try {
      return new SlotQuery(true, OptionalInt.of(positive(Integer.parseInt(text))));
    } catch (NumberFormatException e) {
      throw wrong(text);
    }
  }

  private static int positive(int count) {
    if (count < 1) {
      throw wrong(Integer.toString(count));
    }
    return count;
  }

  private static WrongUsageException wrong(String text) {
    return new WrongUsageException("--slots must be 1 or more, or any, but is '" + text + "'");
  }
}
