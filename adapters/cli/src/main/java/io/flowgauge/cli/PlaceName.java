package io.flowgauge.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An argument that names a file or folder, or something else, such as a database. Stateless. */
public final class PlaceName implements ITypeConverter<String> {
  /** What is wrong with an empty one. */
  public static final String EMPTY = "the name of a file or folder is empty";

  /** An empty one, as of a variable of the shell that is not set, would mean the current folder. */
  @Override
  public String convert(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException(EMPTY);
    }
    return text;
  }
}
