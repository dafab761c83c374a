package io.flowgauge.cli.run;

import io.flowgauge.cli.WrongUsageException;
import java.util.OptionalInt;

/**
 * The slots given on the command line.
 *
 * @param isGiven whether they are given; if not, a run may supply them
 * @param count their number; empty for no limit
 */
record SlotQuery(boolean isGiven, OptionalInt count) {
  /** No slots are given. */
  static final SlotQuery NONE = new SlotQuery(false, OptionalInt.empty());

  private static final String ANY = "any";

  static SlotQuery parse(String text) {
    if (text.equals(ANY)) {
      return new SlotQuery(true, OptionalInt.empty());
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
