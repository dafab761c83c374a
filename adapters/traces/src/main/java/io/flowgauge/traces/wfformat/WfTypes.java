package io.flowgauge.traces.wfformat;

import java.util.regex.Pattern;

/**
 * Finds the type of a task, which is the program it runs. WfFormat has had no key for it since 1.5,
 * so the first of these rules that applies decides:
 *
 * <ol>
 *   <li>the category, if there is one (1.3 and 1.4);
 *   <li>the program, if it is one word and the name is that word, optionally followed by an
 *       underscore and more: {@code mProject_ID0000042} for {@code mProject};
 *   <li>the name without {@code _ID} and digits at its end and, if name and id are the same, also
 *       without an underscore and digits at its end, because these then distinguish tasks.
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
    String type = withoutSuffix(NUMBERED, name);
    return name.equals(id) ? withoutSuffix(COUNTED, type) : type;
  }

  private static boolean names(String program, String name) {
    return !program.isEmpty()
        && name.startsWith(program)
        && WORD.matcher(program).matches()
        && (name.length() == program.length() || name.charAt(program.length()) == '_');
  }

  private static String withoutSuffix(Pattern suffix, String name) {
    String type = suffix.matcher(name).replaceFirst("");
    return type.isEmpty() ? name : type;
  }
}
