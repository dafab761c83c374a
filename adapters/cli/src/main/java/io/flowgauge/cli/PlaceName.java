package io.flowgauge.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An argument that names a file or folder, or something else, such as a database. Stateless. */
public final class PlaceName implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    fault(text)
        .ifPresent(
            what -> {
              throw new TypeConversionException(what);
            });
    return text;
  }

  /** Returns the place that a variable of the environment names; refuses an invalid one. */
  public static String ofVariable(String variable, String text) {
    fault(text)
        .ifPresent(
            what -> {
              throw new WrongUsageException(variable + ": " + what);
            });
    return text;
  }

  /** Returns what is wrong with a name, if anything. */
  static Optional<String> fault(String text) {
    if (text.isEmpty()) {
      // For example, an unset shell variable; Java would take it for the current folder.
      return Optional.of("the name of a file or folder is empty");
    }
    try {
      Path unused = Path.of(text);
      return Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.of(
          "'"
              + text
              + "' has characters that the locale cannot encode; set LC_ALL=C.UTF-8, or another"
              + " locale that can");
    }
  }
}
