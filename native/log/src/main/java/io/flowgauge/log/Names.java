package io.flowgauge.log;

import java.util.Objects;

/**
 * The rule for names of events, fields and constants, which ensures that every name can be written
 * in every text form and read back.
 */
final class Names {
  private static final int MAX_LENGTH = 255;

  private Names() {}

  static void check(String what, String name) {
    Objects.requireNonNull(name, what);
    if (name.isEmpty()
        || name.length() > MAX_LENGTH
        || !name.codePoints().allMatch(Names::isPart)) {
      throw new IllegalArgumentException(
          what
              + " must be 1 to "
              + MAX_LENGTH
              + " characters without blanks, control characters, '=' and '\"', was '"
              + name
              + "'");
    }
  }

  private static boolean isPart(int c) {
    return c > ' '
        && c != '='
        && c != '"'
        && Character.isDefined(c)
        && Character.getType(c) != Character.SURROGATE
        && !Character.isISOControl(c)
        && !Character.isWhitespace(c)
        && !Character.isSpaceChar(c);
  }
}
