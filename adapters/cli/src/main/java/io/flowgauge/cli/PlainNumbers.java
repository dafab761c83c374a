package io.flowgauge.cli;

import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converts numbers among the arguments; error messages name no Java types. */
final class PlainNumbers {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private PlainNumbers() {}

  /** Registers the conversions for a command and its subcommands. */
  static CommandLine in(CommandLine command) {
    return command
        .registerConverter(long.class, PlainNumbers::whole)
        .registerConverter(Long.class, PlainNumbers::whole)
        .registerConverter(int.class, PlainNumbers::small)
        .registerConverter(Integer.class, PlainNumbers::small)
        .registerConverter(Double.class, PlainNumbers::decimal);
  }

  private static long whole(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
  }

  private static int small(String text) {
    long number = whole(text);
    if (number > Integer.MAX_VALUE) {
      throw new TypeConversionException("'" + text + "' is above " + Integer.MAX_VALUE);
    }
    return (int) Math.max(number, Integer.MIN_VALUE);
  }

  /** Converts a decimal number; unlike in Java, it must not end in a letter or be NaN. */
  private static double decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new TypeConversionException("'" + text + "' is not a number such as 0.01");
    }
    return Double.parseDouble(text);
  }
}
