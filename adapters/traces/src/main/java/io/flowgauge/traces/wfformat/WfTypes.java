package io.flowgauge.traces.wfformat;

import java.util.regex.Pattern;

/**
 * The program a task runs. WfFormat has no key for it from 1.5 on, so it is found by rule:
 *
 * <ol>
 *   <li>the category, where there is one (1.3 and 1.4);
 *   <li>the program, where it is one word and the name is the word, or the word with a number or
 *       text after it: {@code mProject_ID0000042} of {@code mProject};
 *   <li>else the name less {@code _ID} with digits at its end;
 *   <li>less an underscore with digits too, where name and id are the same: then they distinguish
 *       one task from the next.
 * </ol>
 *
 * Stateless.
 */
final class WfTypes {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.+-]+");
  private static final Pattern NUMBERED = Pattern.compile("_ID[0-9]+$");
  private static final Pattern COUNTED = Pattern.compile("_[0-9]+$");

  private WfTypes() {}

  static String of(String category, String program, String name, String id) {
    if (!category.isEmpty()) {
      return category;
    }
    if (names(program, name)) {
      return program;
    }
    String type = less(NUMBERED, name);
    return name.equals(id) ? less(COUNTED, type) : type;
  }

  private static boolean names(String program, String name) {
    return !program.isEmpty()
        && name.startsWith(program)
        && WORD.matcher(program).matches()
        && (name.length() == program.length() || name.charAt(program.length()) == '_');
  }

  private static String less(Pattern suffix, String name) {
    String type = suffix.matcher(name).replaceFirst("");
    return type.isEmpty() ? name : type;
  }
}
