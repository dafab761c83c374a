package io.flowgauge.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Arguments of the form NAME=VALUE, whose values may hold anything: quotes, blanks, equals signs.
 * picocli's own maps would interpret quotes.
 */
public final class NameValues {
  /** Characters that need no quotes in a shell. */
  private static final Pattern WORD = Pattern.compile("[\\w@%+=:,./-]+");

  private NameValues() {}

  /** Returns the values by name, in the order given; a name ends at the first equals sign. */
  public static Map<String, String> parse(String option, List<String> arguments) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        throw new WrongUsageException(
            option + " must have the form NAME=VALUE, but is '" + argument + "'");
      }
      String name = argument.substring(0, equals);
      String value = argument.substring(equals + 1);
      if (!value.equals(values.getOrDefault(name, value))) {
        throw new WrongUsageException(option + " gives '" + name + "' two values");
      }
      values.put(name, value);
    }
    return values;
  }

  /** Formats values so that a shell reads them as the same arguments. */
  public static String shown(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> quoted(each.getKey() + "=" + each.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String text) {
    return WORD.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
