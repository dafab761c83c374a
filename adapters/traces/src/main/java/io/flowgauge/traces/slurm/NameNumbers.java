package io.flowgauge.traces.slurm;

/**
 * Finds the parts at the end of a name that differ among jobs of a kind: numbers of up to nine
 * digits after a separator and an optional letter, and parentheses. Stateless.
 */
final class NameNumbers {
  private static final String SEPARATORS = " _.-";
  private static final int MAX_DIGITS = 9;

  private NameNumbers() {}

  /** Returns the index at which these parts begin; the length of the name if there are none. */
  static int begin(String name) {
    int length = name.length();
    for (int begin = 0; begin < length; begin++) {
      if (isSeparator(name, begin) || name.charAt(begin) == '(') {
        int end = begin;
        for (int next = part(name, end); next > end; next = part(name, end)) {
          end = next;
        }
        if (end == length) {
          return begin;
        }
      }
    }
    return length;
  }

  /** Returns the end of the part that begins at an index; the index itself if none does. */
  private static int part(String name, int begin) {
    int end = parentheses(name, begin);
    return end > begin ? end : number(name, begin);
  }

  private static int parentheses(String name, int begin) {
    int open = name.startsWith("_(", begin) ? begin + 1 : begin;
    if (!name.startsWith("(", open)) {
      return begin;
    }
    int end = open + 1;
    while (end < name.length() && name.charAt(end) != '(' && name.charAt(end) != ')') {
      end++;
    }
    return name.startsWith(")", end) ? end + 1 : begin;
  }

  private static int number(String name, int begin) {
    if (!isSeparator(name, begin)) {
      return begin;
    }
    int digits = begin + 1;
    digits += digits < name.length() && isLetter(name.charAt(digits)) ? 1 : 0;
    int end = digits;
    while (end < name.length() && end < digits + MAX_DIGITS && isDigit(name.charAt(end))) {
      end++;
    }
    return end > digits ? end : begin;
  }

  private static boolean isSeparator(String name, int at) {
    return at < name.length() && SEPARATORS.indexOf(name.charAt(at)) >= 0;
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
